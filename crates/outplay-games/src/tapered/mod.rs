//! Weights of two numbers each, one for a full board and one for an empty one, with what lies between in proportion: a *tapered* evaluation.
//!
//! [`Form`] is such weights as a text that people can read, [`Course`] is how they are learnt.

mod course;
mod form;

pub(crate) use course::{Course, show, show_before};
pub(crate) use form::Form;

/// What a feature is worth, first on a full board and then on an empty one.
pub(crate) type Weight = [i32; 2];
