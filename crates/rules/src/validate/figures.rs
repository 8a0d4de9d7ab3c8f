//! Figures that come and go.

use super::game::{SlowGame, is_meeple};
use crate::action::Spot;
use crate::figure::FigureKind;
use crate::module::Module;
use crate::player::PlayerId;
use crate::state::StandingFigure;

impl SlowGame {
    /// Puts a figure on a segment.
    pub(super) fn stand(&mut self, owner: PlayerId, kind: FigureKind, spot: Spot) {
        self.figures.push(StandingFigure { owner, kind, spot, is_bound: false });
        self.look_at_figures();
    }

    /// Takes one figure like this off the table.
    pub(super) fn go_home(&mut self, gone: StandingFigure) {
        if let Some(index) = self.figures.iter().position(|figure| *figure == gone) {
            self.figures.remove(index);
        }
        self.look_at_figures();
    }

    /// Takes a meeple back; one with a builder or pig takes it along (TRADE-10, TRADE-26).
    pub(super) fn take_back(&mut self, owner: PlayerId, kind: FigureKind, spot: Spot, is_bound: bool) {
        self.lose(StandingFigure { owner, kind, spot, is_bound });
    }

    /// Takes a meeple off its feature with the companion that is bound to it (ORDER-22); in the classic
    /// edition builder and pig go with the last meeple of their owner there (COMBO-10).
    pub(super) fn lose(&mut self, gone: StandingFigure) {
        let StandingFigure { owner, spot, is_bound, .. } = gone;
        let feature = self.region_at(spot).map(|region| region.spots.clone()).unwrap_or_default();
        self.go_home(gone);
        let is_of = |figure: &StandingFigure| figure.owner == owner && feature.contains(&figure.spot);
        let is_last = !self.figures.iter().any(|figure| is_of(figure) && is_meeple(figure.kind));
        let is_classic = self.has(Module::TradersClassic);
        self.figures.retain(|figure| {
            let follows =
                if is_classic { is_last && is_of(figure) } else { is_bound && is_of(figure) && figure.spot == spot };
            is_meeple(figure.kind) || !follows
        });
        self.look_at_figures();
    }

    /// ABBOT-8: the abbot comes back now and is scored in step 3.
    pub(super) fn recall_abbot(&mut self) {
        let player = self.active_player();
        let is_abbot = |figure: &StandingFigure| figure.owner == player && figure.kind == FigureKind::Abbot;
        if let Some(abbot) = self.figures.iter().copied().find(is_abbot) {
            self.recalled = Some(abbot.spot);
            self.go_home(abbot);
        }
    }
}
