//! Wrong counts whose moves are right. `compare` must say whether a draw rule, a table, unmaking or
//! threads are at fault.

use super::{compare, faulty, has_line, printed, trial};
use libtest_mimic::Trial;

struct Case {
    fault: &'static str,
    fen: &'static str,
    depth: u32,
    /// The beginning of the line that names the rule.
    rule: &'static str,
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const ROOK: &str = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
const FIFTY: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 98 80";

#[rustfmt::skip] // One line for each case, as in a table.
const CASES: &[Case] = &[
    Case { fault: "fifty-moves-0", fen: FIFTY, depth: 3, rule: "draw by the fifty-move rule ends the game in perft (the half-move clock is 100, but perft counts on)" },
    Case { fault: "fifty-moves-1", fen: FIFTY, depth: 3, rule: "draw by the fifty-move rule ends the game in perft (the half-move clock is 100, but perft counts on)" },
    Case { fault: "fifty-moves-none", fen: FIFTY, depth: 3, rule: "draw by the fifty-move rule ends the game in perft (the half-move clock is 100, but perft counts on)" },
    Case { fault: "fifty-moves-none", fen: "4k3/8/8/8/8/8/8/R3K3 w - - 100 80", depth: 2, rule: "draw by the fifty-move rule ends the game in perft (the half-move clock is 100, but perft counts on)" },
    Case { fault: "repetition-0", fen: ROOK, depth: 5, rule: "draw by repetition ends the game in perft (the position is the same as 4 plies before, but perft counts on)" },
    // The move that draws is the fault, found with totals only.
    Case { fault: "totals+fifty-moves-0", fen: FIFTY, depth: 3, rule: "draw by the fifty-move rule ends the game in perft (the half-move clock is 100, but perft counts on)" },
    Case { fault: "totals+fifty-moves-none", fen: FIFTY, depth: 3, rule: "draw by the fifty-move rule ends the game in perft (the half-move clock is 100, but perft counts on)" },
    Case { fault: "totals+repetition-0", fen: ROOK, depth: 5, rule: "draw by repetition ends the game in perft (the position is the same as 4 plies before, but perft counts on)" },
    Case { fault: "bare-kings-0", fen: "8/8/8/3k4/8/8/3p4/3K4 w - - 0 1", depth: 3, rule: "draw by insufficient material ends the game in perft (only the kings are left, but perft counts on)" },
    Case { fault: "key-without-rights", fen: "4k3/8/8/8/8/8/8/B3K2R w K - 0 1", depth: 5, rule: "wrong with a table of counts (with PerftHash false the count is right: look at the key and the depth)" },
    Case { fault: "depth-not-in-entry", fen: START, depth: 3, rule: "wrong with a table of counts (with Clear Hash the count is right: look at the key and the depth)" },
    Case { fault: "state-kept", fen: START, depth: 3, rule: "depends on the counts before (8902 in a fresh process, 400 after the questions before, also after ucinewgame: look at what unmaking leaves)" },
    Case { fault: "unmade-wrongly", fen: START, depth: 3, rule: "right when counted alone, wrong within a deeper count (" },
    Case { fault: "threads", fen: START, depth: 3, rule: "wrong with several threads (with Threads 1 the count is right)" },
    Case { fault: "uninitialised", fen: START, depth: 3, rule: "differs from run to run (the same question gets " },
];

pub fn trials() -> Vec<Trial> {
    let causes = CASES.iter().enumerate().map(|(number, case)| {
        trial(format!("causes::{}::{number}", case.fault), move || {
            let program = faulty("", case.fault);
            let words = format!("{program} depth {} fen {}", case.depth, case.fen);
            let text = printed(compare(&words), 1)?;
            let rule = format!("Rule: {}", case.rule);
            match text.lines().any(|line| line.starts_with(&rule)) {
                true => Ok(()),
                false => Err(format!("no {rule} in\n{text}")),
            }
        })
    });
    let unmade = trial("causes::two_plies_need_no_table".to_owned(), || {
        let program = faulty("", "unmade-wrongly");
        let text = printed(compare(&format!("{program} depth 2 fen {START}")), 1)?;
        let fault = "making or unmaking moves is at fault (two plies use no table twice)";
        match text.contains(fault) {
            true => Ok(()),
            false => Err(text),
        }
    });
    // The FEN alone does not tell that the position was there before.
    let alone = trial("causes::a_draw_below_the_position".to_owned(), || {
        let program = faulty("", "repetition-0");
        let words = format!("{program} ask \"go perft {{depth}}\" depth 5 fen {ROOK}");
        let text = printed(compare(&words), 1)?;
        has_line(&text, "Moves: a1a2 e8f8 a2a1 f8e8").or_else(|_| {
            match text.contains("Rule: draw by repetition ends the game in perft (") {
                true => Ok(()),
                false => Err(text),
            }
        })
    });
    causes.chain([unmade, alone]).collect()
}
