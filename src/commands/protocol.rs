//! The crate `vampirc-uci`, which reads and writes messages of the protocol. Only
//! this file uses it, and converts to the ranges of its types.
//!
//! The crate has no message for counts above 64 bits, `info string` and `bestmove
//! (none)`, and it silently drops arguments of some commands. The files of the
//! commands handle these.

use super::Command;
use super::rate::rate;
use super::words::Words;
use crate::board::{CastlingNotation, PieceKind, Square};
use crate::movegen::UciMove;
use crate::search::{Info, OptionInfo, OptionKind, Score};
use vampirc_uci::{UciInfoAttribute, UciMessage, UciOptionConfig, UciPiece, UciSquare, parse_one};

/// Reads a command that is one word. The words after it are ignored, as UCI demands.
pub(super) fn read(words: &mut Words) -> Result<Command, String> {
    Ok(match parse_one(words.command()) {
        UciMessage::Uci => Command::Identify,
        UciMessage::IsReady => Command::IsReady,
        UciMessage::Stop => Command::Stop,
        UciMessage::PonderHit => Command::PonderHit,
        UciMessage::Quit => Command::Quit,
        _ => Command::Nothing,
    })
}

pub(super) fn ready() -> String {
    line(&UciMessage::ReadyOk)
}

pub(super) fn name(name: String) -> String {
    let (name, author) = (Some(name), None);
    line(&UciMessage::Id { name, author })
}

pub(super) fn author(author: String) -> String {
    let (name, author) = (None, Some(author));
    line(&UciMessage::Id { name, author })
}

pub(super) fn uci_ok() -> String {
    line(&UciMessage::UciOk)
}

pub(super) fn option(option: &OptionInfo) -> String {
    let name = option.name.to_owned();
    line(&UciMessage::Option(match option.kind {
        OptionKind::Check { default } => UciOptionConfig::Check {
            name,
            default: Some(default),
        },
        OptionKind::Spin { default, min, max } => UciOptionConfig::Spin {
            name,
            default: Some(default),
            min: Some(min),
            max: Some(max),
        },
        OptionKind::Combo { default, choices } => UciOptionConfig::Combo {
            name,
            default: Some(default.to_owned()),
            var: choices.iter().map(ToString::to_string).collect(),
        },
        OptionKind::Button => UciOptionConfig::Button { name },
        OptionKind::String { default } => UciOptionConfig::String {
            name,
            default: Some(default.to_owned()),
        },
    }))
}

/// The `info` line of a search.
pub(super) fn info(info: &Info, castling: CastlingNotation) -> String {
    let mut attributes = vec![UciInfoAttribute::Depth(
        u8::try_from(info.depth).unwrap_or(u8::MAX),
    )];
    if let Some(rank) = info.multi_pv {
        attributes.push(UciInfoAttribute::MultiPv(
            u16::try_from(rank).unwrap_or(u16::MAX),
        ));
    }
    attributes.extend([
        match info.score {
            Score::Centipawns(value) => UciInfoAttribute::from_centipawns(value),
            Score::Mate(moves) => {
                let moves = moves.clamp(i8::MIN.into(), i8::MAX.into());
                UciInfoAttribute::from_mate(moves as i8)
            }
        },
        UciInfoAttribute::Nodes(info.nodes),
        UciInfoAttribute::Nps(
            u64::try_from(rate(info.nodes.into(), info.elapsed)).unwrap_or(u64::MAX),
        ),
        // The crate's own attribute needs a duration of the crate `chrono`.
        UciInfoAttribute::Any("time".to_owned(), info.elapsed.as_millis().to_string()),
    ]);
    if !info.line.is_empty() {
        attributes.push(UciInfoAttribute::Pv(
            (info.line.iter())
                .map(|mv| uci_move(mv.uci(castling)))
                .collect(),
        ));
    }
    line(&UciMessage::Info(attributes))
}

pub(super) fn best_move(best: UciMove, ponder: Option<UciMove>) -> String {
    line(&UciMessage::BestMove {
        best_move: uci_move(best),
        ponder: ponder.map(uci_move),
    })
}

fn line(message: &UciMessage) -> String {
    format!("{message}\n")
}

fn uci_move(mv: UciMove) -> vampirc_uci::UciMove {
    let square =
        |square: Square| UciSquare::from(char::from(b'a' + square.file()), square.rank() + 1);
    let (from, to) = mv.squares();
    vampirc_uci::UciMove {
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
    use crate::commands::{Command, read};

    #[test]
    fn every_command_of_one_word_is_known_to_the_crate() {
        for word in ["uci", "isready", "stop", "ponderhit", "quit"] {
            let command = read(super::Words::of_line(word)).unwrap();
            assert!(!matches!(command, Command::Nothing), "{word}");
        }
    }
}
