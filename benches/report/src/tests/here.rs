//! `--here` on played machines.

use super::{measured_on, played};
use crate::made_up::usual_case;
use crate::terminal::here;
use crate::{Processor, Set, made_up};

/// A Zen 3 without a search, a Zen 4 and a Granite Rapids.
fn sets() -> Vec<Set> {
    let of = |name: &str, model, made: &[made_up::Made]| {
        measured_on(model, Set { name: name.to_owned(), ..made_up::set(made) })
    };
    let mut silent = usual_case();
    silent.iter_mut().for_each(|one| one.gains = None);
    vec![
        of("zen3", ("AuthenticAMD", 25, 1), &silent),
        of("zen4", ("AuthenticAMD", 25, 17), &usual_case()),
        of("granite", ("GenuineIntel", 6, 173), &usual_case()),
    ]
}

fn told(processor: &Processor) -> String {
    let text = here(processor, &sets());
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(text.contains("not yours"), "{text}");
    text
}

#[test]
fn a_zen_2_finds_the_zen_3_and_no_pext() {
    let text = told(&played("AuthenticAMD", 23, 113));
    assert!(text.contains("(Zen 2)\n") && text.contains("reports/zen3"), "{text}");
    assert!(text.contains("take hyperbola"), "{text}");
    let left_out = "Left out on your processor, slow on Zen 2: PEXT\n  https://example.org\n";
    assert!(text.contains(left_out), "{text}");
    assert!(text.contains("proved on other machines"), "{text}");
}

#[test]
fn a_processor_finds_its_like_though_another_number_is_nearer() {
    for (processor, nearest, how) in [
        // A Ryzen 5000 is 25/33, the Zen 4 is 25/17 and the Zen 3 25/1.
        (played("AuthenticAMD", 25, 33), "reports/zen3", "same microarchitecture"),
        (played("GenuineIntel", 6, 94), "reports/granite", "nearest microarchitecture"),
        (played("GenuineIntel", 6, 173), "reports/granite", "same microarchitecture"),
        (played("GenuineIntel", 6, 250), "reports/granite", "same maker"),
    ] {
        let text = told(&processor);
        assert!(text.contains(nearest) && text.contains(how), "{text}");
        assert!(text.contains("take PEXT"), "{text}");
    }
}

#[test]
fn an_arm_is_told_that_none_was_measured() {
    let arm = Processor {
        cpu: "Cortex".to_owned(),
        model: None,
        architecture: "aarch64".to_owned(),
        has: |feature| feature == "neon",
        ..played("", 0, 0)
    };
    let text = told(&arm);
    assert!(text.contains("No aarch64 was measured"), "{text}");
    assert!(text.contains("take hyperbola") && !text.contains("PEXT"), "{text}");
}

#[test]
fn an_unknown_processor_is_told_so() {
    let text = told(&played("Unheard", 1, 1));
    assert!(text.contains("Nothing is known of yours"), "{text}");
    assert!(here(&played("Unheard", 1, 1), &[]).contains("no sets"));
    let hostile = Processor { cpu: "\u{1b}[31mred\u{202e}".to_owned(), ..played("Unheard", 1, 1) };
    assert!(!here(&hostile, &sets()).contains(['\u{1b}', '\u{202e}']));
}
