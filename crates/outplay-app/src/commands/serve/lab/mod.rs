//! The lab: trees to step through, questions about them, and searches side by side.
//!
//! Each part is a function from a request to an answer, both JSON, and knows nothing of the server: see `docs/page.md`.

mod ask;
mod compare;
mod grow;
mod place;
mod quiz;
mod real;
mod trees;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path};
use axum::response::Json as Answer;
use axum::routing::post;
use serde_json::{Value as Json, json};
use tokio::sync::Semaphore;

use crate::failure::Failure;
use ask::Ask;

/// How long a request may be, in bytes.
const LONGEST: usize = 256 * 1024;
/// So many requests are worked on at once; others wait, but not for ever.
const AT_ONCE: usize = 2;
const PATIENCE: Duration = Duration::from_secs(20);

/// Answers one kind of request.
type Part = fn(Ask<'_>) -> Result<Json, Failure>;

const PARTS: [(&str, Part); 10] = [
    ("classics", grow::classics),
    ("games", place::games),
    ("grow", grow::grow),
    ("trace", trees::trace),
    ("export", trees::export),
    ("sheet", quiz::sheet),
    ("key", quiz::key),
    ("mark", quiz::mark),
    ("compare", compare::compare),
    ("real", real::open),
];

/// What the lab can be asked for.
pub(super) fn routes() -> Router {
    Router::new().route("/api/lab/{part}", post(answered)).layer(DefaultBodyLimit::max(LONGEST))
}

async fn answered(Path(name): Path<String>, body: Bytes) -> Answer<Json> {
    static TURNS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(AT_ONCE)));
    let turn = tokio::time::timeout(PATIENCE, Arc::clone(&TURNS).acquire_owned()).await;
    let Ok(Ok(turn)) = turn else { return Answer(error("the lab is busy: try again")) };
    let work = move || {
        let answer = answer(&name, &body);
        drop(turn);
        answer
    };
    let answer = tokio::task::spawn_blocking(work).await;
    Answer(answer.unwrap_or_else(|_| error("the lab could not answer this: please report it")))
}

/// An answer to any bytes. A request that is wrong is answered with what is wrong: no browser has to complain.
fn answer(name: &str, body: &[u8]) -> Json {
    let Some((_, part)) = PARTS.iter().find(|(one, _)| *one == name) else {
        return error("the lab has no such part");
    };
    match serde_json::from_slice(body) {
        Ok(request) => part(Ask(&request)).unwrap_or_else(|failure| error(&failure.to_string())),
        Err(wrong) => error(&format!("the request is no JSON: {wrong}")),
    }
}

fn error(what: &str) -> Json {
    json!({ "error": what })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_request_gets_an_answer() {
        for (name, _) in PARTS.iter().filter(|(name, _)| !["classics", "games"].contains(name)) {
            for body in
                ["", "[]", "3", "null", "{}", "{\"tree\":7}", "{\"tree\":\"(\"}", "\u{fffe}"]
            {
                let answer = answer(name, body.as_bytes());
                // A tree by wish needs no wishes.
                let is_fine = *name == "grow" && answer.get("tree").is_some();
                let told = answer["error"].as_str().unwrap_or("");
                assert!(is_fine || !told.is_empty(), "{name} {body}: {answer}");
            }
        }
        assert_eq!(answer("nothing", b"{}")["error"], "the lab has no such part");
    }
}
