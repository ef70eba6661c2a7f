//! Lessons: what a thread learns while it searches, kept for the next search.

use std::mem;
use std::sync::{Mutex, PoisonError};

use super::config::Config;
use super::correct::Corrections;
use super::habits::Habits;
use super::insight::Insight;
use crate::Game;

/// What a thread has learnt.
#[derive(Default)]
pub(super) struct Lessons {
    pub(super) habits: Habits,
    pub(super) corrections: Corrections,
}

impl Lessons {
    fn new<G: Game, I: Insight<G>>(config: &Config) -> Lessons {
        Lessons {
            habits: if config.habits {
                Habits::new(I::INDICES, I::THEMES)
            } else {
                Habits::default()
            },
            corrections: Corrections::new(if config.correct { I::GISTS } else { 0 }),
        }
    }
}

/// The lessons of threads that are not at work.
#[derive(Default)]
pub(super) struct Shelf(Mutex<Vec<Lessons>>);

impl Shelf {
    /// Lessons to go on with: those of an earlier search, if there are any.
    pub(super) fn take<G: Game, I: Insight<G>>(&self, config: &Config) -> Lessons {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut lessons = kept.unwrap_or_else(|| Lessons::new::<G, I>(config));
        lessons.habits.forget_plies();
        lessons
    }

    /// Keeps lessons for later.
    pub(super) fn put(&self, lessons: &mut Lessons) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(mem::take(lessons));
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
