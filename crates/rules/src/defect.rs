//! What can be wrong with a position, each in a sentence of its own.

use std::fmt;

use crate::action::{MagicFigure, Spot};
use crate::catalogue;
use crate::figure::FigureKind;
use crate::game::SetupError;
use crate::geometry::Pos;
use crate::modules::count::Quarter;
use crate::modules::wheel::Sector;
use crate::player::PlayerId;
use crate::refusal::Refusal;
use crate::setup::{LAST_TURN, MOST_EXTRA_TURNS, MOST_POINTS};
use crate::state::StandingFigure;
use crate::tile::{Goods, TileId};

/// What is wrong with a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Defect {
    /// The game itself cannot be set up.
    Game(SetupError),
    /// The list of points does not have one entry for each player.
    Points(usize),
    /// Nobody has fewer than 0 points.
    NegativePoints(PlayerId, i32),
    /// More points than 20,000, as no game gives them.
    TooManyPoints(PlayerId, i32),
    /// The seat to move is not at the table.
    Next(usize),
    /// Turns are counted from 1.
    Turn,
    /// A turn after the 1,000,000th, to which no game comes.
    LateTurn(u32),
    /// More extra turns than there are messages (MSG-1, MSG-20).
    TooManyExtraTurns(u8),
    /// A tile that is not in this game.
    ForeignTile(TileId),
    /// A start tile whose place something else has taken (RIVER-2, RIVER2-1).
    ReplacedStart(TileId),
    /// More copies of a tile than the game has.
    TooManyTiles(TileId),
    /// A tile that waits for a volcano (DRAGON-9).
    DormantTile(TileId),
    /// The start tile does not lie at 0,0 as the catalogue draws it.
    NoStartTile,
    /// Two tiles on one cell.
    TwoTiles(Pos),
    /// A tile that does not fit where it lies.
    Misplaced(Pos, Refusal),
    /// The lake lies on the table although river tiles are left (RIVER-3).
    EarlyLake,
    /// A land tile lies on the table although the river is not finished (RIVER-5).
    LandBeforeLake(Pos),
    /// A figure on a cell without a tile.
    NoTile(Pos),
    /// A figure on a segment that its tile does not have.
    NoSegment(Pos),
    /// A figure where figures of its kind do not stand.
    WrongPlace(StandingFigure, Refusal),
    /// A piece of a player who is not at the table.
    NoPlayer(PlayerId),
    /// More figures than the player owns.
    TooManyFigures(PlayerId, FigureKind),
    /// A figure on a completed feature, which would have been scored (BASE-35).
    AlreadyScored(Spot),
    /// A builder or pig without its meeple, or the other way round (TRADE-9, TRADE-25).
    Unaccompanied(Spot),
    /// A ferry where no lake is.
    NoLake(Pos),
    /// Two ferries on one lake (FERRY-3).
    TwoFerries(Pos),
    /// A ferry where none can be, or none where one must be.
    Ferry(Pos, Refusal),
    /// Mage or witch where they cannot stand.
    Magic(MagicFigure, Pos, Refusal),
    /// One magic figure in two places.
    TwoPlaces(MagicFigure),
    /// A part of the line that only other games have.
    ForeignPart(&'static str),
    /// A part of the line that does not have one entry for each player.
    Entries(&'static str, usize),
    /// A messenger below 0, before the points of its player (MSG-3), or where no game brings it.
    Messenger(PlayerId, i32),
    /// Unmarked points below 0, or more than the player has.
    Unmarked(i32),
    /// A robber beside the track.
    RobberOffTrack(PlayerId, u8),
    /// A robber on a space without a marker of another player (ROB-3).
    LoneRobber(PlayerId, u8),
    /// Ingots on a cell without a tile.
    IngotsNowhere(Pos),
    /// More ingots than there are (GOLD-1).
    TooManyIngots(usize),
    /// More goods of a kind than there are (TRADE-2, TRADC-2).
    TooManyGoods(Goods),
    /// A message that does not exist, or lies there twice (MSG-1).
    Message(u8),
    /// A neutral figure on a cell without a tile, or on a printed board.
    Nowhere(&'static str, Pos),
    /// Dragon and fairy on one tile (DRAGON-D6).
    DragonWithFairy(Pos),
    /// A volcano without the dragon (DRAGON-4).
    NoDragon(Pos),
    /// A figure with the dragon (DRAGON-5, DRAGON-21).
    WithDragon(Pos),
    /// The gingerbread man in no unfinished city.
    Gingerbread(Pos),
    /// The gingerbread man is not told of, and is not where he began.
    GingerbreadUntold,
    /// A tower on no tower space (TOWER-6).
    NoTowerSpace(Pos),
    /// Two towers on one tower space.
    TwoTowers(Pos),
    /// A tower without floors.
    NoFloors(Pos),
    /// A figure on a tower that does not stand there (TOWER-D2).
    Guard(Pos, FigureKind),
    /// More floors of a player than at the beginning (TOWER-2).
    FloorsLeft(PlayerId, u8),
    /// More floors than were dealt: how many, and the number dealt (TOWER-2).
    TooManyFloors(usize, usize),
    /// A captive of its own captor (TOWER-19), or a figure that is not captured (TOWER-16).
    Captive(PlayerId, FigureKind),
    /// Two players who hold captives of each other (TOWER-26).
    Unexchanged(PlayerId, PlayerId),
    /// A figure in a quarter where such do not wait (COUNT-8, COMBO-D31).
    Quarter(FigureKind, Quarter),
    /// A figure that is not put on crown spaces (WHEEL-32).
    Crowned(FigureKind),
    /// More meeples than crown spaces (WHEEL-10).
    TooManyCrowned(Sector),
}

impl fmt::Display for Defect {
    #[expect(clippy::too_many_lines, reason = "a sentence for each defect: the length is that of the list")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Defect::Game(error) => fmt::Display::fmt(error, f),
            Defect::Points(count) => write!(f, "`points=` has one number for each player, not {count}"),
            Defect::NegativePoints(player, points) => write!(f, "{player} cannot have {points} points"),
            Defect::TooManyPoints(player, points) => {
                write!(f, "{player} cannot have {points} points: no game gives more than {MOST_POINTS}")
            }
            Defect::Next(seat) => write!(f, "seat {} is not at the table", seat + 1),
            Defect::Turn => f.write_str("turns are counted from 1"),
            Defect::LateTurn(turn) => {
                write!(f, "no game comes to turn {turn}: the last one that is read is {LAST_TURN}")
            }
            Defect::TooManyExtraTurns(count) => {
                write!(f, "{count} extra turns cannot be due: there are {MOST_EXTRA_TURNS} messages (MSG-1, MSG-20)")
            }
            Defect::ForeignTile(tile) => write!(f, "tile {} is not in this game", name(*tile)),
            Defect::ReplacedStart(tile) => write!(
                f,
                "tile {} is the start tile, and in this game a spring or a board takes its place (RIVER-2, RIVER2-1, WHEEL-2, COUNT-1)",
                name(*tile)
            ),
            Defect::TooManyTiles(tile) => write!(f, "more copies of tile {} than the game has", name(*tile)),
            Defect::DormantTile(tile) => {
                write!(f, "tile {} is set aside until the dragon is in play (DRAGON-9)", name(*tile))
            }
            Defect::NoStartTile => f.write_str("the start tile must lie at 0,0 with rotation 0"),
            Defect::TwoTiles(pos) => write!(f, "two tiles lie at {pos}"),
            Defect::Misplaced(pos, refusal) => {
                write!(f, "the tile at {pos} does not fit: {refusal} ({})", refusal.rule())
            }
            Defect::EarlyLake => {
                f.write_str("the lake lies on the table, but river tiles are left (RIVER-3, RIVER2-13)")
            }
            Defect::LandBeforeLake(pos) => write!(
                f,
                "the tile at {pos} is a land tile, but the river has not reached the lake (RIVER-5, RIVER2-2)"
            ),
            Defect::NoTile(pos) => write!(f, "a figure stands at {pos}, where no tile lies"),
            Defect::NoSegment(pos) => write!(f, "a figure stands at {pos} on a segment that the tile does not have"),
            Defect::WrongPlace(figure, refusal) => {
                write!(f, "the figure at {} cannot stand there: {refusal} ({})", figure.spot.pos, refusal.rule())
            }
            Defect::NoPlayer(player) => write!(f, "{player} is not at the table"),
            Defect::TooManyFigures(player, kind) => {
                write!(f, "{player} has more figures out than there are: {}", kind.word())
            }
            Defect::AlreadyScored(spot) => write!(
                f,
                "the figure at {} stands on a completed feature, which would have been scored (BASE-35)",
                spot.pos
            ),
            Defect::Unaccompanied(spot) => {
                write!(f, "the figure at {} stands without the one it is bound to (TRADE-9, TRADE-25)", spot.pos)
            }
            Defect::NoLake(pos) => write!(f, "a ferry stands at {pos}, where no lake is (FERRY-3)"),
            Defect::TwoFerries(pos) => write!(f, "the lake at {pos} has two ferries (FERRY-3)"),
            Defect::Ferry(pos, refusal) => write!(f, "the ferry at {pos}: {refusal} ({})", refusal.rule()),
            Defect::Magic(figure, pos, refusal) => {
                write!(f, "the {} at {pos}: {refusal} ({})", figure.word(), refusal.rule())
            }
            Defect::TwoPlaces(figure) => write!(f, "the {} stands in two places (MAGIC-1)", figure.word()),
            Defect::ForeignPart(key) => write!(f, "`{key}=` belongs to other games: nothing of it is in this one"),
            Defect::Entries(key, count) => write!(f, "`{key}=` has one entry for each player, not {count}"),
            Defect::Messenger(player, points) => write!(
                f,
                "the messenger of {player} cannot show {points} points: the two markers show the player's points (MSG-3)"
            ),
            Defect::Unmarked(points) => write!(f, "{points} points cannot be unmarked: the player to move has others"),
            Defect::RobberOffTrack(player, space) => {
                write!(f, "the robber of {player} stands on {space}, but the spaces of the track are 0 to 49")
            }
            Defect::LoneRobber(player, space) => {
                write!(f, "the robber of {player} stands on {space}, where no marker of another player stands (ROB-3)")
            }
            Defect::IngotsNowhere(pos) => write!(f, "ingots lie at {pos}, where no tile lies"),
            Defect::TooManyIngots(count) => write!(f, "there are {count} ingots, but the game has 16 (GOLD-1)"),
            Defect::TooManyGoods(goods) => {
                write!(f, "the players have more {} than there is (TRADE-2, TRADC-2)", goods.word())
            }
            Defect::Message(number) => {
                write!(f, "message {number} does not exist or is named twice: there are 1 to 8 (MSG-1)")
            }
            Defect::Nowhere(what, pos) => write!(f, "{what} stands at {pos}, where no tile lies that could bear it"),
            Defect::DragonWithFairy(pos) => write!(f, "dragon and fairy stand on one tile, at {pos} (DRAGON-D6)"),
            Defect::NoDragon(pos) => write!(
                f,
                "a volcano lies at {pos}, so the dragon is in play: `dragon=` must say where it stands (DRAGON-4)"
            ),
            Defect::WithDragon(pos) => write!(f, "a figure stands at {pos} with the dragon (DRAGON-5, DRAGON-21)"),
            Defect::Gingerbread(pos) => {
                write!(f, "the gingerbread man stands at {pos}, but in no city that is not completed (GINGER-6)")
            }
            Defect::GingerbreadUntold => f.write_str(
                "`gingerbread=` is missing: the gingerbread man is in the game and not where he began (GINGER-3)",
            ),
            Defect::NoTowerSpace(pos) => write!(f, "a tower stands at {pos}, where no tower space is (TOWER-6)"),
            Defect::TwoTowers(pos) => write!(f, "two towers stand at {pos}"),
            Defect::NoFloors(pos) => write!(f, "the tower at {pos} has no floor"),
            Defect::Guard(pos, kind) => {
                write!(f, "on the tower at {pos} stands a figure that towers do not bear: {} (TOWER-D2)", kind.word())
            }
            Defect::FloorsLeft(player, left) => {
                write!(f, "{player} has {left} floors left, more than at the beginning (TOWER-2)")
            }
            Defect::TooManyFloors(count, dealt) => {
                write!(f, "{count} floors stand on towers or are left, but {dealt} were dealt (TOWER-2)")
            }
            Defect::Captive(captor, kind) => {
                write!(
                    f,
                    "{captor} holds a figure that cannot be a captive there: {} (TOWER-16, TOWER-19)",
                    kind.word()
                )
            }
            Defect::Unexchanged(one, other) => {
                write!(f, "{one} and {other} hold captives of each other, who would have been exchanged (TOWER-26)")
            }
            Defect::Quarter(kind, quarter) => write!(
                f,
                "a figure waits in the {} that never does: {} (COUNT-8, COMBO-D31)",
                quarter.word(),
                kind.word()
            ),
            Defect::Crowned(kind) => {
                write!(f, "on a crown space stands a figure that is no meeple: {} (WHEEL-32)", kind.word())
            }
            Defect::TooManyCrowned(sector) => {
                write!(f, "more meeples stand on crown spaces of {} than there are (WHEEL-10)", sector.word())
            }
        }
    }
}

/// A tile with its set, which says from which box it comes.
fn name(tile: TileId) -> &'static str {
    catalogue::full_name(catalogue::tile(tile))
}

/// So many defects are told in words.
const MOST_DEFECTS: usize = 12;

/// Everything that is wrong with a position, at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defects(pub Vec<Defect>);

impl fmt::Display for Defects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A damaged position can have the same defect very often.
        let mut sentences: Vec<String> = Vec::new();
        for sentence in self.0.iter().take(MOST_DEFECTS).map(Defect::to_string) {
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        f.write_str(&sentences.join("; "))?;
        if self.0.len() > MOST_DEFECTS { write!(f, "; and {} more", self.0.len() - MOST_DEFECTS) } else { Ok(()) }
    }
}

impl std::error::Error for Defects {}
