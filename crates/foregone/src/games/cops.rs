//! Cops and robber on a graph.
//!
//! Quilliot 1978; Nowakowski and Winkler, Vertex-to-vertex pursuit in a graph, Discrete Math. 43,
//! 1983. Invariant: the cops of a position are in order, since they are all alike; where they are
//! not placed yet the robber is not, and it is the cops' turn.

use std::sync::Arc;

use super::{Example, GameRow, Kind, Parameter, ParameterError, Values, grid};
use crate::game::{player, won};
use crate::session::SharedGame;
use crate::{Choices, Field, FieldValue, Game, Objective, PositionError, Turn, Verdict};

mod graph;

pub use graph::Graph;

/// Cops and robber.
pub const ROW: GameRow = GameRow {
    name: "cops",
    summary: "cops chase a robber on a graph; the robber wins by escaping for ever",
    rules: "\
First the cops choose their vertices, all at once, then the robber chooses one. Then they take turns, \
the cops first: in one move every cop goes along an edge or stays, then the robber goes along an edge or \
stays. Everybody sees everybody; several cops may stand on one vertex. The cops win as soon as a cop and \
the robber are on the same vertex, whoever came there. The robber wins if that never happens: play \
that does not end counts as the robber's win. A position is written as the cops with + between \
them, the robber and whose turn it is, - for who is not there yet: '0+3+7 5 robber'.",
    parameters: &[
        Parameter::new("graph", PETERSEN, Kind::File(GRAPH), "the graph, by default Petersen's"),
        Parameter::new("cops", "3", Kind::Int(1, MOST as i64), "number of cops"),
    ],
    examples: &[
        Example { at: "- - cops", meaning: "the start" },
        Example { at: "0+2+8 - robber", meaning: "the robber is to choose a vertex" },
        Example { at: "cops=0+2+8,robber=6,who=cops", meaning: "the cops are to move" },
    ],
    beside: |_| Vec::new(),
    make,
};

const PETERSEN: &str = "0-1,1-2,2-3,3-4,4-0,0-5,1-6,2-7,3-8,4-9,5-7,7-9,9-6,6-8,8-5";
const GRAPH: &str = "edges as a-b or a b, a line or / or , between them";
const NAMES: [&str; 2] = ["cops", "robber"];
/// Cops at most.
const MOST: usize = 6;
/// In the place of a vertex: not there yet.
const NONE: u16 = u16::MAX;

fn make(values: &Values) -> Result<SharedGame, ParameterError> {
    let graph = Graph::read(values.text("graph")).map_err(|why| values.wrong("graph", why))?;
    Ok(Arc::new(Cops { graph, cops: values.int("cops").unwrap_or_default() as usize }))
}

/// The graph and how many cops there are, 1 to 6.
#[derive(Clone, Debug)]
pub struct Cops {
    graph: Graph,
    cops: usize,
}

/// Where everybody is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    cops: [u16; MOST],
    robber: u16,
    who: u8,
}

impl Cops {
    fn cops<'a>(&self, at: &'a Position) -> &'a [u16] {
        &at.cops[..self.cops]
    }

    /// Where the moves of whoever is to move lead.
    fn next(&self, at: &Position) -> Vec<Position> {
        if at.who == 1 {
            let all: Vec<u16> = (0..self.graph.vertices() as u16).collect();
            let open = if at.robber == NONE { &all[..] } else { self.graph.near(at.robber) };
            return open.iter().map(|&robber| Position { robber, who: 0, ..*at }).collect();
        }
        let mut found = if at.cops[0] == NONE { self.placings() } else { self.marches(at) };
        found.iter_mut().for_each(|cops| cops[..self.cops].sort_unstable());
        found.sort_unstable();
        found.dedup();
        found.into_iter().map(|cops| Position { cops, who: 1, ..*at }).collect()
    }

    /// Every way to choose vertices, in order.
    fn placings(&self) -> Vec<[u16; MOST]> {
        let mut all = vec![[NONE; MOST]];
        for cop in 0..self.cops {
            let more = |before: [u16; MOST]| {
                let least = if cop == 0 { 0 } else { before[cop - 1] };
                (least..self.graph.vertices() as u16).map(move |vertex| with(before, cop, vertex))
            };
            all = all.into_iter().flat_map(more).collect();
        }
        all
    }

    /// Every way for all cops to go on or stay.
    fn marches(&self, at: &Position) -> Vec<[u16; MOST]> {
        let mut all = vec![at.cops];
        for cop in 0..self.cops {
            let near = self.graph.near(at.cops[cop]);
            let more = |before: [u16; MOST]| near.iter().map(move |&v| with(before, cop, v));
            all = all.into_iter().flat_map(more).collect();
        }
        all
    }

    fn named(&self, vertex: u16) -> &str {
        self.graph.name(vertex).unwrap_or("-")
    }

    fn cops_named(&self, at: &Position) -> String {
        if at.cops[0] == NONE {
            return "-".into();
        }
        self.cops(at).iter().map(|&cop| self.named(cop)).collect::<Vec<_>>().join("+")
    }

    fn vertex(&self, name: &str) -> Result<u16, PositionError> {
        let error = || PositionError::new(format!("{name}: is no vertex of the graph"));
        self.graph.find(name).ok_or_else(error)
    }

    fn read_cops(&self, text: &str) -> Result<[u16; MOST], PositionError> {
        let mut cops = [NONE; MOST];
        if text == "-" {
            return Ok(cops);
        }
        let names: Vec<&str> = text.split('+').collect();
        if names.len() != self.cops {
            let error = format!("cops={text}: expected {} vertices with + between", self.cops);
            return Err(PositionError::new(error));
        }
        for (cop, name) in cops.iter_mut().zip(names) {
            *cop = self.vertex(name)?;
        }
        cops[..self.cops].sort_unstable();
        Ok(cops)
    }
}

fn with(mut cops: [u16; MOST], cop: usize, vertex: u16) -> [u16; MOST] {
    cops[cop] = vertex;
    cops
}

impl Game for Cops {
    type State = Position;

    fn starts(&self) -> Vec<Position> {
        vec![Position { cops: [NONE; MOST], robber: NONE, who: 0 }]
    }

    fn objective(&self) -> Objective {
        Objective::outcome_where_endless(Verdict::Lost)
    }

    fn turn(&self, at: &Position) -> Turn {
        let caught = at.robber != NONE && self.cops(at).contains(&at.robber);
        if caught { won(true) } else { player(at.who) }
    }

    fn choices(&self, at: &Position, out: &mut Choices<Position>) {
        self.next(at).into_iter().for_each(|next| out.certain(next));
    }

    fn players(&self) -> Vec<String> {
        NAMES.map(Into::into).into()
    }

    fn fields(&self) -> Vec<Field> {
        vec![
            Field::new("cops", "the cops' vertices with + between them, or -"),
            Field::new("robber", "the robber's vertex, or -"),
            Field::new("who", "whose turn it is, cops or robber"),
        ]
    }

    fn describe(&self, at: &Position) -> Vec<FieldValue> {
        let robber = self.named(at.robber).to_owned();
        let all = [self.cops_named(at), robber, NAMES[usize::from(at.who)].into()];
        all.map(FieldValue::Text).into()
    }

    fn position(&self, values: &[FieldValue]) -> Result<Position, PositionError> {
        let [cops, robber, who] = values else {
            return Err(PositionError::new("expected cops, robber and who"));
        };
        let cops = self.read_cops(&cops.to_string())?;
        let robber = match robber.to_string().as_str() {
            "-" => NONE,
            name => self.vertex(name)?,
        };
        let who = grid::player(&who.to_string(), NAMES)?;
        let (none, waits) = (cops[0] == NONE, robber == NONE);
        let fits = if none { waits && who == 0 } else { !waits || who == 1 };
        let error = "the cops are placed first, then the robber, then the cops move";
        let position = Position { cops, robber, who };
        fits.then_some(position).ok_or_else(|| PositionError::new(error))
    }

    fn short_form(&self, text: &str) -> Option<Result<Position, PositionError>> {
        if text.contains('=') {
            return None;
        }
        let parts: Vec<&str> = text.split_whitespace().collect();
        Some(match parts[..] {
            [cops, robber, who] => {
                self.position(&[cops, robber, who].map(|text| FieldValue::Text(text.into())))
            }
            _ => Err(PositionError::new("expected the cops, the robber and whose turn it is")),
        })
    }

    fn name_of_move(&self, at: &Position, choice: usize) -> String {
        let next = self.next(at).get(choice).copied();
        next.map_or_else(String::new, |next| match at.who {
            0 => self.cops_named(&next),
            _ => self.named(next.robber).into(),
        })
    }
}
