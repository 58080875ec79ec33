//! Tells the positions of chess variants from those of chess, whose counts would
//! be wrong for them. Only what a file says is looked at, not its name.

use super::forms::keys::plain;
use super::record::Draft;
use crate::text::Quoted;

/// The games whose moves are those of chess, without punctuation.
const CHESS: [&str; 16] = [
    "",
    "chess",
    "standard",
    "standardchess",
    "normal",
    "classical",
    "orthodox",
    "fromposition",
    "chess960",
    "960",
    "frc",
    "dfrc",
    "doublefischerrandom",
    "regular",
    "classic",
    "orthochess",
];

/// How the names of variants' positions begin, without punctuation.
const NAMES: [&str; 9] = [
    "atomic",
    "antichess",
    "crazyhouse",
    "bughouse",
    "horde",
    "racingkings",
    "3check",
    "threecheck",
    "kingofthehill",
];

/// The placement from which Racing Kings starts.
const RACING_KINGS: &str = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ";

/// Refuses a record of a variant. Most variants' files have positions that could be
/// chess, too, so a sign in one record counts for all later ones: `file` keeps it.
///
/// # Errors
///
/// If this is a variant's position. The text says what shows it.
pub(super) fn refuse(draft: &Draft, file: &mut Option<String>) -> Result<(), String> {
    if let Some(variant) = &draft.variant {
        // The file tells its records apart.
        let name = plain(variant);
        return match CHESS.contains(&name.as_str()) || name.starts_with("fischer") {
            true => Ok(()),
            false => Err(not_chess(&format!("the variant {}", Quoted(variant)))),
        };
    }
    if let Some(sign) = sign(draft) {
        let line = draft.number;
        file.get_or_insert_with(|| format!("{sign} in line {line}"));
        return Err(not_chess(&sign));
    }
    file.as_deref().map_or(Ok(()), |sign| Err(not_chess(sign)))
}

fn not_chess(sign: &str) -> String {
    format!("{sign}, expected positions of standard chess or Chess960")
}

/// What shows that this is no chess.
fn sign(draft: &Draft) -> Option<String> {
    let fen = draft.fen.split(';').next().unwrap_or_default();
    let is_opcode = |field: &str| field.starts_with(|c: char| c.is_ascii_alphabetic());
    let mut fields = fen.split_ascii_whitespace().enumerate();
    let mut fields = fields
        .by_ref()
        .take_while(|(index, field)| *index < 4 || !is_opcode(field))
        .map(|(_, field)| field);
    let placement = fields.next().unwrap_or_default();
    let ranks = placement.split('/').count();
    if (ranks > 1 && placement.contains(['[', '~'])) || ranks == 9 {
        return Some("a Crazyhouse position (pieces in hand or promoted ones)".to_owned());
    }
    if placement == RACING_KINGS {
        return Some("the start position of Racing Kings".to_owned());
    }
    if let Some(field) = fields.skip(3).find(|field| is_check_counter(field)) {
        return Some(format!("a Three-check position (checks {})", Quoted(field)));
    }
    let name = draft.name.as_deref()?;
    // "Horde of queens" may be chess. `atomic-start` and `Racing Kings 3` are not.
    let words = name.split_whitespace().map(plain);
    let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    let words: Vec<String> = words.filter(|word| !is_number(word)).collect();
    let variant = NAMES.iter().any(|variant| match words.as_slice() {
        [word] => word.starts_with(variant),
        words => words.concat() == *variant,
    });
    variant.then(|| format!("a variant's position (its name is {})", Quoted(name)))
}

/// Returns whether a field counts checks, as `3+3` or `+0+0`.
fn is_check_counter(field: &str) -> bool {
    let numbers = field.strip_prefix('+').unwrap_or(field).split_once('+');
    let is_number = |text: &str| text.len() == 1 && text.bytes().all(|it| it.is_ascii_digit());
    numbers.is_some_and(|(white, black)| is_number(white) && is_number(black))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(fen: &str, name: Option<&str>, variant: Option<&str>) -> Option<String> {
        let draft = Draft {
            number: 7,
            fen: fen.to_owned(),
            name: name.map(str::to_owned),
            variant: variant.map(str::to_owned),
            ..Draft::default()
        };
        refuse(&draft, &mut None).err()
    }

    #[test]
    fn variants_are_told_by_what_a_record_says() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (fen, name, variant, sign) in [
            ("2k5/8/8/8/8/8/8/4K3[Qn] w - -", None, None, "Crazyhouse"),
            (
                "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - - 0 1",
                None,
                None,
                "Crazyhouse",
            ),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1", None, None, "'1+1'"),
            (
                "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 +0+2",
                None,
                None,
                "'+0+2'",
            ),
            (
                "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - -",
                None,
                None,
                "Racing Kings",
            ),
            (START, Some("racingkings-start"), None, "racingkings-start"),
            (START, Some("Atomic 3"), None, "'Atomic 3'"),
            (START, Some("Racing Kings #7"), None, "'Racing Kings #7'"),
            (START, None, Some("giveaway"), "'giveaway'"),
            (
                START,
                Some("gentest-1"),
                Some("kingOfTheHill"),
                "'kingOfTheHill'",
            ),
        ] {
            let reason = refused(fen, name, variant).unwrap_or_default();
            assert!(reason.contains(sign), "{fen}: {reason}");
        }
        assert_eq!(refused("[", None, None), None, "no position at all");
        let epd = "4k3/8/8/8/8/8/8/4K3 w - - c0 1+1";
        assert_eq!(refused(epd, None, None), None, "an operand");
        for (name, variant) in [
            (None, None),
            (Some("Kiwipete"), Some("Standard")),
            (Some("atomic-start"), Some("Chess960")),
            (Some("diatomic"), None),
            (Some("Horde of queens"), None),
            (None, Some("FRC")),
            (None, Some("Chess 960")),
            (None, Some("fischerandom")),
        ] {
            assert_eq!(refused(START, name, variant), None, "{name:?} {variant:?}");
        }
    }
}
