//! Bots think apart from the games: a question of a room goes out, its answer comes back as [`Ask::BotMoved`].
//!
//! They have a few threads of their own, which give way to everything else on the machine, so that no number of
//! bots delays a game of people. Whoever asks waits in one line; a game has one question at a time, so the line is
//! fair. When it is long everybody gets less time to think, and an answer comes about as soon as it would alone.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use bastide_bots::{Budget, Level, Stop};
use bastide_rules::{Action, State};
use bastide_table::room::Thinking;
use bastide_table::turn::{FALLBACK, whole_turn};
use tokio::sync::{mpsc, oneshot};

use crate::owner::Ask;
use crate::rooms::Rooms;

/// However many wait, a bot that thinks ahead has this long for it.
const LEAST: Duration = Duration::from_millis(20);

/// A question that is being thought about. The bot stops when this is dropped.
pub struct Asked {
    /// The generation of the room that has asked.
    pub generation: u64,
    stop: Stop,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// Lets a bot think. It answers when it knows, but not before its pause is over.
pub fn think(rooms: &Arc<Rooms>, answer_to: mpsc::WeakSender<Ask>, thinking: Thinking) -> Asked {
    let Thinking { generation, bot, state, pace } = thinking;
    let stop = Stop::new();
    let answer = rooms.thinkers.ask(&bot, state, stop.clone());
    tokio::spawn(async move {
        let pause = tokio::time::sleep(Duration::from_millis(u64::from(pace)));
        let (answer, ()) = tokio::join!(answer, pause);
        // A game that was put away meanwhile asks again when it is loaded.
        if let (Ok(actions), Some(owner)) = (answer, answer_to.upgrade()) {
            let _ = owner.send(Ask::BotMoved { generation, actions }).await;
        }
    });
    Asked { generation, stop }
}

/// The threads on which bots think. They end when this is dropped.
pub struct Thinkers {
    line: Arc<Line>,
    threads: usize,
}

/// Who waits.
#[derive(Default)]
struct Line {
    inside: Mutex<Inside>,
    changed: Condvar,
}

#[derive(Default)]
struct Inside {
    waiting: VecDeque<Task>,
    /// Threads that think at this moment.
    busy: usize,
    is_closed: bool,
}

struct Task {
    level: Level,
    state: State,
    stop: Stop,
    answer: oneshot::Sender<Vec<Action>>,
}

impl Line {
    fn lock(&self) -> MutexGuard<'_, Inside> {
        // What is inside is never left half changed.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Thinkers {
    /// So many threads, at least one.
    pub fn new(threads: usize) -> Thinkers {
        let (line, threads) = (Arc::new(Line::default()), threads.max(1));
        for _ in 0..threads {
            let line = Arc::clone(&line);
            thread::spawn(move || work(&line, threads));
        }
        Thinkers { line, threads }
    }

    /// How many questions wait, how many are thought about, and how many threads there are.
    pub fn load(&self) -> (usize, usize, usize) {
        let inside = self.line.lock();
        (inside.waiting.len(), inside.busy, self.threads)
    }

    /// The actions of a bot until somebody else is asked. Nothing comes if it is stopped before.
    pub fn ask(&self, bot: &str, state: State, stop: Stop) -> oneshot::Receiver<Vec<Action>> {
        let (answer, answered) = oneshot::channel();
        let level = bot.parse().unwrap_or(FALLBACK);
        self.line.lock().waiting.push_back(Task { level, state, stop, answer });
        self.line.changed.notify_one();
        answered
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        let mut inside = self.line.lock();
        inside.is_closed = true;
        for task in inside.waiting.drain(..) {
            task.stop.raise();
        }
        self.line.changed.notify_all();
    }
}

/// Thinks about one question after the other.
fn work(line: &Line, threads: usize) {
    give_way();
    let mut inside = line.lock();
    loop {
        if inside.is_closed {
            return;
        }
        let Some(task) = inside.waiting.pop_front() else {
            inside = line.changed.wait(inside).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        inside.busy += 1;
        let time = share(task.level, inside.busy + inside.waiting.len(), threads);
        drop(inside);
        if !task.stop.is_raised()
            && let Some(actions) = answer(&task, time)
        {
            // Nobody may wait for it any more.
            let _ = task.answer.send(actions);
        }
        inside = line.lock();
        inside.busy -= 1;
    }
}

/// What a bot may spend on a turn while so many think or wait.
fn share(level: Level, asked: usize, threads: usize) -> Duration {
    let all = Duration::from_millis(u64::from(level.milliseconds()));
    let share = all * threads as u32 / asked.max(threads) as u32;
    share.max(LEAST.min(all))
}

/// Lets everything else go first, where the system knows how.
fn give_way() {
    #[cfg(target_os = "linux")]
    // Without it bots are only less polite. Linux takes it for the calling thread alone.
    let _ = rustix::process::setpriority_process(None, 10);
}

/// The actions of a turn, or nothing if it is not wanted any more.
fn answer(task: &Task, time: Duration) -> Option<Vec<Action>> {
    let mut bytes = [0; 8];
    // Without randomness the bot is only less varied.
    let _ = getrandom::fill(&mut bytes);
    let seed = u64::from_le_bytes(bytes);
    let stop = task.stop.clone().within(time);
    let budget = Budget { simulations: task.level.simulations(), ..Budget::default() }.with_stop(stop);
    let turn = |level: Level| {
        catch_unwind(AssertUnwindSafe(|| whole_turn(&mut *level.bot(seed), task.state.clone(), &budget))).ok()
    };
    // A bot that fails must not stop the game.
    let actions = turn(task.level).or_else(|| turn(FALLBACK)).or_else(|| turn(Level::Random))?;
    (!task.stop.is_raised()).then_some(actions)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use bastide_rules::{Actor, Base, Game, Options};

    use super::*;

    /// More than any answer needs.
    const SOON: Duration = Duration::from_secs(60);

    /// A tile was drawn: a player is asked.
    fn state() -> State {
        let mut state = State::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
        let (draw, _) = state.chance_outcomes()[0];
        state.apply(draw).unwrap();
        state
    }

    #[test]
    fn every_level_plays_its_whole_turn() {
        let thinkers = Thinkers::new(1);
        for level in Level::ALL {
            let actions = thinkers.ask(level.name(), state(), Stop::new()).blocking_recv().unwrap();
            let mut after = state();
            actions.iter().for_each(|&action| after.apply(action).unwrap());
            assert_eq!(after.actor(), Actor::Chance, "{level}: {actions:?}");
        }
    }

    #[test]
    fn a_bot_that_is_not_known_any_more_is_replaced() {
        let actions = Thinkers::new(1).ask("grandmaster", state(), Stop::new()).blocking_recv().unwrap();
        assert!(!actions.is_empty());
    }

    #[test]
    fn time_is_shared_when_many_wait() {
        let ms = |level, asked, threads| share(level, asked, threads).as_millis();
        assert_eq!(ms(Level::Master, 1, 2), 1000);
        assert_eq!(ms(Level::Master, 2, 2), 1000);
        assert_eq!(ms(Level::Master, 20, 2), 100);
        assert_eq!(ms(Level::Master, 5000, 2), LEAST.as_millis());
        assert_eq!(ms(Level::Greedy, 1, 1), 0, "it needs no time");
    }

    /// Twenty that wait in one line get less each the more wait behind them: all together a few seconds, not twenty.
    #[test]
    fn many_masters_answer_about_as_soon_as_one() {
        let all: Duration = (1..=20).map(|asked| share(Level::Master, asked, 1)).sum();
        assert!(all < Duration::from_secs(4), "{all:?}");
        let thinkers = Thinkers::new(1);
        let answers: Vec<_> = (0..20).map(|_| thinkers.ask("master", state(), Stop::new())).collect();
        assert!(answers.into_iter().all(|answer| answer.blocking_recv().is_ok()));
    }

    #[test]
    fn who_is_stopped_makes_room_and_says_nothing() {
        let thinkers = Thinkers::new(1);
        let stop = Stop::new();
        let first = thinkers.ask("master", state(), stop.clone());
        let second = thinkers.ask("greedy", state(), Stop::new());
        stop.raise();
        assert!(first.blocking_recv().is_err());
        assert!(second.blocking_recv().is_ok());
    }

    #[test]
    fn nobody_waits_for_thinkers_that_are_gone() {
        let thinkers = Thinkers::new(1);
        let answers: Vec<_> = (0..10).map(|_| thinkers.ask("master", state(), Stop::new())).collect();
        let start = Instant::now();
        drop(thinkers);
        let answered = answers.into_iter().map(oneshot::Receiver::blocking_recv).filter(Result::is_ok).count();
        assert!(answered <= 1 && start.elapsed() < SOON, "{answered}");
    }
}
