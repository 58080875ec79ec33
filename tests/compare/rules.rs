//! Broken rules. For each one, `compare` must find the position, the moves and the name of the rule.
//! Of each fault of the library it must name the rule at the position that shows it soonest.

use super::{compare, faulty, has_line, printed, trial};
use libtest_mimic::Trial;
use ox88::tools::diagnosis::Rule;
use ox88::tools::faults::{FAULTS, Fault};

/// A broken rule and the expected output of `compare`.
struct Case {
    fault: &'static str,
    fen: &'static str,
    depth: u32,
    /// The moves from the root to the position of the fault. Some cases have none.
    line: &'static str,
    /// `Missing: …`, `Extra: …` or `Count: …`: a line that must be printed.
    finding: &'static str,
    rule: &'static str,
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const POSITION_5: &str = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";

#[rustfmt::skip] // One line for each case, as in a table.
const CASES: &[Case] = &[
    Case { fault: "ep-uncovers", fen: "8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1", depth: 1, line: "", finding: "Extra: d5e6", rule: "en passant that uncovers a check" },
    Case { fault: "ep-uncovers", fen: "7K/8/8/3Pp3/8/8/8/b3k3 w - e6 0 1", depth: 1, line: "", finding: "Extra: d5e6", rule: "en passant that uncovers a check" },
    Case { fault: "ep-uncovers", fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", depth: 4, line: "e2e4", finding: "Extra: f4e3", rule: "en passant that uncovers a check" },
    Case { fault: "ep-missing", fen: KIWIPETE, depth: 3, line: "a2a4", finding: "Missing: b4a3", rule: "en passant missing" },
    Case { fault: "ep-not-set", fen: KIWIPETE, depth: 2, line: "a2a4", finding: "Missing: b4a3", rule: "en passant missing" },
    Case { fault: "ep-evasion", fen: "4r1k1/8/p3pQ2/3p2Pp/1p1P1RK1/2P5/7q/8 w - h6 0 2", depth: 1, line: "", finding: "Missing: g5h6", rule: "en passant missing as an evasion" },
    Case { fault: "ep-not-cleared", fen: "8/8/1k6/8/3pP3/8/8/4K3 b - e3 0 1", depth: 4, line: "b6c6 e1f1", finding: "Extra: d4e3", rule: "ep square not cleared" },
    Case { fault: "ep-leaves-pawn", fen: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", depth: 2, line: "e5d6", finding: "Extra: d5d4", rule: "pawn not removed by en passant" },
    Case { fault: "pin-ignored", fen: KIWIPETE, depth: 2, line: "e2b5", finding: "Extra: d7d6", rule: "pinned piece leaves its line" },
    Case { fault: "pinned-frozen", fen: "4k3/4r3/8/8/8/4R3/8/4K3 w - - 0 1", depth: 2, line: "", finding: "Missing: e3e4 e3e5 e3e6 e3e7 e3e2", rule: "pinned piece may move along its line" },
    Case { fault: "castling-out-of-check", fen: "r3k2r/8/8/8/4R3/8/8/4K3 b kq - 0 1", depth: 1, line: "", finding: "Extra: e8g8 e8c8", rule: "castling out of check" },
    Case { fault: "castling-out-of-check", fen: "rnbqk2r/pppPppbp/5np1/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 4", depth: 1, line: "", finding: "Extra: e8g8", rule: "castling out of check" },
    Case { fault: "castling-through-check", fen: KIWIPETE, depth: 2, line: "e5c6", finding: "Extra: e8c8", rule: "castling through check" },
    Case { fault: "castling-into-check", fen: KIWIPETE, depth: 2, line: "e2a6", finding: "Extra: e8c8", rule: "castling into check" },
    Case { fault: "castling-over-b", fen: "r3k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", depth: 1, line: "", finding: "Extra: e1c1", rule: "castling over a piece" },
    Case { fault: "castling-b-file", fen: "r3k2r/pp2ppbp/2n3p1/3p3P/3P1B2/4P3/PP1K1PP1/R4B1R b kq - 0 1", depth: 1, line: "", finding: "Missing: e8c8", rule: "castling while only the rook's path is attacked" },
    Case { fault: "castling-missing", fen: KIWIPETE, depth: 1, line: "", finding: "Missing: e1g1 e1c1", rule: "castling missing" },
    Case { fault: "right-kept-captured", fen: POSITION_5, depth: 3, line: "a2a3 f2h1", finding: "Extra: e1g1", rule: "castling right not lost when the rook is captured" },
    Case { fault: "right-kept-captured", fen: "r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1", depth: 2, line: "g2h1", finding: "Extra: e1g1", rule: "castling right not lost when the rook is captured" },
    Case { fault: "right-kept-rook", fen: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", depth: 3, line: "a1a2 a8b8", finding: "Extra: e1c1", rule: "castling right not lost when the rook moves" },
    Case { fault: "right-kept-king", fen: "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", depth: 5, line: "e1f1 e8f8 f1e1 f8g8", finding: "Extra: e1c1", rule: "castling right not lost when the king moves" },
    Case { fault: "promotion-no-knight", fen: "r2q1rk1/pp1bbppp/4p3/P1p1P3/4P3/1P4P1/1BpQ1PBP/R4RK1 b - - 0 14", depth: 1, line: "", finding: "Missing: c2c1n", rule: "promotion piece missing" },
    Case { fault: "capture-promotes-to-queen", fen: "8/8/8/7k/8/8/3p4/2R3K1 b - - 0 1", depth: 1, line: "", finding: "Missing: d2c1r d2c1b d2c1n", rule: "promotion piece missing" },
    Case { fault: "no-promotion", fen: "8/5P1k/8/8/8/8/7K/8 b - - 0 1", depth: 2, line: "h7h8", finding: "Missing: f7f8q f7f8r f7f8b f7f8n", rule: "promotion missing" },
    Case { fault: "double-check", fen: "4k3/3r4/5N2/8/8/6b1/8/K3R3 b - - 0 1", depth: 1, line: "", finding: "Extra: g3e1", rule: "double check, in which only the king may move" },
    Case { fault: "no-block", fen: "4k3/8/8/8/8/2b5/8/1N2K3 w - - 0 1", depth: 1, line: "", finding: "Missing: b1d2", rule: "evasion missing: interposition" },
    Case { fault: "no-capture-of-checker", fen: "4k3/8/8/8/8/2b5/8/1N2K3 w - - 0 1", depth: 1, line: "", finding: "Missing: b1c3", rule: "evasion missing: the capture of the checking piece" },
    Case { fault: "king-stays-in-check", fen: "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", depth: 1, line: "", finding: "Missing: e1f2 e1e2 e1d2", rule: "evasion missing: a step of the king" },
    Case { fault: "check-ignored", fen: "4k3/8/8/8/8/8/P7/r3K3 w - - 0 1", depth: 1, line: "", finding: "Extra: a2a3 a2a4", rule: "king left in check" },
    Case { fault: "king-along-line", fen: "4k3/8/8/8/8/8/8/r3K3 w - - 0 1", depth: 1, line: "", finding: "Extra: e1f1", rule: "king steps back along the checking line" },
    Case { fault: "king-captures-guarded", fen: "4k3/8/8/8/8/2b5/3n4/4K3 w - - 0 1", depth: 1, line: "", finding: "Extra: e1d2", rule: "king captures a guarded piece" },
    Case { fault: "kings-touch", fen: "8/8/8/3k4/8/3K4/8/8 w - - 0 1", depth: 1, line: "", finding: "Extra: d3e4 d3d4 d3c4", rule: "king steps next to the other king" },
    Case { fault: "king-steps-into-check", fen: "4k3/8/8/8/8/8/7r/4K3 w - - 0 1", depth: 1, line: "", finding: "Extra: e1f2 e1e2 e1d2", rule: "king steps into check" },
    Case { fault: "double-push-missing", fen: START, depth: 1, line: "", finding: "Missing: a2a4 b2b4 c2c4 d2d4 e2e4 f2f4 g2g4 h2h4", rule: "double step of a pawn missing" },
    Case { fault: "double-push-over", fen: "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1", depth: 2, line: "", finding: "Extra: f2f4", rule: "double step over or onto a piece" },
    Case { fault: "pawn-pushes-piece", fen: "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", depth: 1, line: "", finding: "Extra: e4e5", rule: "pawn steps onto a piece" },
    Case { fault: "pawn-wraps", fen: "4k3/8/p7/8/7P/8/8/4K3 w - - 0 1", depth: 1, line: "", finding: "Extra: h4a6", rule: "move wraps around the edge of the board" },
    Case { fault: "pawn-capture-missing", fen: KIWIPETE, depth: 1, line: "", finding: "Missing: g2h3 d5e6", rule: "capture by a pawn missing" },
    Case { fault: "knight-on-rim", fen: START, depth: 1, line: "", finding: "Missing: g1h3", rule: "ordinary move missing" },
    Case { fault: "rook-jumps", fen: "4k3/8/8/8/8/8/P7/R3K3 w - - 0 1", depth: 1, line: "", finding: "Extra: a1f1 a1a3", rule: "slider jumps over a piece" },
    Case { fault: "promotions-twice", fen: "8/5P1k/8/8/8/8/7K/8 w - - 0 1", depth: 1, line: "", finding: "Extra: f7f8q f7f8r f7f8b f7f8n", rule: "move listed twice" },
    Case { fault: "mate-counted", fen: KIWIPETE, depth: 4, line: "f3f6 e7d8 f6f7", finding: "Count: f6f7: 1, right is 0", rule: "mate or stalemate counted as a leaf" },
];

/// Faults that look like another one at the position that shows them soonest.
#[rustfmt::skip] // One line for each fault, as in a table.
const SHOWS_AS: &[(&str, Rule)] = &[
    // The move that is missing also answers a check.
    ("ep-missing", Rule::EnPassantEvasionMissing),
    ("ep-black", Rule::EnPassantEvasionMissing),
    ("double-push-missing", Rule::EvasionBlockMissing),
    ("pawn-capture-missing", Rule::EvasionCaptureMissing),
    ("knight-on-rim", Rule::EvasionCaptureMissing),
    ("slider-too-short", Rule::EvasionBlockMissing),
    ("slider-spares-neighbour", Rule::EvasionCaptureMissing),
    ("second-queen-frozen", Rule::EvasionCaptureMissing),
    // The piece that is wrong after a move gives check, or does not.
    ("promotion-makes-queen", Rule::PlainMoveMissing),
    ("promotion-keeps-pawn", Rule::KingStepsIntoCheck),
    ("castling-leaves-rook", Rule::KingStepsIntoCheck),
    ("chess960-king-overwritten", Rule::KingStepsIntoCheck),
    ("chess960-two-squares", Rule::KingStepsIntoCheck),
    // Castling may be wrong for more than one reason.
    ("castling-other-side", Rule::CastlingRookPath),
    ("chess960-innermost-rook", Rule::CastlingBlocked),
    // King takes rook is written like a step of the king once the rook has gone.
    ("chess960-right-by-corner", Rule::ListedTwice),
];

pub fn trials() -> Vec<Trial> {
    let trials = CASES.iter().enumerate().flat_map(|(number, case)| {
        ["", "script:"].map(|protocol| {
            let kind = if protocol.is_empty() { "uci" } else { "script" };
            trial(
                format!("rules::{}::{kind}::{number}", case.fault),
                move || check(case, protocol),
            )
        })
    });
    let of_library = FAULTS.iter().map(|fault| {
        trial(format!("rules::soonest::{}", fault.name), move || {
            check_soonest(fault)
        })
    });
    trials.chain(of_library).collect()
}

/// Faults of threads show anywhere, so no position shows them soonest.
fn check_soonest(fault: &Fault) -> Result<(), String> {
    let (fen, depth) = match fault.soonest() {
        Some(soonest) => (soonest.fen, soonest.depth),
        None if fault.is_random() => (KIWIPETE, 3),
        None => return Err("no position shows it".to_owned()),
    };
    let program = faulty("", fault.name);
    let text = printed(compare(&format!("{program} depth {depth} fen {fen}")), 1)?;
    let other = SHOWS_AS.iter().find(|(name, _)| *name == fault.name);
    let rule = other.map_or(fault.rule, |&(_, rule)| rule);
    let rule = format!("{} (", rule.words());
    match text.contains(&rule) {
        true => Ok(()),
        false => Err(format!("no {rule} in\n{text}")),
    }
}

fn check(case: &Case, protocol: &str) -> Result<(), String> {
    let Case {
        fault, fen, depth, ..
    } = case;
    let program = faulty(protocol, fault);
    let text = printed(compare(&format!("{program} depth {depth} fen {fen}")), 1)?;
    has_line(&text, format!("Moves: {}", case.line).trim_end())?;
    has_line(&text, case.finding)?;
    let rule = format!("Rule: {} (", case.rule);
    match text.lines().any(|line| line.starts_with(&rule)) {
        true => Ok(()),
        false => Err(format!("no {rule} in\n{text}")),
    }
}
