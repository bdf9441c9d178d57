//! The table by made-up records of one machine: which variants are named, and where.

use super::played;
use crate::Answers;
use crate::answers::recommend::Word;
use crate::answers::table::{Cell, Row};
use crate::made_up::{MAGIC, Made, gain, hold_pair, made, read_back, set, usual_case, usual_set};
use crate::processor::Processor;
use crate::set::Set;
use records::{Check, CopyOf, Figure};

pub(super) const PEXT: &str = "sliders-pext";

pub(super) fn answers(sets: &[Set]) -> Answers {
    Answers::of(sets, None).unwrap()
}

/// A cell as a line: the words and the asides.
pub(super) fn line(cell: &Cell) -> String {
    [vec![cell.words.clone()], cell.asides.clone()].concat().join("; ")
}

pub(super) fn lines(row: &Row) -> Vec<String> {
    row.cells.iter().map(line).collect()
}

/// The row of all that is for what an engine has, and for every processor of the build.
pub(super) fn row(answers: &Answers, have: &str) -> Row {
    let is_it = |row: &&Row| row.have.as_ref().is_some_and(|it| it.name == have);
    answers.every.iter().find(|row| is_it(row) && !row.is_beyond).unwrap().clone()
}

pub(super) fn beyond(answers: &Answers) -> Option<Row> {
    answers.every.iter().find(|row| row.is_beyond).cloned()
}

/// What the row for magics says to engines with a classical evaluation.
pub(super) fn classical(sets: &[Set]) -> String {
    line(&row(&answers(sets), MAGIC).cells[0])
}

#[track_caller]
fn expect(made: &[Made], classical: &str) {
    assert_eq!(self::classical(&[set(made)]), classical);
}

/// Beside magics.
pub(super) fn beside(others: &[Made]) -> Vec<Made> {
    [vec![made(MAGIC)], others.to_vec()].concat()
}

pub(super) fn gaining(value: f64, half: f64) -> Vec<Made> {
    beside(&[made("sliders-a").gains([value; 3], half)])
}

#[track_caller]
pub(super) fn assert_figure(found: Option<Figure>, expected: [f64; 3]) {
    let Figure { value, low, high } = found.unwrap();
    for (found, expected) in [value, low, high].into_iter().zip(expected) {
        assert!((found - expected).abs() < 2e-5, "{found} where {expected} was expected");
    }
}

#[test]
fn a_cell_is_for_one_kind_of_engine_and_no_mean_of_several() {
    let made = beside(&[made("sliders-a").gains([0.03, -0.02, 0.002], 0.004)]);
    let row = row(&answers(&[set(&made)]), MAGIC);
    assert_eq!(lines(&row), ["a", "keep", "keep"]);
    let kinds: Vec<_> = row.cells.iter().map(|cell| (cell.kind, cell.word)).collect();
    let expected = [("classical", Word::Named), ("network", Word::Keep), ("threats", Word::Keep)];
    assert_eq!(kinds, expected);
    assert_figure(row.cells[0].gain, [0.03, 0.026, 0.034]);
    assert_eq!([row.cells[1].gain, row.cells[0].ratio], [None; 2]);
    assert_eq!(row.cells[0].range, None);
}

#[test]
fn a_cell_has_the_line_that_cites_its_gain() {
    let answers = answers(&[usual_set()]);
    let end = ", x86-64-v3, Made-up Processor, 0123456789ab, 2026-01-02, method 5";
    let cite = |have| row(&answers, have).cells.into_iter().map(|cell| cell.cite);
    let expected = ["network/search+sliders-pext", "threats/search+sliders-hyperbola"];
    let found: Vec<_> = cite(MAGIC).skip(1).map(Option::unwrap).collect();
    assert_eq!(found, expected.map(|it| format!("search/throughput/{it}{end}")));
    let mut made = usual_case();
    made[2] = made[2].clone().gains([0.015, 0.011, 0.030], 0.003);
    let answers = self::answers(&[set(&made)]);
    let found: Vec<_> = row(&answers, PEXT).cells.into_iter().map(|cell| cell.cite).collect();
    let pair = "search+sliders-hyperbola/against=search+sliders-pext";
    assert_eq!(found, [None, None, Some(format!("search/throughput/threats/{pair}{end}"))]);
}

#[test]
fn what_needs_avx_512_has_a_row_of_its_own_where_it_is_proved() {
    let vector = made("sliders-vector").needs(&["avx2", "avx512f"]);
    let both = |value| {
        let plain = made("sliders-plain").bytes(9).gains([0.02; 3], 0.004);
        set(&beside(&[plain, vector.clone().bytes(8).gains([value; 3], 0.004)]))
    };
    let answers = answers(&[both(0.025)]);
    assert_eq!(lines(&row(&answers, MAGIC)), ["plain"; 3]);
    assert_eq!(lines(&beyond(&answers).unwrap()), ["vector or plain"; 3]);
    let shown: Vec<_> = answers.table.iter().map(|row| row.is_beyond).collect();
    assert_eq!(shown, [false, true]);
    // Certain, but not proved.
    assert_eq!(beyond(&self::answers(&[both(0.0089)])), None);
    // A processor without it, and one with it.
    let here = |has| {
        let processor = Processor { has, ..played("AuthenticAMD", 26, 2) };
        beyond(&Answers::of(&[both(0.025)], Some(&processor)).unwrap())
    };
    assert!(here(|need| need != "avx512f").is_none());
    assert!(here(|_| true).is_some());
    // AVX2 is a part of the build.
    let usual = made("sliders-usual").needs(&["avx2"]).gains([0.02; 3], 0.004);
    expect(&beside(&[usual]), "usual");
}

#[test]
fn an_answer_is_over_what_the_engine_has() {
    let answers = answers(&[usual_set()]);
    // PEXT gains 2.3, 5.1 and 1.3 %, hyperbola 1.5, 1.1 and 1.6 % in 2 KiB.
    let lines = [MAGIC, PEXT].map(|have| lines(&row(&answers, have)));
    assert_eq!(lines[0], ["PEXT", "PEXT", "hyperbola or PEXT"]);
    assert_eq!(lines[1], ["keep"; 3]);
    // 1.03 / 1.013, with 0.003 / 1.03 and 0.004 / 1.013 in quadrature.
    let mut made = usual_case();
    made[2] = made[2].clone().gains([0.015, 0.011, 0.030], 0.003);
    let cells = row(&self::answers(&[set(&made)]), PEXT).cells;
    assert_eq!([cells[0].word, cells[2].word], [Word::Keep, Word::Named]);
    assert_figure(cells[2].gain, [0.016_782, 0.011_808, 0.021_792]);
    assert_eq!(row(&answers, MAGIC).have.unwrap().size(), "844 KiB");
    assert_eq!(row(&answers, PEXT).have.unwrap().size(), "843 KiB");
}

#[test]
fn a_pair_of_the_records_stands_for_two_gains_over_magics() {
    let pair = [PEXT, "sliders-hyperbola"];
    // The later of the two is hyperbola.
    let held = |value, half| {
        let mut set = usual_set();
        hold_pair(&mut set, "classical", [pair[1], pair[0]], gain(value, half));
        answers(&[set])
    };
    let cells = |answers: &Answers| [MAGIC, PEXT].map(|have| row(answers, have).cells[0].clone());
    let [magics, pext] = cells(&held(0.02, 0.004));
    let stockfish = "hyperbola; in Stockfish 11 on Zen 4 -2.9 %";
    assert_eq!([line(&magics), line(&pext)], ["hyperbola", stockfish]);
    assert_figure(pext.gain, [0.02, 0.016, 0.024]);
    assert_figure(magics.gain, [0.015, 0.012, 0.018]);
    let [magics, pext] = cells(&held(-0.02, 0.004));
    assert_eq!([line(&magics), line(&pext)], ["PEXT", "keep"]);
    let [magics, pext] = cells(&held(0.0, 0.002));
    assert_eq!([line(&magics), line(&pext)], ["hyperbola or PEXT", "keep"]);
}

#[test]
fn a_beaten_one_is_not_named() {
    let other = |value| made("sliders-b").bytes(7).gains([value; 3], 0.002);
    // 0.019 and 0.015 differ by 0.0039, of which 0.0028 is noise.
    let first = made("sliders-a").bytes(8).gains([0.019; 3], 0.002);
    expect(&beside(&[first.clone(), other(0.015)]), "a");
    expect(&beside(&[first, other(0.017)]), "b or a");
}

#[test]
fn bytes_of_bases_that_an_engine_has_are_not_added() {
    // Of 1,000 bytes more than magics and one of 900 without magics: 900 are fewer.
    let over = |bytes: u64| {
        let base = made("pins-xray+sliders-magic").bytes(864_256).asked([1; 3]);
        let over = made("pins-over+sliders-magic").bytes(864_256 + bytes).gains([0.02; 3], 0.004);
        let bare = made("pins-bare").bytes(900).gains([0.02; 3], 0.004);
        let made = [made(MAGIC), base, bare, over];
        row(&answers(&[set(&made)]), "pins-xray+sliders-magic")
    };
    assert_eq!(line(&over(1000).cells[0]), "bare or over");
    let found = over(800);
    assert_eq!(line(&found.cells[0]), "over or bare");
    let named = found.cells[0].named.iter().map(|it| (it.name.as_str(), it.bytes));
    let expected = [("pins-over+sliders-magic", 800), ("pins-bare", 900)];
    assert_eq!(named.collect::<Vec<_>>(), expected);
    assert_eq!(found.have.unwrap().bytes, 0);
}

#[test]
fn of_the_same_bytes_the_first_needs_fewer_instruction_sets() {
    let two = made("sliders-a").bytes(8).needs(&["avx2", "bmi2"]).gains([0.02; 3], 0.004);
    let one = made("sliders-b").bytes(8).needs(&["bmi2"]).gains([0.02; 3], 0.004);
    expect(&beside(&[two, one]), "b or a");
}

#[test]
fn a_family_stands_under_its_plainest_with_kin() {
    let kin = |name, value| made(name).bytes(2048).gains([value; 3], 0.004);
    let all = beside(&[
        kin("sliders-fill-lanes", 0.021),
        kin("sliders-fill", 0.02),
        kin("sliders-fill-slow", 0.006),
        kin("sliders-filler", 0.02),
    ]);
    let cell = row(&answers(&[set(&all)]), MAGIC).cells[0].clone();
    // A longer word is no kin.
    assert_eq!((line(&cell).as_str(), cell.kin), ("fill or filler", 1));
    assert_eq!(cell.named[0].technique, "sliders-fill");
}

#[test]
fn libraries_wrong_and_unavailable_ones_and_other_bases_are_never_named() {
    let good = made("sliders-good").times(8.0, 20.0).gains([0.01; 3], 0.003);
    let best = |name| made(name).times(5.0, 20.0).gains([0.05; 3], 0.003);
    for searched in [true, false] {
        let word = |words: &str| {
            if searched { words.to_owned() } else { format!("fastest alone: {words}") }
        };
        let silent = |mut one: Made| {
            one.gains = one.gains.filter(|_| searched);
            one
        };
        let made = |other: Made| beside(&[silent(good.clone()), silent(other)]);
        expect(&made(best("sliders-best")), &word("best"));
        expect(&made(best("sliders-best").kind("library")), &word("good"));
        expect(&made(best("sliders-best").kind("cpw")), &word("best"));
        expect(&made(best("sliders-best+sliders-good")), &word("good"));
        let spoilt = |spoil: fn(&mut records::Variant)| {
            let mut set = set(&made(best("sliders-best").needs(&["bmi2"])));
            let best = set.records.variants.iter_mut().find(|v| v.name == "sliders-best");
            spoil(best.unwrap());
            set.records = read_back(&set.records);
            classical(&[set])
        };
        assert_eq!(spoilt(|best| best.check = Check::Wrong("a board".to_owned())), word("good"));
        assert_eq!(spoilt(|best| best.available = false), word("good"));
    }
}

#[test]
fn a_processor_is_named_only_what_it_runs_and_runs_well() {
    let words = |processor: &Processor| {
        let answers = Answers::of(&[usual_set()], Some(processor)).unwrap();
        line(&row(&answers, MAGIC).cells[0])
    };
    assert_eq!(words(&played("AuthenticAMD", 25, 17)), "PEXT");
    // Zen 2 is slow with PEXT.
    assert_eq!(words(&played("AuthenticAMD", 23, 113)), "hyperbola");
    let bare = Processor { has: |need| need != "bmi2", ..played("AuthenticAMD", 25, 17) };
    assert_eq!(words(&bare), "hyperbola");
}

#[test]
fn an_interval_too_wide_for_a_proof_is_too_noisy() {
    expect(&gaining(0.02, 0.0149), "a");
    expect(&gaining(0.03, 0.0155), "too noisy");
    expect(&gaining(0.2, 0.06), "a");
    expect(&gaining(-0.03, 0.0155), "keep");
    expect(&gaining(0.006, 0.004), "a or magic");
    expect(&gaining(0.001, 0.004), "keep");
}

#[test]
fn without_a_search_the_times_say_what_is_fastest_alone() {
    let cell = |others: &[Made]| row(&answers(&[set(&beside(others))]), MAGIC).cells[1].clone();
    let small = made("sliders-small").bytes(8).times(7.01, 99.0);
    let large = made("sliders-large").bytes(9).times(7.0, 99.0);
    let slow = made("sliders-slow").bytes(7).times(7.5, 20.0);
    let found = cell(&[large.clone(), slow.clone(), small.clone()]);
    assert_eq!((line(&found), found.word), ("fastest alone: small or large".into(), Word::Alone));
    // Intervals of 0.2 % each.
    assert_figure(found.ratio, [0.701, 0.699_598, 0.702_402]);
    assert_eq!([found.gain, None], [None; 2]);
    let cite = "sliders/throughput/positions/sliders-small, x86-64-v3, Made-up Processor, \
                0123456789ab, 2026-01-02, method 5";
    assert_eq!(found.cite.unwrap(), cite);
    assert_eq!(line(&cell(&[large, slow])), "fastest alone: large");
    for time in [10.0, 10.02, 11.0] {
        let found = cell(&[made("sliders-a").times(time, 5.0)]);
        assert_eq!(line(&found), "fastest alone: what you have", "{time}");
        assert!(found.named.is_empty() && found.ratio.is_none());
    }
    // A search of others says keep, and nothing of what it did not measure.
    let fast = made("sliders-fast").times(5.0, 9.0);
    assert_eq!(line(&cell(&[fast, made("sliders-a").gains([-0.02; 3], 0.004)])), "keep");
}

#[test]
fn copies_that_differ_withhold_a_searchs_gains_and_times() {
    let mut set = usual_set();
    let apart = |set: &mut Set, question: &str, of: &str| {
        let ratio = Figure { value: 1.1, low: 1.05, high: 1.15 };
        for table in set.records.tables.iter_mut().filter(|table| table.question == question) {
            table.steps[0].copies = vec![CopyOf { of: of.to_owned(), ratio }; 4];
        }
    };
    apart(&mut set, "search", "search");
    assert_eq!(classical(&[set.clone()]), "fastest alone: PEXT");
    apart(&mut set, "sliders", MAGIC);
    assert_eq!(classical(&[set.clone()]), "withheld: copies differ");
    set.records.tables.clear();
    assert_eq!(classical(&[set]), "not measured");
}

#[test]
fn what_a_kind_of_engine_does_not_ask_says_so() {
    let pins = |asked| {
        let made = [made(MAGIC), made("pins-xray").asked(asked)];
        row(&answers(&[set(&made)]), "pins-xray")
    };
    let row = pins([0, 1, 0]);
    assert_eq!(lines(&row), ["not asked", "fastest alone: what you have", "not asked"]);
    assert_eq!(row.lookups[0].asked, Some([1.0, 1.0]));
    assert_eq!(pins([3, 1, 2]).lookups[0].asked, Some([1.0, 3.0]));
    assert_eq!(pins([0; 3]).lookups[0].asked, None);
    // One of a hundred nodes asks, and one of two hundred.
    let mut rare = set(&[made(MAGIC), made("pins-xray").asked([1; 3])]);
    let base = rare.records.variants.iter_mut().find(|v| v.name == "search").unwrap();
    base.asks.iter_mut().zip([100, 10_000, 20_000]).for_each(|(asks, all)| asks.queries = all);
    let found = lines(&self::row(&answers(&[rare]), "pins-xray"));
    assert_eq!(found[1..], ["fastest alone: what you have", "not asked"]);
}

#[test]
fn rows_that_say_the_same_without_a_name_share_one() {
    let made = [
        usual_case(),
        vec![
            made("pins-xray").asked([3; 3]),
            made("checks-move").asked([2; 3]),
            made("between-old").asked([1; 3]),
            made("between-new").gains([0.02; 3], 0.004),
        ],
    ];
    let answers = answers(&[set(&made.concat())]);
    let names = |row: &Row| {
        let questions = row.lookups.iter().map(|it| it.question.clone());
        (questions.collect::<Vec<_>>().join(" "), row.have.as_ref().map(|it| it.name.clone()))
    };
    let had = |name: &str| Some(name.to_owned());
    let found: Vec<_> = answers.table.iter().map(names).collect();
    let expected = [
        ("sliders".to_owned(), had(MAGIC)),
        ("sliders".to_owned(), had(PEXT)),
        ("between".to_owned(), had("between-old")),
        ("pins checks".to_owned(), None),
    ];
    assert_eq!(found, expected);
    let every: Vec<_> = answers.every.iter().map(names).collect();
    assert_eq!(every.len(), 5);
    assert_eq!(answers.table[3].lookups[1].title, "The checks");
}

#[test]
fn a_question_with_two_rows_shares_none() {
    let others = [made(PEXT).gains([0.001; 3], 0.003), made("sliders-a").gains([-0.03; 3], 0.003)];
    let pins = [made("pins-a").asked([1; 3]), made("pins-b").gains([-0.01; 3], 0.003)];
    let answers = answers(&[set(&[beside(&others), pins.to_vec()].concat())]);
    let names: Vec<_> = answers.table.iter().map(|row| row.have.clone().unwrap().name).collect();
    assert_eq!(names, [MAGIC, PEXT, "pins-a"]);
    assert!(answers.table.iter().all(|row| lines(row) == ["keep"; 3]));
}

#[test]
fn the_questions_that_every_kind_of_engine_asks_most_are_shown() {
    let names = ["pins-a", "checks-a", "between-a", "attackers-a", "targets-a", "legality-a"];
    let others = names.iter().zip(1..).map(|(name, asked)| made(name).asked([asked, 40, 50]));
    // A seventh that is asked least, and an eighth that one kind does not ask.
    let none = made("exchange-a").asked([0, 60, 60]);
    let shown = |last: &[Made]| {
        let made: Vec<_> =
            [made(MAGIC)].into_iter().chain(others.clone()).chain(last.to_vec()).collect();
        let answers = answers(&[set(&made)]);
        let all = answers.table.iter().flat_map(|row| &row.lookups);
        (all.map(|it| it.question.clone()).collect::<Vec<_>>().join(" "), answers.every.len())
    };
    let usual = "sliders legality targets attackers between checks";
    assert_eq!(shown(&[]), (usual.to_owned(), 7));
    assert_eq!(shown(std::slice::from_ref(&none)), (usual.to_owned(), 8));
    // One that names something is shown however rare it is, and first.
    let fast = made("exchange-b").gains([0.02; 3], 0.004);
    let found = shown(&[none, fast]);
    assert_eq!(found, ("exchange sliders legality targets attackers between checks".into(), 8));
}

/// No kind of engine asks for kept relations, and one asks for relations alone.
#[test]
fn the_line_of_a_question_that_no_engine_asks_says_the_fastest_alone() {
    let mut all = usual_case();
    all.push(made("kept-maps").asked([0; 3]));
    all.push(made("kept-none").times(8.0, 18.0).asked([0; 3]));
    all.push(made("deltas-sliders").asked([0, 0, 4]));
    all.push(made("deltas-rays").times(8.0, 18.0));
    let set = set(&all);
    let answers = answers(std::slice::from_ref(&set));
    let line = |question| crate::text::line(&answers, question, None).unwrap();
    assert!(line("kept").starts_with("fastest alone: "), "{}", line("kept"));
    assert!(line("deltas").starts_with("fastest alone: "), "{}", line("deltas"));
    let relations = answers.rows_about("deltas").next().unwrap();
    let words: Vec<_> = relations.cells.iter().map(|cell| cell.words.as_str()).collect();
    assert_eq!(words[..2], ["not asked"; 2], "{words:?}");
}
