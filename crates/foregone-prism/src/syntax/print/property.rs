//! Property files.

use std::fmt::{Display, Formatter, Result};

use crate::syntax::tree::{Properties, Property};

impl Display for Property {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.comments.iter().try_for_each(|line| writeln!(f, "// {line}"))?;
        self.name.iter().try_for_each(|name| write!(f, "\"{name}\": "))?;
        write!(f, "{};", self.value)
    }
}

impl Display for Properties {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.constants.iter().try_for_each(|constant| writeln!(f, "{constant}"))?;
        self.labels.iter().try_for_each(|label| writeln!(f, "{label}"))?;
        self.properties.iter().try_for_each(|property| writeln!(f, "\n{property}"))
    }
}
