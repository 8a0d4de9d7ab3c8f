//! A table for tests that begin with a position: set it up, play answers as they stand in a record,
//! and say in words what is asked, legal and scored. Seats are counted from 1.

#![allow(dead_code, reason = "each test uses its own part")]

use bastide_rules::{
    Action, Award, Decision, Edge, Event, Feature, FigureKind, Game, MagicFigure, Marker, PlayerId, Pos, RegionView,
    Rotation, Side, Spot, State, Tile, notation,
};

/// A position of the base v3 with these modules before the turn of the first seat; the number of
/// players is that of the points.
pub fn position(with: &str, points: &str, rest: &str) -> State {
    position_on("v3", with, points, rest)
}

/// The same on another base.
pub fn position_on(base: &str, with: &str, points: &str, rest: &str) -> State {
    let players = points.split(',').count();
    let next = if rest.contains("next=") { "" } else { "next=1" };
    let with = if with.is_empty() { String::new() } else { format!("with={with}") };
    let line = format!("bastide-position 1 base={base} {with} players={players} turn=9 {next} points={points} {rest}");
    notation::parse_position(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// The same position with only these tiles left to be drawn; the others are in the box.
pub fn with_stack(position: &State, stack: &[&str]) -> State {
    let mut setup = position.setup().unwrap();
    let game = Game::new(setup.options).unwrap();
    let on_table: Vec<_> = setup.tiles.iter().map(|laid| laid.tile.id).collect();
    for (tile, copies) in game.tiles() {
        let laid = on_table.iter().filter(|&&id| id == tile.id).count();
        let kept = stack.iter().filter(|&&name| name == notation::tile_name(setup.options.base, tile)).count();
        setup.discarded.extend(std::iter::repeat_n(tile.id, usize::from(copies) - laid - kept));
    }
    let state = State::from_setup(&setup).unwrap();
    assert_eq!(state.tiles_left() as usize, stack.len());
    state
}

/// A small generator of numbers, so that games are the same on every machine.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(limit)) as u32
    }
}

/// A random action, but tiles are laid where they complete most, so that there is something to score.
pub fn eager_action(state: &State, numbers: &mut Numbers) -> Option<Action> {
    let action = state.choose(|count| numbers.below(count))?;
    if !matches!(state.decision(), Decision::Place { .. }) {
        return Some(action);
    }
    let completed = |&action: &Action| {
        let mut laid = state.clone();
        laid.apply_listed(action);
        laid.regions().filter(|region| region.is_complete()).count()
    };
    state.legal_actions().into_iter().max_by_key(completed)
}

/// Plays answers, separated by `|`, and tells what happened.
pub fn play(state: &mut State, answers: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for answer in answers.split('|').map(str::trim) {
        let action = action(state, answer);
        state.apply_with(action, &mut events).unwrap_or_else(|error| panic!("`{answer}`: {error}"));
    }
    events
}

pub fn action(state: &State, answer: &str) -> Action {
    notation::parse_action(state, answer).unwrap_or_else(|| panic!("`{answer}` does not answer {:?}", state.decision()))
}

/// The legal answers as texts, sorted, separated by ` | `.
pub fn legal(state: &State) -> String {
    let mut texts: Vec<_> =
        state.legal_actions().into_iter().map(|action| notation::action_text(state, action)).collect();
    texts.sort_unstable();
    texts.join(" | ")
}

/// The legal answers that begin like this.
pub fn legal_with(state: &State, beginning: &str) -> String {
    let legal = legal(state);
    legal.split(" | ").filter(|text| text.starts_with(beginning)).collect::<Vec<_>>().join(" | ")
}

/// The rule that forbids an answer.
pub fn refused(state: &State, answer: &str) -> &'static str {
    let action = action(state, answer);
    assert!(!state.legal_actions().contains(&action), "`{answer}` is listed");
    state.why_not(action).unwrap_or_else(|| panic!("`{answer}` is legal")).rule()
}

/// What is asked and of whom, `deploy 1`.
pub fn asked(state: &State) -> String {
    let decision = state.decision();
    let player = match decision {
        Decision::Draw { player } | Decision::DrawMessage { player } | Decision::Roll { player, .. } => Some(player),
        _ => match decision.actor() {
            bastide_rules::Actor::Player(player) => Some(player),
            _ => None,
        },
    };
    let seat = player.map_or(String::new(), |player| format!(" {}", player.index() + 1));
    match decision {
        Decision::Mark { points, .. } => format!("mark{seat} {points}"),
        Decision::Message { message, .. } => format!("message{seat} number {message}"),
        _ => format!("{}{seat}", decision.word()),
    }
}

pub fn seat(number: usize) -> PlayerId {
    PlayerId::new(number - 1).unwrap()
}

pub fn supply(state: &State, number: usize, kind: FigureKind) -> u8 {
    state.supply(seat(number), kind)
}

/// A segment on the table or on a printed board, `1,0/road:E`.
pub fn spot(state: &State, place: &str) -> Spot {
    let (pos, name) = place.split_once('/').unwrap();
    let (x, y) = pos.split_once(',').unwrap();
    let pos = Pos::new(x.parse().unwrap(), y.parse().unwrap());
    let laid = state.tile_at(pos).unwrap_or_else(|| panic!("no tile at {pos}"));
    let segment = notation::spot_of_segment(laid.tile, laid.rotation, name);
    Spot { pos, segment: segment.unwrap_or_else(|| panic!("no segment {place}")) }
}

pub fn region<'a>(state: &'a State, place: &str) -> RegionView<'a> {
    state.region(spot(state, place)).unwrap()
}

/// Tiles and open ends of a region.
pub fn size(state: &State, place: &str) -> (u16, u16) {
    let region = region(state, place);
    (region.tile_count(), region.open_ends())
}

/// What a region is worth now.
pub fn worth(state: &State, place: &str) -> i32 {
    region(state, place).value().points()
}

/// The points that the markers of a seat show: meeple and messenger.
pub fn markers(state: &State, number: usize) -> (i32, i32) {
    (state.marker_points(seat(number), Marker::Meeple), state.marker_points(seat(number), Marker::Messenger))
}

/// The space of a seat's robber.
pub fn robber(state: &State, number: usize) -> Option<u8> {
    state.robber(seat(number))
}

/// Where mage or witch stands, `0,0/road:E`, or `aside`.
pub fn stands(state: &State, figure: MagicFigure) -> String {
    state.magic(figure).map_or("aside".to_owned(), |spot| {
        let laid = state.tile_at(spot.pos).unwrap();
        format!("{}/{}", spot.pos, notation::segment_name(laid.tile, laid.rotation, spot.segment))
    })
}

/// The awards among events: seat, source and points.
pub fn awards(events: &[Event]) -> Vec<(usize, &'static str, i32)> {
    let award = |award: &Award| (award.player.index() + 1, award.source.word(), award.points());
    events
        .iter()
        .filter_map(|event| if let Event::Scored(scored) = event { Some(award(scored)) } else { None })
        .collect()
}

/// Segments, feature, tiles, open ends, strength of each seat and value of a region.
type Facts = (Vec<Spot>, Feature, u16, u16, Vec<u8>, i32);

/// Everything that can be said of the regions of a state, sorted.
fn regions(state: &State) -> Vec<Facts> {
    let facts = |region: RegionView<'_>| {
        let strength = PlayerId::seats(state.points().len()).map(|player| region.strength(player)).collect();
        let (tiles, open, value) = (region.tile_count(), region.open_ends(), region.value().points());
        (region.spots(), region.feature(), tiles, open, strength, value)
    };
    let mut regions: Vec<_> = state.regions().map(facts).collect();
    regions.sort_by(|a, b| a.0.cmp(&b.0));
    regions
}

/// Between two turns: the regions and the hash are those of the same table set up anew.
pub fn assert_as_set_up_anew(state: &State) {
    let setup = state.setup().expect("the game stands between two turns");
    let anew = State::from_setup(&setup).unwrap_or_else(|defects| panic!("{defects}"));
    assert_eq!(regions(state), regions(&anew));
    assert_eq!(state.hash(), anew.hash());
    let line = notation::format_position(state).unwrap();
    assert_eq!(notation::parse_position(&line).unwrap().hash(), state.hash(), "{line}");
}

/// The turn of a river from one direction to another, as the sign of their cross product.
pub fn turn(before: (i32, i32), after: (i32, i32)) -> i32 {
    before.0 * after.1 - before.1 * after.0
}

/// The direction of a side.
pub fn step(side: Side) -> (i32, i32) {
    let (x, y) = side.step();
    (i32::from(x), i32::from(y))
}

/// The sides of a turned tile that show river.
pub fn river_sides(tile: &Tile, rotation: Rotation) -> Vec<(i32, i32)> {
    Side::ALL.into_iter().filter(|&side| tile.edge(side, rotation) == Edge::River).map(step).collect()
}
