//! What files may hold that looks like counts: none that is wrong passes in silence,
//! and none that is right is called wrong. `F` stands for the FEN of the start
//! position, whose counts are 20, 400 and 8902, and `S` for its first four fields.

use super::*;
use crate::perft::Method;

const F: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const S: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn run(text: &str) -> (Vec<LineResult>, Summary) {
    let text = text.replace("@F", F).replace("@S", S);
    let options = CheckOptions {
        depth: Some(4),
        nodes: None,
        castling: CastlingNotation::Standard,
        method: Method::default(),
        threads: 1,
    };
    let mut results = Vec::new();
    let file = Box::new(std::io::Cursor::new(text));
    let summary = check(file, &options, &Token::never(), |result| {
        results.push(result)
    });
    (results, summary.expect("a readable file"))
}

/// A wrong count, or the token that the reason of a broken line has.
enum Fault {
    /// The depth and the wrong count.
    Wrong(u32, u128),
    Broken(&'static str),
}
use Fault::{Broken as B, Wrong as W};

#[test]
fn no_wrong_count_passes_in_silence() {
    let table = LINES.iter().chain(JSON).chain(CSV);
    let mut failures = Vec::new();
    for (text, fault) in table {
        let (results, summary) = run(text);
        let is_found = results.iter().any(|result| match (&result.verdict, fault) {
            (Verdict::Differs(wrong), W(depth, expected)) => {
                (wrong.depth, wrong.expected) == (*depth, *expected)
            }
            (Verdict::Broken(reason), B(token)) => reason.contains(token),
            _ => false,
        });
        if !is_found || !summary.has_failures() {
            let verdicts: Vec<&Verdict> = results.iter().map(|it| &it.verdict).collect();
            failures.push(format!("{text:?}: {verdicts:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

static LINES: &[(&str, Fault)] = &[
    ("@F;D1,21", B("'D1,21'")),
    ("@F;D1-21", B("'D1-21'")),
    ("@F;D1\u{a0}21", W(1, 21)),
    ("@F;D1\u{0}21", W(1, 21)),
    ("@F;D\u{0}1 21", W(1, 21)),
    ("@F D1\0 21", W(1, 21)),
    ("@F;D1\u{200b}21", B("'D1\\u{200b}21'")),
    ("@F;depth1=21", W(1, 21)),
    ("@F;D 1 21", W(1, 21)),
    ("@F;nodes 21", B("'nodes 21'")),
    ("@F;Leaves: 21", B("'Leaves: 21'")),
    ("@F;nodes 21 depth 1", B("'nodes 21 depth 1'")),
    ("@F;D1 20;perft2 401", W(2, 401)),
    ("@F;Perft2: 401", W(2, 401)),
    ("@F;PERFT_2 401", B("PERFT_2")),
    ("@F;bm e4 D1 21", W(1, 21)),
    ("@F;bm e4 perft 1 21", W(1, 21)),
    ("D1 21;@F", B("'D1 21'")),
    ("@S d1 21", W(1, 21)),
    ("@S Perft 1 21", W(1, 21)),
    ("@S depth 1 nodes 21", W(1, 21)),
    ("@S nodes 21", B("'nodes 21'")),
    ("@S bm e4 d1 21", W(1, 21)),
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq d3 21",
        W(3, 21),
    ),
    ("@S 20 401", B("'20 401'")),
    ("@S 8902", B("'8902 1'")),
    ("@S 20 401 8902", B("'8902'")),
    ("@F;20;4x0", B("'4x0'")),
    ("@F;-21", B("'-21'")),
    ("epd @F\nperft 1 20\nperft 2 4o1", B("'perft 2 4o1'")),
    ("epd @F\nperft 1 20\nPerft 2 401", W(2, 401)),
    ("epd @F\nperft 2 401 # by hand", W(2, 401)),
];

static JSON: &[(&str, Fault)] = &[
    (
        r#"{"position":{"fen":"@F"},"depth":1,"nodes":21}"#,
        W(1, 21),
    ),
    (r#"{"game":{"fen":"@F"},"depth":1,"nodes":21}"#, W(1, 21)),
    (r#"{"start":"@F","depth":1,"nodes":21}"#, W(1, 21)),
    (r#"{"board":"@F","depth":1,"nodes":21}"#, B("'nodes'")),
    (r#"{"fen":5,"depth":1,"nodes":21}"#, B("'5'")),
    (r#"{"fen":"start","depth":1,"nodes":21}"#, B("start")),
    (r#"{"fen":"@F","tests":[20,401]}"#, B("'tests'")),
    (r#"{"fen":"@F","data":{"1":21}}"#, B("'data'")),
    (r#"{"fen":"@F","depth":1,"value":21}"#, B("'value'")),
    (r#"{"fen":"@F","depth":1,"leafs":"21"}"#, B("'leafs'")),
    (r#"{"fen":"@F","foo":"D1 21"}"#, B("'foo'")),
    (r#"{"fen":"@F","perft":"20 401"}"#, B("20 401")),
    (r#"{"fen":"@F","depth":1,"perft":"D1 21"}"#, B("D1 21")),
    (r#"{"fen":"@F","nodes":21}"#, B("'nodes'")),
    (r#"{"@F":21}"#, B("'21'")),
    (r#"{"@F":{"1":20},"nodes":21}"#, B("'nodes'")),
    (r#"{"fen":"@F;D1 21"}"#, W(1, 21)),
    (r#"{"fen":"@S D1 21","id":3}"#, W(1, 21)),
    (r#"{"@F;D1 21":null}"#, W(1, 21)),
    (
        r#"{"fen":"@F","depths":[1],"nodes":[20,401]}"#,
        B("1 depths and 2 counts"),
    ),
    (
        r#"{"fen":"@F","depth":2,"nodes":[20,400,8903]}"#,
        B("3 counts"),
    ),
    (r#"{"fen":"@F","depth":2,"d":1,"nodes":400}"#, B("'d'")),
    (r#"{"fen":"@F","D1":21,"D1":20}"#, B("'D1'")),
    (r#"{"fen":"@F","fen":"@F","D1":20}"#, B("'fen'")),
    (
        r#"{"fen":"@F","epd":"8/8/8/8/8/8/8/K1k5 w - -","D1":20}"#,
        B("second FEN"),
    ),
    (
        r#"{"fen":"@F","children":[{"fen":"@F","depth":1,"nodes":21}]}"#,
        W(1, 21),
    ),
    (
        r#"{"fen":"@F","children":[{"fen":"@F","nodes":21}]}"#,
        B("'nodes'"),
    ),
    (
        r#"{"fen":"@F","results":[{"depth":1,"leafs":21}]}"#,
        B("'leafs'"),
    ),
    (
        r#"{"fen":"@F","perft":{"1":{"nodes":20,"all":21}}}"#,
        B("'all'"),
    ),
    (
        r#"{"fen":"@F","depth":1,"nodes":20,"split":{"a2a3":1,"a2a4":20}}"#,
        B("'split'"),
    ),
    (r#"{"fen":"@F","D128":21}"#, B("'D128'")),
    (r#"["@F",20,"@F",401]"#, B("several FENs")),
    (r#"[["@F",20,401]]"#, W(2, 401)),
    (r#"["@F",20,401]"#, W(2, 401)),
    (r#"[{"fen":"@F","D1":20}"#, B("']'")),
    (
        r#"{"a":{"fen":"@F"},"b":{"depth":1,"nodes":21}}"#,
        B("'nodes'"),
    ),
    (
        r#"{"a":[{"fen":"@F"},{"depth":1,"nodes":21}]}"#,
        B("'nodes'"),
    ),
    (r#"{"fens":["@F"],"counts":[21]}"#, B("'counts'")),
    // Lists of moves.
    (r#"{"fen":"@F","expected":[{"move":"e4"},5]}"#, B("'5'")),
    (
        r#"{"fen":"@F","expected":[{"move":"e4","fen":null}]}"#,
        B("'null'"),
    ),
    (
        r#"{"fen":"@F","expected":[{"move":"e4","fen":5}]}"#,
        B("'5'"),
    ),
    (
        r#"{"fen":"@F","expected":[{"mv":"e4","fen":"@F"}]}"#,
        B("'expected'"),
    ),
    (
        r#"{"fen":"@F","moves":[{"move":"e4","nodes":21}]}"#,
        B("'nodes'"),
    ),
    (
        r#"{"fen":"@F","moves":["e4"],"legalMoves":["e4"]}"#,
        B("second list"),
    ),
    (r#"{"fen":"@F","legalMoves":21}"#, B("'legalMoves'")),
    (
        r#"{"fen":"8/8/8/8/8/8/8/K1k5 w - -","Expected":["Ka2"],"D1":3}"#,
        W(1, 3),
    ),
];

static CSV: &[(&str, Fault)] = &[
    ("fen,depth,nodes\n@F,,21", B("'21'")),
    ("fen,depth,nodes\n@F,1,", B("without a count")),
    ("fen,depth,leafs\n@F,1,21", B("'leafs'")),
    ("fen,foo\n@F,21", B("'foo'")),
    (
        "fen,depth,nodes,total nodes\n@F,1,20,21",
        B("'total nodes'"),
    ),
    ("fen,depth,nodes,count\n@F,1,21,20", W(1, 21)),
    ("fen,d1,D1\n@F,21,20", W(1, 21)),
    ("fen,depth,nodes\n@F;D1 21,1,20", W(1, 21)),
    ("fen,depth,nodes\n@F,1,20,21", B("'21'")),
    ("fen;depth;nodes\n@F,1,21", W(1, 1)),
    ("fen,depth,nodes\n@F\t1\t21", B("'1'")),
    ("fen,depth,nodes\n\"@F,1,21\n", B("quote")),
    (",fen,depth,nodes\n,,1,21", B("FEN")),
    ("fen\n@F;D1 21", W(1, 21)),
    ("fen,depth,nodes\n@F,1,20\r@F,1,21", B("cannot be read")),
    (
        "fen,depth,nodes,note\n@F,1,20, \"a\n@F,1,21,\n@F,1,20,\"b\"",
        W(1, 21),
    ),
];

/// Lists of moves that are wrong.
#[test]
fn no_wrong_moves_pass_in_silence() {
    for name in [
        "Expected",
        "expectedMoves",
        "legalMoves",
        "legal_moves",
        "moves",
    ] {
        let text = r#"{"fen":"8/8/8/8/8/8/8/K1k5 w - -","NAME":["Ka2","Kb2"]}"#;
        let (results, _) = run(&text.replace("NAME", name));
        let verdict = &results[0].verdict;
        assert!(
            matches!(verdict, Verdict::MovesDiffer(_)),
            "{name}: {verdict:?}"
        );
    }
}

#[test]
fn right_files_are_read() {
    let blank = "\u{feff}\r\n".to_owned() + &" \n".repeat(10_000);
    let mut failures = Vec::new();
    for (text, positions, counts) in [
        (r#"[{"fen":"@F","depth":1,"nodes":20}]"#, 1, 1),
        (
            &format!("{blank}{{\"fen\":\"@F\",\"depth\":1,\"nodes\":20}}"),
            1,
            1,
        ),
        // python-chess counts the same.
        ("8/8/8/8/8/8/8/K1k5 w - -;4;65", 1, 1),
        (
            "// one\n-- two\nfen,depth,nodes\n// three\n@F,1,20\n-- four\n@F,2,400",
            2,
            2,
        ),
        (
            "fen,depth,nodes,note\n@F,1,20,\"a\n# b, \"\"c\"\"\n\"\n@F,2,400,5\" b",
            2,
            2,
        ),
        ("\"@F\",\"20\",\"400\"", 1, 2),
        ("fen\n@F;D1 20\n@F,20,400", 2, 3),
        (
            "@F;D1 20;c0 \"1+1\"\n@S c0 \"Horde of queens\"; D1 20\n@F;c0 1+1;D1 20",
            3,
            3,
        ),
        ("@F;id \"Horde of queens\";D1 20\n@F;D1 20", 2, 2),
        ("{\"fen\":\"@F\",\"variant\":\"frc\",\"D1\":20}", 1, 1),
        (
            "fen,variant,d1\n@F,Fischerandom,20\n@F,chess960,20\n@F,normal,20",
            3,
            3,
        ),
        ("fen,depth,nodes,result\n@F,1,20,ok\n@F,1,20,1-0", 2, 2),
        ("Kiwi/pete #2; @F; 20; 400", 1, 2),
        ("start; @F; 20; 400\nposition; @F; D1 20", 2, 3),
        (r#"{"fen":"@F","depths":[1,2],"nodes":[20,400]}"#, 1, 2),
        (
            r#"{"fen":"@F","depth":3,"nodes":[8902],"result":"ok"}"#,
            1,
            1,
        ),
        (r#"{"fen":"@F","depth":3,"nodes":[20,400,8902]}"#, 1, 3),
        ("[\"@F\", 20, 400]", 1, 2),
        ("[\"@F\", 20]\n[\"start\", \"@F\", [20, 400]]", 2, 3),
        ("[\"@F\", \"@F\"]\n{\"fen\":\"@F\",\"D1\":20}", 3, 1),
        ("id a\nepd @S # b\nperft 1 20 # c\nperft 2 400", 1, 2),
        ("{\0\n\"fen\":\0\"@F\",\0\n\"D1\": 20\0}\0\n", 1, 1),
        // Numbers that are no counts.
        (
            r#"{"fen":"@F","id":7,"ply":0,"date":"2024","time_ms":5,"depth":1,"nodes":20,"captures":0}"#,
            1,
            1,
        ),
        (
            r#"{"count":1,"positions":[{"position":3,"fen":"@F","ply":2,"nodes":400}]}"#,
            1,
            1,
        ),
        (
            r#"{"depth":3,"a":[{"fen":"@F","moves":[],"perft":{"1":20}}]}"#,
            1,
            1,
        ),
        ("@S bm d4; D1 20", 1, 1),
        (
            r#"{"fen":"@F","eco":"D10","bestmove":"d4","opening":"d4 d5","D1":20}"#,
            1,
            1,
        ),
        ("8/8/8/8/8/8/8/K1k5 w - d3 0 1;D1 1", 1, 1),
        ("@F;bm d4; acd 20; acn 400;D1 20", 1, 1),
        ("8/8/8/3pP3/8/8/8/K1k5 w - d6 D1 3", 1, 1),
        ("@S 12 300;D1 20", 1, 1),
        ("@S 98 301;D1 20", 1, 1),
        ("@F;perft 1 = 20 leaves;D2: 400", 1, 2),
    ] {
        let (results, summary) = run(text);
        let found = (
            summary.positions,
            summary.counts,
            summary.differ + summary.broken,
        );
        if found != (positions, counts, 0) {
            let verdicts: Vec<&Verdict> = results.iter().map(|it| &it.verdict).collect();
            failures.push(format!("{text:.200}: {found:?} {verdicts:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_file_in_which_everything_is_skipped_is_no_success() {
    for (text, first) in [
        ("", None),
        ("# nothing\n\n", None),
        ("\n@F\n@S 14 191\n", Some(2)),
        ("[]", None),
        ("@F;D5 4865609", Some(1)),
    ] {
        let (_, summary) = run(text);
        assert!(summary.has_failures() && summary.is_idle(), "{text}");
        assert_eq!(summary.first_skipped.map(|it| it.0), first, "{text}");
    }
    assert!(!run("@F\n@F;D1 20").1.has_failures());
}

/// One byte arrives at a time, as in a slow pipe.
#[test]
fn a_slow_pipe_is_read_like_a_file() {
    struct Slow(std::io::Cursor<Vec<u8>>);
    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }
    for text in [
        "\u{feff} [\"@F\", 20, 400]",
        "\n\n{\"@F\": [20, 400]}",
        "[ {\"@F\": [20, 400]} ]",
    ] {
        let text = text.replace("@F", F).into_bytes();
        let file = Box::new(Slow(std::io::Cursor::new(text)));
        let mut records = records(file, CastlingNotation::Standard, &Token::never());
        let record = records.next().expect("a record").expect("a readable file");
        let record = record.expect("a position");
        assert_eq!(record.counts, Ok(vec![(1, 20), (2, 400)]));
        assert!(records.next().is_none());
    }
}
