//! The server of the page: what it answers, and what it does in bad weather.

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use common::browser::Server;
use common::seeds::each_seed;
use common::socket::{Session, request};
use serde_json::{Value as Json, json};
use tungstenite::Message;

fn get(server: &Server, path: &str) -> (String, String) {
    let host = server.host();
    request(host, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
}

/// A question that must be answered quickly, whatever else goes on.
fn is_answered(session: &mut Session, within: Duration) {
    let started = Instant::now();
    let answer = session.ask("show", json!({ "game": "chess", "moves": ["e4"] }));
    assert_eq!(answer["played"], json!(["e4"]), "{answer}");
    assert!(started.elapsed() < within, "it took {:?}", started.elapsed());
}

#[test]
fn files_come_with_a_policy() {
    let server = Server::start();
    for (path, kind) in [
        ("/", "text/html"),
        ("/style.css", "text/css"),
        ("/main.js", "text/javascript"),
        ("/play/board.js", "text/javascript"),
    ] {
        let (head, body) = get(&server, path);
        assert!(head.starts_with("http/1.1 200"), "{path}: {head}");
        assert!(head.contains(&format!("content-type: {kind}")), "{path}: {head}");
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"));
        assert!(
            head.contains("x-content-type-options: nosniff") && head.contains("x-frame-options")
        );
        assert!(!body.is_empty());
    }
}

#[test]
fn the_first_load_is_small_and_has_no_script_in_its_text() {
    let server = Server::start();
    let (_, page) = get(&server, "/");
    assert!(!page.contains("onclick") && !page.contains("style=") && !page.contains("<style"));
    let files = [
        "/",
        "/style.css",
        "/icon.svg",
        "/main.js",
        "/dom.js",
        "/learn/learn.js",
        "/learn/learn.css",
        "/learn/given.js",
        "/learn/keep.js",
        "/learn/lesson.js",
        "/learn/progress.js",
        "/lab/lab.css",
        "/lab/make.js",
        "/lessons/index.json",
    ];
    let bytes: usize = files.iter().map(|file| get(&server, file).1.len()).sum();
    assert!((20_000..200_000).contains(&bytes), "{bytes} bytes");
}

#[test]
fn nothing_else_can_be_read() {
    let server = Server::start();
    for path in [
        "/Cargo.toml",
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/play/../../Cargo.toml",
        "/etc/passwd",
        "/index.html%00",
        "/dev/stamp",
    ] {
        let (head, body) = get(&server, path);
        assert!(head.starts_with("http/1.1 404"), "{path}: {head}");
        assert_eq!(body, "there is no such file\n", "{path}");
    }
}

#[test]
fn other_sites_are_refused() {
    let server = Server::start();
    let host = server.host().to_owned();
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let from = |origin: &str| {
        let head =
            format!("GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n{upgrade}\r\n");
        let mut stream = TcpStream::connect(&host).expect("the server listens");
        stream.write_all(head.as_bytes()).expect("it is sent");
        let mut answer = [0; 64];
        let count = stream.read(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer[..count]).into_owned()
    };
    for origin in [
        "http://evil.example",
        "null",
        "http://127.0.0.1:1",
        &format!("http://{host}.evil.example"),
    ] {
        assert!(from(origin).starts_with("HTTP/1.1 403"), "{origin}");
    }
    assert!(from(&format!("http://{host}")).starts_with("HTTP/1.1 101"));
    let (head, _) =
        request(&host, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    assert!(head.starts_with("http/1.1 403"), "{head}");
}

#[test]
fn a_request_names_its_host_once() {
    let server = Server::start();
    let host = server.host();
    let asked = |target: &str, hosts: &str| {
        let head = format!("GET {target} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        request(host, &head).0.split(' ').nth(1).map(str::to_owned).unwrap_or_default()
    };
    let here = format!("Host: {host}\r\n");
    assert_eq!(asked("/", &here), "200");
    assert_eq!(asked(&format!("http://{host}/"), &here), "200");
    assert_eq!(asked("/", ""), "400");
    assert_eq!(asked("/", &format!("{here}Host: evil.example\r\n")), "400");
    assert_eq!(asked("/", &format!("Host: evil.example\r\n{here}")), "400");
    assert_eq!(asked("/", &format!("{here}{here}")), "400");
    assert_eq!(asked("http://evil.example/", &here), "400");
    assert_eq!(asked("http://evil.example/", "Host: evil.example\r\n"), "403");
}

#[test]
fn every_game_is_shown_and_can_be_played() {
    let server = Server::start();
    let mut session = Session::open(server.host());
    let games = session.ask("games", json!({}));
    let names: Vec<&str> = games["games"]
        .as_array()
        .expect("games")
        .iter()
        .filter_map(|game| game["name"].as_str())
        .collect();
    assert!(names.len() >= 6 && names.contains(&"othello"), "{names:?}");
    for game in names {
        let mut moves: Vec<Json> = Vec::new();
        for _ in 0..6 {
            let shown = session.ask("show", json!({ "game": game, "moves": moves }));
            assert_eq!(
                shown["played"].as_array().map(Vec::len),
                Some(moves.len()),
                "{game}: {shown}"
            );
            let has_board = shown["about"]["board"] == true;
            assert_eq!(shown["board"]["width"].as_u64() > Some(0), has_board, "{game}");
            assert_eq!(shown["picture"].is_string(), !has_board, "{game}");
            // A game may be over after one move.
            let Some(name) = shown["moves"][0]["name"].as_str() else { break };
            moves.push(json!(name));
        }
        assert!(!moves.is_empty(), "{game}");
    }
}

#[test]
fn what_is_wrong_is_said_in_place() {
    let server = Server::start();
    let mut session = Session::open(server.host());
    for (ask, body, told) in [
        ("show", json!({ "game": "ches" }), "there is no game `ches`"),
        ("show", json!({ "game": "chess", "moves": ["e4", "e4"] }), "move 2: "),
        ("show", json!({ "game": "chess", "start": "8/8/8/8 w" }), ""),
        ("show", json!({ "game": "pacman:nowhere" }), "there is no layout `nowhere`"),
        ("show", json!({ "game": "chess", "moves": [7] }), "a move is a text"),
        ("show", json!({}), "`game` is missing"),
        ("read", json!({ "game": "othello", "text": "f5d6zz" }), ""),
        (
            "choose",
            json!({ "game": "chess", "player": { "kind": "own", "name": "minimax:99" } }),
            "the player to move has no player",
        ),
        // A player of the other seat.
        (
            "choose",
            json!({ "game": "pacman", "player": { "kind": "own", "name": "greedy" } }),
            "the player to move has no player",
        ),
        ("analyse", json!({ "game": "tic-tac-toe", "start": "XXXOO...." }), "the game is over"),
        ("dance", json!({}), "`dance` cannot be asked for"),
        ("score", json!({ "game": "go" }), "the game is not over"),
        ("score", json!({ "game": "go", "dead": ["A1"] }), "`dead` has numbers of points"),
        (
            "score",
            json!({ "game": "tic-tac-toe", "start": "XXXOO...." }),
            "no points of a board are counted",
        ),
    ] {
        let answer = session.ask(ask, body.clone());
        let error = answer["error"].as_str().unwrap_or_else(|| panic!("{ask} {body}: {answer}"));
        assert!(error.starts_with(told), "{ask} {body}: {error}");
        assert!(!error.contains("panicked"), "{error}");
    }
    for garbage in ["", "{", "[]", "7", "\u{0}", "{\"ask\":7}"] {
        session.socket.send(Message::text(garbage)).expect("it is sent");
        assert!(session.hear().is_some_and(|answer| answer["error"].is_string()), "{garbage}");
    }
    is_answered(&mut session, Duration::from_secs(5));
}

#[test]
fn a_thousand_random_messages_are_survived() {
    each_seed(7, random_messages_are_survived);
}

fn random_messages_are_survived(random: &mut fastrand::Rng) {
    let server = Server::start();
    let words = [
        "show",
        "read",
        "write",
        "analyse",
        "choose",
        "score",
        "games",
        "chess",
        "othello",
        "pacman:",
        "connect-four:9x9",
        "",
        "e4",
        "f5d6",
        "%%%",
        "8/8",
        "own",
        "\u{1f600}",
        "-1",
        "99999999999999999999",
        "game",
        "start",
        "moves",
        "player",
        "text",
    ];
    for _ in 0..10 {
        let mut session = Session::open(server.host());
        for _ in 0..100 {
            let mut word = || *random.choice(&words).expect("a word");
            let body = json!({
                "ask": word(), "id": word(), "game": word(), "start": word(), "moves": [word(), word()], "text": word(),
                word(): { "kind": word() },
            });
            let text = body.to_string();
            let end = if random.bool() { text.len() } else { random.usize(..text.len()) };
            let text = String::from_utf8_lossy(&text.as_bytes()[..end]).into_owned();
            session.socket.send(Message::text(text)).expect("it is sent");
        }
        is_answered(&mut session, Duration::from_secs(10));
    }
}

#[test]
fn texts_are_read_and_written() {
    let server = Server::start();
    let mut session = Session::open(server.host());
    let read = session.ask("read", json!({ "game": "connect-four", "text": "4453" }));
    assert_eq!((&read["start"], &read["moves"]), (&json!(""), &json!(["4", "4", "5", "3"])));
    let written = session
        .ask("write", json!({ "game": "chess", "moves": ["e4", "e5"], "players": ["A", "B"] }));
    let text = written["text"].as_str().expect("a game");
    assert!(text.contains("[White \"A\"]") && text.contains("1. e4 e5"), "{text}");
    let again = session.ask("read", json!({ "game": "chess", "text": text }));
    assert_eq!(again["moves"], json!(["e4", "e5"]));
    let fen = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
    let read = session.ask("read", json!({ "game": "chess", "text": fen }));
    assert_eq!(read["start"], fen);
    let layout = "%%%%%\n%G .%\n% % %\n%P .%\n%%%%%";
    let read = session.ask("read", json!({ "game": "pacman", "text": layout }));
    assert_eq!(read["game"], format!("pacman:{layout}"), "{read}");
    let shown = session.ask("show", json!({ "game": read["game"] }));
    assert_eq!(shown["board"]["width"], 5);
}

#[test]
fn a_search_tells_every_move_and_ends_exact() {
    let server = Server::start();
    let mut session = Session::open(server.host());
    let id = session.send("analyse", json!({ "game": "tic-tac-toe", "moves": ["a1", "b2"] }));
    let mut last = Json::Null;
    loop {
        let message = session.hear().expect("an event");
        assert_eq!(message["id"], id);
        match message["event"].as_str() {
            Some("lines") => last = message,
            Some("done") => break,
            _ => {}
        }
    }
    let lines = last["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 7, "a score for every move");
    assert!(
        lines
            .iter()
            .all(|line| line["trust"] == "exact" && line["told"] == "0" || line["score"] != 0),
        "{last}"
    );
}

#[test]
fn scores_follow_the_stones_that_are_called_dead() {
    let server = Server::start();
    let mut session = Session::open(server.host());
    // White has a stone in Black's corner, and Black one among White's.
    let start = "O1XO1/2XOX/XXXO1/2XOO/2XO1:B";
    let mut score = |rules: &str, dead: Json| {
        let game = format!("go:5x5,komi=0.5{rules}");
        let moves = ["pass", "pass"];
        session.ask("score", json!({ "game": game, "start": start, "moves": moves, "dead": dead }))
    };
    let judged = score("", Json::Null);
    assert_eq!(judged["dead"], json!([0, 9]), "{judged}");
    assert_eq!((&judged["lead"], &judged["told"]), (&json!(4.5), &json!("Black wins by 4.5")));
    assert_eq!(judged["ownership"][1], 1.0);
    assert_eq!(judged["chains"][0], 0);
    assert_eq!(judged["chains"][1], Json::Null);
    let corrected = score("", json!([9, 9, 24, 999_999_999_999_u64]));
    assert_eq!((&corrected["lead"], &corrected["dead"]), (&json!(-0.5), &json!([9])));
    assert_eq!(corrected["ownership"][1], 0.0);
    // By these rules all stones count.
    let plain = score(",rules=tromp-taylor", Json::Null);
    assert_eq!((&plain["dead"], &plain["correctable"]), (&json!([]), &json!(false)));
    assert_eq!(plain["lead"], score(",rules=tromp-taylor", json!([9]))["lead"]);
}

#[test]
fn a_search_ends_when_another_one_is_asked_for() {
    let server = Server::start();
    let mut session = Session::open(server.host());
    let first = session.send("analyse", json!({ "game": "chess" }));
    session.until(|message| message["event"] == "lines");
    let second = session
        .send("choose", json!({ "game": "chess", "player": { "kind": "engine", "depth": 2 } }));
    let answer = session.until(|message| message["id"] == second && message["move"].is_string());
    assert!(answer["move"].is_string());
    let after = session.send("show", json!({ "game": "chess" }));
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(1) {
        let message = session.until(|_| true);
        if message["id"] == after {
            break;
        }
        assert!(message["id"] != first || message["event"] == "done", "{message}");
    }
}

#[test]
fn nothing_comes_after_the_last_word_of_a_search() {
    let server = Server::start();
    let mut session = Session::open(server.host());
    let asks = [
        ("analyse", json!({ "game": "tic-tac-toe", "moves": ["a1", "b2"] })),
        ("choose", json!({ "game": "chess", "player": { "kind": "engine", "depth": 2 } })),
        ("review", json!({ "game": "tic-tac-toe", "moves": ["a1", "b2"] })),
    ];
    for (ask, body) in asks {
        let id = session.send(ask, body);
        session.until(|message| {
            message["id"] == id && (message["event"] == "done" || message["move"].is_string())
        });
        // It is looked ten times a second how far a search is.
        std::thread::sleep(Duration::from_millis(300));
        let show = session.send("show", json!({ "game": "chess" }));
        let next = session.hear().expect("an answer");
        assert_eq!(next["id"], show, "{next}");
    }
    // And once it is stopped, only that it is over.
    for _ in 0..20 {
        let id = session.send("analyse", json!({ "game": "tic-tac-toe" }));
        session.until(|message| message["id"] == id);
        let stop = session.send("stop", json!({}));
        session.until(|message| message["id"] == stop);
        let show = session.send("show", json!({ "game": "chess" }));
        let others = std::iter::from_fn(|| session.hear().filter(|one| one["id"] != show));
        let others: Vec<Json> = others.collect();
        assert!(others.iter().all(|one| one["event"] == "done"), "{others:?}");
    }
}

#[test]
fn of_many_searches_at_once_the_last_is_answered_and_all_are_ended() {
    let server = Server::start();
    let mut session = Session::open(server.host());
    let player = json!({ "kind": "engine", "depth": 1 });
    let body = json!({ "game": "chess", "player": player });
    let ids: Vec<u64> = (0..50).map(|_| session.send("choose", body.clone())).collect();
    let answers: Vec<Json> =
        ids.iter().map(|_| session.until(|one| one["event"] != "nodes")).collect();
    let ended = |id: &u64| answers.iter().filter(|one| one["id"] == *id).count() == 1;
    assert!(ids.iter().all(ended), "{answers:?}");
    let last = answers.iter().find(|one| one["id"] == ids[49]).expect("it is answered");
    assert!(last["move"].is_string(), "{last}");
}

#[test]
fn a_flood_ends_the_session_and_nobody_elses() {
    let server = Server::start();
    let mut good = Session::open(server.host());
    let mut bad = Session::open(server.host());
    // A thousand at once: it is over after little more than 120 of them.
    for _ in 0..1_000 {
        if bad.socket.send(Message::text("{\"ask\":\"dance\"}")).is_err() {
            break;
        }
    }
    let answers = std::iter::from_fn(|| bad.hear()).count();
    assert!(answers < 1_000, "{answers}");
    is_answered(&mut good, Duration::from_secs(5));
}

/// Frames of a client, without content and masked with zeros, that go on with a message.
fn empty_frames(count: usize) -> Vec<u8> {
    [0x00, 0x80, 0, 0, 0, 0].repeat(count)
}

#[test]
fn frames_without_content_are_counted() {
    let server = Server::start();
    let mut good = Session::open(server.host());
    let mut bad = Session::open(server.host());
    let stream = bad.socket.get_mut();
    stream.write_all(&[0x01, 0x81, 0, 0, 0, 0, b'{']).expect("the start of a message");
    // It may end before all of them are sent.
    let _ = stream.write_all(&empty_frames(100_000));
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    assert!(String::from_utf8_lossy(&answer).contains("too many messages"), "{answer:?}");
    is_answered(&mut good, Duration::from_secs(5));
    // A message may come in some pieces.
    let stream = good.socket.get_mut();
    let ask = br#"{"ask":"show","game":"chess","id":"in pieces"}"#;
    for (number, byte) in ask.iter().enumerate() {
        let kind = if number == 0 { 0x01 } else { 0x00 };
        let last = if number + 1 == ask.len() { 0x80 } else { 0x00 };
        stream.write_all(&[kind | last, 0x81, 0, 0, 0, 0, *byte]).expect("it is sent");
    }
    good.until(|message| message["id"] == "in pieces" && message["board"].is_object());
}

#[test]
fn messages_that_are_too_long_end_the_session() {
    let server = Server::start();
    let mut good = Session::open(server.host());
    let mut bad = Session::open(server.host());
    let _ = bad.socket.send(Message::text("x".repeat(1 << 20)));
    assert!(bad.hear().is_none());
    let mut bad = Session::open(server.host());
    let _ = bad.socket.send(Message::binary(vec![0; 10]));
    assert!(bad.hear().is_none());
    is_answered(&mut good, Duration::from_secs(5));
}

#[test]
fn a_thousand_sockets_leave_room_for_others() {
    let server = Server::start();
    let mut good = Session::open(server.host());
    is_answered(&mut good, Duration::from_secs(5));
    // Whoever opens many runs out of them sooner than the server does.
    let mut idle = Vec::new();
    for number in 0..1_000 {
        if number % 2 == 0 {
            idle.extend(TcpStream::connect(server.host()));
        } else if let Ok(session) = Session::try_open(server.host()) {
            idle.extend(session.socket.get_ref().try_clone());
        }
        if idle.len() > 400 {
            idle.drain(..200);
        }
    }
    is_answered(&mut good, Duration::from_secs(5));
    let mut new = Session::open(server.host());
    is_answered(&mut new, Duration::from_secs(5));
    assert!(get(&server, "/").0.starts_with("http/1.1 200"));
}

#[test]
fn a_slow_reader_costs_nobody_anything() {
    let server = Server::start();
    let mut slow = Session::open(server.host());
    slow.send("analyse", json!({ "game": "chess" }));
    for _ in 0..60 {
        slow.send("games", json!({}));
    }
    let mut good = Session::open(server.host());
    for _ in 0..20 {
        is_answered(&mut good, Duration::from_secs(5));
        std::thread::sleep(Duration::from_millis(40));
    }
}

#[test]
fn who_vanishes_leaves_no_search_behind() {
    let server = Server::start();
    for _ in 0..40 {
        let mut session = Session::open(server.host());
        session.send("analyse", json!({ "game": "chess" }));
        drop(session);
    }
    // All of them would have to share the processors with this one.
    let mut good = Session::open(server.host());
    std::thread::sleep(Duration::from_millis(500));
    let answer =
        good.ask("choose", json!({ "game": "chess", "player": { "kind": "engine", "depth": 3 } }));
    assert!(answer["move"].is_string(), "{answer}");
    common::browser::wait("the threads of the searches are gone", || threads(server.id()) < 16);
}

/// How many threads a process has.
fn threads(process: u32) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("Threads:"));
    line.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}

#[test]
fn garbage_instead_of_a_request_is_survived() {
    let server = Server::start();
    for garbage in [&b"\x16\x03\x01\x02\x00\x01\x00"[..], b"GET", b"\r\n\r\n\r\n", &[0xff; 40_000]]
    {
        let mut stream = TcpStream::connect(server.host()).expect("the server listens");
        let _ = stream.write_all(garbage);
    }
    assert!(get(&server, "/").0.starts_with("http/1.1 200"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_it_at_once() {
    let mut server = Server::start();
    let mut session = Session::open(server.host());
    session.send("analyse", json!({ "game": "chess" }));
    session.until(|message| message["event"] == "lines");
    let started = Instant::now();
    let process = nix::unistd::Pid::from_raw(server.id().cast_signed());
    nix::sys::signal::kill(process, nix::sys::signal::Signal::SIGINT).expect("a signal");
    assert!(server.ended().success());
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}

#[test]
fn what_cannot_be_served_is_said() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let told = common::complaint(["serve", "--no-open", "--port", &port]);
    assert!(told.starts_with(&format!("cannot listen at 127.0.0.1, port {port}: ")), "{told}");
    let told = common::complaint(["serve", "--page", "no-such-folder"]);
    assert_eq!(told, "--page no-such-folder: there is no index.html in that folder");
}
