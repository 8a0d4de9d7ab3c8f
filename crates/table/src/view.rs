//! A game as one recipient may see it.

use bastide_art::Palette;
use bastide_rules::{Action, FigureKind, Outcome, Pos, Spot, State, catalogue, notation};

mod described;
mod foresight;
mod pieces;
mod printed;
mod question;

pub use described::described;
pub use question::{place_of, pointed};

use crate::clock::Now;
use crate::room::Room;
use crate::stored::code;
use crate::table::{Table, cell, item_views, seat_of};
use crate::text::CHAT_SHOWN;
use crate::wire::{
    AnsweredView, BoardView, Cell, ChatLine, FerryView, FigureCount, FigureView, GameView, RegionInfo, SeatView,
    Status, TileCount, TileView, TokenCount,
};
use crate::words::{HalvedBy, PieceName};

/// Whose eyes a view is for. Equal audiences see the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Audience {
    /// The seats it decides for, one bit each.
    pub seats: u8,
    /// Whether it is the host.
    pub host: bool,
    /// The seats that it may come back to, one bit each: a bot plays them for it, or they are kept for it.
    pub back: u8,
}

impl Audience {
    /// Whether it decides for a seat.
    pub fn plays(self, seat: u8) -> bool {
        seat < 8 && self.seats >> seat & 1 == 1
    }

    /// Whether it may come back to a seat.
    pub fn comes_back(self, seat: u8) -> bool {
        seat < 8 && self.back >> seat & 1 == 1
    }
}

/// The game as this audience may see it.
pub fn game_view(room: &Room, audience: Audience, now: Now) -> GameView {
    let committed = room.table();
    let table = room.table_for(audience);
    let state = &table.state;
    let is_over = committed.state.is_over();
    let draft_of = room.draft_for(audience);
    let answered = |(before, action): (&Table, Action)| AnsweredView {
        draft: before.count(),
        decision: question::decision(room, before, audience),
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
        palette: Palette::of_set(table.state.game().options().base.info().set).into(),
        seats: seat_views(room, table, audience, now),
        host: audience.host,
        can_join: audience.seats == 0 && room.has_open_seat(),
        code: (room.status() == Status::Open).then(|| code(room.id()).to_owned()),
        aids: setup.aids,
        clock: setup.clock.clone(),
        strict: setup.strict,
        waits_for: room.waits_for(),
        overdue: room.overdue_view(audience),
        turn: state.turn_number(),
        active: (room.status() == Status::Running).then(|| seat_of(state.active_player())),
        board: board_view(&committed.state, state, &table.laid, setup.aids),
        track: pieces::track(state),
        decision: question::decision(room, table, audience),
        draft: table.count(),
        draft_of,
        answered: draft_of.map(|_| room.answered().map(answered).collect()).unwrap_or_default(),
        can_undo: draft_of.is_some(),
        must_confirm: draft_of.is_some() && table.asked() != committed.asked(),
        left: state.tiles_to_come(),
        undrawn: setup.aids.then(|| {
            state.undrawn().map(|(tile, count)| TileCount { tile: catalogue::full_name(tile), count }).collect()
        }),
        discarded: state.discarded().iter().map(|&tile| catalogue::full_name(catalogue::tile(tile))).collect(),
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

fn seat_views(room: &Room, table: &Table, audience: Audience, now: Now) -> Vec<SeatView> {
    let projected = table.state.projected_points();
    let aids = room.setup().aids;
    let state = &table.state;
    let tokens = |player| {
        let goods = state.goods(player).map(|(goods, count)| (goods.into(), count));
        goods
            .chain([(PieceName::Ingot, state.ingots(player)), (PieceName::TowerFloor, state.floors(player))])
            .filter(|&(_, count)| count > 0)
    };
    let views = table.state.game().seats().zip(room.seats()).map(|(player, seat)| SeatView {
        name: seat.name.clone(),
        colour: seat.colour.clone(),
        bot: seat.bot.clone(),
        yours: audience.plays(seat_of(player)),
        taken: seat.is_taken(),
        open: room.status() == Status::Open && seat.is_open(),
        kept: seat.owner.is_none() && seat.kept_for.is_some(),
        back: audience.comes_back(seat_of(player)),
        connected: room.is_connected(seat_of(player)),
        resigned: seat.resigned,
        points: table.state.points()[player.index()],
        projected: aids.then(|| projected[player]),
        supply: FigureKind::ALL
            .into_iter()
            .filter(|&kind| state.game().has_figure(kind))
            .map(|kind| FigureCount { figure: kind.into(), count: state.supply(player, kind) })
            .collect(),
        has_meeple: FigureKind::MEEPLES.into_iter().any(|kind| state.supply(player, kind) > 0),
        tokens: tokens(player).map(|(token, count)| TokenCount { token, count }).collect(),
        captives: pieces::captives(state, player),
        aside: (state.builder_aside() == Some(player)).then_some(PieceName::Builder).into_iter().collect(),
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
        tile: catalogue::full_name(laid.tile),
        at: cell(laid.pos),
        rotation: laid.rotation.quarter_turns(),
        by,
        turn,
        draft: index >= known,
    });
    let before: Vec<_> = pieces::standing(committed).collect();
    let figures = pieces::standing(state).map(|(owner, figure, spot)| FigureView {
        seat: owner.map(seat_of),
        figure,
        at: cell(spot.pos),
        segment: spot.segment,
        draft: !before.contains(&(owner, figure, spot)),
    });
    let ferried = committed.ferries();
    let ferries = state.ferries().into_iter().map(|ferry| FerryView {
        at: cell(ferry.at),
        ends: ferry.ends,
        draft: !ferried.contains(&ferry),
    });
    BoardView {
        tiles: printed::squares(state).chain(tiles).collect(),
        figures: figures.collect(),
        ferries: ferries.collect(),
        tokens: pieces::tokens(state),
        neutral: pieces::tile_figures(committed, state),
        flight: pieces::flight(state),
        towers: pieces::towers(committed, state),
        dead: if aids { state.dead_cells().into_iter().map(cell).collect() } else { Vec::new() },
        printed: printed::printed_view(state),
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
