//! Somebody on a seat: one of our bots, or an outside program.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use bastide_bots::{Bot, Budget, Spec, Stop};
use bastide_rules::notation::{Record, action_text};
use bastide_rules::{Action, Refusal, State};

use crate::contender::Contender;
use crate::process::Program;

/// What a player may spend on a decision. Without a limit a level spends what it does by itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Limit {
    /// The time.
    pub time: Option<Duration>,
    /// The number of simulations.
    pub simulations: Option<u32>,
}

impl Limit {
    /// What a bot may spend: what it is set to, else what it is granted, else what its level does by itself.
    pub(crate) fn of(spec: &Spec, granted: Limit) -> Limit {
        let milliseconds = |ms: u32| Duration::from_millis(ms.into());
        let own = Limit { time: spec.time.map(milliseconds), simulations: spec.simulations };
        let (time, simulations) = (Some(milliseconds(spec.level.milliseconds())), spec.level.simulations());
        let usual = Limit { time, simulations };
        [own, granted].into_iter().find(|&limit| limit != Limit::default()).unwrap_or(usual)
    }

    /// A budget that begins now.
    pub(crate) fn budget(self, threads: usize, stop: &Stop) -> Budget {
        let stop = self.time.map_or_else(|| stop.clone(), |time| stop.clone().within(time));
        Budget { simulations: self.simulations, threads, stop }
    }
}

/// Somebody on a seat.
pub(crate) trait Player: Send {
    /// A new game begins. The record is its header.
    fn begin(&mut self, record: &Record, seed: u64) -> Result<(), Fault>;

    /// Somebody, or chance, does this in this state.
    fn hear(&mut self, state: &State, action: Action) -> Result<(), Fault>;

    /// The answer to the decision of a state. It is legal.
    fn choose(&mut self, state: &State) -> Result<Action, Fault>;
}

/// Why a player has lost a game without playing it to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started.
    NotStarted(String),
    /// It did not answer to the greeting as the protocol wants it.
    NoGreeting(String),
    /// It has ended.
    Dead(String),
    /// It did not answer in time.
    Late(Duration),
    /// It answered with something that is no action here.
    NotAnAnswer(String),
    /// It answered with an action that is not legal.
    Illegal(String, Refusal),
    /// A bot of ours has a defect.
    Panicked,
    /// The match was stopped: nobody's fault.
    Stopped,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotStarted(why) => write!(f, "it could not be started: {why}"),
            Fault::NoGreeting(why) => write!(f, "it did not say `ready`: {why}"),
            Fault::Dead(how) => write!(f, "it ended: {how}"),
            Fault::Late(time) => write!(f, "no answer within {} ms", time.as_millis()),
            Fault::NotAnAnswer(words) => write!(f, "`{words}` does not answer the decision"),
            Fault::Illegal(words, refusal) => write!(f, "`{words}` is illegal: {refusal} ({})", refusal.rule()),
            Fault::Panicked => f.write_str("the bot failed"),
            Fault::Stopped => f.write_str("the match was stopped"),
        }
    }
}

impl std::error::Error for Fault {}

/// A player for a contender.
pub(crate) fn player(contender: &Contender, limit: Limit, stop: &Stop) -> Box<dyn Player> {
    match contender {
        Contender::Bot(spec) => Box::new(Inside::new(spec.clone(), limit, stop.clone())),
        Contender::Program(line) => Box::new(Program::new(Arc::new(line.clone()), limit, stop.clone())),
    }
}

/// One of our bots.
struct Inside {
    spec: Spec,
    bot: Box<dyn Bot + Send>,
    limit: Limit,
    stop: Stop,
}

impl Inside {
    fn new(spec: Spec, limit: Limit, stop: Stop) -> Inside {
        Inside { bot: spec.bot(0), limit: Limit::of(&spec, limit), spec, stop }
    }
}

impl Player for Inside {
    fn begin(&mut self, _: &Record, seed: u64) -> Result<(), Fault> {
        self.bot = self.spec.bot(seed);
        Ok(())
    }

    fn hear(&mut self, _: &State, _: Action) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, state: &State) -> Result<Action, Fault> {
        let budget = self.limit.budget(self.spec.threads, &self.stop);
        let thinking = AssertUnwindSafe(|| self.bot.play(state, &budget));
        // A defect of a bot costs it the game, not everybody the match. It was reported on the way.
        let action = catch_unwind(thinking).map_err(|_| Fault::Panicked)?;
        match state.why_not(action) {
            None => Ok(action),
            Some(refusal) => Err(Fault::Illegal(action_text(state, action), refusal)),
        }
    }
}
