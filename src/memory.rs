//! How much memory this machine has, where the system tells. What it is wanted
//! for is not known here.

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
