//! The server of the page among clients that ask for as much as they can: what everybody else still gets.
//!
//! All clients are on this machine, bounded in number and time. The measurements that `docs/page.md` quotes are run by `just bench-page`.

mod common;

use std::io::Write;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use common::browser::Server;
use common::socket::{Session, lab};
use serde_json::{Value as Json, json};
use tungstenite::Message;

/// Clients that do their worst until this is dropped. What they wait for then ends with the server.
struct Abuse {
    goes_on: Arc<AtomicBool>,
}

impl Abuse {
    fn new() -> Abuse {
        Abuse { goes_on: Arc::new(AtomicBool::new(true)) }
    }

    /// So many more that do this again and again.
    fn add(self, count: usize, host: &str, act: fn(&str)) -> Abuse {
        for _ in 0..count {
            let (goes_on, host) = (Arc::clone(&self.goes_on), host.to_owned());
            thread::spawn(move || {
                while goes_on.load(Ordering::Relaxed) {
                    act(&host);
                }
            });
        }
        self
    }
}

impl Drop for Abuse {
    fn drop(&mut self) {
        self.goes_on.store(false, Ordering::Relaxed);
    }
}

fn sent(session: &mut Session, question: &Json) -> bool {
    session.socket.send(Message::text(question.to_string())).is_ok()
}

/// One session, ten searches a second, for two seconds.
fn searches_again_and_again(host: &str) {
    let Ok(mut session) = Session::try_open(host) else { return };
    for id in 0..20 {
        if !sent(&mut session, &json!({ "ask": "analyse", "game": "chess", "id": id })) {
            return;
        }
        thread::sleep(Duration::from_millis(100));
    }
}

/// A new session for every search.
fn comes_again_and_again(host: &str) {
    let Ok(mut session) = Session::try_open(host) else { return };
    sent(&mut session, &json!({ "ask": "analyse", "game": "othello", "id": 1 }));
    thread::sleep(Duration::from_millis(50));
}

/// Sixty long games a second are to be shown.
fn shows_long_games(host: &str) {
    let moves: Vec<&str> = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(1_200);
    let ask = json!({ "ask": "show", "game": "chess", "moves": moves, "id": 1 });
    let Ok(mut session) = Session::try_open(host) else { return };
    for _ in 0..30 {
        if !sent(&mut session, &ask) || session.hear().is_none() {
            return;
        }
        thread::sleep(Duration::from_millis(17));
    }
}

/// Frames that are never a message.
fn sends_empty_frames(host: &str) {
    let Ok(mut session) = Session::try_open(host) else { return };
    let frames = [0x00, 0x80, 0, 0, 0, 0].repeat(10_000);
    let stream: &mut TcpStream = session.socket.get_mut();
    let mut all = stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]);
    for _ in 0..100 {
        all = all.and_then(|()| stream.write_all(&frames));
    }
    thread::sleep(Duration::from_millis(20));
}

/// The dearest question that the lab has.
fn compares(host: &str) {
    lab(host, "compare", &json!({ "game": "chess", "plies": 6 }));
}

/// How long it takes until something is done.
fn timed(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

/// How long a new search takes until it says what a move is worth.
fn first_word(host: &str) -> Duration {
    let mut session = Session::open(host);
    timed(|| {
        session.send("analyse", json!({ "game": "chess" }));
        session.until(|message| message["event"] == "lines");
    })
}

fn board(host: &str) -> Duration {
    let mut session = Session::open(host);
    timed(|| {
        let shown = session.ask("show", json!({ "game": "chess", "moves": ["e4", "e5"] }));
        assert_eq!(shown["played"], json!(["e4", "e5"]), "{shown}");
    })
}

fn list(host: &str) -> Duration {
    timed(|| assert!(lab(host, "classics", &json!({}))["classics"].is_array()))
}

fn tree(host: &str) -> Duration {
    timed(|| {
        let traced = lab(host, "trace", &json!({ "tree": "((3 12 8) (2 4 6) (14 5 2))" }));
        assert!(traced["steps"].is_array(), "{traced}");
    })
}

fn small_comparison(host: &str) -> Duration {
    let question = json!({ "game": "tic-tac-toe", "moves": "a1 b2", "plies": 2 });
    timed(|| {
        let compared = lab(host, "compare", &question);
        assert!(compared["rows"].is_array(), "{compared}");
    })
}

/// The longest time that a search which is under way says nothing.
fn longest_silence(session: &mut Session, during: Duration) -> Duration {
    let (started, mut last, mut longest) = (Instant::now(), Instant::now(), Duration::ZERO);
    while started.elapsed() < during {
        session.hear().expect("an event");
        longest = longest.max(last.elapsed());
        last = Instant::now();
    }
    longest
}

#[test]
fn new_searches_do_not_silence_one_that_runs() {
    let server = Server::start();
    let mut honest = Session::open(server.host());
    honest.send("analyse", json!({ "game": "chess" }));
    honest.until(|message| message["event"] == "lines");
    let _abuse = Abuse::new().add(10, server.host(), searches_again_and_again);
    thread::sleep(Duration::from_millis(500));
    let silence = longest_silence(&mut honest, Duration::from_secs(5));
    assert!(silence < Duration::from_secs(2), "it said nothing for {silence:?}");
}

#[test]
fn a_new_search_speaks_soon_among_abusive_clients() {
    let server = Server::start();
    let host = server.host();
    let _abuse = Abuse::new()
        .add(6, host, searches_again_and_again)
        .add(3, host, comes_again_and_again)
        .add(2, host, shows_long_games)
        .add(2, host, sends_empty_frames)
        .add(2, host, compares);
    thread::sleep(Duration::from_secs(1));
    for _ in 0..3 {
        let first = first_word(host);
        assert!(first < Duration::from_secs(4), "it said something after {first:?}");
        let shown = board(host);
        assert!(shown < Duration::from_secs(2), "a board took {shown:?}");
    }
}

#[test]
fn cheap_questions_of_the_lab_do_not_wait_for_dear_ones() {
    let server = Server::start();
    let host = server.host();
    let _abuse = Abuse::new().add(40, host, compares);
    thread::sleep(Duration::from_secs(1));
    for (what, time) in [("the list", list(host)), ("a tree", tree(host))] {
        assert!(time < Duration::from_secs(2), "{what} took {time:?}");
    }
    let compared = small_comparison(host);
    assert!(compared < Duration::from_secs(10), "a small comparison took {compared:?}");
}

#[test]
fn memory_stays_within_its_budget() {
    let server = Server::with(&["--memory", "64"]);
    // More sessions than there is memory for: the first ones have to go.
    let mut sessions: Vec<Session> = (0..40)
        .map(|_| {
            let mut session = Session::open(server.host());
            // A session that was answered has its seat: otherwise the last one could be the one that has been quiet for longest.
            session.ask("show", json!({ "game": "chess" }));
            session.send("analyse", json!({ "game": "chess" }));
            session
        })
        .collect();
    // The searches of those who had to go end when their turn comes; until then there is no memory for another one.
    let last = sessions.last_mut().expect("there are some");
    common::browser::wait("there is memory for the last search", || {
        let told = last.until(|one| one["event"] == "lines" || one["error"].is_string());
        if told["error"].is_string() {
            assert!(told.to_string().contains("there is no memory left"), "{told}");
            last.send("analyse", json!({ "game": "chess" }));
        }
        told["error"].is_null()
    });
    thread::sleep(Duration::from_secs(2));
    let most = memory(&server);
    assert!((16..64 + 16).contains(&most), "{most} MB, and some of it is the program itself");
    assert!(std::iter::from_fn(|| sessions[0].hear()).count() < 1_000, "it has to go");
    drop(sessions);
    // The allocator keeps some of what threads had: the caches of an evaluation are half a megabyte a thread.
    common::browser::wait("the memory is free again", || memory(&server) < 40);
}

/// Megabytes that a server has in memory of its own.
fn memory(server: &Server) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    kilobytes.unwrap_or(0) / 1_024
}

/// The middle and the worst of some times.
fn spread(what: &str, mut times: Vec<Duration>) -> Duration {
    times.sort();
    let worst = times[times.len() - 1];
    println!("{what}: {:?} in the middle, {worst:?} at worst", times[times.len() / 2]);
    worst
}

#[test]
#[ignore = "a measurement: just bench-page"]
fn thirty_abusive_clients() {
    let server = Server::start();
    let host = server.host();
    let mut running = Session::open(host);
    running.send("analyse", json!({ "game": "chess" }));
    let _abuse = Abuse::new()
        .add(10, host, searches_again_and_again)
        .add(5, host, comes_again_and_again)
        .add(5, host, shows_long_games)
        .add(5, host, sends_empty_frames)
        .add(5, host, compares);
    thread::sleep(Duration::from_secs(2));
    let many = |ask: fn(&str) -> Duration| (0..20).map(|_| ask(host)).collect::<Vec<Duration>>();
    let first = spread("the first word of a new search", many(first_word));
    spread("a board", many(board));
    spread("a list of the lab", many(list));
    spread("a tree of the lab", many(tree));
    spread("a small comparison in the lab", many(small_comparison));
    // What it said until now is read first.
    while running.socket.get_ref().set_read_timeout(Some(Duration::from_millis(1))).is_ok()
        && running.hear().is_some()
    {}
    running.socket.get_ref().set_read_timeout(None).expect("no limit");
    println!(
        "a search that runs is silent for at most {:?}",
        longest_silence(&mut running, Duration::from_secs(10))
    );
    println!("memory: {} MB", memory(&server));
    assert!(first < Duration::from_secs(1), "{first:?}");
}

#[test]
#[ignore = "a measurement: just bench-page"]
fn memory_of_two_hundred_searches() {
    let server = Server::start();
    let before = memory(&server);
    let games = ["chess", "othello", "connect-four", "pacman"];
    let mut sessions: Vec<Session> = (0..200).map(|_| Session::open(server.host())).collect();
    for (number, session) in sessions.iter_mut().enumerate() {
        session.send("analyse", json!({ "game": games[number % games.len()] }));
    }
    let started = Instant::now();
    let mut most = 0;
    while started.elapsed() < Duration::from_secs(30) {
        most = most.max(memory(&server));
        thread::sleep(Duration::from_millis(100));
    }
    drop(sessions);
    thread::sleep(Duration::from_secs(3));
    println!(
        "200 searches: {before} MB before, {most} MB at most, {} MB afterwards",
        memory(&server)
    );
    assert!(most < 1_024, "{most} MB");
}

/// The figures of `docs/page.md`: run by `just bench-page`.
#[test]
#[ignore = "a measurement: just bench-page"]
fn a_hundred_sessions_with_a_search_each() {
    let server = Server::start();
    let mut sessions: Vec<Session> = (0..100).map(|_| Session::open(server.host())).collect();
    let started = Instant::now();
    let games = ["chess", "othello", "connect-four", "pacman"];
    for (number, session) in sessions.iter_mut().enumerate() {
        session.send("analyse", json!({ "game": games[number % games.len()] }));
    }
    let firsts: Vec<Duration> = sessions
        .iter_mut()
        .map(|session| {
            session.until(|message| message["event"] == "lines" || message["event"] == "done");
            started.elapsed()
        })
        .collect();
    println!("100 searches: each has said something after {:?}", firsts.iter().max());
    let mut extra = Session::open(server.host());
    let mut times: Vec<Duration> = (0..100)
        .map(|_| {
            let started = Instant::now();
            extra.ask("show", json!({ "game": "chess", "moves": ["e4", "e5", "Nf3"] }));
            let time = started.elapsed();
            thread::sleep(Duration::from_millis(20));
            time
        })
        .collect();
    times.sort();
    println!("a board takes {:?} in the middle, {:?} at worst", times[50], times[99]);
    let started = Instant::now();
    extra.send("analyse", json!({ "game": "chess" }));
    extra.until(|message| message["event"] == "lines");
    println!("a new search says something after {:?}", started.elapsed());
    drop((sessions, extra));
    thread::sleep(Duration::from_millis(500));
    let mut alone = Session::open(server.host());
    let started = Instant::now();
    alone.send("analyse", json!({ "game": "chess" }));
    let late = (0..20).map(|_| {
        let event = alone.until(|message| message["event"].is_string());
        started.elapsed().saturating_sub(Duration::from_millis(event["time"].as_u64().unwrap_or(0)))
    });
    println!("events of a search arrive after {:?} at most", late.max());
    assert!(times[50] < Duration::from_millis(100), "{:?}", times[50]);
}
