use foregone::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let g = games::find(&a[1])
        .unwrap()
        .build(&a[2..].iter().map(|s| s.as_str()).collect::<Vec<_>>())
        .unwrap();
    let t = std::time::Instant::now();
    let s = session::solve(g, &[], &solve::Options::default(), &Limits::default(), &Quiet).unwrap();
    println!(
        "{:?} {:?} {:?} {}",
        s.checked.solution().effort,
        s.checked.solution().bounds.doubles(s.explored.starts()[0]),
        t.elapsed(),
        s.checked.arena().states()
    );
}
