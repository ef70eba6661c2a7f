//! Atomics: those of the standard library, and in a model of threads those of `loom`, which tries every order.

#[cfg(not(all(test, loom)))]
pub(super) use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};

#[cfg(all(test, loom))]
pub(super) use loom::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
