//! `bastide engine`: our bots for other people's programs, by the engine protocol.
//!
//! One thread reads and one thinks, so that `stop` and `quit` are heard while a bot is at work.

use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::thread;

use bastide_bots::{Bot, Spec, Stop};
use bastide_rules::notation::{FORMAT_VERSION, Record, RecordError, action_text};
use bastide_rules::{Actor, State};

use crate::player::Limit;
use crate::protocol::{Command, HELLO, VERSION, info_line, play_words};

/// Who answers.
#[derive(Clone, Debug)]
pub struct Engine {
    /// The bot, with its settings.
    pub spec: Spec,
    /// The seed that decides where the bot is indifferent.
    pub seed: u64,
}

/// What the thinking thread is asked.
enum Task {
    Do(Command),
    /// The header of a record, or a whole one.
    Begin(String),
    Think(Limit, Stop),
    Complain(String),
}

impl Engine {
    /// Answers line by line. `quit` ends it at once; at the end of the input what was asked is answered first.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn converse(&self, input: impl BufRead + Send + 'static, output: impl Write) -> io::Result<()> {
        let (tasks, due) = mpsc::channel();
        // It is not waited for: who cannot be answered any more may still be silent for long.
        thread::spawn(move || read(input, &tasks));
        let bot = self.spec.bot(self.seed);
        let mut answering = Answering { engine: self, bot, state: None, output };
        due.iter().try_for_each(|task| answering.answer(task))
    }
}

/// Reads until the end, and stops what is being thought about when somebody wants it.
fn read(mut input: impl BufRead, tasks: &mpsc::Sender<Task>) {
    let mut header: Option<String> = None;
    let mut stop = Stop::new();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // What cannot be read is the end; what is no text is not understood.
        if input.read_until(b'\n', &mut bytes).unwrap_or(0) == 0 {
            return;
        }
        let line = String::from_utf8_lossy(&bytes);
        let task = match &mut header {
            Some(text) if line.trim() == "end" => {
                let text = std::mem::take(text);
                header = None;
                Task::Begin(text)
            }
            Some(text) => {
                *text += &line;
                continue;
            }
            None => match Command::parse(&line) {
                None => continue,
                Some(Ok(Command::New)) => {
                    header = Some(String::new());
                    continue;
                }
                Some(Ok(Command::Stop)) => {
                    stop.raise();
                    continue;
                }
                Some(Ok(Command::Quit)) => {
                    stop.raise();
                    return;
                }
                Some(Ok(Command::Go(limit))) => {
                    // Whoever says `stop` means everything that was asked so far.
                    if stop.is_raised() {
                        stop = Stop::new();
                    }
                    Task::Think(limit, stop.clone())
                }
                Some(Ok(command)) => Task::Do(command),
                Some(Err(complaint)) => Task::Complain(complaint),
            },
        };
        if tasks.send(task).is_err() {
            return;
        }
    }
}

/// The side that thinks and speaks.
struct Answering<'a, W> {
    engine: &'a Engine,
    bot: Box<dyn Bot + Send>,
    state: Option<State>,
    output: W,
}

impl<W: Write> Answering<'_, W> {
    fn answer(&mut self, task: Task) -> io::Result<()> {
        match task {
            Task::Complain(complaint) => self.complain(&complaint),
            Task::Begin(text) => self.begin(&text),
            Task::Think(limit, stop) => self.think(limit, &stop),
            Task::Do(command) => self.follow(command),
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// Comments are for people: programs pass them over.
    fn complain(&mut self, complaint: &str) -> io::Result<()> {
        self.say(&format!("# error: {complaint}"))
    }

    fn follow(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Hello(version) if version == VERSION.to_string() => {
                let name = format!("id name Bastide {} {}", env!("CARGO_PKG_VERSION"), self.engine.spec);
                self.say(&name)?;
                self.say("id author the Bastide project")?;
                self.say("ready")
            }
            Command::Hello(_) => self.complain(&format!("this program speaks {HELLO} {VERSION}")),
            Command::Play(words) => {
                let mut next = match &self.state {
                    Some(state) => state.clone(),
                    None => return self.complain("no game has begun; say `new` first"),
                };
                match play_words(&mut next, &words) {
                    Ok(()) => {
                        self.state = Some(next);
                        Ok(())
                    }
                    Err((words, Some(refusal))) => {
                        self.complain(&format!("`{words}` is illegal: {refusal} ({})", refusal.rule()))
                    }
                    Err((words, None)) => self.complain(&format!("`{words}` does not answer the decision")),
                }
            }
            Command::Legal => {
                let Some(state) = &self.state else { return self.complain("no game has begun; say `new` first") };
                let words: Vec<String> =
                    state.legal_actions().into_iter().map(|action| action_text(state, action)).collect();
                self.say(format!("legal {}", words.join(" ")).trim_end())
            }
            // The reading thread has seen to these.
            Command::New | Command::Go(_) | Command::Stop | Command::Quit => Ok(()),
        }
    }

    fn begin(&mut self, text: &str) -> io::Result<()> {
        let is_whole = text.trim_start().starts_with("bastide-record");
        let record = if is_whole { text.to_owned() } else { format!("bastide-record {FORMAT_VERSION}\n{text}") };
        let parsed = Record::parse(&record).map_err(|error| match is_whole {
            true => error,
            // Lines are counted as they were sent, from the one behind `new`; `end` is one of them.
            false => RecordError { line: error.line.saturating_sub(1).max(1), ..error },
        });
        match parsed {
            Ok(record) => {
                self.state = Some(record.state());
                self.bot = self.engine.spec.bot(self.engine.seed);
                Ok(())
            }
            Err(error) => self.complain(&error.to_string()),
        }
    }

    fn think(&mut self, limit: Limit, stop: &Stop) -> io::Result<()> {
        let Some(state) = &self.state else { return self.complain("no game has begun; say `new` first") };
        if !matches!(state.actor(), Actor::Player(_)) {
            let why =
                if state.is_over() { "the game is over" } else { "chance is to act; say with `play` what it brings" };
            return self.complain(why);
        }
        let spec = &self.engine.spec;
        // Who asks knows better than the command line.
        let limit = if limit == Limit::default() { Limit::of(spec, limit) } else { limit };
        let thought = self.bot.think(state, &limit.budget(spec.threads, stop));
        let lines = (info_line(state, &thought), format!("best {}", action_text(state, thought.action)));
        if let Some(info) = lines.0 {
            self.say(&info)?;
        }
        self.say(&lines.1)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::time::{Duration, Instant};

    use bastide_bots::{Level, Rng};
    use bastide_rules::notation::parse_action;
    use bastide_rules::{BOXES, Options};

    use super::*;

    /// What the engine says to these lines.
    fn told(bot: &str, lines: &str) -> Vec<String> {
        let mut output = Vec::new();
        let engine = Engine { spec: bot.parse().unwrap(), seed: 1 };
        engine.converse(Cursor::new(lines.as_bytes().to_vec()), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    const GAME: &str = "new\nbase classic\nplayers Anna \"Borys K.\"\nend\n";

    #[test]
    fn the_greeting_ends_with_ready() {
        let said = told("greedy", "# hello\n\nbastide-engine 1\n");
        assert!(said[0].starts_with("id name Bastide ") && said[0].ends_with("greedy"), "{said:?}");
        assert!(said[1].starts_with("id author "), "{said:?}");
        assert_eq!(said[2..], ["ready"]);
        assert_eq!(told("greedy", "bastide-engine 2\n"), ["# error: this program speaks bastide-engine 1"]);
    }

    #[test]
    fn a_game_is_begun_followed_and_answered() {
        let said = told(
            "greedy",
            &format!("{GAME}play U 1,0 r1\nlegal\nplay pass\nlegal\nplay E\ngo sims 10\nplay 0,-1 r2\ngo\n"),
        );
        assert!(said[0].starts_with("legal meeple@road:E ") && said[0].ends_with(" pass"), "{said:?}");
        assert!(said[1].contains(" U ") && !said[1].contains("pass"), "chance has its actions too: {said:?}");
        assert_eq!(said[2..], ["best 0,-1 r2", "best meeple@city:S"]);
    }

    #[test]
    fn a_record_may_stand_where_its_header_does() {
        let record = "bastide-record 1\nbase classic\nplayers A B\nend after 2 tiles\n\n1 A U 1,0 r1 pass\n2 B E\n";
        assert_eq!(told("greedy", &format!("new\n{record}end\ngo\n")), ["best 0,-1 r2"]);
    }

    #[test]
    fn what_cannot_be_followed_changes_nothing() {
        let wrong = "uci\nplay 5,5 r0\nplay e4\nplay U 9,9 r0\ngo fast\n\u{fffd}\n";
        let said =
            told("greedy", &format!("go\nlegal\nplay U\nnew\nbase chess\nend\ngo\n{GAME}go\nplay U\n{wrong}legal\n"));
        assert!(said[..said.len() - 1].iter().all(|line| line.starts_with("# error: ")), "{said:?}");
        assert_eq!(said.len(), 3 + 1 + 1 + 1 + 6 + 1, "{said:?}");
        assert!(said.last().unwrap().contains("1,0 r1"), "the game goes on: {said:?}");
    }

    #[test]
    fn a_faulty_beginning_leaves_the_game_as_it_was() {
        let faulty = "new\nbase classic\nplayers A\nend\n";
        let said = told("greedy", &format!("{GAME}play U\n{faulty}legal\nplay 1,0 r1\ngo\n"));
        assert!(said[0].starts_with("# error: ") && said.len() == 3, "{said:?}");
        assert!(said[1].starts_with("legal ") && said[1].contains("1,0 r1"), "{said:?}");
        assert!(said[2].starts_with("best "), "{said:?}");
    }

    #[test]
    fn lines_are_counted_from_the_first_that_was_sent() {
        for (header, line) in [
            ("chess\n", "line 1: `chess`"),
            ("base chess\nplayers A B\n", "line 1: `chess`"),
            ("base classic\nplayers A B\nwith chess\n", "line 3: `chess`"),
            ("bastide-record 1\nbase chess\n", "line 2: `chess`"),
            ("", "line 1: "),
        ] {
            let said = told("greedy", &format!("new\n{header}end\n"));
            assert!(said[0].starts_with(&format!("# error: {line}")), "{header}: {said:?}");
        }
    }

    #[test]
    fn who_answers_at_once_tells_what_it_has_weighed_too() {
        for bot in ["novice", "apprentice"] {
            let said = told(bot, &format!("{GAME}play U\ngo\n"));
            assert!(said[0].starts_with("info depth 0 sims 0 score ") && said[0].contains(" win 0."), "{said:?}");
            let (_, turn) = said[0].split_once(" pv ").unwrap();
            let (_, best) = said[1].split_once("best ").unwrap();
            assert!(turn.starts_with(best) && turn.len() > best.len(), "{said:?}");
        }
    }

    #[test]
    fn stop_and_quit_are_heard_while_it_thinks() {
        let strongest = Level::ALL.last().unwrap();
        let start = Instant::now();
        let begun = format!("{GAME}play U 1,0 r1 pass V\n");
        let said = told(strongest.name(), &format!("{begun}go movetime 600000\nstop\nstop\nlegal\nquit\ngo\n"));
        assert!(start.elapsed() < Duration::from_secs(30));
        assert_eq!(said.iter().filter(|line| line.starts_with("best ")).count(), 1, "{said:?}");
        assert!(said.last().unwrap().starts_with("legal "), "{said:?}");
        let said = told(strongest.name(), &format!("{begun}go movetime 600000\nquit\n"));
        assert!(start.elapsed() < Duration::from_secs(60));
        assert!(said.last().unwrap().starts_with("best "), "{said:?}");
    }

    /// Random games of every box, with the engine asked at every fifth decision.
    #[test]
    fn answers_are_legal_in_every_box() {
        for (seed, info) in (0..).zip(BOXES) {
            let options = Options::of_box(info, 3).unwrap();
            let record = Record::new(options, ["A", "B", "C"].map(str::to_owned).to_vec()).unwrap();
            let (mut state, mut rng) = (record.start(), Rng::new(seed));
            let mut lines = format!("new\n{record}end\n");
            let mut asked = Vec::new();
            for step in 0.. {
                let Some(action) = state.choose(|count| rng.below(count)) else { break };
                if step % 5 == 0 && matches!(state.actor(), Actor::Player(_)) {
                    lines += "go\n";
                    asked.push(state.clone());
                }
                lines += &format!("play {}\n", action_text(&state, action));
                state.apply(action).unwrap();
            }
            let said = told("greedy", &lines);
            let best: Vec<_> = said.iter().filter_map(|line| line.strip_prefix("best ")).collect();
            assert!(best.len() > 10 && best.len() == asked.len(), "{}: {said:?}", info.id);
            assert!(said.iter().all(|line| !line.starts_with('#')), "{}: {said:?}", info.id);
            for (state, answer) in asked.iter().zip(best) {
                assert!(parse_action(state, answer).is_some_and(|action| state.is_legal(action)), "{answer}");
            }
        }
    }
}
