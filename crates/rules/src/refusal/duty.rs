//! What must be done and may not be passed.
//!
//! A question that must be answered can stand on two rules: one that tells what is asked, and one by which nobody may leave it
//! out. Where one rule says both it is named once.

use std::fmt;

macro_rules! duties {
    (@binding $rule:literal) => { $rule };
    (@binding $rule:literal $binding:literal) => { $binding };
    ($($(#[$doc:meta])* $name:ident = $word:literal, $rule:literal $(bound by $binding:literal)?, $sentence:literal;)*) => {
        /// What a decision demands where nobody may pass.
        ///
        /// ```
        /// use bastide_rules::Duty;
        /// assert_eq!(Duty::Place.to_string(), "the drawn tile must be laid");
        /// assert_eq!((Duty::Place.rule(), Duty::Place.binding_rule()), ("BASE-13", "BASE-16"));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Duty {
            $($(#[$doc])* $name,)*
        }

        impl Duty {
            /// All duties.
            pub const ALL: &[Duty] = &[$(Duty::$name),*];

            /// The word for programs.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Duty::$name => $word,)*
                }
            }

            /// The rule that tells what is asked.
            pub const fn rule(self) -> &'static str {
                match self {
                    $(Duty::$name => $rule,)*
                }
            }

            /// The rule by which nobody may pass.
            pub const fn binding_rule(self) -> &'static str {
                match self {
                    $(Duty::$name => duties!(@binding $rule $($binding)?),)*
                }
            }
        }

        impl fmt::Display for Duty {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(Duty::$name => $sentence,)*
                })
            }
        }
    };
}

duties! {
    /// The drawn tile is laid.
    Place = "place", "BASE-13" bound by "BASE-16", "the drawn tile must be laid";
    /// A robber goes to the track.
    Robber = "robber", "ROB-3", "a robber in the supply must be put on the track";
    /// The second ingot is put.
    Ingot = "ingot", "GOLD-2", "the second ingot must be put on a tile";
    /// Mage or witch moves.
    Magic = "magic", "MAGIC-3", "mage or witch must be moved";
    /// Mage and witch part.
    MagicPart = "magic-part", "MAGIC-9", "mage or witch must leave the feature of the other";
    /// A flier lands.
    Land = "land", "FLY-7", "the flier must land";
    /// A lake gets its ferry.
    PutFerry = "put-ferry", "FERRY-3", "the lake must get its ferry";
    /// The next feature is named.
    ScoreNext = "score-next", "GOLD-13", "the feature that is scored next must be named";
    /// A marker is named.
    Mark = "mark", "MSG-4", "the marker that moves must be named";
    /// A robbed player is named.
    Rob = "rob", "ROB-11", "the robbed player must be named";
    /// A message is carried out, or points are taken.
    Message = "message", "MSG-12", "the message must be carried out, or 2 points taken";
    /// A meeple comes back by message 8.
    MessageReturn = "message-return", "MSG-27", "an own meeple of that feature must be taken back";
    /// A crop circle of the Big Box.
    Crop = "crop", "CROP-5", "the action of the crop circle must be chosen";
    /// A crop circle of the collection.
    Corn = "corn", "CORN-5", "the action of the crop circle must be chosen";
    /// A meeple is added by a circle of the Big Box.
    CropAdd = "crop-add", "CROP-10" bound by "CROP-9", "a meeple must be added";
    /// A meeple is added by a circle of the collection.
    CornAdd = "corn-add", "CORN-7" bound by "CORN-6", "a meeple must be added";
    /// A meeple comes back by a circle of the Big Box.
    CropReturn = "crop-return", "CROP-11" bound by "CROP-9", "a meeple must be taken back";
    /// A meeple comes back by a circle of the collection.
    CornReturn = "corn-return", "CORN-9" bound by "CORN-6", "a meeple must be taken back";
    /// The gingerbread man moves.
    Gingerbread = "gingerbread", "GINGER-6", "the gingerbread man must move";
    /// The gingerbread man leaves a completed city.
    GingerbreadHome = "gingerbread-home", "GINGER-12", "the gingerbread man must leave the completed city";
    /// A meeple falls to the plague.
    Plague = "plague", "WHEEL-28", "a meeple must be taken back";
    /// The dragon moves.
    StepDragon = "step-dragon", "DRAGON-14" bound by "DRAGON-15", "the dragon must be moved";
    /// A captive is named.
    Exchange = "exchange", "TOWER-28", "the captive that returns must be named";
}
