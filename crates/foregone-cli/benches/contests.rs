//! `cargo bench`: the contests beside hand-made programs. It is the chore `cargo xtask bench`, which
//! writes the table in `benches/README.md`.

use std::process::{Command, exit};

fn main() {
    // Built and run as a test it does nothing: times are not for tests.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(["xtask", "bench"]).status();
    exit(status.ok().and_then(|status| status.code()).unwrap_or(1));
}
