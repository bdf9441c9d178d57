//! What questions tell, written out: their names, questions, references, streams and sizes.

use questions::kernel::Form;
use questions::list::{each, named, questions};
use questions::question::{Length, Question, crates};
use questions::streams::{Asked, DRAWN, QUERIES};
use questions::variant::Variant;
use records::{Kind, Stream};
use sampling::windows::PARTS;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The text of [`told`], which stands for all that readers see of the list.
const TOLD: &str = "tests/list/told.txt";

/// All that the list tells of its questions and variants.
fn told(questions: &[Question]) -> String {
    let of = |question: &Question| {
        let (record, policy) = (question.record(), &question.policy);
        let first = question.first_streams().collect::<Vec<_>>().join(" ");
        let lines = [
            format!("{}: {}. {}", question.name, record.title, record.question),
            format!("  first of the streams: {first}"),
            format!(
                "  {:?}: window {}, warm-up {}, lead {}, questions {:?}, forms {:?}",
                policy.length,
                policy.window,
                policy.warm_up,
                policy.lead,
                policy.questions,
                question.forms()
            ),
        ];
        let stream = |stream: &Stream| {
            let lookups = stream.lookups.map_or(0, |number| number.get());
            format!("  asks {lookups} of {}: {}", stream.name, stream.summary)
        };
        let variant = |it: &Variant| {
            let short = it.short.unwrap_or(it.technique.name);
            format!("  {}: {short}, {}, {}", it.name, it.kind, it.interface)
        };
        let streams = record.streams.iter().map(stream);
        let variants = question.variants.iter().map(variant);
        lines.into_iter().chain(streams).chain(variants).collect::<Vec<_>>().join("\n")
    };
    questions.iter().map(|question| of(question) + "\n\n").collect()
}

#[test]
#[cfg_attr(not(feature = "all"), ignore = "needs all questions")]
fn the_list_tells_what_pages_show() {
    let questions = questions();
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [expected, found] = [fs::read_to_string(package.join(TOLD)).unwrap(), told(&questions)];
    if expected.replace("\r\n", "\n") != found {
        let folder = package.join("../../target/whole");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("told.txt"), &found).unwrap();
        let pairs = expected.lines().chain([""]).zip(found.lines().chain([""]));
        let different = pairs.into_iter().find(|(one, other)| one != other);
        panic!("{TOLD}: read target/whole/told.txt before it takes its place: {different:#?}");
    }
    for question in &questions {
        assert_eq!(named(question.name).map(|it| it.name), Some(question.name));
        let is_program = question.policy.length == Length::Program;
        let kinds = question.variants.iter().map(|it| it.kind == Kind::Application);
        assert!(kinds.eq(question.variants.iter().map(|_| is_program)), "{}", question.name);
        assert_eq!((question.null.kind, question.oracle.kind), (Kind::Control, Kind::Control));
    }
    assert!(named("bet").is_none() && named("between-").is_none());
    assert_eq!([false, true].map(Form::hot), [Form::Throughput, Form::Latency]);
}

/// Records with any other name could not be read back, after a run of minutes.
#[test]
fn names_are_labels_that_records_keep() {
    for question in questions() {
        for variant in &question.variants {
            let name = (variant.name, 128, "-_.+");
            for (text, longest, others) in
                variant.short.map(|it| (it, 64, "-_. /")).into_iter().chain([name])
            {
                let keeps =
                    |letter: char| letter.is_ascii_alphanumeric() || others.contains(letter);
                assert!(text.chars().all(keeps) && text.len() <= longest, "{text}");
                assert!(text.starts_with(|first: char| first.is_ascii_alphanumeric()), "{text}");
            }
        }
    }
}

/// What is known of processors, and of sizes, is said of these and no others.
#[test]
#[cfg_attr(not(feature = "all"), ignore = "needs all questions")]
fn slow_techniques_and_large_tables_are_told() {
    let questions = questions();
    let slow =
        questions.iter().flat_map(|question| question.uses_pext).copied().collect::<Vec<_>>();
    let expected = [
        "sliders-pext",
        "sliders-pext-first-rank",
        "sliders-pext-lines",
        "sliders-pext-mixed",
        "sliders-pext-pdep",
        "serialize-pext",
    ];
    assert_eq!(slow, expected);
    for (question, name, bytes) in [
        ("between", "between-rectangular", 8 * 64 * 64),
        ("between", "cozy-chess", 8 * 64 * 64),
        // One table for rooks and bishops; masks, magic numbers and offsets of 64 squares each.
        ("sliders", "cozy-chess", 8 * 87_988 + 2 * 64 * 24),
        // The same, and pawns of either side, knights and kings.
        ("attacked", "cozy-chess", 8 * 87_988 + 2 * 64 * 24 + 4 * 64 * 8),
        ("between-batch", "between-batch-loop+cozy-chess", 8 * 64 * 64),
        ("distance", "distance-calculation", 0),
    ] {
        let question = questions.iter().find(|it| it.name == question).unwrap();
        let variant = question.variants.iter().find(|it| it.name == name).unwrap();
        assert_eq!(variant.table_bytes(), bytes, "{name}");
        let is_library = name.ends_with("cozy-chess");
        assert_eq!(variant.kind == Kind::Library, is_library, "{name}");
    }
    let mistakes =
        questions.iter().flat_map(|question| question.record().mistakes).collect::<Vec<_>>();
    let [mistake] = &mistakes[..] else { panic!("{mistakes:?}") };
    assert_eq!(mistake.name, "between-branchless-0xff");
    assert_eq!((mistake.wrong, mistake.questions), (1505, 4096));
}

#[test]
#[cfg_attr(not(feature = "all"), ignore = "needs all questions")]
fn what_variants_keep_is_told() {
    let questions = questions();
    let variants = || questions.iter().flat_map(|question| &question.variants);
    let kept = |name: &str| variants().find(|it| it.name == name).unwrap().kept_bytes;
    // A word of 64 bits for each square, of either kind of sets; as many again for 128 plies.
    assert_eq!(kept("maps-on-the-fly+sliders-magic"), Some(0));
    assert_eq!(kept("maps-classical+sliders-magic"), Some(2 * 64 * 8));
    assert_eq!(kept("maps-stack+maps-classical+sliders-magic"), Some(129 * 2 * 64 * 8 + 16));
    // 32 rows and squares of 64 bits, or 8 ranks of 32 bytes; 64 numbers, and those that are free.
    assert_eq!(kept("maps-piece-rows+sliders-magic"), Some(2 * 32 * 8 + 64 + 64));
    assert_eq!(kept("maps-rank-matrix+sliders-magic"), Some(8 * 32 + 64 + 64));
    // Sets of 64 bits by kind and color, alone, and with a byte or four bits for each square.
    assert_eq!(kept("occupant-scan"), Some(8 * 8));
    assert_eq!(kept("occupant-mailbox"), Some(8 * 8 + 64));
    assert_eq!(kept("occupant-nibbles"), Some(8 * 8 + 32));
    assert_eq!(kept("occupant-quad"), Some(4 * 8));
    assert_eq!(kept("occupant-twelve-sets"), Some(12 * 8));
    assert_eq!(kept("occupant-avx512"), Some(8 * 8));
    assert_eq!(kept("deltas-kept-none+deltas-rays"), Some(0));
    assert_eq!(kept("deltas-kept-maps+maps-classical+sliders-hyperbola"), Some(2 * 64 * 8));
}

/// Kernels call functions of these crates, besides those that variants are named after.
#[test]
#[cfg_attr(not(feature = "all"), ignore = "needs all questions")]
fn code_of_all_crates_that_answer_is_moved() {
    let crates = crates(&questions());
    let others = "questions program_base program_base_o2 program_base_u8 engine lookup cozy_chess \
                  cozy_chess_types";
    let variants = "sliders_magic between_rectangular attacked_one_word checks_by_move xrays_carry";
    let programs = "program_sliders_pext program_best program_worst program_index_one_table";
    for name in [others, variants, programs].iter().flat_map(|names| names.split(' ')) {
        assert!(crates.iter().any(|known| known == name), "{name} stays where it is");
    }
    assert!(crates.iter().all(|name| !name.contains(['-', '+'])));
}

/// A stream has 2^20 queries: 32 parts of 2^15, of which counts take the first half of one.
#[test]
fn streams_have_as_many_queries_as_are_told() {
    assert_eq!((PARTS, DRAWN, QUERIES), (32, 32_768, 16_384));
    assert_eq!(PARTS * DRAWN, 1 << 20);
    for question in each() {
        for &(stream, _) in &question.streams {
            let workload =
                question.null.workload(Asked { stream, questions: None }, Form::Throughput);
            let is_drawn = ["uniform", "aligned", "anchored", "sides", "drawn"].contains(&stream);
            let queries = (workload.queries)(31);
            assert!(!is_drawn || queries == 32_768, "{}/{stream}", question.name);
            // The control returns what it was asked, so windows differ; of batches and captures it
            // reads all and returns nothing.
            let sums: BTreeSet<_> =
                (0..8).map(|window| workload.sum(0, 64 * window..64 * (window + 1))).collect();
            let is_silent = ["between-batch", "exchange", "search"].contains(&question.name);
            assert!(is_silent || sums.len() > 3, "{}/{stream}: {sums:?}", question.name);
        }
    }
}
