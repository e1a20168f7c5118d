//! Model files.

use std::fmt::{Display, Formatter, Result, Write};

use super::expression::list;
use crate::syntax::tree::{
    Command, ConstantDef, Declaration, LabelDef, Model, ModelKind, Module, ModuleBody, Name,
    Player, PlayerItem, RewardItem, Rewards, System, SystemDef, Type, Update, VariableType,
};

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Type::Bool => "bool",
            Type::Int => "int",
            Type::Double => "double",
        })
    }
}

impl Display for ModelKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            ModelKind::Dtmc => "dtmc",
            ModelKind::Mdp => "mdp",
            ModelKind::Smg => "smg",
        })
    }
}

impl Display for ConstantDef {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "const {} {}", self.ty, self.name)?;
        self.value.iter().try_for_each(|value| write!(f, " = {value}"))?;
        f.write_str(";")
    }
}

impl Display for LabelDef {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "label \"{}\" = {};", self.name, self.value)
    }
}

impl Display for Declaration {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{} : ", self.name)?;
        match &self.ty {
            VariableType::Range(low, high) => write!(f, "[{low}..{high}]")?,
            VariableType::Int => f.write_str("int")?,
            VariableType::Bool => f.write_str("bool")?,
        }
        self.init.iter().try_for_each(|init| write!(f, " init {init}"))?;
        f.write_str(";")
    }
}

impl Display for Update {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.probability.iter().try_for_each(|p| write!(f, "{p} : "))?;
        if self.assignments.is_empty() {
            return f.write_str("true");
        }
        for (i, (name, value)) in self.assignments.iter().enumerate() {
            write!(f, "{}({name}'={value})", if i == 0 { "" } else { " & " })?;
        }
        Ok(())
    }
}

fn action(f: &mut Formatter<'_>, action: Option<&Name>) -> Result {
    write!(f, "[{}] ", action.map_or("", |name| &name.text))
}

impl Display for Command {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        action(f, self.action.as_ref())?;
        write!(f, "{} -> ", self.guard)?;
        for (i, update) in self.updates.iter().enumerate() {
            write!(f, "{}{update}", if i == 0 { "" } else { " + " })?;
        }
        f.write_str(";")
    }
}

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "module {}", self.name)?;
        match &self.body {
            ModuleBody::Plain(variables, commands) => {
                f.write_char('\n')?;
                variables.iter().try_for_each(|v| writeln!(f, "  {v}"))?;
                commands.iter().try_for_each(|c| writeln!(f, "  {c}"))?;
                f.write_str("endmodule")
            }
            ModuleBody::Renamed(base, pairs) => {
                write!(f, " = {base} [ ")?;
                for (i, (old, new)) in pairs.iter().enumerate() {
                    write!(f, "{}{old}={new}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str(" ] endmodule")
            }
        }
    }
}

impl Display for PlayerItem {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            PlayerItem::Module(name) => write!(f, "{name}"),
            PlayerItem::Action(name) => write!(f, "[{name}]"),
        }
    }
}

impl Display for Player {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "player {} ", self.name)?;
        list(f, &self.items)?;
        f.write_str(" endplayer")
    }
}

impl Display for RewardItem {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if let Some(found) = &self.action {
            action(f, found.as_ref())?;
        }
        write!(f, "{} : {};", self.guard, self.value)
    }
}

impl Display for Rewards {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("rewards")?;
        self.name.iter().try_for_each(|name| write!(f, " \"{name}\""))?;
        f.write_char('\n')?;
        self.items.iter().try_for_each(|item| writeln!(f, "  {item}"))?;
        f.write_str("endrewards")
    }
}

impl Display for System {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            System::Module(name) => write!(f, "{name}"),
            System::Reference(name) => write!(f, "\"{name}\""),
            System::Paren(inner) => write!(f, "({inner})"),
            System::Full(parts) => joined(f, parts, " || "),
            System::Interleaved(parts) => joined(f, parts, " ||| "),
            System::Parallel(a, actions, b) => {
                write!(f, "{a} |[")?;
                list(f, actions)?;
                write!(f, "]| {b}")
            }
            System::Hide(inner, actions) => {
                write!(f, "{inner} / {{")?;
                list(f, actions)?;
                f.write_str("}")
            }
            System::Rename(inner, pairs) => {
                write!(f, "{inner} {{")?;
                for (i, (old, new)) in pairs.iter().enumerate() {
                    write!(f, "{}{old}<-{new}", if i == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
        }
    }
}

fn joined(f: &mut Formatter<'_>, parts: &[System], between: &str) -> Result {
    for (i, part) in parts.iter().enumerate() {
        write!(f, "{}{part}", if i == 0 { "" } else { between })?;
    }
    Ok(())
}

impl Display for SystemDef {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("system ")?;
        self.name.iter().try_for_each(|name| write!(f, "\"{name}\" "))?;
        write!(f, "{} endsystem", self.value)
    }
}

impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.kind.iter().try_for_each(|kind| writeln!(f, "{kind}"))?;
        self.constants.iter().try_for_each(|c| writeln!(f, "{c}"))?;
        self.formulas.iter().try_for_each(|d| writeln!(f, "formula {} = {};", d.name, d.value))?;
        self.labels.iter().try_for_each(|l| writeln!(f, "{l}"))?;
        self.players.iter().try_for_each(|p| writeln!(f, "{p}"))?;
        self.globals.iter().try_for_each(|g| writeln!(f, "global {g}"))?;
        self.modules.iter().try_for_each(|m| writeln!(f, "\n{m}"))?;
        self.rewards.iter().try_for_each(|r| writeln!(f, "\n{r}"))?;
        self.init.iter().try_for_each(|init| writeln!(f, "\ninit {init} endinit"))?;
        self.systems.iter().try_for_each(|s| writeln!(f, "\n{s}"))
    }
}
