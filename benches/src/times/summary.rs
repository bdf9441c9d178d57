//! What the terminal and the log say of a run's tables.

use records::{Agreement, Core, Figure, LEAST, Table, Verdict, agreements};

/// Everything in a run that needs attention, in a line.
pub(crate) fn attention(cores: impl Iterator<Item = Core>, tables: &[Table]) -> String {
    let cores: Vec<_> = cores.collect();
    let count = |core| cores.iter().filter(|seen| **seen == core).count();
    let (company, unsteady, all) = (count(Core::Company), count(Core::Unsteady), cores.len());
    let noisy = tables.iter().flat_map(|table| &table.steps).filter(|step| !step.has_figures());
    let parts = [
        (company, format!("{company} of {all} measurements in company (times not comparable)")),
        (unsteady, format!("{unsteady} of {all} had no steady frequency")),
        (noisy.clone().count(), format!("{} had too few layouts", noisy.count())),
    ];
    let parts = parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, part)| part);
    let parts: Vec<_> = parts.collect();
    let quiet = if parts.is_empty() { "The core was quiet".to_owned() } else { parts.join(", ") };
    let agreements = agreements(tables);
    let sum = |of: fn(&Agreement<'_>) -> usize| agreements.iter().map(of).sum::<usize>();
    let [excluding, apart] = [sum(|a| a.excluding), sum(|a| a.apart)];
    let compared = sum(|a| a.intervals);
    format!(
        "{quiet}. Copies against themselves: {excluding} of {compared} differ ({} are due by \
         chance), {apart} by more than 0.5 %.",
        compared.div_ceil(20)
    )
}

/// How often copies of variants differed from their originals, by question and context.
pub(crate) fn agreeing(tables: &[Table]) -> comfy_table::Table {
    let mut rows = comfy_table::Table::new();
    rows.load_style(comfy_table::presets::NOTHING);
    rows.set_header(["question", "context", "comparisons", "differ", "by 0.5 %", "largest", ""]);
    for agreement in agreements(tables) {
        rows.add_row([
            agreement.question.to_owned(),
            agreement.context.to_string(),
            agreement.intervals.to_string(),
            agreement.excluding.to_string(),
            agreement.apart.to_string(),
            format!("{:.2} %", 100.0 * (agreement.worst - 1.0)),
            if agreement.is_withheld() { "withheld".to_owned() } else { String::new() },
        ]);
    }
    rows
}

/// The variants sorted by time, each compared with the fastest.
pub(crate) fn ranking(table: &Table) -> comfy_table::Table {
    let mut rows = comfy_table::Table::new();
    rows.load_style(comfy_table::presets::NOTHING);
    let unit = table.unit;
    let slope = if table.dependent { "waits" } else { "" };
    let in_company = table.steps.iter().any(|step| step.core == Core::Company);
    let per_query = format!("{unit}/query{}", if in_company { " in company" } else { "" });
    rows.set_header(["variant", &per_query, "net", "layouts", slope, "by the reference", ""]);
    let Some(step) = table.steps.first().filter(|step| step.has_figures()) else { return rows };
    let time = |variant: &usize| step.raw[*variant].map_or(f64::INFINITY, |raw| raw.value);
    let mut order: Vec<_> = (0..table.variants().len()).collect();
    order.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let figure =
        |figure: Option<Figure>| figure.map_or("-".to_owned(), |f| format!("{:.3}", f.value));
    for &variant in &order {
        let spread = step.spread.get(variant).copied().flatten();
        let slope = step.slope.get(variant).copied().flatten();
        rows.add_row([
            table.names[variant].clone(),
            figure(step.raw[variant]),
            figure(step.net[variant]),
            spread.map_or(String::new(), |share| format!("{:.1} %", 100.0 * share)),
            slope.map_or(String::new(), |slope| format!("{:.2}", slope.value)),
            step.ratio[variant].map_or("1".to_owned(), |ratio| {
                format!("{:.3} ({:.3} to {:.3})", ratio.value, ratio.low, ratio.high)
            }),
            match step.verdict(variant, order[0]) {
                Some(Verdict::Tie) => format!("within {} % of the fastest", 200.0 * LEAST),
                Some(Verdict::Unresolved) => "not resolved".to_owned(),
                _ => String::new(),
            },
        ]);
    }
    rows
}

/// Where a variant stands in a table: its time and place, and its time by that of those next to it.
/// `None` if it has no time there.
pub(crate) fn placed(table: &Table, name: &str) -> Option<String> {
    let step = table.steps.first().filter(|step| step.has_figures())?;
    let own = table.variants().iter().position(|known| known == name)?;
    let time = |variant: usize| step.raw.get(variant).copied().flatten().map(|raw| raw.value);
    let mut order: Vec<_> =
        (0..table.variants().len()).filter_map(|it| Some((it, time(it)?))).collect();
    order.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let place = order.iter().position(|(variant, _)| *variant == own)?;
    let by = |&(other, _): &(usize, f64)| {
        // The reference has no ratio to itself.
        let [of, against] =
            [own, other].map(|it| step.ratio[it].unwrap_or_else(|| Figure::exact(1.0)));
        let known = &table.names[other];
        let Figure { value, low, high } =
            step.pair(name, known).unwrap_or_else(|| of.over(against));
        let verdict = match step.verdict(own, other) {
            Some(Verdict::Faster) => "faster",
            Some(Verdict::Slower) => "slower",
            _ => "not told apart",
        };
        format!("{value:.3}x ({low:.3} to {high:.3}) of {known}, {verdict}")
    };
    let near = place.saturating_sub(NEIGHBOURS)..order.len().min(place + NEIGHBOURS + 1);
    let near: Vec<_> = order[near].iter().filter(|(variant, _)| *variant != own).map(by).collect();
    let (time, all) = (order[place].1, order.len());
    let first = format!("{name}: {time:.2} {}/query, {} of {all}", table.unit, place + 1);
    Some([vec![first], near].concat().join("\n    "))
}

/// The variants on each side of one's own that it is compared with.
const NEIGHBOURS: usize = 2;

#[cfg(test)]
mod tests {
    use super::*;
    use records::{Context, CopyOf, Pair, Records, Unit};

    #[test]
    fn a_variant_stands_between_those_next_to_it_in_figures() {
        let mut table = table(&[]);
        let names = ["a", "b", "c", "d", "e", "mine", "null"].map(str::to_owned);
        table.names = names.to_vec();
        let step = &mut table.steps[0];
        let times = [3.0, 1.0, 2.0, 5.0, 7.0, 4.0];
        let figure = |value: f64| Figure { value, low: value * 0.99, high: value * 1.01 };
        step.raw = times.map(figure).map(Some).to_vec();
        step.ratio = times.map(|time| Some(figure(time / 3.0))).to_vec();
        step.raw.push(None);
        step.ratio.push(None);
        step.ratio[0] = None;
        step.set_verdicts(6, |of, against| match (of, against) {
            (5, 0 | 2) => Some(Verdict::Slower),
            (5, 4) => Some(Verdict::Faster),
            _ => Some(Verdict::Unresolved),
        });
        let told = placed(&table, "mine").unwrap();
        let lines: Vec<_> = told.lines().map(str::trim).collect();
        assert_eq!(lines[0], "mine: 4.00 cycles/query, 4 of 6");
        let [c, a, d, e] = [lines[1], lines[2], lines[3], lines[4]];
        assert!(c.starts_with("2.000x (") && c.ends_with(" of c, slower"), "{c}");
        assert_eq!(a, "1.333x (1.320 to 1.347) of a, slower");
        assert!(d.starts_with("0.800x (") && d.ends_with(" of d, not told apart"), "{d}");
        assert!(e.starts_with("0.571x (") && e.ends_with(" of e, faster"), "{e}");
        assert_eq!(lines.len(), 5);
        // A pair that was compared in rounds of its own says more than two ratios.
        let pair = |of: &str, against: &str, value| Pair {
            of: of.to_owned(),
            against: against.to_owned(),
            ratio: figure(value),
        };
        table.steps[0].pairs = vec![pair("mine", "a", 1.5), pair("e", "mine", 2.0)];
        let told = placed(&table, "mine").unwrap();
        assert!(told.contains("1.500x (1.485 to 1.515) of a, "), "{told}");
        assert!(told.contains("0.500x (0.495 to 0.505) of e, "), "{told}");
        // The fastest and the slowest have neighbours on one side.
        assert_eq!(placed(&table, "b").unwrap().lines().count(), 3);
        assert_eq!(placed(&table, "e").unwrap().lines().count(), 3);
        assert_eq!(placed(&table, "gone"), None);
        assert_eq!(placed(&table, "null"), None);
        table.steps[0].raw[5] = None;
        assert_eq!(placed(&table, "mine"), None);
    }

    /// The first table of the good records, with these copies: values with the ends of intervals.
    fn table(copies: &[[f64; 3]]) -> Table {
        let good = Records::parse(include_str!("../../records/tests/good.json")).unwrap();
        let mut table = good.tables[0].clone();
        let copy = |&[value, low, high]: &[f64; 3]| CopyOf {
            of: "between-large".to_owned(),
            ratio: Figure { value, low, high },
        };
        table.steps[0].copies = copies.iter().map(copy).collect();
        table
    }

    const SAME: [f64; 3] = [1.0, 0.99, 1.01];
    const APART: [f64; 3] = [1.02, 1.01, 1.03];
    const NEAR: [f64; 3] = [0.998, 0.997, 0.999];

    #[test]
    fn what_needs_attention_is_said_in_a_line_with_its_counts() {
        use Core::{Company, Quiet, Unsteady};
        let mut blind = table(&[]);
        blind.steps[0].raw.clear();
        let copies = [&[SAME; 37][..], &[APART, NEAR, NEAR, SAME]].concat();
        for (cores, tables, expected) in [
            (
                &[Quiet, Quiet][..],
                &[table(&copies)][..],
                "The core was quiet. Copies against themselves: 3 of 41 differ (3 are due by \
                 chance), 1 by more than 0.5 %.",
            ),
            (
                &[Quiet, Company, Unsteady, Unsteady, Unsteady],
                &[table(&[SAME]), blind],
                "1 of 5 measurements in company (times not comparable), 3 of 5 had no steady \
                 frequency, 1 had too few layouts. Copies against \
                 themselves: 0 of 1 differ (1 are due by chance), 0 by more than 0.5 %.",
            ),
        ] {
            assert_eq!(attention(cores.iter().copied(), tables), expected);
        }
    }

    #[test]
    fn copies_are_shown_by_context_with_the_largest_difference() {
        let tables = [
            table(&[SAME, NEAR]),
            Table { context: Context::Learnt, ..table(&[APART, APART, [0.96, 0.95, 0.97]]) },
        ];
        let rows = agreeing(&tables).to_string();
        let rows: Vec<Vec<_>> = rows.lines().map(|row| row.split_whitespace().collect()).collect();
        let head = "question context comparisons differ by 0.5 % largest";
        assert_eq!(rows[0].join(" "), head);
        assert_eq!(rows[1].join(" "), "between throughput 2 1 0 0.20 %");
        assert_eq!(rows[2].join(" "), "between learnt 3 3 3 4.17 % withheld");
    }

    #[test]
    fn a_ranking_has_the_unit_the_core_and_the_words_of_its_table() {
        let mut table = table(&[]);
        let shown = |table: &Table| -> Vec<String> {
            let rows = ranking(table).to_string();
            let words = |row: &str| row.split_whitespace().collect::<Vec<_>>().join(" ");
            rows.lines().map(words).collect()
        };
        let head = "variant cycles/query net layouts by the reference";
        let slower = "between-none 4.500 -0.500 0.0 % 2.100 (1.750 to 2.500)";
        assert_eq!(shown(&table), [head, "between-large 2.125 0.625 1.0 % 1", slower]);
        let step = &mut table.steps[0];
        step.core = Core::Company;
        step.set_verdicts(2, |_, _| Some(Verdict::Tie));
        (table.unit, table.dependent) = (Unit::Nanoseconds, true);
        let rows = shown(&table);
        assert_eq!(rows[0], "variant ns/query in company net layouts waits by the reference");
        assert_eq!(rows[2], format!("{slower} within 1 % of the fastest"));
        table.steps[0].set_verdicts(2, |_, _| Some(Verdict::Unresolved));
        assert_eq!(shown(&table)[2], format!("{slower} not resolved"));
        // The last is the fastest, and ties with neither of the others, which tie.
        table.names.insert(2, "between-new".to_owned());
        let step = &mut table.steps[0];
        for list in [&mut step.raw, &mut step.net, &mut step.ratio] {
            list.insert(2, Some(Figure::exact(1.0)));
        }
        step.set_verdicts(3, |of, _| Some(if of == 1 { Verdict::Tie } else { Verdict::Faster }));
        let rows = shown(&table);
        assert!(rows[1].starts_with("between-new 1.000 ") && rows.len() == 4, "{rows:?}");
        assert!(!rows.iter().any(|row| row.contains("of the fastest")), "{rows:?}");
        table.steps[0].raw.clear();
        assert_eq!(shown(&table).len(), 1, "no figures, no rows");
    }
}
