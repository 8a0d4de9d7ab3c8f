//! Figures and tokens: a silhouette for each kind, a colour and a mark for each player.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::geom::Point;
use crate::svg::number;

/// The six colours of the players. Each also has a mark of its own shape, so that nobody needs
/// to tell colours apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PlayerColour {
    /// Vermilion, with a disc.
    Red,
    /// Blue, with a square.
    Blue,
    /// Yellow, with a triangle.
    Yellow,
    /// Bluish green, with a cross.
    Green,
    /// Black, with two bars.
    Black,
    /// Pink, with a ring.
    Pink,
}

impl PlayerColour {
    /// All colours, in the order of seats.
    pub const ALL: [PlayerColour; 6] = [
        PlayerColour::Red,
        PlayerColour::Blue,
        PlayerColour::Yellow,
        PlayerColour::Green,
        PlayerColour::Black,
        PlayerColour::Pink,
    ];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            PlayerColour::Red => "red",
            PlayerColour::Blue => "blue",
            PlayerColour::Yellow => "yellow",
            PlayerColour::Green => "green",
            PlayerColour::Black => "black",
            PlayerColour::Pink => "pink",
        }
    }

    /// The colour of a word.
    pub fn from_word(word: &str) -> Option<PlayerColour> {
        PlayerColour::ALL.into_iter().find(|colour| colour.word() == word)
    }

    /// The colour as written in SVG and CSS.
    pub const fn hex(self) -> &'static str {
        match self {
            PlayerColour::Red => "#d8431d",
            PlayerColour::Blue => "#1b56b5",
            PlayerColour::Yellow => "#f9e04a",
            PlayerColour::Green => "#35b56a",
            PlayerColour::Black => "#2a2930",
            PlayerColour::Pink => "#d873b5",
        }
    }

    /// Its darker shade.
    pub const fn shade(self) -> &'static str {
        match self {
            PlayerColour::Red => "#9c2a0e",
            PlayerColour::Blue => "#113a80",
            PlayerColour::Yellow => "#bd9c0c",
            PlayerColour::Green => "#1c7a45",
            PlayerColour::Black => "#121116",
            PlayerColour::Pink => "#9c4a82",
        }
    }

    const fn mark_colour(self) -> &'static str {
        match self {
            PlayerColour::Yellow | PlayerColour::Pink => "#3a2618",
            PlayerColour::Red | PlayerColour::Blue | PlayerColour::Green | PlayerColour::Black => "#ffffff",
        }
    }

    /// The mark in a box from -2 to 2.
    const fn mark(self) -> &'static str {
        match self {
            PlayerColour::Red => "M0-1.9a1.9 1.9 0 1 1-.01 0z",
            PlayerColour::Blue => "M-1.7-1.7h3.4v3.4h-3.4z",
            PlayerColour::Yellow => "M0-2.1L2.2 1.7h-4.4z",
            PlayerColour::Green => "M-.7-2.1H.7V-.7h1.4V.7H.7v1.4H-.7V.7h-1.4V-.7H-.7z",
            PlayerColour::Black => "M-2-1.6h4v1.2h-4zM-2 .5h4v1.2h-4z",
            PlayerColour::Pink => "M0-2.1a2.1 2.1 0 1 1-.01 0zM0-1a1 1 0 1 0 .01 0z",
        }
    }
}

/// The kinds of figures and tokens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PieceKind {
    /// A meeple.
    Meeple,
    /// The large meeple.
    Large,
    /// The abbot.
    Abbot,
    /// The builder.
    Builder,
    /// The player's pig.
    Pig,
    /// The robber on the score track.
    Robber,
    /// The messenger on the score track.
    Messenger,
    /// The dragon.
    Dragon,
    /// The fairy.
    Fairy,
    /// The count.
    Count,
    /// The mage.
    Mage,
    /// The witch.
    Witch,
    /// The gingerbread man.
    GingerbreadMan,
    /// The pig on the wheel of fortune.
    WheelPig,
    /// A tower floor.
    TowerFloor,
    /// A ferry.
    Ferry,
    /// A gold ingot.
    Ingot,
    /// A chicken token.
    Chicken,
    /// A wheat token.
    Wheat,
    /// A cloth token.
    Cloth,
    /// A wine token.
    Wine,
    /// A grain token.
    Grain,
    /// A message token.
    Message,
}

impl PieceKind {
    /// All kinds.
    pub const ALL: [PieceKind; 23] = [
        PieceKind::Meeple,
        PieceKind::Large,
        PieceKind::Abbot,
        PieceKind::Builder,
        PieceKind::Pig,
        PieceKind::Robber,
        PieceKind::Messenger,
        PieceKind::Dragon,
        PieceKind::Fairy,
        PieceKind::Count,
        PieceKind::Mage,
        PieceKind::Witch,
        PieceKind::GingerbreadMan,
        PieceKind::WheelPig,
        PieceKind::TowerFloor,
        PieceKind::Ferry,
        PieceKind::Ingot,
        PieceKind::Chicken,
        PieceKind::Wheat,
        PieceKind::Cloth,
        PieceKind::Wine,
        PieceKind::Grain,
        PieceKind::Message,
    ];

    /// The word for it, also the class of its picture.
    pub const fn word(self) -> &'static str {
        match self {
            PieceKind::Meeple => "meeple",
            PieceKind::Large => "large",
            PieceKind::Abbot => "abbot",
            PieceKind::Builder => "builder",
            PieceKind::Pig => "pig",
            PieceKind::Robber => "robber",
            PieceKind::Messenger => "messenger",
            PieceKind::Dragon => "dragon",
            PieceKind::Fairy => "fairy",
            PieceKind::Count => "count",
            PieceKind::Mage => "mage",
            PieceKind::Witch => "witch",
            PieceKind::GingerbreadMan => "gingerbread-man",
            PieceKind::WheelPig => "wheel-pig",
            PieceKind::TowerFloor => "tower-floor",
            PieceKind::Ferry => "ferry",
            PieceKind::Ingot => "ingot",
            PieceKind::Chicken => "chicken",
            PieceKind::Wheat => "wheat",
            PieceKind::Cloth => "cloth",
            PieceKind::Wine => "wine",
            PieceKind::Grain => "grain",
            PieceKind::Message => "message",
        }
    }

    /// The kind of a word.
    pub fn from_word(word: &str) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Whether it belongs to a player and shows the player's colour and mark.
    pub const fn is_owned(self) -> bool {
        matches!(
            self,
            PieceKind::Meeple
                | PieceKind::Large
                | PieceKind::Abbot
                | PieceKind::Builder
                | PieceKind::Pig
                | PieceKind::Robber
                | PieceKind::Messenger
        )
    }

    /// The sprite of a token that is the same as the symbol on the tiles.
    pub(crate) const fn token(self) -> Option<&'static str> {
        match self {
            PieceKind::Chicken => Some("chicken"),
            PieceKind::Wheat => Some("wheat"),
            PieceKind::Cloth => Some("cloth"),
            PieceKind::Wine => Some("wine"),
            PieceKind::Grain => Some("grain"),
            PieceKind::Meeple
            | PieceKind::Large
            | PieceKind::Abbot
            | PieceKind::Builder
            | PieceKind::Pig
            | PieceKind::Robber
            | PieceKind::Messenger
            | PieceKind::Dragon
            | PieceKind::Fairy
            | PieceKind::Count
            | PieceKind::Mage
            | PieceKind::Witch
            | PieceKind::GingerbreadMan
            | PieceKind::WheelPig
            | PieceKind::TowerFloor
            | PieceKind::Ferry
            | PieceKind::Ingot
            | PieceKind::Message => None,
        }
    }

    const fn size(self) -> f32 {
        match self {
            PieceKind::Large => 1.3,
            PieceKind::Dragon => 1.5,
            PieceKind::Meeple
            | PieceKind::Abbot
            | PieceKind::Builder
            | PieceKind::Pig
            | PieceKind::Robber
            | PieceKind::Messenger
            | PieceKind::Fairy
            | PieceKind::Count
            | PieceKind::Mage
            | PieceKind::Witch
            | PieceKind::GingerbreadMan
            | PieceKind::WheelPig
            | PieceKind::TowerFloor
            | PieceKind::Ferry
            | PieceKind::Ingot
            | PieceKind::Chicken
            | PieceKind::Wheat
            | PieceKind::Cloth
            | PieceKind::Wine
            | PieceKind::Grain
            | PieceKind::Message => 1.0,
        }
    }
}

/// How a figure is placed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Pose {
    /// Upright.
    #[default]
    Standing,
    /// On its back, as farmers lie in fields.
    Lying,
}

/// The silhouette, where the mark goes, and details on top. `$f` is the colour, `$d` its shade.
struct Shape {
    /// The outline; filled with the colour.
    body: &'static str,
    /// More shapes inside.
    details: &'static str,
    mark: (f32, f32, f32),
}

fn shape(kind: PieceKind) -> Shape {
    // Townsfolk in cloaks; every kind has its own headgear or tool.
    const CLOAK: &str = "M-3-3.2Q-6.2-1-6.8 6.5q6.8 2.6 13.6 0Q6.2-1 3-3.2a3.3 3.3 0 1 0-6 0z";
    match kind {
        PieceKind::Meeple | PieceKind::Large => Shape {
            body: "M-3-3.2Q-6.2-1-6.8 6.5q6.8 2.6 13.6 0Q6.2-1 3-3.2q.4-.8.4-1.9 2.8-.5 2.8-1.3T3.3-7.6q-.3-3.5-2.6-3.7T-3-9-3.3-7.6q-2.900.4-2.9 1.2t2.8 1.3q0 1.100.4 1.9z",
            details: "<path fill=\"$d\" d=\"M1.5 7.7Q4 7.4 6.8 6.5 6.2-1 3-3.2 3.8 2 1.5 7.7z\"/><path fill=\"#f4d3b2\" d=\"M-2.6-5q2.600.5 5.2 0-.2 2.5-2.6 2.6T-2.6-5z\"/><path fill=\"none\" stroke=\"#fff\" stroke-width=\".8\" stroke-linecap=\"round\" d=\"M2-9.5q2.6-.8 3.6-3\"/>",
            mark: (-0.8, 3.0, 1.0),
        },
        PieceKind::Abbot => Shape {
            body: "M-3-3.2Q-6-1-6.4 6.5q6.4 2.6 12.4 0Q5.8-1 3-3.2q1-3.2-.2-5.2Q1.5-11 0-12.8-1.5-11-2.8-8.4-4-6.4-3-3.2z",
            details: "<path fill=\"$d\" d=\"M1.4 7.6Q3.8 7.3 6 6.5 5.8-1 3-3.2 3.6 2 1.4 7.6z\"/><path fill=\"#f4d3b2\" d=\"M-2.2-6h4.4q.4 3.4-2.2 3.6T-2.2-6z\"/><path stroke=\"#fff\" stroke-width=\".8\" d=\"M0-11v3.6M-1.4-9.4h2.8\"/><path fill=\"none\" stroke=\"$o\" stroke-width=\"2.4\" d=\"M7.2 7.5v-14q0-2.6-2-2.6\"/><path fill=\"none\" stroke=\"#f2c23e\" stroke-width=\"1.2\" d=\"M7.2 7.2v-13.7q0-2.6-2-2.6\"/>",
            mark: (-0.8, 3.0, 1.0),
        },
        PieceKind::Builder => Shape {
            body: "M-3-3.2Q-5.6-2-6 1l2 .6-.5 5.4q4.5 1.8 9 0l-.5-5.4Q5.500.5 7.5-3.5L5.8-5Q4.5-3 3-3.2 4-5 3.3-6.6h.9v-1.2q-.6-3.5-4.2-3.6t-4.2 3.6v1.2h.9Q-4-5-3-3.2z",
            details: "<path fill=\"#f4d3b2\" d=\"M-2.6-6.5h5.2q.2 3.8-2.6 4.1t-2.6-4.1z\"/><path fill=\"$d\" d=\"M-3.5 3.5h7l.6 3.3q-4 1.4-8.2 0z\"/><path stroke=\"$o\" stroke-width=\"2.2\" d=\"M6-3.2l3-7.5\"/><path stroke=\"#8a6a4a\" stroke-width=\"1.1\" d=\"M6-3.2l3-7.5\"/><path fill=\"#9aa3ad\" stroke=\"$o\" stroke-width=\".7\" d=\"M6-11.5l5.5 2 .8-2.4-5.5-2z\"/>",
            mark: (0.0, 0.8, 0.9),
        },
        PieceKind::Pig | PieceKind::WheelPig => Shape {
            body: "M-7.5-1Q-7.6-5.2-2-5.4q3.6-.2 5.4 1l1.8-1.8 1 2.6q2 .8 2.4 2.2l1.600.4V1.4l-2 .4q-.8 1.2-2.2 1.6L5.5 6.5h-2.3L2.6 4.2h-5.2l-.6 2.3h-2.3L-6 3.2Q-7.6 1.5-7.5-1z",
            details: "<circle cx=\"5.6\" cy=\"-1.6\" r=\".6\"/><path fill=\"none\" stroke=\"$o\" stroke-width=\".9\" d=\"M-7.4-1.5q-2.2-.3-1.8-2.6\"/><path fill=\"$d\" d=\"M-6 3.2q3.4 1.2 8.6 1l-5.200.1-.6 2.2h-2.3z\"/>",
            mark: (-2.0, -0.6, 1.0),
        },
        PieceKind::Robber => Shape {
            body: "M-2-3.2Q-5-2-6.5 6.5q6 2.2 12 0Q5-1 3.5-3.2q1-1.400.8-3.4l1-.4-.8-1.2Q3.6-11 .6-11q-3.6 0-4 4.4l-1 .8.9.8q.2 1.2 1.5 1.8z",
            details: "<path fill=\"#f4d3b2\" d=\"M-2.6-6.8h6q.2 4-2.8 4.2T-2.6-6.8z\"/><path fill=\"$o\" d=\"M-3-6.6h6.8v2.2q-1.600.8-2.4-.4h-1q-1.6 1.4-3.4 0z\"/><circle cx=\"-.8\" cy=\"-5.6\" r=\".5\" fill=\"#fff\"/><circle cx=\"2\" cy=\"-5.6\" r=\".5\" fill=\"#fff\"/><path fill=\"#a8814f\" stroke=\"$o\" stroke-width=\".8\" d=\"M-5.5-2.5q-4.5 3-3 7 3.5 1.5 6.5-.5 1.5-4-1.5-6.5l.8-1.8h-2.8z\"/>",
            mark: (2.0, 2.6, 0.9),
        },
        PieceKind::Messenger => Shape {
            body: "M-2-3.4l-2.6 3.6-2.8-.4v1.9l3.600.8L-7 6.9q7 2.2 14 0L3.8 1.5 2-3.4q1.8-1.2 1.6-3.600.6-3.6-3.6-3.9-4.200.3-3.6 3.9-.2 2.4 1.6 3.6z",
            details: "<path fill=\"#f4d3b2\" d=\"M-2.2-7q2.200.9 4.4 0 .4 3.6-2.2 4t-2.2-4z\"/><path fill=\"$d\" d=\"M1 7.6Q4 7.6 7 6.9L3.8 1.5 2-3.4Q3 2 1 7.6z\"/><path fill=\"#fff7e0\" stroke=\"$o\" stroke-width=\".8\" d=\"M-10-2.5h6v4.5h-6z\"/><path fill=\"none\" stroke=\"$o\" stroke-width=\".6\" d=\"M-10-2.5l3 2.3 3-2.3\"/>",
            mark: (0.6, 3.6, 0.9),
        },
        PieceKind::Dragon => Shape {
            body: "M-9.5 5q1.5-3.5 5-2.5-1.5-3 .5-5.5-4.5-.5-6-5 4 1.7 6.5 0 .2-3.5 3-5 .5 2.5 2.5 3.3 3-1.5 6 .7l2.5 3-1.7 1.5-4-.8Q7-3 6.5 0q.8 5-3.2 7.5-4 2.5-7.500.3-2.5-2-5.3-2.8z",
            details: "<path fill=\"#ffb52e\" d=\"M-3.5-2.5Q-5.4 1.7-2.2 5q3.3 2.2 5.500.3Q-.2 3.8-.6.6q-.4-2.3-2.9-3.1z\"/><circle cx=\"4.8\" cy=\"-7\" r=\"1\" fill=\"#fff\"/><circle cx=\"5\" cy=\"-7\" r=\".5\"/><path fill=\"none\" stroke=\"$d\" stroke-width=\".8\" d=\"M-9-7.6q4 3 7.5 2.2M-.4-12q-1.2 3 .8 5\"/>",
            mark: (0.0, 0.0, 0.0),
        },
        PieceKind::Fairy => Shape {
            body: "M-1.6-3.4Q-4.5 0-4.6 6.8q4.6 1.8 9.2 0Q4.5 0 1.6-3.4 3-4.6 2.8-6.7 2.6-9.6 0-9.7t-2.8 3q-.2 2.1 1.2 3.3z",
            details: "<g fill=\"#dff3ff\" stroke=\"$o\" stroke-width=\".7\"><path d=\"M-2.2-2.5q-6-5.5-7.8-2.2-.8 3.4 4 4.2-3.6 1-2.4 3.6Q-6 5-2.8 1.5z\"/><path d=\"M2.2-2.5q6-5.5 7.8-2.200.8 3.4-4 4.2 3.6 1 2.4 3.6Q6 5 2.8 1.5z\"/></g><circle cy=\"-6.3\" r=\"2.2\" fill=\"#f4d3b2\"/><path fill=\"#f2c23e\" d=\"M-2.6-6.3q0-3 2.6-3t2.6 3Q1.4-7.9 0-7.9t-2.6 1.6z\"/><path fill=\"#f2c23e\" d=\"M0-13.5l.7 1.5 1.700.2-1.2 1.100.3 1.7-1.5-.8-1.500.8.3-1.7-1.2-1.1 1.7-.2z\"/>",
            mark: (0.0, 0.0, 0.0),
        },
        PieceKind::Count => Shape {
            body: "M-3-3.2Q-7-2-7.6 6.5q7.6 2.8 15.2 0Q7-2 3-3.2 4-5 3.4-7.2l.8-4-2.1 1.7L0-12l-2.1 2.5-2.1-1.700.8 4Q-4-5-3-3.2z",
            details: "<path fill=\"#f4d3b2\" d=\"M-2.6-7h5.2q.6 4.4-2.6 4.6T-2.6-7z\"/><path fill=\"#f2c23e\" d=\"M-3.5-7.2l-.6-3.6 2 1.6L0-11.5l2.1 2.3 2-1.6-.6 3.6z\"/><path fill=\"#fff\" d=\"M-4.5-1.5Q0 1 4.5-1.5L3-3.2q-3 1.6-6 0z\"/><path fill=\"#f2c23e\" d=\"M-1.4 1.5h2.8v2.4L0 5.3-1.4 3.9z\"/>",
            mark: (0.0, 0.0, 0.0),
        },
        PieceKind::Mage => Shape {
            body: "M-3-3.2Q-6.2-1-6.8 6.5q6.8 2.6 13.6 0Q6.2-1 3-3.2l.4-2h2.8L1-13.5q-1.500.4-1.4 1.6L-6.2-5.2h2.8z",
            details: "<path fill=\"#f4d3b2\" d=\"M-2.6-5h5.2q.2 2.8-2.6 2.9T-2.6-5z\"/><path fill=\"#fff\" d=\"M-2.4-3.2q2.4 1.6 4.8 0L0 3.5z\"/><path fill=\"#f2c23e\" d=\"M-4 4.7l.5-1.400.5 1.4 1.400.4-1.400.5-.5 1.4-.5-1.4-1.4-.5zM3.5 2l.4-1.200.4 1.2 1.200.4-1.200.4-.4 1.2-.4-1.2-1.2-.4zM0-9.3l.5-1.400.5 1.4 1.400.5-1.400.4-.5 1.4-.5-1.4-1.4-.4z\"/><path stroke=\"$o\" stroke-width=\"2\" d=\"M7.5 7.5V-7\"/><path stroke=\"#8a6a4a\" d=\"M7.5 7V-7\"/><circle cx=\"7.5\" cy=\"-8\" r=\"1.7\" fill=\"#7fe0e8\" stroke=\"$o\" stroke-width=\".6\"/>",
            mark: (0.0, 0.0, 0.0),
        },
        PieceKind::Witch => Shape {
            body: "M-3-3.2Q-6.2-1-6.8 6.5q6.8 2.6 13.6 0Q6.2-1 3-3.2l.4-1.6q3.4-.2 4-1.4-2.6-.6-4.4-.8L.4-12.6l2.4-.6q-2.6-2.2-4.600.6L-3-7q-1.800.2-4.400.8.6 1.2 4 1.4z",
            details: "<path fill=\"#bfd99a\" d=\"M-2.6-5h5.2q.2 2.8-2.6 2.9T-2.6-5z\"/><path stroke=\"#e8791e\" stroke-width=\"1.4\" d=\"M-3.1-6.7q3 .7 6.1 0\"/><path stroke=\"$o\" stroke-width=\"2.2\" d=\"M-8.5 4.5L8.500.5\"/><path stroke=\"#a8814f\" stroke-width=\"1.1\" d=\"M-8.5 4.5L8.500.5\"/><path fill=\"#d9a441\" stroke=\"$o\" stroke-width=\".6\" d=\"M-7.4 3.2l.8 2.4-5.2 2.6-.6-3.8z\"/>",
            mark: (0.0, 0.0, 0.0),
        },
        PieceKind::GingerbreadMan => Shape {
            body: "M-2-3.5a3.9 3.9 0 1 1 4 0l5-1.5q2.8 0 2.4 2.7L4 .5l.2 2.5L7 6.8q-.5 2.6-3.2 2.4L0 5.5l-3.8 3.7Q-6.5 9.4-7 6.8L-4.2 3-4 .5l-5.4-2.8Q-9.8-5-7-5z",
            details: "<g fill=\"#fff\"><circle cx=\"-1.3\" cy=\"-7.4\" r=\".7\"/><circle cx=\"1.3\" cy=\"-7.4\" r=\".7\"/><circle cy=\"-1.5\" r=\".8\"/><circle cy=\"1.4\" r=\".8\"/></g><path fill=\"none\" stroke=\"#fff\" stroke-width=\".8\" stroke-linecap=\"round\" d=\"M-1.5-5.3q1.5 1.1 3 0M-7.6-3.6l.4 2M7.6-3.6l-.4 2M-5.6 7l1.7 1.2M5.6 7l-1.7 1.2\"/>",
            mark: (0.0, 0.0, 0.0),
        },
        PieceKind::TowerFloor => Shape {
            body: "M-8-3.5L0-7.5l8 4v6.5l-8 4-8-4z",
            details: "<path fill=\"#ded3c0\" d=\"M-7.5-3.5L0-7.2l7.5 3.7L0 .2z\"/><path fill=\"#7d705f\" d=\"M0 .5v6l7.5-3.7v-6z\"/><path fill=\"#5a4334\" d=\"M-3.5-3.5L0-5.3l3.5 1.8L0-1.7z\"/><path stroke=\"#6b5d4c\" stroke-width=\".5\" d=\"M-7.6-.5L0 3.4M0 3.4L7.6-.5M-4-1.4v3.2M4-1.4v3.2M-2 2.5v2.4M2 2.5v2.4\"/>",
            mark: (0.0, 0.0, 0.0),
        },
        PieceKind::Ferry => Shape {
            body: "M-9-2.5h18q-.5 6-4 7.5h-10q-3.5-1.5-4-7.5z",
            details: "<path stroke=\"#5f4630\" stroke-width=\".8\" d=\"M-8.7-.3h17.4M-8 2.2H8M-4-2.5v2.2M4-2.5v2.2M0-.3v2.5\"/><path fill=\"#b98a5a\" d=\"M-8-4.5h16v2H-8z\"/><path stroke=\"$o\" stroke-width=\".7\" fill=\"none\" d=\"M-8-4.5h16v2H-8z\"/><path stroke=\"#5f4630\" stroke-width=\"1.2\" d=\"M6-4.5v-5\"/>",
            mark: (0.0, 0.0, 0.0),
        },
        PieceKind::Ingot => Shape {
            body: "M-7.5 4l1.8-6.5 3-2H6L7.5 2l-2 2.3z",
            details: "<path fill=\"#fbe08a\" d=\"M-5.5-2.5l2.9-1.8h8.3L3.8-2.5z\"/><path fill=\"#b98217\" d=\"M5.3 3.9L3.9-2.4l1.9-1.8L7.2 2z\"/><path fill=\"#fff\" opacity=\".7\" d=\"M-5-1.5h3l-.7 4h-3z\"/>",
            mark: (0.0, 0.0, 0.0),
        },
        PieceKind::Message => Shape {
            body: "M-8-5H8V5.5H-8z",
            details: "<path fill=\"none\" stroke=\"$o\" stroke-width=\".8\" d=\"M-8-5L0 1.5 8-5M-8 5.5L-2.2-.3M8 5.5L2.2-.3\"/><circle cy=\"1.8\" r=\"2.3\" fill=\"#c8372d\" stroke=\"$o\" stroke-width=\".6\"/>",
            mark: (0.0, 0.0, 0.0),
        },
        // Tokens are sprites; this is only a fallback.
        PieceKind::Chicken | PieceKind::Wheat | PieceKind::Cloth | PieceKind::Wine | PieceKind::Grain => {
            Shape { body: CLOAK, details: "", mark: (0.0, 0.0, 0.0) }
        }
    }
}

/// The colour and shade of a figure that belongs to nobody.
const fn own_colours(kind: PieceKind) -> (&'static str, &'static str) {
    match kind {
        PieceKind::Dragon => ("#c8372d", "#7f1d18"),
        PieceKind::Fairy => ("#fdf6e3", "#d8c9a8"),
        PieceKind::Count => ("#6a3d8f", "#42235c"),
        PieceKind::Mage => ("#2f5fb3", "#1c3b73"),
        PieceKind::Witch => ("#3b2f45", "#221a29"),
        PieceKind::GingerbreadMan => ("#b8743a", "#8a5424"),
        PieceKind::WheelPig => ("#f0a6a0", "#cf7d78"),
        PieceKind::TowerFloor => ("#a89a86", "#7d705f"),
        PieceKind::Ferry => ("#97714a", "#6b4d2f"),
        PieceKind::Ingot => ("#f2c23e", "#b98217"),
        PieceKind::Message => ("#fbf0d2", "#e3c98f"),
        PieceKind::Meeple
        | PieceKind::Large
        | PieceKind::Abbot
        | PieceKind::Builder
        | PieceKind::Pig
        | PieceKind::Robber
        | PieceKind::Messenger
        | PieceKind::Chicken
        | PieceKind::Wheat
        | PieceKind::Cloth
        | PieceKind::Wine
        | PieceKind::Grain => ("#cfc4b0", "#a3977f"),
    }
}

const OUTLINE: &str = "#2c1c12";

/// Appends the drawing of a figure around the origin.
pub(crate) fn draw(kind: PieceKind, owner: Option<PlayerColour>, out: &mut String) {
    let shape = shape(kind);
    let (fill, shade) = match owner {
        Some(colour) if kind.is_owned() => (colour.hex(), colour.shade()),
        _ => own_colours(kind),
    };
    // A light rim keeps the silhouette clear of roofs and trees.
    let _ = write!(
        out,
        "<ellipse cx=\"1.5\" cy=\"7\" rx=\"7.5\" ry=\"2\" opacity=\".25\"/><path fill=\"{fill}\" stroke=\"#fffaf0\" stroke-width=\"2.8\" stroke-linejoin=\"round\" d=\"{body}\"/><path fill=\"{fill}\" stroke=\"{OUTLINE}\" stroke-width=\"1.1\" stroke-linejoin=\"round\" d=\"{body}\"/>",
        body = shape.body
    );
    out.push_str(&shape.details.replace("$d", shade).replace("$o", OUTLINE).replace("$f", fill));
    if let (Some(colour), true, (x, y, size)) = (owner, kind.is_owned(), shape.mark) {
        let _ = write!(
            out,
            "<path class=\"mark\" fill=\"{}\" transform=\"translate({x} {y})scale({size})\" d=\"{}\"/>",
            colour.mark_colour(),
            colour.mark()
        );
    }
}

/// Figures of one picture, each drawn once and referred to.
#[derive(Default)]
pub(crate) struct Troupe {
    defs: BTreeMap<String, String>,
}

impl Troupe {
    /// Appends a figure at a point; tokens that look like symbols come from the sprites.
    pub fn add(&mut self, out: &mut String, figure: (PieceKind, Option<PlayerColour>, Pose), at: Point, size: f32) {
        let (kind, owner, pose) = figure;
        let owner = if kind.is_owned() { owner } else { None };
        let id = format!("f-{}{}", kind.word(), owner.map_or(String::new(), |c| format!("-{}", c.word())));
        self.defs.entry(id.clone()).or_insert_with(|| {
            let mut body = format!("<g id=\"{id}\">");
            draw(kind, owner, &mut body);
            body.push_str("</g>");
            body
        });
        let _ = write!(out, "<use class=\"figure {}\" href=\"#{id}\" transform=\"translate(", kind.word());
        number(out, at.x);
        out.push(' ');
        number(out, at.y);
        out.push(')');
        if pose == Pose::Lying {
            out.push_str("rotate(-78)");
        }
        let factor = size * kind.size();
        if (factor - 1.0).abs() > 0.01 {
            let _ = write!(out, "scale({factor:.2})");
        }
        out.push_str("\"/>");
    }

    pub fn defs(&self) -> String {
        self.defs.values().map(String::as_str).collect()
    }
}
