//! Completion: the commands and their keywords from the table of commands, the options
//! and their values, files, and legal moves.

use crate::board::CastlingNotation;
use crate::commands::COMMANDS;
use crate::engine::SharedPosition;
use crate::game::Game;
use crate::search::{OptionInfo, OptionKind};
use rustyline::completion::{FilenameCompleter, Pair};

/// The commands whose words may be the names of files.
const WITH_FILES: [&str; 5] = ["suite", "check", "compare", "diff", "map"];

/// The commands that are followed by legal moves.
const WITH_MOVES: [&str; 1] = ["move"];

/// What can be completed.
pub(super) struct Words {
    options: Vec<OptionInfo>,
    position: SharedPosition,
    files: FilenameCompleter,
}

impl Words {
    pub(super) fn new(options: &[OptionInfo], position: SharedPosition) -> Words {
        Words {
            options: options.to_vec(),
            position,
            files: FilenameCompleter::new(),
        }
    }

    /// The place where the word at the cursor starts, and what it may become.
    pub(super) fn complete(&self, line: &str, cursor: usize) -> (usize, Vec<Pair>) {
        let before = &line[..cursor];
        let start = before.rfind(' ').map_or(0, |blank| blank + 1);
        let (done, word) = before.split_at(start);
        let words: Vec<&str> = done.split_ascii_whitespace().collect();
        let Some(&command) = words.first() else {
            return (start, matching(word, commands()));
        };
        if command == "setoption" {
            return self.option(before, &words);
        }
        if let Some(moves) = self.moves(command, &words) {
            return (start, matching(word, moves.into_iter()));
        }
        let mut found = matching(word, keywords(command).into_iter());
        if WITH_FILES.contains(&command) && !word.is_empty() {
            let (place, files) = self
                .files
                .complete_path_unsorted(line, cursor)
                .unwrap_or_default();
            if found.is_empty() {
                return (place, files);
            }
            if place == start {
                found.extend(files);
            }
        }
        (start, found)
    }

    /// The legal moves, where the words before the cursor are followed by one.
    fn moves(&self, command: &str, words: &[&str]) -> Option<Vec<String>> {
        if WITH_MOVES.contains(&command) {
            let game = Game::new(self.position.get());
            return legal_after(game, &words[1..]);
        }
        let place = words.iter().position(|&word| word == "moves")?;
        let (setup, moves) = (&words[..place], &words[place + 1..]);
        let game = match setup.iter().position(|&word| word == "fen") {
            Some(fen) => {
                let fen = setup[fen + 1..].join(" ");
                Game::set_up(Some(&fen), [""; 0], CastlingNotation::default())
                    .ok()?
                    .0
            }
            None => Game::default(),
        };
        legal_after(game, moves)
    }

    /// The names of options, and the values of one.
    fn option(&self, before: &str, words: &[&str]) -> (usize, Vec<Pair>) {
        let start = before.rfind(' ').map_or(0, |blank| blank + 1);
        if words.len() == 1 {
            return (
                start,
                matching(&before[start..], ["name".to_owned()].into_iter()),
            );
        }
        if let Some(value) = before.find(" value ") {
            let name = words[2..].iter().take_while(|&&word| word != "value");
            let name = name.copied().collect::<Vec<_>>().join(" ");
            let option = self
                .options
                .iter()
                .find(|info| info.name.eq_ignore_ascii_case(&name));
            let values = option.map(|info| values(&info.kind)).unwrap_or_default();
            let start = value + " value ".len();
            return (start, matching(&before[start..], values.into_iter()));
        }
        let Some(name) = before.find(" name ") else {
            return (start, Vec::new());
        };
        // Names have blanks, so everything behind `name` is one word here.
        let start = name + " name ".len();
        let typed = &before[start..];
        let is_whole = |info: &&OptionInfo| typed.trim_end().eq_ignore_ascii_case(info.name);
        if typed.ends_with(' ') && self.options.iter().any(|info| is_whole(&info)) {
            return (before.len(), matching("", ["value".to_owned()].into_iter()));
        }
        let names = self.options.iter().map(|info| info.name.to_owned());
        (start, matching(typed, names))
    }
}

fn legal_after(mut game: Game, moves: &[&str]) -> Option<Vec<String>> {
    for text in moves {
        let mv = game
            .position()
            .parse_move(text, CastlingNotation::default())?;
        game.make(mv);
    }
    let legal = game.position().legal_moves();
    Some(legal.into_iter().map(|mv| mv.to_string()).collect())
}

/// What begins with `word`, in any case, each followed by a blank.
fn matching(word: &str, choices: impl Iterator<Item = String>) -> Vec<Pair> {
    let begins = |choice: &String| {
        let start = choice.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word))
    };
    let mut found: Vec<String> = choices.filter(begins).collect();
    found.sort_unstable();
    found.dedup();
    let pair = |choice: String| Pair {
        replacement: format!("{choice} "),
        display: choice,
    };
    found.into_iter().map(pair).collect()
}

/// The words of all commands.
fn commands() -> impl Iterator<Item = String> {
    let rows = COMMANDS.iter().flat_map(|row| row.words);
    rows.filter(|word| !word.starts_with('-'))
        .map(|&word| word.to_owned())
}

/// The keywords of a command: the lower-case words of its syntax.
fn keywords(command: &str) -> Vec<String> {
    let rows = COMMANDS.iter().filter(|row| {
        row.words.contains(&command) || row.usage.starts_with(&format!("{command} "))
    });
    let usages = rows.flat_map(|row| row.usage.split([' ', '[', ']', '(', ')', '|']));
    let is_keyword =
        |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    usages
        .filter(is_keyword)
        .filter(|&word| word != command)
        .map(str::to_owned)
        .collect()
}

fn values(kind: &OptionKind) -> Vec<String> {
    match kind {
        OptionKind::Check { .. } => vec!["false".to_owned(), "true".to_owned()],
        OptionKind::Combo { choices, .. } => {
            choices.iter().map(|&choice| choice.to_owned()).collect()
        }
        OptionKind::Spin { default, .. } => vec![default.to_string()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::setoption;
    use crate::search::AlphaBeta;

    fn complete(line: &str) -> Vec<String> {
        let search = AlphaBeta::default();
        let options: Vec<OptionInfo> = setoption::all(&search).copied().collect();
        let words = Words::new(&options, SharedPosition::default());
        let (start, found) = words.complete(line, line.len());
        let become_ = |pair: Pair| format!("{}{}", &line[..start], pair.replacement);
        found.into_iter().map(become_).collect()
    }

    #[test]
    fn commands_and_their_keywords_are_completed() {
        assert_eq!(complete("per"), ["perft "]);
        assert_eq!(complete("go pe"), ["go perft "]);
        assert_eq!(complete("position st"), ["position startpos "]);
        assert_eq!(
            complete("position startpos mo"),
            ["position startpos moves "]
        );
        assert_eq!(complete("xyz"), [""; 0]);
        assert!(complete("").contains(&"quit ".to_owned()));
    }

    #[test]
    fn options_and_values_are_completed() {
        assert_eq!(complete("setoption na"), ["setoption name "]);
        assert_eq!(
            complete("setoption name perft"),
            ["setoption name Perft Method "]
        );
        assert_eq!(
            complete("setoption name Hash "),
            ["setoption name Hash value "]
        );
        assert_eq!(
            complete("setoption name Perft Method value b"),
            ["setoption name Perft Method value bulk "]
        );
        assert_eq!(
            complete("setoption name UCI_Chess960 value t"),
            ["setoption name UCI_Chess960 value true "]
        );
    }

    #[test]
    fn legal_moves_are_completed() {
        assert_eq!(
            complete("position startpos moves e2"),
            [
                "position startpos moves e2e3 ",
                "position startpos moves e2e4 "
            ]
        );
        assert_eq!(
            complete("position startpos moves e2e4 g8"),
            [
                "position startpos moves e2e4 g8f6 ",
                "position startpos moves e2e4 g8h6 "
            ]
        );
        let fen = "position fen 8/8/8/r2Pp2K/8/8/8/4k3 w - e6 0 1 moves d5";
        assert_eq!(complete(fen), [format!("{fen}d6 ")]);
    }
}
