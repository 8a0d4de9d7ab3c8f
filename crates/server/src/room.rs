//! The owner of one game: the only task that changes it.
//!
//! What the player to move has done since the last confirmation is a draft, a stack of tables on
//! top of the committed one; others do not see it. A confirmation draws what chance owes, stores
//! everything together, and only then becomes the committed table.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use bastide_rules::notation;
use bastide_rules::{Action, Actor, State};
use tokio::sync::{mpsc, oneshot};

use crate::clock::Clocks;
use crate::fairness::Seed;
use crate::identity::{Identity, hash, new_id, new_secret};
use crate::limits;
use crate::offer::capitalised;
use crate::problem::Refused;
use crate::reason::reason;
use crate::replay::{Replay, record_text, replay};
use crate::rooms::{Rooms, new_game, now, seat_link, summary};
use crate::seats::{SUBSTITUTE, Seat, mask, unused_name};
use crate::store::{Change, GameSetup, Progress, StoredGame, StoredLine, StoredNote};
use crate::table::{Table, seat_of};
use crate::view::{Audience, game_view, past_board, pointed, region_info};
use crate::wire::{
    ChatLine, ClientMessage, Created, DrawView, Draws, GameView, SeatLink, SeatOffer, ServerMessage, Status,
};

/// What the owner of a game is asked.
pub enum Ask {
    /// A socket wants to follow the game.
    Join { who: Option<Identity>, out: mpsc::Sender<Utf8Bytes>, reply: oneshot::Sender<Result<Joined, Refused>> },
    /// A socket is gone.
    Leave { socket: u64 },
    /// A socket says something.
    Say { socket: u64, message: ClientMessage },
    /// Whether somebody plays or is the host, and does not only watch.
    IsPlayer { who: Option<Identity>, reply: oneshot::Sender<bool> },
    /// The view of somebody.
    View { who: Option<Identity>, reply: oneshot::Sender<GameView> },
    /// The record as text.
    Record { reply: oneshot::Sender<String> },
    /// All draws, when the game is over.
    Draws { reply: oneshot::Sender<Result<Draws, Refused>> },
    /// The committed state and the colours, for a picture.
    Snapshot { reply: oneshot::Sender<(State, Vec<String>)> },
    /// What a seat link offers.
    SeatOffer { seat: u8, key: String, who: Option<Identity>, reply: oneshot::Sender<Result<SeatOffer, Refused>> },
    /// Somebody takes a seat.
    Take { seat: u8, key: String, name: String, who: Identity, reply: oneshot::Sender<Result<(), Refused>> },
    /// The host wants a new link for a seat.
    Link { seat: u8, who: Identity, reply: oneshot::Sender<Result<SeatLink, Refused>> },
    /// Somebody wants to play again.
    Rematch { who: Identity, reply: oneshot::Sender<Result<Created, Refused>> },
    /// A bot has thought about the game as it was at this point.
    BotMoved { generation: u64, actions: Vec<Action> },
}

/// A socket that follows the game.
pub struct Joined {
    /// Its number.
    pub socket: u64,
    /// The owner of the game.
    pub room: mpsc::Sender<Ask>,
}

struct Socket {
    who: Option<Identity>,
    out: mpsc::Sender<Utf8Bytes>,
}

/// One game.
pub struct Room {
    rooms: Arc<Rooms>,
    me: mpsc::WeakSender<Ask>,
    /// The game as it is stored, without actions and chat.
    game: StoredGame,
    chat: Vec<StoredLine>,
    damage: Option<String>,
    /// Actions that could not be replayed.
    lost: Vec<String>,
    /// Whether a damaged game could be played on from its last good action.
    is_playable: bool,
    table: Table,
    draft: Vec<Table>,
    clocks: Clocks,
    sockets: HashMap<u64, Socket>,
    next_socket: u64,
    number: u32,
    /// Changes with everything that makes the thoughts of a bot worthless.
    generation: u64,
    is_bot_thinking: bool,
    asked_last: Instant,
    /// The change that is being stored sets aside what could not be replayed.
    sets_aside: bool,
    /// After storage has failed nothing is tried on its own before this time.
    quiet_until: Instant,
}

impl Room {
    /// The game as its record says. A record that cannot be replayed ends at its last good action.
    pub fn restore(rooms: Arc<Rooms>, mut game: StoredGame, me: mpsc::WeakSender<Ask>) -> Room {
        let Replay { table, damage, lost, is_playable } = replay(&game);
        let players = game.seats.len();
        let chat = std::mem::take(&mut game.chat);
        game.notes = Vec::new();
        game.actions = Vec::new();
        let clocks = Clocks::new(game.setup.clock.clone(), players, &game.progress.clocks);
        let number = table.count() + chat.len() as u32;
        let now = Instant::now();
        Room {
            rooms,
            me,
            chat,
            damage,
            lost,
            is_playable,
            table,
            draft: Vec::new(),
            clocks,
            sockets: HashMap::new(),
            next_socket: 0,
            number,
            generation: 0,
            is_bot_thinking: false,
            asked_last: now,
            sets_aside: false,
            quiet_until: now,
            game,
        }
    }

    /// Answers until nobody has asked for a while.
    pub async fn run(mut self, mut queue: mpsc::Receiver<Ask>) {
        if self.game.damaged != self.damage.is_some() {
            self.game.damaged = self.damage.is_some();
            let change = Change { damaged: Some(self.game.damaged), ..self.change() };
            if let Err(error) = self.rooms.store.change(change).await {
                tracing::error!(%error, game = self.game.id, "storage refused");
            }
        }
        self.go_on().await;
        let mut stopping = self.rooms.stopping.subscribe();
        if *stopping.borrow() {
            return;
        }
        loop {
            let (wake, is_idle) = self.next_wake();
            tokio::select! {
                _ = stopping.changed() => return,
                ask = queue.recv() => match ask {
                    Some(ask) => {
                        self.asked_last = Instant::now();
                        self.answer(ask).await;
                    }
                    None => return,
                },
                () = tokio::time::sleep_until(wake.into()) => {
                    if is_idle {
                        // Who has asked in this very moment asks the next owner.
                        queue.close();
                        return;
                    }
                    self.go_on().await;
                }
            }
        }
    }

    /// When to look at the clock, or to end because nobody is there.
    fn next_wake(&self) -> (Instant, bool) {
        if let Some((_, deadline)) = self.clocks.deadline() {
            return (deadline.max(self.quiet_until), false);
        }
        if self.sockets.is_empty() && !self.is_bot_thinking {
            return (self.asked_last + self.rooms.idle, true);
        }
        let far = Instant::now() + Duration::from_secs(3600);
        (if self.quiet_until > Instant::now() { self.quiet_until } else { far }, false)
    }

    // What the view shows.

    pub(crate) fn id(&self) -> &str {
        &self.game.id
    }

    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    pub(crate) fn status(&self) -> Status {
        self.game.status
    }

    pub(crate) fn setup(&self) -> &GameSetup {
        &self.game.setup
    }

    pub(crate) fn seats(&self) -> &[Seat] {
        &self.game.seats
    }

    pub(crate) fn seed(&self) -> &Seed {
        &self.game.seed
    }

    pub(crate) fn chat(&self) -> &[StoredLine] {
        &self.chat
    }

    pub(crate) fn rematch(&self) -> Option<&str> {
        self.game.rematch.as_deref()
    }

    pub(crate) fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Whether the host may go on without what is damaged.
    pub(crate) fn can_continue(&self) -> bool {
        self.damage.is_some() && self.is_playable && self.game.status == Status::Running
    }

    pub(crate) fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The committed table.
    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    /// The table as somebody sees it: with the draft, if it is theirs.
    pub(crate) fn table_for(&self, audience: Audience) -> &Table {
        match self.draft.last() {
            Some(draft) if self.table.asked().is_some_and(|seat| audience.plays(seat)) => draft,
            _ => &self.table,
        }
    }

    /// The seat whose draft somebody sees.
    pub(crate) fn draft_for(&self, audience: Audience) -> Option<u8> {
        self.table.asked().filter(|&seat| !self.draft.is_empty() && audience.plays(seat))
    }

    /// The tables before each drafted action, and the actions.
    pub(crate) fn answered(&self) -> impl Iterator<Item = (&Table, Action)> {
        let before = std::iter::once(&self.table).chain(&self.draft);
        before.zip(&self.draft).filter_map(|(before, after)| Some((before, *after.played.last()?)))
    }

    /// Whether the person of a seat follows the game.
    pub(crate) fn is_connected(&self, seat: u8) -> bool {
        let owner = self.game.seats.get(usize::from(seat)).and_then(|seat| seat.owner);
        owner.is_some() && self.sockets.values().any(|socket| socket.who == owner)
    }

    fn audience(&self, who: Option<Identity>) -> Audience {
        Audience { seats: mask(&self.game.seats, who), host: who == Some(self.game.host) }
    }

    /// Whether somebody plays or is the host.
    fn is_player(&self, who: Option<Identity>) -> bool {
        let audience = self.audience(who);
        audience.seats != 0 || audience.host
    }

    /// How many sockets only watch.
    fn watching(&self) -> usize {
        self.sockets.values().filter(|socket| self.audience(socket.who).seats == 0).count()
    }

    // Answers.

    async fn answer(&mut self, ask: Ask) {
        // An answer that nobody waits for any more is dropped.
        match ask {
            Ask::Join { who, out, reply } => {
                let joined = self.join(who, out);
                let is_in = joined.is_ok();
                let socket = joined.as_ref().map_or(0, |joined| joined.socket);
                if reply.send(joined).is_err() {
                    self.sockets.remove(&socket);
                } else if is_in {
                    self.send_view(socket);
                    self.send_presence();
                }
            }
            Ask::Leave { socket } => {
                if self.sockets.remove(&socket).is_some() {
                    self.send_presence();
                }
            }
            Ask::Say { socket, message } => self.hear(socket, message).await,
            Ask::IsPlayer { who, reply } => {
                let _ = reply.send(self.is_player(who));
            }
            Ask::View { who, reply } => {
                let _ = reply.send(game_view(self, self.audience(who)));
            }
            Ask::Record { reply } => {
                let text = record_text(&self.game, &self.table, self.damage(), &self.lost);
                let _ = reply.send(text);
            }
            Ask::Draws { reply } => {
                let _ = reply.send(self.draws());
            }
            Ask::Snapshot { reply } => {
                let colours = self.game.seats.iter().map(|seat| seat.colour.clone()).collect();
                let _ = reply.send((self.table.state.clone(), colours));
            }
            Ask::SeatOffer { seat, key, who, reply } => {
                let _ = reply.send(self.offer_seat(seat, &key, who));
            }
            Ask::Take { seat, key, name, who, reply } => {
                let _ = reply.send(self.take(seat, &key, &name, who).await);
            }
            Ask::Link { seat, who, reply } => {
                let _ = reply.send(self.link(seat, who).await);
            }
            Ask::Rematch { who, reply } => {
                let _ = reply.send(self.play_again(who).await);
            }
            Ask::BotMoved { generation, actions } => {
                if generation == self.generation {
                    self.is_bot_thinking = false;
                    self.play_for_bot(actions).await;
                }
            }
        }
    }

    fn join(&mut self, who: Option<Identity>, out: mpsc::Sender<Utf8Bytes>) -> Result<Joined, Refused> {
        let limits = &self.rooms.limits;
        let own = self.sockets.values().filter(|socket| who.is_some() && socket.who == who).count();
        // Players are bounded by their number and need no places of the watchers.
        let is_full = !self.is_player(who) && self.watching() >= limits.watchers_of_game;
        if own >= limits.sockets_of_identity || is_full {
            return Err(Refused::too_many("Too many windows show this game. Close some of them."));
        }
        let room = self.me.upgrade().ok_or_else(Refused::busy)?;
        let socket = self.next_socket;
        self.next_socket += 1;
        self.sockets.insert(socket, Socket { who, out });
        Ok(Joined { socket, room })
    }

    async fn hear(&mut self, socket: u64, message: ClientMessage) {
        let Some(who) = self.sockets.get(&socket).map(|socket| socket.who) else { return };
        let audience = self.audience(who);
        let done = match message {
            ClientMessage::Hello { .. } => {
                self.send_view(socket);
                Ok(())
            }
            ClientMessage::Act { draft, action } => self.act(audience, draft, &action),
            ClientMessage::Undo { draft } => self.undo(audience, draft),
            ClientMessage::Confirm { draft } => self.confirm(socket, audience, draft).await,
            ClientMessage::Why { action, ask } => {
                let state = &self.table_for(audience).state;
                let reason = reason(state, notation::parse_action(state, &action));
                self.send(socket, &ServerMessage::Because { ask, reason });
                Ok(())
            }
            ClientMessage::WhyThere { at, segment, figure, ask } => {
                let state = &self.table_for(audience).state;
                let reason = reason(state, pointed(state, at, segment, &figure));
                self.send(socket, &ServerMessage::Because { ask, reason });
                Ok(())
            }
            ClientMessage::WhySpace { space, ask } => {
                let reason = reason(&self.table_for(audience).state, Some(Action::Robber(space)));
                self.send(socket, &ServerMessage::Because { ask, reason });
                Ok(())
            }
            ClientMessage::Region { at, segment, ask } => {
                let region = region_info(&self.table_for(audience).state, at, segment);
                self.send(socket, &ServerMessage::Region { ask, region });
                Ok(())
            }
            ClientMessage::Board { turn, ask } => {
                let board = Box::new(past_board(&self.table, turn));
                self.send(socket, &ServerMessage::Board { ask, board });
                Ok(())
            }
            ClientMessage::Chat { text } => self.write_line(audience, &text).await,
            ClientMessage::Resign { seat } => self.resign(audience, seat).await,
            ClientMessage::ReplaceByBot { seat, bot } => self.replace(audience, seat, &bot).await,
            ClientMessage::Start => self.start(audience).await,
            ClientMessage::Continue => self.play_on(audience).await,
            ClientMessage::Ping => {
                self.send(socket, &ServerMessage::Pong);
                Ok(())
            }
        };
        if let Err(refused) = done {
            let is_stale = refused.code == "stale";
            self.rooms.metrics.refused(refused.code);
            self.send(socket, &refused.message());
            if is_stale {
                self.send_view(socket);
            }
        }
    }

    // The draft.

    /// Refuses what does not come from the player who is asked, or answers an old view.
    fn check_turn(&self, audience: Audience, draft: u32) -> Result<(), Refused> {
        if let Some(damage) = &self.damage {
            return Err(Refused::conflict("damaged", damage.clone()));
        }
        if self.game.status != Status::Running {
            return Err(Refused::conflict("not-running", "The game is not running."));
        }
        if audience.seats == 0 {
            return Err(Refused::forbidden("not-seated", "You have no seat in this game; you can watch it."));
        }
        let is_asked = self.table.asked().is_some_and(|seat| audience.plays(seat));
        if draft != self.table_for(audience).count() {
            return Err(Refused::conflict("stale", "The game has moved on since this page saw it."));
        }
        if !is_asked {
            return Err(Refused::forbidden("not-your-turn", "It is another player's turn."));
        }
        Ok(())
    }

    fn act(&mut self, audience: Audience, draft: u32, text: &str) -> Result<(), Refused> {
        self.check_turn(audience, draft)?;
        let top = self.draft.last().unwrap_or(&self.table);
        if top.asked() != self.table.asked() {
            return Err(Refused::conflict("must-confirm", "Confirm the turn, or take something back."));
        }
        let action = notation::parse_action(&top.state, text)
            .ok_or_else(|| Refused::bad("illegal", "This does not answer what is asked."))?;
        let mut next = top.clone();
        next.apply(action).map_err(|error| Refused::bad("illegal", capitalised(&error.to_string())))?;
        self.draft.push(next);
        self.send_draft();
        Ok(())
    }

    fn undo(&mut self, audience: Audience, draft: u32) -> Result<(), Refused> {
        self.check_turn(audience, draft)?;
        if self.draft.pop().is_none() {
            return Err(Refused::conflict("nothing-to-undo", "What is confirmed cannot be taken back."));
        }
        self.send_draft();
        Ok(())
    }

    async fn confirm(&mut self, socket: u64, audience: Audience, draft: u32) -> Result<(), Refused> {
        self.check_turn(audience, draft)?;
        let Some(top) = self.draft.last() else {
            return Err(Refused::conflict("nothing-to-confirm", "There is nothing to confirm yet."));
        };
        if top.asked() == self.table.asked() {
            return Err(Refused::conflict("not-finished", "The turn is not finished yet."));
        }
        let next = top.clone();
        self.commit(next, self.game.seats.clone(), Vec::new()).await?;
        self.send(socket, &ServerMessage::Stored { draft });
        self.send_views();
        Ok(())
    }

    // Storing.

    fn change(&self) -> Change {
        let (sets_aside, damaged) = (self.sets_aside, self.sets_aside.then_some(false));
        Change { game: self.game.id.clone(), after: self.table.count(), sets_aside, damaged, ..Change::default() }
    }

    /// Makes a table and seats the committed ones: lets chance act, stores, and goes on.
    async fn commit(&mut self, mut next: Table, seats: Vec<Seat>, notes: Vec<String>) -> Result<(), Refused> {
        let after = self.table.count();
        let mut stored_notes = Vec::new();
        let mut draft = std::mem::take(&mut self.draft);
        for text in notes {
            next.note(text.clone());
            draft.iter_mut().for_each(|table| table.note(text.clone()));
            stored_notes.push(StoredNote { after, text });
        }
        let has_started = self.game.status != Status::Open || seats.iter().all(Seat::is_taken);
        if has_started && self.damage.is_none() {
            next.draw(&self.game.seed);
        }
        let status = match (has_started, next.state.is_over()) {
            (false, _) => Status::Open,
            (true, false) => Status::Running,
            (true, true) => Status::Finished,
        };
        let mut clocks = self.clocks.clone();
        let time = Instant::now();
        if next.count() > after {
            let has_ended = next.state.is_over() || next.state.turn_number() != self.table.state.turn_number();
            clocks.finish_move(has_ended.then(|| seat_of(self.table.state.active_player())), time);
        }
        let progress = Progress {
            left: next.state.tiles_left(),
            asked: next.asked(),
            points: next.state.points().to_vec(),
            clocks: clocks.stored(time),
        };
        let changed_seats = (0u8..).zip(&seats).zip(&self.game.seats).filter(|((_, new), old)| new != old);
        let change = Change {
            actions: std::mem::take(&mut next.fresh),
            notes: stored_notes,
            seats: changed_seats.map(|((place, seat), _)| (place, seat.clone())).collect(),
            status: Some(status),
            progress: Some(progress.clone()),
            time: now(),
            ..self.change()
        };
        let actions = change.actions.len();
        if let Err(error) = self.rooms.store.change(change).await {
            self.quiet_until = Instant::now() + Duration::from_secs(5);
            self.draft = draft;
            return Err(Refused::not_stored(&error));
        }
        self.rooms.metrics.stored(actions, time.elapsed());
        // A draft ends with its turn, or when its seat changes hands; other seats do not matter.
        let keeps_draft = next.count() == after
            && next.asked().is_some_and(|seat| seats.get(usize::from(seat)) == self.game.seats.get(usize::from(seat)));
        self.draft = if keeps_draft { draft } else { Vec::new() };
        self.table = next;
        self.clocks = clocks;
        self.game.seats = seats;
        self.game.status = status;
        self.game.progress = progress;
        self.game.changed = now();
        self.generation += 1;
        self.is_bot_thinking = false;
        self.wake_next();
        Ok(())
    }

    /// Starts the clock of who is asked, or lets a bot think.
    fn wake_next(&mut self) {
        let time = Instant::now();
        let asked = self.table.asked().filter(|_| self.game.status == Status::Running && self.damage.is_none());
        let Some(seat) = asked else { return self.clocks.stop(time) };
        match self.game.seats.get(usize::from(seat)).and_then(|seat| seat.bot.clone()) {
            None => self.clocks.run(seat, time),
            Some(bot) => {
                self.clocks.stop(time);
                if !self.is_bot_thinking {
                    self.is_bot_thinking = true;
                    self.let_think(bot);
                }
            }
        }
    }

    fn let_think(&self, bot: String) {
        let state = self.table.state.clone();
        let (me, generation) = (self.me.clone(), self.generation);
        let thinking = Arc::clone(&self.rooms.thinking);
        let pace = Duration::from_millis(u64::from(self.game.setup.bot_pace));
        tokio::spawn(async move {
            tokio::time::sleep(pace).await;
            let Ok(permit) = thinking.acquire_owned().await else { return };
            let kept = state.clone();
            let thought = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                whole_turn(&bot, state)
            });
            // A bot that fails must not stop the game.
            let actions = thought.await.unwrap_or_else(|_| whole_turn("random", kept));
            if let Some(me) = me.upgrade() {
                let _ = me.send(Ask::BotMoved { generation, actions }).await;
            }
        });
    }

    async fn play_for_bot(&mut self, actions: Vec<Action>) {
        let mut next = self.table.clone();
        for action in actions {
            if let Err(error) = next.apply(action) {
                tracing::error!(%error, game = self.game.id, "a bot chose an illegal action");
                break;
            }
        }
        if self.commit(next, self.game.seats.clone(), Vec::new()).await.is_ok() {
            self.send_views();
        }
    }

    /// Does what is due without anybody asking: first draws, bots, clocks.
    async fn go_on(&mut self) {
        if self.game.status != Status::Running || self.damage.is_some() {
            return;
        }
        if self.table.state.actor() == Actor::Chance || self.table.state.is_over() {
            if self.commit(self.table.clone(), self.game.seats.clone(), Vec::new()).await.is_ok() {
                self.send_views();
            }
            return;
        }
        let time = Instant::now();
        if let Some((seat, deadline)) = self.clocks.deadline()
            && deadline <= time
        {
            // If it cannot be stored it is tried again after a while.
            let _ = self.substitute(seat, SUBSTITUTE, vec![format!("timed-out:{seat}")], true).await;
            return;
        }
        self.wake_next();
    }

    // Seats.

    fn seat(&self, seat: u8) -> Result<&Seat, Refused> {
        self.game.seats.get(usize::from(seat)).ok_or_else(|| Refused::bad("no-seat", "There is no such seat."))
    }

    async fn substitute(&mut self, seat: u8, bot: &str, notes: Vec<String>, resigned: bool) -> Result<(), Refused> {
        self.seat(seat)?;
        let mut seats = self.game.seats.clone();
        seats[usize::from(seat)].bot = Some(bot.to_owned());
        seats[usize::from(seat)].resigned |= resigned;
        self.commit(self.table.clone(), seats, notes).await?;
        self.send_views();
        Ok(())
    }

    async fn resign(&mut self, audience: Audience, seat: u8) -> Result<(), Refused> {
        self.seat(seat)?;
        if !audience.plays(seat) {
            return Err(Refused::forbidden("not-your-seat", "Only who sits there can resign."));
        }
        if self.game.status == Status::Finished {
            return Err(Refused::conflict("not-running", "The game is over."));
        }
        self.substitute(seat, SUBSTITUTE, vec![format!("resigned:{seat}")], true).await
    }

    async fn replace(&mut self, audience: Audience, seat: u8, bot: &str) -> Result<(), Refused> {
        self.seat(seat)?;
        if !audience.host && !audience.plays(seat) {
            return Err(Refused::forbidden("not-your-seat", "Only the host or who sits there can call a bot."));
        }
        if self.game.status == Status::Finished {
            return Err(Refused::conflict("not-running", "The game is over."));
        }
        bastide_bots::by_name(bot, 0).map_err(|error| Refused::bad("no-bot", capitalised(&error.to_string())))?;
        self.substitute(seat, bot, vec![format!("replaced-by-bot:{seat}")], false).await
    }

    async fn start(&mut self, audience: Audience) -> Result<(), Refused> {
        if !audience.host {
            return Err(Refused::forbidden("not-host", "Only the host can begin the game."));
        }
        if self.game.status != Status::Open {
            return Err(Refused::conflict("not-open", "The game has begun already."));
        }
        let mut seats = self.game.seats.clone();
        for seat in seats.iter_mut().filter(|seat| !seat.is_taken()) {
            seat.bot = Some(SUBSTITUTE.to_owned());
        }
        self.commit(self.table.clone(), seats, Vec::new()).await?;
        self.send_views();
        Ok(())
    }

    /// Goes on from the last good action of a damaged game. The rest is set aside, not lost.
    async fn play_on(&mut self, audience: Audience) -> Result<(), Refused> {
        if !audience.host {
            return Err(Refused::forbidden("not-host", "Only the host can let the game go on."));
        }
        if !self.can_continue() {
            return Err(Refused::conflict("not-damaged", "There is nothing to go on from."));
        }
        let damage = self.damage.take();
        let lost = std::mem::take(&mut self.lost);
        self.sets_aside = true;
        let done = self.commit(self.table.clone(), self.game.seats.clone(), vec!["continued".to_owned()]).await;
        self.sets_aside = false;
        if done.is_err() {
            (self.damage, self.lost) = (damage, lost);
            return done;
        }
        self.game.set_aside.extend(lost);
        self.game.damaged = false;
        self.send_views();
        Ok(())
    }

    fn offer_seat(&self, place: u8, key: &str, who: Option<Identity>) -> Result<SeatOffer, Refused> {
        let seat = self.seat(place)?;
        seat.check_key(key)?;
        Ok(SeatOffer {
            game: summary(&self.game, who),
            seat: place,
            name: seat.name.clone(),
            taken: seat.owner.is_some(),
            yours: seat.owner.is_some() && seat.owner == who,
        })
    }

    async fn take(&mut self, place: u8, key: &str, name: &str, who: Identity) -> Result<(), Refused> {
        let seat = self.seat(place)?;
        seat.check_key(key)?;
        if seat.owner == Some(who) {
            return Ok(());
        }
        if seat.owner.is_some() {
            return Err(Refused::conflict(
                "taken",
                "Somebody has taken this seat. The host of the game can give out a new link for it.",
            ));
        }
        let Some(clean) = limits::clean_name(name) else {
            return Err(Refused::bad("name", format!("A name has 1 to {} visible characters.", limits::NAME)));
        };
        let mut seats = self.game.seats.clone();
        let name = unused_name(&seats, usize::from(place), &clean);
        let seat = &mut seats[usize::from(place)];
        (seat.name, seat.owner, seat.bot, seat.resigned) = (name, Some(who), None, false);
        self.rooms.store.set_name(who, clean).await?;
        self.commit(self.table.clone(), seats, Vec::new()).await?;
        self.send_views();
        Ok(())
    }

    async fn link(&mut self, place: u8, who: Identity) -> Result<SeatLink, Refused> {
        self.seat(place)?;
        if who != self.game.host {
            return Err(Refused::forbidden("not-host", "Only the host can give out links."));
        }
        if self.game.status == Status::Finished {
            return Err(Refused::conflict("not-running", "The game is over."));
        }
        let key = new_secret()?;
        let mut seats = self.game.seats.clone();
        seats[usize::from(place)].key = Some(hash(&key));
        seats[usize::from(place)].owner = None;
        self.commit(self.table.clone(), seats, Vec::new()).await?;
        self.send_views();
        Ok(seat_link(&self.game.id, usize::from(place), &key))
    }

    async fn play_again(&mut self, who: Identity) -> Result<Created, Refused> {
        if !self.game.seats.iter().any(|seat| seat.owner == Some(who)) && who != self.game.host {
            return Err(Refused::forbidden("not-seated", "Only who played can ask for a rematch."));
        }
        if self.game.status != Status::Finished {
            return Err(Refused::conflict("not-over", "The game is not over yet."));
        }
        if let Some(id) = &self.game.rematch {
            return Ok(Created { id: id.clone(), links: Vec::new() });
        }
        let (own, all) = self.rooms.store.unfinished(who).await?;
        if own >= self.rooms.limits.games_of_host || all >= self.rooms.limits.games {
            return Err(Refused::too_many("There are too many games that are not over."));
        }
        let mut seats = self.game.seats.clone();
        for seat in &mut seats {
            seat.key = None;
            if seat.owner.is_some() {
                (seat.bot, seat.resigned) = (None, false);
            }
        }
        let mut setup = self.game.setup.clone();
        setup.imported = 0;
        setup.first_drawn = false;
        setup.first = (setup.first + 1) % seats.len().max(1) as u8;
        let id = new_id()?;
        let seed = Seed::new().map_err(|_| Refused::busy())?;
        self.rooms.store.create(new_game(id.clone(), who, seed, setup, seats)).await?;
        self.rooms.store.change(Change { rematch: Some(id.clone()), ..self.change() }).await?;
        self.game.rematch = Some(id.clone());
        self.send_views();
        Ok(Created { id, links: Vec::new() })
    }

    // Chat.

    async fn write_line(&mut self, audience: Audience, text: &str) -> Result<(), Refused> {
        let seat = match self.table.asked().filter(|&seat| audience.plays(seat)) {
            Some(seat) => seat,
            None if audience.seats != 0 => audience.seats.trailing_zeros() as u8,
            None => return Err(Refused::forbidden("not-seated", "Only players write here.")),
        };
        let Some(text) = limits::clean(text, limits::CHAT) else {
            return Err(Refused::bad("chat", format!("A line has 1 to {} visible characters.", limits::CHAT)));
        };
        if self.chat.len() >= limits::CHAT_KEPT {
            return Err(Refused::too_many("The chat of this game is full."));
        }
        let name = self.seat(seat)?.name.clone();
        let line = StoredLine { seat: Some(seat), name, text, time: now() };
        self.rooms.store.change(Change { chat: Some(line.clone()), ..self.change() }).await?;
        self.number += 1;
        let message = encode(&ServerMessage::Chat { number: self.number, line: ChatLine::from(&line) });
        self.chat.push(line);
        self.sockets.retain(|_, socket| socket.out.try_send(message.clone()).is_ok());
        Ok(())
    }

    // What leaves.

    fn send(&mut self, socket: u64, message: &ServerMessage) {
        // A socket that does not read is let go; its page will come back.
        if self.sockets.get(&socket).is_some_and(|socket| socket.out.try_send(encode(message)).is_err()) {
            self.sockets.remove(&socket);
        }
    }

    fn send_view(&mut self, socket: u64) {
        let Some(who) = self.sockets.get(&socket).map(|socket| socket.who) else { return };
        let view = game_view(self, self.audience(who));
        self.send(socket, &ServerMessage::View { view: Box::new(view) });
    }

    /// Sends everybody the game as they may see it.
    fn send_views(&mut self) {
        self.number += 1;
        self.send_views_to(|_| true);
    }

    /// Sends the draft to those who may see it.
    fn send_draft(&mut self) {
        let asked = self.table.asked();
        self.send_views_to(|audience| asked.is_some_and(|seat| audience.plays(seat)));
    }

    fn send_views_to(&mut self, is_meant: impl Fn(Audience) -> bool) {
        let mut made: HashMap<Audience, Utf8Bytes> = HashMap::new();
        let mut gone = Vec::new();
        for (&id, socket) in &self.sockets {
            let audience = self.audience(socket.who);
            if !is_meant(audience) {
                continue;
            }
            let message = made
                .entry(audience)
                .or_insert_with(|| encode(&ServerMessage::View { view: Box::new(game_view(self, audience)) }));
            if socket.out.try_send(message.clone()).is_err() {
                gone.push(id);
            }
        }
        for id in gone {
            self.sockets.remove(&id);
        }
    }

    fn send_presence(&mut self) {
        let seats: Vec<_> = (0..self.game.seats.len() as u8).map(|seat| self.is_connected(seat)).collect();
        let watching = self.watching() as u32;
        let message = encode(&ServerMessage::Presence { seats, watching });
        self.sockets.retain(|_, socket| socket.out.try_send(message.clone()).is_ok());
    }

    /// Everything that is needed to check the draws.
    fn draws(&self) -> Result<Draws, Refused> {
        if self.game.status != Status::Finished {
            return Err(Refused::conflict("not-over", "The draws can be checked when the game is over."));
        }
        let mut replay = Table::new(Arc::clone(self.table.state.game()));
        let mut draws = Vec::new();
        let imported = self.game.setup.imported;
        for &action in &self.table.played {
            if replay.state.actor() == Actor::Chance && replay.count() >= imported {
                let outcomes = replay.outcomes();
                let drawn = outcomes.iter().find(|outcome| outcome.1 == action).map(|outcome| outcome.0.clone());
                draws.push(DrawView {
                    number: replay.draws as u32 + 1,
                    outcomes: outcomes.into_iter().map(|(name, _, weight)| (name, weight)).collect(),
                    drawn: drawn.unwrap_or_default(),
                });
            }
            if replay.apply(action).is_err() {
                break;
            }
        }
        let GameSetup { first, first_drawn, .. } = self.game.setup;
        let (commitment, seed) = (self.game.seed.commitment(), self.game.seed.reveal());
        Ok(Draws { commitment, seed, first, first_drawn, seats: self.game.seats.len() as u8, draws })
    }
}

impl From<&StoredLine> for ChatLine {
    fn from(line: &StoredLine) -> ChatLine {
        ChatLine { seat: line.seat, name: line.name.clone(), text: line.text.clone(), time: line.time }
    }
}

/// A message as it goes over the wire.
pub fn encode(message: &ServerMessage) -> Utf8Bytes {
    // The types of the wire have string keys only, so this cannot fail.
    serde_json::to_string(message).unwrap_or_else(|_| "{\"type\":\"pong\"}".to_owned()).into()
}

/// The actions of a bot until somebody else is asked.
fn whole_turn(bot: &str, mut state: State) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut bytes = [0; 8];
    // Without randomness the bot is only less varied.
    let _ = getrandom::fill(&mut bytes);
    let seed = u64::from_le_bytes(bytes);
    let Ok(mut bot) = bastide_bots::by_name(bot, seed).or_else(|_| bastide_bots::by_name("random", seed)) else {
        return actions;
    };
    let actor = state.actor();
    while state.actor() == actor && matches!(actor, Actor::Player(_)) {
        let action = bot.choose(&state);
        if state.apply(action).is_err() {
            break;
        }
        actions.push(action);
    }
    actions
}
