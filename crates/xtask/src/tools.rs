//! What the chores need beside cargo: installed where that can be done, else named.

use std::path::Path;
use std::process::Stdio;

use crate::command::{Outcome, command, output, run};

/// A program that a chore needs.
pub struct Tool {
    probe: &'static [&'static str],
    /// The component of the Rust toolchain that brings it.
    component: Option<&'static str>,
    /// The Debian package that brings it.
    package: &'static str,
}

/// The formatter.
pub const RUSTFMT: Tool =
    Tool { probe: &["cargo", "fmt", "--version"], component: Some("rustfmt"), package: "rustfmt" };
/// The linter.
pub const CLIPPY: Tool = Tool {
    probe: &["cargo", "clippy", "--version"],
    component: Some("clippy"),
    package: "rust-clippy",
};
/// The browser that the tests of the explorer drive.
pub const CHROMIUM: Tool =
    Tool { probe: &["chromium", "--version"], component: None, package: "chromium" };
/// What drives it.
pub const CHROMEDRIVER: Tool =
    Tool { probe: &["chromedriver", "--version"], component: None, package: "chromium-driver" };
/// The C compiler of the yardsticks.
pub const CC: Tool = Tool { probe: &["cc", "--version"], component: None, package: "gcc" };
/// What makes the yardsticks' inputs.
pub const PYTHON: Tool =
    Tool { probe: &["python3", "--version"], component: None, package: "python3" };

/// What makes virtual environments, which Debian packs by itself.
pub const VENV: Tool = Tool {
    probe: &["python3", "-c", "import ensurepip, venv"],
    component: None,
    package: "python3-venv",
};

/// Installs `tool` if it is missing and that is possible here.
pub fn ensure(tool: &Tool) -> Outcome {
    let name = tool.probe.join(" ");
    if works(tool.probe) {
        return Ok(());
    }
    if let Some(component) = tool.component.filter(|_| works(&["rustup", "--version"])) {
        run(command("rustup", &["component", "add", component]))?;
    } else if Path::new("/etc/debian_version").exists() && is_root() {
        let install = ["install", "--yes", "--no-install-recommends", tool.package];
        // Lists of packages may be missing or too old.
        if run(command("apt-get", &install)).is_err() {
            run(command("apt-get", &["update"]))?;
            run(command("apt-get", &install))?;
        }
    }
    if works(tool.probe) {
        return Ok(());
    }
    let how = tool.component.map(|c| format!(" (`rustup component add {c}`)")).unwrap_or_default();
    Err(format!("`{name}` does not work; install it{how}; on Debian: package {}", tool.package))
}

/// True where the command can be run and succeeds.
pub fn works(words: &[&str]) -> bool {
    let mut probe = command(words[0], &words[1..]);
    probe.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success())
}

fn is_root() -> bool {
    output(command("id", &["-u"])).is_ok_and(|id| id.trim() == "0")
}
