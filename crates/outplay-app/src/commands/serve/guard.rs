//! The guard: who may ask, how long it may take, and what a browser is told about every answer.
//!
//! A page on another site can make a browser send requests to this one. It cannot hide where they come from: the browser says
//! so in `Origin`. A name that its owner lets point to this machine (DNS rebinding) would look like this site, so that
//! only addresses, `localhost` and the names that whoever started it has given are accepted as the name of the host.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// How long an answer may take, the time included in which the request arrives.
const LONGEST: Duration = Duration::from_secs(60);

/// What a browser is told: nothing from elsewhere, no script in the text of the page, no frames.
const HEADERS: &[(&str, &str)] = &[
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Names of this machine, beside `localhost` and its addresses.
pub(super) type Names = Arc<[String]>;

/// Reads a name of this machine: letters, digits and `-` between dots, and no port.
pub(super) fn name(text: &str) -> Result<String, String> {
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    match text.split('.').all(is_label) {
        true => Ok(text.to_ascii_lowercase()),
        false => Err("a name is needed like lab.school.example, without a port".to_owned()),
    }
}

/// Looks at every request and every answer.
pub(super) async fn watch(State(names): State<Names>, request: Request, next: Next) -> Response {
    let mut response = match refusal(request.uri(), request.headers(), &names) {
        Some((status, why)) => (status, format!("{why}\n")).into_response(),
        None => match tokio::time::timeout(LONGEST, next.run(request)).await {
            Ok(response) => response,
            Err(_) => (StatusCode::REQUEST_TIMEOUT, "that took too long\n").into_response(),
        },
    };
    for (name, value) in HEADERS {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
    // What may be kept says so itself.
    let keeping = response.headers_mut().entry(header::CACHE_CONTROL);
    keeping.or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Why a request is refused, if it is.
fn refusal(
    target: &Uri,
    headers: &HeaderMap,
    names: &[String],
) -> Option<(StatusCode, &'static str)> {
    let wrong = |why| Some((StatusCode::BAD_REQUEST, why));
    let Some(host) = only(headers, header::HOST) else {
        return wrong("a request names its host once");
    };
    if target.authority().is_some_and(|one| !one.as_str().eq_ignore_ascii_case(host)) {
        return wrong("the target of the request names another host than its head");
    }
    let forbidden = |why| Some((StatusCode::FORBIDDEN, why));
    if !is_ours(host, names) {
        return forbidden(
            "this name is not known here: use the address, or start the server with --host NAME",
        );
    }
    if !headers.contains_key(header::ORIGIN) {
        return None;
    }
    let origin = only(headers, header::ORIGIN).unwrap_or("");
    let here =
        ["http://", "https://"].iter().any(|scheme| origin.strip_prefix(scheme) == Some(host));
    if here { None } else { forbidden("requests from pages of other sites are refused") }
}

/// The value of a field that is there once.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let value = all.next().filter(|_| all.next().is_none())?;
    value.to_str().ok()
}

/// Whether a host is an address or this machine, with or without a port.
fn is_ours(host: &str, names: &[String]) -> bool {
    let is_port = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let name = match host.rsplit_once(':') {
        Some((name, port)) if is_port(port) => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is_name = |one: &str| name.eq_ignore_ascii_case(one);
    is_name("localhost") || bare.parse::<IpAddr>().is_ok() || names.iter().any(|one| is_name(one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_are_not_ours() {
        for host in ["localhost", "localhost:8484", "127.0.0.1:1", "[::1]:8484", "192.168.0.7:80"] {
            assert!(is_ours(host, &[]), "{host}");
        }
        for host in
            ["", "evil.example", "localhost.evil.example:80", "127.0.0.1.evil.example", ":80"]
        {
            assert!(!is_ours(host, &[]), "{host}");
        }
    }

    #[test]
    fn a_name_that_was_given_is_ours_and_no_other() {
        let names = [name("Lab.School.example").expect("a name")];
        for host in ["lab.school.example", "LAB.school.example:8484"] {
            assert!(is_ours(host, &names), "{host}");
        }
        for host in ["school.example", "lab.school.example.evil.example", "xlab.school.example"] {
            assert!(!is_ours(host, &names), "{host}");
        }
        for text in ["", "a..b", "lab:80", "http://lab", "lab/", "*"] {
            assert!(name(text).is_err(), "{text}");
        }
        let asked = |origin: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("lab.school.example:8484"));
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            refusal(&Uri::from_static("/"), &headers, &names).map(|(status, _)| status.as_u16())
        };
        assert_eq!(asked("http://lab.school.example:8484"), None);
        assert_eq!(asked("http://evil.example"), Some(403));
        assert_eq!(asked("http://127.0.0.1:8484"), Some(403));
    }

    #[test]
    fn other_origins_are_refused() {
        let asked = |origin: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("127.0.0.1:8484"));
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            refusal(&Uri::from_static("/"), &headers, &[])
        };
        assert_eq!(asked("http://127.0.0.1:8484"), None);
        for origin in ["http://127.0.0.1:8485", "http://evil.example", "null", "127.0.0.1:8484"] {
            assert!(asked(origin).is_some(), "{origin}");
        }
    }

    #[test]
    fn a_request_names_one_host() {
        let asked = |target: &'static str, hosts: &[&'static str], origins: &[&'static str]| {
            let mut headers = HeaderMap::new();
            hosts.iter().for_each(|host| {
                headers.append(header::HOST, HeaderValue::from_static(host));
            });
            origins.iter().for_each(|origin| {
                headers.append(header::ORIGIN, HeaderValue::from_static(origin));
            });
            refusal(&Uri::from_static(target), &headers, &[]).map(|(status, _)| status.as_u16())
        };
        let (here, page) = ("127.0.0.1:8484", "http://127.0.0.1:8484");
        assert_eq!(asked("/", &[here], &[page]), None);
        assert_eq!(asked("http://127.0.0.1:8484/", &[here], &[]), None);
        assert_eq!(asked("/", &[], &[]), Some(400));
        assert_eq!(asked("/", &[here, here], &[]), Some(400));
        assert_eq!(asked("/", &[here, "evil.example"], &[]), Some(400));
        assert_eq!(asked("http://evil.example/", &[here], &[]), Some(400));
        assert_eq!(asked("http://evil.example/", &["evil.example"], &[]), Some(403));
        assert_eq!(asked("http://me@127.0.0.1:8484/", &[here], &[]), Some(400));
        assert_eq!(asked("/", &[here], &[page, "http://evil.example"]), Some(403));
    }
}
