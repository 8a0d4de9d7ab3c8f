//! Sums over many games. They are whole numbers, so the order of the games does not matter and
//! any number of threads comes to the same result.

use bastide_rules::{Action, Decision, MAX_PLAYERS, Outcome, PlayerId, State};

/// A victory is counted in parts of this size, which every number of winners divides.
const SHARES: u64 = 60;

/// What was counted in some games.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games.
    pub games: u64,
    points: [i64; MAX_PLAYERS],
    squares: [u64; MAX_PLAYERS],
    shares: [u64; MAX_PLAYERS],
    decisions: u64,
    turns: u64,
    discarded: u64,
    choices: Choices,
}

/// How many answers the decisions of the turns had.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Choices {
    placements: u64,
    deploys: u64,
    deploys_asked: u64,
}

impl Choices {
    /// Counts the answers to the decision of a state.
    pub fn count(&mut self, state: &State) {
        let mut answers = 0;
        let decision = state.decision();
        if let Decision::Place { .. } = decision {
            state.for_each_legal(|_| answers += 1);
            self.placements += answers;
        } else if let Decision::Deploy { .. } = decision {
            state.for_each_legal(|_| answers += 1);
            self.deploys += answers;
            self.deploys_asked += 1;
        }
    }
}

impl Tally {
    /// Counts one decision of a player; draws are not decisions.
    pub fn decide(&mut self, action: Action) {
        self.decisions += u64::from(!matches!(action, Action::Draw(_)));
    }

    /// Counts the answers to the decision of a state.
    pub fn choices(&mut self, state: &State) {
        self.choices.count(state);
    }

    /// Counts a game that is over.
    pub fn finish(&mut self, state: &State) {
        self.games += 1;
        self.turns += u64::from(state.tiles_laid());
        self.discarded += state.discarded().len() as u64;
        let Outcome::Won { winners } = state.outcome() else { return };
        for (seat, &points) in state.points().iter().enumerate() {
            self.points[seat] += i64::from(points);
            self.squares[seat] += u64::from(points.unsigned_abs()).pow(2);
            if PlayerId::new(seat).is_some_and(|player| state.outcome().is_winner(player)) {
                self.shares[seat] += SHARES / u64::from(winners.count_ones());
            }
        }
    }

    /// Takes up what was counted elsewhere.
    #[must_use]
    pub fn plus(mut self, other: &Tally) -> Tally {
        for seat in 0..MAX_PLAYERS {
            self.points[seat] += other.points[seat];
            self.squares[seat] += other.squares[seat];
            self.shares[seat] += other.shares[seat];
        }
        self.games += other.games;
        self.decisions += other.decisions;
        self.turns += other.turns;
        self.discarded += other.discarded;
        self.choices.placements += other.choices.placements;
        self.choices.deploys += other.choices.deploys;
        self.choices.deploys_asked += other.choices.deploys_asked;
        self
    }

    /// Mean points of a seat.
    pub fn mean(&self, seat: usize) -> f64 {
        self.points[seat] as f64 / self.games as f64
    }

    /// Standard deviation of the points of a seat.
    pub fn deviation(&self, seat: usize) -> f64 {
        if self.games < 2 {
            return 0.0;
        }
        let games = self.games as f64;
        let spread = self.squares[seat] as f64 - self.mean(seat).powi(2) * games;
        (spread.max(0.0) / (games - 1.0)).sqrt()
    }

    /// Share of the games that a seat has won; a victory of several is shared.
    pub fn win_rate(&self, seat: usize) -> f64 {
        self.shares[seat] as f64 / (SHARES * self.games) as f64
    }

    /// Half the width of the 95 % interval of the mean points.
    pub fn mean_margin(&self, seat: usize) -> f64 {
        Z * self.deviation(seat) / (self.games as f64).sqrt()
    }

    /// The 95 % interval of the win rate (Wilson).
    pub fn win_interval(&self, seat: usize) -> (f64, f64) {
        let (rate, games) = (self.win_rate(seat), self.games as f64);
        let middle = rate + Z * Z / (2.0 * games);
        let half = Z * (rate * (1.0 - rate) / games + Z * Z / (4.0 * games * games)).max(0.0).sqrt();
        let scale = 1.0 + Z * Z / games;
        (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
    }

    /// Decisions of players in a game.
    pub fn decisions_per_game(&self) -> f64 {
        self.decisions as f64 / self.games as f64
    }

    /// Tiles laid in a game, one in each turn.
    pub fn turns_per_game(&self) -> f64 {
        self.turns as f64 / self.games as f64
    }

    /// Tiles in a game that fitted nowhere.
    pub fn discarded_per_game(&self) -> f64 {
        self.discarded as f64 / self.games as f64
    }

    /// Placements to choose from in a turn.
    pub fn placements_per_turn(&self) -> f64 {
        self.choices.placements as f64 / self.turns as f64
    }

    /// Answers to choose from after the placement, passing included; 1 where nothing is asked.
    pub fn deploy_options_per_turn(&self) -> f64 {
        let unasked = self.turns - self.choices.deploys_asked;
        (self.choices.deploys + unasked) as f64 / self.turns as f64
    }
}

/// Standard deviations on both sides of the mean that hold 95 %.
const Z: f64 = 1.959_964;

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(points: &[i64]) -> Tally {
        let mut tally = Tally { games: points.len() as u64, ..Tally::default() };
        tally.points[0] = points.iter().sum();
        tally.squares[0] = points.iter().map(|p| (p * p) as u64).sum();
        tally
    }

    #[test]
    fn mean_and_deviation() {
        let tally = tally(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert!((tally.mean(0) - 5.0).abs() < 1e-12);
        assert!((tally.deviation(0) - 2.138_089_935).abs() < 1e-6);
    }

    #[test]
    fn a_certain_win_keeps_a_doubt() {
        let tally = Tally { games: 100, shares: [100 * SHARES, 0, 0, 0, 0, 0], ..Tally::default() };
        let (low, high) = tally.win_interval(0);
        assert!((0.96..0.97).contains(&low) && high == 1.0, "{low} {high}");
        let (low, high) = tally.win_interval(1);
        assert!(low == 0.0 && (0.03..0.04).contains(&high), "{low} {high}");
    }

    #[test]
    fn sums_do_not_depend_on_the_order() {
        let (one, other) = (tally(&[1, 2]), tally(&[30]));
        assert_eq!(one.clone().plus(&other), other.plus(&one));
    }
}
