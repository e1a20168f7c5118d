//! The explorer as a browser and as other clients see it.
//!
//! Chromium is driven through chromedriver; `cargo xtask ci` installs both where it can.

mod browser;
mod client;
mod driver;
mod load;
mod refusals;
mod rules;
