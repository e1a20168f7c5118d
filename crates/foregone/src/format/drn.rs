//! DRN, Storm's text format for explicit models: a header, then states with their labels, actions
//! and branches. It carries no owners of states, so games are refused both ways.

use super::listing::{Kind, Listing};
use super::{Format, FormatError, Part};

mod body;
mod header;
mod labels;
mod read;
mod write;

/// The row in the table of formats.
pub(super) const FORMAT: Format = Format {
    name: "drn",
    about: "DRN, Storm's text format; chains and decision processes, it carries no owners of states",
    endings: &["drn"],
    beside: &[],
    read: Some(read::read),
    write: Some(write),
};

/// What stands for a choice without a name.
const NAMELESS: &str = "__NOLABEL__";

fn write(listing: &Listing) -> Result<Vec<Part>, FormatError> {
    if listing.kind == Kind::Smg {
        let why = "DRN carries no owners of states, so it cannot hold a game; UMB and PRISM's \
                   explicit files can";
        return Err(FormatError::Cannot(why.into()));
    }
    Ok(vec![Part::written("", write::text(listing)?)])
}
