//! Draws in a search: repetition, the fifty-move rule and bare kings. fastchess warns of a PV that
//! goes on after such a draw. The draws were checked with python-chess and Stockfish.

use crate::common::Engine;
use crate::info::{Line, Score, read_search};
use crate::search::search;

/// Returns the first four fields of the FEN after these moves, and the half-move clock. `game` is
/// the rest of a `position` command.
fn position_after(engine: &mut Engine, game: &str, moves: &[String]) -> (String, u32) {
    let keyword = if game.contains(" moves ") {
        ""
    } else {
        " moves"
    };
    engine.silent(&format!("position {game}{keyword} {}", moves.join(" ")));
    let shown = engine.reply("d");
    let fen = shown.iter().find_map(|line| line.strip_prefix("Fen: "));
    let Some(fen) = fen.map(str::to_owned) else {
        engine.fail("'d' shows no FEN");
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    (fields[..4].join(" "), fields[4].parse().expect("a number"))
}

/// Checks that the PV of every line ends where the game does: at a third repetition of a position,
/// or after a hundred plies without a capture or a pawn move.
fn check_pvs_end_with_the_game(engine: &mut Engine, game: &str, lines: &[Line]) {
    let (start, played) = game.split_once(" moves ").unwrap_or((game, ""));
    let played: Vec<String> = played.split_terminator(' ').map(str::to_owned).collect();
    let mut earlier = Vec::new();
    for plies in 0..=played.len() {
        earlier.push(position_after(engine, start, &played[..plies]).0);
    }
    for line in lines {
        let mut seen = earlier.clone();
        for plies in 1..=line.pv.len() {
            let (position, clock) = position_after(engine, game, &line.pv[..plies]);
            seen.push(position.clone());
            let repetitions = seen.iter().filter(|other| **other == position).count();
            engine.check(
                plies == line.pv.len() || repetitions < 3 && clock < 100,
                format_args!("the PV goes on after its move {plies}: {line:?}"),
            );
        }
    }
    engine.silent(&format!("position {game}"));
}

#[test]
fn a_third_repetition_is_a_draw_and_ends_the_pv() {
    let mut engine = Engine::start();
    // Ng8 repeats the start position for the third time.
    let game = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    engine.silent(&format!("position {game}"));
    let (lines, _) = read_search(&mut engine, "go depth 4");
    check_pvs_end_with_the_game(&mut engine, game, &lines);
    // This move repeats a position for the third time. Stockfish scores it as 0. It scores every
    // other move as lost in the first game and as won in the second.
    for (game, repetition, saves) in [
        (
            "fen 6k1/6pp/8/8/8/8/q7/4N2K w - - 0 1 moves \
             e1f3 g8h8 f3g1 h8g8 g1f3 g8h8 f3g1 h8g8",
            "g1f3",
            true,
        ),
        (
            "fen 4k3/8/8/8/8/8/2Q5/R3K3 w - - 0 1 moves \
             c2d2 e8f8 d2d1 f8e8 d1d2 e8f8 d2d1 f8e8",
            "d1d2",
            false,
        ),
        (game, "f6g8", false),
    ] {
        engine.subject(game);
        engine.silent(&format!("position {game}"));
        let command = format!("go depth 4 searchmoves {repetition}");
        let (lines, best) = read_search(&mut engine, &command);
        engine.check(best == repetition, &best);
        for line in &lines {
            let is_draw = line.score == Score::Centipawns(0);
            engine.check(is_draw && line.pv == [repetition], format_args!("{line:?}"));
        }
        let (lines, best) = read_search(&mut engine, "go depth 4");
        check_pvs_end_with_the_game(&mut engine, game, &lines);
        if saves {
            engine.check(best == repetition, &best);
            let are_draws = lines.iter().all(|line| line.score == Score::Centipawns(0));
            engine.check(are_draws, format_args!("{lines:?}"));
        }
    }
    // The side that wins does not repeat.
    engine.silent(
        "position fen 4k3/8/8/8/8/8/2Q5/R3K3 w - - 0 1 moves \
         c2d2 e8f8 d2d1 f8e8 d1d2 e8f8 d2d1 f8e8",
    );
    let (lines, best) = read_search(&mut engine, "go depth 3");
    engine.check(best != "d1d2", &best);
    let is_winning = lines.iter().all(|line| line.score.order() > 0);
    engine.check(is_winning, format_args!("{lines:?}"));
    engine.finish_quietly();
}

#[test]
fn the_fifty_move_rule_is_a_draw_and_ends_the_pv() {
    let mut engine = Engine::start();
    for (clock, longest) in [(99, 1), (98, 2), (97, 3)] {
        let game = format!("fen 4k3/8/8/8/8/8/8/R3K3 w - - {clock} 80");
        engine.subject(&game);
        engine.silent(&format!("position {game}"));
        let (lines, _) = read_search(&mut engine, "go depth 4");
        check_pvs_end_with_the_game(&mut engine, &game, &lines);
        for line in &lines {
            engine.check(line.pv.len() <= longest, format_args!("{line:?}"));
            let is_draw = line.score == Score::Centipawns(0);
            engine.check(
                is_draw || (line.depth as usize) < longest,
                format_args!("{line:?}"),
            );
        }
    }
    // A mate with the hundredth ply counts, as in Stockfish.
    engine.silent("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80");
    let (lines, best) = read_search(&mut engine, "go depth 4");
    engine.check(best == "a1a8", &best);
    let is_mate = lines
        .last()
        .is_some_and(|line| line.score == Score::Mate(1));
    engine.check(is_mate, format_args!("{lines:?}"));
    // Only a move of the pawn avoids the draw.
    engine.silent("position fen 4k3/8/8/8/8/8/P7/R3K3 w - - 99 80");
    let (lines, best) = read_search(&mut engine, "go depth 3");
    engine.check(best == "a2a3" || best == "a2a4", &best);
    let is_winning = lines.iter().all(|line| line.score.order() > 0);
    engine.check(is_winning, format_args!("{lines:?}"));
    // The engine still moves when the clock is beyond the rule already.
    engine.silent("position fen 4k3/8/8/8/8/8/8/R3K3 w - - 120 90");
    search(&mut engine, "go depth 2");
    engine.finish_quietly();
}

#[test]
fn bare_kings_are_a_draw() {
    let mut engine = Engine::start();
    engine.silent("position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1");
    let (lines, _) = read_search(&mut engine, "go depth 3");
    let are_draws = lines.iter().all(|line| line.score == Score::Centipawns(0));
    engine.check(are_draws, format_args!("{lines:?}"));
    search(&mut engine, "go depth 3");
    // The capture of the rook leaves bare kings, so the PV ends with it. Without the capture,
    // White is a rook down.
    engine.silent("position fen 8/8/4k3/8/8/3Kr3/8/8 w - - 0 1");
    let (lines, best) = read_search(&mut engine, "go depth 3");
    engine.check(best == "d3e3", &best);
    for line in &lines {
        let is_draw = line.score == Score::Centipawns(0);
        engine.check(is_draw && line.pv == ["d3e3"], format_args!("{line:?}"));
    }
    engine.finish_quietly();
}
