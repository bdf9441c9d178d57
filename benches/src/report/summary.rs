//! The summary: the headlines as Markdown, for a README or a message.

use super::headline::{Headline, first_look};
use super::page::machine_line;
use super::{Question, Table};
use crate::record::Records;

pub(super) fn render(
    records: &Records,
    questions: &[Question],
    headlines: &[Headline<'_>],
) -> String {
    let mut text = format!("# Spacetime\n\n{}\n", escaped(&machine_line(records)));
    if !first_look(records).is_empty() {
        text += "\nMeasured shortly, for a first look: do not rank by it.\n";
    }
    for (question, headline) in questions.iter().zip(headlines) {
        text += &format!("\n## {}\n\n{}\n\n", escaped(headline.study), escaped(&question.text));
        for finding in &headline.findings {
            text += &format!("- {}\n", escaped(finding));
        }
        text += &table(&headline.table());
        let kernel = headline.kernel_note();
        text += &format!("\n{}\n", escaped(&kernel));
    }
    text
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
