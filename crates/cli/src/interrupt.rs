//! Ctrl-C for commands that have something to tell before they end.

use std::process;
use std::thread;

use bastide_bots::Stop;

/// The exit code of a program that was interrupted, as shells have it: 128 and the number of the signal.
pub const EXIT_CODE: u8 = 130;

/// From now on Ctrl-C raises the flag. A second one ends the program at once.
pub fn raises(stop: &Stop) {
    let stop = stop.clone();
    // Where signals cannot be listened to Ctrl-C ends the program, as always.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let Ok(runtime) = runtime else { return };
    thread::spawn(move || {
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                stop.raise();
            }
            if tokio::signal::ctrl_c().await.is_ok() {
                process::exit(EXIT_CODE.into());
            }
        });
    });
}
