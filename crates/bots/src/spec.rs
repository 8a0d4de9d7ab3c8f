//! Which bot, and with what settings, as one word of text: `master:sims=2000,threads=1`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

use crate::features::ONE;
use crate::net::Net;
use crate::search::{Plan, Sharing};
use crate::thinker::Thinker;
use crate::tree::Growth;
use crate::weights::Weights;
use crate::{Bot, Budget, Greedy, Random, UnknownBot};

/// The levels of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal action.
    Random,
    /// Sees the points of the moment, and not all of them.
    Novice,
    /// Points now, one step ahead: a fixed yardstick.
    Greedy,
    /// Judges every way through its turn and plays the best at once.
    Apprentice,
    /// Plays the best turns on in its head, 250 times or for a twentieth of a second.
    Expert,
    /// The same for a second.
    Master,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: &'static [Level] =
        &[Level::Random, Level::Novice, Level::Greedy, Level::Apprentice, Level::Expert, Level::Master];

    /// The name by which a level is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Random => "random",
            Level::Novice => "novice",
            Level::Greedy => "greedy",
            Level::Apprentice => "apprentice",
            Level::Expert => "expert",
            Level::Master => "master",
        }
    }

    /// Whether it judges positions by weights.
    pub const fn judges(self) -> bool {
        matches!(self, Level::Apprentice | Level::Expert | Level::Master)
    }

    /// Whether it uses what it may spend; the others answer at once.
    pub const fn searches(self) -> bool {
        self.milliseconds() > 0
    }

    /// The milliseconds that it spends on a decision by itself; 0 if it answers at once.
    pub const fn milliseconds(self) -> u32 {
        match self {
            Level::Random | Level::Novice | Level::Greedy | Level::Apprentice => 0,
            Level::Expert => 50,
            Level::Master => 1000,
        }
    }

    /// The most simulations that it spends on a decision by itself, however much time there is: who plays a level shall meet the same
    /// opponent on every machine that is quick enough.
    pub const fn simulations(self) -> Option<u32> {
        match self {
            Level::Expert => Some(250),
            Level::Random | Level::Novice | Level::Greedy | Level::Apprentice | Level::Master => None,
        }
    }

    /// How it thinks ahead.
    const fn plan(self) -> Option<Plan> {
        match self {
            Level::Random | Level::Novice | Level::Greedy | Level::Apprentice => None,
            Level::Expert => Some(Plan {
                candidates: 10,
                depth: 6,
                shortest: 2,
                deepest: 6,
                prior: 4,
                most: 1000,
                growth: Growth::NONE,
                endgame: 1,
                sharing: Sharing::ByRank,
            }),
            Level::Master => {
                let growth = Growth { plies: 2, answers: 4, prior: 2, curiosity: ONE };
                Some(Plan {
                    candidates: 16,
                    depth: 6,
                    shortest: 2,
                    deepest: 6,
                    prior: 4,
                    most: 20_000,
                    growth,
                    endgame: 3,
                    sharing: Sharing::ByRank,
                })
            }
        }
    }

    /// A bot of this level. The seed decides wherever it is indifferent.
    pub fn bot(self, seed: u64) -> Box<dyn Bot + Send> {
        match self {
            Level::Random => Box::new(Random::new(seed)),
            Level::Novice => Box::new(Thinker::new(self, seed, None, Some(Weights::novice()))),
            Level::Greedy => Box::new(Greedy::new(seed)),
            Level::Apprentice | Level::Expert | Level::Master => Box::new(Thinker::new(self, seed, self.plan(), None)),
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
    /// `weights`: a file of weights instead of those of the crate.
    pub weights: Option<WeightsFile>,
    /// `width`: candidates that are looked into.
    pub width: Option<u32>,
    /// `depth`: turns that each simulation plays.
    pub depth: Option<u32>,
    /// `deepest`: turns that the last simulations play, if there are many; without it those of `depth`.
    pub deepest: Option<u32>,
    /// `prior`: the first judgement counts as much as so many simulations.
    pub prior: Option<u32>,
    /// `plies`: turns ahead in which several answers are compared; 0 for none.
    pub plies: Option<u32>,
    /// `answers`: how many are compared.
    pub answers: Option<u32>,
    /// `curiosity`: how much is tried that looks worse, in tenths of a point.
    pub curiosity: Option<u32>,
    /// `endgame`: undrawn tiles from which on the end is played out; 0 for never.
    pub endgame: Option<u32>,
    /// `even`: 1 if all candidates get as many simulations, 0 if the better get more.
    pub even: Option<u32>,
    /// `net`: a file of a network that corrects judgements, or `none`.
    pub net: Option<NetFile>,
}

/// A network that was read from a file, or none.
#[derive(Clone, PartialEq, Debug)]
pub struct NetFile {
    /// The file, or `none`.
    pub path: String,
    net: Option<Arc<Net>>,
}

impl Eq for NetFile {}

impl Spec {
    /// A level as it is.
    pub const fn new(level: Level) -> Spec {
        Spec {
            level,
            simulations: None,
            threads: 1,
            time: None,
            weights: None,
            width: None,
            depth: None,
            deepest: None,
            prior: None,
            plies: None,
            answers: None,
            curiosity: None,
            endgame: None,
            even: None,
            net: None,
        }
    }

    /// How it thinks ahead.
    pub(crate) fn plan(&self) -> Option<Plan> {
        self.level.plan().map(|plan| Plan {
            candidates: self.width.map_or(plan.candidates, |width| width as usize),
            depth: self.depth.unwrap_or(plan.depth),
            deepest: self.deepest.or(self.depth).unwrap_or(plan.deepest),
            prior: self.prior.unwrap_or(plan.prior),
            endgame: self.endgame.unwrap_or(plan.endgame),
            sharing: self.even.map_or(plan.sharing, |even| if even == 1 { Sharing::Evenly } else { Sharing::ByRank }),
            shortest: self.depth.unwrap_or(plan.shortest),
            growth: Growth {
                plies: self.plies.unwrap_or(plan.growth.plies),
                answers: self.answers.map_or(plan.growth.answers, |answers| answers as usize),
                curiosity: self.curiosity.map_or(plan.growth.curiosity, |tenths| ONE * tenths as i32 / 10),
                ..plan.growth
            },
            ..plan
        })
    }

    /// The bot of a seed.
    pub fn bot(&self, seed: u64) -> Box<dyn Bot + Send> {
        if *self == Spec::new(self.level) {
            return self.level.bot(seed);
        }
        let weights = self.weights.as_ref().map(|file| Arc::clone(&file.weights));
        let bot = Thinker::new(self.level, seed, self.plan(), weights);
        let bot = Box::new(match &self.net {
            Some(file) => bot.with_net(file.net.clone()),
            None => bot,
        });
        if self.level.searches() { Box::new(Settled { bot, spec: self.clone() }) } else { bot }
    }

    /// What the bot may spend on a decision from now on: the simulations or the time that it was given, else
    /// those of its level.
    pub fn budget(&self) -> Budget {
        let is_free = self.simulations.is_none() && self.time.is_none();
        let simulations = if is_free { self.level.simulations() } else { self.simulations };
        let budget = Budget { simulations, ..Budget::default() }.with_threads(self.threads);
        #[cfg(not(target_family = "wasm"))]
        if let Some(time) = self.time.or(is_free.then(|| self.level.milliseconds())) {
            let stop = budget.stop.clone().within(Duration::from_millis(time.into()));
            return budget.with_stop(stop);
        }
        budget
    }
}

/// Weights that were read from a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsFile {
    /// The file.
    pub path: String,
    weights: Arc<Weights>,
}

impl WeightsFile {
    fn read(path: &str) -> Result<WeightsFile, SpecError> {
        let wrong = |why: String| SpecError::Weights { file: path.to_owned(), why };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        Ok(WeightsFile { path: path.to_owned(), weights: Arc::new(text.parse::<Weights>().map_err(wrong)?) })
    }
}

impl NetFile {
    fn read(path: &str) -> Result<NetFile, SpecError> {
        if path == "none" {
            return Ok(NetFile { path: path.to_owned(), net: None });
        }
        let wrong = |why: String| SpecError::Weights { file: path.to_owned(), why };
        let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        Ok(NetFile { path: path.to_owned(), net: Some(Arc::new(text.parse::<Net>().map_err(wrong)?)) })
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
        self.bot.play(state, &self.spec.budget())
    }

    fn think(&mut self, state: &bastide_rules::State, budget: &Budget) -> crate::Thought {
        self.bot.think(state, budget)
    }

    fn compare(
        &mut self,
        state: &bastide_rules::State,
        turns: &[&[bastide_rules::Action]],
        budget: &Budget,
    ) -> crate::Thought {
        self.bot.compare(state, turns, budget)
    }

    fn play(&mut self, state: &bastide_rules::State, budget: &Budget) -> bastide_rules::Action {
        self.bot.play(state, budget)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = Spec::new(name.parse()?);
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
            let between = |least: u32, most: u32| match value.parse::<u32>() {
                Ok(number) if (least..=most).contains(&number) => Ok(number),
                _ => Err(SpecError::Value { key: key.to_owned(), value: value.to_owned(), least, most }),
            };
            let number = |most: u32| between(1, most);
            match key {
                "sims" if spec.level.searches() => spec.simulations = Some(number(10_000_000)?),
                "time" if spec.level.searches() => spec.time = Some(number(3_600_000)?),
                "threads" if spec.level.searches() => spec.threads = number(256)? as usize,
                "width" if spec.level.searches() => spec.width = Some(number(1000)?),
                "depth" if spec.level.searches() => spec.depth = Some(number(100)?),
                "deepest" if spec.level.searches() => spec.deepest = Some(number(100)?),
                "prior" if spec.level.searches() => spec.prior = Some(number(1000)?),
                "plies" if spec.level.searches() => spec.plies = Some(between(0, 100)?),
                "answers" if spec.level.searches() => spec.answers = Some(number(100)?),
                "curiosity" if spec.level.searches() => spec.curiosity = Some(between(0, 1000)?),
                "endgame" if spec.level.searches() => spec.endgame = Some(between(0, 10)?),
                "even" if spec.level.searches() => spec.even = Some(between(0, 1)?),
                "net" if spec.level.judges() => spec.net = Some(NetFile::read(value)?),
                "weights" if spec.level.judges() => spec.weights = Some(WeightsFile::read(value)?),
                _ => return Err(SpecError::Setting { level: spec.level, key: key.to_owned() }),
            }
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let threads = (self.threads != 1).then_some(self.threads as u32);
        let settings = [
            ("sims", self.simulations),
            ("threads", threads),
            ("time", self.time),
            ("width", self.width),
            ("depth", self.depth),
            ("deepest", self.deepest),
            ("prior", self.prior),
            ("plies", self.plies),
            ("answers", self.answers),
            ("curiosity", self.curiosity),
            ("endgame", self.endgame),
            ("even", self.even),
        ];
        f.write_str(self.level.name())?;
        let numbers = settings.into_iter().filter_map(|(key, value)| Some((key, value?.to_string())));
        let net = self.net.iter().map(|file| ("net", file.path.clone()));
        let given = numbers.chain(net).chain(self.weights.iter().map(|file| ("weights", file.path.clone())));
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
        /// The smallest number it takes.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// The file of weights cannot be used.
    Weights {
        /// Which file.
        file: String,
        /// What is wrong with it.
        why: String,
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
            SpecError::Weights { file, why } => write!(f, "the weights in `{file}` cannot be used: {why}"),
            SpecError::Value { key, value, least, most } => {
                write!(f, "`{key}` is a number from {least} to {most}, not `{value}`")
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
    fn settings_are_written_as_they_are_read() {
        for text in [
            "master:sims=2000,threads=2,time=30",
            "expert:width=4,depth=2,prior=1",
            "master:deepest=8,plies=0,answers=3,curiosity=5,endgame=0",
            "master:plies=0,net=none",
        ] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        let file = concat!("apprentice:weights=", env!("CARGO_MANIFEST_DIR"), "/weights/novice.txt");
        assert_eq!(file.parse::<Spec>().unwrap().to_string(), file);
        assert!("apprentice:weights=nowhere".parse::<Spec>().is_err());
    }

    #[test]
    fn wrong_settings_are_refused_with_a_reason() {
        let refusal = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert_eq!(
            refusal("champion"),
            "there is no bot `champion`; choose one of: random, novice, greedy, apprentice, expert, master"
        );
        assert_eq!(refusal("greedy:depth=3"), "`greedy` has no setting `depth`");
        assert_eq!(refusal("random:sims"), "`random` has no setting `sims`");
        assert_eq!(refusal("master:sims=0"), "`sims` is a number from 1 to 10000000, not `0`");
    }
}
