//! Exact counts per query by Callgrind: instructions, simulated caches, branches.

use anyhow::Result;
use benches::catalogue::Study;
use benches::invocation::{self, Invocation};
use std::process::ExitCode;

const ABOUT: &str = "instructions: counts instructions, branches and cache misses with Callgrind";

#[cfg(unix)]
fn main() -> ExitCode {
    use benches::{catalogue, counted};
    // The runner starts this executable again, under Valgrind.
    let mut arguments = std::env::args().skip(1);
    let done = match arguments.next().as_deref() {
        Some(counted::RERUN) => {
            let workload = arguments.next().unwrap_or_default();
            counted::rerun(&workload, catalogue::each())
        }
        Some(counted::TRIAL) => counted::try_out(&catalogue::studies()),
        _ => return invocation::main(ABOUT, run),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    invocation::main(ABOUT, |_, _| {
        eprintln!("instructions: not measured: Valgrind does not run on this system");
        Ok(())
    })
}

#[cfg(unix)]
fn run(invocation: &Invocation, studies: &[Study]) -> Result<()> {
    use benches::artefact::Artefact;
    use benches::catalogue::{Contender, Context, Dependence};
    use benches::counted::{self, Assignment};
    use benches::record::{Run, Store, quantity};
    use std::io::Write;

    // Counts do not depend on what waits for what.
    let plan = invocation.plan(studies, &[Context::Throughput])?;
    if invocation.list {
        return Ok(());
    }
    if plan.is_empty() {
        println!("instructions: nothing to count; only throughput kernels are");
        return Ok(());
    }
    let trial = match counted::valgrind() {
        Ok(trial) => trial,
        Err(reason) => {
            println!("instructions: not measured: {reason:#}");
            let run = Run::now("Callgrind", invocation.quick);
            return Store::open("instructions", run, studies)
                .miss("counts", &format!("{reason:#}"));
        }
    };
    let run = Run::now(&format!("Callgrind, {}", trial.version), invocation.quick);
    let mut store = Store::open("instructions", run, studies);
    let plan = store.prove(plan, &Artefact::read()?, |contender| trial.uncounted(contender))?;

    let mut assignments = Vec::new();
    for group in &plan {
        // A single lookup, whose memory is worth a closer look.
        let is_lookup = !group.study.is_called && group.study.asks(Dependence::Dependent);
        let caches = match invocation.takes(group) {
            _ if invocation.quick && group.study.is_called => continue,
            true if is_lookup && !invocation.quick => &counted::SWEEP[..],
            false if !is_lookup || invocation.quick => continue,
            _ => &[counted::STANDARD_CACHE],
        };
        let of = |contender: &Contender, cache| Assignment {
            study: group.study.name,
            stream: group.stream,
            contender: contender.identity.name,
            cache,
        };
        let contenders = group.contenders.iter();
        assignments.extend(contenders.flat_map(|c| caches.iter().map(move |&cache| of(c, cache))));
    }
    println!("counted per query on {} workloads, the kernel included", assignments.len());
    let runner = env!("CARGO_BIN_EXE_iai-callgrind-runner");
    counted::count(runner, &assignments, |assignment, figures| {
        if assignment.cache == counted::STANDARD_CACHE {
            let Assignment { study, stream, contender, .. } = assignment;
            print!("{study}/{stream}/{contender}:");
            for figure in figures.iter().filter(|figure| figure.parameters.is_empty()) {
                if [quantity::INSTRUCTIONS, quantity::L1_MISSES, quantity::MISPREDICTIONS]
                    .contains(&&*figure.quantity)
                {
                    print!(" {:.3} {}", figure.value, figure.quantity);
                }
            }
            println!();
            std::io::stdout().flush()?;
        }
        store.add(figures)
    })
}
