//! `outplay table build --hosts`: one process of several that build tables together (docs/cluster.md).

mod hosts;
mod meet;

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::HumanBytes;
use outplay::face::TableMaker;
use outplay::solve::cluster::{Built, Cluster, ClusterError};
use outplay::solve::tables::{Kind, Store};

use self::hosts::Hosts;
use self::meet::{Purpose, meet};
use super::build::{Options, announce, done};
use super::progress::Progress;
use crate::failure::{Failure, warn};
use crate::tables::Folder;
use crate::{files, machine};

/// Builds as one process of several.
pub(super) fn run(
    options: &Options,
    hosts: &Path,
    process: usize,
    maker: &dyn TableMaker,
    kind: Kind,
    folder: &Folder,
) -> Result<String, Failure> {
    if kind != Kind::Verdicts {
        return Err(Failure::input(format!(
            "several processes build tables of verdicts only, and these tell {}: leave out --hosts",
            if kind == Kind::Scores { "scores" } else { "distances" }
        )));
    }
    let hosts = Hosts::read(hosts)?;
    hosts.check(process)?;
    let threads = options.threads.by().threads;
    let start = Instant::now();
    let keeps = process == 0;
    let _lock = if keeps { Some(folder.lock()?) } else { None };
    let plan = match keeps {
        true => Some(
            maker
                .plan_together(folder, hosts.0.len(), threads)
                .map_err(|error| folder.wrong(&error))?,
        ),
        false => None,
    };
    if let Some(plan) = &plan {
        let memory = plan.memory + machine::own_bytes();
        options.allows(memory)?;
        announce(plan, memory);
    }
    let purpose = Purpose(vec![
        ("version of this program", env!("CARGO_PKG_VERSION").to_owned()),
        ("task", maker.signature()),
        ("list of hosts", hosts.0.join(" ")),
        ("number of --threads", threads.to_string()),
    ]);
    let links = meet(&hosts, process, &purpose, Duration::from_secs(options.wait))?;
    let progress = plan.map_or_else(Progress::without_end, |plan| Progress::new(plan.numbers));
    let progress = Arc::new(progress);
    let store = keeps.then(|| Arc::new(folder.clone()) as Arc<dyn Store + Send>);
    let cluster = Cluster { process, threads, links };
    let built = maker.build_together(store, cluster, Arc::clone(&progress) as _);
    progress.end();
    // A thread may be about to write a table that is not to be there.
    files::abandon();
    let built = built.map_err(|error| told(error, &hosts, folder))?;
    if !built.is_done {
        warn("what is done is kept by process 0; the same commands go on");
        return Err(Failure::stopped());
    }
    let traffic = traffic(&built);
    match plan {
        Some(plan) => Ok(done(maker, kind, folder, &plan, start)? + &traffic),
        None => Ok(traffic),
    }
}

/// What went over the wire.
fn traffic(built: &Built) -> String {
    let [sent, received] = [built.sent, built.received].map(HumanBytes);
    format!(
        "sent {} bytes ({sent}) to other processes, received {} ({received})\n",
        built.sent, built.received
    )
}

/// Why it ended.
fn told(error: ClusterError, hosts: &Hosts, folder: &Folder) -> Failure {
    match error {
        ClusterError::Table(error) => folder.wrong(&error),
        ClusterError::Lost { process, why } => Failure::lost(format!(
            "process {process} ({}) is gone: {why}; start all processes again, and they go on with the slice in hand",
            hosts.0[process]
        )),
        error => Failure::input(error.to_string()),
    }
}
