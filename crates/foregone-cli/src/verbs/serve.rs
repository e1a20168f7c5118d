//! `foregone serve`: look around in a solved game, and play it, in the browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

use clap::Args;

use super::Outcome;
use crate::arguments::{How, Which};
use crate::failure::Failure;
use crate::making::make;
use crate::model::Asked;
use crate::serve::{self, Site};
use crate::show;
use crate::terminal::{Talk, Terminal};

/// Look around in a solved game, and play it, in the browser
#[derive(Args)]
#[command(after_help = "Example:\n  foregone serve hold --open")]
pub struct Serve {
    #[command(flatten)]
    which: Which,
    /// The port to listen on [default: a free one]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// The address to listen on; others than loopback let other machines in
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// Open it in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    how: How,
}

impl Serve {
    /// Solves, tells the address, and answers until Ctrl-C.
    pub fn run(&self) -> Outcome {
        let terminal = Terminal::new(Talk::Usual);
        let made = make(&self.which, &self.asked, &self.how, None, &terminal)?;
        terminal.finish();
        if crate::interrupt::asked() {
            return Err(Failure::Interrupted("interrupted before the game was solved".into()));
        }
        let site = Site::new(self.which.game.clone(), self.asked.clone(), self.how.clone(), made);
        serve::run(site, self.listen, self.port, |here| self.told(here))?;
        Ok(0)
    }

    fn told(&self, here: SocketAddr) -> Result<(), Failure> {
        let address = format!("http://{here}/");
        show::print(&format!("{address}\n"))?;
        if self.open && !open(&address) {
            show::remark("no browser could be opened; the address is above");
        }
        Ok(())
    }
}

/// Asks the system to show an address.
fn open(address: &str) -> bool {
    let openers: [&[&str]; 4] = [&["xdg-open"], &["open"], &["wslview"], &["cmd", "/c", "start"]];
    openers.iter().any(|words| {
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).arg(address).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
    })
}
