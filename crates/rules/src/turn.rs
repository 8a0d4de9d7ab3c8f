//! The turn as one readable script, in the printed order (BASE-11, ORDER).
//!
//! A turn is a row of steps. A step either asks one question, and then the game waits for an
//! action, or it has an effect and moves on. A step moves on before it asks the next question, so
//! that answering never repeats an effect.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::action::{Action, CropAction, Piece, Spot};
use crate::board::{SegmentId, TileIx};
use crate::decision::{Actor, Decision};
use crate::event::{Event, EventSink};
use crate::figure::{Figure, FigureKind};
use crate::frontier::Fits;
use crate::game::KindId;
use crate::geometry::{Pos, Rotation};
use crate::hash::{About, Fact, Tell};
use crate::module::{Base, Module};
use crate::modules::count::{self, Quarter};
use crate::modules::river::{self, Course};
use crate::modules::river_2::{self, Branches};
use crate::modules::wheel::{self, Sector};
use crate::modules::{
    abbot, crop, cult, dragon, farmers, ferries, flying, gingerbread, gold, magic, messages, robbers, tower, traders,
    traders_classic,
};
use crate::player::{ByPlayer, PlayerId};
use crate::refusal::Refusal;
use crate::state::State;
use crate::tile::{Feature, TileId};
use crate::track::Track;

/// Where in the turn the game is, in the printed order (TURN, ORDER). The numbers enter the hash of a
/// state and never change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The fairy greets (ORDER-1).
    Start = 30,
    /// The player may pay a ransom (ORDER-20).
    StartRansom = 31,
    /// Chance lays the spring beside a printed board (COMBO-D3).
    Spring = 29,
    /// Chance draws a tile.
    Draw = 0,
    /// Everybody loses a meeple by the plague; then crowns score (ORDER-3).
    Plague = 32,
    /// Robbers come onto the track (TURN-7).
    Sack = 7,
    /// The player lays the tile.
    Place = 1,
    /// What the laid tile does at once (TURN-9, TURN-10).
    Placed = 8,
    /// The player puts the second ingot (TURN-10).
    Gold = 9,
    /// The player moves mage or witch (TURN-11).
    Magic = 10,
    /// The player may place a figure or recall the abbot.
    Deploy = 2,
    /// The player may capture a meeple (ORDER-8).
    Capture = 33,
    /// The player chooses in an exchange of captives (ORDER-8).
    Exchange = 34,
    /// Chance rolls for a flier (TURN-14).
    Roll = 11,
    /// The flier lands.
    Land = 12,
    /// The player may place builder or pig beside the meeple (TURN-15).
    Accompany = 13,
    /// The player puts the ferry of a new lake (TURN-16).
    PutFerry = 14,
    /// The player parts mage and witch after that.
    PartAfterPut = 15,
    /// The player may move ferries (TURN-17).
    MoveFerry = 16,
    /// The player parts mage and witch after that.
    PartAfterMove = 17,
    /// The dragon takes off (ORDER-10).
    TakeOff = 35,
    /// The dragon flies.
    Flight = 36,
    /// The completed features are known (ORDER-11).
    Completed = 37,
    /// Meeples move out of Carcassonne to them.
    MoveOut = 38,
    /// A recalled abbot is scored (TURN-19).
    Score = 3,
    /// They are scored one by one (TURN-20 to TURN-24).
    Features = 18,
    /// The player moves the gingerbread man out of a completed city (ORDER-26).
    GingerbreadHome = 27,
    /// Pigs are scored (TURN-25).
    Pigs = 19,
    /// The player moves the gingerbread man because of a symbol (ORDER-26).
    GingerbreadSymbol = 28,
    /// Markers are chosen and move (TURN-26, TURN-27).
    Markers = 20,
    /// Robbers rob (TURN-28).
    Robbery = 21,
    /// Chance draws a message (TURN-30).
    DrawMessage = 22,
    /// The player resolves it.
    Message = 23,
    /// The player takes a meeple back by message 8.
    MessageReturn = 24,
    /// The player may pay a ransom (ORDER-16).
    LateRansom = 39,
    /// The player chooses the action of a crop circle (TURN-33).
    Crop = 25,
    /// Everybody carries it out.
    CropRound = 26,
    /// The player may send a meeple to Carcassonne (ORDER-18).
    Send = 40,
    /// The player may move the count.
    MoveCount = 41,
    /// The next turn begins, or the game ends (TURN-34 to TURN-37).
    End = 4,
    /// The last moves out of Carcassonne begin (ORDER-25).
    LastTurnOver = 42,
    /// Meeples move out of Carcassonne for the last time.
    LastMoves = 43,
    /// What is left is scored.
    Final = 5,
    /// The game is over.
    Over = 6,
}

impl Step {
    /// Whether what follows in the turn still depends on which of the tiles was laid last.
    pub(crate) const fn looks_at_last_tile(self) -> bool {
        match self {
            Step::Start
            | Step::StartRansom
            | Step::Spring
            | Step::Draw
            | Step::Plague
            | Step::Sack
            | Step::Place
            | Step::LastTurnOver
            | Step::LastMoves
            | Step::Final
            | Step::Over => false,
            Step::Placed
            | Step::Gold
            | Step::Magic
            | Step::Deploy
            | Step::Capture
            | Step::Exchange
            | Step::Roll
            | Step::Land
            | Step::Accompany
            | Step::PutFerry
            | Step::PartAfterPut
            | Step::MoveFerry
            | Step::PartAfterMove
            | Step::TakeOff
            | Step::Flight
            | Step::Completed
            | Step::MoveOut
            | Step::Score
            | Step::Features
            | Step::GingerbreadHome
            | Step::Pigs
            | Step::GingerbreadSymbol
            | Step::Markers
            | Step::Robbery
            | Step::DrawMessage
            | Step::Message
            | Step::MessageReturn
            | Step::LateRansom
            | Step::Crop
            | Step::CropRound
            | Step::Send
            | Step::MoveCount
            | Step::End => true,
        }
    }
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
    /// The turn has begun: a tile was drawn, perhaps one that did not fit, or a ransom was decided.
    pub(crate) has_drawn: bool,
    /// Where an abbot was recalled from in this turn, until it is scored.
    pub(crate) recalled: Option<SegmentId>,
    /// Tiles laid by players so far.
    pub(crate) laid: u32,
    /// The gingerbread man has left a completed city in this turn (GINGER-D3).
    pub(crate) has_moved_gingerbread: bool,
    /// The turn was given by a builder, and the fairy does not greet in it (DRAGON-47).
    pub(crate) is_by_builder: bool,
}

impl Tell for Turn {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Turn {
            // How the turn came about, which no rule asks for.
            number: _,
            has_drawn: _,
            active,
            step,
            in_hand,
            recalled,
            laid,
            has_moved_gingerbread,
            is_by_builder,
        } = *self;
        let fact = Fact::about(About::Turn).player(active).number(step as u8).number(laid);
        tell(fact.number(has_moved_gingerbread).number(is_by_builder));
        if let Some(kind) = in_hand {
            tell(Fact::about(About::InHand).number(state.game.kind(kind).tile.id.0));
        }
        if let Some(segment) = recalled {
            tell(Fact::about(About::Recalled).spot(state.spot(segment)));
        }
    }
}

impl State {
    /// Runs the script until somebody must decide.
    #[inline]
    pub(crate) fn advance<S: EventSink>(&mut self, sink: &mut S) {
        loop {
            match self.turn.step {
                Step::Draw if !self.is_tile_left() => {
                    self.turn.step = if self.game.is_plain() { Step::Final } else { Step::LastTurnOver };
                }
                Step::Draw | Step::Place | Step::Over => return,
                // A decision whose only answer is to pass is not asked.
                Step::Deploy if self.can_act_on_tile() => return,
                Step::Deploy => self.turn.step = self.after_deploy(),
                Step::Score => {
                    self.turn.step = if self.game.is_plain() { Step::End } else { Step::Features };
                    self.score_turn(sink);
                }
                Step::End => {
                    self.turn.step = if self.game.is_plain() { Step::Draw } else { Step::Start };
                    self.end_turn(sink);
                }
                Step::Final => {
                    self.turn.step = Step::Over;
                    self.score_final(sink);
                }
                _ => {
                    if self.is_asked_in_module_step(sink) {
                        return;
                    }
                }
            }
        }
    }

    /// The steps that only modules have: whether somebody must decide. If not, the step has moved on.
    /// Kept out of the loop of [`State::advance`], where it would cost the plain game registers; so are
    /// its siblings below.
    #[inline(never)]
    fn is_asked_in_module_step<S: EventSink>(&mut self, sink: &mut S) -> bool {
        let (is_asked, next) = match self.turn.step {
            Step::Spring => (true, Step::Draw),
            Step::Start => {
                // Not in a turn that a builder gave (ORDER-1).
                let is_by_builder = std::mem::take(&mut self.turn.is_by_builder);
                if !is_by_builder && self.is_tile_left() {
                    dragon::greet(self, sink);
                }
                (false, Step::StartRansom)
            }
            Step::StartRansom => (self.is_tile_left() && tower::can_ransom(self), Step::Draw),
            Step::Plague => {
                if wheel::sufferer(self).is_some() {
                    return true;
                }
                wheel::score_crowns(self, sink);
                self.settle_drawn(sink);
                return false;
            }
            Step::Sack => (robbers::putter(self).is_some(), Step::Place),
            Step::Placed => {
                if self.game.has(Module::Builder) {
                    traders::trigger_builder(self, sink);
                }
                if self.game.has(Module::TradersClassic) {
                    traders_classic::note_extension(self);
                }
                dragon::wake(self, sink);
                gingerbread::enter(self, sink);
                if gold::is_mine_laid(self) {
                    gold::put_on_mine(self, sink);
                }
                (false, if river_2::note_lake(self) { Step::Completed } else { Step::Gold })
            }
            Step::Gold => (gold::is_mine_laid(self), Step::Magic),
            Step::Magic => (magic::is_due(self), Step::Deploy),
            Step::Capture => (tower::can_capture(self), Step::PutFerry),
            Step::Exchange => (tower::must_choose_exchange(self, sink), Step::PutFerry),
            Step::Roll | Step::Land => (true, Step::Accompany),
            Step::Accompany => (traders::companion(self).is_some(), Step::PutFerry),
            Step::PutFerry => (ferries::is_lake_laid(self), Step::PartAfterPut),
            Step::PartAfterPut if magic::are_joined(self) => (true, Step::MoveFerry),
            Step::PartAfterPut => {
                if self.game.has(Module::Ferries) {
                    ferries::find_movable(self);
                }
                (false, Step::MoveFerry)
            }
            Step::MoveFerry => (self.ferries.movable().next().is_some(), Step::TakeOff),
            Step::TakeOff => {
                dragon::begin_flight(self);
                (false, Step::Flight)
            }
            Step::Flight => (dragon::mover(self).is_some(), Step::Completed),
            Step::Completed => {
                if self.game.has(Module::Ferries) {
                    self.board.settle_closed();
                }
                count::begin_moves(self);
                (false, Step::MoveOut)
            }
            Step::MoveOut => (count::mover(self).is_some(), Step::Score),
            Step::PartAfterMove => (magic::are_joined(self), Step::MoveFerry),
            Step::Features => {
                if gold::is_order_asked(self) {
                    (true, Step::Features)
                } else {
                    while !self.board.closed().is_empty() {
                        let segment = self.board.take_closed(0);
                        self.score_completed(segment, sink);
                    }
                    (false, Step::GingerbreadHome)
                }
            }
            Step::GingerbreadHome => {
                let is_asked = gingerbread::must_move_after_completion(self, sink);
                if !is_asked {
                    traders::begin_pigs(self);
                }
                (is_asked, Step::Pigs)
            }
            Step::Pigs => {
                traders::score_pigs(self, sink);
                (traders::farmer_to_keep(self).is_some(), Step::GingerbreadSymbol)
            }
            Step::GingerbreadSymbol => {
                let has_moved = std::mem::take(&mut self.turn.has_moved_gingerbread);
                (!has_moved && gingerbread::must_move_by_symbol(self), Step::Markers)
            }
            Step::Markers if self.marker_chooser().is_some() => (true, Step::Robbery),
            Step::Markers => {
                if self.game.marks_sums() {
                    robbers::activate(self);
                    for player in PlayerId::seats(self.game.players()) {
                        self.mark(player, sink);
                    }
                }
                (false, Step::Robbery)
            }
            Step::Robbery => match robbers::robber(self) {
                None => (false, Step::DrawMessage),
                Some(owner) if robbers::must_choose(self, owner) || self.must_choose_marker(owner) => {
                    (true, Step::Robbery)
                }
                Some(owner) => {
                    robbers::rob(self, owner, sink);
                    (false, Step::Robbery)
                }
            },
            Step::DrawMessage => (messages::is_drawn(self), Step::LateRansom),
            Step::Message => (true, Step::Markers),
            // Without a majority and without a meeple nothing can be returned.
            Step::MessageReturn => (true, Step::Markers),
            Step::LateRansom => (tower::can_ransom(self), Step::Crop),
            Step::Crop => (crop::concerns_anybody(self), Step::Send),
            Step::CropRound => (crop::next_player(self).is_some(), Step::Send),
            Step::Send => (count::may_send(self), Step::End),
            Step::MoveCount => (true, Step::End),
            Step::LastTurnOver => {
                count::begin_last_moves(self);
                (false, Step::LastMoves)
            }
            Step::LastMoves => (count::last_mover(self).is_some(), Step::Final),
            step => (false, step),
        };
        if !is_asked {
            self.turn.step = next;
        }
        is_asked
    }

    /// A player who robs and has not moved a marker in this turn chooses one (MSG-D2).
    fn must_choose_marker(&self, player: PlayerId) -> bool {
        self.game.has(Module::Messages) && self.track.moved[player].is_none()
    }

    /// Carries out a legal action and runs the script.
    #[inline]
    pub(crate) fn resolve<S: EventSink>(&mut self, action: Action, sink: &mut S) {
        match action {
            Action::Draw(tile) => self.draw(tile, sink),
            Action::Place { pos, rotation } if self.turn.step == Step::Spring => {
                if let Some(spring) = self.game.spring_beside_board() {
                    self.board.place(&Arc::clone(&self.game), spring, pos, rotation);
                    self.begin_river(spring, pos, rotation);
                    sink.event(Event::TilePlaced { tile: self.game.kind(spring).tile.id, pos, rotation });
                }
                self.turn.step = Step::Draw;
            }
            Action::Place { pos, rotation } => self.place(pos, rotation, sink),
            Action::Deploy { figure, spot } if self.turn.step == Step::Deploy => {
                if let Some(segment) = self.segment_at(spot) {
                    self.put_figure(self.turn.active, figure, segment, sink);
                }
                self.turn.step = if self.game.is_plain() { Step::Score } else { Step::Accompany };
            }
            Action::Pass if self.turn.step == Step::Deploy => self.turn.step = self.after_deploy(),
            _ => self.resolve_in_module_step(action, sink),
        }
        self.advance(sink);
    }

    fn after_deploy(&self) -> Step {
        if self.game.is_plain() { Step::Score } else { Step::PutFerry }
    }

    /// Carries out an action that only modules have.
    #[inline(never)]
    fn resolve_in_module_step<S: EventSink>(&mut self, action: Action, sink: &mut S) {
        let step = self.turn.step;
        match (step, action) {
            (Step::Sack, Action::Robber(_) | Action::Pass) => {
                if let Some(player) = robbers::current_putter(self) {
                    let space = if let Action::Robber(space) = action { Some(space) } else { None };
                    robbers::put(self, player, space, sink);
                }
            }
            (_, Action::Ransom { captor, figure }) => {
                tower::ransom(self, captor, figure, sink);
                match step {
                    Step::StartRansom => self.begin_draw(),
                    Step::LateRansom => self.turn.step = Step::Crop,
                    // Before the deploy choice it costs nothing (ORDER-20).
                    _ => {}
                }
            }
            (Step::StartRansom, Action::Pass) => self.begin_draw(),
            (Step::LateRansom, Action::Pass) => self.turn.step = Step::Crop,
            (_, Action::Crown { figure, sector }) => {
                wheel::crown(self, sector, figure, sink);
                self.turn.step = self.after_deploy();
            }
            (_, Action::Fairy(pos)) => {
                dragon::move_fairy(self, pos, sink);
                self.turn.step = self.after_deploy();
            }
            (_, Action::Floor(pos)) => {
                tower::build(self, pos, sink);
                self.turn.step = Step::Capture;
            }
            (_, Action::Guard { figure, at }) => {
                tower::guard(self, figure, at, sink);
                self.turn.step = self.after_deploy();
            }
            (Step::Capture, Action::Pass) => {
                tower::end_capture(self);
                self.turn.step = Step::PutFerry;
            }
            (_, Action::Seize { piece, spot }) => {
                let (owner, figure) = (piece.owner(), piece.kind());
                self.return_figure(owner, figure, spot, piece.is_bound(), sink);
                if step == Step::Capture {
                    tower::imprison(self, owner, figure, sink);
                    self.turn.step = Step::Exchange;
                } else {
                    // The princess was the action of this turn (DRAGON-34).
                    dragon::note_princess(self);
                    self.turn.step = self.after_deploy();
                }
            }
            (_, Action::SeizeGuard(pos)) => {
                tower::seize_guard(self, pos, sink);
                self.turn.step = Step::Exchange;
            }
            (_, Action::Exchange(figure)) => {
                tower::exchange(self, figure, sink);
                self.turn.step = Step::PutFerry;
            }
            (_, Action::StepDragon(side)) => dragon::step(self, side, sink),
            (Step::MoveOut, Action::MoveOut { figure, spot }) => {
                if let Some(player) = count::current_mover(self) {
                    count::move_out(self, player, figure, spot, sink);
                }
            }
            (Step::MoveOut, Action::Pass) => count::finish_moves(self),
            (Step::LastMoves, Action::MoveOut { figure, spot }) => {
                count::move_out(self, count::current_last_mover(self), figure, spot, sink);
                count::finish_last_move(self);
            }
            (Step::LastMoves, Action::Pass) => count::pass_last_move(self),
            (_, Action::Send { figure, quarter }) => {
                count::send(self, figure, quarter, sink);
                self.turn.step = Step::MoveCount;
            }
            (_, Action::MoveCount(quarter)) => {
                count::move_count(self, quarter, sink);
                self.turn.step = Step::End;
            }
            (Step::Send | Step::MoveCount, Action::Pass) => self.turn.step = Step::End,
            (Step::Plague, Action::ReturnGuard(pos)) => {
                if let Some(tile) = self.board.tile_at(pos) {
                    self.clear_tower(tile, sink);
                }
                wheel::finish_loss(self);
            }
            (Step::Gold, Action::Ingot(pos)) => {
                gold::put_second(self, pos, sink);
                self.turn.step = Step::Magic;
            }
            (_, Action::Magic { figure, spot }) => {
                magic::put(self, figure, Some(spot), sink);
                self.turn.step = self.after_magic();
            }
            (_, Action::MagicAside(figure)) => {
                magic::put(self, figure, None, sink);
                self.turn.step = self.after_magic();
            }
            (_, Action::RecallAbbot) => {
                abbot::recall(self, self.turn.active, sink);
                self.turn.step = self.after_deploy();
            }
            (_, Action::Fly(figure)) => {
                self.flying.flier = Some(figure);
                self.turn.step = Step::Roll;
            }
            (_, Action::Roll(number)) => {
                self.turn.step = if flying::roll(self, number, sink) { Step::Land } else { Step::PutFerry };
            }
            (_, Action::Land(spot)) => {
                flying::land(self, spot, sink);
                self.turn.step = Step::Accompany;
            }
            (_, Action::Accompany) => {
                traders::accompany(self, sink);
                self.turn.step = Step::PutFerry;
            }
            (Step::Accompany, Action::Pass) => self.turn.step = Step::PutFerry,
            (Step::PutFerry, Action::Ferry { at, ends }) => {
                ferries::put(self, at, ends, sink);
                self.turn.step = Step::PartAfterPut;
            }
            (Step::MoveFerry, Action::Ferry { at, ends }) => {
                ferries::shift(self, at, ends, sink);
                self.turn.step = Step::PartAfterMove;
            }
            (Step::MoveFerry, Action::Pass) => ferries::end_moves(self),
            (_, Action::ScoreNext(spot)) => {
                if let Ok(index) = gold::check_next(self, spot) {
                    let segment = self.board.take_closed(index);
                    self.score_completed(segment, sink);
                }
            }
            (Step::Pigs, Action::Return { .. } | Action::Pass) => {
                let owner = traders::farmer_to_keep(self).map(|(owner, ..)| owner);
                if let (Some(owner), Action::Return { figure, spot }) = (owner, action) {
                    self.return_figure(owner, figure, spot, false, sink);
                }
                traders::finish_farmer(self);
            }
            (_, Action::Gingerbread(spot)) => {
                gingerbread::shift(self, spot, sink);
                if step == Step::GingerbreadHome {
                    // One move is enough for a symbol too (GINGER-D3).
                    self.turn.has_moved_gingerbread = true;
                    traders::begin_pigs(self);
                    self.turn.step = Step::Pigs;
                } else {
                    self.turn.step = Step::Markers;
                }
            }
            (_, Action::Mark(marker)) => {
                if let Some(player) = self.marker_decider() {
                    self.track.moved[player] = Some(marker);
                }
            }
            (_, Action::Rob(victim)) => {
                if let Some(owner) = robbers::robber(self) {
                    robbers::choose(self, owner, victim);
                }
            }
            (_, Action::DrawMessage(message)) => {
                messages::draw(self, message, sink);
                self.turn.step = Step::Message;
            }
            (_, Action::TwoPoints) => {
                messages::take_two(self, sink);
                self.turn.step = Step::Markers;
            }
            (_, Action::CarryOut) => {
                messages::carry_out(self, sink);
                self.turn.step = Step::Markers;
            }
            (_, Action::Target(spot)) => {
                let segment = self.segment_at(spot);
                let returns = segment.is_some_and(|segment| messages::carry_out_on(self, segment, sink));
                self.turn.step = if returns { Step::MessageReturn } else { Step::Markers };
            }
            (_, Action::Crop(chosen)) => {
                crop::choose(self, chosen, sink);
                self.turn.step = Step::CropRound;
            }
            (Step::CropRound, Action::Deploy { figure, spot }) => {
                if let (Some(player), Some(segment)) = (crop::current(self), self.segment_at(spot)) {
                    self.put_figure(player, figure, segment, sink);
                }
                crop::finish(self);
            }
            (_, Action::Return { figure, spot } | Action::ReturnBoth { figure, spot }) => {
                let player = match step {
                    Step::CropRound => crop::current(self),
                    Step::Plague => wheel::current_sufferer(self),
                    _ => Some(self.turn.active),
                };
                let is_bound = matches!(action, Action::ReturnBoth { .. });
                if let Some(player) = player {
                    self.return_figure(player, figure, spot, is_bound, sink);
                }
                self.after_return();
            }
            (Step::MessageReturn, Action::Pass) => self.after_return(),
            _ => {}
        }
    }

    fn after_magic(&self) -> Step {
        match self.turn.step {
            Step::Magic => Step::Deploy,
            // Which ferries may move is still to be found, and then the figures are apart.
            Step::PartAfterPut => Step::PartAfterPut,
            _ => Step::MoveFerry,
        }
    }

    fn after_return(&mut self) {
        match self.turn.step {
            Step::CropRound => crop::finish(self),
            Step::Plague => wheel::finish_loss(self),
            _ => {
                messages::finish(self);
                self.turn.step = Step::Markers;
            }
        }
    }

    /// The turn has begun, and its tile is drawn.
    fn begin_draw(&mut self) {
        self.turn.has_drawn = true;
        self.turn.step = Step::Draw;
    }

    /// Who chooses a marker now.
    pub(crate) fn marker_decider(&self) -> Option<PlayerId> {
        if self.turn.step == Step::Robbery { robbers::robber(self) } else { self.marker_chooser() }
    }

    /// Begins the next turn: an extra turn of the builder or of the lake, then one of message 4, else
    /// that of the next player (TURN-34 to TURN-37, ORDER-19). Without a tile there is none (TRADE-D15,
    /// MSG-D12).
    fn end_turn<S: EventSink>(&mut self, sink: &mut S) {
        let mut is_extra = false;
        if !self.game.is_plain() {
            self.track.moved = ByPlayer::default();
            self.messages.end_turn();
            self.towers.end_turn();
            self.dragon.end_turn();
            count::end_turn(self);
            is_extra = traders::bring_builder_back(self) || traders_classic::takes_second_turn(self);
            self.turn.is_by_builder = is_extra;
            // The lake adds no road and no city, so a builder never competes with it (ORDER-19).
            is_extra |= river_2::takes_turn_after_lake(self);
            if !is_extra && self.messages.extra_turns > 0 {
                self.messages.extra_turns -= 1;
                is_extra = true;
            }
        }
        if self.is_tile_left() {
            self.turn.number += 1;
            self.turn.has_drawn = false;
            if is_extra {
                sink.event(Event::ExtraTurn { player: self.turn.active });
            } else {
                self.turn.active = self.turn.active.next(self.game.players() as u8);
            }
        }
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
        self.turn.in_hand = Some(kind);
        if !self.game.is_plain() && wheel::turn(self, kind, sink) {
            // The wheel comes before the question whether the tile can be laid (WHEEL-16).
            self.turn.step = Step::Plague;
        } else {
            self.settle_drawn(sink);
        }
    }

    /// A drawn tile is laid next, or it is out of the game.
    #[inline]
    fn settle_drawn<S: EventSink>(&mut self, sink: &mut S) {
        let Some(kind) = self.turn.in_hand else { return };
        if self.fits_anywhere(kind) {
            self.turn.step = Step::Place;
            // Only a tile that can be laid brings the robbers out (ROB-D1).
            if self.game.has(Module::Robbers) && self.game.kind(kind).tile.symbols.sack {
                robbers::begin_putting(self);
                self.turn.step = Step::Sack;
            }
        } else {
            // Back to the box, and the player draws again (BASE-15).
            let tile = self.game.kind(kind).tile.id;
            self.turn.in_hand = None;
            self.turn.step = Step::Draw;
            self.discarded.push(tile);
            sink.event(Event::TileDiscarded { tile });
        }
    }

    fn place<S: EventSink>(&mut self, pos: Pos, rotation: Rotation, sink: &mut S) {
        let Some(kind) = self.turn.in_hand.take() else { return };
        self.lay(kind, pos, rotation);
        self.turn.laid += 1;
        self.turn.step = if self.game.is_plain() { Step::Deploy } else { Step::Placed };
        sink.event(Event::TilePlaced { tile: self.game.kind(kind).tile.id, pos, rotation });
    }

    /// Moves a figure from a player's supply to a segment.
    pub(crate) fn put_figure<S: EventSink>(
        &mut self,
        player: PlayerId,
        figure: FigureKind,
        segment: SegmentId,
        sink: &mut S,
    ) {
        self.figures.deploy(player, figure, segment);
        self.board.add_strength(segment, player.index(), figure.strength());
        sink.event(Event::Deployed { player, figure, spot: self.spot(segment) });
    }

    /// Gives a player's figure back; of equal figures the one with or without a companion.
    fn return_figure<S: EventSink>(
        &mut self,
        player: PlayerId,
        kind: FigureKind,
        spot: Spot,
        is_bound: bool,
        sink: &mut S,
    ) {
        let found = self.segment_at(spot).and_then(|at| {
            let wanted = Figure { owner: player, kind, at, is_bound };
            self.figures.standing().iter().position(|&figure| figure == wanted)
        });
        if let Some(index) = found {
            self.take_back(index, sink);
        }
    }

    /// A player's meeples on the table.
    pub(crate) fn own_meeples(&self, player: PlayerId) -> impl Iterator<Item = Figure> {
        let own = move |figure: &Figure| figure.owner == player && figure.kind.is_meeple();
        self.figures.standing().iter().copied().filter(own)
    }

    /// Visits the ways to take away one of the figures that a module allows, equal ones once.
    pub(crate) fn for_each_seizure(&self, is_allowed: impl Fn(&Figure) -> bool, mut visit: impl FnMut(Action)) {
        let figures = self.figures.standing();
        for (index, figure) in figures.iter().enumerate() {
            if is_allowed(figure) && !figures[..index].contains(figure) {
                let &Figure { owner, kind, at, is_bound } = figure;
                visit(Action::Seize { piece: Piece::new(owner, kind, is_bound), spot: self.spot(at) });
            }
        }
    }

    /// Visits the ways to take back one of the figures that a module allows, equal ones once.
    pub(crate) fn for_each_return(&self, is_allowed: impl Fn(&Figure) -> bool, mut visit: impl FnMut(Action)) {
        let figures = self.figures.standing();
        for (index, figure) in figures.iter().enumerate() {
            if is_allowed(figure) && !figures[..index].contains(figure) {
                let (kind, spot) = (figure.kind, self.spot(figure.at));
                visit(match figure.is_bound {
                    true => Action::ReturnBoth { figure: kind, spot },
                    false => Action::Return { figure: kind, spot },
                });
            }
        }
    }

    /// Step 3: a recalled abbot first (ABBOT-9); then every feature that was completed (BASE-23).
    /// Modules may ask between features, so with them the features have a step of their own.
    #[inline]
    fn score_turn<S: EventSink>(&mut self, sink: &mut S) {
        abbot::score_recalled(self, sink);
        if !self.game.is_plain() {
            return;
        }
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
        // The messengers are added up and leave (MSG-29), robbers and ingots too (ROB-13, GOLD-14).
        self.track = Track::default();
        robbers::clear(self, sink);
        gold::clear(self);
        // Turns that were due lapse (MSG-D12, TURN-41).
        self.messages.extra_turns = 0;
        sink.event(Event::GameEnded);
    }

    /// Where the drawn tile may be laid: its sides match (BASE-13) and its modules agree.
    pub(crate) fn placements(&self, kind: KindId) -> Fits {
        let mut fits = self.board.fits(&self.game, kind);
        if self.is_filtered(kind) {
            fits.retain(|place, rotation| self.check_modules(kind, self.board.frontier_pos(place), rotation).is_ok());
        }
        fits
    }

    /// Whether modules look at the placement of such a tile.
    fn is_filtered(&self, kind: KindId) -> bool {
        river::is_river_tile(&self.game, kind) || cult::is_restricted(&self.game, kind)
    }

    fn fits_anywhere(&self, kind: KindId) -> bool {
        if self.is_filtered(kind) {
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
        if self.game.has(Module::River2) && river::is_river_tile(&self.game, kind) {
            self.river_2.check(&self.board, &self.game.kind(kind).turned[rotation.index()], pos)?;
        }
        if cult::is_restricted(&self.game, kind) {
            cult::check_placement(self, kind, pos)?;
        }
        Ok(())
    }

    pub(crate) fn check_placement(&self, kind: KindId, pos: Pos, rotation: Rotation) -> Result<(), Refusal> {
        self.board.check_fit(&self.game, kind, pos, rotation)?;
        self.check_modules(kind, pos, rotation)
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
        if !self.board.region(self.board.region_of(segment)).strength.is_zero() {
            return Err(Refusal::Occupied);
        }
        if !self.game.is_plain() {
            dragon::check_tile(self, self.board.tile(self.board.tile_of(segment)).pos)?;
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
            _ => {}
        }
        if figure.is_meeple() && figure.may_stand_on(feature) {
            Ok(())
        } else {
            Err(Refusal::WrongFeature(figure, feature))
        }
    }

    /// Lays a tile and lets the river follow it.
    pub(crate) fn lay(&mut self, kind: KindId, pos: Pos, rotation: Rotation) {
        let game = &*self.game;
        self.board.place(game, kind, pos, rotation);
        if river::is_river_tile(game, kind) {
            let turned = &game.kind(kind).turned[rotation.index()];
            self.river = self.river.and_then(|course| course.follow(turned));
            self.river_2.follow(turned, pos);
        }
    }

    /// The river begins at the spring.
    pub(crate) fn begin_river(&mut self, spring: KindId, pos: Pos, rotation: Rotation) {
        let Some(out) = river::only_side(self.game.kind(spring).turned[rotation.index()].river) else { return };
        if self.game.has(Module::River2) {
            self.river_2 = Branches::from_source(pos, out);
        } else {
            self.river = Some(Course::from_spring(pos, out));
        }
    }

    /// Whether the spring may be laid here: against the board, with the river flowing directly away
    /// from it (COMBO-D3).
    fn check_spring(&self, pos: Pos, rotation: Rotation) -> Result<(), Refusal> {
        let spring = self.game.spring_beside_board().ok_or(Refusal::NotAsked("draw"))?;
        if rotation.quarter_turns() >= self.game.kind(spring).rotations {
            return Err(Refusal::NotCanonical);
        }
        self.board.check_fit(&self.game, spring, pos, rotation).map_err(Refusal::from)?;
        let out = river::only_side(self.game.kind(spring).turned[rotation.index()].river);
        let behind = out.and_then(|out| self.board.tile_at(pos.beside(out.opposite())));
        if behind.is_some() { Ok(()) } else { Err(Refusal::SourceAstray) }
    }

    fn for_each_spring(&self, mut visit: impl FnMut(Action)) {
        if let Some(spring) = self.game.spring_beside_board() {
            for (place, rotation) in self.board.fits(&self.game, spring).iter() {
                let pos = self.board.frontier_pos(place);
                if self.check_spring(pos, rotation).is_ok() {
                    visit(Action::Place { pos, rotation });
                }
            }
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
            self.for_each_alternative(&mut visit)?;
        }
        if self.game.has(Module::Abbot) && abbot::check_recall(self, self.turn.active).is_ok() {
            visit(Action::RecallAbbot)?;
        }
        ControlFlow::Continue(())
    }

    /// What modules add to the deploy step (ORDER-8, COMBO-2).
    #[inline(never)]
    fn for_each_alternative(&self, visit: &mut dyn FnMut(Action) -> ControlFlow<()>) -> ControlFlow<()> {
        let tile = self.board.last_tile();
        let pos = self.board.tile(tile).pos;
        if self.game.has(Module::TradersClassic) {
            for figure in [FigureKind::Builder, FigureKind::Pig] {
                for (index, segment) in (0..).zip(self.board.segments_of(tile)) {
                    if traders_classic::check_deploy(self, figure, segment).is_ok() {
                        visit(Action::Deploy { figure, spot: Spot { pos, segment: index } })?;
                    }
                }
            }
        }
        if dragon::is_portal_laid(self) {
            for other in (0..self.board.tiles().len()).map(TileIx::new).filter(|&other| other != tile) {
                for segment in self.board.segments_of(other) {
                    if dragon::check_portal(self, segment).is_err() {
                        continue;
                    }
                    for figure in FigureKind::MEEPLES {
                        if self.check_deploy(figure, segment).is_ok() {
                            visit(Action::Deploy { figure, spot: self.spot(segment) })?;
                        }
                    }
                }
            }
        }
        let mut others = Vec::new();
        if self.game.has(Module::Dragon) {
            dragon::for_each_fairy(self, |action| others.push(action));
            dragon::for_each_knight(self, |action| others.push(action));
        }
        if self.game.has(Module::Tower) {
            tower::for_each_building(self, |action| others.push(action));
            tower::for_each_ransom(self, |action| others.push(action));
        }
        if self.game.options().base == Base::Wheel {
            for sector in Sector::ALL {
                for figure in FigureKind::MEEPLES {
                    if wheel::check_crown(self, sector, figure).is_ok() {
                        others.push(Action::Crown { figure, sector });
                    }
                }
            }
        }
        others.into_iter().try_for_each(&mut *visit)?;
        if self.game.has(Module::Flying) {
            for figure in FigureKind::MEEPLES {
                if flying::check_flight(self, figure).is_ok() {
                    visit(Action::Fly(figure))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn check(&self, action: Action) -> Result<(), Refusal> {
        match (self.turn.step, action) {
            (Step::Over, _) => Err(Refusal::GameOver),
            (Step::Draw, Action::Draw(tile)) => match self.game.kind_of(tile) {
                Some(kind) if self.bag.can_draw(&self.game, kind) => Ok(()),
                Some(kind) if self.bag.left(kind) > 0 && self.game.has(Module::River2) => Err(Refusal::RiverPileFirst),
                Some(kind) if self.bag.left(kind) > 0 => Err(Refusal::RiverFirst),
                Some(kind) if self.bag.undrawn(&self.game, kind) > 0 => Err(Refusal::DragonAsleep),
                _ => Err(Refusal::NotInStack),
            },
            (Step::Spring, Action::Place { pos, rotation }) => self.check_spring(pos, rotation),
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
                Some(segment) if figure.is_meeple() => {
                    dragon::check_portal(self, segment)?;
                    self.check_deploy(figure, segment)
                }
                _ => Err(Refusal::NotOnLaidTile),
            },
            (Step::Deploy, Action::RecallAbbot) => abbot::check_recall(self, self.turn.active).map(|_| ()),
            (Step::Deploy, Action::Fly(figure)) => flying::check_flight(self, figure),
            (Step::Deploy, Action::Crown { figure, sector }) => wheel::check_crown(self, sector, figure),
            (Step::Deploy, Action::Fairy(pos)) => dragon::check_fairy(self, pos),
            (Step::Deploy, Action::Floor(pos)) => tower::check_floor(self, pos).map(|_| ()),
            (Step::Deploy, Action::Guard { figure, at }) => tower::check_guard(self, figure, at).map(|_| ()),
            (Step::Deploy | Step::StartRansom | Step::LateRansom, Action::Ransom { captor, figure }) => {
                tower::check_ransom(self, captor, figure)
            }
            (Step::Deploy, Action::Pass) => Ok(()),
            _ => self.check_in_module_step(action),
        }
    }

    #[inline(never)]
    fn check_in_module_step(&self, action: Action) -> Result<(), Refusal> {
        let not_asked = || Err(Refusal::NotAsked(self.decision().word()));
        match (self.turn.step, action) {
            (Step::Sack, Action::Robber(space)) => match robbers::current_putter(self) {
                Some(player) => robbers::check_space(self, player, space),
                None => not_asked(),
            },
            (Step::StartRansom | Step::LateRansom | Step::Capture, Action::Pass) => Ok(()),
            (Step::MoveOut | Step::LastMoves | Step::Send | Step::MoveCount, Action::Pass) => Ok(()),
            (Step::Capture, Action::Seize { piece, spot }) => tower::check_capture(self, piece, spot),
            (Step::Capture, Action::SeizeGuard(pos)) => tower::check_guard_capture(self, pos),
            (Step::Exchange, Action::Exchange(figure)) => tower::check_exchange(self, figure),
            (Step::Flight, Action::StepDragon(side)) => dragon::check_step(self, side).map(|_| ()),
            (Step::MoveOut, Action::MoveOut { figure, spot }) => count::check_move(self, figure, spot).map(|_| ()),
            (Step::LastMoves, Action::MoveOut { figure, spot }) => {
                count::check_last_move(self, figure, spot).map(|_| ())
            }
            (Step::Send, Action::Send { figure, quarter }) => count::check_send(self, figure, quarter),
            (Step::MoveCount, Action::MoveCount(quarter)) => count::check_count(self, quarter),
            (Step::Sack, Action::Pass) if robbers::current_putter(self).is_some_and(|p| robbers::may_stay(self, p)) => {
                Ok(())
            }
            (Step::Gold, Action::Ingot(pos)) => gold::check_ingot(self, pos).map(|_| ()),
            (Step::Magic | Step::PartAfterPut | Step::PartAfterMove, Action::Magic { figure, spot }) => {
                magic::check_move(self, figure, spot).map(|_| ())
            }
            (Step::Magic | Step::PartAfterPut | Step::PartAfterMove, Action::MagicAside(figure)) => {
                magic::check_aside(self, figure)
            }
            (Step::Roll, Action::Roll(number)) if flying::DIE.contains(&number) => Ok(()),
            (Step::Roll, Action::Roll(_)) => Err(Refusal::NoSuchNumber),
            (Step::Land, Action::Land(spot)) => flying::check_landing(self, spot),
            (Step::Accompany, Action::Accompany | Action::Pass) => Ok(()),
            (Step::PutFerry, Action::Ferry { at, ends }) => ferries::check_put(self, at, ends),
            (Step::MoveFerry, Action::Ferry { at, ends }) => ferries::check_move(self, at, ends).map(|_| ()),
            (Step::MoveFerry, Action::Pass) => Ok(()),
            (Step::Features, Action::ScoreNext(spot)) => gold::check_next(self, spot).map(|_| ()),
            (Step::Markers, Action::Mark(_)) => Ok(()),
            (Step::Robbery, Action::Rob(victim)) => match robbers::robber(self) {
                Some(owner) if !robbers::must_choose(self, owner) => not_asked(),
                Some(owner) if robbers::victims(self, owner).any(|player| player == victim) => Ok(()),
                _ => Err(Refusal::NotRobbed),
            },
            (Step::Robbery, Action::Mark(_)) => match robbers::robber(self) {
                Some(owner) if !robbers::must_choose(self, owner) => Ok(()),
                _ => not_asked(),
            },
            (Step::DrawMessage, Action::DrawMessage(message)) => {
                if messages::possible(self).any(|possible| possible == message) {
                    Ok(())
                } else {
                    Err(Refusal::NotTopMessage)
                }
            }
            (Step::Message, Action::TwoPoints) => Ok(()),
            (Step::Message, Action::CarryOut) => messages::check_carry_out(self),
            (Step::Message, Action::Target(spot)) => messages::check_target(self, spot).map(|_| ()),
            (Step::GingerbreadHome | Step::GingerbreadSymbol, Action::Gingerbread(spot)) => {
                gingerbread::check_target(self, spot).map(|_| ())
            }
            (Step::Crop, Action::Crop(_)) => Ok(()),
            (Step::CropRound, Action::Deploy { figure, spot }) if crop::chosen(self) == Some(CropAction::Add) => {
                crop::check_add(self, figure, spot).map(|_| ())
            }
            // What names a figure on the table is legal if it is listed.
            (Step::Deploy, Action::Seize { .. })
            | (Step::Pigs | Step::CropRound | Step::MessageReturn | Step::Plague, _) => {
                let mut is_listed = false;
                self.for_each_legal(|listed| is_listed |= listed == action);
                match action {
                    _ if is_listed => Ok(()),
                    Action::Return { .. } | Action::ReturnBoth { .. } if self.turn.step == Step::MessageReturn => {
                        Err(Refusal::NotReturned)
                    }
                    Action::Return { figure, spot } | Action::ReturnBoth { figure, spot }
                        if self.turn.step == Step::CropRound =>
                    {
                        Err(crop::not_concerned(self, figure, spot))
                    }
                    Action::Seize { .. } if self.turn.step == Step::Deploy => Err(Refusal::NotHerKnight),
                    Action::Return { .. } | Action::ReturnBoth { .. } | Action::ReturnGuard(_)
                        if self.turn.step == Step::Plague =>
                    {
                        Err(Refusal::NotForPlague)
                    }
                    Action::Return { .. } | Action::ReturnBoth { .. } if self.turn.step == Step::Pigs => {
                        Err(Refusal::NotThePigsFarmer)
                    }
                    _ => not_asked(),
                }
            }
            _ => not_asked(),
        }
    }

    /// Visits the legal actions of a step that only modules have.
    #[inline(never)]
    pub(crate) fn for_each_module_action(&self, mut visit: impl FnMut(Action)) {
        match self.turn.step {
            Step::Spring => self.for_each_spring(visit),
            Step::StartRansom | Step::LateRansom => {
                tower::for_each_ransom(self, &mut visit);
                visit(Action::Pass);
            }
            Step::Plague => wheel::for_each_loss(self, visit),
            Step::Capture => {
                tower::for_each_capture(self, &mut visit);
                visit(Action::Pass);
            }
            Step::Exchange => tower::for_each_exchange(self, visit),
            Step::Flight => dragon::for_each_step(self, visit),
            Step::MoveOut => {
                count::for_each_move(self, &mut visit);
                visit(Action::Pass);
            }
            Step::Send => count::for_each_sending(self, visit),
            Step::MoveCount => {
                for quarter in Quarter::ALL {
                    if count::check_count(self, quarter).is_ok() {
                        visit(Action::MoveCount(quarter));
                    }
                }
                visit(Action::Pass);
            }
            Step::LastMoves => {
                count::for_each_last_move(self, &mut visit);
                visit(Action::Pass);
            }
            Step::Sack => {
                if let Some(player) = robbers::current_putter(self) {
                    robbers::for_each_space(self, player, visit);
                }
            }
            Step::Gold => gold::for_each_ingot(self, visit),
            Step::Magic | Step::PartAfterPut | Step::PartAfterMove => magic::for_each_move(self, visit),
            Step::Roll => flying::DIE.for_each(|number| visit(Action::Roll(number))),
            Step::Land => flying::for_each_landing(self, visit),
            Step::Accompany => {
                visit(Action::Accompany);
                visit(Action::Pass);
            }
            Step::PutFerry => ferries::for_each_put(self, visit),
            Step::MoveFerry => {
                ferries::for_each_move(self, &mut visit);
                visit(Action::Pass);
            }
            Step::Features => gold::for_each_next(self, visit),
            Step::Pigs => traders::answers_for_farmer(self, visit),
            Step::Robbery if robbers::robber(self).is_some_and(|owner| robbers::must_choose(self, owner)) => {
                if let Some(owner) = robbers::robber(self) {
                    robbers::victims(self, owner).for_each(|victim| visit(Action::Rob(victim)));
                }
            }
            Step::Markers | Step::Robbery => {
                for &marker in self.markers() {
                    visit(Action::Mark(marker));
                }
            }
            Step::DrawMessage => messages::possible(self).for_each(|message| visit(Action::DrawMessage(message))),
            Step::Message => messages::for_each_errand(self, visit),
            Step::MessageReturn => {
                let player = self.turn.active;
                self.for_each_return(|figure| messages::may_return(self, player, figure), &mut visit);
                if self.messages.has_chosen().is_some_and(|(has_majority, _)| !has_majority) {
                    visit(Action::Pass);
                }
            }
            Step::GingerbreadHome | Step::GingerbreadSymbol => gingerbread::for_each_target(self, visit),
            Step::Crop => CropAction::ALL.into_iter().for_each(|action| visit(Action::Crop(action))),
            Step::CropRound => crop::for_each_answer(self, visit),
            _ => {}
        }
    }

    /// What is asked in a step that only modules have.
    pub(crate) fn module_decision(&self) -> Option<Decision> {
        let player = self.turn.active;
        let at = self.board.tile(self.board.last_tile()).pos;
        Some(match self.turn.step {
            Step::StartRansom | Step::LateRansom => Decision::Ransom { player },
            Step::Plague => Decision::Plague { player: wheel::current_sufferer(self)? },
            Step::Capture => Decision::Capture { player },
            Step::Exchange => Decision::Exchange { player },
            Step::Flight => Decision::StepDragon { player: dragon::current_mover(self)? },
            Step::MoveOut => Decision::MoveOut { player: count::current_mover(self)? },
            Step::Send => Decision::Send { player },
            Step::MoveCount => Decision::MoveCount { player },
            Step::LastMoves => Decision::LastMove { player: count::current_last_mover(self) },
            Step::Sack => Decision::Robber { player: robbers::current_putter(self)? },
            Step::Gold => Decision::Ingot { player, at },
            Step::Magic | Step::PartAfterPut | Step::PartAfterMove => Decision::Magic { player },
            Step::Roll => Decision::Roll { player, figure: self.flying.flier? },
            Step::Land => Decision::Land { player, figure: self.flying.flier?, at: self.flying.reached? },
            Step::Accompany => {
                let (figure, segment) = traders::companion(self)?;
                Decision::Accompany { player, figure, spot: self.spot(segment) }
            }
            Step::PutFerry => Decision::PutFerry { player, at },
            Step::MoveFerry => Decision::MoveFerry { player },
            Step::Features => Decision::ScoreNext { player },
            Step::Pigs => {
                let (player, _, segment) = traders::farmer_to_keep(self)?;
                Decision::KeepFarmer { player, spot: self.spot(segment) }
            }
            Step::Markers => {
                let player = self.marker_chooser()?;
                Decision::Mark { player, points: self.track.unmarked[player] }
            }
            Step::Robbery => {
                let player = robbers::robber(self)?;
                if robbers::must_choose(self, player) {
                    Decision::Rob { player }
                } else {
                    Decision::Mark { player, points: robbers::income(self, player)?.1.points() }
                }
            }
            Step::DrawMessage => Decision::DrawMessage { player },
            Step::Message => Decision::Message { player, message: self.messages.drawn()? },
            Step::MessageReturn => Decision::MessageReturn { player, is_optional: !self.messages.has_chosen()?.0 },
            Step::GingerbreadHome | Step::GingerbreadSymbol => Decision::Gingerbread { player },
            Step::Crop => Decision::Crop { player, circle: crop::circle(self)? },
            Step::CropRound => {
                let (player, circle) = (crop::current(self)?, crop::circle(self)?);
                match crop::chosen(self)? {
                    CropAction::Add => Decision::CropAdd { player, circle },
                    CropAction::Return => Decision::CropReturn { player, circle },
                }
            }
            _ => return None,
        })
    }

    pub(crate) fn actor_now(&self) -> Actor {
        match self.turn.step {
            Step::Draw => Actor::Chance,
            Step::Place | Step::Deploy => Actor::Player(self.turn.active),
            Step::Over => Actor::Nobody,
            _ => self.decision().actor(),
        }
    }
}
