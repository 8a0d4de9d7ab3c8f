//! Inns and cathedrals of the classic edition (INNC): completed features are worth the same as in
//! 2025 (see [`inns`](crate::modules::inns)), incomplete ones nothing.

use crate::board::Region;
use crate::game::{CATHEDRALS, Game, INNS};
use crate::module::Module;

/// An incomplete road with an inn or city with a cathedral gives nothing (INNC-5, INNC-8).
#[inline]
pub(crate) fn is_worthless(game: &Game, region: &Region) -> bool {
    game.has(Module::InnsClassic) && (region.symbols.get(INNS) > 0 || region.symbols.get(CATHEDRALS) > 0)
}
