//! The turn as one script, in the printed order (BASE-11, TURN, ORDER), and its one dispatch.
//!
//! Each line is a step and the stage that has everything about it ([`stage`](crate::stage)): an effect, or a question
//! for which the game waits. A stage says where the script goes; [`Next::On`] is the next line, so the order is written
//! here and nowhere else. The number of a step enters the hash of a state and never changes.

use crate::action::Action;
use crate::board::SegmentId;
use crate::decision::Decision;
use crate::event::EventSink;
use crate::game::TileKindId;
use crate::hash::{About, Fact, Tell};
use crate::modules::{
    count, crop, dragon, ferries, flying, gingerbread, gold, magic, messages, river, robbers, tower, traders, wheel,
};
use crate::player::PlayerId;
use crate::refusal::Refusal;
use crate::stage::{Ask, Binding, Effect, Next, Question};
use crate::stages::{deploy, draw, end, place, score};
use crate::state::State;
use crate::track;

/// Makes the steps, their order, and the dispatch to their stages. A *plain* game has only plain lines; those of modules
/// are behind one call that is not inlined, so that they cost its loop no registers.
macro_rules! turn_script {
    ($($step:ident = $number:literal => $reach:ident $kind:ident $($stage:ident)::+,)*) => {
        /// Where in the turn the game is.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Step {
            $(#[doc = concat!("The step of `", stringify!($($stage)::+), "`.")] $step = $number,)*
        }

        /// The steps in their order, and whether a plain game has them.
        const SCRIPT: &[(Step, bool)] = &[$((Step::$step, turn_script!(@is_plain $reach)),)*];

        impl State {
            /// Runs the script until somebody must decide.
            #[inline]
            pub(crate) fn advance<S: EventSink>(&mut self, sink: &mut S) {
                loop {
                    match self.turn.step {
                        $(Step::$step => turn_script!(@$reach
                            match turn_script!(@enter $kind $($stage)::+, self, sink) {
                                Ask::Waits => return,
                                Ask::Goes(next) => self.go(Step::$step, next),
                            },
                            if self.waits_in_module(sink) {
                                return;
                            }
                        ),)*
                    }
                }
            }

            #[inline(never)]
            fn waits_in_module<S: EventSink>(&mut self, sink: &mut S) -> bool {
                let step = self.turn.step;
                let ask = match step {
                    $(Step::$step => turn_script!(@enter $kind $($stage)::+, self, sink),)*
                };
                match ask {
                    Ask::Waits => true,
                    Ask::Goes(next) => {
                        self.go(step, next);
                        false
                    }
                }
            }

            /// Carries out a legal action and runs the script.
            #[inline]
            pub(crate) fn resolve<S: EventSink>(&mut self, action: Action, sink: &mut S) {
                match self.turn.step {
                    $(Step::$step => turn_script!(@$reach
                        {
                            let next = turn_script!(@answer $kind $($stage)::+, self, action, sink);
                            self.go(Step::$step, next);
                        },
                        self.answer_in_module(action, sink)
                    ),)*
                }
                self.advance(sink);
            }

            #[inline(never)]
            fn answer_in_module<S: EventSink>(&mut self, action: Action, sink: &mut S) {
                let step = self.turn.step;
                let next = match step {
                    $(Step::$step => turn_script!(@answer $kind $($stage)::+, self, action, sink),)*
                };
                self.go(step, next);
            }

            /// Visits the legal actions.
            #[inline]
            pub(crate) fn list(&self, mut visit: impl FnMut(Action)) {
                match self.turn.step {
                    $(Step::$step => turn_script!(@$reach
                        turn_script!(@list $kind $($stage)::+, self, visit),
                        self.list_in_module(&mut visit)
                    ),)*
                }
            }

            #[inline(never)]
            fn list_in_module(&self, mut visit: &mut dyn FnMut(Action)) {
                match self.turn.step {
                    $(Step::$step => turn_script!(@list $kind $($stage)::+, self, visit),)*
                }
            }

            /// Why an action is refused.
            pub(crate) fn check(&self, action: Action) -> Result<(), Refusal> {
                if !self.is_over() && !takers(action).contains(&self.turn.step) {
                    return Err(self.not_asked());
                }
                self.check_in_stage(action)
            }

            /// Why the stage refuses an action.
            fn check_in_stage(&self, action: Action) -> Result<(), Refusal> {
                match self.turn.step {
                    $(Step::$step => turn_script!(@check $kind $($stage)::+, self, action),)*
                }
            }

            /// How the question binds those who are asked.
            pub(crate) fn binding(&self) -> Binding {
                match self.turn.step {
                    $(Step::$step => turn_script!(@binding $kind $($stage)::+, self),)*
                }
            }

            /// What is asked; the script stops only where somebody is.
            fn asked(&self) -> Option<Decision> {
                match self.turn.step {
                    $(Step::$step => turn_script!(@decision $kind $($stage)::+, self),)*
                }
            }
        }
    };
    (@is_plain plain) => { true };
    (@is_plain module) => { false };
    (@plain $plain:expr, $module:expr) => { $plain };
    (@module $plain:expr, $module:expr) => { $module };
    (@enter effect $stage:path, $state:expr, $sink:expr) => { Ask::Goes(<$stage as Effect>::happen($state, $sink)) };
    (@enter question $stage:path, $state:expr, $sink:expr) => { <$stage as Question>::enter($state, $sink) };
    (@answer effect $stage:path, $state:expr, $action:expr, $sink:expr) => { Next::Again };
    (@answer question $stage:path, $state:expr, $action:expr, $sink:expr) => {
        <$stage as Question>::answer($state, $action, $sink)
    };
    (@list effect $stage:path, $state:expr, $visit:expr) => { () };
    (@list question $stage:path, $state:expr, $visit:expr) => { <$stage as Question>::list($state, &mut $visit) };
    (@check effect $stage:path, $state:expr, $action:expr) => { Err($state.not_asked()) };
    (@check question $stage:path, $state:expr, $action:expr) => { <$stage as Question>::check($state, $action) };
    (@binding effect $stage:path, $state:expr) => { Binding::Nobody };
    (@binding question $stage:path, $state:expr) => { <$stage as Question>::binding($state) };
    (@decision effect $stage:path, $state:expr) => { None };
    (@decision question $stage:path, $state:expr) => { <$stage as Question>::decision($state) };
}

turn_script! {
    Spring            = 29 => module question river::LaySpring,           // COMBO-D3
    Start             = 30 => module effect   dragon::Greeting,           // ORDER-1
    StartRansom       = 31 => module question tower::EarlyRansom,         // ORDER-20
    Draw              =  0 => plain  question draw::Draw,                 // BASE-12, ORDER-2
    Plague            = 32 => module question wheel::Plague,              // ORDER-3
    Sack              =  7 => module question robbers::Sack,              // TURN-7, ORDER-4
    Place             =  1 => plain  question place::Place,               // BASE-13
    Placed            =  8 => module effect   place::Placed,              // TURN-9, TURN-10, ORDER-6
    Gold              =  9 => module question gold::SecondIngot,          // TURN-10
    Magic             = 10 => module question magic::MoveFigure,          // TURN-11
    Deploy            =  2 => plain  question deploy::Deploy,             // BASE-18, TURN-12, ORDER-8
    Capture           = 33 => module question tower::Capture,             // TOWER-11
    Exchange          = 34 => module question tower::Exchange,            // TOWER-26
    Roll              = 11 => module question flying::Roll,               // TURN-14
    Land              = 12 => module question flying::Land,               // TURN-14
    Accompany         = 13 => module question traders::Accompany,         // TURN-15
    PutFerry          = 14 => module question ferries::PutFerry,          // TURN-16
    PartAfterPut      = 15 => module question magic::PartAfterPut,        // MAGIC-9
    MoveFerry         = 16 => module question ferries::MoveFerry,         // TURN-17
    PartAfterMove     = 17 => module question magic::PartAfterMove,       // MAGIC-9
    TakeOff           = 35 => module effect   dragon::TakeOff,            // ORDER-10
    Flight            = 36 => module question dragon::Flight,             // ORDER-10
    Completed         = 37 => module effect   score::Completed,           // ORDER-11
    MoveOut           = 38 => module question count::MoveOut,             // ORDER-11
    Score             =  3 => plain  effect   score::Score,               // BASE-23, TURN-19
    Features          = 18 => module question score::Features,            // TURN-20 to TURN-24
    GingerbreadHome   = 27 => module question gingerbread::LeaveCity,     // ORDER-26
    Pigs              = 19 => module question traders::Pigs,              // TURN-25
    GingerbreadSymbol = 28 => module question gingerbread::FollowSymbol,  // ORDER-26
    Markers           = 20 => module question track::Markers,             // TURN-26, TURN-27
    Robbery           = 21 => module question robbers::Robbery,           // TURN-28
    DrawMessage       = 22 => module question messages::DrawMessage,      // TURN-30
    Message           = 23 => module question messages::Errand,           // TURN-31
    MessageReturn     = 24 => module question messages::TakeBack,         // MSG-27, MSG-28
    LateRansom        = 39 => module question tower::LateRansom,          // ORDER-16
    Crop              = 25 => module question crop::Choice,               // TURN-33, ORDER-17
    CropRound         = 26 => module question crop::Everybody,            // CROP-9
    Send              = 40 => module question count::Send,                // ORDER-18
    MoveCount         = 41 => module question count::MoveCount,           // ORDER-18
    End               =  4 => plain  effect   end::End,                   // TURN-34 to TURN-37, ORDER-19
    LastTurnOver      = 42 => module effect   count::LastTurnOver,        // ORDER-25
    LastMoves         = 43 => module question count::LastMoves,           // COUNT-21
    Final             =  5 => plain  effect   end::Final,                 // BASE-40, TURN-39 to TURN-41
    Over              =  6 => plain  question end::Over,
}

/// The steps in which an action is an answer. What the stages do with it stands with them.
pub(crate) const fn takers(action: Action) -> &'static [Step] {
    match action {
        Action::Draw(_) => &[Step::Draw],
        Action::Place { .. } => &[Step::Place, Step::Spring],
        Action::Deploy { .. } => &[Step::Deploy, Step::CropRound],
        Action::RecallAbbot | Action::Fly(_) | Action::Crown { .. } | Action::Fairy(_) => &[Step::Deploy],
        Action::Floor(_) | Action::Guard { .. } => &[Step::Deploy],
        Action::Pass => &[
            Step::Deploy,
            Step::StartRansom,
            Step::Sack,
            Step::Capture,
            Step::Accompany,
            Step::MoveFerry,
            Step::MoveOut,
            Step::Pigs,
            Step::MessageReturn,
            Step::LateRansom,
            Step::Send,
            Step::MoveCount,
            Step::LastMoves,
        ],
        Action::Roll(_) => &[Step::Roll],
        Action::Land(_) => &[Step::Land],
        Action::Accompany => &[Step::Accompany],
        Action::Ferry { .. } => &[Step::PutFerry, Step::MoveFerry],
        Action::Ingot(_) => &[Step::Gold],
        Action::Magic { .. } | Action::MagicAside(_) => &[Step::Magic, Step::PartAfterPut, Step::PartAfterMove],
        Action::Robber(_) => &[Step::Sack],
        Action::ScoreNext(_) => &[Step::Features],
        Action::Mark(_) => &[Step::Markers, Step::Robbery],
        Action::Rob(_) => &[Step::Robbery],
        Action::DrawMessage(_) => &[Step::DrawMessage],
        Action::TwoPoints | Action::CarryOut | Action::Target(_) => &[Step::Message],
        Action::Return { .. } | Action::ReturnBoth { .. } => {
            &[Step::Plague, Step::Pigs, Step::MessageReturn, Step::CropRound]
        }
        Action::ReturnGuard(_) => &[Step::Plague],
        Action::Crop(_) => &[Step::Crop],
        Action::Gingerbread(_) => &[Step::GingerbreadHome, Step::GingerbreadSymbol],
        Action::StepDragon(_) => &[Step::Flight],
        Action::Seize { .. } => &[Step::Deploy, Step::Capture],
        Action::SeizeGuard(_) => &[Step::Capture],
        Action::Exchange(_) => &[Step::Exchange],
        Action::Ransom { .. } => &[Step::Deploy, Step::StartRansom, Step::LateRansom],
        Action::MoveOut { .. } => &[Step::MoveOut, Step::LastMoves],
        Action::Send { .. } => &[Step::Send],
        Action::MoveCount(_) => &[Step::MoveCount],
    }
}

/// The line after each step, by its number.
const NEXT: [Step; SCRIPT.len()] = {
    let mut next = [Step::Over; SCRIPT.len()];
    let mut line = 1;
    while line < SCRIPT.len() {
        next[SCRIPT[line - 1].0 as usize] = SCRIPT[line].0;
        line += 1;
    }
    next
};

/// The first plain line from each step on, by its number.
const PLAIN: [Step; SCRIPT.len()] = {
    let mut plain = [Step::Over; SCRIPT.len()];
    let mut first = Step::Over;
    let mut line = SCRIPT.len();
    while line > 0 {
        line -= 1;
        let (step, is_plain) = SCRIPT[line];
        if is_plain {
            first = step;
        }
        plain[step as usize] = first;
    }
    plain
};

/// The parts of a turn, which tell what a step is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// Until the first tile of the turn is drawn.
    Beginning,
    /// Until it is laid.
    InHand,
    /// Until the turn is over.
    Laid,
    /// After the last turn.
    Ending,
}

impl Step {
    const fn part(self) -> Part {
        match self {
            Step::Spring | Step::Start | Step::StartRansom | Step::Draw => Part::Beginning,
            Step::Plague | Step::Sack | Step::Place => Part::InHand,
            Step::LastTurnOver | Step::LastMoves | Step::Final | Step::Over => Part::Ending,
            Step::Placed
            | Step::Gold
            | Step::Magic
            | Step::Deploy
            | Step::Capture
            | Step::Exchange
            | Step::Roll
            | Step::Land
            | Step::Accompany
            | Step::PutFerry
            | Step::PartAfterPut
            | Step::MoveFerry
            | Step::PartAfterMove
            | Step::TakeOff
            | Step::Flight
            | Step::Completed
            | Step::MoveOut
            | Step::Score
            | Step::Features
            | Step::GingerbreadHome
            | Step::Pigs
            | Step::GingerbreadSymbol
            | Step::Markers
            | Step::Robbery
            | Step::DrawMessage
            | Step::Message
            | Step::MessageReturn
            | Step::LateRansom
            | Step::Crop
            | Step::CropRound
            | Step::Send
            | Step::MoveCount
            | Step::End => Part::Laid,
        }
    }

    /// Whether the first draw of the turn may still be due.
    pub(crate) fn is_before_draw(self) -> bool {
        self.part() == Part::Beginning
    }

    /// Whether what follows in the turn still depends on which of the tiles was laid last.
    pub(crate) fn looks_at_last_tile(self) -> bool {
        self.part() == Part::Laid
    }
}

/// The turn in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    /// Counted from 1.
    pub(crate) number: u32,
    pub(crate) active: PlayerId,
    pub(crate) step: Step,
    /// The drawn tile while it is to be laid.
    pub(crate) in_hand: Option<TileKindId>,
    /// The turn has begun: a tile was drawn, perhaps one that did not fit, or a ransom was decided.
    pub(crate) has_drawn: bool,
    /// Where an abbot was recalled from in this turn, until it is scored.
    pub(crate) recalled: Option<SegmentId>,
    /// Tiles laid by players so far.
    pub(crate) laid: u32,
    /// The gingerbread man has left a completed city in this turn (GINGER-D3).
    pub(crate) has_moved_gingerbread: bool,
    /// The turn was given by a builder, and the fairy does not greet in it (DRAGON-47).
    pub(crate) is_by_builder: bool,
}

impl Tell for Turn {
    fn tell(&self, state: &State, tell: &mut impl FnMut(Fact)) {
        let Turn {
            // How the turn came about, which no rule asks for.
            number: _,
            has_drawn: _,
            active,
            step,
            in_hand,
            recalled,
            laid,
            has_moved_gingerbread,
            is_by_builder,
        } = *self;
        let fact = Fact::about(About::Turn).player(active).number(step as u8).number(laid);
        tell(fact.number(has_moved_gingerbread).number(is_by_builder));
        if let Some(kind) = in_hand {
            tell(Fact::about(About::InHand).number(state.game.kind(kind).tile.id.0));
        }
        if let Some(segment) = recalled {
            tell(Fact::about(About::Recalled).spot(state.spot(segment)));
        }
    }
}

impl State {
    /// Goes on from a step; a plain game passes over the lines that it does not have.
    #[inline]
    fn go(&mut self, from: Step, next: Next) {
        let to = match next {
            Next::On => NEXT[from as usize],
            Next::Again => from,
            Next::To(step) => step,
        };
        self.turn.step = if self.game.is_plain() { PLAIN[to as usize] } else { to };
    }

    /// What is asked.
    pub fn decision(&self) -> Decision {
        self.asked().unwrap_or(Decision::Over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::NoEvents;
    use crate::game::{Game, Options};
    use crate::module::{BASES, MODULES, Module};
    use std::mem::{Discriminant, discriminant};

    /// As many modules as go together, the first ones of this order.
    fn crowded(options: Options, modules: impl Iterator<Item = Module>) -> State {
        let add = |options: Options, module| {
            Some(options.with(module)).filter(|&more| Game::new(more).is_ok()).unwrap_or(options)
        };
        State::new(Game::new(modules.fold(options, add)).unwrap())
    }

    /// Every stage refuses by itself what it does not list, also what the script would not hand to it, and the script hands it
    /// all that it lists. The actions are those that were last legal, one of each kind.
    #[test]
    fn a_stage_lets_through_what_it_lists_and_nothing_else() {
        let mut last: Vec<(Discriminant<Action>, Action)> = Vec::new();
        let mut met: Vec<Step> = Vec::new();
        for info in BASES {
            for turns in 0..30 {
                let options = Options::new(info.base, 3);
                let modules = MODULES.iter().map(|info| info.module);
                let mut state =
                    if turns % 2 == 0 { crowded(options, modules) } else { crowded(options, modules.rev()) };
                let mut dice = turns as usize;
                while !state.is_over() {
                    let legal = state.legal_actions();
                    for &(_, action) in &last {
                        let is_let = state.check_in_stage(action).is_ok();
                        assert_eq!(is_let, legal.contains(&action), "{action:?} at {:?}", state.turn.step);
                        assert_eq!(is_let, state.check(action).is_ok(), "{action:?} at {:?}", state.turn.step);
                    }
                    if !met.contains(&state.turn.step) {
                        met.push(state.turn.step);
                    }
                    for &action in &legal {
                        let kind = discriminant(&action);
                        match last.iter_mut().find(|(known, _)| *known == kind) {
                            Some(one) => one.1 = action,
                            None => last.push((kind, action)),
                        }
                    }
                    dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    state.resolve(legal[(dice >> 33) % legal.len()], &mut NoEvents);
                }
            }
        }
        let asked = last.iter().flat_map(|&(_, action)| takers(action));
        // Rare, and with the answers of the step in which mage and witch are moved otherwise.
        let is_rare = |step: &&Step| matches!(step, Step::PartAfterPut | Step::PartAfterMove);
        let missed: Vec<_> = asked.filter(|step| !met.contains(step) && !is_rare(step)).collect();
        assert!(missed.is_empty(), "{missed:?} of {} kinds of actions", last.len());
        assert!(last.len() >= 35, "{} kinds of actions of 38", last.len());
    }
}
