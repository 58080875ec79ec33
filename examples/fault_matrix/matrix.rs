//! The matrix: at which depth a position shows a fault.

use super::corpus::Line;
use ox88::tools::faults::{Fault, FaultKind, FaultyGenerator};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// The least depth at which the count of a line is wrong, if there is one with no
/// more than this number of leaves.
///
/// A count can be wrong at one depth and right again at the next, when a missing
/// and an extra move make up for each other. So a depth stands for all counts up
/// to it, as in a suite.
pub fn first_wrong(line: &Line, fault: &Fault, limit: u64) -> Option<u32> {
    if !fault.may_show(&line.position) {
        return None;
    }
    let counts = line.counts.iter().take_while(|&&count| count <= limit);
    (1..).zip(counts).find_map(|(depth, &right)| {
        let mut faulty = FaultyGenerator::new(&line.position, Some(fault));
        (faulty.count(depth) != u128::from(right)).then_some(depth)
    })
}

/// The matrix of lines and faults, computed on several threads: for each line, the
/// depth at which it shows each fault. `limit` is the greatest count of a line.
pub fn compute(
    lines: &[&Line],
    faults: &[&Fault],
    limit: impl Fn(&Line) -> u64 + Sync,
    threads: usize,
) -> Vec<Vec<Option<u32>>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut rows = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(line) = lines.get(index) else {
                return rows;
            };
            let row: Vec<_> = faults
                .iter()
                .map(|fault| first_wrong(line, fault, limit(line)))
                .collect();
            rows.push((index, row));
        }
    };
    let mut rows = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let rows = workers.into_iter().map(|worker| worker.join());
        rows.flat_map(|rows| rows.unwrap_or_default())
            .collect::<Vec<_>>()
    });
    rows.sort_by_key(|&(index, _)| index);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The matrix in which a fault of standard chess shows in standard chess alone: an
/// engine without Chess960 has the same fault, and is asked for nothing else.
pub fn for_any_engine(
    matrix: &[Vec<Option<u32>>],
    lines: &[&Line],
    faults: &[&Fault],
) -> Vec<Vec<Option<u32>>> {
    let rows = matrix.iter().zip(lines);
    let shown = rows.map(|(row, line)| {
        let is_standard = line.is_standard();
        let cells = row.iter().zip(faults);
        cells
            .map(|(&found, fault)| {
                found.filter(|_| is_standard || fault.kind == FaultKind::Chess960)
            })
            .collect()
    });
    shown.collect()
}

/// Returns whether any of these lines shows a fault.
pub fn any_shows(lines: &[&Line], fault: &Fault, limit: u64, threads: usize) -> bool {
    let next = AtomicUsize::new(0);
    let shows = AtomicBool::new(false);
    let work = || {
        while !shows.load(Ordering::Relaxed) {
            let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            if first_wrong(line, fault, limit).is_some() {
                shows.store(true, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    shows.into_inner()
}
