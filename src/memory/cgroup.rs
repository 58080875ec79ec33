//! The memory that the control groups of this process leave, as those of a container do.
//! See `man 7 cgroups`, and in the documentation of Linux `cgroup-v2` and
//! `cgroup-v1/memory`.

use std::fs;
use std::path::Path;

/// The folder where Linux usually shows all control groups.
const ROOT: &str = "/sys/fs/cgroup";

/// The files of one version of control groups.
struct Version {
    /// The folder of all groups, below [`ROOT`].
    folder: &'static str,
    limit: &'static str,
    used: &'static str,
    /// In the file `memory.stat`: what the system gives back before it refuses memory.
    given_back: &'static str,
}

const V1: Version = Version {
    folder: "memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    given_back: "total_inactive_file ",
};

const V2: Version = Version {
    folder: "",
    limit: "memory.max",
    used: "memory.current",
    given_back: "inactive_file ",
};

/// The bytes that this process may still take; `None` if there is no limit.
pub(super) fn available() -> Option<u64> {
    available_in(
        Path::new(ROOT),
        &fs::read_to_string("/proc/self/cgroup").ok()?,
    )
}

/// The least that any group leaves. `groups` has the lines of `/proc/self/cgroup`.
fn available_in(root: &Path, groups: &str) -> Option<u64> {
    groups
        .lines()
        .filter_map(|line| {
            // NUMBER:CONTROLLERS:PATH, without controllers in version 2.
            let (_, rest) = line.split_once(':')?;
            let (controllers, path) = rest.split_once(':')?;
            let version = match controllers {
                "" => V2,
                _ if controllers.split(',').any(|name| name == "memory") => V1,
                _ => return None,
            };
            version.available(&root.join(version.folder), path)
        })
        .min()
}

impl Version {
    /// The least that a group or one around it leaves. A container may see its own
    /// group as the outermost one, under any name.
    fn available(&self, root: &Path, path: &str) -> Option<u64> {
        let folder = root.join(path.trim_start_matches('/'));
        let around = folder.ancestors().take_while(|it| it.starts_with(root));
        around.filter_map(|folder| self.available_in(folder)).min()
    }

    /// What one group leaves; `None` if it has no limit.
    fn available_in(&self, folder: &Path) -> Option<u64> {
        let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
        let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
        let limit = number(self.limit)?;
        let statistics = read("memory.stat").unwrap_or_default();
        let mut lines = statistics.lines();
        let given_back = lines.find_map(|line| line.strip_prefix(self.given_back)?.parse().ok());
        let used = number(self.used)?.saturating_sub(given_back.unwrap_or(0));
        Some(limit.saturating_sub(used))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// A folder with these files, removed when it is dropped.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str, files: &[(&str, &str)]) -> Folder {
            let root = std::env::temp_dir().join(format!("ox88-{name}-{}", std::process::id()));
            for (path, text) in files {
                let path = root.join(path);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            Folder(root)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_tightest_group_of_version_2_counts() {
        let folder = Folder::new(
            "cgroup-2",
            &[
                ("a/memory.max", "1000\n"),
                ("a/memory.current", "900\n"),
                ("a/memory.stat", "anon 1\ninactive_file 300\n"),
                ("a/b/memory.max", "max\n"),
                ("a/b/memory.current", "100\n"),
                ("a/c/memory.max", "50\n"),
                ("a/c/memory.current", "60\n"),
            ],
        );
        let available = |groups| available_in(&folder.0, groups);
        assert_eq!(available("0::/a/b\n"), Some(400));
        assert_eq!(available("0::/a/c\n"), Some(0));
        assert_eq!(available("0::/\n"), None);
        assert_eq!(available("0::/a\n1:cpu:/b\n"), Some(400));
        assert_eq!(available(""), None);
    }

    #[test]
    fn version_1_is_read_too() {
        let folder = Folder::new(
            "cgroup-1",
            &[
                // A container sees its own limit at the root.
                ("memory/memory.limit_in_bytes", "5000\n"),
                ("memory/memory.usage_in_bytes", "1000\n"),
                ("memory/memory.stat", "total_inactive_file 200\n"),
            ],
        );
        let groups = "12:cpu,cpuacct:/\n4:memory:/docker/1\n0::/\n";
        assert_eq!(available_in(&folder.0, groups), Some(4200));
    }
}
