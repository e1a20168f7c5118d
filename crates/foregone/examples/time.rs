use foregone::*;
use std::io::Read;
use std::time::Instant;
struct T;
impl Watch for T {}
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let mut s = Vec::new();
    std::io::stdin().read_to_end(&mut s).unwrap();
    let t = Instant::now();
    let mut out = Vec::new();
    let c = contest::find(&name).unwrap();
    let r = (c.run)(&s, &mut out, &T);
    eprintln!("{:?} {:?} {}", r.is_ok(), t.elapsed(), out.len());
}
