//! How much memory this machine has, where the system tells, and whether there
//! is enough for one more thread. What it is wanted for is not known here.

use memmap2::MmapMut;

/// Address space, in bytes, that has to be left for a thread: for its stack, for
/// the heap of its own that the C library makes with its first allocation
/// (64 MiB), and some for everybody else. No page of it is used to find out.
const NEEDED_BY_A_THREAD: usize = 80 << 20;

/// The memory of this machine, in MiB.
#[must_use]
pub fn total() -> Option<usize> {
    read("MemTotal:")
}

/// The memory that programs may still take, in MiB.
#[must_use]
pub fn available() -> Option<usize> {
    read("MemAvailable:")
}

/// Whether one more thread can be started without taking the last memory: asked
/// before it is, since the next small allocation of any other would end the
/// process.
pub(crate) fn is_left_for_a_thread() -> bool {
    MmapMut::map_anon(NEEDED_BY_A_THREAD).is_ok()
}

fn read(name: &str) -> Option<usize> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let report = std::fs::read_to_string("/proc/meminfo").ok()?;
    mebibytes(&report, name)
}

/// Reads a line like `MemTotal:  24683964 kB`.
fn mebibytes(report: &str, name: &str) -> Option<usize> {
    let line = report.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: usize = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kibibytes / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_report_is_read() {
        let report = "MemFree:  1 kB\nMemTotal:       24683964 kB\nMemFree: 2 kB\n";
        assert_eq!(mebibytes(report, "MemTotal:"), Some(24_105));
        for report in ["", "MemTotal:", "MemTotal: much"] {
            assert_eq!(mebibytes(report, "MemTotal:"), None, "{report}");
        }
    }
}
