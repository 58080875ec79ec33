//! Published counts of well-known positions: the start position and the
//! positions of the Chess Programming Wiki's page "Perft Results". The sources are
//! named in `tests/suites/known.csv`, which has the same counts.

use crate::board::Position;

/// A position with its name, the first four fields of its FEN, and its counts from
/// depth 1 on.
struct Known {
    name: &'static str,
    position: &'static str,
    counts: &'static [u128],
}

static KNOWN: &[Known] = &[
    Known {
        name: "Start position",
        position: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        counts: &[
            20,
            400,
            8_902,
            197_281,
            4_865_609,
            119_060_324,
            3_195_901_860,
            84_998_978_956,
            2_439_530_234_167,
            69_352_859_712_417,
            2_097_651_003_696_806,
            62_854_969_236_701_747,
            1_981_066_775_000_396_239,
            61_885_021_521_585_529_237,
            2_015_099_950_053_364_471_960,
        ],
    },
    Known {
        name: "Kiwipete",
        position: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        counts: &[
            48,
            2_039,
            97_862,
            4_085_603,
            193_690_690,
            8_031_647_685,
            374_190_009_323,
            15_493_944_087_984,
            708_027_759_953_502,
        ],
    },
    Known {
        name: "Position 3",
        position: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        counts: &[
            14,
            191,
            2_812,
            43_238,
            674_624,
            11_030_083,
            178_633_661,
            3_009_794_393,
            50_086_749_815,
            860_322_602_309,
            14_621_463_323_674,
        ],
    },
    Known {
        name: "Position 4",
        position: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        counts: &[
            6,
            264,
            9_467,
            422_333,
            15_833_292,
            706_045_033,
            27_209_691_363,
            1_209_257_875_296,
        ],
    },
    Known {
        name: "Position 5",
        position: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
        counts: &[
            44,
            1_486,
            62_379,
            2_103_487,
            89_941_194,
            3_048_196_529,
            131_724_123_591,
        ],
    },
    Known {
        name: "Position 6",
        position: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        counts: &[
            46,
            2_079,
            89_890,
            3_894_594,
            164_075_551,
            6_923_051_137,
            287_188_994_746,
            11_923_589_843_526,
            490_154_852_788_714,
        ],
    },
];

/// The published numbers of leaves below a position, from depth 1 on; empty if
/// none are known here.
///
/// ```
/// use ox88::Position;
/// use ox88::perft::published_counts;
///
/// assert_eq!(published_counts(&Position::start())[..3], [20, 400, 8902]);
/// ```
#[must_use]
pub fn published_counts(position: &Position) -> &'static [u128] {
    // The mirror image has the same counts.
    let known = known(position).or_else(|| known(&position.flipped()));
    known.map_or(&[], |known| known.counts)
}

/// The name of a position whose counts are published, or `None` if it is not known
/// here.
///
/// ```
/// use ox88::Position;
/// use ox88::perft::known_name;
///
/// assert_eq!(known_name(&Position::start()), Some("Start position"));
/// ```
#[must_use]
pub fn known_name(position: &Position) -> Option<&'static str> {
    known(position).map(|known| known.name)
}

fn known(position: &Position) -> Option<&'static Known> {
    let fen = position.to_fen();
    KNOWN.iter().find(|known| {
        // The clocks change no count.
        let clocks = fen.strip_prefix(known.position);
        clocks.is_some_and(|clocks| clocks.starts_with(' '))
    })
}

/// The published number of leaves `depth` plies below a position, or `None` if
/// none is known here.
///
/// ```
/// use ox88::board::Position;
/// use ox88::perft::published;
///
/// assert_eq!(published(&Position::start(), 3), Some(8902));
/// ```
#[must_use]
pub fn published(position: &Position, depth: u32) -> Option<u128> {
    let index = usize::try_from(depth.checked_sub(1)?).ok()?;
    published_counts(position).get(index).copied()
}
