//! What would follow from an answer, told before it is given. Nothing is decided here: the answer is given on a copy of the
//! table, and what happens there is told.

mod directly;

use crate::action::Action;
use crate::decision::{Actor, Decision};
use crate::event::{Award, Event, ReturnCause};
use crate::figure::FigureKind;
use crate::modules::count::Quarter;
use crate::modules::wheel::{self, Sector};
use crate::player::PlayerId;
use crate::state::State;
use crate::tile::Goods;

/// Something that follows from an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consequence {
    /// Points are given.
    Scores(Award),
    /// A ransom is paid (TOWER-29).
    Pays {
        /// Who pays.
        player: PlayerId,
        /// Who is paid.
        to: PlayerId,
        /// How much.
        points: i32,
    },
    /// A figure leaves its place.
    Leaves {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// What becomes of it.
        fate: Fate,
    },
    /// Goods are taken for a completed city (TRADE-4).
    Goods {
        /// By whom.
        player: PlayerId,
        /// Which.
        goods: Goods,
        /// How many.
        count: u8,
    },
    /// Ingots are taken from a completed feature (GOLD-7).
    Ingots {
        /// By whom.
        player: PlayerId,
        /// How many.
        count: u8,
    },
    /// The same player takes another turn (TRADE-15, TRADC-10).
    Again {
        /// Who.
        player: PlayerId,
    },
    /// The region at the place that the answer is about; what mage or witch left is not told of.
    Region {
        /// What it is worth before the answer and after it, as far as it is built.
        worth: [i32; 2],
        /// Its tiles after the answer.
        tiles: u16,
        /// Its open ends after the answer; for monasteries and gardens the empty cells around.
        open: u16,
    },
    /// A meeple can be captured next (TOWER-11).
    InReach {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
    },
    /// A robber waits for this player's marker, and takes half of what it scores next (ROB-7, ROB-8).
    Robs {
        /// Whose marker stands there.
        player: PlayerId,
    },
    /// The meeple on a crown space scores this when the pig stops at its sector (WHEEL-36, WHEEL-37).
    Crown {
        /// Whose.
        player: PlayerId,
        /// The sector.
        sector: Sector,
        /// What it is worth as the spaces are taken now.
        points: i32,
    },
    /// Who has the majority on the region at the place that the answer is about, if the answer changes it (BASE-32).
    Leads {
        /// One of them.
        player: PlayerId,
    },
    /// The fairy comes to a meeple or leaves it: beside her it is safe from the dragon, brings a point at the start of each
    /// turn of its owner, and 3 more when it scores (DRAGON-44 to DRAGON-48).
    Fairy {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// She comes; else she leaves.
        comes: bool,
    },
    /// The places where a flier can land if the die shows this number; without any it comes back (FLY-5, FLY-6, FLY-10).
    Flight {
        /// The number.
        number: u8,
        /// How many places.
        places: u8,
    },
    /// The features that can be entered from a quarter when they are completed, or fields at the end (COUNT-14, COUNT-15).
    Quarter {
        /// The quarter.
        quarter: Quarter,
        /// How many are incomplete.
        features: u16,
        /// What the best of them is worth so far.
        most: i32,
    },
    /// Meeples that the count keeps in their quarter, or no longer (COUNT-13).
    Count {
        /// Whose.
        player: PlayerId,
        /// Which.
        figure: FigureKind,
        /// How many.
        count: u8,
        /// He comes to them; else he leaves them.
        comes: bool,
    },
    /// A crop circle lets this player add a meeple (CROP-10, CORN-7).
    Adds {
        /// Who.
        player: PlayerId,
    },
    /// A crop circle makes this player take a meeple back (CROP-11, CORN-9).
    TakesBack {
        /// Who.
        player: PlayerId,
    },
    /// All this if somebody else leaves out what they may do before it (COUNT-14).
    Unless {
        /// Who may do something.
        player: PlayerId,
    },
}

/// What becomes of a figure that leaves its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It comes back to its owner.
    Home,
    /// The dragon eats it: it comes back to its owner without points (DRAGON-21).
    Eaten,
    /// The princess sends it away (DRAGON-32).
    SentAway,
    /// It becomes a captive (TOWER-18).
    Captive {
        /// Of whom.
        by: PlayerId,
    },
    /// It was a captive and comes back to its owner (TOWER-26, TOWER-29).
    Freed,
}

impl State {
    /// What follows from an answer in this turn, as far as it is certain: until chance acts or something else must be
    /// decided. What may be left out is left out. Nothing for what is no answer.
    ///
    /// ```
    /// use bastide_rules::{Action, Consequence, catalogue, notation, Pos, Rotation};
    /// // The first player's city has one gap.
    /// let table = "bastide-position 1 base=classic players=2 turn=2 next=1 points=0,0 \
    ///              tiles=Ds@0,0/r0 figures=1.meeple@0,0/city:N";
    /// let mut state = notation::parse_position(table)?;
    /// state.apply(Action::Draw(catalogue::find("base-classic", "E").unwrap().id))?;
    /// let closes = Action::Place { pos: Pos::new(0, -1), rotation: Rotation::new(2) };
    /// let scored = |consequence| match consequence {
    ///     Consequence::Scores(award) => award.points(),
    ///     _ => 0,
    /// };
    /// assert_eq!(state.foresee(closes).into_iter().map(scored).sum::<i32>(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn foresee(&self, action: Action) -> Vec<Consequence> {
        if !matches!(self.actor(), Actor::Player(_)) || !self.is_legal(action) {
            return Vec::new();
        }
        let mut after = self.clone();
        let mut events = Vec::new();
        after.resolve(action, &mut events);
        let mut found = directly::follows(self, &after, action);
        let (others, is_ordered) = play_out(self, &mut after, &mut events);
        let last = events.iter().position(Event::ends_turn).unwrap_or(events.len());
        let of_turn = events[..last].iter().filter_map(|&event| told(event));
        // Who takes ingots depends on the order of scoring, which is still to be chosen (GOLD-13).
        let is_settled = |one: &Consequence| is_ordered || !matches!(one, Consequence::Ingots { .. });
        found.extend(of_turn.filter(is_settled));
        if !found.is_empty() {
            found.extend(others.into_iter().map(|player| Consequence::Unless { player }));
        }
        found
    }

    /// What a sector of the wheel would give to each player if the pig stopped there now, its crown spaces included; not
    /// what fortune gives to who draws (WHEEL-21).
    pub fn sector_points(&self, sector: Sector) -> Vec<(PlayerId, i32)> {
        let points = |player| (player, wheel::points_of(self, sector, player));
        self.game.seats().map(points).filter(|&(_, points)| points > 0).collect()
    }
}

/// Leaves out what may be left out until the turn cannot go on by itself: who else left something out, and whether no
/// order of scoring was chosen on the way.
fn play_out(before: &State, after: &mut State, events: &mut Vec<Event>) -> (Vec<PlayerId>, bool) {
    let mut others = Vec::new();
    let mut is_ordered = true;
    while let Actor::Player(asked) = after.actor() {
        if after.turn.number != before.turn.number || after.is_between_turns() {
            break;
        }
        if matches!(after.decision(), Decision::ScoreNext { .. }) {
            is_ordered = false;
            let Some(&first) = after.legal_actions().first() else { break };
            after.resolve(first, events);
        } else if after.is_legal(Action::Pass) {
            if Actor::Player(asked) != before.actor() && !others.contains(&asked) {
                others.push(asked);
            }
            after.resolve(Action::Pass, events);
        } else {
            break;
        }
    }
    (others, is_ordered)
}

/// An event as a consequence, if it is one that a player weighs.
fn told(event: Event) -> Option<Consequence> {
    let leaves = |player, figure, fate| Some(Consequence::Leaves { player, figure, fate });
    match event {
        Event::Scored(award) => Some(Consequence::Scores(award)),
        Event::Returned { player, figure, why, .. } | Event::LeftTower { player, figure, why, .. } => match why {
            ReturnCause::Eaten => leaves(player, figure, Fate::Eaten),
            ReturnCause::Princess { .. } => leaves(player, figure, Fate::SentAway),
            // A captive is told of by itself.
            ReturnCause::Seized { by, .. } if by != player => None,
            ReturnCause::Scored
            | ReturnCause::Recalled
            | ReturnCause::AfterPig
            | ReturnCause::LeftAlone
            | ReturnCause::Message
            | ReturnCause::CropCircle
            | ReturnCause::Plague
            | ReturnCause::Challenge
            | ReturnCause::WithMeeple
            | ReturnCause::Seized { .. } => leaves(player, figure, Fate::Home),
        },
        Event::Captured { captor, owner, figure, .. } => leaves(owner, figure, Fate::Captive { by: captor }),
        Event::Freed { owner, figure, .. } => leaves(owner, figure, Fate::Freed),
        Event::Uncrowned { player, figure, .. } => leaves(player, figure, Fate::Home),
        Event::RobberReturned { player, .. } => leaves(player, FigureKind::Robber, Fate::Home),
        Event::Ransomed { player, captor, points, .. } => Some(Consequence::Pays { player, to: captor, points }),
        Event::GoodsTaken { player, goods, count } => Some(Consequence::Goods { player, goods, count }),
        Event::IngotsTaken { player, count, .. } => Some(Consequence::Ingots { player, count }),
        Event::ExtraTurn { player, .. } => Some(Consequence::Again { player }),
        Event::TileDrawn { .. }
        | Event::TileDiscarded { .. }
        | Event::TilePlaced { .. }
        | Event::Deployed { .. }
        | Event::RobberPut { .. }
        | Event::RobberFollowed { .. }
        | Event::IngotPut { .. }
        | Event::MagicMoved { .. }
        | Event::MagicAside { .. }
        | Event::Rolled { .. }
        | Event::FlightFailed { .. }
        | Event::FerryPut { .. }
        | Event::BuilderAside { .. }
        | Event::MarkerMoved { .. }
        | Event::MessageDrawn { .. }
        | Event::CropChosen { .. }
        | Event::GingerbreadMoved { .. }
        | Event::GingerbreadAside
        | Event::PigMoved { .. }
        | Event::Crowned { .. }
        | Event::ChallengeBegan { .. }
        | Event::ChallengeLost { .. }
        | Event::DragonMoved { .. }
        | Event::FairyMoved { .. }
        | Event::FloorPut { .. }
        | Event::GuardPut { .. }
        | Event::LeftQuarter { .. }
        | Event::Sent { .. }
        | Event::CountMoved { .. }
        | Event::TurnBegan { .. }
        | Event::FinalScoringBegan
        | Event::GameEnded => None,
    }
}
