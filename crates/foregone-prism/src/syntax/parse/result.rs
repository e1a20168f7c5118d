//! `// RESULT: value` annotations above a property.
//!
//! The forms are those of PRISM's own tests: `RESULT: v`, and `RESULT (x=1,y=2): v` for given
//! constants; a remark may follow behind `;`. What a value means is not decided here.

/// What an annotation says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Annotation {
    /// The constants it holds for, as written, such as `N=5` or `N=1:3`; empty if none are named.
    pub constants: Vec<(String, String)>,
    /// The expected value, as written.
    pub expected: String,
}

/// The annotations among comment lines (without `//`), in order.
pub fn annotations(comments: &[String]) -> Vec<Annotation> {
    comments.iter().filter_map(|line| one(line)).collect()
}

fn one(line: &str) -> Option<Annotation> {
    let rest = line.trim().strip_prefix("RESULT")?.trim_start();
    let (constants, rest) = match rest.strip_prefix('(') {
        Some(inner) => inner.split_once(')')?,
        None => ("", rest),
    };
    let expected = rest.trim_start().strip_prefix(':')?;
    let expected = expected.split(';').next().unwrap_or_default().trim();
    let pairs = constants.split(',').filter(|pair| !pair.trim().is_empty());
    let constants = pairs
        .map(|pair| pair.split_once('=').map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned())))
        .collect::<Option<Vec<_>>>()?;
    Some(Annotation { constants, expected: expected.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_read() {
        let lines = ["RESULT: 1/2", "words", "RESULT (N=5,t=1:3): Error: no ; why", "RESULTS: 3"];
        let lines: Vec<String> = lines.iter().map(|l| (*l).to_owned()).collect();
        let found = annotations(&lines);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].expected, "1/2");
        assert_eq!(found[1].constants[1], ("t".to_owned(), "1:3".to_owned()));
        assert_eq!(found[1].expected, "Error: no");
    }
}
