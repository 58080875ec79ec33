//! The sieve: a cheap set of lines that shows every fault.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

/// What a question costs beside its leaves, in leaves of a usual engine: it has to
/// be sent, read and answered. It makes a rich position worth more than many poor
/// ones.
const QUESTION: u64 = 2_000;

/// The number of lines of the sieve that show each fault. With one, the sieve would
/// fit these faults and no others.
pub const TIMES: usize = 12;

/// A line of a suite, counted up to a depth.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The line.
    pub line: usize,
    /// The greatest depth that is counted.
    pub depth: u32,
    /// The leaves of all depths up to it.
    pub leaves: u64,
    /// The faults that show, by their number.
    pub shows: Vec<usize>,
}

impl Candidate {
    fn cost(&self) -> f64 {
        (self.leaves + QUESTION) as f64
    }

    /// The faults that are still to be shown, and that `other`, the same line to a
    /// smaller depth, does not show.
    fn new_faults(&self, wanted: &[usize], other: Option<&Candidate>) -> Vec<usize> {
        let is_old = |fault| other.is_some_and(|other| other.shows.contains(fault));
        let new = self.shows.iter().filter(|fault| !is_old(fault));
        new.copied().filter(|&fault| wanted[fault] > 0).collect()
    }
}

/// The candidates of a matrix: each line up to each depth at which it shows a
/// fault that smaller depths do not.
pub fn candidates(matrix: &[Vec<Option<u32>>], counts: &[&[u64]]) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (line, (row, counts)) in matrix.iter().zip(counts).enumerate() {
        let mut depths: Vec<u32> = row.iter().copied().flatten().collect();
        depths.sort_unstable();
        depths.dedup();
        for depth in depths {
            let is_shown = |found: Option<u32>| found.is_some_and(|found| found <= depth);
            let shows = (0..row.len()).filter(|&fault| is_shown(row[fault]));
            candidates.push(Candidate {
                line,
                depth,
                leaves: counts.iter().take(depth as usize).sum(),
                shows: shows.collect(),
            });
        }
    }
    candidates
}

/// A candidate in the queue, with what it was worth when it was put there.
struct Queued(f64, usize);

impl PartialEq for Queued {
    fn eq(&self, other: &Queued) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Queued {}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Queued) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Queued {
    fn cmp(&self, other: &Queued) -> Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}

/// Chooses candidates until each wanted fault is shown by `times` lines, or by all
/// that there are. The one that shows most for its cost comes first, so the order
/// finds most faults soonest. `wanted` says which faults count.
pub fn greedy(candidates: &[Candidate], wanted: &[bool], times: usize) -> Vec<usize> {
    let mut wanted: Vec<usize> = wanted
        .iter()
        .map(|&is_wanted| if is_wanted { times } else { 0 })
        .collect();
    // The place of a line among the chosen candidates.
    let mut places: HashMap<usize, usize> = HashMap::new();
    let mut chosen: Vec<usize> = Vec::new();
    let mut queue: BinaryHeap<Queued> = (0..candidates.len())
        .map(|index| Queued(f64::INFINITY, index))
        .collect();
    while let Some(Queued(old, index)) = queue.pop() {
        let candidate = &candidates[index];
        let place = places.get(&candidate.line).copied();
        let same_line = place.map(|place| &candidates[chosen[place]]);
        if same_line.is_some_and(|other| other.depth > candidate.depth) {
            continue;
        }
        // Worth only falls, so who is still worth as much is the best.
        let new = candidate.new_faults(&wanted, same_line);
        let now = new.len() as f64 / candidate.cost();
        if new.is_empty() {
            continue;
        } else if now < old {
            queue.push(Queued(now, index));
            continue;
        }
        match place {
            Some(place) => chosen[place] = index,
            None => {
                places.insert(candidate.line, chosen.len());
                chosen.push(index);
            }
        }
        for fault in new {
            wanted[fault] -= 1;
        }
    }
    chosen
}

/// The cost of candidates.
pub fn cost(candidates: &[Candidate], chosen: &[usize]) -> f64 {
    chosen.iter().map(|&index| candidates[index].cost()).sum()
}

/// A cost below which no set of candidates shows all wanted faults.
///
/// Give each fault a price, so that no candidate costs less than the prices of all
/// faults that it shows (a solution of the linear program's dual). A set that
/// shows every fault then costs at least the sum of the prices. The faults that
/// fewest candidates show are priced first, each as high as the candidates allow.
pub fn lower_bound(candidates: &[Candidate], wanted: &[bool]) -> f64 {
    let mut by_fault = vec![Vec::new(); wanted.len()];
    for (index, candidate) in candidates.iter().enumerate() {
        for &fault in &candidate.shows {
            by_fault[fault].push(index);
        }
    }
    let mut faults: Vec<usize> = (0..wanted.len()).filter(|&fault| wanted[fault]).collect();
    faults.sort_by_key(|&fault| by_fault[fault].len());
    let mut left: Vec<f64> = candidates.iter().map(Candidate::cost).collect();
    let mut bound = 0.0;
    for fault in faults {
        let showing = &by_fault[fault];
        let price = showing.iter().map(|&index| left[index]).reduce(f64::min);
        let price = price.unwrap_or_default();
        bound += price;
        for &index in showing {
            left[index] -= price;
        }
    }
    bound
}

/// The share of the faults in `hidden` that the chosen candidates show.
pub fn share_shown(candidates: &[Candidate], chosen: &[usize], hidden: &[bool]) -> f64 {
    let mut shown = vec![false; hidden.len()];
    for &index in chosen {
        for &fault in &candidates[index].shows {
            shown[fault] = true;
        }
    }
    let pairs = || shown.iter().zip(hidden);
    let found = pairs().filter(|&(&shown, &hidden)| shown && hidden).count();
    let all = pairs().filter(|&(_, &hidden)| hidden).count();
    found as f64 / all.max(1) as f64
}

/// The mean share of one random half of the faults that a sieve made from the
/// other half shows, in 20 draws.
pub fn cross_validation(
    candidates: &[Candidate],
    faults: &[usize],
    all: usize,
    times: usize,
) -> f64 {
    const DRAWS: u64 = 20;
    let shares = (0..DRAWS).map(|seed| {
        let (mut half, mut other) = (vec![false; all], vec![false; all]);
        let mut order = faults.to_vec();
        order.sort_by_key(|&fault| mix(seed << 32 | fault as u64));
        for (place, &fault) in order.iter().enumerate() {
            let side = if place < order.len() / 2 {
                &mut half
            } else {
                &mut other
            };
            side[fault] = true;
        }
        let chosen = greedy(candidates, &half, times);
        share_shown(candidates, &chosen, &other)
    });
    shares.sum::<f64>() / DRAWS as f64
}

/// A step of SplitMix64, for random draws that are the same everywhere.
fn mix(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
