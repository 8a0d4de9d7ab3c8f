//! Rules of the Big Box modules that a scenario cannot say: what the boxes hold, chances, the very
//! last tiles, and laws that hold in every game.

use std::collections::BTreeSet;

use bastide_rules::notation;
use bastide_rules::tile::{CropCircle, Goods};
use bastide_rules::{
    Action, Actor, Award, BIG_BOX, Base, Counted, CropAction, Decision, Event, Feature, FigureKind, Game, Item,
    MagicFigure, Marker, Message, Module, Options, PlayerId, Source, Spot, State, Tile, Value, catalogue,
};

use crate::table::{Numbers, play, with_stack};

fn options(players: usize, modules: &[Module]) -> Options {
    modules.iter().fold(Options::new(Base::V3, players), |options, &module| options.with(module))
}

/// The tiles that a module adds to the base, each as often as it is drawn.
fn added(module: Module, with_river: bool) -> Vec<&'static Tile> {
    let river: &[Module] = if with_river { &[Module::River] } else { &[] };
    let game = Game::new(options(2, &[&[module], river].concat())).unwrap();
    let sets = module.info().sets;
    let tiles = game.tiles().filter(|(tile, _)| sets.contains(&catalogue::set_of(tile).name));
    tiles.flat_map(|(tile, copies)| std::iter::repeat_n(tile, usize::from(copies))).collect()
}

fn count(tiles: &[&Tile], mut is_counted: impl FnMut(&Tile) -> bool) -> usize {
    tiles.iter().filter(|tile| is_counted(tile)).count()
}

/// A position in which only the tiles of `stack` are left to be drawn.
fn position_with_stack(line: &str, stack: &[&str]) -> State {
    with_stack(&notation::parse_position(line).unwrap_or_else(|error| panic!("{error}")), stack)
}

/// INN-1, INN-D9: 24 tiles, two cathedrals, seven inns and one more on the river tile; no ferry lake
/// among them.
#[test]
fn inns_and_cathedrals_have_their_tiles() {
    let has_inn = |tile: &Tile| tile.segments.iter().any(|segment| segment.inn);
    let has_cathedral = |tile: &Tile| tile.segments.iter().any(|segment| segment.cathedral);
    let land = added(Module::Inns, false);
    assert_eq!((land.len(), count(&land, has_inn), count(&land, has_cathedral)), (23, 7, 2));
    let all = added(Module::Inns, true);
    assert_eq!((all.len(), count(&all, has_inn), count(&all, has_cathedral)), (24, 8, 2));
    assert_eq!(count(&all, |tile| tile.river != 0 && has_inn(tile)), 1);
    assert_eq!(count(&all, |tile| tile.symbols.ferry_lake), 0);
}

/// TRADE-1, TRADE-2, TRADE-D19: 19 land tiles and one river tile with one goods symbol each, four
/// without; of each kind as many symbols as tokens.
#[test]
fn traders_have_their_tiles() {
    let goods = |tile: &Tile| tile.segments.iter().filter_map(|segment| segment.goods).collect::<Vec<_>>();
    let land = added(Module::Traders, false);
    assert_eq!((land.len(), count(&land, |tile| goods(tile).len() == 1)), (23, 19));
    assert_eq!(count(&land, |tile| goods(tile).is_empty()), 4);
    let all = added(Module::Traders, true);
    assert_eq!(count(&all, |tile| tile.river != 0 && goods(tile).len() == 1), 1);
    let symbols: Vec<_> = all.iter().flat_map(|tile| goods(tile)).collect();
    let tokens = [(Goods::Chicken, 9), (Goods::Wheat, 6), (Goods::Cloth, 5)];
    for (kind, tokens) in tokens {
        assert_eq!(symbols.iter().filter(|&&symbol| symbol == kind).count(), tokens, "{}", kind.word());
    }
    assert_eq!(symbols.len(), 20);
    let line = |goods: &str| {
        format!(
            "bastide-position 1 base=v3 with=traders players=2 turn=1 next=1 points=0,0 tiles=Ds@0,0/r0 goods={goods}"
        )
    };
    assert!(notation::parse_position(&line("9.6.5,0.0.0")).is_ok());
    for too_many in ["9.6.5,1.0.0", "9.6.5,0.1.0", "9.6.5,0.0.1"] {
        assert!(notation::parse_position(&line(too_many)).is_err(), "{too_many}");
    }
}

/// FLY-1, GOLD-1, CROP-1: eight tiles with a flying machine, eight with gold, six with a circle, two
/// of each kind.
#[test]
fn small_modules_have_their_tiles() {
    let flying = added(Module::Flying, false);
    assert_eq!((flying.len(), count(&flying, |tile| tile.symbols.flying.is_some())), (8, 8));
    let gold = added(Module::Gold, false);
    assert_eq!((gold.len(), count(&gold, |tile| tile.symbols.gold)), (8, 8));
    let crop = added(Module::Crop, false);
    assert_eq!(crop.len(), 6);
    for circle in [CropCircle::Pitchfork, CropCircle::Club, CropCircle::Shield] {
        assert_eq!(count(&crop, |tile| tile.symbols.crop_circle == Some(circle)), 2, "{}", circle.word());
    }
}

/// FLY-1: the three numbers of the die are equally likely.
#[test]
fn the_die_is_fair() {
    let mut state = State::new(Game::new(options(2, &[Module::Flying])).unwrap());
    play(&mut state, "flying-machines/G | 0,1 r0 | meeple@flier");
    assert_eq!(state.actor(), Actor::Chance);
    let outcomes = state.chance_outcomes();
    assert_eq!(outcomes.iter().map(|outcome| outcome.0).collect::<Vec<_>>(), [1, 2, 3].map(Action::Roll));
    assert!(outcomes.iter().all(|outcome| outcome.1 == outcomes[0].1));
}

/// TRADE-D15, TURN-D7: the extra turn draws a tile that fits nowhere, and it was the last: the turn
/// does not take place and the game is over.
#[test]
fn an_extra_turn_without_a_tile_that_fits_is_none() {
    let line = "bastide-position 1 base=v3 with=builder players=2 turn=4 next=1 points=0,0 \
                tiles=Ds@0,0/r0;E@0,-1/r2;U@1,0/r1 figures=1.meeple+builder@1,0/road:E";
    let mut state = position_with_stack(line, &["U", "C"]);
    play(&mut state, "U | 2,0 r1 | pass");
    assert_eq!((state.turn_number(), state.active_player()), (5, PlayerId::new(0).unwrap()));
    assert!(matches!(state.decision(), Decision::Draw { .. }));
    // The tile that is all city has no place beside roads and fields.
    let events = play(&mut state, "C");
    assert!(events.iter().any(|event| matches!(event, Event::TileDiscarded { .. })));
    assert!(state.is_over());
    assert_eq!(state.points(), [3, 0]);
}

/// TURN-D9: chance decides draws, the die and messages, and nothing else; each of them comes up.
#[test]
fn three_things_are_random() {
    let game = Game::new(options(3, BIG_BOX.modules)).unwrap();
    let mut words = BTreeSet::new();
    for seed in 0..6u64 {
        let mut state = State::new(game.clone());
        let mut numbers = Numbers(seed);
        loop {
            let (actor, word) = (state.actor(), state.decision().word());
            if actor == Actor::Chance {
                words.insert(word);
            }
            // Whatever players answer, two states of the same actions are the same.
            let Some(action) = state.choose(|count| numbers.below(count)) else { break };
            let mut twin = state.clone();
            state.apply(action).unwrap();
            twin.apply(action).unwrap();
            assert_eq!(state.hash(), twin.hash());
        }
    }
    assert_eq!(words, BTreeSet::from(["draw", "draw-message", "roll"]));
}

/// TURN-1, TURN-2, TRADE-3, INN-11: what the figures count for the majority.
#[test]
fn figures_have_their_strength() {
    let strengths = FigureKind::ALL.map(|kind| (kind.word(), kind.strength(), kind.is_meeple()));
    assert_eq!(
        strengths,
        [
            ("meeple", 1, true),
            ("abbot", 1, true),
            ("large", 2, true),
            ("builder", 0, false),
            ("pig", 0, false),
            ("robber", 0, false),
        ]
    );
}

/// TRADE-21, TRADE-22, INN-D2: where the new figures may stand.
#[test]
fn figures_have_their_features() {
    let places = |kind: FigureKind| {
        let features = Feature::ALL.into_iter().filter(|&feature| kind.may_stand_on(feature));
        features.map(Feature::word).filter(|&word| word != "shrine").collect::<Vec<_>>()
    };
    assert_eq!(places(FigureKind::Builder), ["city", "road"]);
    assert_eq!(places(FigureKind::Pig), ["field"]);
    assert_eq!(places(FigureKind::Large), ["city", "road", "monastery", "field"]);
    assert_eq!(places(FigureKind::Robber), [""; 0]);
}

/// INN-4, INN-6, TRADE-6, TRADE-29, GOLD-15: an award names the rules that explain it.
#[test]
fn awards_name_their_rules() {
    let award = |source, what, each| Award {
        player: PlayerId::new(0).unwrap(),
        source,
        spot: None,
        value: Value::of(Item { what, count: 2, each }),
    };
    let (tiles, modules) = (Counted::Tiles, BIG_BOX.modules.iter().copied().collect());
    assert_eq!(award(Source::Completed(Feature::Road), tiles, 1).rules(modules), ["BASE-25"]);
    assert_eq!(award(Source::Completed(Feature::Road), tiles, 2).rules(modules), ["BASE-25", "INN-4"]);
    assert_eq!(award(Source::Completed(Feature::City), tiles, 2).rules(modules), ["BASE-27"]);
    assert_eq!(award(Source::Completed(Feature::City), tiles, 3).rules(modules), ["BASE-27", "INN-6"]);
    assert_eq!(award(Source::Goods(Goods::Cloth), Counted::GoodsMajority, 10).rules(modules), ["TRADE-6"]);
    assert_eq!(award(Source::Pig, Counted::Cities, 3).rules(modules), ["TRADE-29"]);
    assert_eq!(award(Source::Gold, Counted::Ingots, 2).rules(modules), ["GOLD-15"]);
}

/// INNC-5, INNC-8, INNC-D4: what is worth nothing says why.
#[test]
fn awards_of_nothing_name_their_rules() {
    let rules = |source| {
        let value = Value::of(Item { what: Counted::Tiles, count: 4, each: 0 });
        let award = Award { player: PlayerId::new(0).unwrap(), source, spot: None, value };
        award.rules([Module::InnsClassic].into_iter().collect())
    };
    assert_eq!(rules(Source::Final(Feature::Road)), ["BASE-41", "INNC-5"]);
    assert_eq!(rules(Source::Final(Feature::City)), ["BASE-42", "INNC-8"]);
    assert_eq!(rules(Source::Message(Message::SmallestRoad)), ["MSG-18", "INNC-D4"]);
}

/// INNC-4, INNC-6, TRADC-4, TRADC-14, RIVER2-17: in the classic edition by its own rules.
#[test]
fn awards_of_the_classic_edition_name_its_rules() {
    let modules = [Module::InnsClassic, Module::TradersClassic].into_iter().collect();
    let rules = |source, what, each| {
        let value = Value::of(Item { what, count: 2, each });
        Award { player: PlayerId::new(0).unwrap(), source, spot: None, value }.rules(modules)
    };
    let (field, goods) = (Source::Final(Feature::Field), Source::Goods(Goods::Wine));
    assert_eq!(rules(Source::Completed(Feature::Road), Counted::Tiles, 2), ["BASE-25", "INNC-4"]);
    assert_eq!(rules(Source::Completed(Feature::City), Counted::Tiles, 3), ["BASE-27", "INNC-6"]);
    assert_eq!(rules(goods, Counted::GoodsMajority, 10), ["TRADC-4"]);
    assert_eq!(rules(field, Counted::PigCities, 1), ["FARM-7", "TRADC-14"]);
    assert_eq!(rules(field, Counted::HerdCities, 1), ["FARM-7", "RIVER2-17"]);
}

/// GOLD-3: wherever a gold mine is laid, there is a tile for its second ingot, and nothing else is
/// offered than tiles around it.
#[test]
fn every_gold_mine_has_a_neighbour() {
    let game = Game::new(options(2, &[Module::Gold])).unwrap();
    let mut asked = 0;
    for seed in 0..8u64 {
        let mut state = State::new(game.clone());
        let mut numbers = Numbers(seed);
        while let Some(action) = state.choose(|count| numbers.below(count)) {
            state.apply(action).unwrap();
            if let Decision::Ingot { at, .. } = state.decision() {
                asked += 1;
                let around: BTreeSet<_> =
                    at.around().into_iter().filter(|&pos| state.tile_at(pos).is_some()).map(Action::Ingot).collect();
                assert!(!around.is_empty());
                assert_eq!(state.legal_actions().into_iter().collect::<BTreeSet<_>>(), around);
            }
        }
    }
    assert!(asked > 32, "only {asked} gold mines were laid");
}

/// Actions that somebody might try, legal or not, on some tiles of the table.
fn attempts(state: &State, numbers: &mut Numbers) -> Vec<Action> {
    let tiles: Vec<_> = state.tiles().collect();
    let mut chosen = vec![tiles[tiles.len() - 1]];
    chosen.extend((0..6).map(|_| tiles[numbers.below(tiles.len() as u32) as usize]));
    chosen.extend(state.figures().iter().filter_map(|figure| state.tile_at(figure.spot.pos)));
    let spots: Vec<_> = chosen
        .iter()
        .flat_map(|laid| (0..=laid.tile.segments.len() as u8).map(|segment| Spot { pos: laid.pos, segment }))
        .collect();
    let mut actions = vec![Action::RecallAbbot, Action::Pass, Action::Accompany, Action::TwoPoints, Action::CarryOut];
    actions.extend(FigureKind::ALL.map(Action::Fly));
    actions.extend((0..5).map(Action::Roll));
    actions.extend((0..60).map(Action::Robber));
    actions.extend(Message::ALL.map(Action::DrawMessage));
    actions.extend((0..6).filter_map(PlayerId::new).map(Action::Rob));
    actions.extend(Marker::ALL.map(Action::Mark));
    actions.extend(MagicFigure::ALL.map(Action::MagicAside));
    actions.extend(CropAction::ALL.map(Action::Crop));
    for laid in &chosen {
        actions.extend(laid.pos.around().into_iter().chain([laid.pos]).map(Action::Ingot));
        let ends = (0..6).flat_map(|first| (0..6).map(move |second| [first, second]));
        actions.extend(ends.map(|ends| Action::Ferry { at: laid.pos, ends }));
    }
    for spot in spots {
        actions.extend([Action::Land(spot), Action::ScoreNext(spot), Action::Target(spot)]);
        actions.extend(MagicFigure::ALL.map(|figure| Action::Magic { figure, spot }));
        for figure in FigureKind::ALL {
            actions.extend([
                Action::Deploy { figure, spot },
                Action::Return { figure, spot },
                Action::ReturnBoth { figure, spot },
            ]);
        }
    }
    actions
}

/// With all modules, what is not listed is refused, and what is listed is accepted.
#[test]
fn nothing_is_legal_that_is_not_listed() {
    let game = Game::new(options(3, BIG_BOX.modules)).unwrap();
    for seed in 0..12u64 {
        let mut state = State::new(game.clone());
        let mut numbers = Numbers(seed ^ 0x5eed);
        loop {
            let listed: BTreeSet<_> = state.legal_actions().into_iter().collect();
            for &action in &listed {
                assert_eq!(state.why_not(action), None, "{action:?}");
            }
            for action in attempts(&state, &mut numbers) {
                assert_eq!(state.is_legal(action), listed.contains(&action), "{:?}: {action:?}", state.decision());
            }
            let Some(action) = state.choose(|count| numbers.below(count)) else { break };
            state.apply(action).unwrap();
        }
    }
}
