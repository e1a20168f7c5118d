//! The house rules that neither the compiler nor the linter knows, checked on the text of the tree.
//!
//! Lengths are counted on formatted code, where a function ends at the first line that closes a
//! brace at its own indentation. Tests at the end of a file do not count for its length.

use crate::command::{Outcome, command, output, root};

mod rules;

use rules::{Finding, RULES};

/// One file of the tree.
pub struct File {
    /// Its path from the top folder.
    pub path: String,
    /// Its whole text.
    pub text: String,
}

impl File {
    /// True for Rust code.
    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// The lines before the file's own tests, numbered from 1.
    pub fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
        (1..).zip(lines)
    }
}

/// Checks every rule on every file; remarks are printed, offences fail.
pub fn tidy() -> Outcome {
    let files = files()?;
    let mut offences = 0;
    for (file, rule) in files.iter().flat_map(|file| RULES.iter().map(move |rule| (file, rule))) {
        for Finding { line, text, fails } in rule(file) {
            offences += u32::from(fails);
            let kind = if fails { "error" } else { "note" };
            println!("{kind}: {}:{line}: {text}", file.path);
        }
    }
    if offences == 0 { Ok(()) } else { Err(format!("house rules broken: {offences}; see above")) }
}

/// Every text file that is, or is about to be, in the repository.
fn files() -> Outcome<Vec<File>> {
    let arguments = ["ls-files", "--cached", "--others", "--exclude-standard"];
    let listed = output(command("git", &arguments))?;
    let read = |path: &str| {
        let text = String::from_utf8(std::fs::read(root().join(path)).ok()?).ok()?;
        Some(File { path: path.into(), text })
    };
    Ok(listed.lines().filter_map(read).collect())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_tree_keeps_the_house_rules() {
        super::tidy().unwrap();
    }
}
