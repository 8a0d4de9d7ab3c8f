//! New games: from a wish, or from a record.
//!
//! Whoever runs the game brings what is random: its id, its seed and the keys of its seats.

use bastide_rules::notation::{Record, action_text};

use crate::fairness::Seed;
use crate::identity::{Identity, hash};
use crate::offer::{self, COLOURS};
use crate::refused::Refused;
use crate::seats::{Seat, unused_name};
use crate::stored::{GameSetup, Progress, Shares, StoredGame, new_game, seat_link};
use crate::text::{bytes, capitalised, clean_name};
use crate::wire::{Clock, CreateGame, ProblemCode, SeatLink, Status, Who};

/// What a new game is made of beside the wish.
#[derive(Clone, Debug)]
pub struct Origin {
    /// An id that no other game has.
    pub id: String,
    /// Who makes it.
    pub host: Identity,
    /// Where its draws come from.
    pub seed: Seed,
    /// Seconds since 1970.
    pub date: i64,
}

/// A game that is not stored yet.
#[derive(Clone, Debug)]
pub struct Made {
    /// The game.
    pub game: StoredGame,
    /// Links to the seats of people elsewhere.
    pub links: Vec<SeatLink>,
}

/// Makes the game that somebody wishes. `new_key` brings a key that nobody can guess.
///
/// # Errors
/// If the rules or the seats do not allow it, or there is no key.
pub fn from_wish(
    wish: &CreateGame,
    origin: Origin,
    mut new_key: impl FnMut() -> Result<String, Refused>,
) -> Result<Made, Refused> {
    let (mut setup, first) = offer::setup(wish)?;
    let Origin { id, host, seed, date } = origin;
    let mut seats: Vec<Seat> = Vec::new();
    let mut links = Vec::new();
    for (place, plan) in wish.seats.iter().enumerate() {
        let mut seat = empty_seat(&plan.colour);
        let mut wanted = plan.name.clone();
        match &plan.who {
            Who::Here => seat.owner = Some(host),
            Who::Open => {}
            Who::Elsewhere => {
                let key = new_key()?;
                seat.key = Some(hash(&key));
                links.push(seat_link(&id, place, &key));
            }
            Who::Bot(name) => {
                if clean_name(&wanted).is_none() {
                    wanted = capitalised(name).trim_end_matches('.').to_owned();
                }
                seat.bot = Some(name.clone());
            }
        }
        seat.name = unused_name(&seats, place, &wanted);
        seats.push(seat);
    }
    setup.first_drawn = first.is_none();
    setup.first = first.unwrap_or_else(|| seed.below(0, seats.len() as u32) as u8);
    let mut game = new_game(id, host, seed, setup, seats, date);
    game.shares = promised(wish);
    Ok(Made { game, links })
}

/// What the host promises to add to the randomness, for the seats that are played here.
fn promised(wish: &CreateGame) -> Option<Shares> {
    let mut shares = Shares::none(wish.seats.len());
    for (share, plan) in shares.seats.iter_mut().zip(&wish.seats).filter(|(_, plan)| plan.who == Who::Here) {
        share.promise =
            plan.promise.clone().filter(|digits| bytes(digits).is_some()).map(|digits| digits.to_lowercase());
    }
    shares.are_missing().then_some(shares)
}

/// Takes a record in as a game that goes on where the record ends. `who` says who sits at a seat from now on.
///
/// # Errors
/// If a bot is not known or there is no key.
pub fn from_record(
    record: &Record,
    origin: Origin,
    mut who: impl FnMut(usize) -> Who,
    mut new_key: impl FnMut() -> Result<String, Refused>,
) -> Result<Made, Refused> {
    let Origin { id, host, seed, date } = origin;
    let options = record.options();
    let mut state = record.start();
    let mut actions = Vec::new();
    for &action in record.actions() {
        actions.push(action_text(&state, action));
        state.apply(action).map_err(|error| Refused::bad(ProblemCode::Record, error.to_string()))?;
    }
    let setup = GameSetup {
        in_box: None,
        base: options.base.info().id.to_owned(),
        modules: options.modules.iter().map(|module| module.info().id.to_owned()).collect(),
        first: options.first as u8,
        aids: true,
        clock: Clock::None,
        private: false,
        end_after: options.end_after,
        bot_pace: 1000,
        first_drawn: false,
        imported: actions.len() as u32,
        strict: false,
    };
    let mut links = Vec::new();
    let mut seats = Vec::new();
    for (place, (name, colour)) in record.names().iter().zip(COLOURS).enumerate() {
        let mut seat = Seat { name: name.clone(), ..empty_seat(colour) };
        match who(place) {
            Who::Here => seat.owner = Some(host),
            Who::Bot(name) => {
                offer::check_bot(&name)?;
                seat.bot = Some(name);
            }
            // Seats of a record belong to the people in it: they come by link.
            Who::Elsewhere | Who::Open => {
                let key = new_key()?;
                links.push(seat_link(&id, place, &key));
                seat.key = Some(hash(&key));
            }
        }
        seats.push(seat);
    }
    let mut game = new_game(id, host, seed, setup, seats, date);
    game.progress = Progress { left: state.tiles_to_come(), points: state.points().to_vec(), ..Progress::default() };
    game.actions = actions;
    if state.is_over() {
        game.status = Status::Finished;
        links.clear();
    }
    Ok(Made { game, links })
}

fn empty_seat(colour: &str) -> Seat {
    Seat {
        name: String::new(),
        colour: colour.to_owned(),
        bot: None,
        owner: None,
        key: None,
        resigned: false,
        kept_for: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{First, SeatPlan};

    const PROMISE: &str = "0FBEA76EA8C98FF94BFFF70607B5EBFDD51AA15BFB4A77863D4D664A079DA587";

    fn wish(plans: &[(Who, &str)]) -> CreateGame {
        let plan = |((who, promise), colour): (&(Who, &str), &&str)| SeatPlan {
            name: String::new(),
            colour: (*colour).to_owned(),
            who: who.clone(),
            promise: Some((*promise).to_owned()),
        };
        CreateGame {
            in_box: None,
            base: Some("classic".to_owned()),
            modules: Vec::new(),
            seats: plans.iter().zip(&COLOURS).map(plan).collect(),
            first: First::Random,
            aids: true,
            clock: Clock::None,
            private: false,
            end_after: None,
            bot_pace: 0,
            strict: false,
        }
    }

    fn made(plans: &[(Who, &str)]) -> Made {
        let origin = Origin { id: "abc".to_owned(), host: Identity([1; 32]), seed: Seed([7; 32]), date: 1 };
        from_wish(&wish(plans), origin, || Ok("key".to_owned())).unwrap()
    }

    #[test]
    fn seats_that_are_played_here_promise_shares() {
        let bot = Who::Bot("apprentice".to_owned());
        let Made { game, links } = made(&[(Who::Here, PROMISE), (Who::Elsewhere, PROMISE), (bot, PROMISE)]);
        let promises: Vec<_> = game.shares.unwrap().seats.into_iter().map(|seat| seat.promise).collect();
        assert_eq!(promises, [Some(PROMISE.to_lowercase()), None, None]);
        assert_eq!(links.len(), 1);
        assert_eq!(game.seats.iter().filter(|seat| seat.owner == Some(game.host)).count(), 1);
    }

    #[test]
    fn what_is_no_hash_is_no_promise() {
        assert_eq!(made(&[(Who::Here, "abc"), (Who::Here, "")]).game.shares, None);
    }

    #[test]
    fn a_record_goes_on_with_whoever_sits_there_now() {
        let origin = || Origin { id: "abc".to_owned(), host: Identity([1; 32]), seed: Seed([7; 32]), date: 1 };
        let text = crate::room::Room::restore(
            made(&[(Who::Here, ""), (Who::Here, "")]).game,
            crate::room::Bounds { sockets_of_identity: 1, watchers: 1 },
        )
        .record();
        let record = Record::parse(&text).unwrap();
        let no_key = || Err(Refused::busy());
        let who = |seat| if seat == 0 { Who::Here } else { Who::Bot("greedy".to_owned()) };
        let Made { game, links } = from_record(&record, origin(), who, no_key).unwrap();
        assert_eq!((game.seats[0].owner, game.seats[1].bot.as_deref()), (Some(game.host), Some("greedy")));
        assert!(links.is_empty() && game.shares.is_none());
        let unknown = |_| Who::Bot("nobody".to_owned());
        assert!(from_record(&record, origin(), unknown, no_key).is_err());
    }
}
