//! Seats: who may act for them, and how they change hands.

use crate::identity::{Identity, hash};
use crate::refused::Refused;
use crate::stored::StoredSeat;
use crate::text::{NAME, clean_name};
use crate::wire::ProblemCode;

/// A seat of a game.
pub type Seat = StoredSeat;

/// The bot that takes over when somebody leaves.
pub const SUBSTITUTE: &str = "greedy";

impl StoredSeat {
    /// Whether somebody sits there, a bot or a person.
    pub fn is_taken(&self) -> bool {
        self.bot.is_some() || self.owner.is_some()
    }

    /// Whether it is for everybody who comes: it is free, and neither behind a link nor kept for somebody.
    pub fn is_open(&self) -> bool {
        !self.is_taken() && self.key.is_none() && self.kept_for.is_none()
    }

    /// Whether nobody sits there and it is kept for this person.
    pub fn is_kept_for(&self, who: Option<Identity>) -> bool {
        self.owner.is_none() && who.is_some() && self.kept_for == who
    }

    /// Whether a bot plays it for this person, who has not given it up and may come back.
    pub fn is_played_for(&self, who: Option<Identity>) -> bool {
        self.bot.is_some() && self.owner.is_some() && self.owner == who && !self.resigned
    }

    /// Whether this person decides for the seat.
    pub fn is_played_by(&self, who: Option<Identity>) -> bool {
        self.bot.is_none() && self.owner.is_some() && self.owner == who
    }

    /// Whether the key opens the seat.
    pub fn check_key(&self, key: &str) -> Result<(), Refused> {
        // Hashes are compared, so the time it takes tells nothing of the key.
        if self.key.is_some_and(|kept| kept == hash(key)) {
            return Ok(());
        }
        Err(Refused::forbidden(
            ProblemCode::BadLink,
            "This link is not valid any more. Ask the host of the game for a new one.",
        ))
    }
}

/// The seats that somebody decides for, one bit each.
pub fn mask(seats: &[Seat], who: Option<Identity>) -> u8 {
    bits(seats, |seat| seat.is_played_by(who))
}

/// The seats for which something holds, one bit each.
pub fn bits(seats: &[Seat], holds: impl Fn(&Seat) -> bool) -> u8 {
    (0u8..).zip(seats).filter(|(_, seat)| holds(seat)).map(|(place, _)| 1 << place).sum()
}

/// A name that nobody else at the table has.
pub fn unused_name(seats: &[Seat], place: usize, wanted: &str) -> String {
    let is_used = |name: &str| seats.iter().enumerate().any(|(other, seat)| other != place && seat.name == name);
    let wanted = clean_name(wanted).unwrap_or_else(|| format!("Player {}", place + 1));
    if !is_used(&wanted) {
        return wanted;
    }
    let short: String = wanted.chars().take(NAME - 4).collect();
    // There are fewer seats than numbers.
    (2..100).map(|number| format!("{short} {number}")).find(|name| !is_used(name)).unwrap_or(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(name: &str) -> Seat {
        Seat {
            name: name.to_owned(),
            colour: String::new(),
            bot: None,
            owner: None,
            key: None,
            resigned: false,
            kept_for: None,
        }
    }

    #[test]
    fn names_at_a_table_differ() {
        let seats = [seat("Anna"), seat("Anna 2"), seat("")];
        assert_eq!(unused_name(&seats, 2, " Anna "), "Anna 3");
        assert_eq!(unused_name(&seats, 0, "Anna"), "Anna");
        assert_eq!(unused_name(&seats, 2, "\u{200b}"), "Player 3");
    }

    #[test]
    fn nobody_decides_for_the_seat_of_another_or_of_a_bot() {
        let (anna, borys) = (Identity([1; 32]), Identity([2; 32]));
        let mut one = seat("Anna");
        assert!(!one.is_played_by(None) && !one.is_played_by(Some(anna)));
        one.owner = Some(anna);
        assert!(one.is_played_by(Some(anna)) && !one.is_played_by(Some(borys)) && !one.is_played_by(None));
        one.bot = Some("greedy".to_owned());
        assert!(!one.is_played_by(Some(anna)));
    }
}
