//! Which game: the flags that `sim`, `arena`, `perft` and `play` share, and what they mean.

use std::sync::Arc;

use bastide_art::Palette;
use bastide_rules::{BASES, BOXES, Base, Game, MODULES, Module, ModuleSet, Options, box_named};

use crate::failure::Failure;

/// Which game is played.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "The game")]
pub struct Choice {
    /// Base game: classic, v3, fortress, winter or wheel [default: classic]
    #[arg(long, value_name = "BASE", conflicts_with = "in_box")]
    base: Option<String>,

    /// Modules to add, for example river,abbot. With --box: the ones to choose from it
    #[arg(long, value_name = "MODULES", value_delimiter = ',')]
    with: Vec<String>,

    /// Modules to leave out, for example farmers, which are in by default
    #[arg(long, value_name = "MODULES", value_delimiter = ',')]
    without: Vec<String>,

    /// A box as it is sold, with all its modules and its printed number of players
    #[arg(long = "box", value_name = "BOX")]
    in_box: Option<String>,

    /// Number of players, 2 to 6
    #[arg(long, value_name = "N", default_value_t = 2)]
    players: usize,
}

impl Choice {
    /// The game that the flags describe.
    pub fn game(&self) -> Result<Arc<Game>, Failure> {
        let options = self.options()?;
        Game::new(options).map_err(Failure::refused)
    }

    fn options(&self) -> Result<Options, Failure> {
        let with = modules(&self.with)?;
        let without = modules(&self.without)?;
        if let Some(module) = with.iter().find(|&module| without.has(module)) {
            return Err(Failure::refused(format!("{module} stands in --with and in --without; keep one of them")));
        }
        let mut options = match &self.in_box {
            Some(name) => from_box(name, with, self.players)?,
            None => {
                let base = self.base.as_deref().map_or(Ok(Base::Classic), base)?;
                with.iter().fold(Options::new(base, self.players), Options::with)
            }
        };
        for module in without.iter() {
            options = options.without(module);
        }
        Ok(options)
    }
}

fn from_box(name: &str, with: ModuleSet, players: usize) -> Result<Options, Failure> {
    let info = box_named(name)
        .ok_or_else(|| Failure::refused(unknown("box", name, &BOXES.iter().map(|info| info.id).collect::<Vec<_>>())))?;
    let mut options = Options::of_box(info, players).map_err(Failure::refused)?;
    if with != ModuleSet::default() {
        if let Some(stranger) = with.iter().find(|&module| !info.has(module)) {
            return Err(Failure::refused(format!(
                "the box {name} has no module {stranger}, it has {}; use --base {} --with {stranger} to mix freely",
                options.modules.to_string().replace(' ', ", "),
                info.base
            )));
        }
        // Farmers are left out by --without only.
        options.modules =
            with.iter().chain(info.modules.iter().copied().filter(|&module| module == Module::Farmers)).collect();
    }
    Ok(options)
}

fn base(id: &str) -> Result<Base, Failure> {
    let known: Vec<&str> = BASES.iter().map(|info| info.id).collect();
    Base::from_id(id).ok_or_else(|| Failure::refused(unknown("base", id, &known)))
}

fn modules(ids: &[String]) -> Result<ModuleSet, Failure> {
    let known: Vec<&str> = MODULES.iter().map(|info| info.id).collect();
    let ids = ids.iter().map(|id| id.trim()).filter(|id| !id.is_empty());
    ids.map(|id| Module::from_id(id).ok_or_else(|| Failure::refused(unknown("module", id, &known)))).collect()
}

/// The palette with this name.
pub fn palette_named(name: &str) -> Result<Palette, Failure> {
    Palette::from_word(name).ok_or_else(|| {
        let known: Vec<&str> = Palette::ALL.iter().map(|palette| palette.word()).collect();
        Failure::refused(unknown("palette", name, &known))
    })
}

/// A sentence about a name that does not exist: the nearest that does, and all of them.
pub fn unknown(what: &str, name: &str, known: &[&str]) -> String {
    let nearest = known.iter().map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate)).min();
    let hint = match nearest {
        Some((distance, candidate)) if distance <= 1 + candidate.len() / 4 => format!("did you mean `{candidate}`? "),
        _ => String::new(),
    };
    format!("there is no {what} `{name}`; {hint}known: {}", known.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(flags: &[&str]) -> Result<Options, String> {
        #[derive(clap::Parser)]
        struct Flags {
            #[command(flatten)]
            choice: Choice,
        }
        let flags = <Flags as clap::Parser>::try_parse_from([&["bastide"], flags].concat()).unwrap();
        flags.choice.game().map(|game| *game.options()).map_err(|failure| match failure {
            Failure::Refused(sentence) => sentence,
            Failure::Output(_) | Failure::Interrupted => unreachable!("nothing is written"),
        })
    }

    fn modules_of(flags: &[&str]) -> String {
        choice(flags).unwrap().modules.to_string()
    }

    #[test]
    fn the_default_is_classic_with_farmers() {
        assert_eq!(choice(&[]).unwrap(), Options::new(Base::Classic, 2));
    }

    #[test]
    fn modules_are_added_and_left_out() {
        assert_eq!(modules_of(&["--base", "v3", "--with", "abbot, river,"]), "farmers river abbot");
        assert_eq!(modules_of(&["--without", "farmers"]), "");
    }

    #[test]
    fn a_box_brings_all_its_modules_or_the_chosen_ones() {
        assert_eq!(modules_of(&["--box", "fortress"]), "farmers river");
        assert_eq!(modules_of(&["--box", "fortress", "--without", "river"]), "farmers");
        assert_eq!(modules_of(&["--box", "big-box", "--with", "abbot"]), "farmers abbot");
        assert_eq!(modules_of(&["--box", "nobles-and-towers"]), "farmers river-2 dragon tower count cult corn");
    }

    #[test]
    fn a_box_keeps_to_its_pieces() {
        let too_many = choice(&["--box", "fortress", "--players", "6"]).unwrap_err();
        assert!(too_many.contains("2 to 5 players"), "{too_many}");
        let stranger = choice(&["--box", "fortress", "--with", "abbot"]).unwrap_err();
        assert!(stranger.contains("--base fortress --with abbot"), "{stranger}");
    }

    #[test]
    fn an_unknown_name_gets_the_nearest_one() {
        let sentence = choice(&["--with", "rivr"]).unwrap_err();
        assert!(
            sentence.starts_with("there is no module `rivr`; did you mean `river`? known: farmers, "),
            "{sentence}"
        );
        let sentence = choice(&["--with", "xyzzy"]).unwrap_err();
        assert!(sentence.starts_with("there is no module `xyzzy`; known: farmers, "), "{sentence}");
    }

    #[test]
    fn a_contradiction_is_refused() {
        let sentence = choice(&["--with", "river", "--without", "river"]).unwrap_err();
        assert!(sentence.contains("keep one of them"), "{sentence}");
    }
}
