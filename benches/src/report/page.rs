//! What all pages share: their frame, their links and the cells of their tables.

use super::figures::{self, Figure, Figures, Time};
use super::headline::{self, Headline, contenders, named};
use super::{plots, slug};
use crate::record::{Proof, Records, Variant};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// The only script that a page runs. It sorts, filters and highlights what is
/// there without it.
pub(super) const SCRIPT: &str = include_str!("../../templates/page.js");

/// The source of scripts that a page allows: [`SCRIPT`], by its hash, and no other.
pub(super) fn script_source() -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(SCRIPT)))
}

/// The colours of the plots, which a page's own take the place of.
pub(super) struct Look {
    pub(super) ink: String,
    pub(super) grid: String,
    pub(super) paper: String,
}

impl Look {
    pub(super) fn of_plots() -> Look {
        let [ink, grid, paper] = [plots::INK, plots::GRID, plots::PAPER].map(plots::hexadecimal);
        Look { ink, grid, paper }
    }
}

/// The pages of the studies, for the navigation.
pub(super) struct Pages<'a> {
    /// Names and files.
    pub(super) studies: Vec<(&'a str, String)>,
}

impl<'a> Pages<'a> {
    pub(super) fn of(headlines: &[Headline<'a>]) -> Pages<'a> {
        let page = |headline: &Headline<'a>| (headline.study, file(headline.study));
        Pages { studies: headlines.iter().map(page).collect() }
    }
}

/// The file of a study's page.
pub(super) fn file(study: &str) -> String {
    format!("{}.html", slug(study))
}

/// What can be chosen on a page where the script runs.
pub(super) struct Tools<'a> {
    /// The variants to highlight, by study.
    pub(super) groups: Vec<Group<'a>>,
    /// The interfaces to filter by, if there are several.
    pub(super) interfaces: Vec<&'a str>,
}

/// The variants of a study, to choose from.
pub(super) struct Group<'a> {
    /// The study's name.
    pub(super) study: &'a str,
    pub(super) variants: Vec<Link<'a>>,
}

impl<'a> Tools<'a> {
    pub(super) fn of(headlines: &[&Headline<'a>], records: &'a Records) -> Tools<'a> {
        let group = |headline: &&Headline<'a>| Group {
            study: headline.study,
            variants: contenders(records, headline.study).map(link).collect(),
        };
        let groups: Vec<_> = headlines.iter().map(group).collect();
        let variants = groups.iter().flat_map(|group| &group.variants);
        let mut interfaces: Vec<_> = variants.map(|link| link.interface).collect();
        interfaces.sort_unstable();
        interfaces.dedup();
        if interfaces.len() < 2 {
            interfaces.clear();
        }
        Tools { groups, interfaces }
    }

    /// The same, to filter these rows alone.
    pub(super) fn of_rows<'h>(mut self, rows: impl Iterator<Item = &'h headline::Row<'a>>) -> Self
    where
        'a: 'h,
    {
        let shown: BTreeSet<_> = rows.map(|row| row.variant.interface.as_str()).collect();
        self.interfaces.retain(|interface| shown.len() > 1 && shown.contains(interface));
        self
    }
}

/// A variant's name and where its section is.
pub(super) struct Link<'a> {
    /// Its name in the page and in the plots, where the script finds it by.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) interface: &'a str,
}

pub(super) fn link(variant: &Variant) -> Link<'_> {
    Link {
        id: id(&variant.study, &variant.name),
        name: named(variant),
        interface: &variant.interface,
    }
}

/// The name of a variant that is safe as an anchor and the same everywhere.
pub(super) fn id(study: &str, name: &str) -> String {
    format!("{}--{}", slug(study), slug(name))
}

/// A cell of a table.
#[derive(Default)]
pub(super) struct Cell {
    pub(super) text: String,
    /// What is said below it, smaller.
    pub(super) details: Vec<String>,
    /// What rows are sorted by; nothing where the figure is missing.
    pub(super) value: Option<String>,
}

impl Cell {
    /// A whole number.
    pub(super) fn whole(number: u64) -> Cell {
        let text = number.to_string();
        Cell { value: Some(text.clone()), text, details: Vec::new() }
    }

    /// Words in the place of a figure.
    pub(super) fn words(words: &str) -> Cell {
        Cell { text: words.to_owned(), ..Cell::default() }
    }

    /// A figure, or words where it is missing.
    pub(super) fn figure(figure: Option<Figure>, text: fn(f64) -> String, absence: &str) -> Cell {
        let Some(Figure { value, .. }) = figure else { return Cell::words(absence) };
        // Six digits tell any two figures apart that are told apart at all.
        let sorted = format!("{value:.6e}");
        Cell { text: text(value), details: Vec::new(), value: Some(sorted) }
    }

    /// A figure with the ends of its interval below it.
    pub(super) fn interval(figure: Option<Figure>, text: fn(f64) -> String, absence: &str) -> Cell {
        let ends = |figure: Figure| format!("{} to {}", text(figure.low), text(figure.high));
        let details = figure.map(ends).into_iter().collect();
        Cell { details, ..Cell::figure(figure, text, absence) }
    }

    /// A count per query, or why it is not there.
    pub(super) fn count(figure: Option<Figure>, variant: &Variant) -> Cell {
        Cell::figure(figure, figures::count, figures::count_absence(variant))
    }

    /// A net time, or why it is not there.
    pub(super) fn net(time: Time, absence: &str) -> Cell {
        match (time.raw, time.net) {
            (Some(_), None) => Cell {
                details: vec!["net was not measured".to_owned()],
                ..Cell::words("not known")
            },
            (_, net) => Cell::interval(net, figures::time, absence),
        }
    }

    /// The same with the raw time below it.
    fn net_and_raw(time: Time, absence: &str) -> Cell {
        let mut cell = Cell::net(time, absence);
        cell.details.extend(time.raw.map(|raw| format!("raw {}", figures::time(raw.value))));
        cell
    }
}

/// A row of a table about one variant.
pub(super) struct Row<'a> {
    pub(super) link: Link<'a>,
    pub(super) cells: Vec<Cell>,
    /// In the place of the cells that a wrong variant has no figures for.
    pub(super) mistake: Option<&'a str>,
}

impl<'a> Row<'a> {
    pub(super) fn new(variant: &'a Variant, cells: Vec<Cell>) -> Row<'a> {
        Row { link: link(variant), cells, mistake: None }
    }
}

/// The contenders of a study side by side.
pub(super) struct Overview<'a> {
    pub(super) study: &'a str,
    pub(super) stream: &'a str,
    pub(super) unit: String,
    pub(super) rows: Vec<Row<'a>>,
    pub(super) kernel: String,
    pub(super) lacks_times: bool,
    pub(super) lacks_counts: bool,
}

impl<'a> Overview<'a> {
    /// All contenders of a study, with raw times.
    pub(super) fn full(headline: &Headline<'a>) -> Overview<'a> {
        Overview::of(headline, headline.rows.iter(), Cell::net_and_raw)
    }

    /// Those that no other one dominates.
    pub(super) fn undominated(
        headline: &Headline<'a>,
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Overview<'a> {
        Overview::of(headline, headline.undominated(records, figures), Cell::net)
    }

    fn of<'h>(
        headline: &'h Headline<'a>,
        rows: impl Iterator<Item = &'h headline::Row<'a>>,
        time: fn(Time, &str) -> Cell,
    ) -> Overview<'a> {
        Overview {
            study: headline.study,
            stream: headline.stream,
            unit: headline.unit(),
            rows: rows.map(|row| overview_row(row, time)).collect(),
            kernel: headline.kernel_note(),
            lacks_times: headline.lacks_times() || headline.rows.is_empty(),
            lacks_counts: headline.lacks_counts(),
        }
    }
}

fn overview_row<'a>(row: &headline::Row<'a>, time: fn(Time, &str) -> Cell) -> Row<'a> {
    let variant = row.variant;
    let code = variant.code_bytes.map_or_else(|| Cell::words("unknown"), Cell::whole);
    let mut cells = vec![Cell::whole(variant.table_bytes), code];
    let mistake = match &variant.proof {
        Proof::Wrong(mistake) => Some(mistake.as_str()),
        Proof::Right(_) => {
            cells.extend(row.times.iter().zip(row.absences).map(|(t, absence)| time(*t, absence)));
            cells.extend([row.instructions, row.misses].map(|count| Cell::count(count, variant)));
            None
        }
    };
    Row { mistake, ..Row::new(variant, cells) }
}

/// The machine and the build in a line.
pub(super) fn machine_line(records: &Records) -> String {
    let machine = &records.machine;
    let place = match machine.virtualised {
        Some(true) => ", virtual",
        _ => "",
    };
    format!("{}, {}{place}, {}", machine.cpu, machine.os, machine.rustc)
}
