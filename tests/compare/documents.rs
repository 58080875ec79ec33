//! The documents show the output of `compare` for `./my-engine`. It must be the real output for an
//! engine with [`FAULT`].

use super::{ROOT, compare, faulty, printed, trial};
use libtest_mimic::Trial;
use std::fs;
use std::path::Path;

const DOCUMENTS: [&str; 2] = ["README.md", "docs/debugging.md"];
const CALL: &str = "$ ox88 compare ./my-engine ";
const FAULT: &str = "right-kept-captured";
/// Stands for lines that are left out.
const OMISSION: &str = "…";

pub fn trials() -> Vec<Trial> {
    let trials = DOCUMENTS.map(|document| {
        trial(format!("documents::{document}"), move || {
            let text = fs::read_to_string(Path::new(ROOT).join(document));
            check(&text.map_err(|error| error.to_string())?)
        })
    });
    trials.into()
}

fn check(document: &str) -> Result<(), String> {
    let mut lines = document.lines();
    let mut found = false;
    while let Some(line) = lines.next() {
        let Some(words) = line.strip_prefix(CALL) else {
            continue;
        };
        found = true;
        let shown: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let text = printed(compare(&format!("{} {words}", faulty("", FAULT))), 1)?;
        let mut rest: &[&str] = &text.lines().collect::<Vec<_>>();
        for (index, line) in shown.iter().enumerate() {
            if *line == OMISSION {
                let next = shown.get(index + 1).copied();
                let skipped = rest.iter().position(|line| Some(*line) == next);
                rest = &rest[skipped.unwrap_or(rest.len())..];
            } else if rest.first() == Some(line) {
                rest = &rest[1..];
            } else {
                return Err(format!("{line}\nis not the next line in\n{text}"));
            }
        }
        if !rest.is_empty() {
            return Err(format!("{}\nis not shown", rest.join("\n")));
        }
    }
    match found {
        true => Ok(()),
        false => Err(format!("there is no line {CALL}")),
    }
}
