//! What the walks meet of the boxes with winter, the wheel, nobles and towers.

use bastide_rules::tile::RiverRole;
use bastide_rules::{Action, Decision, Event, Feature, FigureKind, Module, Sector, Source, Spot, State};

use super::Seen;

/// The points of the awards that are meant.
fn scored(events: &[Event], is_meant: impl Fn(Source) -> bool) -> Vec<i32> {
    let awards = events.iter().filter_map(|event| match event {
        Event::Scored(award) if is_meant(award.source) => Some(award.points()),
        _ => None,
    });
    awards.collect()
}

impl Seen {
    /// Counts what an action of these boxes was.
    pub(super) fn note_boxes(&mut self, before: &State, action: Action, after: &State, events: &[Event]) {
        let game = before.game();
        self.note_wheel(before, action, events);
        if game.has(Module::Cult) {
            self.note_cult(after, events);
        }
        if game.has(Module::Corn) {
            self.note_corn(before);
        }
        if game.has(Module::Gingerbread) {
            self.note_gingerbread(before, action, events);
        }
        if game.has(Module::River2) {
            let role = before.tile_in_hand().and_then(|tile| tile.role);
            let is_laid = matches!(action, Action::Place { .. });
            self.meet("lakes with a second turn", is_laid && role == Some(RiverRole::Lake));
        }
        if game.has(Module::TradersClassic) {
            self.note_classic(before, action, events);
        }
    }

    fn note_cult(&mut self, after: &State, events: &[Event]) {
        let has_scored = |feature| !scored(events, |source| source == Source::Completed(feature)).is_empty();
        let (shrine, monastery) = (has_scored(Feature::Shrine), has_scored(Feature::Monastery));
        let feature_at =
            |spot: Spot| after.region(spot).filter(|region| !region.is_complete()).map(|region| region.feature());
        let loses = |feature| {
            let is_lost =
                |event: &Event| matches!(event, Event::Returned { spot, .. } if feature_at(*spot) == Some(feature));
            events.iter().any(is_lost)
        };
        self.meet("shrines scored", shrine);
        self.meet("challenges won by a shrine", shrine && loses(Feature::Monastery));
        self.meet("challenges won by a monastery", monastery && loses(Feature::Shrine));
        self.meet("shrine and monastery at once", shrine && monastery);
    }

    fn note_corn(&mut self, before: &State) {
        let last = before.tiles().last().filter(|laid| laid.tile.symbols.crop_circle.is_some());
        let is_corn = last.is_some_and(|laid| bastide_rules::catalogue::set_of(laid.tile).name == "crop-circles");
        self.meet("corn adding", is_corn && matches!(before.decision(), Decision::CropAdd { .. }));
        self.meet("corn returning", is_corn && matches!(before.decision(), Decision::CropReturn { .. }));
    }

    fn note_gingerbread(&mut self, before: &State, action: Action, events: &[Event]) {
        let is_fed = !scored(events, |source| source == Source::Gingerbread).is_empty();
        let is_moved = matches!(action, Action::Gingerbread(_));
        self.meet("gingerbread in completed cities", is_fed && !is_moved);
        self.meet("gingerbread in cities left", is_fed && is_moved);
        self.meet("gingerbread man back on the map", is_moved && before.gingerbread().is_none());
        let leaves = events.iter().any(|event| matches!(event, Event::GingerbreadMoved { spot: None }));
        self.meet("gingerbread man off the map", leaves);
    }

    fn note_classic(&mut self, before: &State, action: Action, events: &[Event]) {
        let is_put = |kind| matches!(action, Action::Deploy { figure, .. } if figure == kind);
        self.meet("classic builders", is_put(FigureKind::Builder));
        self.meet("classic pigs", is_put(FigureKind::Pig));
        self.meet("classic builder turns", events.iter().any(|event| matches!(event, Event::ExtraTurn { .. })));
        let is_removed = matches!(action, Action::Return { .. } | Action::Seize { .. } | Action::StepDragon(_));
        let follows =
            |event: &Event| matches!(event, Event::Returned { figure: FigureKind::Builder | FigureKind::Pig, .. });
        self.meet("builder or pig after the last meeple", is_removed && events.iter().any(follows));
        let is_final = |award: &bastide_rules::Award| award.source == Source::Final(Feature::Field);
        let has_pig = |event: &Event| {
            matches!(event, Event::Scored(award) if is_final(award) && award.points() % 4 == 0
            && award.points() % 3 != 0 && award.points() > 0)
        };
        self.meet("fields with a classic pig", events.iter().any(has_pig) && before.game().has(Module::Farmers));
    }

    fn note_wheel(&mut self, before: &State, action: Action, events: &[Event]) {
        if before.wheel_pig().is_none() {
            return;
        }
        let stops = events.iter().filter_map(|event| match event {
            Event::PigMoved { sector, .. } => Some(*sector),
            _ => None,
        });
        for sector in stops {
            const NAMES: [&str; 6] = [
                "pig on fortune",
                "pig on taxes",
                "pig on famine",
                "pig on storm",
                "pig on inquisition",
                "pig on plague",
            ];
            self.meet(NAMES[sector as usize], true);
        }
        for (name, sector) in [
            ("taxes paid", Sector::Taxes),
            ("famine scored", Sector::Famine),
            ("storm scored", Sector::Storm),
            ("inquisition scored", Sector::Inquisition),
        ] {
            self.meet(name, !scored(events, |source| source == Source::Wheel(sector)).is_empty());
        }
        let crowns = scored(events, |source| matches!(source, Source::Crown(_)));
        self.meet("crowns alone on two spaces", crowns.contains(&6));
        self.meet("two crowns", crowns.len() == 2);
        self.meet("crowns put", matches!(action, Action::Crown { .. }));
        let is_plague = matches!(before.decision(), Decision::Plague { .. });
        self.meet("plague takes", is_plague);
        self.meet("plague takes companions", is_plague && matches!(action, Action::ReturnBoth { .. }));
    }
}
