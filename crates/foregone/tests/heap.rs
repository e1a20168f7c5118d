//! Heap games against published sequences and periods, contest samples, and the naive oracle.

use foregone::Quiet;
use foregone::heap::{Analysis, Limits, Rule, analyse};

fn analysed(rule: &str) -> Analysis {
    analyse(&Rule::parse(rule).unwrap_or_else(|e| panic!("{e}")), &Limits::default(), &Quiet)
}

/// Rule, period, first index from which it repeats, first values.
/// Sources: Berlekamp, Conway, Guy, Winning Ways; OEIS A002186, A071434, A071435, A071452;
/// Flammenkamp's tables; Austin; Gangolli and Plambeck 1989 for 0.16; the subtraction sets by
/// independent computation.
const PERIODS: &[(&str, u64, u64, &[u32])] = &[
    ("0.77", 12, 71, &[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]),
    ("0.137", 34, 52, &[0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
    ("0.15", 10, 1, &[]),
    ("0.165", 1550, 5181, &[]),
    ("0.055", 148, 259, &[]),
    ("0.177", 20, 497, &[]),
    ("0.1377", 24, 141, &[]),
    ("0.11377", 32, 187, &[]),
    ("0.17", 34, 33, &[]),
    ("0.53", 9, 11, &[]),
    ("0.52", 4, 4, &[]),
    ("0.57", 4, 1, &[]),
    ("take 1,3,4", 7, 0, &[0, 1, 0, 1, 2, 3, 2, 0]),
    ("take 2,5,7", 22, 0, &[]),
    ("take 3,5,8", 11, 0, &[]),
    ("take 3,4,9", 13, 0, &[]),
    ("take 2,6,7", 13, 0, &[]),
    ("take 1,5,8", 13, 0, &[]),
    ("take 1,6,7", 12, 0, &[]),
    ("take 3,7,8", 5, 11, &[]),
    ("take 1,2,8", 3, 0, &[]),
];

#[test]
fn published_periods() {
    for &(rule, period, preperiod, first) in PERIODS {
        let found = analysed(rule);
        assert_eq!(found.period(), Some(period), "{rule}");
        assert_eq!(found.preperiod(), Some(preperiod), "{rule}");
        assert_eq!(&found.sequence()[..first.len()], first, "{rule}");
    }
}

#[test]
fn octal_0_16_is_periodic() {
    let found = analysed("0.16");
    assert_eq!((found.period(), found.preperiod()), (Some(149_459), Some(105_351)));
}
