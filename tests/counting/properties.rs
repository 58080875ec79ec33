//! Invariants that every position of random games satisfies, in standard chess and
//! Chess960.

use crate::epd;
use crate::games::{game, play};
use ox88::board::{CastlingNotation, Position};
use ox88::control::Token;
use ox88::perft::Method;
use proptest::prelude::*;

/// The same position with the colours changed and the board turned over.
fn mirrored(position: &Position) -> Position {
    let fen = position.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap_case = |text: &str| -> String {
        let swap = |c: char| match c.is_ascii_uppercase() {
            true => c.to_ascii_lowercase(),
            false => c.to_ascii_uppercase(),
        };
        text.chars().map(swap).collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap_case).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let en_passant = fields[3]
        .replace('3', "_")
        .replace('6', "3")
        .replace('_', "6");
    let mirrored = format!(
        "{} {side} {} {en_passant} 0 1",
        ranks.join("/"),
        swap_case(fields[2])
    );
    epd::position(&mirrored, CastlingNotation::Chess960)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn unmake_restores_everything(game in game()) {
        play(game, |position, _| {
            let mut copy = position.clone();
            for mv in position.pseudo_legal_moves() {
                let undo = copy.make(mv);
                copy.unmake(mv, &undo);
                assert_eq!(&copy, position, "{mv:?} in {}", position.to_fen());
            }
        });
    }

    #[test]
    fn the_key_after_a_move_is_the_predicted_one_and_that_from_scratch(game in game()) {
        play(game, |position, moves| {
            let mut copy = position.clone();
            for &mv in moves {
                let predicted = copy.key_after(mv);
                let undo = copy.make(mv);
                assert_eq!(copy.key(), predicted, "{mv:?} in {}", position.to_fen());
                assert_eq!(copy.key(), copy.key_from_scratch(), "{mv:?} in {}", position.to_fen());
                copy.unmake(mv, &undo);
            }
        });
    }

    #[test]
    fn fen_out_and_in_again_is_the_identity(game in game()) {
        play(game, |position, _| {
            let fen = position.to_fen();
            for notation in [CastlingNotation::Standard, CastlingNotation::Chess960] {
                let again = epd::position(&fen, notation);
                assert_eq!(again.to_fen(), fen);
                assert_eq!(again.key(), position.key(), "{fen}");
            }
        });
    }

    #[test]
    fn legal_moves_are_those_of_the_oracle_in_its_order(game in game()) {
        play(game, |position, moves| {
            assert_eq!(moves, position.legal_moves_by_making().as_slice(), "{position}");
        });
    }

    #[test]
    fn play_makes_legal_moves_and_refuses_others(game in game()) {
        play(game, |position, moves| {
            for mv in position.pseudo_legal_moves() {
                let mut played = position.clone();
                let result = played.play(mv);
                assert_eq!(result.is_ok(), moves.contains(&mv), "{mv} in {position}");
                if result.is_err() {
                    assert_eq!(&played, position);
                } else {
                    assert_eq!(played.key(), position.key_after(mv));
                }
            }
        });
    }

    #[test]
    fn the_strict_fen_reader_reads_what_is_written(game in game()) {
        play(game, |position, _| {
            let again: Position = position.to_string().parse().expect("a FEN");
            assert_eq!(again.key(), position.key());
        });
    }

    #[test]
    fn every_legal_move_is_read_as_it_is_written(game in game()) {
        play(game, |position, moves| {
            for notation in [CastlingNotation::Standard, CastlingNotation::Chess960] {
                for &mv in moves {
                    let text = mv.uci(notation).to_string();
                    assert_eq!(position.parse_move(&text, notation), Some(mv), "{text}");
                }
            }
        });
    }

    #[test]
    fn the_mirrored_position_counts_the_same(game in game()) {
        let mut step = 0;
        play(game, |position, _| {
            step += 1;
            if step % 10 != 0 {
                return;
            }
            let count = |mut position: Position| {
                Method::Reference.build(None).count(&mut position, 2, &Token::never())
            };
            let fen = position.to_fen();
            assert_eq!(count(mirrored(position)), count(position.clone()), "{fen}");
        });
    }
}
