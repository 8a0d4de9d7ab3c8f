//! The deploy step: a figure on the tile just laid (BASE-18 to BASE-22), or one thing that modules allow instead
//! (TURN-12, COMBO-2, ORDER-8).

use std::ops::ControlFlow;

use crate::action::{Action, Spot};
use crate::board::SegmentId;
use crate::decision::Decision;
use crate::event::{Deployment, Event, EventSink};
use crate::figure::FigureKind;
use crate::module::Module;
use crate::modules::{abbot, dragon, farmers, flying, tower, traders_classic, wheel};
use crate::player::PlayerId;
use crate::refusal::{Absent, Refusal};
use crate::stage::{Ask, Binding, Next, Question};
use crate::state::State;
use crate::tile::Feature;
use crate::turn::Step;

/// Where the script goes when the action of the turn is done.
pub(crate) const AFTER_ACTION: Next = Next::To(Step::PutFerry);

/// A visitor that may have seen enough.
pub(crate) type Visitor<'a> = dyn FnMut(Action) -> ControlFlow<()> + 'a;

/// Another way to place a figure in the deploy step than a meeple on the tile just laid.
pub(crate) trait Placing {
    /// Every figure and place.
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()>;

    /// The rule by which a figure is placed so; none if it is not.
    fn rule(state: &State, figure: FigureKind, spot: Spot) -> Option<&'static str>;
}

/// Something that may be done in the deploy step instead of placing a figure.
pub(crate) trait Alternative {
    /// Every way to do it.
    fn list(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()>;

    /// Why it may not be done like this.
    fn check(state: &State, action: Action) -> Result<(), Refusal>;

    /// What the game must have for it and has not.
    fn absent(state: &State) -> Option<Absent>;

    /// The rule by which it may be done.
    fn rule(state: &State, action: Action) -> &'static str;

    /// Does it.
    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next;
}

/// The list of the alternatives: how a game with modules lists them, and which of them an action is.
macro_rules! alternatives {
    (elsewhere { $($placing:path,)* } instead { $($pattern:pat => $alternative:path,)* } never { $($never:pat,)* }) => {
        /// What modules add to the list, in this order.
        #[inline(never)]
        fn for_each_alternative(state: &State, visit: &mut Visitor<'_>) -> ControlFlow<()> {
            $(<$placing as Placing>::list(state, visit)?;)*
            $(<$alternative as Alternative>::list(state, visit)?;)*
            ControlFlow::Continue(())
        }

        fn check_answer(state: &State, action: Action) -> Result<(), Refusal> {
            match action {
                Action::Deploy { figure, spot } => check_figure(state, figure, spot),
                Action::RecallAbbot => <abbot::Recall as Alternative>::check(state, action),
                Action::Pass => Ok(()),
                $($pattern => <$alternative as Alternative>::check(state, action),)*
                $($never)|* => Err(state.not_asked()),
            }
        }

        /// The rule of an answer that is not the usual one (BASE-18).
        pub(crate) fn rule_of(state: &State, action: Action) -> Option<&'static str> {
            match action {
                Action::Deploy { figure, spot } => {
                    let rules = [$(<$placing as Placing>::rule(state, figure, spot)),*];
                    rules.into_iter().flatten().next()
                }
                Action::RecallAbbot => Some(<abbot::Recall as Alternative>::rule(state, action)),
                $($pattern => Some(<$alternative as Alternative>::rule(state, action)),)*
                Action::Pass $(| $never)* => None,
            }
        }

        /// What an answer is about, if the game does not have it.
        pub(crate) fn absent(state: &State, action: Action) -> Option<Absent> {
            match action {
                Action::RecallAbbot => <abbot::Recall as Alternative>::absent(state),
                $($pattern => <$alternative as Alternative>::absent(state),)*
                Action::Deploy { .. } | Action::Pass $(| $never)* => None,
            }
        }

        #[inline(never)]
        fn answer_otherwise<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
            match action {
                Action::RecallAbbot => <abbot::Recall as Alternative>::answer(state, action, sink),
                $($pattern => <$alternative as Alternative>::answer(state, action, sink),)*
                Action::Deploy { .. } | Action::Pass $(| $never)* => Next::Again,
            }
        }
    };
}

alternatives! {
    // Other ways to place a figure.
    elsewhere {
        traders_classic::InsteadOfMeeple, // TRADC-6, TRADC-12
        dragon::Portal,                   // DRAGON-27
    }
    // What is done instead.
    instead {
        Action::Fairy(_) => dragon::MoveFairy,                          // DRAGON-43
        Action::Seize { .. } => dragon::Princess,                       // DRAGON-32
        Action::Floor(_) | Action::Guard { .. } => tower::Building,     // TOWER-5 to TOWER-8
        Action::Ransom { .. } => tower::RansomFirst,                    // ORDER-20
        Action::Crown { .. } => wheel::Crowning,                        // WHEEL-32
        Action::Fly(_) => flying::TakeFlight,                           // FLY-2
    }
    // Actions of other steps.
    never {
        Action::Draw(_), Action::Place { .. }, Action::Roll(_), Action::Land(_), Action::Accompany,
        Action::Ferry { .. }, Action::Ingot(_), Action::Magic { .. }, Action::MagicAside(_), Action::Robber(_),
        Action::ScoreNext(_), Action::Mark(_), Action::Rob(_), Action::DrawMessage(_), Action::TwoPoints,
        Action::CarryOut, Action::Target(_), Action::Return { .. }, Action::ReturnBoth { .. }, Action::Crop(_),
        Action::Gingerbread(_), Action::ReturnGuard(_), Action::StepDragon(_), Action::SeizeGuard(_),
        Action::Exchange(_), Action::MoveOut { .. }, Action::Send { .. }, Action::MoveCount(_),
    }
}

/// The player may place a figure or recall the abbot.
pub(crate) struct Deploy;

impl Question for Deploy {
    #[inline]
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        // A decision whose only answer is to pass is not asked.
        let can_act = state.for_each_tile_action(|_| ControlFlow::Break(())).is_break();
        Ask::unless_asked(can_act, AFTER_ACTION)
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Deploy { player: state.turn.active, at: state.laid_at() })
    }

    fn binding(_: &State) -> Binding {
        Binding::May("BASE-18")
    }

    #[inline]
    fn list(state: &State, mut visit: impl FnMut(Action)) {
        let _ = state.for_each_tile_action(|action| {
            visit(action);
            ControlFlow::Continue(())
        });
        visit(Action::Pass);
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        check_answer(state, action)
    }

    #[inline]
    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        if let Action::Deploy { figure, spot } = action {
            if let Some(segment) = state.segment_at(spot) {
                let how = if state.is_by_portal(segment) { Deployment::Portal } else { Deployment::OnTile };
                state.put_figure(state.turn.active, figure, segment, how, sink);
            }
            Next::To(Step::Accompany)
        } else if action == Action::Pass {
            AFTER_ACTION
        } else {
            answer_otherwise(state, action, sink)
        }
    }
}

/// Whether the active player may place a figure there: on the tile just laid, or through a portal.
fn check_figure(state: &State, figure: FigureKind, spot: Spot) -> Result<(), Refusal> {
    match state.segment_at(spot) {
        Some(segment) if !state.is_by_portal(segment) => state.check_deploy(figure, segment),
        Some(segment) if figure.is_meeple() => {
            dragon::check_portal(state, segment)?;
            state.check_deploy(figure, segment)
        }
        _ => Err(Refusal::NotOnLaidTile),
    }
}

impl State {
    /// Whether an answer goes through the portal of the tile just laid (DRAGON-27).
    pub fn goes_through_portal(&self, action: Action) -> bool {
        let Action::Deploy { spot, .. } = action else { return false };
        let is_asked = matches!(self.decision(), Decision::Deploy { .. });
        is_asked && self.segment_at(spot).is_some_and(|segment| self.is_by_portal(segment))
    }

    /// Whether a figure of this step comes to a segment by the portal.
    fn is_by_portal(&self, segment: SegmentId) -> bool {
        self.board.tile_of(segment) != self.board.last_tile()
    }

    /// Whether the active player may place a figure on a segment of the tile just laid.
    #[inline]
    pub(crate) fn check_deploy(&self, figure: FigureKind, segment: SegmentId) -> Result<(), Refusal> {
        if !figure.is_meeple() && self.game.has(Module::TradersClassic) {
            return traders_classic::check_deploy(self, figure, segment);
        }
        self.check_feature(figure, self.board.feature(segment))?;
        if self.figures.in_supply(self.turn.active, figure) == 0 {
            return Err(Refusal::NoneLeft(figure));
        }
        if !self.board.region_at(segment).strength.is_zero() {
            return Err(Refusal::Occupied);
        }
        if !self.game.is_plain() {
            dragon::check_tile(self, self.board.pos_of_segment(segment))?;
        }
        Ok(())
    }

    /// Whether a figure may ever be placed on such a feature in this game. Builder and pig come with
    /// a meeple, never alone (TRADE-9, TRADE-25).
    #[inline]
    pub(crate) fn check_feature(&self, figure: FigureKind, feature: Feature) -> Result<(), Refusal> {
        match feature {
            Feature::Field => farmers::check_field(&self.game)?,
            Feature::Garden => abbot::check_garden(&self.game)?,
            Feature::City | Feature::Road | Feature::Monastery | Feature::Shrine => {}
        }
        if figure.is_meeple() && figure.may_stand_on(feature) {
            Ok(())
        } else {
            Err(Refusal::WrongFeature(figure, feature))
        }
    }

    /// The answers of the deploy step except to pass, in order, until the visitor has seen enough.
    #[inline]
    pub(crate) fn for_each_tile_action(&self, mut visit: impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let tile = self.board.last_tile();
        let pos = self.board.tile(tile).pos;
        for figure in FigureKind::MEEPLES {
            if self.figures.in_supply(self.turn.active, figure) == 0 {
                continue;
            }
            for (index, segment) in (0..).zip(self.board.segments_of(tile)) {
                if self.check_deploy(figure, segment).is_ok() {
                    visit(Action::Deploy { figure, spot: Spot { pos, segment: index } })?;
                }
            }
        }
        if !self.game.is_plain() {
            for_each_alternative(self, &mut visit)?;
        }
        if self.game.has(Module::Abbot) {
            <abbot::Recall as Alternative>::list(self, &mut visit)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Moves a figure from a player's supply to a segment.
    pub(crate) fn put_figure<S: EventSink>(
        &mut self,
        player: PlayerId,
        figure: FigureKind,
        segment: SegmentId,
        how: Deployment,
        sink: &mut S,
    ) {
        self.figures.deploy(player, figure, segment);
        self.board.add_strength(segment, player.index(), figure.strength());
        let spot = self.spot(segment);
        sink.event(Event::Deployed { player, figure, spot, how });
        if S::LISTENS
            && let Some(opposite) = self.challenge(spot)
        {
            sink.event(Event::ChallengeBegan { spot, opposite });
        }
    }
}
