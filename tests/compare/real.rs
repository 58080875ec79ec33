//! Real engines, as Debian packages them. The tests of those that are not installed are skipped.

use super::{compare, has_line, printed, trial};
use libtest_mimic::Trial;
use std::path::Path;

const FOLDER: &str = "/usr/games";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const AGREES: &str = "no difference to depth 3, 97862 leaves";

/// An engine, the exit status, and the end of a line that is printed.
const ENGINES: [(&str, i32, &[&str]); 4] = [
    ("stockfish", 0, &[AGREES]),
    // It knows `perft N` only, and prints nothing but the total.
    (
        "ethereal-chess",
        0,
        &[AGREES, "asked with: perft N (it prints only totals)"],
    ),
    // It takes any `go` for a search without end.
    ("toga2", 2, &["' does not know perft: it searches"]),
    ("glaurung", 2, &["' does not know perft: it searches"]),
];

pub fn trials() -> Vec<Trial> {
    let trials = ENGINES.map(|(engine, status, ends)| {
        let path = Path::new(FOLDER).join(engine);
        let is_there = path.exists();
        let test = move || {
            let words = format!("{} depth 3 fen {KIWIPETE}", path.display());
            let text = printed(compare(&words), status)?;
            ends.iter().try_for_each(|end| {
                let line = text.lines().find(|line| line.ends_with(end));
                has_line(&text, line.unwrap_or(end))
            })
        };
        trial(format!("real::{engine}"), test).with_ignored_flag(!is_there)
    });
    trials.into()
}
