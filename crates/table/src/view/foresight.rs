//! What follows from an answer, on the wire.

use bastide_rules::{Action, Consequence as Foreseen, Fate, State};

use crate::table::{award_source, cell, seat_of};
use crate::wire::{Consequence, PointsView};

/// What follows from an answer. Figures of a kind that come home together are counted.
pub fn brings(state: &State, action: Action) -> Vec<Consequence> {
    let mut all: Vec<Consequence> = Vec::new();
    for next in state.foresee(action).into_iter().map(|one| view(one, action)) {
        if let Consequence::Home { seat, figure, .. } = next {
            let alike = all.iter_mut().find_map(|known| {
                let Consequence::Home { seat: whose, figure: which, count } = known else { return None };
                ((*whose, *which) == (seat, figure)).then_some(count)
            });
            if let Some(count) = alike {
                *count = count.saturating_add(1);
                continue;
            }
        }
        all.push(next);
    }
    all
}

fn view(foreseen: Foreseen, action: Action) -> Consequence {
    match foreseen {
        Foreseen::Scores(award) => Consequence::Points(PointsView {
            seat: seat_of(award.player),
            points: award.points(),
            source: award_source(award.source),
            at: award.spot.map(|spot| cell(spot.pos)),
            segment: award.spot.map(|spot| spot.segment),
        }),
        Foreseen::Pays { player, to, points } => {
            Consequence::Pays { seat: seat_of(player), other: seat_of(to), points }
        }
        Foreseen::Leaves { player, figure, fate } => {
            let (seat, figure) = (seat_of(player), figure.into());
            match fate {
                Fate::Home => Consequence::Home { seat, figure, count: 1 },
                Fate::Eaten => Consequence::Eaten { seat, figure },
                Fate::SentAway => Consequence::SentAway { seat, figure },
                Fate::Captive { by } => Consequence::Captive { seat, figure, other: seat_of(by) },
                Fate::Freed => Consequence::Freed { seat, figure },
            }
        }
        Foreseen::Goods { player, goods, count } => {
            Consequence::Goods { seat: seat_of(player), goods: goods.into(), count }
        }
        Foreseen::Ingots { player, count } => Consequence::Ingots { seat: seat_of(player), count },
        Foreseen::Again { player } => Consequence::Again { seat: seat_of(player) },
        Foreseen::Region { worth, tiles, .. } => {
            Consequence::Region { worth, tiles: matches!(action, Action::Ferry { .. }).then_some(tiles) }
        }
        Foreseen::InReach { player, figure } => Consequence::InReach { seat: seat_of(player), figure: figure.into() },
        Foreseen::Robs { player } => Consequence::Robs { seat: seat_of(player) },
        Foreseen::Crown { player, sector, points } => {
            Consequence::Crown { seat: seat_of(player), sector: sector.into(), points }
        }
        Foreseen::Leads { player } => Consequence::Leads { seat: seat_of(player) },
        Foreseen::Fairy { player, figure, comes } => {
            Consequence::Fairy { seat: seat_of(player), figure: figure.into(), comes }
        }
        Foreseen::Flight { number, places } => Consequence::Flight { number, places },
        Foreseen::Quarter { quarter, features, most } => {
            Consequence::Quarter { quarter: quarter.into(), features, most }
        }
        Foreseen::Count { player, figure, count, comes } => {
            Consequence::Count { seat: seat_of(player), figure: figure.into(), count, comes }
        }
        Foreseen::Adds { player } => Consequence::Adds { seat: seat_of(player) },
        Foreseen::TakesBack { player } => Consequence::TakesBack { seat: seat_of(player) },
        Foreseen::Unless { player } => Consequence::Unless { seat: seat_of(player) },
    }
}

#[cfg(test)]
mod tests {
    use bastide_rules::{Actor, Game, Options, State, box_named};

    /// A question takes little on the wire, however many answers there are, and leaves none out: in a whole game of the Big
    /// Box, with mage and witch late in it.
    #[test]
    fn answers_and_what_they_bring_are_small() {
        let options = Options::of_box(box_named("big-box").unwrap(), 2).unwrap();
        let mut state = State::new(Game::new(options).unwrap());
        let mut bot = bastide_bots::by_name("greedy", 5).unwrap();
        let mut number = 5u32;
        let (mut most, mut largest) = ((0, String::new()), (0, String::new()));
        while !state.is_over() {
            let action = if let Actor::Player(_) = state.actor() {
                let options = super::super::question::options(&state);
                let told = |size| (size, format!("{:?} in turn {}", state.decision(), state.turn_number()));
                largest = largest.max(told(serde_json::to_string(&options).unwrap().len()));
                let answers = options.iter().map(|option| 1 + option.also.len()).sum::<usize>();
                assert_eq!(answers, state.legal_actions().len());
                let brings = options.into_iter().map(|option| option.brings);
                let all: Vec<_> = brings.filter(|brings| !brings.is_empty()).collect();
                most = most.max(told(serde_json::to_string(&all).unwrap().len()));
                bot.choose(&state)
            } else {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state.choose(|count| (number >> 8) % count).unwrap()
            };
            state.apply(action).unwrap();
        }
        assert!(most.0 > 100, "there was nothing to measure");
        assert!(most.0 < 8_000, "{} bytes for {}", most.0, most.1);
        assert!(largest.0 < 15_000, "{} bytes for {}", largest.0, largest.1);
    }
}
