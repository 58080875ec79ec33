//! The protocol, line by line: handshake, options, notation of moves, comments, errors after which
//! the session continues, and the text of a count.

use crate::common::{Engine, mask, run_script};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn uci_is_answered_in_full_while_the_input_stays_open() {
    let mut engine = Engine::start();
    let mut greeting = || {
        engine.send("uci");
        engine.lines_before("uciok")
    };
    let lines = greeting();
    assert_eq!(
        lines[0],
        format!("id name ox88 {}", env!("CARGO_PKG_VERSION"))
    );
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    assert!(
        lines[2..]
            .iter()
            .all(|line| line.starts_with("option name ")),
        "{lines:?}"
    );
    let chess960 = "option name UCI_Chess960 type check default false";
    assert!(lines.iter().any(|line| line == chess960), "{lines:?}");
    assert_eq!(lines, greeting(), "the full reply every time");
    engine.finish_quietly();
}

#[test]
fn unknown_leading_words_are_skipped_before_a_protocol_command() {
    let mut engine = Engine::start();
    engine.send("xyzzy isready");
    assert_eq!(engine.line(), "readyok");
    engine.send("xyzzy uci");
    assert!(engine.lines_before("uciok").len() >= 3);
    engine.silent("well then position startpos moves e2e4");
    engine.send("now go perft 2");
    assert_eq!(engine.read_count().total, 600);
    // Commands that only people type, and `quit`, are not found after other words.
    for line in ["xyzzy d", "xyzzy perft 1", "xyzzy quit"] {
        let error = engine.error(line);
        engine.check(error.contains("xyzzy"), "the error names the command");
    }
    engine.finish_quietly();
}

#[test]
fn debug_on_behind_other_words_logs_to_stderr_only() {
    let mut engine = Engine::start();
    for line in engine.reply("debug joho on") {
        engine.check(line.starts_with("info string "), "a UCI line or nothing");
    }
    engine.silent("joho debug on");
    engine.expect_total(2, 400);
    let outcome = engine.finish();
    assert!(!outcome.stderr.is_empty(), "debug was not switched on");
    assert!(outcome.lines.is_empty() && outcome.status.success());
}

#[test]
fn every_line_of_a_uci_session_is_a_uci_line() {
    let input = "uci\nsetoption name UCI_Chess960 value true\nsetoption name Nonsense value 64\n\
                 isready\nregister later\nposition fen 1\nisready\n";
    let outcome = run_script(input);
    for line in &outcome.lines {
        let first = line.split(' ').next();
        assert!(
            matches!(first, Some("id" | "option" | "uciok" | "readyok"))
                || line.starts_with("info string "),
            "'{line}' is no UCI line"
        );
    }
    outcome.check_success("the session");
}

#[test]
fn xboard_is_refused_and_uci_still_works() {
    let mut engine = Engine::start();
    engine.send("xboard");
    let error = engine.line();
    assert!(
        error.starts_with("info string error: ")
            && error.contains("xboard")
            && error.contains("help"),
        "{error}"
    );
    engine.send("uci");
    assert!(engine.lines_before("uciok").len() >= 3);
    engine.silent("ucinewgame");
    engine.finish_quietly();
}

#[test]
fn promotions_are_read_in_either_case_and_printed_in_lower_case() {
    let fen = "1B6/p5p1/N4p2/1P6/2p1k3/8/P2R1p2/7K b - - 1 40";
    let mut engine = Engine::start();
    engine.silent(&format!("position fen {fen}"));
    let count = engine.expect_total(1, 11);
    for name in ["f2f1q", "f2f1r", "f2f1b", "f2f1n"] {
        assert_eq!(count.of(name), Some(1), "{name}");
    }
    for name in ["f2f1q", "f2f1Q"] {
        engine.silent(&format!("position fen {fen} moves {name}"));
        engine.expect_total(1, 1);
        engine.expect_total(3, 404);
    }
    engine.finish_quietly();
}

#[test]
fn castling_is_printed_by_the_option_and_read_in_both_notations() {
    let opening = "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5";
    let mut engine = Engine::start();
    for (option, listed, missing) in [("false", "e1g1", "e1h1"), ("true", "e1h1", "e1g1")] {
        engine.subject(&format!("UCI_Chess960 {option}"));
        engine.silent(&format!("setoption name UCI_Chess960 value {option}"));
        engine.silent(opening);
        let count = engine.expect_total(1, 33);
        engine.check(
            count.of(listed).is_some(),
            format_args!("{listed} is missing"),
        );
        engine.check(
            count.of(missing).is_none(),
            format_args!("{missing} is listed"),
        );
        engine.expect_total(3, 33_949);
        // King takes own rook is castling with every value of the option.
        engine.silent(&format!("{opening} e1h1"));
        let shown = engine.reply("d").join("\n");
        let board = "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b ";
        engine.check(
            shown.contains(board),
            format_args!("{board} is not in {shown}"),
        );
    }
    engine.silent("setoption name UCI_Chess960 value false");
    engine.silent(&format!("{opening} e1g1 e8g8"));
    let shown = engine.reply("d").join("\n");
    let fen = "rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w - - 6 5";
    assert!(shown.contains(fen), "{shown}");
    engine.finish_quietly();
}

#[test]
fn option_names_and_check_values_are_read_in_any_case() {
    let opening = "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5";
    let mut engine = Engine::start();
    for name in ["uci_chess960 value TRUE", "UCI_CHESS960 value True"] {
        engine.silent("setoption name UCI_Chess960 value false");
        engine.silent(&format!("setoption name {name}"));
        engine.silent(opening);
        let count = engine.perft(1);
        engine.check(
            count.of("e1h1").is_some(),
            format_args!("{name} did nothing"),
        );
    }
    engine.finish_quietly();
}

#[test]
fn option_names_and_values_may_contain_spaces() {
    let mut engine = Engine::start();
    for (line, name) in [
        (
            "setoption name Debug Log File value a b.log",
            "Debug Log File",
        ),
        ("setoption name a name b value 1 value 2", "a name b"),
        ("setoption name No Such Button", "No Such Button"),
    ] {
        let error = engine.error(line);
        engine.check(error.contains(name), format_args!("'{name}' is not named"));
    }
    engine.error("setoption name  value 3");
    engine.error("setoption name UCI_Chess960 value perhaps");
    engine.error("setoption name UCI_Chess960");
    engine.finish_quietly();
}

#[test]
fn setoption_without_the_word_name_is_refused() {
    let mut engine = Engine::start();
    engine.error("setoption Hash 13");
    engine.error("setoption");
    engine.finish_quietly();
}

#[test]
fn a_game_of_2000_plies_fits_in_one_line() {
    let mut engine = Engine::start();
    for rounds in [400, 500] {
        let moves = " g1f3 g8f6 f3g1 f6g8".repeat(rounds);
        engine.silent(&format!("position startpos moves{moves}"));
        engine.expect_total(3, 8_902);
    }
    engine.finish_quietly();
}

#[test]
fn startpos_is_accepted_with_and_without_the_word_moves() {
    let mut engine = Engine::start();
    for line in ["position startpos", "position startpos moves"] {
        engine.silent(line);
        let count = engine.expect_total(1, 20);
        assert_eq!(count.moves.len(), 20);
        assert!(count.moves.iter().all(|(_, number)| *number == 1));
    }
    engine.finish_quietly();
}

#[test]
fn isready_is_answered_once_after_every_failed_command() {
    let mut engine = Engine::start();
    for line in [
        "position fen 1",
        "position",
        "position startpos moves e2e5",
        "position nonsense",
        "setoption name Nonsense value 1",
        "setoption name UCI_Chess960 value",
        "nonsense",
        "isreadyfoo",
    ] {
        engine.subject(line);
        engine.error(line);
        engine.silent("");
    }
    engine.finish_quietly();
}

#[test]
fn comments_and_blank_lines_print_nothing() {
    let mut engine = Engine::start();
    for line in [
        "# comment",
        "#comment",
        "",
        "   ",
        "\t",
        "  # indented",
        "#uci",
    ] {
        engine.silent(line);
    }
    engine.silent("register later");
    engine.silent("register name somebody code 1234");
    engine.finish_quietly();
}

#[test]
fn ucinewgame_returns_to_the_start_position() {
    let mut engine = Engine::start();
    engine.silent("position startpos moves e2e4");
    engine.expect_total(2, 600);
    engine.silent("ucinewgame");
    engine.expect_total(2, 400);
    let shown = engine.reply("d");
    assert!(shown.iter().any(|line| line.ends_with(START)), "{shown:?}");
    // Also after a refused position.
    engine.error("position fen 1");
    engine.silent("ucinewgame");
    engine.expect_total(2, 400);
    engine.finish_quietly();
}

#[test]
fn perft_0_counts_one_and_an_unreadable_depth_is_refused() {
    let mut engine = Engine::start();
    engine.send("go perft 0");
    let lines: Vec<_> = (0..4).map(|_| mask(&engine.line())).collect();
    assert_eq!(
        lines,
        [
            "",
            "Nodes searched: 1",
            "",
            "info depth 0 nodes 1 time T nps R"
        ]
    );
    for depth in ["-1", "", "abc", "3.5", "18446744073709551615"] {
        engine.refused_count(format!("go perft {depth}").trim_end());
    }
    // The session continues, with the same position.
    engine.expect_total(2, 400);
    engine.finish_quietly();
}

#[test]
fn a_count_ends_with_its_total_and_speed_and_no_bestmove() {
    let outcome = run_script("position startpos moves f2f3 e7e5 g2g4\ngo perft 1\n");
    assert!(outcome.lines.contains(&"d8h4: 1".to_string()));
    let tail: Vec<_> = outcome
        .lines
        .iter()
        .skip(30)
        .map(|line| mask(line))
        .collect();
    assert_eq!(
        tail,
        [
            "",
            "Nodes searched: 30",
            "",
            "info depth 1 nodes 30 time T nps R"
        ],
        "thirty moves, the total, the speed, and no bestmove"
    );
    outcome.check_success("the session");
}

#[test]
fn a_count_needs_no_handshake() {
    let outcome = run_script("go perft 1\n");
    assert_eq!(outcome.lines.len(), 24, "{outcome:?}");
    assert_eq!(outcome.lines[21], "Nodes searched: 20");
}

#[test]
fn an_illegal_move_is_named_and_leaves_no_position() {
    let mut engine = Engine::start();
    let error = engine.error("position startpos moves d2d4 a1f8");
    engine.check(
        error.contains("'a1f8'")
            && error.contains("move 2")
            && error.contains("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq"),
        "the move, its number and the FEN reached are named",
    );
    engine.refused_count("go perft 2");
    engine.silent("position startpos");
    engine.expect_total(2, 400);

    // The same with a FEN.
    let fen = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8";
    let error = engine.error(&format!("position fen {fen} moves e5e7"));
    engine.check(error.contains("'e5e7'") && error.contains("move 1"), "e5e7");
    engine.refused_count("go perft 1");
    engine.finish_quietly();
}

#[test]
fn malformed_and_illegal_moves_are_refused_by_name() {
    let mut engine = Engine::start();
    for (moves, odd) in [
        ("e2e4 e7e6 e2e5", "e2e5"),
        ("e2e4 0000 e7e5", "0000"),
        ("e7e5", "e7e5"),
        ("e2e4q", "e2e4q"),
        ("e1e1", "e1e1"),
        ("e2-e4", "e2-e4"),
        ("Nf4", "Nf4"),
        ("e4 e5 O-O", "O-O"),
        ("e2e9", "e2e9"),
        ("e2", "e2"),
        ("e2e4e5", "e2e4e5"),
        ("(none)", "(none)"),
        ("e1g1", "e1g1"),
        ("e1h1", "e1h1"),
        // A promotion without its letter.
        ("a2a4 b7b5 a4b5 a7a6 b5a6 h7h6 a6a7 h6h5 a7b8", "a7b8"),
    ] {
        engine.subject(moves);
        engine.silent("position startpos");
        let error = engine.error(&format!("position startpos moves {moves}"));
        let number = format!(
            "move {}",
            moves.split(' ').position(|m| m == odd).unwrap() + 1
        );
        engine.check(
            error.contains(&format!("'{odd}'")) && error.contains(&number),
            format_args!("'{odd}' and '{number}' are not named"),
        );
        engine.refused_count("go perft 1");
    }
    engine.finish_quietly();
}

#[test]
fn lines_may_end_with_cr_lf() {
    let outcome = run_script(
        "position startpos moves e2e4\r\ngo perft 1\r\n\r\n# comment\r\n\
         setoption name UCI_Chess960 value true\r\nquit\r\n",
    );
    assert_eq!(outcome.lines.len(), 24, "{outcome:?}");
    assert_eq!(outcome.lines[21], "Nodes searched: 20");
    outcome.check_success("the session");
}

#[test]
fn position_lines_are_read_to_their_end() {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    let mut engine = Engine::start();
    for line in [
        "position startpos moves  e2e4",
        "position  startpos  moves \t e2e4  ",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -  moves   e2e4",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1 moves e2e4",
        "  position startpos moves e2e4",
    ] {
        engine.silent("ucinewgame");
        engine.silent(line);
        let shown = engine.reply("d").join("\n");
        engine.check(
            shown.contains(after_e4),
            format_args!("after '{line}': {shown}"),
        );
        engine.expect_total(2, 600);
    }
    // An invalid clock may be refused or dropped, but the engine must not count another board.
    engine.reply("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1");
    engine.send("go perft 1");
    let total = engine.read_count().total;
    engine.check(total == 0 || total == 20, format_args!("counted {total}"));
    engine.finish_quietly();
}

#[test]
fn d_shows_the_fen_after_a_move() {
    let mut engine = Engine::start();
    engine.silent(
        "position fen rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 moves d7c8r",
    );
    let shown = engine.reply("d").join("\n");
    let fen = "rnRq1k1r/pp2bppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R b KQ - 0 8";
    assert!(shown.contains(fen), "{shown}");
    // It can be counted without repeating the FEN.
    engine.expect_total(1, 31);
    engine.finish_quietly();
}

#[test]
fn perft_and_divide_count_like_go_perft() {
    let mut engine = Engine::start();
    let counts = ["go perft 3", "perft 3", "divide 3"].map(|command| {
        engine.send(command);
        let count = engine.read_count();
        assert_eq!(count.total, 8_902, "{command}");
        count.moves
    });
    assert!(counts[0] == counts[1] && counts[1] == counts[2]);
    for command in ["perft", "perft x", "divide -1"] {
        engine.refused_count(command);
    }
    let help = engine.reply("help").join("\n");
    for word in ["position", "go perft", "divide", "quit"] {
        assert!(help.contains(word), "'{word}' is not in:\n{help}");
    }
    engine.finish_quietly();
}

#[test]
fn an_unknown_command_is_named_in_one_line_that_points_to_help() {
    let mut engine = Engine::start();
    for line in ["foo", "flurb 1 2 3", "perftt 3", "e2e4"] {
        let error = engine.error(line);
        let word = line.split(' ').next().unwrap();
        let expected =
            format!("info string error: unknown command '{word}' (type 'help' for a list)");
        assert_eq!(error, expected);
    }
    engine.finish_quietly();
}

#[test]
fn the_error_for_an_illegal_move_names_the_notation() {
    let mut engine = Engine::start();
    for (moves, odd) in [
        ("e2e5", "e2e5"),
        ("e2-e4", "e2-e4"),
        ("Nf4", "Nf4"),
        ("0000", "0000"),
    ] {
        let error = engine.error(&format!("position startpos moves {moves}"));
        let expected = format!(
            "info string error: illegal move '{odd}' (move 1 of 'position') in {START}, \
             expected a legal move such as e2e4 or Nf3"
        );
        assert_eq!(error, expected);
    }
    engine.finish_quietly();
}

#[test]
fn double_quotes_group_the_words_of_a_path() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("my depth 2  suite.epd");
    std::fs::write(&path, format!("{START};D1 20;D2 400\n")).expect("a file can be written");
    let mut engine = Engine::start();
    engine.send(&format!("suite \"{}\" depth 1", path.display()));
    assert_eq!(engine.line(), "");
    let summary = "1 position, 1 count: 1 agree, 0 differ, 0 broken, 0 skipped";
    assert_eq!(engine.line(), summary);
    assert_eq!(engine.line(), "form: FEN;D1 20");
    let last = mask(&engine.line());
    assert_eq!(last, "info nodes 20 time T nps R");
    engine.finish_quietly();
}

#[test]
fn a_quote_that_is_not_closed_is_refused() {
    let mut engine = Engine::start();
    for (line, word) in [
        ("suite \"my file.epd", r#"'\"my' after 'suite'"#),
        ("suite \"my file.epd\"depth 1", r#"'\"my' after 'suite'"#),
        (
            "compare \"./my engine depth 1",
            r#"'\"./my' after 'compare'"#,
        ),
        (
            "compare ./e \"a b depth 1",
            r#"'\"a' after './e' in 'compare'"#,
        ),
    ] {
        let error = engine.error(line);
        let expected = format!("info string error: {word}, expected a closing double quote");
        assert_eq!(error, expected);
    }
    engine.finish_quietly();
}

/// Quotes in the EPD operations of a FEN are no quotes of the command.
#[test]
fn quotes_in_an_epd_line_hide_no_moves() {
    let mut engine = Engine::start();
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for id in ["\"x\";", "\"a b\";", "\"a"] {
        engine.send(&format!("split 0 fen {fen} id {id} moves e2e4"));
        let expected = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 ;c 1";
        assert_eq!(engine.line(), expected, "{id}");
        engine.lines_before("Positions: 1");
    }
    engine.finish_quietly();
}

/// A line that is longer than any line may be is refused, whatever it begins with.
#[test]
fn a_long_line_of_blanks_is_refused() {
    let mut engine = Engine::start();
    let error = engine.error(&format!("{}go perft 1", " ".repeat(9 << 20)));
    engine.check(error.contains("more than 8388608 bytes"), &error);
    engine.finish_quietly();
}

#[test]
fn numbers_with_a_plus_sign_are_refused() {
    let mut engine = Engine::start();
    for line in [
        "compare ox88 depth +1",
        "compare ox88 depth 1 timeout +5",
        "suite none.epd depth +1",
        "suite none.epd nodes +1",
        "estimate +3",
        "estimate 3 samples +10",
        "estimate 3 seed +1",
        "stats +1",
        "ladder +1",
        "split +1",
        "count +1",
        "setoption name Hash value +1",
    ] {
        engine.subject(line);
        engine.send(line);
        let error = engine.line();
        engine.check(
            error.starts_with("info string error: ") && error.contains("'+"),
            &error,
        );
        engine.silent("");
    }
    engine.refused_count("go perft +1");
    engine.expect_total(2, 400);
    engine.finish_quietly();
}
