//! What can be asked of a room at any time; nothing changes by it.

use std::sync::Arc;

use bastide_rules::{Action, Actor, notation};

use super::Room;
use crate::clock::{Clocks, Now};
use crate::fairness::Seed;
use crate::identity::Identity;
use crate::pictures::Snapshot;
use crate::refused::Refused;
use crate::replay::record_text;
use crate::seats::{Seat, bits, mask};
use crate::stored::{GameSetup, StoredLine, summary};
use crate::table::Table;
use crate::view::{Audience, game_view};
use crate::wire::{DrawView, Draws, GameView, ProblemCode, SeatOffer, Status};

/// A room without visitors in which nobody's time is up for so many milliseconds can be put away.
const AWAY: u64 = 3_600_000;

impl Room {
    /// When [`Input::Tick`](super::Input::Tick) is due, if nothing else happens before.
    pub fn wake(&self, now: Now) -> Option<u64> {
        if self.storing.is_some() {
            return None;
        }
        let shares = self.shares_until.filter(|_| self.awaits_shares());
        if let Some(deadline) = shares.or_else(|| self.deadline(now).map(|(_, deadline)| deadline)) {
            return Some(deadline.max(self.quiet_until));
        }
        // Until it was done, however late somebody looks.
        (self.quiet_until > 0).then(|| self.quiet_until.max(now.ticks))
    }

    /// Whether the answer to the [`Thinking`](super::Thinking) of this generation is still wanted.
    pub fn waits_for_bot(&self, generation: u64) -> bool {
        self.is_bot_thinking && generation == self.generation
    }

    /// Whether the room can be put away without anybody noticing.
    pub fn is_idle(&self) -> bool {
        self.sockets.is_empty()
            && self.storing.is_none()
            && !self.is_bot_thinking
            && !self.is_due_soon()
            && !self.awaits_shares()
    }

    /// How many inputs wait until something is stored.
    pub fn backlog(&self) -> usize {
        self.queue.len()
    }

    /// The game as somebody may see it.
    pub fn view(&self, who: Option<Identity>, now: Now) -> GameView {
        game_view(self, self.audience(who), now)
    }

    /// The record as text.
    pub fn record(&self) -> String {
        record_text(&self.game, &self.table, self.damage(), &self.lost)
    }

    /// What is drafted and not confirmed, one action after the other.
    pub fn drafted(&self) -> Vec<String> {
        self.answered().map(|(before, action)| notation::action_text(&before.state, action)).collect()
    }

    /// The committed state, or that after a turn, who laid its last tile, and the colours, for a picture.
    pub fn snapshot(&self, turn: Option<u32>) -> Snapshot {
        let state = turn.map_or_else(|| self.table.state.clone(), |turn| self.table.state_after(turn));
        let laid_by = self.table.last_tile_of(&state);
        Snapshot { state, laid_by, colours: self.game.seats.iter().map(|seat| seat.colour.clone()).collect() }
    }

    /// Whether somebody plays or is the host, and does not only watch.
    pub fn is_player(&self, who: Option<Identity>) -> bool {
        let audience = self.audience(who);
        audience.seats != 0 || audience.host
    }

    /// The person who is asked, and the turn; none if it is a bot, or the game does not go on.
    pub fn asked_person(&self) -> Option<(Identity, u32)> {
        let asked = self.table.asked().filter(|_| self.game.status == Status::Running && self.damage.is_none());
        let seat = self.game.seats.get(usize::from(asked?))?;
        seat.owner.filter(|_| seat.bot.is_none()).map(|owner| (owner, self.table.state.turn_number()))
    }

    /// Whether somebody follows the game.
    pub fn is_followed_by(&self, who: Identity) -> bool {
        self.sockets.values().any(|socket| socket.who == Some(who))
    }

    /// The names of all players.
    pub fn names(&self) -> Vec<String> {
        self.game.seats.iter().map(|seat| seat.name.clone()).collect()
    }

    /// What a seat link offers.
    ///
    /// # Errors
    /// If there is no such seat or the key is not its own.
    pub fn offer_seat(&self, place: u8, key: &str, who: Option<Identity>) -> Result<SeatOffer, Refused> {
        let seat = self.seat(place)?;
        self.check_entry(seat, key, who)?;
        Ok(SeatOffer {
            game: summary(&self.game, who),
            seat: place,
            name: seat.name.clone(),
            taken: seat.owner.is_some(),
            yours: seat.owner.is_some() && seat.owner == who,
        })
    }

    /// Everything that is needed to check the draws.
    ///
    /// # Errors
    /// If the game is not over.
    pub fn draws(&self) -> Result<Draws, Refused> {
        if self.game.status != Status::Finished {
            return Err(Refused::conflict(ProblemCode::NotOver, "The draws can be checked when the game is over."));
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
        let (seats, shares) = (self.game.seats.len() as u8, self.share_views());
        Ok(Draws { commitment, seed, first, first_drawn, seats, shares, draws })
    }

    /// When the time of a person is up. A bot that plays for somebody whose clock runs has no time to lose.
    pub(super) fn deadline(&self, now: Now) -> Option<(u8, u64)> {
        let is_person = |seat: u8| self.game.seats.get(usize::from(seat)).is_some_and(|seat| seat.bot.is_none());
        self.clocks.deadline(now).filter(|&(seat, _)| is_person(seat))
    }

    /// Whether somebody's time is up so soon that the room is not put away. With days it is loaded again in time.
    fn is_due_soon(&self) -> bool {
        self.deadline(self.now).is_some_and(|(_, deadline)| deadline < self.now.ticks + AWAY)
    }

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

    /// Whether the game waits for people and has a seat for whoever comes.
    pub(crate) fn has_open_seat(&self) -> bool {
        self.game.status == Status::Open && self.game.seats.iter().any(Seat::is_open)
    }

    /// Lets somebody at a seat who has its link, or who needs none: at their own, at one that is kept for them, and in a
    /// game that waits at an open seat, of which nobody takes more than one.
    pub(super) fn check_entry(&self, seat: &Seat, key: &str, who: Option<Identity>) -> Result<(), Refused> {
        let is_own = seat.owner.is_some() && seat.owner == who;
        let is_first = self.game.status == Status::Open && seat.is_open() && mask(&self.game.seats, who) == 0;
        let needs_no_link = is_own || seat.is_kept_for(who) || is_first;
        if key.is_empty() && needs_no_link { Ok(()) } else { seat.check_key(key) }
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

    pub(super) fn audience(&self, who: Option<Identity>) -> Audience {
        let is_running = self.game.status == Status::Running;
        let is_back = |seat: &Seat| seat.is_kept_for(who) && !self.is_over() || seat.is_played_for(who) && is_running;
        let seats = &self.game.seats;
        Audience { seats: mask(seats, who), host: who == Some(self.game.host), back: bits(seats, is_back) }
    }

    pub(super) fn is_over(&self) -> bool {
        self.game.status == Status::Finished
    }

    /// How many sockets only watch.
    pub(super) fn watching(&self) -> usize {
        self.sockets.values().filter(|socket| self.audience(socket.who).seats == 0).count()
    }
}
