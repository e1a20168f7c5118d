//! The memory that this process has held, and that it may take.

/// The most it has held, in bytes, or `None` where the system does not say.
pub fn peak_bytes() -> Option<u64> {
    entry("/proc/self/status", "VmHWM:")
}

/// Half of the memory that is free now: solving needs about as much again as exploring.
pub fn half_of_free() -> Option<u64> {
    entry("/proc/meminfo", "MemAvailable:").map(|bytes| bytes / 2)
}

/// An entry of one of the system's files, in bytes.
fn entry(file: &str, name: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}
