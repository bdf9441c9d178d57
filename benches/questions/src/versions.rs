//! A variant beside itself at a commit, in one program.
//!
//! `cargo times QUESTION -- VARIANT --against COMMIT` makes a package of this one twice: over the crates of
//! the working tree, and over those of the commit. Each [offers] the variant's loops with its own `lookup`
//! inlined, and [`main`] compares them. All types between the two are those of `sampling`.

use crate::contenders::{conditions, contender};
use crate::list;
use crate::question::crates;
use crate::streams;
use anyhow::{Context as _, Result, anyhow, ensure};
use records::{Claim, Figure, Setting, unavailable};

use sampling::statistics::middle;
use sampling::{Contender, Offer, Outcome, versions};
use std::fmt::Write as _;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

/// What a package has of a question's variant: its loops over independent queries, and over dependent ones.
///
/// # Errors
/// If there is no such variant, it answers wrongly, or this processor lacks what it needs.
pub fn offers(question: &str, variant: &str) -> Result<Vec<Offer>> {
    streams::check()?;
    let unknown = || format!("expected a variant of {question}, found {variant:?}");
    let question = Rc::new(list::named(question).with_context(unknown)?);
    let place = question.variants.iter().position(|it| it.name == variant).with_context(unknown)?;
    let variant = &question.variants[place];
    let needs: Vec<_> = variant.needs().into_iter().map(str::to_owned).collect();
    ensure!(variant.is_available(), "not measured: {}", unavailable(&needs));
    variant.checked().map_err(|wrong| anyhow!("{wrong}"))?;
    let crates = crates(std::slice::from_ref(&question));
    let streams = || question.streams.iter().map(|(stream, _)| *stream);
    let stream = streams().find(|stream| variant.answers(stream)).with_context(unknown)?;
    let settings = [false, true].into_iter().filter(|dependent| question.asks(*dependent));
    let offer = |dependent| {
        let setting = Setting::hot(question.name, stream, dependent);
        // Times are compared, and not how they grow with the chain.
        let plain = |mut made: Contender| {
            made.workloads.truncate(1);
            made
        };
        let [of, without] = [(); 2].map(|()| Rc::clone(&question));
        Offer {
            conditions: conditions(&question, setting),
            crates: crates.clone(),
            function: Box::new(move || plain(contender(&of, &of.variants[place], setting))),
            null: Box::new(move || plain(contender(&without, &without.null, setting))),
        }
    };
    Ok(settings.map(offer).collect())
}

/// The times that both sides draw their queries anew. Each side has its own, and a layout does not move
/// them: in one draw of 1.5 s, 6 of 40 comparisons of a variant with itself differed, by up to 1 %.
const DRAWS: u32 = 3;

/// What a package offers of a question's variant.
pub type Offers = fn(&str, &str) -> Result<Vec<Offer>>;

/// The main function of a program with two packages: that of the commit, and that of the working tree. Its
/// arguments are the question, the variant, the commit as the user calls it, the milliseconds for a table,
/// a seed, and what is expected, if anything.
///
/// It prints a table for each kind of loop and a last line. It ends with status 1 if that is not as
/// expected, or nothing was measured.
#[must_use]
pub fn main(before: Offers, now: Offers) -> ExitCode {
    processor::require();
    processor::end_on_panic();
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match compared(&arguments, before, now) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn compared(arguments: &[String], before: Offers, now: Offers) -> Result<()> {
    let [question, variant, commit, milliseconds, seed, expected @ ..] = arguments else {
        return Err(anyhow!("expected question, variant, commit, milliseconds and seed"));
    };
    let (time, seed) = (Duration::from_millis(milliseconds.parse()?), seed.parse::<u64>()?);
    let expected = expected.first().map(|text| Claim::expected(text).map_err(|it| anyhow!(it)));
    let expected = expected.transpose()?;
    let at = format!("at {commit}");
    let (mut kept, mut draws) = (Vec::new(), Vec::new());
    for draw in 0..DRAWS {
        let before = before(question, variant).with_context(|| format!("{variant} {at}"))?;
        let now = now(question, variant).with_context(|| format!("{variant} as it stands"))?;
        let mut tables = Vec::new();
        for (before, now) in before.iter().zip(&now) {
            let seed = seed.wrapping_add(u64::from(draw));
            let outcome = versions([&at, "as it stands"], [before, now], seed, time / DRAWS)?;
            outcome.print();
            tables.extend(Told::of(&outcome));
        }
        draws.push(tables);
        // The next queries lie elsewhere.
        kept.push((before, now));
    }
    let tables = agreed(&draws);
    let line = told(variant, commit, &tables);
    println!("{line}");
    match expected {
        Some(expected) if !is_met(expected, &tables) => Err(anyhow!("expected {expected}: {line}")),
        _ => Ok(()),
    }
}

/// What a table tells of the variant as it stands.
#[derive(Clone, Debug)]
struct Told {
    table: String,
    claim: Claim,
    /// Its time by that at the commit.
    ratio: Figure,
}

impl Told {
    fn of(outcome: &Outcome) -> Option<Told> {
        let row = outcome.rows.last()?;
        let (table, claim) = (outcome.what.clone(), Claim::from(row.verdict));
        Some(Told { table, claim, ratio: row.ratio? })
    }
}

/// What all draws say of each table: a claim that they share, and an interval that holds all of theirs.
fn agreed(draws: &[Vec<Told>]) -> Vec<Told> {
    let Some(first) = draws.first() else { return Vec::new() };
    let table = |(number, told): (usize, &Told)| {
        let all = || draws.iter().filter_map(|tables| tables.get(number));
        let agree = all().all(|other| other.claim == told.claim);
        let claim = if agree { told.claim } else { Claim::NotToldApart };
        let value = middle(&all().map(|other| other.ratio.value).collect::<Vec<_>>());
        let low = all().map(|other| other.ratio.low).fold(value, f64::min);
        let high = all().map(|other| other.ratio.high).fold(value, f64::max);
        Told { table: told.table.clone(), claim, ratio: Figure { value, low, high } }
    };
    first.iter().enumerate().map(table).collect()
}

/// What all tables together claim; `None` if one is faster and another slower.
fn together(tables: &[Told]) -> Option<Claim> {
    let has = |claim| tables.iter().any(|told| told.claim == claim);
    match (has(Claim::Faster), has(Claim::Slower)) {
        (true, true) => None,
        (true, false) => Some(Claim::Faster),
        (false, true) => Some(Claim::Slower),
        (false, false) => Some(Claim::NotToldApart),
    }
}

/// Whether the tables are as expected: none slower, and one faster if that is expected.
fn is_met(expected: Claim, tables: &[Told]) -> bool {
    together(tables).is_some_and(|found| expected.holds(found))
}

/// The last line: what may be said of the variant, then each table's ratio.
fn told(variant: &str, commit: &str, tables: &[Told]) -> String {
    let claim = match together(tables) {
        Some(Claim::NotToldApart) => "not told apart from what it was".to_owned(),
        Some(claim) => format!("{claim} than"),
        None => "faster and slower than".to_owned(),
    };
    let mut line = format!("{variant} is {claim} at {commit}: ");
    for (number, Told { table, claim, ratio: Figure { value, low, high } }) in
        tables.iter().enumerate()
    {
        let comma = if number > 0 { "; " } else { "" };
        let _ = write!(line, "{comma}{table} {value:.3}x ({low:.3} to {high:.3}), {claim}");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(table: &str, claim: Claim, value: f64) -> Told {
        let ratio = Figure { value, low: value - 0.01, high: value + 0.01 };
        Told { table: table.to_owned(), claim, ratio }
    }

    #[test]
    fn the_last_line_says_what_all_tables_claim_in_figures() {
        let [hot, waits] = [("hot", 1.2), ("waits", 0.9)];
        let line = |first, second| {
            let tables = [table(hot.0, first, hot.1), table(waits.0, second, waits.1)];
            told("mine", "HEAD (1a2b)", &tables)
        };
        let figures = |first: &str, second: &str| {
            format!("hot 1.200x (1.190 to 1.210), {first}; waits 0.900x (0.890 to 0.910), {second}")
        };
        use Claim::{Faster, NotToldApart, Slower};
        for (claims, says, [first, second]) in [
            ([Slower, NotToldApart], "slower than at", ["slower", "not told apart"]),
            ([Slower, Slower], "slower than at", ["slower", "slower"]),
            ([NotToldApart, Faster], "faster than at", ["not told apart", "faster"]),
            ([Slower, Faster], "faster and slower than at", ["slower", "faster"]),
            (
                [NotToldApart, NotToldApart],
                "not told apart from what it was at",
                ["not told apart", "not told apart"],
            ),
        ] {
            let expected = format!("mine is {says} HEAD (1a2b): {}", figures(first, second));
            assert_eq!(line(claims[0], claims[1]), expected);
        }
    }

    #[test]
    fn a_claim_is_one_of_all_draws_and_the_interval_holds_theirs() {
        use Claim::{Faster, NotToldApart, Slower};
        for (claims, expected) in [
            ([Slower, Slower, Slower], Slower),
            ([Slower, NotToldApart, Slower], NotToldApart),
            ([Faster, Faster, Slower], NotToldApart),
        ] {
            let draw =
                |(claim, value)| vec![table("hot", claim, value), table("waits", Faster, 0.9)];
            let draws: Vec<_> = claims.into_iter().zip([1.03, 1.01, 1.02]).map(draw).collect();
            let [hot, waits] = &agreed(&draws)[..] else { panic!("{draws:?}") };
            assert_eq!((&*hot.table, hot.claim, waits.claim), ("hot", expected, Faster));
            let Figure { value, low, high } = hot.ratio;
            assert_eq!(
                [value, low, high].map(|it| (1000.0 * it).round()),
                [1020.0, 1000.0, 1040.0]
            );
        }
        assert!(agreed(&[]).is_empty());
    }

    #[test]
    fn what_is_expected_is_met_if_no_table_is_slower() {
        use Claim::{Faster, NotSlower, NotToldApart, Slower};
        for (claims, [faster, not_slower, slower]) in [
            ([Faster, NotToldApart], [true, true, false]),
            ([Faster, Slower], [false, false, false]),
            ([NotToldApart, NotToldApart], [false, true, false]),
            ([NotToldApart, Slower], [false, false, true]),
        ] {
            let tables = claims.map(|claim| table("hot", claim, 1.0));
            let met = [Faster, NotSlower, Slower].map(|expected| is_met(expected, &tables));
            assert_eq!(met, [faster, not_slower, slower], "{claims:?}");
        }
    }
}
