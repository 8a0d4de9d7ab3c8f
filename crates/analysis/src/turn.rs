//! A turn that could be played, as it is told: actions as in a record, what it is worth and why.

use bastide_bots::{Candidate, Reason};
use bastide_rules::notation::action_text;
use bastide_rules::{Feature, FigureKind, PlayerId, State};
use serde::{Deserialize, Serialize};

use crate::Worth;

/// A turn that could be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "engine/"))]
pub struct Turn {
    /// The actions, as in a record.
    pub actions: Vec<String>,
    /// What the position is worth afterwards.
    pub worth: Worth,
    /// What speaks for and against it.
    pub reasons: Vec<Told>,
}

impl Turn {
    /// What a bot found, told from the position in which it was asked.
    pub(crate) fn of(state: &State, candidate: &Candidate) -> Turn {
        let mut now = state.clone();
        let actions = candidate.turn.iter().map(|&action| {
            let text = action_text(&now, action);
            now.apply_listed(action);
            text
        });
        Turn {
            actions: actions.collect(),
            worth: Worth::judged(candidate.value, candidate.win),
            reasons: candidate.reasons.iter().map(|&reason| Told::of(reason)).collect(),
        }
    }

    /// The reasons in English, one after the other.
    pub fn because(&self) -> String {
        let texts: Vec<&str> = self.reasons.iter().map(|reason| reason.text.as_str()).collect();
        texts.join(", ")
    }
}

/// A reason as data: a page says it in the language of its reader. One plain struct, because an enum with tags takes
/// much more code to read, which every visitor would have to load.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, rename = "Because"))]
pub struct Told {
    /// Which reason, by [`Reason::word`].
    #[cfg_attr(test, ts(as = "described::Kind"))]
    pub kind: String,
    /// Whether it speaks for the turn.
    pub good: bool,
    /// The feature that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, as = "Option<bastide_table::words::FeatureName>"))]
    pub feature: Option<String>,
    /// The figure that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, as = "Option<bastide_table::words::FigureName>"))]
    pub figure: Option<String>,
    /// The opponent whom it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub seat: Option<usize>,
    /// Points, figures, cities, tiles or parts of a hundred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub count: Option<i32>,
    /// The same in English.
    pub text: String,
}

impl Told {
    fn of(reason: Reason) -> Told {
        let told = Told {
            kind: reason.word().to_owned(),
            good: reason.is_good(),
            text: reason.to_string(),
            ..Told::default()
        };
        let about = |feature: Feature, told: Told| Told { feature: Some(feature.word().to_owned()), ..told };
        let with = |count: i32, told: Told| Told { count: Some(count), ..told };
        let against = |player: PlayerId, told: Told| Told { seat: Some(player.index()), ..told };
        let piece = |figure: FigureKind, told: Told| Told { figure: Some(figure.word().to_owned()), ..told };
        match reason {
            Reason::Completes { feature, points } => about(feature, with(points, told)),
            Reason::CompletesFor { player, feature, points } => against(player, about(feature, with(points, told))),
            Reason::Scores { points } => with(points, told),
            Reason::Deploys { figure, feature } => piece(figure, about(feature, told)),
            Reason::GetsBack { figures } => with(figures.into(), told),
            Reason::TakesOver { feature } | Reason::Shares { feature } | Reason::Grows { feature } => {
                about(feature, told)
            }
            Reason::Chance { feature, percent } => about(feature, with(percent.into(), told)),
            Reason::Blocks { player, feature, fits } => against(player, about(feature, with(fits.into(), told))),
            Reason::Beside { cities } => with(cities.into(), told),
            Reason::Captures { player, figure }
            | Reason::Frees { player, figure }
            | Reason::DrivesOff { player, figure } => against(player, piece(figure, told)),
            Reason::Loses { figure }
            | Reason::Guards { figure }
            | Reason::Crowns { figure }
            | Reason::Sends { figure } => piece(figure, told),
            Reason::FairyLeaves { player } | Reason::LiesInWait { player } => against(player, told),
            Reason::TakesGold { ingots } => with(ingots.into(), told),
            Reason::TakesGoods { goods } => with(goods.into(), told),
            Reason::Robs { player, points } => against(player, with(points, told)),
            Reason::Ingot { feature } | Reason::Mage { feature } | Reason::WitchLeaves { feature } => {
                about(feature, told)
            }
            Reason::MageLeaves { player, feature } | Reason::Witch { player, feature } => {
                against(player, about(feature, told))
            }
            Reason::KeepsFigures
            | Reason::KeepsLastMeeple
            | Reason::LastMeeple
            | Reason::ExtraTurn
            | Reason::Floor
            | Reason::Fairy
            | Reason::DrawsMessage => told,
        }
    }
}

/// The kinds of reasons for TypeScript, which is made by the tests like the types of the wire.
#[cfg(test)]
mod described {
    use std::path::PathBuf;

    use bastide_bots::Reason;
    use ts_rs::{Config, TS};

    pub(super) struct Kind;

    impl TS for Kind {
        type WithoutGenerics = Self;
        type OptionInnerType = Self;

        fn name(_: &Config) -> String {
            "BecauseKind".to_owned()
        }

        fn inline(_: &Config) -> String {
            Reason::WORDS.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" | ")
        }

        fn decl(config: &Config) -> String {
            format!("type BecauseKind = {};", Self::inline(config))
        }

        fn decl_concrete(config: &Config) -> String {
            Self::decl(config)
        }

        fn output_path() -> Option<PathBuf> {
            Some("BecauseKind.ts".into())
        }
    }
}
