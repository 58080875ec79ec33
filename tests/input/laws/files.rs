//! The laws of texts that others wrote: a printout of another program, and a file of positions.
//! Whatever they hold, they are read to the end, and what is read of them fits together.

use std::io::Cursor;

use ox88::board::CastlingNotation;
use ox88::control::Token;
use ox88::tools::printout::Reader;
use ox88::tools::suite::records;

/// A printout: no line is beyond the reader, and it never has more counts than moves.
pub fn check_printout(text: &str) {
    for mut reader in [Reader::default(), Reader::at_depth(3)] {
        for line in text.lines() {
            let _ = reader.line(line);
        }
        assert!(reader.counts().len() <= reader.moves());
        assert!(reader.has_total() || reader.total().is_none());
        let _ = reader.unread();
    }
}

/// A file of positions: it ends, each record stands where the file has a line, and each position is
/// one that can be counted.
pub fn check_suite(bytes: &[u8]) {
    let lines = bytes.split(|byte| *byte == b'\n').count() as u64;
    for castling in [CastlingNotation::Standard, CastlingNotation::Chess960] {
        let file = Box::new(Cursor::new(bytes.to_vec()));
        for record in records(file, castling, &Token::never()) {
            let number = match record.expect("bytes in memory can be read") {
                Ok(record) => {
                    let _ = record.position.legal_moves();
                    record.number
                }
                Err(broken) => {
                    assert!(!broken.reason.is_empty());
                    broken.number
                }
            };
            assert!((1..=lines).contains(&number), "line {number} of {lines}");
        }
    }
}
