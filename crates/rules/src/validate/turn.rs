//! The turn of the slow game: things to do one after the other, until somebody is asked.

use super::game::{SlowGame, SlowRegion};
use crate::action::{Action, CropAction, MagicFigure, Marker, Spot};
use crate::decision::Decision;
use crate::figure::FigureKind;
use crate::geometry::Pos;
use crate::module::Module;
use crate::modules::messages::Message;
use crate::player::PlayerId;
use crate::tile::{CropCircle, Feature};

/// One thing to do, in the words of the turn order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// COMBO-D3: the spring comes beside the board.
    Spring,
    /// ORDER-1: the fairy's point is not given in the turn of a builder (DRAGON-47).
    StartTurn { has_fairy_point: bool },
    /// ORDER-20.
    Ransom,
    /// TURN-4, TURN-5.
    Draw,
    /// WHEEL-15: the symbol with its number.
    Wheel(u8),
    /// WHEEL-28.
    Plague(PlayerId),
    /// WHEEL-35.
    Crowns,
    /// TURN-6, WHEEL-16: what fits nowhere is discarded.
    Fit,
    /// ROB-3, ROB-4.
    PutRobber(PlayerId),
    /// TURN-8.
    Lay,
    /// GOLD-2.
    Ingot,
    /// MAGIC-3 for a symbol, else MAGIC-9.
    Magic { has_symbol: bool },
    /// TURN-12.
    Deploy,
    /// FLY-5.
    Roll(FigureKind),
    /// FLY-6.
    Land(FigureKind, u8, Pos),
    /// TRADE-7, TRADE-23.
    Accompany(Spot),
    /// TOWER-11.
    Capture,
    /// TOWER-26.
    Exchange(PlayerId),
    /// FERRY-3.
    PutFerry,
    /// FERRY-D4.
    FindFerries,
    /// FERRY-7.
    MoveFerry,
    /// DRAGON-12.
    Flight,
    /// DRAGON-13.
    StepDragon(PlayerId),
    /// DRAGON-20.
    EndFlight,
    /// ORDER-11.
    MovesOut,
    /// COUNT-16.
    MoveOut(PlayerId),
    /// TURN-18, TURN-19.
    FindCompleted,
    /// TURN-20 to TURN-24.
    ScoreFeatures,
    /// TRADE-29.
    Pig(PlayerId),
    /// TRADE-33.
    KeepFarmer,
    /// GINGER-12, GINGER-14: after a completion.
    Relocate,
    /// GINGER-6, GINGER-7, GINGER-13, GINGER-14: after a tile with the symbol.
    Gingerbread,
    /// TURN-26.
    ChooseMarkers,
    /// MSG-4.
    Mark(PlayerId),
    /// TURN-27: activate robbers and move the markers by the sums.
    MoveMarkers,
    /// ROB-11.
    Rob(PlayerId),
    /// ROB-8.
    Income(PlayerId),
    /// ROB-8 to ROB-10: the robber's owner gets points from a victim.
    MoveRobbing(PlayerId, PlayerId, i32),
    /// MSG-8.
    DrawMessage,
    /// MSG-12.
    Message(Message),
    /// MSG-27, MSG-28.
    MessageReturn { is_optional: bool },
    /// TURN-31.
    MarkMessage(i32),
    /// MSG-13.
    PutMessageUnder(Message),
    /// CROP-5.
    Crop,
    /// CROP-9.
    CropRound(PlayerId, CropCircle, CropAction),
    /// COUNT-6.
    Send,
    /// COUNT-11.
    MoveCount,
    /// TURN-34 to TURN-38.
    EndTurn,
    /// COUNT-21.
    LastMove(PlayerId),
    /// TURN-39, TURN-40.
    End,
}

impl SlowGame {
    /// Plays a legal action.
    ///
    /// # Errors
    /// If the action is not legal; nothing has changed then.
    pub fn apply(&mut self, action: Action) -> Result<(), String> {
        if !self.is_answer(action) {
            return Err(format!("{action:?} is not legal: {:?}", self.faults(action)));
        }
        self.awards.clear();
        self.answer(action);
        self.go_on();
        Ok(())
    }

    /// Does what is to be done until somebody is asked. What can only be declined is not asked.
    pub(super) fn go_on(&mut self) {
        while let Some(task) = self.to_do.pop_front() {
            let Some(question) = self.perform(task) else { continue };
            self.ask(question);
            // Nobody can decline to draw or to lay a tile.
            if matches!(question, Decision::Draw { .. } | Decision::Place { .. })
                || self.legal_actions() != [Action::Pass]
            {
                return;
            }
            self.answer(Action::Pass);
        }
    }

    /// Puts things before everything else that is to do.
    pub(super) fn first(&mut self, tasks: impl IntoIterator<Item = Task, IntoIter: DoubleEndedIterator>) {
        for task in tasks.into_iter().rev() {
            self.to_do.push_front(task);
        }
    }

    /// Does one thing, or says what must be asked for it.
    #[expect(clippy::too_many_lines, reason = "one arm for each task: the list is what the compiler keeps complete")]
    fn perform(&mut self, task: Task) -> Option<Decision> {
        let player = self.active_player();
        match task {
            Task::Spring => Some(Decision::Spring),
            Task::StartTurn { has_fairy_point } => {
                self.start_turn(has_fairy_point);
                None
            }
            Task::Ransom => Some(Decision::Ransom { player }),
            Task::Draw => {
                if self.is_last() {
                    // MSG-D12.
                    self.extra_turns = 0;
                    let last_moves = self.has(Module::Count).then_some(Task::LastMove(self.left_of(player)));
                    self.first(last_moves.into_iter().chain([Task::End]).collect::<Vec<_>>());
                    return None;
                }
                Some(Decision::Draw { player })
            }
            Task::Wheel(number) => {
                self.turn_wheel(number);
                None
            }
            // WHEEL-D4.
            Task::Plague(player) => (!self.plague_answers(player).is_empty()).then_some(Decision::Plague { player }),
            Task::Crowns => {
                self.score_crowns();
                None
            }
            Task::Fit => {
                self.fit();
                None
            }
            Task::PutRobber(player) => {
                let is_active = player == self.active_player();
                let is_out = self.robbers[player.index()].is_some();
                // ROB-5.
                (is_active || !is_out).then_some(Decision::Robber { player })
            }
            Task::Lay => self.in_hand.map(|tile| Decision::Place { player, tile: tile.id }),
            Task::Ingot => Some(Decision::Ingot { player, at: self.laid_at }),
            Task::Magic { has_symbol } => {
                let is_due = has_symbol || self.are_magic_figures_joined();
                (is_due && !self.magic_answers().is_empty()).then_some(Decision::Magic { player })
            }
            Task::Deploy => Some(Decision::Deploy { player, at: self.laid_at }),
            Task::Roll(figure) => Some(Decision::Roll { player, figure }),
            Task::Land(figure, number, at) => {
                // FLY-10.
                (!self.landings(at).is_empty()).then_some(Decision::Land { player, figure, number, at })
            }
            Task::Accompany(spot) => {
                let figure = match self.feature(spot) {
                    Feature::Road | Feature::City => FigureKind::Builder,
                    Feature::Field => FigureKind::Pig,
                    Feature::Monastery | Feature::Garden | Feature::Shrine => return None,
                };
                (self.supply(player, figure) > 0).then_some(Decision::Accompany { player, figure, spot })
            }
            Task::Capture => Some(Decision::Capture { player }),
            Task::Exchange(rival) => self.ask_exchange(rival),
            Task::PutFerry => Some(Decision::PutFerry { player, at: self.laid_at }),
            Task::FindFerries => {
                self.movable = self.first_ferries(self.laid_at);
                None
            }
            Task::MoveFerry => (!self.movable.is_empty()).then_some(Decision::MoveFerry { player }),
            Task::Flight => {
                self.begin_flight();
                None
            }
            Task::StepDragon(player) => self.ask_step(player),
            Task::EndFlight => {
                self.wild.flight.clear();
                None
            }
            Task::MovesOut => {
                self.begin_moves();
                None
            }
            Task::MoveOut(player) => Some(Decision::MoveOut { player }),
            Task::FindCompleted => {
                self.find_completed();
                None
            }
            Task::ScoreFeatures => {
                if !self.contested().is_empty() {
                    return Some(Decision::ScoreNext { player });
                }
                for finished in std::mem::take(&mut self.finished) {
                    self.score(&finished);
                }
                None
            }
            Task::Pig(owner) => {
                self.score_pig(owner);
                None
            }
            Task::KeepFarmer => {
                self.farmer.map(|farmer| Decision::KeepFarmer { player: farmer.owner, spot: farmer.spot })
            }
            Task::Relocate => {
                let is_done = self.gingerbread_city().is_some_and(SlowRegion::is_complete);
                if !is_done {
                    return None;
                }
                self.has_gingerbread_moved = true;
                if self.gingerbread_answers().is_empty() {
                    self.gingerbread = None;
                    return None;
                }
                Some(Decision::Gingerbread { player })
            }
            Task::Gingerbread => {
                let is_due = !self.has_gingerbread_moved && !self.gingerbread_answers().is_empty();
                is_due.then_some(Decision::Gingerbread { player })
            }
            Task::ChooseMarkers => {
                let scoring = self.round().into_iter().filter(|player| self.sums[player.index()] > 0);
                let marks: Vec<Task> = scoring.map(Task::Mark).collect();
                self.first(marks.into_iter().chain([Task::MoveMarkers]).collect::<Vec<_>>());
                None
            }
            Task::Mark(player) => self.ask_marker(player, self.sums[player.index()]),
            Task::MoveMarkers => {
                self.move_markers();
                None
            }
            Task::Rob(owner) => {
                let victims = self.victims[owner.index()].len();
                self.first([Task::Income(owner)]);
                (victims > 1).then_some(Decision::Rob { player: owner })
            }
            Task::Income(owner) => self.rob(owner),
            Task::MoveRobbing(owner, victim, points) => {
                self.move_robbing(owner, victim, points);
                None
            }
            Task::DrawMessage => {
                // MSG-8, MSG-10: only a marker that moved.
                let moved = self.moved[self.active].filter(|_| self.has(Module::Messages))?;
                let is_dark = self.marker_space(player, moved).is_multiple_of(5);
                is_dark.then_some(Decision::DrawMessage { player })
            }
            Task::Message(message) => Some(Decision::Message { player, message }),
            Task::MessageReturn { is_optional } => Some(Decision::MessageReturn { player, is_optional }),
            Task::MarkMessage(points) => {
                // MSG-D3, MSG-D4: a separate scoring with the same marker.
                self.sums.fill(0);
                self.sums[self.active] = points;
                self.first([Task::MoveMarkers]);
                None
            }
            Task::PutMessageUnder(message) => {
                // MSG-D18: when all are known, the one on top goes under.
                self.used_messages.retain(|&used| used != message);
                self.used_messages.push(message);
                None
            }
            Task::Crop => {
                let circle = self.table[&self.laid_at].tile.symbols.crop_circle?;
                // CORN-D4, CROP-D14.
                let mut seats = PlayerId::seats(self.options.players);
                let is_felt = seats.any(|seat| !self.crop_returns(seat, circle).is_empty());
                is_felt.then_some(Decision::Crop { player, circle })
            }
            Task::CropRound(player, circle, action) => {
                let decision = match action {
                    CropAction::Add => Decision::CropAdd { player, circle },
                    CropAction::Return => Decision::CropReturn { player, circle },
                };
                // CROP-12, CROP-D1: who can do nothing does nothing.
                let can_act = match action {
                    CropAction::Add => !self.crop_additions(player, circle).is_empty(),
                    CropAction::Return => !self.crop_returns(player, circle).is_empty(),
                };
                can_act.then_some(decision)
            }
            Task::Send => self.ask_send(),
            Task::MoveCount => Some(Decision::MoveCount { player }),
            Task::EndTurn => {
                self.end_turn();
                None
            }
            Task::LastMove(player) => self.ask_last_move(player),
            Task::End => {
                self.end();
                Some(Decision::Over)
            }
        }
    }

    /// Carries out the answer to what is asked.
    #[expect(clippy::too_many_lines, reason = "one arm for each pair of question and answer")]
    fn answer(&mut self, action: Action) {
        let player = self.active_player();
        match (self.asked, action) {
            (Decision::Spring, Action::Place { pos, rotation }) => self.lay_spring(pos, rotation),
            (Decision::Draw { .. }, Action::Draw(id)) => self.draw(id),
            (Decision::Robber { player }, Action::Robber(space)) => self.robbers[player.index()] = Some(space),
            (Decision::Place { .. }, Action::Place { pos, rotation }) => self.lay(pos, rotation),
            (Decision::Ingot { .. }, Action::Ingot(pos)) => *self.ingots_on_tiles.entry(pos).or_default() += 1,
            (Decision::Magic { .. }, Action::Magic { figure, spot }) => {
                self.magic.insert(figure, spot);
            }
            (Decision::Magic { .. }, Action::MagicAside(figure)) => {
                self.magic.remove(&figure);
            }
            (Decision::Deploy { .. }, Action::Deploy { figure, spot }) => {
                self.stand(player, figure, spot);
                if !self.has(Module::TradersClassic) {
                    self.first([Task::Accompany(spot)]);
                }
            }
            (Decision::Deploy { .. }, Action::Fly(figure)) => self.first([Task::Roll(figure)]),
            (Decision::Deploy { .. }, Action::RecallAbbot) => self.recall_abbot(),
            (Decision::Deploy { .. }, Action::Fairy(pos)) => self.wild.fairy = Some(pos),
            (Decision::Deploy { .. }, Action::Floor(pos)) => self.put_floor(pos),
            (Decision::Deploy { .. }, Action::Guard { figure, at }) => self.put_guard(figure, at),
            (Decision::Deploy { .. }, Action::Seize { piece, spot }) => self.send_home(piece, spot),
            (Decision::Deploy { .. }, Action::Ransom { captor, figure }) => {
                self.pay_ransom(captor, figure);
                self.first([Task::Deploy]);
            }
            (Decision::Ransom { .. }, Action::Ransom { captor, figure }) => self.pay_ransom(captor, figure),
            (Decision::Capture { .. }, Action::Seize { piece, spot }) => self.capture(piece, spot),
            (Decision::Capture { .. }, Action::SeizeGuard(at)) => self.capture_guard(at),
            (Decision::Exchange { .. }, Action::Exchange(kind)) => self.exchange(kind),
            (Decision::StepDragon { .. }, Action::StepDragon(side)) => self.step_dragon(side),
            (Decision::Roll { figure, .. }, Action::Roll(number)) => {
                // FLY-4, FLY-5, FLY-D1.
                let (x, y) = self.table[&self.laid_at].arrow().unwrap_or_default();
                let cells = i16::from(number);
                let reached = Pos::new(self.laid_at.x + cells * x, self.laid_at.y + cells * y);
                self.first([Task::Land(figure, number, reached)]);
            }
            (Decision::Land { figure, .. }, Action::Land(spot)) => {
                self.stand(player, figure, spot);
                // TRADC-8: the classic builder is never placed together with a meeple.
                if !self.has(Module::TradersClassic) {
                    self.first([Task::Accompany(spot)]);
                }
            }
            (Decision::Accompany { figure, spot, .. }, Action::Accompany) => {
                // TRADE-8, TRADE-24: bound to the meeple just placed.
                if let Some(meeple) = self.figures.last_mut() {
                    meeple.is_bound = true;
                }
                self.stand(player, figure, spot);
            }
            (Decision::PutFerry { .. }, Action::Ferry { at, ends }) => {
                self.ferries.insert(at, ends);
                self.look_at_regions();
            }
            (Decision::MoveFerry { .. }, Action::Ferry { at, ends }) => {
                self.ferries.insert(at, ends);
                self.look_at_regions();
                // FERRY-13.
                self.movable.remove(&at);
                self.first([Task::Magic { has_symbol: false }, Task::MoveFerry]);
            }
            (Decision::MoveFerry { .. }, Action::Pass) => self.movable.clear(),
            (Decision::ScoreNext { .. }, Action::ScoreNext(spot)) => {
                if let Some(next) = self.finished.iter().position(|finished| finished.region.spots[0] == spot) {
                    let finished = self.finished.remove(next);
                    self.score(&finished);
                }
                self.first([Task::ScoreFeatures]);
            }
            (Decision::KeepFarmer { .. }, Action::Return { .. }) => {
                if let Some(farmer) = self.farmer {
                    self.go_home(farmer);
                }
            }
            (Decision::Gingerbread { .. }, Action::Gingerbread(spot)) => {
                // A completed city has had its scoring (GINGER-11).
                if self.gingerbread_city().is_some_and(|city| !city.is_complete()) {
                    self.score_gingerbread();
                }
                self.gingerbread = Some(spot);
            }
            (Decision::Mark { player, .. }, Action::Mark(marker)) => self.moved[player.index()] = Some(marker),
            (Decision::Rob { player }, Action::Rob(victim)) => self.victims[player.index()] = vec![victim],
            (Decision::DrawMessage { .. }, Action::DrawMessage(number)) => {
                self.first([Task::Message(number)]);
            }
            (Decision::Message { message, .. }, action) => self.carry_out(message, action),
            (Decision::MessageReturn { .. }, Action::Return { figure, spot } | Action::ReturnBoth { figure, spot }) => {
                self.take_back(player, figure, spot, matches!(action, Action::ReturnBoth { .. }));
            }
            (Decision::Plague { .. }, Action::ReturnGuard(pos)) => {
                self.leave_tower(pos);
            }
            (Decision::Deploy { .. }, Action::Crown { figure, sector }) => {
                self.wheel.crowned.push((sector, player, figure));
            }
            (
                Decision::CropReturn { player, .. } | Decision::Plague { player },
                Action::Return { figure, spot } | Action::ReturnBoth { figure, spot },
            ) => {
                self.take_back(player, figure, spot, matches!(action, Action::ReturnBoth { .. }));
            }
            (Decision::Crop { circle, .. }, Action::Crop(action)) => {
                // CROP-9: the active player last.
                let mut round = self.round();
                round.rotate_left(1);
                self.first(round.into_iter().map(|player| Task::CropRound(player, circle, action)));
            }
            (Decision::CropAdd { player, .. }, Action::Deploy { figure, spot }) => self.stand(player, figure, spot),
            (Decision::MoveOut { player }, Action::MoveOut { figure, spot }) => {
                self.move_out(player, figure, spot);
                self.first([Task::MoveOut(player)]);
            }
            (Decision::Send { player }, Action::Send { figure, quarter }) => {
                self.carcassonne.inside.push((quarter, player, figure));
                self.first([Task::MoveCount]);
            }
            (Decision::MoveCount { .. }, Action::MoveCount(quarter)) => self.carcassonne.count = Some(quarter),
            (Decision::LastMove { player }, Action::MoveOut { figure, spot }) => {
                self.move_out(player, figure, spot);
                self.carcassonne.declined = 0;
            }
            (Decision::LastMove { .. }, Action::Pass) => self.carcassonne.declined += 1,
            // What was declined changes nothing; nothing else is an answer, and nothing else comes here.
            (
                Decision::Spring
                | Decision::Draw { .. }
                | Decision::Place { .. }
                | Decision::Deploy { .. }
                | Decision::Robber { .. }
                | Decision::Ingot { .. }
                | Decision::Magic { .. }
                | Decision::Roll { .. }
                | Decision::Land { .. }
                | Decision::Accompany { .. }
                | Decision::PutFerry { .. }
                | Decision::MoveFerry { .. }
                | Decision::ScoreNext { .. }
                | Decision::KeepFarmer { .. }
                | Decision::Mark { .. }
                | Decision::Rob { .. }
                | Decision::DrawMessage { .. }
                | Decision::MessageReturn { .. }
                | Decision::Crop { .. }
                | Decision::CropAdd { .. }
                | Decision::CropReturn { .. }
                | Decision::Gingerbread { .. }
                | Decision::Plague { .. }
                | Decision::Ransom { .. }
                | Decision::StepDragon { .. }
                | Decision::Capture { .. }
                | Decision::Exchange { .. }
                | Decision::MoveOut { .. }
                | Decision::Send { .. }
                | Decision::MoveCount { .. }
                | Decision::LastMove { .. }
                | Decision::Over,
                Action::Draw(_)
                | Action::Place { .. }
                | Action::Deploy { .. }
                | Action::RecallAbbot
                | Action::Pass
                | Action::Fly(_)
                | Action::Roll(_)
                | Action::Land(_)
                | Action::Accompany
                | Action::Ferry { .. }
                | Action::Ingot(_)
                | Action::Magic { .. }
                | Action::MagicAside(_)
                | Action::Robber(_)
                | Action::ScoreNext(_)
                | Action::Mark(_)
                | Action::Rob(_)
                | Action::DrawMessage(_)
                | Action::TwoPoints
                | Action::CarryOut
                | Action::Target(_)
                | Action::Return { .. }
                | Action::ReturnBoth { .. }
                | Action::Crop(_)
                | Action::Gingerbread(_)
                | Action::Crown { .. }
                | Action::ReturnGuard(_)
                | Action::Fairy(_)
                | Action::StepDragon(_)
                | Action::Seize { .. }
                | Action::SeizeGuard(_)
                | Action::Floor(_)
                | Action::Guard { .. }
                | Action::Exchange(_)
                | Action::Ransom { .. }
                | Action::MoveOut { .. }
                | Action::Send { .. }
                | Action::MoveCount(_),
            ) => {}
        }
    }

    /// BASE-39, BASE-D6: without a tile to draw the game is over. It may be agreed to end earlier.
    fn is_last(&self) -> bool {
        // DRAGON-D3.
        self.undrawn.keys().all(|&tile| self.is_dormant(tile))
            || self.options.end_after.is_some_and(|limit| self.laid >= limit)
    }

    /// MAGIC-9.
    fn are_magic_figures_joined(&self) -> bool {
        let place = |figure| self.magic.get(&figure).and_then(|&spot| self.place_of_region(spot));
        place(MagicFigure::Mage).is_some_and(|mage| place(MagicFigure::Witch) == Some(mage))
    }

    /// ORDER-1, with a new sum for each player (ORDER-21).
    fn start_turn(&mut self, has_fairy_point: bool) {
        self.sums.fill(0);
        self.moved.fill(None);
        self.towers.has_paid = false;
        self.towers.own_captive = None;
        self.wild.has_princess_worked = false;
        if has_fairy_point {
            self.score_fairy_at_start();
        }
    }

    /// TURN-34 to TURN-38.
    fn end_turn(&mut self) {
        self.has_gingerbread_moved = false;
        let builder_turn = std::mem::take(&mut self.builder_aside) || self.has_builder_worked;
        self.is_builder_turn = std::mem::take(&mut self.has_builder_worked);
        let mut tasks = vec![Task::Draw];
        if !self.is_last() {
            self.turn += 1;
            if builder_turn {
                // TRADE-15, TRADC-10.
            } else if std::mem::take(&mut self.is_lake_turn_due) {
                // RIVER2-15: the same player once more.
            } else if self.extra_turns > 0 {
                // ORDER-19.
                self.extra_turns -= 1;
            } else {
                self.active = (self.active + 1) % self.options.players;
            }
            // DRAGON-47, RIVER2-D7: of all extra turns only the builder's is without the fairy.
            tasks = vec![Task::StartTurn { has_fairy_point: !builder_turn }, Task::Ransom, Task::Draw];
        }
        self.first(tasks);
    }

    /// The final scoring (TURN-39, TURN-40).
    fn end(&mut self) {
        for award in self.final_awards() {
            self.award(award.player, award.source, award.points, award.spots);
        }
        self.robbers.fill(None);
        self.ingots_on_tiles.clear();
        for (markers, &points) in self.markers.iter_mut().zip(&self.points) {
            markers.values_mut().for_each(|shown| *shown = 0);
            markers.insert(Marker::Meeple, points);
        }
    }
}
