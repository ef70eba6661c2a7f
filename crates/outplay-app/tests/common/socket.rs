//! A session of the page without a browser.

#![allow(dead_code)] // Every test file uses some of this.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tungstenite::{Message, WebSocket};

/// How long is waited for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// One request on a connection of its own: the head and the body of the answer.
pub(crate) fn request(host: &str, text: &str) -> (String, String) {
    let mut stream = TcpStream::connect(host).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    stream.write_all(text.as_bytes()).expect("it is sent");
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    (head.to_ascii_lowercase(), body.to_owned())
}

/// A question of the lab, on a connection of its own; nothing where it was not answered.
pub(crate) fn lab(host: &str, part: &str, question: &Json) -> Json {
    let question = question.to_string();
    let (_, body) = request(
        host,
        &format!(
            "POST /api/lab/{part} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{question}",
            question.len()
        ),
    );
    serde_json::from_str(&body).unwrap_or(Json::Null)
}

/// A session.
pub(crate) struct Session {
    pub(crate) socket: WebSocket<TcpStream>,
    next: u64,
}

impl Session {
    /// A session with the server at this host and port; the answer of the server if it refuses.
    pub(crate) fn try_open(
        host: &str,
    ) -> Result<Session, Box<tungstenite::HandshakeError<tungstenite::ClientHandshake<TcpStream>>>>
    {
        let stream = TcpStream::connect(host).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        stream.set_nodelay(true).expect("no delay");
        let (socket, _) =
            tungstenite::client(format!("ws://{host}/socket"), stream).map_err(Box::new)?;
        Ok(Session { socket, next: 1 })
    }

    pub(crate) fn open(host: &str) -> Session {
        Session::try_open(host).expect("a session")
    }

    /// Sends a question, and gives its number.
    pub(crate) fn send(&mut self, ask: &str, mut body: Json) -> u64 {
        self.next += 1;
        body["ask"] = json!(ask);
        body["id"] = json!(self.next);
        self.socket.send(Message::text(body.to_string())).expect("it is sent");
        self.next
    }

    /// The next message, whatever it is; nothing where the session was ended.
    pub(crate) fn hear(&mut self) -> Option<Json> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).expect("JSON")),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// A question and its answer.
    pub(crate) fn ask(&mut self, ask: &str, body: Json) -> Json {
        let id = self.send(ask, body);
        self.until(|message| message["id"] == id && message.get("event").is_none())
    }

    /// The first message that is wanted.
    pub(crate) fn until(&mut self, is_wanted: impl Fn(&Json) -> bool) -> Json {
        let started = Instant::now();
        loop {
            assert!(started.elapsed() < PATIENCE, "waited for too long");
            let message = self.hear().expect("the session goes on");
            if is_wanted(&message) {
                return message;
            }
        }
    }
}
