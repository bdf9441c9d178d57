//! What the terminal and the log say of a run's tables.

use records::{Agreement, Core, Figure, LEAST, Table, Verdict, agreements};

/// Everything in a run that needs attention, in a line.
pub(super) fn attention(cores: impl Iterator<Item = Core>, tables: &[Table]) -> String {
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
    let quiet = if parts.is_empty() {
        "The core was quiet".to_owned()
    } else {
        format!("{}; the pages mark them", parts.join(", "))
    };
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

/// How often copies of variants differed from their originals, by study and context.
pub(super) fn agreeing(tables: &[Table]) -> comfy_table::Table {
    let mut rows = comfy_table::Table::new();
    rows.load_style(comfy_table::presets::NOTHING);
    rows.set_header(["study", "context", "comparisons", "differ", "by 0.5 %", "largest", ""]);
    for agreement in agreements(tables) {
        rows.add_row([
            agreement.study.to_owned(),
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
pub(super) fn ranking(table: &Table) -> comfy_table::Table {
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
