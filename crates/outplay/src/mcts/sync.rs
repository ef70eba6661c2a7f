//! Atomics and the memory that is made of them: those of the library, and in a model of threads those of `loom`, which tries every order.

#[cfg(not(all(test, loom)))]
pub(super) use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

#[cfg(not(all(test, loom)))]
pub(super) use crate::memory::{Memory, Word};

#[cfg(all(test, loom))]
pub(super) use loom::sync::atomic::{AtomicU32, AtomicU64, Ordering};

#[cfg(all(test, loom))]
pub(super) use modelled::{Memory, Word};

/// The atomics of `loom` are no plain numbers, so they are made one by one.
#[cfg(all(test, loom))]
mod modelled {
    pub(in super::super) trait Word: Default {}

    impl<T: Default> Word for T {}

    #[derive(Debug)]
    pub(in super::super) struct Memory<T>(Box<[T]>);

    impl<T: Word> Memory<T> {
        pub(in super::super) fn that_grows(words: usize) -> std::io::Result<Memory<T>> {
            Ok(Memory((0..words).map(|_| T::default()).collect()))
        }

        pub(in super::super) fn words(&self) -> &[T] {
            &self.0
        }
    }
}
