//! Pictures that belong to games: the first one of a game is what is shown unless something else
//! is asked for.

use super::{Request, Show};

/// A picture by name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The games it is for.
    pub games: &'static [&'static str],
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    x: &'static str,
    y: &'static str,
    fixed: &'static [&'static str],
    content: Content,
}

#[derive(Clone, Copy, Debug)]
enum Content {
    Value,
    Policy,
    /// The move and the field along which it becomes best.
    First(&'static str, &'static str),
}

/// Two scores, a turn total, and a move that ends the turn.
const PIGS: &[&str] = &["hold", "pig", "piglet", "big-pig", "last-reply"];

/// All of them.
pub static PRESETS: &[Preset] = &[
    Preset {
        games: PIGS,
        name: "boundary",
        title: "The turn total at which to hold",
        x: "s1",
        y: "s2",
        fixed: &["who=1"],
        content: Content::First("hold", "x"),
    },
    Preset {
        games: PIGS,
        name: "chances",
        title: "Chance of player 1 at the start of a turn",
        x: "s1",
        y: "s2",
        fixed: &["who=1", "x=0"],
        content: Content::Value,
    },
    Preset {
        games: &["hog"],
        name: "dice",
        title: "How many dice to roll",
        x: "s1",
        y: "s2",
        fixed: &["who=1"],
        content: Content::Policy,
    },
    Preset {
        games: &["hog"],
        name: "chances",
        title: "Chance of player 1",
        x: "s1",
        y: "s2",
        fixed: &["who=1"],
        content: Content::Value,
    },
    Preset {
        games: &["pig-solitaire"],
        name: "boundary",
        title: "When to hold",
        x: "score",
        y: "x",
        fixed: &[],
        content: Content::Policy,
    },
    Preset {
        games: &["pig-solitaire"],
        name: "turns",
        title: "Expected turns to the end",
        x: "score",
        y: "x",
        fixed: &[],
        content: Content::Value,
    },
];

impl Preset {
    /// Those of a game.
    pub fn of(game: &str) -> impl Iterator<Item = &'static Self> {
        PRESETS.iter().filter(move |preset| preset.games.contains(&game))
    }

    /// What it asks for.
    pub fn request(&self) -> Request {
        let show = match self.content {
            Content::Value => Show::Value,
            Content::Policy => Show::Policy,
            Content::First(name, along) => Show::First { name: name.into(), along: along.into() },
        };
        let fixed = self.fixed.iter().map(|&text| text.into()).collect();
        Request { x: Some(self.x.into()), y: Some(self.y.into()), fixed, show }
    }
}
