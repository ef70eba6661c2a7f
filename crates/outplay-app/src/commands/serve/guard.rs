//! The guard: who may ask, how long it may take, and what a browser is told about every answer.
//!
//! A page on another site can make a browser send requests to this one. It cannot hide where they come from: the browser says
//! so in `Origin`. A name that its owner lets point to this machine (DNS rebinding) would look like this site, so that
//! only addresses and `localhost` are accepted as the name of the host.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::Request;
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
    ("cache-control", "no-store"),
];

/// Looks at every request and every answer.
pub(super) async fn watch(request: Request, next: Next) -> Response {
    let mut response = match refusal(request.uri(), request.headers()) {
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
    response
}

/// Why a request is refused, if it is.
fn refusal(target: &Uri, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
    let wrong = |why| Some((StatusCode::BAD_REQUEST, why));
    let Some(host) = only(headers, header::HOST) else {
        return wrong("a request names its host once");
    };
    if target.authority().is_some_and(|one| !one.as_str().eq_ignore_ascii_case(host)) {
        return wrong("the target of the request names another host than its head");
    }
    let forbidden = |why| Some((StatusCode::FORBIDDEN, why));
    if !is_ours(host) {
        return forbidden("this name is not known here: use the address, or localhost");
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
fn is_ours(host: &str) -> bool {
    let is_port = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let name = match host.rsplit_once(':') {
        Some((name, port)) if is_port(port) => name,
        _ => host,
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    name.eq_ignore_ascii_case("localhost") || bare.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_others_are_not_ours() {
        for host in ["localhost", "localhost:8484", "127.0.0.1:1", "[::1]:8484", "192.168.0.7:80"] {
            assert!(is_ours(host), "{host}");
        }
        for host in
            ["", "evil.example", "localhost.evil.example:80", "127.0.0.1.evil.example", ":80"]
        {
            assert!(!is_ours(host), "{host}");
        }
    }

    #[test]
    fn other_origins_are_refused() {
        let asked = |origin: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static("127.0.0.1:8484"));
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
            refusal(&Uri::from_static("/"), &headers)
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
            refusal(&Uri::from_static(target), &headers).map(|(status, _)| status.as_u16())
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
