//! What stands on the table beside the figures that the map shows, in words.

use bastide_rules::{Captives, MagicFigure, PlayerId, Quarter, Sector, State, story};

use super::pen::letter;

/// One line for each kind of piece that is in play. Players are named by their letters.
pub fn lines(state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    let mut tell = |what: &str, parts: Vec<String>| {
        if !parts.is_empty() {
            lines.push(format!("{what}: {}", parts.join("; ")));
        }
    };
    let seats = || state.game().seats();
    tell("Dragon", state.dragon().iter().map(|pos| format!("at {pos}")).collect());
    tell("Fairy", state.fairy().iter().map(|pos| format!("at {pos}")).collect());
    let towers = state.towers().into_iter().map(|tower| {
        let end = match tower.guard {
            Some(guard) => format!(", {} of {} on it", guard.kind.word(), letter(guard.owner)),
            None if tower.is_finished => ", finished".to_owned(),
            None => String::new(),
        };
        format!("{} high at {}{end}", tower.height, tower.pos)
    });
    tell("Towers", towers.collect());
    let captives = seats().flat_map(|captor| {
        state.captives(captor).map(|Captives { captor, owner, kind, count }| {
            format!("{} holds {count} {} of {}", letter(captor), kind.word(), letter(owner))
        })
    });
    tell("Captives", captives.collect());
    tell("Count", state.count().iter().map(|quarter| format!("in the {}", quarter.word())).collect());
    let inside = Quarter::ALL.into_iter().flat_map(|quarter| {
        let of = move |player: PlayerId| {
            let there = state.in_quarter(quarter, player);
            there.map(|there| format!("{} {} {}", letter(player), there.count, there.kind.word())).collect::<Vec<_>>()
        };
        let there: Vec<String> = seats().flat_map(of).collect();
        (!there.is_empty()).then(|| format!("{} {}", quarter.word(), there.join(", ")))
    });
    tell("In Carcassonne", inside.collect());
    tell("Pig", state.wheel_pig().iter().map(|sector| format!("in the sector {}", sector.word())).collect());
    let crowned = Sector::ALL.into_iter().flat_map(|sector| {
        state
            .crowned(sector)
            .map(move |meeple| format!("{} of {} in {}", meeple.kind.word(), letter(meeple.owner), sector.word()))
            .collect::<Vec<_>>()
    });
    tell("Crowned", crowned.collect());
    for (name, figure) in [("Mage", MagicFigure::Mage), ("Witch", MagicFigure::Witch)] {
        tell(name, state.magic(figure).map(|spot| story::place(state, spot)).into_iter().collect());
    }
    tell("Gingerbread man", state.gingerbread().map(|spot| story::place(state, spot)).into_iter().collect());
    tell("Ingots", state.ingots_on_tiles().iter().map(|heap| format!("{} at {}", heap.count, heap.pos)).collect());
    tell("Ferries", state.ferries().iter().map(|ferry| format!("at {}", ferry.at)).collect());
    let robbers =
        seats().filter_map(|seat| state.robber(seat).map(|space| format!("{} on space {space}", letter(seat))));
    tell("Robbers", robbers.collect());
    lines
}

#[cfg(test)]
mod tests {
    use bastide_rules::notation::Record;

    use super::*;

    fn told(record: &str) -> Vec<String> {
        lines(&Record::parse(record).unwrap().state())
    }

    #[test]
    fn pieces_are_told_with_their_places() {
        let flight = told(include_str!("../../../../web/e2e/positions/step-dragon.txt"));
        assert!(flight.iter().any(|line| line.starts_with("Dragon: at ")), "{flight:?}");
        let towers = told(include_str!("../../../../web/e2e/positions/capture-guard.txt"));
        assert!(towers.iter().any(|line| line.starts_with("Towers: ") && line.contains(" on it")), "{towers:?}");
        let city = told(include_str!("../../../../web/e2e/positions/last-move-board.txt"));
        assert_eq!(city, ["Count: in the church", "In Carcassonne: smithy A 1 meeple"]);
        let wheel = told(include_str!("../../../../web/e2e/positions/crown.txt"));
        assert!(wheel.iter().any(|line| line.starts_with("Pig: in the sector ")), "{wheel:?}");
    }

    #[test]
    fn a_plain_game_has_nothing_to_tell() {
        let plain = "bastide-record 1\nbase classic\nplayers Anna Borys\nfirst Anna\n\n1 Anna U 1,0 r1 meeple@road:E\n";
        assert_eq!(told(plain), Vec::<String>::new());
    }
}
