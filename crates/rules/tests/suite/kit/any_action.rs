//! Any action, legal or not.

use bastide_rules::{
    Action, CropAction, FigureKind, MagicFigure, Marker, Message, Piece, PlayerId, Pos, Quarter, Rotation, Sector,
    Side, Spot, State, catalogue,
};

use super::Rng;

/// Any action, legal or not, often a near miss.
pub(super) fn random_action(state: &State, rng: &mut Rng) -> Action {
    let board = state.game().board().map(|board| board.squares).unwrap_or_default();
    let squares = board.iter().map(|square| Pos::new(i16::from(square.x), i16::from(square.y)));
    let tables: Vec<Pos> = squares.chain(state.tiles().map(|laid| laid.pos)).collect();
    let frontier = state.frontier();
    let pos = |rng: &mut Rng| match rng.below(6) {
        0 => tables[rng.below(tables.len())],
        1 => tables[tables.len() - 1],
        2 => tables[rng.below(tables.len())].around()[rng.below(8)],
        3 if rng.one_in(4) => {
            let far = [i16::MIN, -1000, -33, 0, 33, 1000, i16::MAX];
            Pos::new(far[rng.below(far.len())], far[rng.below(far.len())])
        }
        _ if frontier.is_empty() => Pos::ORIGIN,
        _ => frontier[rng.below(frontier.len())].pos,
    };
    let segment = |rng: &mut Rng| if rng.one_in(8) { rng.next() as u8 } else { rng.below(9) as u8 };
    let spot = |rng: &mut Rng| Spot { pos: pos(rng), segment: segment(rng) };
    let figure = |rng: &mut Rng| FigureKind::ALL[rng.below(FigureKind::ALL.len())];
    match rng.below(33) {
        0 => Action::Draw(catalogue::TILES[rng.below(catalogue::TILES.len())].id),
        1 => {
            let drawn: Vec<_> = state.game().tiles().collect();
            Action::Draw(drawn[rng.below(drawn.len())].0.id)
        }
        2..=5 => Action::Place { pos: pos(rng), rotation: Rotation::new(rng.below(4) as u8) },
        6..=8 => Action::Deploy { figure: figure(rng), spot: spot(rng) },
        9 => Action::RecallAbbot,
        10 => Action::Pass,
        11 => Action::Fly(figure(rng)),
        12 => Action::Roll(rng.below(5) as u8),
        13 => Action::Land(spot(rng)),
        14 => Action::Accompany,
        15 => Action::Ferry { at: pos(rng), ends: [segment(rng), segment(rng)] },
        16 => Action::Ingot(pos(rng)),
        17 => Action::Magic { figure: MagicFigure::ALL[rng.below(2)], spot: spot(rng) },
        18 => Action::MagicAside(MagicFigure::ALL[rng.below(2)]),
        19 => Action::Robber(rng.below(60) as u8),
        20 => Action::ScoreNext(spot(rng)),
        21 => Action::Mark(Marker::ALL[rng.below(2)]),
        22 => Action::Rob(PlayerId::new(rng.below(6)).expect("a seat")),
        23 => Action::DrawMessage(Message::ALL[rng.below(Message::ALL.len())]),
        24 => [Action::TwoPoints, Action::CarryOut][rng.below(2)],
        25 => Action::Target(spot(rng)),
        26 => {
            let (figure, spot) = (figure(rng), spot(rng));
            if rng.one_in(2) { Action::Return { figure, spot } } else { Action::ReturnBoth { figure, spot } }
        }
        27 => Action::Crop(CropAction::ALL[rng.below(2)]),
        28 => Action::Crown { figure: figure(rng), sector: Sector::ALL[rng.below(6)] },
        29 => Action::Gingerbread(spot(rng)),
        _ => {
            let (spot, figure) = (spot(rng), figure(rng));
            action_of_nobles(rng, spot, figure)
        }
    }
}

/// Any action with dragon, towers and count, legal or not.
fn action_of_nobles(rng: &mut Rng, spot: Spot, figure: FigureKind) -> Action {
    let player = PlayerId::new(rng.below(6)).expect("a seat");
    let quarter = Quarter::ALL[rng.below(4)];
    match rng.below(12) {
        0 => Action::Fairy(spot.pos),
        1 => Action::StepDragon(Side::ALL[rng.below(4)]),
        2 => Action::Seize { piece: Piece::new(player, figure, rng.one_in(4)), spot },
        3 => Action::SeizeGuard(spot.pos),
        4 => Action::Floor(spot.pos),
        5 => Action::Guard { figure, at: spot.pos },
        6 => Action::Exchange(figure),
        7 => Action::Ransom { captor: player, figure },
        8 => Action::MoveOut { figure, spot },
        9 => Action::Send { figure, quarter },
        10 => Action::MoveCount(quarter),
        _ => Action::ReturnGuard(spot.pos),
    }
}
