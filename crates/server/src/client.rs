//! Answers with the files of the built client.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use bastide_table::refused::Refused;
use bastide_table::text::hex;
use rust_embed::EmbeddedFile;

use crate::packed::accepts;
use crate::problem::Failed;

/// Finds a file of the built client by its path.
pub type Client = fn(&str) -> Option<EmbeddedFile>;

/// A file of the client, or its page for every address that is not a file: the page finds out
/// from the address what to show.
pub fn serve(client: Option<Client>, uri: &Uri, headers: &HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path.starts_with("art/") {
        return Failed(Refused::no_page()).into_response();
    }
    if let Some(answer) = file(client, path, headers) {
        return answer;
    }
    // A missing script or picture is missing; everything else is a page.
    let has_extension = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if has_extension {
        return Failed(Refused::no_page()).into_response();
    }
    file(client, "index.html", headers).unwrap_or_else(|| Failed(Refused::no_page()).into_response())
}

/// What is said of a page where somebody else shows a link to it.
pub struct About {
    /// Its title.
    pub title: String,
    /// The address of its picture.
    pub image: String,
}

/// The page of the client, with tags about what it shows.
pub fn page_about(client: Option<Client>, about: &About) -> Option<Response> {
    let page = String::from_utf8(client?("index.html")?.data.into_owned()).ok()?;
    let page = with_content(&page, "og:title", &about.title)?;
    let page = with_content(&page, "og:image", &about.image)?;
    let headers = [(CONTENT_TYPE, content_type("index.html")), (CACHE_CONTROL, "no-cache")];
    Some((headers, page).into_response())
}

/// The page with another content of one of its tags.
fn with_content(page: &str, property: &str, content: &str) -> Option<String> {
    let begin = format!("property=\"{property}\" content=\"");
    let start = page.find(&begin)? + begin.len();
    let end = start + page[start..].find('"')?;
    let escaped = content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    Some(format!("{}{escaped}{}", &page[..start], &page[end..]))
}

fn file(client: Option<Client>, path: &str, headers: &HeaderMap) -> Option<Response> {
    if path.is_empty() || path.ends_with(".br") || path.ends_with(".gz") {
        return None;
    }
    let client = client?;
    let plain = client(path)?;
    let packed = [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(coding, _)| accepts(headers, coding))
        .find_map(|(coding, extension)| Some((Some(coding), client(&format!("{path}.{extension}"))?)));
    let tag = format!("\"{}\"", hex(&plain.metadata.sha256_hash()[..12]));
    let (coding, content) = packed.unwrap_or((None, plain));
    Some(answer(path, headers, coding, &tag, content))
}

fn answer(path: &str, headers: &HeaderMap, coding: Option<&str>, tag: &str, content: EmbeddedFile) -> Response {
    // Vite puts a hash into the names of what it builds.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut answer = Response::builder().header(CACHE_CONTROL, cache).header(ETAG, tag).header(VARY, "Accept-Encoding");
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return answer.status(StatusCode::NOT_MODIFIED).body(Body::empty()).unwrap_or_default();
    }
    if let Some(coding) = coding {
        answer = answer.header(CONTENT_ENCODING, coding);
    }
    answer.header(CONTENT_TYPE, content_type(path)).body(Body::from(content.data)).unwrap_or_default()
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::with_content;

    #[test]
    fn a_tag_gets_another_content_and_nothing_escapes_from_it() {
        let page = r#"<meta property="og:title" content="Bastide" /><p>"x"</p>"#;
        let said = with_content(page, "og:title", r#"A "<b>" & B"#).unwrap();
        assert_eq!(said, r#"<meta property="og:title" content="A &quot;&lt;b&gt;&quot; &amp; B" /><p>"x"</p>"#);
        assert_eq!(with_content(page, "og:image", "x"), None);
    }
}
