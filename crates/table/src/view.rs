//! A game as one recipient may see it.

use bastide_rules::{
    Action, Actor, Base, CropAction, Decision, FigureKind, MagicFigure, Module, Outcome, PlayerId, Pos, Spot,
    StandingFigure, State, TRACK_SPACES, catalogue, notation,
};

mod foresight;
mod nobles;
mod printed;

use crate::room::Room;
use crate::table::{Table, cell, item_views, seat_of, tile_name};
use crate::text::CHAT_SHOWN;
use crate::wire::{
    AnsweredView, BoardView, ButtonId, Cell, ChatLine, DecisionView, FerryView, FigureCount, FigureView, GameView,
    MarkerView, OptionView, RegionInfo, SeatView, Status, Target, TileCount, TileView, TokenCount, TokenView,
    TrackFigure, TrackView,
};
use crate::words::{HalvedBy, PieceName};

/// Whose eyes a view is for. Equal audiences see the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Audience {
    /// The seats it decides for, one bit each.
    pub seats: u8,
    /// Whether it is the host.
    pub host: bool,
}

impl Audience {
    /// Whether it decides for a seat.
    pub fn plays(self, seat: u8) -> bool {
        seat < 8 && self.seats >> seat & 1 == 1
    }
}

/// The game as this audience may see it.
pub fn game_view(room: &Room, audience: Audience, now: u64) -> GameView {
    let committed = room.table();
    let table = room.table_for(audience);
    let state = &table.state;
    let is_over = committed.state.is_over();
    let draft_of = room.draft_for(audience);
    let answered = |(before, action): (&Table, Action)| AnsweredView {
        draft: before.count(),
        decision: decision_view(room, before, audience),
        answer: notation::action_text(&before.state, action),
    };
    let setup = room.setup();
    let winners = match committed.state.outcome() {
        Outcome::Undecided => Vec::new(),
        outcome => state.game().seats().filter(|&player| outcome.is_winner(player)).map(seat_of).collect(),
    };
    let chat = room.chat();
    GameView {
        id: room.id().to_owned(),
        number: room.number(),
        status: room.status(),
        in_box: setup.in_box.clone(),
        base: setup.base.clone(),
        modules: setup.modules.clone(),
        palette: palette(&setup.base),
        seats: seat_views(room, table, audience, now),
        host: audience.host,
        can_join: audience.seats == 0 && room.is_open_to_all(),
        aids: setup.aids,
        clock: setup.clock.clone(),
        turn: state.turn_number(),
        active: (room.status() == Status::Running).then(|| seat_of(state.active_player())),
        board: board_view(&committed.state, state, &table.laid, setup.aids),
        track: track_view(state),
        decision: decision_view(room, table, audience),
        draft: table.count(),
        draft_of,
        answered: draft_of.map(|_| room.answered().map(answered).collect()).unwrap_or_default(),
        can_undo: draft_of.is_some(),
        must_confirm: draft_of.is_some() && table.asked() != committed.asked(),
        left: state.tiles_left(),
        undrawn: setup
            .aids
            .then(|| state.undrawn().map(|(tile, count)| TileCount { tile: tile_name(tile), count }).collect()),
        discarded: state.discarded().iter().map(|&tile| tile_name(catalogue::tile(tile))).collect(),
        log: table.log.clone(),
        chat: chat[chat.len().saturating_sub(CHAT_SHOWN)..].iter().map(ChatLine::from).collect(),
        commitment: room.seed().commitment(),
        seed: (is_over || room.status() == Status::Finished).then(|| room.seed().reveal()),
        shares: room.share_views(),
        awaits_shares: room.awaits_shares(),
        final_awards: table.final_awards.clone(),
        history: table.history.clone(),
        winners,
        rematch: room.rematch().map(str::to_owned),
        damage: room.damage().map(str::to_owned),
        can_continue: audience.host && room.can_continue(),
    }
}

/// The palette in which a base is drawn.
pub fn palette(base: &str) -> &'static str {
    if Base::from_id(base) == Some(Base::Winter) { "winter" } else { "summer" }
}

fn seat_views(room: &Room, table: &Table, audience: Audience, now: u64) -> Vec<SeatView> {
    let projected = table.state.projected_points();
    let aids = room.setup().aids;
    let state = &table.state;
    let has_builder_aside = |player| state.is_builder_aside() && player == state.active_player();
    let tokens = |player| {
        let goods = state.goods(player).map(|(goods, count)| (goods.into(), count));
        let floors = if state.game().has(Module::Tower) { state.floors(player) } else { 0 };
        goods
            .chain([(PieceName::Ingot, state.ingots(player)), (PieceName::TowerFloor, floors)])
            .filter(|&(_, count)| count > 0)
    };
    let views = table.state.game().seats().zip(room.seats()).map(|(player, seat)| SeatView {
        name: seat.name.clone(),
        colour: seat.colour.clone(),
        bot: seat.bot.clone(),
        yours: audience.plays(seat_of(player)),
        taken: seat.is_taken(),
        connected: room.is_connected(seat_of(player)),
        resigned: seat.resigned,
        points: table.state.points()[player.index()],
        projected: aids.then(|| projected[player]),
        supply: FigureKind::ALL
            .into_iter()
            .filter(|&kind| state.game().has_figure(kind))
            .map(|kind| FigureCount { figure: kind.into(), count: state.supply(player, kind) })
            .collect(),
        tokens: tokens(player).map(|(token, count)| TokenCount { token, count }).collect(),
        captives: nobles::captives(state, player),
        aside: has_builder_aside(player).then_some(PieceName::Builder).into_iter().collect(),
        clock: room.clocks().left(seat_of(player), now).map(|left| left.max(0)),
    });
    views.collect()
}

/// The board as it was after a turn; 0 is before the first one.
pub fn past_board(table: &Table, turn: u32) -> BoardView {
    let state = table.state_after(turn);
    board_view(&state, &state, &table.laid, false)
}

/// The board of a state, with what has changed since the committed one marked as a draft.
fn board_view(committed: &State, state: &State, laid: &[(Option<u8>, u32)], aids: bool) -> BoardView {
    let known = committed.tiles().len();
    let tiles = state.tiles().zip(laid).enumerate().map(|(index, (laid, &(by, turn)))| TileView {
        tile: tile_name(laid.tile),
        at: cell(laid.pos),
        rotation: laid.rotation.quarter_turns(),
        by,
        turn,
        draft: index >= known,
    });
    let before: Vec<_> = standing(committed).collect();
    let figures = standing(state).map(|(owner, figure, spot)| FigureView {
        seat: owner.map(seat_of),
        figure,
        at: cell(spot.pos),
        segment: spot.segment,
        draft: !before.contains(&(owner, figure, spot)),
    });
    let ferried = committed.ferries();
    let ferries = state.ferries().into_iter().map(|ferry| FerryView {
        at: cell(ferry.0),
        ends: ferry.1,
        draft: !ferried.contains(&ferry),
    });
    BoardView {
        tiles: printed::squares(state).chain(tiles).collect(),
        figures: figures.collect(),
        ferries: ferries.collect(),
        tokens: token_views(state),
        neutral: nobles::tile_figures(committed, state),
        flight: nobles::flight(state),
        towers: nobles::towers(committed, state),
        dead: if aids { state.dead_cells().into_iter().map(cell).collect() } else { Vec::new() },
        printed: printed::printed_view(state),
    }
}

/// What lies on whole tiles.
fn token_views(state: &State) -> Vec<TokenView> {
    let view = |(pos, count)| TokenView { token: PieceName::Ingot, at: cell(pos), count };
    state.ingots_on_tiles().into_iter().map(view).collect()
}

/// Everything that stands on segments: whose, what, where.
fn standing(state: &State) -> impl Iterator<Item = (Option<PlayerId>, PieceName, Spot)> {
    let own = state.figures().into_iter().map(|figure| (Some(figure.owner), figure.kind.into(), figure.spot));
    let neutral = MagicFigure::ALL.into_iter().filter_map(|figure| Some((None, figure.into(), state.magic(figure)?)));
    let gingerbread = state.gingerbread().map(|spot| (None, PieceName::GingerbreadMan, spot));
    own.chain(neutral).chain(gingerbread)
}

/// The score track, in games where spaces matter.
fn track_view(state: &State) -> Option<TrackView> {
    let has = |module| state.game().has(module);
    if !has(Module::Messages) && !has(Module::Robbers) {
        return None;
    }
    let markers = state.game().seats().flat_map(|player| {
        state.markers().iter().map(move |&marker| MarkerView {
            seat: seat_of(player),
            marker: marker.into(),
            points: state.marker_points(player, marker),
            space: state.marker_space(player, marker),
        })
    });
    let robbers = state.game().seats().filter_map(|player| {
        let space = state.robber(player)?;
        Some(TrackFigure { seat: seat_of(player), figure: PieceName::Robber, space })
    });
    Some(TrackView { spaces: TRACK_SPACES as u8, markers: markers.collect(), figures: robbers.collect() })
}

fn decision_view(room: &Room, table: &Table, audience: Audience) -> DecisionView {
    let seat = table.asked().filter(|_| room.status() == Status::Running);
    let is_asked = seat.is_some_and(|seat| audience.plays(seat)) && room.damage().is_none();
    let decision = table.state.decision();
    DecisionView {
        kind: decision.into(),
        seat,
        tile: table.state.tile_in_hand().map(tile_name),
        at: match decision {
            Decision::Deploy { at, .. }
            | Decision::Ingot { at, .. }
            | Decision::Land { at, .. }
            | Decision::PutFerry { at, .. } => Some(cell(at)),
            Decision::Accompany { spot, .. } | Decision::KeepFarmer { spot, .. } => Some(cell(spot.pos)),
            _ => None,
        },
        figure: match decision {
            Decision::Roll { figure, .. } | Decision::Land { figure, .. } | Decision::Accompany { figure, .. } => {
                Some(figure.into())
            }
            Decision::Robber { .. } | Decision::Rob { .. } => Some(PieceName::Robber),
            Decision::Ingot { .. } => Some(PieceName::Ingot),
            Decision::Gingerbread { .. } => Some(PieceName::GingerbreadMan),
            _ => None,
        },
        points: match decision {
            Decision::Mark { points, .. } => Some(points),
            _ => None,
        },
        message: match decision {
            Decision::Message { message, .. } => Some(message),
            Decision::MessageReturn { .. } => Some(8),
            _ => None,
        },
        circle: match decision {
            Decision::Crop { circle, .. } | Decision::CropAdd { circle, .. } | Decision::CropReturn { circle, .. } => {
                Some(circle.into())
            }
            _ => None,
        },
        joined: matches!(decision, Decision::Magic { .. }) && table.state.are_magic_figures_joined(),
        steps: table.state.steps_left(),
        reach: nobles::reach(&table.state),
        options: if is_asked { options(&table.state) } else { Vec::new() },
    }
}

fn options(state: &State) -> Vec<OptionView> {
    let Actor::Player(player) = state.actor() else { return Vec::new() };
    let view = |action| OptionView {
        action: notation::action_text(state, action),
        target: target(state, player, action),
        brings: foresight::brings(state, action),
    };
    state.legal_actions().into_iter().map(view).collect()
}

/// Where an action is chosen.
fn target(state: &State, player: PlayerId, action: Action) -> Target {
    let segment = |figure: PieceName, spot: Spot| Target::Segment { at: cell(spot.pos), segment: spot.segment, figure };
    let own = |figure: FigureKind, with: Option<PieceName>, spot: Spot| Target::Figure {
        seat: Some(seat_of(player)),
        figure: figure.into(),
        with,
        at: cell(spot.pos),
        segment: spot.segment,
    };
    let region = |spot: Spot| Target::Region { at: cell(spot.pos), segment: spot.segment };
    match action {
        Action::Place { pos, rotation } => Target::Cell { at: cell(pos), rotation: rotation.quarter_turns() },
        Action::Deploy { figure, spot } => segment(figure.into(), spot),
        Action::RecallAbbot => match own_figures(state, player).find(|figure| figure.kind == FigureKind::Abbot) {
            Some(abbot) => own(abbot.kind, None, abbot.spot),
            None => Target::Button { id: ButtonId::Other },
        },
        Action::Fly(figure) => match state.decision() {
            Decision::Deploy { at, .. } => Target::Tile { at: cell(at), figure: figure.into() },
            _ => Target::Button { id: ButtonId::Other },
        },
        Action::Land(spot) => match state.decision() {
            Decision::Land { figure, .. } => segment(figure.into(), spot),
            _ => region(spot),
        },
        Action::Accompany => match state.decision() {
            Decision::Accompany { figure, spot, .. } => segment(figure.into(), spot),
            _ => Target::Button { id: ButtonId::Other },
        },
        Action::Ferry { at, ends } => Target::Ferry { at: cell(at), ends },
        Action::Ingot(pos) => Target::Tile { at: cell(pos), figure: PieceName::Ingot },
        Action::Magic { figure, spot } => segment(figure.into(), spot),
        Action::MagicAside(figure) => match state.magic(figure) {
            Some(spot) => Target::Figure {
                seat: None,
                figure: figure.into(),
                with: None,
                at: cell(spot.pos),
                segment: spot.segment,
            },
            None => Target::Button { id: ButtonId::Other },
        },
        Action::Robber(space) => Target::Space { space, figure: PieceName::Robber },
        Action::ScoreNext(spot) => region(spot),
        Action::Target(spot) => region(own_spot(state, player, spot)),
        Action::Mark(marker) => {
            let from = state.marker_space(player, marker);
            let by = match state.decision() {
                Decision::Mark { points, .. } => points,
                _ => 0,
            };
            let to = state.marker_space_after(player, marker, by);
            Target::Marker { seat: seat_of(player), marker: marker.into(), from, to }
        }
        Action::Rob(victim) => Target::Seat { seat: seat_of(victim), points: state.loot(victim) },
        Action::TwoPoints => Target::Button { id: ButtonId::TwoPoints },
        Action::CarryOut => Target::Button { id: ButtonId::CarryOut },
        Action::Return { figure, spot } => own(figure, None, spot),
        Action::ReturnBoth { figure, spot } => own(figure, nobles::companion(state, player, spot), spot),
        Action::Crop(CropAction::Add) => Target::Button { id: ButtonId::CropAdd },
        Action::Crop(CropAction::Return) => Target::Button { id: ButtonId::CropReturn },
        Action::Pass => Target::Button { id: ButtonId::Pass },
        // Chance is never an option of a player.
        Action::Draw(_) | Action::Roll(_) | Action::DrawMessage(_) => Target::Button { id: ButtonId::Other },
        Action::Gingerbread(spot) => segment(PieceName::GingerbreadMan, spot),
        Action::Crown { figure, sector } => Target::Part { part: sector.into(), figure: figure.into() },
        Action::ReturnGuard(_)
        | Action::Fairy(_)
        | Action::StepDragon(_)
        | Action::Seize { .. }
        | Action::SeizeGuard(_)
        | Action::Floor(_)
        | Action::Guard { .. }
        | Action::Exchange(_)
        | Action::Ransom { .. }
        | Action::MoveOut { .. }
        | Action::Send { .. }
        | Action::MoveCount(_) => nobles::target(state, action).unwrap_or(Target::Button { id: ButtonId::Other }),
    }
}

fn own_figures(state: &State, player: PlayerId) -> impl Iterator<Item = StandingFigure> {
    state.figures().into_iter().filter(move |figure| figure.owner == player)
}

/// Where a player stands on the region of a segment, because that is where one looks.
fn own_spot(state: &State, player: PlayerId, spot: Spot) -> Spot {
    let spots = state.region(spot).map(|region| region.spots()).unwrap_or_default();
    own_figures(state, player).map(|figure| figure.spot).find(|own| spots.contains(own)).unwrap_or(spot)
}

/// The answer that somebody means who points at a place on the board, offered or not.
pub fn pointed(state: &State, at: Cell, segment: u8, figure: &str) -> Option<Action> {
    let spot = Spot { pos: Pos::new(at[0], at[1]), segment };
    let first = || state.region(spot).and_then(|region| region.spots().first().copied()).unwrap_or(spot);
    let meant = nobles::pointed(state, spot, figure);
    if meant.is_some() {
        return meant;
    }
    match state.decision() {
        Decision::Ingot { .. } => Some(Action::Ingot(spot.pos)),
        Decision::Magic { .. } => {
            let figure = MagicFigure::ALL.into_iter().find(|kind| kind.word() == figure).unwrap_or(MagicFigure::Mage);
            // With ferries roads can split, and any segment may be named.
            let answer = |spot| Action::Magic { figure, spot };
            Some(if state.is_legal(answer(spot)) { answer(spot) } else { answer(first()) })
        }
        Decision::Land { .. } => Some(Action::Land(spot)),
        Decision::Message { .. } => Some(Action::Target(first())),
        Decision::ScoreNext { .. } => Some(Action::ScoreNext(first())),
        Decision::Gingerbread { .. } => Some(Action::Gingerbread(first())),
        Decision::KeepFarmer { .. }
        | Decision::MessageReturn { .. }
        | Decision::CropReturn { .. }
        | Decision::Plague { .. } => Some(Action::Return { figure: FigureKind::from_word(figure)?, spot }),
        _ => Some(Action::Deploy { figure: FigureKind::from_word(figure)?, spot }),
    }
}

/// Facts of the region that a segment belongs to.
pub fn region_info(state: &State, at: Cell, segment: u8) -> Option<RegionInfo> {
    let spot = Spot { pos: Pos::new(at[0], at[1]), segment };
    let region = state.region(spot)?;
    let value = region.value();
    Some(RegionInfo {
        feature: region.feature().into(),
        spots: region.spots().into_iter().map(|spot| (cell(spot.pos), spot.segment)).collect(),
        complete: region.is_complete(),
        open_ends: region.open_ends(),
        now: value.points(),
        items: item_views(&value),
        halved: value.halving().map(HalvedBy::from),
        when_complete: region.value_when_complete().map(|value| value.points()),
        strength: state.game().seats().map(|player| region.strength(player)).collect(),
        majority: region.majority().into_iter().map(seat_of).collect(),
        challenge: state.challenge(spot).map(|opposite| (cell(opposite.pos), opposite.segment)),
    })
}
