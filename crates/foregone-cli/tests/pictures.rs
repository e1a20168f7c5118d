//! Pictures look as they did: pixels are compared with pictures that a person has looked at.
//!
//! With `UPDATE_PICTURES=1` the pictures are written anew instead.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Width, height, and red, green and blue of every pixel.
type Pixels = (u32, u32, Vec<u8>);

fn read(path: &Path) -> Pixels {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

/// How many of a thousand numbers differ by more than a shade.
fn difference(a: &Pixels, b: &Pixels) -> usize {
    if (a.0, a.1, a.2.len()) != (b.0, b.1, b.2.len()) {
        return 1000;
    }
    let far = a.2.iter().zip(&b.2).filter(|(a, b)| a.abs_diff(**b) > 12).count();
    far * 1000 / a.2.len()
}

fn drawn(folder: &Path, name: &str, arguments: &[&str]) -> PathBuf {
    let path = folder.join(name);
    let output = Command::new(env!("CARGO_BIN_EXE_foregone"))
        .arg("plot")
        .args(arguments)
        .arg("-o")
        .arg(&path)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    path
}

const PICTURES: [(&str, &[&str]); 3] = [
    ("boundary.png", &["hold", "-p", "target=30"]),
    ("chances.png", &["hold", "-p", "target=30", "--value", "--fix", "x=0"]),
    (
        "moves.png",
        &["pig", "-p", "target=30", "--policy", "--x", "s1", "--y", "x", "--fix", "s2=20"],
    ),
];

#[test]
fn pictures_are_as_they_were() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let folder = tempfile::tempdir().unwrap();
    for (name, arguments) in PICTURES {
        let new = drawn(folder.path(), name, arguments);
        if std::env::var_os("UPDATE_PICTURES").is_some() {
            std::fs::copy(&new, kept.join(name)).unwrap();
        }
        let differs = difference(&read(&new), &read(&kept.join(name)));
        assert!(differs < 3, "{name}: {differs} of 1000");
    }
    let [boundary, chances, _] = PICTURES.map(|(name, _)| read(&kept.join(name)));
    assert!(difference(&boundary, &chances) > 100, "the comparison sees differences");
}

#[test]
fn vector_pictures_hold_cells_and_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = drawn(folder.path(), "hold.svg", &["hold", "-p", "target=20"]);
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.starts_with("<svg ") && text.trim_end().ends_with("</svg>"));
    assert!(text.matches("<rect").count() > 100);
    for words in [
        "The turn total at which to hold",
        "s1: score of player 1, 0 to 20",
        "first hold: x =",
        "never",
    ] {
        assert!(text.contains(words), "{words}");
    }
    assert!(
        !text.contains("http://")
            || text.matches("http://").count() == text.matches("http://www.w3.org").count()
    );
}
