//! What can be played, and the check of a new game.

use bastide_rules::{
    BASES, BOXES, Base, Game, MAX_PLAYERS, MODULES, Module, ModuleSet, Options, SetupError, box_named,
};

use crate::refused::Refused;
use crate::stored::GameSetup;
use crate::text::{self, capitalised};
use crate::wire::{Clock, CreateGame, Exclusion, First, Offer, OfferBox, OfferItem, ProblemCode, Who};

/// The longest pause of a bot, in milliseconds.
pub const BOT_PACE: u32 = 10_000;
/// The longest clock, in seconds.
pub const CLOCK: u32 = 7 * 24 * 3600;
/// The most days for a move.
pub const DAYS: u32 = 30;

/// The colours of the seats.
pub const COLOURS: [&str; 6] = ["red", "blue", "yellow", "green", "black", "pink"];

/// Everything that can be chosen.
pub fn offer() -> Offer {
    Offer {
        bases: BASES
            .iter()
            .map(|info| OfferItem {
                id: info.base.into(),
                title: info.title.to_owned(),
                excludes: Vec::new(),
                part_of: None,
            })
            .collect(),
        modules: MODULES
            .iter()
            .map(|info| OfferItem {
                id: info.module.into(),
                title: info.title.to_owned(),
                excludes: excluded_by(info.module),
                part_of: info.part_of.map(Into::into),
            })
            .collect(),
        boxes: BOXES
            .iter()
            .map(|info| OfferBox {
                id: info.id.to_owned(),
                title: info.title.to_owned(),
                base: info.base.into(),
                modules: info.modules.iter().map(|&module| module.into()).collect(),
                max_players: info.max_players,
            })
            .collect(),
        bots: bastide_bots::NAMES.iter().map(|&name| name.to_owned()).collect(),
        colours: COLOURS.iter().map(|&colour| colour.to_owned()).collect(),
        max_players: MAX_PLAYERS as u8,
    }
}

/// What the rules refuse to combine with a module, and why: they are asked about each pair.
fn excluded_by(module: Module) -> Vec<Exclusion> {
    let only = |base, modules: &[Module]| Options {
        modules: modules.iter().copied().collect::<ModuleSet>(),
        ..Options::new(base, 2)
    };
    // The conflict must be between these two, not of one of them with the base.
    let clash = |options, partner: &str| {
        let Some(SetupError::Conflict { one, other, why }) = Game::new(options).err() else { return None };
        let is_meant = [one, other].contains(&partner) && [one, other].contains(&module.info().id);
        is_meant.then(|| Exclusion { id: partner.to_owned(), why: why.into() })
    };
    let bases = BASES.iter().filter_map(|info| clash(only(info.base, &[module]), info.id));
    let others = MODULES.iter().filter(|info| info.module != module);
    bases.chain(others.filter_map(|info| clash(only(Base::V3, &[module, info.module]), info.id))).collect()
}

/// Checks a wish and makes the setup of it; the first seat stays open if chance decides.
pub fn setup(wish: &CreateGame) -> Result<(GameSetup, Option<u8>), Refused> {
    let players = wish.seats.len();
    let refuse = |error: SetupError| Refused::bad(ProblemCode::Setup, capitalised(&error.to_string()));
    let no_box = || Refused::bad(ProblemCode::Setup, "There is no such box; see /api/v1/offer.");
    let in_box = wish.in_box.as_ref().map(|id| box_named(id).ok_or_else(no_box)).transpose()?;
    let mut options = match (in_box, &wish.base) {
        (Some(info), _) => Options::of_box(info, players).map_err(refuse)?,
        (None, Some(id)) => {
            let base = Base::from_id(id)
                .ok_or_else(|| Refused::bad(ProblemCode::Setup, "There is no such base; see /api/v1/offer."))?;
            Options::new(base, players)
        }
        (None, None) => return Err(Refused::bad(ProblemCode::Setup, "Choose a box or a base.")),
    };
    // The modules that are asked for, whatever the box suggests.
    options.modules = ModuleSet::default();
    for id in &wish.modules {
        let module = Module::from_id(id)
            .ok_or_else(|| Refused::bad(ProblemCode::Setup, "There is no such module; see /api/v1/offer."))?;
        if let Some(info) = in_box.filter(|info| !info.has(module)) {
            let why = format!("The box {} has no module {id}. Name a base instead of the box to mix freely.", info.id);
            return Err(Refused::bad(ProblemCode::Setup, why));
        }
        options = options.with(module);
    }
    if wish.end_after == Some(0) {
        return Err(Refused::bad(ProblemCode::Setup, "A game has at least one tile."));
    }
    options.end_after = wish.end_after;
    let first = match wish.first {
        First::Random => None,
        First::Seat(seat) => Some(seat),
    };
    options.first = usize::from(first.unwrap_or(0));
    Game::new(options).map_err(refuse)?;
    check_seats(wish)?;
    let seconds = match wish.clock {
        Clock::None => 1,
        Clock::PerMove { seconds } => seconds,
        Clock::Fischer { seconds, increment } => seconds.max(increment),
        Clock::Days { days } if (1..=DAYS).contains(&days) => 1,
        Clock::Days { .. } => {
            return Err(Refused::bad(ProblemCode::Setup, format!("A move has between one and {DAYS} days.")));
        }
    };
    if !(1..=CLOCK).contains(&seconds) {
        return Err(Refused::bad(ProblemCode::Setup, "A clock has between one second and one week."));
    }
    if wish.bot_pace > BOT_PACE {
        return Err(Refused::bad(ProblemCode::Setup, "Bots wait ten seconds at most."));
    }
    let setup = GameSetup {
        in_box: wish.in_box.clone(),
        base: options.base.info().id.to_owned(),
        modules: options.modules.iter().map(|module| module.info().id.to_owned()).collect(),
        first: first.unwrap_or(0),
        aids: wish.aids,
        clock: wish.clock.clone(),
        private: wish.private,
        end_after: wish.end_after,
        bot_pace: wish.bot_pace,
        first_drawn: false,
        imported: 0,
        strict: wish.strict,
    };
    Ok((setup, first))
}

fn check_seats(wish: &CreateGame) -> Result<(), Refused> {
    for (place, seat) in wish.seats.iter().enumerate() {
        if !COLOURS.contains(&seat.colour.as_str()) {
            return Err(Refused::bad(ProblemCode::Setup, format!("Choose a colour out of {}.", COLOURS.join(", "))));
        }
        if wish.seats[..place].iter().any(|other| other.colour == seat.colour) {
            return Err(Refused::bad(ProblemCode::Setup, "Each seat needs a colour of its own."));
        }
        if seat.name.chars().count() > text::NAME {
            return Err(Refused::bad(ProblemCode::Name, format!("A name has at most {} characters.", text::NAME)));
        }
        if let Who::Bot(name) = &seat.who {
            check_bot(name)?;
        }
    }
    Ok(())
}

/// Refuses a bot that is not known.
pub(crate) fn check_bot(name: &str) -> Result<(), Refused> {
    // Only its name: a room in a page has no bots, they think elsewhere.
    let known = name.parse::<bastide_bots::Level>();
    known.map(|_| ()).map_err(|error| Refused::bad(ProblemCode::Setup, capitalised(&error.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{ClashName, ModuleName};

    #[test]
    fn the_offer_knows_what_excludes_what() {
        let offer = offer();
        let clashes = |id| {
            let item = offer.modules.iter().find(|item| item.id == id).unwrap();
            item.excludes.iter().map(|other| (other.id.as_str(), other.why)).collect::<Vec<_>>()
        };
        // The gingerbread man goes with a river in winter.
        assert_eq!(clashes(ModuleName::River), [("wheel", ClashName::NoSpring), ("river-2", ClashName::TwoRivers)]);
        let elsewhere = ["classic", "v3", "fortress", "wheel"].map(|base| (base, ClashName::NotWinter));
        assert_eq!(clashes(ModuleName::Gingerbread), elsewhere);
        let editions = ["inns", "inns-tiles", "inns-scoring", "large"].map(|part| (part, ClashName::TwoEditions));
        assert_eq!(clashes(ModuleName::InnsClassic), editions);
        assert_eq!(clashes(ModuleName::Large), [("inns-classic", ClashName::TwoEditions)]);
        assert_eq!(clashes(ModuleName::Count), [("wheel", ClashName::TwoBoards)]);
    }
}
