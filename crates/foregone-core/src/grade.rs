//! Win, draw or loss with its distance, as one ordered number.
//!
//! Grades are Max's: lost now < lost in 1 move < … < draw < … < won in 1 move < won now. A
//! distance is the number of moves of both sides until play ends, when the winner hurries and the
//! loser delays. [`Grade::step`] goes one move back: it moves a grade by one towards the draw.
//! Endless play is a draw, or a win or a loss that never comes about, worse than any other win and
//! better than any other loss. Invariant: the number is not `i32::MIN`, so grades turn round without
//! overflow.

use std::fmt;

use crate::Rational;

/// What Max has of a position in a game that is won, drawn or lost; greater is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grade(i32);

/// A grade without its distance, as Max sees it; greater is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Min wins.
    Lost,
    /// Neither side can win.
    Drawn,
    /// Max wins.
    Won,
}

impl Grade {
    /// Max has won.
    pub const WON: Self = Self(i32::MAX);
    /// Neither side can force a win.
    pub const DRAW: Self = Self(0);
    /// Max has lost.
    pub const LOST: Self = Self(-i32::MAX);
    /// Play that never ends and counts as won: farther away than any other win.
    const WON_ENDLESS: Self = Self(1);
    /// Play that never ends and counts as lost.
    const LOST_ENDLESS: Self = Self(-1);

    /// Endless play where it counts as this.
    pub fn endless(counts: Verdict) -> Self {
        match counts {
            Verdict::Won => Self::WON_ENDLESS,
            Verdict::Drawn => Self::DRAW,
            Verdict::Lost => Self::LOST_ENDLESS,
        }
    }

    /// True for draws and for what endless play counts as: no end is near.
    #[inline]
    pub fn is_endless(self) -> bool {
        self.0.unsigned_abs() <= 1
    }

    /// The grade with this number, as it is stored; `None` for the one number that is none.
    pub fn from_raw(raw: i32) -> Option<Self> {
        (raw != i32::MIN).then_some(Self(raw))
    }

    /// The number as it is stored.
    pub fn raw(self) -> i32 {
        self.0
    }

    /// One move earlier: a win or a loss is one move further away, except an endless one.
    #[inline]
    #[must_use]
    pub fn step(self) -> Self {
        if self.is_endless() { self } else { Self(self.0 - self.0.signum()) }
    }

    /// As Min sees it.
    #[inline]
    #[must_use]
    pub fn turned(self) -> Self {
        Self(-self.0)
    }

    /// Who wins.
    #[inline]
    pub fn verdict(self) -> Verdict {
        match self.0 {
            1.. => Verdict::Won,
            0 => Verdict::Drawn,
            _ => Verdict::Lost,
        }
    }

    /// Moves until the end, or `None` for a draw and for endless play.
    pub fn distance(self) -> Option<u32> {
        (!self.is_endless()).then(|| Self::WON.0.unsigned_abs() - self.0.unsigned_abs())
    }

    /// The grade of an end with this payoff; `None` unless it is 1, 1/2 or 0.
    pub fn of_payoff(payoff: &Rational) -> Option<Self> {
        let all = [Self::WON, Self::DRAW, Self::LOST];
        all.into_iter().find(|grade| grade.payoff() == *payoff)
    }

    /// 1, 1/2 or 0.
    pub fn payoff(self) -> Rational {
        match self.verdict() {
            Verdict::Won => Rational::ONE,
            Verdict::Drawn => Rational::from_parts(1.into(), 2u8.into()),
            Verdict::Lost => Rational::ZERO,
        }
    }

    /// The payoff as a double: it is one exactly.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0.signum() + 1) / 2.0
    }
}

impl Verdict {
    /// As Min sees it.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Won => Self::Lost,
            Self::Drawn => Self::Drawn,
            Self::Lost => Self::Won,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_are_in_order() {
        let far = |grade: Grade| (0..5).fold(grade, |grade, _| grade.step());
        let order = [
            Grade::LOST,
            Grade::LOST.step(),
            far(Grade::LOST),
            Grade::DRAW,
            far(Grade::WON),
            Grade::WON.step(),
            Grade::WON,
        ];
        assert!(order.is_sorted_by(|a, b| a < b));
        assert_eq!(order.map(Grade::distance), [0, 1, 5, 9, 5, 1, 0].map(|d| (d < 9).then_some(d)));
        assert_eq!(Grade::DRAW.step(), Grade::DRAW);
        for (counts, below, above) in [
            (Verdict::Won, Grade::DRAW, far(Grade::WON)),
            (Verdict::Lost, far(Grade::LOST), Grade::DRAW),
        ] {
            let grade = Grade::endless(counts);
            assert!(below < grade && grade < above);
            assert_eq!((grade.step(), grade.distance(), grade.verdict()), (grade, None, counts));
        }
        assert!(order.iter().all(|grade| grade.turned().turned() == *grade));
        assert_eq!(order.map(Grade::to_f64), [0.0, 0.0, 0.0, 0.5, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn only_three_payoffs_have_grades() {
        for grade in [Grade::WON, Grade::DRAW, Grade::LOST] {
            assert_eq!(Grade::of_payoff(&grade.payoff()), Some(grade));
        }
        assert_eq!(Grade::of_payoff(&Rational::from_parts(1.into(), 3u8.into())), None);
        assert_eq!(Grade::from_raw(i32::MIN), None);
    }
}
