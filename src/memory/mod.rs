//! The memory of this machine, where the system reports it, and whether there is
//! enough for one more thread.

mod cgroup;

/// The address space, in bytes, that must be free for a new thread: its stack,
/// the heap of its own that the C library makes with its first allocation
/// (64 MiB), and a reserve for the other threads.
#[cfg(not(target_family = "wasm"))]
const NEEDED_BY_A_THREAD: usize = 80 << 20;

/// The memory that this process may still take, in MiB: what the machine has available
/// and its control groups allow. `None` if the system does not report it.
#[must_use]
pub fn available() -> Option<usize> {
    let machine = read("/proc/meminfo", "MemAvailable:");
    let groups = cgroup::available().map(|bytes| (bytes >> 20) as usize);
    [machine, groups].into_iter().flatten().min()
}

/// The memory that this process has taken for itself, in MiB.
#[must_use]
pub fn taken() -> Option<usize> {
    read("/proc/self/status", "RssAnon:")
}

/// Returns whether one more thread can be started without taking the last memory.
/// A thread that took it would leave none for the next small allocation of any
/// other, which would end the process.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn is_left_for_a_thread() -> bool {
    // The map is given back at once, and none of its pages is touched.
    memmap2::MmapMut::map_anon(NEEDED_BY_A_THREAD).is_ok()
}

/// WebAssembly starts no threads, so the attempt fails by itself.
#[cfg(target_family = "wasm")]
pub(crate) fn is_left_for_a_thread() -> bool {
    true
}

fn read(report: &str, name: &str) -> Option<usize> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let report = std::fs::read_to_string(report).ok()?;
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
    fn the_report_of_the_system_is_read() {
        let report = "MemFree:  1 kB\nMemTotal:       24683964 kB\nMemFree: 2 kB\n";
        assert_eq!(mebibytes(report, "MemTotal:"), Some(24_105));
        for report in ["", "MemTotal:", "MemTotal: much"] {
            assert_eq!(mebibytes(report, "MemTotal:"), None, "{report}");
        }
    }
}
