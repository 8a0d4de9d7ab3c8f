//! Signs of life on a terminal. Nothing is drawn when the errors go elsewhere.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that counts games.
pub fn games(total: u64) -> ProgressBar {
    let games = if total == 1 { "game" } else { "games" };
    let template = format!("{{bar:32}} {{human_pos}} of {{human_len}} {games}, {{per_sec}}, {{eta}} left");
    styled(ProgressBar::new(total), ProgressStyle::with_template(&template))
}

/// A bar that counts sets of pictures.
pub fn pictures(total: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:32} {human_pos} of {human_len} sets drawn, {eta} left");
    styled(ProgressBar::new(total), style)
}

/// A bar that counts decisions of a game; how many there are is said later.
pub fn decisions() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:32} {human_pos} of {human_len} decisions, {eta} left");
    styled(ProgressBar::new(1), style)
}

/// A sign that something is being counted.
pub fn counting() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} counting for {elapsed}");
    styled(ProgressBar::new_spinner(), style)
}

/// A sign that somebody is thinking.
pub fn thinking(name: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg} is thinking");
    styled(ProgressBar::new_spinner().with_message(name.to_owned()), style)
}

fn styled(bar: ProgressBar, style: Result<ProgressStyle, indicatif::style::TemplateError>) -> ProgressBar {
    // A template with a defect would only look worse.
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
