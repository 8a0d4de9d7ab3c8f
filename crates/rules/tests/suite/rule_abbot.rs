//! Rules of the Abbot that a record cannot show: shared monasteries, the order of scoring, all garden tiles.

use bastide_rules::{
    Action, Base, Event, Feature, FigureKind, Game, Module, Options, PlayerId, Source, State, catalogue, notation,
};

/// A monastery at 0,1 with seven neighbours; -1,2 is empty.
///
/// ```text
/// U Ds U
/// E B  E
/// . E  E
/// ```
const SEVEN_NEIGHBOURS: &str =
    "tiles=Ds@0,0/r0;B@0,1/r0;U@1,0/r1;U@-1,0/r1;E@1,1/r1;E@-1,1/r3;E@0,2/r2;E@1,2/r1 points=0,0";

fn position(rest: &str) -> State {
    let line = format!("bastide-position 1 base=v3 with=abbot players=2 turn=9 next=1 {rest}");
    notation::parse_position(&line).unwrap()
}

/// Plays one action written as in a record.
fn play(state: &mut State, text: &str) -> Vec<Event> {
    let action = notation::parse_action(state, text).unwrap_or_else(|| panic!("{text} answers no {state:?}"));
    let mut events = Vec::new();
    state.apply_with(action, &mut events).unwrap_or_else(|error| panic!("{text}: {error}"));
    events
}

fn supply(state: &State, seat: usize, kind: FigureKind) -> u8 {
    state.supply(PlayerId::new(seat).unwrap(), kind)
}

/// ABBOT-1, ABBOT-7, ABBOT-D3: an abbot counts as much as a meeple: both players get the completed monastery, and
/// the abbot cannot leave it early.
#[test]
fn an_abbot_ties_with_a_meeple() {
    let mut state = position(&format!("{SEVEN_NEIGHBOURS} figures=1.abbot@0,1/monastery;2.meeple@0,1/monastery"));
    play(&mut state, "B");
    play(&mut state, "-1,2 r0");
    assert_eq!(state.why_not(Action::RecallAbbot).unwrap().rule(), "ABBOT-11");
    play(&mut state, "pass");
    assert_eq!(state.points(), [9, 9]);
    assert!(state.figures().is_empty());
}

/// ABBOT-1, ABBOT-7: abbot and meeple of one player outweigh a single meeple, and everybody goes home.
#[test]
fn an_abbot_adds_to_the_majority() {
    let figures = "figures=1.abbot@0,1/monastery;1.meeple@0,1/monastery;2.meeple@0,1/monastery";
    let mut state = position(&format!("{SEVEN_NEIGHBOURS} {figures}"));
    play(&mut state, "B");
    play(&mut state, "-1,2 r0");
    play(&mut state, "pass");
    assert_eq!(state.points(), [9, 0]);
    assert!(state.figures().is_empty());
    assert_eq!((supply(&state, 0, FigureKind::Abbot), supply(&state, 1, FigureKind::Meeple)), (1, 7));
}

/// ABBOT-D2: an abbot that leaves a shared monastery scores without a majority; the others stay unscored.
#[test]
fn an_early_return_needs_no_majority() {
    let figures = "figures=1.abbot@0,1/monastery;2.meeple@0,1/monastery;2.meeple@0,1/monastery";
    let mut state = position(&format!("{SEVEN_NEIGHBOURS} {figures}"));
    play(&mut state, "U");
    play(&mut state, "2,0 r1");
    play(&mut state, "recall");
    assert_eq!(state.points(), [8, 0]);
    assert_eq!(supply(&state, 0, FigureKind::Abbot), 1);
    assert!(state.figures().iter().all(|figure| figure.owner.index() == 1));
    assert_eq!(state.figures().len(), 2);
}

/// ABBOT-9, ABBOT-10: the return is scored first, then the road and the city that the tile completed.
#[test]
fn an_early_return_is_scored_before_everything_else() {
    let figures = "figures=1.abbot@0,1/garden;2.meeple@1,0/road:W;1.meeple@-1,-1/city:S";
    let table = "tiles=Ds@0,0/r0;Eg@0,1/r1;W@1,0/r0;E@0,-1/r2;E@-1,-1/r2 points=0,0";
    let mut state = position(&format!("{table} {figures}"));
    play(&mut state, "L");
    play(&mut state, "-1,0 r0");
    let events = play(&mut state, "recall");
    let scored: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Scored(award) => Some((award.player.index(), award.source, award.points())),
            _ => None,
        })
        .collect();
    // Around the garden lie Ds, W and the new L.
    assert_eq!(scored[0], (0, Source::Recalled(Feature::Garden), 4));
    assert_eq!(scored.len(), 3);
    assert!(scored.contains(&(1, Source::Completed(Feature::Road), 3)));
    assert!(scored.contains(&(0, Source::Completed(Feature::City), 4)));
    assert_eq!(state.points(), [8, 3]);
}

/// ABBOT-2, ABBOT-D1: a garden is one more place for the abbot, and changes nothing else of its tile.
#[test]
fn a_garden_is_an_extra_place_for_the_abbot() {
    let set = catalogue::set("base-v3").unwrap();
    let gardens: Vec<_> = catalogue::tiles_of(set)
        .iter()
        .filter(|tile| tile.segments.iter().any(|segment| segment.feature == Feature::Garden))
        .collect();
    assert_eq!(gardens.len(), 8);
    for garden in gardens {
        let twin = catalogue::find("base-v3", garden.letter).unwrap();
        let answers = |tile: &bastide_rules::Tile| {
            let game = Game::new(Options::new(Base::V3, 2).with(Module::Abbot)).unwrap();
            let mut state = State::new(game);
            state.apply(Action::Draw(tile.id)).unwrap();
            let mut answers = Vec::new();
            for place in state.legal_actions() {
                let mut next = state.clone();
                next.apply(place).unwrap();
                let actions = next.legal_actions().into_iter();
                let mut texts: Vec<_> = actions.map(|action| notation::action_text(&next, action)).collect();
                texts.sort_unstable();
                answers.push((place, texts));
            }
            answers
        };
        let mut expected = answers(twin);
        for (_, texts) in &mut expected {
            texts.push("abbot@garden".to_owned());
            texts.sort_unstable();
        }
        assert_eq!(answers(garden), expected, "{}", garden.name);
    }
}
