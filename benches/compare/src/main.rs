//! Compares two engines: runs their benches in turn, and prints the ratio of their speeds.
//!
//! Each run is a process of its own, with pages and addresses of its own. Two runs, one of each
//! engine in an order that is drawn, are the unit of the statistics. Processor time counts, the
//! start included. docs/validation.md says what else a comparison needs.

mod system;
mod bench;

use anyhow::{Result, ensure};
use bench::Engine;
use clap::Parser;
use records::Figure;
use sampling::statistics::{median, mixed, trimmed_mean};
use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

/// Runs the benches of two engines in turn and prints the ratio of their speeds.
///
/// An engine is an executable, started as `EXECUTABLE bench`, or a command in quotes, which a shell
/// runs, such as './old bench 16 1 12'.
#[derive(Parser)]
#[command(override_usage = "cargo run -p compare -- [OPTIONS] BASE TEST")]
struct Options {
    /// Runs of each engine that count
    #[arg(long, value_name = "N", default_value_t = 40)]
    #[arg(value_parser = clap::value_parser!(u64).range(FEWEST..1_000_000))]
    runs: u64,

    /// The time that a run has
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..1_000_000))]
    limit: u64,

    /// The engine that the other is compared with
    base: Engine,

    /// The engine whose speed is told
    test: Engine,
}

/// The probability that the interval misses.
const ERROR: f64 = 0.05;

/// Even the whole range of fewer pairs misses more often.
const FEWEST: u64 = 6;

/// The interval of a trimmed mean of fewer pairs is too narrow, a median's is not: on played machines
/// 7.6 % missed with 6 pairs, and 5.5 % with 10.
const ENOUGH: usize = 10;

fn main() -> ExitCode {
    processor::require();
    records::end_on_panic();
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(error) => {
            // A closed terminal is no reason for another status.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
        }
    };
    match compared(&options).and_then(|text| Ok(io::stdout().write_all(text.as_bytes())?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the benches and says what they show.
fn compared(Options { runs, limit, base, test }: &Options) -> Result<String> {
    system::adopt_orphans();
    let limit = Duration::from_secs(*limit);
    // A first run of each does not count: it brings the executable into memory.
    let [nodes, found] = [base.run(limit)?.nodes, test.run(limit)?.nodes];
    ensure!(
        nodes == found,
        "{test}: expected {nodes} nodes as {base} has, found {found}: no ratio of speeds"
    );
    let engines = [base, test];
    let seed = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
    let mut times = Vec::new();
    for run in 0..*runs {
        let first = (mixed(seed.wrapping_add(run)) % 2) as usize;
        let mut pair = [0.0; 2];
        for number in [first, 1 - first] {
            let (engine, ran) = (engines[number], engines[number].run(limit)?);
            let found = ran.nodes;
            ensure!(found == nodes, "{engine}: expected {nodes} nodes again, found {found}");
            pair[number] = ran.seconds;
        }
        times.push(pair);
        progress(run + 1, *runs);
    }
    Ok(said(engines, nodes, &times))
}

/// Shows how far it is to who watches.
fn progress(run: u64, runs: u64) {
    if io::stderr().is_terminal() {
        eprint!("\r{run} of {runs}{}", if run == runs { "\n" } else { "" });
    }
}

/// The speed of the second engine by that of the first, from the times of pairs of runs.
fn ratio(times: &[[f64; 2]]) -> Figure {
    let logarithms: Vec<_> = times.iter().map(|[base, test]| [(base / test).ln()]).collect();
    let few = || median(logarithms.as_flattened(), ERROR);
    let log = if times.len() < ENOUGH { few() } else { trimmed_mean(&logarithms, ERROR) };
    log.map(f64::exp)
}

fn said(engines: [&Engine; 2], nodes: u64, times: &[[f64; 2]]) -> String {
    let mut text = String::new();
    for (number, role) in ["base", "test"].iter().enumerate() {
        let seconds: Vec<_> = times.iter().map(|pair| pair[number]).collect();
        let seconds = median(&seconds, ERROR).value;
        let (engine, speed) = (engines[number], nodes as f64 / seconds);
        text += &format!("{role}: {engine}: {nodes} nodes, {seconds:.3} s, {speed:.0} nodes/s\n");
    }
    let (runs, figure) = (times.len(), ratio(times));
    let Figure { value, low, high } = figure;
    let Figure { value: gain, low: least, high: most } = figure.map(|ratio| 100.0 * (ratio - 1.0));
    let half = (most - least) / 2.0;
    // The last digit is one that the runs know.
    let digits = if half < 0.1 { 2 } else { 1 };
    let [base, test] = engines;
    text + &format!(
        "ratio: {value:.4} ({low:.4} to {high:.4}, 95 %), {runs} runs of each\n\
         speedup = {gain:+.digits$}% +/- {half:.digits$}%, {runs} runs, base {base}, test {test}\n\
         This is of one build of each: docs/validation.md says what linking changes.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The times of a played machine: it drifts, and some runs are late. The second engine's speed
    /// is this many times the first one's.
    fn played(runs: u64, table: u64, ratio: f64) -> Vec<[f64; 2]> {
        let unit = |run: u64, place: u64| {
            (mixed(table << 40 | run << 8 | place) >> 11) as f64 / (1_u64 << 53) as f64
        };
        let time = |run: u64, engine: u64| {
            let bell: f64 = (0..6).map(|part| unit(run, 8 * engine + part) - 0.5).sum();
            let is_late = unit(run, 8 * engine + 6) < 0.1;
            let delay = if is_late { 0.1 * unit(run, 8 * engine + 7) } else { 0.0 };
            2.0 + 0.5 * (run as f64 / 9.0).sin() + 0.02 * bell + delay
        };
        (0..runs).map(|run| [time(run, 0), time(run, 1) / ratio]).collect()
    }

    #[test]
    fn an_engine_against_itself_shows_no_difference_at_its_level() {
        for runs in [FEWEST, ENOUGH as u64 - 1, ENOUGH as u64, 40] {
            let missed = (0..200).filter(|table| {
                let Figure { low, high, .. } = ratio(&played(runs, *table, 1.0));
                low > 1.0 || high < 1.0
            });
            let (missed, due) = (missed.count() as f64, 200.0 * ERROR);
            // Three standard deviations.
            let most = due + 3.0 * (due * (1.0 - ERROR)).sqrt();
            assert!(missed <= most, "{missed} of 200 with {runs} runs");
        }
    }

    #[test]
    fn a_difference_is_found_with_its_sign_and_size() {
        for truth in [1.03, 0.97] {
            let found = ratio(&played(40, 7, truth));
            let is_it =
                found.low < truth && truth < found.high && (found.value - truth).abs() < 0.01;
            assert!(is_it && (found.low > 1.0 || found.high < 1.0), "{found:?}");
        }
    }

    #[test]
    fn the_line_that_testers_paste_has_the_sign_of_the_second_engine() {
        let engines = ["./old", "./new"].map(|name| Engine(name.to_owned()));
        let of = |test: f64| said(engines.each_ref(), 3000, &[[2.0, test]; 40]);
        let line = "speedup = +25.00% +/- 0.00%, 40 runs, base ./old bench, test ./new bench\n";
        assert!(of(1.6).contains(line), "{}", of(1.6));
        assert!(of(1.6).starts_with("base: ./old bench: 3000 nodes, 2.000 s, 1500 nodes/s\n"));
        assert!(of(1.6).contains("\ntest: ./new bench: 3000 nodes, 1.600 s, 1875 nodes/s\n"));
        assert!(of(2.5).contains("\nratio: 0.8000 (0.8000 to 0.8000, 95 %), 40 runs of each\n"));
        // One digit where the runs do not know two.
        let times: Vec<_> = [1.5, 1.7].iter().map(|test| [2.0, *test]).cycle().take(40).collect();
        let text = said(engines.each_ref(), 3000, &times);
        let figures = text.split_once("speedup = +").unwrap().1.split_once(", 40 runs").unwrap().0;
        let (gain, half) = figures.split_once("% +/- ").unwrap();
        let half = half.strip_suffix('%').unwrap();
        // It is half of the interval, which the line above has with four digits.
        let (_, interval) = text.split_once("\nratio: 1.2524 (").unwrap();
        let (low, high) = interval.split_once(", 95 %)").unwrap().0.split_once(" to ").unwrap();
        let [low, high, told] = [low, high, half].map(|number| number.parse::<f64>().unwrap());
        assert!((50.0 * (high - low) - told).abs() < 0.06, "{text}");
        for figure in [gain, half] {
            assert_eq!(figure.split_once('.').unwrap().1.len(), 1, "{text}");
        }
        assert!(text.ends_with("docs/validation.md says what linking changes.\n"), "{text}");
    }

    /// By the binomial distribution of the sign, two of 8 lie outside with more than 5 %, and two of
    /// 9 with less.
    #[test]
    fn the_interval_of_few_runs_is_that_of_a_median_at_95_per_cent() {
        let of = |logarithms: &[f64]| {
            let times: Vec<_> = logarithms.iter().map(|log| [log.exp(), 1.0]).collect();
            ratio(&times).map(|ratio| (100.0 * ratio.ln()).round())
        };
        let steps = |count: u32| (1..=count).map(|step| 0.01 * f64::from(step)).collect::<Vec<_>>();
        assert_eq!(of(&steps(8)), Figure { value: 5.0, low: 1.0, high: 8.0 });
        assert_eq!(of(&steps(9)), Figure { value: 5.0, low: 2.0, high: 8.0 });
        // From ten runs on it is the mean of all but two at each end.
        let few = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.3, 0.3, 0.3, 0.3];
        assert_eq!(of(&few[..9]).value, 0.0);
        assert_eq!(of(&few).value, 10.0);
    }

    #[test]
    fn what_is_not_asked_for_is_as_the_help_says() {
        let parsed = |arguments: &[&str]| {
            Options::try_parse_from([&["compare"], arguments].concat()).unwrap()
        };
        let Options { runs, limit, base, test } = parsed(&["a", "b"]);
        assert_eq!((runs, limit, &*base.0, &*test.0), (40, 600, "a", "b"));
        let Options { runs, limit, .. } = parsed(&["--limit", "7", "--runs", "6", "a", "b"]);
        assert_eq!((runs, limit), (6, 7));
    }
}
