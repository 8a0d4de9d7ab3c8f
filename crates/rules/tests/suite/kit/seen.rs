//! What a run of walks has seen: how many games and actions, and which situations of the modules.

use std::collections::BTreeMap;

use bastide_rules::{Action, Decision, Event, FigureKind, Options, Source, State};

use super::configurations::{Group, group};

/// What a run of walks has seen.
#[derive(Clone, Default, Debug)]
pub struct Seen {
    pub games: u64,
    pub actions: u64,
    pub discards: u64,
    pub barren_ends: u64,
    pub recalls: u64,
    pub awards: u64,
    pub shared_awards: u64,
    pub farthest: i32,
    pub groups: BTreeMap<Group, u64>,
    /// Games of all boxes by configuration, the number of players left out.
    pub configurations: BTreeMap<String, u64>,
    /// What modules have brought, by name.
    pub met: BTreeMap<&'static str, u64>,
}

impl Seen {
    pub(super) fn of(options: &Options) -> Seen {
        Seen { games: 1, groups: BTreeMap::from([(group(options), 1)]), ..Seen::default() }
    }

    pub fn add(&mut self, other: Seen) {
        self.games += other.games;
        self.actions += other.actions;
        self.discards += other.discards;
        self.barren_ends += other.barren_ends;
        self.recalls += other.recalls;
        self.awards += other.awards;
        self.shared_awards += other.shared_awards;
        self.farthest = self.farthest.max(other.farthest);
        for (group, games) in other.groups {
            *self.groups.entry(group).or_default() += games;
        }
        for (configuration, games) in other.configurations {
            *self.configurations.entry(configuration).or_default() += games;
        }
        for (what, times) in other.met {
            *self.met.entry(what).or_default() += times;
        }
    }

    pub(super) fn meet(&mut self, what: &'static str, is_met: bool) {
        *self.met.entry(what).or_default() += u64::from(is_met);
    }

    /// Counts what an action of a module was.
    pub(super) fn note(&mut self, before: &State, action: Action, after: &State, events: &[Event]) {
        let decision = before.decision();
        let symbols = before.tile_in_hand().map(|tile| tile.symbols);
        let is = |what: fn(&Event) -> bool| events.iter().any(what);
        self.meet("flights", matches!(action, Action::Fly(_)));
        self.meet("failed flights", is(|event| matches!(event, Event::FlightFailed { .. })));
        self.meet("builders", matches!(decision, Decision::Accompany { figure: FigureKind::Builder, .. }));
        self.meet(
            "builders by air",
            matches!(action, Action::Land(_)) && matches!(after.decision(), Decision::Accompany { .. }),
        );
        self.meet("builders beside the stacks", is(|event| matches!(event, Event::BuilderAside { .. })));
        self.meet("extra turns", is(|event| matches!(event, Event::ExtraTurn { .. })));
        self.meet("message turns after builder turns", before.extra_turns() > after.extra_turns() && !after.is_over());
        self.meet("pigs scored", is(|event| matches!(event, Event::Scored(award) if award.source == Source::Pig)));
        self.meet(
            "farmers returned with pigs",
            matches!(decision, Decision::KeepFarmer { .. }) && action != Action::Pass,
        );
        self.meet("goods", is(|event| matches!(event, Event::GoodsTaken { .. })));
        self.meet("ferries moved", is(|event| matches!(event, Event::FerryPut { is_move: true, .. })));
        self.meet(
            "two ferries in one turn",
            matches!(decision, Decision::MoveFerry { .. }) && matches!(after.decision(), Decision::MoveFerry { .. }),
        );
        let joins = matches!(after.decision(), Decision::Magic { .. });
        self.meet("magic joined by a tile", joins && symbols.is_some_and(|symbols| !symbols.magic));
        self.meet("magic joined by a ferry", joins && matches!(action, Action::Ferry { .. }));
        self.meet(
            "magic scored",
            is(|event| matches!(event, Event::MagicAside { .. })) && !matches!(action, Action::MagicAside(_)),
        );
        self.meet("contested gold", matches!(action, Action::ScoreNext(_)));
        self.meet(
            "ingots shared",
            events.iter().filter(|event| matches!(event, Event::IngotsTaken { .. })).count() > 1,
        );
        self.meet(
            "robbers moved",
            matches!(decision, Decision::Robber { player } if before.robber(player).is_some())
                && action != Action::Pass,
        );
        self.meet(
            "robberies",
            is(|event| matches!(event, Event::Scored(award) if matches!(award.source, Source::Robbery(_)))),
        );
        self.meet("robbers with several victims", matches!(action, Action::Rob(_)));
        self.meet("robbers moving along", is(|event| matches!(event, Event::RobberFollowed { .. })));
        self.meet(
            "robbers at the end",
            is(|event| matches!(event, Event::Scored(award) if award.source == Source::Robber)),
        );
        self.meet(
            "markers chosen by robbers",
            matches!(decision, Decision::Mark { player, .. } if player != before.active_player())
                && is(|event| matches!(event, Event::RobberReturned { .. })),
        );
        self.meet(
            "messages robbed",
            matches!(decision, Decision::Message { .. } | Decision::MessageReturn { .. })
                && is(|event| matches!(event, Event::RobberReturned { .. })),
        );
        self.meet(
            "messages known before",
            matches!(action, Action::DrawMessage(_)) && before.used_messages().len() == 8,
        );
        if let (Decision::Message { message, .. }, Action::CarryOut | Action::Target(_)) = (decision, action) {
            const NAMES: [&str; 8] = [
                "message 1",
                "message 2",
                "message 3",
                "message 4",
                "message 5",
                "message 6",
                "message 7",
                "message 8",
            ];
            self.meet(NAMES[usize::from(message.number()) - 1], true);
        }
        self.meet(
            "message 8 without majority",
            matches!(decision, Decision::MessageReturn { is_optional: true, .. }) && action != Action::Pass,
        );
        self.meet("crop circles adding", matches!(decision, Decision::CropAdd { .. }));
        self.meet("crop circles returning", matches!(decision, Decision::CropReturn { .. }));
        self.note_boxes(before, action, after, events);
        self.meet("companions returned", matches!(action, Action::ReturnBoth { .. }));
    }
}
