//! What events alone tell of a game; it must be what the state says.

use std::collections::BTreeMap;
use std::fmt::Debug;

use bastide_rules::validate::SlowGame;
use bastide_rules::{
    Event, FigureKind, MagicFigure, Module, Owned, PlayerId, Pos, Quarter, Sector, Spot, StandingFigure, State, tile,
};

use super::ensure;

/// What events alone tell of.
pub(super) struct Told {
    points: Vec<i32>,
    /// Figures on the table; who is bound to whom is not told.
    figures: Vec<StandingFigure>,
    robbers: Vec<Option<u8>>,
    ingots: Vec<u8>,
    goods: Vec<BTreeMap<tile::Goods, u8>>,
    ferries: BTreeMap<Pos, [u8; 2]>,
    magic: BTreeMap<MagicFigure, Spot>,
    gingerbread: Option<Option<Spot>>,
    pig: Option<Sector>,
    crowned: Vec<(Sector, PlayerId, FigureKind)>,
    nobles: ToldOfNobles,
    scored: Vec<bastide_rules::Award>,
    pub(super) ended: bool,
}

impl Told {
    pub(super) fn new(players: usize) -> Told {
        Told {
            points: vec![0; players],
            figures: Vec::new(),
            robbers: vec![None; players],
            ingots: vec![0; players],
            goods: vec![BTreeMap::new(); players],
            ferries: BTreeMap::new(),
            magic: BTreeMap::new(),
            gingerbread: None,
            pig: None,
            crowned: Vec::new(),
            nobles: ToldOfNobles::default(),
            scored: Vec::new(),
            ended: false,
        }
    }

    pub(super) fn take(&mut self, events: Vec<Event>) -> Result<(), String> {
        self.scored.clear();
        for event in events {
            match event {
                Event::Scored(award) => {
                    self.points[award.player.index()] += award.points();
                    self.scored.push(award);
                }
                Event::Deployed { player, figure, spot, .. } => {
                    self.figures.push(StandingFigure { owner: player, kind: figure, spot, is_bound: false });
                }
                Event::Returned { player, figure, spot, .. } => self.leave(player, figure, spot)?,
                Event::BuilderAside { player, spot } => self.leave(player, FigureKind::Builder, spot)?,
                Event::RobberPut { player, space, .. } | Event::RobberFollowed { player, space } => {
                    self.robbers[player.index()] = Some(space);
                }
                Event::RobberReturned { player, .. } => self.robbers[player.index()] = None,
                Event::IngotsTaken { player, count, .. } => self.ingots[player.index()] += count,
                Event::GoodsTaken { player, goods, count } => {
                    *self.goods[player.index()].entry(goods).or_default() += count;
                }
                Event::FerryPut { at, ends, is_move } => {
                    let had = self.ferries.insert(at, ends).is_some();
                    ensure(had == is_move, || format!("the ferry at {at} was put wrongly"))?;
                }
                Event::MagicMoved { figure, spot } => {
                    self.magic.insert(figure, spot);
                }
                Event::MagicAside { figure, .. } => {
                    self.magic.remove(&figure);
                }
                Event::GingerbreadMoved { spot } => self.gingerbread = Some(Some(spot)),
                Event::GingerbreadAside => self.gingerbread = Some(None),
                Event::PigMoved { sector, .. } => self.pig = Some(sector),
                Event::Crowned { player, figure, sector } => self.crowned.push((sector, player, figure)),
                Event::Uncrowned { player, figure, sector } => {
                    let index = self.crowned.iter().position(|&crowned| crowned == (sector, player, figure));
                    let Some(index) = index else { return Err(format!("{player} left {sector:?} from nowhere")) };
                    self.crowned.swap_remove(index);
                }
                Event::Ransomed { player, captor, points, .. } => {
                    self.points[player.index()] -= points;
                    self.points[captor.index()] += points;
                }
                Event::GameEnded => self.ended = true,
                event => self.nobles.take(event)?,
            }
        }
        Ok(())
    }

    fn leave(&mut self, owner: PlayerId, kind: FigureKind, spot: Spot) -> Result<(), String> {
        let gone = StandingFigure { owner, kind, spot, is_bound: false };
        let index = self.figures.iter().position(|&standing| standing == gone);
        let Some(index) = index else { return Err(format!("{gone:?} returned from nowhere")) };
        self.figures.swap_remove(index);
        Ok(())
    }

    pub(super) fn check(&mut self, fast: &State) -> Result<(), String> {
        ensure(fast.points() == self.points, || {
            format!("the points are {:?}, the events tell of {:?}", fast.points(), self.points)
        })?;
        self.figures.sort_unstable();
        let mut figures = fast.figures();
        figures.iter_mut().for_each(|figure| figure.is_bound = false);
        figures.sort_unstable();
        ensure(figures == self.figures, || {
            format!("the figures are {figures:?}, the events tell of {:?}", self.figures)
        })?;
        for player in fast.game().seats() {
            let seat = player.index();
            let goods: BTreeMap<_, _> = fast.goods(player).filter(|&(_, count)| count > 0).collect();
            let holds = fast.robber(player) == self.robbers[seat]
                && fast.ingots(player) == self.ingots[seat]
                && goods == self.goods[seat];
            ensure(holds, || {
                let told = (self.robbers[seat], self.ingots[seat], &self.goods[seat]);
                format!("the events tell of robber, ingots and goods {told:?} of {player}")
            })?;
        }
        ensure(fast.ferries().into_iter().map(|ferry| (ferry.at, ferry.ends)).eq(self.ferries.clone()), || {
            format!("the events tell of ferries {:?}", self.ferries)
        })?;
        ensure(MagicFigure::ALL.iter().all(|figure| fast.magic(*figure) == self.magic.get(figure).copied()), || {
            format!("the events tell of {:?}", self.magic)
        })?;
        // Until he is told of he stands where the game has put him.
        let city = |spot: Option<Spot>| spot.and_then(|spot| fast.region(spot)).map(|city| city.spots());
        ensure(self.gingerbread.is_none_or(|spot| city(spot) == city(fast.gingerbread())), || {
            format!("the events tell of the gingerbread man at {:?}", self.gingerbread)
        })?;
        ensure(self.pig.is_none_or(|sector| fast.wheel_pig() == Some(sector)), || {
            format!("the events tell of the pig on {:?}", self.pig)
        })?;
        self.crowned.sort_unstable();
        let on = |sector: Sector| fast.crowned(sector).map(move |crowned| (sector, crowned.owner, crowned.kind));
        let mut crowned: Vec<_> = Sector::ALL.into_iter().flat_map(on).collect();
        crowned.sort_unstable();
        ensure(crowned == self.crowned, || format!("the events tell of crowns {:?}", self.crowned))?;
        self.nobles.check(fast)?;
        ensure(fast.is_over() == self.ended, || "the end of the game was told wrongly".into())
    }

    /// The awards of the last action are those of the slow game.
    pub(super) fn check_awards(&self, slow: &SlowGame) -> Result<(), String> {
        let mut wanted: BTreeMap<_, u32> = BTreeMap::new();
        for award in slow.awards().iter().filter(|award| award.points != 0) {
            *wanted.entry((award.player, award.source, award.points, award.spots.clone())).or_default() += 1;
        }
        let mut given: BTreeMap<_, u32> = BTreeMap::new();
        for award in self.scored.iter().filter(|award| award.points() != 0) {
            let region = slow.awards().iter().find(|slow| award.spot.is_some_and(|spot| slow.spots.contains(&spot)));
            let spots = region.map(|region| region.spots.clone()).unwrap_or_default();
            *given.entry((award.player, award.source, award.points(), spots)).or_default() += 1;
        }
        ensure(given == wanted, || format!("awards: the fast code gave {given:?}, the slow one {wanted:?}"))
    }
}

/// What events alone tell of dragon, towers and count.
#[derive(Default)]
struct ToldOfNobles {
    dragon: Option<Pos>,
    fairy: Option<Pos>,
    heights: BTreeMap<Pos, u8>,
    guards: BTreeMap<Pos, Owned>,
    captives: BTreeMap<(PlayerId, PlayerId, FigureKind), u8>,
    inside: BTreeMap<(Quarter, PlayerId, FigureKind), u8>,
    count: Option<Quarter>,
}

impl ToldOfNobles {
    fn take(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::DragonMoved { pos, .. } => self.dragon = Some(pos),
            Event::FairyMoved { pos } => self.fairy = Some(pos),
            Event::FloorPut { pos, height, .. } => {
                self.heights.insert(pos, height);
            }
            Event::GuardPut { player, figure, pos } => {
                self.guards.insert(pos, Owned { owner: player, kind: figure });
            }
            Event::LeftTower { player, figure, pos, .. } => {
                let guard = self.guards.remove(&pos);
                ensure(guard == Some(Owned { owner: player, kind: figure }), || {
                    format!("{guard:?} left the tower at {pos}")
                })?;
            }
            Event::Captured { captor, owner, figure, .. } => {
                *self.captives.entry((captor, owner, figure)).or_default() += 1;
            }
            Event::Freed { captor, owner, figure, .. } => take_one(&mut self.captives, (captor, owner, figure))?,
            Event::Sent { player, figure, quarter } => {
                *self.inside.entry((quarter, player, figure)).or_default() += 1;
            }
            Event::LeftQuarter { player, figure, quarter } => take_one(&mut self.inside, (quarter, player, figure))?,
            Event::CountMoved { quarter } => self.count = Some(quarter),
            // What stands elsewhere on the table, or stands nowhere.
            Event::TileDrawn { .. }
            | Event::TileDiscarded { .. }
            | Event::TilePlaced { .. }
            | Event::Deployed { .. }
            | Event::Returned { .. }
            | Event::Scored(_)
            | Event::RobberPut { .. }
            | Event::RobberFollowed { .. }
            | Event::RobberReturned { .. }
            | Event::IngotPut { .. }
            | Event::IngotsTaken { .. }
            | Event::MagicMoved { .. }
            | Event::MagicAside { .. }
            | Event::Rolled { .. }
            | Event::FlightFailed { .. }
            | Event::FerryPut { .. }
            | Event::GoodsTaken { .. }
            | Event::BuilderAside { .. }
            | Event::MarkerMoved { .. }
            | Event::MessageDrawn { .. }
            | Event::CropChosen { .. }
            | Event::GingerbreadMoved { .. }
            | Event::GingerbreadAside
            | Event::PigMoved { .. }
            | Event::Crowned { .. }
            | Event::Uncrowned { .. }
            | Event::ChallengeBegan { .. }
            | Event::ChallengeLost { .. }
            | Event::Ransomed { .. }
            | Event::TurnBegan { .. }
            | Event::ExtraTurn { .. }
            | Event::FinalScoringBegan
            | Event::GameEnded => {}
        }
        Ok(())
    }

    fn check(&self, fast: &State) -> Result<(), String> {
        ensure((fast.dragon(), fast.fairy()) == (self.dragon, self.fairy), || {
            format!("the events tell of dragon and fairy at {:?}", (self.dragon, self.fairy))
        })?;
        let towers = fast.towers();
        let guards = towers.iter().filter_map(|tower| Some((tower.pos, tower.guard?))).collect();
        let heights = towers.iter().map(|tower| (tower.pos, tower.height)).collect();
        ensure(self.heights == heights && self.guards == guards, || {
            format!("the events tell of towers {:?} with {:?}", self.heights, self.guards)
        })?;
        let (mut captives, mut inside) = (BTreeMap::new(), BTreeMap::new());
        for player in fast.game().seats() {
            captives.extend(fast.captives(player).map(|held| ((held.captor, held.owner, held.kind), held.count)));
            for quarter in Quarter::ALL {
                inside
                    .extend(fast.in_quarter(quarter, player).map(|there| ((quarter, player, there.kind), there.count)));
            }
        }
        ensure(self.captives == captives, || format!("the events tell of captives {:?}", self.captives))?;
        ensure(self.inside == inside, || format!("the events tell of {:?} in Carcassonne", self.inside))?;
        // He starts in the palace (COUNT-3).
        let count = fast.game().has(Module::Count).then_some(self.count.unwrap_or(Quarter::Palace));
        ensure(fast.count() == count, || format!("the events tell of the count at {count:?}"))
    }
}

fn take_one<K: Ord + Copy + Debug>(counts: &mut BTreeMap<K, u8>, key: K) -> Result<(), String> {
    let Some(left) = counts.get_mut(&key) else { return Err(format!("{key:?} left from nowhere")) };
    *left -= 1;
    counts.retain(|_, left| *left > 0);
    Ok(())
}
