//! Feeds changed texts to whatever reads texts of strangers, on a stable compiler:
//!
//! ```sh
//! CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true cargo run --release -p fuzzing -- TARGET EXECUTIONS [SEED]
//! ```
//!
//! Targets are `fen`, `epd`, `records` and `output`. A text that leads to an answer or an error of a new
//! kind is changed further. A panic, an answer that breaks a rule of the target, or one that takes a second
//! three times, ends the program with the text.
#![forbid(unsafe_code)]

// Neither is public: one is a program's, the other needs all variants.
#[path = "../../questions/src/streams/epd.rs"]
#[expect(dead_code, unreachable_pub, reason = "the package `questions` uses the rest")]
mod epd;
#[path = "../../compare/src/nodes.rs"]
mod nodes;
#[path = "../../compare/src/uci.rs"]
#[expect(dead_code, reason = "the package `compare` uses the rest")]
mod uci;
mod changes;
mod targets;

use changes::Changes;
use std::cell::RefCell;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use targets::Target;

/// Texts that are kept to be changed further.
const KEPT: usize = 4096;

/// No text takes longer.
const LIMIT: Duration = Duration::from_secs(1);

thread_local! {
    static TEXT: RefCell<String> = const { RefCell::new(String::new()) };
}

fn main() -> ExitCode {
    processor::require();
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    let (name, executions, seed) = match words[..] {
        [name, executions] => (name, executions.parse(), Ok(1)),
        [name, executions, seed] => (name, executions.parse(), seed.parse()),
        _ => ("", Ok(0), Ok(0)),
    };
    let (Some(target), Ok(executions), Ok(seed)) = (targets::named(name), executions, seed) else {
        eprintln!(
            "error: expected fen, epd, records or output, executions, and a seed if you like"
        );
        return ExitCode::FAILURE;
    };
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        print(panic);
        TEXT.with_borrow(|text| eprintln!("found by {text:?}"));
    }));
    let (kept, kinds) = run(&target, executions, seed);
    println!(
        "{name}: {executions} executions, {kinds} kinds of outcome, {kept} texts kept; no find"
    );
    ExitCode::SUCCESS
}

/// Runs a target so often. Texts that were kept, and kinds of outcome.
fn run(target: &Target, executions: u64, seed: u64) -> (usize, usize) {
    let mut changes = Changes::new(seed, target.words);
    let mut texts = (target.seeds)();
    let mut kinds = HashSet::new();
    for _ in 0..executions {
        let text = changes.of(&texts);
        TEXT.with_borrow_mut(|kept| text.clone_into(kept));
        let timed = || {
            let begin = Instant::now();
            ((target.run)(&text), begin.elapsed())
        };
        let (outcome, time) = timed();
        // Once, somebody may have stopped the program meanwhile.
        let is_slow = time > LIMIT && (0..2).all(|_| timed().1 > LIMIT);
        assert!(!is_slow, "expected an answer within {LIMIT:?}");
        if kinds.insert(kind(&outcome)) && texts.len() < KEPT {
            texts.push(text);
        }
    }
    (texts.len(), kinds.len())
}

/// What an outcome says but for numbers and what it quotes.
fn kind(outcome: &str) -> u64 {
    let mut hash = DefaultHasher::new();
    for (part, quoted) in outcome.split(['"', '`', '\'']).zip([false, true].into_iter().cycle()) {
        if !quoted {
            part.chars().filter(|c| !c.is_ascii_digit()).for_each(|c| c.hash(&mut hash));
        }
    }
    hash.finish()
}
