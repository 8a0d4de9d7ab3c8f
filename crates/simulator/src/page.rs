//! A page: somebody who plays, writes, loses the connection and comes back by themselves, and remembers what they were
//! promised.

use std::rc::Rc;

use bastide_bots::Rng;
use bastide_table::identity::Identity;
use bastide_table::wire::{ChatLine, ClientMessage, GameView, Keep, PROTOCOL, ServerMessage, Status, TileView};

/// What a page was promised: it must be so at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Promise {
    /// These actions are stored, from this number on.
    Confirmed { after: u32, actions: Vec<String> },
    /// This line is in the chat.
    Wrote { text: String },
    /// The seat is theirs.
    Seated { seat: u8 },
}

/// What a page shows, put together from what it was sent.
#[derive(Clone, Default)]
pub(crate) struct Shown {
    pub(crate) view: Option<Box<GameView>>,
    pub(crate) tiles: Vec<TileView>,
    pub(crate) log: Vec<String>,
    pub(crate) history: Vec<Vec<i32>>,
    pub(crate) chat: Vec<ChatLine>,
    /// The drafted answers.
    answers: Vec<String>,
}

pub(crate) struct Page {
    pub(crate) game: usize,
    pub(crate) who: Option<Identity>,
    pub(crate) connection: Option<u64>,
    pub(crate) shown: Shown,
    pub(crate) promises: Vec<Promise>,
    /// The draft that was confirmed and is not answered.
    awaited: Option<u32>,
    /// The seat that it wants to take.
    pub(crate) wants: Option<u8>,
    lines: u32,
    name: String,
}

impl Page {
    pub(crate) fn new(game: usize, who: Option<Identity>, wants: Option<u8>, name: String) -> Page {
        Page {
            game,
            who,
            connection: None,
            shown: Shown::default(),
            promises: Vec::new(),
            awaited: None,
            wants,
            lines: 0,
            name,
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.shown.view.as_ref().is_some_and(|view| view.status == Status::Finished)
    }

    /// What is confirmed is the draft as it was shown last: something that came late from an earlier connection of the
    /// same person may have changed it, and this page was told so before.
    fn confirmed(&mut self, draft: u32) {
        if self.awaited.take_if(|number| *number == draft).is_some() {
            let actions = self.shown.answers.clone();
            self.promises.push(Promise::Confirmed { after: draft - actions.len() as u32, actions });
        }
    }

    /// The connection is lost: what was asked for and not answered is not known.
    pub(crate) fn lose(&mut self) {
        self.connection = None;
        self.awaited = None;
        self.shown = Shown::default();
    }

    pub(crate) fn read(&mut self, message: &Rc<ServerMessage>) {
        match &**message {
            ServerMessage::View { keep, view } => self.shown.update(*keep, view),
            ServerMessage::Stored { draft } => self.confirmed(*draft),
            ServerMessage::Chat { line, .. } => {
                self.shown.chat.push(line.clone());
                if line.name == self.name && line.text.starts_with(&self.name) {
                    self.promises.push(Promise::Wrote { text: line.text.clone() });
                }
            }
            // Nothing has happened, or something else was asked for in vain: either way the page may try again.
            ServerMessage::Problem { .. } => self.awaited = None,
            _ => {}
        }
    }

    /// What it does next, if anything.
    pub(crate) fn act(&mut self, rng: &mut Rng) -> Vec<ClientMessage> {
        if self.is_over() || self.awaited.is_some() {
            return Vec::new();
        }
        let Some(view) = &self.shown.view else { return Vec::new() };
        let is_seated = view.seats.iter().any(|seat| seat.yours);
        if is_seated && rng.below(20) == 0 && self.lines < 6 {
            self.lines += 1;
            let Some(own) = view.seats.iter().find(|seat| seat.yours) else { return Vec::new() };
            self.name = own.name.clone();
            let text = format!("{} {}", self.name, self.lines);
            return vec![ClientMessage::Chat { text }];
        }
        let draft = view.draft;
        let is_asked = view.status == Status::Running
            && view.decision.seat.is_some_and(|seat| view.seats[usize::from(seat)].yours);
        if view.must_confirm {
            if rng.below(8) == 0 {
                return vec![ClientMessage::Undo { draft }];
            }
            self.awaited = Some(draft);
            // Somebody is impatient.
            let times = 1 + usize::from(rng.below(10) == 0);
            return vec![ClientMessage::Confirm { draft }; times];
        }
        if !is_asked {
            return Vec::new();
        }
        if view.decision.options.is_empty() {
            // After something was taken back this page does not remember what was asked before.
            return vec![ClientMessage::Hello { protocol: PROTOCOL, seen: None }];
        }
        if view.can_undo && rng.below(6) == 0 {
            return vec![ClientMessage::Undo { draft }];
        }
        let option = &view.decision.options[rng.below(view.decision.options.len() as u32) as usize];
        vec![ClientMessage::Act { draft, action: option.action.clone() }]
    }
}

impl Shown {
    fn update(&mut self, keep: Option<Keep>, view: &GameView) {
        let is_whole = keep.is_none();
        let keep = keep.unwrap_or_default();
        cut(&mut self.tiles, keep.tiles, &view.board.tiles);
        let log: Vec<String> = view.log.iter().map(|entry| format!("{entry:?}")).collect();
        cut(&mut self.log, keep.log, &log);
        cut(&mut self.history, keep.history, &view.history);
        if !keep.chat {
            self.chat.clone_from(&view.chat);
        }
        let answers: Vec<String> = view.answered.iter().map(|answered| answered.answer.clone()).collect();
        cut(&mut self.answers, if is_whole { 0 } else { keep.answered }, &answers);
        self.view = Some(Box::new(view.clone()));
    }
}

/// Keeps the beginning of a list and adds the rest.
fn cut<T: Clone>(list: &mut Vec<T>, kept: u32, rest: &[T]) {
    list.truncate(kept as usize);
    list.extend_from_slice(rest);
}
