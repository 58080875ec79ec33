//! The cause of a wrong count that another answer to the same question tells: one
//! from a fresh process, without a table, or with one thread.

use super::{Diagnosis, OnlyWithinCause, Rule, diagnosis};

/// The diagnosis for a program whose answers to one question are `first` and
/// `second`.
#[must_use]
pub fn varies(first: u128, second: u128) -> Diagnosis {
    let counts = match first == second {
        true => format!("{first} each time, but not for the same moves"),
        false => format!("{first}, then {second}"),
    };
    let causes = "threads, or memory that is not initialised";
    let reason = format!("the same question gets {counts}: look at {causes}");
    diagnosis(Rule::Varies, reason)
}

/// The diagnosis for a program that is right with one thread. `option` is what made
/// it right.
#[must_use]
pub fn threads(option: &str) -> Diagnosis {
    let reason = format!("with {option} the count is right");
    diagnosis(Rule::WrongWithThreads, reason)
}

/// The diagnosis for a program whose count changes with its table. `options` are
/// those that changed it.
#[must_use]
pub fn table(options: &str, is_right: bool) -> Diagnosis {
    let reason = match is_right {
        true => format!("with {options} the count is right: look at the key and the depth"),
        false => format!("with {options} the count changes: look at the key and the depth"),
    };
    diagnosis(Rule::WrongWithTable, reason)
}

/// The diagnosis for a program that is right in a fresh process. `count` is its
/// count after the questions before, which `clear` does not mend.
#[must_use]
pub fn after_others(right: u128, count: u128, clear: &str) -> Diagnosis {
    let counts = format!("{right} in a fresh process, {count} after the questions before");
    let reason = format!("{counts}, also after {clear}: look at what unmaking leaves");
    diagnosis(Rule::WrongAfterOthers, reason)
}

/// The diagnosis for a program whose answer to one question changes when it is asked
/// twice, in each process.
#[must_use]
pub fn after_itself(first: u128, second: u128) -> Diagnosis {
    let reason = format!(
        "asked twice, the program counts {first}, then {second}: look at a table of counts, or at \
         what unmaking leaves"
    );
    diagnosis(Rule::WrongAfterOthers, reason)
}

impl OnlyWithinCause {
    /// What is at fault, as far as it is known.
    pub(super) fn words(self) -> &'static str {
        match self {
            OnlyWithinCause::Unknown => {
                "making or unmaking moves, or a table of counts, is at fault"
            }
            OnlyWithinCause::NoTable => {
                "making or unmaking moves is at fault (two plies use no table twice)"
            }
            OnlyWithinCause::TableOff => {
                "making or unmaking moves is at fault (it is the same without a table)"
            }
        }
    }
}
