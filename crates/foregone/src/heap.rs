//! Heap games by a rule: nim-sequences, outcomes, periods, and proofs for every heap.
//!
//! [`Rule::parse`] reads a rule, [`analyse`] finds its sequence and proves what can be proved,
//! [`Analysis::at`] answers for a heap of any size. All that is answered has passed
//! [`foregone_core::judge::heap`].

mod analysis;
mod at;
mod contest;
pub mod kept;
mod ledger;
mod misere;
mod misere_report;
pub mod naive;
pub mod period;
mod plays;
pub mod proof_text;
pub mod prove;
mod quotient;
pub mod report;
mod rule;
pub mod sequence;

pub use analysis::{Analysis, Limits, analyse, analyse_misere, resume, resume_keeping};
pub use at::{At, Beyond};
pub use contest::{Contest, ContestError};
pub use misere::{Misere, TooMany};
pub use misere_report::{misere_report, misere_won};
pub use plays::{Play, Taken};
pub use prove::Unproved;
pub use quotient::quotient;
pub use report::{AtReport, ProofText, QuotientReport, Report};
pub use rule::{Rule, SyntaxError};
pub use sequence::Sequence;
