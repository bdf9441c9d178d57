//! What compilers make of a header, beside what rustc makes of its crate.

use records::{CompiledLookup, Compilers, CompilersOn, Figure};
use std::path::Path;
use std::sync::LazyLock;

/// What was measured, of which reports/compilers.md has the tables.
static MEASURED: LazyLock<Compilers> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/compilers.json");
    Compilers::read(&path).expect("records that this repository has committed")
});

/// Lines of a header for each machine that measured it.
pub(crate) fn times(variant: &str) -> String {
    MEASURED.machines.iter().filter_map(|machine| on(machine, variant)).collect()
}

fn on(machine: &CompilersOn, variant: &str) -> Option<String> {
    let CompilersOn { machine, compilers, lookups, .. } = machine;
    let found: Vec<_> = lookups.iter().filter(|it| it.lookup == variant).collect();
    let [rustc, gcc, clang] = &compilers[..] else { return None };
    let by = |name: &str, places: [usize; 2]| {
        let of = |ratios: fn(&CompiledLookup) -> [Figure; 4]| {
            let all = found.iter().flat_map(|it| places.map(|place| ratios(it)[place].value));
            range(all)
        };
        let [asked, waited] = [of(|it| it.throughput)?, of(|it| it.latency)?];
        Some(format!("{}: {asked}; waited for: {waited}", name.replacen('-', " ", 1)))
    };
    let [gcc, clang] = [by(gcc, [0, 1])?, by(clang, [2, 3])?];
    let rustc = rustc.replacen('-', " ", 1);
    Some(format!(
        " * - Time by that of the crate by {rustc}, on {machine} (reports/compilers.md):\n \
         *   {gcc}.\n *   {clang}.\n"
    ))
}

/// The least and the largest, if they differ in two digits.
fn range(values: impl Iterator<Item = f64> + Clone) -> Option<String> {
    let least = values.clone().min_by(f64::total_cmp)?;
    let [least, most] = [least, values.max_by(f64::total_cmp)?].map(|it| format!("{it:.2}"));
    Some(if least == most { least } else { format!("{least} to {most}") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_says_which_times_were_measured() {
        assert_eq!(range([1.004, 0.996].into_iter()).unwrap(), "1.00");
        assert_eq!(range([1.43, 0.91, 1.2].into_iter()).unwrap(), "0.91 to 1.43");
        assert_eq!(range([].into_iter()), None);
        let pext = times("sliders-pext");
        assert!(pext.starts_with(" * - Time by that of the crate by rustc "), "{pext}");
        assert!(pext.contains("\n *   g++ ") && pext.contains("\n *   clang++ "), "{pext}");
        assert_eq!(times("sliders-sissy"), "");
    }
}
