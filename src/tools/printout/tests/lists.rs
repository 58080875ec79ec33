//! Whole printouts: which number is a count, which total is meant, and what cannot be
//! read.

use super::*;

fn reader(text: &str) -> Reader {
    let mut reader = Reader::at_depth(3);
    for line in text.lines() {
        reader.line(line);
    }
    reader
}

/// A move whose count cannot be read, beside one that can, is told in every form.
#[test]
fn no_row_is_passed_over() {
    for (text, unread) in [
        ("a2a3: 380\ne2e5: -3", "e2e5: -3"),
        ("a2a3: 380\ne2e5 -3", "e2e5 -3"),
        ("a2a3: 380\ne2e5: 5x", "e2e5: 5x"),
        (
            "a2a3: 380\ne2e5: 999999999999999999999999999999999999999999",
            "e2e5: 999999999999999999999999999999999999999999",
        ),
        ("a2a3: 380\n2. e2e5: -3", "2. e2e5: -3"),
        ("a2a3: 380\ne2e5: 0.5", "e2e5: 0.5"),
        ("info string a2a3: 380\ninfo string e2e5: -3", "e2e5: -3"),
        ("a2a3: 380, e2e5: -3", "a2a3: 380, e2e5: -3"),
        ("{\"a2a3\": 380, \"e2e5\": -3}", "e2e5: -3"),
        ("{\"a2a3\": 380, \"e2e5\": \"-3\"}", "e2e5: -3"),
        ("{'a2a3': 380, 'e2e5': 5x}", "e2e5: 5x"),
        ("[('a2a3', 380), ('e2e5', -3)]", "e2e5: -3"),
        ("[\"a2a3: 380\", \"e2e5: -3\"]", "e2e5: -3"),
        (
            "[{\"move\":\"a2a3\",\"nodes\":380},{\"move\":\"e2e5\",\"nodes\":-3}]",
            "e2e5: -3",
        ),
        (
            "{\"a2a3\":{\"captures\":0,\"nodes\":380},\"e2e5\":{\"captures\":1,\"nodes\":5x}}",
            "e2e5: 5x",
        ),
        ("map[a2a3:380 e2e5:-3]", "e2e5: -3"),
        // The total.
        ("a2a3: 380\nNodes searched: -3", "Nodes searched: -3"),
        (
            "a2a3: 380\nTotal = 999999999999999999999999999999999999999999",
            "Total = 999999999999999999999999999999999999999999",
        ),
        // Another column is not the count.
        ("Move,Nodes,Captures\na2a3,380,0\ne2e5,-3,12", "e2e5,-3,12"),
        (
            "| Move | Captures | Nodes |\n| a2a3 | 0 | 380 |\n| e2e5 | 12 | 5x |",
            "| e2e5 | 12 | 5x |",
        ),
    ] {
        let reader = reader(text);
        assert_eq!(reader.unread(), [unread], "{text}");
        assert_eq!(reader.counts(), [("a2a3".to_owned(), 380)], "{text}");
    }
}

/// A time, a share or a line of play beside a count says nothing against it.
#[test]
fn remarks_on_a_move_are_no_rows() {
    for text in [
        "a2a3: 380\na2a3: 12 ms",
        "a2a3: 0.5\na2a3: 380",
        "a2a3: 380\na2a3 a7a6 20",
        "a2a3: 380\n1. e4 e5 2. Nf3",
        "a2a3: 380\ninfo string a2a3 score -35\nScore: -3\nTime: -1",
        "{\"a2a3\": 380, \"time\": -1}",
        "{\"a2a3\": {\"nodes\": 380, \"score\": -0.35}}",
        "Move  Nodes\na2a3  380 (4 %)",
    ] {
        let reader = reader(text);
        assert_eq!(reader.unread(), [""; 0], "{text}");
        assert_eq!(reader.counts(), [("a2a3".to_owned(), 380)], "{text}");
    }
}

#[test]
fn spaces_group_digits_also_without_a_total() {
    for (text, counts) in [
        ("a2a3: 181 046\ng1f3: 233 491", [181_046, 233_491]),
        ("a2a3 380\ng1f3 8 902", [380, 8_902]),
        (
            "a2a3: 8 457 nodes (4.3%)\ng1f3: 1 234 567 nodes (95%)",
            [8_457, 1_234_567],
        ),
        ("a2a3 nodes 8 457\ng1f3 nodes 9 748", [8_457, 9_748]),
        ("Move  Nodes\na2a3  8 457\ng1f3  9 748", [8_457, 9_748]),
        // Columns of their own: captures, or a time.
        ("a2a3 380 0\ng1f3 440 120", [380, 440]),
        ("a2a3 380 20\ng1f3 440 120", [380, 440]),
        ("a2a3 380 120\ng1f3 8902 120", [380, 8_902]),
        ("a2a3 380 120 ms\ng1f3 440 123 ms", [380, 440]),
        ("a2a3 380  120\ng1f3 440  120", [380, 440]),
    ] {
        let found: Vec<u128> = reader(text).counts().iter().map(|it| it.1).collect();
        assert_eq!(found, counts, "{text}");
    }
}

#[test]
fn the_total_of_the_leaves_is_meant() {
    let rows = "a2a3: 380\ng1f3: 440\n";
    for (lines, total) in [
        ("Total moves: 2\nTotal nodes: 820", 820),
        ("Total nodes: 820\nTotal moves: 2", 820),
        ("Nodes: 842\nLeaves: 820\nSum: 12", 820),
        ("Nodes: 820 (all nodes: 842)\nNodes: 842", 820),
        // None is the sum of the rows.
        ("Total moves: 2\nTotal nodes: 821", 821),
        ("Total moves: 2\n821", 2),
        ("821\nPerft(2): 20", 821),
        ("Total nodes: 842\nperft(3) = 821", 821),
    ] {
        assert_eq!(
            reader(&format!("{rows}{lines}")).total(),
            Some(total),
            "{lines}"
        );
    }
    // Without rows, too.
    for (lines, total) in [
        ("Total moves: 20\nTotal nodes: 8902", 8902),
        ("Nodes: 8 902\nTotal moves: 20", 8902),
        ("perft(2) = 400\nperft(3) = 8902\nNodes: 8902", 8902),
    ] {
        assert_eq!(reader(lines).total(), Some(total), "{lines}");
    }
}

#[test]
fn a_list_may_have_its_total_on_the_same_line() {
    for text in [
        "a2a3: 380, g1f3: 440, Total: 820",
        "a2a3 380 g1f3 440 total 820",
        "a2a3: 380 nodes, g1f3: 440 nodes, Nodes searched: 820",
        "a2a3: 380; g1f3: 440; sum = 820",
        "info string a2a3: 380, g1f3: 440, perft(3) = 820",
    ] {
        let reader = reader(text);
        let counts = [("a2a3".to_owned(), 380), ("g1f3".to_owned(), 440)];
        assert_eq!(reader.counts(), counts, "{text}");
        assert_eq!(reader.total(), Some(820), "{text}");
    }
    // Here, each row has one.
    let each = reader("a2a3 captures 7 total 380, g1f3 captures 7 total 440");
    assert_eq!(sum_of(&each.counts()), 820);
    let each = reader("a2a3: 20 moves, total 380, g1f3: 20 moves, total 440");
    assert_eq!(each.total(), None);
}

/// What `{:#?}` prints in Rust, and its like: each value on a line of its own.
#[test]
fn objects_on_many_lines_are_no_totals() {
    for text in [
        "[\n    MoveCount {\n        mv: \"a2a3\",\n        nodes: 380,\n    },\n    MoveCount {\n        \
         mv: \"g1f3\",\n        nodes: 440,\n    },\n]",
        "[\n    (\n        \"a2a3\",\n        380,\n    ),\n    (\n        \"g1f3\",\n        440,\n    ),\n]",
        "[\n    Entry {\n        mv: a2a3,\n        nodes: 380,\n    },\n    Entry {\n        nodes: 440,\n        \
         mv: g1f3,\n    },\n]",
        "[\n    Entry {\n        mv: Move {\n            from: A2,\n            to: A3,\n            promotion: None,\n        \
         },\n        nodes: 380,\n    },\n    Entry {\n        mv: Move {\n            from: G1,\n            to: F3,\n            \
         promotion: None,\n        },\n        nodes: 440,\n    },\n]",
        "[\n  {\n    move: a2a3\n    nodes: 380\n  }\n  {\n    move: g1f3\n    nodes: 440\n  }\n]",
        "After a2a3: 380 nodes\nAfter g1f3: 440 nodes",
    ] {
        for (end, total) in [("", None), ("\nNodes searched: 820", Some(820))] {
            let reader = reader(&format!("{text}{end}"));
            let counts = [("a2a3".to_owned(), 380), ("g1f3".to_owned(), 440)];
            assert_eq!(reader.counts(), counts, "{text}");
            assert_eq!(reader.total(), total, "{text}");
        }
    }
    let text = "Divide {\n    moves: {\n        a2a3: 380,\n        g1f3: 440,\n    },\n    total: 820,\n}";
    let reader = reader(text);
    assert_eq!((reader.counts().len(), reader.total()), (2, Some(820)));
}
