//! The turns that are best in a position, for somebody who asks for help.

use bastide_bots::{Budget, Level, Stop};
use bastide_rules::{Actor, State};

use crate::{Effort, Turn};

/// Turns that are told.
pub(crate) const TOLD: usize = 3;

/// The best whole turns of whoever decides, the best first; none if nobody decides. It depends on nothing but the state
/// and the effort, unless it is stopped: then it is the best that was known by then.
///
/// ```
/// use bastide_analysis::{Effort, hints};
/// use bastide_rules::notation::Record;
///
/// let record = Record::parse("bastide-record 1\nbase classic\nplayers Anna Borys\n\n1 Anna E\n")?;
/// let best = hints(&record.state(), Effort { simulations: 60, ..Effort::default() }, &Default::default());
/// assert_eq!(best.len(), 3);
/// assert_eq!(best[0].reasons[0].text, "completes a city for 4 points");
/// # Ok::<(), bastide_rules::notation::RecordError>(())
/// ```
pub fn hints(state: &State, effort: Effort, stop: &Stop) -> Vec<Turn> {
    let Actor::Player(_) = state.actor() else { return Vec::new() };
    let budget = Budget::simulations(effort.simulations).with_stop(stop.clone());
    let mut found = Level::Master.bot(effort.seed).think(state, &budget).candidates;
    found.sort_by(|a, b| b.value.total_cmp(&a.value));
    found.iter().take(TOLD).map(|candidate| Turn::of(state, candidate)).collect()
}
