//! One game of a match.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bastide_rules::notation::Record;
use bastide_rules::{Action, Actor, Outcome, PlayerId, State};

use crate::deal::Deal;
use crate::player::{Fault, Player};

/// A victory is counted in parts of this size, which every number of winners divides.
pub const SHARES: u32 = 60;

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The number of its deal.
    pub deal: u64,
    /// The contestant of each seat.
    pub seats: Vec<usize>,
    /// What each seat has of the victory, in parts of [`SHARES`].
    pub shares: Vec<u32>,
    /// The points of each seat.
    pub points: Vec<i32>,
    /// Who lost without playing to the end, and why.
    pub forfeit: Option<(PlayerId, Fault)>,
    /// The game as text, as far as it went.
    pub record: Record,
    /// By turn and seat, how long was thought about the tile, the figure, and what follows.
    pub times: BTreeMap<(u32, usize), Duration>,
}

/// How a game is set up.
pub(crate) struct Table<'a> {
    pub(crate) fresh: &'a State,
    pub(crate) header: &'a Record,
    pub(crate) deal: u64,
    pub(crate) seats: &'a [usize],
    /// So many turns are played at random before the players are asked.
    pub(crate) openings: u32,
    /// Whether the game is not wanted any more.
    pub(crate) is_over: &'a dyn Fn() -> bool,
}

impl Table<'_> {
    /// Plays the game with these players, by seat. `None` if it was stopped.
    pub(crate) fn play(&self, mut deal: Deal, number: u64, players: &mut [Box<dyn Player>]) -> Option<PlayedGame> {
        let mut game = PlayedGame {
            deal: self.deal,
            seats: self.seats.to_vec(),
            shares: vec![0; self.seats.len()],
            points: Vec::new(),
            forfeit: None,
            record: self.header.clone(),
            times: BTreeMap::new(),
        };
        let mut state = self.fresh.clone();
        let mut seeds = deal.bots(number);
        let mut opening = deal.opening();
        for (seat, player) in players.iter_mut().enumerate() {
            if let Err(fault) = player.begin(self.header, seeds.next_u64()) {
                return game.forfeited(seat, fault, &state);
            }
        }
        loop {
            if (self.is_over)() {
                return None;
            }
            let action = match state.actor() {
                Actor::Nobody => return Some(game.ended(&state)),
                Actor::Chance => deal.draw(&state)?,
                Actor::Player(_) if state.turn_number() <= self.openings => {
                    state.choose(|count| opening.below(count))?
                }
                Actor::Player(player) => match forced(&state) {
                    Some(action) => action,
                    None => {
                        let seat = player.index();
                        let start = Instant::now();
                        match players[seat].choose(&state) {
                            Ok(action) => {
                                *game.times.entry((state.turn_number(), seat)).or_default() += start.elapsed();
                                action
                            }
                            Err(fault) => return game.forfeited(seat, fault, &state),
                        }
                    }
                },
            };
            for (seat, player) in players.iter_mut().enumerate() {
                if let Err(fault) = player.hear(&state, action) {
                    return game.forfeited(seat, fault, &state);
                }
            }
            state.apply_listed(action);
            game.record.push(action);
        }
    }
}

/// The answer, if there is only one.
fn forced(state: &State) -> Option<Action> {
    let (mut first, mut count) = (None, 0);
    state.for_each_legal(|action| {
        first = first.or(Some(action));
        count += 1;
    });
    first.filter(|_| count == 1)
}

impl PlayedGame {
    /// Whether it was played to its end.
    pub const fn is_complete(&self) -> bool {
        self.forfeit.is_none()
    }

    fn ended(mut self, state: &State) -> PlayedGame {
        self.points = state.points().to_vec();
        if let Outcome::Won { winners } = state.outcome() {
            for seat in state.game().seats().filter(|&seat| state.outcome().is_winner(seat)) {
                self.shares[seat.index()] = SHARES / winners.count_ones();
            }
        }
        self
    }

    /// The victory of all others. `None` if the game was stopped.
    fn forfeited(mut self, seat: usize, fault: Fault, state: &State) -> Option<PlayedGame> {
        if fault == Fault::Stopped {
            return None;
        }
        self.points = state.points().to_vec();
        let others = self.seats.len() - 1;
        self.shares = vec![SHARES / others as u32; self.seats.len()];
        self.shares[seat] = 0;
        self.forfeit = Some((PlayerId::new(seat)?, fault));
        Some(self)
    }
}
