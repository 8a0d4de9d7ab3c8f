//! Walks: random games whose fast state is held to the slow game, to its own events and to itself.

use std::collections::BTreeMap;

use bastide_rules::validate::{SlowGame, check_state, compare};
use bastide_rules::{Action, Event, Game, Options, PlayerId, State};

use super::any_action::random_action;
use super::configurations::{box_options_of, is_of_base_configurations, options_of};
use super::told::Told;
use super::{Manner, Rng, Seen, ensure};

/// What a walk keeps beside the state: what events alone tell, and copies made in other ways.
pub struct Walker {
    /// Reused from game to game, so that `clone_from` meets states of other games.
    spare: Option<State>,
}

impl Walker {
    pub fn new() -> Walker {
        Walker { spare: None }
    }

    /// Plays a numbered game with the recomputation and all other checks after every action.
    pub fn walk(&mut self, number: u64) -> Result<Seen, String> {
        self.walk_as(options_of(number), number, Manner::of_game(number))
    }

    /// The same with modules of the Big Box.
    pub fn walk_box(&mut self, number: u64) -> Result<Seen, String> {
        self.walk_as(box_options_of(number), number, Manner::of_box_game(number))
    }

    /// Plays a numbered game with the recomputation at the end of every turn.
    pub fn walk_turns(&mut self, number: u64) -> Result<Seen, String> {
        self.walk_by_turns(options_of(number), number, Manner::of_game(number))
    }

    /// The same with modules of the Big Box.
    pub fn walk_box_by_turns(&mut self, number: u64) -> Result<Seen, String> {
        self.walk_by_turns(box_options_of(number), number, Manner::of_box_game(number))
    }

    pub fn walk_as(&mut self, options: Options, seed: u64, manner: Manner) -> Result<Seen, String> {
        let mut played = Vec::new();
        self.play(options, seed, manner, &mut played).map_err(|why| {
            let last = played.len().saturating_sub(6);
            format!("{options:?}, seed {seed}, {manner:?}, action {}: {why}\nafter {:?}", played.len(), &played[last..])
        })
    }

    fn play(&mut self, options: Options, seed: u64, manner: Manner, played: &mut Vec<Action>) -> Result<Seen, String> {
        let mut rng = Rng::new(seed);
        let mut fast = State::new(Game::new(options).map_err(|error| error.to_string())?);
        let mut slow = SlowGame::new(options).map_err(|error| error.to_string())?;
        let mut told = Told::new(options.players);
        let mut seen = Seen::of(&options);
        loop {
            compare(&fast, &slow)?;
            if fast.is_over() || rng.one_in(8) {
                check_state(&fast)?;
            }
            told.check(&fast)?;
            check_listing(&fast, slow.legal_actions())?;
            let before = fast.hash();
            for _ in 0..4 {
                let action = random_action(&fast, &mut rng);
                check_any_action(&mut fast, &slow, action)?;
            }
            // Whatever the hash does not see, the comparison after the next action will.
            ensure(fast.hash() == before, || "a refused action changed the state".into())?;
            if fast.is_over() {
                break;
            }
            let action = manner.choose(&fast, slow.legal_actions(), &mut rng);
            played.push(action);
            let before = fast.clone();
            let events = self.apply_all_ways(&mut fast, action)?;
            if !is_of_base_configurations(&options) {
                seen.note(&before, action, &fast, &events);
                seen.note_nobles(&before, action, &fast, &events);
            }
            told.take(events)?;
            slow.apply(action)?;
            told.check_awards(&slow)?;

            seen.actions += 1;
            seen.recalls += u64::from(action == Action::RecallAbbot);
            seen.awards += slow.awards().len() as u64;
            seen.shared_awards += slow.awards().windows(2).filter(|pair| pair[0].spots == pair[1].spots).count() as u64;
            if let Action::Place { pos, .. } = action {
                seen.farthest = seen.farthest.max(i32::from(pos.x).abs()).max(i32::from(pos.y).abs());
            }
            // Go on with a copy now and then.
            if rng.one_in(3) {
                let spare = self.spare.get_or_insert_with(|| fast.clone());
                spare.clone_from(&fast);
                std::mem::swap(spare, &mut fast);
            }
        }
        seen.discards = fast.discarded().len() as u64;
        seen.barren_ends = u64::from(matches!(played.last(), Some(Action::Draw(_))));
        ensure(told.ended, || "the end of the game was not told".into())?;
        Ok(seen)
    }

    /// Plays a game that the slow one follows, and compares the two at the end of every turn.
    pub fn walk_by_turns(&mut self, options: Options, seed: u64, manner: Manner) -> Result<Seen, String> {
        let wrong = |why: String| format!("{options:?}, seed {seed}, {manner:?}, by turns: {why}");
        let mut rng = Rng::new(seed);
        let mut fast = State::new(Game::new(options).map_err(|error| error.to_string())?);
        let mut slow = SlowGame::new(options).map_err(|error| error.to_string())?;
        let mut seen = Seen::of(&options);
        loop {
            if fast.is_between_turns() || fast.is_over() {
                compare(&fast, &slow).map_err(wrong)?;
            }
            if fast.is_over() {
                break;
            }
            let action = manner.choose(&fast, fast.legal_actions().as_slice(), &mut rng);
            fast.apply(action).map_err(|error| wrong(format!("{action:?}: {error}")))?;
            slow.apply(action).map_err(wrong)?;
            seen.actions += 1;
            seen.awards += slow.awards().len() as u64;
        }
        check_state(&fast).map_err(wrong)?;
        seen.discards = fast.discarded().len() as u64;
        Ok(seen)
    }

    /// Checked with events, checked without, and unchecked: all lead to the same state.
    fn apply_all_ways(&mut self, fast: &mut State, action: Action) -> Result<Vec<Event>, String> {
        let before = fast.hash();
        let mut quiet = fast.clone();
        quiet.apply(action).map_err(|error| format!("{action:?}: {error}"))?;
        let spare = self.spare.get_or_insert_with(|| fast.clone());
        spare.clone_from(fast);
        ensure(spare.hash() == before, || "clone_from changed the hash".into())?;
        ensure(spare.clone().hash() == before, || "clone changed the hash".into())?;
        spare.apply_listed(action);
        let mut events = Vec::new();
        fast.apply_with(action, &mut events).map_err(|error| format!("{action:?}: {error}"))?;
        ensure(fast.hash() == quiet.hash(), || "events change the state".into())?;
        ensure(fast.hash() == spare.hash(), || "apply_listed goes elsewhere".into())?;
        ensure(fast.hash() != before, || "an action left the hash as it was".into())?;
        Ok(events)
    }
}

/// All ways of listing the legal actions agree.
fn check_listing(fast: &State, legal: &[Action]) -> Result<(), String> {
    let mut visited = Vec::new();
    fast.for_each_legal(|action| visited.push(action));
    visited.sort_unstable();
    ensure(visited == legal, || format!("for_each_legal visits {visited:?}"))?;
    let mut weights: BTreeMap<Action, u32> = legal.iter().map(|&action| (action, 1)).collect();
    weights.extend(fast.chance_outcomes());
    let mut count = 0;
    let first = fast.choose(|all| {
        count = all;
        0
    });
    ensure(first.is_none() == legal.is_empty(), || format!("choose gives {first:?}"))?;
    let mut chosen: BTreeMap<Action, u32> = BTreeMap::new();
    for number in 0..count {
        let Some(action) = fast.choose(|_| number) else { return Err(format!("choose refuses {number}")) };
        *chosen.entry(action).or_default() += 1;
    }
    ensure(chosen == weights, || format!("choose gives {chosen:?}, listed are {weights:?}"))
}

/// `is_legal`, `why_not` and `apply` agree with the list, and a refusal names a broken rule.
fn check_any_action(fast: &mut State, slow: &SlowGame, action: Action) -> Result<(), String> {
    let is_listed = slow.legal_actions().contains(&action);
    ensure(fast.is_legal(action) == is_listed, || format!("is_legal is wrong about {action:?}"))?;
    let refusal = fast.why_not(action);
    ensure(refusal.is_none() == is_listed, || format!("why_not says {refusal:?} of {action:?}"))?;
    let Some(refusal) = refusal else { return Ok(()) };
    let faults = slow.faults(action);
    ensure(!slow.knows_faults(action) || faults.contains(&refusal), || {
        format!("{action:?} is refused by {refusal:?}, broken are {faults:?}")
    })?;
    let error = fast.apply(action).err();
    ensure(error.is_some_and(|error| error.refusal == refusal && error.action == action), || {
        format!("{action:?} gives {error:?}")
    })
}

/// Plays a numbered game fast, with the number of tiles checked after every action, the other
/// conservation laws now and then and at the end.
pub fn light_walk(number: u64) -> Result<Seen, String> {
    light_walk_as(options_of(number), number)
}

/// The same with modules of the Big Box.
pub fn light_walk_box(number: u64) -> Result<Seen, String> {
    light_walk_as(box_options_of(number), number)
}

pub(super) fn light_walk_as(options: Options, number: u64) -> Result<Seen, String> {
    let mut rng = Rng::new(number);
    let game = Game::new(options).map_err(|error| error.to_string())?;
    let mut state = State::new(game.clone());
    let mut events: Vec<Event> = Vec::new();
    let mut seen = Seen::of(&options);
    let wrong = |why: String| format!("{options:?}, seed {number}: {why}");
    while let Some(action) = state.choose(|count| rng.below(count as usize) as u32) {
        state.apply_with(action, &mut events).map_err(|error| wrong(error.to_string()))?;
        let undrawn: u32 = state.undrawn().map(|(_, left)| u32::from(left)).sum();
        let tiles = state.tiles_laid() + undrawn + state.discarded().len() as u32;
        let in_hand = u32::from(state.tile_in_hand().is_some());
        ensure(tiles + in_hand == game.tile_count(), || wrong(format!("{tiles} tiles after {action:?}")))?;
        seen.actions += 1;
        if seen.actions.is_multiple_of(50 + number % 50) {
            check_state(&state).map_err(wrong)?;
        }
    }
    check_state(&state).map_err(wrong)?;
    ensure(state.is_over(), || wrong("nothing to choose, but the game goes on".into()))?;
    let all_laid = state.tiles_left() == 0 || options.end_after == Some(state.tiles_laid());
    ensure(all_laid, || wrong(format!("{} tiles are left", state.tiles_left())))?;
    let mut points = vec![0; options.players];
    for event in &events {
        match event {
            Event::Scored(award) => {
                points[award.player.index()] += award.points();
                seen.awards += 1;
            }
            // TOWER-29.
            Event::Ransomed { player, captor, .. } => {
                points[player.index()] -= 3;
                points[captor.index()] += 3;
            }
            _ => {}
        }
    }
    ensure(points == state.points(), || wrong(format!("the events tell of {points:?} points")))?;
    let most = points.iter().max();
    for player in PlayerId::seats(options.players) {
        let is_best = points.get(player.index()) == most;
        ensure(state.outcome().is_winner(player) == is_best, || wrong(format!("{:?}", state.outcome())))?;
    }
    seen.discards = state.discarded().len() as u64;
    Ok(seen)
}
