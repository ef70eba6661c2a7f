//! The lab: trees to step through, questions about them, and searches side by side.

use axum::Router;

/// What the lab can be asked for.
pub(super) fn routes() -> Router {
    Router::new()
}
