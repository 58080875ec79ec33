//! The words of the names that programs give their numbers.

/// Words that name a total.
const TOTAL_WORDS: [&str; 17] = [
    "node",
    "nodes",
    "leaf",
    "leafs",
    "leaves",
    "leafnodes",
    "total",
    "totalnodes",
    "searched",
    "visited",
    "sum",
    "result",
    "count",
    "perft",
    "positions",
    "subnodes",
    "cnt",
];

/// Words that show that a number is not a count of leaves, as in `nodes per second:
/// 1000` and `expected nodes: 20`.
const OTHER_WORDS: [&str; 33] = [
    "per",
    "sec",
    "secs",
    "second",
    "seconds",
    "s",
    "ms",
    "us",
    "µs",
    "ns",
    "msec",
    "nps",
    "knps",
    "mnps",
    "kn",
    "mn",
    "time",
    "elapsed",
    "duration",
    "speed",
    "rate",
    "took",
    "expected",
    "percent",
    "hash",
    "hits",
    "captures",
    "checks",
    "castles",
    "promotions",
    "stopped",
    "score",
    "eval",
];

pub(super) fn is_total(word: &str) -> bool {
    TOTAL_WORDS.contains(&word)
}

pub(super) fn is_other(word: &str) -> bool {
    OTHER_WORDS.contains(&word)
}
