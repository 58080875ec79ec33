//! Replies as UCI text. The protocol's crate writes what it can say; counts
//! beyond 64 bits, `info string` and `bestmove (none)` it cannot, and the
//! answers to hand-typed commands are no part of the protocol.

use super::{command::COMMANDS, options, tool_text};
use crate::board::{PieceKind, Square};
use crate::movegen::UciMove as Written;
use crate::search::Score;
use crate::worker::{BoardView, Reply};
use std::fmt::{Display, Write};
use std::time::Duration;
use vampirc_uci::{UciInfoAttribute, UciMessage, UciMove, UciPiece, UciSquare};

const NAME: &str = env!("CARGO_PKG_NAME");
const VERSION: &str = env!("CARGO_PKG_VERSION");
const AUTHOR: &str = env!("CARGO_PKG_AUTHORS");

/// The text of a reply: whole lines.
#[must_use]
pub fn text(reply: &Reply) -> String {
    match reply {
        Reply::Banner => format!("{NAME} {VERSION} by {AUTHOR}\n"),
        Reply::Identity => identity(),
        Reply::Ready => line(&UciMessage::ReadyOk),
        Reply::Help => help(),
        Reply::Error(message) => error(message),
        Reply::Warning(message) => warning(message),
        Reply::Board(view) => board(view),
        Reply::RootMove { mv, count } => format!("{mv}: {count}\n"),
        Reply::PerftComplete {
            depth,
            total,
            elapsed,
            warning: remark,
        } => {
            let remark = remark.as_deref().map_or(String::new(), warning);
            let speed = speed(*total, *elapsed);
            format!("\nNodes searched: {total}\n\ninfo depth {depth} {speed}\n{remark}")
        }
        Reply::PerftStopped {
            counted,
            root_moves,
        } => format!("\ninfo string perft stopped: {counted} of {root_moves} root moves counted\n"),
        Reply::PerftRefused(message) => format!("\nNodes searched: 0\n\n{}", error(message)),
        Reply::Total(total) => format!("Nodes searched: {total}\n"),
        Reply::TotalStopped {
            counted,
            root_moves,
        } => format!("info string count stopped: {counted} of {root_moves} root moves counted\n"),
        Reply::BenchCount(count) => format!(
            "{}, depth {}: {} in {} ms\n",
            count.name,
            count.depth,
            count.leaves,
            count.elapsed.as_millis()
        ),
        Reply::BenchComplete { total, elapsed } => {
            let speed = speed(*total, *elapsed);
            format!("\nNodes searched: {total}\n\ninfo {speed}\n")
        }
        Reply::BenchStopped { counted, positions } => {
            format!("\ninfo string bench stopped: {counted} of {positions} positions counted\n")
        }
        Reply::SearchProgress {
            depth,
            score,
            nodes,
            elapsed,
            line: moves,
        } => search_progress(*depth, *score, *nodes, *elapsed, moves),
        Reply::BestMove { best: None, .. } => "bestmove (none)\n".to_owned(),
        Reply::BestMove {
            best: Some(best),
            ponder,
        } => line(&UciMessage::BestMove {
            best_move: uci_move(*best),
            ponder: ponder.map(uci_move),
        }),
        Reply::SearchRefused(message) => format!("{}bestmove (none)\n", error(message)),
        Reply::Tool(reply) => tool_text::text(reply),
    }
}

fn line(message: &UciMessage) -> String {
    format!("{message}\n")
}

fn error(message: &str) -> String {
    format!("info string error: {message}\n")
}

fn warning(message: &str) -> String {
    format!("info string warning: {message}\n")
}

fn identity() -> String {
    let id = |name: Option<String>, author: Option<String>| line(&UciMessage::Id { name, author });
    let mut text = id(Some(format!("{NAME} {VERSION}")), None);
    text += &id(None, Some(AUTHOR.to_owned()));
    for option in options::configurations() {
        text += &line(&UciMessage::Option(option));
    }
    text + &line(&UciMessage::UciOk)
}

fn help() -> String {
    let mut text = String::new();
    for entry in COMMANDS {
        let _ = writeln!(text, "{}\n    {}", entry.usage, entry.purpose);
    }
    text
}

fn board(view: &BoardView) -> String {
    let position = &view.position;
    let checkers: String = position
        .checkers()
        .map(|square| format!(" {square}"))
        .collect();
    let mut text = format!(
        "{}\n\nFen: {}\nKey: {:032X}\nCheckers:{checkers}\nLegal moves: {}\n",
        position.diagram(),
        position.to_fen(),
        position.key(),
        view.moves.len()
    );
    // What tools and scripts look for comes first, as it always did.
    text += &listed("Pinned", position.pinned());
    text += &listed("Moves", view.moves.iter().map(|(mv, _)| mv));
    text += &listed("SAN", view.moves.iter().map(|(_, san)| san));
    text
}

/// One line: a name, and items with a space before each.
fn listed(name: &str, items: impl Iterator<Item = impl Display>) -> String {
    let items: String = items.map(|item| format!(" {item}")).collect();
    format!("{name}:{items}\n")
}

/// What is said of the cost of a count, in the words of `info`.
fn speed(leaves: u128, elapsed: Duration) -> String {
    let (time, rate) = (elapsed.as_millis(), rate(leaves, elapsed));
    format!("nodes {leaves} time {time} nps {rate}")
}

/// Whole leaves, or nodes, per second; a time below a millisecond counts as
/// one.
pub(super) fn rate(count: u128, elapsed: Duration) -> u128 {
    count.saturating_mul(1000) / elapsed.as_millis().max(1)
}

fn search_progress(
    depth: u32,
    score: Score,
    nodes: u64,
    elapsed: Duration,
    moves: &[Written],
) -> String {
    let score = match score {
        Score::Centipawns(value) => UciInfoAttribute::from_centipawns(value),
        Score::Mate(moves) => {
            UciInfoAttribute::from_mate(i8::try_from(moves).unwrap_or(if moves < 0 {
                i8::MIN
            } else {
                i8::MAX
            }))
        }
    };
    let mut attributes = vec![
        UciInfoAttribute::Depth(u8::try_from(depth).unwrap_or(u8::MAX)),
        score,
        UciInfoAttribute::Nodes(nodes),
        UciInfoAttribute::Nps(u64::try_from(rate(nodes.into(), elapsed)).unwrap_or(u64::MAX)),
        // The crate's own attribute wants another crate's duration.
        UciInfoAttribute::Any("time".to_owned(), elapsed.as_millis().to_string()),
    ];
    if !moves.is_empty() {
        attributes.push(UciInfoAttribute::Pv(
            moves.iter().copied().map(uci_move).collect(),
        ));
    }
    line(&UciMessage::Info(attributes))
}

fn uci_move(mv: Written) -> UciMove {
    let square =
        |square: Square| UciSquare::from(char::from(b'a' + square.file()), square.rank() + 1);
    let (from, to) = mv.squares();
    UciMove {
        from: square(from),
        to: square(to),
        promotion: mv.promotion().map(|kind| match kind {
            PieceKind::Pawn => UciPiece::Pawn,
            PieceKind::Knight => UciPiece::Knight,
            PieceKind::Bishop => UciPiece::Bishop,
            PieceKind::Rook => UciPiece::Rook,
            PieceKind::Queen => UciPiece::Queen,
            PieceKind::King => UciPiece::King,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published values: perft(14) and perft(15) of the start position.
    #[test]
    fn totals_beyond_64_bits_are_written_exactly() {
        for (depth, total) in [(14, "61885021521585529237"), (15, "2015099950053364471960")] {
            let reply = Reply::PerftComplete {
                depth,
                total: total.parse().unwrap(),
                elapsed: Duration::from_secs(1000),
                warning: None,
            };
            let text = text(&reply);
            assert!(text.starts_with(&format!("\nNodes searched: {total}\n\ninfo depth {depth} ")));
            assert!(text.contains(&format!(" nodes {total} time 1000000 nps ")));
        }
    }

    #[test]
    fn a_rate_is_never_a_division_by_zero() {
        assert_eq!(rate(8902, Duration::ZERO), 8_902_000);
        assert_eq!(rate(u128::MAX, Duration::ZERO), u128::MAX);
    }
}
