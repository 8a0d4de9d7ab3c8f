//! Farmers: meeples on fields (FARM). Their points are counted in [`scoring`](crate::scoring).

use crate::game::Game;
use crate::module::Module;
use crate::refusal::Refusal;

/// Fields can be occupied only with this module (FARM-1).
#[inline]
pub(crate) fn check_field(game: &Game) -> Result<(), Refusal> {
    if game.has(Module::Farmers) { Ok(()) } else { Err(Refusal::NoFarmers) }
}
