//! Small drawings that many tiles share: houses, trees, buildings and symbols.
//!
//! Each is upright, lit from the north-west, and has its origin at its foot (houses, trees,
//! towers) or in its middle (symbols). `@k` stands for the colour with the key `k`.

use std::fmt::Write as _;

use crate::palette::{Palette, tint};

/// Other sprites that a sprite is made of.
pub(crate) fn parts(name: &str) -> &'static [&'static str] {
    match name {
        "chicken" | "wheat" | "cloth" | "wine" | "grain" | "dragon" | "princess" | "gold" | "magic" | "sack"
        | "gbread" => &["md"],
        "village" => &[],
        _ => &[],
    }
}

/// Appends the definition of a sprite.
pub(crate) fn define(name: &str, palette: Palette, out: &mut String) {
    let template = template(name);
    let start = out.len();
    out.push_str("<g id=\"");
    out.push(palette.prefix());
    out.push_str(name);
    out.push('"');
    if let Some(factor) = scale(name) {
        let _ = write!(out, " transform=\"scale({factor})\"");
    }
    out.push('>');
    // Ids inside a sprite carry the prefix of the palette too.
    let own = template.replace("#md", "#%md").replace('%', palette.prefix().encode_utf8(&mut [0; 4]));
    tint(&own, palette, out);
    out.push_str("</g>");
    debug_assert!(!template.is_empty(), "no sprite is called {name}: {}", &out[start..]);
}

/// How much larger than its template a sprite is drawn.
fn scale(name: &str) -> Option<f32> {
    match name {
        "h0" | "h1" | "h2" | "h3" => Some(1.2),
        "t0" | "t1" | "t3" => Some(1.15),
        "mon" => Some(1.3),
        "garden" | "inn" | "cath" => Some(1.25),
        "shrine" | "wheel" | "portal" => Some(1.15),
        "shield" => Some(1.3),
        "chicken" | "wheat" | "cloth" | "wine" | "grain" | "dragon" | "princess" | "gold" | "magic" | "sack"
        | "gbread" => Some(1.22),
        "gate" => Some(1.1),
        _ => None,
    }
}

/// A table, and as long as there are drawings: each stands once, with its name.
fn template(name: &str) -> &'static str {
    match name {
        // Houses.
        "h0" => concat!(
            r##"<path opacity=".2" d="M-4 0l3.2 1.6h8L4.6-2z"/><g stroke="@o" stroke-width=".4"><path fill="@w" d="M-4-3.6h8V0h-8z"/>"##,
            r##"<path fill="@r" d="M-4.9-3.1l1.7-4.7h6.4l1.7 4.7z"/></g><path fill="@n" opacity=".28" d="M-4.4-3.4l1.4-4h2.6l-1 4z"/><path fill="@N" d="M-4-5.6l.8-2.2h6.4l.6 1.6q-2 1.4-3.6.2t-4.2.4z"/>"##,
            r##"<path fill="@o" d="M-.7 0v-2.2H.7V0zM-3-.9h1.1V-2H-3zM1.9-.9H3V-2H1.9z"/>"##
        ),
        "h1" => concat!(
            r##"<path opacity=".2" d="M-3 0l3 1.5h7.4L6-1z"/><g stroke="@o" stroke-width=".4"><path fill="@W" d="M3 0v-4l3-1v4z"/><path fill="@w" d="M-3 0v-3.8L0-7.2l3 3.4V0z"/>"##,
            r##"<path fill="@X" d="M0-7.7l3.4-1.1 3.4 3.7-3.4 1.2z"/><path fill="@x" d="M-3.7-3.3L0-7.7l.6.8-3.8 4.4z"/></g><path fill="@N" d="M0-7.7l3.4-1.1 1.6 1.8q-1.8-.2-3.3.9z"/><path fill="@o" d="M-.8 0v-2.2H.8V0zM-.5-3.6h1v-1.2h-1z"/>"##
        ),
        "h2" => concat!(
            r##"<path opacity=".2" d="M-3 0l3 1.4h6L4-1.6z"/><g stroke="@o" stroke-width=".4"><path fill="@w" d="M-3-3h6V0h-6z"/>"##,
            r##"<path fill="@j" d="M-3.8-2.6l1.4-3.8h4.8l1.4 3.8z"/><path fill="@S" d="M1-6.2v-1.7h1.2v2z"/></g><path fill="@n" opacity=".22" d="M-3.4-2.8l1.2-3.3h1.9l-.7 3.3z"/><path fill="@N" d="M-3-4.7l.6-1.7h4.8l.5 1.2q-1.4 1-2.7.2t-3.2.3z"/>"##,
            r##"<path fill="@o" d="M-.6 0v-1.8H.6V0z"/>"##
        ),
        "h3" => concat!(
            r##"<path opacity=".2" d="M-2.6 0l3 1.5h6.6L5.4-1z"/><g stroke="@o" stroke-width=".4"><path fill="@W" d="M2.6 0v-5l2.8-.9V-1z"/><path fill="@w" d="M-2.6 0v-4.8L0-8.4l2.6 3.6V0z"/>"##,
            r##"<path fill="@R" d="M0-9l3.1-1 3.1 4-3.1 1.1z"/><path fill="@r" d="M-3.3-4.2L0-9l.6.8-3.3 5z"/></g><path fill="@N" d="M0-9l3.1-1 1.4 1.9q-1.6-.3-3 .8z"/><path fill="@o" d="M-.7 0v-2.2H.7V0zM-1.4-3.3h1v-1.2h-1zM.5-3.3h1v-1.2h-1z"/>"##
        ),
        // Trees.
        "t0" => {
            r##"<ellipse cx="1.3" cy=".3" rx="4.2" ry="1.5" opacity=".2"/><path stroke="@h" stroke-width="1.2" d="M0 .4v-3"/><circle cy="-4.7" r="3.7" fill="@T"/><circle cx="-.5" cy="-5.2" r="3" fill="@t"/><circle cx="-1.2" cy="-6" r="1.6" fill="@L"/>"##
        }
        "t1" => {
            r##"<ellipse cx="1.2" cy="0" rx="3.4" ry="1.2" opacity=".2"/><path stroke="@h" stroke-width="1" d="M0 .5v-2"/><path fill="@q" d="M0-9.4l2.7 4h-1.2l2.3 4.3h-7.6l2.3-4.3h-1.2z"/><path fill="@Q" opacity=".75" d="M0-9.4l-2.7 4h1.2l-2.3 4.3h2.5l1.1-4.2H-.9z"/>"##
        }
        "t2" => {
            r##"<ellipse cx="1" cy=".2" rx="2.9" ry="1" opacity=".18"/><circle cx="1" cy="-1.2" r="1.6" fill="@T"/><circle cx="-.8" cy="-1.3" r="1.9" fill="@T"/><circle cx="-1" cy="-1.7" r="1.3" fill="@t"/><circle cx="1" cy="-1.6" r=".9" fill="@L"/>"##
        }
        "t3" => {
            r##"<ellipse cx="1" cy=".2" rx="3.2" ry="1.2" opacity=".2"/><path stroke="@h" stroke-width=".9" d="M0 .3v-2.4"/><ellipse cy="-4" rx="2.5" ry="3.2" fill="@T"/><ellipse cx="-.4" cy="-4.4" rx="1.9" ry="2.5" fill="@t"/><ellipse cx="-.8" cy="-5.2" rx=".9" ry="1.3" fill="@L"/>"##
        }
        // Soft patches of light and shade.
        "l" => {
            r##"<radialGradient id="%lg"><stop stop-color="@l" stop-opacity=".85"/><stop offset="1" stop-color="@l" stop-opacity="0"/></radialGradient><ellipse rx="26" ry="19" fill="url(#%lg)"/>"##
        }
        "k" => {
            r##"<radialGradient id="%sg"><stop stop-color="@G" stop-opacity=".6"/><stop offset="1" stop-color="@G" stop-opacity="0"/></radialGradient><ellipse rx="24" ry="17" fill="url(#%sg)"/>"##
        }
        "g" => {
            r##"<path stroke="@G" stroke-width=".6" stroke-linecap="round" fill="none" d="M-1.4-.9l.5 1.1M0-1.4V.3M1.4-.9L.9.2"/>"##
        }
        "f" => {
            r##"<g stroke-linecap="round" stroke-width=".9"><path stroke="@n" d="M-1.2-.3h.01M.4.9h.01"/><path stroke="@e" d="M1.3-.6h.01M-.6 1h.01"/><path stroke="@y" d="M.2-1h.01"/></g>"##
        }
        "y" => {
            r##"<ellipse cx=".9" cy=".1" rx="2.8" ry="1" opacity=".2"/><path fill="@f" stroke="@F" stroke-width=".4" d="M-2.2.2q-.4-3.6 2.2-4.4 2.6.8 2.2 4.4-2.2.8-4.4 0z"/><path stroke="@F" stroke-width=".3" fill="none" d="M-1 0q-.2-2 .6-3.4M.9.2q.4-1.6-.2-2.8"/>"##
        }
        "p" => {
            r##"<path fill="@l" opacity=".7" d="M-10-4.5Q0-8 10-5.5l2 9Q2 1.5-8 5z"/><path stroke="@G" stroke-width=".7" opacity=".75" fill="none" d="M-9.6-2.6q10-3.5 20-1M-9.2-.7q10-3.5 20-1M-8.8 1.2q10-3.5 20-1M-8.4 3.1q10-3.5 20-1"/>"##
        }
        "o" => {
            r##"<path fill="@f" opacity=".85" d="M-10-4.5Q0-8 10-5.5l2 9Q2 1.5-8 5z"/><path stroke="@F" stroke-width=".7" opacity=".7" stroke-dasharray="1.5 .7" fill="none" d="M-9.6-2.6q10-3.5 20-1M-9.2-.7q10-3.5 20-1M-8.8 1.2q10-3.5 20-1M-8.4 3.1q10-3.5 20-1"/>"##
        }
        "i" => {
            r##"<path fill="@O" opacity=".8" d="M-9-4Q-1-7.5 9-6.5l1.5 9Q0 2-8 6z"/><path stroke="@h" stroke-width=".6" opacity=".45" fill="none" d="M-8.6-2q8-3.5 18-2.5M-8.4 0q8-3.5 18-2.5M-8.2 2q8-3.5 18.2-2.5M-8 4q8-3.5 18.2-2.5"/>"##
        }
        "e" => {
            r##"<path stroke="#000" opacity=".16" stroke-width="3" stroke-linecap="round" fill="none" d="M-7 1.8Q1-.6 9 2"/><path stroke="@T" stroke-width="3.6" stroke-linecap="round" stroke-dasharray="0 2.5" fill="none" d="M-8 0Q0-2.4 8 .2"/><path stroke="@t" stroke-width="2.6" stroke-linecap="round" stroke-dasharray="0 2.5" fill="none" d="M-8.3-.5q8-2.4 16 .2"/><path stroke="@L" stroke-width="1.1" stroke-linecap="round" stroke-dasharray="0 2.5" fill="none" d="M-8.8-1.1q8-2.4 16 .2"/>"##
        }
        // Walls.
        "tw" => concat!(
            r##"<ellipse cx="1.4" cy=".9" rx="3.4" ry="1.4" opacity=".22"/><g stroke="@o" stroke-width=".45"><path fill="@s" d="M-2.4.8v-6h4.8v6Q0 2-2.4.8z"/>"##,
            r##"<path fill="@z" d="M-3.1-4.9L0-10.2l3.1 5.3q-3.1 1.5-6.2 0z"/></g><path fill="@S" opacity=".7" d="M.7 1.2v-5.6l1.5-.3v5.4z"/><path fill="@n" opacity=".35" d="M-2.6-4.9L0-9.6l-.7 5.2z"/><path fill="@N" d="M0-10.2l1.6 2.7q-1.6.8-3.2 0z"/><path fill="@o" d="M-.9-1.6v-1.6h.9v1.6z"/>"##
        ),
        "gate" => concat!(
            r##"<ellipse cx="1.6" cy="2.6" rx="7.4" ry="1.7" opacity=".22"/><g stroke="@o" stroke-width=".45"><path fill="@s" d="M-3.6 2.4v-8.2h1.5v1h1.3v-1h1.6v1h1.3v-1h1.5v8.2z"/><path fill="@o" d="M-2 2.4v-3.6a2 2 0 0 1 4 0v3.6z"/>"##,
            r##"<path fill="@s" d="M-6.6 2.6v-8h3.6v8zM3 2.6v-8h3.6v8z"/><path fill="@r" d="M-7.2-5.2l2.4-4.4 2.4 4.4zM2.4-5.2l2.4-4.4 2.4 4.4z"/></g><path fill="@S" opacity=".7" d="M-4.2 2.5v-7.6h1v7.6zM5.4 2.5v-7.6h1v7.6z"/><path fill="@n" opacity=".35" d="M-6.8-5.4l2-3.6-.4 3.6zM2.8-5.4l2-3.6-.4 3.6z"/><path fill="@N" d="M-4.8-9.6l1.2 2.2H-6zM4.8-9.6L6-7.4H3.6z"/>"##
        ),
        "mouth" => {
            r##"<path fill="@S" stroke="@o" stroke-width=".5" d="M-7.4 4v-4.6q0-6.4 7.4-6.4t7.4 6.4V4z"/><path fill="@o" d="M-4.4 4v-3.4Q-4.4-4 0-4t4.4 4.6V4z"/><path stroke="@s" stroke-width="1.5" stroke-dasharray="1.9 .6" fill="none" d="M-5.8 4V-.4q0-5 5.8-5t5.8 5V4"/>"##
        }
        // Buildings.
        "mon" => concat!(
            r##"<ellipse cy="2.6" rx="13.6" ry="8.8" fill="@a"/><ellipse cy="2.6" rx="13.2" ry="8.4" fill="none" stroke="@S" stroke-width="1" stroke-dasharray="1.8 .5"/><path opacity=".22" d="M-9 5.4l4.4 3.2h16l1.6-4-3-4z"/>"##,
            r##"<g stroke="@o" stroke-width=".5"><path fill="@w" d="M-4-2.4H9.2v7.8H-4z"/><path fill="@r" d="M-4.4-1.8l1.6-6h10.6l2.3 6z"/><path fill="@W" d="M-9.2 5.6V-8h5.4V5.6z"/><path fill="@w" d="M-9.2 5.6V-8h3.6V5.6z"/><path fill="@R" d="M-10-7.6l3.5-7.2 3.5 7.2z"/><path fill="@r" d="M-10-7.6l3.5-7.2-.3 7.2z"/></g>"##,
            r##"<path fill="@N" d="M-2.8-7.8h10.6l.8 2q-2.6 1.5-5 .3t-6.8.7z"/><path fill="@n" opacity=".25" d="M-4-2.1l1.5-5.3h3.4l-1 5.3z"/><path stroke="@y" stroke-width=".7" d="M-6.5-17.2v2.6M-7.5-16.3h2"/>"##,
            r##"<path fill="@o" d="M-7.4-3.6v-2a.9.9 0 0 1 1.8 0v2zM-7.6 5.6V2.4a1.1 1.1 0 0 1 2.2 0v3.2zM-2.2 3.2V.9a.8.8 0 0 1 1.6 0v2.3zM1.2 3.2V.9a.8.8 0 0 1 1.6 0v2.3zM4.6 3.2V.9a.8.8 0 0 1 1.6 0v2.3z"/>"##
        ),
        "garden" => concat!(
            r##"<rect x="-9.4" y="-7.6" width="18.8" height="15.6" rx="3" fill="@T"/><rect x="-9.4" y="-8.4" width="18.8" height="15.4" rx="3" fill="@t"/><rect x="-7.8" y="-6.9" width="15.6" height="12.6" rx="1.8" fill="@p"/>"##,
            r##"<g fill="@L"><path d="M-6.6-5.8h5.2v2.6l-2.4 1.6h-2.8zM6.6-5.8H1.4v2.6l2.4 1.6h2.8zM-6.6 4.6h5.2V2L-3.8.4h-2.8zM6.6 4.6H1.4V2L3.8.4h2.8z"/></g>"##,
            r##"<g stroke-linecap="round" stroke-width="1.3"><path stroke="@e" d="M-5.4-4.6h.01M-3-4.7h.01M5.4 3.4h.01M3.2 3.6h.01"/><path stroke="@y" d="M-5.2-2.7h.01M5 1.6h.01M5.4-4.6h.01"/><path stroke="@v" d="M3-4.6h.01M5.2-2.7h.01M-5.4 3.4h.01M-3 3.6h.01M-5 1.5h.01"/></g>"##,
            r##"<circle cy="-.6" r="2.7" fill="@s" stroke="@o" stroke-width=".45"/><circle cy="-.6" r="1.8" fill="@b"/><path stroke="@i" stroke-width=".7" stroke-linecap="round" d="M0-.6v-2M-.7-.8h.01M.7-.5h.01"/>"##
        ),
        "shrine" => concat!(
            r##"<ellipse cy="2.4" rx="11.6" ry="8" fill="@G"/><ellipse cy="2.2" rx="10" ry="6.6" fill="@a" opacity=".8"/><ellipse cx="1.6" cy="4.4" rx="7" ry="2.4" opacity=".2"/>"##,
            r##"<g stroke="@o" stroke-width=".5"><path fill="@S" d="M-10.6 3l.6-4 2 .2.6 3.6zM10.6 3l-.6-4.4-2 .4-.6 3.8zM-8.4 7.4l.6-3.4 2.2.2.4 3.2zM8.4 7.4l-.6-3.6-2.2.4-.4 3z"/>"##,
            r##"<path fill="@s" d="M-5.2 4.6l.4-8.4 2.6-.4.6 8.8zM1.6 4.6l.4-9 2.8.4.4 8.6z"/><path fill="@s" d="M-7-3.8l.8-3 12-.8 1.2 3.2-3 1.2z"/></g><path fill="@S" opacity=".6" d="M-2.9 4.4l-.2-8 .8-.1.6 8.1zM3.9 4.4l-.3-7.6 1 .1.3 7.5zM-6.8-3.6l13.6-1 .2.6-3 1z"/>"##,
            r##"<path fill="@e" d="M0 3.6q-2.6-1-1.6-3.4.6 1 .9.2Q-1-1.8.6-3.2q-.2 1.6 1 2.6t.2 3Q1.2 3.6 0 3.6z"/><path fill="@y" d="M.1 3.3q-1.3-.5-.8-1.8.8-.4.8-1.6 1.2 1.2.9 2.4-.2 1-.9 1z"/>"##
        ),
        "inn" => concat!(
            r##"<ellipse cx="1" cy="5.6" rx="9.4" ry="3.8" fill="@a"/><ellipse cx="1" cy="5.7" rx="8.4" ry="3" fill="@b"/><path stroke="@i" stroke-width=".6" stroke-linecap="round" d="M-3 6.4h4M3 7.3h2.6M4.6 5h2"/>"##,
            r##"<path opacity=".2" d="M-5.6 3.4l3 1.5h11l-1.6-4z"/><g stroke="@o" stroke-width=".5"><path fill="@w" d="M-5.6-3.2H5.4v6.6H-5.6z"/><path fill="@z" d="M-6.8-2.6l2.4-5.8h8.6l2.4 5.8z"/><path fill="@S" d="M1.8-7.4v-2.2h1.8v2.4z"/></g>"##,
            r##"<path stroke="@h" stroke-width=".7" fill="none" d="M-5.4-.6H5.2M-2.4-2.6v6M2.2-2.6v6M-5.4 3.2l3-3.8M5.2 3.2l-3-3.8"/><path fill="@N" d="M-5.2-6.4l.8-2h8.6l.7 1.7q-2.4 1.2-4.4.2t-5.7.1z"/><path fill="@n" opacity=".25" d="M-6.2-2.9l2-5.1h2.6l-1.3 5.1z"/>"##,
            r##"<path fill="@o" d="M-1.3 3.4V.9h2.6v2.5z"/><path fill="@y" d="M-4.6-1h1.2v-1.2h-1.2zM3.4-1h1.2v-1.2H3.4z"/><path stroke="@o" stroke-width=".5" fill="none" d="M5.4-1.8h3.2v.8"/><rect x="7.1" y="-1.1" width="2.9" height="2.9" rx=".5" fill="@e" stroke="@o" stroke-width=".4"/><path fill="@y" d="M7.9-.3h1v1.5h-1z"/>"##
        ),
        "cath" => concat!(
            r##"<ellipse cx="1" cy="13" rx="21" ry="6.4" fill="@d"/><path opacity=".22" d="M-13 13l5 4h21l7-6-4-5z"/><g stroke="@o" stroke-width=".6">"##,
            r##"<path fill="@z" d="M-5-9h15l4 6v6H-5z"/><path fill="@W" d="M-4 1H14v12H-4z"/><path fill="@z" d="M-5 2l2-10h13l5 10z"/>"##,
            r##"<path fill="@s" d="M-6-4l6-6 6 6v18H-6z"/><path fill="@s" d="M-14 14V-8h9v22zM5 14V-8h9v22z"/><path fill="@z" d="M-15-8l5.5-14L-4-8zM4-8l5.5-14L15-8z"/></g>"##,
            r##"<path fill="@S" opacity=".65" d="M-8 13.7V-7.7h2.8v21.4zM11 13.7V-7.7h2.8v21.4zM3.5 13.7v-19l2 2v17z"/><path fill="@n" opacity=".3" d="M-14.2-8.3l4.6-12-1.4 12zM4.8-8.3l4.6-12-1.4 12z"/><path fill="@N" d="M-9.5-22l2.3 6q-2.3 1.2-4.6 0zM9.5-22l2.3 6q-2.3 1.2-4.6 0z"/>"##,
            r##"<circle cy="-2" r="3.2" fill="@u" stroke="@o" stroke-width=".5"/><path stroke="@y" stroke-width=".6" d="M-2.8-2h5.6M0-4.8V.8M-2-4l4 4M2-4l-4 4"/><path fill="@o" d="M-2.6 14V8.5q0-3 2.6-4 2.6 1 2.6 4V14z"/>"##,
            r##"<path fill="@U" d="M-11.5 0v-3.6q0-1.2 1-1.7 1 .5 1 1.7V0zM-11.5 8V4.4q0-1.2 1-1.7 1 .5 1 1.7V8zM8-0v-3.6q0-1.2 1-1.7 1 .5 1 1.7V0zM8 8V4.4q0-1.2 1-1.7 1 .5 1 1.7V8z"/><path stroke="@y" stroke-width=".8" d="M-9.5-25v3.4M-10.8-23.8h2.6M9.5-25v3.4M8.2-23.8h2.6"/>"##
        ),
        "volcano" => concat!(
            r##"<ellipse cx="2" cy="8" rx="18" ry="6.6" opacity=".2"/><path fill="@H" d="M-17.5 8.5Q-12 4-6-9.5q6-3 12 0 5 12.5 11.5 18-8 5.5-17.5 5t-17.5-5z"/><path fill="@h" d="M-17.5 8.5Q-12 4-6-9.5q2 4 .5 9T-8 12.5q-5.5-1-9.5-4z"/>"##,
            r##"<ellipse cy="-9.6" rx="6.2" ry="2.4" fill="@E"/><ellipse cy="-9.4" rx="4.6" ry="1.6" fill="@y"/><path fill="@e" d="M-3.5-9q0 4-1.2 7t-.6 7q1.3 1 2-.8.6-4 1.5-6.5t1.4-.3q.6 3.8 1.3 8.6 1.6 1.6 2.3-.6-.4-5.6.4-9.4T4-9z"/>"##,
            r##"<path fill="@y" d="M-2.2-9q0 5-1.2 8t0 3.4q.9-3.6 1.6-6T.5-4q.6 2 .9 5.2.8-3 .4-5.6T2.5-9z"/><g fill="@S" opacity=".55"><circle cx="-1" cy="-13.5" r="2.3"/><circle cx="2" cy="-15.6" r="2.9"/><circle cx="-1.5" cy="-17.5" r="2.2"/></g>"##
        ),
        "portal" => concat!(
            r##"<ellipse cx="1" cy="7.4" rx="9" ry="2.6" opacity=".2"/><path fill="@V" d="M-5 7v-8a5 5 0 0 1 10 0v8z"/><path fill="none" stroke="@v" stroke-width="1.4" d="M-2.8 7V-.6a2.8 2.8 0 0 1 5.6 0V7"/><path fill="none" stroke="@n" stroke-width=".9" stroke-linecap="round" d="M0-.6a1.6 1.6 0 1 1-1.5 1.8M0 4.2a1.8 1.8 0 0 0 1.7-1.4"/>"##,
            r##"<path fill="none" stroke="@o" stroke-width="3.8" d="M-6.4 7.6V-1a6.4 6.4 0 0 1 12.8 0v8.6"/><path fill="none" stroke="@s" stroke-width="2.9" stroke-dasharray="2.5 .5" d="M-6.4 7.4V-1a6.4 6.4 0 0 1 12.8 0v8.4"/><path fill="@y" stroke="@o" stroke-width=".4" d="M0-10.4l1.2 2.2 2.4.4-1.8 1.7.5 2.5L0-4.7l-2.3 1.1.5-2.5-1.8-1.7 2.4-.4z"/>"##
        ),
        "tower" => concat!(
            r##"<path opacity=".22" d="M-7.5 5L-4 9.5h13L9.5 0z"/><g stroke="@o" stroke-width=".5"><path fill="@S" d="M-8-3.5h16v9.5h-16z"/><path fill="@s" d="M-8-7h16v7.5h-16z"/><path fill="@H" d="M-4.8-5.4h9.6v4.3h-9.6z"/></g>"##,
            r##"<path stroke="@o" stroke-width=".4" opacity=".6" d="M-8 2.3H8M-8 4.2H8M-4.5.5v1.8M0 2.3v1.9M4.5.5v1.8M-6 4.2V6M3-0v2.3M6 4.2V6"/><path fill="@s" stroke="@o" stroke-width=".4" d="M-8-7v-2h2.6v2zM-1.3-7v-2h2.6v2zM5.4-7v-2H8v2z"/><path stroke="@h" stroke-width=".9" fill="none" d="M-3.4-1.2V-9M3.4-1.2V-9M-4.6-8h9.2"/>"##
        ),
        "ferry" => {
            r##"<ellipse cy="0" rx="16.5" ry="14.5" fill="@a"/><ellipse rx="15" ry="13" fill="@b"/><path fill="@B" opacity=".35" d="M-15 0a15 13 0 0 1 30 0 17 14.5 0 0 0-30 0z"/><path stroke="@i" stroke-width=".9" stroke-linecap="round" fill="none" d="M-8-3q2-1.6 4 0M3 5q2-1.6 4 0M2-6q2-1.6 4 0M-6 5.5q1.5-1.2 3 0"/>"##
        }
        "source" => concat!(
            r##"<ellipse cx="1" cy="3.5" rx="9.5" ry="4" opacity=".2"/><g stroke="@o" stroke-width=".5"><path fill="@S" d="M-9 4l1.5-7 4-4.5 3 2L3-9l4.5 4L9 4q-9 4-18 0z"/><path fill="@s" d="M-9 4l1.5-7 4-4.5 1.5 5-2 7.5z"/><path fill="@s" d="M0-5.5L3-9l1.5 5-2.5 3z"/></g>"##,
            r##"<path fill="@b" d="M-3 6q-.5-5 .5-8 2.5-1 4.5 0 1.5 3.5 1.5 8-3 2-6.5 0z"/><path stroke="@i" stroke-width=".7" fill="none" d="M-1-1.5q-.6 3-.3 6.5M1.2-1.5q1 3 .8 6"/>"##
        ),
        "well" => {
            r##"<ellipse cx=".8" cy="2.4" rx="4.2" ry="1.6" opacity=".2"/><g stroke="@o" stroke-width=".45"><path fill="@s" d="M-3 0v2q3 2 6 0V0z"/><ellipse rx="3" ry="1.3" fill="@B"/><path fill="@r" d="M-3.8-4L0-7l3.8 3z"/></g><path stroke="@h" stroke-width=".7" d="M-2.7 0v-4M2.7 0v-4"/>"##
        }
        "hut" => concat!(
            r##"<ellipse cy="2" rx="8.6" ry="5" fill="@p" opacity=".8"/><path opacity=".2" d="M-3.5 2.5l3 1.7h8.5L5.5-.5z"/><g stroke="@o" stroke-width=".45"><path fill="@W" d="M2.8 2.5v-4.5l3-1v4.4z"/><path fill="@w" d="M-3.6 2.5v-4.3L-.4-5.6l3.2 3.8v4.3z"/><path fill="@F" d="M-.4-6.3l3.4-1 3.6 4.2-3.5 1.1z"/><path fill="@f" d="M-4.4-1.2l4-5.1.7.9L-3.8-.3z"/></g>"##,
            r##"<path fill="@o" d="M-1.3 2.5V0H.5v2.5z"/><path stroke="@h" stroke-width=".6" fill="none" d="M-8 4.6v-2M-6 5.6v-2M-4 6v-2M-8.2 3.2q2 1.6 4.4 1.7"/>"##
        ),
        // Parts of the printed boards.
        "keep" => concat!(
            r##"<ellipse cx="2" cy="2" rx="6.5" ry="2.5" opacity=".22"/><g stroke="@o" stroke-width=".6"><path fill="@s" d="M-5 1.5v-12H5v12Q0 4-5 1.5z"/><path fill="@z" d="M-6.5-10L0-21l6.5 11Q0-7-6.5-10z"/></g>"##,
            r##"<path fill="@S" opacity=".7" d="M1.5 2.6V-8.9L4.7-9.6V1.6z"/><path fill="@n" opacity=".35" d="M-5.5-10L0-19.8-1.5-8.8z"/><path fill="@N" d="M0-21l3.2 5.4q-3.2 1.6-6.4 0z"/><path fill="@o" d="M-2-2.5v-3.2a.9.9 0 0 1 1.8 0v3.2z"/>"##
        ),
        "castle" => concat!(
            r##"<ellipse cx="3" cy="13" rx="34" ry="8" opacity=".2"/><g stroke="@o" stroke-width=".7"><path fill="@s" d="M-14-6h28v18h-28z"/><path fill="@r" d="M-16-5l4-9h24l4 9z"/><path fill="@s" d="M-5-12v-14H5v14z"/><path fill="@z" d="M-6.5-25L0-37l6.5 12z"/>"##,
            r##"<path fill="@s" d="M-28 13V-9h2.5v2.5h2.5V-9h3v2.5h2.5V-9h3.5v22zM14 13V-9h2.5v2.5h2.5V-9h3v2.5h2.5V-9H28v22z"/><path fill="@s" d="M-14 14V3h2.5v2.5h3V3h3v2.5h3V3h5v2.5h3V3h3v2.5h3V3H14v11z"/></g>"##,
            r##"<path fill="@S" opacity=".6" d="M-18 12.7V-6l3.7-2.7v21.4zM24-8.7V12.7h3.7V-8.7zM1.5-12.3v-13h3.2v13z"/><path fill="@o" d="M-3.5 14V9.5a3.5 3.5 0 0 1 7 0V14zM-23 0v-4a1 1 0 0 1 2 0v4zM20 0v-4a1 1 0 0 1 2 0v4zM-1-17v-4a1 1 0 0 1 2 0v4z"/><path fill="@e" stroke="@o" stroke-width=".4" d="M0-37v-8l8 2.5-8 2.5z"/><path fill="@n" opacity=".3" d="M-15-5.5l3.5-8h7l-2.5 8zM-5.5-25.5L0-35.5l-1.5 10z"/><path fill="@N" d="M-13.5-10.5l1.5-3.5h24l1.5 3.5q-6 2.5-12 .5t-15-.5zM0-37l3 5.5q-3 1.5-6 0z"/>"##
        ),
        "market" => concat!(
            r##"<ellipse cx="1" cy="6" rx="34" ry="11" fill="@p"/><ellipse cx="0" cy="12" rx="28" ry="4" opacity=".15"/><g stroke="@o" stroke-width=".6"><path fill="@w" d="M-26 0h16v9h-16zM-8-8H8v10H-8zM10 2h17v10H10z"/><path fill="@h" d="M-26 5h16v4h-16zM-8-2H8v4H-8zM10 8h17v4H10z"/><path fill="@e" d="M-28 0l3-7h14l3 7zM-10-8l3-7H7l3 7z"/><path fill="@u" d="M8 2l3-7h15l3 7z"/></g>"##,
            r##"<path fill="@n" d="M-24 0l1.5-7h3l-1 7zM-17.5 0l.2-7h3.3l1 7zM-6-8l1.5-7h3l-1 7zM.5-8l.2-7H4l1 7zM12 2l1.5-7h3l-1 7zM19 2l.2-7h3.3l1 7z"/><g stroke="@o" stroke-width=".4"><circle cx="-22" cy="4" r="1.6" fill="@e"/><circle cx="-18.5" cy="4" r="1.6" fill="@y"/><circle cx="-15" cy="4" r="1.6" fill="@t"/><circle cx="-4" cy="-3" r="1.6" fill="@y"/><circle cx="0" cy="-3" r="1.6" fill="@x"/><circle cx="4" cy="-3" r="1.6" fill="@v"/><path fill="@f" d="M13 7h4v2h-4zM19 7h5v2h-5z"/></g>"##
        ),
        "smithy" => concat!(
            r##"<ellipse cx="2" cy="11" rx="26" ry="7" opacity=".18"/><g stroke="@o" stroke-width=".6"><path fill="@S" d="M7-8v-14h7v14z"/><path fill="@w" d="M-20-2h38v13h-38z"/><path fill="@z" d="M-23-1l5-12h34l5 12z"/><path fill="@H" d="M-5 11V1H9v10z"/></g><path fill="@e" d="M-1 11q-2-4 1-7 .5 2 2 2 .5-2.5 2-3.500.5 3 2 4.5T5.5 11z"/><path fill="@y" d="M1 11q-1-2.5 1-4 1 2 2 .5.8 2 .5 3.5z"/>"##,
            r##"<path fill="@Z" stroke="@o" stroke-width=".5" d="M-20 13h9q2 0 3-2.5h-5V9h-9q1 2.5 3 2.5zM-17 13h4l1 3h-6z"/><g fill="@S" opacity=".6"><circle cx="11" cy="-25" r="3"/><circle cx="14" cy="-30" r="4"/></g><path fill="@n" opacity=".25" d="M-22-1.5l4.5-11h7l-3 11z"/><path fill="@N" d="M-20-8l2-5h34l2 5q-8 3-16 .5t-22-.5z"/>"##
        ),
        "crown" => {
            r##"<circle r="14.5" fill="@m" stroke="@o" stroke-width="1.2"/><circle r="12.6" fill="none" stroke="@M" stroke-width="1.3"/><path fill="@y" stroke="@Y" stroke-width=".8" d="M-7.5 5.5l-1-9.5 4.5 4.5L0-6.5 4 .5 8.5-4l-1 9.5z"/><path fill="@Y" d="M-7.5 5.5h15v1.8h-15z"/>"##
        }
        "fortune" => {
            r##"<g fill="@t" stroke="@T" stroke-width=".8"><path d="M0 0q-8-2-7-7 3-3 7 1.5Q4-10 7-7q1 5-7 7zM0 0q8-2 10 2 0 5-6 4.5L0 0zM0 0q-8-2-10 2 0 5 6 4.5z"/></g><path fill="none" stroke="@T" stroke-width="1.5" d="M0 0q0 6 4 10"/>"##
        }
        "tax" => {
            r##"<g fill="@y" stroke="@Y" stroke-width=".9"><ellipse cx="-4" cy="7" rx="6" ry="2.6"/><ellipse cx="-4" cy="4" rx="6" ry="2.6"/><ellipse cx="-4" cy="1" rx="6" ry="2.6"/><ellipse cx="5" cy="7" rx="6" ry="2.6"/><circle cx="4" cy="-4" r="5"/></g><path stroke="@Y" stroke-width="1.2" d="M4-6.5v5"/>"##
        }
        "famine" => {
            r##"<path fill="@W" stroke="@o" stroke-width=".9" d="M-10 0h20q-1 8-7 8.5h-6Q-9 8-10 0z"/><ellipse rx="10" ry="3" fill="@w" stroke="@o" stroke-width=".9"/><path stroke="@o" stroke-width="1.5" stroke-linecap="round" d="M3-1l7-9"/><path fill="@S" stroke="@o" stroke-width=".7" d="M8.5-9q1-3.5 4-3.500.5 3-2.5 5z"/>"##
        }
        "storm" => {
            r##"<path fill="@n" stroke="@Z" stroke-width=".9" d="M-8 0q-5-1-3-5 1-3 4-2 2-5 7-4 4 1 4 4 5-1 6 3 0 4-4 4z"/><path fill="@y" stroke="@Y" stroke-width=".7" d="M1-1l-5 7h4l-2 6 7-8H1l3-5z"/>"##
        }
        "inquis" => {
            r##"<path fill="@m" stroke="@o" stroke-width=".9" d="M-7-9H7q-2 2 0 4V8H-5q-3 0-2-4z"/><path stroke="@o" stroke-width=".9" d="M-4-4h7M-4-1h7M-4 2h4"/><circle cx="4" cy="6" r="3.6" fill="@e" stroke="@E" stroke-width=".8"/><path stroke="@n" stroke-width="1" d="M4 4v4M2.5 5.3h3"/>"##
        }
        "plague" => {
            r##"<path fill="@z" stroke="@o" stroke-width=".9" d="M-8 4q-1-8 6-8 4 0 6 2l2-2 1 3q3 1 3 3.5-2 1.5-5 1.5l-2 2h-3q-6 .5-8-2z"/><path fill="none" stroke="@o" stroke-width="1.2" d="M-8 3q-5 1-4 6 2 3 5 1"/><circle cx="6" cy="0" r=".8"/><circle cx="1" cy="-4" r="2" fill="@M" stroke="@o" stroke-width=".7"/>"##
        }
        // Symbols.
        "md" => {
            r##"<ellipse cx=".8" cy="1.1" rx="7.4" ry="7.2" opacity=".2"/><circle r="7.1" fill="@m" stroke="@o" stroke-width=".8"/><circle r="6.1" fill="none" stroke="@M" stroke-width=".8"/>"##
        }
        "shield" => concat!(
            r##"<path opacity=".22" d="M-4.5-5.5h11v6q0 4.6-5.5 7.5-4-2-5.5-5z"/><path fill="@n" stroke="@o" stroke-width=".6" d="M-5.6-6.4H5.6v5.6Q5.6 4 0 7.2-5.6 4-5.6-.8z"/><path fill="@u" d="M-4.6-5.4H0v11.3Q-4.6 3.2-4.6-.8z"/><path fill="@e" d="M4.6-5.4H0v11.3Q4.6 3.2 4.6-.8z"/>"##,
            r##"<path fill="@y" stroke="@o" stroke-width=".35" d="M-2.7 2.4v-5.6h1.3v1.1h.8v-1.1h1.2v1.1h.8v-1.1h1.3v5.6z"/><path fill="@o" d="M-.8 2.4V.9a.8.8 0 0 1 1.6 0v1.5z"/>"##
        ),
        "princess" => concat!(
            r##"<use href="#md"/><path fill="@v" d="M-4 5q.4-4.2 2.3-5.2h3.4Q3.6.8 4 5 0 7.3-4 5z"/><path fill="@V" d="M-.7-.2h1.4l-.7 2z"/><circle cy="-1.9" r="2" fill="#f3cfae" stroke="@o" stroke-width=".35"/><path fill="@Y" d="M-2.1-1.6q-.3-2.5 2.1-2.7 2.4.2 2.1 2.7-.5-1.5-2.1-1.7-1.6.2-2.1 1.7z"/>"##,
            r##"<path fill="@e" stroke="@o" stroke-width=".35" d="M-2-3.3l3.6-3.6.5 3.7q-2-.9-4.1-.1z"/><path stroke="@n" stroke-width=".7" fill="none" d="M1.7-6.5q2.7 1.8 2.3 5.7"/>"##
        ),
        "chicken" => concat!(
            r##"<use href="#md"/><path fill="@n" stroke="@o" stroke-width=".5" d="M-4.6-2.4q1.6 1.6 3.4.9Q.6-4.6 2.3-4.2q1.4.5 1.2 2.2l-.2 1q.5 3.8-3.2 4.6-4.2.5-4.7-3.4z"/><path fill="@e" d="M1.3-4.1q-.2-1.5.8-1.3.3-.9 1-.1.9.1.4 1.2-.8 1-2.2.2zM3-1.9q.9.6.3 1.6-.8-.6-.3-1.6z"/>"##,
            r##"<path fill="@y" d="M3.5-2.9l1.7.6-1.7.6z"/><circle cx="2.3" cy="-2.9" r=".4"/><path stroke="@Y" stroke-width=".6" fill="none" d="M-.8 3.6v1.7h-1M1 3.4v1.9H0"/><path stroke="@W" stroke-width=".8" fill="none" d="M-2.8.6q1.6 1.9 3.6.3"/>"##
        ),
        "wheat" => concat!(
            r##"<use href="#md"/><g stroke="@Y" stroke-width=".8" fill="none" stroke-linecap="round"><path d="M0 5V-3M-1.5 5q1.5-3.6-1.7-7.5M1.5 5Q0 1.4 3.2-2.5"/></g><g fill="@y" stroke="@Y" stroke-width=".35"><path d="M0-6q1.3 1.7 0 3.6Q-1.3-4.3 0-6zM-3.8-5q2 .8 1.6 3-2-.8-1.6-3zM3.8-5q-2 .8-1.6 3 2-.8 1.6-3zM-1.6-3q1.6.8 1.5 2.6-1.7-.7-1.5-2.6zM1.6-3Q0-2.2.1-.4 1.8-1.1 1.6-3zM-4.2-2q1.9.6 2 2.5-2-.5-2-2.5zM4.2-2q-1.9.6-2 2.5 2-.5 2-2.5z"/></g>"##,
            r##"<path fill="@e" d="M-2.2 1.8h4.4v1.3h-4.4z"/>"##
        ),
        "cloth" => {
            r##"<use href="#md"/><g stroke="@o" stroke-width=".5"><path fill="@u" d="M-4.8-2.8L2.6-4.6q2.4.2 2.4 2.2L-2 1.2z"/><path fill="@U" d="M-2 1.2L5-2.4v2.3q0 1.7-.6 3.8l-1.5-.6-1.5 1.7-1.4-.9-1.5 1.4q-.6-2-.5-4.1z"/><ellipse cx="-3.4" cy="-.8" rx="1.7" ry="2.2" fill="@i"/></g><path fill="none" stroke="@U" stroke-width=".5" d="M-3.5.2q-.9-.9-.1-1.6t.7.5"/><path stroke="@y" stroke-width=".6" d="M-1.4 3.9q3.3-1.4 6-2.6"/>"##
        }
        "wine" => concat!(
            r##"<use href="#md"/><path fill="none" stroke="@h" stroke-width=".8" d="M-.2-3.5q.2-1.6 1.4-2.3"/><path fill="@t" stroke="@T" stroke-width=".35" d="M.6-4.6q2-1.8 4 .3-1 2.3-3.7 1.5z"/><g fill="@v" stroke="@V" stroke-width=".4"><circle cx="-2.2" cy="-2.3" r="1.5"/><circle cx=".2" cy="-2.5" r="1.5"/><circle cx="2.5" cy="-2.1" r="1.5"/><circle cx="-1.2" cy="-.2" r="1.5"/><circle cx="1.2" cy="-.1" r="1.5"/><circle cy="2" r="1.5"/><circle cy="3.9" r="1.2"/></g>"##,
            r##"<g fill="@n" opacity=".6"><circle cx="-2.6" cy="-2.7" r=".4"/><circle cx="-1.6" cy="-.6" r=".4"/><circle cx=".8" cy="-.6" r=".4"/></g>"##
        ),
        "grain" => {
            r##"<use href="#md"/><g stroke="@o" stroke-width=".5"><path fill="@M" d="M-3.2-1.6q-2.6 5.5.2 6.6 3 .9 6 0 2.8-1.1.2-6.6-3.2-1-6.4 0z"/><path fill="@y" d="M-3.2-1.7q.3-2.3 3.2-2.4 2.9.1 3.2 2.4-3.2 1.3-6.4 0z"/></g><g fill="@Y"><circle cx="-1.5" cy="-2.5" r=".4"/><circle cx=".2" cy="-3.2" r=".4"/><circle cx="1.5" cy="-2.3" r=".4"/></g><path stroke="@Y" stroke-width=".6" fill="none" d="M0 4.2V.5M0 1.6q-1.3-.2-1.6-1.2M0 1.6Q1.3 1.4 1.6.4M0 3q-1.3-.2-1.6-1.2M0 3q1.3-.2 1.6-1.2"/>"##
        }
        "dragon" => concat!(
            r##"<use href="#md"/><path fill="@e" stroke="@E" stroke-width=".45" d="M-5 3.8q1.2-2 3-1.6-.9-2 .2-3.7-2.5-.6-3.3-2.8 2 .9 3.6.2-.2-1.4.6-2.3.7 1 1.6 1 1.8-.9 3.7.6l1.2 1.5-1 .9-2.1-.5q1.2 1.6 1 3.1.4 2.7-1.7 4.2-2.2 1.3-4 .2-1.3-.9-2.8-.8z"/>"##,
            r##"<path fill="@y" d="M-1.5-1.3q-1 2.3.6 4.2 1.8 1.2 3 .2-2-.9-2.2-2.6-.2-1.3-1.4-1.8z"/><circle cx="2.3" cy="-3.7" r=".5" fill="@n"/>"##
        ),
        "gold" => {
            r##"<use href="#md"/><g fill="@y" stroke="@Y" stroke-width=".5"><path d="M-5.2 3.6l.9-2.9h3.2l.9 2.9zM.2 3.6l.9-2.9h3.2l.9 2.9zM-2.5.4l.9-2.9h3.2l.9 2.9z"/></g><path fill="@n" opacity=".7" d="M-4.3 1.2h2.6v.5h-2.7zM1.1 1.2h2.6v.5H1zM-1.6-2h2.6v.5h-2.8z"/><path stroke="@y" stroke-width=".7" stroke-linecap="round" d="M0-5.6v1.2M-3.2-4.6l.6 1M3.2-4.6l-.6 1"/>"##
        }
        "magic" => {
            r##"<use href="#md"/><circle r="5.2" fill="@V"/><path fill="none" stroke="@v" stroke-width="1.1" d="M3.6-1.4a3.8 3.8 0 1 0-.5 3.6"/><path fill="@y" d="M0-4.4l1 3.2 3.3.1L1.7.8l1 3.2L0 2-2.7 4l1-3.2-2.6-1.9 3.3-.1z"/><g fill="@n"><circle cx="3.4" cy="-3" r=".5"/><circle cx="-3.6" cy="-2.9" r=".4"/><circle cx="3.6" cy="3.2" r=".4"/></g>"##
        }
        "sack" => {
            r##"<use href="#md"/><g stroke="@o" stroke-width=".5"><path fill="@h" d="M-1.8-2.4q-4.6 4-2.4 7 4.2 1.7 8.4 0 2.2-3-2.4-7z"/><path fill="@h" d="M-1.8-2.6l-1-2.4 1.7.6L0-5.4l1.1 1 1.7-.6-1 2.4z"/></g><path stroke="@y" stroke-width=".9" d="M-1.9-2.5h3.8"/><circle cy="1.5" r="1.9" fill="@y" stroke="@Y" stroke-width=".4"/><path stroke="@Y" stroke-width=".6" d="M-.8 1.5h1.6"/>"##
        }
        "gbread" => {
            r##"<use href="#md"/><path fill="#b8743a" stroke="@H" stroke-width=".45" d="M-1.1-1.7a2.2 2.2 0 1 1 2.2 0l2.9-.9q1.5 0 1.3 1.5L2 .4l.2 1.5 1.6 2.2q-.3 1.5-1.8 1.4L0 3.2-2 5.5q-1.5.1-1.8-1.4l1.6-2.2L-2 .4l-3.3-1.5q-.2-1.5 1.3-1.5z"/><g fill="@n"><circle cx="-.7" cy="-3.8" r=".35"/><circle cx=".7" cy="-3.8" r=".35"/><circle cy="-.4" r=".4"/><circle cy="1.2" r=".4"/></g><path stroke="@n" stroke-width=".4" fill="none" d="M-.8-2.7q.8.6 1.6 0M-4.3-1.8v1.2M4.3-1.8v1.2M-3 4.5l1 .6M3 4.5l-1 .6"/>"##
        }
        "wheel" => {
            r##"<ellipse cx=".8" cy="1.2" rx="8" ry="7.8" opacity=".2"/><circle r="7.6" fill="@e" stroke="@o" stroke-width=".6"/><path fill="@y" d="M0 0L-3.6-6.3a7.2 7.2 0 0 1 7.2 0zM0 0h7.2a7.2 7.2 0 0 1-3.6 6.3zM0 0l-3.6 6.3A7.2 7.2 0 0 1-7.2 0z"/><circle r="4.6" fill="@m" stroke="@o" stroke-width=".5"/>"##
        }
        "fly" => concat!(
            r##"<ellipse cx="1.5" cy="4.5" rx="11" ry="3" opacity=".18"/><g stroke="@o" stroke-width=".5"><path fill="@m" d="M-1-1Q-5-6.5-12-6q1 1.2.6 2.4 1.6.2 1.9 1.7 1.7-.2 2.3 1.3Q-5-1-4 .4-2.5 0-1 1z"/><path fill="@m" d="M1-1q4-5.5 11-5-1 1.2-.6 2.4-1.6.2-1.9 1.7-1.7-.2-2.3 1.3Q5-1 4 .4 2.5 0 1 1z"/>"##,
            r##"<path fill="@h" d="M-1.6-2.8Q0-5.4 1.6-2.8L1.4 3 0 5-1.4 3z"/><path fill="@e" d="M-3 6.2L0 3.6l3 2.6-3-.6z"/></g><path stroke="@h" stroke-width=".45" fill="none" d="M-1-.6L-12-6M-1 0l-8.5-1.9M-1 .6l-6.2-1.2M1-.6L12-6M1 0l8.5-1.9M1 .6l6.2-1.2"/><circle cy="-2" r="1.1" fill="#f3cfae" stroke="@o" stroke-width=".35"/>"##
        ),
        "pig" => {
            r##"<ellipse cx=".6" cy="2.6" rx="4.2" ry="1" opacity=".2"/><path stroke="@o" stroke-width=".9" d="M-2 1.2v1.6M-.6 1.4v1.5M1.6 1.4v1.5M2.6 1.2v1.5"/><ellipse rx="3.8" ry="2.3" fill="#eeb0a2" stroke="@o" stroke-width=".45"/><circle cx="3.2" cy="-.5" r="1.6" fill="#eeb0a2" stroke="@o" stroke-width=".45"/><path fill="#d98a80" d="M2.4-2.3l1.5.4-.9 1zM4.2-.7h1v1.1h-1z"/><circle cx="3.3" cy="-.8" r=".3"/><path stroke="#d98a80" stroke-width=".6" fill="none" d="M-3.7-.6q-1.3-.3-.7-1.3"/>"##
        }
        "crop" => {
            r##"<circle r="16" fill="@F"/><circle r="15.3" fill="@f"/><g fill="none" stroke="@F"><circle r="13.2" stroke-width="1"/><circle r="10.6" stroke-width=".5" stroke-dasharray="1.5 .8"/></g>"##
        }
        "fork" => {
            r##"<g fill="none" stroke="@Y" stroke-width="2" stroke-linecap="round"><path d="M0-1.5V8.5M-4.5-7.5v2.5q0 3.5 4.5 3.5t4.5-3.5v-2.5M0-8.5v7"/></g>"##
        }
        "club" => {
            r##"<path fill="@Y" d="M0-8.5a3.4 3.4 0 0 1 3 5 3.4 3.4 0 1 1-2 5.6Q1 5.5 3 7.5h-6q2-2 2-5.4a3.4 3.4 0 1 1-2-5.6 3.4 3.4 0 0 1 3-5z"/>"##
        }
        "arms" => {
            r##"<path fill="none" stroke="@Y" stroke-width="2" d="M-6-7H6v6q0 5-6 8.5Q-6 4-6-1zM0-7V7.5M-6-1H6"/>"##
        }
        // Animals of the winter tiles.
        "boar" => {
            r##"<ellipse cx=".6" cy="3.2" rx="6" ry="1.2" opacity=".2"/><path fill="#6b4a38" stroke="@o" stroke-width=".5" d="M-5.5 0q0-3.5 4-4 4-.6 5.5 1.2 2.6.4 3.2 2.6l-1.4.8-2.8-.2-.8 2.8H1l-.4-1.8h-2.8L-2.6 3h-1.3l-.5-1.8Q-5.6 1-5.5 0z"/><path fill="@n" d="M5.6-.4q.9-.5.9-1.4-1.1.4-.9 1.4z"/><circle cx="4.6" cy="-1.4" r=".4"/><path stroke="@o" stroke-width=".6" d="M-5.4-.6q-1-.4-1-1.4"/>"##
        }
        "wolf" => {
            r##"<ellipse cx=".5" cy="3.9" rx="6" ry="1" opacity=".2"/><path fill="#8b9098" stroke="@o" stroke-width=".5" d="M-7.5-1.4q1.8-1.6 3.5-1.4l5 .2L3-5l.5-1.8 1.2 1.5L7.4-4l-.5 1-2.2.4-.9 2.6.4 3.8H3L2.4 1.2-1.6 1l-.4 2.8h-1.2L-3.4.8-4.6 3.8h-1.2L-4.8-.6q-1.4.2-2.7 1z"/><circle cx="4.5" cy="-4.2" r=".4"/>"##
        }
        "fox" => {
            r##"<ellipse cx=".5" cy="3.6" rx="6" ry="1" opacity=".2"/><path fill="#d2713a" stroke="@o" stroke-width=".5" d="M-8-.6q1.5-2.4 4.2-1.6l4.8.4L2.8-4l.3-1.7 1.2 1.3 2.7 1.4-.6.8-2 .3L3.6.4l.3 3.2H2.7L2.2 1-1.8.8l-.4 2.8h-1.2L-3.6.4Q-6 1.4-8-.6z"/><path fill="@n" d="M-8-.6q.9-1.3 2-1.6.4 1.4-.6 2.3-.8-.1-1.4-.7z"/><circle cx="4.1" cy="-3.3" r=".35"/>"##
        }
        "bear" => {
            r##"<ellipse cx=".6" cy="4.2" rx="7" ry="1.3" opacity=".2"/><path fill="#7a5237" stroke="@o" stroke-width=".5" d="M-7 0q0-4.6 5-4.8 3 0 4.6.8.6-1.8 2.4-1.6 2.4.6 2.6 2.4l1 1-.5 1.2-2.5.2L4.6 4H2.4L2 1.4h-3.6L-2 4h-2.3L-5 1.6Q-7 1.6-7 0z"/><circle cx="5.6" cy="-3.4" r=".4"/><circle cx="3.8" cy="-5" r="1" fill="#7a5237" stroke="@o" stroke-width=".4"/>"##
        }
        "raven" => {
            r##"<path fill="#2b2d36" d="M-5 1.8q1.3-4.2 4.6-4.4Q.4-4.2 2-4q1.3.2 1.3 1.5l1.7.5-1.9.7Q2.5 1.6-.6 2l-4.4.6zM-.8 2v1.7M.6 1.9v1.7"/><path stroke="#2b2d36" stroke-width=".5" d="M-.8 2v1.8M.7 1.8v1.8"/><circle cx="2.1" cy="-2.9" r=".35" fill="@n"/>"##
        }
        "deer" => {
            r##"<ellipse cx=".5" cy="5" rx="5.5" ry="1" opacity=".2"/><path fill="#a8743f" stroke="@o" stroke-width=".5" d="M-5-1.2q.5-1.8 3-1.7l3.4.2L3-5.6l2.6.4.9 1-.6.8-1.7.1-.9 2.5q.2 1.2-.6 2l.3 3.8H2L1.5 1.4-2.2 1.2-2.6 5h-1L-3.8.8Q-5.2.2-5-1.2z"/><path stroke="@H" stroke-width=".6" fill="none" stroke-linecap="round" d="M3.4-5.4Q2-7 2.2-8.8M2.4-7l-1.5-.6M4.2-5.4q1.4-1.4 1.4-3M5.2-6.8l1.5-.5"/><circle cx="4.6" cy="-4.5" r=".3"/>"##
        }
        "lynx" => {
            r##"<ellipse cx=".5" cy="3.9" rx="6" ry="1" opacity=".2"/><path fill="#c9a36b" stroke="@o" stroke-width=".5" d="M-6.5-2.4l1.2-.3q.3.8 1 .5l5-.2L2.3-4l-.1-2.2 1.2 1.2h1.2l1.2-1.2-.1 2.2.4 1.4-1.2.9-1.7.1.4 5.4H2.3L1.8.8-2 .7l-.4 3.1h-1.3L-4 .8-5 3.8h-1.3L-5-.7z"/><g fill="@h"><circle cx="-3" cy="-1" r=".4"/><circle cx="-1" cy="-.7" r=".4"/><circle cx="1" cy="-1.1" r=".4"/></g><circle cx="3.2" cy="-3.7" r=".35"/><circle cx="4.8" cy="-3.7" r=".35"/>"##
        }
        _ => "",
    }
}
