//! The turn as one readable script, in the printed order (BASE-11, ORDER).
//!
//! A turn is a row of steps. A step either asks one question, and then the game waits for an
//! action, or it has an effect and moves on. A step moves on before it asks the next question, so
//! that answering never repeats an effect.

use std::ops::ControlFlow;

use crate::action::{Action, Spot};
use crate::board::{Misfit, SegmentId};
use crate::decision::Actor;
use crate::event::{Event, EventSink};
use crate::figure::FigureKind;
use crate::frontier::Fits;
use crate::game::KindId;
use crate::geometry::{Pos, Rotation};
use crate::module::Module;
use crate::modules::{abbot, farmers, river};
use crate::player::PlayerId;
use crate::refusal::Refusal;
use crate::state::State;
use crate::tile::{Feature, TileId};

/// Where in the turn the game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Chance draws a tile.
    Draw,
    /// The player lays it.
    Place,
    /// The player may place a figure or recall the abbot.
    Deploy,
    /// Completed features are scored.
    Score,
    /// The next player's turn begins, or the game ends.
    End,
    /// What is left is scored.
    Final,
    /// The game is over.
    Over,
}

/// The turn in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// Counted from 1.
    pub(crate) number: u32,
    pub(crate) active: PlayerId,
    pub(crate) step: Step,
    /// The drawn tile while it is to be laid.
    pub(crate) in_hand: Option<KindId>,
    /// A tile was drawn in this turn, perhaps one that did not fit.
    pub(crate) has_drawn: bool,
    /// Where an abbot was recalled from in this turn, until it is scored.
    pub(crate) recalled: Option<SegmentId>,
    /// Tiles laid by players so far.
    pub(crate) laid: u32,
}

impl State {
    /// Runs the script until somebody must decide.
    #[inline]
    pub(crate) fn advance<S: EventSink>(&mut self, sink: &mut S) {
        loop {
            match self.turn.step {
                Step::Draw if !self.is_tile_left() => self.turn.step = Step::Final,
                Step::Draw | Step::Place | Step::Over => return,
                // A decision whose only answer is to pass is not asked.
                Step::Deploy if self.can_act_on_tile() => return,
                Step::Deploy => self.turn.step = Step::Score,
                Step::Score => {
                    self.turn.step = Step::End;
                    self.score_turn(sink);
                }
                Step::End => {
                    self.turn.step = Step::Draw;
                    if self.is_tile_left() {
                        self.turn.number += 1;
                        self.turn.has_drawn = false;
                        self.turn.active = self.turn.active.next(self.game.players() as u8);
                    }
                }
                Step::Final => {
                    self.turn.step = Step::Over;
                    self.score_final(sink);
                }
            }
        }
    }

    /// Carries out a legal action and runs the script.
    #[inline]
    pub(crate) fn resolve<S: EventSink>(&mut self, action: Action, sink: &mut S) {
        match action {
            Action::Draw(tile) => self.draw(tile, sink),
            Action::Place { pos, rotation } => self.place(pos, rotation, sink),
            Action::Deploy { figure, spot } => {
                if let Some(segment) = self.segment_at(spot) {
                    self.deploy(figure, segment, sink);
                }
                self.turn.step = Step::Score;
            }
            Action::RecallAbbot => {
                abbot::recall(self, self.turn.active, sink);
                self.turn.step = Step::Score;
            }
            Action::Pass => self.turn.step = Step::Score,
        }
        self.advance(sink);
    }

    /// A tile can be drawn (BASE-39), and the game is not to end early.
    fn is_tile_left(&self) -> bool {
        let is_early_end = self.game.options().end_after.is_some_and(|limit| self.turn.laid >= limit);
        self.bag.open_stack().is_some() && !is_early_end
    }

    fn draw<S: EventSink>(&mut self, tile: TileId, sink: &mut S) {
        let Some(kind) = self.game.kind_of(tile) else { return };
        self.bag.take(&self.game, kind);
        self.turn.has_drawn = true;
        sink.event(Event::TileDrawn { turn: self.turn.number, player: self.turn.active, tile });
        if self.fits_anywhere(kind) {
            self.turn.in_hand = Some(kind);
            self.turn.step = Step::Place;
        } else {
            // Back to the box, and the player draws again (BASE-15).
            self.discarded.push(tile);
            sink.event(Event::TileDiscarded { tile });
        }
    }

    fn place<S: EventSink>(&mut self, pos: Pos, rotation: Rotation, sink: &mut S) {
        let Some(kind) = self.turn.in_hand.take() else { return };
        self.lay(kind, pos, rotation);
        self.turn.laid += 1;
        self.turn.step = Step::Deploy;
        sink.event(Event::TilePlaced { tile: self.game.kind(kind).tile.id, pos, rotation });
    }

    fn deploy<S: EventSink>(&mut self, figure: FigureKind, segment: SegmentId, sink: &mut S) {
        let player = self.turn.active;
        self.figures.deploy(player, figure, segment);
        self.board.add_strength(segment, player.index(), figure.strength());
        sink.event(Event::Deployed { player, figure, spot: self.spot(segment) });
    }

    /// Step 3: a recalled abbot, then every feature that the tile completed (BASE-23, ABBOT-9).
    #[inline]
    fn score_turn<S: EventSink>(&mut self, sink: &mut S) {
        abbot::score_recalled(self, sink);
        // The order does not change any points (BASE-D5).
        for index in 0..self.board.closed().len() {
            self.score_completed(self.board.closed()[index], sink);
        }
    }

    fn score_final<S: EventSink>(&mut self, sink: &mut S) {
        sink.event(Event::FinalScoringBegan);
        let mut points = self.points;
        self.final_awards(|award| {
            points[award.player] += award.points();
            sink.event(Event::Scored(award));
        });
        self.points = points;
        sink.event(Event::GameEnded);
    }

    /// Where the drawn tile may be laid: its sides match (BASE-13) and its modules agree.
    pub(crate) fn placements(&self, kind: KindId) -> Fits {
        let mut fits = self.board.fits(&self.game, kind);
        if river::is_river_tile(&self.game, kind) {
            fits.retain(|place, rotation| self.check_modules(kind, self.board.frontier_pos(place), rotation).is_ok());
        }
        fits
    }

    fn fits_anywhere(&self, kind: KindId) -> bool {
        if river::is_river_tile(&self.game, kind) {
            self.placements(kind).count() > 0
        } else {
            self.board.fits_anywhere(&self.game, kind)
        }
    }

    /// What modules say about a placement whose sides match.
    fn check_modules(&self, kind: KindId, pos: Pos, rotation: Rotation) -> Result<(), Refusal> {
        if river::is_river_tile(&self.game, kind)
            && let Some(course) = &self.river
        {
            course.check(&self.game.kind(kind).turned[rotation.index()], pos)?;
        }
        Ok(())
    }

    pub(crate) fn check_placement(&self, kind: KindId, pos: Pos, rotation: Rotation) -> Result<(), Refusal> {
        self.board.check_fit(&self.game, kind, pos, rotation).map_err(|misfit| match misfit {
            Misfit::Occupied => Refusal::CellTaken,
            Misfit::Apart => Refusal::CellApart,
            Misfit::Side(side) => Refusal::SideMismatch(side),
        })?;
        self.check_modules(kind, pos, rotation)
    }

    /// Whether the active player may place a figure on a segment of the tile just laid.
    #[inline]
    pub(crate) fn check_deploy(&self, figure: FigureKind, segment: SegmentId) -> Result<(), Refusal> {
        self.check_feature(figure, self.board.feature(segment))?;
        if self.figures.in_supply(self.turn.active, figure) == 0 {
            return Err(Refusal::NoneLeft(figure));
        }
        if !self.board.region(self.board.region_of(segment)).strength.is_zero() {
            return Err(Refusal::Occupied);
        }
        Ok(())
    }

    /// Whether a figure may ever stand on such a feature in this game.
    #[inline]
    pub(crate) fn check_feature(&self, figure: FigureKind, feature: Feature) -> Result<(), Refusal> {
        match feature {
            Feature::Field => farmers::check_field(&self.game)?,
            Feature::Garden => abbot::check_garden(&self.game)?,
            _ => {}
        }
        if figure.may_stand_on(feature) { Ok(()) } else { Err(Refusal::WrongFeature(figure, feature)) }
    }

    /// Lays a tile and lets the river follow it.
    pub(crate) fn lay(&mut self, kind: KindId, pos: Pos, rotation: Rotation) {
        let game = &*self.game;
        self.board.place(game, kind, pos, rotation);
        if river::is_river_tile(game, kind) {
            self.river = self.river.and_then(|course| course.follow(&game.kind(kind).turned[rotation.index()]));
        }
    }

    /// Whether the deploy step has another answer than to pass.
    #[inline]
    fn can_act_on_tile(&self) -> bool {
        self.for_each_tile_action(|_| ControlFlow::Break(())).is_break()
    }

    /// The answers of the deploy step except to pass, in order, until the visitor has seen enough.
    #[inline]
    pub(crate) fn for_each_tile_action(&self, mut visit: impl FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let tile = self.board.last_tile();
        let pos = self.board.tile(tile).pos;
        for figure in FigureKind::ALL {
            if self.figures.in_supply(self.turn.active, figure) == 0 {
                continue;
            }
            for (index, segment) in (0..).zip(self.board.segments_of(tile)) {
                if self.check_deploy(figure, segment).is_ok() {
                    visit(Action::Deploy { figure, spot: Spot { pos, segment: index } })?;
                }
            }
        }
        if self.game.has(Module::Abbot) && abbot::check_recall(self, self.turn.active).is_ok() {
            visit(Action::RecallAbbot)?;
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn check(&self, action: Action) -> Result<(), Refusal> {
        match (self.turn.step, action) {
            (Step::Over, _) => Err(Refusal::GameOver),
            (Step::Draw, Action::Draw(tile)) => match self.game.kind_of(tile) {
                Some(kind) if self.bag.can_draw(&self.game, kind) => Ok(()),
                Some(kind) if self.bag.left(kind) > 0 => Err(Refusal::RiverFirst),
                _ => Err(Refusal::NotInStack),
            },
            (Step::Place, Action::Place { pos, rotation }) => match self.turn.in_hand {
                Some(kind) if rotation.quarter_turns() < self.game.kind(kind).rotations => {
                    self.check_placement(kind, pos, rotation)
                }
                Some(kind) => {
                    self.check_placement(kind, pos, rotation)?;
                    Err(Refusal::NotCanonical)
                }
                None => Err(Refusal::NotAsked(self.decision().word())),
            },
            (Step::Deploy, Action::Deploy { figure, spot }) => match self.segment_at(spot) {
                Some(segment) if self.board.tile_of(segment) == self.board.last_tile() => {
                    self.check_deploy(figure, segment)
                }
                _ => Err(Refusal::NotOnLaidTile),
            },
            (Step::Deploy, Action::RecallAbbot) => abbot::check_recall(self, self.turn.active).map(|_| ()),
            (Step::Deploy, Action::Pass) => Ok(()),
            _ => Err(Refusal::NotAsked(self.decision().word())),
        }
    }

    pub(crate) fn actor_now(&self) -> Actor {
        match self.turn.step {
            Step::Draw => Actor::Chance,
            Step::Over => Actor::Nobody,
            _ => Actor::Player(self.turn.active),
        }
    }
}
