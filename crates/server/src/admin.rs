//! What an operator does: `bastide admin`. A running server is asked over a socket in its data folder, which only the owner of
//! the folder can open; without one the folder is worked on directly.

use std::fs;
use std::io::ErrorKind;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bastide_table::identity::Identity;
use bastide_table::replay::replay;
use bastide_table::text::{CHAT, bytes, clean, hex};
use bastide_table::wire::{Note, SERVED, Status};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::folder;
use crate::house::Rule;
use crate::http::Shared;
use crate::limits::Limits;
use crate::rooms::{Rooms, now};
use crate::store::sqlite::{self, Sqlite};
use crate::store::{COMPLAINTS_KEPT, Complaint, Filter, StoreError};

/// The name of the socket in the data folder.
#[cfg(unix)]
const SOCKET: &str = "bastide.sock";
/// The longest command, in bytes.
#[cfg(unix)]
const LONGEST: u64 = 64 * 1024;

/// What can be done.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Command {
    /// Lists games, private ones too.
    Games {
        /// `open`, `running` or `finished`.
        status: Option<String>,
    },
    /// Lists people.
    People {
        /// At most so many.
        most: u32,
    },
    /// Lists what people told the operator about others, or settles it.
    Reports {
        /// The number of what is settled, and so deleted.
        settle: Option<u64>,
    },
    /// Ends a game as it stands.
    End {
        /// Its id.
        game: String,
    },
    /// Deletes a game.
    Delete {
        /// Its id.
        game: String,
    },
    /// Shuts somebody or an address out, or lets them in again.
    Ban {
        /// An identity, its first digits, or an address.
        who: String,
        /// Take the ban away.
        lift: bool,
    },
    /// Lets somebody not write, or write again.
    Mute {
        /// An identity or its first digits.
        who: String,
        /// Take the muting away.
        lift: bool,
    },
    /// Refuses names that contain a word, or allows them again.
    Unwanted {
        /// The word.
        name: String,
        /// Allow it again.
        lift: bool,
    },
    /// Lists bans, muted people and unwanted names.
    Rules,
    /// Tells everybody at a game something.
    Say {
        /// What.
        text: String,
    },
    /// Begins no new games, or does so again.
    Drain {
        /// Begin new games again.
        lift: bool,
    },
    /// Numbers.
    Stats,
    /// Looks whether what is stored is whole.
    Check {
        /// Replay every game.
        games: bool,
    },
    /// Whether everything is in the data folder, so that whoever asks can copy it from there.
    IsInFolder,
    /// Deletes everything about somebody.
    Forget {
        /// An identity or its first digits.
        who: String,
    },
    /// Removes what the limits say nobody needs any more, now.
    Sweep,
}

/// Whoever carries commands out.
#[derive(Clone)]
pub struct Desk {
    rooms: Arc<Rooms>,
    /// None if no server runs.
    server: Option<Arc<Shared>>,
}

fn told(error: StoreError) -> String {
    error.to_string()
}

impl Desk {
    /// The desk of a running server.
    pub fn of(server: Arc<Shared>) -> Desk {
        Desk { rooms: Arc::clone(&server.rooms), server: Some(server) }
    }

    fn server(&self) -> Result<&Arc<Shared>, String> {
        self.server.as_ref().ok_or_else(|| "no server runs on this folder; there is nobody to tell".to_owned())
    }

    /// Carries a command out. One arm for each command.
    ///
    /// # Errors
    /// With a sentence.
    pub async fn answer(&self, command: Command) -> Result<Value, String> {
        let rooms = &self.rooms;
        match command {
            Command::Games { status } => {
                let status = status.map(|word| match word.as_str() {
                    "open" => Ok(Status::Open),
                    "running" => Ok(Status::Running),
                    "finished" => Ok(Status::Finished),
                    _ => Err("the status is open, running or finished".to_owned()),
                });
                let status = status.transpose()?;
                let filter = Filter { status, everything: true, ..Filter::default() };
                let games = rooms.store.list(filter).await.map_err(told)?;
                let row = |game: &bastide_table::stored::StoredGame| {
                    let names: Vec<_> = game.seats.iter().map(|seat| seat.name.as_str()).collect();
                    json!({
                        "id": game.id, "status": game.status, "private": game.setup.private, "damaged": game.damaged,
                        "host": hex(&game.host.0[..6]), "players": names.join(", "), "changed": ago(game.changed),
                        "loaded": rooms.is_loaded(&game.id),
                    })
                };
                Ok(games.iter().map(row).collect())
            }
            Command::People { most } => {
                let row = |person: &crate::store::KnownPerson| {
                    json!({
                        "who": hex(&person.who.0[..6]), "name": person.name, "games": person.games,
                        "changed": ago(person.changed),
                    })
                };
                Ok(rooms.store.people(most).await.map_err(told)?.iter().map(row).collect())
            }
            Command::Reports { settle: Some(number) } => {
                match rooms.store.settle_complaint(number).await.map_err(told)? {
                    true => Ok(json!(format!("Report {number} is settled and deleted."))),
                    false => Err(format!("there is no report {number}")),
                }
            }
            Command::Reports { settle: None } => {
                let all = rooms.store.complaints(COMPLAINTS_KEPT).await.map_err(told)?;
                let row = |(number, complaint): &(u64, Complaint)| {
                    let Complaint { time, game, by, about, name, text, lines } = complaint;
                    json!({
                        "number": number, "about": hex(&about.0[..6]), "name": name, "game": game,
                        "by": hex(&by.0[..6]), "when": ago(*time), "text": text, "chat": lines,
                    })
                };
                Ok(all.iter().map(row).collect())
            }
            Command::End { game } => match rooms.end(&game, Note::EndedByOperator).await.map_err(told)? {
                true => Ok(json!(format!("Game {game} is over."))),
                false => Err(format!("there is no game {game} that is not over")),
            },
            Command::Delete { game } => match rooms.delete(&game).await.map_err(told)? {
                true => Ok(json!(format!("Game {game} is no more."))),
                false => Err(format!("there is no game {game}")),
            },
            Command::Ban { who, lift } => {
                let rule = match who.parse::<IpAddr>() {
                    Ok(address) => Rule::BannedAddress(address),
                    Err(_) => Rule::Banned(self.person(&who).await?),
                };
                self.set(&rule, !lift).await
            }
            Command::Mute { who, lift } => self.set(&Rule::Muted(self.person(&who).await?), !lift).await,
            Command::Unwanted { name, lift } => {
                let rule = Rule::UnwantedName(name);
                if rule.stored().1.is_empty() {
                    return Err("nothing is left of this word without signs and spaces".to_owned());
                }
                self.set(&rule, !lift).await
            }
            Command::Rules => {
                rooms.house.load(&*rooms.store).await.map_err(told)?;
                Ok(rooms.house.all().iter().map(|(kind, value)| json!({ "rule": kind, "of": value })).collect())
            }
            Command::Say { text } => {
                self.server()?;
                let text = clean(&text, CHAT).ok_or_else(|| format!("a message has 1 to {CHAT} characters"))?;
                Ok(json!(format!("{} games were told.", rooms.announce(&text).await)))
            }
            Command::Drain { lift } => {
                self.server()?;
                rooms.is_draining.store(!lift, Ordering::Relaxed);
                let done = if lift { "New games are begun again." } else { "No new games are begun; /readyz says so." };
                Ok(json!(done))
            }
            Command::Stats => {
                let saturation = self.server()?.saturation().await.map_err(|refused| refused.message)?;
                Ok(json!(rooms.metrics.text(&saturation)))
            }
            Command::Check { games } => self.check(games).await,
            Command::IsInFolder => rooms.store.check_is_in_folder().map(|()| json!(true)).map_err(told),
            Command::Forget { who } => {
                let who = self.person(&who).await?;
                let games = match &self.server {
                    Some(_) => rooms.forget(who).await.map_err(told)?,
                    None => rooms.store.forget(who).await.map_err(told)?.len(),
                };
                Ok(json!(format!("They are forgotten in {games} games.")))
            }
            Command::Sweep => Ok(json!(format!("{} games were removed.", rooms.sweep().await.map_err(told)?))),
        }
    }

    async fn set(&self, rule: &Rule, is_set: bool) -> Result<Value, String> {
        let (kind, value) = rule.stored();
        self.rooms.store.set_house_rule(kind, &value, is_set).await.map_err(told)?;
        self.rooms.house.load(&*self.rooms.store).await.map_err(told)?;
        if let Some(peers) = self.rooms.peers() {
            peers.rules_changed();
        }
        Ok(json!(format!("{kind} {value}: {}", if is_set { "yes" } else { "no" })))
    }

    /// Somebody by their whole identity, or by its first digits.
    async fn person(&self, digits: &str) -> Result<Identity, String> {
        if let Some(who) = bytes(digits) {
            return Ok(Identity(who));
        }
        if digits.len() < 6 {
            return Err("say at least six digits of an identity; `people` lists them".to_owned());
        }
        let people = self.rooms.store.people(u32::MAX).await.map_err(told)?;
        let mut found = people.iter().filter(|person| hex(&person.who.0).starts_with(digits));
        match (found.next(), found.next()) {
            (Some(person), None) => Ok(person.who),
            (None, _) => Err(format!("nobody with a seat begins with {digits}; `people` lists them")),
            (Some(_), Some(_)) => Err(format!("several people begin with {digits}; say more digits")),
        }
    }

    async fn check(&self, replays: bool) -> Result<Value, String> {
        let mut wrong = self.rooms.store.inspect().await.map_err(told)?;
        let mut count = 0;
        if replays {
            for id in self.rooms.store.ids().await.map_err(told)? {
                let Some(game) = self.rooms.store.load(&id).await.map_err(told)? else { continue };
                count += 1;
                wrong.extend(replay(&game).damage.map(|damage| format!("game {id}: {damage}")));
            }
        }
        if !wrong.is_empty() {
            return Err(wrong.join("\n"));
        }
        let games = if replays { format!(" {count} games can be replayed.") } else { String::new() };
        Ok(json!(format!("The database is whole.{games}")))
    }
}

/// How long ago something was, in words.
fn ago(time: i64) -> String {
    let seconds = (now() - time).max(0);
    match seconds {
        ..3600 => format!("{} min", seconds / 60),
        3600..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

/// Listens for commands in the data folder.
#[cfg(unix)]
pub fn listen(data: &Path, desk: Desk) -> Option<Listening> {
    use std::os::unix::fs::PermissionsExt;
    let file = data.join(SOCKET);
    // One that a server left behind after a crash; nobody else has the folder now.
    let _ = fs::remove_file(&file);
    let listener = match tokio::net::UnixListener::bind(&file) {
        Ok(listener) => listener,
        Err(error) => {
            tracing::warn!(%error, "`bastide admin` cannot reach this server at {}", file.display());
            return None;
        }
    };
    if let Err(error) = fs::set_permissions(&file, fs::Permissions::from_mode(0o600)) {
        tracing::warn!(%error, "others may reach {}", file.display());
    }
    let task = tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let desk = desk.clone();
            tokio::spawn(async move {
                // Whoever asked may be gone.
                let _ = converse(stream, desk).await;
            });
        }
    });
    Some(Listening { task, file })
}

/// Listens until this is dropped.
#[cfg(unix)]
pub struct Listening {
    task: tokio::task::JoinHandle<()>,
    file: std::path::PathBuf,
}

#[cfg(unix)]
impl Drop for Listening {
    fn drop(&mut self) {
        self.task.abort();
        let _ = fs::remove_file(&self.file);
    }
}

/// Answers one line with one line.
#[cfg(unix)]
async fn converse(mut stream: tokio::net::UnixStream, desk: Desk) -> std::io::Result<()> {
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
    let (read, mut write) = stream.split();
    let mut line = String::new();
    BufReader::new(read.take(LONGEST)).read_line(&mut line).await?;
    let answer = match serde_json::from_str(&line) {
        Ok(command) => desk.answer(command).await,
        Err(error) => Err(format!("this server does not know the command ({error}); is it of another version?")),
    };
    let answer = match answer {
        Ok(done) => json!({ "done": done }),
        Err(error) => json!({ "error": error }),
    };
    write.write_all(format!("{answer}\n").as_bytes()).await
}

/// Asks the server that runs on a folder, if one does.
#[cfg(unix)]
async fn ask(data: &Path, command: &Command) -> Option<Result<Value, String>> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = match tokio::net::UnixStream::connect(data.join(SOCKET)).await {
        Ok(stream) => stream,
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return Some(Err(not_owner(data))),
        Err(_) => return None,
    };
    let talk = async {
        stream.write_all(format!("{}\n", json!(command)).as_bytes()).await?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await?;
        std::io::Result::Ok(text)
    };
    let answer = talk.await.map_err(|error| error.to_string()).and_then(|text| {
        let answer: Value = serde_json::from_str(&text).map_err(|_| "the server has ended meanwhile".to_owned())?;
        match answer.get("error").and_then(Value::as_str) {
            Some(error) => Err(error.to_owned()),
            None => Ok(answer["done"].clone()),
        }
    });
    Some(answer)
}

#[cfg(not(unix))]
async fn ask(_data: &Path, _command: &Command) -> Option<Result<Value, String>> {
    None
}

/// Carries a command out: by the server that runs on a folder, or without one.
///
/// # Errors
/// With a sentence.
pub async fn run(data: &Path, command: Command) -> Result<Value, String> {
    if let Some(answer) = ask(data, &command).await {
        return answer;
    }
    let _claim = claim_games(data)?;
    let rooms = Rooms::new(Arc::new(Sqlite::open(data).map_err(told)?), Limits::default(), SERVED);
    let desk = Desk { rooms, server: None };
    let done = desk.answer(command).await?;
    desk.rooms.store.settle().await.map_err(told)?;
    Ok(done)
}

/// Locks a data folder on which no server runs.
fn claim_games(data: &Path) -> Result<folder::Claim, String> {
    match fs::metadata(data.join(sqlite::FILE)) {
        Ok(_) => folder::claim(data).map_err(told),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(not_owner(data)),
        Err(_) => Err(format!("there are no games in {}; say with --data where they are", data.display())),
    }
}

fn not_owner(data: &Path) -> String {
    format!("{} belongs to another user; give orders as that one", data.display())
}

/// Writes a copy of everything to a new file, whether a server runs or not. Whoever asks for it writes it, and not the
/// server: a server may write nowhere but in its folder, and has other things to do.
///
/// # Errors
/// With a sentence; nothing is written then.
pub async fn back_up(data: &Path, file: &Path) -> Result<String, String> {
    let _claim = match ask(data, &Command::IsInFolder).await {
        Some(answer) => answer.map(|_| None)?,
        None => {
            let claim = claim_games(data)?;
            // The log is brought in and so lost when the last one who reads it leaves.
            sqlite::tell_of_damage(&data.join(sqlite::FILE));
            Some(claim)
        }
    };
    sqlite::copy(data, file).map_err(told)?;
    Ok(format!("Everything was copied to {}.", file.display()))
}

/// Puts a back-up in the place of what is stored, which is kept under another name. No server may run.
///
/// # Errors
/// With a sentence, if the back-up is not one; nothing has changed then.
pub async fn restore(data: &Path, file: &Path) -> Result<String, String> {
    let wrong = |error: std::io::Error| format!("{} cannot be put in its place: {error}", file.display());
    let _claim = folder::claim(data).map_err(told)?;
    // It is tried in a folder of its own, so that a bad one changes nothing.
    let trial = data.join("restore.tmp");
    let _ = fs::remove_dir_all(&trial);
    fs::create_dir_all(&trial).map_err(wrong)?;
    let tried = async {
        fs::copy(file, trial.join(sqlite::FILE)).map_err(wrong)?;
        let store: Arc<dyn crate::store::Store> = Arc::new(Sqlite::open(&trial).map_err(told)?);
        let faults = store.inspect().await.map_err(told)?;
        if !faults.is_empty() {
            return Err(format!("the back-up is damaged: {}", faults.join("; ")));
        }
        let games = store.ids().await.map_err(told)?.len();
        store.settle().await.map_err(told)?;
        Ok(games)
    };
    let games = match tried.await {
        Ok(games) => games,
        Err(error) => {
            let _ = fs::remove_dir_all(&trial);
            return Err(error);
        }
    };
    let old = format!("before-restore-{}", now());
    for end in ["", "-wal", "-shm"] {
        let name = format!("{}{end}", sqlite::FILE);
        if data.join(&name).exists() {
            fs::rename(data.join(&name), data.join(format!("{name}.{old}"))).map_err(wrong)?;
        }
    }
    fs::rename(trial.join(sqlite::FILE), data.join(sqlite::FILE)).map_err(wrong)?;
    folder::give_to_owner(data, sqlite::FILE);
    let _ = fs::remove_dir_all(&trial);
    Ok(format!("{games} games are restored. What was there before is kept beside them, with the ending {old}."))
}
