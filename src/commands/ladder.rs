//! `ladder`: the number of leaves at each depth, compared with the published counts.

use super::at_position::at;
use super::json;
use super::rate::{speed, speed_in_words};
use super::run::{Context, LastReply, Run};
use super::words::Words;
use super::{Command, Printed, Row};
use crate::engine::Engine;
use crate::perft::Forecast;
use crate::text::grouped;
use crate::tools::ladder::{Rung, ladder};
use serde_json::{Value, json};

/// The row of `ladder`.
pub static ROW: Row = Row {
    words: &["ladder"],
    usage: "ladder DEPTH [POSITION]",
    purpose: "count each depth up to DEPTH, beside the published values",
    example: "ladder 4 position5",
    section: "ladder-depth",
    has_json: true,
    read,
    ..Row::OWN
};

/// Counts the depths from 1 to this one, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder(pub u32);

fn read(words: &mut Words) -> Result<Command, String> {
    let ladder = Ladder(words.depth(1)?);
    let position = words.end_with_position()?;
    Ok(Command::Go(at(position, ladder)))
}

impl Run for Ladder {
    fn run(self, engine: &mut Engine, context: &Context) -> LastReply {
        let position = engine.game.as_ref()?.position();
        let depths = self.0;
        let (mut published, mut agree) = (0, 0);
        let counting = &mut engine.counting;
        let progress = context.host().progress.begin(0, "");
        progress.update(0, || format!("counting depth 1 of {depths}"));
        let mut forecast = Forecast::default();
        let counted = ladder(position, depths, counting, context.stop(), |rung| {
            if rung.published.is_some() {
                published += 1;
                agree += u32::from(!rung.is_wrong());
            }
            progress.update(0, || {
                format!(
                    "counting depth {} of {depths}",
                    (rung.depth + 1).min(depths)
                )
            });
            forecast.add(rung.leaves, rung.elapsed);
            progress.expect(forecast.time_to(depths));
            context.reply(Reply::Rung(rung));
        });
        let end = Reply::End {
            counted,
            depths,
            published,
            agree,
        };
        Ok(Some(end.into()))
    }
}

/// A reply to `ladder`.
#[derive(Clone, Copy, Debug)]
pub enum Reply {
    /// The count of one depth.
    Rung(Rung),
    /// The end of the ladder.
    End {
        /// The number of depths counted.
        counted: u32,
        /// The number of depths to count. It is greater if the ladder was stopped.
        depths: u32,
        /// The number of depths with a published count.
        published: u32,
        /// How many of these agree with it.
        agree: u32,
    },
}

impl Printed for Reply {
    fn text_on_terminal(&self) -> String {
        let Reply::Rung(rung) = self else {
            return self.text();
        };
        let mark = match rung.published {
            None => String::new(),
            Some(_) if !rung.is_wrong() => ", as published".to_owned(),
            Some(value) => format!(", WRONG: published is {}", grouped(value)),
        };
        let (leaves, speed) = (
            grouped(rung.leaves),
            speed_in_words(rung.leaves, rung.elapsed),
        );
        format!("depth {}: {leaves}, {speed}{mark}\n", rung.depth)
    }

    fn json(&self) -> Vec<Value> {
        vec![match *self {
            Reply::Rung(rung) => {
                let mut object = json::speed(rung.leaves, rung.elapsed);
                object["depth"] = json!(rung.depth);
                object["published"] = rung.published.map_or(Value::Null, json::count);
                object
            }
            Reply::End {
                counted, depths, ..
            } if counted < depths => json::stopped(counted, depths),
            Reply::End {
                counted,
                published,
                agree,
                ..
            } => json!({ "counted": counted, "published": published, "agree": agree }),
        }]
    }

    fn text(&self) -> String {
        match *self {
            Reply::Rung(rung) => {
                let mark = match rung.published {
                    None => String::new(),
                    Some(_) if !rung.is_wrong() => " as published".to_owned(),
                    Some(value) => format!(" WRONG, published is {value}"),
                };
                let speed = speed(rung.leaves, rung.elapsed);
                format!("depth {} {speed}{mark}\n", rung.depth)
            }
            Reply::End {
                counted, depths, ..
            } if counted < depths => {
                format!("\ninfo string ladder stopped: {counted} of {depths} depths counted\n")
            }
            Reply::End {
                counted,
                published,
                agree,
                ..
            } => format!("\n{counted} counted, {agree} of {published} published values agree\n"),
        }
    }

    fn is_failure(&self) -> bool {
        matches!(self, Reply::End { published, agree, .. } if agree < published)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// No count of ours is wrong, so that nothing else shows this.
    #[test]
    fn a_count_that_is_not_the_published_one_is_a_failure() {
        let rung = Rung {
            depth: 2,
            leaves: 401,
            elapsed: Duration::from_millis(2),
            published: Some(400),
        };
        assert_eq!(
            Reply::Rung(rung).text(),
            "depth 2 nodes 401 time 2 nps 200500 WRONG, published is 400\n"
        );
        let end = |agree| Reply::End {
            counted: 2,
            depths: 2,
            published: 2,
            agree,
        };
        assert!(end(1).is_failure());
        assert!(!end(2).is_failure());
    }
}
