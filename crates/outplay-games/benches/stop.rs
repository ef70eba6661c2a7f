//! How long Monte-Carlo search goes on after it was asked to stop, in every game. `just mcts-stop`
//!
//! On a machine that is busy with other things the median is mostly the waiting for a processor; the quickest of all answers is that of the search.

#![allow(missing_docs)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use outplay::Limits;
use outplay::face::{Options, Question};

/// How often each is asked, and when.
const TIMES: u64 = 15;
const AFTER: Duration = Duration::from_millis(20);

fn main() {
    let games = outplay_games::catalogue();
    let listed = games.listings().iter().map(|game| game.name.as_str());
    println!("{:20} threads   best ms  median ms", "");
    for name in listed.chain(["go:19x19"]) {
        let game = games.game(name).expect("a game of the list");
        for threads in [1, 2] {
            let options = Options { threads, ..Options::default() };
            let mut search = game.thinker("mcts", &options).expect("every game has it");
            let mut late: Vec<f64> = Vec::new();
            for turn in 0..TIMES {
                search.begin(turn);
                let stop = Arc::new(AtomicBool::new(false));
                let limits = Limits { stop: Some(Arc::clone(&stop)), ..Limits::default() };
                let asked = thread::spawn(move || {
                    thread::sleep(AFTER);
                    stop.store(true, Relaxed);
                    Instant::now()
                });
                let answer =
                    search.think(&*game.start(), &Question::default(), &limits, &mut |_| ());
                let answered = Instant::now();
                answer.expect("an answer");
                let asked = asked.join().expect("it only sleeps");
                late.push(answered.saturating_duration_since(asked).as_secs_f64() * 1e3);
            }
            late.sort_by(f64::total_cmp);
            println!("{name:20} {threads:7} {:9.3} {:10.3}", late[0], late[late.len() / 2]);
        }
    }
}
