//! What the author of a move generator needs besides counting. Each tool
//! counts through [`perft`](crate::perft)'s interface, reports as it goes and
//! returns values; printing is not done here.

pub mod compare;
pub mod estimate;
pub mod ladder;
pub mod split;
pub mod stats;
pub mod suite;
