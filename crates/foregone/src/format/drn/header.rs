//! The lines before `@model`.

use crate::format::listing::Kind;
use crate::format::text::{Line, Taken};

/// What the header says.
#[derive(Default)]
pub(super) struct Header<'a> {
    pub kind: Option<Kind>,
    pub rewards: Vec<&'a str>,
    pub states: Option<(u32, Line<'a>)>,
    pub choices: Option<(u32, Line<'a>)>,
}

/// Reads up to `@model`; empty lines and comments are skipped between the parts.
pub(super) fn read<'a>(lines: &mut impl Iterator<Item = Line<'a>>) -> Taken<Header<'a>> {
    let mut header = Header::default();
    let mut last = None;
    while let Some(line) = lines.next() {
        last = Some(line);
        let text = line.text.trim_end();
        let mut next = || lines.next().ok_or_else(|| line.error("the line after this is missing"));
        match text {
            "" => {}
            _ if text.starts_with("//") => {}
            "@model" => {
                if header.kind.is_none() {
                    return Err(line.error("@type must stand before @model"));
                }
                return Ok(header);
            }
            "@parameters" => {
                let line = next()?;
                if !line.text.trim().is_empty() {
                    return Err(line.trimmed().unsupported("parametric models are not supported"));
                }
            }
            "@placeholders" => {
                return Err(line
                    .trimmed()
                    .unsupported("placeholders (of parametric models) are not supported"));
            }
            "@reward_models" => {
                header.rewards = next()?.words().map(|word| word.text).collect();
                once(&header.rewards, line)?;
            }
            "@nr_states" => header.states = Some(count(next()?)?),
            "@nr_choices" => header.choices = Some(count(next()?)?),
            _ => field(&mut header, line)?,
        }
    }
    Err(last.map_or_else(
        || Box::new(foregone_prism::source::Diagnostic::error_without_place("the file is empty")),
        |line| line.error("@model does not come: the file is cut short"),
    ))
}

fn once(names: &[&str], line: Line<'_>) -> Taken<()> {
    let mut sorted = names.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(line.error(format!("the rewards `{}` are named twice", pair[0]))),
        None => Ok(()),
    }
}

fn count(line: Line<'_>) -> Taken<(u32, Line<'_>)> {
    Ok((line.trimmed().number("a count")?, line))
}

fn field<'a>(header: &mut Header<'a>, line: Line<'a>) -> Taken<()> {
    let Some((name, value)) = line.trimmed().split(':') else {
        return Err(line.error("this line of the header is not known"));
    };
    let value = value.trimmed();
    match (name.text, value.text) {
        ("@type", "DTMC") => header.kind = Some(Kind::Dtmc),
        ("@type", "MDP") => header.kind = Some(Kind::Mdp),
        ("@type", "SMG") => {
            let why = "DRN carries no owners of states, so a game (SMG) cannot be read from it";
            return Err(value.unsupported(why));
        }
        ("@type", other) => {
            let why = format!("models of type {other} are not supported; DTMC and MDP are");
            return Err(value.unsupported(why));
        }
        ("@value_type", "double" | "rational") => {}
        ("@value_type", other) => {
            return Err(value.unsupported(format!("values of type {other} are not supported")));
        }
        _ => return Err(line.error("this line of the header is not known")),
    }
    Ok(())
}
