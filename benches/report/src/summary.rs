//! The summary: the headlines as Markdown, for a README or a message.

use crate::Table;
use crate::answer::Answers;
use crate::claims::Ledger;
use crate::figures::Figures;
use crate::first::First;
use crate::headline::first_look;
use crate::noise;
use crate::page::{self, machine_line};
use crate::relative_cost::RelativeCost;
use crate::summary_table::SummaryTable;
use records::Records;

pub(crate) fn render(answers: &Answers<'_>, ledger: &Ledger, figures: &Figures<'_>) -> String {
    let records = figures.records;
    let mut text = format!("# Spacetime\n\n{}\n", escaped(&machine_line(records)));
    if !first_look(records).is_empty() {
        text += "\nMeasured shortly, for a first look: do not rank by it.\n";
    }
    if let Some(noise) = noise::of_all(figures) {
        text += &format!("\n{}\n", escaped(&noise));
    }
    for answer in &answers.studies {
        let headline = answer.headline;
        let question = &headline.study.question;
        text += &format!("\n## {}\n\n{}\n\n", escaped(headline.name()), escaped(question));
        for sentence in &answer.sentences {
            text += &format!("- {}\n", escaped(&sentence.text));
        }
        text += &table(&page::table(headline));
        if let Some(cost) = RelativeCost::of(headline, figures) {
            text += &table(&cost.table());
        }
        text += &format!("\n{}\n", escaped(&headline.kernel_note()));
    }
    text + &claims(ledger)
}

/// What to take, for a README.
pub(crate) fn card(records: &Records, first: &First<'_>) -> String {
    let table = aligned(&first.table(), "---|");
    let (finding, machine) = (escaped(first.finding()), escaped(&machine_line(records)));
    format!("**{finding}**\n\nOn {machine}.\n{table}")
}

/// The summary table.
pub(crate) fn excerpt(records: &Records, table: &SummaryTable<'_>) -> String {
    let table = aligned(&table.table(), "---|");
    format!("On {}.\n{table}", escaped(&machine_line(records)))
}

fn claims(ledger: &Ledger) -> String {
    let (tally, rows) = ledger.in_short();
    let row = |cells: [&str; 3]| format!("| {} |\n", cells.map(escaped).join(" | "));
    let rows: String = rows.into_iter().map(row).collect();
    let header = row(["claim", "what others said", "verdict"]);
    format!("\n## What others said\n\n{}.\n\n{header}|---|---|---|\n{rows}", escaped(&tally))
}

/// A table of figures, which stand at the right; the name stands at the left.
fn table(table: &Table) -> String {
    aligned(table, "---:|")
}

/// A table whose columns after the first are aligned so.
fn aligned(table: &Table, rule: &str) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<_> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = format!("|---|{}\n", rule.repeat(table.header.len().saturating_sub(1)));
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
