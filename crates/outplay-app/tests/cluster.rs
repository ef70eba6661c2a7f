//! `outplay table build --hosts`, with real processes on this machine: the same bytes as one process, whatever is killed.

#![cfg(feature = "cluster")]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{Folder, command, complaint, run};

/// All tables of a folder.
fn tables(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("an entry"));
    let tables = entries.filter(|entry| entry.path().extension().is_some_and(|end| end == "table"));
    tables
        .map(|entry| {
            let name = entry.file_name().into_string().expect("UTF-8");
            (name, fs::read(entry.path()).expect("it can be read"))
        })
        .collect()
}

/// Writes a list of so many hosts, with ports that nobody has.
fn hosts(folder: &Folder, many: usize) -> String {
    let listen = || TcpListener::bind("127.0.0.1:0").expect("a free port");
    let listeners: Vec<_> = (0..many).map(|_| listen()).collect();
    let mut text = "# all on this machine\n\n".to_owned();
    for listener in &listeners {
        text += &format!("{}\n", listener.local_addr().expect("an address"));
    }
    let path = folder.file("hosts");
    fs::write(&path, text).expect("it can be written");
    path
}

/// What is built, and how.
struct Build<'b> {
    what: &'b [&'b str],
    hosts: &'b str,
    folder: &'b str,
    threads: &'b str,
}

impl Build<'_> {
    fn start(&self, process: usize) -> Child {
        let process = process.to_string();
        let how = ["--hosts", self.hosts, "--process", &process, "--threads", self.threads];
        let kept = ["--folder", self.folder, "--wait", "30"];
        command()
            .args(["table", "build"])
            .args(self.what)
            .args(how)
            .args(kept)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs")
    }

    fn start_all(&self, processes: usize) -> Vec<Child> {
        (0..processes).map(|process| self.start(process)).collect()
    }

    /// Runs all processes to their ends.
    fn run(&self, processes: usize) {
        for (process, child) in self.start_all(processes).into_iter().enumerate() {
            let output = ended(child);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "process {process}: {errors}");
        }
    }
}

/// What becomes of a process, which has a minute.
fn ended(mut child: Child) -> Output {
    let end = Instant::now() + Duration::from_secs(60);
    while child.try_wait().expect("it can be asked").is_none() {
        if Instant::now() > end {
            child.kill().expect("it can be killed");
            panic!("a process hangs: {:?}", child.wait_with_output());
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().expect("it has ended")
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn two_processes_build_the_same_bytes() {
    let folder = Folder::new("cluster-built");
    for what in [&["checkers", "--pieces", "3"][..], &["chess", "--pieces", "3"]] {
        let plain = folder.file(&format!("{}-plain", what[0]));
        let built = run([&["table", "build"], what, &["--folder", &plain]].concat());
        assert!(built.status.success(), "{}", errors(&built));
        for (processes, threads) in [(1, "2"), (2, "1"), (2, "2")] {
            let kept = folder.file(&format!("{}-{processes}-{threads}", what[0]));
            let hosts = hosts(&folder, processes);
            Build { what, hosts: &hosts, folder: &kept, threads }.run(processes);
            assert!(tables(&kept) == tables(&plain), "{what:?}: {processes} x {threads}");
        }
    }
}

/// A slice alone, with those that it needs.
#[test]
fn one_slice_is_built_with_what_it_leads_to() {
    let folder = Folder::new("cluster-slice");
    let out = folder.file("t");
    let what = ["checkers", "--pieces", "4", "--slice", "02-01"];
    let hosts = hosts(&folder, 2);
    Build { what: &what, hosts: &hosts, folder: &out, threads: "1" }.run(2);
    let built = tables(&out);
    assert!(built.contains_key("checkers-02-01.table") && built.len() < 5, "{:?}", built.keys());
    let told = complaint(["table", "build", "checkers", "--slice", "KQvKR", "--folder", &out]);
    assert!(told.starts_with("checkers has no slice KQvKR among its "), "{told}");
}

/// Whatever is killed, the others say which process it was, and all of them started again come to the same bytes.
#[test]
fn a_process_that_is_killed_is_named_and_started_again() {
    let folder = Folder::new("cluster-killed");
    let (plain, kept) = (folder.file("plain"), folder.file("kept"));
    let what = ["checkers", "--pieces", "4"];
    let built = run([&["table", "build"], &what[..], &["--folder", &plain]].concat());
    assert!(built.status.success(), "{}", errors(&built));
    let mut kills = [0; 2];
    for round in 0..60 {
        if kills.iter().all(|&kills| kills >= 2) {
            break;
        }
        let hosts = hosts(&folder, 2);
        let all = Build { what: &what, hosts: &hosts, folder: &kept, threads: "1" };
        let mut children = all.start_all(2);
        let victim = round % 2;
        let some = fs::read_dir(&kept).map_or(0, Iterator::count);
        // Until one more slice is done, so that the processes are in the midst of another one.
        let end = Instant::now() + Duration::from_secs(30);
        while fs::read_dir(&kept).map_or(0, Iterator::count) < some + 2 && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
        children[victim].kill().expect("it can be killed");
        let mut outputs = children.into_iter().map(ended);
        let outputs = [outputs.next().expect("one"), outputs.next().expect("two")];
        let (killed, other) = (&outputs[victim], &outputs[1 - victim]);
        if killed.status.success() || other.status.success() {
            // They were done before: all over again.
            fs::remove_dir_all(&kept).expect("it can be removed");
            continue;
        }
        kills[victim] += 1;
        let told = errors(other);
        assert_eq!(other.status.code(), Some(3), "{told}");
        assert!(told.contains(&format!("outplay: process {victim} (127.0.0.1:")), "{told}");
        let end = "start all processes again, and they go on with the slice in hand\n";
        assert!(told.ends_with(end) && !told.contains("panicked"), "{told}");
    }
    assert!(kills.iter().all(|&kills| kills >= 2), "{kills:?}");
    let hosts = hosts(&folder, 2);
    Build { what: &what, hosts: &hosts, folder: &kept, threads: "2" }.run(2);
    assert!(tables(&kept) == tables(&plain));
}

/// Whoever was started otherwise is told so, on both sides, and strangers are left alone.
#[test]
fn processes_that_do_not_fit_say_so() {
    let folder = Folder::new("cluster-unfit");
    let hosts = hosts(&folder, 2);
    let out = folder.file("t");
    let three = ["checkers", "--pieces", "3"];
    let build = Build { what: &three, hosts: &hosts, folder: &out, threads: "1" };
    let first = build.start(0);
    let addresses = fs::read_to_string(&hosts).expect("it can be read");
    let address = addresses.lines().find(|line| line.starts_with("127")).expect("an address");
    let end = Instant::now() + Duration::from_secs(30);
    while Instant::now() < end {
        if let Ok(mut stranger) = TcpStream::connect(address) {
            let _ = stranger.write_all(b"GET / HTTP/1.1\r\n\r\n");
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    let second = Build { threads: "2", ..build }.start(1);
    for (other, child) in [first, second].into_iter().map(ended).enumerate() {
        let told = errors(&child);
        assert_eq!(child.status.code(), Some(2), "{told}");
        let wrong = format!("process {} was started with another number of --threads: ", 1 - other);
        assert!(told.contains(&wrong), "{told}");
    }
}

#[test]
fn what_cannot_be_is_refused_with_a_sentence() {
    let folder = Folder::new("cluster-refused");
    let list = hosts(&folder, 2);
    let build = |more: &[&str]| complaint([&["table", "build"][..], more].concat());
    let told = build(&["checkers", "--hosts", &list, "--process", "2"]);
    assert_eq!(told, "there is no process 2: the list of hosts has those from 0 to 1");
    let told = build(&["checkers", "--hosts", &list, "--process", "0", "--distance"]);
    assert!(told.starts_with("several processes build tables of verdicts only"), "{told}");
    let told = build(&["kalah", "--hosts", &list, "--process", "0"]);
    assert!(told.ends_with("these tell scores: leave out --hosts"), "{told}");
    for (text, wrong) in [
        (
            "127.0.0.1:1\nhere\n",
            "line 2: `here` is no address: write HOST:PORT, as in 192.0.2.7:2101",
        ),
        (
            "a:1\n# b\n a:1 # c\n",
            "line 3: `a:1` is there twice: each process needs an address of its own",
        ),
        ("\n#\n", "has no addresses: write one HOST:PORT to a line"),
    ] {
        fs::write(&list, text).expect("it can be written");
        let told = build(&["checkers", "--hosts", &list, "--process", "0"]);
        assert!(told.ends_with(wrong), "{told}");
    }
    // Nobody else comes.
    let list = hosts(&folder, 2);
    let out = folder.file("t");
    let who = ["checkers", "--pieces", "2", "--hosts", &list, "--process", "1"];
    let output = run([&["table", "build"], &who[..], &["--folder", &out, "--wait", "1"]].concat());
    let told = errors(&output);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(
        told.contains("process 0 (127.0.0.1:") && told.contains(" was not there within 1 s"),
        "{told}"
    );
}
