//! What every storage does, whichever it is: the same tests for SQLite and for a real PostgreSQL.

use std::process::Command;
use std::sync::{Arc, LazyLock};

use bastide_server::Identity;
use bastide_server::archive::{export_from, import_into};
use bastide_server::fairness::Seed;
use bastide_server::store::people::{Passkey, Purpose, SUBSCRIPTIONS, Subscription};
use bastide_server::store::{self, COMPLAINTS_KEPT, Complaint, Filter, Stale, Store, StoreError};
use bastide_server::wire::{Clock, Note, Status};
use bastide_table::room::Request;
use bastide_table::stored::{
    Change, GameSetup, Progress, Share, Shares, StoredGame, StoredLine, StoredNote, StoredSeat, new_game,
};
use serde_json::json;

use crate::common::{self, Folder, Person, is_asked, wish};

const ANNA: Identity = Identity([1; 32]);
const BORYS: Identity = Identity([2; 32]);

/// A PostgreSQL for all tests of this program; it ends with the program.
static POSTGRES: LazyLock<Option<Postgres>> = LazyLock::new(Postgres::start);

struct Postgres {
    address: String,
}

impl Postgres {
    #[expect(clippy::zombie_processes, reason = "what is started waits for the end of this program")]
    fn start() -> Option<Postgres> {
        if let Ok(address) = std::env::var("BASTIDE_POSTGRES") {
            return Some(Postgres { address });
        }
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/postgres.sh");
        let folder = std::env::temp_dir().join(format!("bastide-postgres-{}", std::process::id()));
        let started = Command::new("sh").arg(script).arg("start").arg(&folder).output().unwrap();
        if started.status.code() == Some(77) {
            eprintln!("skipped: {}", String::from_utf8_lossy(&started.stderr));
            return None;
        }
        assert!(started.status.success(), "{}", String::from_utf8_lossy(&started.stderr));
        // Whatever happens to this program, the database goes when it has ended.
        let wait = format!(
            "while kill -0 {} 2>/dev/null; do sleep 0.2; done; sh '{script}' stop '{folder}'; rm -rf '{folder}'",
            std::process::id(),
            folder = folder.display()
        );
        Command::new("sh").args(["-c", &wait]).stdout(std::process::Stdio::null()).spawn().unwrap();
        Some(Postgres { address: String::from_utf8(started.stdout).unwrap().trim().to_owned() })
    }
}

/// An empty database of its own, if there is a PostgreSQL.
pub async fn database(name: &str) -> Option<String> {
    let Postgres { address } = POSTGRES.as_ref()?;
    let (client, connection) = tokio_postgres::connect(address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client.batch_execute(&format!("CREATE DATABASE {name}")).await.unwrap();
    let (server, _) = address.rsplit_once('/').unwrap();
    Some(format!("{server}/{name}"))
}

/// The storages that are here, empty; the folder is for SQLite.
async fn storages(name: &str) -> Vec<(Arc<dyn Store>, Folder)> {
    let folder = Folder::new(name);
    let mut all = vec![(store::open(&folder.0, None).await.unwrap(), folder)];
    if let Some(address) = database(&format!("contract_{name}")).await {
        let folder = Folder::new(name);
        all.push((store::open(&folder.0, Some(&address)).await.unwrap(), folder));
    }
    all
}

fn seat(name: &str, owner: Option<Identity>, bot: Option<&str>) -> StoredSeat {
    let (name, colour, bot) = (name.to_owned(), "red".to_owned(), bot.map(str::to_owned));
    StoredSeat { name, colour, bot, owner, key: Some([9; 32]), resigned: false, kept_for: None }
}

fn game(id: &str, seats: Vec<StoredSeat>, date: i64) -> StoredGame {
    let setup = GameSetup {
        in_box: None,
        base: "classic".to_owned(),
        modules: vec!["farmers".to_owned()],
        first: 0,
        first_drawn: false,
        aids: true,
        clock: Clock::None,
        private: false,
        end_after: Some(6),
        bot_pace: 0,
        imported: 0,
        strict: false,
    };
    new_game(id.to_owned(), ANNA, Seed([7; 32]), setup, seats, date)
}

fn two() -> Vec<StoredSeat> {
    vec![seat("Anna", Some(ANNA), None), seat("Borys", Some(BORYS), None)]
}

fn change(game: &StoredGame, actions: &[&str]) -> Change {
    Change {
        game: game.id.clone(),
        version: game.version,
        after: game.actions.len() as u32,
        actions: actions.iter().map(|&action| action.to_owned()).collect(),
        ..Change::default()
    }
}

fn request(change: Change) -> Request {
    Request { change, ..Request::default() }
}

fn text(game: &StoredGame) -> String {
    format!("{game:?}")
}

#[tokio::test]
async fn a_game_is_loaded_as_it_was_stored_and_changed() {
    for (store, _folder) in storages("whole").await {
        let mut kept = game("whole", two(), 100);
        kept.shares = Some(Shares { seats: vec![Share::default(); 2], is_settled: false });
        kept.actions = vec!["D".to_owned(), "1,0 r0".to_owned()];
        kept.notes = vec![StoredNote { after: 1, text: "resigned:1".to_owned() }];
        kept.chat =
            vec![StoredLine { seat: Some(1), name: "Борис".to_owned(), text: "'; --".to_owned(), time: 7 }];
        store.create(kept.clone()).await.unwrap();
        assert_eq!(text(&store.load("whole").await.unwrap().unwrap()), text(&kept));
        assert!(store.load("nothing").await.unwrap().is_none());
        assert!(store.create(kept.clone()).await.is_err(), "an id is used once");

        // Everything that a change can bring, as the data itself makes it.
        let follows = game("follows", two(), 120);
        let mut bot = kept.seats[1].clone();
        (bot.bot, bot.owner, bot.key, bot.resigned) = (Some("greedy".to_owned()), None, None, true);
        bot.kept_for = Some(BORYS);
        let line = StoredLine { seat: None, name: "x".to_owned(), text: "y".to_owned(), time: 8 };
        let all = Change {
            notes: ["timed-out:0", "seated:0"].map(|text| StoredNote { after: 2, text: text.to_owned() }).to_vec(),
            chat: Some(line),
            seats: vec![(1, bot)],
            status: Some(Status::Finished),
            shares: Some(Box::new(Shares { seats: vec![Share::default()], is_settled: true })),
            setup: Some(Box::new(GameSetup { first: 1, ..kept.setup.clone() })),
            progress: Some(Progress {
                left: 3,
                asked: Some(1),
                points: vec![4, -5],
                clocks: vec![6, 7],
                ..Progress::default()
            }),
            rematch: Some("follows".to_owned()),
            damaged: Some(true),
            time: 130,
            ..change(&kept, &["pass", "E"])
        };
        let wanted = Request {
            name: Some((BORYS, "Борис".to_owned())),
            create: Some(Box::new(follows.clone())),
            change: all.clone(),
        };
        store.change(wanted).await.unwrap();
        kept.change(all);
        assert_eq!(text(&store.load("whole").await.unwrap().unwrap()), text(&kept));
        assert_eq!(text(&store.load("follows").await.unwrap().unwrap()), text(&follows));
        assert_eq!(store.name(BORYS).await.unwrap().as_deref(), Some("Борис"));
        // A change that says nothing leaves everything, and a time does not go back.
        let nothing = Change { time: 90, ..change(&kept, &[]) };
        store.change(request(nothing.clone())).await.unwrap();
        kept.change(nothing);
        assert_eq!(text(&store.load("whole").await.unwrap().unwrap()), text(&kept));
        // What cannot be replayed is set aside.
        let aside = Change { after: 3, sets_aside: true, ..change(&kept, &["F"]) };
        store.change(request(aside.clone())).await.unwrap();
        kept.change(aside);
        assert_eq!(text(&store.load("whole").await.unwrap().unwrap()), text(&kept));
        assert_eq!(store.inspect().await.unwrap(), Vec::<String>::new());
    }
}

#[tokio::test]
async fn who_does_not_know_the_last_version_changes_nothing() {
    for (store, _folder) in storages("fence").await {
        let kept = game("fence", two(), 100);
        store.create(kept.clone()).await.unwrap();
        let first = change(&kept, &["D"]);
        store.change(request(first.clone())).await.unwrap();
        let after = text(&store.load("fence").await.unwrap().unwrap());
        let rich = |change: Change| Request {
            name: Some((ANNA, "X".to_owned())),
            create: Some(Box::new(game("other", two(), 1))),
            change: Change { seats: vec![(0, seat("X", None, None))], status: Some(Status::Finished), ..change },
        };
        let stale = [
            first.clone(),
            Change { after: 1, ..first.clone() },
            Change { version: 2, after: 1, ..first.clone() },
            // The version is right, and the place is not: there would be a hole, or a second one of the same number.
            Change { version: 1, after: 2, ..first.clone() },
            Change { version: 1, after: 0, ..first.clone() },
        ];
        for change in stale {
            assert!(store.change(request(change.clone())).await.is_err(), "{change:?}");
            assert!(store.change(rich(change)).await.is_err());
        }
        assert_eq!(store.change(request(first)).await, Err(StoreError::OtherOwner));
        assert_eq!(text(&store.load("fence").await.unwrap().unwrap()), after);
        assert!(store.load("other").await.unwrap().is_none() && store.name(ANNA).await.unwrap().is_none());
        let gone = Change { game: "nothing".to_owned(), ..Change::default() };
        assert_eq!(store.change(request(gone)).await, Err(StoreError::OtherOwner));
    }
}

/// Many owners that all know the same version: one of them wins, whatever the order.
#[tokio::test(flavor = "multi_thread")]
async fn of_many_owners_at_once_one_is_heard() {
    for (store, _folder) in storages("race").await {
        let mut kept = game("race", two(), 100);
        store.create(kept.clone()).await.unwrap();
        for round in 0..10u32 {
            let names: Vec<String> = (0..12).map(|owner| format!("{round}-{owner}")).collect();
            let all: Vec<_> = names.iter().map(|name| store.change(request(change(&kept, &[name])))).collect();
            let mut heard = 0;
            for done in all {
                match done.await {
                    Ok(()) => heard += 1,
                    Err(error) => assert_eq!(error, StoreError::OtherOwner),
                }
            }
            assert_eq!(heard, 1);
            kept = store.load("race").await.unwrap().unwrap();
            assert_eq!((kept.actions.len() as u32, kept.version), (round + 1, u64::from(round) + 1));
        }
    }
}

#[tokio::test]
async fn lists_show_what_they_should() {
    for (store, _folder) in storages("lists").await {
        let with = |id: &str, date, change: &dyn Fn(&mut StoredGame)| {
            let mut game = game(id, two(), date);
            change(&mut game);
            game
        };
        let bot = |game: &mut StoredGame| {
            game.seats[1] = seat("Bot", None, Some("greedy"));
            game.progress.asked = Some(1);
        };
        for game in [
            with("public", 10, &|game| (game.progress.asked, game.progress.due) = (Some(0), Some(500))),
            with("private", 20, &|game| {
                game.setup.private = true;
                game.progress.asked = Some(0);
            }),
            with("foreign", 30, &|game| {
                (game.setup.private, game.host, game.progress.asked) = (true, BORYS, Some(0));
                game.seats = vec![seat("Borys", Some(BORYS), None), seat("Bot", None, Some("greedy"))];
            }),
            with("bots", 40, &bot),
            with("clock", 50, &|game| {
                game.setup.clock = Clock::PerMove { seconds: 60 };
                game.progress.asked = Some(0);
            }),
            with("chance", 60, &|_| {}),
            with("over", 70, &|game| game.status = Status::Finished),
            with("open", 80, &|game| {
                game.status = Status::Open;
                game.seats[1].owner = None;
            }),
        ] {
            store.create(game).await.unwrap();
        }
        let list = async |filter: Filter| {
            let games = store.list(filter).await.unwrap();
            assert!(games.iter().all(|game| game.seats.len() == 2 && game.actions.is_empty()));
            games.into_iter().map(|game| game.id).collect::<Vec<_>>()
        };
        let viewer = |viewer| Filter { viewer, ..Filter::default() };
        let public = ["open", "over", "chance", "clock", "bots", "public"];
        assert_eq!(list(viewer(None)).await, public);
        assert_eq!(list(viewer(Some(ANNA))).await, [&public[..5], &["private", "public"]].concat());
        let mine = Filter { mine: true, ..viewer(Some(BORYS)) };
        assert_eq!(list(mine).await, ["over", "chance", "clock", "foreign", "private", "public"]);
        let open = Filter { status: Some(Status::Open), ..viewer(None) };
        assert_eq!(list(open).await, ["open"]);
        assert_eq!(list(Filter { everything: true, ..viewer(None) }).await.len(), 8);
        assert_eq!(store.moving().await.unwrap(), ["chance", "clock", "bots"]);
        assert_eq!(store.ids().await.unwrap().len(), 8);
        assert_eq!(store.due(500).await.unwrap(), Vec::<String>::new());
        assert_eq!(store.due(501).await.unwrap(), ["public"]);
        assert_eq!(store.called("op").await.unwrap().as_deref(), Some("open"));
        assert_eq!(store.called("ov").await.unwrap(), None, "it does not wait for anybody");
        assert_eq!(store.unfinished(ANNA).await.unwrap(), (6, 7));
        assert_eq!(store.stale(Stale::Over(71), 9).await.unwrap(), ["over"]);
        assert_eq!(store.stale(Stale::Open(80), 9).await.unwrap(), Vec::<String>::new());
        assert_eq!(store.stale(Stale::Running(45), 2).await.unwrap(), ["public", "private"]);
        assert_eq!(store.stale(Stale::Unused(90), 9).await.unwrap(), ["foreign", "bots", "open"]);
        let people: Vec<_> =
            store.people(9).await.unwrap().into_iter().map(|who| (who.who, who.games, who.changed)).collect();
        assert_eq!(people, [(ANNA, 7, 80), (BORYS, 6, 70)]);
    }
}

#[tokio::test]
async fn the_operator_ends_deletes_and_forgets() {
    for (store, _folder) in storages("operator").await {
        for id in ["ended", "deleted", "forgotten"] {
            let mut game = game(id, two(), 100);
            game.actions = vec!["D".to_owned()];
            game.chat = vec![StoredLine { seat: Some(1), name: "Borys".to_owned(), text: "x".to_owned(), time: 1 }];
            store.create(game).await.unwrap();
        }
        assert!(store.end("ended", Note::EndedByOperator).await.unwrap());
        assert!(
            !store.end("ended", Note::Abandoned).await.unwrap()
                && !store.end("nothing", Note::Abandoned).await.unwrap()
        );
        let ended = store.load("ended").await.unwrap().unwrap();
        assert_eq!((ended.status, ended.version, ended.notes.len(), ended.notes[0].after), (Status::Finished, 1, 1, 1));
        assert!(store.delete("deleted").await.unwrap() && !store.delete("deleted").await.unwrap());
        store.set_name(BORYS, "Borys".to_owned()).await.unwrap();
        store.set_name(BORYS, "Boris".to_owned()).await.unwrap();
        assert_eq!(store.name(BORYS).await.unwrap().as_deref(), Some("Boris"));
        let complaint = Complaint {
            time: 1,
            game: "ended".to_owned(),
            by: ANNA,
            about: BORYS,
            name: "Borys".to_owned(),
            text: "rude".to_owned(),
            lines: "x".to_owned(),
        };
        for _ in 0..=COMPLAINTS_KEPT.min(3) {
            store.complain(complaint.clone()).await.unwrap();
        }
        let told = store.complaints(2).await.unwrap();
        assert_eq!((told.len(), &told[0].1), (2, &complaint));
        assert!(told[0].0 > told[1].0 && store.settle_complaint(told[0].0).await.unwrap());
        assert!(!store.settle_complaint(told[0].0).await.unwrap());

        let mut changed = store.forget(BORYS).await.unwrap();
        changed.sort();
        assert_eq!(changed, ["ended", "forgotten"]);
        let game = store.load("forgotten").await.unwrap().unwrap();
        let gone = &game.seats[1];
        assert_eq!((gone.owner, gone.key, gone.name.as_str(), gone.resigned), (None, None, "Player 2", true));
        assert_eq!((gone.bot.as_deref(), game.chat.len(), game.notes.len()), (Some("greedy"), 0, 1));
        assert!(game.version > 0, "an owner notices");
        let over = store.load("ended").await.unwrap().unwrap();
        assert_eq!((over.seats[1].bot.clone(), over.notes.len()), (None, 1), "what is over needs no bot");
        assert!(store.name(BORYS).await.unwrap().is_none() && store.complaints(9).await.unwrap().is_empty());
        store.set_name(Identity([3; 32]), "Stranger".to_owned()).await.unwrap();
        store.set_name(ANNA, "Anna".to_owned()).await.unwrap();
        store.forget_strangers().await.unwrap();
        assert!(store.name(Identity([3; 32])).await.unwrap().is_none());
        assert!(store.name(ANNA).await.unwrap().is_some());
        store.forget(ANNA).await.unwrap();
        assert_eq!(store.load("ended").await.unwrap().unwrap().host, Identity([0; 32]));

        let until = i64::MAX / 2;
        for key in [[1; 32], [2; 32]] {
            store.keep_handover(key, BORYS, [5; 32], until).await.unwrap();
        }
        assert_eq!(store.take_handover([1; 32], 0).await.unwrap(), None, "one at a time for each person");
        assert_eq!(store.take_handover([2; 32], 0).await.unwrap(), Some([5; 32]));
        assert_eq!(store.take_handover([2; 32], 0).await.unwrap(), None, "once");
        store.keep_handover([3; 32], BORYS, [5; 32], until).await.unwrap();
        assert_eq!(store.take_handover([3; 32], until + 1).await.unwrap(), None, "it is too late");

        let rule = ("banned".to_owned(), "x".to_owned());
        store.set_house_rule("banned", "x", true).await.unwrap();
        store.set_house_rule("banned", "x", true).await.unwrap();
        assert_eq!(store.house_rules().await.unwrap(), [rule]);
        store.set_house_rule("banned", "x", false).await.unwrap();
        assert!(store.house_rules().await.unwrap().is_empty());
        store.check(false).await.unwrap();
        store.check(true).await.unwrap();
        store.settle().await.unwrap();
    }
}

fn passkey(id: u8, who: Identity) -> Passkey {
    let (id, key, label) = (vec![id; 16], vec![7; 77], "Телефон".to_owned());
    Passkey { id, who, key, sealed: [5; 32], counter: 3, label, created: 10, used: 11 }
}

#[tokio::test]
async fn passkeys_and_their_questions_are_kept() {
    for (store, _folder) in storages("passkeys").await {
        let until = i64::MAX / 2;
        let (one, two, three) = ([1; 32], [2; 32], [3; 32]);
        store.keep_challenge(one, Purpose::Make, ANNA, until).await.unwrap();
        store.keep_challenge(two, Purpose::Enter, ANNA, until).await.unwrap();
        store.keep_challenge(three, Purpose::Enter, BORYS, until).await.unwrap();
        assert!(store.take_challenge(one, Purpose::Make, ANNA, 0).await.unwrap());
        assert!(!store.take_challenge(one, Purpose::Make, ANNA, 0).await.unwrap(), "once");
        assert!(!store.take_challenge(two, Purpose::Make, ANNA, 0).await.unwrap(), "for something else");
        assert!(!store.take_challenge(three, Purpose::Enter, ANNA, 0).await.unwrap(), "of somebody else");
        store.keep_challenge(one, Purpose::Enter, ANNA, until).await.unwrap();
        assert!(!store.take_challenge(one, Purpose::Enter, ANNA, until + 1).await.unwrap(), "too late");
        store.keep_challenge(one, Purpose::Enter, ANNA, until).await.unwrap();
        store.keep_challenge(two, Purpose::Enter, ANNA, until).await.unwrap();
        assert!(!store.take_challenge(one, Purpose::Enter, ANNA, 0).await.unwrap(), "one at a time");

        let (first, second) = (passkey(1, ANNA), passkey(2, ANNA));
        assert!(store.add_passkey(first.clone()).await.unwrap());
        assert!(!store.add_passkey(passkey(1, BORYS)).await.unwrap(), "it is hers");
        assert!(store.add_passkey(second.clone()).await.unwrap());
        assert_eq!(store.passkeys(ANNA).await.unwrap(), [first.clone(), second.clone()]);
        assert!(!store.use_passkey(first.id.clone(), 3, 20).await.unwrap(), "a copy");
        assert!(store.use_passkey(first.id.clone(), u32::MAX, 20).await.unwrap());
        let used = store.passkey(first.id.clone()).await.unwrap().unwrap();
        assert_eq!((used.counter, used.used, used.created), (u32::MAX, 20, 10));
        assert!(!store.use_passkey(first.id.clone(), 0, 20).await.unwrap());
        let silent = Passkey { counter: 0, ..passkey(3, ANNA) };
        assert!(store.add_passkey(silent.clone()).await.unwrap());
        for _ in 0..2 {
            assert!(store.use_passkey(silent.id.clone(), 0, 21).await.unwrap(), "not all of them count");
        }
        for id in 10..17 {
            assert!(store.add_passkey(passkey(id, ANNA)).await.unwrap());
        }
        assert!(!store.add_passkey(passkey(17, ANNA)).await.unwrap(), "enough");
        assert!(!store.remove_passkey(BORYS, second.id.clone()).await.unwrap());
        assert!(store.remove_passkey(ANNA, second.id.clone()).await.unwrap());
        assert!(store.passkey(second.id).await.unwrap().is_none());
        store.forget(ANNA).await.unwrap();
        assert!(store.passkey(first.id).await.unwrap().is_none() && store.passkeys(ANNA).await.unwrap().is_empty());
    }
}

fn subscription(endpoint: &str, who: Identity, created: i64) -> Subscription {
    let (endpoint, language) = (endpoint.to_owned(), "uk".to_owned());
    Subscription { endpoint, who, key: vec![4; 65], auth: vec![6; 16], language, created }
}

#[tokio::test]
async fn browsers_that_are_called_are_kept() {
    for (store, _folder) in storages("subscriptions").await {
        let one = subscription("https://push.example.com/1", ANNA, 10);
        store.subscribe(one.clone()).await.unwrap();
        let again = Subscription { language: "en".to_owned(), created: 11, ..one.clone() };
        store.subscribe(again.clone()).await.unwrap();
        assert_eq!(store.subscriptions(ANNA).await.unwrap(), [again]);
        // A browser that has become somebody else is called for them.
        store.subscribe(subscription("https://push.example.com/1", BORYS, 12)).await.unwrap();
        assert!(store.subscriptions(ANNA).await.unwrap().is_empty());
        store.unsubscribe("https://push.example.com/1".to_owned(), Some(ANNA)).await.unwrap();
        assert_eq!(store.subscriptions(BORYS).await.unwrap().len(), 1, "it is not hers");
        store.unsubscribe("https://push.example.com/1".to_owned(), None).await.unwrap();
        assert!(store.subscriptions(BORYS).await.unwrap().is_empty());
        for number in 0..SUBSCRIPTIONS + 2 {
            let endpoint = format!("https://push.example.com/{number}");
            store.subscribe(subscription(&endpoint, ANNA, i64::from(number))).await.unwrap();
        }
        let kept = store.subscriptions(ANNA).await.unwrap();
        assert_eq!((kept.len() as u32, kept[0].created), (SUBSCRIPTIONS, 2), "the oldest fall off");
        store.merge(ANNA, BORYS, [6; 32]).await.unwrap();
        assert_eq!(store.subscriptions(BORYS).await.unwrap().len() as u32, SUBSCRIPTIONS);
        store.forget(BORYS).await.unwrap();
        assert!(store.subscriptions(BORYS).await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn one_person_becomes_another_and_nothing_is_lost() {
    let (vira, phone) = (Identity([3; 32]), Identity([4; 32]));
    for (store, _folder) in storages("merge").await {
        let mut hosted = game("hosted", two(), 100);
        hosted.host = phone;
        let played = game("played", vec![seat("Anna", Some(ANNA), None), seat("Phone", Some(phone), None)], 101);
        let mut asked = game("asked", two(), 102);
        (asked.seats[1].owner, asked.seats[1].kept_for) = (None, Some(phone));
        let others = game("others", two(), 103);
        for game in [&hosted, &played, &asked, &others] {
            store.create(game.clone()).await.unwrap();
        }
        store.set_name(phone, "Phone".to_owned()).await.unwrap();
        assert!(store.add_passkey(passkey(1, phone)).await.unwrap());
        store.keep_handover([8; 32], phone, [5; 32], i64::MAX).await.unwrap();
        let complaint = |by, about| Complaint {
            time: 1,
            game: "played".to_owned(),
            by,
            about,
            name: "x".to_owned(),
            text: "rude".to_owned(),
            lines: String::new(),
        };
        store.complain(complaint(ANNA, phone)).await.unwrap();
        store.complain(complaint(phone, ANNA)).await.unwrap();

        let mut changed = store.merge(phone, vira, [6; 32]).await.unwrap().unwrap();
        changed.sort();
        assert_eq!(changed, ["asked", "hosted", "played"]);
        let load = async |id: &str| store.load(id).await.unwrap().unwrap();
        assert_eq!(load("hosted").await.host, vira);
        let now = load("played").await;
        assert_eq!((now.seats[0].owner, now.seats[1].owner, now.version), (Some(ANNA), Some(vira), 1));
        assert_eq!((now.seats[1].name.as_str(), now.seats[1].resigned), ("Phone", false), "and nothing else");
        assert_eq!(load("asked").await.seats[1].kept_for, Some(vira));
        assert_eq!(text(&load("others").await), text(&others), "nobody else's");
        assert_eq!(store.change(request(change(&played, &[]))).await, Err(StoreError::OtherOwner));
        assert_eq!(store.passkeys(vira).await.unwrap(), [Passkey { who: vira, ..passkey(1, vira) }]);
        assert!(store.passkeys(phone).await.unwrap().is_empty());
        assert_eq!(store.name(vira).await.unwrap().as_deref(), Some("Phone"), "she had none");
        assert_eq!((store.name(phone).await.unwrap(), store.take_handover([8; 32], 0).await.unwrap()), (None, None));
        let told: Vec<_> = store.complaints(9).await.unwrap().into_iter().map(|(_, one)| (one.by, one.about)).collect();
        assert_eq!(told, [(vira, ANNA), (ANNA, vira)]);
        assert_eq!(store.moved(phone).await.unwrap(), Some([6; 32]));
        assert_eq!((store.moved(vira).await.unwrap(), store.moved(ANNA).await.unwrap()), (None, None));

        // Who is gone is nobody's goal any more, and moves once.
        assert_eq!(store.merge(ANNA, phone, [7; 32]).await.unwrap(), None);
        assert_eq!(store.merge(phone, ANNA, [7; 32]).await.unwrap(), None);
        // The way goes on, and the name that was there stays.
        store.set_name(BORYS, "Borys".to_owned()).await.unwrap();
        assert_eq!(store.merge(vira, BORYS, [7; 32]).await.unwrap().unwrap().len(), 3);
        assert_eq!((load("played").await.seats[1].owner, load("played").await.version), (Some(BORYS), 2));
        assert_eq!(store.name(BORYS).await.unwrap().as_deref(), Some("Borys"));
        assert_eq!(store.moved(phone).await.unwrap(), Some([6; 32]));
        // Who is forgotten is forgotten under every name.
        store.forget(BORYS).await.unwrap();
        assert_eq!((store.moved(phone).await.unwrap(), store.moved(vira).await.unwrap()), (None, None));
        assert!(store.passkey(vec![1; 16]).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn chats_and_notes_lose_their_oldest_lines() {
    for (store, _folder) in storages("trim").await {
        let mut kept = game("trim", two(), 100);
        let line = |number: usize| StoredLine { seat: None, name: String::new(), text: number.to_string(), time: 0 };
        kept.chat = (0..1000).map(line).collect();
        kept.notes = (0..500).map(|number| StoredNote { after: 0, text: number.to_string() }).collect();
        store.create(kept.clone()).await.unwrap();
        let more = Change {
            chat: Some(line(1000)),
            notes: vec![StoredNote { after: 0, text: "500".to_owned() }],
            ..change(&kept, &[])
        };
        store.change(request(more)).await.unwrap();
        let found = store.load("trim").await.unwrap().unwrap();
        assert_eq!((found.chat.len(), found.chat[0].text.as_str(), found.chat[999].text.as_str()), (1000, "1", "1000"));
        assert_eq!((found.notes.len(), found.notes[0].text.as_str()), (500, "1"));
    }
}

/// A whole game on a server with PostgreSQL, stopped and started in the middle, moved to SQLite and back.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_plays_on_postgresql_and_games_move_between_both() {
    let Some(address) = database("served").await else { return };
    let folder = Folder::new("served");
    let config = || {
        let config = common::config(&folder, common::wide());
        bastide_server::Config { database: Some(address.clone()), ..config }
    };
    let server = bastide_server::start(config()).await.unwrap();
    let anna = Person::new(server.address()).await;
    let (game, _) = anna.create(&wish(&[json!("here"), json!({ "bot": "greedy" })], 8)).await;
    let mut socket = anna.socket(&game).await;
    let view = socket.view_when(is_asked).await;
    let view = socket.play_turn(view).await;
    // Without a bus nobody else serves this database.
    let other = Folder::new("served-too");
    let second = bastide_server::Config { database: Some(address.clone()), ..common::config(&other, common::wide()) };
    let refused = bastide_server::start(second).await.err().unwrap().to_string();
    assert!(refused.contains("--bus"), "{refused}");
    drop(socket);
    server.stop().await;

    let server = bastide_server::start(config()).await.unwrap();
    let anna = anna.at(server.address());
    let mut socket = anna.socket(&game).await;
    let mut again = socket.view_when(is_asked).await;
    assert!(again["turn"].as_u64() >= view["turn"].as_u64());
    while again["status"] != "finished" {
        again = if is_asked(&again) { socket.play_turn(again).await } else { socket.view().await };
    }
    let record = anna.get(&format!("/api/v1/games/{game}/record")).await.body;
    assert_eq!(anna.get("/healthz").await.status, 200);
    server.stop().await;

    let (records, data) = (Folder::new("served-records"), Folder::new("served-data"));
    let store = store::open(&folder.0, Some(&address)).await.unwrap();
    assert_eq!(export_from(&*store, &records.0).await.unwrap().games, 1);
    let text = std::fs::read_to_string(records.0.join(format!("{game}.txt"))).unwrap();
    assert_eq!(text, record);
    let moved = import_into(&data.0, None, &text).await.unwrap();
    let back = import_into(&folder.0, Some(&address), &text).await.unwrap();
    let sqlite = store::open(&data.0, None).await.unwrap();
    let (one, two) = (sqlite.load(&moved.id).await.unwrap().unwrap(), store.load(&back.id).await.unwrap().unwrap());
    assert_eq!(one.actions, two.actions);
}

#[tokio::test]
async fn connections_to_a_database_can_be_encrypted() {
    let Some(address) = database("encrypted").await else { return };
    let folder = std::env::temp_dir().join(format!("bastide-postgres-{}", std::process::id()));
    if !folder.join("data").exists() {
        return eprintln!("skipped: the database is not one of this test");
    }
    let (cert, key) = (folder.join("server.pem"), folder.join("server.key"));
    std::fs::write(&cert, include_str!("../tls/old.pem")).unwrap();
    std::fs::write(&key, include_str!("../tls/old.key")).unwrap();
    // The key must be the database's own.
    let own = format!(
        "chmod 600 '{key}' && chown --reference='{folder}/data' '{cert}' '{key}'",
        key = key.display(),
        cert = cert.display(),
        folder = folder.display()
    );
    assert!(Command::new("sh").args(["-c", &own]).status().unwrap().success());
    let (client, connection) = tokio_postgres::connect(&address, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    for (name, value) in
        [("ssl_cert_file", cert.to_str().unwrap()), ("ssl_key_file", key.to_str().unwrap()), ("ssl", "on")]
    {
        client.batch_execute(&format!("ALTER SYSTEM SET {name} = '{value}'")).await.unwrap();
    }
    client.batch_execute("SELECT pg_reload_conf()").await.unwrap();
    // The certificate is of this name.
    let address = address.replace("127.0.0.1", "localhost");
    let open = async |options: &str| store::open(&folder, Some(&format!("{address}?{options}"))).await;
    let trusting = format!("sslmode=require&sslrootcert={}", cert.display());
    let deadline = std::time::Instant::now() + common::DEADLINE;
    let store = loop {
        match open(&trusting).await {
            Ok(store) => break store,
            // It takes the new settings in a moment.
            Err(error) => assert!(std::time::Instant::now() < deadline, "{error}"),
        }
    };
    store.create(game("encrypted", two(), 1)).await.unwrap();
    let count =
        "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND datname = 'encrypted'";
    assert!(client.query_one(count, &[]).await.unwrap().get::<_, i64>(0) > 0);
    // A certificate that is not trusted, or of another name, is none.
    assert!(open("sslmode=require").await.is_err());
    let elsewhere = address.replace("localhost", "127.0.0.1");
    assert!(store::open(&folder, Some(&format!("{elsewhere}?{trusting}"))).await.is_err());
}

#[tokio::test]
async fn a_database_that_is_not_there_is_said_in_a_sentence() {
    let folder = Folder::new("nowhere");
    for (address, word) in [
        ("postgres://x@127.0.0.1:1/none", "cannot be reached"),
        ("nonsense://", "no address"),
        ("postgres://x@127.0.0.1:1/none?sslmode=require&sslrootcert=/no/such/file", "cannot be used"),
    ] {
        let error = store::open(&folder.0, Some(address)).await.err().unwrap().to_string();
        assert!(error.contains(word), "{error}");
        assert!(!error.contains("secret"));
    }
}
