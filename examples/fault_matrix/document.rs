//! The tables of `docs/faults.md`.

use super::corpus::Line;
use super::matrix;
use ox88::tools::faults::{Fault, FaultKind};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// A suite that people use.
pub struct Suite<'a> {
    /// Its name in the table.
    pub name: &'a str,
    /// Its lines.
    pub lines: Vec<&'a Line>,
    /// The greatest count, in leaves.
    pub limit: u64,
}

/// What a suite finds: for each fault, whether it shows.
pub fn found(
    suite: &Suite,
    faults: &[&Fault],
    known: impl Fn(&Line, usize) -> bool + Sync,
    threads: usize,
) -> Vec<bool> {
    let numbered = faults.iter().enumerate();
    numbered
        .map(|(number, fault)| {
            suite.lines.iter().any(|line| known(line, number))
                || matrix::any_shows(&suite.lines, fault, suite.limit, threads)
        })
        .collect()
}

/// The table of suites, and what each of them misses.
pub fn suites_table(suites: &[(Suite, Vec<bool>)], faults: &[&Fault]) -> String {
    let is_chess960 = |fault: &Fault| fault.kind == FaultKind::Chess960;
    let all = faults.iter().filter(|fault| is_chess960(fault)).count();
    let mut table = format!(
        "| suite | positions | leaves up to | found, of {} | Chess960, of {all} | missed |\n\
         | --- | ---: | ---: | ---: | ---: | --- |\n",
        faults.len() - all,
    );
    for (suite, found) in suites {
        let count = |chess960: bool| {
            let pairs = faults.iter().zip(found);
            let these = pairs.filter(|(fault, found)| **found && is_chess960(fault) == chess960);
            these.count()
        };
        let missed: Vec<String> = (faults.iter().zip(found))
            .filter(|(fault, found)| !**found && !is_chess960(fault))
            .map(|(fault, _)| format!("`{}`", fault.name))
            .collect();
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} | {} | {} |",
            suite.name,
            suite.lines.len(),
            grouped(suite.limit),
            count(false),
            count(true),
            match missed.is_empty() {
                true => "nothing".to_owned(),
                false => missed.join(", "),
            },
        );
    }
    table
}

/// The tables of the faults, one for each kind. Those without a position that shows
/// them soonest stand last.
pub fn faults_tables(faults: &[Fault], soonest: &[Option<(u64, u32, &Line)>]) -> String {
    let mut text = String::new();
    let mut kind = None;
    for (number, fault) in faults.iter().enumerate() {
        if kind != Some(fault.kind) {
            kind = Some(fault.kind);
            let title = fault.kind.to_string();
            let (first, rest) = title.split_at(1);
            let _ = write!(
                text,
                "\n### {}{rest}\n\n| fault | how people make it | rule | shows soonest |\n\
                 | --- | --- | --- | --- |\n",
                first.to_uppercase(),
            );
        }
        let soonest = match soonest.get(number).copied().flatten() {
            Some((leaves, depth, line)) => {
                let plural = if leaves == 1 { "leaf" } else { "leaves" };
                let (fen, leaves) = (&line.position, grouped(leaves));
                format!("`{fen}`, depth {depth}, {leaves} {plural}")
            }
            None => "by chance".to_owned(),
        };
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {soonest} |",
            fault.name,
            fault.story,
            fault.rule.words(),
        );
    }
    text
}

/// Replaces what stands between the marks with this name.
pub fn replace(file: &Path, mark: &str, text: &str) -> Result<(), Box<dyn Error>> {
    let old = fs::read_to_string(file)?;
    let (begin, end) = (format!("<!-- {mark} -->\n"), format!("<!-- /{mark} -->"));
    let missing = || format!("{} has no {begin}", file.display());
    let (before, rest) = old.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once(&end).ok_or_else(missing)?;
    fs::write(file, format!("{before}{begin}{text}{end}{after}"))?;
    Ok(())
}

/// A number with separators.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
