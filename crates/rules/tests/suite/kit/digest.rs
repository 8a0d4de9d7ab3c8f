//! States and games as one number or as bytes.

use bastide_rules::{Action, Game, Options, Pos, State, TileId, catalogue};

use super::Rng;

/// A digest that takes numbers and words (FNV-1a).
pub struct Digest(pub u64);

impl Digest {
    pub fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// An action by the names of what it contains, so that a growing catalogue changes nothing.
    pub fn action(&mut self, action: Action) {
        match action {
            Action::Draw(id) => {
                let tile = catalogue::tile(id);
                self.bytes(b"d");
                self.bytes(catalogue::set_of(tile).name.as_bytes());
                self.bytes(tile.name.as_bytes());
            }
            Action::Place { pos, rotation } => {
                self.bytes(b"p");
                self.bytes(&pos_bytes(pos));
                self.bytes(&[rotation.quarter_turns()]);
            }
            Action::Deploy { figure, spot } => {
                self.bytes(b"m");
                self.bytes(figure.word().as_bytes());
                self.bytes(&pos_bytes(spot.pos));
                self.bytes(&[spot.segment]);
            }
            Action::RecallAbbot => self.bytes(b"r"),
            Action::Pass => self.bytes(b"-"),
            Action::DrawMessage(message) => self.bytes(format!("DrawMessage({message})").as_bytes()),
            other => self.bytes(format!("{other:?}").as_bytes()),
        }
    }
}

/// Every state and every legal list of some seeded random games, as one number.
pub fn digest(options: Options, games: u64) -> u64 {
    let game = Game::new(options).expect("the configuration is playable");
    let mut digest = Digest::new();
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut state = State::new(game.clone());
        loop {
            let legal = state.legal_actions();
            digest.bytes(&state.hash().to_le_bytes());
            for &action in &legal {
                digest.action(action);
            }
            let mut chance = state.chance_outcomes();
            chance.sort_unstable();
            let weights = chance.iter().map(|&(_, weight)| weight as usize);
            let action = match weights.sum() {
                0 if legal.is_empty() => break,
                0 => legal[rng.below(legal.len())],
                all => drawn(&chance, rng.below(all)),
            };
            state.apply(action).expect("a listed action is legal");
        }
        for points in state.points() {
            digest.bytes(&points.to_le_bytes());
        }
    }
    digest.0
}

fn pos_bytes(pos: Pos) -> [u8; 4] {
    let ([a, b], [c, d]) = (pos.x.to_le_bytes(), pos.y.to_le_bytes());
    [a, b, c, d]
}

/// The catalogue has more tiles than a byte has values.
fn tile_bytes(tile: TileId) -> [u8; 8] {
    (tile.index() as u64).to_le_bytes()
}

fn drawn(chance: &[(Action, u32)], mut number: usize) -> Action {
    for &(action, weight) in chance {
        if number < weight as usize {
            return action;
        }
        number -= weight as usize;
    }
    unreachable!("the number is below the sum of the weights")
}

/// What lies on the table, the points and the question, as bytes: states of a game that differ in these are told apart. What
/// modules keep besides is not in it; who needs that adds the legal answers.
pub fn contents(state: &State) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut tiles: Vec<_> = state.tiles().collect();
    tiles.sort_unstable_by_key(|laid| laid.pos);
    for laid in tiles {
        bytes.extend(pos_bytes(laid.pos));
        bytes.extend(tile_bytes(laid.tile.id));
        bytes.push(laid.rotation.quarter_turns());
    }
    bytes.push(b'|');
    for figure in state.figures() {
        let spot = figure.spot;
        bytes.extend([figure.owner.index() as u8, figure.kind as u8, spot.segment]);
        bytes.extend(pos_bytes(spot.pos));
    }
    bytes.push(b'|');
    bytes.extend(state.points().iter().flat_map(|points| points.to_le_bytes()));
    let mut discarded = state.discarded().to_vec();
    discarded.sort_unstable();
    bytes.extend(discarded.into_iter().flat_map(tile_bytes));
    bytes.push(b'|');
    bytes.extend(format!("{:?}", state.decision()).bytes());
    bytes
}
