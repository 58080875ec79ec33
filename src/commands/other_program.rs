//! Reads which other program is meant, and how it is asked: the beginning of the
//! words of a command such as `compare`.

use super::words::{MOST_WORDS, Words};
use crate::text::Quoted;
use crate::tools::compare::{OtherProgram, ProgramKind, Template};

/// The program as far as it is read.
pub(super) struct Reader {
    program: OtherProgram,
    question: Option<Template>,
    position: Option<Template>,
}

impl Reader {
    /// Reads the program: a UCI engine, `script:PATH` or `command:PATH`, with its
    /// arguments before the first of these keywords, or `run` and a template. The
    /// keywords include `ask` and `position`.
    ///
    /// # Errors
    ///
    /// If there is no program, or the template makes no sense.
    pub(super) fn begin(words: &mut Words, keywords: &[&str]) -> Result<Reader, String> {
        let program = match read_run(words, keywords)? {
            Some(program) => program,
            None => read_program(words, keywords)?,
        };
        Ok(Reader {
            program,
            question: None,
            position: None,
        })
    }

    /// Reads `ask TEMPLATE` or `position TEMPLATE`, if one of them is next. Returns
    /// whether it is.
    ///
    /// # Errors
    ///
    /// If the template is missing or makes no sense.
    pub(super) fn take(&mut self, words: &mut Words, keywords: &[&str]) -> Result<bool, String> {
        let template = if words.take("ask") {
            &mut self.question
        } else if words.take("position") {
            &mut self.position
        } else {
            return Ok(false);
        };
        *template = read_template(words, keywords)?;
        if template.is_none() {
            return words.refuse("a text in double quotes");
        }
        Ok(true)
    }

    /// The program.
    ///
    /// # Errors
    ///
    /// If the templates do not say all that it needs.
    pub(super) fn end(self) -> Result<OtherProgram, String> {
        let mut program = self.program;
        if self.question.is_some() || self.position.is_some() {
            if program.kind != ProgramKind::Uci {
                let expected = "expected a program that runs";
                return Err(format!("'ask' or 'position' and another form, {expected}"));
            }
            let position = self.position;
            let Some(question) = self.question else {
                return Err("'position' without 'ask', expected both".to_owned());
            };
            program.kind = ProgramKind::Ask { question, position };
        }
        let templates: Vec<&Template> = match &program.kind {
            ProgramKind::Uci | ProgramKind::Script | ProgramKind::Command => return Ok(program),
            ProgramKind::Run(arguments) => arguments.iter().collect(),
            ProgramKind::Ask { question, position } => {
                [question].into_iter().chain(position).collect()
            }
        };
        let has = |placeholder: &str| templates.iter().any(|it| it.holds(placeholder));
        // A UCI engine gets the position in UCI's way.
        let is_uci = matches!(program.kind, ProgramKind::Ask { position: None, .. });
        let needs_fen = !is_uci || has("{moves}");
        for (placeholder, is_needed) in [("{depth}", true), ("{fen}", needs_fen)] {
            if is_needed && !has(placeholder) {
                return Err(format!("no {placeholder} in the template, expected it"));
            }
        }
        Ok(program)
    }
}

/// Reads `run` and a template, if they are next.
fn read_run(words: &mut Words, keywords: &[&str]) -> Result<Option<OtherProgram>, String> {
    let mut after = words.clone();
    if !after.take("run") {
        return Ok(None);
    }
    let Some(call) = after.path(keywords)? else {
        return Ok(None);
    };
    *words = after;
    let mut lexer = shlex::Shlex::new(&call);
    let parts: Vec<String> = lexer.by_ref().take(MOST_WORDS + 1).collect();
    let is_bounded = parts.len() <= MOST_WORDS && !lexer.had_error;
    let mut parts = parts.into_iter().filter(|_| is_bounded);
    let Some(path) = parts.next() else {
        let call = Quoted(&call);
        return Err(format!(
            "{call} after 'run', expected a program and arguments, at most {MOST_WORDS}"
        ));
    };
    let arguments: Result<Vec<Template>, String> = parts.map(Template::new).collect();
    Ok(Some(OtherProgram {
        kind: ProgramKind::Run(arguments?),
        path,
        arguments: Vec::new(),
    }))
}

/// Reads a program and its arguments.
fn read_program(words: &mut Words, keywords: &[&str]) -> Result<OtherProgram, String> {
    let mut items = words.items_before(keywords)?.into_iter();
    let Some(path) = items.next() else {
        return words.refuse(match words.peek() {
            Some(_) => "a program (in double quotes if its name is a keyword)",
            None => "a program",
        });
    };
    let (kind, path) = match path.text.split_once(':') {
        Some(("script", path)) => (ProgramKind::Script, path),
        Some(("command", path)) => (ProgramKind::Command, path),
        _ => (ProgramKind::Uci, path.text),
    };
    Ok(OtherProgram {
        kind,
        path: path.to_owned(),
        arguments: items.map(|item| item.text.to_owned()).collect(),
    })
}

/// Takes a template: an argument, a group in quotes, or all words before a keyword.
fn read_template(words: &mut Words, keywords: &[&str]) -> Result<Option<Template>, String> {
    words.path(keywords)?.map(Template::new).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYWORDS: [&str; 3] = ["depth", "ask", "position"];

    fn read_line(line: &str) -> Result<OtherProgram, String> {
        let mut words = Words::of_line(line);
        words.begin("compare");
        let mut reader = Reader::begin(&mut words, &KEYWORDS)?;
        while reader.take(&mut words, &KEYWORDS)? {}
        assert_eq!(words.rest(), ["depth", "2"]);
        reader.end()
    }

    fn template(text: &str) -> Template {
        Template::new(text).unwrap()
    }

    #[test]
    fn a_program_is_asked_with_templates() {
        let program =
            read_line(r#"./engine -x ask "perft {depth}" position "new\nset {fen}" depth 2"#)
                .unwrap();
        assert_eq!(program.path, "./engine");
        assert_eq!(program.arguments, ["-x"]);
        let kind = ProgramKind::Ask {
            question: template("perft {depth}"),
            position: Some(template(r"new\nset {fen}")),
        };
        assert_eq!(program.kind, kind);
        // The words of a line need no quotes.
        let kind = ProgramKind::Ask {
            question: template("bench perft {depth}"),
            position: None,
        };
        assert_eq!(
            read_line("./engine ask bench perft {depth} depth 2")
                .unwrap()
                .kind,
            kind
        );
    }

    #[test]
    fn a_program_is_run_with_a_template() {
        let program = read_line(r#"run "'./my engine' -f {fen} -d{depth}" depth 2"#).unwrap();
        assert_eq!(program.path, "./my engine");
        let arguments = ["-f", "{fen}", "-d{depth}"].map(template);
        assert_eq!(program.kind, ProgramKind::Run(arguments.into()));
        // A program of this name is not a template.
        let program = read_line("run depth 2").unwrap();
        assert_eq!(
            (program.path.as_str(), program.kind),
            ("run", ProgramKind::Uci)
        );
    }

    #[test]
    fn templates_that_make_no_sense_are_refused() {
        for line in [
            "./engine ask depth 2",
            "./engine ask perft depth 2",
            "./engine ask perft {deep} depth 2",
            "./engine position x ask perft {depth} depth 2",
            "./engine position {fen} depth 2",
            "./engine ask perft {depth} {moves} depth 2",
            "./engine ask perft {depth} position new depth 2",
            "script:./engine ask perft {depth} depth 2",
            "run \"./engine {fen}\" depth 2",
            "run \"./engine '{fen}\" depth 2",
            "run \"./engine {fen} {depth}\" ask \"perft {depth}\" depth 2",
        ] {
            assert!(read_line(line).is_err(), "{line}");
        }
    }
}
