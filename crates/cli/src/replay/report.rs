//! A replayed record as one object for programs.

use bastide_film::Step;
use bastide_rules::notation::{action_text, format_position, segment_name, tile_name};
use bastide_rules::{
    Actor, Award, Decision, Event, FigureKind, Halved, Options, PlayerId, Pos, Source, State, catalogue,
};
use serde::Serialize;

use super::news::{NewsFacts, news};

/// Everything that `replay --json` tells.
#[derive(Serialize)]
pub struct Report {
    base: &'static str,
    modules: Vec<&'static str>,
    players: Vec<String>,
    points: Vec<i32>,
    /// The points when the last turn was over, once the game is.
    points_before_final: Option<Vec<i32>>,
    projected: Vec<i32>,
    over: bool,
    winners: Vec<String>,
    turn: u32,
    tiles_laid: u32,
    /// How many can still be laid.
    tiles_left: u32,
    discarded: Vec<String>,
    turns: Vec<TurnFacts>,
    awards: Vec<AwardFacts>,
    /// What happened besides, in order.
    news: Vec<NewsFacts>,
    /// Points that players paid each other for prisoners.
    ransoms: Vec<RansomFacts>,
    figures: Vec<FigureFacts>,
    supply: Vec<SupplyFacts>,
    decision: DecisionFacts,
    legal: Vec<String>,
    /// The position as one line, between turns only.
    position: Option<String>,
    /// The position in which the last turn began, also inside a turn and after the end.
    last_position: Option<String>,
    /// Tells states apart.
    hash: String,
}

#[derive(Serialize)]
struct TurnFacts {
    turn: u32,
    player: String,
    actions: Vec<String>,
    /// Points of all players after the last of the actions, without the final scoring.
    points: Vec<i32>,
}

#[derive(Serialize)]
struct RansomFacts {
    turn: u32,
    from: String,
    to: String,
    points: i32,
}

#[derive(Serialize)]
struct AwardFacts {
    turn: u32,
    player: String,
    seat: usize,
    source: &'static str,
    /// Which goods, message or sector, or whom the robber robbed.
    of: Option<String>,
    when: &'static str,
    points: i32,
    items: Vec<ItemFacts>,
    /// Who takes half of it away: the witch or a robber.
    halved: Option<&'static str>,
    text: String,
    rules: Vec<&'static str>,
    tiles: Vec<[i16; 2]>,
}

#[derive(Serialize)]
struct ItemFacts {
    what: &'static str,
    count: u16,
    each: u16,
    points: i32,
}

#[derive(Serialize)]
struct FigureFacts {
    player: String,
    seat: usize,
    figure: &'static str,
    tile: [i16; 2],
    segment: String,
}

#[derive(Serialize)]
struct SupplyFacts {
    player: String,
    seat: usize,
    figure: &'static str,
    count: u8,
}

#[derive(Serialize)]
struct DecisionFacts {
    /// A player, `chance`, or nobody when the game is over.
    who: Option<String>,
    seat: Option<usize>,
    what: &'static str,
    /// The drawn tile, while it is to be laid.
    tile: Option<String>,
    /// Where the tile was laid, while a figure may be placed.
    at: Option<[i16; 2]>,
}

impl Report {
    /// A report of nothing yet.
    pub fn new(options: &Options, names: &[String]) -> Report {
        Report {
            base: options.base.info().id,
            modules: options.modules.iter().map(|module| module.info().id).collect(),
            players: names.to_vec(),
            points: Vec::new(),
            points_before_final: None,
            projected: Vec::new(),
            over: false,
            winners: Vec::new(),
            turn: 0,
            tiles_laid: 0,
            tiles_left: 0,
            discarded: Vec::new(),
            turns: Vec::new(),
            awards: Vec::new(),
            news: Vec::new(),
            ransoms: Vec::new(),
            figures: Vec::new(),
            supply: Vec::new(),
            decision: DecisionFacts { who: None, seat: None, what: "", tile: None, at: None },
            legal: Vec::new(),
            position: None,
            last_position: None,
            hash: String::new(),
        }
    }

    /// Takes up a state that is reached.
    pub fn begin(&mut self, state: &State) {
        if let Some(position) = format_position(state) {
            self.last_position = Some(position);
        }
    }

    /// Takes up a step and the state after it.
    pub fn take(&mut self, step: &Step, state: &State) {
        if step.is_first {
            let player = self.players[step.seat].clone();
            self.turns.push(TurnFacts { turn: step.turn, player, actions: Vec::new(), points: Vec::new() });
        }
        if let Some(turn) = self.turns.last_mut() {
            turn.actions.push(step.text.clone());
            turn.points.clone_from(&step.points);
        }
        self.note(step.turn, &step.events, state);
    }

    /// Takes up what happened in a turn.
    pub fn note(&mut self, turn: u32, events: &[Event], state: &State) {
        for event in events {
            self.news.extend(news(turn, state, event, &self.players));
            if let Event::Scored(award) = event {
                self.awards.push(self.award(turn, award, state));
            }
            if let Event::Ransomed { player, captor, points, .. } = *event {
                let name = |seat: PlayerId| self.players[seat.index()].clone();
                self.ransoms.push(RansomFacts { turn, from: name(player), to: name(captor), points });
            }
        }
    }

    /// Adds where the game stands.
    pub fn finish(mut self, state: &State) -> Report {
        let base = state.game().options().base;
        let seats = || state.game().seats();
        let projected = state.projected_points();
        self.points = state.points().to_vec();
        self.projected = seats().map(|seat| projected[seat]).collect();
        self.over = state.is_over();
        self.points_before_final = self.turns.last().filter(|_| self.over).map(|turn| turn.points.clone());
        let winners = seats().filter(|&seat| state.outcome().is_winner(seat));
        self.winners = winners.map(|seat| self.players[seat.index()].clone()).collect();
        self.turn = state.turn_number();
        self.tiles_laid = state.tiles_laid();
        self.tiles_left = state.tiles_to_come();
        self.discarded = state.discarded().iter().map(|&tile| tile_name(base, catalogue::tile(tile))).collect();
        self.figures = state
            .figures()
            .iter()
            .map(|figure| FigureFacts {
                player: self.players[figure.owner.index()].clone(),
                seat: figure.owner.index() + 1,
                figure: figure.kind.word(),
                tile: cell(figure.spot.pos),
                segment: state
                    .tile_at(figure.spot.pos)
                    .map_or_else(String::new, |laid| segment_name(laid.tile, laid.rotation, figure.spot.segment)),
            })
            .collect();
        let kinds = |seat| FigureKind::ALL.into_iter().map(move |kind| (seat, kind, state.supply(seat, kind)));
        self.supply = seats()
            .flat_map(kinds)
            .map(|(seat, kind, count)| SupplyFacts {
                player: self.players[seat.index()].clone(),
                seat: seat.index() + 1,
                figure: kind.word(),
                count,
            })
            .collect();
        let actor = state.actor();
        self.decision = DecisionFacts {
            who: match actor {
                Actor::Player(player) => Some(self.players[player.index()].clone()),
                Actor::Chance => Some("chance".to_owned()),
                Actor::Nobody => None,
            },
            seat: if let Actor::Player(player) = actor { Some(player.index() + 1) } else { None },
            what: state.decision().word(),
            tile: state.tile_in_hand().map(|tile| tile_name(base, tile)),
            at: if let Decision::Deploy { at, .. } = state.decision() { Some(cell(at)) } else { None },
        };
        self.legal = state.legal_actions().into_iter().map(|action| action_text(state, action)).collect();
        self.position = format_position(state);
        self.hash = format!("{:016x}", state.hash());
        self
    }

    fn award(&self, turn: u32, award: &Award, state: &State) -> AwardFacts {
        let items = award.value.items().iter().map(|item| ItemFacts {
            what: item.what.id(),
            count: item.count,
            each: item.each,
            points: item.points(),
        });
        AwardFacts {
            turn,
            player: self.players[award.player.index()].clone(),
            seat: award.player.index() + 1,
            source: award.source.word(),
            of: self.detail(award.source),
            when: award.source.when().word(),
            points: award.points(),
            items: items.collect(),
            halved: award.value.halving().map(Halved::word),
            text: award.value.to_string(),
            rules: award.rules(state.game().options().modules),
            tiles: tiles(award, state),
        }
    }

    /// What the word of a source leaves open.
    fn detail(&self, source: Source) -> Option<String> {
        match source {
            Source::Goods(goods) => Some(goods.word().to_owned()),
            Source::Robbery(victim) => Some(self.players[victim.index()].clone()),
            Source::Message(message) => Some(message.to_string()),
            Source::Wheel(sector) | Source::Crown(sector) => Some(sector.word().to_owned()),
            Source::Completed(_)
            | Source::Recalled(_)
            | Source::Final(_)
            | Source::Pig
            | Source::Robber
            | Source::Gold
            | Source::Gingerbread
            | Source::Greeting(_)
            | Source::Fairy
            | Source::FairyAtEnd => None,
        }
    }
}

/// The tiles that were counted or belong to the scored region.
fn tiles(award: &Award, state: &State) -> Vec<[i16; 2]> {
    let Some(spot) = award.spot else { return award.at().into_iter().map(cell).collect() };
    state.region(spot).map_or_else(Vec::new, |region| region.counted_tiles().into_iter().map(cell).collect())
}

/// A cell as a pair.
pub const fn cell(pos: Pos) -> [i16; 2] {
    [pos.x, pos.y]
}
