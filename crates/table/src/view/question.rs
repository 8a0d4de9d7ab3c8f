//! What is asked: the decision, its options and where they are chosen.

use bastide_rules::{
    Action, Actor, CropAction, Decision, FigureKind, MagicFigure, Piece, PlayerId, Pos, Side, Spot, StandingFigure,
    State, catalogue, notation,
};

use super::{Audience, foresight};
use crate::room::Room;
use crate::table::{Table, cell, seat_of};
use crate::wire::{ActionName, Also, Cell, Consequence, DecisionView, OptionView, Question, Status, Target};
use crate::words::PieceName;

/// What is asked, with the options for who is asked.
pub fn decision(room: &Room, table: &Table, audience: Audience) -> DecisionView {
    let seat = table.asked().filter(|_| room.status() == Status::Running);
    let is_asked = seat.is_some_and(|seat| audience.plays(seat)) && room.damage().is_none();
    DecisionView {
        question: question(&table.state),
        seat,
        rule: table.state.question_rule(),
        tile: table.state.tile_in_hand().map(catalogue::full_name),
        options: if is_asked { options(&table.state) } else { Vec::new() },
    }
}

/// The question and what it is about.
fn question(state: &State) -> Question {
    match state.decision() {
        Decision::Spring => Question::Spring,
        Decision::Draw { .. } => Question::Draw,
        Decision::Place { .. } => Question::Place { branches: state.branches() as u8 },
        Decision::Deploy { at, .. } => Question::Deploy { at: cell(at) },
        Decision::Robber { .. } => Question::Robber,
        Decision::Ingot { at, .. } => Question::Ingot { at: cell(at) },
        Decision::Magic { .. } => Question::Magic { joined: state.are_magic_figures_joined() },
        Decision::Roll { figure, .. } => Question::Roll { figure: figure.into() },
        Decision::Land { figure, number, at, .. } => Question::Land { figure: figure.into(), at: cell(at), number },
        Decision::Accompany { figure, spot, .. } => Question::Accompany { figure: figure.into(), at: cell(spot.pos) },
        Decision::PutFerry { at, .. } => Question::PutFerry { at: cell(at) },
        Decision::MoveFerry { .. } => Question::MoveFerry,
        Decision::ScoreNext { .. } => Question::ScoreNext,
        Decision::KeepFarmer { .. } => Question::KeepFarmer,
        Decision::Mark { points, .. } => Question::Mark { points },
        Decision::Rob { .. } => Question::Rob,
        Decision::DrawMessage { .. } => Question::DrawMessage,
        Decision::Message { message, .. } => Question::Message { message: message.into() },
        Decision::MessageReturn { .. } => Question::MessageReturn,
        Decision::Crop { circle, .. } => Question::Crop { circle: circle.into() },
        Decision::CropAdd { circle, .. } => Question::CropAdd { circle: circle.into() },
        Decision::CropReturn { circle, .. } => Question::CropReturn { circle: circle.into() },
        Decision::Gingerbread { .. } => Question::Gingerbread,
        Decision::Plague { .. } => Question::Plague,
        Decision::Ransom { .. } => Question::Ransom,
        Decision::StepDragon { .. } => Question::StepDragon { steps: state.steps_left().unwrap_or(0) },
        Decision::Capture { .. } => {
            let reach = state.capturing().map_or_else(Vec::new, |pos| reach_of(state, pos, height(state, pos)));
            Question::Capture { reach }
        }
        Decision::Exchange { .. } => Question::Exchange,
        Decision::MoveOut { .. } => Question::MoveOut,
        Decision::Send { .. } => Question::Send,
        Decision::MoveCount { .. } => Question::MoveCount,
        Decision::LastMove { .. } => Question::LastMove,
        Decision::Over => Question::Over,
    }
}

fn height(state: &State, pos: Pos) -> u8 {
    state.towers().into_iter().find(|tower| tower.pos == pos).map_or(0, |tower| tower.height)
}

fn reach_of(state: &State, pos: Pos, height: u8) -> Vec<Cell> {
    state.tower_reach(pos, height).into_iter().map(cell).collect()
}

pub(super) fn options(state: &State) -> Vec<OptionView> {
    let Actor::Player(player) = state.actor() else { return Vec::new() };
    let mut found: Vec<OptionView> = Vec::new();
    let mut groups: Vec<Group> = Vec::new();
    for action in state.legal_actions() {
        let text = notation::action_text(state, action);
        let (Some(what), Some(target)) = (what(state, action), target(state, player, action)) else {
            // It cannot happen: chance is not asked here, and what an answer is about stands there while it is listed. A client
            // could show nothing of it, so in a game that people play it is left out and they go on with the others.
            debug_assert!(false, "`{text}` is no answer of a player in {:?}", state.decision());
            continue;
        };
        let rule = state.answer_rule(action);
        let brings = foresight::brings(state, action);
        if let Target::Segment { at, segment, figure } = target
            && is_one_of_many(state, action)
        {
            if let Some(group) = groups.iter_mut().find(|group| group.figure == figure) {
                group.places.push((brings, text, at, segment));
                continue;
            }
            groups.push(Group { figure, of: found.len(), places: Vec::new() });
        }
        found.push(OptionView { action: text, what, target, rule, brings, also: Vec::new() });
    }
    for group in groups {
        let option = &mut found[group.of];
        option.also = group.told(&option.brings);
    }
    found
}

/// Many answers that differ in their place: they are told with the first of them.
struct Group {
    figure: PieceName,
    /// The option that stands for all.
    of: usize,
    places: Vec<(Vec<Consequence>, String, Cell, u8)>,
}

impl Group {
    /// Places that bring the same stand beside each other, so that it is told once.
    fn told(self, first: &[Consequence]) -> Vec<Also> {
        let mut kinds: Vec<Vec<Consequence>> = vec![first.to_vec()];
        for (brings, ..) in &self.places {
            if !kinds.contains(brings) {
                kinds.push(brings.clone());
            }
        }
        let kind = |brings: &Vec<Consequence>| kinds.iter().position(|known| known == brings);
        let mut places = self.places;
        places.sort_by_key(|(brings, ..)| kind(brings));
        let mut before = first.to_vec();
        let mut told = Vec::new();
        for (brings, text, at, segment) in places {
            if brings == before {
                told.push(Also::Same(text, at, segment));
            } else {
                before.clone_from(&brings);
                told.push(Also::Other(text, at, segment, brings));
            }
        }
        told
    }
}

/// Whether an action is one of many that differ in their segment.
fn is_one_of_many(state: &State, action: Action) -> bool {
    if let Action::Deploy { .. } = action {
        return state.goes_through_portal(action) || matches!(state.decision(), Decision::CropAdd { .. });
    }
    matches!(action, Action::Magic { .. } | Action::MoveOut { .. })
}

/// What an action does; nothing of chance is an answer.
fn what(state: &State, action: Action) -> Option<ActionName> {
    Some(match action {
        Action::Draw(_) | Action::Roll(_) | Action::DrawMessage(_) => return None,
        Action::Place { .. } => ActionName::Place,
        Action::Deploy { .. } if state.goes_through_portal(action) => ActionName::Portal,
        Action::Deploy { .. } => ActionName::Deploy,
        Action::RecallAbbot => ActionName::RecallAbbot,
        Action::Pass => ActionName::Pass,
        Action::Fly(_) => ActionName::Fly,
        Action::Land(_) => ActionName::Land,
        Action::Accompany => ActionName::Accompany,
        Action::Ferry { .. } => ActionName::Ferry,
        Action::Ingot(_) => ActionName::Ingot,
        Action::Magic { .. } => ActionName::Magic,
        Action::MagicAside(_) => ActionName::MagicAside,
        Action::Robber(_) => ActionName::Robber,
        Action::ScoreNext(_) => ActionName::ScoreNext,
        Action::Mark(_) => ActionName::Mark,
        Action::Rob(_) => ActionName::Rob,
        Action::TwoPoints => ActionName::TwoPoints,
        Action::CarryOut => ActionName::CarryOut,
        Action::Target(_) => ActionName::CarryOutOn,
        Action::Return { .. } => ActionName::Return,
        Action::ReturnBoth { .. } => ActionName::ReturnBoth,
        Action::Crop(CropAction::Add) => ActionName::CropAdd,
        Action::Crop(CropAction::Return) => ActionName::CropReturn,
        Action::Gingerbread(_) => ActionName::Gingerbread,
        Action::Crown { .. } => ActionName::Crown,
        Action::ReturnGuard(_) => ActionName::ReturnGuard,
        Action::Fairy(_) => ActionName::Fairy,
        Action::StepDragon(_) => ActionName::StepDragon,
        // The tower takes with an answer of its own question.
        Action::Seize { .. } if matches!(state.decision(), Decision::Deploy { .. }) => ActionName::Princess,
        Action::Seize { .. } | Action::SeizeGuard(_) => ActionName::Capture,
        Action::Floor(_) => ActionName::Floor,
        Action::Guard { .. } => ActionName::Guard,
        Action::Exchange(_) => ActionName::Exchange,
        Action::Ransom { .. } => ActionName::Ransom,
        Action::MoveOut { .. } => ActionName::MoveOut,
        Action::Send { .. } => ActionName::Send,
        Action::MoveCount(_) => ActionName::MoveCount,
    })
}

/// Where the answer of whoever is asked is chosen, for those who show it without asking.
pub fn place_of(state: &State, action: Action) -> Option<Target> {
    if let Actor::Player(player) = state.actor() { target(state, player, action) } else { None }
}

/// Where an action is chosen, if it is asked for. One arm for each action, so it is long: the list is what the compiler keeps
/// complete.
fn target(state: &State, player: PlayerId, action: Action) -> Option<Target> {
    let segment = |figure: PieceName, spot: Spot| Target::Segment { at: cell(spot.pos), segment: spot.segment, figure };
    let own = |figure: FigureKind, with: Option<PieceName>, spot: Spot| Target::Figure {
        seat: Some(seat_of(player)),
        figure: figure.into(),
        with,
        at: cell(spot.pos),
        segment: spot.segment,
    };
    let captive = |captor, figure: FigureKind| Target::Captive {
        captor: seat_of(captor),
        seat: seat_of(player),
        figure: figure.into(),
    };
    let region = |spot: Spot| Target::Region { at: cell(spot.pos), segment: spot.segment };
    Some(match action {
        Action::Place { pos, rotation } => Target::Cell { at: cell(pos), rotation: rotation.quarter_turns() },
        Action::Deploy { figure, spot } => segment(figure.into(), spot),
        Action::RecallAbbot => {
            let abbot = own_figures(state, player).find(|figure| figure.kind == FigureKind::Abbot)?;
            own(abbot.kind, None, abbot.spot)
        }
        Action::Fly(figure) => {
            let Decision::Deploy { at, .. } = state.decision() else { return None };
            Target::Tile { at: cell(at), figure: figure.into() }
        }
        Action::Land(spot) => {
            let Decision::Land { figure, .. } = state.decision() else { return None };
            segment(figure.into(), spot)
        }
        Action::Accompany => {
            let Decision::Accompany { figure, spot, .. } = state.decision() else { return None };
            segment(figure.into(), spot)
        }
        Action::Ferry { at, ends } => Target::Ferry { at: cell(at), ends },
        Action::Ingot(pos) => Target::Tile { at: cell(pos), figure: PieceName::Ingot },
        Action::Magic { figure, spot } => segment(figure.into(), spot),
        Action::MagicAside(figure) => {
            let spot = state.magic(figure)?;
            let (at, segment) = (cell(spot.pos), spot.segment);
            Target::Figure { seat: None, figure: figure.into(), with: None, at, segment }
        }
        Action::Robber(space) => Target::Space { space, figure: PieceName::Robber },
        Action::ScoreNext(spot) => region(spot),
        Action::Target(spot) => region(own_spot(state, player, spot)),
        Action::Mark(marker) => {
            let from = state.marker_space(player, marker);
            let by = if let Decision::Mark { points, .. } = state.decision() { points } else { 0 };
            let to = state.marker_space_after(player, marker, by);
            Target::Marker { seat: seat_of(player), marker: marker.into(), from, to }
        }
        Action::Rob(victim) => Target::Seat { seat: seat_of(victim), points: state.loot(victim) },
        Action::Return { figure, spot } => own(figure, None, spot),
        Action::ReturnBoth { figure, spot } => own(figure, state.companion_of(player, spot).map(PieceName::from), spot),
        Action::TwoPoints | Action::CarryOut | Action::Crop(_) | Action::Pass => Target::Button,
        // Chance is never an option of a player.
        Action::Draw(_) | Action::Roll(_) | Action::DrawMessage(_) => return None,
        Action::Gingerbread(spot) => segment(PieceName::GingerbreadMan, spot),
        Action::Crown { figure, sector } => Target::Part { part: sector.into(), figure: figure.into() },
        Action::Fairy(pos) => Target::Tile { at: cell(pos), figure: PieceName::Fairy },
        Action::StepDragon(side) => Target::Tile { at: cell(state.dragon()?.beside(side)), figure: PieceName::Dragon },
        Action::Seize { piece, spot } => Target::Seize {
            seat: seat_of(piece.owner()),
            figure: piece.kind().into(),
            with: piece.is_bound().then(|| state.companion_of(piece.owner(), spot)).flatten().map(PieceName::from),
            at: cell(spot.pos),
            segment: spot.segment,
        },
        Action::Floor(pos) => {
            let height = height(state, pos) + 1;
            Target::Floor { at: cell(pos), height, reach: reach_of(state, pos, height) }
        }
        Action::Guard { figure, at } => Target::Tower { at: cell(at), figure: figure.into() },
        Action::SeizeGuard(pos) | Action::ReturnGuard(pos) => {
            let guard = state.towers().into_iter().find(|tower| tower.pos == pos)?.guard?;
            Target::Guard { seat: seat_of(guard.owner), figure: guard.kind.into(), at: cell(pos) }
        }
        Action::Exchange(figure) => captive(state.exchanging()?, figure),
        Action::Ransom { captor, figure } => captive(captor, figure),
        Action::MoveOut { figure, spot } => {
            Target::Segment { at: cell(spot.pos), segment: spot.segment, figure: figure.into() }
        }
        Action::Send { figure, quarter } => Target::Part { part: quarter.into(), figure: figure.into() },
        Action::MoveCount(quarter) => Target::Part { part: quarter.into(), figure: PieceName::Count },
    })
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
pub fn pointed(state: &State, at: Cell, segment: u8, figure: PieceName) -> Option<Action> {
    let spot = Spot { pos: Pos::new(at[0], at[1]), segment };
    let first = || state.region(spot).map_or(spot, |region| region.first_spot());
    let deployed = || Some(Action::Deploy { figure: figure.figure()?, spot });
    match state.decision() {
        Decision::Ingot { .. } => Some(Action::Ingot(spot.pos)),
        Decision::Magic { .. } => {
            let figure = if figure == PieceName::Witch { MagicFigure::Witch } else { MagicFigure::Mage };
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
        | Decision::Plague { .. } => Some(Action::Return { figure: figure.figure()?, spot }),
        Decision::Deploy { .. } if figure == PieceName::Fairy => Some(Action::Fairy(spot.pos)),
        Decision::Deploy { .. } if figure == PieceName::TowerFloor => Some(Action::Floor(spot.pos)),
        Decision::StepDragon { .. } => {
            let from = state.dragon()?;
            Side::ALL.into_iter().find(|&side| from.beside(side) == spot.pos).map(Action::StepDragon)
        }
        Decision::Capture { .. } => {
            let there = state.figures().into_iter().find(|standing| standing.spot == spot)?;
            Some(Action::Seize { piece: Piece::new(there.owner, there.kind, false), spot })
        }
        Decision::MoveOut { .. } | Decision::LastMove { .. } => {
            Some(Action::MoveOut { figure: figure.figure()?, spot })
        }
        Decision::Deploy { .. } | Decision::CropAdd { .. } => deployed(),
        // They are not answered on the board; who points there is told so.
        Decision::Spring
        | Decision::Draw { .. }
        | Decision::Place { .. }
        | Decision::Robber { .. }
        | Decision::Roll { .. }
        | Decision::Accompany { .. }
        | Decision::PutFerry { .. }
        | Decision::MoveFerry { .. }
        | Decision::Mark { .. }
        | Decision::Rob { .. }
        | Decision::DrawMessage { .. }
        | Decision::Crop { .. }
        | Decision::Ransom { .. }
        | Decision::Exchange { .. }
        | Decision::Send { .. }
        | Decision::MoveCount { .. }
        | Decision::Over => deployed(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use bastide_rules::{BOXES, Game, Options};

    use super::*;

    /// Questions are called as the engine calls its decisions, and carry nothing that is not theirs.
    #[test]
    fn questions_have_the_words_of_the_engine() {
        let mut asked = BTreeSet::new();
        let mut number = 1_u32;
        let mut any = |count| {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (number >> 16) % count
        };
        for info in BOXES {
            for players in 2..=4 {
                let mut state = State::new(Game::new(Options::of_box(info, players).unwrap()).unwrap());
                while let Some(action) = state.choose(&mut any) {
                    let sent = serde_json::to_value(question(&state)).unwrap();
                    assert_eq!(sent["kind"], state.decision().word());
                    assert!(sent.as_object().unwrap().values().all(|value| !value.is_null()), "{sent}");
                    asked.insert(state.decision().word());
                    state.apply_listed(action);
                }
                assert_eq!(question(&state), Question::Over);
            }
        }
        assert!(asked.len() > 25, "only {asked:?} were asked");
    }
}
