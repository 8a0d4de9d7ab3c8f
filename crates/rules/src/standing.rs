//! Figures on the table: whose they are, and the ways in which they are taken away or taken back.

use crate::action::{Action, Piece, Spot};
use crate::board::SegmentId;
use crate::event::{EventSink, ReturnCause};
use crate::figure::{Figure, FigureKind};
use crate::player::PlayerId;
use crate::state::State;

impl State {
    /// A player's meeples on the table.
    pub(crate) fn own_meeples(&self, player: PlayerId) -> impl Iterator<Item = Figure> {
        let own = move |figure: &Figure| figure.owner == player && figure.kind.is_meeple();
        self.figures.standing().iter().copied().filter(own)
    }

    /// The builder or pig that a player has on a segment (TRADE-7, TRADE-23).
    pub fn companion_of(&self, player: PlayerId, spot: Spot) -> Option<FigureKind> {
        let index = self.companion_at(player, self.segment_at(spot)?)?;
        Some(self.figures.standing()[index].kind)
    }

    /// Where in the list of figures it stands.
    pub(crate) fn companion_at(&self, player: PlayerId, at: SegmentId) -> Option<usize> {
        let is_companion = |figure: &Figure| figure.owner == player && figure.at == at && !figure.kind.is_meeple();
        self.figures.standing().iter().position(is_companion)
    }

    /// Gives a player's figure back; of equal figures the one with or without a companion.
    pub(crate) fn return_figure<S: EventSink>(
        &mut self,
        player: PlayerId,
        kind: FigureKind,
        spot: Spot,
        is_bound: bool,
        why: ReturnCause,
        sink: &mut S,
    ) {
        let found = self.segment_at(spot).and_then(|at| {
            let wanted = Figure { owner: player, kind, at, is_bound };
            self.figures.standing().iter().position(|&figure| figure == wanted)
        });
        if let Some(index) = found {
            self.take_back(index, why, sink);
        }
    }

    /// Gives a figure of a player back as an action says; other actions give nothing back.
    pub(crate) fn return_as<S: EventSink>(&mut self, player: PlayerId, action: Action, why: ReturnCause, sink: &mut S) {
        if let Action::Return { figure, spot } = action {
            self.return_figure(player, figure, spot, false, why, sink);
        } else if let Action::ReturnBoth { figure, spot } = action {
            self.return_figure(player, figure, spot, true, why, sink);
        }
    }

    /// Visits the ways to take back one of the figures that a module allows, equal ones once.
    pub(crate) fn for_each_return(&self, is_allowed: impl Fn(&Figure) -> bool, mut visit: impl FnMut(Action)) {
        for figure in self.different_figures(is_allowed) {
            let (kind, spot) = (figure.kind, self.spot(figure.at));
            visit(match figure.is_bound {
                true => Action::ReturnBoth { figure: kind, spot },
                false => Action::Return { figure: kind, spot },
            });
        }
    }

    /// Visits the ways to take away one of the figures that a module allows, equal ones once.
    pub(crate) fn for_each_seizure(&self, is_allowed: impl Fn(&Figure) -> bool, mut visit: impl FnMut(Action)) {
        for &Figure { owner, kind, at, is_bound } in self.different_figures(is_allowed) {
            visit(Action::Seize { piece: Piece::new(owner, kind, is_bound), spot: self.spot(at) });
        }
    }

    /// The standing figures that are allowed, equal ones once.
    pub(crate) fn different_figures(&self, is_allowed: impl Fn(&Figure) -> bool) -> impl Iterator<Item = &Figure> {
        let figures = self.figures.standing();
        let is_first = move |(index, figure): &(usize, &Figure)| !figures[..*index].contains(figure);
        figures
            .iter()
            .enumerate()
            .filter(move |(_, figure)| is_allowed(figure))
            .filter(is_first)
            .map(|(_, figure)| figure)
    }
}
