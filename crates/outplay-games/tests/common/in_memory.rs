//! Tables that are kept as long as a test runs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use outplay::solve::tables::{Store, TableError, TableSource};

/// Tables in memory, by slice.
#[derive(Clone, Default)]
pub(crate) struct InMemory(pub(crate) Arc<Mutex<HashMap<String, Vec<u8>>>>);

impl Store for InMemory {
    fn open(&self, slice: &str) -> Result<Option<Box<dyn TableSource>>, TableError> {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(slice).cloned();
        Ok(bytes.map(|bytes| Box::new(bytes) as Box<dyn TableSource>))
    }

    fn keep(&self, slice: &str, bytes: &[u8]) -> Result<(), TableError> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(slice.to_owned(), bytes.to_vec());
        Ok(())
    }
}
