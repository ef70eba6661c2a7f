//! The lab: trees to step through, questions about them, and searches side by side.
//!
//! Each part is a function from a request to an answer, both JSON, and knows nothing of the server: see `docs/page.md`.

mod ask;
mod boards;
mod compare;
mod grow;
mod kept;
mod pace;
mod place;
mod quiz;
mod real;
mod sampled;
mod simulations;
pub(crate) mod stepped;
mod trees;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Extension, Path, State};
use axum::response::Json as Answer;
use axum::routing::post;
use serde_json::{Value as Json, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::shares::Peer;
use super::spots;
use super::turns::{Turn, Turns};
use crate::failure::Failure;
use ask::Ask;
use pace::Pace;

/// How long a request may be, in bytes.
const LONGEST: usize = 256 * 1024;
/// The bytes in memory that a value of JSON takes, with the room that its list keeps for more of them.
const VALUE: usize = 512;

/// Answers one kind of request.
#[derive(Clone, Copy)]
enum Part {
    /// What never changes.
    List(fn() -> Json),
    /// What takes some milliseconds at most.
    Quick(fn(Ask<'_>) -> Result<Json, Failure>),
    /// What may take seconds; nothing, if it would and has to be quick.
    Dear(fn(Ask<'_>, &mut Pace<'_>) -> Result<Option<Json>, Failure>),
}

const PARTS: [(&str, Part); 11] = [
    ("classics", Part::List(grow::classics)),
    ("games", Part::List(place::games)),
    ("grow", Part::Dear(grow::grow)),
    ("trace", Part::Quick(trees::trace)),
    ("export", Part::Quick(trees::export)),
    ("sheet", Part::Quick(quiz::sheet)),
    ("key", Part::Quick(quiz::key)),
    ("mark", Part::Quick(quiz::mark)),
    ("compare", Part::Dear(compare::compare)),
    ("real", Part::Dear(real::open)),
    ("simulate", Part::Dear(simulations::simulate)),
];

/// What the lab works with.
#[derive(Clone)]
pub(super) struct Lab {
    /// The turns of what is quick, and of what is dear.
    quick: Arc<Turns>,
    dear: Arc<Turns>,
    /// The kilobytes that requests may take, and how many of them are free.
    kilobytes: usize,
    memory: Arc<Semaphore>,
}

impl Lab {
    pub(super) fn new(quick: Arc<Turns>, dear: Arc<Turns>, kilobytes: usize) -> Lab {
        let kilobytes = kilobytes.min(u32::MAX as usize);
        Lab { quick, dear, kilobytes, memory: Arc::new(Semaphore::new(kilobytes)) }
    }
}

/// Somebody waits for an answer, until this is dropped.
struct Waits(Arc<AtomicBool>);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// What the lab can be asked for.
pub(super) fn routes(lab: Lab) -> Router {
    Router::new()
        .route("/api/lab/{part}", post(answered))
        .layer(DefaultBodyLimit::max(LONGEST))
        .with_state(lab)
}

async fn answered(
    State(lab): State<Lab>,
    Extension(peer): Extension<Peer>,
    Path(name): Path<String>,
    body: Bytes,
) -> Answer<Json> {
    let Some((_, part)) = PARTS.iter().find(|(one, _)| *one == name) else {
        return Answer(error("the lab has no such part"));
    };
    if let Part::List(list) = part {
        return Answer(list());
    }
    let kilobytes = size(&body).div_ceil(1_024).min(lab.kilobytes);
    let Ok(memory) = lab.memory.try_acquire_many_owned(kilobytes as u32) else {
        return Answer(error("there is no memory left for this: try again in a moment"));
    };
    let request = Request { part: *part, body, _memory: Arc::new(memory) };
    // What turns out to be cheap never waits for what is dear.
    let answer = match request.worked(lab.quick.take(peer).await, true).await {
        None => request.worked(lab.dear.take(peer).await, false).await,
        answer => answer,
    };
    Answer(answer.unwrap_or_else(|| error("the lab could not answer this: please report it")))
}

/// A request with its memory, which is given back when nobody works on it any more.
#[derive(Clone)]
struct Request {
    part: Part,
    body: Bytes,
    _memory: Arc<OwnedSemaphorePermit>,
}

impl Request {
    /// An answer, worked out in a thread; none if it takes long and has to be quick.
    async fn worked(&self, mut turn: Turn, quick: bool) -> Option<Json> {
        let waits = Waits(Arc::new(AtomicBool::new(true)));
        let (is_wanted, request) = (Arc::clone(&waits.0), self.clone());
        let work = move || {
            let pause = &mut || {
                turn.pause();
                is_wanted.load(Ordering::Relaxed)
            };
            let pace = &mut if quick { Pace::Quick } else { Pace::Dear(pause) };
            answer(request.part, &request.body, pace)
        };
        tokio::task::spawn_blocking(work).await.ok().flatten()
    }
}

/// How many bytes a request takes once it is read, at most: every value but the first comes after one of these signs.
fn size(body: &[u8]) -> usize {
    let values = 1 + body.iter().filter(|byte| b"[{,".contains(byte)).count();
    2 * body.len() + values * VALUE
}

/// An answer to any bytes. A request that is wrong is answered with what is wrong: no browser has to complain.
fn answer(part: Part, body: &[u8], pace: &mut Pace<'_>) -> Option<Json> {
    let request: Json = match serde_json::from_slice(body) {
        Ok(request) => request,
        Err(wrong) => return Some(error(&format!("the request is no JSON: {wrong}"))),
    };
    let game = request["game"].as_str().unwrap_or("this tree");
    let answer = spots::guarded(game, || {
        let answer = match part {
            Part::List(list) => Ok(Some(list())),
            Part::Quick(part) => part(Ask(&request)).map(Some),
            Part::Dear(part) => part(Ask(&request), pace),
        };
        answer.map_err(|failure| failure.to_string())
    });
    answer.unwrap_or_else(|what| Some(error(&what)))
}

fn error(what: &str) -> Json {
    json!({ "error": what })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_request_gets_an_answer() {
        let is_list = |part: &Part| matches!(part, Part::List(_));
        for (name, part) in PARTS.iter().filter(|(_, part)| !is_list(part)) {
            for body in
                ["", "[]", "3", "null", "{}", "{\"tree\":7}", "{\"tree\":\"(\"}", "\u{fffe}"]
            {
                let answer = answer(*part, body.as_bytes(), &mut Pace::Quick).expect("it is quick");
                // A tree by wish needs no wishes, and without a name the first game is meant.
                let is_fine = *name == "grow" && answer.get("tree").is_some()
                    || *name == "real" && answer.get("node").is_some();
                let told = answer["error"].as_str().unwrap_or("");
                assert!(is_fine || !told.is_empty(), "{name} {body}: {answer}");
            }
        }
    }

    #[test]
    fn what_is_dear_does_not_hold_up_what_is_quick() {
        for (part, body) in [
            (Part::Dear(compare::compare), r#"{ "game": "chess", "plies": 8 }"#),
            (Part::Dear(real::open), r#"{ "game": "chess", "depth": 12, "order": "best" }"#),
            (Part::Dear(grow::grow), r#"{ "depth": [6, 6], "branching": [3, 3], "cuts": 900 }"#),
        ] {
            let start = std::time::Instant::now();
            assert_eq!(answer(part, body.as_bytes(), &mut Pace::Quick), None, "{body}");
            assert!(start.elapsed() < std::time::Duration::from_secs(2), "{:?}", start.elapsed());
        }
    }

    #[test]
    fn what_nobody_waits_for_is_given_up() {
        let body = br#"{ "game": "chess", "plies": 8 }"#;
        let mut rows = 0;
        let pause = &mut || {
            rows += 1;
            rows < 2
        };
        let answer = answer(Part::Dear(compare::compare), body, &mut Pace::Dear(pause));
        let told = answer.expect("there is no hurry")["error"].clone();
        assert_eq!((rows, told), (2, json!("nobody waits for this any more")));
    }
}
