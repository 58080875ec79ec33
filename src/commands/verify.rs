//! `verify` behind the depth of a count: some of its subtrees are counted again, by
//! another method.

use super::error::Error;
use super::position_request::PositionRequest;
use super::words::Words;
use crate::board::Position;
use crate::control::Token;
use crate::perft::{Divide, Listener, Settings, Verified};
use crate::text::number_of;
use serde_json::{Value, json};

/// What the tables of commands say about it.
pub(super) const OPTION: (&str, &str) = (
    "verify",
    "count some of the subtrees again, by another method without a table",
);

/// The word itself.
const WORD: &str = OPTION.0;

impl Words<'_> {
    /// Reads the end of a count: `verify` and a position, each at most once, in any
    /// order.
    ///
    /// # Errors
    ///
    /// If the position cannot be read, or other words follow.
    pub(super) fn end_with_verify_and_position(
        &mut self,
    ) -> Result<(bool, Option<PositionRequest>), String> {
        let mut is_verified = self.take(WORD);
        let position = self.position(&[WORD])?;
        is_verified = is_verified || self.take(WORD);
        match self.peek() {
            None => Ok((is_verified, position)),
            Some(_) => self.refuse("startpos, fen, a named position, verify or nothing"),
        }
    }

    /// Reads the end of a count at the position in force: `verify` or nothing.
    ///
    /// # Errors
    ///
    /// If other words follow.
    pub(super) fn end_with_verify(&mut self) -> Result<bool, String> {
        let is_verified = self.take(WORD);
        match self.peek() {
            Some(_) if !is_verified => self.refuse("verify or nothing"),
            _ => self.end().map(|()| is_verified),
        }
    }
}

/// Counts with these settings, verified or not.
pub(super) fn divide(
    settings: &mut Settings,
    is_verified: bool,
    position: &Position,
    depth: u32,
    stop: &Token,
    listener: &mut impl Listener,
) -> Result<(Divide, Option<Verified>), Error> {
    if !is_verified {
        return Ok((settings.divide(position, depth, stop, listener), None));
    }
    match settings.divide_verified(position, depth, stop, listener) {
        Ok((outcome, verified)) => Ok((outcome, Some(verified))),
        Err(difference) => Err(Error::Wrong(Box::new(difference))),
    }
}

/// The line about what was verified, or nothing.
pub(super) fn line(verified: Option<Verified>) -> String {
    let Some(verified) = verified else {
        return String::new();
    };
    let Verified {
        from_table,
        counted,
        leaves,
        method,
    } = verified;
    let subtrees = number_of(from_table, "subtree");
    format!(
        "info string verified {subtrees} from the table and {counted} counted, \
         {leaves} leaves, by method {method}\n"
    )
}

/// Adds what was verified to the object of a count.
pub(super) fn add_to(object: &mut Value, verified: Option<Verified>) {
    if let Some(verified) = verified {
        object["verified"] = json!({
            "from_table": verified.from_table,
            "counted": verified.counted,
            "nodes": verified.leaves,
            "method": verified.method.name(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::Printed;
    use crate::commands::perft::Perft;
    use crate::commands::run::Run;
    use crate::perft::{Difference, Method, Origin};

    #[test]
    fn a_wrong_count_is_reported_like_a_refused_one() {
        let difference = Difference {
            fen: "8/8/8/8/8/4k3/8/4K3 w - - 0 1".to_owned(),
            depth: 3,
            origin: Origin::Table,
            leaves: 27,
            leaves_again: 26,
            method: Method::Reference,
        };
        let error = Error::Wrong(Box::new(difference));
        let line = "info string error: verification failed: 27 leaves from the table at depth 3 \
                    of 8/8/8/8/8/4k3/8/4K3 w - - 0 1, but 26 by method reference, expected the \
                    same\n";
        assert_eq!(error.text(), line);
        let reply = Perft::refused(error);
        assert_eq!(reply.text(), format!("\nNodes searched: 0\n\n{line}"));
        assert_eq!(reply.text_on_terminal(), line);
        assert!(reply.is_failure() && reply.exit_status() == 1);
    }

    #[test]
    fn verify_stands_before_or_behind_a_position() {
        let read = |line| Words::of_line(line).end_with_verify_and_position();
        for (line, expected) in [
            ("", (false, None)),
            ("verify", (true, None)),
            ("verify startpos", (true, Some(""))),
            ("startpos verify", (true, Some(""))),
            ("startpos moves e2e4 verify", (true, Some("e2e4"))),
            ("fen 8/8 w - - verify", (true, Some(""))),
            ("verify fen 8/8 w - - moves a1a2", (true, Some("a1a2"))),
        ] {
            let (is_verified, position) = read(line).unwrap();
            let moves = position.map(|it| it.moves.iter().collect::<Vec<_>>().join(" "));
            assert_eq!((is_verified, moves.as_deref()), expected, "{line}");
        }
        for line in [
            "verify verify",
            "verify startpos verify",
            "verified",
            "verify 3",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
        assert_eq!(Words::of_line("verify").end_with_verify(), Ok(true));
        assert!(Words::of_line("verify startpos").end_with_verify().is_err());
    }
}
