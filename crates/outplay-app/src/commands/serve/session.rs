//! A session: one page that is open somewhere, over one WebSocket.
//!
//! The server remembers nothing about games: every question says where it is asked. So a page that was cut off goes on where it
//! was. There is one search at a time, and it ends when the next one is asked for or the page is closed.

use std::io;
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use serde_json::{Value as Json, json};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response_with_body;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::films;
use super::frames::Counted;
use super::outbox::{Letter, Outbox};
use super::pool::Pool;
use super::search::{Order, Search};
use super::seats::{Seat, Seats};
use super::shares::Peer;
use super::spots::{self, Reached, Spot};
use super::turns::Turns;

/// How long a message may be, in bytes.
const LONGEST_MESSAGE: usize = 64 * 1024;
/// How long the number of a question may be, if it is a text.
const LONGEST_ID: usize = 64;
/// How many bytes are read at once.
const READ: usize = 4 * 1024;
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
    /// The turns of questions that take no search.
    pub(super) quick: Arc<Turns>,
}

pub(super) fn routes(shared: Shared) -> Router {
    Router::new().route("/socket", get(open)).with_state(shared)
}

async fn open(
    State(shared): State<Shared>,
    Extension(peer): Extension<Peer>,
    request: Request,
) -> Response {
    let answer = match create_response_with_body(&request, Body::empty) {
        Ok(answer) => answer,
        Err(error) => return (StatusCode::BAD_REQUEST, format!("{error}\n")).into_response(),
    };
    let upgrade = hyper::upgrade::on(request);
    tokio::spawn(async move {
        let Ok(stream) = upgrade.await else { return };
        let mut session = Session::new(socket(stream).await, shared, peer);
        let why = session.run().await;
        session.close(why).await;
    });
    answer
}

type Socket = WebSocketStream<Counted<TokioIo<Upgraded>>>;

async fn socket(stream: Upgraded) -> Socket {
    let config = WebSocketConfig::default()
        .read_buffer_size(READ)
        .max_message_size(Some(LONGEST_MESSAGE))
        .max_frame_size(Some(LONGEST_MESSAGE));
    let stream = Counted::new(TokioIo::new(stream));
    WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await
}

struct Session {
    socket: Socket,
    shared: Shared,
    peer: Peer,
    seat: Seat,
    outbox: Arc<Outbox>,
    /// The search that is under way, or that was stopped and is about to end ...
    search: Option<Search>,
    /// ... and the one that begins as soon as it has.
    next: Option<Order>,
    /// When it last asked for something, and when it last gave any sign of life.
    asked: Instant,
    heard: Instant,
    called: Instant,
    told_nodes: u64,
}

/// Why a session ends.
enum End {
    /// The other side is gone.
    Gone,
    /// It is told why.
    Told(&'static str),
}

impl From<Error> for End {
    fn from(error: Error) -> End {
        match error {
            Error::Io(error) if error.kind() == io::ErrorKind::QuotaExceeded => {
                End::Told("too many messages")
            }
            _ => End::Gone,
        }
    }
}

impl Session {
    fn new(socket: Socket, shared: Shared, peer: Peer) -> Session {
        let now = Instant::now();
        let seat = shared.seats.take(peer);
        Session {
            socket,
            shared,
            peer,
            seat,
            outbox: Arc::default(),
            search: None,
            next: None,
            asked: now,
            heard: now,
            called: now,
            told_nodes: 0,
        }
    }

    /// Answers until the session ends. Nothing is read while there is something to be told, so that answers do not pile up.
    async fn run(&mut self) -> End {
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let outbox = Arc::clone(&self.outbox);
            let done = tokio::select! {
                biased;
                () = self.seat.lost() => Err(End::Told("there are too many sessions")),
                _ = tick.tick() => self.look_around().await,
                letter = outbox.next() => self.tell(letter).await,
                message = self.socket.next() => match message {
                    Some(Ok(message)) => self.hear(message).await,
                    Some(Err(error)) => Err(error.into()),
                    None => Err(End::Gone),
                },
            };
            if let Err(end) = done {
                return end;
            }
        }
    }

    async fn close(mut self, end: End) {
        self.search = None;
        if let End::Told(why) = end {
            let frame = CloseFrame { code: CloseCode::Policy, reason: why.into() };
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

    /// Tells what is in the outbox. After the last word of a search the next one can begin.
    async fn tell(&mut self, Letter { text, is_final }: Letter) -> Result<(), End> {
        if is_final {
            self.search = None;
            self.next.take().into_iter().for_each(|order| self.start(order));
        }
        self.say(Message::text(text)).await
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        match message {
            Message::Text(text) => {
                self.asked = self.heard;
                self.seat.speak();
                self.answer(text.to_string()).await;
                Ok(())
            }
            Message::Binary(_) => Err(End::Told("only text is read here")),
            Message::Close(_) => Err(End::Gone),
            Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(()),
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
        let Some(search) = self.search.as_ref().filter(|search| !search.is_stopped()) else {
            return Ok(());
        };
        let nodes = search.nodes.load(Ordering::Relaxed);
        let time = search.started.elapsed().as_millis() as u64;
        if nodes == self.told_nodes {
            return Ok(());
        }
        self.told_nodes = nodes;
        let event = json!({ "id": search.id, "event": "nodes", "nodes": nodes, "time": time });
        self.say(Message::text(event.to_string())).await
    }

    /// Answers, or starts a search that will. Even to read a question may take long, so that it takes a turn.
    async fn answer(&mut self, text: String) {
        let turn = self.shared.quick.take(self.peer).await;
        let work = move || {
            let asked = Asked::read(&text);
            drop(turn);
            asked
        };
        match spawn_blocking(work).await {
            Ok(Asked::Answered(answer)) => self.outbox.answer(answer),
            Ok(Asked::Stop(id)) => {
                self.stop();
                self.outbox.answer(json!({ "stopped": true, "id": id }).to_string());
            }
            Ok(Asked::Search(order)) => {
                self.stop();
                match order {
                    Ok(order) => self.begin(order),
                    Err(answer) => self.outbox.answer(answer),
                }
            }
            Err(_) => {
                let error = json!({ "error": "this is a mistake of the program" });
                self.outbox.answer(error.to_string());
            }
        }
    }

    /// Ends the search, and forgets the one that was to begin after it.
    fn stop(&mut self) {
        self.search.iter().for_each(Search::stop);
        self.outbox.shut();
        let stopped = self.next.take().map(|order| order.stopped());
        stopped.into_iter().for_each(|answer| self.outbox.answer(answer));
    }

    /// Starts a search, as soon as the one before has ended: there is never more than one.
    fn begin(&mut self, order: Order) {
        match self.search {
            Some(_) => self.next = Some(order),
            None => self.start(order),
        }
    }

    fn start(&mut self, order: Order) {
        self.told_nodes = 0;
        self.outbox.open();
        let id = order.id.clone();
        let started =
            self.shared.pool.ticket(self.peer).and_then(|ticket| order.start(ticket, &self.outbox));
        match started {
            Ok(search) => self.search = Some(search),
            Err(error) => self.outbox.answer(json!({ "error": error, "id": id }).to_string()),
        }
    }
}

/// What a message asks for.
enum Asked {
    /// Here is the answer.
    Answered(String),
    Stop(Json),
    /// A search, or what is wrong with it.
    Search(Result<Order, String>),
}

impl Asked {
    fn read(text: &str) -> Asked {
        let ask: Json = match serde_json::from_str(text) {
            Ok(ask @ Json::Object(_)) => ask,
            Ok(_) => return wrong("a question is a JSON object"),
            Err(error) => return wrong(&format!("this is no JSON: {error}")),
        };
        let id = &ask["id"];
        if !is_short(id) {
            return wrong(&format!(
                "`id` has to be a number, or a text of at most {LONGEST_ID} bytes"
            ));
        }
        let answered = |answer: Result<Json, String>| {
            let mut answer = answer.unwrap_or_else(|error| json!({ "error": error }));
            answer["id"] = id.clone();
            answer.to_string()
        };
        match ask["ask"].as_str() {
            Some("stop") => Asked::Stop(id.clone()),
            Some(
                what @ ("analyse" | "choose" | "review" | "score" | "film" | "tally" | "reveal"),
            ) => Asked::Search(Order::read(what, &ask).map_err(|error| answered(Err(error)))),
            Some(_) => Asked::Answered(answered(quick(&ask))),
            None => {
                let error = "`ask` is missing: what is asked for".to_owned();
                Asked::Answered(answered(Err(error)))
            }
        }
    }
}

fn wrong(what: &str) -> Asked {
    Asked::Answered(json!({ "error": what }).to_string())
}

/// Whether it can be the number of a question: it comes back with every answer.
fn is_short(id: &Json) -> bool {
    match id {
        Json::Null | Json::Bool(_) | Json::Number(_) => true,
        Json::String(text) => text.len() <= LONGEST_ID,
        Json::Array(_) | Json::Object(_) => false,
    }
}

/// What never changes.
static GAMES: LazyLock<Json> =
    LazyLock::new(|| json!({ "games": spots::games(), "films": films::list() }));

/// What is answered without a search.
fn quick(ask: &Json) -> Result<Json, String> {
    let text = |name: &str| ask[name].as_str().unwrap_or("");
    match text("ask") {
        "games" => Ok(GAMES.clone()),
        "show" => Spot::read(ask)?.with(|at| Ok(at.show())),
        "openings" => spots::openings(&spots::or_first(text("game").to_owned())),
        "roll" => Spot::read(ask)?.with(Reached::roll),
        "read" => spots::read(&spots::or_first(text("game").to_owned()), text("text")),
        "write" => {
            let players = ask["players"].as_array().map_or(&[][..], Vec::as_slice);
            let players: Vec<&str> =
                players.iter().map(|player| player.as_str().unwrap_or("?")).collect();
            Spot::read(ask)?.with(|at| Ok(at.write(&players)))
        }
        other => Err(format!(
            "`{other:.50}` cannot be asked for: there are games, openings, show, roll, read, write, film, tally, reveal, analyse, choose, review, score and stop"
        )),
    }
}
