//! A game as one recipient may see it.

use std::time::Instant;

use bastide_rules::{
    Action, Actor, Base, FigureKind, FrontierCell, Outcome, PlayerId, Pos, Rotation, Side, Spot, Tile,
};
use bastide_rules::{State, catalogue, notation};

use crate::limits::CHAT_SHOWN;
use crate::room::Room;
use crate::table::{Table, cell, item_views, seat_of, tile_name};
use crate::wire::{
    AnsweredView, BoardView, Cell, ChatLine, DecisionView, FigureCount, FigureView, GameView, OptionView, RegionInfo,
    SeatView, Status, Target, TileCount, TileView,
};

/// Whose eyes a view is for. Equal audiences see the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
pub fn game_view(room: &Room, audience: Audience) -> GameView {
    let committed = room.table();
    let table = room.table_for(audience);
    let state = &table.state;
    let now = Instant::now();
    let is_over = committed.state.is_over();
    let draft_of = room.draft_for(audience);
    let answered =
        |table: &Table| AnsweredView { draft: table.count(), decision: decision_view(room, table, audience) };
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
        aids: setup.aids,
        clock: setup.clock.clone(),
        turn: state.turn_number(),
        active: (room.status() == Status::Running).then(|| seat_of(state.active_player())),
        board: board_view(committed, table, setup.aids),
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
        seed: is_over.then(|| room.seed().reveal()),
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

fn seat_views(room: &Room, table: &Table, audience: Audience, now: Instant) -> Vec<SeatView> {
    let projected = table.state.projected_points();
    let aids = room.setup().aids;
    let figures = table.state.figures();
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
            .filter(|&kind| {
                table.state.supply(player, kind) > 0
                    || figures.iter().any(|figure| figure.owner == player && figure.kind == kind)
            })
            .map(|kind| FigureCount { figure: kind.word(), count: table.state.supply(player, kind) })
            .collect(),
        clock: room.clocks().left(seat_of(player), now).map(|left| left.max(0)),
    });
    views.collect()
}

fn board_view(committed: &Table, table: &Table, aids: bool) -> BoardView {
    let known = committed.state.tiles().len();
    let tiles = table.state.tiles().zip(&table.laid).enumerate().map(|(index, (laid, &(by, turn)))| TileView {
        tile: tile_name(laid.tile),
        at: cell(laid.pos),
        rotation: laid.rotation.quarter_turns(),
        by,
        turn,
        draft: index >= known,
    });
    let before = committed.state.figures();
    let figures = table.state.figures().into_iter().map(|figure| FigureView {
        seat: seat_of(figure.owner),
        figure: figure.kind.word(),
        at: cell(figure.spot.pos),
        segment: figure.spot.segment,
        draft: !before.contains(&figure),
    });
    BoardView {
        tiles: tiles.collect(),
        figures: figures.collect(),
        dead: if aids { dead_cells(&table.state) } else { Vec::new() },
    }
}

/// Empty cells that no undrawn tile fits, nor the one in hand.
fn dead_cells(state: &State) -> Vec<Cell> {
    if state.is_over() {
        return Vec::new();
    }
    let tiles: Vec<_> = state.undrawn().map(|(tile, _)| tile).chain(state.tile_in_hand()).collect();
    let is_dead = |cell: &&FrontierCell| !tiles.iter().any(|tile| fits(cell, tile));
    state.frontier().iter().filter(is_dead).map(|free| cell(free.pos)).collect()
}

fn fits(cell: &FrontierCell, tile: &Tile) -> bool {
    Rotation::ALL.into_iter().any(|rotation| {
        Side::ALL.into_iter().all(|side| cell.demands(side).is_none_or(|edge| tile.edge(side, rotation) == edge))
    })
}

fn decision_view(room: &Room, table: &Table, audience: Audience) -> DecisionView {
    let seat = table.asked().filter(|_| room.status() == Status::Running);
    let is_asked = seat.is_some_and(|seat| audience.plays(seat)) && room.damage().is_none();
    DecisionView {
        kind: table.state.decision().word(),
        seat,
        tile: table.state.tile_in_hand().map(tile_name),
        options: if is_asked { options(&table.state) } else { Vec::new() },
    }
}

fn options(state: &State) -> Vec<OptionView> {
    let Actor::Player(player) = state.actor() else { return Vec::new() };
    let view = |action| OptionView {
        action: notation::action_text(state, action),
        target: match action {
            Action::Place { pos, rotation } => Target::Cell { at: cell(pos), rotation: rotation.quarter_turns() },
            Action::Deploy { figure, spot } => {
                Target::Segment { at: cell(spot.pos), segment: spot.segment, figure: figure.word() }
            }
            Action::RecallAbbot => own_figure(state, player, FigureKind::Abbot),
            Action::Pass => Target::Button { id: "pass" },
            // Chance is never an option of a player.
            _ => Target::Button { id: "draw" },
        },
    };
    state.legal_actions().into_iter().map(view).collect()
}

fn own_figure(state: &State, player: PlayerId, kind: FigureKind) -> Target {
    let figures = state.figures();
    match figures.iter().find(|figure| figure.owner == player && figure.kind == kind) {
        Some(figure) => Target::Figure {
            seat: seat_of(player),
            figure: kind.word(),
            at: cell(figure.spot.pos),
            segment: figure.spot.segment,
        },
        None => Target::Button { id: "recall" },
    }
}

/// A figure put on a segment, as an action.
pub fn deployment(at: Cell, segment: u8, figure: &str) -> Option<Action> {
    let figure = FigureKind::ALL.into_iter().find(|kind| kind.word() == figure)?;
    Some(Action::Deploy { figure, spot: Spot { pos: Pos::new(at[0], at[1]), segment } })
}

/// Facts of the region that a segment belongs to.
pub fn region_info(state: &State, at: Cell, segment: u8) -> Option<RegionInfo> {
    let region = state.region(Spot { pos: Pos::new(at[0], at[1]), segment })?;
    let value = region.value();
    Some(RegionInfo {
        feature: region.feature().word(),
        spots: region.spots().into_iter().map(|spot| (cell(spot.pos), spot.segment)).collect(),
        complete: region.is_complete(),
        open_ends: region.open_ends(),
        now: value.points(),
        items: item_views(&value),
        when_complete: region.value_when_complete().map(|value| value.points()),
        strength: state.game().seats().map(|player| region.strength(player)).collect(),
        majority: region.majority().into_iter().map(seat_of).collect(),
    })
}
