//! A contest of one heap game, from standard input to standard output, to be timed beside
//! `benches/yardstick/stones.c`: `heap_contest RULE`.

use foregone::Quiet;
use foregone::heap::{Contest, Limits, Rule, analyse};
use std::io::Read;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rule = Rule::parse(&std::env::args().nth(1).ok_or("usage: heap_contest RULE")?)?;
    let found = analyse(&rule, &Limits::default(), &Quiet);
    let contest = Contest::new(found.proved(), ["Alice", "Bob"]).ok_or("nothing is proved")?;
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input)?;
    contest.answer(&input, &mut std::io::stdout().lock())?;
    Ok(())
}
