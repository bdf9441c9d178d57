//! Tests of the list: the names, the crates on disk, and every kernel against its oracle.

mod texts;

use lookup::Identity;
use questions::kernel::Form;
use questions::list::{each, knows, questions};
use questions::question::{Length, Question};
use questions::streams::{Asked, DRAWN, QUERIES};
use questions::variant::Variant;
use records::{Interface, Kind};
use sampling::ATTEMPTS;
use sampling::artefact::Artefact;
use sampling::windows::{PARTS, freshness};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Every variant, with its question.
fn each_variant(questions: &[Question]) -> impl Iterator<Item = (&Question, &Variant)> {
    questions
        .iter()
        .flat_map(|question| question.variants.iter().map(move |variant| (question, variant)))
}

fn is_crate(variant: &Variant) -> bool {
    matches!(variant.kind, Kind::Cpw | Kind::Frontier)
}

#[test]
#[cfg_attr(not(feature = "all"), ignore = "needs all questions")]
fn questions_have_the_names_of_their_features() {
    let questions = questions();
    let names: Vec<_> = questions.iter().map(|question| question.name).collect();
    let manifest = include_str!("../../Cargo.toml").replace('\r', "");
    let (_, features) = manifest.split_once("\nall = [").unwrap();
    let (features, _) = features.split_once("\n\n").unwrap();
    let features = features.lines().skip(1).map(|line| line.split(' ').next().unwrap());
    assert!(features.eq(names), "not the features of Cargo.toml, in their order");
    assert!(!knows(&questions, "between", "between-none"));
    assert!(knows(&questions, "between", "between-rectangular"));
}

#[test]
#[cfg_attr(not(feature = "all"), ignore = "needs all questions")]
fn every_variant_crate_is_listed_once() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
    let on_disk: BTreeSet<_> = std::fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| {
            !["lookup", "headers", "proofs", "engine", "processor", "vectors"].contains(&&**name)
                && !name.starts_with('.')
        })
        .collect();
    let questions = questions();
    let mut names = BTreeSet::new();
    for (question, variant) in each_variant(&questions).filter(|(_, variant)| is_crate(variant)) {
        let name = variant.name;
        assert!(name.starts_with(question.name), "{name} is listed under {}", question.name);
        let longer = |other: &&Question| {
            name.starts_with(other.name) && other.name.len() > question.name.len()
        };
        let better = questions.iter().find(longer).map(|other| other.name);
        assert_eq!(better, None, "{name} is listed under {}", question.name);
        assert!(names.insert(name), "{name} is listed twice");
    }
    // A variant that builds on another has the names of both crates, its own first.
    let own = |name: &&str| name.split('+').next().unwrap_or_default().to_owned();
    let listed: BTreeSet<_> = names.iter().map(own).collect();
    let missing: Vec<_> = on_disk.difference(&listed).collect();
    assert!(missing.is_empty(), "not in benches/questions/src/questions: {missing:?}");
    let lost: Vec<_> = listed.difference(&on_disk).collect();
    assert!(lost.is_empty(), "no folder under crates: {lost:?}");
}

#[test]
fn short_names_and_known_exceptions_are_of_techniques_that_are_listed() {
    for question in questions() {
        let techniques: BTreeSet<_> = question.variants.iter().map(|v| v.technique.name).collect();
        let slow = question.uses_pext.iter();
        let unknown: Vec<_> = slow.filter(|name| !techniques.contains(*name)).collect();
        assert!(unknown.is_empty(), "{}: no such techniques: {unknown:?}", question.name);
        let mut shorts: Vec<_> = question.variants.iter().filter_map(|v| v.short).collect();
        shorts.sort();
        let count = shorts.len();
        shorts.dedup();
        assert_eq!(shorts.len(), count, "{}: one name for two", question.name);
        assert_ne!(question.title, question.name, "{} has a title", question.name);
    }
}

#[test]
fn every_variant_says_who_it_is_and_shows_its_lookup() {
    let artefact = Artefact::read();
    let mut questions = questions();
    // Records compare variants with their oracles unless that was done, and the crates' tests do.
    questions.iter_mut().flat_map(|question| &mut question.variants).for_each(Variant::be_wrong);
    for (question, variant) in each_variant(&questions) {
        let Identity { name, summary, source, text } = variant.technique;
        assert!(!summary.is_empty(), "{name} has no description in its manifest");
        let has_source = source.starts_with("https://");
        assert!(has_source, "{name} has no homepage in its manifest that tells its source");
        assert!(text.starts_with("//! "), "{name} has no documentation at its top");
        let shown = question.technique(variant.technique);
        let (head, _) = shown.formula.split_once('\n').unwrap();
        assert!(head.starts_with("impl") && head.contains(" for "), "{head}");
        assert!(!shown.formula.contains("conformance"));
        assert!(shown.idea.contains("- Lookup: "));
        assert!(variant.shared_bytes() <= variant.table_bytes(), "{variant:?}");
        let record = question.record_of(variant, artefact);
        assert_eq!((record.kind, record.interface), (variant.kind, variant.interface));
        assert_eq!(record.needs, variant.needs());
        let [table, shared] = [variant.table_bytes(), variant.shared_bytes()].map(|it| it as u64);
        assert_eq!((record.table_bytes, record.shared_bytes), (table, shared));
        assert_eq!(record.kept_bytes, variant.kept_bytes.map(|bytes| bytes as u64));
        assert_eq!(record.available, variant.is_available());
        let twin = |other: &&Variant| other.code == variant.code && other.name != variant.name;
        assert_eq!(record.same_code.len(), question.variants.iter().filter(twin).count());
        if cfg!(target_arch = "x86_64") {
            let listing = &record.listing;
            // It shows its tables or those of the variant it asks; or it calls functions, because
            // tests are hardly optimised.
            let path = |name: &str| name.replace('-', "_") + "::";
            let shows = |name| listing.contains(&path(name));
            let named = listing.contains("call") || variant.name.split('+').any(shows);
            let is_crate = is_crate(variant);
            assert!(named || !is_crate || record.table_bytes == 0, "{listing}");
            assert!(!is_crate || listing.lines().count() > 2, "{listing}");
            let permutations = ["vpermb", "vpermi2b", "vpermt2b"];
            let permutes = permutations.iter().any(|name| listing.contains(name));
            // One that asks such a variant may call it.
            assert!(permutes || !name.ends_with("-vbmi"), "{listing}");
            assert!(!permutes || variant.name.ends_with("-vbmi"), "{listing}");
        }
    }
}

#[test]
fn every_kernel_sums_up_what_the_oracle_does() {
    for question in questions() {
        for &(stream, _) in &question.streams {
            let asked = Asked { stream, questions: None };
            // A program's queries take a thousand times as long.
            let enough = if question.policy.length == Length::Program { 512 } else { QUERIES / 4 };
            let queries = question.oracle.workload(asked, Form::Throughput).queries;
            // Not a multiple of the queries per iteration of a kernel, and single queries.
            let most = queries(0).min(enough) - 4;
            let ranges = [5..most, 3..3, 7..8, 100..133].map(|range| (0, range));
            for (part, range) in ranges.into_iter().chain([(PARTS - 1, 300..400)]) {
                // The oracle is slow, and its sum is the same in every form.
                let mut sums = BTreeMap::new();
                for &form in question.forms() {
                    for variant in question.variants.iter().filter(|v| v.answers(stream)) {
                        let oracle = question.oracle_of(variant);
                        let sum =
                            || oracle.workload(asked, Form::Throughput).sum(part, range.clone());
                        let expected = *sums.entry(oracle.name).or_insert_with(sum);
                        let sum = variant.workload(asked, form).sum(part, range.clone());
                        assert_eq!(sum, expected, "{variant:?} on {stream}");
                    }
                }
            }
        }
    }
}

#[test]
fn however_often_they_are_asked_all_answer_alike() {
    for question in each() {
        for &times in question.policy.questions {
            let asked = Asked { stream: question.main_stream(), questions: Some(times) };
            let sum = |v: &Variant| v.workload(asked, Form::Throughput).sum(0, 300..800);
            let expected = sum(&question.oracle);
            assert_eq!(expected == 0, times == 0);
            for variant in &question.variants {
                assert_eq!(sum(variant), expected, "{variant:?}, {times}");
            }
        }
    }
}

#[test]
fn streams_are_drawn_alike_again_and_their_queries_wait() {
    each().for_each(|question| question.check_streams());
}

/// They differ in their queries, or in the data these refer to.
#[test]
fn parts_differ() {
    for question in each() {
        for (stream, _) in &question.streams {
            let asked = Asked { stream, questions: None };
            let workload = question.oracle.workload(asked, Form::Throughput);
            let sums: BTreeSet<_> = (0..8).map(|part| workload.sum(part, 0..1024)).collect();
            assert!(sums.len() > 3, "{}/{stream}: {sums:?}", question.name);
        }
    }
}

/// Windows do not come again within 2^19 queries of drawn streams, or 2^16 of others, whether first
/// attempts count or all are made.
#[test]
fn no_window_comes_again_soon() {
    for question in each() {
        for (stream, _) in &question.streams {
            let asked = Asked { stream, questions: None };
            let workload = question.oracle.workload(asked, Form::Throughput);
            let windows = workload.windows(question.policy.window);
            let is_drawn = (0..PARTS).all(|part| (workload.queries)(part) == DRAWN);
            let expected = if is_drawn { 1 << 19 } else { 1 << 16 };
            for attempts in [1, ATTEMPTS] {
                let fresh = freshness(&windows, question.policy.warm_up, |_| attempts);
                assert!(fresh >= expected, "{}/{stream}: {fresh}", question.name);
            }
        }
    }
}

/// Crates check their variants themselves.
#[test]
fn the_library_answers_rightly() {
    let questions = questions();
    for (_, library) in each_variant(&questions).filter(|(_, v)| v.kind == Kind::Library) {
        assert_eq!(library.checked().err(), None);
    }
}

#[test]
fn what_nothing_waits_for_has_a_question_of_its_own() {
    let is_unwaited = |v: &Variant| matches!(v.interface, Interface::Batch | Interface::Kept);
    for question in questions() {
        let of_all = is_unwaited(&question.variants[0]);
        assert!(question.variants.iter().all(|v| is_unwaited(v) == of_all), "{}", question.name);
        let is_unwaited = of_all || question.policy.length == Length::Program;
        assert!(question.asks(false));
        assert_eq!(question.asks(true), !is_unwaited);
        let keeps = |v: &Variant| v.kept_bytes.is_some();
        assert!(question.variants.iter().all(|v| keeps(v) == (v.interface == Interface::Kept)));
    }
}

#[test]
fn mistakes_are_wrong_and_no_variants() {
    for question in questions() {
        for mistake in question.record().mistakes {
            assert!(0 < mistake.wrong && mistake.wrong < mistake.questions, "{mistake:?}");
            assert!(!question.knows(&mistake.name), "{} is a variant", mistake.name);
        }
    }
}

#[test]
fn approximate_variants_are_wrong_at_times_and_no_others_are() {
    let questions = questions();
    // Programs count their questions instead.
    let is_program = |variant: &Variant| variant.kind == Kind::Application;
    for (question, variant) in each_variant(&questions).filter(|(_, v)| !is_program(v)) {
        let is_approximate = variant.interface == Interface::Approximate;
        let has_own = !std::ptr::eq(question.oracle_of(variant), &question.oracle);
        assert_eq!(has_own, is_approximate, "{variant:?}");
        match &variant.account().accuracy {
            Some(accuracy) => {
                assert!(is_approximate, "{variant:?}");
                assert!(0 < accuracy.wrong && accuracy.wrong < accuracy.questions);
            }
            None => assert!(!is_approximate, "{variant:?} is not counted"),
        }
    }
}

/// The laboratory asks the processor for what lookups ask it for, so none is timed by its fallback.
#[test]
fn a_variant_is_available_where_its_lookup_takes_its_own_way() {
    let (questions, mut needs) = (questions(), BTreeSet::new());
    for (_, variant) in each_variant(&questions) {
        let own = variant.parts.iter().all(|part| (part.needs.present)());
        assert_eq!(variant.is_available(), own, "{variant:?}");
        let all = processor::playing(|_| true, || variant.is_available());
        let none = processor::playing(|_| false, || variant.is_available());
        assert_eq!((all, none), (true, variant.needs().is_empty()), "{variant:?}");
        needs.extend(variant.needs());
    }
    assert!(needs.contains("avx2") && needs.contains("avx512vbmi"), "{needs:?}");
}

/// The sizes of tables are those of their statics, and crates list the statics that they read.
#[test]
#[cfg_attr(not(feature = "all"), ignore = "needs all questions")]
fn a_variant_over_others_has_their_tables_too() {
    let questions = questions();
    let variants = || each_variant(&questions).map(|(_, variant)| variant);
    let named: BTreeMap<_, _> = variants().map(|variant| (variant.name, variant)).collect();
    let mut compared = 0;
    for variant in variants().filter(|variant| is_crate(variant)) {
        let others = variant.name.split('+').skip(1).filter_map(|other| named.get(other));
        for table in others.flat_map(|other| other.tables()) {
            let has = variant.tables().into_iter().any(|known| std::ptr::addr_eq(known, table));
            assert!(has, "{variant:?} lacks a table of {} bytes", table.bytes());
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
    // A program has each table once.
    let bytes = |name| named[name].table_bytes();
    assert_eq!(
        bytes("search+sliders-pext") + bytes("sliders-magic"),
        bytes("search") + bytes("sliders-pext")
    );
}
