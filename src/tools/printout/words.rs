//! The words of the names that programs give their numbers.

/// Words that name leaves.
const LEAF_WORDS: [&str; 8] = [
    "node",
    "nodes",
    "leaf",
    "leafs",
    "leaves",
    "leafnodes",
    "totalnodes",
    "subnodes",
];

/// Other words that name a total, which may also be that of the moves.
const TOTAL_WORDS: [&str; 9] = [
    "total",
    "searched",
    "visited",
    "sum",
    "result",
    "count",
    "perft",
    "positions",
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

pub(super) fn is_leaf(word: &str) -> bool {
    LEAF_WORDS.contains(&word)
}

pub(super) fn is_total(word: &str) -> bool {
    is_leaf(word) || TOTAL_WORDS.contains(&word)
}

pub(super) fn is_other(word: &str) -> bool {
    OTHER_WORDS.contains(&word)
}
