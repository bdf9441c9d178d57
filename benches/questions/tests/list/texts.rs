//! What questions tell, written out: their names, questions, references, streams and sizes.

use questions::kernel::Form;
use questions::list::{each, named, questions};
use questions::question::{Length, Question, crates};
use questions::streams::{Asked, DRAWN, QUERIES};
use records::{Interface, Kind};
use sampling::windows::PARTS;
use std::collections::{BTreeMap, BTreeSet};

/// The name of a question, its title, its question, its reference, the streams of a default run, and
/// the queries of a window, those run before, and those of a window that are not timed.
type Row = (&'static str, &'static str, &'static str, &'static str, &'static str, [usize; 3]);

const QUESTIONS: [Row; 22] = [
    (
        "between",
        "In-between squares",
        "Which squares lie strictly between two squares?",
        "between-rectangular",
        "positions",
        [2048, 2048, 0],
    ),
    (
        "between-batch",
        "In-between squares of many pairs",
        "Which squares lie between the squares of each of these pairs?",
        "between-batch-loop+between-rectangular",
        "positions",
        [2048, 2048, 0],
    ),
    (
        "raypass",
        "Squares behind a square",
        "Which squares lie behind a square as seen from another?",
        "raypass-rectangular",
        "positions",
        [2048, 2048, 0],
    ),
    (
        "distance",
        "King distance",
        "How many king moves lie between two squares?",
        "distance-table",
        "positions",
        [2048, 2048, 0],
    ),
    (
        "attacked",
        "Attacked by a piece",
        "Does this piece on this square attack that square?",
        "attacked-0x88-table",
        "positions",
        [2048, 2048, 0],
    ),
    (
        "sliders",
        "Sliding attacks",
        "Which squares does a rook, a bishop or a queen attack from here?",
        "sliders-magic",
        "games",
        [2048, 4096, 0],
    ),
    (
        "xrays",
        "X-ray attacks",
        "What does a rook or a bishop attack through a piece in its way?",
        "xrays-two-lookups+sliders-magic",
        "games",
        [1024, 1024, 0],
    ),
    (
        "attackers",
        "Attackers of a square",
        "Which pieces attack a square, and does a side attack it at all?",
        "attackers-super-piece+sliders-magic",
        "positions exchanges",
        [1024, 1024, 0],
    ),
    (
        "pins",
        "Pinned pieces",
        "Which pieces of a side are pinned to its king?",
        "pins-xray+sliders-magic+between-rectangular",
        "positions",
        [1024, 1024, 0],
    ),
    (
        "checks",
        "Checks",
        "Which pieces give check, and does this move give check?",
        "checks-after-move+sliders-magic",
        "positions moves",
        [1024, 1024, 0],
    ),
    (
        "legality",
        "Pseudo-legality",
        "May this move be played here, but for the king's safety?",
        "legality-getter+sliders-magic",
        "positions",
        [1024, 1024, 0],
    ),
    (
        "exchange",
        "Static exchange",
        "What does the side to move win by taking what stands on a square?",
        "exchange-swap+sliders-magic",
        "positions single",
        [256, 256, 0],
    ),
    (
        "targets",
        "Targets of all pieces",
        "Where can each piece of the side to move go?",
        "targets-by-piece+sliders-magic",
        "positions",
        [256, 256, 0],
    ),
    (
        "serialize",
        "Move lists",
        "Which moves does a set of targets stand for, one by one?",
        "serialize-scan",
        "positions pieces",
        [512, 1024, 0],
    ),
    (
        "order",
        "Order of moves",
        "Which move comes next?",
        "order-selection",
        "searches",
        [512, 1024, 0],
    ),
    (
        "threats",
        "Attacks of a side",
        "Which squares does a side attack, by kind of piece?",
        "threats-loop+sliders-magic",
        "positions",
        [1024, 1024, 0],
    ),
    (
        "maps",
        "Attack maps",
        "What attacks what, while moves are made and unmade?",
        "maps-on-the-fly+sliders-magic",
        "middlegame",
        [512, 1024, 0],
    ),
    (
        "deltas",
        "Relation deltas",
        "Which attack relations vanish and appear with a move?",
        "deltas-sliders+sliders-magic+raypass-rectangular",
        "games",
        [512, 1024, 0],
    ),
    (
        "deltas-kept",
        "Relation deltas from kept state",
        "Which attack relations change with a move, where something is kept from move to move?",
        "deltas-kept-none+deltas-sliders+sliders-magic+raypass-rectangular",
        "middlegame",
        [512, 1024, 0],
    ),
    (
        "index",
        "Rows of relations",
        "Which row of a network's weights belongs to an attack relation?",
        "index-three-tables",
        "positions",
        [2048, 2048, 0],
    ),
    (
        "perft",
        "Perft",
        "What is a choice of lookups worth where moves are generated and nothing else is done?",
        "perft",
        "",
        [512, 0, 128],
    ),
    (
        "search",
        "Search",
        "What is a choice of lookups worth in nodes per second?",
        "search",
        "classical network threats",
        [16_384, 0, 8192],
    ),
];

/// The streams that time a lookup of programs: one in each query.
const COUNTED: [&str; 17] = [
    "between/positions",
    "raypass/positions",
    "distance/positions",
    "sliders/games",
    "attackers/positions",
    "attackers/exchanges",
    "pins/positions",
    "checks/positions",
    "checks/moves",
    "legality/positions",
    "exchange/single",
    "targets/positions",
    "serialize/pieces",
    "order/searches",
    "threats/positions",
    "deltas/games",
    "index/positions",
];

#[test]
#[cfg_attr(not(feature = "all"), ignore = "needs all questions")]
fn questions_ask_begin_with_and_are_measured_by_what_is_told() {
    let (questions, mut counted) = (questions(), Vec::new());
    assert_eq!(questions.len(), QUESTIONS.len());
    for name in QUESTIONS.map(|row| row.0) {
        assert_eq!(named(name).map(|question| question.name), Some(name));
    }
    assert!(named("bet").is_none() && named("between-").is_none());
    for (question, (name, title, in_words, reference, first, sizes)) in
        questions.iter().zip(QUESTIONS)
    {
        let record = question.record();
        assert_eq!((question.name, &*record.name), (name, name));
        assert_eq!((&*record.title, &*record.question), (title, in_words), "{name}");
        assert_eq!(question.variants[0].name, reference);
        assert_eq!(question.first_streams().collect::<Vec<_>>().join(" "), first, "{name}");
        let policy = &question.policy;
        assert_eq!([policy.window, policy.warm_up, policy.lead], sizes, "{name}");
        let questions: &[u64] =
            if name == "maps" { &[0, 1, 2, 4, 8, 16, 32, 64, 128] } else { &[] };
        assert_eq!(policy.questions, questions, "{name}");
        let streams = record.streams.iter().zip(&question.streams);
        for (stream, (known, summary)) in streams {
            assert_eq!((&*stream.name, &*stream.summary), (*known, *summary));
            let lookups = stream.lookups.map_or(0, |number| number.get());
            counted.extend((0..lookups).map(|_| format!("{name}/{known}")));
        }
        // Single lookups and rows are inlined, answers about positions are called.
        let length = match name {
            "between" | "between-batch" | "raypass" | "distance" | "attacked" | "sliders"
            | "index" => Length::Lookup,
            "perft" | "search" => Length::Program,
            _ => Length::Position,
        };
        assert_eq!(policy.length, length, "{name}");
        let all: &[Form] = &[
            Form::Throughput,
            Form::Latency,
            Form::Lengthened,
            Form::Beside,
            Form::BesideDependent,
        ];
        assert_eq!(question.forms(), if length == Length::Program { &all[..1] } else { all });
    }
    counted.sort();
    let mut expected = COUNTED.to_vec();
    expected.sort_unstable();
    assert_eq!(counted, expected);
    assert_eq!([false, true].map(Form::hot), [Form::Throughput, Form::Latency]);
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

/// Techniques, each with its short name on pages.
const SHORT: &str = "\
    between-rectangular: 64x64; between-0x88-rotate: 0x88 difference; \
    between-branchless: calculated; between-triangular-max: triangular by the higher; \
    between-line-span: line and span; between-select: calculated by selects; \
    between-batch-loop: one by one; between-batch-portable: lines in portable vectors; \
    between-batch-avx2: lines in AVX2; between-batch-gather: 64x64 gathered; \
    between-batch-avx512: lines in AVX-512; between-batch-vbmi: classes in VBMI; \
    raypass-rectangular: 64x64; raypass-transposed: 64x64 transposed; \
    raypass-line-half: half of the line; raypass-select: calculated by selects; \
    distance-table: 64x64; distance-0x88: 0x88 difference; distance-calculation: calculated; \
    attacked-0x88-table: 0x88 by kind; attacked-0x88-pieces: 0x88 by piece; \
    attacked-getter: attack set; attacked-kind-mask: mask of kinds; sliders-magic: magics; \
    sliders-magic-plain: plain magics; sliders-black-magic: black magics; \
    sliders-magic-bytes: magics with bytes; sliders-pext: PEXT; \
    sliders-pext-pdep: PEXT and PDEP; sliders-pext-mixed: PEXT mixed; \
    sliders-pext-lines: PEXT by line; sliders-pext-first-rank: PEXT to the first rank; \
    sliders-kgssb: KGSSB; \
    sliders-sissy: SISSY; sliders-classical: classical rays; \
    sliders-obstruction-lanes: obstruction in lanes; \
    sliders-hyperbola-full-ranks: hyperbola with full ranks; \
    sliders-hyperbola-loaded: hyperbola loaded; sliders-hyperbola-lanes: hyperbola in lanes; \
    sliders-hyperbola-double: hyperbola for both; sliders-hyperbola-apart: hyperbola apart; \
    sliders-hyperbola-reverse: hyperbola by bit reversal; sliders-gfni: GFNI; \
    sliders-kogge-stone: Kogge-Stone; sliders-walk: ray walk; \
    xrays-conditional: second lookup if needed; xrays-blockers: blockers tested; \
    attackers-super-piece: super-piece; attackers-guarded: guarded super-piece; \
    attackers-by-table: piece by piece; attackers-byte-board-vbmi: byte board in VBMI; \
    attackers-byte-board-computed-vbmi: byte board computed; \
    attackers-byte-board-avx2: byte board in AVX2; \
    attackers-byte-board-neon: byte board in NEON; pins-xray: x-rays; \
    pins-opposite: opposite lines; pins-no-table: sliders alone; \
    pins-byte-board-vbmi: byte board in VBMI; pins-byte-board-avx2: byte board in AVX2; \
    checks-after-move: by making the move; checks-by-move: by the move; \
    checks-on-rays: on rays; checks-byte-board-vbmi: byte board in VBMI; \
    checks-byte-board-avx2: byte board in AVX2; legality-getter: moves of the piece; \
    legality-between: empty board and in-between; legality-attacked: attack test; \
    legality-generate: all moves; exchange-swap: swap list; \
    exchange-swap-between: swap list with in-between; \
    exchange-byte-board-vbmi: byte board in VBMI; exchange-attackers: attackers in a word; \
    exchange-table: table by bytes; exchange-table-compact: compact table by bytes; \
    exchange-planes: bytes of all squares; targets-by-piece: by piece; \
    targets-by-direction: by direction; serialize-scan: bit by bit; \
    serialize-ranks: table by ranks; serialize-pext: PEXT by ranks; \
    serialize-compress: compressed vectors; serialize-reach: compressed reach; \
    serialize-bytes: compressed bytes; order-selection: best of the rest; \
    order-insertion-partial: insertion above a limit; order-avx2: insertion in AVX2; \
    order-avx512: expansion in AVX-512; order-minmax: minima and maxima; \
    order-ranks: counted in AVX-512; threats-loop: slider by slider; \
    threats-pairs: two sliders at a time; threats-kogge-stone: Kogge-Stone; \
    threats-lanes: portable lanes; threats-kogge-stone-avx2: Kogge-Stone in AVX2; \
    threats-kogge-stone-avx512: Kogge-Stone in AVX-512; threats-gfni: GFNI; \
    maps-classical: two sets; maps-stack: a map a ply; maps-directions: sets by direction; \
    maps-word-board-vbmi: word board in VBMI; maps-piece-rows: rows by piece; \
    maps-rank-matrix: matrix of ranks; deltas-sliders: two slider lookups; \
    deltas-difference: before and after; deltas-rays: nearest pieces; \
    deltas-byte-board-vbmi: byte board in VBMI; deltas-byte-board-avx2: byte board in AVX2; \
    deltas-byte-board-neon: byte board in NEON; deltas-counted-vbmi: counted in VBMI; \
    deltas-kept-none: nothing kept; deltas-kept-maps: from maps; index-popcount: popcount";

#[test]
#[cfg_attr(not(feature = "all"), ignore = "needs all questions")]
fn techniques_have_the_names_that_pages_show() {
    let questions = questions();
    let variants = || questions.iter().flat_map(|question| &question.variants);
    let shorts: BTreeMap<_, _> =
        variants().filter_map(|it| it.short.map(|short| (it.technique.name, short))).collect();
    for row in SHORT.split("; ") {
        let (name, short) = row.split_once(": ").unwrap();
        assert_eq!(shorts.get(name), Some(&short), "{name}");
    }
    // Of the wiki pages, by question; the others are of the laboratory, of a library, or programs.
    let of_wiki =
        |question: &Question| question.variants.iter().filter(|it| it.kind == Kind::Cpw).count();
    let counts = questions.iter().map(of_wiki).collect::<Vec<_>>();
    assert_eq!(counts, [4, 0, 0, 3, 3, 0, 6, 5, 5, 3, 6, 1, 8, 0, 0, 7, 5, 0, 3, 0, 0, 0]);
    for question in &questions {
        let is_program = question.policy.length == Length::Program;
        let kinds = question.variants.iter().map(|it| it.kind == Kind::Application);
        assert!(kinds.eq(question.variants.iter().map(|_| is_program)), "{}", question.name);
        assert_eq!((question.null.kind, question.oracle.kind), (Kind::Control, Kind::Control));
    }
    let interfaces = |interface| {
        let names = variants().filter(|it| it.interface == interface).map(|it| it.name);
        names.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(interfaces(Interface::Encoded), "between-encoded-72 between-encoded-0x88");
    assert_eq!(interfaces(Interface::AlignedOnly), "between-direction-distance");
    let approximate = interfaces(Interface::Approximate);
    assert_eq!(approximate.split(' ').filter(|it| it.starts_with("exchange-")).count(), 5);
    assert_eq!(approximate.split(' ').filter(|it| it.starts_with("deltas-counted-")).count(), 4);
    assert_eq!(approximate.split(' ').count(), 9);
    let kept = |name: &str| variants().find(|it| it.name == name).unwrap().kept_bytes;
    // A word of 64 bits for each square, of either kind of sets; as many again for 128 plies.
    assert_eq!(kept("maps-on-the-fly+sliders-magic"), Some(0));
    assert_eq!(kept("maps-classical+sliders-magic"), Some(2 * 64 * 8));
    assert_eq!(kept("maps-stack+maps-classical+sliders-magic"), Some(129 * 2 * 64 * 8 + 16));
    // 32 rows and squares of 64 bits, or 8 ranks of 32 bytes; 64 numbers, and those that are free.
    assert_eq!(kept("maps-piece-rows+sliders-magic"), Some(2 * 32 * 8 + 64 + 64));
    assert_eq!(kept("maps-rank-matrix+sliders-magic"), Some(8 * 32 + 64 + 64));
    assert_eq!(kept("deltas-kept-none+deltas-rays"), Some(0));
    assert_eq!(kept("deltas-kept-maps+maps-classical+sliders-hyperbola"), Some(2 * 64 * 8));
}

/// Kernels call functions of these crates, besides those that variants are named after.
#[test]
#[cfg_attr(not(feature = "all"), ignore = "needs all questions")]
fn code_of_all_crates_that_answer_is_moved() {
    let crates = crates(&questions());
    let others = "questions program_base program_base_o2 engine lookup cozy_chess cozy_chess_types";
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
