//! A session: one page that is open somewhere, over one WebSocket.
//!
//! The server remembers nothing about games: every question says where it is asked. So a page that was cut off goes on where it
//! was. There is one search at a time, and it ends when the next one is asked for or the page is closed.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use axum::routing::get;
use serde_json::{Value as Json, json};
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::face::{self, Show, Spot, Write};
use super::films;
use super::outbox::Outbox;
use super::pool::{MOST_SEARCHES, Pool};
use super::search::{Search, Task};
use super::seats::{Seat, Seats};

/// How long a message may be, in bytes.
const LONGEST_MESSAGE: usize = 64 * 1024;
/// How many messages may come at once, and how many in a second.
const BURST: f64 = 120.0;
const PER_SECOND: f64 = 60.0;
/// How often it is said how far a search is, and looked whether anybody is there.
const TICK: Duration = Duration::from_millis(100);
/// How often it is asked whether anybody is there, and how long an answer may take.
const CALL: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);
/// How long a session lasts in which nothing is asked for.
const IDLE: Duration = Duration::from_secs(30 * 60);
/// How long a reader may take for one message.
const SLOWEST: Duration = Duration::from_secs(10);

/// What all sessions share.
#[derive(Clone)]
pub(super) struct Shared {
    pub(super) pool: Arc<Pool>,
    pub(super) seats: Arc<Seats>,
}

pub(super) fn routes(shared: Shared) -> Router {
    Router::new().route("/socket", get(open)).with_state(shared)
}

async fn open(State(shared): State<Shared>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE).on_upgrade(
        |socket| async move {
            let seat = shared.seats.take();
            let mut session = Session::new(socket, shared.pool, seat);
            let why = session.run().await;
            session.close(why).await;
        },
    )
}

struct Session {
    socket: WebSocket,
    pool: Arc<Pool>,
    seat: Seat,
    outbox: Arc<Outbox>,
    search: Option<Search>,
    /// When it last asked for something, and when it last gave any sign of life.
    asked: Instant,
    heard: Instant,
    called: Instant,
    /// How many more messages may come at once.
    allowed: f64,
    counted: Instant,
    told_nodes: u64,
}

/// Why a session ends.
enum End {
    /// The other side is gone.
    Gone,
    /// It is told why.
    Told(&'static str),
}

impl Session {
    fn new(socket: WebSocket, pool: Arc<Pool>, seat: Seat) -> Session {
        let now = Instant::now();
        Session {
            socket,
            pool,
            seat,
            outbox: Arc::default(),
            search: None,
            asked: now,
            heard: now,
            called: now,
            allowed: BURST,
            counted: now,
            told_nodes: 0,
        }
    }

    /// Answers until the session ends.
    async fn run(&mut self) -> End {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let outbox = Arc::clone(&self.outbox);
            let done = tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(message)) => self.hear(message).await,
                    _ => Err(End::Gone),
                },
                letter = outbox.next() => self.say(Message::text(letter)).await,
                _ = tick.tick() => self.look_around().await,
                () = self.seat.lost() => Err(End::Told("there are too many sessions")),
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn close(mut self, end: End) {
        self.search = None;
        if let End::Told(why) = end {
            let frame = CloseFrame { code: close_code::POLICY, reason: why.into() };
            let _ = timeout(Duration::from_secs(1), self.socket.send(Message::Close(Some(frame))))
                .await;
        }
    }

    async fn say(&mut self, message: Message) -> Result<(), End> {
        match timeout(SLOWEST, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(End::Gone),
        }
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        self.allowed = BURST.min(self.allowed + self.counted.elapsed().as_secs_f64() * PER_SECOND);
        self.counted = self.heard;
        if self.allowed < 1.0 {
            return Err(End::Told("too many messages"));
        }
        self.allowed -= 1.0;
        match message {
            Message::Text(text) => {
                self.asked = self.heard;
                self.seat.speak();
                let answer = self.answer(text.as_str()).await;
                answer.into_iter().for_each(|answer| self.outbox.add(answer.to_string()));
                Ok(())
            }
            Message::Binary(_) => Err(End::Told("only text is read here")),
            Message::Close(_) => Err(End::Gone),
            Message::Ping(_) | Message::Pong(_) => Ok(()),
        }
    }

    /// Says how far a search is, and ends what nobody uses.
    async fn look_around(&mut self) -> Result<(), End> {
        if self.asked.elapsed() > IDLE {
            return Err(End::Told("nothing was asked for in a long time"));
        }
        if self.heard.elapsed() > SILENCE {
            return Err(End::Gone);
        }
        if self.called.elapsed() > CALL {
            self.called = Instant::now();
            self.say(Message::Ping("".into())).await?;
        }
        let Some(search) = &self.search else { return Ok(()) };
        let (nodes, time) = (search.progress.nodes(), search.started.elapsed().as_millis() as u64);
        if nodes == self.told_nodes {
            return Ok(());
        }
        self.told_nodes = nodes;
        let event = json!({ "id": search.id, "event": "nodes", "nodes": nodes, "time": time });
        self.say(Message::text(event.to_string())).await
    }

    /// What is answered at once, if anything is.
    async fn answer(&mut self, text: &str) -> Option<Json> {
        let ask: Json = match serde_json::from_str(text) {
            Ok(ask @ Json::Object(_)) => ask,
            Ok(_) => return Some(json!({ "error": "a question is a JSON object" })),
            Err(error) => return Some(json!({ "error": format!("this is no JSON: {error}") })),
        };
        let id = ask["id"].clone();
        let answer = match ask["ask"].as_str() {
            Some("stop") => {
                self.search = None;
                Ok(Some(json!({ "stopped": true })))
            }
            Some(what @ ("analyse" | "choose" | "review" | "film")) => {
                self.begin(&id, what, &ask).map(|()| None)
            }
            Some(_) => {
                let asked = ask.clone();
                let answer = tokio::task::spawn_blocking(move || quick(&asked)).await;
                answer.unwrap_or(Err("this is a mistake of the program".to_owned())).map(Some)
            }
            None => Err("`ask` is missing: what is asked for".to_owned()),
        };
        let mut answer = answer.unwrap_or_else(|error| Some(json!({ "error": error })))?;
        answer["id"] = id;
        Some(answer)
    }

    /// Starts a search, and ends the one before.
    fn begin(&mut self, id: &Json, what: &str, ask: &Json) -> Result<(), String> {
        self.search = None;
        self.told_nodes = 0;
        let task = Task::read(what, ask)?;
        let spot = if what == "film" { Spot::default() } else { Spot::read(ask)? };
        let ticket = self.pool.ticket().ok_or_else(|| {
            format!("there are {MOST_SEARCHES} searches already: try again in a moment")
        })?;
        self.search = Some(Search::start(id, spot, task, ticket, &self.outbox)?);
        Ok(())
    }
}

/// What never changes.
static GAMES: LazyLock<Json> =
    LazyLock::new(|| json!({ "games": face::games(), "films": films::list() }));

/// What is answered without a search.
fn quick(ask: &Json) -> Result<Json, String> {
    let text = |name: &str| ask[name].as_str().unwrap_or("");
    match text("ask") {
        "games" => Ok(GAMES.clone()),
        "show" => {
            let spot = Spot::read(ask)?;
            spot.visit(Show(&spot))
        }
        "read" => face::read(text("game"), text("text")),
        "write" => {
            let spot = Spot::read(ask)?;
            spot.visit(Write { spot: &spot, players: [text("first"), text("second")] })
        }
        other => Err(format!(
            "`{other:.50}` cannot be asked for: there are games, show, read, write, film, analyse, choose, review and stop"
        )),
    }
}
