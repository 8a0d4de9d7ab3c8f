//! What lies on the table and how it came there: the state, and what people want to read of its
//! past. Knows nothing of sockets and storage.

use std::sync::Arc;

use bastide_rules::{
    Action, Actor, Award, Base, Deployment, Event, Feature, FigureKind, Game, IllegalAction, Module, ModuleSet,
    Options, PlayerId, ReturnCause, Source, Spot, State, catalogue, notation,
};

mod happenings;

use self::happenings::{cause, happening};
use crate::fairness::Seed;
use crate::stored::GameSetup;
use crate::wire::{AwardSource, AwardView, Cell, DeployedView, FigureView, ItemView, LogEntry, Note, ReturnedView};
use crate::words::{AwardTime, HalvedBy, PieceName};

/// A game in progress with its past.
#[derive(Clone)]
pub struct Table {
    /// The state.
    pub state: State,
    /// All actions, chance included.
    pub played: Vec<Action>,
    /// The latest of them as text, until they are stored.
    pub fresh: Vec<String>,
    /// How often chance has acted.
    pub draws: u64,
    /// Who laid each tile of the state and in which turn, in the order of laying.
    pub laid: Vec<(Option<u8>, u32)>,
    /// Turn by turn; past turns are shared by all copies of the table and by views.
    pub log: Vec<Arc<LogEntry>>,
    /// Points after each turn, and after the final scoring.
    pub history: Vec<Vec<i32>>,
    /// The final scoring.
    pub final_awards: Vec<AwardView>,
}

/// So many notes of a turn are kept.
const NOTES: usize = 50;

/// The options of a stored setup.
pub fn options(setup: &GameSetup, players: usize) -> Result<Options, String> {
    let base = Base::from_id(&setup.base).ok_or_else(|| format!("there is no base `{}`", setup.base))?;
    let module = |id: &String| Module::from_id(id).ok_or_else(|| format!("there is no module `{id}`"));
    let modules = setup.modules.iter().map(module).collect::<Result<ModuleSet, _>>()?;
    Ok(Options { base, modules, players, first: usize::from(setup.first), end_after: setup.end_after })
}

impl Table {
    /// A table before the first action.
    pub fn new(game: Arc<Game>) -> Table {
        let mut events = Vec::new();
        let state = State::new_with(game, &mut events);
        let laid = vec![(None, 0); state.tiles().len()];
        let (turn, seat) = (state.turn_number(), seat_of(state.active_player()));
        let mut table = Table {
            state,
            played: Vec::new(),
            fresh: Vec::new(),
            draws: 0,
            laid,
            log: Vec::new(),
            history: Vec::new(),
            final_awards: Vec::new(),
        };
        // What happens before the first turn is read with it.
        for event in events {
            table.write_down(event, turn, seat);
        }
        table
    }

    /// Applies an action and writes down what happened.
    pub fn apply(&mut self, action: Action) -> Result<(), IllegalAction> {
        let turn = self.state.turn_number();
        let seat = seat_of(self.state.active_player());
        let is_chance = self.state.actor() == Actor::Chance;
        let mut events = Vec::new();
        let text = notation::action_text(&self.state, action);
        self.state.apply_with(action, &mut events)?;
        self.played.push(action);
        self.fresh.push(text);
        self.draws += u64::from(is_chance);
        if self.state.is_over() || self.state.turn_number() != turn {
            let points = self.state.points_of_turn(&events);
            self.history.push(self.state.game().seats().map(|seat| points[seat]).collect());
        }
        if self.state.is_over() {
            self.history.push(self.state.points().to_vec());
        }
        let (mut turn, mut seat) = (turn, seat);
        for event in events {
            if let Event::TurnBegan { turn: begun, player } = event {
                (turn, seat) = (begun, seat_of(player));
            }
            self.write_down(event, turn, seat);
        }
        Ok(())
    }

    /// The state as it was after a turn; 0 is before the first one.
    pub fn state_after(&self, turn: u32) -> State {
        let mut state = State::new(Arc::clone(self.state.game()));
        // What is laid before the first turn may be laid by an answer too.
        let there = self.laid.iter().filter(|&&(_, of)| of <= turn).count();
        for &action in &self.played {
            let is_over = state.turn_number() > turn && state.tiles().len() >= there;
            if is_over || state.apply(action).is_err() {
                break;
            }
        }
        state
    }

    /// Who laid the last tile of a state that this table was in.
    pub fn last_tile_of(&self, state: &State) -> Option<u8> {
        self.laid.get(state.tiles().len().checked_sub(1)?)?.0
    }

    /// Number of actions.
    pub fn count(&self) -> u32 {
        self.played.len() as u32
    }

    /// Lets chance act until a player is asked or the game is over.
    pub fn draw(&mut self, seed: &Seed) {
        while self.state.actor() == Actor::Chance {
            let outcomes = self.outcomes();
            let weights: Vec<_> = outcomes.iter().map(|&(_, _, weight)| weight).collect();
            let Some((_, action, _)) = outcomes.get(seed.pick(self.draws + 1, &weights)) else { break };
            if self.apply(*action).is_err() {
                break;
            }
        }
    }

    /// What chance can bring, ordered by name.
    pub fn outcomes(&self) -> Vec<(String, Action, u32)> {
        let named = |(action, weight)| (chance_name(&self.state, action), action, weight);
        let mut outcomes: Vec<_> = self.state.chance_outcomes().into_iter().map(named).collect();
        outcomes.sort_unstable();
        outcomes
    }

    /// The seat that is asked.
    pub fn asked(&self) -> Option<u8> {
        match self.state.actor() {
            Actor::Player(player) => Some(seat_of(player)),
            Actor::Chance | Actor::Nobody => None,
        }
    }

    /// Adds a note to the turn in progress.
    pub fn note(&mut self, note: Note) {
        let turn = self.state.turn_number();
        let seat = seat_of(self.state.active_player());
        let notes = &mut self.entry(turn, seat).notes;
        notes.push(note);
        // The oldest fall off: nobody fills the memory with them.
        let most = notes.len().saturating_sub(NOTES);
        notes.drain(..most);
    }

    fn entry(&mut self, turn: u32, seat: u8) -> &mut LogEntry {
        if self.log.last().is_none_or(|last| last.turn != turn) {
            self.log.push(Arc::new(empty_entry(turn, Some(seat))));
        }
        let last = self.log.len() - 1;
        Arc::make_mut(&mut self.log[last])
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the last arm asks a match over all events")]
    fn write_down(&mut self, event: Event, turn: u32, seat: u8) {
        // What comes after the beginning of the final scoring belongs to it.
        let is_final = self.log.last().is_some_and(|last| last.turn == 0);
        let (turn, seat) = if is_final { (0, seat) } else { (turn, seat) };
        match event {
            Event::TileDrawn { turn, player, tile } => {
                self.entry(turn, seat_of(player)).tile = Some(catalogue::full_name(catalogue::tile(tile)));
            }
            Event::TileDiscarded { tile } => {
                let entry = self.entry(turn, seat);
                entry.tile = None;
                entry.discarded.push(catalogue::full_name(catalogue::tile(tile)));
            }
            // It is nobody's, so it is no tile of a turn.
            Event::TilePlaced { by: None, .. } => self.laid.resize(self.state.tiles().len(), (None, 0)),
            Event::TilePlaced { by: Some(player), tile, pos, .. } => {
                self.laid.resize(self.state.tiles().len(), (Some(seat_of(player)), turn));
                let entry = self.entry(turn, seat);
                entry.tile = Some(catalogue::full_name(catalogue::tile(tile)));
                entry.at = Some(cell(pos));
            }
            Event::Deployed { player, figure, spot, how } => {
                let figure = figure_view(player, figure.into(), spot);
                let region = self.state.region(spot).expect("what is deployed comes to a segment of the board");
                let feature = region.feature().into();
                let entry = self.entry(turn, seat);
                let from = if let Deployment::Flight { from } = how { Some(cell(from)) } else { None };
                entry.deployed.push(DeployedView { figure, feature, how: how.into(), from });
            }
            Event::Returned { player, figure, spot, why } => {
                let entry = self.entry(turn, seat);
                entry.returned.push(returned_view(player, figure, spot, why));
                entry.happened.extend(cause(why, player, figure));
            }
            Event::LeftTower { player, figure, why, .. } => {
                let lines = cause(why, player, figure).into_iter().chain(happening(event));
                self.entry(turn, seat).happened.extend(lines);
            }
            Event::Scored(award) => {
                let view = award_view(&award, self.state.game());
                if view.when == AwardTime::Final {
                    self.final_awards.push(view.clone());
                }
                self.entry(turn, seat).awards.push(view);
            }
            Event::FinalScoringBegan => self.log.push(Arc::new(empty_entry(0, None))),
            other => {
                if let Some(happening) = happening(other) {
                    self.entry(turn, seat).happened.push(happening);
                }
            }
        }
    }
}

fn award_view(award: &Award, game: &Game) -> AwardView {
    AwardView {
        seat: seat_of(award.player),
        when: award.source.when().into(),
        source: award_source(award.source),
        points: award.points(),
        items: item_views(&award.value),
        halved: award.value.halving().map(HalvedBy::from),
        at: award.at().map(cell),
        segment: award.spot.map(|spot| spot.segment),
        rules: award.rules(game.options().modules),
    }
}

/// What points are for, on the wire.
pub fn award_source(source: Source) -> AwardSource {
    match source {
        Source::Completed(feature) | Source::Recalled(feature) | Source::Final(feature) => match feature {
            Feature::City => AwardSource::City,
            Feature::Road => AwardSource::Road,
            Feature::Monastery => AwardSource::Monastery,
            Feature::Garden => AwardSource::Garden,
            Feature::Shrine => AwardSource::Shrine,
            Feature::Field => AwardSource::Field,
        },
        Source::Pig => AwardSource::Pig,
        Source::Robbery(victim) => AwardSource::Robbery { from: seat_of(victim) },
        Source::Message(message) => AwardSource::Message { message: message.into() },
        Source::Robber => AwardSource::Robber,
        Source::Goods(kind) => AwardSource::Goods { goods: kind.into() },
        Source::Gold => AwardSource::Gold,
        Source::Gingerbread => AwardSource::Gingerbread,
        Source::Greeting(_) | Source::Fairy | Source::FairyAtEnd => AwardSource::Fairy,
        Source::Wheel(sector) => AwardSource::Wheel { sector: sector.into() },
        Source::Crown(sector) => AwardSource::Crown { sector: sector.into() },
    }
}

fn empty_entry(turn: u32, seat: Option<u8>) -> LogEntry {
    LogEntry {
        turn,
        seat,
        tile: None,
        at: None,
        discarded: Vec::new(),
        deployed: Vec::new(),
        awards: Vec::new(),
        returned: Vec::new(),
        happened: Vec::new(),
        notes: Vec::new(),
    }
}

fn chance_name(state: &State, action: Action) -> String {
    if let Action::Draw(tile) = action {
        catalogue::full_name(catalogue::tile(tile)).to_owned()
    } else {
        notation::action_text(state, action)
    }
}

fn figure_view(player: PlayerId, figure: PieceName, spot: Spot) -> FigureView {
    FigureView { seat: Some(seat_of(player)), figure, at: cell(spot.pos), segment: spot.segment, draft: false }
}

fn returned_view(player: PlayerId, figure: FigureKind, spot: Spot, why: ReturnCause) -> ReturnedView {
    let (to, tower) = match why {
        ReturnCause::Seized { by, tower } => (by, Some(cell(tower))),
        ReturnCause::Scored
        | ReturnCause::Recalled
        | ReturnCause::AfterPig
        | ReturnCause::LeftAlone
        | ReturnCause::Message
        | ReturnCause::CropCircle
        | ReturnCause::Plague
        | ReturnCause::Challenge
        | ReturnCause::Eaten
        | ReturnCause::Princess { .. }
        | ReturnCause::WithMeeple => (player, None),
    };
    ReturnedView { figure: figure_view(player, figure.into(), spot), why: why.into(), to: seat_of(to), tower }
}

/// A seat as a number.
pub fn seat_of(player: PlayerId) -> u8 {
    player.index() as u8
}

/// A cell on the wire.
pub fn cell(pos: bastide_rules::Pos) -> Cell {
    [pos.x, pos.y]
}

/// How points add up, on the wire.
pub fn item_views(value: &bastide_rules::Value) -> Vec<ItemView> {
    let view = |item: &bastide_rules::Item| ItemView { what: item.what.into(), count: item.count, each: item.each };
    value.items().iter().map(view).collect()
}

#[cfg(test)]
mod tests {
    use bastide_rules::Pos;

    use super::*;
    use crate::wire::Happening;
    use crate::words::{DeploymentName, ReturnName};

    fn play(seed: &Seed) -> Table {
        play_with(seed, Options::new(Base::V3, 2).with(Module::River).with(Module::Abbot))
    }

    fn play_with(seed: &Seed, options: Options) -> Table {
        play_by(seed, options, |_, count| count / 2)
    }

    /// Who plays is told how many actions were played, and of how many to choose one.
    fn play_by(seed: &Seed, options: Options, choose: impl Fn(u32, u32) -> u32) -> Table {
        let mut table = Table::new(Game::new(options).unwrap());
        table.draw(seed);
        while let Some(action) = table.state.choose(|count| choose(table.count(), count)) {
            table.apply(action).unwrap();
            table.draw(seed);
        }
        table
    }

    #[test]
    fn the_log_has_every_turn_and_the_points_add_up() {
        let everything = Options::of_box(bastide_rules::box_named("big-box").unwrap(), 2).unwrap();
        for seed in 0..4 {
            check_log(&play(&Seed([seed; 32])));
            check_log(&play_with(&Seed([seed; 32]), everything));
        }
    }

    /// GINGER-3: the gingerbread man enters the start tile before anybody acts, and people read so.
    #[test]
    fn what_happens_before_the_first_turn_is_told() {
        let table = Table::new(Game::new(Options::new(Base::Winter, 2).with(Module::Gingerbread)).unwrap());
        let [entry] = &table.log[..] else { panic!("{:?}", table.log) };
        assert_eq!((entry.turn, entry.tile), (1, None));
        assert!(matches!(entry.happened[..], [Happening::GingerbreadMoved { at: [0, 0], .. }]), "{:?}", entry.happened);
        let plain = Table::new(Game::new(Options::new(Base::Classic, 2)).unwrap());
        assert!(plain.log.is_empty());
    }

    #[test]
    fn the_log_is_complete_with_a_board_in_the_middle() {
        let wheel = [Module::Farmers, Module::River2, Module::Cult, Module::Corn, Module::InnsClassic];
        let winter = [Module::Gingerbread, Module::TradersClassic, Module::River];
        let with = |base, modules: &[Module]| modules.iter().fold(Options::new(base, 2), |all, &one| all.with(one));
        for seed in 0..4 {
            check_log(&play_with(&Seed([seed; 32]), with(Base::Wheel, &wheel)));
            check_log(&play_with(&Seed([seed; 32]), with(Base::Winter, &winter)));
        }
    }

    /// DRAGON-46: what the fairy gives at the start of a turn is of that turn, and the turn before has its points all the same.
    #[test]
    fn a_turn_that_begins_beside_the_fairy_leaves_no_gap() {
        let modules = [Module::Dragon, Module::Builder, Module::Farmers];
        let options = modules.iter().fold(Options::new(Base::Classic, 2), |all, &one| all.with(one));
        let mut greetings = 0;
        for number in 0..6 {
            let table = play_by(&Seed([number; 32]), options, |played, count| (u32::from(number) * 7 + played) % count);
            check_log(&table);
            let greets = |award: &&AwardView| award.source == AwardSource::Fairy && award.points == 1;
            greetings += table.log.iter().flat_map(|entry| &entry.awards).filter(greets).count();
        }
        assert!(greetings > 0);
    }

    /// Who is captured goes to the captor by the tower, whoever flew comes from the machine, and the fairy greets on a tile:
    /// the log says so, and nobody needs to put it together.
    #[test]
    fn figures_in_the_log_say_whence_they_come_and_where_they_go() {
        let modules = [Module::Tower, Module::Dragon, Module::Flying, Module::Builder, Module::Robbers];
        let options = modules.iter().fold(Options::new(Base::Classic, 3), |all, &one| all.with(one));
        let [mut captives, mut own, mut flights, mut greetings, mut waits] = [0; 5];
        for number in 0..12 {
            let seed = Seed([number; 32]);
            let table = play_by(&seed, options, |played, count| (u32::from(number) * 7 + played) % count);
            for entry in &table.log {
                for ReturnedView { figure, why, to, tower } in &entry.returned {
                    let (Some(owner), Some(at)) = (figure.seat, *tower) else {
                        assert_eq!(Some(*to), figure.seat, "only who is seized goes elsewhere");
                        continue;
                    };
                    assert_eq!(*why, ReturnName::Seized);
                    let told = if *to == owner {
                        own += 1;
                        Happening::CapturedOwn { seat: owner, figure: figure.figure, at }
                    } else {
                        captives += 1;
                        Happening::Captured { seat: *to, other: owner, figure: figure.figure, at }
                    };
                    assert!(entry.happened.contains(&told), "{told:?} in {:?}", entry.happened);
                }
                for DeployedView { figure, feature, how, from } in &entry.deployed {
                    let spot = Spot { pos: Pos::new(figure.at[0], figure.at[1]), segment: figure.segment };
                    assert_eq!(*feature, table.state.region(spot).unwrap().feature().into());
                    let landed = |it: &Happening| matches!(it, Happening::Rolled { at, .. } if *at == figure.at);
                    assert_eq!(*from, entry.at.filter(|_| *how == DeploymentName::Flight));
                    assert_eq!(from.is_some(), entry.happened.iter().any(landed), "{:?}", entry.happened);
                    flights += usize::from(from.is_some());
                }
                let greets = |award: &&AwardView| award.source == AwardSource::Fairy && award.points == 1;
                for award in entry.awards.iter().filter(greets) {
                    assert!(award.at.is_some() && award.segment.is_none(), "{award:?}");
                    greetings += 1;
                }
                for it in &entry.happened {
                    if let Happening::RobberPut { seat, victims, .. } = it {
                        assert!(!victims.is_empty() && !victims.contains(seat), "{it:?}");
                        waits += 1;
                    }
                }
            }
        }
        assert!(
            [captives, own, flights, greetings, waits].iter().all(|&met| met > 0),
            "{captives} captives, {own} own, {flights} flights, {greetings} greetings, {waits} robbers"
        );
    }

    fn check_log(table: &Table) {
        assert_eq!(table.played.len(), table.fresh.len());
        let turns: Vec<_> = table.log.iter().map(|entry| entry.turn).collect();
        let mut expected: Vec<_> = (1..turns.len() as u32).collect();
        expected.push(0);
        assert_eq!(turns, expected);
        // One row for each turn and one for the final scoring, each with the points after it.
        assert_eq!(table.history.len(), table.log.len());
        let mut points = vec![0; 2];
        for (entry, row) in table.log.iter().zip(&table.history) {
            entry.awards.iter().for_each(|award| points[usize::from(award.seat)] += award.points);
            assert_eq!(*row, points, "after turn {}", entry.turn);
        }
        assert_eq!(points, table.state.points());
        assert_eq!(table.laid.len(), table.state.tiles().len());
        let by_somebody = table.laid.iter().filter(|(by, turn)| by.is_some() && *turn > 0).count();
        let by_nobody = table.laid.iter().filter(|laid| **laid == (None, 0)).count();
        assert_eq!(by_somebody as u32, table.state.tiles_laid());
        assert_eq!(by_nobody, table.laid.len() - by_somebody);
    }

    #[test]
    fn draws_follow_from_the_seed_alone() {
        let one = play(&Seed([3; 32])).fresh;
        assert_eq!(one, play(&Seed([3; 32])).fresh);
        assert_ne!(one, play(&Seed([4; 32])).fresh);
    }
}
