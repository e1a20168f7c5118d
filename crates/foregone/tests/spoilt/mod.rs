//! Texts with one mistake.

/// A text in which one character was changed or left out, or which was cut short there.
pub fn spoilt(random: &mut fastrand::Rng, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = random.usize(0..bytes.len());
    match random.u8(0..3) {
        0 => bytes[at] = random.u8(b' '..b'~'),
        1 => drop(bytes.remove(at)),
        _ => bytes.truncate(at),
    }
    String::from_utf8(bytes).unwrap()
}
