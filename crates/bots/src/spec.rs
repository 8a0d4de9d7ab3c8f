//! Which bot, and with what settings, as one word of text: `master:sims=2000,threads=1`.

use std::fmt;
use std::str::FromStr;
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

use crate::{Bot, Budget, Greedy, Random, UnknownBot};

/// The levels of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal action.
    Random,
    /// Points now, one step ahead: a fixed yardstick.
    Greedy,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: &'static [Level] = &[Level::Random, Level::Greedy];

    /// The name by which a level is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Greedy => "greedy",
        }
    }

    /// Whether it uses what it may spend; the others answer at once.
    pub const fn searches(self) -> bool {
        match self {
            Level::Random | Level::Greedy => false,
        }
    }

    /// A bot of this level. The seed decides wherever it is indifferent.
    pub fn bot(self, seed: u64) -> Box<dyn Bot + Send> {
        match self {
            Level::Random => Box::new(Random::new(seed)),
            Level::Greedy => Box::new(Greedy::new(seed)),
        }
    }
}

impl FromStr for Level {
    type Err = UnknownBot;

    fn from_str(name: &str) -> Result<Level, UnknownBot> {
        let found = Level::ALL.iter().find(|level| level.name() == name);
        found.copied().ok_or_else(|| UnknownBot { name: name.to_owned() })
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A level with settings.
///
/// ```
/// use bastide_bots::{Level, Spec};
/// let spec: Spec = "greedy".parse()?;
/// assert_eq!(spec.level, Level::Greedy);
/// assert_eq!("greedy:sims=5".parse::<Spec>().unwrap_err().to_string(), "`greedy` has no setting `sims`");
/// # Ok::<(), bastide_bots::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// Who plays.
    pub level: Level,
    /// `sims`: simulations for each decision, instead of a time.
    pub simulations: Option<u32>,
    /// `threads`: how many may think.
    pub threads: usize,
    /// `time`: milliseconds for each decision.
    pub time: Option<u32>,
}

impl Spec {
    /// A level as it is.
    pub const fn new(level: Level) -> Spec {
        Spec { level, simulations: None, threads: 1, time: None }
    }

    /// The bot of a seed.
    pub fn bot(&self, seed: u64) -> Box<dyn Bot + Send> {
        let bot = self.level.bot(seed);
        if self.simulations.is_none() && self.time.is_none() && self.threads == 1 {
            bot
        } else {
            Box::new(Settled { bot, spec: self.clone() })
        }
    }

    /// What the bot may spend on a decision from now on, if the settings say anything about it.
    pub fn budget(&self) -> Budget {
        let budget = Budget { simulations: self.simulations, ..Budget::default() }.with_threads(self.threads);
        #[cfg(not(target_family = "wasm"))]
        if let Some(time) = self.time {
            let stop = budget.stop.clone().within(Duration::from_millis(time.into()));
            return budget.with_stop(stop);
        }
        budget
    }
}

/// A bot whose own choices follow its settings.
struct Settled {
    bot: Box<dyn Bot + Send>,
    spec: Spec,
}

impl Bot for Settled {
    fn name(&self) -> &str {
        self.bot.name()
    }

    fn choose(&mut self, state: &bastide_rules::State) -> bastide_rules::Action {
        self.bot.think(state, &self.spec.budget()).action
    }

    fn think(&mut self, state: &bastide_rules::State, budget: &Budget) -> crate::Thought {
        self.bot.think(state, budget)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = Spec::new(name.parse()?);
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
            let number = |most: u32| match value.parse::<u32>() {
                Ok(number) if (1..=most).contains(&number) => Ok(number),
                _ => Err(SpecError::Value { key: key.to_owned(), value: value.to_owned(), most }),
            };
            match key {
                "sims" if spec.level.searches() => spec.simulations = Some(number(10_000_000)?),
                "time" if spec.level.searches() => spec.time = Some(number(3_600_000)?),
                "threads" if spec.level.searches() => spec.threads = number(256)? as usize,
                _ => return Err(SpecError::Setting { level: spec.level, key: key.to_owned() }),
            }
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threads = (self.threads != 1).then_some(self.threads as u32);
        let settings = [("sims", self.simulations), ("threads", threads), ("time", self.time)];
        f.write_str(self.level.name())?;
        let given = settings.into_iter().filter_map(|(key, value)| Some((key, value?)));
        for (index, (key, value)) in given.enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// A text that names no bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// There is no such level.
    Level(UnknownBot),
    /// The level has no such setting.
    Setting {
        /// The level.
        level: Level,
        /// The setting.
        key: String,
    },
    /// A setting has a value that cannot be.
    Value {
        /// The setting.
        key: String,
        /// What it was set to.
        value: String,
        /// The largest number it takes.
        most: u32,
    },
}

impl From<UnknownBot> for SpecError {
    fn from(unknown: UnknownBot) -> SpecError {
        SpecError::Level(unknown)
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Level(unknown) => unknown.fmt(f),
            SpecError::Setting { level, key } => write!(f, "`{level}` has no setting `{key}`"),
            SpecError::Value { key, value, most } => {
                write!(f, "`{key}` is a number from 1 to {most}, not `{value}`")
            }
        }
    }
}

impl std::error::Error for SpecError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_named_by_its_level() {
        for &level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(Spec::new(level)));
            assert_eq!(Spec::new(level).bot(0).name(), level.name());
            assert_eq!(Spec::new(level).to_string(), level.name());
        }
    }

    #[test]
    fn wrong_settings_are_refused_with_a_reason() {
        let refusal = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert_eq!(refusal("champion"), "there is no bot `champion`; choose one of: random, greedy");
        assert_eq!(refusal("greedy:depth=3"), "`greedy` has no setting `depth`");
        assert_eq!(refusal("random:sims"), "`random` has no setting `sims`");
    }
}
