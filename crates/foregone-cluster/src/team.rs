//! The workers of one process: started on timely's threads, ended together.

use std::sync::Arc;

use timely::WorkerConfig;
use timely::communication::allocator::AllocatorBuilder;
use timely::communication::allocator::ProcessBuilder;

use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;

use crate::answer::Answer;
use crate::crew::Crew;
use crate::meeting::Meeting;
use crate::problem::Problem;
use crate::work::work;
use crate::{Options, Report};

/// How the workers of this process reach each other and those of other processes.
pub struct Links {
    builders: Vec<AllocatorBuilder>,
    guard: Box<dyn std::any::Any + Send>,
}

impl Links {
    /// Workers of one process alone.
    pub fn threads(workers: usize) -> Self {
        let hooks = timely::communication::Hooks::default();
        let built = ProcessBuilder::new_typed_vector(workers, hooks.refill, hooks.spill);
        let builders = built.into_iter().map(AllocatorBuilder::Process).collect();
        Self { builders, guard: Box::new(()) }
    }
}

impl Links {
    /// Workers of several processes, once all have met.
    ///
    /// # Errors
    /// Who is missing, or who is about to do something else.
    pub fn meet(meeting: &Meeting) -> Result<Self, String> {
        if meeting.hosts.len() == 1 {
            return Ok(Self::threads(meeting.workers));
        }
        let sockets = meeting.meet()?;
        let hooks = timely::communication::Hooks::default();
        let (refill, spill) = (hooks.refill.clone(), hooks.spill.clone());
        let built = ProcessBuilder::new_typed_vector(meeting.workers, refill, spill);
        let (process, workers) = (meeting.process, meeting.workers);
        let made = initialize_networking_from_sockets(built, sockets, process, workers, hooks);
        let (builders, guard) = made.map_err(|error| format!("connections failed: {error}"))?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        Ok(Self { builders, guard: Box::new(guard) })
    }
}

/// Solves `problem` together with everybody whom `links` reach.
///
/// # Errors
/// What is wrong with the problem, or a limit that was met; the same in every process.
pub fn run(
    links: Links,
    problem: Problem,
    options: Options,
    report: Arc<dyn Report>,
) -> Result<Answer, String> {
    let Links { builders, guard } = links;
    let job = move |worker: &mut timely::worker::Worker| {
        let mut crew = Crew::new(worker, Some(options.every));
        work(&mut crew, &problem, &options, &*report)
    };
    let guards = timely::execute::execute_from(builders, guard, WorkerConfig::default(), job)?;
    let mut answers = guards.join().into_iter();
    answers.next().unwrap_or_else(|| Err("no worker was started".into()))?
}
