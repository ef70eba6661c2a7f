//! The lessons of the page, and the experiments in them.
//!
//! An experiment runs this very program with a command that stands in a lesson, and no other. What it prints is sent as it comes. It
//! ends when nobody reads it any more.

use std::convert::Infallible;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::stream;
use serde_json::{Value as Json, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Instant, timeout_at};

use super::sent::sent;
use crate::failure::Failure;
use crate::lessons::{Lesson, Lessons};

/// An experiment is ended after this time.
const LONGEST: Duration = Duration::from_secs(120);
/// Pieces of what an experiment prints that may wait for a slow reader; then the experiment waits.
const PIECES: usize = 16;

/// Where lessons come from, and how many experiments may begin.
#[derive(Clone)]
pub(super) struct Learn {
    /// A folder is read anew for every question, so that a teacher sees every change after a reload.
    folder: Option<Arc<PathBuf>>,
    shipped: Option<Arc<Lessons>>,
    experiments: Arc<Semaphore>,
}

impl Learn {
    /// Lessons of a folder, or those that ship. Whatever is wrong with them is said now.
    pub(super) fn new(folder: Option<PathBuf>, processors: usize) -> Result<Learn, Failure> {
        let lessons = Arc::new(Lessons::of(folder.as_deref())?);
        let shipped = folder.is_none().then_some(lessons);
        let experiments = Arc::new(Semaphore::new(processors.div_ceil(2)));
        Ok(Learn { folder: folder.map(Arc::new), shipped, experiments })
    }

    /// What an answer needs from the lessons, in a thread of its own.
    async fn ask<T: Send + 'static>(
        &self,
        answer: impl FnOnce(&Lessons) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, String> {
        let learn = self.clone();
        let work = move || match (&learn.shipped, &learn.folder) {
            (Some(lessons), _) => answer(lessons),
            (None, folder) => answer(&Lessons::of(folder.as_deref().map(PathBuf::as_path))?),
        };
        let answered = tokio::task::spawn_blocking(work).await;
        let answered = answered.map_err(|_| "the lesson could not be shown".to_owned())?;
        answered.map_err(|failure| failure.to_string())
    }
}

/// What can be asked for.
pub(super) fn routes(learn: Learn) -> Router {
    Router::new()
        .route("/lessons/{file}", get(lesson))
        .route("/api/learn/run", post(run))
        .with_state(learn)
}

/// `index.json` is the list; every other file is a lesson.
async fn lesson(
    State(learn): State<Learn>,
    Path(file): Path<String>,
    asked: HeaderMap,
) -> Response {
    let answer = learn.ask(move |lessons| match file.strip_suffix(".json") {
        Some("index") => Ok(lessons.page()),
        name => lessons.named(name.unwrap_or(&file)).map(Lesson::page),
    });
    let answer = answer.await.unwrap_or_else(|what| json!({ "error": what }));
    sent(&asked, "application/json", answer.to_string())
}

/// Runs an experiment: `{ "lesson": name, "experiment": name }`.
async fn run(State(learn): State<Learn>, body: Bytes) -> Response {
    let asked: Json = serde_json::from_slice(&body).unwrap_or_default();
    let [name, experiment] =
        ["lesson", "experiment"].map(|field| asked[field].as_str().unwrap_or("").to_owned());
    let found = learn.ask(move |lessons| {
        let command = lessons.named(&name)?.command(&experiment).map(<[String]>::to_vec);
        command
            .ok_or_else(|| Failure::input(format!("{name} has no experiment `{experiment:.50}`")))
    });
    let command = match found.await {
        Ok(command) => command,
        Err(what) => return (StatusCode::NOT_FOUND, format!("{what}\n")).into_response(),
    };
    let Ok(turn) = Arc::clone(&learn.experiments).try_acquire_owned() else {
        let what = "other experiments are under way: try again in a moment\n";
        return (StatusCode::SERVICE_UNAVAILABLE, what).into_response();
    };
    match Running::start(&command, turn) {
        Ok(running) => {
            let body = Body::from_stream(stream::unfold(running, Running::piece));
            ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], body).into_response()
        }
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, format!("it cannot be run: {error}\n"))
            .into_response(),
    }
}

/// An experiment under way. It ends when this is dropped.
struct Running {
    child: Child,
    printed: mpsc::Receiver<Vec<u8>>,
    end: Instant,
    _turn: OwnedSemaphorePermit,
}

impl Running {
    fn start(command: &[String], turn: OwnedSemaphorePermit) -> std::io::Result<Running> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(command)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (sender, printed) = mpsc::channel(PIECES);
        let (out, errors) = (child.stdout.take(), child.stderr.take());
        thread::spawn(move || {
            out.into_iter().for_each(|out| forward(out, &sender));
            errors.into_iter().for_each(|errors| forward(errors, &sender));
        });
        Ok(Running { child, printed, end: Instant::now() + LONGEST, _turn: turn })
    }

    /// The next piece of what it prints.
    async fn piece(mut self) -> Option<(Result<Vec<u8>, Infallible>, Running)> {
        match timeout_at(self.end, self.printed.recv()).await {
            Ok(piece) => piece.map(|piece| (Ok(piece), self)),
            Err(_) => {
                self.printed.close();
                let _ = self.child.kill();
                let what = format!("\nstopped after {} s\n", LONGEST.as_secs());
                self.end += LONGEST;
                Some((Ok(what.into_bytes()), self))
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands on what is read, until there is no more or nobody wants it.
fn forward(mut from: impl Read, to: &mpsc::Sender<Vec<u8>>) {
    let mut bytes = vec![0; 4096];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if to.blocking_send(bytes[..count].to_vec()).is_err() {
            return;
        }
    }
}
