//! The tables: best and median rate of each contender, and its ratio to the
//! first one.

use std::fmt;
use std::time::Duration;

/// The results for one position.
pub struct Table {
    title: String,
    leaves: u128,
    /// Name, best and median time.
    rows: Vec<(String, Duration, Duration)>,
}

impl Table {
    pub fn new(name: &str, depth: u32, leaves: u128) -> Table {
        Table {
            title: format!("{name}, depth {depth}, {leaves} leaves"),
            leaves,
            rows: Vec::new(),
        }
    }

    /// Adds a contender with the times of all its rounds, at least one.
    pub fn add(&mut self, name: &str, mut times: Vec<Duration>) {
        times.sort();
        self.rows
            .push((name.to_owned(), times[0], times[times.len() / 2]));
    }

    /// Millions of leaves per second.
    fn rate(&self, time: Duration) -> f64 {
        self.leaves as f64 / time.as_secs_f64().max(1e-9) / 1e6
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        writeln!(formatter, "### {}\n", self.title)?;
        writeln!(
            formatter,
            "| | best, Mnps | median, Mnps | best time, s | best, times the first |"
        )?;
        writeln!(formatter, "| --- | ---: | ---: | ---: | ---: |")?;
        let first = self.rows.first().map_or(Duration::ZERO, |row| row.1);
        for (name, best, median) in &self.rows {
            writeln!(
                formatter,
                "| {name} | {:.1} | {:.1} | {:.4} | {:.3} |",
                self.rate(*best),
                self.rate(*median),
                best.as_secs_f64(),
                first.as_secs_f64() / best.as_secs_f64().max(1e-9)
            )?;
        }
        Ok(())
    }
}
