//! Every lesson is played through: what it waits for is legal, what it tells is so.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bastide_rules::notation::Record;
use bastide_rules::{Actor, Award, BASES, Event, EventSink, MODULES, PlayerId};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    id: String,
    topic: String,
    /// Modules and bases.
    teaches: Vec<String>,
    /// The lines of a record; the learner is the first player.
    record: Vec<String>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    /// So many answers of the learner are waited for; 0 if there is only something to read.
    r#do: usize,
    say: Words,
    /// What the page calls by its name on the board, where there is only something to read.
    names: Option<Names>,
    /// What was awarded since the step before. Steps that are only read may tell it one after the other.
    #[serde(default)]
    awards: Vec<Told>,
}

#[derive(Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Names {
    Features,
    Figures,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    en: String,
    uk: String,
    ru: String,
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(deny_unknown_fields)]
struct Told {
    seat: usize,
    source: String,
    points: i32,
}

#[derive(Default)]
struct Awards(Vec<Told>);

impl EventSink for Awards {
    fn event(&mut self, event: Event) {
        if let Event::Scored(Award { player, source, value, .. }) = event {
            self.0.push(Told { seat: player.index(), source: source.word().to_owned(), points: value.points() });
        }
    }
}

fn lessons() -> Vec<Lesson> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../learning/lessons");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files
        .map(|path| {
            let lesson: Lesson = serde_json::from_str(&fs::read_to_string(&path).unwrap())
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert_eq!(path.file_stem().unwrap().to_str(), Some(lesson.id.as_str()));
            lesson
        })
        .collect()
}

/// Plays a lesson: before each step everybody but the learner has acted, and the learner is asked what the step waits for.
fn play(lesson: &Lesson) {
    let id = &lesson.id;
    let record = Record::parse(&lesson.record.join("\n")).unwrap_or_else(|error| panic!("{id}: {error}"));
    let learner = Actor::Player(PlayerId::new(0).unwrap());
    let mut state = record.start();
    let mut actions = record.actions().iter().peekable();
    let mut awards = Awards::default();
    for (number, step) in lesson.steps.iter().enumerate() {
        while state.actor() != learner
            && let Some(&action) = actions.next()
        {
            state.apply_with(action, &mut awards).unwrap();
        }
        assert_ne!(state.actor(), Actor::Chance, "{id} {number}: a page would draw a tile");
        for told in &step.awards {
            let place = awards.0.iter().position(|seen| seen == told);
            awards.0.remove(place.unwrap_or_else(|| panic!("{id} {number}: {told:?} was not given")));
        }
        if step.r#do > 0 {
            assert_eq!(awards.0, [], "{id} {number} does not tell everything");
        }
        for words in [&step.say.en, &step.say.uk, &step.say.ru] {
            assert!(words.chars().count() > 20, "{id} {number}");
            for award in &step.awards {
                assert!(words.contains(&award.points.to_string()), "{id} {number} does not tell {award:?}: {words}");
            }
        }
        assert!(step.names.is_none() || step.r#do == 0, "{id} {number}: names would lie over what is to be chosen");
        if step.names == Some(Names::Figures) {
            assert!(!state.figures().is_empty(), "{id} {number}: there is nobody to name");
        }
        for _ in 0..step.r#do {
            assert_eq!(state.actor(), learner, "{id} {number}: somebody else is asked");
            let &action = actions.next().unwrap_or_else(|| panic!("{id} {number}: the record is over"));
            state.apply_with(action, &mut awards).unwrap();
        }
    }
    assert!(actions.peek().is_none() && awards.0.is_empty(), "{id}: something is left of the record");
}

#[test]
fn every_lesson_can_be_played_and_tells_the_truth() {
    for lesson in lessons() {
        play(&lesson);
        let most = if lesson.id == "first-game" { 20 } else { 6 };
        assert!((3..=most).contains(&lesson.steps.len()), "{}: {} steps", lesson.id, lesson.steps.len());
        assert!(!lesson.topic.is_empty());
    }
}

#[test]
fn every_module_and_every_base_has_a_lesson() {
    let lessons = lessons();
    let taught: BTreeSet<&str> = lessons.iter().flat_map(|lesson| &lesson.teaches).map(String::as_str).collect();
    for info in MODULES {
        assert!(taught.contains(info.id), "nobody teaches {}", info.id);
    }
    // The two plain bases are taught by the first game.
    for info in BASES.iter().filter(|info| !["classic", "v3"].contains(&info.id)) {
        assert!(taught.contains(info.id), "nobody teaches {}", info.id);
    }
}
