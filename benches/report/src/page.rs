//! What all pages share: their frame, their links and the cells of their tables.

use crate::Table;
use crate::figures::{self, Figures, Measure, NOT_MEASURED, Place, Time};
use crate::format::{self, id, slug};
use crate::headline::{self, Headline, named};
use crate::nodes::Gain;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use records::{Check, Figure, Interface, Machine, Records, Variant, Verdict};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// The only script that a page runs. It sorts, filters, highlights, reads plots and ranks anew; the
/// page is whole without it.
pub(crate) const SCRIPT: &str = concat!(
    include_str!("../templates/page.js"),
    include_str!("../templates/plots.js"),
    include_str!("../templates/case.js")
);

/// The name of the index in a report's folder, which leads to the studies' pages.
pub(crate) const INDEX: &str = "index.html";

/// No table of pairs or places has more rows: their number grows with the square of what
/// records hold.
pub(crate) const MOST_ROWS: usize = 500;

/// The source of scripts that a page allows: [`SCRIPT`], by its hash, and no other.
pub(crate) fn script_source() -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(SCRIPT)))
}

/// The file of a study's page.
pub(crate) fn file(study: &str) -> String {
    format!("{}.html", slug(study))
}

/// What can be chosen on a study's page where the script runs.
pub(crate) struct Tools {
    /// The variants to highlight.
    pub(crate) variants: Vec<Link>,
    /// The interfaces to filter by, if there are several.
    pub(crate) interfaces: BTreeSet<Interface>,
}

impl Tools {
    pub(crate) fn of(study: &str, figures: &Figures<'_>) -> Tools {
        let interfaces: BTreeSet<_> = figures.contenders(study).map(|v| v.interface).collect();
        let several = interfaces.len() > 1;
        Tools {
            variants: figures.contenders(study).map(link).collect(),
            interfaces: if several { interfaces } else { BTreeSet::new() },
        }
    }
}

/// A variant's name and where its section is.
#[derive(Debug)]
pub(crate) struct Link {
    /// Its name in the page and in the plots, by which the script finds it.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) interface: Interface,
}

impl Link {
    /// The anchor of its row in a table, which has an anchor that begins with the study.
    pub(crate) fn row(&self, table: &str) -> String {
        let name = self.id.split_once("--").map_or(self.id.as_str(), |(_, name)| name);
        format!("{table}-{name}")
    }
}

pub(crate) fn link(variant: &Variant) -> Link {
    Link {
        id: id(&variant.study, &variant.name),
        name: named(variant),
        interface: variant.interface,
    }
}

/// A cell of a table.
#[derive(Debug, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// What is said below it, smaller.
    pub(crate) details: Vec<String>,
    /// What rows are sorted by; nothing where the figure is missing.
    pub(crate) value: Option<String>,
}

impl Cell {
    /// A whole number.
    pub(crate) fn whole(number: u64) -> Cell {
        let text = number.to_string();
        Cell { value: Some(text.clone()), text, details: Vec::new() }
    }

    /// Words in the place of a figure.
    pub(crate) fn words(words: &str) -> Cell {
        Cell { text: words.to_owned(), ..Cell::default() }
    }

    /// A figure, or words where it is missing.
    pub(crate) fn figure(figure: Option<Figure>, text: fn(f64) -> String, absence: &str) -> Cell {
        let Some(Figure { value, .. }) = figure else { return Cell::words(absence) };
        // Six digits tell any two figures apart that are told apart at all.
        let sorted = format!("{value:.6e}");
        Cell { text: text(value), details: Vec::new(), value: Some(sorted) }
    }

    /// A figure with the ends of its interval below it.
    pub(crate) fn interval(figure: Option<Figure>, text: fn(f64) -> String, absence: &str) -> Cell {
        let ends = figure.map(|figure| format::ends(figure, text));
        Cell { details: ends.into_iter().collect(), ..Cell::figure(figure, text, absence) }
    }

    /// A gain with its interval, and the verdict where it is no certain difference.
    pub(crate) fn gain(gain: Gain) -> Cell {
        let mut cell = Cell::interval(Some(gain.figure), format::gain, "");
        let verdict = match gain.verdict {
            Verdict::Faster | Verdict::Slower => None,
            Verdict::Tie => Some("tie"),
            Verdict::Unresolved => Some("not resolved"),
        };
        cell.details.extend(verdict.map(str::to_owned));
        cell
    }

    /// A count per query, or why it is not there.
    pub(crate) fn count(count: Option<f64>, variant: &Variant) -> Cell {
        let absence = figures::count_absence(variant);
        Cell::figure(count.map(Figure::exact), format::count, absence)
    }

    /// A count of a whole program per query.
    pub(crate) fn count_of(count: Option<f64>) -> Cell {
        Cell::figure(count.map(Figure::exact), format::count, NOT_MEASURED)
    }

    /// A time by this measure, or why it is not there. Below a raw one stands the net one.
    pub(crate) fn time(time: Time, measure: Measure, absence: &str) -> Cell {
        match measure {
            Measure::Net => Cell::shown(time, measure, absence),
            Measure::Raw => Cell::time_and_other(time, measure, absence),
        }
    }

    /// The same with the time by the other measure below it.
    fn time_and_other(time: Time, measure: Measure, absence: &str) -> Cell {
        let mut cell = Cell::shown(time, measure, absence);
        let other = measure.other();
        let below = time.of(other).map(|time| format::time(time.value));
        cell.details.extend(below.map(|time| format!("{} {time}", other.name())));
        cell
    }

    fn shown(time: Time, measure: Measure, absence: &str) -> Cell {
        match (time.raw, time.of(measure)) {
            (Some(_), None) => Cell {
                details: vec![format!("{} was not measured", measure.name())],
                ..Cell::words("not known")
            },
            (_, shown) => Cell::interval(shown, format::time, absence),
        }
    }

    /// The same as plain text.
    fn plain(&self) -> String {
        match self.details.as_slice() {
            [] => self.text.clone(),
            details => format!("{} ({})", self.text, details.join(", ")),
        }
    }
}

/// A row of a table about one variant.
pub(crate) struct Row<'a> {
    pub(crate) link: Link,
    pub(crate) cells: Vec<Cell>,
    /// In the place of the cells that a wrong variant has no figures for.
    pub(crate) mistake: Option<&'a str>,
    /// How many cells that are.
    pub(crate) rest: usize,
}

impl<'a> Row<'a> {
    pub(crate) fn new(variant: &'a Variant, cells: Vec<Cell>) -> Row<'a> {
        Row { link: link(variant), cells, mistake: None, rest: 0 }
    }

    /// The times of a variant at these places.
    pub(crate) fn of_times(
        variant: &'a Variant,
        places: &[Place<'_>],
        figures: &Figures<'_>,
    ) -> Row<'a> {
        let time = |&place: &Place<'_>| {
            let absence = figures.absence_of(variant, place);
            let measure = figures.measure(place.study);
            Cell::time(figures.time(&variant.name, place), measure, absence)
        };
        Row::new(variant, places.iter().map(time).collect())
    }

    /// The same as plain text.
    pub(crate) fn plain(&self) -> Vec<String> {
        let mut cells = vec![self.link.name.clone()];
        cells.extend(self.cells.iter().map(Cell::plain));
        cells
    }
}

/// The contenders of a study side by side.
pub(crate) struct Overview<'a> {
    pub(crate) headline: &'a Headline<'a>,
    pub(crate) rows: Vec<Row<'a>>,
    /// Why figures are missing, and how to get them.
    pub(crate) missing: Vec<String>,
}

impl<'a> Overview<'a> {
    /// All contenders of a study, with both raw and net times.
    pub(crate) fn full(headline: &'a Headline<'a>, figures: &Figures<'a>) -> Overview<'a> {
        Overview::of(headline, headline.rows.iter(), Cell::time_and_other, figures)
    }

    /// Those that no other one dominates.
    pub(crate) fn undominated(headline: &'a Headline<'a>, figures: &Figures<'a>) -> Overview<'a> {
        Overview::of(headline, headline.undominated(figures), Cell::time, figures)
    }

    fn of(
        headline: &'a Headline<'a>,
        rows: impl Iterator<Item = &'a headline::Row<'a>>,
        time: TimeCell,
        figures: &Figures<'a>,
    ) -> Overview<'a> {
        let missing = [headline.missing_times(figures), headline.missing_counts(figures)];
        Overview {
            headline,
            rows: rows.map(|row| overview_row(row, headline.measure, time)).collect(),
            missing: missing.into_iter().flatten().collect(),
        }
    }
}

/// How a cell shows a time.
type TimeCell = fn(Time, Measure, &str) -> Cell;

fn overview_row<'a>(row: &headline::Row<'a>, measure: Measure, time: TimeCell) -> Row<'a> {
    let variant = row.variant;
    let code = variant.code_bytes.map_or_else(|| Cell::words("unknown"), Cell::whole);
    let mut cells = vec![Cell::whole(variant.table_bytes), code];
    let mistake = match &variant.check {
        Check::Wrong(mistake) => Some(mistake.as_str()),
        Check::Right(_) => {
            let times = row.times.iter().zip(row.absences);
            let mut times = times.map(|(t, absence)| time(*t, measure, absence));
            cells.extend(times.next());
            cells.extend(row.beside.iter().map(|t| time(*t, measure, NOT_MEASURED)));
            cells.extend(times);
            cells.extend([row.instructions, row.misses].map(|count| Cell::count(count, variant)));
            None
        }
    };
    Row { mistake, rest: 4 + row.beside.len(), ..Row::new(variant, cells) }
}

/// A headline as plain text, with headers of two lines.
pub(crate) fn table(headline: &Headline<'_>) -> Table {
    let unit = format!("{} {}", headline.measure.name(), headline.unit());
    let sizes = ["variant", "tables,\nbytes", "code,\nbytes"].map(str::to_owned);
    let counts = ["instructions,\nnet /query", "L1 data misses,\nnet /query"].map(str::to_owned);
    let times = ["throughput"].into_iter().chain(headline.beside.iter().map(String::as_str));
    let times = times.chain(["latency"]).map(|time| format!("{time},\n{unit}"));
    let header: Vec<_> = sizes.into_iter().chain(times).chain(counts).collect();
    let row = |row: &headline::Row<'_>| {
        let mut cells = overview_row(row, headline.measure, Cell::time).plain();
        if row.variant.is_wrong() {
            cells.resize(header.len() - 2, "WRONG".to_owned());
            cells.resize(header.len(), "-".to_owned());
        }
        cells
    };
    Table {
        title: format!("{}, stream {}", headline.name(), headline.stream),
        rows: headline.rows.iter().map(row).collect(),
        header,
        notes: vec![headline.ties()],
    }
}

/// The machine and the build in a line.
pub(crate) fn machine_line(records: &Records) -> String {
    let machine = &records.machine;
    let place = match machine.virtualised {
        Some(true) => ", virtual",
        _ => "",
    };
    let others: Vec<_> = records.others.iter().map(|other| other.build.name()).collect();
    let others = match others.as_slice() {
        [] => String::new(),
        others => format!(", beside it {}", format::list(others)),
    };
    let Machine { cpu, os, rustc, build, .. } = machine;
    format!("{cpu}, {os}{place}, {rustc}, build {build}{others}")
}
