//! `outplay serve`: a page to play every game on, and to see what a search does.
//!
//! The page is made of the files in `page/`, which are part of the program. What it asks for is described in `docs/page.md`.

mod bar;
mod ending;
mod files;
mod films;
mod frames;
mod guard;
mod lab;
mod lessons;
mod memory;
mod outbox;
mod pool;
mod scoring;
mod search;
mod seats;
mod sent;
mod session;
mod shares;
mod spots;
mod turns;

pub(super) use ending::told as ending_told;
pub(super) use files::without_server;
pub(crate) use lab::stepped;

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use axum::{Extension, Router};
use clap::Args;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use crate::failure::{Failure, warn};
use crate::{interrupt, tables};

use files::Files;
use guard::Names;
use lab::Lab;
use lessons::Learn;
use memory::Budget;
use pool::Pool;
use seats::Seats;
use session::Shared;
use shares::{Peer, most_frequent};
use turns::Turns;

/// Where the page is, unless it is told otherwise; if somebody else is there, at one of the next ports.
const USUAL_PORT: u16 = 8484;
/// How many ports are tried.
const PORTS: u16 = 20;
/// How many connections there are at once, those of sessions apart. One more ends the oldest of the address with most of them.
const MOST_VISITS: usize = 256;
/// Threads for questions of sessions and of visits. Those of the lab that are under way keep theirs while they wait.
const THREADS: usize = 2 * MOST_VISITS;
/// Megabytes for all sessions, searches and questions of the lab together, unless it is told otherwise.
const USUAL_MEMORY: u32 = 1_024;
/// How long somebody may take to say what they want.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the head of a request may be, in bytes.
const LONGEST_HEAD: usize = 16 * 1024;
/// How often is looked whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(25);

/// The options of `outplay serve`.
#[derive(Args)]
pub(crate) struct Options {
    /// The address to listen at; others can reach the page only if this is not 127.0.0.1
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// A name by which others reach this machine, like lab.school.example; without it only addresses and `localhost` are answered. May be given several times
    #[arg(long, value_name = "NAME", value_parser = guard::name)]
    host: Vec<String>,
    /// The port; 0 takes any that is free [default: 8484, or the next that is free]
    #[arg(long)]
    port: Option<u16>,
    /// Megabytes that all sessions and searches may take together
    #[arg(long, value_name = "MB", default_value_t = USUAL_MEMORY, value_parser = clap::value_parser!(u32).range(64..=1_000_000))]
    memory: u32,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Read the page from this folder, and reload it when a file changes: for who works on the page
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    #[command(flatten)]
    tables: tables::Choice,
    /// Read the lessons from this folder: files *.md, in the order of their names
    #[arg(long, value_name = "DIR")]
    lessons: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        let listen = IpAddr::from([127, 0, 0, 1]);
        Options {
            listen,
            host: Vec::new(),
            port: None,
            memory: USUAL_MEMORY,
            no_open: false,
            page: None,
            tables: tables::Choice::default(),
            lessons: None,
        }
    }
}

/// Serves the page until Ctrl-C.
pub(crate) fn run(options: &Options) -> Result<String, Failure> {
    let files = Files::new(options.page.clone())?;
    let learn = Learn::new(options.lessons.clone(), processors())?;
    let flag = interrupt::flag();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(THREADS)
        .enable_all()
        .build()
        .map_err(|error| Failure::input(format!("no threads can be had: {error}")))?;
    let served: Result<(), Failure> = runtime.block_on(async {
        let listener = listener(options).await?;
        let address = listener.local_addr().map_err(|error| cannot_listen(&error))?;
        tell(address, options);
        let pressed = async {
            while !flag.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::select! {
            () = serve(listener, router(files, learn, options)) => {}
            () = pressed => {}
        }
        Ok(())
    });
    runtime.shutdown_background();
    served.map(|()| String::new())
}

/// Everything that can be asked for. Searches, what takes no search, and what is dear in the lab have turns of their own: none of
/// them waits for another.
fn router(files: Files, learn: Learn, options: &Options) -> Router {
    let processors = processors();
    let budget = Budget::new(options.memory as usize);
    let pool = Pool::new(processors, budget, options.tables.clone());
    let names = Names::from(&options.host[..]);
    tokio::spawn(Arc::clone(&pool).keep_time());
    let quick = Turns::new(processors);
    let seats = Seats::new(budget.sessions);
    let lab = Lab::new(Arc::clone(&quick), Turns::new(processors.div_ceil(2)), budget.lab);
    files::routes(files)
        .merge(session::routes(Shared { pool, seats, quick }))
        .merge(lab::routes(lab))
        .merge(lessons::routes(learn))
        .layer(axum::middleware::from_fn_with_state(names, guard::watch))
}

fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

async fn listener(options: &Options) -> Result<TcpListener, Failure> {
    let first = options.port.unwrap_or(USUAL_PORT);
    let tried = if options.port.is_some() { 1 } else { PORTS };
    let mut last = None;
    for port in first..first.saturating_add(tried) {
        match TcpListener::bind((options.listen, port)).await {
            Ok(listener) => return Ok(listener),
            Err(error) => last = Some(error),
        }
    }
    let why = last.unwrap_or_else(|| io::ErrorKind::AddrInUse.into());
    Err(Failure::input(format!("cannot listen at {}, port {first}: {why}", options.listen)))
}

fn cannot_listen(error: &io::Error) -> Failure {
    Failure::input(format!("cannot listen: {error}"))
}

/// Says where the page is, and shows it where there is a desktop.
fn tell(address: SocketAddr, options: &Options) {
    let shown = match address.ip().is_unspecified() {
        true => SocketAddr::new(IpAddr::from([127, 0, 0, 1]), address.port()),
        false => address,
    };
    let mut out = io::stdout().lock();
    let names = options.host.iter().map(|name| format!("http://{name}:{}/\n", address.port()));
    let _ =
        write!(out, "http://{shown}/\n{}", names.collect::<String>()).and_then(|()| out.flush());
    if !address.ip().is_loopback() {
        warn("whoever can reach this machine can use the page");
    } else if !options.host.is_empty() {
        warn(
            "others reach it by name only with --listen 0.0.0.0, or through a proxy on this machine",
        );
    }
    if io::stderr().is_terminal() {
        warn("Ctrl-C stops it");
    }
    let has_desktop = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if !options.no_open && has_desktop && io::stdout().is_terminal() {
        open(&format!("http://{shown}/"));
    }
}

/// Shows a page in the browser, if there is one.
fn open(address: &str) {
    let mut command = Command::new("xdg-open");
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = command.spawn();
}

/// Takes every connection. If there are too many, an old one has to go: nobody can take all of them away from others.
async fn serve(listener: TcpListener, router: Router) {
    let mut visits: VecDeque<(Peer, AbortHandle)> = VecDeque::new();
    for number in 0.. {
        let Ok((stream, from)) = listener.accept().await else {
            tokio::time::sleep(LOOK).await;
            continue;
        };
        visits.retain(|(_, visit)| !visit.is_finished());
        if visits.len() >= MOST_VISITS {
            end_one(&mut visits);
        }
        let peer = Peer::new(from.ip(), number);
        let visit = tokio::spawn(visit(stream, router.clone().layer(Extension(peer))));
        visits.push_back((peer, visit.abort_handle()));
    }
}

/// Ends the oldest visit from the address with most of them.
fn end_one(visits: &mut VecDeque<(Peer, AbortHandle)>) {
    let crowd = most_frequent(visits.iter().map(|(peer, _)| *peer));
    let oldest = visits.iter().position(|(peer, _)| Some(peer.address) == crowd);
    let oldest = oldest.and_then(|oldest| visits.remove(oldest));
    oldest.into_iter().for_each(|(_, visit)| visit.abort());
}

/// One connection, until it is closed or becomes a session.
async fn visit(stream: TcpStream, router: Router) {
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    // Whatever went wrong, went wrong on the other side.
    let _ = connection.await;
}
