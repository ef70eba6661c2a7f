//! The list of hosts: where each process listens.

use std::path::Path;

use crate::failure::Failure;
use crate::files::{self, Kind};

/// The addresses of all processes, in order.
pub(super) struct Hosts(pub(super) Vec<String>);

impl Hosts {
    /// Reads a list: one `HOST:PORT` to a line. Empty lines, and what is behind a `#`, are left out.
    pub(super) fn read(path: &Path) -> Result<Hosts, Failure> {
        let shown = path.display().to_string();
        let mut hosts: Vec<String> = Vec::new();
        for (line, text) in files::text(path, Kind::HOSTS)?.lines().enumerate() {
            let address = text.split('#').next().unwrap_or_default().trim();
            if address.is_empty() {
                continue;
            }
            let wrong = |what: &str| {
                Failure::input(format!("{shown}, line {}: `{address}` {what}", line + 1))
            };
            let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty());
            if port.is_none_or(|(_, port)| port.parse::<u16>().is_err()) {
                return Err(wrong("is no address: write HOST:PORT, as in 192.0.2.7:2101"));
            }
            if hosts.iter().any(|other| other == address) {
                return Err(wrong("is there twice: each process needs an address of its own"));
            }
            hosts.push(address.to_owned());
        }
        match hosts.is_empty() {
            true => Err(Failure::input(format!(
                "{shown} has no addresses: write one HOST:PORT to a line"
            ))),
            false => Ok(Hosts(hosts)),
        }
    }

    /// Whether a process is one of them.
    pub(super) fn check(&self, process: usize) -> Result<(), Failure> {
        if process < self.0.len() {
            return Ok(());
        }
        let last = self.0.len() - 1;
        Err(Failure::input(format!(
            "there is no process {process}: the list of hosts has those from 0 to {last}"
        )))
    }
}
