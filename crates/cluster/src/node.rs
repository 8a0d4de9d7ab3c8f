//! One node: its lease, what it knows of games, its pipes and its questions.

use std::collections::{BTreeMap, BTreeSet};

use crate::errand::Errand;
use crate::letter::Letter;
use crate::pipe::{Arrival, End, FarPipe};
use crate::place::{Away, Entry, Knocked, Missed, NotTaken, Place, Step};
use crate::rank::first_for;
use crate::session::Session;
use crate::{GameId, NodeId, Revision, Terms, Ticks};

/// What happens to a node.
#[derive(Clone, Debug)]
pub enum Event<T> {
    /// Somebody here wants a game: [`Effect::Run`], [`Effect::Reach`] or [`Effect::Miss`] follows.
    Want(GameId),
    /// The room of a game has ended here, or could not be loaded.
    Ended(GameId),
    /// The answer to [`Errand::Look`].
    Looked(GameId, Result<Entry, Away>),
    /// The answer to [`Errand::Take`].
    Took(GameId, Result<Revision, NotTaken>),
    /// The answer to [`Errand::Release`], whatever it was.
    Released(GameId),
    /// The answer to [`Errand::Knock`].
    Knocked(GameId, Knocked),
    /// The answer to [`Errand::LookAt`].
    LookedAt(GameId, Result<bool, Away>),
    /// The answer to [`Errand::Renew`].
    Renewed(bool),
    /// All nodes whose leases stand.
    Nodes(Vec<NodeId>),
    /// An entry has changed, as the bus tells everybody.
    Seen(GameId, Entry),
    /// A letter from another node.
    Letter(NodeId, Letter<T>),

    /// A socket here follows a game that is held elsewhere, with a number that was never used before:
    /// [`Effect::Opened`] or [`Effect::Closed`] follows.
    Open(u64, GameId, T),
    /// The socket says something.
    Say(u64, T),
    /// The socket is gone.
    Close(u64),
    /// A question to a game that is held elsewhere, with a number that counts up: [`Effect::Answered`] follows.
    Ask(u64, GameId, T),

    /// [`Effect::Join`] was done.
    Joined(FarPipe),
    /// The game tells a socket elsewhere something.
    Tell(FarPipe, T),
    /// The game lets go of a socket elsewhere, and perhaps says why it never let it in.
    HangUp(FarPipe, Option<T>),
    /// The answer to [`Effect::Asked`]; none if the game is not here any more.
    Answer(NodeId, u64, Option<T>),

    /// Time has passed.
    Tick,
    /// The server is about to end: everything has been put away.
    Leave,
}

/// What follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect<T> {
    /// Has something done by the bus.
    Errand(Errand),
    /// Sends a letter.
    Send(NodeId, Letter<T>),

    /// A game is held here now: load it.
    Run(GameId),
    /// A game is held there: pipes can be opened.
    Reach(GameId, NodeId),
    /// A game cannot be reached now.
    Miss(GameId, Missed),
    /// A game is not this node's any more: its room must end at once; [`Event::Ended`] tells when it has.
    Drop(GameId),
    /// A node is gone: games that go on by themselves and for which [`Node::is_first_for`] this one are wanted here.
    Resume,

    /// A pipe is open.
    Opened(u64),
    /// Something for the socket of a pipe.
    Told(u64, T),
    /// A pipe is closed; why, if the game has refused the socket.
    Closed(u64, Option<T>),
    /// The answer to a question; none if nobody answered.
    Answered(u64, Option<T>),

    /// A socket elsewhere wants to follow a game of this node: [`Event::Joined`] or [`Event::HangUp`] follows.
    Join(FarPipe, GameId, T),
    /// It says something.
    Heard(FarPipe, T),
    /// It is gone.
    Left(FarPipe),
    /// A question from elsewhere to a game of this node: [`Event::Answer`] follows.
    Asked(NodeId, u64, GameId, T),
}

/// A socket here whose game is elsewhere.
#[derive(Clone, Debug)]
struct Near {
    end: End,
    is_open: bool,
}

#[derive(Clone, Debug)]
struct Question {
    game: GameId,
    node: NodeId,
    since: Ticks,
}

/// One run of a server among others.
#[derive(Clone, Debug)]
pub struct Node<T> {
    me: NodeId,
    terms: Terms,
    session: Session,
    places: BTreeMap<GameId, Place>,
    near: BTreeMap<u64, Near>,
    far: BTreeMap<FarPipe, End>,
    questions: BTreeMap<u64, Question>,
    /// The highest number of a question from each node.
    asked: BTreeMap<NodeId, u64>,
    nodes: BTreeSet<NodeId>,
    /// When each node was heard last.
    heard: BTreeMap<NodeId, Ticks>,
    next_beat: Ticks,
    now: Ticks,
    out: Vec<Effect<T>>,
}

impl<T: Clone> Node<T> {
    /// A node without a lease.
    pub fn new(me: NodeId, terms: Terms) -> Node<T> {
        Node {
            nodes: BTreeSet::from([me.clone()]),
            me,
            terms,
            session: Session::default(),
            places: BTreeMap::new(),
            near: BTreeMap::new(),
            far: BTreeMap::new(),
            questions: BTreeMap::new(),
            asked: BTreeMap::new(),
            heard: BTreeMap::new(),
            next_beat: 0,
            now: 0,
            out: Vec::new(),
        }
    }

    /// Its name.
    pub fn me(&self) -> &NodeId {
        &self.me
    }

    /// Whether its lease stands.
    pub fn is_member(&self, now: Ticks) -> bool {
        self.session.is_held(now)
    }

    /// Whether it holds a game.
    pub fn holds(&self, game: &str) -> bool {
        matches!(self.places.get(game), Some(Place::Here { .. }))
    }

    /// Whether it knows who else holds a game.
    pub fn reaches(&self, game: &str) -> bool {
        matches!(self.places.get(game), Some(Place::There { .. }))
    }

    /// Whether every game that it held is given back.
    pub fn has_given_back(&self) -> bool {
        !(self.places.values())
            .any(|place| matches!(place, Place::Here { .. } | Place::Ending { .. } | Place::Releasing { .. }))
    }

    /// Whether it should take a game that nobody holds and nobody asks for.
    pub fn is_first_for(&self, game: &str) -> bool {
        first_for(game, &self.nodes) == Some(&self.me)
    }

    /// How many nodes there are, this one included, as far as it knows.
    pub fn known_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// How many sockets here follow games elsewhere, and how many from elsewhere follow games here.
    pub fn pipes(&self) -> (usize, usize) {
        (self.near.len(), self.far.len())
    }

    /// Takes in what has happened.
    pub fn handle(&mut self, event: Event<T>, now: Ticks) -> Vec<Effect<T>> {
        self.now = now;
        self.take_in(event);
        std::mem::take(&mut self.out)
    }

    fn take_in(&mut self, event: Event<T>) {
        match event {
            Event::Want(game) => self.want(game),
            Event::Ended(game) => self.ended(game),
            Event::Looked(game, found) => {
                if let Some(&Place::Looking { tries }) = self.places.get(&game) {
                    let (place, step) = Place::looked(found, tries, &self.me);
                    self.go(game, place, step);
                }
            }
            Event::Knocked(game, answer) => {
                if let Some(Place::Knocking { holder, revision, tries }) = self.places.get(&game).cloned() {
                    let (place, step) = Place::knocked(holder, revision, tries, answer);
                    self.go(game, place, step);
                }
            }
            Event::LookedAt(game, stands) => {
                if let Some(&Place::Doubting { revision, tries, is_silent, .. }) = self.places.get(&game) {
                    let (place, step) = Place::looked_at(revision, tries, is_silent, stands, self.now, &self.terms);
                    self.go(game, place, step);
                }
            }
            Event::Took(game, result) => {
                if let Some(&Place::Taking { tries }) = self.places.get(&game) {
                    let (place, step) = Place::took(tries, result);
                    self.go(game, place, step);
                }
            }
            Event::Released(game) => {
                if let Some(&Place::Releasing { is_wanted }) = self.places.get(&game) {
                    self.places.remove(&game);
                    if is_wanted {
                        self.want(game);
                    }
                }
            }
            Event::Renewed(is_renewed) => self.session.renewed(is_renewed, self.now, &self.terms),
            Event::Nodes(nodes) => self.meet(nodes),
            Event::Seen(game, entry) => self.see(&game, &entry),
            Event::Letter(from, letter) => self.read(from, letter),
            Event::Open(pipe, game, opening) => self.open(pipe, game, opening),
            Event::Say(pipe, text) => {
                if let Some(near) = self.near.get_mut(&pipe) {
                    let number = near.end.send();
                    self.out.push(Effect::Send(near.end.node.clone(), Letter::Say { pipe, number, text }));
                }
            }
            Event::Close(pipe) => {
                if let Some(near) = self.near.remove(&pipe) {
                    self.out.push(Effect::Send(near.end.node, Letter::Close { pipe }));
                }
            }
            Event::Ask(number, game, question) => self.ask(number, game, question),
            Event::Joined(pipe) => {
                if self.far.contains_key(&pipe) {
                    self.out.push(Effect::Send(pipe.0, Letter::Opened { pipe: pipe.1 }));
                }
            }
            Event::Tell(pipe, text) => {
                if let Some(far) = self.far.get_mut(&pipe) {
                    let number = far.send();
                    self.out.push(Effect::Send(pipe.0, Letter::Tell { pipe: pipe.1, number, text }));
                }
            }
            Event::HangUp(pipe, refused) => {
                if self.far.remove(&pipe).is_some() {
                    self.out.push(Effect::Send(pipe.0, Letter::Gone { pipe: pipe.1, refused }));
                }
            }
            Event::Answer(to, number, answer) => {
                self.out.push(Effect::Send(to, Letter::Answer { number, answer }));
            }
            Event::Tick => self.tick(),
            Event::Leave => {
                self.session.leave();
                self.out.push(Effect::Errand(Errand::Retire));
            }
        }
    }

    // Games.

    fn want(&mut self, game: GameId) {
        match self.places.get_mut(&game) {
            None if self.session.is_held(self.now) => {
                self.go(game, Some(Place::Looking { tries: 0 }), Step::Look);
            }
            None => self.out.push(Effect::Miss(game, Missed::Away)),
            Some(Place::Here { .. }) => self.out.push(Effect::Run(game)),
            Some(Place::There { holder }) => {
                let holder = holder.clone();
                self.out.push(Effect::Reach(game, holder));
            }
            Some(Place::Ending { is_wanted, .. } | Place::Releasing { is_wanted }) => *is_wanted = true,
            // Somebody has wanted it before; the answer is for both.
            Some(_) => {}
        }
    }

    /// What is known of a game now, and what is done next.
    fn go(&mut self, game: GameId, place: Option<Place>, step: Step) {
        let is_here = matches!(place, Some(Place::Here { .. }));
        match place {
            // It took so long that the lease has ended.
            Some(Place::Here { revision }) if !self.session.is_held(self.now) => {
                self.places.insert(game.clone(), Place::Releasing { is_wanted: false });
                self.out.push(Effect::Errand(Errand::Release(game.clone(), revision)));
            }
            Some(place) => _ = self.places.insert(game.clone(), place),
            None => _ = self.places.remove(&game),
        }
        self.out.push(match step {
            Step::Wait => return,
            Step::Look => Effect::Errand(Errand::Look(game)),
            Step::Knock(node) => Effect::Errand(Errand::Knock(game, node)),
            Step::LookAt(node) => Effect::Errand(Errand::LookAt(game, node)),
            Step::Take(revision) => Effect::Errand(Errand::Take(game, revision)),
            Step::Run if is_here && !self.session.is_held(self.now) => Effect::Miss(game, Missed::Away),
            Step::Run => Effect::Run(game),
            Step::Reach(node) => Effect::Reach(game, node),
            Step::Miss(why) => Effect::Miss(game, why),
        });
    }

    /// The room of a game has ended: everybody who followed from elsewhere is told, and the entry given back.
    fn ended(&mut self, game: GameId) {
        let left: Vec<FarPipe> =
            self.far.iter().filter(|(_, end)| end.game == game).map(|(id, _)| id.clone()).collect();
        for pipe in left {
            self.far.remove(&pipe);
            self.out.push(Effect::Send(pipe.0, Letter::Gone { pipe: pipe.1, refused: None }));
        }
        let (revision, is_wanted) = match self.places.get(&game) {
            Some(&Place::Here { revision }) => (revision, false),
            Some(&Place::Ending { revision, is_wanted }) => (revision, is_wanted),
            _ => return,
        };
        self.places.insert(game.clone(), Place::Releasing { is_wanted });
        self.out.push(Effect::Errand(Errand::Release(game, revision)));
    }

    /// Lets the room of a game end.
    fn drop_game(&mut self, game: GameId, revision: Revision) {
        self.places.insert(game.clone(), Place::Ending { revision, is_wanted: false });
        self.out.push(Effect::Drop(game));
    }

    /// Somebody has written an entry.
    fn see(&mut self, game: &GameId, entry: &Entry) {
        match self.places.get(game) {
            Some(&Place::Here { revision }) if entry.revision > revision && entry.holder.as_ref() != Some(&self.me) => {
                self.drop_game(game.clone(), revision);
            }
            Some(Place::There { holder }) if entry.holder.as_ref() != Some(holder) => {
                let holder = holder.clone();
                self.forget(game, &holder);
            }
            _ => {}
        }
    }

    /// A game is not where it was.
    fn forget(&mut self, game: &GameId, node: &NodeId) {
        if matches!(self.places.get(game), Some(Place::There { holder }) if holder == node) {
            self.places.remove(game);
        }
        let pipes: Vec<u64> = (self.near.iter())
            .filter(|(_, near)| near.end.game == *game && near.end.node == *node)
            .map(|(&pipe, _)| pipe)
            .collect();
        for pipe in pipes {
            self.shut(pipe, None);
        }
    }

    fn meet(&mut self, nodes: Vec<NodeId>) {
        let mut nodes: BTreeSet<NodeId> = nodes.into_iter().collect();
        nodes.insert(self.me.clone());
        self.asked.retain(|node, _| nodes.contains(node));
        self.heard.retain(|node, _| nodes.contains(node));
        let is_any_gone = !self.nodes.is_subset(&nodes);
        self.nodes = nodes;
        if is_any_gone && self.session.is_held(self.now) {
            self.out.push(Effect::Resume);
        }
    }

    // Sockets here, games elsewhere.

    fn open(&mut self, pipe: u64, game: GameId, opening: T) {
        let Some(Place::There { holder }) = self.places.get(&game) else {
            return self.out.push(Effect::Closed(pipe, None));
        };
        let node = holder.clone();
        self.near.insert(pipe, Near { end: End::new(game.clone(), node.clone(), self.now), is_open: false });
        self.out.push(Effect::Send(node, Letter::Open { pipe, game, opening }));
    }

    /// Closes a pipe from this end, whatever the other end thinks.
    fn shut(&mut self, pipe: u64, refused: Option<T>) {
        if self.near.remove(&pipe).is_some() {
            self.out.push(Effect::Closed(pipe, refused));
        }
    }

    fn ask(&mut self, number: u64, game: GameId, question: T) {
        let Some(Place::There { holder }) = self.places.get(&game) else {
            return self.out.push(Effect::Answered(number, None));
        };
        let node = holder.clone();
        self.questions.insert(number, Question { game: game.clone(), node: node.clone(), since: self.now });
        self.out.push(Effect::Send(node, Letter::Ask { number, game, question }));
    }

    // Letters.

    fn read(&mut self, from: NodeId, letter: Letter<T>) {
        self.heard.insert(from.clone(), self.now);
        match letter {
            Letter::Open { pipe, game, opening } => self.let_in((from, pipe), game, opening),
            Letter::Say { pipe, number, text } => self.hear((from, pipe), number, text),
            Letter::Beat { pipes } => self.answer_beat(from, &pipes),
            Letter::Close { pipe } => {
                let pipe = (from, pipe);
                if self.far.remove(&pipe).is_some() {
                    self.out.push(Effect::Left(pipe));
                }
            }
            Letter::Ask { number, game, question } => self.asked(from, number, game, question),
            Letter::Opened { pipe } => match self.near.get_mut(&pipe).filter(|near| near.end.node == from) {
                Some(near) => {
                    near.end.heard = self.now;
                    if !std::mem::replace(&mut near.is_open, true) {
                        self.out.push(Effect::Opened(pipe));
                    }
                }
                None => self.out.push(Effect::Send(from, Letter::Close { pipe })),
            },
            Letter::Tell { pipe, number, text } => self.told(from, pipe, number, text),
            Letter::Pulse { pipes } => self.feel(&from, &pipes),
            Letter::Gone { pipe, refused } => {
                if let Some(near) = self.near.get(&pipe).filter(|near| near.end.node == from) {
                    let game = near.end.game.clone();
                    let is_refused = refused.is_some();
                    self.shut(pipe, refused);
                    if !is_refused {
                        self.forget(&game, &from);
                    }
                }
            }
            Letter::Answer { number, answer } => {
                if let Some(question) = self.questions.get(&number).filter(|question| question.node == from) {
                    if answer.is_none() {
                        let game = question.game.clone();
                        self.forget(&game, &from);
                    }
                    self.questions.remove(&number);
                    self.out.push(Effect::Answered(number, answer));
                }
            }
        }
    }

    fn told(&mut self, from: NodeId, pipe: u64, number: u64, text: T) {
        let Some(near) = self.near.get_mut(&pipe).filter(|near| near.end.node == from) else {
            return self.out.push(Effect::Send(from, Letter::Close { pipe }));
        };
        match near.end.receive(number, self.terms.drops_repeats, self.now) {
            // What comes before the pipe is open was sent after a letter that is lost.
            Arrival::Next if near.is_open => self.out.push(Effect::Told(pipe, text)),
            Arrival::Repeat => {}
            Arrival::Next | Arrival::Gap => {
                self.shut(pipe, None);
                self.out.push(Effect::Send(from, Letter::Close { pipe }));
            }
        }
    }

    /// The other node tells which pipes it knows and how much it has sent through each.
    fn feel(&mut self, from: &NodeId, pipes: &[(u64, u64)]) {
        let known: BTreeMap<u64, u64> = pipes.iter().copied().collect();
        let mut broken = Vec::new();
        for (&pipe, near) in self.near.iter_mut().filter(|(_, near)| near.end.node == *from && near.is_open) {
            match known.get(&pipe) {
                Some(&told) if told == near.end.received => near.end.heard = self.now,
                _ => broken.push(pipe),
            }
        }
        for pipe in broken {
            self.shut(pipe, None);
            self.out.push(Effect::Send(from.clone(), Letter::Close { pipe }));
        }
    }

    // Sockets elsewhere, games here.

    /// A game was asked for that this node does not hold. Its entry may say that it does, so it looks.
    fn is_not_here(&mut self, game: &GameId) {
        if !self.places.contains_key(game) {
            self.want(game.clone());
        }
    }

    fn let_in(&mut self, pipe: FarPipe, game: GameId, opening: T) {
        if self.far.contains_key(&pipe) {
            return;
        }
        if !self.holds(&game) {
            self.out.push(Effect::Send(pipe.0, Letter::Gone { pipe: pipe.1, refused: None }));
            return self.is_not_here(&game);
        }
        self.far.insert(pipe.clone(), End::new(game.clone(), pipe.0.clone(), self.now));
        self.out.push(Effect::Join(pipe, game, opening));
    }

    fn hear(&mut self, pipe: FarPipe, number: u64, text: T) {
        let Some(far) = self.far.get_mut(&pipe) else {
            return self.out.push(Effect::Send(pipe.0, Letter::Gone { pipe: pipe.1, refused: None }));
        };
        match far.receive(number, self.terms.drops_repeats, self.now) {
            Arrival::Next => self.out.push(Effect::Heard(pipe, text)),
            Arrival::Repeat => {}
            Arrival::Gap => self.cut(pipe),
        }
    }

    /// Closes a pipe through which something was lost.
    fn cut(&mut self, pipe: FarPipe) {
        self.far.remove(&pipe);
        self.out.push(Effect::Left(pipe.clone()));
        self.out.push(Effect::Send(pipe.0, Letter::Gone { pipe: pipe.1, refused: None }));
    }

    fn answer_beat(&mut self, from: NodeId, pipes: &[(u64, u64)]) {
        for &(pipe, said) in pipes {
            let pipe = (from.clone(), pipe);
            match self.far.get_mut(&pipe) {
                Some(far) if far.received == said => far.heard = self.now,
                Some(_) => self.cut(pipe),
                None => {}
            }
        }
        let own = self.far.iter().filter(|((node, _), _)| *node == from);
        let pipes = own.map(|((_, pipe), far)| (*pipe, far.sent)).collect();
        self.out.push(Effect::Send(from, Letter::Pulse { pipes }));
    }

    fn asked(&mut self, from: NodeId, number: u64, game: GameId, question: T) {
        let highest = self.asked.entry(from.clone()).or_default();
        if number <= *highest && self.terms.drops_repeats {
            return;
        }
        *highest = number.max(*highest);
        if self.holds(&game) {
            return self.out.push(Effect::Asked(from, number, game, question));
        }
        self.out.push(Effect::Send(from, Letter::Answer { number, answer: None }));
        self.is_not_here(&game);
    }

    // Time.

    fn tick(&mut self) {
        if self.session.has_ended(self.now) {
            let own: Vec<_> = (self.places.iter())
                .filter_map(|(game, place)| match place {
                    Place::Here { revision } => Some((game.clone(), *revision)),
                    _ => None,
                })
                .collect();
            own.into_iter().for_each(|(game, revision)| self.drop_game(game, revision));
        }
        if self.session.is_due(self.now) {
            self.out.extend([Effect::Errand(Errand::Renew), Effect::Errand(Errand::ListNodes)]);
        }
        let now = self.now;
        let due: Vec<_> = (self.places.iter())
            .filter_map(|(game, place)| match place {
                Place::Waiting { until, tries } if *until <= now => Some((game.clone(), *tries)),
                _ => None,
            })
            .collect();
        for (game, tries) in due {
            self.go(game, Some(Place::Looking { tries }), Step::Look);
        }
        let late = |heard: Ticks, term: Ticks| now.saturating_sub(heard) >= term;
        let silence = self.terms.silence;
        let silent: Vec<_> = (self.near.iter())
            .filter(|(_, near)| late(near.end.heard, silence))
            .map(|(&pipe, near)| (pipe, near.end.game.clone(), near.end.node.clone()))
            .collect();
        for (pipe, game, node) in silent {
            self.shut(pipe, None);
            self.out.push(Effect::Send(node.clone(), Letter::Close { pipe }));
            self.forget(&game, &node);
        }
        let silent: Vec<_> =
            self.far.iter().filter(|(_, far)| late(far.heard, 2 * silence)).map(|(pipe, _)| pipe.clone()).collect();
        silent.into_iter().for_each(|pipe| self.cut(pipe));
        let patience = self.terms.patience;
        // Who is asked answers beats: without them it is gone, and with them it may only be slow.
        let is_silent = |asked: &Question| {
            late(asked.since, silence) && self.heard.get(&asked.node).is_none_or(|&heard| late(heard, silence))
        };
        let given_up: Vec<_> = (self.questions.iter())
            .filter(|(_, asked)| late(asked.since, patience) || is_silent(asked))
            .map(|(&number, _)| number)
            .collect();
        for number in given_up {
            if let Some(Question { game, node, .. }) = self.questions.remove(&number) {
                self.out.push(Effect::Answered(number, None));
                self.forget(&game, &node);
            }
        }
        if now >= self.next_beat {
            self.next_beat = now + self.terms.beat;
            self.beat();
        }
    }

    fn beat(&mut self) {
        let mut by_node: BTreeMap<NodeId, Vec<(u64, u64)>> = BTreeMap::new();
        for (&pipe, near) in &self.near {
            by_node.entry(near.end.node.clone()).or_default().push((pipe, near.end.sent));
        }
        for question in self.questions.values() {
            by_node.entry(question.node.clone()).or_default();
        }
        self.out.extend(by_node.into_iter().map(|(node, pipes)| Effect::Send(node, Letter::Beat { pipes })));
    }
}
