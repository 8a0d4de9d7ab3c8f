//! Who takes over which game: rendezvous hashing. Every node comes to the same answer without asking, and when one leaves
//! only its own games move.

use crate::NodeId;

/// The node among these that should take a game that nobody holds.
pub fn first_for<'a>(game: &str, nodes: impl IntoIterator<Item = &'a NodeId>) -> Option<&'a NodeId> {
    nodes.into_iter().max_by_key(|node| (weight(game, &node.0), *node))
}

/// FNV-1a of both, mixed: the same in every version and on every machine.
fn weight(game: &str, node: &str) -> u64 {
    let bytes = game.bytes().chain([0xff]).chain(node.bytes());
    let hash =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let mixed = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ (mixed >> 29)
}
