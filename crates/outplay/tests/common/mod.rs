//! What several test files use.

#![allow(dead_code, unreachable_pub)] // every test file uses some of this

pub mod graph;
pub mod seeds;

use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseResult, TestError, TestRunner};

/// Of so many random cases that are the same every time, one more is fresh.
const FRESH: u32 = 4;

/// Checks a law in random cases: the same ones every time, because a law that is broken is broken for everybody, and then fresh ones. A
/// case that breaks it is made small, and printed with its seed.
pub fn law<S: Strategy>(
    fixed: u64,
    cases: u32,
    strategy: &S,
    law: impl Fn(S::Value) -> TestCaseResult,
) {
    for (seed, cases) in [(fixed, cases), (seeds::fresh(), cases / FRESH)] {
        let config = ProptestConfig {
            cases,
            rng_seed: RngSeed::Fixed(seed),
            failure_persistence: None,
            ..ProptestConfig::default()
        };
        seeds::told(seed, || match TestRunner::new(config).run(strategy, &law) {
            Ok(()) => {}
            Err(TestError::Abort(why)) => panic!("there are no cases: {why}"),
            Err(TestError::Fail(why, case)) => panic!("{why}\nin the case {case:#?}"),
        });
    }
}
