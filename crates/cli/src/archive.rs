//! `bastide export` and `bastide import`: games of the server as records.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use bastide_server::archive::{self, Imported};

use crate::failure::Failure;
use crate::output::counted;
use crate::serve::{data_folder, log_as_wished};

/// Write all games of the server as records
#[derive(clap::Args, Debug)]
pub struct ExportArgs {
    /// Folder to write into; one file for each game
    folder: PathBuf,
    /// Folder of the server's games [default: the user's data folder]
    #[arg(long, value_name = "FOLDER", env = "BASTIDE_DATA")]
    data: Option<PathBuf>,
    /// The server's games are in this PostgreSQL database: postgres://USER:PASSWORD@HOST/NAME
    #[arg(long, value_name = "ADDRESS", env = "BASTIDE_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

/// Take records in as games of the server
#[derive(clap::Args, Debug)]
pub struct ImportArgs {
    /// Records, as `bastide export` writes them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Folder of the server's games [default: the user's data folder]
    #[arg(long, value_name = "FOLDER", env = "BASTIDE_DATA")]
    data: Option<PathBuf>,
    /// The server's games are in this PostgreSQL database: postgres://USER:PASSWORD@HOST/NAME
    #[arg(long, value_name = "ADDRESS", env = "BASTIDE_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

/// Runs `bastide export`.
pub fn export(args: &ExportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    log_as_wished();
    let data = data_folder(args.data.as_ref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let write = async {
        let store = archive::open(&data, args.database.as_deref()).await?;
        archive::export_from(&*store, &args.folder).await
    };
    let done = runtime.block_on(write).map_err(Failure::refused)?;
    let (games, are) = (counted(done.games as u64, "game"), if done.games == 1 { "is" } else { "are" });
    writeln!(out, "{games} {are} in {}", args.folder.display())?;
    if done.damaged > 0 {
        writeln!(
            out,
            "{} of them cannot be replayed to their end by this version; the rest stands there as comments.",
            done.damaged
        )?;
    }
    Ok(())
}

/// Runs `bastide import`.
pub fn import(args: &ImportArgs, out: &mut dyn Write) -> Result<(), Failure> {
    log_as_wished();
    let data = data_folder(args.data.as_ref())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut refused = Vec::new();
    for file in &args.files {
        let imported = match runtime.block_on(take_in(&data, args.database.as_deref(), file)) {
            Ok(imported) => imported,
            Err(why) => {
                refused.push(why);
                continue;
            }
        };
        writeln!(out, "{} is the game /game/{}", file.display(), imported.id)?;
        for link in imported.links {
            writeln!(out, "  seat {}: {}", link.seat + 1, link.path)?;
        }
    }
    if refused.is_empty() {
        return Ok(());
    }
    // What is in is in; only the others need another try.
    if refused.len() < args.files.len() {
        let taken = args.files.len() - refused.len();
        let all = counted(args.files.len() as u64, "record");
        refused.push(format!("{taken} of {all} are in and need no other try"));
    }
    Err(Failure::refused(refused.join("; ")))
}

async fn take_in(data: &Path, database: Option<&str>, file: &Path) -> Result<Imported, String> {
    let shown = file.display();
    let text = fs::read_to_string(file).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    archive::import_into(data, database, &text).await.map_err(|error| format!("{shown}: {error}"))
}
