//! What a bot found: the action it takes, and on request the turns it weighed with their values and
//! the reasons, in terms a person understands.

mod modules;

use std::fmt;

use crate::features::Scout;
use bastide_rules::{
    Action, Actor, Award, Decision, Event, EventSink, Feature, FigureKind, PlayerId, Pos, ReturnCause, Source, Spot,
    State, Stock,
};

/// The result of thinking about one decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// What the bot does.
    pub action: Action,
    /// The turns that were weighed, the best first. Empty from a bot that weighs nothing.
    pub candidates: Vec<Candidate>,
    /// Simulations that were played.
    pub simulations: u32,
    /// Turns that were looked ahead.
    pub depth: u8,
}

impl Thought {
    /// An action without any weighing.
    pub const fn of(action: Action) -> Thought {
        Thought { action, candidates: Vec::new(), simulations: 0, depth: 0 }
    }
}

/// A turn that a bot weighed.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The player's actions from the decision on, up to the end of the turn or the next chance.
    pub turn: Vec<Action>,
    /// The lead over the best opponent that is expected at the end of the game, in points.
    pub value: f32,
    /// The chance of winning, 0 to 1, a shared victory counted as its part.
    pub win: f32,
    /// Simulations that were spent on it.
    pub simulations: u32,
    /// What speaks for and against it.
    pub reasons: Vec<Reason>,
}

/// Something about a turn that a person understands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// It completes an own feature.
    Completes {
        /// Which feature.
        feature: Feature,
        /// What it brings.
        points: i32,
    },
    /// It completes a feature of which an opponent has the majority.
    CompletesFor {
        /// Whose points they are.
        player: PlayerId,
        /// Which feature.
        feature: Feature,
        /// What it brings them.
        points: i32,
    },
    /// It scores for something else than a completed feature.
    Scores {
        /// How many points.
        points: i32,
    },
    /// A figure goes on the table.
    Deploys {
        /// Which figure.
        figure: FigureKind,
        /// On which feature.
        feature: Feature,
    },
    /// Own figures come back to the supply.
    GetsBack {
        /// How many.
        figures: u8,
    },
    /// It breaks the majority of an opponent, who would have had the region alone.
    TakesOver {
        /// Which feature.
        feature: Feature,
    },
    /// From now on the region is shared with an opponent who had it alone.
    Shares {
        /// Which feature.
        feature: Feature,
    },
    /// An own unfinished feature grows.
    Grows {
        /// Which feature.
        feature: Feature,
    },
    /// An open road or city on which own figures stand after the turn, and how likely it is to be completed.
    Chance {
        /// Which feature.
        feature: Feature,
        /// In parts of a hundred.
        percent: u8,
    },
    /// An open road or city of an opponent is now harder to complete.
    Blocks {
        /// Whose it is.
        player: PlayerId,
        /// Which feature.
        feature: Feature,
        /// How many undrawn tiles fit where the fewest do.
        fits: u8,
    },
    /// A field on which a figure was put has completed cities beside it.
    Beside {
        /// How many.
        cities: u8,
    },
    /// No figure is spent.
    KeepsFigures,
    /// No figure is spent, and one meeple only is left.
    KeepsLastMeeple,
    /// The last meeple leaves the supply.
    LastMeeple,
    /// It gives a turn more.
    ExtraTurn,
    /// A meeple of an opponent becomes a captive.
    Captures {
        /// Whose it is.
        player: PlayerId,
        /// Which meeple.
        figure: FigureKind,
    },
    /// An own captive comes home.
    Frees {
        /// Who held it.
        player: PlayerId,
        /// Which meeple.
        figure: FigureKind,
    },
    /// A figure of an opponent leaves the table without points.
    DrivesOff {
        /// Whose it is.
        player: PlayerId,
        /// Which figure.
        figure: FigureKind,
    },
    /// An own figure leaves the table without points.
    Loses {
        /// Which figure.
        figure: FigureKind,
    },
    /// A floor is put on a tower.
    Floor,
    /// A meeple goes on a tower, which nobody can raise any more.
    Guards {
        /// Which meeple.
        figure: FigureKind,
    },
    /// The fairy comes to an own figure.
    Fairy,
    /// The fairy leaves a figure of an opponent.
    FairyLeaves {
        /// Whose figure it is.
        player: PlayerId,
    },
    /// It brings a message.
    DrawsMessage,
    /// Ingots are taken.
    TakesGold {
        /// How many.
        ingots: u8,
    },
    /// An ingot lies where an own feature will bring it.
    Ingot {
        /// Which feature.
        feature: Feature,
    },
    /// The own robber brings points.
    Robs {
        /// Who is robbed.
        player: PlayerId,
        /// How many points it brings.
        points: i32,
    },
    /// The own robber stands where an opponent will score from.
    LiesInWait {
        /// For whom.
        player: PlayerId,
    },
    /// The mage comes to an own feature.
    Mage {
        /// Which feature.
        feature: Feature,
    },
    /// The mage leaves a feature of an opponent.
    MageLeaves {
        /// Whose it is.
        player: PlayerId,
        /// Which feature.
        feature: Feature,
    },
    /// The witch comes to a feature of an opponent.
    Witch {
        /// Whose it is.
        player: PlayerId,
        /// Which feature.
        feature: Feature,
    },
    /// The witch leaves an own feature.
    WitchLeaves {
        /// Which feature.
        feature: Feature,
    },
    /// Goods are taken.
    TakesGoods {
        /// How many.
        goods: u8,
    },
    /// A meeple goes on a crown space.
    Crowns {
        /// Which meeple.
        figure: FigureKind,
    },
    /// A meeple goes to Carcassonne.
    Sends {
        /// Which meeple.
        figure: FigureKind,
    },
}

impl Reason {
    /// Whether it speaks for the turn, rather than against it.
    pub const fn is_good(self) -> bool {
        match self {
            Reason::CompletesFor { .. } | Reason::LastMeeple | Reason::Loses { .. } => false,
            Reason::Chance { percent, .. } => percent >= 50,
            Reason::Completes { .. }
            | Reason::Scores { .. }
            | Reason::Deploys { .. }
            | Reason::GetsBack { .. }
            | Reason::TakesOver { .. }
            | Reason::Shares { .. }
            | Reason::Grows { .. }
            | Reason::Blocks { .. }
            | Reason::Beside { .. }
            | Reason::KeepsFigures
            | Reason::KeepsLastMeeple
            | Reason::ExtraTurn
            | Reason::Captures { .. }
            | Reason::Frees { .. }
            | Reason::DrivesOff { .. }
            | Reason::Floor
            | Reason::Guards { .. }
            | Reason::Fairy
            | Reason::FairyLeaves { .. }
            | Reason::DrawsMessage
            | Reason::TakesGold { .. }
            | Reason::Ingot { .. }
            | Reason::Robs { .. }
            | Reason::LiesInWait { .. }
            | Reason::Mage { .. }
            | Reason::MageLeaves { .. }
            | Reason::Witch { .. }
            | Reason::WitchLeaves { .. }
            | Reason::TakesGoods { .. }
            | Reason::Crowns { .. }
            | Reason::Sends { .. } => true,
        }
    }
}

/// The words of the reasons.
macro_rules! words {
    ($($reason:ident $word:literal)*) => {
        impl Reason {
            /// All words, in the order of the reasons.
            pub const WORDS: &[&str] = &[$($word),*];

            /// The word for programs; what else there is to say is in the fields.
            pub const fn word(self) -> &'static str {
                match self { $(Reason::$reason { .. } => $word),* }
            }
        }
    };
}

words! {
    Completes "completes"
    CompletesFor "completes-for"
    Scores "scores"
    Deploys "deploys"
    GetsBack "gets-back"
    TakesOver "takes-over"
    Shares "shares"
    Grows "grows"
    Chance "chance"
    Blocks "blocks"
    Beside "beside"
    KeepsFigures "keeps-figures"
    KeepsLastMeeple "keeps-last-meeple"
    LastMeeple "last-meeple"
    ExtraTurn "extra-turn"
    Captures "captures"
    Frees "frees"
    DrivesOff "drives-off"
    Loses "loses"
    Floor "floor"
    Guards "guards"
    Fairy "fairy"
    FairyLeaves "fairy-leaves"
    DrawsMessage "draws-message"
    TakesGold "takes-gold"
    Ingot "ingot"
    Robs "robs"
    LiesInWait "lies-in-wait"
    Mage "mage"
    MageLeaves "mage-leaves"
    Witch "witch"
    WitchLeaves "witch-leaves"
    TakesGoods "takes-goods"
    Crowns "crowns"
    Sends "sends"
}

/// The one place with words for reasons.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Completes { feature, points } => write!(f, "completes a {} for {points} points", feature.word()),
            Reason::CompletesFor { player, feature, points } => {
                write!(f, "completes a {} for {player}, {points} points", feature.word())
            }
            Reason::Scores { points } => write!(f, "scores {points} points"),
            Reason::Deploys { figure, feature } => write!(f, "puts the {} on a {}", figure.word(), feature.word()),
            Reason::GetsBack { figures: 1 } => write!(f, "gets a figure back"),
            Reason::GetsBack { figures } => write!(f, "gets {figures} figures back"),
            Reason::TakesOver { feature } => write!(f, "takes a {} over", feature.word()),
            Reason::Shares { feature } => write!(f, "shares a {}", feature.word()),
            Reason::Grows { feature } => write!(f, "extends an own {}", feature.word()),
            Reason::Chance { feature, percent } => {
                write!(f, "its {} is completed in {percent} % of games", feature.word())
            }
            Reason::Blocks { player, feature, fits } => {
                let tiles = if fits == 1 { "tile fits" } else { "tiles fit" };
                write!(f, "blocks a {} of {player}, {fits} {tiles} there", feature.word())
            }
            Reason::Beside { cities: 1 } => write!(f, "a completed city lies beside the field"),
            Reason::Beside { cities } => write!(f, "{cities} completed cities lie beside the field"),
            Reason::KeepsLastMeeple => write!(f, "keeps its last meeple"),
            Reason::LastMeeple => write!(f, "spends its last meeple"),
            Reason::KeepsFigures => write!(f, "keeps its figures"),
            Reason::ExtraTurn => write!(f, "earns another turn"),
            Reason::Captures { player, figure } => write!(f, "takes the {} of {player} captive", figure.word()),
            Reason::Frees { player, figure } => write!(f, "gets the {} back that {player} holds", figure.word()),
            Reason::DrivesOff { player, figure } => {
                write!(f, "sends the {} of {player} home without points", figure.word())
            }
            Reason::Loses { figure } => write!(f, "loses the {} without points", figure.word()),
            Reason::Floor => write!(f, "raises a tower"),
            Reason::Guards { figure } => write!(f, "puts the {} on a tower", figure.word()),
            Reason::Fairy => write!(f, "brings the fairy to its figure"),
            Reason::FairyLeaves { player } => write!(f, "takes the fairy from {player}"),
            Reason::DrawsMessage => write!(f, "brings a message"),
            Reason::TakesGold { ingots: 1 } => write!(f, "takes an ingot"),
            Reason::TakesGold { ingots } => write!(f, "takes {ingots} ingots"),
            Reason::Ingot { feature } => write!(f, "puts an ingot on its {}", feature.word()),
            Reason::Robs { player, points } => write!(f, "robs {player} of {points} points"),
            Reason::LiesInWait { player } => write!(f, "lies in wait for {player} with the robber"),
            Reason::Mage { feature } => write!(f, "brings the mage to its {}", feature.word()),
            Reason::MageLeaves { player, feature } => {
                write!(f, "takes the mage from a {} of {player}", feature.word())
            }
            Reason::Witch { player, feature } => write!(f, "brings the witch to a {} of {player}", feature.word()),
            Reason::WitchLeaves { feature } => write!(f, "takes the witch from its {}", feature.word()),
            Reason::TakesGoods { goods } => write!(f, "takes {goods} goods"),
            Reason::Crowns { figure } => write!(f, "puts the {} on a crown space", figure.word()),
            Reason::Sends { figure } => write!(f, "sends the {} to Carcassonne", figure.word()),
        }
    }
}

/// What a turn of a player does, read off what happens while it is carried out.
///
/// Actions that are not legal any more end the turn where they stand.
pub fn reasons(state: &State, turn: &[Action]) -> Vec<Reason> {
    let Actor::Player(player) = state.actor() else { return Vec::new() };
    let mut after = state.clone();
    let mut seen = Seen::new(player);
    for &action in turn {
        seen.may_spend |= may_spend(after.decision());
        // Where it lands is chance.
        seen.has_spent |= matches!(action, Action::Fly(_));
        if after.apply_with(action, &mut seen).is_err() {
            break;
        }
    }
    for &(figure, spot) in &seen.deployed {
        if let Some(region) = after.region(spot) {
            seen.reasons.push(Reason::Deploys { figure, feature: region.feature() });
            if let Some(number) = after.region_number(spot)
                && matches!(region.feature(), Feature::City | Feature::Road)
                && !region.is_complete()
            {
                let percent = Scout::default().chance_of_completion(&after, number);
                seen.reasons.push(Reason::Chance { feature: region.feature(), percent });
            }
            if let Some(number) = after.region_number(spot)
                && region.feature() == Feature::Field
            {
                let mut cities = Vec::new();
                after.for_each_city_beside(number, |city| {
                    if after.facts(city).is_complete() && !cities.contains(&city) {
                        cities.push(city);
                    }
                });
                if !cities.is_empty() {
                    seen.reasons.push(Reason::Beside { cities: cities.len() as u8 });
                }
            }
        }
    }
    modules::compare(&mut seen, state, &after);
    let meeples = |state: &State| state.supply(player, FigureKind::Meeple);
    if meeples(state) > 0 && meeples(&after) == 0 {
        seen.reasons.push(Reason::LastMeeple);
    }
    seen.compare(state, &after);
    if seen.back > 0 {
        seen.reasons.push(Reason::GetsBack { figures: seen.back });
    }
    if seen.may_spend && seen.deployed.is_empty() && !seen.has_spent {
        seen.reasons.push(match meeples(&after) {
            1 => Reason::KeepsLastMeeple,
            _ => Reason::KeepsFigures,
        });
    }
    seen.reasons
}

/// Whether a figure can be spent from this question on.
const fn may_spend(decision: Decision) -> bool {
    matches!(
        decision,
        Decision::Place { .. }
            | Decision::Deploy { .. }
            | Decision::Accompany { .. }
            | Decision::CropAdd { .. }
            | Decision::Send { .. }
    )
}

/// Listens to a turn.
struct Seen {
    player: PlayerId,
    reasons: Vec<Reason>,
    deployed: Vec<(FigureKind, Spot)>,
    back: u8,
    /// Whether somebody asked for a figure, or for the tile on which it could stand.
    may_spend: bool,
    /// Whether a figure was put where it is not on a feature.
    has_spent: bool,
    ingots: u8,
    goods: u8,
    /// Where ingots were put.
    heaps: Vec<Pos>,
    /// The space on which the own robber was put.
    robber: Option<u8>,
    /// What happens now is not the turn's doing any more.
    is_over: bool,
}

impl EventSink for Seen {
    fn event(&mut self, event: Event) {
        match event {
            _ if self.is_over => {}
            Event::TileDrawn { .. } | Event::FinalScoringBegan => self.is_over = true,
            Event::Scored(Award { player, source: Source::Completed(feature), value, .. }) => {
                let points = value.points();
                self.reasons.push(match player == self.player {
                    true => Reason::Completes { feature, points },
                    false => Reason::CompletesFor { player, feature, points },
                });
            }
            Event::Scored(Award { player, source, value, .. }) if player == self.player => {
                let points = value.points();
                self.reasons.push(match source {
                    Source::Robbery(victim) => Reason::Robs { player: victim, points },
                    _ => Reason::Scores { points },
                });
            }
            Event::Deployed { player, figure, spot, .. } if player == self.player => self.deployed.push((figure, spot)),
            Event::Returned { player, figure, why, .. } => self.returned(player, figure, why),
            Event::ExtraTurn { player, .. } if player == self.player => self.reasons.push(Reason::ExtraTurn),
            event => self.hear(event),
        }
    }
}

impl Seen {
    const fn new(player: PlayerId) -> Seen {
        Seen {
            player,
            reasons: Vec::new(),
            deployed: Vec::new(),
            back: 0,
            may_spend: false,
            has_spent: false,
            ingots: 0,
            goods: 0,
            heaps: Vec::new(),
            robber: None,
            is_over: false,
        }
    }

    /// A figure has left its feature. Those that scored, or that their owners took back, are where they are wanted.
    fn returned(&mut self, player: PlayerId, figure: FigureKind, why: ReturnCause) {
        let is_driven_off = match why {
            ReturnCause::Eaten | ReturnCause::Princess { .. } | ReturnCause::Plague | ReturnCause::Challenge => true,
            ReturnCause::Scored
            | ReturnCause::Recalled
            | ReturnCause::AfterPig
            | ReturnCause::LeftAlone
            | ReturnCause::Message
            | ReturnCause::CropCircle
            | ReturnCause::WithMeeple
            | ReturnCause::Seized { .. } => false,
        };
        match (player == self.player, is_driven_off) {
            (true, true) => self.reasons.push(Reason::Loses { figure }),
            (true, false) => self.back += 1,
            (false, true) => self.reasons.push(Reason::DrivesOff { player, figure }),
            (false, false) => {}
        }
    }

    /// What the regions tell that had figures before.
    fn compare(&mut self, before: &State, after: &State) {
        let mut told = Vec::new();
        for figure in before.figures() {
            let (Some(old), Some(new)) = (before.region(figure.spot), after.region(figure.spot)) else { continue };
            let key = (new.spots()[0], figure.owner);
            if new.is_complete() || !new.is_occupied() || told.contains(&key) {
                continue;
            }
            told.push(key);
            let (had, has) = (old.majority(), new.majority());
            let feature = new.feature();
            if figure.owner == self.player {
                if new.tile_count() > old.tile_count() && has.contains(&self.player) {
                    self.reasons.push(Reason::Grows { feature });
                }
            } else if !had.contains(&self.player) && had.contains(&figure.owner) && has.contains(&self.player) {
                let is_shared = has.contains(&figure.owner);
                self.reasons.push(if is_shared { Reason::Shares { feature } } else { Reason::TakesOver { feature } });
            } else if has.contains(&figure.owner) && !has.contains(&self.player) {
                self.reasons.extend(blocked(before, after, figure.spot, figure.owner));
            }
        }
    }
}

/// How much less likely an open region must be completed to be called blocked, in parts of a hundred.
const BLOCKED: u8 = 20;

/// Whether a region of an opponent has become hard to complete.
fn blocked(before: &State, after: &State, spot: Spot, player: PlayerId) -> Option<Reason> {
    let (old, new) = (before.region_number(spot)?, after.region_number(spot)?);
    let facts = after.facts(new);
    if !matches!(facts.feature, Feature::City | Feature::Road) {
        return None;
    }
    let chance = |state: &State, region| Scout::default().chance_of_completion(state, region);
    if chance(before, old) < chance(after, new) + BLOCKED {
        return None;
    }
    let (mut stock, mut fits) = (Stock::new(), u8::MAX);
    stock.read(after);
    after.for_each_opening(&mut stock, |opening| {
        if opening.region == new {
            fits = fits.min(opening.fits);
        }
    });
    Some(Reason::Blocks { player, feature: facts.feature, fits })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bastide_rules::notation::{Record, parse_action};
    use bastide_rules::{BOXES, Base, Game, MagicFigure, Module, Options, Pos, Rotation, catalogue};

    use super::*;
    use crate::Rng;

    /// What is told about these words, said at the end of a record.
    fn told(record: &str, words: &str) -> Vec<Reason> {
        let start = record.find("bastide-record").unwrap();
        let state = Record::parse(&record[start..]).unwrap().state();
        reasons(&state, &[parse_action(&state, words).unwrap()])
    }

    /// The record up to a turn, and what has been done in it.
    fn up_to(record: &str, turn: &str) -> String {
        let (number, _) = turn.split_once(' ').unwrap();
        let before = record.find(&format!("\n{number} ")).unwrap();
        format!("{}\n{turn}\n", &record[..before])
    }

    const TOWER: &str = include_str!("../tests/positions/tower-1.txt");
    const DRAGON: &str = include_str!("../tests/positions/dragon-2.txt");
    const MESSAGES: &str = include_str!("../tests/positions/messages-1.txt");
    const MAGIC: &str = include_str!("../tests/positions/magic-1.txt");
    const WITCH: &str = include_str!("../tests/positions/magic-2.txt");

    #[test]
    fn what_pieces_of_modules_do_is_told() {
        let (anna, borys) = (PlayerId::new(0).unwrap(), PlayerId::new(1).unwrap());
        let meeple = FigureKind::Meeple;
        let captive = told(TOWER, "seize:2.meeple@-1,-3/field:3");
        assert_eq!(captive, [Reason::Captures { player: borys, figure: meeple }]);
        assert_eq!(captive[0].to_string(), "takes the meeple of player 2 captive");
        assert_eq!(told(DRAGON, "fairy@0,1"), [Reason::Fairy, Reason::KeepsFigures]);
        assert_eq!(told(MESSAGES, "act@-4,2/city:N"), [Reason::Scores { points: 7 }]);
        let mage = told(&up_to(MAGIC, "13 Anna mage-witch/C -1,-1 r3"), "mage@0,-2/city:E");
        assert_eq!(mage, [Reason::Mage { feature: Feature::City }]);
        let witch = told(&up_to(MAGIC, "33 Anna mage-witch/A -5,1 r1"), "witch@-2,2/city:E");
        assert_eq!(witch, [Reason::Witch { player: borys, feature: Feature::City }]);
        // Since turn 25 she stands on a road of Borys, wherever she goes now.
        let start = WITCH.find("bastide-record").unwrap();
        let state = Record::parse(&up_to(&WITCH[start..], "36 Borys mage-witch/E -3,2 r3")).unwrap().state();
        let is_witch = |action: &&Action| matches!(action, Action::Magic { figure: MagicFigure::Witch, .. });
        let leaves = Reason::WitchLeaves { feature: Feature::Road };
        assert!(state.legal_actions().iter().filter(is_witch).all(|&away| reasons(&state, &[away]).contains(&leaves)));
        assert!(state.legal_actions().iter().any(|away| is_witch(&away)));
        let robbers = "bastide-record 1\nbase v3\nwith robbers\nplayers Anna Borys\n\n1 Anna robbers/F\n";
        assert_eq!(told(robbers, "robber:0"), [Reason::LiesInWait { player: borys }]);
        let robbers = format!("{} robber:0\n", robbers.trim_end());
        assert_eq!(told(&robbers, "robber:0"), [Reason::LiesInWait { player: anna }]);
    }

    /// Random games of all boxes and of everything that boxes do not hold together.
    #[test]
    fn every_module_has_something_to_tell() {
        let mut options: Vec<Options> = BOXES.iter().map(|info| Options::of_box(info, 2).unwrap()).collect();
        options.push([Module::Dragon, Module::Tower].into_iter().fold(Options::new(Base::Classic, 3), Options::with));
        let supply = |state: &State, player| -> u32 {
            FigureKind::ALL.iter().map(|&kind| u32::from(state.supply(player, kind))).sum()
        };
        let mut words = BTreeSet::new();
        for (seed, &options) in (0..4).flat_map(|seed| options.iter().map(move |options| (seed, options))) {
            let mut state = State::new(Game::new(options).unwrap());
            let mut rng = Rng::new(seed);
            while let Some(action) = state.choose(|count| rng.below(count)) {
                let mut after = state.clone();
                after.apply(action).unwrap();
                if let Actor::Player(player) = state.actor() {
                    let told = reasons(&state, &[action]);
                    words.extend(told.iter().map(|reason| reason.word()));
                    let taken: u8 =
                        told.iter().map(|one| if let Reason::TakesGold { ingots } = one { *ingots } else { 0 }).sum();
                    assert_eq!(taken, after.ingots(player) - state.ingots(player), "{action:?}: {told:?}");
                    let is_kept = |one: &Reason| matches!(one, Reason::KeepsFigures | Reason::KeepsLastMeeple);
                    let has_fewer = supply(&after, player) < supply(&state, player);
                    assert!(!(has_fewer && told.iter().any(is_kept)), "{action:?}: {told:?}");
                    let figures = after.figures();
                    let is_fairy_own =
                        figures.iter().any(|figure| figure.owner == player && Some(figure.spot.pos) == after.fairy());
                    assert!(is_fairy_own || !told.contains(&Reason::Fairy), "{action:?}: {told:?}");
                }
                state = after;
            }
        }
        let wanted = "captures frees drives-off loses floor guards fairy fairy-leaves draws-message takes-gold \
            ingot robs lies-in-wait mage mage-leaves witch takes-goods crowns sends";
        for word in wanted.split(' ') {
            assert!(words.contains(word), "{word} is not among {words:?}");
        }
    }

    #[test]
    fn a_completed_city_is_told_with_its_points_and_its_figure() {
        let mut state = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
        state.apply(Action::Draw(catalogue::find("base-classic", "E").unwrap().id)).unwrap();
        let place = Action::Place { pos: Pos::new(0, -1), rotation: Rotation::new(2) };
        let mut placed = state.clone();
        placed.apply(place).unwrap();
        let city = Spot { pos: Pos::new(0, -1), segment: 0 };
        assert_eq!(placed.region(city).unwrap().feature(), Feature::City);
        let told = reasons(&state, &[place, Action::Deploy { figure: FigureKind::Meeple, spot: city }]);
        assert_eq!(
            told,
            [
                Reason::Completes { feature: Feature::City, points: 4 },
                Reason::Deploys { figure: FigureKind::Meeple, feature: Feature::City },
                Reason::GetsBack { figures: 1 },
            ]
        );
        assert_eq!(told[0].to_string(), "completes a city for 4 points");
        assert_eq!(reasons(&state, &[place, Action::Pass]), [Reason::KeepsFigures]);
    }

    #[test]
    fn an_open_city_is_told_with_its_chance() {
        let mut state = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
        state.apply(Action::Draw(catalogue::find("base-classic", "E").unwrap().id)).unwrap();
        let place = Action::Place { pos: Pos::new(0, 1), rotation: Rotation::new(2) };
        let mut placed = state.clone();
        placed.apply(place).unwrap();
        let city = Spot { pos: Pos::new(0, 1), segment: 0 };
        assert_eq!(placed.region(city).unwrap().feature(), Feature::City);
        let told = reasons(&state, &[place, Action::Deploy { figure: FigureKind::Meeple, spot: city }]);
        let [Reason::Deploys { .. }, Reason::Chance { feature: Feature::City, percent }] = told[..] else {
            panic!("{told:?}")
        };
        assert!((80..=100).contains(&percent), "one cell is open and many tiles close it: {percent}");
    }
}
