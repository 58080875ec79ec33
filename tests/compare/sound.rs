//! Engines without a fault, in many output formats. `compare` must find no difference.

use super::{compare, faulty, has_line, printed, trial};
use libtest_mimic::Trial;
use std::path::Path;

/// Output formats.
const FORMATS: [&str; 11] = [
    "none",
    "no-colon",
    "dashes",
    "upper-case",
    "banners",
    "odd-bytes",
    "long-line",
    "no-total",
    "castling-960",
    "castling-o-o",
    "unheard-of",
];
const STOCKFISH: &str = "/usr/games/stockfish";
const POSITION: &str = "r3k2r/1P6/8/8/8/8/6p1/R3K2R w KQkq - 0 1";

pub fn trials() -> Vec<Trial> {
    let formats = FORMATS.into_iter().flat_map(|format| {
        ["", "script:", "command:"].map(|protocol| {
            let depth = if format == "long-line" { 1 } else { 3 };
            let kind = protocol.trim_end_matches(':');
            trial(format!("sound::{format}::{kind}"), move || {
                let program = faulty(protocol, format);
                let text = printed(
                    compare(&format!("{program} depth {depth} fen {POSITION}")),
                    0,
                )?;
                match text.starts_with(&format!("no difference to depth {depth}, ")) {
                    true => Ok(()),
                    false => Err(text),
                }
            })
        })
    });
    let ox88 = env!("CARGO_BIN_EXE_ox88");
    let engine = match Path::new(STOCKFISH).exists() {
        true => STOCKFISH,
        false => ox88,
    };
    let suites = [
        (ox88, "tests/suites/chess960-extra.epd", 39),
        (engine, "tests/suites/tricky.epd", 131),
    ];
    let suites = suites.map(|(engine, file, positions)| {
        trial(format!("sound::{file}"), move || {
            let words = format!("\"{engine}\" suite {file} depth 2");
            let text = printed(compare(&words), 0)?;
            has_line(
                &text,
                &format!("{positions} positions compared to depth 2, no difference"),
            )
        })
    });
    formats.chain(suites).collect()
}
