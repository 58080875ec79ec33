//! `known`: lists the published counts of the position, without counting.

use super::at_position::at;
use super::json;
use super::run::{Context, LastReply, Run};
use super::{Command, Printed, Row};
use crate::engine::Engine;
use crate::perft::published_counts;
use crate::text::number_of;
use serde_json::{Value, json};

/// The row of `known`.
pub static ROW: Row = Row {
    words: &["known"],
    usage: "known [POSITION]",
    purpose: "list the published counts of the position, without counting",
    example: "known kiwipete",
    section: "known",
    has_json: true,
    read: |words| {
        let position = words.end_with_position()?;
        Ok(Command::Do(at(position, Known)))
    },
    ..Row::OWN
};

/// Lists the published counts of the current position.
#[derive(Clone, Copy, Debug)]
pub struct Known;

impl Run for Known {
    fn run(self, engine: &mut Engine, _: &Context) -> LastReply {
        Ok(Some(Reply(published_counts(engine.position()?)).into()))
    }
}

/// The published counts, from depth 1 on.
#[derive(Clone, Copy, Debug)]
pub struct Reply(pub &'static [u128]);

impl Printed for Reply {
    fn json(&self) -> Vec<Value> {
        let depths = (1..).zip(self.0);
        depths
            .map(|(depth, leaves)| json!({ "depth": depth, "nodes": json::count(*leaves) }))
            .collect()
    }

    fn text(&self) -> String {
        let lines = (1..).zip(self.0);
        let mut text: String = lines
            .map(|(depth, leaves)| format!("depth {depth} nodes {leaves}\n"))
            .collect();
        text += &format!("\n{}\n", number_of(self.0.len() as u64, "published value"));
        text
    }
}
