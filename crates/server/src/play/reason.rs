//! The refusals of the rules on the wire: a code that stays, the rule, and what the refusal is about.

use bastide_rules::{Action, Refusal, State};

use super::text::capitalised;
use super::wire::Reason;

/// Why an action is refused, or that it is not.
pub fn reason(state: &State, action: Option<Action>) -> Reason {
    let plain = |code: &str, message: &str| Reason {
        code: code.to_owned(),
        about: Vec::new(),
        rule: None,
        message: message.to_owned(),
    };
    let Some(action) = action else { return plain("no-answer", "This does not answer what is asked.") };
    let Some(refusal) = state.why_not(action) else { return plain("allowed", "It is allowed.") };
    let (code, about) = code(refusal);
    Reason { code, about, rule: Some(refusal.rule().to_owned()), message: capitalised(&refusal.to_string()) }
}

/// The code of a refusal is the name of its variant in words, `side-mismatch`, and what it is about are the words of
/// its fields: a new refusal has a code as soon as it exists. A variant that is renamed needs its old code here.
fn code(refusal: Refusal) -> (String, Vec<String>) {
    let text = format!("{refusal:?}");
    let mut words = text
        .split(|c: char| !(c.is_alphanumeric() || c == '-' || c == ':'))
        .filter(|word| !word.is_empty() && !word.ends_with(':'))
        .map(kebab);
    (words.next().unwrap_or_default(), words.collect())
}

fn kebab(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

#[cfg(test)]
mod tests {
    use bastide_rules::{Absent, Feature, FigureKind, Side};

    use super::*;

    /// These are translated by clients.
    #[test]
    fn codes_stay_as_they_are() {
        for (refusal, expected, about) in [
            (Refusal::GameOver, "game-over", &[][..]),
            (Refusal::NotAsked("place"), "not-asked", &["place"]),
            (Refusal::MayNotPass("put-ferry"), "may-not-pass", &["put-ferry"]),
            (Refusal::NotInGame(FigureKind::Large), "not-in-game", &["large"]),
            (Refusal::NotPlayed(Absent::Wheel), "not-played", &["wheel"]),
            (Refusal::NoTileThere, "no-tile-there", &[]),
            (Refusal::NoSuchSegment, "no-such-segment", &[]),
            (Refusal::NotInStack, "not-in-stack", &[]),
            (Refusal::RiverFirst, "river-first", &[]),
            (Refusal::CellTaken, "cell-taken", &[]),
            (Refusal::CellApart, "cell-apart", &[]),
            (Refusal::SideMismatch(Side::N), "side-mismatch", &["n"]),
            (Refusal::NotCanonical, "not-canonical", &[]),
            (Refusal::RiverNotContinued, "river-not-continued", &[]),
            (Refusal::RiverBendsTwice, "river-bends-twice", &[]),
            (Refusal::RiverFlowsBack, "river-flows-back", &[]),
            (Refusal::NoneLeft(FigureKind::Abbot), "none-left", &["abbot"]),
            (Refusal::NotOnLaidTile, "not-on-laid-tile", &[]),
            (Refusal::WrongFeature(FigureKind::Meeple, Feature::Garden), "wrong-feature", &["meeple", "garden"]),
            (Refusal::Occupied, "occupied", &[]),
            (Refusal::NoFarmers, "no-farmers", &[]),
            (Refusal::NoGardens, "no-gardens", &[]),
            (Refusal::NoAbbotOut, "no-abbot-out", &[]),
            (Refusal::AbbotComplete, "abbot-complete", &[]),
            (Refusal::WrongFeature(FigureKind::Large, Feature::Garden), "wrong-feature", &["large", "garden"]),
            (Refusal::CannotFly(FigureKind::Abbot), "cannot-fly", &["abbot"]),
            (Refusal::NotLandingThere, "not-landing-there", &[]),
            (Refusal::NoLanding(Feature::Field), "no-landing", &["field"]),
            (Refusal::LandingComplete, "landing-complete", &[]),
            (Refusal::FerryEnds, "ferry-ends", &[]),
            (Refusal::FerryStays, "ferry-stays", &[]),
            (Refusal::FerryOutOfReach, "ferry-out-of-reach", &[]),
            (Refusal::IngotApart, "ingot-apart", &[]),
            (Refusal::MagicFeature, "magic-feature", &[]),
            (Refusal::MagicComplete, "magic-complete", &[]),
            (Refusal::MagicOther, "magic-other", &[]),
            (Refusal::MagicSame, "magic-same", &[]),
            (Refusal::MagicHasPlace, "magic-has-place", &[]),
            (Refusal::NotFirstSegment, "not-first-segment", &[]),
            (Refusal::RobberSpace, "robber-space", &[]),
            (Refusal::RobberSame, "robber-same", &[]),
            (Refusal::NotContested, "not-contested", &[]),
            (Refusal::NotRobbed, "not-robbed", &[]),
            (Refusal::NoErrand, "no-errand", &[]),
            (Refusal::NotSmallest, "not-smallest", &[]),
            (Refusal::NoOwnMeeple, "no-own-meeple", &[]),
            (Refusal::CropType, "crop-type", &[]),
            (Refusal::NoSuchFigure, "no-such-figure", &[]),
            (Refusal::NotThePigsFarmer, "not-the-pigs-farmer", &[]),
            (Refusal::NobodyToCapture, "nobody-to-capture", &[]),
        ] {
            let (found, words) = code(refusal);
            assert_eq!(
                (found.as_str(), words.as_slice()),
                (expected, &about.iter().map(|&w| w.to_owned()).collect::<Vec<_>>()[..])
            );
        }
    }
}
