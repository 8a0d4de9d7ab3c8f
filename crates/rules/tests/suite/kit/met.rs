//! What the walks meet of the boxes with winter, the wheel, nobles and towers.

use bastide_rules::tile::RiverRole;
use bastide_rules::{Action, Decision, Event, Feature, FigureKind, Module, Quarter, Sector, Side, Source, Spot, State};

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
        let leaves = events.iter().any(|event| matches!(event, Event::GingerbreadAside));
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

/// Whether any event is of a kind.
fn has(events: &[Event], is_meant: fn(&Event) -> bool) -> bool {
    events.iter().any(is_meant)
}

/// Whether figures of a kind went home.
fn went_home(events: &[Event], is_meant: fn(FigureKind) -> bool) -> bool {
    events.iter().any(|event| matches!(event, Event::Returned { figure, .. } if is_meant(*figure)))
}

impl Seen {
    /// Counts what an action of these modules was.
    pub(super) fn note_nobles(&mut self, before: &State, action: Action, after: &State, events: &[Event]) {
        let game = before.game();
        if game.has(Module::Dragon) {
            self.note_dragon(before, action, after, events);
        }
        if game.has(Module::Tower) {
            self.note_tower(before, action, events);
        }
        if game.has(Module::Count) {
            self.note_count(before, action, events);
        }
    }

    fn note_dragon(&mut self, before: &State, action: Action, after: &State, events: &[Event]) {
        let is_step = matches!(action, Action::StepDragon(_));
        let has_points = |source: Source, points: i32| {
            let is_meant = |event: &Event| matches!(event, Event::Scored(award) if award.source == source && award.points() == points);
            events.iter().any(is_meant)
        };
        let is_fairy_near = before
            .dragon()
            .is_some_and(|dragon| Side::ALL.iter().any(|&side| Some(dragon.beside(side)) == before.fairy()));
        self.meet("volcanoes", has(events, |event| matches!(event, Event::DragonMoved { player: None, .. })));
        self.meet("steps of the dragon", is_step);
        self.meet("steps without a choice", is_step && before.legal_actions().len() == 1);
        self.meet("flights cut short", is_step && after.flight().is_empty() && before.flight().len() < 5);
        self.meet("fairy in the way of the dragon", is_step && is_fairy_near);
        self.meet("meeples eaten", is_step && went_home(events, FigureKind::is_meeple));
        self.meet("companions eaten", is_step && went_home(events, |kind| !kind.is_meeple()));
        self.meet("meeples eaten on towers", is_step && has(events, |event| matches!(event, Event::LeftTower { .. })));
        self.meet("fairy moved", matches!(action, Action::Fairy(_)));
        let greets =
            |event: &Event| matches!(event, Event::Scored(award) if matches!(award.source, Source::Greeting(_)));
        self.meet("fairy at the start of a turn", has(events, greets));
        self.meet("fairy with a completed feature", has_points(Source::Fairy, 3));
        self.meet("fairy at the end", has_points(Source::FairyAtEnd, 3));
        let through_portal = match (before.decision(), action) {
            (Decision::Deploy { at, .. }, Action::Deploy { figure, spot }) if spot.pos != at => Some(figure),
            _ => None,
        };
        self.meet("portals", through_portal.is_some());
        self.meet(
            "companions through portals",
            through_portal.is_some() && matches!(after.decision(), Decision::Accompany { .. }),
        );
        self.meet("princesses", matches!((before.decision(), action), (Decision::Deploy { .. }, Action::Seize { .. })));
        self.meet("dragon tiles left over", after.is_over() && after.undrawn().any(|(tile, _)| tile.symbols.dragon));
    }

    fn note_tower(&mut self, before: &State, action: Action, events: &[Event]) {
        let decision = before.decision();
        let is_capture = matches!(decision, Decision::Capture { .. }) && action != Action::Pass;
        let is_taken = has(events, |event| matches!(event, Event::Captured { .. }));
        let is_freed = has(events, |event| matches!(event, Event::Freed { .. }));
        let is_ransom = matches!(action, Action::Ransom { .. });
        self.meet("floors", matches!(action, Action::Floor(_)));
        self.meet("meeples on towers", matches!(action, Action::Guard { .. }));
        self.meet("captures", is_taken);
        self.meet("captures of own meeples", is_capture && !is_taken);
        self.meet("captures on towers", matches!(action, Action::SeizeGuard(_)));
        self.meet("companions of captives", is_capture && went_home(events, |kind| !kind.is_meeple()));
        self.meet("exchanges", is_freed && !is_ransom);
        self.meet("exchanges with a choice", matches!(action, Action::Exchange(_)));
        let is_at_end = matches!(decision, Decision::Ransom { .. }) && !before.is_between_turns();
        self.meet("ransoms at the start of a turn", is_ransom && before.is_between_turns());
        self.meet("ransoms before deploying", is_ransom && matches!(decision, Decision::Deploy { .. }));
        self.meet("ransoms after scoring", is_ransom && is_at_end);
    }

    fn note_count(&mut self, before: &State, action: Action, events: &[Event]) {
        let decision = before.decision();
        let is_move = matches!(action, Action::MoveOut { .. });
        let is_last = matches!(decision, Decision::LastMove { .. });
        self.meet("meeples sent to Carcassonne", matches!(action, Action::Send { .. }));
        self.meet("count moved", matches!(action, Action::MoveCount(_)));
        self.meet("moves out of Carcassonne", is_move && !is_last);
        let is_free = |spot: Spot| before.region(spot).is_some_and(|region| !region.is_occupied());
        let is_to_empty = matches!(action, Action::MoveOut { spot, .. } if is_free(spot));
        self.meet("moves to empty features", is_to_empty && !is_last);
        self.meet("last moves", is_move && is_last);
        let waits =
            |quarter: Quarter| before.game().seats().any(|player| before.in_quarter(quarter, player).next().is_some());
        let is_kept = |event: &Event| match event {
            Event::Scored(award) => match award.source {
                Source::Completed(feature) => {
                    Quarter::serving(feature).is_some_and(|quarter| before.count() == Some(quarter) && waits(quarter))
                }
                _ => false,
            },
            _ => false,
        };
        self.meet("moves that the count prevents", events.iter().any(is_kept));
    }
}
