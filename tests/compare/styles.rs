//! The forms in which programs print a divide. Each is named after programs that print it, or
//! after what is special about it. This file knows no chess: the rows come from the caller.

/// A move with its names and its count.
pub struct Line {
    pub uci: String,
    pub san: String,
    pub count: u128,
}

/// Every form.
pub const STYLES: &[&str] = &[
    "stockfish",
    "perftree",
    "dashes",
    "abc",
    "bbc",
    "vice",
    "qperft",
    "firebird",
    "roce",
    "percent",
    "upper-case",
    "san",
    "san-numbered",
    "long-algebraic",
    "two-notations",
    "table",
    "table-spaces",
    "table-columns",
    "table-counts-first",
    "csv",
    "columns-without-heading",
    "named-columns",
    "colours",
    "info-string",
    "info-currmove",
    "info-perft",
    "logger",
    "many-on-a-line",
    "json",
    "json-pretty",
    "json-with-total",
    "json-list",
    "json-lines",
    "json-statistics",
    "json-squares",
    "python",
    "python-tuples",
    "go-map",
    "rust-struct",
    "comma-groups",
    "point-groups",
    "space-groups",
    "space-groups-no-total",
    "no-total",
    "one-line",
    "after",
    "moves-and-nodes",
    "rust-debug",
];

/// The text of a divide in this form.
pub fn print(style: &str, depth: u32, lines: &[Line]) -> String {
    let total: u128 = lines.iter().map(|line| line.count).sum();
    // What each move has on a line of its own.
    let each = |form: &dyn Fn(usize, &Line) -> String| -> String {
        let lines = lines.iter().enumerate();
        lines.map(|(at, line)| form(at + 1, line) + "\n").collect()
    };
    let joined = |separator: &str, form: &dyn Fn(&Line) -> String| -> String {
        let lines: Vec<String> = lines.iter().map(form).collect();
        lines.join(separator)
    };
    match style {
        "perftree" => each(&|_, l| format!("{} {}", l.uci, l.count)) + &format!("\n{total}\n"),
        "dashes" => {
            each(&|_, l| format!("{} - {}", l.uci, l.count))
                + &format!("Total nodes {total} in 0.1 s (12,345 nodes/s)\n")
        }
        "abc" => {
            each(&|n, l| format!("move {n}:\t{}\t{}", l.uci, l.count))
                + &format!("\nTotal number of legal moves: {total}\n")
        }
        "bbc" => {
            "\n     Performance test\n\n".to_owned()
                + &each(&|_, l| format!("     move: {}  nodes: {}", l.uci, l.count))
                + &format!("\n    Depth: {depth}\n    Nodes: {total}\n     Time: 12\n\n")
        }
        "vice" => {
            format!("\nStarting Test To Depth:{depth}\n")
                + &each(&|n, l| format!("move {n} : {} : {}", l.uci, l.count))
                + &format!("\nTest Complete : {total} nodes visited in 12ms\n")
        }
        "qperft" => {
            each(&|n, l| format!("{n:2}. {} moves = {:10} ( 0.000 sec)", l.uci, l.count))
                + &format!("perft({depth:2})= {total:12} ( 0.010 sec)\n")
        }
        "firebird" => {
            each(&|_, l| format!("{} {}/20", l.uci, l.count))
                + &format!("TOTAL {total}  moves {}  time: 15000 us\n", lines.len())
        }
        "roce" => {
            each(&|_, l| format!("{} {}", &l.uci[..4], l.count))
                + &format!("Moves: {}\nNodes: {total}\n", lines.len())
        }
        "percent" => {
            each(&|_, l| format!("{}: {} [{:.1}%]", l.uci, l.count, 2.5))
                + &format!("Leafs: {total}\n")
        }
        "upper-case" => {
            each(&|_, l| format!("{}: {}", l.uci.to_uppercase(), l.count))
                + &format!("PERFT({depth}) = {total}\nTIME: 5 MS\n")
        }
        "san" => each(&|_, l| format!("{} {}", l.san, l.count)) + &format!("total {total}\n"),
        "san-numbered" => {
            each(&|n, l| format!("{n:3}. {:8}: {}", l.san, l.count))
                + &format!("Raw nodes for depth {depth}: {total}\nTime : 0.00\n")
        }
        "long-algebraic" => {
            let letter = |line: &Line| match line.san.chars().next() {
                Some(letter @ ('K' | 'Q' | 'R' | 'B' | 'N')) => letter,
                Some('O') => 'K',
                _ => 'P',
            };
            each(&|_, l| format!("{}{}-{} {}", letter(l), &l.uci[..2], &l.uci[2..], l.count))
                + &format!("total moves={total}  time=0.01\n")
        }
        "two-notations" => {
            each(&|_, l| format!("{:8} ({}) {}", l.uci, l.san, l.count))
                + &format!("perft {depth} {total}\n")
        }
        "table" => {
            "+------+-------+\n| Move | Nodes |\n+------+-------+\n".to_owned()
                + &each(&|_, l| format!("| {:5} | {:>5} |", l.uci, l.count))
                + &format!("+------+-------+\n| Total | {total} |\n+------+-------+\n")
        }
        "table-spaces" => {
            "#    Move    Nodes\n".to_owned()
                + &each(&|n, l| format!("{n:<4} {:7} {}", l.uci, l.count))
                + &format!("{total} leaf nodes\n")
        }
        "table-columns" => {
            "│ # │ Move │ Captures │ Time │ Nodes │\n".to_owned()
                + &each(&|n, l| format!("│ {n} │ {} │ 7 │ {n} │ {} │", l.uci, l.count))
                + &format!("Sum: {total}\n")
        }
        "table-counts-first" => {
            "Nodes     Move\n-----     ----\n".to_owned()
                + &each(&|_, l| format!("{:<9} {}", l.count, l.uci))
                + &format!("Result: {total}\n")
        }
        "csv" => {
            "move,captures,nodes\n".to_owned()
                + &each(&|_, l| format!("{},7,{}", l.uci, l.count))
                + &format!("total,{},{total}\n", 7 * lines.len())
                + &format!("Nodes: {total}\n")
        }
        "columns-without-heading" => {
            each(&|_, l| format!("{}  7  0.25  {}", l.uci, l.count)) + &format!("{total} nodes\n")
        }
        "named-columns" => {
            each(&|_, l| format!("{}: captures 7, nodes {}, time 0", l.uci, l.count))
                + &format!("Nodes: {total}, captures: 7\n")
        }
        "colours" => {
            each(&|_, l| {
                format!(
                    "\u{1b}[1;32m{}\u{1b}[0m: \u{1b}[33m{}\u{1b}[0m",
                    l.uci, l.count
                )
            }) + &format!("\u{1b}[1mNodes searched\u{1b}[0m: {total}\n")
        }
        "info-string" => {
            each(&|_, l| format!("info string {}: {}", l.uci, l.count))
                + &format!("info string perft({depth}) = {total} runtime: 0.5s NPS: 1000\n")
        }
        "info-currmove" => {
            each(&|n, l| {
                format!(
                    "info currmove {} currmovenumber {n} nodes {}",
                    l.uci, l.count
                )
            }) + &format!("perft {depth} nodes {total} time 5 nps 1000\n")
        }
        "info-perft" => {
            let form = "info currmovenumber {n} currmove {mv} nps 7 perft {count}";
            each(&|n, l| {
                let form = form.replace("{n}", &n.to_string()).replace("{mv}", &l.uci);
                form.replace("{count}", &l.count.to_string())
            }) + &format!("info depth {depth} nps 7 perft {total}\n")
        }
        "logger" => {
            let stamp = "[2026-01-01T12:00:00Z INFO  perft]";
            each(&|_, l| format!("{stamp} {}: {}", l.uci, l.count))
                + &format!("{stamp} perft({depth}) = {total}\n")
        }
        "many-on-a-line" => {
            joined(", ", &|l| format!("{}: {}", l.uci, l.count)) + &format!("\ntotal: {total}\n")
        }
        "json" => {
            format!(
                "{{{}}}\n",
                joined(", ", &|l| format!("\"{}\": {}", l.uci, l.count))
            ) + &format!("{total}\n")
        }
        "json-pretty" => format!(
            "{{\n  \"depth\": {depth},\n  \"moves\": {{\n{}\n  }},\n  \"nodes\": {total}\n}}\n",
            joined(",\n", &|l| format!("    \"{}\": {}", l.uci, l.count))
        ),
        "json-with-total" => format!(
            "{{\"total\":{total},\"moves\":{{{}}},\"time\":0.5}}\n",
            joined(",", &|l| format!("\"{}\":{}", l.san, l.count))
        ),
        "json-list" => format!(
            "{{\"tree\":[{}],\"nodes\":{total}}}\n",
            joined(",", &|l| format!(
                "{{\"move\":\"{}\",\"nodes\":{}}}",
                l.uci, l.count
            ))
        ),
        "json-lines" => {
            each(&|_, l| format!("{{\"nodes\": {}, \"move\": \"{}\"}}", l.count, l.uci))
                + &format!("{{\"depth\": {depth}, \"nodes\": {total}}}\n")
        }
        "json-statistics" => format!(
            "{{\n{},\n\"total\": {{\"captures\": 7, \"nodes\": {total}}}\n}}\n",
            joined(",\n", &|l| format!(
                "\"{}\": {{\"captures\": 7, \"nodes\": {}}}",
                l.uci, l.count
            ))
        ),
        "json-squares" => format!(
            "[{}]\n{total}\n",
            joined(",", &|l| format!(
                "{{\"from\":\"{}\",\"to\":\"{}\",\"promotion\":{},\"count\":{}}}",
                &l.uci[..2],
                &l.uci[2..4],
                match &l.uci[4..] {
                    "" => "null".to_owned(),
                    letter => format!("\"{letter}\""),
                },
                l.count
            ))
        ),
        "python" => {
            format!(
                "{{{}}}\n",
                joined(", ", &|l| format!("'{}': {}", l.uci, l.count))
            ) + &format!("Total: {total}\n")
        }
        "python-tuples" => {
            format!(
                "[{}]\n",
                joined(", ", &|l| format!("('{}', {})", l.san, l.count))
            ) + &format!("{total}\n")
        }
        "go-map" => {
            format!(
                "map[{}]\n",
                joined(" ", &|l| format!("{}:{}", l.uci, l.count))
            ) + &format!("nodes: {total}\n")
        }
        "rust-struct" => format!(
            "Divide {{ moves: [{}], total: {total} }}\n",
            joined(", ", &|l| format!("({}, {})", l.uci, l.count))
        ),
        "comma-groups" => grouped(',', lines, total),
        "point-groups" => grouped('.', lines, total),
        "space-groups" => grouped(' ', lines, total),
        "space-groups-no-total" => {
            let text = grouped(' ', lines, total);
            text.split("Nodes").next().unwrap_or_default().to_owned()
        }
        "no-total" => each(&|_, l| format!("{}: {}", l.uci, l.count)),
        "one-line" => {
            joined(", ", &|l| format!("{}: {}", l.uci, l.count)) + &format!(", Total: {total}\n")
        }
        "after" => {
            each(&|_, l| format!("After {}: {} nodes", l.uci, l.count))
                + &format!("Nodes: {total}\n")
        }
        "moves-and-nodes" => {
            each(&|_, l| format!("{} {}", l.uci, l.count))
                + &format!("Total moves: {}\nTotal nodes: {total}\n", lines.len())
        }
        // As `{:#?}` prints it.
        "rust-debug" => {
            let entry = |l: &Line| {
                format!(
                    "        Entry {{\n            mv: \"{}\",\n            nodes: {},\n        }},\n",
                    l.uci, l.count
                )
            };
            let entries = joined("", &entry);
            format!("Divide {{\n    moves: [\n{entries}    ],\n    total: {total},\n}}\n")
        }
        _ => {
            each(&|_, l| format!("{}: {}", l.uci, l.count))
                + &format!("\nNodes searched: {total}\n\ninfo depth {depth} nodes {total}\n")
        }
    }
}

/// The divide with the digits in groups of three.
fn grouped(separator: char, lines: &[Line], total: u128) -> String {
    let group = |number: u128| {
        let digits = number.to_string();
        let mut text = String::new();
        for (at, digit) in digits.char_indices() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push(separator);
            }
            text.push(digit);
        }
        text
    };
    let mut text = String::new();
    for line in lines {
        text += &format!("{}: {}\n", line.uci, group(line.count));
    }
    text + &format!("Nodes searched: {}\n", group(total))
}
