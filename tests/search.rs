//! The placeholder search through its public trait: what it finds is held
//! against positions that Stockfish and a brute-force solver agree on, and
//! against itself, searched another way.

use ox88::Move;
use ox88::board::{CastlingNotation, fen};
use ox88::control::{Control, Signals};
use ox88::game::{Draw, Game};
use ox88::search::{AlphaBeta, BestMove, Info, Limits, OptionError, Score, Search};
use std::time::Duration;

/// Positions with the shortest mate in moves; negative if the side to move is
/// mated. A brute-force search with python-chess proves each of them, and
/// Stockfish 15.1 finds all but Morphy's, whose first move it prunes.
const MATES: &[(&str, i32)] = &[
    ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1),
    ("n3K3/8/4k3/6n1/6NQ/8/1Q6/7n w - - 0 1", 1),
    ("8/4K3/8/8/4b1q1/k7/6Q1/1Q6 w - - 0 1", 1),
    ("4K3/4n1P1/2P5/4B3/8/2Qp4/k7/7r w - - 0 1", 1),
    ("4k3/8/1p1K4/8/7P/1Q6/PP1R2p1/8 w - - 0 1", 1),
    ("6r1/7K/6P1/5n2/8/8/k4P2/q6r w - - 0 1", -1),
    ("8/2p2P2/8/1k2Q3/8/2K3B1/4Q3/8 b - - 0 1", -1),
    ("r2r4/8/8/1P3P2/4n3/1k6/8/2K5 w - - 0 1", -1),
    ("8/3P4/7n/8/1k2K2P/8/1QQ1Q3/4r3 b - - 0 1", -1),
    // Paul Morphy's problem.
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("8/2P5/q7/8/5n2/7k/5K2/8 b - - 0 1", 2),
    ("8/1P6/qB2q3/2n2k2/n7/8/8/3K4 b - - 0 1", 2),
    ("8/5r2/1P4k1/8/8/2rb4/8/3K4 b - - 0 1", 2),
    ("1k6/2R1R3/8/8/4P3/8/1K6/8 w - - 0 1", 2),
    ("1k6/8/q1qR4/5q2/8/1b6/p7/3K4 w - - 0 1", -2),
    ("8/8/8/7b/8/4N1N1/6R1/2K1k3 b - - 0 1", -2),
    ("8/8/3P4/q6P/8/1Kr5/3k4/8 w - - 0 1", -2),
    ("7k/8/6pp/6p1/8/RP3q2/7q/1K6 w - - 0 1", -2),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("8/8/1K3R2/8/8/6Q1/1k5p/8 w - - 0 1", 3),
    ("1B4B1/4R3/8/3K2k1/3b1n2/b7/7Q/8 w - - 0 1", 3),
    ("B6b/8/8/8/K5R1/8/8/k7 w - - 0 1", 3),
    ("4Q3/8/8/p2B4/6B1/7P/q6k/3K4 w - - 0 1", 3),
    ("8/8/3q4/1b6/8/4k3/1p6/6K1 w - - 0 1", -3),
    ("4R3/1r1N2P1/3Q4/6K1/8/8/P3k3/8 b - - 0 1", -3),
    ("8/4Q3/5p1p/8/k3K3/8/2R5/7R b - - 0 1", -3),
    ("2b5/8/8/8/2N5/2N2k2/5R2/2Q2K2 b - - 0 1", -3),
];

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn game(fen: &str, moves: &str) -> Game {
    let start = fen::parse(fen, CastlingNotation::Standard).unwrap();
    let mut game = Game::new(start.position);
    for text in moves.split_ascii_whitespace() {
        let mv = mv(&game, text);
        game.make(mv);
    }
    game
}

fn mv(game: &Game, text: &str) -> Move {
    game.position()
        .parse_move(text, CastlingNotation::Standard)
        .unwrap_or_else(|| panic!("{text} is not legal in {}", game.position().to_fen()))
}

fn depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn mate(moves: u32) -> Limits {
    Limits {
        mate: Some(moves),
        ..Limits::default()
    }
}

/// Searches, checks what holds for every search, and returns what it reported.
fn run(search: &mut AlphaBeta, game: &Game, limits: &Limits) -> (Vec<Info>, BestMove) {
    let mut infos: Vec<Info> = Vec::new();
    let answer = search.search(game, limits, &Control::never(), &mut |info| {
        check_line(game, info);
        infos.push(info.clone());
    });
    let last = infos.last().expect("at least one report");
    let first_rank = |info: &&Info| info.multi_pv.is_none_or(|rank| rank == 1);
    let best = infos.iter().rfind(first_rank).expect("a best line");
    assert_eq!(answer, BestMove::of_line(&best.line));
    assert_eq!(last.depth, best.depth, "no iteration is reported in part");
    let is_over = game.position().legal_moves().is_empty();
    assert_eq!(answer.best.is_none(), is_over);
    (infos, answer)
}

/// A fresh engine's last report on its best line.
fn last_info(game: &Game, limits: &Limits) -> Info {
    let (infos, _) = run(&mut AlphaBeta::default(), game, limits);
    infos.last().unwrap().clone()
}

/// The moves of a line are legal, no move follows the end of the game, and a
/// line that is worth a mate ends in one.
fn check_line(game: &Game, info: &Info) {
    let mut walk = game.clone();
    for (ply, mv) in info.line.iter().enumerate() {
        let fen = walk.position().to_fen();
        assert!(walk.position().legal_moves().contains(mv), "{fen}");
        assert!(ply == 0 || walk.draw().is_none(), "{fen}: {info:?}");
        walk.make(*mv);
    }
    if let Score::Mate(moves) = info.score {
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        assert_eq!(info.line.len(), plies as usize, "{info:?}");
        assert!(walk.position().legal_moves().is_empty());
        assert!(walk.position().is_in_check());
    }
}

#[test]
fn mates_are_found_for_either_side_and_none_that_is_too_long() {
    for &(fen, moves) in MATES {
        let game = game(fen, "");
        let wanted = moves.unsigned_abs();
        assert_eq!(
            last_info(&game, &mate(wanted)).score,
            Score::Mate(moves),
            "{fen}"
        );
        let plies = if moves > 0 {
            2 * wanted - 1
        } else {
            2 * wanted
        };
        assert_eq!(
            last_info(&game, &depth(plies)).score,
            Score::Mate(moves),
            "{fen}"
        );
        if wanted > 1 {
            let shorter = last_info(&game, &mate(wanted - 1)).score;
            let is_found = matches!(shorter, Score::Mate(n) if n.unsigned_abs() < wanted);
            assert!(!is_found, "{fen}: {shorter:?}");
        }
    }
}

#[test]
fn a_search_for_a_mate_ends_when_it_is_found() {
    let info = last_info(&game(MATES[0].0, ""), &mate(100));
    assert_eq!((info.score, info.depth), (Score::Mate(1), 1));
    // White is mated after one more move, whatever it plays.
    let info = last_info(
        &game("r2r4/8/8/1P3P2/4n3/1k6/8/2K5 w - - 0 1", ""),
        &mate(100),
    );
    assert_eq!(info.score, Score::Mate(-1));
    assert!(info.depth <= 2);
}

#[test]
fn a_finished_game_has_no_best_move() {
    let fools_mate = game(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "f2f3 e7e5 g2g4 d8h4",
    );
    let stalemate = game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "");
    for (game, score) in [
        (fools_mate, Score::Mate(0)),
        (stalemate, Score::Centipawns(0)),
    ] {
        for limits in [depth(3), mate(2), Limits::default()] {
            let (infos, answer) = run(&mut AlphaBeta::default(), &game, &limits);
            assert_eq!(answer, BestMove::default());
            assert_eq!(infos.len(), 1);
            assert_eq!((infos[0].depth, infos[0].score), (0, score));
            assert!(infos[0].line.is_empty());
        }
    }
}

#[test]
fn fifty_moves_are_a_draw_but_a_mate_on_the_last_one_is_a_mate() {
    let one_ply_left = game("7k/8/8/8/3K4/8/6Q1/8 w - - 99 80", "");
    let info = last_info(&one_ply_left, &depth(4));
    assert_eq!((info.score, info.line.len()), (Score::Centipawns(0), 1));
    // Three half-moves are left to a mate in two, two are not enough.
    for (clock, score) in [(97, Score::Mate(2)), (98, Score::Centipawns(0))] {
        let fen = format!("k7/8/2K5/8/8/8/6Q1/8 w - - {clock} 80");
        assert_eq!(last_info(&game(&fen, ""), &depth(5)).score, score, "{fen}");
    }
    let last = game("7k/8/5K2/6Q1/8/8/8/8 w - - 99 80", "");
    assert_eq!(last_info(&last, &depth(3)).score, Score::Mate(1));
    // The game is drawn already, and yet a move is asked for.
    let (_, answer) = run(
        &mut AlphaBeta::default(),
        &game("7k/8/8/8/3K4/8/6Q1/8 w - - 100 80", ""),
        &depth(3),
    );
    assert!(answer.best.is_some());
}

#[test]
fn the_third_occurrence_is_a_draw_that_the_weaker_side_seeks() {
    const ROOK_UP: &str = "6k1/8/8/8/8/8/8/R5K1 w - - 0 1";
    const SIX_PLIES: &str = "a1a2 g8h8 a2a1 h8g8 a1a2 g8h8";
    let black = game(ROOK_UP, &format!("{SIX_PLIES} a2a1"));
    assert_eq!(black.draw(), None);
    let (infos, answer) = run(&mut AlphaBeta::default(), &black, &depth(4));
    assert_eq!(infos.last().unwrap().score, Score::Centipawns(0));
    assert_eq!(answer.best, Some(mv(&black, "h8g8")));
    let drawn = game(ROOK_UP, &format!("{SIX_PLIES} a2a1 h8g8"));
    assert_eq!(drawn.draw(), Some(Draw::Repetition));
    assert!(
        run(&mut AlphaBeta::default(), &drawn, &depth(3))
            .1
            .best
            .is_some()
    );

    let white = game(ROOK_UP, SIX_PLIES);
    let (infos, answer) = run(&mut AlphaBeta::default(), &white, &depth(4));
    assert_eq!(infos.last().unwrap().score, Score::Centipawns(500));
    assert_ne!(answer.best, Some(mv(&white, "a2a1")));
    let back = Limits {
        search_moves: vec![mv(&white, "a2a1")],
        ..depth(4)
    };
    assert_eq!(last_info(&white, &back).score, Score::Centipawns(0));
}

#[test]
fn a_second_occurrence_does_not_hide_a_mate() {
    // The first move of the mate has been played before, and taken back.
    let problem = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    let again = game(problem, "a1a6 b8c7 a6a1 c7b8");
    assert_eq!(again.repetitions(), 1);
    let info = last_info(&again, &mate(2));
    assert_eq!(info.score, Score::Mate(2));
    assert_eq!(info.line[0], mv(&again, "a1a6"));
}

#[test]
fn material_that_cannot_mate_is_worth_nothing() {
    // Black takes the last pawn; what is left cannot mate.
    let info = last_info(&game("8/8/8/3k4/3P4/8/8/4K2N b - - 0 1", ""), &depth(3));
    assert_eq!((info.score, info.line.len()), (Score::Centipawns(0), 1));
    // A rook can.
    let info = last_info(&game("8/8/8/3k4/3P4/8/8/4K2R b - - 0 1", ""), &depth(3));
    assert_eq!(info.score, Score::Centipawns(-500));
}

#[test]
fn several_lines_are_the_best_moves_in_their_order() {
    let promotions = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
    for fen in [KIWIPETE, promotions, MATES[18].0, MATES[24].0] {
        let game = game(fen, "");
        let legal = game.position().legal_moves();
        let limits = depth(3);
        let single: Vec<i64> = {
            let mut values: Vec<i64> = legal
                .iter()
                .map(|&mv| {
                    let only = Limits {
                        search_moves: vec![mv],
                        ..limits.clone()
                    };
                    value(last_info(&game, &only).score)
                })
                .collect();
            values.sort_unstable_by(|a, b| b.cmp(a));
            values
        };
        for wanted in [2, 3, 256] {
            let mut search = AlphaBeta::default();
            search.set_option("MultiPV", &wanted.to_string()).unwrap();
            let (infos, _) = run(&mut search, &game, &limits);
            let expected = wanted.min(legal.len());
            for iteration in infos.chunks(expected) {
                let ranks: Vec<u32> = iteration.iter().filter_map(|info| info.multi_pv).collect();
                assert_eq!(ranks, (1..=expected as u32).collect::<Vec<_>>());
                assert!(
                    iteration
                        .iter()
                        .all(|info| info.depth == iteration[0].depth)
                );
                assert!(iteration.is_sorted_by_key(|info| -value(info.score)));
                for (index, info) in iteration.iter().enumerate() {
                    let first = |other: &Info| other.line[0] == info.line[0];
                    assert!(!iteration[..index].iter().any(first), "{fen}: twice");
                }
            }
            let last: Vec<i64> = infos[infos.len() - expected..]
                .iter()
                .map(|info| value(info.score))
                .collect();
            assert_eq!(last, single[..expected], "{fen}, {wanted} lines");
        }
        let (infos, _) = run(&mut AlphaBeta::default(), &game, &limits);
        assert!(infos.iter().all(|info| info.multi_pv.is_none()));
    }
}

/// A number that orders scores.
fn value(score: Score) -> i64 {
    match score {
        Score::Centipawns(value) => value.into(),
        Score::Mate(moves) if moves > 0 => 1_000_000 - i64::from(moves),
        Score::Mate(moves) => -1_000_000 - i64::from(moves),
    }
}

/// Reports without their times.
fn timeless(mut infos: Vec<Info>) -> Vec<Info> {
    for info in &mut infos {
        info.elapsed = Duration::ZERO;
    }
    infos
}

#[test]
fn what_was_learnt_is_used_until_a_new_game() {
    let game = Game::default();
    let mut search = AlphaBeta::default();
    let first = run(&mut search, &game, &depth(5)).0;
    let second = run(&mut search, &game, &depth(5)).0;
    let [first_last, second_last] = [&first, &second].map(|infos| infos.last().unwrap());
    assert!(second_last.nodes < first_last.nodes);
    // It changes the order of moves, and so the work, but no value.
    assert_eq!(second_last.score, first_last.score);
    search.new_game();
    let third = run(&mut search, &game, &depth(5)).0;
    assert_eq!(timeless(third), timeless(first));
}

#[test]
fn options_take_their_values_and_no_others() {
    let mut search = AlphaBeta::default();
    let names: Vec<&str> = search.options().iter().map(|option| option.name).collect();
    assert_eq!(names, ["MultiPV", "Move Overhead"]);
    for (name, value) in [
        ("MultiPV", "1"),
        ("MultiPV", "256"),
        ("Move Overhead", "5000"),
    ] {
        assert_eq!(search.set_option(name, value), Ok(()));
    }
    for (name, value) in [
        ("MultiPV", "0"),
        ("MultiPV", "257"),
        ("Move Overhead", "-1"),
    ] {
        let refused = search.set_option(name, value);
        assert!(
            matches!(refused, Err(OptionError::Refused(_))),
            "{name} {value}"
        );
    }
    assert_eq!(
        search.set_option("Contempt", "1"),
        Err(OptionError::Unknown)
    );
    // The refused values have changed nothing.
    let (infos, _) = run(&mut search, &Game::default(), &depth(1));
    assert_eq!(infos.len(), 20);
}

#[test]
fn a_search_that_is_stopped_before_it_begins_has_a_move() {
    let signals = Signals::default();
    signals.stop.raise_for_all();
    for multi_pv in ["1", "4"] {
        let mut search = AlphaBeta::default();
        search.set_option("MultiPV", multi_pv).unwrap();
        let mut reports = 0;
        let game = game(KIWIPETE, "");
        let answer = search.search(&game, &Limits::default(), &signals.control(1), &mut |_| {
            reports += 1
        });
        assert!(answer.best.is_some());
        assert_eq!(reports.to_string(), multi_pv);
    }
}

#[test]
fn no_line_goes_on_after_the_end_of_its_game() {
    // Endgames that shuffle, near the fifty-move rule: `run` checks every line.
    for fen in [
        "8/8/5k2/8/8/3KR3/8/7r w - - 80 90",
        "8/5k2/8/8/8/2K5/1B6/6n1 w - - 88 90",
        "4k3/p7/8/8/8/8/P7/4K3 w - - 90 90",
    ] {
        let mut players = [AlphaBeta::default(), AlphaBeta::default()];
        for player in &mut players {
            player.set_option("MultiPV", "3").unwrap();
        }
        let mut game = game(fen, "");
        for ply in 0..60 {
            if game.position().legal_moves().is_empty() || game.draw().is_some() {
                break;
            }
            let (_, answer) = run(&mut players[ply % 2], &game, &depth(4));
            game.make(answer.best.unwrap());
        }
    }
}
