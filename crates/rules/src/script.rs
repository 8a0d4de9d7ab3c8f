//! What the script of the turn is made into. [`turn`](crate::turn) has the script itself, one line for each step; this file
//! has the macro that makes the steps, their order and the dispatches of it.
//!
//! For a plain question and an effect of a module,
//!
//! ```text
//! turn_script! {
//!     Place  = 1 => plain  question place::Place,
//!     Placed = 8 => module effect   place::Placed,
//! }
//! ```
//!
//! it makes
//!
//! ```text
//! enum Step { Place = 1, Placed = 8 }
//!
//! const SCRIPT: &[(Step, bool)] = &[(Step::Place, true), (Step::Placed, false)];
//!
//! impl State {
//!     fn advance(&mut self, sink) {
//!         loop {
//!             match self.turn.step {
//!                 Step::Place => match <place::Place as Question>::enter(self, sink) {
//!                     Ask::Waits => return,
//!                     Ask::Goes(next) => self.go(Step::Place, next),
//!                 },
//!                 Step::Placed => if self.waits_in_module(sink) { return },
//!             }
//!         }
//!     }
//!
//!     // Not inlined. The plain lines are here too, since a match must be complete; nobody comes to them.
//!     fn waits_in_module(&mut self, sink) -> bool {
//!         let ask = match self.turn.step {
//!             Step::Place => <place::Place as Question>::enter(self, sink),
//!             Step::Placed => Ask::Goes(<place::Placed as Effect>::happen(self, sink)),
//!         };
//!         // Waits, or goes on as above.
//!     }
//!
//!     fn check(&self, action) -> Result<(), Refusal> {
//!         match self.turn.step {
//!             Step::Place => <place::Place as Question>::check(self, action),
//!             Step::Placed => Err(self.not_asked()),
//!         }
//!     }
//! }
//! ```
//!
//! and `resolve`, `list`, `binding` and `asked` alike. The names that it uses are those of `turn.rs`.

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

        /// The steps with a question, all of which the tests must meet.
        #[cfg(test)]
        const QUESTIONS: &[Option<Step>] = &[$(turn_script!(@question $kind $step),)*];

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
    (@question effect $step:ident) => { None };
    (@question question $step:ident) => { Some(Step::$step) };
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

pub(crate) use turn_script;
