//! How processes find each other: each one listens at its address, and calls those before it on the list.
//!
//! Both sides say what they were started for, and go on only if that is the same.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use socket2::{SockRef, TcpKeepalive};

use super::hosts::Hosts;
use crate::failure::Failure;
use crate::interrupt;

/// What a greeting begins with.
const MAGIC: &[u8; 8] = b"OUTPLAYC";
/// A greeting is never longer.
const LONGEST: usize = 1 << 20;
/// How long to wait before somebody is called again.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a call may take, and a greeting.
const CALL: Duration = Duration::from_secs(5);
/// So long a process may be silent before it is asked whether it is still there, and so long it may take to answer.
const SILENCE: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(20)];

/// What a process was started for: labels and values, the same for all.
pub(super) struct Purpose(pub(super) Vec<(&'static str, String)>);

/// A connection to every other process.
pub(super) fn meet(
    hosts: &Hosts,
    process: usize,
    purpose: &Purpose,
    wait: Duration,
) -> Result<Vec<Option<TcpStream>>, Failure> {
    let listener = listen(&hosts.0[process])?;
    let mut links: Vec<Option<TcpStream>> = hosts.0.iter().map(|_| None).collect();
    let mut troubles: Vec<Option<io::Error>> = hosts.0.iter().map(|_| None).collect();
    let end = Instant::now() + wait;
    let is_missing =
        |links: &[Option<TcpStream>], other: usize| other != process && links[other].is_none();
    while let Some(missing) = (0..links.len()).find(|&other| is_missing(&links, other)) {
        if interrupt::asked() {
            return Err(Failure::stopped());
        }
        if Instant::now() > end {
            let why = troubles[missing].take().map(|error| format!(" ({error})"));
            return Err(Failure::lost(format!(
                "process {missing} ({}) was not there within {} s{}: start it with the same options, or say --wait SECONDS",
                hosts.0[missing],
                wait.as_secs(),
                why.unwrap_or_default()
            )));
        }
        for other in 0..process {
            if is_missing(&links, other) {
                match call(&hosts.0[other]).and_then(|link| greeted(link, process, purpose)) {
                    Ok((link, greeting)) => {
                        purpose.check(other, &greeting)?;
                        links[other] = Some(link);
                    }
                    Err(error) => troubles[other] = Some(error),
                }
            }
        }
        match listener.accept() {
            Ok((link, _)) => {
                // Whoever does not greet is somebody else.
                if let Ok((link, greeting)) = greeted(link, process, purpose)
                    && greeting.process > process
                    && greeting.process < links.len()
                {
                    purpose.check(greeting.process, &greeting)?;
                    links[greeting.process] = Some(link);
                }
            }
            Err(_) => thread::sleep(PAUSE),
        }
    }
    for link in links.iter().flatten() {
        watched(link)
            .map_err(|error| Failure::input(format!("a connection cannot be watched: {error}")))?;
    }
    Ok(links)
}

fn listen(address: &str) -> Result<TcpListener, Failure> {
    let listener = TcpListener::bind(address).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    listener.map_err(|error| {
        Failure::input(format!(
            "cannot listen at {address}, where the list of hosts has this process: {error}"
        ))
    })
}

/// Calls a process once.
fn call(address: &str) -> io::Result<TcpStream> {
    let mut last = io::Error::new(ErrorKind::NotFound, "nobody has this name");
    for place in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&place, CALL) {
            Ok(link) => return Ok(link),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// What the other side says of itself.
struct Greeting {
    process: usize,
    values: Vec<String>,
}

/// Says what this process was started for, and hears the same of the other one.
fn greeted(
    mut link: TcpStream,
    process: usize,
    purpose: &Purpose,
) -> io::Result<(TcpStream, Greeting)> {
    link.set_nonblocking(false)?;
    link.set_nodelay(true)?;
    link.set_read_timeout(Some(CALL))?;
    let values = purpose.0.iter().map(|(_, value)| value.replace('\n', " "));
    let text = [process.to_string()].into_iter().chain(values).collect::<Vec<_>>().join("\n");
    let mut bytes = MAGIC.to_vec();
    bytes.extend((text.len() as u32).to_le_bytes());
    bytes.extend(text.bytes());
    link.write_all(&bytes)?;
    let mut head = [0; 12];
    link.read_exact(&mut head)?;
    let (magic, length) = head.split_at(8);
    let length = length.iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
    let strange = || io::Error::new(ErrorKind::InvalidData, "another program answers there");
    if magic != MAGIC || length > LONGEST {
        return Err(strange());
    }
    let mut text = vec![0; length];
    link.read_exact(&mut text)?;
    link.set_read_timeout(None)?;
    let text = String::from_utf8(text).map_err(|_| strange())?;
    let mut lines = text.split('\n').map(str::to_owned);
    let process = lines.next().and_then(|line| line.parse().ok()).ok_or_else(strange)?;
    Ok((link, Greeting { process, values: lines.collect() }))
}

impl Purpose {
    /// Whether another process was started for the same.
    fn check(&self, process: usize, greeting: &Greeting) -> Result<(), Failure> {
        let theirs = greeting.values.iter().map(String::as_str).chain(std::iter::repeat("nothing"));
        for ((label, ours), theirs) in self.0.iter().zip(theirs) {
            if ours != theirs {
                return Err(Failure::input(format!(
                    "process {process} was started with another {label}: {theirs} there, {ours} here"
                )));
            }
        }
        Ok(())
    }
}

/// A machine that is gone without a word is noticed after half a minute.
fn watched(link: &TcpStream) -> io::Result<()> {
    let [silence, answer] = SILENCE;
    let keepalive = TcpKeepalive::new().with_time(silence);
    #[cfg(any(target_os = "linux", target_os = "macos", windows))]
    let keepalive = keepalive.with_interval(answer / 4).with_retries(4);
    let socket = SockRef::from(link);
    socket.set_tcp_keepalive(&keepalive)?;
    #[cfg(target_os = "linux")]
    socket.set_tcp_user_timeout(Some(silence + answer))?;
    Ok(())
}
