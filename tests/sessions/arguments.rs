//! The program called with arguments. They form one command line, in which `;` or a line feed
//! separates commands. There is no banner, and the input is not read. A command that fails makes
//! the exit status 1.

use crate::common::{Engine, mask, run_arguments};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_count_is_printed_without_the_banner() {
    let outcome = run_arguments(&["go", "perft", "4"]);
    assert_eq!(outcome.lines.len(), 24, "{outcome:?}");
    let tail: Vec<_> = outcome.lines[20..].iter().map(|line| mask(line)).collect();
    assert_eq!(
        tail,
        [
            "",
            "Nodes searched: 197281",
            "",
            "info depth 4 nodes 197281 time T nps R"
        ]
    );
    outcome.check_success("called with arguments");
}

#[test]
fn words_may_be_spread_over_any_number_of_arguments() {
    let fen = "8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1";
    let position = format!("position fen {fen}");
    let all = format!("{position}\ngo perft 3");
    let words: Vec<&str> = position
        .split(' ')
        .chain([";", "go", "perft", "3"])
        .collect();
    let shapes: [&[&str]; 5] = [
        &words,
        &["position", "fen", fen, ";", "go", "perft", "3"],
        &[&position, ";", "go perft 3"],
        &[&position, ";", ";", "", ";", "perft", "3", ";"],
        &[&all],
    ];
    for arguments in shapes {
        let outcome = run_arguments(arguments);
        let total = outcome.lines.iter().find(|line| line.starts_with("Nodes"));
        assert_eq!(
            total.map(String::as_str),
            Some("Nodes searched: 653"),
            "{arguments:?}: {outcome:?}"
        );
        assert_eq!(outcome.lines.len(), 6 + 4, "{arguments:?}: {outcome:?}");
        outcome.check_success("called with arguments");
    }
}

#[test]
fn a_semicolon_inside_an_argument_separates_nothing() {
    let outcome = run_arguments(&[
        "position",
        "fen",
        "8/8/8/8/8/6k1/6p1/6K1 w - - bm Kg2; id \"a;b\";",
        ";",
        "go perft 1",
    ]);
    let lines: Vec<_> = outcome.lines.iter().map(|line| mask(line)).collect();
    assert_eq!(
        lines,
        [
            "",
            "Nodes searched: 0",
            "",
            "info depth 1 nodes 0 time T nps R"
        ]
    );
    assert!(outcome.status.success());
}

#[test]
fn moves_and_several_counts() {
    let outcome = run_arguments(&[
        "position",
        "startpos",
        "moves",
        "e2e4",
        ";",
        "go",
        "perft",
        "2",
        ";",
        "ucinewgame",
        ";",
        "go",
        "perft",
        "2",
        ";",
        "quit",
        ";",
        "go",
        "perft",
        "3",
    ]);
    let totals: Vec<_> = outcome
        .lines
        .iter()
        .filter(|line| line.starts_with("Nodes"))
        .collect();
    assert_eq!(
        totals,
        ["Nodes searched: 600", "Nodes searched: 400"],
        "nothing is read after quit"
    );
    outcome.check_success("called with arguments");
}

#[test]
fn every_command_can_be_an_argument() {
    for (command, last) in [
        ("uci", "uciok"),
        ("isready", "readyok"),
        ("go depth 1", "bestmove "),
        ("go infinite", "bestmove "),
        ("go", "bestmove "),
        ("d", ""),
        ("help", ""),
    ] {
        let outcome = run_arguments(&[command]);
        let line = outcome.lines.last();
        assert!(
            line.is_some_and(|line| line.starts_with(last)),
            "{command}: {outcome:?}"
        );
        outcome.check_success(command);
    }
    for silent in ["ucinewgame", "quit", "stop", "# a comment", "", ";"] {
        let outcome = run_arguments(&[silent]);
        outcome.check_quiet(silent);
    }
}

#[test]
fn a_command_in_one_argument_is_split_at_blanks() {
    let outcome = run_arguments(&["go perft 1"]);
    assert_eq!(outcome.lines[21], "Nodes searched: 20", "{outcome:?}");
    outcome.check_success("called with arguments");
}

/// Two blanks and the word `depth` in the name show that the path is neither split nor joined.
#[test]
fn a_path_with_blanks_is_one_argument() {
    for name in ["my file.epd", "my  depth 1 file.epd"] {
        let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let path = path.display().to_string();
        std::fs::write(&path, format!("{START};D1 20;D2 400\n")).expect("a file can be written");
        for (limits, summary) in [
            (
                &[][..],
                "1 position, 2 counts: 1 agree, 0 differ, 0 broken, 0 skipped",
            ),
            (
                &["depth", "1"],
                "1 position, 1 count: 1 agree, 0 differ, 0 broken, 0 skipped",
            ),
        ] {
            let mut arguments = vec!["suite", &path];
            arguments.extend(limits);
            let outcome = run_arguments(&arguments);
            assert_eq!(outcome.lines[1], summary, "{arguments:?}: {outcome:?}");
            outcome.check_success(name);
        }
    }
}

/// `my engine` counts right, and `my` counts wrong. Reported for other tools, which split the
/// path: cutechess/cutechess#465.
#[cfg(unix)]
#[test]
fn a_program_with_a_blank_in_its_path_is_one_argument() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("programs");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let right = format!("#!/bin/sh\nexec '{}' \"$@\"\n", env!("CARGO_BIN_EXE_ox88"));
    let wrong = "#!/bin/sh
        while read -r command rest; do
            case $command in
                uci) echo uciok ;;
                isready) echo readyok ;;
                go) printf 'a2a3: 1\\n\\nNodes searched: 1\\n' ;;
                quit) exit ;;
            esac
        done\n";
    for (name, text) in [("my engine", right.as_str()), ("my", wrong)] {
        let path = folder.join(name);
        fs::write(&path, text).expect("a file can be written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("it can be run");
    }
    const NO_DIFFERENCE: &str = "no difference to depth 1, 20 leaves";
    const DIFFERENCE: &str = "difference at depth 1: 1, right is 20";
    for (arguments, expected) in [
        (&["compare", "./my engine", "depth", "1"][..], NO_DIFFERENCE),
        (&["compare", "./my", "engine", "depth", "1"], DIFFERENCE),
        (&["compare \"./my engine\" depth 1"], NO_DIFFERENCE),
        (&["compare ./my engine depth 1"], DIFFERENCE),
        (
            &[
                "position startpos",
                ";",
                "compare",
                "./my engine",
                "depth",
                "1",
            ],
            NO_DIFFERENCE,
        ),
        (
            &["compare", "./my engine", "depth", "1", "fen", START],
            NO_DIFFERENCE,
        ),
    ] {
        let output = crate::common::command()
            .args(arguments)
            .current_dir(&folder)
            .output()
            .expect("the built engine starts");
        let text = String::from_utf8(output.stdout).expect("the output is text");
        assert_eq!(text.lines().next(), Some(expected), "{arguments:?}: {text}");
        let status = if expected == NO_DIFFERENCE { 0 } else { 1 };
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    }
    // The same on a line of a session.
    let mut session = assert_cmd::Command::new(env!("CARGO_BIN_EXE_ox88"));
    let output = session
        .current_dir(&folder)
        .write_stdin("compare \"./my engine\" depth 1\ncompare ./my engine depth 1\n")
        .timeout(crate::common::PATIENCE)
        .output()
        .expect("the built engine runs");
    let text = String::from_utf8(output.stdout).expect("the output is text");
    let lines: Vec<_> = text.lines().skip(1).take(2).collect();
    assert_eq!(lines, [NO_DIFFERENCE, DIFFERENCE], "{text}");
}

#[test]
fn a_failing_command_sets_exit_status_1() {
    let cases: &[&[&str]] = &[
        &["flurb"],
        &["go", "perft", "abc"],
        &["go", "perft", "-1"],
        &["go", "perft"],
        &["go", "perft", "18446744073709551615"],
        &["perft", "3.5"],
        &["position", "fen", "1"],
        &["position", "fen", "1", ";", "go", "perft", "1"],
        &["position", "startpos", "moves", "e2e5"],
        &["setoption", "name", "Nonsense", "value", "1"],
        // A later success does not reset the status.
        &["flurb", ";", "go", "perft", "1"],
        &["go", "perft", "1", ";", "flurb", ";", "isready"],
    ];
    for arguments in cases {
        let outcome = run_arguments(arguments);
        assert_eq!(outcome.status.code(), Some(1), "{arguments:?}: {outcome:?}");
        let start = "info string error: ";
        let is_reported = outcome.lines.iter().any(|line| line.starts_with(start));
        assert!(is_reported, "{arguments:?}: {outcome:?}");
    }
}

#[test]
fn a_repaired_position_keeps_exit_status_0() {
    let outcome = run_arguments(&[
        "position fen rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6",
        ";",
        "go perft 1",
    ]);
    assert!(outcome.lines[0].starts_with("info string warning: "));
    assert!(outcome.lines.contains(&"Nodes searched: 36".to_string()));
    outcome.check_success("called with arguments");
}

/// Some shells put a byte order mark before what they pass on.
#[test]
fn a_byte_order_mark_in_front_is_ignored() {
    let outcome = run_arguments(&["\u{feff}count 1"]);
    outcome.check_success("a byte order mark");
    assert_eq!(outcome.lines, ["Nodes searched: 20"]);
}

#[test]
fn options_come_in_front_of_the_commands() {
    let castling = "fen 4k3/8/8/8/8/8/8/R3K2R w KQ";
    for (options, mv) in [
        (&["--threads", "2", "--hash=0"][..], "e1g1: 1"),
        (&["--chess960"], "e1h1: 1"),
        (&["--UCI_Chess960=true", "--method", "reference"], "e1h1: 1"),
        (&["--chess960", "false"], "e1g1: 1"),
    ] {
        let arguments = [options, &["perft", "1", castling]].concat();
        let outcome = run_arguments(&arguments);
        outcome.check_success("called with options");
        assert!(
            outcome.lines.contains(&mv.to_owned()),
            "{options:?}: {outcome:?}"
        );
    }
    // Also in front of the shapes of scripts.
    let outcome = run_arguments(&["--threads", "2", "3", START]);
    assert_eq!(outcome.lines.last().map(String::as_str), Some("8902"));
    outcome.check_success("called as a script");
}

#[test]
fn nothing_runs_with_a_wrong_option() {
    for (arguments, error) in [
        (
            &["--treads", "2", "perft", "3"][..],
            "unknown option '--treads', expected one of: --chess960, --ponder, --method, --hash, \
             --clear-hash, --threads, --multipv, --move-overhead",
        ),
        (
            &["--threads", "0", "perft", "3"],
            "value '0' of option '--threads', expected a number from 1 to 512",
        ),
        (
            &["--hash"],
            "no value of option '--hash', expected a number from 0 to 33554432",
        ),
    ] {
        let outcome = run_arguments(arguments);
        assert_eq!(outcome.lines, [format!("info string error: {error}")]);
        assert_eq!(outcome.status.code(), Some(1));
    }
}

#[test]
fn a_session_starts_with_its_options() {
    let mut engine = Engine::start_with(&["--chess960", "--threads=2"]);
    engine.line();
    engine.silent("position fen 4k3/8/8/8/8/8/8/R3K2R w KQ");
    let moves = engine.reply("moves");
    engine.check(moves.contains(&"e1h1 O-O".to_owned()), "Chess960 castling");
    engine.finish_quietly();
}

#[test]
fn then_separates_commands_in_any_shell() {
    let outcome = run_arguments(&["position", "kiwipete", "then", "count", "3"]);
    assert_eq!(outcome.lines, ["Nodes searched: 97862"]);
    outcome.check_success("with then");
}
