//! The last few answers that took a search, so that the next question about one of them takes none.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// So many are kept.
const MOST: usize = 8;

/// What was found out, by the question.
pub(super) struct Kept<T>(Mutex<VecDeque<(String, Arc<T>)>>);

impl<T> Kept<T> {
    pub(super) const fn new() -> Kept<T> {
        Kept(Mutex::new(VecDeque::new()))
    }

    /// What is known of a question, or is found out now; nothing, if there is no time for that.
    pub(super) fn or_made<E>(
        &self,
        question: String,
        make: impl FnOnce() -> Result<Option<T>, E>,
    ) -> Result<Option<Arc<T>>, E> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, one)) = known().iter().find(|(asked, _)| *asked == question) {
            return Ok(Some(Arc::clone(one)));
        }
        let Some(made) = make()?.map(Arc::new) else { return Ok(None) };
        let mut known = known();
        if known.len() == MOST {
            known.pop_front();
        }
        known.push_back((question, Arc::clone(&made)));
        Ok(Some(made))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_is_not_made_again() {
        let kept = Kept::new();
        let ask = |question: &str| {
            kept.or_made(question.to_owned(), || Ok::<_, ()>(Some(question.len())))
        };
        let first = ask("one").expect("some").expect("some");
        assert!(Arc::ptr_eq(&first, &ask("one").expect("some").expect("some")));
        assert_eq!(kept.or_made("none".to_owned(), || Ok::<_, ()>(None)), Ok(None));
        (0..MOST).for_each(|number| drop(ask(&number.to_string())));
        assert!(
            !Arc::ptr_eq(&first, &ask("one").expect("some").expect("some")),
            "it was forgotten"
        );
    }
}
