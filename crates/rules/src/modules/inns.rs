//! Inns and cathedrals (INN): what they make of a completed road or city. The large meeple is a
//! figure like others, see [`FigureKind`](crate::FigureKind).

use crate::board::Region;
use crate::game::{CATHEDRALS, INNS};

/// Points for each tile of a road: 2 with an inn when it is completed (INN-4), however many inns it
/// has (INN-5), else 1 (INN-8).
#[inline]
pub(crate) fn points_per_road_tile(region: &Region, is_complete: bool) -> u16 {
    if is_complete && region.symbols.get(INNS) > 0 { 2 } else { 1 }
}

/// Points for each tile and coat of arms of a completed city: 3 with a cathedral (INN-6, INN-7).
#[inline]
pub(crate) fn points_per_completed_city_tile(region: &Region) -> u16 {
    if region.symbols.get(CATHEDRALS) > 0 { 3 } else { 2 }
}
