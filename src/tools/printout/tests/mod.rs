//! Which lines are read, and as what.

use super::*;

mod lists;

fn count(mv: &str, count: u128) -> Entry {
    let mv = mv.to_owned();
    Entry::Count { mv, count }
}

#[test]
fn moves_are_read_in_every_usual_spelling() {
    for line in [
        "e2e4: 600",
        "e2e4 600",
        "e2e4 - 600",
        "e2e4:600",
        "  e2e4\t600  ",
        "E2E4: 600",
        "e2-e4: 600",
        "e2e4 = 600 nodes",
        "e2e4 -> 600",
        "1. e2e4: 600",
        "12) e2e4 600 (0.01s)",
        "* e2e4 | 600 |",
        "e2e4,600",
        "e2e4....600",
    ] {
        assert_eq!(read(line), count("e2e4", 600), "{line}");
    }
    assert_eq!(read("e7e8Q: 1,234,567"), count("e7e8q", 1_234_567));
    assert_eq!(read("e7-e8=N 12'345"), count("e7e8n", 12_345));
    assert_eq!(read("O-O: 7"), count("o-o", 7));
    assert_eq!(read("0-0-0 7"), count("o-o-o", 7));
    assert_eq!(read("e7e8k: 1"), count("e7e8k", 1));
}

#[test]
fn totals_are_read_in_every_usual_spelling() {
    for line in [
        "Nodes searched: 8902",
        "nodes searched : 8,902",
        "Nodes: 8902",
        "nodes 8902",
        "NODES = 8902",
        "Total: 8902",
        "total 8902",
        "Total nodes: 8902 in 0.1 s",
        "Total Nodes Searched: 8902",
        "Perft(3): 8902",
        "perft 3 = 8902",
        "perft 3 8902",
        "perft(3) 8902",
        "Leaf nodes: 8902",
        "Sum: 8902",
        "8902",
        "8902 nodes in 12 ms",
        "8_902 leaves",
        "Depth: 3 Nodes: 8902 Time: 5",
        "===> total = 8902",
        "Nodes searched (3): 8902",
    ] {
        assert_eq!(read(line), Entry::Total(8902), "{line}");
    }
}

#[test]
fn everything_else_says_nothing() {
    for line in [
        "",
        "info depth 3 nodes 8902 time 0 nps 8902000",
        "info string 8902",
        "Stockfish 16 by the Stockfish developers",
        "Nodes/second: 8902",
        "nodes per second: 8902",
        "NPS: 8902",
        "Time: 12",
        "8902 nodes/s",
        "8902 nodes per second",
        "Perft 3",
        "perft depth 3",
        "e2e4",
        "e2e4 e7e5 g1f3",
        "bestmove e2e4",
        "e2e4: -5",
        "e2e4: 5x",
        "e2e4: 999999999999999999999999999999999999999999",
        "\u{fffd}\u{fffd}",
        "uciok",
        "readyok",
    ] {
        assert_eq!(read(line), Entry::Other, "{line}");
    }
}

/// Each form, as a list of two moves with their total, is read as that.
#[test]
fn every_form_is_read() {
    let two = [("a2a3", 380), ("g1f3", 440)];
    for text in [
        "a2a3: 380\ng1f3: 440\n\nNodes searched: 820",
        "a2a3 380\ng1f3 440\n\n820",
        "a2a3 - 380\ng1f3 - 440\nTotal: 820",
        // ABC, BBC, VICE, qperft, Firebird.
        "move 1:\ta2a3\t380\nmove 2:\tg1f3\t440\nTotal number of legal moves: 820",
        "     move: a2a3  nodes: 380\n     move: g1f3  nodes: 440\n\n    Depth: 3\n    Nodes: 820\n     Time: 12",
        "Starting Test To Depth:3\nmove 1 : a2a3 : 380\nmove 2 : g1f3 : 440\n\nTest Complete : 820 nodes visited in 12ms",
        "1. a2a3 moves =        380 ( 0.000 sec)\n2. g1f3 moves =        440 ( 0.000 sec)\nperft( 3)=          820 ( 0.001 sec)",
        "a2a3 380/20\ng1f3 440/20\nTOTAL 820  moves 2  time: 15000 us",
        "a2a3: 380 [46.3%]\ng1f3: 440 [53.7%]\nLeafs: 820",
        "A2A3: 380\nG1F3: 440\nPERFT(3): 820",
        "Pa2a3 380\nNg1-f3 440\ntotal moves=820  time=0.01",
        "| a2a3 | 380 |\n| g1f3 | 440 |\n| Total | 820 |",
        "#  Move  Nodes\n1  a2a3  380\n2  g1f3  440",
        "Move      Captures   Nodes   Time\na2a3      0          380     0.01\ng1f3      12         440     0.02",
        "| # | Move | Time | Nodes |\n|---|------|------|-------|\n| 1 | a2a3 | 12 | 380 |\n| 2 | g1f3 | 15 | 440 |",
        "┃ Nodes ┃ Move ┃\n│ 380 │ a2a3 │\n│ 440 │ g1f3 │",
        "move,captures,nodes\na2a3,0,380\ng1f3,12,440",
        "a2a3,380,0\ng1f3,440,12\n",
        // Without a heading, the total tells the columns apart.
        "a2a3 0 380\ng1f3 12 440\nTotal: 820",
        "a2a3 0.001 380\ng1f3 12.5 440",
        "a2a3 captures 0 nodes 380\ng1f3 captures 12 nodes 440",
        "\u{1b}[32ma2a3\u{1b}[0m: \u{1b}[1m380\u{1b}[0m\n\u{1b}[32mg1f3\u{1b}[0m: \u{1b}[1m440\u{1b}[0m",
        "info string a2a3: 380\ninfo string g1f3: 440\ninfo string perft(3) = 820",
        "info currmove a2a3 currmovenumber 1 nodes 380\ninfo currmove g1f3 currmovenumber 2 nodes 440",
        "info currmovenumber 1 currmove a2a3 nps 5 perft 380\ninfo currmovenumber 2 currmove g1f3 nps 5 perft 440\ninfo depth 3 nps 5 perft 820",
        "[INFO] a2a3: 380\n[INFO] g1f3: 440",
        "[1/2] a2a3: 380\n[2/2] g1f3: 440",
        "a2a3: 380, g1f3: 440",
        "a2a3 (a3) 380\nNf3 g1f3 440",
        "{\"a2a3\": 380, \"g1f3\": 440}",
        "{\n  \"a2a3\": 380,\n  \"g1f3\": 440\n}",
        "{\"total\": 820, \"moves\": {\"a2a3\": 380, \"g1f3\": 440}, \"time\": 0.5}",
        "[{\"move\":\"a2a3\",\"nodes\":380},{\"move\":\"g1f3\",\"nodes\":440}]",
        "{\n\"depth\": 3,\n\"tree\": [\n{\n\"nodes\": 380,\n\"move\": \"a2a3\"\n},\n{\n\"nodes\": 440,\n\"move\": \"g1f3\"\n}\n],\n\"nodes\": 820\n}",
        "{\"move\":\"a2a3\",\"nodes\":380}\n{\"move\":\"g1f3\",\"nodes\":440}\n{\"nodes\":820}",
        "{\"a2a3\":{\"captures\":0,\"nodes\":380},\"g1f3\":{\"captures\":12,\"nodes\":440}}",
        "[{\"from\":\"a2\",\"to\":\"a3\",\"promotion\":null,\"leafNodes\":380},{\"from\":\"g1\",\"to\":\"f3\",\"leafNodes\":440}]",
        "[\"a2a3: 380\", \"g1f3: 440\"]",
        "[[\"a2a3\", 380], [\"g1f3\", 440]]",
        // Python, Go, Rust, Java.
        "{'a2a3': 380, 'g1f3': 440}",
        "[('a2a3', 380), ('g1f3', 440)]",
        "Counter({'g1f3': 440, 'a2a3': 380})",
        "map[a2a3:380 g1f3:440]",
        "Divide { moves: [(a2a3, 380), (g1f3, 440)], total: 820 }",
        "{a2a3=380, g1f3=440}",
    ] {
        let mut reader = Reader::at_depth(3);
        text.lines().for_each(|line| {
            reader.line(line);
        });
        let mut counts = reader.counts();
        counts.sort();
        let expected = two.map(|(mv, count)| (mv.to_owned(), count));
        assert_eq!(counts, expected, "{text}");
        let has_total = text.contains("820");
        assert_eq!(reader.total(), has_total.then_some(820), "{text}");
        assert_eq!(reader.unread(), [""; 0], "{text}");
    }
}

#[test]
fn short_algebraic_notation_is_kept_as_it_is_written() {
    for (line, mv) in [
        ("Nf3 440", "Nf3"),
        ("1. Nf3: 440", "Nf3"),
        ("exd5 440", "exd5"),
        ("e8=Q+ 440", "e8=Q"),
        ("Qxf7#: 440", "Qxf7"),
        ("bxc4 440", "bxc4"),
        ("Bxc4 440", "Bxc4"),
        ("O-O 440", "o-o"),
        ("e4 440", "e4"),
    ] {
        assert_eq!(read(line), count(mv, 440), "{line}");
    }
}

#[test]
fn groups_of_digits_are_read_in_every_usual_form() {
    for grouped in [
        ["8,457", "9,748", "18,205"],
        ["8'457", "9'748", "18'205"],
        ["8_457", "9_748", "18_205"],
        ["8.457", "9.748", "18.205"],
        ["8 457", "9 748", "18 205"],
        ["8\u{202f}457", "9\u{a0}748", "18\u{2009}205"],
    ] {
        let [first, second, total] = grouped;
        let mut reader = Reader::default();
        reader.line(&format!("a2a3: {first}"));
        reader.line(&format!("g1f3: {second}"));
        reader.line(&format!("Nodes searched: {total}"));
        let expected = [("a2a3".to_owned(), 8457), ("g1f3".to_owned(), 9748)];
        assert_eq!(reader.counts(), expected, "{first}");
        assert_eq!(reader.total(), Some(18_205), "{total}");
    }
}

#[test]
fn totals_of_other_depths_do_not_count() {
    let lines = ["perft(1) = 20", "perft(2) = 400", "perft(3) = 8902"];
    for (depth, total) in [(1, 20), (2, 400), (3, 8902)] {
        let mut reader = Reader::at_depth(depth);
        let said = lines.map(|line| reader.line(line));
        assert_eq!(reader.total(), Some(total));
        assert_eq!(said.iter().filter(|said| **said == Said::Total).count(), 1);
    }
    let mut reader = Reader::default();
    for line in lines {
        reader.line(line);
    }
    assert_eq!(reader.total(), Some(8902));
    let mut table = Reader::at_depth(2);
    for line in [
        "Depth       Nodes   Time",
        "1  20  0",
        "2  400  1",
        "3  8902  5",
    ] {
        table.line(line);
    }
    assert_eq!(table.total(), Some(400));
}

#[test]
fn lines_that_only_look_like_counts_say_nothing() {
    for line in [
        "info depth 5 seldepth 7 nodes 4865609 nps 1000000 pv e2e4 e7e5",
        "info currmove e2e4 currmovenumber 1",
        "info depth 3 currmove e2e4 currmovenumber 1 nodes 20",
        "info string perft stopped: 0 of 20 root moves counted",
        "info string NNUE evaluation using nn-1111cefa1111.nnue (133MiB, (22528, 3072, 15))",
        "8 r n b q k b n r",
        "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜",
        "  a b c d e f g h",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
        "position startpos moves e2e4 600",
        "pv e2e4 e7e5 20",
        "e2e4 e7e5 20",
        "best move e2e4 600",
        "1. e4 e5 2. Nf3 Nc6",
        "1. e2e4 e7e5 2. g1f3",
        "Moves: 20",
        "d2d4 0.35",
        "e2e4: 12 ms",
        "Hash table: 64 MB",
        "[Event \"?\"]",
        "Result 1-0",
        "expected nodes: 20",
        "Perft speed: 120000000",
    ] {
        assert_eq!(read(line), Entry::Other, "{line}");
    }
}

#[test]
fn what_cannot_be_read_is_kept_to_be_shown() {
    let mut reader = Reader::default();
    for line in ["e2e4: 5x", "e2e3: -5", "e2e4", "Time: 5", "d2d4: 600"] {
        reader.line(line);
    }
    assert_eq!(reader.unread(), ["e2e4: 5x", "e2e3: -5"]);
    assert_eq!(reader.counts(), [("d2d4".to_owned(), 600)]);
}

/// An object that never ends hides nothing, and nothing grows without a limit.
#[test]
fn broken_and_endless_input_is_harmless() {
    let mut reader = Reader::default();
    for line in ["{", "[[[[", "a2a3: 380", "g1f3 440", "Nodes searched: 820"] {
        reader.line(line);
    }
    let expected = [("a2a3".to_owned(), 380), ("g1f3".to_owned(), 440)];
    assert_eq!(reader.counts(), expected);
    assert_eq!(reader.total(), Some(820));

    let mut reader = Reader::default();
    reader.line(&"[{".repeat(100_000));
    reader.line(&"}]".repeat(100_000));
    for _ in 0..5000 {
        reader.line("a2a3: 380");
    }
    assert_eq!((reader.moves(), reader.counts().len()), (5000, 2048));
    for line in [
        "'",
        "\"\\",
        "{\"",
        "a2a3 \u{202f}",
        "é'",
        "{é=",
        "(]",
        "|",
        "µ5µs",
    ] {
        Reader::default().line(line);
    }
}

/// Lines made of all that the readers look for, in any order.
#[test]
fn no_line_is_harmful() {
    const PARTS: [&str; 44] = [
        "a2a3", "Nf3", "e8=Q", "(Q)", "o-o", "e.p.", "1", "380", ",", ".", "'", "_", " ", "  ",
        "|", "{", "}", "[", "]", "(", ")", "\"", "\\", ":", "=", "-", ">", "%", "ms", "é",
        "\u{202f}", "\u{1b}[", "\u{1b}]", "\r", "\t", "nodes", "perft", "info", "string",
        "currmove", "move", "depth", "total", "♘",
    ];
    let mut random = 1_u64;
    let mut next = |end: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as usize % end
    };
    let mut reader = Reader::default();
    for _ in 0..50_000 {
        let line: String = (0..next(12)).map(|_| PARTS[next(PARTS.len())]).collect();
        reader.line(&line);
        let _ = (read(&line), Reader::at_depth(3).line(&line));
    }
    assert!(reader.counts().len() <= reader.moves());
    assert!(reader.total().is_some());
}
