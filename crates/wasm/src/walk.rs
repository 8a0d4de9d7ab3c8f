//! Games played at random through the protocol, told so exactly that two machines can be compared.

use bastide_bots::Rng;
use bastide_rules::{BASES, BOXES, MODULES};
use bastide_table::clock::Now;
use bastide_table::fairness::{Seed, promise};
use bastide_table::identity::hash;
use bastide_table::making::{Origin, from_wish};
use bastide_table::offer::{self, COLOURS};
use bastide_table::refused::Refused;
use bastide_table::room::{Bounds, Input, Output, Room};
use bastide_table::stored::StoredGame;
use bastide_table::text::hex;
use bastide_table::wire::{ClientMessage, Clock, CreateGame, First, SeatPlan, Status, Who};
use serde::Serialize;

use crate::desk::{HERE, think};

const BOUNDS: Bounds = Bounds { sockets_of_identity: 2, watchers: 1 };

/// A game that was played.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Walk {
    /// Base and modules.
    pub setup: String,
    /// The hash of the state before each decision.
    pub states: Vec<String>,
    /// SHA-256 of all views, messages and stored games, one after the other.
    pub told: String,
    /// The record.
    pub record: String,
}

/// Plays game number `number`: whole boxes, plain bases and mixtures, with two to six players and sometimes bots.
pub fn walk(number: u64) -> Walk {
    let Walker { room, kept, told, states, .. } = played(number);
    let setup = format!("{} {}", kept.setup.base, kept.setup.modules.join(" "));
    Walk { setup, states, told: hex(&told), record: room.record() }
}

fn played(number: u64) -> Walker {
    let mut rng = Rng::stream(0xba57_1de5, number);
    let wish = wish(number, &mut rng);
    let seed: [u8; 32] = std::array::from_fn(|_| rng.below(256) as u8);
    let origin = Origin { id: format!("walk{number}"), host: HERE, seed: Seed(seed), date: 1 };
    let no_key = || Err(Refused::busy());
    let made = from_wish(&wish, origin, no_key).expect("the wish was checked when it was made");
    let mut walker = Walker::new(made.game);
    walker.play(&mut rng);
    walker
}

/// What game number `number` is.
fn wish(number: u64, rng: &mut Rng) -> CreateGame {
    let mut wish = CreateGame {
        in_box: None,
        base: None,
        modules: Vec::new(),
        seats: Vec::new(),
        first: First::Random,
        aids: rng.below(2) == 0,
        clock: Clock::None,
        private: true,
        end_after: None,
        bot_pace: 0,
        strict: false,
    };
    let kinds = (BOXES.len() + BASES.len() + 4) as u64;
    let kind = (number % kinds) as usize;
    let mut most = COLOURS.len() as u32;
    if let Some(info) = BOXES.get(kind) {
        wish.in_box = Some(info.id.to_owned());
        wish.modules = info.modules.iter().map(|module| module.info().id.to_owned()).collect();
        most = info.max_players as u32;
    } else {
        let base = BASES.get(kind - BOXES.len()).unwrap_or(&BASES[rng.below(BASES.len() as u32) as usize]);
        wish.base = Some(base.id.to_owned());
    }
    for place in 0..2 + rng.below(most - 1) {
        let is_bot = place > 0 && rng.below(4) == 0;
        let who = if is_bot { Who::Bot("apprentice".to_owned()) } else { Who::Here };
        // Whoever plays here may add to the randomness.
        let promises = !is_bot && rng.below(2) == 0;
        let promise = promises.then(|| hex(&promise(place as u8, &share_of(place as u8))));
        wish.seats.push(SeatPlan { name: String::new(), colour: COLOURS[place as usize].to_owned(), who, promise });
    }
    // A mixture: every module that the rules still allow, or some of them.
    if kind >= BOXES.len() + BASES.len() {
        let share = 1 + rng.below(4);
        for module in MODULES.iter().filter(|_| rng.below(4) < share).collect::<Vec<_>>() {
            wish.modules.push(module.id.to_owned());
            if offer::setup(&wish).is_err() {
                wish.modules.pop();
            }
        }
    }
    wish
}

/// What a seat adds to the randomness, if it does.
fn share_of(seat: u8) -> [u8; 32] {
    [seat + 1; 32]
}

struct Walker {
    room: Room,
    kept: StoredGame,
    told: [u8; 32],
    states: Vec<String>,
    now: Now,
}

impl Walker {
    fn new(game: StoredGame) -> Walker {
        let room = Room::restore(game.clone(), BOUNDS);
        Walker { room, kept: game, told: [0; 32], states: Vec::new(), now: Now { ticks: 1, date: 1 } }
    }

    fn tell(&mut self, what: &impl Serialize) {
        let text = serde_json::to_string(what).unwrap_or_default();
        self.told = hash(&(hex(&self.told) + &text));
    }

    fn give(&mut self, input: Input) {
        self.now.ticks += 1;
        let outputs = self.room.handle(input, self.now);
        self.carry_out(outputs);
    }

    fn carry_out(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            match output {
                Output::Send { message, .. } => self.tell(&message),
                Output::Store(request) => {
                    self.kept.change(request.change);
                    let kept = self.kept.clone();
                    self.tell(&kept);
                    let outputs = self.room.stored(true, self.now);
                    self.carry_out(outputs);
                }
                Output::Think(thinking) => {
                    let actions = think(&thinking.bot, &self.room.record(), 1, Some(1)).unwrap_or_default();
                    self.tell(&actions.1);
                    self.give(Input::BotMoved { generation: thinking.generation, actions: actions.0 });
                }
                Output::Answer { .. } | Output::Refused(_) | Output::Odd(_) => {}
            }
        }
    }

    fn play(&mut self, rng: &mut Rng) {
        let Ok((socket, outputs)) = self.room.join(Some(HERE), 0, self.now) else { return };
        self.carry_out(outputs);
        self.give(Input::Begin);
        loop {
            let view = self.room.view(Some(HERE), self.now);
            self.tell(&view);
            let (state, _) = self.room.snapshot(None);
            self.states.push(format!("{:016x}", state.hash()));
            if view.status != Status::Running {
                return;
            }
            if view.awaits_shares {
                for seat in view.shares.iter().map(|share| share.seat) {
                    let message = ClientMessage::Reveal { seat, share: hex(&share_of(seat)) };
                    self.give(Input::Say { socket, message });
                }
                continue;
            }
            let draft = view.draft;
            let options = &view.decision.options;
            let message = if view.can_undo && rng.below(8) == 0 {
                ClientMessage::Undo { draft }
            } else if view.must_confirm {
                ClientMessage::Confirm { draft }
            } else if let Some(option) = options.get(rng.below(options.len() as u32) as usize) {
                ClientMessage::Act { draft, action: option.action.clone() }
            } else {
                return;
            };
            self.give(Input::Say { socket, message });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_all_kinds_come_to_their_end_and_are_kept() {
        let mut with_shares = 0;
        for number in 0..12 {
            let Walker { room, kept, states, .. } = played(number);
            let (record, setup) = (room.record(), &kept.setup);
            assert!(states.len() > 40 && record.starts_with("bastide-record 1"), "{number} {setup:?}: {record}");
            let replayed = bastide_rules::notation::Record::parse(&record).unwrap().state();
            assert!(replayed.is_over(), "{number} {setup:?}");
            assert_eq!(Some(&format!("{:016x}", replayed.hash())), states.last());
            // What was kept, change after change, is the same game, also as JSON.
            with_shares +=
                u32::from(kept.shares.as_ref().is_some_and(|shares| shares.is_settled && !shares.are_missing()));
            let again: StoredGame = serde_json::from_str(&serde_json::to_string(&kept).unwrap()).unwrap();
            assert_eq!(again.status, Status::Finished);
            let restored = Room::restore(again, BOUNDS);
            assert_eq!(restored.record(), record, "{number} {setup:?}");
            let draws = |room: &Room| serde_json::to_string(&room.draws().unwrap()).unwrap();
            assert_eq!(draws(&restored), draws(&room), "{number} {setup:?}");
        }
        assert!((1..12).contains(&with_shares), "some players add to the randomness: {with_shares}");
    }
}
