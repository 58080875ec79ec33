//! The folder `uci-scripts/`: every session prints its expected output, and the two shell scripts
//! connect an engine to perftree and pretty-perft.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assert_cmd::Command;

const OX88: &str = env!("CARGO_BIN_EXE_ox88");

/// A test fails if its process takes longer than this.
const PATIENCE: Duration = Duration::from_secs(60);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("uci-scripts")
}

mod sessions {
    use super::*;

    #[test]
    fn print_their_expected_output() {
        let sessions = files("uci");
        assert!(sessions.len() >= 10, "only {} sessions", sessions.len());
        let faults: Vec<String> = sessions.iter().filter_map(|path| fault(path)).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    }

    #[test]
    fn name_the_command_that_runs_them() {
        for path in files("uci") {
            let name = path.file_name().unwrap().to_str().unwrap();
            let text = fs::read_to_string(&path).unwrap();
            let opening: Vec<&str> = text.lines().take_while(|l| l.starts_with('#')).collect();
            let command = format!("#   ox88 < uci-scripts/{name}");
            assert!(opening.len() > 2, "{name} opens without a comment");
            assert!(opening.contains(&command.as_str()), "{name}: no {command}");
        }
    }

    #[test]
    fn exist_for_every_expected_output() {
        for path in files("expected") {
            assert!(path.with_extension("uci").exists(), "{}", path.display());
        }
    }

    fn files(extension: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder()).expect("uci-scripts/ can be read");
        let mut files: Vec<PathBuf> = entries
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|e| e == extension))
            .collect();
        files.sort();
        files
    }

    /// Describes the first difference between a session's output and the expected one.
    fn fault(session: &Path) -> Option<String> {
        let expected = fs::read_to_string(session.with_extension("expected"))
            .unwrap_or_else(|error| panic!("no output beside {}: {error}", session.display()))
            .replace(" VERSION ", concat!(" ", env!("CARGO_PKG_VERSION"), " "));
        let output = Command::new(OX88)
            .env_remove("RUST_LOG")
            .pipe_stdin(session)
            .expect("the session can be read")
            .timeout(PATIENCE)
            .output()
            .expect("the engine runs");
        let printed = String::from_utf8(output.stdout).expect("the output is text");
        let complaints = String::from_utf8_lossy(&output.stderr);
        let name = session.display();
        if !output.status.success() || !complaints.is_empty() {
            return Some(format!("{name}: {}, stderr: {complaints}", output.status));
        }
        let (printed, expected) = (sorted_divides(&printed), sorted_divides(&expected));
        let same = printed
            .iter()
            .zip(&expected)
            .take_while(|(line, pattern)| matches(line, pattern))
            .count();
        (same < printed.len().max(expected.len())).then(|| {
            format!(
                "{name}: output line {} (each divide sorted)\n  expected: {:?}\n  printed:  {:?}",
                same + 1,
                expected.get(same),
                printed.get(same)
            )
        })
    }

    /// The lines, with each block of `MOVE: COUNT` lines sorted: the scripts do not fix the order
    /// of the moves.
    fn sorted_divides(text: &str) -> Vec<&str> {
        let mut lines: Vec<&str> = text.lines().collect();
        for block in lines.chunk_by_mut(|a, b| is_move_line(a) == is_move_line(b)) {
            if is_move_line(block[0]) {
                block.sort_unstable();
            }
        }
        lines
    }

    fn is_move_line(line: &str) -> bool {
        line.split_once(": ").is_some_and(|(name, count)| {
            (4..=5).contains(&name.len())
                && count.bytes().all(|byte| byte.is_ascii_digit())
                && name.as_bytes()[1].is_ascii_digit()
        })
    }

    /// Returns whether the line matches the pattern, in which `*` matches any text.
    fn matches(line: &str, pattern: &str) -> bool {
        let Some((start, rest)) = pattern.split_once('*') else {
            return line == pattern;
        };
        line.strip_prefix(start).is_some_and(|tail| {
            (0..=tail.len())
                .any(|skipped| tail.get(skipped..).is_some_and(|tail| matches(tail, rest)))
        })
    }
}

#[cfg(unix)]
mod shell {
    use std::os::unix::fs::symlink;
    use std::process::Output;

    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const MATE: &str = "f2f3 e7e5 g2g4 d8h4";
    const TOO_DEEP: &str = "18446744073709551615";

    /// Known answers: depth, FEN, moves, number of root moves, one of their lines, total.
    const KNOWN: [(&str, &str, &str, usize, &str, u64); 6] = [
        ("3", START, "", 20, "e2e4 600", 8902),
        ("2", START, "e2e4 e7e5", 29, "d1h5 26", 835),
        ("3", KIWIPETE, "", 48, "e1g1 2059", 97_862),
        ("1", KIWIPETE, "e1g1 h3g2", 48, "g1g2 1", 48),
        ("0", KIWIPETE, "", 0, "", 1),
        ("2", START, MATE, 0, "", 0),
    ];

    /// The engines to try: ox88, and Stockfish where it is installed.
    fn engines() -> impl Iterator<Item = &'static str> {
        let stockfish = Some("/usr/games/stockfish").filter(|path| Path::new(path).exists());
        [OX88].into_iter().chain(stockfish)
    }

    /// A script and its engine. It runs in the folder for temporary test files, which is neither
    /// the root of the repository nor `uci-scripts/`.
    fn script(name: &str, engine: &str) -> Command {
        let mut command = Command::new(folder().join(name));
        command
            .env_remove("RUST_LOG")
            .env_remove("WAIT")
            .env("ENGINE", engine)
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .timeout(PATIENCE);
        command
    }

    /// The text on stdout. The status must be 0 and stderr empty.
    fn answer(output: &Output) -> String {
        assert!(output.status.success(), "{output:?}");
        assert!(output.stderr.is_empty(), "{output:?}");
        String::from_utf8(output.stdout.clone()).unwrap()
    }

    #[test]
    fn perftree_gets_the_known_counts() {
        for engine in engines() {
            for (depth, fen, moves, root_moves, line, total) in KNOWN {
                let mut command = script("perftree.sh", engine);
                command.args([depth, fen]);
                if !moves.is_empty() {
                    command.arg(moves);
                }
                let text = answer(&command.output().unwrap());
                check(&text, " ", root_moves, line, total);
            }
        }
    }

    #[test]
    fn pretty_perft_gets_the_known_counts() {
        let without_moves = KNOWN.into_iter().filter(|known| known.2.is_empty());
        for (depth, fen, _, root_moves, line, total) in without_moves {
            for engine in engines() {
                let output = script("pretty-perft.sh", engine)
                    .args([fen, depth])
                    .output();
                let line = line.replace(' ', ": ");
                let text = answer(&output.unwrap());
                check(&text, ": ", root_moves, &line, total);
            }
        }
    }

    fn check(text: &str, separator: &str, root_moves: usize, line: &str, total: u64) {
        let (divide, rest) = if root_moves == 0 {
            ("", text)
        } else {
            text.split_once("\n\n")
                .map(|(divide, _)| (divide, &text[divide.len() + 1..]))
                .expect("an empty line follows the moves")
        };
        assert_eq!(rest, format!("\n{total}\n"), "{text}");
        let lines: Vec<&str> = divide.lines().collect();
        assert_eq!(lines.len(), root_moves, "{text}");
        assert!(root_moves == 0 || lines.contains(&line), "{text}");
        let counts = lines
            .iter()
            .map(|line| line.split_once(separator).unwrap().1);
        let sum: u64 = counts.map(|count| count.parse::<u64>().unwrap()).sum();
        assert!(root_moves == 0 || sum == total, "{text}");
    }

    /// ox88 does not need the scripts and prints the same without them.
    #[test]
    fn ox88_prints_the_same_without_a_script() {
        for (depth, fen, moves, ..) in KNOWN {
            let alone = |arguments: &[&str]| {
                let mut command = Command::new(OX88);
                command.env_remove("RUST_LOG").timeout(PATIENCE);
                answer(&command.args(arguments).output().unwrap())
            };
            let scripted = script("perftree.sh", OX88)
                .args([depth, fen, moves])
                .output();
            assert_eq!(
                alone(&[depth, fen, moves]),
                answer(&scripted.unwrap()),
                "{fen}"
            );
            let scripted = script("pretty-perft.sh", OX88).args([fen, depth]).output();
            assert_eq!(alone(&[fen, depth]), answer(&scripted.unwrap()), "{fen}");
        }
    }

    #[test]
    fn without_engine_the_release_build_or_the_path_is_used() {
        let top = Path::new(env!("CARGO_TARGET_TMPDIR")).join("a checkout");
        let _ = fs::remove_dir_all(&top);
        let (scripts, built, path) = (
            top.join("uci-scripts"),
            top.join("target/release"),
            top.join("bin"),
        );
        for directory in [&scripts, &built, &path] {
            fs::create_dir_all(directory).unwrap();
        }
        for name in ["perftree.sh", "pretty-perft.sh"] {
            fs::copy(folder().join(name), scripts.join(name)).unwrap();
        }
        let search = format!("{}:{}", path.display(), std::env::var("PATH").unwrap());
        let works = || {
            let output = Command::new(scripts.join("pretty-perft.sh"))
                .args([START, "1"])
                .env_remove("ENGINE")
                .env("PATH", &search)
                .timeout(PATIENCE)
                .output()
                .unwrap();
            output.status.success() && output.stdout.ends_with(b"\n\n20\n")
        };
        symlink(OX88, built.join("ox88")).unwrap();
        assert!(works(), "the release build is not found");
        fs::remove_file(built.join("ox88")).unwrap();
        symlink(OX88, path.join("ox88")).unwrap();
        assert!(works(), "the ox88 on PATH is not found");
    }

    #[test]
    fn a_fault_is_printed_on_stderr_and_never_counted() {
        let no_king = "4k3/8/8/8/8/8/8/8 w - - 0 1";
        for (engine, arguments) in [
            (OX88, vec!["1", no_king]),
            (OX88, vec!["0", no_king]),
            (OX88, vec![TOO_DEEP, START, MATE]),
            (OX88, vec!["-1", START]),
            (OX88, vec!["1"]),
            (OX88, vec!["1", START, "e2e4", "e7e5"]),
            ("no-such-engine --uci", vec!["1", START]),
            ("true", vec!["1", START]),
            ("cat", vec!["1", START]),
        ] {
            refused(script("perftree.sh", engine).args(arguments));
        }
        refused(script("pretty-perft.sh", OX88).args([no_king, "1"]));
        refused(script("pretty-perft.sh", OX88).args([START, TOO_DEEP]));
        refused(script("pretty-perft.sh", OX88).args([START]));
        for engine in engines() {
            refused(script("perftree.sh", engine).args(["2", START, "e2e4 e2e4"]));
        }
    }

    fn refused(command: &mut Command) {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{command:?} {output:?}");
        assert!(output.stdout.is_empty(), "{command:?} {output:?}");
        assert!(!output.stderr.is_empty(), "{command:?} {output:?}");
    }

    /// Output that other engines print around a divide or instead of it.
    #[test]
    fn unusual_output_of_other_engines_is_read() {
        const FAKE: &str = r#"
            echo 'Fake 1.0 by nobody'
            while read -r command; do
                case $1,$command in
                    *quit) exit ;;
                    windows,go*) printf '%s\r\n' 'info string Available processors: 0-31' \
                        'a2a3: 20' 'a7a8q: 1' '' 'Nodes searched: 21' '' ;;
                    error,go*) printf '%s\n' '' 'Nodes searched: 0' '' \
                        'info string error: no position' ;;
                    search,go*) printf '%s\n' 'info depth 1 score cp 9 nodes 1 pv a2a3' \
                        'bestmove a2a3' ;;
                    another,go*) printf '%s\n' 'a2a3 - 20' 'a7a8q - 1' '' 'Nodes searched: 21' ;;
                    incomplete,go*) printf '%s\n' 'a2a3: 20' '' 'Nodes searched: 21' ;;
                esac
            done"#;
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fake-engine.sh");
        fs::write(file, FAKE).unwrap();
        let output = script("perftree.sh", "sh fake-engine.sh windows")
            .args(["2", START])
            .output();
        assert_eq!(answer(&output.unwrap()), "a2a3 20\na7a8q 1\n\n21\n");
        for kind in ["error", "search", "silent", "another", "incomplete"] {
            let engine = format!("sh fake-engine.sh {kind}");
            refused(script("perftree.sh", &engine).args(["2", START]));
        }
    }
}
