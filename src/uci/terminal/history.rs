//! Where the history of typed lines is kept between sessions.

use etcetera::BaseStrategy;
use std::fs;
use std::path::PathBuf;

/// The most lines that are kept.
pub(super) const LINES: usize = 1_000;

/// The file of the history: in the place that the system has for the state of programs,
/// or for their local data. Its folder is made. Returns nothing if there is no such
/// place, or it cannot be made: the history then ends with the session.
pub(super) fn file() -> Option<PathBuf> {
    let places = etcetera::choose_base_strategy().ok()?;
    let folder = places.state_dir().unwrap_or_else(|| places.data_dir());
    let folder = folder.join("ox88");
    fs::create_dir_all(&folder).ok()?;
    Some(folder.join("history"))
}
