//! Plays the scenario files and checks what they expect.
//!
//! A file in `scenarios/` holds several scenarios. Each begins with a line `rules:` that names the
//! rules it asserts, at most six, then a record, then a line `expect` and one expectation per line:
//!
//! ```text
//! rules: BASE-27 BASE-X2
//! bastide-record 1
//! …
//! expect
//! points 8 0                        the points, by seat
//! projected 8 3                     the points if the game ended now
//! award Anna city 3 tiles × 2 = 6   an award of the whole record, with its sum
//! awards 1                          how many awards there were
//! supply Anna meeple 7              figures left
//! stands Anna meeple 0,0 city:N     a figure on the table
//! figures 1                         how many figures stand on the table
//! decision deploy Anna              what is asked, and of whom (`over` has no name)
//! legal meeple@road:E               an answer to the decision
//! illegal meeple@city:N BASE-19     an answer that this rule forbids
//! options 3                         how many legal answers there are
//! left 70                           undrawn tiles
//! out U                             a tile that is out of the game
//! region 0,0 city:N tiles 2 open 1  facts of a region: tiles, open, shields, value; complete or incomplete
//! winners Anna Borys                who won
//! answers pig; pass                 all legal answers, in any order
//! goods Anna 1 0 2                  tokens: chicken, wheat, cloth; of the classic edition wine, grain, cloth
//! gold 2 0                          ingots of the players, by seat
//! ingots 1@0,1 2@1,0                ingots on tiles, sorted by cell
//! aside yes                         whether a builder lies beside the stacks
//! gingerbread 0,0 city:N            the city of the gingerbread man; `off` if he is not on the map
//! floors 10 9                       floors of the players, by seat
//! towers 2@1,0 1@0,3/empty          towers as in a position, sorted by cell
//! captives 1<2.meeplex1             captives as in a position; `none` if there are none
//! count palace                      the quarter of the count
//! quarters 1.meeplex2@palace        meeples in Carcassonne as in a position, or `none`
//! log scored Anna 3; extra Anna     events of the whole record in this order, others between them
//! nolog extra                       no event of the whole record begins like this
//! pig storm                         the sector of the wheel where the pig stands
//! crowns Anna meeple storm; …       all meeples on crown spaces, by sector and seat, or `none`
//! dragon 1,0                        where the dragon is, or `off`
//! fairy 1,0                         where the fairy is, or `off`
//! ```
//!
//! Instead of a record a scenario may have a position, with further lines of it indented, and then
//! turns as in a record. The seats of a position are called Anna, Borys, Vira, Hlib, Daria, Yevhen.
//!
//! `#` begins a comment. A scenario whose record must be refused has `refuse LINE RULE-OR-WORDS`
//! as its only expectation.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use bastide_rules::notation::{self, Record};
use bastide_rules::{
    Actor, Award, Captives, Event, FigureKind, Ingots, Owned, PlayerId, Pos, Quarter, Sector, Source, Spot, State,
    Tower, Waiting,
};

/// The names of the seats of a position.
const SEATS: [&str; 6] = ["Anna", "Borys", "Vira", "Hlib", "Daria", "Yevhen"];

struct Scenario {
    line: usize,
    record: String,
    expectations: Vec<(usize, String)>,
}

fn read(text: &str) -> Vec<Scenario> {
    let mut scenarios: Vec<Scenario> = Vec::new();
    let mut is_record = true;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("rules:") {
            scenarios.push(Scenario { line: index + 1, record: String::new(), expectations: Vec::new() });
            is_record = true;
            continue;
        }
        let Some(scenario) = scenarios.last_mut() else {
            assert!(line.is_empty() || line.starts_with('#'), "line {}: text before the first scenario", index + 1);
            continue;
        };
        if line.trim() == "expect" {
            is_record = false;
        } else if is_record {
            let _ = writeln!(scenario.record, "{line}");
        } else if !line.trim().is_empty() && !line.starts_with('#') {
            let text = line.split(" # ").next().unwrap_or(line);
            scenario.expectations.push((index + 1, text.trim().to_owned()));
        }
    }
    scenarios
}

struct Played {
    names: Vec<String>,
    state: State,
    events: Vec<Event>,
    awards: Vec<Award>,
}

fn play(record: &Record) -> Played {
    let (mut state, mut events) = (record.start(), Vec::new());
    for &action in record.actions() {
        state.apply_with(action, &mut events).expect("a record that was read is legal");
    }
    Played::new(record.names().to_vec(), state, events)
}

/// Plays turns from a position on. An error has the line, as that of a record.
fn play_position(text: &str) -> Result<Played, (usize, String)> {
    let mut position = String::new();
    let mut turns = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        if line.starts_with("bastide-position") || line.starts_with(' ') {
            position += line;
        } else if !line.starts_with('#') {
            turns.push((index + 1, line.split(" #").next().unwrap_or(line)));
        }
    }
    let mut state = notation::parse_position(&position).map_err(|error| (1, error.to_string()))?;
    let names: Vec<String> = SEATS[..state.points().len()].iter().map(ToString::to_string).collect();
    let mut events = Vec::new();
    for (line, turn) in turns {
        let words: Vec<&str> = turn.split_whitespace().collect();
        let due = format!("{} {}", state.turn_number(), names[state.active_player().index()]);
        if !state.is_between_turns() || words[..2].join(" ") != due {
            return Err((line, format!("{} of the turn {due} is due", state.decision().word())));
        }
        let mut rest = &words[2..];
        while !rest.is_empty() {
            if format!("{} {}", state.turn_number(), names[state.active_player().index()]) != due {
                return Err((line, format!("nothing can follow here: {}", rest.join(" "))));
            }
            let answer = (1..=rest.len().min(3))
                .find_map(|count| Some((notation::parse_action(&state, &rest[..count].join(" "))?, count)));
            let Some((action, count)) = answer else {
                return Err((line, format!("`{}` does not answer {}", rest.join(" "), state.decision().word())));
            };
            state.apply_with(action, &mut events).map_err(|error| (line, format!("`{}`: {error}", rest[0])))?;
            rest = &rest[count..];
        }
    }
    Ok(Played::new(names, state, events))
}

impl Played {
    fn new(names: Vec<String>, state: State, events: Vec<Event>) -> Played {
        let awards =
            events.iter().filter_map(|event| if let Event::Scored(award) = event { Some(*award) } else { None });
        Played { awards: awards.collect(), names, state, events }
    }

    fn seat(&self, name: &str) -> Result<PlayerId, String> {
        let seat = self.names.iter().position(|known| known == name);
        seat.and_then(PlayerId::new).ok_or_else(|| format!("nobody is called {name}"))
    }

    /// An event in a few words.
    fn told(&self, event: &Event) -> String {
        let name = |player: &PlayerId| self.names[player.index()].as_str();
        match event {
            Event::TileDrawn { player, .. } => format!("drawn {}", name(player)),
            Event::TileDiscarded { .. } => "discarded".to_owned(),
            Event::TilePlaced { pos, .. } => format!("placed {pos}"),
            Event::Deployed { player, figure, spot, .. } => {
                format!("deployed {} {} {}", name(player), figure.word(), spot.pos)
            }
            Event::Returned { player, figure, spot, .. } => {
                format!("returned {} {} {}", name(player), figure.word(), spot.pos)
            }
            Event::Scored(award) => format!("scored {} {} {}", name(&award.player), source_word(award), award.points()),
            Event::RobberPut { player, space, .. } => format!("robber {} {space}", name(player)),
            Event::RobberFollowed { player, space } => format!("followed {} {space}", name(player)),
            Event::RobberReturned { player, .. } => format!("robber {} home", name(player)),
            Event::IngotPut { pos } => format!("ingot {pos}"),
            Event::IngotsTaken { player, count, .. } => format!("gold {} {count}", name(player)),
            Event::MagicMoved { figure, spot } => format!("{} {}", figure.word(), spot.pos),
            Event::MagicAside { figure, .. } => format!("{} aside", figure.word()),
            Event::Rolled { number, at, .. } => format!("rolled {number} {at}"),
            Event::FlightFailed { player, figure } => format!("failed {} {}", name(player), figure.word()),
            Event::FerryPut { at, .. } => format!("ferry {at}"),
            Event::GoodsTaken { player, goods, count } => format!("goods {} {} {count}", name(player), goods.word()),
            Event::BuilderAside { player, .. } => format!("aside {}", name(player)),
            Event::MarkerMoved { player, marker, points, space } => {
                format!("marker {} {} {points} {space}", name(player), marker.word())
            }
            Event::MessageDrawn { player, message } => format!("message {} {message}", name(player)),
            Event::CropChosen { player, circle, action } => {
                format!("crop {} {} {}", name(player), circle.word(), action.word())
            }
            Event::GingerbreadMoved { spot } => format!("gingerbread {}", spot.pos),
            Event::GingerbreadAside => "gingerbread off".to_owned(),
            Event::FloorPut { player, pos, height } => format!("floor {} {pos} {height}", name(player)),
            Event::GuardPut { player, figure, pos } => format!("guard {} {} {pos}", name(player), figure.word()),
            Event::LeftTower { player, figure, pos, .. } => format!("left {} {} {pos}", name(player), figure.word()),
            Event::Captured { captor, owner, figure, .. } => {
                format!("captured {} {} {}", name(captor), name(owner), figure.word())
            }
            Event::Freed { captor, owner, figure, .. } => {
                format!("freed {} {} {}", name(captor), name(owner), figure.word())
            }
            Event::Ransomed { player, captor, figure, .. } => {
                format!("ransom {} {} {}", name(player), name(captor), figure.word())
            }
            Event::LeftQuarter { player, figure, quarter } => {
                format!("out {} {} {}", name(player), figure.word(), quarter.word())
            }
            Event::Sent { player, figure, quarter } => {
                format!("sent {} {} {}", name(player), figure.word(), quarter.word())
            }
            Event::CountMoved { quarter } => format!("count {}", quarter.word()),
            Event::TurnBegan { player, .. } => format!("began {}", name(player)),
            Event::ExtraTurn { player, .. } => format!("extra {}", name(player)),
            Event::PigMoved { sector, .. } => format!("pig {}", sector.word()),
            Event::Crowned { player, figure, sector } => {
                format!("crowned {} {} {}", name(player), figure.word(), sector.word())
            }
            Event::Uncrowned { player, figure, sector } => {
                format!("uncrowned {} {} {}", name(player), figure.word(), sector.word())
            }
            Event::ChallengeBegan { spot, .. } => format!("challenge {}", spot.pos),
            Event::ChallengeLost { spot } => format!("lost {}", spot.pos),
            Event::DragonMoved { pos, player } => format!("dragon {pos} {}", player.as_ref().map_or("volcano", name)),
            Event::FairyMoved { pos } => format!("fairy {pos}"),
            Event::FinalScoringBegan => "final".to_owned(),
            Event::GameEnded => "ended".to_owned(),
        }
    }

    fn spot(&self, pos: &str, segment: &str) -> Result<Spot, String> {
        let numbers = pos.split_once(',').and_then(|(x, y)| Some(Pos::new(x.parse().ok()?, y.parse().ok()?)));
        // Also a square of a printed board.
        let laid = numbers.and_then(|pos| self.state.tile_at(pos)).ok_or(format!("no tile at {pos}"))?;
        let segment = notation::spot_of_segment(laid.tile, laid.rotation, segment);
        Ok(Spot { pos: laid.pos, segment: segment.ok_or(format!("no such segment at {pos}"))? })
    }

    /// Whether an expectation is met. One arm for each word that begins one.
    fn check(&self, expectation: &str) -> Result<(), String> {
        let state = &self.state;
        let words: Vec<&str> = expectation.split_whitespace().collect();
        let rest = |count: usize| words[count..].join(" ");
        let equal = |found: String, expected: String| {
            if found == expected { Ok(()) } else { Err(format!("found {found}, expected {expected}")) }
        };
        match words[..] {
            ["points", ..] => equal(join(state.points()), rest(1)),
            ["projected", ..] => equal(join(state.projected_points().seats(state.points().len())), rest(1)),
            ["awards", count] => equal(self.awards.len().to_string(), count.to_owned()),
            ["award", name, source, ..] => {
                let player = self.seat(name)?;
                let (found, expected): (Vec<_>, _) = (
                    self.awards
                        .iter()
                        .map(|award| (award.player, source_word(award), award.value.to_string()))
                        .collect(),
                    (player, source.to_owned(), rest(3)),
                );
                if found.contains(&expected) { Ok(()) } else { Err(format!("the awards were {found:?}")) }
            }
            ["supply", name, kind, count] => {
                let kind = FigureKind::from_word(kind).ok_or("unknown figure")?;
                equal(state.supply(self.seat(name)?, kind).to_string(), count.to_owned())
            }
            ["stands", name, kind, pos, segment] => {
                let (owner, spot) = (self.seat(name)?, self.spot(pos, segment)?);
                let kind = FigureKind::from_word(kind).ok_or("unknown figure")?;
                let stands = state.figures().iter().any(|f| f.owner == owner && f.kind == kind && f.spot == spot);
                if stands { Ok(()) } else { Err(format!("the figures are {:?}", state.figures())) }
            }
            ["figures", count] => equal(state.figures().len().to_string(), count.to_owned()),
            ["decision", "over"] => equal(state.decision().word().to_owned(), "over".to_owned()),
            ["decision", word, name] => {
                let player = if let Actor::Player(player) = state.actor() { player } else { state.active_player() };
                let found = format!("{} {}", state.decision().word(), self.names[player.index()]);
                equal(found, format!("{word} {name}"))
            }
            ["legal", ..] => {
                let action = notation::parse_action(state, &rest(1)).ok_or("not an answer to the decision")?;
                let legal = state.legal_actions();
                match state.why_not(action) {
                    None if legal.contains(&action) => Ok(()),
                    why => Err(format!("it is not legal: {why:?}")),
                }
            }
            ["illegal", .., rule] => {
                let text = words[1..words.len() - 1].join(" ");
                let action = notation::parse_action(state, &text).ok_or("not an answer to the decision")?;
                if state.legal_actions().contains(&action) {
                    return Err("it is listed as legal".to_owned());
                }
                match state.why_not(action) {
                    Some(refusal) => equal(refusal.rule().to_owned(), rule.to_owned()),
                    None => Err("it is legal".to_owned()),
                }
            }
            ["options", count] => equal(state.legal_actions().len().to_string(), count.to_owned()),
            ["left", count] => equal(state.tiles_left().to_string(), count.to_owned()),
            ["out", name] => {
                let tile = notation::parse_tile(state.game().options().base, name).ok_or("unknown tile")?;
                if state.discarded().contains(&tile.id) { Ok(()) } else { Err("it is not out of the game".to_owned()) }
            }
            ["region", pos, segment, ..] => {
                let region = state.region(self.spot(pos, segment)?).ok_or("no region")?;
                let mut facts = words[3..].iter();
                while let Some(&fact) = facts.next() {
                    let mut number = || facts.next().map(ToString::to_string).ok_or(format!("{fact} needs a number"));
                    match fact {
                        "tiles" => equal(region.tile_count().to_string(), number()?)?,
                        "open" => equal(region.open_ends().to_string(), number()?)?,
                        "shields" => equal(region.shields().to_string(), number()?)?,
                        "value" => equal(region.value().points().to_string(), number()?)?,
                        "complete" if region.is_complete() => {}
                        "incomplete" if !region.is_complete() => {}
                        _ => return Err(format!("not so: {fact}")),
                    }
                }
                Ok(())
            }
            ["winners", ..] => {
                let names = self.names.iter().enumerate();
                let winners: Vec<_> = names
                    .filter(|&(seat, _)| PlayerId::new(seat).is_some_and(|player| state.outcome().is_winner(player)))
                    .map(|(_, name)| name.as_str())
                    .collect();
                equal(winners.join(" "), rest(1))
            }
            ["answers", ..] => {
                let legal = state.legal_actions().into_iter();
                let mut found: Vec<_> = legal.map(|action| notation::action_text(state, action)).collect();
                let mut expected: Vec<_> = rest(1).split("; ").map(str::to_owned).collect();
                found.sort_unstable();
                expected.sort_unstable();
                equal(found.join("; "), expected.join("; "))
            }
            ["goods", name, ..] => {
                let held: Vec<_> = state.goods(self.seat(name)?).map(|(_, count)| i32::from(count)).collect();
                equal(join(&held), rest(2))
            }
            ["gold", ..] => {
                let held: Vec<_> = state.game().seats().map(|player| i32::from(state.ingots(player))).collect();
                equal(join(&held), rest(1))
            }
            ["ingots", ..] => {
                let heaps: Vec<_> =
                    state.ingots_on_tiles().iter().map(|Ingots { pos, count }| format!("{count}@{pos}")).collect();
                equal(heaps.join(" "), rest(1))
            }
            ["gingerbread", "off"] => match state.gingerbread() {
                None => Ok(()),
                Some(spot) => Err(format!("he stands at {}", spot.pos)),
            },
            ["gingerbread", pos, segment] => {
                let city = state.region(self.spot(pos, segment)?).ok_or("no region")?.spots();
                let found = state.gingerbread();
                if found.is_some_and(|spot| city.contains(&spot)) { Ok(()) } else { Err(format!("he is at {found:?}")) }
            }
            ["pig", sector] => equal(state.wheel_pig().map_or("none", Sector::word).to_owned(), sector.to_owned()),
            ["crowns", ..] => {
                let crowned = Sector::ALL.into_iter().flat_map(|sector| {
                    let told = move |Owned { owner, kind }: Owned| {
                        format!("{} {} {}", self.names[owner.index()], kind.word(), sector.word())
                    };
                    state.crowned(sector).map(told)
                });
                let crowned: Vec<_> = crowned.collect();
                equal(if crowned.is_empty() { "none".to_owned() } else { crowned.join("; ") }, rest(1))
            }
            ["dragon", cell] => equal(cell_or_off(state.dragon()), cell.to_owned()),
            ["fairy", cell] => equal(cell_or_off(state.fairy()), cell.to_owned()),
            ["aside", is_aside] => {
                equal(if state.builder_aside().is_some() { "yes" } else { "no" }.to_owned(), is_aside.to_owned())
            }
            ["floors", ..] => {
                let left: Vec<_> = state.game().seats().map(|player| i32::from(state.floors(player))).collect();
                equal(join(&left), rest(1))
            }
            ["towers", ..] => {
                let tower = |tower: &Tower| match tower.guard {
                    Some(Owned { owner, kind }) => {
                        format!("{}@{}/{}.{}", tower.height, tower.pos, owner.index() + 1, kind.word())
                    }
                    None if tower.is_finished => format!("{}@{}/empty", tower.height, tower.pos),
                    None => format!("{}@{}", tower.height, tower.pos),
                };
                equal(list(state.towers().iter().map(tower)), rest(1))
            }
            ["captives", ..] => {
                let held = state.game().seats().flat_map(|captor| state.captives(captor));
                let held = held.map(|Captives { captor, owner, kind, count }| {
                    format!("{}<{}.{}x{count}", captor.index() + 1, owner.index() + 1, kind.word())
                });
                equal(list(held), rest(1))
            }
            ["count", quarter] => equal(state.count().map_or("nowhere", Quarter::word).to_owned(), quarter.to_owned()),
            ["quarters", ..] => {
                let waiting = Quarter::ALL.into_iter().flat_map(|quarter| {
                    let meeples = state.game().seats().flat_map(move |player| state.in_quarter(quarter, player));
                    meeples.map(|Waiting { player, kind, quarter, count }| {
                        format!("{}.{}x{count}@{}", player.index() + 1, kind.word(), quarter.word())
                    })
                });
                equal(list(waiting), rest(1))
            }
            ["log", ..] => {
                let told: Vec<_> = self.events.iter().map(|event| self.told(event)).collect();
                let mut left = told.iter();
                let sought = rest(1);
                let missing = sought.split("; ").find(|sought| !left.any(|told| told == sought));
                missing.map_or(Ok(()), |missing| Err(format!("no `{missing}` there: {}", told.join("; "))))
            }
            ["nolog", ..] => {
                let told = self.events.iter().map(|event| self.told(event)).find(|told| told.starts_with(&rest(1)));
                told.map_or(Ok(()), |told| Err(format!("it happened: {told}")))
            }
            _ => Err("this expectation is not understood".to_owned()),
        }
    }
}

/// Texts with a space between them, or `none`.
fn list(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<_> = texts.collect();
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}

fn join(points: &[i32]) -> String {
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn cell_or_off(pos: Option<Pos>) -> String {
    pos.map_or("off".to_owned(), |pos| pos.to_string())
}

fn source_word(award: &Award) -> String {
    let word = award.source.word();
    match award.source {
        Source::Recalled(_) => format!("recalled-{word}"),
        Source::Wheel(sector) | Source::Crown(sector) => format!("{word}-{}", sector.word()),
        _ => word.to_owned(),
    }
}

fn check_scenario(scenario: &Scenario, fail: &mut impl FnMut(usize, String)) {
    if scenario.expectations.is_empty() {
        fail(scenario.line, "the scenario expects nothing".to_owned());
    }
    let refused = scenario.expectations.first().and_then(|(line, text)| Some((*line, text.strip_prefix("refuse ")?)));
    let is_position = scenario.record.lines().any(|line| line.starts_with("bastide-position"));
    let result = match is_position {
        true => play_position(&scenario.record),
        false => Record::parse(&scenario.record).map(|record| play(&record)).map_err(|e| (e.line, e.to_string())),
    };
    match (result, refused) {
        (Ok(_), Some((line, _))) => fail(line, "the record was accepted".to_owned()),
        (Err((at, error)), Some((line, expected))) => {
            let (number, words) = expected.split_once(' ').unwrap_or((expected, ""));
            let is_expected = at.to_string() == number && error.contains(words);
            if !is_expected {
                fail(line, format!("refused otherwise, in line {at}: {error}"));
            }
        }
        (Err((at, error)), None) => fail(scenario.line + at, format!("the record is refused: {error}")),
        (Ok(played), None) => {
            for (line, expectation) in &scenario.expectations {
                if let Err(message) = played.check(expectation) {
                    fail(*line, format!("`{expectation}`: {message}"));
                }
            }
        }
    }
}

#[test]
fn scenario_files_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut failures = String::new();
    let mut count = 0;
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for scenario in read(&fs::read_to_string(&path).unwrap()) {
            count += 1;
            check_scenario(&scenario, &mut |line, message| {
                let _ = writeln!(failures, "{name}:{line}: {message}");
            });
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(count > 0, "no scenario was found");
}
