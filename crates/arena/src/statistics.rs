//! What a match says about strength.
//!
//! The games of one deal are not independent: who has the better of the same tiles tends to have it
//! on both seats, and seats differ. So a deal is one observation, the share of its games that the
//! first bot has won, and everything is computed from the mean and the spread of these shares. For
//! two players this is the pentanomial model of chess.

/// Standard deviations on both sides of the mean that hold 95 %.
pub const Z: f64 = 1.959_964;

/// The error that the sequential test allows itself on each side.
const RISK: f64 = 0.05;

/// Shares of deals, added up.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Shares {
    deals: u64,
    sum: f64,
    squares: f64,
}

impl Shares {
    /// Takes up the share of a deal, 0 to 1.
    pub fn add(&mut self, share: f64) {
        self.deals += 1;
        self.sum += share;
        self.squares += share * share;
    }

    /// How many deals there were.
    pub const fn deals(&self) -> u64 {
        self.deals
    }

    /// The mean share; a half if nothing was played.
    pub fn mean(&self) -> f64 {
        if self.deals == 0 { 0.5 } else { self.sum / self.deals as f64 }
    }

    /// The spread of a share around the mean. One more deal is taken to have missed the mean by a half, so
    /// that a few deals that ended alike do not pass for certainty.
    pub fn variance(&self) -> f64 {
        let spread = (self.squares - self.mean() * self.sum).max(0.0);
        (spread + 0.25) / self.deals.max(1) as f64
    }

    /// The standard error of the mean.
    pub fn error(&self) -> f64 {
        (self.variance() / self.deals.max(1) as f64).sqrt()
    }

    /// The 95 % interval of the mean. It is Wilson's, for as many independent games as have the same
    /// error, so that it stays between 0 and 1.
    pub fn interval(&self) -> [f64; 2] {
        let mean = self.mean();
        let deals = self.deals.max(1) as f64;
        // However the games of a deal hang together, they say no less than one game.
        let games = (mean * (1.0 - mean) / self.error().powi(2)).max(deals);
        let middle = mean + Z * Z / (2.0 * games);
        let half = Z * (mean * (1.0 - mean) / games + (Z / (2.0 * games)).powi(2)).max(0.0).sqrt();
        let scale = 1.0 + Z * Z / games;
        [((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0)]
    }
}

/// How a share translates into a difference of strength, when a bot has `own` of `seats` seats.
///
/// Each seat wins with a chance proportional to the strength of its bot (Bradley and Terry; Plackett and
/// Luce for more than two), and 400 points of Elo are a factor of ten.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Scale {
    own: f64,
    others: f64,
}

impl Scale {
    /// The scale for `own` seats against `others`, at least one each.
    pub fn new(own: usize, others: usize) -> Scale {
        Scale { own: own.max(1) as f64, others: others.max(1) as f64 }
    }

    /// What equal strength would win.
    pub fn fair(&self) -> f64 {
        self.own / (self.own + self.others)
    }

    /// The difference in Elo that a share means. What is not finite is brought in by half a game of
    /// so many.
    pub fn elo(&self, share: f64, games: u64) -> f64 {
        let least = 0.5 / (games as f64 + 1.0);
        let share = share.clamp(least, 1.0 - least);
        400.0 * (share * self.others / ((1.0 - share) * self.own)).log10()
    }

    /// The share that a difference in Elo wins.
    pub fn share(&self, elo: f64) -> f64 {
        let strength = self.own * 10f64.powf(elo / 400.0);
        strength / (strength + self.others)
    }
}

/// A sequential test of two hypotheses about the difference in Elo: it ends as soon as the games played
/// so far make one of them twenty times as likely to be rightly chosen (Wald, with the normal
/// approximation that chess programs are tested with).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference that is not worth having.
    pub elo0: f64,
    /// The difference that is.
    pub elo1: f64,
}

/// How a sequential test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The larger difference is believed.
    Accepted,
    /// The smaller difference is believed.
    Rejected,
    /// Nothing can be said yet.
    Open,
}

impl Verdict {
    /// The word for programs and people.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open => "open",
        }
    }
}

impl Sprt {
    /// The logarithm of the likelihood ratio at which the test ends, on either side.
    pub fn bound() -> f64 {
        ((1.0 - RISK) / RISK).ln()
    }

    /// The logarithm of how much likelier the larger difference makes what was seen.
    pub fn log_likelihood_ratio(&self, shares: &Shares, scale: Scale) -> f64 {
        let (share0, share1) = (scale.share(self.elo0), scale.share(self.elo1));
        let distance = 2.0 * shares.mean() - share0 - share1;
        shares.deals() as f64 * (share1 - share0) * distance / (2.0 * shares.variance())
    }

    /// How the test stands.
    pub fn verdict(&self, shares: &Shares, scale: Scale) -> Verdict {
        match self.log_likelihood_ratio(shares, scale) {
            ratio if ratio >= Sprt::bound() => Verdict::Accepted,
            ratio if ratio <= -Sprt::bound() => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use bastide_bots::Rng;

    use super::*;

    const DUEL: Scale = Scale { own: 1.0, others: 1.0 };

    fn shares(list: &[(f64, u32)]) -> Shares {
        let mut shares = Shares::default();
        for &(share, times) in list {
            (0..times).for_each(|_| shares.add(share));
        }
        shares
    }

    #[track_caller]
    fn assert_near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() <= within, "{value} is not {expected}");
    }

    #[test]
    fn elo_is_that_of_chess_for_two() {
        assert_near(DUEL.elo(0.5, 100), 0.0, 1e-9);
        assert_near(DUEL.elo(0.75, 100), 190.85, 0.01);
        assert_near(DUEL.elo(0.635, 1000), 96.2, 0.1);
        assert_near(DUEL.share(190.85), 0.75, 1e-5);
    }

    #[test]
    fn elo_for_many_is_zero_at_the_fair_share() {
        let one_of_four = Scale::new(1, 3);
        assert_near(one_of_four.fair(), 0.25, 1e-12);
        assert_near(one_of_four.elo(0.25, 100), 0.0, 1e-9);
        // Three times as strong as each of the others: even odds against all of them.
        assert_near(one_of_four.elo(0.5, 100), 190.85, 0.01);
        assert_near(one_of_four.share(one_of_four.elo(0.4, 100)), 0.4, 1e-12);
        assert_near(Scale::new(2, 2).elo(0.5, 10), 0.0, 1e-9);
    }

    #[test]
    fn a_clean_sweep_has_a_finite_elo() {
        assert_near(DUEL.elo(1.0, 20), DUEL.elo(20.5 / 21.0, 20), 1e-9);
        assert_near(DUEL.elo(0.0, 20), -DUEL.elo(1.0, 20), 1e-9);
    }

    /// 500 pairs, by hand: 100 × 0, 300 × ½, 100 × 1.
    #[test]
    fn the_spread_is_that_of_pairs() {
        let pairs = shares(&[(0.0, 100), (0.5, 300), (1.0, 100)]);
        assert_near(pairs.mean(), 0.5, 1e-12);
        assert_near(pairs.variance(), 0.1, 0.001);
        assert_near(pairs.error(), (0.1f64 / 500.0).sqrt(), 1e-4);
        let [low, high] = pairs.interval();
        assert_near(high - 0.5, Z * pairs.error(), 2e-4);
        assert_near(0.5 - low, Z * pairs.error(), 2e-4);
    }

    #[test]
    fn mirrored_games_are_not_counted_as_independent() {
        // The same number of won games; once both games of a deal always go together, once never.
        let together = shares(&[(0.0, 50), (1.0, 50)]);
        let apart = shares(&[(0.5, 100)]);
        assert_near(together.mean(), apart.mean(), 1e-12);
        assert!(together.error() > 5.0 * apart.error(), "{} {}", together.error(), apart.error());
    }

    #[test]
    fn a_clean_sweep_keeps_a_doubt() {
        let [low, high] = shares(&[(1.0, 10)]).interval();
        assert!((0.65..0.80).contains(&low) && high > 0.999_999, "{low} {high}");
        let [low, high] = shares(&[(0.0, 100)]).interval();
        assert!(low < 0.000_001 && (0.02..0.05).contains(&high), "{low} {high}");
        let [low, high] = shares(&[(0.5, 1)]).interval();
        assert!(low < 0.2 && high > 0.8, "{low} {high}");
        assert!(shares(&[]).interval()[0] < 0.2);
    }

    /// Many small matches between equals: the interval holds the truth in some 95 % of them.
    #[test]
    fn intervals_hold_what_they_promise() {
        for (skill, deals) in [(0.5, 40), (0.8, 60), (0.95, 100)] {
            let mut rng = Rng::new(11);
            let mut uniform = || rng.next_u64() as f64 / u64::MAX as f64;
            let matches = 2000;
            let held = (0..matches).filter(|_| {
                let mut shares = Shares::default();
                for _ in 0..deals {
                    // Luck that both games of a deal share.
                    let both = uniform();
                    let game =
                        |own: f64| f64::from(u8::from(if own < 0.5 { both < skill } else { own < 0.5 + skill / 2.0 }));
                    let (one, other) = (uniform(), uniform());
                    shares.add((game(one) + game(other)) / 2.0);
                }
                let truth = 0.5 * skill + 0.5 * (skill / 2.0 / 0.5);
                let [low, high] = shares.interval();
                (low..=high).contains(&truth)
            });
            let rate = held.count() as f64 / f64::from(matches);
            assert!((0.93..=0.99).contains(&rate), "{rate} at {skill}");
        }
    }

    #[test]
    fn the_sequential_test_ends_on_the_right_side() {
        let test = Sprt { elo0: 0.0, elo1: 20.0 };
        assert_near(Sprt::bound(), 2.944, 0.001);
        assert_eq!(test.verdict(&shares(&[]), DUEL), Verdict::Open);
        assert_eq!(test.verdict(&shares(&[(0.5, 4), (1.0, 2)]), DUEL), Verdict::Open);
        // 65 % in 200 pairs.
        assert_eq!(test.verdict(&shares(&[(0.0, 30), (0.5, 80), (1.0, 90)]), DUEL), Verdict::Accepted);
        assert_eq!(test.verdict(&shares(&[(0.0, 90), (0.5, 80), (1.0, 30)]), DUEL), Verdict::Rejected);
    }

    /// The ratio by hand: 1000 pairs, mean 0.52, variance 0.08, hypotheses 0 and 20 Elo.
    #[test]
    fn the_ratio_is_that_of_the_normal_approximation() {
        let pairs = shares(&[(0.0, 140), (0.5, 680), (1.0, 180)]);
        assert_near(pairs.mean(), 0.52, 1e-12);
        let share1 = 1.0 / (1.0 + 10f64.powf(-20.0 / 400.0));
        let expected = 1000.0 * (share1 - 0.5) * (1.04 - 0.5 - share1) / (2.0 * pairs.variance());
        let test = Sprt { elo0: 0.0, elo1: 20.0 };
        assert_near(test.log_likelihood_ratio(&pairs, DUEL), expected, 1e-9);
        assert!(expected > 1.0, "{expected}");
    }

    /// Wald's promise: equals are accepted as 30 Elo better in at most some 5 % of the tests.
    #[test]
    fn the_sequential_test_is_seldom_wrong() {
        let test = Sprt { elo0: 0.0, elo1: 60.0 };
        let wrong = |elo: f64, bad: Verdict| {
            let mut rng = Rng::new(3);
            let chance = DUEL.share(elo);
            let failures = (0..1000).filter(|_| {
                let mut shares = Shares::default();
                loop {
                    let mut game = || f64::from(u8::from((rng.next_u64() as f64 / u64::MAX as f64) < chance));
                    shares.add((game() + game()) / 2.0);
                    match test.verdict(&shares, DUEL) {
                        Verdict::Open => {}
                        verdict => break verdict == bad,
                    }
                }
            });
            failures.count()
        };
        let (first, second) = (wrong(0.0, Verdict::Accepted), wrong(60.0, Verdict::Rejected));
        assert!(first < 70 && second < 70, "{first} {second}");
    }
}
