//! The analysis as a page: one file, no network.

use std::fmt::Write;

use bastide_analysis::{Analysis, DecisionReport, Grade, Question, questions};
use bastide_art::{BoardPicture, Highlight, seat_colour};
use bastide_rules::notation::{Record, parse_action};
use bastide_rules::{Action, PlayerId, State};

use super::{error_rate, errors, percent, points_text, turn_text, worth_text};
use crate::output::escaped;
use crate::words::outcome_text;

const PAGE: &str = include_str!("page.html");

/// Size of the chart, in its own units.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 240.0;

/// The page.
pub fn text(record: &Record, analysis: &Analysis, most: usize) -> String {
    let outcome = escaped(&outcome_text(&record.state(), record.names()));
    PAGE.replace("%TITLE%", &escaped(&record.names().join(", ")))
        .replace("%OUTCOME%", &outcome)
        .replace("%CURVE%", &curve(analysis))
        .replace("%ACCOUNTS%", &accounts(analysis))
        .replace("%ERRORS%", &told_errors(record, analysis, most))
}

fn colour(seat: usize) -> &'static str {
    PlayerId::new(seat).map_or("#888", |seat| seat_colour(seat).hex())
}

/// The chances of winning over the decisions, a line for each player, errors as dots.
fn curve(analysis: &Analysis) -> String {
    let last = analysis.decisions.len().max(2) as f64;
    let x = |index: usize| WIDTH * index as f64 / last;
    let y = |win: i32| HEIGHT - HEIGHT * f64::from(win) / 10_000.0;
    let is_duel = analysis.accounts.len() == 2;
    let (mut lines, mut dots) = (String::new(), String::new());
    for (seat, account) in analysis.accounts.iter().enumerate() {
        let mut points = format!("0,{:.1}", y(account.start.win));
        for (index, decision) in analysis.decisions.iter().enumerate() {
            let worths = [decision.before.win, decision.after.win];
            let own = worths.map(|win| if decision.seat == seat { win } else { 10_000 - win });
            if decision.seat == seat || is_duel {
                for win in own {
                    let _ = write!(points, " {:.1},{:.1}", x(index), y(win));
                }
            }
            if decision.seat == seat && decision.grade >= Grade::Mistake {
                let radius = if decision.grade == Grade::Blunder { 6 } else { 4 };
                let _ = write!(
                    dots,
                    "<a href=\"#at{}\"><circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{}\"><title>turn {}: {}</title></circle></a>",
                    decision.at,
                    x(index),
                    y(decision.after.win),
                    colour(seat),
                    decision.turn,
                    points_text(-decision.loss.points),
                );
            }
        }
        let _ = write!(points, " {WIDTH},{:.1}", y(account.result.win));
        let _ = write!(lines, "<polyline points=\"{points}\" stroke=\"{}\"/>", colour(seat));
    }
    format!("<line x2=\"{WIDTH}\" y1=\"{0}\" y2=\"{0}\"/>{lines}{dots}", HEIGHT / 2.0)
}

fn accounts(analysis: &Analysis) -> String {
    let is_duel = analysis.accounts.len() == 2;
    let mut text = String::new();
    for (seat, account) in analysis.accounts.iter().enumerate() {
        let rate = error_rate(account);
        let _ = write!(
            text,
            "<tr><th scope=\"row\"><i style=\"background:{}\"></i>{}</th><td>{}</td><td>{}</td><td>{}</td>",
            colour(seat),
            escaped(&account.name),
            worth_text(account.start, false),
            worth_text(account.luck, true),
            worth_text(account.errors, true),
        );
        if is_duel {
            let _ = write!(text, "<td>{}</td>", worth_text(account.gifts, true));
        }
        let result = worth_text(account.result, false);
        let _ = write!(text, "<td>{result}</td><td>{rate:.2}</td><td>{}</td></tr>", account.mistakes);
    }
    let gifts = if is_duel { "<th>errors of the opponent</th>" } else { "" };
    let luck = if is_duel { "luck of the draw" } else { "luck, and the others" };
    format!(
        "<tr><th></th><th>start</th><th>{luck}</th><th>own errors</th>{gifts}<th>result</th><th>points lost a decision</th><th>mistakes</th></tr>{text}"
    )
}

fn told_errors(record: &Record, analysis: &Analysis, most: usize) -> String {
    let mut text = String::new();
    let questions = questions(record);
    for error in errors(analysis, most) {
        let Some(Question { state: before, .. }) = questions.iter().find(|question| question.at == error.at) else {
            continue;
        };
        let name = escaped(&record.names()[error.seat]);
        let _ = write!(
            text,
            "<article id=\"at{}\"><h3><i style=\"background:{}\"></i>Turn {}, {name}: {} points, {} % of winning</h3><div>",
            error.at,
            colour(error.seat),
            error.turn,
            points_text(-error.loss.points),
            percent(-error.loss.win),
        );
        let _ = write!(text, "{}", figure("Played", &error.played, before, error));
        if let Some(best) = error.best.first() {
            let _ = write!(text, "{}", figure("Better", best, before, error));
        }
        text.push_str("</div></article>");
    }
    if text.is_empty() { "<p>No error worth telling.</p>".to_owned() } else { text }
}

/// The table after a turn, with its tile marked.
fn figure(title: &str, turn: &bastide_analysis::Turn, before: &State, error: &DecisionReport) -> String {
    let mut after = before.clone();
    let mut laid = None;
    for text in &turn.actions {
        let Some(action) = parse_action(&after, text) else { break };
        if let Action::Place { pos, .. } = action {
            laid = Some(pos);
        }
        after.apply_listed(action);
    }
    let mut picture = BoardPicture::of_state(&after);
    let seat = PlayerId::new(error.seat);
    picture.highlights.extend(laid.zip(seat).map(|(pos, seat)| Highlight::Tile(pos, seat_colour(seat))));
    let words = escaped(&turn_text(turn));
    format!("<figure><figcaption><b>{title}</b> {words}</figcaption>{}</figure>", picture.svg())
}
