//! Graphs as text: edges, adjacency lists, or the DIMACS form.
//!
//! Invariant: names are different, neighbours are in order, each once, and every vertex counts as
//! one of its own: who stands there may stay.

use std::collections::BTreeMap;

/// An undirected graph.
#[derive(Clone, Debug)]
pub struct Graph {
    names: Vec<String>,
    near: Vec<Vec<u16>>,
}

impl Graph {
    /// Reads lines, or parts with `/` or `,` between them. A part is `a b` or `a-b` (an edge),
    /// `a: b c` (a vertex and its neighbours, also none), or in DIMACS form `e 1 2`, `p edge 3 2`, `c words`; what
    /// begins with `#` is left out.
    ///
    /// # Errors
    /// Says which part is none of these and what would be right.
    pub fn read(text: &str) -> Result<Self, String> {
        let parts = || text.split(['\n', '/']).map(str::trim).filter(|part| !part.starts_with('#'));
        let dimacs = parts().any(|part| part.starts_with("p edge ") || part.starts_with("p col "));
        let mut graph = Reading::default();
        for part in parts() {
            if dimacs {
                graph.dimacs(part)?;
            } else {
                part.split(',').try_for_each(|edge| graph.edge(edge.trim()))?;
            }
        }
        graph.finish()
    }

    /// Number of vertices.
    pub fn vertices(&self) -> usize {
        self.names.len()
    }

    /// The name of a vertex.
    pub fn name(&self, vertex: u16) -> Option<&str> {
        self.names.get(usize::from(vertex)).map(String::as_str)
    }

    /// The vertex of this name.
    pub fn find(&self, name: &str) -> Option<u16> {
        self.names.iter().position(|known| known == name).map(|at| at as u16)
    }

    /// A vertex and its neighbours.
    pub fn near(&self, vertex: u16) -> &[u16] {
        &self.near[usize::from(vertex)]
    }
}

#[derive(Default)]
struct Reading {
    names: Vec<String>,
    numbers: BTreeMap<String, u16>,
    edges: Vec<(u16, u16)>,
}

impl Reading {
    fn dimacs(&mut self, part: &str) -> Result<(), String> {
        match part.split_whitespace().collect::<Vec<_>>()[..] {
            [] | ["c", ..] => Ok(()),
            ["p", "edge" | "col", vertices, _] => {
                let count: u16 = vertices.parse().map_err(|_| wrong(part))?;
                (1..=count).try_for_each(|vertex| self.vertex(&vertex.to_string()).map(|_| ()))
            }
            ["e", a, b] => self.join(a, b),
            _ => Err(wrong(part)),
        }
    }

    fn edge(&mut self, part: &str) -> Result<(), String> {
        if let Some((vertex, others)) = part.split_once(':') {
            self.vertex(vertex.trim())?;
            return others.split_whitespace().try_for_each(|other| self.join(vertex.trim(), other));
        }
        let ends = part.split(|c: char| c == '-' || c.is_whitespace());
        match ends.filter(|end| !end.is_empty()).collect::<Vec<_>>()[..] {
            [] if part.is_empty() => Ok(()),
            [a, b] => self.join(a, b),
            _ => Err(wrong(part)),
        }
    }

    fn join(&mut self, a: &str, b: &str) -> Result<(), String> {
        let ends = (self.vertex(a)?, self.vertex(b)?);
        self.edges.push(ends);
        Ok(())
    }

    fn vertex(&mut self, name: &str) -> Result<u16, String> {
        if let Some(&known) = self.numbers.get(name) {
            return Ok(known);
        }
        // A number is written in one way only, so that it can be told from others.
        let number = name.parse::<i64>().map_or(true, |number| number.to_string() == name);
        let plain = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() || !plain || !number {
            return Err(format!(
                "'{name}' cannot name a vertex; names are made of letters, digits and _, numbers without \
                 zeros before them"
            ));
        }
        let next = self.names.len() as u16;
        if next == u16::MAX {
            return Err(format!("at most {} vertices", u16::MAX));
        }
        self.names.push(name.into());
        self.numbers.insert(name.into(), next);
        Ok(next)
    }

    fn finish(self) -> Result<Graph, String> {
        if self.names.is_empty() {
            return Err("a graph with at least one vertex".into());
        }
        let mut near: Vec<Vec<u16>> = (0..self.names.len() as u16).map(|v| vec![v]).collect();
        for (a, b) in self.edges {
            near[usize::from(a)].push(b);
            near[usize::from(b)].push(a);
        }
        for all in &mut near {
            all.sort_unstable();
            all.dedup();
        }
        Ok(Graph { names: self.names, near })
    }
}

fn wrong(part: &str) -> String {
    format!("edges as a-b or a b, a line or / or , between them; '{part}' is none")
}

#[cfg(test)]
mod tests {
    use super::Graph;

    fn edges(text: &str) -> Vec<(String, String)> {
        let graph = Graph::read(text).unwrap();
        let name = |v| graph.name(v).unwrap().to_owned();
        let ends = (0..graph.vertices() as u16).flat_map(|a| {
            graph.near(a).iter().filter(move |&&b| a < b).map(move |&b| (name(a), name(b)))
        });
        ends.collect()
    }

    #[test]
    fn three_forms_are_the_same_graph() {
        let square = edges("1-2,2-3,3-4,4-1");
        assert_eq!(square.len(), 4);
        assert_eq!(edges("# a square\n1 2\n2 3\n\n3 4\n1 4\n"), square);
        assert_eq!(edges("1: 2 4/2: 1 3/3: 2 4/4: 1 3"), edges("1-2/1-4/2-3/4-3"));
        assert_eq!(edges("c a square\np edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 4 1"), square);
        assert_eq!(Graph::read("a:").unwrap().vertices(), 1);
    }

    #[test]
    fn mistakes_are_named() {
        let cases = [
            ("", "at least one vertex"),
            ("1-2-3", "'1-2-3' is none"),
            ("1-", "'1-' is none"),
            ("graph", "'graph' is none"),
            ("graph.txt-x", "'graph.txt' cannot name a vertex"),
            ("1 2 3", "'1 2 3' is none"),
            ("01-2", "'01' cannot name a vertex"),
            ("a+b c", "'a+b' cannot name a vertex"),
            ("p edge 4 4\ne 1 2\nx 3", "'x 3' is none"),
        ];
        for (text, expected) in cases {
            let error = Graph::read(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
