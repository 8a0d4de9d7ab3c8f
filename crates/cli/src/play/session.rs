//! A game on the terminal: who acts next, what is shown, what is asked.

use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};

use bastide_bots::{Bot, Rng, Spec};
use bastide_rules::notation::{Record, parse_action};
use bastide_rules::{Action, Actor, Decision, Event, PlayerId, Pos, State};

use super::input::{Request, read_line};
use super::pen::{Pen, letter};
use crate::failure::Failure;
use crate::output::plain;
use crate::progress;
use crate::words::{action_words, outcome_text};

/// How the game is shown.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    pub pen: Pen,
    /// The end of a turn is not asked for.
    pub is_quick: bool,
    /// The answers are shown, because no terminal does it.
    pub is_echoing: bool,
}

/// A game of one person against bots.
pub struct Session {
    pub(super) record: Record,
    pub(super) state: State,
    human: PlayerId,
    bots: Vec<Box<dyn Bot + Send>>,
    rng: Rng,
    pub(super) manner: Manner,
    /// The states before the person's decisions of this turn.
    undo: Vec<State>,
    /// What a bot has done so far in its turn.
    story: Vec<String>,
    /// Where tiles were laid since the person's last turn.
    pub(super) recent: Vec<Pos>,
    /// A file that was written in this session and may be written again.
    saved: Option<String>,
}

/// How an exchange with the person ends.
enum Reply {
    Act(Action),
    GoOn,
    Undone,
    Quit,
}

impl Session {
    /// The start of a game.
    pub fn new(record: Record, human: PlayerId, bot: &Spec, seed: u64, manner: Manner) -> Session {
        let mut rng = Rng::new(seed);
        let bots = record.names().iter().map(|_| bot.bot(rng.next_u64())).collect();
        Session {
            state: record.start(),
            record,
            human,
            bots,
            rng,
            manner,
            undo: Vec::new(),
            story: Vec::new(),
            recent: Vec::new(),
            saved: None,
        }
    }

    /// Plays to the end of the game or of the input.
    pub fn play(mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        let seats = self.state.game().seats().map(|seat| format!("{} {}", letter(seat), self.name(seat)));
        writeln!(out, "On the map: {}; a small letter is an abbot.", seats.collect::<Vec<_>>().join(", "))?;
        loop {
            let reply = match self.state.actor() {
                Actor::Nobody => return self.end(input, out),
                Actor::Chance => {
                    self.draw(out)?;
                    continue;
                }
                Actor::Player(player) if player == self.human => self.ask(input, out)?,
                Actor::Player(player) => {
                    let bar = progress::thinking(self.name(player));
                    let action = self.bots[player.index()].choose(&self.state);
                    bar.finish_and_clear();
                    Reply::Act(action)
                }
            };
            match reply {
                Reply::Act(action) => self.act(action, out)?,
                Reply::Undone | Reply::GoOn => {}
                Reply::Quit => return Ok(()),
            }
            // Undo is possible until the next draw, so the person is asked before it.
            let is_turn_over = !self.undo.is_empty() && self.state.actor() != Actor::Player(self.human);
            if is_turn_over && !self.manner.is_quick {
                match self.confirm(input, out)? {
                    Reply::Quit => return Ok(()),
                    Reply::Undone => continue,
                    Reply::GoOn | Reply::Act(_) => {}
                }
            }
            if is_turn_over {
                self.undo.clear();
                self.recent.clear();
            }
        }
    }

    pub(super) fn name(&self, player: PlayerId) -> &str {
        &self.record.names()[player.index()]
    }

    fn draw(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        if let Some(draw) = self.state.choose(|count| self.rng.below(count)) {
            let news = self.apply(draw)?;
            print_news(&news, out)?;
        }
        Ok(())
    }

    /// Carries out an action of a player and tells about it: a person's at once, a bot's turn in
    /// one line.
    fn act(&mut self, action: Action, out: &mut dyn Write) -> Result<(), Failure> {
        let (turn, player) = (self.state.turn_number(), self.state.active_player());
        if self.state.actor() == Actor::Player(self.human) {
            self.undo.push(self.state.clone());
            let news = self.apply(action)?;
            return print_news(&news, out);
        }
        if let Action::Place { pos, .. } = action {
            self.recent.push(pos);
        }
        self.story.push(action_words(&self.state, action));
        let news = self.apply(action)?;
        if self.state.is_over() || self.state.turn_number() != turn {
            writeln!(out, "\nTurn {turn}, {}: {}", self.name(player), self.story.join(", "))?;
            self.story.clear();
        }
        print_news(&news, out)
    }

    /// Applies a legal action, writes it down and says what it brought.
    fn apply(&mut self, action: Action) -> Result<Vec<String>, Failure> {
        let mut events: Vec<Event> = Vec::new();
        self.state.apply_with(action, &mut events).map_err(Failure::refused)?;
        self.record.push(action);
        Ok(events
            .iter()
            .filter_map(|event| bastide_film::event_text(&self.state, event, self.record.names()))
            .collect())
    }

    /// Asks the person for an action.
    fn ask(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Reply, Failure> {
        let options = self.options();
        self.show_question(&options, out)?;
        loop {
            match self.exchange(input, out, &prompt(self.state.decision(), &options))? {
                Exchange::Reply(reply) => return Ok(reply),
                Exchange::Nothing => writeln!(out, "Type a number, or help.")?,
                Exchange::Number(0) if options.contains(&Action::Pass) => return Ok(Reply::Act(Action::Pass)),
                Exchange::Number(number) => match number.checked_sub(1).and_then(|index| options.get(index)) {
                    Some(&action) if action != Action::Pass => return Ok(Reply::Act(action)),
                    _ => writeln!(out, "There is no number {number} in the list.")?,
                },
                Exchange::Text(text) => match parse_action(&self.state, &text) {
                    Some(action) => match self.state.why_not(action) {
                        None => return Ok(Reply::Act(action)),
                        Some(refusal) => writeln!(out, "Not legal: {refusal} ({}).", refusal.rule())?,
                    },
                    None => writeln!(out, "`{}` is not understood here; type help.", shortened(&text))?,
                },
            }
        }
    }

    /// The legal actions in the order of their numbers: places as one reads the map, and passing,
    /// which has the number 0, last.
    pub(super) fn options(&self) -> Vec<Action> {
        let mut options = self.state.legal_actions();
        options.sort_by_key(|&action| {
            if let Action::Place { pos, rotation } = action {
                (false, pos.y, pos.x, rotation.quarter_turns())
            } else {
                (action == Action::Pass, 0, 0, 0)
            }
        });
        options
    }

    /// Asks the person to end the turn.
    fn confirm(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Reply, Failure> {
        loop {
            match self.exchange(input, out, "Enter ends your turn, undo takes it back > ")? {
                Exchange::Reply(reply) => return Ok(reply),
                Exchange::Nothing => return Ok(Reply::GoOn),
                Exchange::Number(_) | Exchange::Text(_) => writeln!(out, "Press Enter, or type undo.")?,
            }
        }
    }

    /// Tells the result and gives the chance to keep the record.
    fn end(mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{}", outcome_text(&self.state, self.record.names()))?;
        self.undo.clear();
        self.exchange(input, out, "The game is over. save FILE keeps it, Enter leaves > ")?;
        Ok(())
    }

    /// Says good bye in the middle of a game.
    fn part(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.state.is_over() {
            return Ok(());
        }
        Ok(writeln!(out, "The game stops here. {}", outcome_text(&self.state, self.record.names()))?)
    }

    /// Reads one line and does what any question allows.
    fn exchange(&mut self, input: &mut dyn BufRead, out: &mut dyn Write, prompt: &str) -> Result<Exchange, Failure> {
        loop {
            write!(out, "{prompt}")?;
            out.flush()?;
            let line =
                read_line(input).map_err(|error| Failure::refused(format!("the input cannot be read: {error}")))?;
            let Some(line) = line else {
                writeln!(out, "\nThe input has ended.")?;
                self.part(out)?;
                return Ok(Exchange::Reply(Reply::Quit));
            };
            if self.manner.is_echoing {
                writeln!(out, "{line}")?;
            }
            match Request::parse(&line) {
                Request::Nothing => return Ok(Exchange::Nothing),
                Request::Number(number) => return Ok(Exchange::Number(number)),
                Request::Other(text) => return Ok(Exchange::Text(text)),
                Request::Quit => {
                    self.part(out)?;
                    return Ok(Exchange::Reply(Reply::Quit));
                }
                Request::Undo => match self.undo.pop() {
                    Some(before) => {
                        self.state = before;
                        self.record.pop();
                        return Ok(Exchange::Reply(Reply::Undone));
                    }
                    None => writeln!(out, "There is nothing to undo: the tile was drawn.")?,
                },
                Request::Help => write!(out, "{HELP}")?,
                Request::Board => {
                    let options = self.options();
                    self.show_map(&options, out)?;
                }
                Request::Score => self.show_score(out)?,
                Request::Tiles => self.show_tiles(out)?,
                Request::Record => write!(out, "{}", self.record)?,
                Request::Save(path) => self.save(&path, out)?,
            }
        }
    }

    /// Writes the record to a file, but never over a file of somebody else.
    fn save(&mut self, path: &str, out: &mut dyn Write) -> Result<(), Failure> {
        if path.is_empty() {
            return Ok(writeln!(out, "Where to? Type save FILE.")?);
        }
        let is_own = self.saved.as_deref() == Some(path);
        let mut options = OpenOptions::new();
        options.write(true);
        if is_own {
            options.create(true).truncate(true)
        } else {
            options.create_new(true)
        };
        let written = options.open(path).and_then(|mut file| file.write_all(self.record.to_string().as_bytes()));
        match written {
            Ok(()) => {
                self.saved = Some(path.to_owned());
                writeln!(out, "Saved; `bastide replay {path}` tells the story.")?;
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                writeln!(out, "{path} exists already; choose another name.")?;
            }
            Err(error) => writeln!(out, "{path} could not be written: {error}.")?,
        }
        Ok(())
    }
}

/// What a line brought that the question must answer.
enum Exchange {
    Reply(Reply),
    Nothing,
    Number(usize),
    Text(String),
}

const HELP: &str = "\
  a number        the option with this number; 0 or pass: do nothing
  1,0 r2          lay the tile at x 1, y 0, turned by two quarters clockwise
  meeple@city:N   an action as it stands in records
  undo            take back, until the next tile is drawn
  board  score    the map; points, and points if the game ended now
  tiles  record   the tiles that are left; the game as text
  save FILE       write the record to a file
  quit            leave
";

/// A question with the numbers that answer it.
fn prompt(decision: Decision, options: &[Action]) -> String {
    let question = if let Decision::Place { .. } = decision {
        "Lay it where?"
    } else if let Decision::Deploy { .. } = decision {
        "Place a figure?"
    } else {
        "Your choice?"
    };
    let (first, last) = match options.last() {
        Some(Action::Pass) => (0, options.len() - 1),
        _ => (1, options.len()),
    };
    if first == last { format!("{question} [{first}] > ") } else { format!("{question} [{first}-{last}] > ") }
}

fn print_news(news: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    Ok(news.iter().try_for_each(|text| writeln!(out, "  {text}"))?)
}

fn shortened(text: &str) -> String {
    plain(&text.chars().take(40).collect::<String>())
}
