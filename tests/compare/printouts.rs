//! Forms of printouts. For each one, an engine that prints it, with one broken rule, whose fault
//! must be found and named.

use super::styles::STYLES;
use super::{compare, faulty, has_line, printed, trial};
use libtest_mimic::Trial;

/// A broken rule and what `compare` prints about it.
struct Case {
    fault: &'static str,
    fen: &'static str,
    depth: u32,
    line: &'static str,
    missing: &'static str,
    /// The extra move in coordinates, and in algebraic notation.
    extra: [&'static str; 2],
    rule: &'static str,
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const CASES: [Case; 4] = [
    Case {
        fault: "right-kept-captured",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        depth: 3,
        line: " a2a3 f2h1",
        missing: "",
        extra: ["e1g1", "o-o"],
        rule: "castling right not lost when the rook is captured",
    },
    Case {
        fault: "ep-missing",
        fen: KIWIPETE,
        depth: 3,
        line: " a2a4",
        missing: "b4a3",
        extra: ["", ""],
        rule: "en passant missing",
    },
    Case {
        fault: "pin-ignored",
        fen: KIWIPETE,
        depth: 2,
        line: " e2b5",
        missing: "",
        extra: ["d7d6", "d6"],
        rule: "pinned piece leaves its line",
    },
    Case {
        fault: "promotion-no-knight",
        fen: "r2q1rk1/pp1bbppp/4p3/P1p1P3/4P3/1P4P1/1BpQ1PBP/R4RK1 b - - 0 14",
        depth: 1,
        line: "",
        missing: "c2c1n",
        extra: ["", ""],
        rule: "promotion piece missing",
    },
];

pub fn trials() -> Vec<Trial> {
    let styles = STYLES.iter().enumerate();
    styles
        .map(|(number, &style)| {
            let name = format!("printouts::{style}");
            trial(name, move || check(style, &CASES[number % CASES.len()]))
        })
        .collect()
}

fn check(style: &str, case: &Case) -> Result<(), String> {
    let Case {
        fault,
        fen,
        depth,
        line,
        ..
    } = case;
    let sound = faulty("", &format!("none@{style}"));
    let text = printed(compare(&format!("{sound} depth 3 fen {KIWIPETE}")), 0)?;
    // The published count.
    has_line(&text, "no difference to depth 3, 97862 leaves")?;

    let engine = faulty("", &format!("{fault}@{style}"));
    let text = printed(compare(&format!("{engine} depth {depth} fen {fen}")), 1)?;
    has_line(&text, &format!("Moves:{line}"))?;
    if !case.missing.is_empty() {
        // Without their letters, one promotion is as good as another.
        let is_unnamed = style == "roce" && case.missing.len() == 5;
        if !is_unnamed {
            has_line(&text, &format!("Missing: {}", case.missing))?;
        }
    }
    let is_san = matches!(
        style,
        "san" | "san-numbered" | "json-with-total" | "python-tuples"
    );
    let extra = case.extra[usize::from(is_san)];
    if !extra.is_empty() {
        has_line(&text, &format!("Extra: {extra}"))?;
    }
    let rule = format!("Rule: {} (", case.rule);
    match text.lines().any(|line| line.starts_with(&rule)) {
        true => Ok(()),
        false => Err(format!("there is no line '{rule}' in\n{text}")),
    }
}
