//! What the author of a move generator needs besides counting. Each tool
//! reports as it goes and returns values; commands and their text are not known
//! here.

#[cfg(feature = "cli")]
pub mod compare;
pub mod diagnosis;
pub mod differences;
pub mod estimate;
pub mod ladder;
pub mod printout;
pub mod split;
pub mod stats;
#[cfg(feature = "cli")]
pub mod suite;
