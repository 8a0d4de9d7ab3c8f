//! `bastide admin`: what the operator of a server does, while it runs and when it does not.

use std::io::Write;
use std::path::PathBuf;

use bastide_server::admin::{self, Command};
use serde_json::Value;

use crate::failure::Failure;
use crate::output::{plain, print_json, print_table, table};
use crate::serve::{data_folder, log_as_wished};

/// Operate a server: look, end, ban, back up
#[derive(clap::Subcommand, Debug)]
#[command(after_help = EXAMPLES)]
pub enum Args {
    /// List games, private ones too
    Games {
        /// Only open, running or finished ones
        #[arg(long, value_name = "STATUS")]
        status: Option<String>,
        #[command(flatten)]
        at: At,
    },
    /// List people, the latest first
    People {
        /// At most so many
        #[arg(long, default_value_t = 100)]
        most: u32,
        #[command(flatten)]
        at: At,
    },
    /// List what players reported about others, the latest first
    Reports {
        /// Delete the report with this number: it is settled
        #[arg(long, value_name = "NUMBER")]
        settle: Option<u64>,
        #[command(flatten)]
        at: At,
    },
    /// End a game as it stands
    End {
        /// Its id
        game: String,
        #[command(flatten)]
        at: At,
    },
    /// Delete a game and everything in it
    Delete {
        /// Its id
        game: String,
        #[command(flatten)]
        at: At,
    },
    /// Shut somebody out: an identity, its first digits, or an address
    Ban {
        /// Whom, as `people` lists them, or an IP address
        who: String,
        /// Let them in again
        #[arg(long)]
        lift: bool,
        #[command(flatten)]
        at: At,
    },
    /// Let somebody not write any more
    Mute {
        /// Whom, as `people` lists them
        who: String,
        /// Let them write again
        #[arg(long)]
        lift: bool,
        #[command(flatten)]
        at: At,
    },
    /// Refuse names that contain a word
    Unwanted {
        /// The word; capitals, marks, spaces and signs do not matter
        name: String,
        /// Allow it again
        #[arg(long)]
        lift: bool,
        #[command(flatten)]
        at: At,
    },
    /// List bans, muted people and unwanted names
    Rules {
        #[command(flatten)]
        at: At,
    },
    /// Tell everybody at a game something
    Say {
        /// What
        text: String,
        #[command(flatten)]
        at: At,
    },
    /// Begin no new games, before a restart; those that run go on
    Drain {
        /// Begin new games again
        #[arg(long)]
        lift: bool,
        #[command(flatten)]
        at: At,
    },
    /// Numbers, as at /metrics
    Stats {
        #[command(flatten)]
        at: At,
    },
    /// Look whether what is stored is whole
    Check {
        /// Replay every game too
        #[arg(long)]
        games: bool,
        #[command(flatten)]
        at: At,
    },
    /// Copy everything to a new file, also while the server runs
    BackUp {
        /// The file
        file: PathBuf,
        #[command(flatten)]
        at: At,
    },
    /// Put a back-up in place; the server must not run, and what was there is kept beside it
    Restore {
        /// The back-up
        file: PathBuf,
        #[command(flatten)]
        at: At,
    },
    /// Delete everything about somebody
    Forget {
        /// Whom, as `people` lists them
        who: String,
        #[command(flatten)]
        at: At,
    },
    /// Make the keys with which a server calls players who are away (serve --push-keys)
    PushKeys {
        /// The file, which does not exist yet
        file: PathBuf,
    },
    /// Remove what is too old now, not at the next full ten minutes
    Sweep {
        #[command(flatten)]
        at: At,
    },
}

/// Which server, and how to tell the answer
#[derive(clap::Args, Clone, Debug)]
pub struct At {
    /// Folder of the server's games [default: the user's data folder]
    #[arg(long, value_name = "FOLDER", env = "BASTIDE_DATA")]
    data: Option<PathBuf>,
    /// Print the answer for programs
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
A running server is reached by the socket bastide.sock in its data folder, so only the owner of the
folder can give it orders. Without a server the folder is worked on directly.

Examples:
  bastide admin games --status running
  bastide admin ban 3fa94c01b2de
  bastide admin say \"A restart in five minutes. No game is lost.\"
  bastide admin back-up /var/backups/bastide-today.sqlite";

/// Runs the command.
pub fn run(args: Args, out: &mut dyn Write) -> Result<(), Failure> {
    // Without a server the folder is opened here, and what is wrong with it is told here.
    log_as_wished();
    let (command, at) = match args {
        Args::Games { status, at } => (Command::Games { status }, at),
        Args::People { most, at } => (Command::People { most }, at),
        Args::Reports { settle, at } => (Command::Reports { settle }, at),
        Args::End { game, at } => (Command::End { game }, at),
        Args::Delete { game, at } => (Command::Delete { game }, at),
        Args::Ban { who, lift, at } => (Command::Ban { who, lift }, at),
        Args::Mute { who, lift, at } => (Command::Mute { who, lift }, at),
        Args::Unwanted { name, lift, at } => (Command::Unwanted { name, lift }, at),
        Args::Rules { at } => (Command::Rules, at),
        Args::Say { text, at } => (Command::Say { text }, at),
        Args::Drain { lift, at } => (Command::Drain { lift }, at),
        Args::Stats { at } => (Command::Stats, at),
        Args::Check { games, at } => (Command::Check { games }, at),
        Args::Forget { who, at } => (Command::Forget { who }, at),
        Args::Sweep { at } => (Command::Sweep, at),
        Args::PushKeys { file } => {
            let public = bastide_server::make_push_keys(&file).map_err(Failure::refused)?;
            let shown = file.display();
            return Ok(writeln!(
                out,
                "The keys are in {shown}; start the server with --push-keys {shown}.\nPublic key: {public}"
            )?);
        }
        Args::BackUp { file, at } => {
            let data = data_folder(at.data.as_ref())?;
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            let done = Value::String(runtime.block_on(admin::back_up(&data, &file)).map_err(Failure::refused)?);
            return if at.json { print_json(out, &done) } else { print(out, &done) };
        }
        Args::Restore { file, at } => {
            let data = data_folder(at.data.as_ref())?;
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            let done = runtime.block_on(admin::restore(&data, &file)).map_err(Failure::refused)?;
            return Ok(writeln!(out, "{done}")?);
        }
    };
    let data = data_folder(at.data.as_ref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let answer = runtime.block_on(admin::run(&data, command)).map_err(Failure::refused)?;
    if at.json { print_json(out, &answer) } else { print(out, &answer) }
}

/// Prints rows as a table and everything else as it is.
fn print(out: &mut dyn Write, answer: &Value) -> Result<(), Failure> {
    let text = |value: &Value| match value {
        Value::String(text) => text.lines().map(plain).collect::<Vec<_>>().join("\n"),
        Value::Null => String::new(),
        Value::Bool(is_so) => if *is_so { "yes" } else { "" }.to_owned(),
        Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    };
    let Value::Array(rows) = answer else { return Ok(writeln!(out, "{}", text(answer).trim_end())?) };
    let Some(first) = rows.first().and_then(Value::as_object) else { return Ok(writeln!(out, "None.")?) };
    let header: Vec<&str> = first.keys().map(String::as_str).collect();
    let mut table = table(&header);
    for row in rows {
        table.add_row(header.iter().map(|&name| text(&row[name])));
    }
    Ok(print_table(out, &table)?)
}
