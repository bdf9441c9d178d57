//! Do g++ and clang++ make other code of the same lookups than rustc?
//!
//! ```sh
//! cargo run --profile bench -p compilers --features cxx           # times, in two minutes
//! cargo run --profile bench -p compilers --features cxx -- --count  # instructions, by Callgrind
//! cargo run -p compilers --features cxx -- --check                # whether all sums are equal
//! ```
//!
//! Each compiler makes the whole loop over the queries, so that calls do not count: rustc of the
//! crate, the others of its header. All loops are in one program. In interleaved rounds they answer
//! the same queries, and they and their tables move to other places in each layout.

mod loops;

use anyhow::{Context as _, Result, bail, ensure};
use lookup::{Square, samples};
use loops::{Compiled, Lookup, Query};
use sampling::Comparison;
use std::env;
use std::process::Command;
use std::time::Duration;

/// How long each lookup is measured.
const TIME: Duration = Duration::from_secs(20);

/// Queries that Callgrind counts, at 64 a position.
const COUNTED: usize = 4096;

fn main() -> Result<()> {
    processor::require();
    let build = "expected a build for x86-64-v3, which g++ and clang++ make";
    ensure!(cfg!(target_feature = "bmi2"), "{build}: unset RUSTFLAGS");
    let arguments: Vec<_> = env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        [] => measure(),
        ["--check"] => check(),
        ["--count"] => count(),
        ["--once", symbol] => once(symbol),
        _ => bail!("{}: expected nothing, --check or --count", arguments.join(" ")),
    }
}

/// Each square of these positions of games, with another square.
fn queries(positions: usize) -> Vec<Query> {
    let played = samples::played().take(positions).enumerate();
    let queries = played.flat_map(|(number, position)| {
        let occupied = position.occupied().0;
        let other = move |square: Square| Square::new((37 * square as usize + number) as u8 % 64);
        // No square follows its neighbour, as in an engine.
        let squares = (0..64).map(|place: u8| Square::new((29 * u16::from(place) % 64) as u8));
        squares.map(move |square| Query { square, other: other(square), occupied })
    });
    queries.collect()
}

fn measure() -> Result<()> {
    for Lookup { name, compiled } in loops::all() {
        let mut comparison = Comparison::of(name, (), queries(4096));
        for Compiled { compiler, run, tables, .. } in compiled {
            // SAFETY: the loops read no more queries than there are.
            comparison = unsafe { comparison.compiled(compiler, run, tables) };
        }
        comparison.run(TIME)?.print();
        println!();
    }
    Ok(())
}

fn sum(compiled: &Compiled, queries: &[Query]) -> u64 {
    // SAFETY: there are so many queries.
    unsafe { (compiled.run)(queries.as_ptr(), queries.len()) }
}

/// Compares the sums of every 64 answers.
fn check() -> Result<()> {
    let queries = queries(4096);
    for Lookup { name, compiled } in loops::all() {
        for (number, queries) in queries.chunks(64).enumerate() {
            let sums = compiled.each_ref().map(|one| sum(one, queries));
            let [right, ..] = sums;
            let wrong = sums.iter().position(|&sum| sum != right);
            let wrong = wrong.map(|at| compiled[at].compiler);
            ensure!(
                wrong.is_none(),
                "{name}: position {number} gives {} {sums:x?}",
                wrong.unwrap()
            );
        }
        println!("{name}: {} queries have equal sums", queries.len());
    }
    Ok(())
}

/// Answers queries by one loop, for Callgrind.
fn once(symbol: &str) -> Result<()> {
    let loops = loops::all();
    let found = loops.iter().flat_map(|it| &it.compiled).find(|it| it.symbol == symbol);
    let found = found.with_context(|| format!("{symbol}: expected a loop, such as gcc_pext"))?;
    println!("{:x}", sum(found, &queries(COUNTED / 64)));
    Ok(())
}

/// Counts the instructions of each loop.
fn count() -> Result<()> {
    for Lookup { name, compiled } in loops::all() {
        println!("{name}: instructions a query");
        for Compiled { compiler, symbol, .. } in compiled {
            let counted = Command::new("valgrind")
                .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
                .arg(format!("--toggle-collect={symbol}"))
                .arg(env::current_exe()?)
                .args(["--once", symbol])
                .output()
                .context("calling valgrind")?;
            let said = String::from_utf8_lossy(&counted.stderr);
            let collected = said.split("Collected : ").nth(1).and_then(|it| it.lines().next());
            let collected = collected.and_then(|it| it.trim().parse::<f64>().ok());
            let collected = collected.with_context(|| format!("expected a count, got {said}"))?;
            println!("{compiler:8} {:6.2}", collected / COUNTED as f64);
        }
    }
    Ok(())
}
