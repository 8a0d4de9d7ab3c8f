//! What a bot found: the action it takes, and on request the turns it weighed with their values and
//! the reasons, in terms a person understands.

use std::fmt;

use crate::features::Scout;
use bastide_rules::{
    Action, Actor, Award, Event, EventSink, Feature, FigureKind, PlayerId, Source, Spot, State, Stock,
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
}

impl Reason {
    /// Whether it speaks for the turn, rather than against it.
    pub const fn is_good(self) -> bool {
        match self {
            Reason::CompletesFor { .. } | Reason::LastMeeple => false,
            Reason::Chance { percent, .. } => percent >= 50,
            _ => true,
        }
    }

    /// The word for programs; what else there is to say is in the fields.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Completes { .. } => "completes",
            Reason::CompletesFor { .. } => "completes-for",
            Reason::Scores { .. } => "scores",
            Reason::Deploys { .. } => "deploys",
            Reason::GetsBack { .. } => "gets-back",
            Reason::TakesOver { .. } => "takes-over",
            Reason::Shares { .. } => "shares",
            Reason::Grows { .. } => "grows",
            Reason::Chance { .. } => "chance",
            Reason::Blocks { .. } => "blocks",
            Reason::Beside { .. } => "beside",
            Reason::KeepsFigures => "keeps-figures",
            Reason::KeepsLastMeeple => "keeps-last-meeple",
            Reason::LastMeeple => "last-meeple",
            Reason::ExtraTurn => "extra-turn",
        }
    }
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
        }
    }
}

/// What a turn of a player does, read off what happens while it is carried out.
///
/// Actions that are not legal any more end the turn where they stand.
pub fn reasons(state: &State, turn: &[Action]) -> Vec<Reason> {
    let Actor::Player(player) = state.actor() else { return Vec::new() };
    let mut after = state.clone();
    let mut seen = Seen { player, reasons: Vec::new(), deployed: Vec::new(), back: 0, is_over: false };
    for &action in turn {
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
    let meeples = |state: &State| state.supply(player, FigureKind::Meeple);
    if meeples(state) > 0 && meeples(&after) == 0 {
        seen.reasons.push(Reason::LastMeeple);
    }
    seen.compare(state, &after);
    if seen.back > 0 {
        seen.reasons.push(Reason::GetsBack { figures: seen.back });
    }
    if seen.deployed.is_empty() {
        seen.reasons.push(match meeples(&after) {
            1 => Reason::KeepsLastMeeple,
            _ => Reason::KeepsFigures,
        });
    }
    seen.reasons
}

/// Listens to a turn.
struct Seen {
    player: PlayerId,
    reasons: Vec<Reason>,
    deployed: Vec<(FigureKind, Spot)>,
    back: u8,
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
            Event::Scored(Award { player, value, .. }) if player == self.player => {
                self.reasons.push(Reason::Scores { points: value.points() });
            }
            Event::Deployed { player, figure, spot, .. } if player == self.player => self.deployed.push((figure, spot)),
            Event::Returned { player, .. } if player == self.player => self.back += 1,
            Event::ExtraTurn { player } if player == self.player => self.reasons.push(Reason::ExtraTurn),
            _ => {}
        }
    }
}

impl Seen {
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
    use bastide_rules::{Base, Game, Options, Pos, Rotation, catalogue};

    use super::*;

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
