//! The page: one file that asks nobody for anything.

use super::figures::{self, CHAINS, CLOCK, CONTEXTS, COUNTS, CYCLES, Figure, Figures, Place};
use super::headline::{self, Headline, Time, contenders, named};
use super::plots::{self, Plot};
use super::{Question, slug};
use crate::record::{Proof, Records, Run, Variant};
use anyhow::Result;
use askama::Template;
use plotters::style::RGBColor;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    machine_line: String,
    first_look: Vec<&'a str>,
    studies: Vec<Study<'a>>,
    machine: Vec<(&'static str, String)>,
    runs: Vec<(&'a str, &'a Run)>,
    dates: Option<(&'a str, &'a str)>,
    chains: Vec<Chain>,
    /// The colours of the plots, which the page's own take the place of.
    ink: String,
    grid: String,
    paper: String,
}

struct Study<'a> {
    id: String,
    name: &'a str,
    question: &'a str,
    stream: &'a str,
    unit: String,
    findings: Vec<String>,
    kernel: String,
    headline: Vec<Row>,
    lacks_times: bool,
    lacks_counts: bool,
    streams: &'a [(String, String)],
    times: Vec<TimesRow>,
    space_time: Option<String>,
    sweeps: Vec<Sweep<'a>>,
    counts: Option<Vec<CountsRow>>,
    variants: Vec<Section<'a>>,
}

/// A contender's name and where its section is.
struct Link {
    id: String,
    name: String,
}

struct Row {
    link: Link,
    tables: u64,
    code: Option<u64>,
    mistake: Option<String>,
    times: [Option<Cell>; 2],
    instructions: Option<String>,
    misses: Option<String>,
}

/// A time in a table.
struct Cell {
    net: String,
    interval: String,
    raw: String,
}

struct TimesRow {
    link: Link,
    cells: Vec<Option<Cell>>,
}

struct Sweep<'a> {
    stream: &'a str,
    svg: Option<String>,
}

struct CountsRow {
    link: Link,
    counts: Vec<Option<String>>,
}

/// What is to be said about a variant.
struct Section<'a> {
    link: Link,
    variant: &'a Variant,
    idea: String,
    source: Option<&'a str>,
    proof: String,
}

/// A chain of known latency.
struct Chain {
    name: &'static str,
    expected: f64,
    read: String,
    interval: String,
    verdict: String,
}

/// The page, and the plots that are in it.
pub(super) fn render(
    records: &Records,
    questions: &[Question],
    headlines: &[Headline<'_>],
    figures: &Figures<'_>,
) -> Result<(String, Vec<Plot>)> {
    let mut plots = Vec::new();
    let studies = questions
        .iter()
        .zip(headlines)
        .map(|(question, headline)| study(question, headline, records, figures, &mut plots))
        .collect::<Result<Vec<_>>>()?;
    let dates = || records.measurements.iter().map(|m| m.date.as_str());
    let page = Page {
        machine_line: machine_line(records),
        first_look: headline::first_look(records),
        studies,
        machine: machine(records),
        runs: records.runs.iter().map(|(name, run)| (name.as_str(), run)).collect(),
        dates: dates().min().zip(dates().max()),
        chains: chains(figures),
        ink: hexadecimal(plots::INK),
        grid: hexadecimal(plots::GRID),
        paper: hexadecimal(plots::PAPER),
    };
    Ok((page.render()?, plots))
}

fn study<'a>(
    question: &'a Question,
    headline: &Headline<'a>,
    records: &'a Records,
    figures: &Figures<'a>,
    plots: &mut Vec<Plot>,
) -> Result<Study<'a>> {
    let mut keep = |plot: Option<Plot>| {
        let svg = plot.as_ref().map(|plot| plot.svg.clone());
        plots.extend(plot);
        svg
    };
    let name = question.study.as_str();
    let space_time = keep(plots::space_time(headline, records, figures)?);
    let mut sweeps = Vec::new();
    for (stream, _) in &question.streams {
        let svg = keep(plots::cache_sweep(question, stream, records, figures)?);
        // A sweep is made of some streams only; of the headline's at least.
        if svg.is_some() || stream == headline.stream {
            sweeps.push(Sweep { stream, svg });
        }
    }
    let times = contenders(records, name).filter(|variant| !variant.is_wrong());
    Ok(Study {
        id: slug(name),
        name,
        question: &question.text,
        stream: headline.stream,
        unit: headline.unit(),
        findings: headline.findings(),
        kernel: headline.kernel_note(),
        headline: headline.rows.iter().map(row).collect(),
        lacks_times: headline.lacks_times(),
        lacks_counts: headline.lacks_counts(),
        streams: &question.streams,
        times: times
            .map(|variant| times_row(question, variant, headline.quantity, figures))
            .collect(),
        space_time,
        sweeps,
        counts: counts(headline, figures),
        variants: contenders(records, name).map(section).collect(),
    })
}

fn row(row: &headline::Row<'_>) -> Row {
    let variant = row.variant;
    let count = |net: Figure| figures::count(net.value);
    Row {
        link: link(variant),
        tables: variant.table_bytes,
        code: variant.code_bytes,
        mistake: match &variant.proof {
            Proof::Wrong(mistake) => Some(mistake.clone()),
            Proof::Right(_) => None,
        },
        times: row.times.map(cell),
        instructions: row.instructions.map(count),
        misses: row.misses.map(count),
    }
}

fn cell(time: Time) -> Option<Cell> {
    let raw = time.raw?;
    let net = time.net;
    Some(Cell {
        net: net.map_or("not known".to_owned(), |net| figures::time(net.value)),
        interval: net.map_or("the kernel alone was not measured".to_owned(), figures::interval),
        raw: figures::time(raw.value),
    })
}

fn times_row<'a>(
    question: &'a Question,
    variant: &'a Variant,
    quantity: &'a str,
    figures: &Figures<'a>,
) -> TimesRow {
    let mut cells = Vec::new();
    for context in CONTEXTS {
        for (stream, _) in &question.streams {
            let place = Place { study: &question.study, stream, context, quantity, l1_bytes: None };
            cells.push(cell(Time {
                raw: figures.raw(&variant.name, place),
                net: figures.net(&variant.name, place),
            }));
        }
    }
    TimesRow { link: link(variant), cells }
}

/// What was counted of each variant; nothing if nothing was.
fn counts<'a>(headline: &Headline<'a>, figures: &Figures<'a>) -> Option<Vec<CountsRow>> {
    let right = headline.rows.iter().filter(|row| !row.variant.is_wrong());
    let rows: Vec<_> = right
        .map(|row| {
            let count = |quantity| {
                let place = Place {
                    study: headline.study,
                    stream: headline.stream,
                    context: figures::THROUGHPUT,
                    quantity,
                    l1_bytes: None,
                };
                let net = figures.net(&row.variant.name, place)?;
                Some(figures::count(net.value))
            };
            CountsRow { link: link(row.variant), counts: COUNTS.map(count).into() }
        })
        .collect();
    let counted = rows.iter().flat_map(|row| &row.counts).any(Option::is_some);
    counted.then_some(rows)
}

fn section(variant: &Variant) -> Section<'_> {
    Section {
        link: link(variant),
        variant,
        idea: idea(&variant.idea),
        source: Some(variant.source.as_str()).filter(|source| source.starts_with("https://")),
        proof: headline::proof(variant),
    }
}

fn link(variant: &Variant) -> Link {
    Link { id: format!("{}--{}", slug(&variant.study), slug(&variant.name)), name: named(variant) }
}

/// Markdown as HTML in which nothing is active: raw HTML is shown as text,
/// links lead to secure pages only, and images, which would be fetched, are
/// left as their words. Headings come below those of the page.
fn idea(markdown: &str) -> String {
    let mut kept_links = Vec::new();
    let events = Parser::new(markdown).filter_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Some(Event::Text(html)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Link { ref dest_url, .. }) => {
            kept_links.push(dest_url.starts_with("https://"));
            kept_links.last().is_some_and(|kept| *kept).then_some(event)
        }
        Event::End(TagEnd::Link) => kept_links.pop().unwrap_or(false).then_some(event),
        Event::Start(Tag::Heading { .. }) => Some(Event::Start(Tag::Paragraph)),
        Event::End(TagEnd::Heading(_)) => Some(Event::End(TagEnd::Paragraph)),
        other => Some(other),
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    html
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

fn machine(records: &Records) -> Vec<(&'static str, String)> {
    let machine = &records.machine;
    let unknown = || "not told by the system".to_owned();
    let cache = |bytes: Option<u64>| bytes.map_or_else(unknown, plots::binary);
    let flags = match machine.flags.as_str() {
        "" => "none beyond the profile's",
        flags => flags,
    };
    let virtualised = match machine.virtualised {
        Some(true) => "yes",
        Some(false) => "no hypervisor announces itself",
        None => "not known",
    };
    vec![
        ("Processor", machine.cpu.clone()),
        ("L1 data cache", cache(machine.caches.l1d)),
        ("L2 cache", cache(machine.caches.l2)),
        ("L3 cache", cache(machine.caches.l3)),
        ("System", machine.os.clone()),
        ("Virtual machine", virtualised.to_owned()),
        ("Frequency governor", machine.governor.clone().unwrap_or_else(unknown)),
        ("Compiler", machine.rustc.clone()),
        ("Compiler flags", flags.to_owned()),
        ("Instruction sets", machine.features.join(", ")),
    ]
}

/// What the clock reads off chains of known latency.
fn chains(figures: &Figures<'_>) -> Vec<Chain> {
    let chain = |(name, expected): (&'static str, f64)| {
        let place = Place {
            study: CLOCK,
            stream: "dependent",
            context: figures::LATENCY,
            quantity: CYCLES,
            l1_bytes: None,
        };
        let read = figures.raw(name, place)?;
        let deviation = (read.value / expected - 1.0) * 100.0;
        let verdict = if deviation.abs() <= 2.0 {
            "right within 2 %".to_owned()
        } else {
            format!("off by {} %: do not trust absolute cycles", figures::number(deviation, 1))
        };
        Some(Chain {
            name,
            expected,
            read: figures::count(read.value),
            interval: format!("{} to {}", figures::count(read.low), figures::count(read.high)),
            verdict,
        })
    };
    CHAINS.into_iter().filter_map(chain).collect()
}

fn hexadecimal(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideas_hold_nothing_active() {
        let html = idea(
            "# Title\n\n<script>alert(1)</script>\n\na <b onclick=x>bold</b> \
             [bad](javascript:x) [good](https://example.org/) ![words](https://example.org/a.png)",
        );
        for active in ["<script", "<b ", "javascript:", "<img", "<h1"] {
            assert!(!html.contains(active), "{active} in {html}");
        }
        assert!(html.contains("&lt;script&gt;"));
        assert!(html.contains("<a href=\"https://example.org/\">good</a>"));
        assert!(html.contains("bad") && html.contains("words"));
    }
}
