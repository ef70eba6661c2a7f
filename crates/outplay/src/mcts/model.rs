//! A model of threads at work in one tree: `loom` tries every order of their steps that the memory model of the language allows, the outdated reads included.
//! `just mcts-model`
//!
//! It is the code of the pool itself, over the atomics of `sync.rs`: children that are made once, blocks, counts, proofs.

use loom::model::Builder;
use loom::thread;

use super::pool::{EXPANDED, EXPANDING, LEAF, Pool, Sides, Stock};
use super::sync::{AtomicU32, Ordering::Relaxed};
use super::ucb1::TABLES;

/// Tries all orders with at most so many switches from a thread that could go on.
fn model(switches: usize, test: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(switches);
    builder.max_branches = 100_000;
    builder.check(test);
}

fn pool() -> &'static Pool<u32> {
    Box::leak(Box::new(Pool::new(1 << 12, Sides::default(), 2).ready()))
}

/// One thread makes children, if the other has not; what each sees of them is complete.
#[test]
fn children_are_made_once_and_seen_whole() {
    model(3, || {
        let pool = pool();
        let made: &AtomicU32 = Box::leak(Box::new(AtomicU32::new(0)));
        let expand = move || {
            let node = pool.node(0);
            if node.turn_into(LEAF, EXPANDING, true) {
                let children =
                    pool.make(&[7, 8], 1, &mut Stock::default(), true).expect("there is room");
                children.node(1).visit(3, &TABLES, true);
                node.publish(children);
                made.fetch_add(1, Relaxed);
            }
            if node.state() == EXPANDED {
                let children = pool.children_of(node);
                assert_eq!((children.len(), children.mover), (2, 1));
                assert_eq!((children.mv(0), children.mv(1)), (7, 8));
                assert_eq!((children.node(0).visits(), children.node(1).visits()), (0, 3));
            }
        };
        let other = thread::spawn(expand);
        expand();
        other.join().expect("the other thread");
        assert_eq!(made.load(Relaxed), 1);
        assert_eq!(pool.node(0).state(), EXPANDED);
    });
}

/// No block of nodes is given to two threads, from their stocks neither.
#[test]
fn blocks_do_not_overlap() {
    model(3, || {
        let pool = pool();
        let take = move || {
            let mut stock = Stock::default();
            [(); 2]
                .map(|()| pool.make(&[1, 2, 3], 0, &mut stock, true).expect("there is room").first)
        };
        let other = thread::spawn(take);
        let mut all = take().to_vec();
        all.extend(other.join().expect("the other thread"));
        all.sort_unstable();
        assert!(all.windows(2).all(|pair| pair[1] - pair[0] >= 3), "{all:?}");
    });
}

/// No visit and no result is lost.
#[test]
fn counts_add_up() {
    model(3, || {
        let pool = pool();
        let visit = move |gain: f64| {
            let node = pool.node(0);
            node.visit(1, &TABLES, true);
            node.gain(gain, &TABLES, true);
        };
        let other = thread::spawn(move || visit(1.0));
        visit(4.0);
        other.join().expect("the other thread");
        assert_eq!((pool.node(0).visits(), pool.node(0).sum()), (2, 5.0));
    });
}

/// Whoever sees the number of a proof sees its payoffs.
#[test]
fn a_proof_is_seen_with_its_payoffs() {
    model(3, || {
        let pool = pool();
        let other = thread::spawn(move || {
            let number = pool.proofs.keep(&[3.0, -3.0]).expect("there is room");
            pool.node(0).replace_low(0, number);
            pool.node(0).replace_high(0, number);
        });
        if let Some(number) = pool.node(0).proof() {
            assert_eq!((pool.proofs.payoff(number, 0), pool.proofs.payoff(number, 1)), (3.0, -3.0));
        }
        other.join().expect("the other thread");
        assert!(pool.node(0).proof().is_some());
    });
}

/// Two threads that prove the same by different numbers make one proof of it.
#[test]
fn a_proof_by_two_threads_is_one() {
    model(3, || {
        let pool = pool();
        let prove = move || {
            let number = pool.proofs.keep(&[3.0, -3.0]).expect("there is room");
            pool.node(0).settle(number)
        };
        let other = thread::spawn(prove);
        let is_new = prove();
        let other_is_new = other.join().expect("the other thread");
        assert!(is_new != other_is_new, "one of them was first");
        assert!(pool.node(0).proof().is_some());
    });
}
