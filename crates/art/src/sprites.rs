//! Small drawings that many tiles share: houses, trees, buildings and symbols.
//!
//! Each is upright, lit from the north-west, and has its origin at its foot (houses, trees,
//! towers) or in its middle (symbols). `@k` stands for the colour with the key `k`.

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
    out.push_str("\">");
    // Ids inside a sprite carry the prefix of the palette too.
    let own = template.replace("#md", "#%md").replace('%', palette.prefix().encode_utf8(&mut [0; 4]));
    tint(&own, palette, out);
    out.push_str("</g>");
    debug_assert!(!template.is_empty(), "no sprite is called {name}: {}", &out[start..]);
}

fn template(name: &str) -> &'static str {
    match name {
        // Houses.
        "h0" => concat!(
            r##"<path opacity=".2" d="M-4 0l3.2 1.6h8L4.6-2z"/><g stroke="@o" stroke-width=".4" stroke-linejoin="round"><path fill="@w" d="M-4-3.6h8V0h-8z"/>"##,
            r##"<path fill="@r" d="M-4.9-3.1l1.7-4.7h6.4l1.7 4.7z"/></g><path fill="@n" opacity=".28" d="M-4.4-3.4l1.4-4h2.6l-1 4z"/><path fill="@N" d="M-4-5.6l.8-2.2h6.4l.6 1.6q-2 1.4-3.6.2t-4.2.4z"/>"##,
            r##"<path fill="@o" d="M-.7 0v-2.2H.7V0zM-3-.9h1.1V-2H-3zM1.9-.9H3V-2H1.9z"/>"##
        ),
        "h1" => concat!(
            r##"<path opacity=".2" d="M-3 0l3 1.5h7.4L6-1z"/><g stroke="@o" stroke-width=".4" stroke-linejoin="round"><path fill="@W" d="M3 0v-4l3-1v4z"/><path fill="@w" d="M-3 0v-3.8L0-7.2l3 3.4V0z"/>"##,
            r##"<path fill="@X" d="M0-7.7l3.4-1.1 3.4 3.7-3.4 1.2z"/><path fill="@x" d="M-3.7-3.3L0-7.7l.6.8-3.8 4.4z"/></g><path fill="@N" d="M0-7.7l3.4-1.1 1.6 1.8q-1.8-.2-3.3.9z"/><path fill="@o" d="M-.8 0v-2.2H.8V0zM-.5-3.6h1v-1.2h-1z"/>"##
        ),
        "h2" => concat!(
            r##"<path opacity=".2" d="M-3 0l3 1.4h6L4-1.6z"/><g stroke="@o" stroke-width=".4" stroke-linejoin="round"><path fill="@w" d="M-3-3h6V0h-6z"/>"##,
            r##"<path fill="@j" d="M-3.8-2.6l1.4-3.8h4.8l1.4 3.8z"/><path fill="@S" d="M1-6.2v-1.7h1.2v2z"/></g><path fill="@n" opacity=".22" d="M-3.4-2.8l1.2-3.3h1.9l-.7 3.3z"/><path fill="@N" d="M-3-4.7l.6-1.7h4.8l.5 1.2q-1.4 1-2.7.2t-3.2.3z"/>"##,
            r##"<path fill="@o" d="M-.6 0v-1.8H.6V0z"/>"##
        ),
        "h3" => concat!(
            r##"<path opacity=".2" d="M-2.6 0l3 1.5h6.6L5.4-1z"/><g stroke="@o" stroke-width=".4" stroke-linejoin="round"><path fill="@W" d="M2.6 0v-5l2.8-.9V-1z"/><path fill="@w" d="M-2.6 0v-4.8L0-8.4l2.6 3.6V0z"/>"##,
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
        "light" => {
            r##"<radialGradient id="%lg"><stop stop-color="@l" stop-opacity=".85"/><stop offset="1" stop-color="@l" stop-opacity="0"/></radialGradient><ellipse rx="26" ry="19" fill="url(#%lg)"/>"##
        }
        "shade" => {
            r##"<radialGradient id="%sg"><stop stop-color="@G" stop-opacity=".6"/><stop offset="1" stop-color="@G" stop-opacity="0"/></radialGradient><ellipse rx="24" ry="17" fill="url(#%sg)"/>"##
        }
        "gr" => {
            r##"<path stroke="@G" stroke-width=".6" stroke-linecap="round" fill="none" d="M-1.4-.9l.5 1.1M0-1.4V.3M1.4-.9L.9.2"/>"##
        }
        "fl" => {
            r##"<g stroke-linecap="round" stroke-width=".9"><path stroke="@n" d="M-1.2-.3h.01M.4.9h.01"/><path stroke="@e" d="M1.3-.6h.01M-.6 1h.01"/><path stroke="@y" d="M.2-1h.01"/></g>"##
        }
        "hay" => {
            r##"<ellipse cx=".9" cy=".1" rx="2.8" ry="1" opacity=".2"/><path fill="@f" stroke="@F" stroke-width=".4" d="M-2.2.2q-.4-3.6 2.2-4.4 2.6.8 2.2 4.4-2.2.8-4.4 0z"/><path stroke="@F" stroke-width=".3" fill="none" d="M-1 0q-.2-2 .6-3.4M.9.2q.4-1.6-.2-2.8"/>"##
        }
        "plot" => {
            r##"<path fill="@l" opacity=".75" d="M-7-2.6q6-2.4 13-1.2l1.4 5.6q-7-1-12.6 1.6z"/><path stroke="@G" stroke-width=".5" opacity=".7" fill="none" d="M-6.6-1.3q6-2.4 13-1.3M-6.2 0q6-2.3 13-1.2M-5.8 1.4q6-2.4 13-1.2"/>"##
        }
        "corn" => {
            r##"<path fill="@f" opacity=".8" d="M-7-2.6q6-2.4 13-1.2l1.4 5.6q-7-1-12.6 1.6z"/><path stroke="@F" stroke-width=".5" opacity=".6" fill="none" d="M-6.6-1.3q6-2.4 13-1.3M-6.2 0q6-2.3 13-1.2M-5.8 1.4q6-2.4 13-1.2"/>"##
        }
        // Walls.
        "tw" => concat!(
            r##"<ellipse cx="1.4" cy=".9" rx="3.4" ry="1.4" opacity=".22"/><g stroke="@o" stroke-width=".45" stroke-linejoin="round"><path fill="@s" d="M-2.4.8v-6h4.8v6Q0 2-2.4.8z"/>"##,
            r##"<path fill="@z" d="M-3.1-4.9L0-10.2l3.1 5.3q-3.1 1.5-6.2 0z"/></g><path fill="@S" opacity=".7" d="M.7 1.2v-5.6l1.5-.3v5.4z"/><path fill="@n" opacity=".35" d="M-2.6-4.9L0-9.6l-.7 5.2z"/><path fill="@N" d="M0-10.2l1.6 2.7q-1.6.8-3.2 0z"/><path fill="@o" d="M-.9-1.6v-1.6h.9v1.6z"/>"##
        ),
        "gate" => concat!(
            r##"<ellipse cx="1.6" cy="2.6" rx="7.4" ry="1.7" opacity=".22"/><g stroke="@o" stroke-width=".45" stroke-linejoin="round"><path fill="@s" d="M-3.6 2.4v-8.2h1.5v1h1.3v-1h1.6v1h1.3v-1h1.5v8.2z"/><path fill="@o" d="M-2 2.4v-3.6a2 2 0 0 1 4 0v3.6z"/>"##,
            r##"<path fill="@s" d="M-6.6 2.6v-8h3.6v8zM3 2.6v-8h3.6v8z"/><path fill="@r" d="M-7.2-5.2l2.4-4.4 2.4 4.4zM2.4-5.2l2.4-4.4 2.4 4.4z"/></g><path fill="@S" opacity=".7" d="M-4.2 2.5v-7.6h1v7.6zM5.4 2.5v-7.6h1v7.6z"/><path fill="@n" opacity=".35" d="M-6.8-5.4l2-3.6-.4 3.6zM2.8-5.4l2-3.6-.4 3.6z"/><path fill="@N" d="M-4.8-9.6l1.2 2.2H-6zM4.8-9.6L6-7.4H3.6z"/>"##
        ),
        "mouth" => {
            r##"<path fill="@S" stroke="@o" stroke-width=".5" d="M-7.4 4v-4.6q0-6.4 7.4-6.4t7.4 6.4V4z"/><path fill="@o" d="M-4.4 4v-3.4Q-4.4-4 0-4t4.4 4.6V4z"/><path stroke="@s" stroke-width="1.5" stroke-dasharray="1.9 .6" fill="none" d="M-5.8 4V-.4q0-5 5.8-5t5.8 5V4"/>"##
        }
        // Buildings.
        "mon" => concat!(
            r##"<ellipse cy="2.6" rx="13.6" ry="8.8" fill="@a"/><ellipse cy="2.6" rx="13.2" ry="8.4" fill="none" stroke="@S" stroke-width="1" stroke-dasharray="1.8 .5"/><path opacity=".22" d="M-9 5.4l4.4 3.2h16l1.6-4-3-4z"/>"##,
            r##"<g stroke="@o" stroke-width=".5" stroke-linejoin="round"><path fill="@w" d="M-4-2.4H9.2v7.8H-4z"/><path fill="@r" d="M-4.4-1.8l1.6-6h10.6l2.3 6z"/><path fill="@W" d="M-9.2 5.6V-8h5.4V5.6z"/><path fill="@w" d="M-9.2 5.6V-8h3.6V5.6z"/><path fill="@R" d="M-10-7.6l3.5-7.2 3.5 7.2z"/><path fill="@r" d="M-10-7.6l3.5-7.2-.3 7.2z"/></g>"##,
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
            r##"<g stroke="@o" stroke-width=".5" stroke-linejoin="round"><path fill="@S" d="M-10.6 3l.6-4 2 .2.6 3.6zM10.6 3l-.6-4.4-2 .4-.6 3.8zM-8.4 7.4l.6-3.4 2.2.2.4 3.2zM8.4 7.4l-.6-3.6-2.2.4-.4 3z"/>"##,
            r##"<path fill="@s" d="M-5.2 4.6l.4-8.4 2.6-.4.6 8.8zM1.6 4.6l.4-9 2.8.4.4 8.6z"/><path fill="@s" d="M-7-3.8l.8-3 12-.8 1.2 3.2-3 1.2z"/></g><path fill="@S" opacity=".6" d="M-2.9 4.4l-.2-8 .8-.1.6 8.1zM3.9 4.4l-.3-7.6 1 .1.3 7.5zM-6.8-3.6l13.6-1 .2.6-3 1z"/>"##,
            r##"<path fill="@e" d="M0 3.6q-2.6-1-1.6-3.4.6 1 .9.2Q-1-1.8.6-3.2q-.2 1.6 1 2.6t.2 3Q1.2 3.6 0 3.6z"/><path fill="@y" d="M.1 3.3q-1.3-.5-.8-1.8.8-.4.8-1.6 1.2 1.2.9 2.4-.2 1-.9 1z"/>"##
        ),
        "inn" => concat!(
            r##"<ellipse cx="1" cy="5.6" rx="9.4" ry="3.8" fill="@a"/><ellipse cx="1" cy="5.7" rx="8.4" ry="3" fill="@b"/><path stroke="@i" stroke-width=".6" stroke-linecap="round" d="M-3 6.4h4M3 7.3h2.6M4.6 5h2"/>"##,
            r##"<path opacity=".2" d="M-5.6 3.4l3 1.5h11l-1.6-4z"/><g stroke="@o" stroke-width=".5" stroke-linejoin="round"><path fill="@w" d="M-5.6-3.2H5.4v6.6H-5.6z"/><path fill="@z" d="M-6.8-2.6l2.4-5.8h8.6l2.4 5.8z"/><path fill="@S" d="M1.8-7.4v-2.2h1.8v2.4z"/></g>"##,
            r##"<path stroke="@h" stroke-width=".7" fill="none" d="M-5.4-.6H5.2M-2.4-2.6v6M2.2-2.6v6M-5.4 3.2l3-3.8M5.2 3.2l-3-3.8"/><path fill="@N" d="M-5.2-6.4l.8-2h8.6l.7 1.7q-2.4 1.2-4.4.2t-5.7.1z"/><path fill="@n" opacity=".25" d="M-6.2-2.9l2-5.1h2.6l-1.3 5.1z"/>"##,
            r##"<path fill="@o" d="M-1.3 3.4V.9h2.6v2.5z"/><path fill="@y" d="M-4.6-1h1.2v-1.2h-1.2zM3.4-1h1.2v-1.2H3.4z"/><path stroke="@o" stroke-width=".5" fill="none" d="M5.4-1.8h3.2v.8"/><rect x="7.1" y="-1.1" width="2.9" height="2.9" rx=".5" fill="@e" stroke="@o" stroke-width=".4"/><path fill="@y" d="M7.9-.3h1v1.5h-1z"/>"##
        ),
        "cath" => concat!(
            r##"<ellipse cx="1" cy="13" rx="21" ry="6.4" fill="@C"/><path opacity=".22" d="M-13 13l5 4h21l7-6-4-5z"/><g stroke="@o" stroke-width=".6" stroke-linejoin="round">"##,
            r##"<path fill="@z" d="M-5-9h15l4 6v6H-5z"/><path fill="@W" d="M-4 1H14v12H-4z"/><path fill="@z" d="M-5 2l2-10h13l5 10z"/>"##,
            r##"<path fill="@s" d="M-6-4l6-6 6 6v18H-6z"/><path fill="@s" d="M-14 14V-8h9v22zM5 14V-8h9v22z"/><path fill="@z" d="M-15-8l5.500-14L-4-8zM4-8l5.500-14L15-8z"/></g>"##,
            r##"<path fill="@S" opacity=".65" d="M-8 13.700V-7.700h2.800v21.400zM11 13.700V-7.700h2.800v21.400zM3.500 13.700v-19l2 2v17z"/><path fill="@n" opacity=".3" d="M-14.200-8.300l4.600-12-1.400 12zM4.800-8.300l4.600-12-1.400 12z"/><path fill="@N" d="M-9.500-22l2.300 6q-2.300 1.200-4.600 0zM9.500-22l2.300 6q-2.300 1.200-4.600 0z"/>"##,
            r##"<circle cy="-2" r="3.200" fill="@u" stroke="@o" stroke-width=".5"/><path stroke="@y" stroke-width=".6" d="M-2.800-2h5.600M0-4.800V.8M-2-4l4 4M2-4l-4 4"/><path fill="@o" d="M-2.600 14V8.500q0-3 2.600-4 2.600 1 2.600 4V14z"/>"##,
            r##"<path fill="@U" d="M-11.500 0v-3.600q0-1.200 1-1.700 1 .5 1 1.700V0zM-11.500 8V4.400q0-1.200 1-1.700 1 .5 1 1.700V8zM8-0v-3.600q0-1.200 1-1.700 1 .5 1 1.700V0zM8 8V4.400q0-1.200 1-1.700 1 .5 1 1.700V8z"/><path stroke="@y" stroke-width=".8" d="M-9.500-25v3.400M-10.800-23.800h2.600M9.500-25v3.400M8.200-23.800h2.600"/>"##
        ),
        "volcano" => concat!(
            r##"<ellipse cx="2" cy="8" rx="18" ry="6.6" opacity=".2"/><path fill="@H" d="M-17.500 8.500Q-12 4-6-9.500q6-3 12 0 5 12.500 11.500 18-8 5.500-17.500 5t-17.500-5z"/><path fill="@h" d="M-17.500 8.500Q-12 4-6-9.500q2 4 .500 9T-8 12.500q-5.500-1-9.500-4z"/>"##,
            r##"<ellipse cy="-9.600" rx="6.200" ry="2.400" fill="@E"/><ellipse cy="-9.400" rx="4.600" ry="1.600" fill="@y"/><path fill="@e" d="M-3.500-9q0 4-1.200 7t-.6 7q1.300 1 2-.8.600-4 1.500-6.500t1.400-.3q.6 3.800 1.300 8.600 1.600 1.600 2.300-.6-.4-5.600.4-9.400T4-9z"/>"##,
            r##"<path fill="@y" d="M-2.200-9q0 5-1.200 8t0 3.400q.900-3.600 1.600-6T.500-4q.600 2 .9 5.200.800-3 .400-5.600T2.500-9z"/><g fill="@S" opacity=".55"><circle cx="-1" cy="-13.500" r="2.300"/><circle cx="2" cy="-15.600" r="2.900"/><circle cx="-1.500" cy="-17.500" r="2.200"/></g>"##
        ),
        "portal" => concat!(
            r##"<ellipse cx="1" cy="7.4" rx="9" ry="2.600" opacity=".2"/><path fill="@V" d="M-5 7v-8a5 5 0 0 1 10 0v8z"/><path fill="none" stroke="@v" stroke-width="1.400" d="M-2.800 7V-.6a2.800 2.800 0 0 1 5.600 0V7"/><path fill="none" stroke="@n" stroke-width=".9" stroke-linecap="round" d="M0-.6a1.600 1.600 0 1 1-1.500 1.800M0 4.200a1.800 1.800 0 0 0 1.700-1.400"/>"##,
            r##"<path fill="none" stroke="@o" stroke-width="3.800" d="M-6.400 7.600V-1a6.400 6.400 0 0 1 12.800 0v8.600"/><path fill="none" stroke="@s" stroke-width="2.900" stroke-dasharray="2.500 .5" d="M-6.400 7.400V-1a6.400 6.400 0 0 1 12.800 0v8.400"/><path fill="@y" stroke="@o" stroke-width=".4" d="M0-10.400l1.200 2.200 2.400.4-1.800 1.700.5 2.500L0-4.700l-2.300 1.100.5-2.500-1.800-1.700 2.400-.4z"/>"##
        ),
        "tower" => concat!(
            r##"<path opacity=".22" d="M-7.500 5L-4 9.500h13L9.500 0z"/><g stroke="@o" stroke-width=".5" stroke-linejoin="round"><path fill="@S" d="M-8-3.500h16v9.500h-16z"/><path fill="@s" d="M-8-7h16v7.500h-16z"/><path fill="@H" d="M-4.800-5.400h9.600v4.300h-9.600z"/></g>"##,
            r##"<path stroke="@o" stroke-width=".4" opacity=".6" d="M-8 2.300H8M-8 4.200H8M-4.500.5v1.800M0 2.300v1.900M4.500.5v1.800M-6 4.200V6M3-0v2.300M6 4.200V6"/><path fill="@s" stroke="@o" stroke-width=".4" d="M-8-7v-2h2.600v2zM-1.300-7v-2h2.600v2zM5.400-7v-2H8v2z"/><path stroke="@h" stroke-width=".9" fill="none" d="M-3.400-1.200V-9M3.400-1.200V-9M-4.600-8h9.200"/>"##
        ),
        "ferry" => {
            r##"<ellipse cy="0" rx="16.500" ry="14.500" fill="@a"/><ellipse rx="15" ry="13" fill="@b"/><path fill="@B" opacity=".35" d="M-15 0a15 13 0 0 1 30 0 17 14.500 0 0 0-30 0z"/><path stroke="@i" stroke-width=".9" stroke-linecap="round" fill="none" d="M-8-3q2-1.600 4 0M3 5q2-1.600 4 0M2-6q2-1.600 4 0M-6 5.500q1.500-1.200 3 0"/>"##
        }
        "source" => concat!(
            r##"<ellipse cx="1" cy="3.500" rx="9.500" ry="4" opacity=".2"/><g stroke="@o" stroke-width=".5" stroke-linejoin="round"><path fill="@S" d="M-9 4l1.500-7 4-4.500 3 2L3-9l4.500 4L9 4q-9 4-18 0z"/><path fill="@s" d="M-9 4l1.500-7 4-4.500 1.500 5-2 7.500z"/><path fill="@s" d="M0-5.500L3-9l1.500 5-2.500 3z"/></g>"##,
            r##"<path fill="@b" d="M-3 6q-.5-5 .5-8 2.500-1 4.500 0 1.500 3.500 1.500 8-3 2-6.500 0z"/><path stroke="@i" stroke-width=".7" fill="none" d="M-1-1.500q-.6 3-.3 6.500M1.200-1.500q1 3 .8 6"/>"##
        ),
        "well" => {
            r##"<ellipse cx=".8" cy="2.400" rx="4.200" ry="1.600" opacity=".2"/><g stroke="@o" stroke-width=".45"><path fill="@s" d="M-3 0v2q3 2 6 0V0z"/><ellipse rx="3" ry="1.300" fill="@B"/><path fill="@r" d="M-3.800-4L0-7l3.800 3z"/></g><path stroke="@h" stroke-width=".7" d="M-2.700 0v-4M2.700 0v-4"/>"##
        }
        "hut" => concat!(
            r##"<ellipse cy="2" rx="8.600" ry="5" fill="@p" opacity=".8"/><path opacity=".2" d="M-3.500 2.500l3 1.700h8.500L5.500-.5z"/><g stroke="@o" stroke-width=".45" stroke-linejoin="round"><path fill="@W" d="M2.800 2.500v-4.500l3-1v4.400z"/><path fill="@w" d="M-3.600 2.500v-4.300L-.4-5.600l3.200 3.800v4.300z"/><path fill="@F" d="M-.4-6.300l3.400-1 3.600 4.200-3.500 1.100z"/><path fill="@f" d="M-4.400-1.200l4-5.100.7.900L-3.800-.3z"/></g>"##,
            r##"<path fill="@o" d="M-1.300 2.500V0H.5v2.500z"/><path stroke="@h" stroke-width=".6" fill="none" d="M-8 4.600v-2M-6 5.600v-2M-4 6v-2M-8.200 3.200q2 1.600 4.400 1.700"/>"##
        ),
        // Symbols.
        "md" => {
            r##"<ellipse cx=".8" cy="1.100" rx="7.400" ry="7.200" opacity=".2"/><circle r="7.100" fill="@m" stroke="@o" stroke-width=".7"/><circle r="6.100" fill="none" stroke="@M" stroke-width=".9"/>"##
        }
        "shield" => concat!(
            r##"<path opacity=".22" d="M-4.500-5.500h11v6q0 4.600-5.500 7.500-4-2-5.500-5z"/><path fill="@n" stroke="@o" stroke-width=".6" stroke-linejoin="round" d="M-5.600-6.400H5.600v5.600Q5.600 4 0 7.200-5.600 4-5.600-.8z"/><path fill="@u" d="M-4.600-5.400H0v11.300Q-4.600 3.200-4.600-.8z"/><path fill="@e" d="M4.600-5.400H0v11.300Q4.600 3.200 4.600-.8z"/>"##,
            r##"<path fill="@y" stroke="@o" stroke-width=".35" d="M-2.700 2.400v-5.600h1.300v1.100h.8v-1.100h1.200v1.100h.8v-1.100h1.300v5.600z"/><path fill="@o" d="M-.8 2.400V.9a.8.8 0 0 1 1.600 0v1.500z"/>"##
        ),
        "princess" => concat!(
            r##"<use href="#md"/><path fill="@v" d="M-4 5q.4-4.200 2.300-5.200h3.400Q3.600.8 4 5 0 7.300-4 5z"/><path fill="@V" d="M-.7-.2h1.400l-.7 2z"/><circle cy="-1.900" r="2" fill="#f3cfae" stroke="@o" stroke-width=".35"/><path fill="@Y" d="M-2.100-1.600q-.3-2.500 2.100-2.700 2.400.2 2.100 2.700-.5-1.500-2.100-1.700-1.600.2-2.100 1.700z"/>"##,
            r##"<path fill="@e" stroke="@o" stroke-width=".35" stroke-linejoin="round" d="M-2-3.300l3.600-3.600.5 3.700q-2-.9-4.100-.1z"/><path stroke="@n" stroke-width=".7" fill="none" d="M1.700-6.500q2.700 1.800 2.300 5.700"/>"##
        ),
        "chicken" => concat!(
            r##"<use href="#md"/><path fill="@n" stroke="@o" stroke-width=".5" stroke-linejoin="round" d="M-4.600-2.400q1.600 1.600 3.400.9Q.6-4.600 2.300-4.200q1.400.5 1.200 2.200l-.2 1q.5 3.800-3.200 4.600-4.200.5-4.700-3.400z"/><path fill="@e" d="M1.300-4.100q-.2-1.500.8-1.300.3-.9 1-.1.900.1.400 1.200-.8 1-2.200.2zM3-1.900q.9.600.3 1.600-.8-.6-.3-1.600z"/>"##,
            r##"<path fill="@y" d="M3.500-2.900l1.700.6-1.700.6z"/><circle cx="2.300" cy="-2.900" r=".4"/><path stroke="@Y" stroke-width=".6" fill="none" d="M-.8 3.600v1.700h-1M1 3.400v1.900H0"/><path stroke="@W" stroke-width=".8" fill="none" d="M-2.800.6q1.600 1.900 3.600.3"/>"##
        ),
        "wheat" => concat!(
            r##"<use href="#md"/><g stroke="@Y" stroke-width=".8" fill="none" stroke-linecap="round"><path d="M0 5V-3M-1.500 5q1.500-3.600-1.700-7.500M1.500 5Q0 1.400 3.200-2.500"/></g><g fill="@y" stroke="@Y" stroke-width=".35"><path d="M0-6q1.300 1.700 0 3.600Q-1.300-4.300 0-6zM-3.800-5q2 .8 1.600 3-2-.8-1.600-3zM3.800-5q-2 .8-1.600 3 2-.8 1.600-3zM-1.600-3q1.600.8 1.500 2.600-1.700-.7-1.500-2.600zM1.600-3Q0-2.200.1-.4 1.800-1.100 1.600-3zM-4.200-2q1.900.6 2 2.500-2-.5-2-2.500zM4.200-2q-1.900.6-2 2.500 2-.5 2-2.500z"/></g>"##,
            r##"<path fill="@e" d="M-2.200 1.800h4.400v1.300h-4.400z"/>"##
        ),
        "cloth" => {
            r##"<use href="#md"/><g stroke="@o" stroke-width=".5" stroke-linejoin="round"><path fill="@u" d="M-4.800-2.800L2.600-4.600q2.400.2 2.400 2.200L-2 1.200z"/><path fill="@U" d="M-2 1.200L5-2.400v2.300q0 1.700-.6 3.800l-1.500-.6-1.500 1.700-1.400-.9-1.500 1.400q-.6-2-.5-4.100z"/><ellipse cx="-3.400" cy="-.8" rx="1.700" ry="2.200" fill="@i"/></g><path fill="none" stroke="@U" stroke-width=".5" d="M-3.500.2q-.9-.9-.1-1.600t.7.500"/><path stroke="@y" stroke-width=".6" d="M-1.400 3.900q3.300-1.400 6-2.600"/>"##
        }
        "wine" => concat!(
            r##"<use href="#md"/><path fill="none" stroke="@h" stroke-width=".8" d="M-.2-3.500q.2-1.600 1.400-2.300"/><path fill="@t" stroke="@T" stroke-width=".35" d="M.6-4.600q2-1.800 4 .3-1 2.300-3.700 1.500z"/><g fill="@v" stroke="@V" stroke-width=".4"><circle cx="-2.200" cy="-2.300" r="1.500"/><circle cx=".2" cy="-2.500" r="1.500"/><circle cx="2.500" cy="-2.100" r="1.500"/><circle cx="-1.200" cy="-.2" r="1.500"/><circle cx="1.200" cy="-.1" r="1.500"/><circle cy="2" r="1.500"/><circle cy="3.900" r="1.200"/></g>"##,
            r##"<g fill="@n" opacity=".6"><circle cx="-2.600" cy="-2.700" r=".4"/><circle cx="-1.600" cy="-.6" r=".4"/><circle cx=".8" cy="-.6" r=".4"/></g>"##
        ),
        "grain" => {
            r##"<use href="#md"/><g stroke="@o" stroke-width=".5" stroke-linejoin="round"><path fill="@M" d="M-3.200-1.600q-2.600 5.500.2 6.600 3 .9 6 0 2.800-1.100.2-6.600-3.200-1-6.400 0z"/><path fill="@y" d="M-3.200-1.700q.3-2.300 3.200-2.400 2.900.1 3.200 2.400-3.200 1.300-6.400 0z"/></g><g fill="@Y"><circle cx="-1.500" cy="-2.500" r=".4"/><circle cx=".2" cy="-3.200" r=".4"/><circle cx="1.500" cy="-2.300" r=".4"/></g><path stroke="@Y" stroke-width=".6" fill="none" d="M0 4.200V.5M0 1.600q-1.300-.2-1.600-1.200M0 1.600Q1.300 1.400 1.600.4M0 3q-1.300-.2-1.600-1.200M0 3q1.300-.2 1.600-1.200"/>"##
        }
        "dragon" => concat!(
            r##"<use href="#md"/><path fill="@e" stroke="@E" stroke-width=".45" stroke-linejoin="round" d="M-5 3.800q1.200-2 3-1.600-.9-2 .2-3.700-2.500-.6-3.300-2.800 2 .9 3.600.2-.2-1.400.6-2.300.7 1 1.600 1 1.800-.9 3.700.6l1.200 1.500-1 .9-2.100-.5q1.200 1.600 1 3.100.4 2.700-1.700 4.200-2.200 1.300-4 .2-1.300-.9-2.800-.8z"/>"##,
            r##"<path fill="@y" d="M-1.500-1.300q-1 2.300.6 4.200 1.800 1.200 3 .2-2-.9-2.200-2.600-.2-1.300-1.400-1.800z"/><circle cx="2.300" cy="-3.700" r=".5" fill="@n"/>"##
        ),
        "gold" => {
            r##"<use href="#md"/><g fill="@y" stroke="@Y" stroke-width=".5" stroke-linejoin="round"><path d="M-5.200 3.600l.9-2.900h3.200l.9 2.900zM.2 3.600l.9-2.900h3.200l.9 2.900zM-2.500.4l.9-2.900h3.200l.9 2.900z"/></g><path fill="@n" opacity=".7" d="M-4.300 1.200h2.600v.5h-2.700zM1.100 1.200h2.600v.5H1zM-1.600-2h2.600v.5h-2.800z"/><path stroke="@y" stroke-width=".7" stroke-linecap="round" d="M0-5.600v1.200M-3.200-4.600l.6 1M3.200-4.600l-.6 1"/>"##
        }
        "magic" => {
            r##"<use href="#md"/><circle r="5.200" fill="@V"/><path fill="none" stroke="@v" stroke-width="1.100" d="M3.600-1.400a3.800 3.800 0 1 0-.5 3.600"/><path fill="@y" d="M0-4.400l1 3.200 3.300.1L1.700.8l1 3.200L0 2-2.700 4l1-3.200-2.600-1.900 3.300-.1z"/><g fill="@n"><circle cx="3.400" cy="-3" r=".5"/><circle cx="-3.600" cy="-2.900" r=".4"/><circle cx="3.600" cy="3.200" r=".4"/></g>"##
        }
        "sack" => {
            r##"<use href="#md"/><g stroke="@o" stroke-width=".5" stroke-linejoin="round"><path fill="@h" d="M-1.800-2.400q-4.600 4-2.400 7 4.200 1.700 8.400 0 2.200-3-2.400-7z"/><path fill="@h" d="M-1.800-2.600l-1-2.400 1.700.6L0-5.400l1.100 1 1.700-.6-1 2.400z"/></g><path stroke="@y" stroke-width=".9" d="M-1.900-2.500h3.800"/><circle cy="1.500" r="1.900" fill="@y" stroke="@Y" stroke-width=".4"/><path stroke="@Y" stroke-width=".6" d="M-.8 1.500h1.600"/>"##
        }
        "gbread" => {
            r##"<use href="#md"/><path fill="#b8743a" stroke="@H" stroke-width=".45" stroke-linejoin="round" d="M-1.100-1.700a2.200 2.200 0 1 1 2.200 0l2.900-.9q1.500 0 1.300 1.500L2 .4l.2 1.500 1.600 2.200q-.3 1.500-1.800 1.400L0 3.200-2 5.500q-1.500.1-1.800-1.400l1.600-2.200L-2 .4l-3.300-1.500q-.2-1.500 1.300-1.500z"/><g fill="@n"><circle cx="-.7" cy="-3.800" r=".35"/><circle cx=".7" cy="-3.800" r=".35"/><circle cy="-.4" r=".4"/><circle cy="1.200" r=".4"/></g><path stroke="@n" stroke-width=".4" fill="none" d="M-.8-2.700q.8.600 1.600 0M-4.300-1.800v1.200M4.300-1.800v1.200M-3 4.500l1 .6M3 4.500l-1 .6"/>"##
        }
        "wheel" => {
            r##"<ellipse cx=".8" cy="1.200" rx="8" ry="7.800" opacity=".2"/><circle r="7.600" fill="@e" stroke="@o" stroke-width=".6"/><path fill="@y" d="M0 0L-3.600-6.300a7.200 7.200 0 0 1 7.200 0zM0 0h7.200a7.200 7.200 0 0 1-3.600 6.300zM0 0l-3.600 6.300A7.200 7.200 0 0 1-7.200 0z"/><circle r="4.600" fill="@m" stroke="@o" stroke-width=".5"/>"##
        }
        "fly" => concat!(
            r##"<ellipse cx="1.500" cy="4.500" rx="11" ry="3" opacity=".18"/><g stroke="@o" stroke-width=".5" stroke-linejoin="round"><path fill="@m" d="M-1-1Q-5-6.500-12-6q1 1.200.6 2.400 1.600.2 1.900 1.700 1.700-.2 2.300 1.300Q-5-1-4 .4-2.500 0-1 1z"/><path fill="@m" d="M1-1q4-5.500 11-5-1 1.200-.6 2.400-1.600.2-1.900 1.700-1.700-.2-2.300 1.300Q5-1 4 .4 2.500 0 1 1z"/>"##,
            r##"<path fill="@h" d="M-1.600-2.800Q0-5.400 1.600-2.800L1.400 3 0 5-1.400 3z"/><path fill="@e" d="M-3 6.200L0 3.600l3 2.600-3-.6z"/></g><path stroke="@h" stroke-width=".45" fill="none" d="M-1-.6L-12-6M-1 0l-8.500-1.900M-1 .6l-6.200-1.200M1-.6L12-6M1 0l8.500-1.900M1 .6l6.200-1.200"/><circle cy="-2" r="1.100" fill="#f3cfae" stroke="@o" stroke-width=".35"/>"##
        ),
        "pig" => {
            r##"<ellipse cx=".6" cy="2.600" rx="4.200" ry="1" opacity=".2"/><path stroke="@o" stroke-width=".9" d="M-2 1.200v1.600M-.6 1.400v1.500M1.600 1.400v1.500M2.600 1.200v1.500"/><ellipse rx="3.800" ry="2.300" fill="#eeb0a2" stroke="@o" stroke-width=".45"/><circle cx="3.200" cy="-.5" r="1.600" fill="#eeb0a2" stroke="@o" stroke-width=".45"/><path fill="#d98a80" d="M2.400-2.300l1.500.4-.9 1zM4.200-.7h1v1.100h-1z"/><circle cx="3.300" cy="-.8" r=".3"/><path stroke="#d98a80" stroke-width=".6" fill="none" d="M-3.700-.6q-1.300-.3-.7-1.300"/>"##
        }
        "crop" => {
            r##"<circle r="16" fill="@F"/><circle r="15.300" fill="@f"/><g fill="none" stroke="@F"><circle r="13.200" stroke-width="1"/><circle r="10.600" stroke-width=".5" stroke-dasharray="1.500 .8"/></g>"##
        }
        "fork" => {
            r##"<g fill="none" stroke="@Y" stroke-width="2" stroke-linecap="round"><path d="M0-1.500V8.500M-4.500-7.500v2.500q0 3.500 4.500 3.500t4.500-3.500v-2.500M0-8.500v7"/></g>"##
        }
        "club" => {
            r##"<path fill="@Y" d="M0-8.500a3.400 3.400 0 0 1 3 5 3.400 3.400 0 1 1-2 5.600Q1 5.500 3 7.500h-6q2-2 2-5.400a3.400 3.400 0 1 1-2-5.600 3.400 3.400 0 0 1 3-5z"/>"##
        }
        "arms" => {
            r##"<path fill="none" stroke="@Y" stroke-width="2" stroke-linejoin="round" d="M-6-7H6v6q0 5-6 8.500Q-6 4-6-1zM0-7V7.500M-6-1H6"/>"##
        }
        // Animals of the winter tiles.
        "boar" => {
            r##"<ellipse cx=".6" cy="3.200" rx="6" ry="1.200" opacity=".2"/><path fill="#6b4a38" stroke="@o" stroke-width=".5" stroke-linejoin="round" d="M-5.500 0q0-3.500 4-4 4-.6 5.500 1.200 2.600.4 3.200 2.600l-1.400.8-2.800-.2-.8 2.800H1l-.4-1.800h-2.800L-2.600 3h-1.300l-.5-1.800Q-5.600 1-5.500 0z"/><path fill="@n" d="M5.600-.4q.9-.5.9-1.400-1.100.4-.9 1.400z"/><circle cx="4.600" cy="-1.400" r=".4"/><path stroke="@o" stroke-width=".6" d="M-5.400-.6q-1-.4-1-1.400"/>"##
        }
        "wolf" => {
            r##"<ellipse cx=".5" cy="3.900" rx="6" ry="1" opacity=".2"/><path fill="#8b9098" stroke="@o" stroke-width=".5" stroke-linejoin="round" d="M-7.500-1.400q1.800-1.600 3.500-1.400l5 .2L3-5l.5-1.800 1.200 1.500L7.400-4l-.5 1-2.200.4-.9 2.600.4 3.800H3L2.400 1.200-1.600 1l-.4 2.800h-1.200L-3.400.8-4.600 3.800h-1.200L-4.800-.6q-1.400.2-2.700 1z"/><circle cx="4.500" cy="-4.200" r=".4"/>"##
        }
        "fox" => {
            r##"<ellipse cx=".5" cy="3.600" rx="6" ry="1" opacity=".2"/><path fill="#d2713a" stroke="@o" stroke-width=".5" stroke-linejoin="round" d="M-8-.6q1.500-2.400 4.200-1.600l4.800.4L2.800-4l.3-1.700 1.200 1.300 2.700 1.400-.6.8-2 .3L3.600.4l.3 3.200H2.700L2.200 1-1.800.8l-.4 2.800h-1.200L-3.600.4Q-6 1.400-8-.6z"/><path fill="@n" d="M-8-.6q.9-1.300 2-1.600.4 1.400-.6 2.300-.8-.1-1.400-.7z"/><circle cx="4.100" cy="-3.300" r=".35"/>"##
        }
        "bear" => {
            r##"<ellipse cx=".6" cy="4.200" rx="7" ry="1.300" opacity=".2"/><path fill="#7a5237" stroke="@o" stroke-width=".5" stroke-linejoin="round" d="M-7 0q0-4.600 5-4.800 3 0 4.600.8.600-1.800 2.400-1.600 2.400.6 2.600 2.400l1 1-.5 1.200-2.500.2L4.600 4H2.400L2 1.400h-3.600L-2 4h-2.300L-5 1.600Q-7 1.600-7 0z"/><circle cx="5.600" cy="-3.400" r=".4"/><circle cx="3.800" cy="-5" r="1" fill="#7a5237" stroke="@o" stroke-width=".4"/>"##
        }
        "raven" => {
            r##"<path fill="#2b2d36" d="M-5 1.800q1.300-4.200 4.600-4.400Q.4-4.200 2-4q1.300.2 1.300 1.500l1.700.5-1.900.7Q2.500 1.600-.6 2l-4.400.6zM-.8 2v1.700M.6 1.900v1.700"/><path stroke="#2b2d36" stroke-width=".5" d="M-.8 2v1.800M.7 1.800v1.800"/><circle cx="2.100" cy="-2.900" r=".35" fill="@n"/>"##
        }
        "deer" => {
            r##"<ellipse cx=".5" cy="5" rx="5.500" ry="1" opacity=".2"/><path fill="#a8743f" stroke="@o" stroke-width=".5" stroke-linejoin="round" d="M-5-1.200q.5-1.800 3-1.700l3.400.2L3-5.600l2.600.4.9 1-.6.8-1.700.1-.9 2.500q.2 1.200-.6 2l.3 3.800H2L1.500 1.400-2.200 1.200-2.600 5h-1L-3.800.8Q-5.200.2-5-1.200z"/><path stroke="@H" stroke-width=".6" fill="none" stroke-linecap="round" d="M3.400-5.400Q2-7 2.200-8.800M2.400-7l-1.500-.6M4.200-5.400q1.400-1.400 1.400-3M5.200-6.800l1.500-.5"/><circle cx="4.600" cy="-4.500" r=".3"/>"##
        }
        "lynx" => {
            r##"<ellipse cx=".5" cy="3.900" rx="6" ry="1" opacity=".2"/><path fill="#c9a36b" stroke="@o" stroke-width=".5" stroke-linejoin="round" d="M-6.500-2.400l1.200-.3q.3.800 1 .5l5-.2L2.300-4l-.1-2.200 1.200 1.200h1.200l1.200-1.200-.1 2.200.4 1.400-1.200.9-1.700.1.400 5.400H2.300L1.800.8-2 .7l-.4 3.100h-1.300L-4 .8-5 3.800h-1.300L-5-.7z"/><g fill="@h"><circle cx="-3" cy="-1" r=".4"/><circle cx="-1" cy="-.7" r=".4"/><circle cx="1" cy="-1.100" r=".4"/></g><circle cx="3.200" cy="-3.700" r=".35"/><circle cx="4.800" cy="-3.700" r=".35"/>"##
        }
        _ => "",
    }
}
