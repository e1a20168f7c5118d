//! The table of house rules: each looks at one file and says what it found.

use super::File;

/// Something about one line.
#[derive(PartialEq, Eq, Debug)]
pub struct Finding {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong and what would be right.
    pub text: String,
    /// False for a remark that does not fail the build.
    pub fails: bool,
}

/// All rules.
pub const RULES: &[fn(&File) -> Vec<Finding>] =
    &[opening, file_length, function_length, absolute_paths, hash_maps, names, quiet_libraries];

/// Functions longer than this are remarked on.
const FUNCTION_AIM: usize = 35;
const FUNCTION_LIMIT: usize = 60;
const FILE_AIM: usize = 300;
const FILE_LIMIT: usize = 450;

fn fail(line: usize, text: impl Into<String>) -> Finding {
    Finding { line, text: text.into(), fails: true }
}

fn opening(file: &File) -> Vec<Finding> {
    let fine = !file.is_rust() || file.text.starts_with("//! ");
    let text = "a Rust file opens with `//!`: what it is and the invariant it keeps";
    if fine { vec![] } else { vec![fail(1, text)] }
}

fn file_length(file: &File) -> Vec<Finding> {
    let lines = file.code().count();
    if !file.is_rust() || lines <= FILE_AIM {
        return vec![];
    }
    let text = format!("{lines} lines; the aim is {FILE_AIM}, the limit {FILE_LIMIT}");
    vec![Finding { line: lines, text, fails: lines > FILE_LIMIT }]
}

fn function_length(file: &File) -> Vec<Finding> {
    if !file.is_rust() {
        return vec![];
    }
    let lines: Vec<&str> = file.code().map(|(_, line)| line).collect();
    let heads = (0..lines.len()).filter(|&at| opens_function(lines[at]));
    heads
        .filter_map(|at| {
            let length = function_lines(&lines[at..]);
            let text = format!("a function of {length} lines; the aim is {FUNCTION_AIM}");
            let fails = length > FUNCTION_LIMIT;
            (length > FUNCTION_AIM).then_some(Finding { line: at + 1, text, fails })
        })
        .collect()
}

fn opens_function(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_prefix = |word: &str| {
        matches!(word, "pub" | "const" | "async" | "unsafe") || word.starts_with("pub(")
    };
    words.find(|word| !is_prefix(word)) == Some("fn")
}

/// Lines from the head to the closing brace; 1 where the function has no body of its own lines.
fn function_lines(lines: &[&str]) -> usize {
    let indentation = indent(lines[0]);
    for (at, line) in lines.iter().enumerate() {
        let ends_here = line.ends_with(';') || line.ends_with('}');
        let same = indent(line) == indentation && !line.trim().is_empty();
        if same && ends_here && (at == 0 || line.trim().starts_with(['}', ')'])) {
            return at + 1;
        }
    }
    lines.len()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Joined here so that this file does not contain them.
fn roots() -> [String; 5] {
    ["home", "root", "work", "tmp", "Users"].map(|folder| format!("/{folder}/"))
}

fn absolute_paths(file: &File) -> Vec<Finding> {
    let roots = roots();
    let found = |line: &str| roots.iter().find(|root| starts_path(line, root)).cloned();
    (1..)
        .zip(file.text.lines())
        .filter_map(|(at, line)| found(line).map(|root| (at, root)))
        .map(|(at, root)| fail(at, format!("an absolute path under {root}; say it relatively")))
        .collect()
}

/// True where `root` occurs and is not the middle of a longer path or an address.
fn starts_path(line: &str, root: &str) -> bool {
    line.match_indices(root).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !"._-}/~".contains(c))
    })
}

fn hash_maps(file: &File) -> Vec<Finding> {
    let std_map = ["HashMap", "HashSet"].map(|name| format!("std::collections::{name}"));
    let bad = |line: &str| std_map.iter().any(|name| line.contains(name.as_str()));
    let text = "its order is random; use hashbrown with a fixed hash, or BTreeMap";
    let code = file.code().filter(|_| file.is_rust());
    code.filter(|(_, line)| bad(line)).map(|(at, _)| fail(at, text)).collect()
}

fn names(file: &File) -> Vec<Finding> {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    let vague = ["utils.rs", "util.rs", "common.rs", "helpers.rs", "misc.rs"].contains(&name);
    let text = "a file is named for what it holds";
    if vague { vec![fail(1, text)] } else { vec![] }
}

/// Crates that only take text, bytes and what they are handed.
const LIBRARIES: &[&str] =
    &["crates/foregone-core/src/", "crates/foregone-prism/src/", "crates/foregone/src/"];
const WORLD: &[&str] = &[
    "std::fs",
    "std::net",
    "std::env",
    "std::time",
    "std::process",
    "println!(",
    "eprintln!(",
    "dbg!(",
];

fn quiet_libraries(file: &File) -> Vec<Finding> {
    if !LIBRARIES.iter().any(|library| file.path.starts_with(library)) {
        return vec![];
    }
    let code = file.code().filter(|(_, line)| !line.trim_start().starts_with("//"));
    code.filter_map(|(at, line)| {
        let word = WORLD.iter().find(|word| line.contains(**word))?;
        let word = word.trim_end_matches('(');
        Some(fail(at, format!("{word}: a library has no files, network, clock or terminal")))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(path: &str, text: &str) -> Vec<Finding> {
        let file = File { path: path.into(), text: text.into() };
        RULES.iter().flat_map(|rule| rule(&file)).collect()
    }

    #[test]
    fn a_clean_file_passes() {
        let text = "//! A door.\npub fn open() {\n    knock()\n}\n";
        assert_eq!(findings("crates/foregone/src/door.rs", text), []);
    }

    #[test]
    fn every_rule_can_fail() {
        let long = format!("//! Long.\nfn f() {{\n{}}}\n", "    g();\n".repeat(59));
        let cases = [
            ("a.rs", "fn main() {}\n".to_owned()),
            ("a.rs", "//! Long.\n".to_owned() + &"// line\n".repeat(450)),
            ("a.rs", long),
            ("a.md", format!("see {}me/file\n", roots()[0])),
            ("a.rs", ["//! Map.\nuse std::collections::", "HashMap;\n"].concat()),
            ("x/common.rs", "//! Everything.\n".to_owned()),
            ("crates/foregone/src/a.rs", "//! Loud.\nfn f() { println!(\"x\") }\n".to_owned()),
        ];
        for (path, text) in cases {
            let found = findings(path, &text);
            assert!(found.iter().any(|finding| finding.fails), "{path}: {text:.60}");
        }
    }

    #[test]
    fn lengths_are_counted_to_the_closing_brace() {
        let lines = ["    fn f(", "        a: u8,", "    ) -> u8 {", "        a", "    }", "}"];
        assert_eq!(function_lines(&lines), 5);
        assert_eq!(function_lines(&["fn f();", "fn g() {", "}"]), 1);
        assert!(opens_function("    pub(crate) const fn f() {"));
        assert!(!opens_function("    let fn_count = 3;"));
    }

    #[test]
    fn addresses_are_not_absolute_paths() {
        let address = format!("see https://example.org{}x\n", roots()[2]);
        assert_eq!(findings("a.md", &address), []);
    }
}
