//! Crop circles (CROP, CORN): after the turn everybody adds a meeple or takes one back. The two boxes
//! print two texts; each tile follows its own (COMBO-D27). They differ in where a meeple is added.

use crate::action::{Action, CropAction, Spot};
use crate::board::SegmentId;
use crate::catalogue;
use crate::decision::Decision;
use crate::event::{Deployment, Event, EventSink, ReturnCause};
use crate::figure::{Figure, FigureKind};
use crate::hash::{About, Fact, Tell};
use crate::module::Module;
use crate::player::PlayerId;
use crate::refusal::{Duty, Refusal};
use crate::round::Round;
use crate::stage::{
    Ask, Binding, Next, Question, check_listed, finish_in_round, has_answers, is_listed, waits_in_round,
};
use crate::state::State;
use crate::tile::{CropCircle, Feature};
use crate::turn::Step;

/// The figures that a circle adds and takes (CROP-D2, CROP-D3, CORN-D6, CORN-D7).
const KINDS: [FigureKind; 2] = [FigureKind::Meeple, FigureKind::Large];

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Crop {
    /// What the active player chose, while the round lasts.
    chosen: Option<CropAction>,
    round: Round,
}

impl Tell for Crop {
    fn tell(&self, _: &State, tell: &mut impl FnMut(Fact)) {
        let Crop { chosen, round } = *self;
        tell(Fact::about(About::Crop).option(chosen.map(|action| action as u8)).round(round));
    }
}

/// The circle of the tile just laid (CROP-5, CORN-5).
pub(crate) fn circle(state: &State) -> Option<CropCircle> {
    state.laid_symbols().crop_circle
}

/// Whether the circle of the tile just laid concerns anybody; else its choice would have no effect (CORN-D4, CROP-D14).
/// An own meeple is not needed (CROP-14).
pub(crate) fn concerns_anybody(state: &State) -> bool {
    circle(state).is_some() && state.figures.standing().iter().any(|figure| is_concerned(state, figure.owner, figure))
}

/// Whether a meeple may be added on any tile of the feature, as the Big Box has it (CROP-13), and not
/// only beside an own one (CORN-8).
pub(crate) fn adds_anywhere(state: &State) -> bool {
    let laid = state.board.tile(state.board.last_tile());
    let set = catalogue::set_of(state.game.kind(laid.kind).tile).name;
    Module::Crop.info().sets.contains(&set)
}

/// The feature that a circle concerns (CROP-6 to CROP-8, CORN-2).
const fn feature_of(circle: CropCircle) -> Feature {
    match circle {
        CropCircle::Pitchfork => Feature::Field,
        CropCircle::Club => Feature::Road,
        CropCircle::Shield => Feature::City,
    }
}

/// The player chooses the action of a crop circle (CROP-5, CORN-5).
pub(crate) struct Choice;

impl Question for Choice {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        Ask::unless_asked(concerns_anybody(state), Next::To(Step::Send))
    }

    fn decision(state: &State) -> Option<Decision> {
        Some(Decision::Crop { player: state.turn.active, circle: circle(state)? })
    }

    fn binding(state: &State) -> Binding {
        Binding::Must(if adds_anywhere(state) { Duty::Crop } else { Duty::Corn })
    }

    fn list(_: &State, mut visit: impl FnMut(Action)) {
        CropAction::ALL.into_iter().for_each(|action| visit(Action::Crop(action)));
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        check_listed::<Choice>(state, action)
    }

    /// Everybody carries the action out, the player to the left first, the active player last (CROP-9, CORN-6).
    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        let Action::Crop(chosen) = action else { return Next::On };
        let players = state.game.players();
        let player = state.turn.active;
        state.crop = Crop { chosen: Some(chosen), round: Round::of_all(player.next(players as u8), players) };
        if let Some(circle) = circle(state) {
            sink.event(Event::CropChosen { player, circle, action: chosen });
        }
        Next::On
    }
}

/// Everybody carries it out; who has no meeple of the type, or none to add, does nothing (CROP-12, CROP-D1, CORN-12,
/// CORN-D2).
pub(crate) struct Everybody;

impl Question for Everybody {
    fn enter<S: EventSink>(state: &mut State, _: &mut S) -> Ask {
        if waits_in_round(state, |state| &mut state.crop.round, |state, _| has_answers::<Everybody>(state)) {
            return Ask::Waits;
        }
        state.crop = Crop::default();
        Ask::Goes(Next::On)
    }

    fn decision(state: &State) -> Option<Decision> {
        let ((player, chosen), circle) = (acting(state)?, circle(state)?);
        Some(match chosen {
            CropAction::Add => Decision::CropAdd { player, circle },
            CropAction::Return => Decision::CropReturn { player, circle },
        })
    }

    fn binding(state: &State) -> Binding {
        let is_corn = !adds_anywhere(state);
        match acting(state) {
            Some((_, CropAction::Add)) => Binding::Must(if is_corn { Duty::CornAdd } else { Duty::CropAdd }),
            Some((_, CropAction::Return)) => Binding::Must(if is_corn { Duty::CornReturn } else { Duty::CropReturn }),
            None => Binding::Nobody,
        }
    }

    fn list(state: &State, visit: impl FnMut(Action)) {
        let Some(player) = state.crop.round.current() else { return };
        match state.crop.chosen {
            Some(CropAction::Add) => for_each_addition(state, player, visit),
            Some(CropAction::Return) => state.for_each_return(|figure| is_concerned(state, player, figure), visit),
            None => {}
        }
    }

    fn check(state: &State, action: Action) -> Result<(), Refusal> {
        if let Action::Deploy { figure, spot } = action {
            let is_adding = state.crop.chosen == Some(CropAction::Add);
            return if is_adding { check_add(state, figure, spot).map(|_| ()) } else { Err(state.not_asked()) };
        }
        if is_listed::<Everybody>(state, action) {
            return Ok(());
        }
        let (Action::Return { figure, spot } | Action::ReturnBoth { figure, spot }) = action else {
            return Err(state.not_asked());
        };
        Err(not_concerned(state, figure, spot))
    }

    fn answer<S: EventSink>(state: &mut State, action: Action, sink: &mut S) -> Next {
        let Some(player) = state.crop.round.current() else { return Next::Again };
        if let Action::Deploy { figure, spot } = action {
            if let Some(segment) = state.segment_at(spot) {
                state.put_figure(player, figure, segment, Deployment::CropCircle, sink);
            }
        } else {
            state.return_as(player, action, ReturnCause::CropCircle, sink);
        }
        finish_in_round(&mut state.crop.round);
        Next::Again
    }
}

/// Who has to carry out which action now.
pub(crate) fn acting(state: &State) -> Option<(PlayerId, CropAction)> {
    Some((state.crop.round.current()?, state.crop.chosen?))
}

/// Whether a figure is a meeple of the circle's type.
fn is_concerned(state: &State, player: PlayerId, figure: &Figure) -> bool {
    let feature = circle(state).map(feature_of);
    figure.owner == player && KINDS.contains(&figure.kind) && Some(state.board.feature(figure.at)) == feature
}

/// Why a meeple cannot be taken back by action B (CROP-11, CORN-9).
fn not_concerned(state: &State, kind: FigureKind, spot: Spot) -> Refusal {
    let is_it = |figure: &Figure| figure.kind == kind && state.spot(figure.at) == spot;
    let mut standing = state.figures.standing().iter();
    let is_there = standing.any(|figure| Some(figure.owner) == state.crop.round.current() && is_it(figure));
    let rule = if adds_anywhere(state) { "CROP-11" } else { "CORN-9" };
    if is_there { Refusal::NotOfCircle(rule) } else { Refusal::NoSuchFigure(rule) }
}

/// Action A: a meeple from the supply on any segment of a feature with an own one of the type
/// (CROP-10, CROP-13), or beside it (CORN-7, CORN-8).
fn check_add(state: &State, figure: FigureKind, spot: Spot) -> Result<SegmentId, Refusal> {
    let player = state.crop.round.current().ok_or(Refusal::CropType)?;
    let segment = state.segment_at(spot).ok_or(Refusal::CropType)?;
    let is_anywhere = adds_anywhere(state);
    let mut standing = state.figures.standing().iter();
    let has_own =
        standing.any(|other| is_concerned(state, player, other) && is_beside(state, is_anywhere, other.at, segment));
    if !has_own || !KINDS.contains(&figure) {
        return Err(if is_anywhere { Refusal::CropType } else { Refusal::CropSegment });
    }
    check_added(state, player, figure, spot).map(|()| segment)
}

/// Whether a meeple may be added on a segment beside an own one: anywhere on the feature, or on the same segment.
fn is_beside(state: &State, is_anywhere: bool, own: SegmentId, segment: SegmentId) -> bool {
    if is_anywhere { state.board.region_of(own) == state.board.region_of(segment) } else { own == segment }
}

/// Whether a meeple beside an own one may be added.
fn check_added(state: &State, player: PlayerId, figure: FigureKind, spot: Spot) -> Result<(), Refusal> {
    super::dragon::check_tile(state, spot.pos)?;
    state.check_supply(player, figure)
}

/// The places of action A, each once: all beside own meeples of the type that pass the rest of the check. To ask the whole of
/// it about every place would look for own meeples again and again, on fields of dozens of segments.
fn for_each_addition(state: &State, player: PlayerId, mut visit: impl FnMut(Action)) {
    let own: Vec<&Figure> =
        state.figures.standing().iter().filter(|figure| is_concerned(state, player, figure)).collect();
    let is_anywhere = adds_anywhere(state);
    let places = if is_anywhere { usize::MAX } else { 1 };
    for (index, figure) in own.iter().enumerate() {
        if own[..index].iter().any(|earlier| is_beside(state, is_anywhere, earlier.at, figure.at)) {
            continue;
        }
        for kind in KINDS {
            for spot in state.board.ring(figure.at).take(places).map(|segment| state.spot(segment)) {
                if check_added(state, player, kind, spot).is_ok() {
                    visit(Action::Deploy { figure: kind, spot });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::testing::{assert_told, table};

    /// Whatever of this part of a state changes makes another state of it.
    #[test]
    fn every_field_is_told() {
        assert_told(
            &table(&[Module::Crop]),
            &[
                ("chosen", |state| state.crop.chosen = Some(CropAction::Add)),
                ("the other one chosen", |state| state.crop.chosen = Some(CropAction::Return)),
                ("round", |state| state.crop.round = Round::of(PlayerId(1), 0b11)),
            ],
        );
    }
}
