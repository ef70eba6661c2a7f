//! How a text of the page is sent: with a validator, so that it is read once and only asked about later, and compressed for readers who take that.

use std::hash::{DefaultHasher, Hasher};

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use miniz_oxide::deflate::compress_to_vec_zlib;

/// Shorter texts gain nothing.
const WORTH_IT: usize = 512;
/// How hard it is pressed, of 10: more takes much longer and gains little.
const LEVEL: u8 = 6;

/// A text of some kind, or word that the reader has it already.
pub(super) fn sent(asked: &HeaderMap, kind: &'static str, text: String) -> Response {
    let tag = tag(&text);
    let always = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if names(asked, &header::IF_NONE_MATCH, &tag) {
        return (StatusCode::NOT_MODIFIED, always).into_response();
    }
    let kind = [(header::CONTENT_TYPE, kind)];
    if text.len() < WORTH_IT || !names(asked, &header::ACCEPT_ENCODING, "deflate") {
        return (always, kind, text).into_response();
    }
    // What HTTP calls deflate is the format of zlib.
    let packed = compress_to_vec_zlib(text.as_bytes(), LEVEL);
    (always, kind, [(header::CONTENT_ENCODING, "deflate")], packed).into_response()
}

/// Another text has another one.
fn tag(text: &str) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    format!("\"{:016x}\"", hasher.finish())
}

/// Whether a field that is a list has a word in it.
fn names(asked: &HeaderMap, field: &header::HeaderName, word: &str) -> bool {
    let values = asked.get_all(field).iter().filter_map(|value| value.to_str().ok());
    let mut words = values.flat_map(|value| value.split(','));
    words.any(|one| {
        let (name, quality) = one.split_once(';').unwrap_or((one, ""));
        name.trim().trim_start_matches("W/") == word && quality.trim() != "q=0"
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn asked(fields: &[(header::HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in fields {
            headers.append(name, HeaderValue::from_str(value).expect("a value"));
        }
        headers
    }

    #[test]
    fn who_has_it_already_gets_nothing_twice() {
        let first = sent(&HeaderMap::new(), "text/css", "body {}".to_owned());
        let tag = first.headers()[header::ETAG].to_str().expect("a text").to_owned();
        for known in [tag.clone(), format!("\"other\", {tag}"), format!("W/{tag}")] {
            let asked = asked(&[(header::IF_NONE_MATCH, &known)]);
            let again = sent(&asked, "text/css", "body {}".to_owned());
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{known}");
            let changed = sent(&asked, "text/css", "body { }".to_owned());
            assert_eq!(changed.status(), StatusCode::OK, "{known}");
        }
    }

    #[test]
    fn only_who_takes_it_gets_it_compressed() {
        let text = "0123456789".repeat(100);
        let coding = |accepts: &str| {
            let asked = asked(&[(header::ACCEPT_ENCODING, accepts)]);
            let answer = sent(&asked, "text/css", text.clone());
            answer.headers().get(header::CONTENT_ENCODING).cloned()
        };
        assert!(coding("gzip, deflate, br").is_some());
        for accepts in ["gzip", "identity", "deflate;q=0", ""] {
            assert!(coding(accepts).is_none(), "{accepts}");
        }
        let packed = compress_to_vec_zlib(text.as_bytes(), LEVEL);
        let back = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).expect("it is whole");
        assert!(packed.len() < 100 && back == text.as_bytes());
    }
}
