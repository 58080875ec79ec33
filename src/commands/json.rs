//! `json` as the last word of a command: its replies are printed as JSON objects, one a
//! line. The objects themselves are beside the texts, in the files of the commands.

use super::rate::rate;
use super::run::Context;
use super::words::Words;
use super::{Command, CommandJob, Printed, Refusal, Reply, TakesLines};
use crate::engine::{Engine, Job};
use serde_json::{Number, Value, json};
use std::time::Duration;

/// A reply that is printed as JSON.
#[derive(Clone, Debug)]
pub struct Json(pub Box<Reply>);

/// A job whose replies are printed as JSON.
#[derive(Debug)]
pub struct InJson(pub CommandJob);

/// A command that takes lines, whose replies are printed as JSON.
#[derive(Debug)]
struct LinesInJson(Box<dyn TakesLines>);

fn wrap(reply: Reply) -> Reply {
    Json(Box::new(reply)).into()
}

/// The same command, with replies in JSON.
pub(super) fn command(read: Result<Command, Refusal>) -> Command {
    match read {
        Ok(Command::Do(job)) => Command::Do(Box::new(InJson(job))),
        Ok(Command::Go(job)) => Command::Go(Box::new(InJson(job))),
        Ok(Command::TakeLines(taker)) => Command::TakeLines(Box::new(LinesInJson(taker))),
        Ok(other) => other,
        Err(refusal) => Command::Say(wrap(super::error::Error::Refused(refusal.message).into())),
    }
}

impl Job<Reply> for InJson {
    fn run(self: Box<Self>, engine: &mut Engine, context: &Context) -> Option<Reply> {
        self.0.run(engine, &context.wrapping(wrap)).map(wrap)
    }
}

impl TakesLines for LinesInJson {
    fn line(&mut self, line: &str) {
        self.0.line(line);
    }

    fn job(self: Box<Self>) -> CommandJob {
        Box::new(InJson(self.0.job()))
    }
}

impl Printed for Json {
    fn text(&self) -> String {
        let objects = self.0.json().into_iter();
        objects.map(|object| format!("{object}\n")).collect()
    }

    fn is_failure(&self) -> bool {
        self.0.is_failure()
    }

    fn exit_status(&self) -> u8 {
        self.0.exit_status()
    }
}

/// A count of any size, as a number with all its digits.
pub(super) fn count(count: u128) -> Value {
    Number::from_u128(count).map_or(Value::Null, Value::Number)
}

/// `nodes`, `time` in milliseconds, and `nps`.
pub(super) fn speed(leaves: u128, elapsed: Duration) -> Value {
    json!({
        "nodes": count(leaves),
        "time": count(elapsed.as_millis()),
        "nps": count(rate(leaves, elapsed)),
    })
}

/// The end of what was stopped, with how much of it is done.
pub(super) fn stopped(done: impl Into<u64>, of: impl Into<u64>) -> Value {
    json!({ "stopped": true, "done": done.into(), "of": of.into() })
}

impl Words<'_> {
    /// Takes `json` off the end, if it is the last word: of the line, or a whole
    /// argument.
    pub(super) fn take_json(&mut self) -> bool {
        self.take_last("json")
    }
}
