//! Limits and lists, each at both sides: what the pages of one set cannot show.

use super::{file, measured_on, page, played, rows, seen};
use crate::answers::nearest::nearest;
use crate::made_up::{MAGIC, made, set, usual_set};
use crate::view::{View, unusual_needs};
use crate::{Set, render, words};
use records::{Core, Figure, Pair, Records};

/// The beginning of the row of PEXT with this slope.
fn with_slope(low: f64, value: f64, high: f64) -> String {
    let mut set = usual_set();
    set.records.tables[1].steps[0].slope[1] = Some(Figure { value, low, high });
    let rows = rows(&page(&set, "sliders.html"), "ranking");
    let row = rows.into_iter().find(|row| row.starts_with("PEXT ")).unwrap();
    row.split(" | ").nth(2).unwrap().to_owned()
}

#[test]
fn a_query_waits_where_the_slope_is_1_within_a_tenth() {
    let whole = "16.0 0.80x ±0.2 %";
    for ([low, value, high], expected) in [
        ([0.8, 0.901, 1.0], whole),
        ([0.8, 0.899, 1.0], "16.0 waits in part"),
        ([1.0, 1.099, 1.2], whole),
        ([1.0, 1.101, 1.2], "16.0 waits in part"),
        ([0.501, 0.6, 0.7], "16.0 waits in part"),
        ([0.499, 0.6, 0.7], "too noisy"),
        ([0.3, 0.4, 0.499], "nothing waits"),
        ([0.3, 0.4, 0.501], "too noisy"),
    ] {
        assert_eq!(with_slope(low, value, high), expected, "{low} {value} {high}");
    }
}

/// Each instruction set, whether x86-64-v3 lacks it, and the chip that pages show.
const NEEDS: [(&str, bool, &str); 17] = [
    ("popcnt", false, ""),
    ("sse4.2", false, ""),
    ("lzcnt", false, ""),
    ("bmi1", false, ""),
    ("bmi2", false, "BMI2"),
    ("avx2", false, "AVX2"),
    ("fma", false, "fma"),
    ("neon", false, "NEON"),
    ("gfni", true, "GFNI"),
    ("avx512f", true, "AVX-512"),
    ("avx512bw", true, "AVX-512"),
    ("avx512cd", true, "AVX-512"),
    ("avx512vl", true, "AVX-512"),
    ("avx512bitalg", true, "AVX-512"),
    ("avx512vbmi", true, "AVX-512 VBMI"),
    ("avx512vbmi2", true, "AVX-512 VBMI"),
    ("sse4a", true, "sse4a"),
];

#[test]
fn each_instruction_set_has_its_chip_and_is_a_part_of_the_build_or_not() {
    for (need, is_unusual, chip) in NEEDS {
        let mut set = usual_set();
        let pext = set.records.variants.iter_mut().find(|it| it.name == "sliders-pext").unwrap();
        pext.needs = vec![need.to_owned()];
        let view = View::new(&set);
        let pext = view.variant("sliders", "sliders-pext").unwrap();
        assert_eq!(unusual_needs(pext).count(), usize::from(is_unusual), "{need}");
        let chips = view.chips(pext);
        let expected: Vec<_> =
            [chip, "slow on Zen 2"].into_iter().filter(|it| !it.is_empty()).collect();
        assert_eq!(chips, expected, "{need}");
    }
    // One word stands for several, and VBMI for all of AVX-512.
    let chips = |needs: &'static [&'static str]| {
        let set = set(&[made(MAGIC), made("sliders-a").needs(needs)]);
        let view = View::new(&set);
        view.chips(view.variant("sliders", "sliders-a").unwrap()).join(" ")
    };
    assert_eq!(chips(&["avx512f", "avx512bw", "gfni"]), "AVX-512 GFNI");
    assert_eq!(chips(&["avx512f", "avx512vbmi", "avx2"]), "AVX-512 VBMI AVX2");
}

/// A processor of each microarchitecture, from the oldest to the newest.
const GENERATIONS: [&[(&str, u64, u64)]; 2] = [
    &[
        ("AuthenticAMD", 21, 96),
        ("AuthenticAMD", 23, 1),
        ("AuthenticAMD", 23, 8),
        ("AuthenticAMD", 23, 113),
        ("AuthenticAMD", 25, 33),
        ("AuthenticAMD", 25, 97),
        ("AuthenticAMD", 26, 68),
    ],
    &[
        ("GenuineIntel", 6, 60),
        ("GenuineIntel", 6, 79),
        ("GenuineIntel", 6, 158),
        ("GenuineIntel", 6, 106),
        ("GenuineIntel", 6, 141),
        ("GenuineIntel", 6, 167),
        ("GenuineIntel", 6, 183),
        ("GenuineIntel", 6, 173),
    ],
];

#[test]
fn the_nearest_generation_is_the_next_one() {
    for line in GENERATIONS {
        for three in line.windows(3) {
            let both =
                |near: usize, far: usize| [far, near].map(|at| measured_on(three[at], usual_set()));
            let chosen = |of: usize, sets: &[Set]| {
                let (vendor, family, model) = three[of];
                nearest(&played(vendor, family, model), sets).unwrap()
            };
            for (of, near, far) in [(0, 1, 2), (2, 1, 0)] {
                let found = chosen(of, &both(near, far));
                assert_eq!(found.number, 1, "{three:?}: {of} is next to {near}");
                assert_eq!(found.how, "It is the nearest microarchitecture of the same maker.");
            }
        }
    }
}

#[test]
fn the_machines_page_has_six_machines_at_most() {
    let all = GENERATIONS[1].iter().zip(0..).map(|(model, number)| {
        let mut set = measured_on(*model, usual_set());
        set.name = format!("set-{number}");
        set
    });
    let all: Vec<_> = all.collect();
    for (others, columns) in [(4, 5), (5, 6), (7, 6)] {
        let report = render(&all[0], &all[1..=others]).unwrap();
        let machines = file(&report, "machines.html");
        let told = format!("{columns} kinds of machines, each by its newest set");
        assert!(seen(machines).contains(&told), "{}", seen(machines));
        assert_eq!(rows(machines, "by-classical")[0].matches('|').count(), columns + 1);
    }
}

#[test]
fn a_set_says_whether_it_is_a_guests_only_where_that_is_known() {
    for (virtualised, expected) in [
        (Some(true), "Made-up Processor (Zen 4), a virtual machine"),
        (Some(false), "Made-up Processor (Zen 4)"),
        (None, "Made-up Processor (Zen 4)"),
    ] {
        let mut set = usual_set();
        set.records.machine.virtualised = virtualised;
        assert_eq!(set.processor(), expected);
        set.records.machine.model = None;
        assert_eq!(set.processor(), expected.replace(" (Zen 4)", ""));
    }
}

#[test]
fn numbers_turn_at_these_places() {
    let sizes = [1023, 1024, 1025, 10_136, 10_240, 102_400, 1_048_575, 1_100_000, 10_700_000];
    let expected = [
        "1023 B", "1 KiB", "1.0 KiB", "9.9 KiB", "10 KiB", "100 KiB", "1024 KiB", "1.0 MiB",
        "10 MiB",
    ];
    assert_eq!(sizes.map(words::size), expected);
    assert_eq!([0, 1].map(words::tables), ["no tables", "1 B"]);
    assert_eq!(
        [9.94, 9.96, 99.94, 100.0, 999_999.0, 1e6].map(words::time),
        ["9.9", "10.0", "99.9", "100", "999999", "1.0e6"]
    );
    assert_eq!([0.0, 0.994, 1.006].map(words::ratio), ["0.00x", "0.99x", "1.01x"]);
    assert_eq!([0.004, 0.05, 1.0].map(words::percent), ["0.4 %", "5.0 %", "100.0 %"]);
    let figure = Figure { value: 2.0, low: 1.9, high: 2.3 };
    assert_eq!(words::spread(figure), "±10.0 %");
    assert_eq!(words::half_width(figure), "20.0");
    assert_eq!(
        [0, 1, 2, 1234].map(|count| words::counted(count, "set")),
        ["0 sets", "1 set", "2 sets", "1,234 sets"]
    );
    assert_eq!([[9.94, 9.96], [0.04, 0.04]].map(words::asked), ["9.9 to 10 a node", "0.0 a node"]);
    let names = ["a", "b", "c", "d", "e", "f"];
    assert_eq!(
        [5, 6].map(|count| words::few(&names[..count])),
        ["a, b, c, d and e", "a, b, c, d and 2 others"]
    );
    assert_eq!([0, 1, 2].map(|count| words::list(&names[..count])), ["", "a", "a and b"]);
    assert_eq!(words::day("2026-01-02T03:04:05Z"), "2026-01-02");
    assert_eq!(
        [0.5, -0.5, 0.0, 0.004].map(|it| words::signed(it, 2)),
        ["+0.50", "-0.50", "0.00", "0.00"]
    );
}

/// Records of a set whose counts of a node are known.
#[test]
fn counts_are_per_query_but_for_cache_lines() {
    let mut set = usual_set();
    let Records { counts, .. } = &mut set.records;
    counts.truncate(1);
    let count = &mut counts[0];
    count.queries = 100;
    count.cycles = Some(100);
    (count.instructions, count.reads, count.writes) = (Some(200), Some(300), Some(400));
    (count.l1_misses, count.last_level_misses) = (Some(500), Some(600));
    (count.branches, count.mispredictions, count.lines) = (Some(700), Some(800), Some(900));
    let told = file(&render(&set, &[]).unwrap(), "counts.csv").to_owned();
    let row = told.lines().nth(1).unwrap();
    assert!(row.contains(",callgrind,1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,900.0,"), "{row}");
}

#[test]
fn times_that_are_found_in_company_say_so_and_ratios_do_not() {
    let found = |core| {
        let mut set = usual_set();
        set.records.tables[0].steps[0].core = core;
        crate::find::find("sliders/throughput/positions/sliders-pext, 0123456789ab", &[set])
            .unwrap()
    };
    assert!(!found(Core::Unsteady).contains("company"));
    let found = found(Core::Company);
    let company = ", in company: times are not comparable with other runs\n";
    assert_eq!(found.matches("company").count(), 2, "raw and net: {found}");
    assert!(found.contains(&format!("raw: 7 cycles/query (6.965 to 7.035), 96 rounds{company}")));
    assert!(found.contains(&format!("net: 6 cycles/query (5.94 to 6.06), 96 rounds{company}")));
}

#[test]
fn an_order_begins_half_a_per_cent_from_1_and_a_tie_ends_at_one() {
    let verdict = |low: f64, high: f64| {
        let mut set = usual_set();
        let step = &mut set.records.tables[0].steps[0];
        step.verdicts.clear();
        let [of, against] = ["sliders-pext", MAGIC].map(str::to_owned);
        step.pairs.push(Pair { of, against, ratio: Figure { value: 1.0, low, high } });
        let view = View::new(&set);
        view.ratio(view.hot("sliders", false), "sliders-pext", MAGIC).unwrap().verdict.name()
    };
    for (low, high, expected) in [
        (1.0051, 1.1, "slower"),
        (1.0049, 1.1, "unresolved"),
        (0.9, 0.995, "faster"),
        (0.9, 0.9951, "unresolved"),
        (0.9901, 1.0099, "tie"),
        (0.9899, 1.0099, "unresolved"),
        (0.9901, 1.0101, "unresolved"),
    ] {
        assert_eq!(verdict(low, high), expected, "{low} to {high}");
    }
}
