//! Any bytes against the law of the same name.
#![no_main]

#[path = "../laws.rs"]
#[allow(dead_code)]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::saved(bytes));
