//! A record step by step: which turn an action belongs to, what it brought, and the points after it.

use bastide_art::{BoardPicture, seat_colour};
use bastide_rules::notation::{Record, action_text};
use bastide_rules::{Action, Event, IllegalAction, PlayerId, State};

/// One action of a record and what it brought.
pub struct Step {
    /// The turn to which it belongs.
    pub turn: u32,
    /// The seat whose turn it is.
    pub seat: usize,
    /// Whether it is the first action of its turn.
    pub is_first: bool,
    /// The action as it stands in the record.
    pub text: String,
    /// What happened.
    pub events: Vec<Event>,
    /// The points of all players after it, without the final scoring.
    pub points: Vec<i32>,
}

/// Plays a record step by step.
pub struct Replay<'a> {
    actions: &'a [Action],
    until: Option<u32>,
    next: usize,
    /// What the last step brought into the turn after its own.
    pub early: Vec<Event>,
    /// The state after the last step.
    pub state: State,
    /// Who laid the last tile, if a step did.
    laid_by: Option<PlayerId>,
}

impl<'a> Replay<'a> {
    /// From the beginning, to the end of the record or of a turn.
    pub fn new(record: &'a Record, until: Option<u32>) -> Replay<'a> {
        Replay { actions: record.actions(), until, next: 0, early: Vec::new(), state: record.start(), laid_by: None }
    }

    /// A table where nothing was played yet.
    pub fn from_position(state: State) -> Replay<'a> {
        Replay { actions: &[], until: None, next: 0, early: Vec::new(), state, laid_by: None }
    }

    /// The next action, unless the record or the wanted part of it has ended.
    ///
    /// # Errors
    /// If it is illegal; a record that was read has none such.
    pub fn step(&mut self) -> Result<Option<Step>, IllegalAction> {
        let turn = self.state.turn_number();
        let Some(&action) = self.actions.get(self.next) else { return Ok(None) };
        if self.until.is_some_and(|until| turn > until) {
            return Ok(None);
        }
        let is_first = self.state.is_between_turns();
        let seat = self.state.active_player().index();
        let text = action_text(&self.state, action);
        let mut events = std::mem::take(&mut self.early);
        self.state.apply_with(action, &mut events)?;
        self.next += 1;
        for event in &events {
            if let Event::TilePlaced { by, .. } = *event {
                self.laid_by = by;
            }
        }
        let points = self.state.points_of_turn(&events);
        let points = self.state.game().seats().map(|seat| points[seat]).collect();
        if let Some(end) = events.iter().position(|event| matches!(event, Event::TurnBegan { .. })) {
            self.early = events.split_off(end + 1);
        }
        Ok(Some(Step { turn, seat, is_first, text, events, points }))
    }

    /// The board after the last step, with the last tile in the colour of whoever laid it.
    pub fn board(&self) -> BoardPicture {
        BoardPicture::of_state(&self.state).with_last_tile_of(self.laid_by.map(seat_colour))
    }

    /// Whether the last step has ended its turn.
    pub fn is_turn_over(&self) -> bool {
        self.state.is_over() || self.state.is_between_turns()
    }

    /// Whether no step follows.
    pub fn is_ended(&self) -> bool {
        self.next >= self.actions.len()
    }
}

#[cfg(test)]
mod tests {
    use bastide_art::Highlight;
    use bastide_rules::Pos;

    use super::*;

    /// Anna has another turn after the lake; then the tile before Borys's is hers.
    #[test]
    fn the_last_tile_keeps_its_colour_in_an_extra_turn() {
        let record = "\
bastide-record 1
base classic
with river-2
players Anna Borys
first Anna

1 Anna river-2/02 -1,0 r2 pass
2 Borys river-2/03 -1,-1 r0 pass
3 Anna river-2/12 -2,0 r0 pass
4 Borys river-2/09 -3,0 r3 pass
5 Anna river-2/07 -3,1 r1 pass
6 Borys river-2/06 -4,1 r0 pass
7 Anna river-2/08 -5,1 r0 pass
8 Borys river-2/05 -6,1 r3 pass
9 Anna river-2/10 -6,2 r1 meeple@monastery
10 Borys river-2/11 -6,3 r1 pass
11 Anna river-2/04 -7,3 r2
12 Anna W -4,2 r2 meeple@road:N
13 Borys V -4,3 r0 pass
";
        let record = Record::parse(record).unwrap();
        let mut replay = Replay::new(&record, None);
        let (mut last, mut extra) = (None, None);
        while let Some(Step { turn, seat, events, .. }) = replay.step().unwrap() {
            for event in events {
                if let Event::TilePlaced { pos, .. } = event {
                    last = PlayerId::new(seat).map(|player| Highlight::Tile(pos, seat_colour(player)));
                }
                if let Event::ExtraTurn { player, .. } = event {
                    extra = Some((player, turn));
                }
            }
            assert_eq!(replay.board().highlights, Vec::from_iter(last), "turn {turn}");
        }
        assert_eq!(extra, PlayerId::new(0).map(|anna| (anna, 11)));
    }

    #[test]
    fn the_last_tile_has_the_colour_of_whoever_laid_it() {
        let record = "bastide-record 1\nbase classic\nplayers Anna Borys\n\n1 Anna U 1,0 r1 meeple@road:E\n";
        let record = Record::parse(record).unwrap();
        let mut replay = Replay::new(&record, None);
        assert!(replay.board().highlights.is_empty(), "nobody laid the start tile");
        while replay.step().unwrap().is_some() {}
        let anna = seat_colour(PlayerId::new(0).unwrap());
        assert_eq!(replay.board().highlights, [Highlight::Tile(Pos::new(1, 0), anna)]);
    }
}
