//! `compare … suite FILE`: which lines are read as positions, and which of many faults are printed.

use super::{compare, faulty, has_line, printed, trial};
use libtest_mimic::Trial;
use std::fs;

/// Every format that `suite` reads, standard chess after Chess960, and a line that is no
/// position.
const SUITE: &str = "\
# Positions of many kinds

r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039
1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1;D1 21
4r1k1/8/p3pQ2/3p2Pp/1p1P1RK1/2P5/7q/8 w - h6 D1 2
8/8/1k6/8/3pP3/8/8/4K3 b - e3; id \"the smallest\"; D1 10 # by hand
8/8/8/8/8/8/8/4K3 w - - 0 1;D1 5
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
";

/// The line without a black king.
const NO_KING: u32 = 7;

pub fn trials() -> Vec<Trial> {
    vec![
        trial(
            "suites::the_first_fault_ends_the_comparison".to_owned(),
            || {
                let text = run("ep-missing", "depth 2", 1)?;
                has_line(&text, "line 3: difference at depth 2: 2038, right is 2039")?;
                has_line(&text, "1 position compared to depth 2, 1 fault")
            },
        ),
        trial(
            "suites::all_prints_the_smallest_of_each_kind".to_owned(),
            || {
                let text = run("ep-missing", "depth 2 all", 1)?;
                let found: Vec<&str> = text
                    .lines()
                    .filter(|line| line.contains("right is"))
                    .collect();
                // The one in line 5 is missing as an evasion, which is the same fault.
                let expected = ["line 6: difference at depth 1: 9, right is 10"];
                if found != expected {
                    return Err(format!("{found:?}, expected {expected:?}"));
                }
                has_line(
                    &text,
                    "Rule: en passant missing (by the FEN the ep square is e3)",
                )?;
                broken_line(&text)?;
                has_line(
                    &text,
                    "5 positions compared to depth 2, 1 fault, 1 line could not be read",
                )
            },
        ),
        trial("suites::json_has_the_same".to_owned(), || {
            let text = run("ep-missing", "depth 2 all json", 1)?;
            let last = text.lines().last().unwrap_or_default();
            let found: serde_json::Value =
                serde_json::from_str(last).map_err(|error| error.to_string())?;
            let cause = &found["causes"][0];
            let told = [
                &found["result"],
                &found["positions"],
                &cause["line"],
                &cause["found"],
                &cause["right"],
                &cause["rules"][0]["rule"],
            ];
            let expected = serde_json::json!(["different", 5, 6, 9, 10, "en passant missing"]);
            match expected == serde_json::json!(told) {
                true => Ok(()),
                false => Err(format!("{told:?}, expected {expected}")),
            }
        }),
        trial(
            "suites::uci_chess960_is_set_at_each_change_of_variant".to_owned(),
            || {
                let text = run("minds-chess960", "depth 1", 1)?;
                broken_line(&text)?;
                has_line(
                    &text,
                    "5 positions compared to depth 1, no difference, 1 line could not be read",
                )
            },
        ),
    ]
}

fn run(fault: &str, words: &str, status: i32) -> Result<String, String> {
    let file = std::env::temp_dir().join(format!("ox88-{fault}-{}.epd", std::process::id()));
    let file = file.with_extension(words.replace(' ', "-"));
    fs::write(&file, SUITE).map_err(|error| error.to_string())?;
    let output = compare(&format!(
        "{} suite {} {words}",
        faulty("", fault),
        file.display()
    ));
    let _ = fs::remove_file(&file);
    printed(output, status)
}

fn broken_line(text: &str) -> Result<(), String> {
    let start = format!("line {NO_KING}: ");
    match text.lines().any(|line| line.starts_with(&start)) {
        true => Ok(()),
        false => Err(format!("line {NO_KING} is not named in\n{text}")),
    }
}
