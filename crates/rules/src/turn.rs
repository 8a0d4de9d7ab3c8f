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
use crate::script::turn_script;
use crate::stage::{Ask, Binding, Effect, Next, Question};
use crate::stages::{deploy, draw, end, place, score};
use crate::state::State;
use crate::track;

turn_script! {
    Spring            = 29 => module question river::LaySpring,           // COMBO-D3
    Start             = 30 => module effect   dragon::Greeting,           // ORDER-1
    StartRansom       = 31 => module question tower::EarlyRansom,         // ORDER-20
    Draw              =  0 => plain  question draw::Draw,                 // BASE-12, ORDER-2
    Plague            = 32 => module question wheel::Plague,              // ORDER-3
    Crowns            = 44 => module effect   wheel::Crowns,              // WHEEL-35
    Drawn             = 45 => module effect   draw::Drawn,                // WHEEL-16
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
    FindFerries       = 46 => module effect   ferries::FindMovable,       // FERRY-10
    MoveFerry         = 16 => module question ferries::MoveFerry,         // TURN-17
    PartAfterMove     = 17 => module question magic::PartAfterMove,       // MAGIC-9
    TakeOff           = 35 => module effect   dragon::TakeOff,            // ORDER-10
    Flight            = 36 => module question dragon::Flight,             // ORDER-10
    Completed         = 37 => module effect   score::Completed,           // ORDER-11
    MoveOut           = 38 => module question count::MoveOut,             // ORDER-11
    Score             =  3 => plain  effect   score::Score,               // BASE-23, TURN-19
    Features          = 18 => module question score::Features,            // TURN-20 to TURN-24
    GingerbreadHome   = 27 => module question gingerbread::LeaveCity,     // ORDER-26
    BeginPigs         = 47 => module effect   traders::BeginPigs,         // TRADE-D5
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
            Step::Plague | Step::Crowns | Step::Drawn | Step::Sack | Step::Place => Part::InHand,
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
            | Step::FindFerries
            | Step::MoveFerry
            | Step::PartAfterMove
            | Step::TakeOff
            | Step::Flight
            | Step::Completed
            | Step::MoveOut
            | Step::Score
            | Step::Features
            | Step::GingerbreadHome
            | Step::BeginPigs
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

    /// Whether it stands in the script after another one.
    pub(crate) fn is_after(self, other: Step) -> bool {
        let line = |step| SCRIPT.iter().position(|&(known, _)| known == step);
        line(self) > line(other)
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
    use crate::notation;
    use std::mem::{Discriminant, discriminant};

    /// As many modules as go together, the first ones of this order.
    fn crowded(options: Options, modules: impl Iterator<Item = Module>) -> State {
        let add = |options: Options, module| {
            Some(options.with(module)).filter(|&more| Game::new(more).is_ok()).unwrap_or(options)
        };
        State::new(Game::new(modules.fold(options, add)).unwrap())
    }

    /// A position of the base v3 after these answers.
    fn played(position: &str, answers: &str) -> State {
        let mut state = notation::parse_position(&format!("bastide-position 1 base=v3 {position}")).unwrap();
        for answer in answers.split(" | ") {
            state.apply(notation::parse_action(&state, answer).unwrap()).unwrap();
        }
        state
    }

    /// The kind of an action; to take back a figure is one, with and without its companion.
    fn kind(action: Action) -> Discriminant<Action> {
        discriminant(&if let Action::ReturnBoth { figure, spot } = action {
            Action::Return { figure, spot }
        } else {
            action
        })
    }

    /// What the stages were met with.
    #[derive(Default)]
    struct Seen {
        /// Of each kind of action the one that was last legal.
        last: Vec<(Discriminant<Action>, Action)>,
        /// The questions that were asked.
        asked: Vec<Step>,
        /// The kinds of actions that a question has listed.
        listed: Vec<(Step, Discriminant<Action>)>,
        /// The kinds of actions that a question has refused with a reason of its own.
        judged: Vec<(Step, Action)>,
    }

    impl Seen {
        /// Asks the stage about an action of each kind: it lets through what it lists and nothing else.
        fn look(&mut self, state: &State) -> Vec<Action> {
            let (step, legal) = (state.turn.step, state.legal_actions());
            if !self.asked.contains(&step) {
                self.asked.push(step);
            }
            for &action in &legal {
                let variant = discriminant(&action);
                match self.last.iter_mut().find(|(known, _)| *known == variant) {
                    Some(one) => one.1 = action,
                    None => self.last.push((variant, action)),
                }
                if !self.listed.contains(&(step, kind(action))) {
                    self.listed.push((step, kind(action)));
                }
            }
            for &(_, action) in &self.last {
                let answer = state.check(action);
                assert_eq!(answer.is_ok(), legal.contains(&action), "{action:?} at {step:?}");
                let is_judged = !matches!(answer, Ok(()) | Err(Refusal::NotAsked(_) | Refusal::GameOver));
                if is_judged && !self.judged.iter().any(|&(known, other)| known == step && kind(other) == kind(action))
                {
                    self.judged.push((step, action));
                }
            }
            legal
        }
    }

    /// Every stage lets through what it lists and nothing else, and has a reason of its own only for actions that it lists
    /// at some time: all others do not answer what is asked. Every question of the script is met.
    #[test]
    fn a_stage_lets_through_what_it_lists_and_nothing_else() {
        let mut seen = Seen::default();
        for info in BASES {
            for turns in 0..30 {
                let options = Options::new(info.base, 3);
                let modules = MODULES.iter().map(|info| info.module);
                let mut state =
                    if turns % 2 == 0 { crowded(options, modules) } else { crowded(options, modules.rev()) };
                let mut dice = turns as usize;
                while !state.is_over() {
                    let legal = seen.look(&state);
                    dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    state.resolve(legal[(dice >> 33) % legal.len()], &mut NoEvents);
                }
                seen.look(&state);
            }
        }
        // Rare: features that share ingots, and ferries that join mage and witch.
        let shared = "with=gold players=2 turn=5 next=1 points=0,0 \
                      tiles=Ds@0,0/r0;W@-1,0/r0;N@0,-1/r1;N@1,-1/r2 \
                      figures=1.meeple@-1,0/road:E;2.meeple@0,-1/city:S ingots=1@0,0";
        seen.look(&played(shared, "L | 1,0 r0 | pass"));
        let put = "with=ferries,magic players=2 turn=9 next=1 points=0,0 \
                   tiles=Ds@0,0/r0;B@0,1/r0;B@1,1/r0;B@2,1/r0;U@2,0/r1 magic=mage@0,0/road:E;witch@2,0/road:E";
        seen.look(&played(put, "ferries/B | 1,0 r2 | pass | ferry road:E-road:W"));
        let moved = "with=ferries,magic players=2 turn=9 next=1 points=0,0 \
                     tiles=Ds@0,0/r0;B@1,-1/r0;B@2,-1/r0;B@3,-1/r0;ferries/B@1,0/r0;ferries/B@3,0/r0 \
                     ferries=1,0/road:E-road:W;3,0/road:E-road:W magic=mage@0,0/road:E;witch@1,0/road:S";
        seen.look(&played(moved, "U | 2,0 r1 | pass | ferry 1,0 road:S-road:W"));

        let missed: Vec<_> = QUESTIONS.iter().flatten().filter(|step| !seen.asked.contains(step)).collect();
        assert!(missed.is_empty(), "{missed:?} were not asked");
        seen.judged.retain(|&(step, action)| !seen.listed.contains(&(step, kind(action))));
        assert!(seen.judged.is_empty(), "{:?} are no answers there", seen.judged);
        assert!(seen.last.len() >= 35, "{} kinds of actions of 38", seen.last.len());
    }
}
