//! The summary: the headlines as Markdown, for a README or a message.

use super::Table;
use super::answer::Answers;
use super::claims::Ledger;
use super::figures::Figures;
use super::headline::{Headline, first_look};
use super::page::machine_line;
use super::worth::Worth;
use crate::record::Records;

pub(super) fn render(
    records: &Records,
    answers: &Answers<'_>,
    headlines: &[Headline<'_>],
    ledger: &Ledger,
    figures: &Figures<'_>,
) -> String {
    let mut text = format!("# Spacetime\n\n{}\n", escaped(&machine_line(records)));
    if !first_look(records).is_empty() {
        text += "\nMeasured shortly, for a first look: do not rank by it.\n";
    }
    for (answer, headline) in answers.studies.iter().zip(headlines) {
        text += &format!("\n## {}\n\n{}\n\n", escaped(answer.study), escaped(answer.question));
        for sentence in &answer.sentences {
            text += &format!("- {}\n", escaped(&sentence.text));
        }
        text += &table(&headline.table());
        if let Some(worth) = Worth::of(headline, records, figures) {
            text += &table(&worth.table());
        }
        let kernel = headline.kernel_note();
        text += &format!("\n{}\n", escaped(&kernel));
    }
    text + &claims(ledger)
}

/// The tables of what was measured alone, for a README.
pub(super) fn excerpt<'a>(
    records: &'a Records,
    answers: &Answers<'a>,
    headlines: &[Headline<'a>],
    figures: &Figures<'a>,
) -> String {
    let mut text = format!("On {}.\n", escaped(&machine_line(records)));
    for (answer, headline) in answers.studies.iter().zip(headlines) {
        let undominated = headline.table_of_undominated(records, figures);
        if !undominated.rows.is_empty() {
            text += &format!("\n### {}\n{}", escaped(answer.question), table(&undominated));
        }
    }
    text
}

fn claims(ledger: &Ledger) -> String {
    let (tally, rows) = ledger.in_short();
    let row = |cells: [&str; 3]| format!("| {} |\n", cells.map(escaped).join(" | "));
    let rows: String = rows.into_iter().map(row).collect();
    let header = row(["claim", "what others said", "verdict"]);
    format!("\n## What others said\n\n{}.\n\n{header}|---|---|---|\n{rows}", escaped(&tally))
}

fn table(table: &Table) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<_> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    // Numbers stand at the right, the name at the left.
    let rule = format!("|---|{}\n", "---:|".repeat(table.header.len().saturating_sub(1)));
    let rows: String = table.rows.iter().map(|cells| row(cells)).collect();
    format!("\n{}:\n\n{}{rule}{rows}", escaped(&table.title), row(&table.header))
}

/// Text that Markdown takes for nothing else, on one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        if c.is_control() {
            escaped.push(' ');
            continue;
        }
        if "\\`*_[]<>|&~#".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escaped("a|b\n<i>*x*"), "a\\|b \\<i\\>\\*x\\*");
    }
}
