//! The one rule by made-up records, the rows of the file, and engines by others beside ours.

mod rows;

use super::*;
use crate::engines::engines;
use crate::made_up::{MAGIC, Made, gain, made, set};
use crate::set::Set;
use records::{Mistake, Model};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// A set whose times are of a method.
fn by_method(method: u32, made: &[Made]) -> Set {
    let mut set = set(made);
    set.records.runs[0].method = method;
    set
}

fn todays(made: &[Made]) -> Set {
    by_method(FIRST_SOUND, made)
}

/// A claim that a variant is faster than the usual way, or what these fields say instead.
fn claim(fields: Value) -> Claim {
    let mut claim = json!({
        "id": "a", "claim": "", "who": "", "of": "sliders/sliders-a",
        "against": "sliders/sliders-magic", "direction": "faster",
        "settings": [["sliders/throughput/positions", "sliders/latency/positions"]],
    });
    let Value::Object(fields) = fields else { panic!("{fields}") };
    claim.as_object_mut().unwrap().extend(fields);
    serde_json::from_value(claim).unwrap()
}

fn ruling(claim: &Claim, set: &Set) -> (Ruling, String) {
    let Ruled { ruling, figures, .. } = claim.judge(&View::new(set));
    (ruling, figures)
}

/// The ruling on a variant with these times beside 10 and 20.
fn by_times(throughput: f64, latency: f64, direction: &str) -> (Ruling, String) {
    let set = todays(&[made(MAGIC), made("sliders-a").times(throughput, latency)]);
    ruling(&claim(json!({"direction": direction})), &set)
}

/// The ruling on a choice with these gains in the three profiles.
fn by_gains(gains: [f64; 3], half: f64, direction: &str) -> (Ruling, String) {
    let set = todays(&[made(MAGIC), made("sliders-a").gains(gains, half)]);
    ruling(&of_search(direction), &set)
}

fn of_search(direction: &str) -> Claim {
    let profiles = ["classical", "network", "threats"].map(|it| format!("search/throughput/{it}"));
    claim(json!({
        "of": "search/search+sliders-a", "against": "search/search", "direction": direction,
        "settings": [profiles],
    }))
}

#[track_caller]
fn assert_ruled(found: (Ruling, String), ruling: Ruling, figures: &str) {
    assert_eq!((found.0, &*found.1), (ruling, figures));
}

#[test]
fn a_certain_order_confirms_or_refutes() {
    assert_ruled(by_times(8.0, 16.0, "faster"), Ruling::Confirmed, "0.80x ±0.2 %");
    assert_ruled(by_times(8.0, 16.0, "slower"), Ruling::Refuted, "0.80x ±0.2 %");
    assert_ruled(by_times(12.0, 24.0, "slower"), Ruling::Confirmed, "1.20x ±0.2 %");
    assert_ruled(by_times(12.0, 24.0, "faster"), Ruling::Refuted, "1.20x ±0.2 %");
    // One certain order decides where the other is a tie.
    assert_ruled(by_times(10.01, 16.0, "faster"), Ruling::Confirmed, "0.80x ±0.2 %, latency");
}

/// Ours stands beside theirs: of one sign, of none that is certain, of another size, against it.
#[test]
fn a_published_gain_has_ours_beside_it() {
    let set = todays(&[made(MAGIC), made("sliders-a").gains([0.01, 0.0, 0.0], 0.004)]);
    let gained = |theirs: [f64; 3], direction: &str| {
        let mut claim = of_search(direction);
        claim.gain = Some(Figure { value: theirs[0], low: theirs[1], high: theirs[2] });
        let Gained { ours, says } = claim.judge(&View::new(&set)).gain.unwrap();
        (words::gain_figure(ours), says.map_or("", Agreement::name))
    };
    let ours = || "+1.0 % (+0.6 to +1.4)".to_owned();
    assert_eq!(gained([0.02, 0.01, 0.03], "faster"), (ours(), "sign and size agree"));
    assert_eq!(gained([0.002, -0.01, 0.02], "faster"), (ours(), "intervals meet"));
    assert_eq!(gained([0.05, 0.04, 0.06], "slower"), (ours(), "another size"));
    assert_eq!(gained([-0.02, -0.03, -0.01], "slower"), (ours(), "opposite sign"));
    assert_eq!(gained([0.02; 3], "faster"), (ours(), ""), "they gave no interval");
    assert_eq!(of_search("faster").judge(&View::new(&set)).gain, None);
}

#[test]
fn more_nodes_per_second_are_faster() {
    let found = by_gains([0.0, 0.05, 0.0], 0.004, "faster");
    assert_ruled(found, Ruling::Confirmed, "0.95x ±0.4 %, network");
    let found = by_gains([0.0, -0.05, 0.0], 0.004, "faster");
    assert_ruled(found, Ruling::Refuted, "1.05x ±0.4 %, network");
}

#[test]
fn two_certain_orders_depend_and_both_are_shown() {
    let figures = "0.80x ±0.2 %; 1.20x ±0.2 %, latency";
    assert_ruled(by_times(8.0, 24.0, "faster"), Ruling::Depends, figures);
    let figures = "1.20x ±0.2 %, latency; 0.80x ±0.2 %";
    assert_ruled(by_times(8.0, 24.0, "slower"), Ruling::Depends, figures);
}

#[test]
fn equivalent_variants_tie() {
    assert_ruled(by_times(10.01, 20.02, "faster"), Ruling::Tie, "1.00x ±0.2 %");
}

#[test]
fn a_wide_interval_is_unresolved_unless_another_order_is_certain() {
    let found = by_gains([0.001, 0.001, 0.001], 0.03, "faster");
    assert_ruled(found, Ruling::Unresolved, "1.00x ±3.0 %, classical");
    // Beside ties, too.
    let found = by_gains([0.0, 0.004, 0.0], 0.008, "faster");
    assert_ruled(found, Ruling::Unresolved, "1.00x ±0.8 %, network");
    let found = by_gains([0.001, 0.001, 0.05], 0.03, "faster");
    assert_ruled(found, Ruling::Confirmed, "0.95x ±2.9 %, threats");
}

#[test]
fn a_variant_is_judged_against_the_one_that_the_claim_names() {
    let both = [made("sliders-a").times(8.0, 16.0), made("sliders-b").times(12.0, 24.0)];
    let set = todays(&[&[made(MAGIC)], &both[..]].concat());
    let names = |of: &str, against: &str| {
        claim(json!({
            "of": format!("sliders/{of}"), "against": format!("sliders/{against}"),
        }))
    };
    let found = names("sliders-a", "sliders-b").judge(&View::new(&set));
    let [figures, against] = ["0.67x ±0.4 %", "b"].map(str::to_owned);
    assert_eq!(found, Ruled { ruling: Ruling::Confirmed, figures, against, gain: None });
    let found = names("sliders-b", "sliders-a").judge(&View::new(&set));
    let [figures, against] = ["1.50x ±0.4 %", "a"].map(str::to_owned);
    assert_eq!(found, Ruled { ruling: Ruling::Refuted, figures, against, gain: None });
}

#[test]
fn the_first_group_that_was_measured_decides() {
    let groups = json!({"settings": [
        ["sliders/throughput/nowhere"], ["sliders/latency/positions"],
        ["sliders/throughput/positions"],
    ]});
    let set = todays(&[made(MAGIC), made("sliders-a").times(8.0, 24.0)]);
    assert_ruled(ruling(&claim(groups), &set), Ruling::Refuted, "1.20x ±0.2 %, latency");
}

#[test]
fn what_was_not_measured_is_not_judged() {
    let set = todays(&[made(MAGIC)]);
    assert_ruled(ruling(&claim(json!({})), &set), Ruling::NotMeasured, "");
    let other = json!({"settings": [["sliders/throughput/nowhere"]]});
    let known = todays(&[made(MAGIC), made("sliders-a").times(8.0, 16.0)]);
    assert_ruled(ruling(&claim(other), &known), Ruling::NotMeasured, "");
    for claim in all_claims().unwrap() {
        assert_ruled(ruling(&claim, &set), Ruling::NotMeasured, "");
    }
}

#[test]
fn sizes_are_of_the_tables_that_a_variant_adds() {
    let over_magics = "sliders-a+sliders-magic";
    let mut set = todays(&[made(MAGIC).bytes(864_256), made("sliders-a").bytes(1_783_808)]);
    let variant = set.records.variants.iter_mut().find(|it| it.name == "sliders-a").unwrap();
    (variant.name, variant.shared_bytes) = (over_magics.to_owned(), 2048);
    let size = |of: &str, number: u64| {
        let of = format!("sliders/{of}");
        ruling(&claim(json!({"of": of, "direction": "bytes", "number": number})), &set)
    };
    assert_ruled(size(over_magics, 917_504), Ruling::Confirmed, "917,504 bytes");
    assert_ruled(size(over_magics, 917_505), Ruling::Refuted, "917,504 bytes");
    assert_ruled(size(MAGIC, 864_256), Ruling::Confirmed, "864,256 bytes");
    assert_ruled(size("sliders-b", 864_256), Ruling::NotMeasured, "");
}

#[test]
fn counts_of_wrong_answers_are_compared() {
    let mut set = todays(&[made(MAGIC)]);
    let mistake = Mistake { name: "sliders-wrong".to_owned(), wrong: 1505, questions: 4096 };
    set.records.questions[0].mistakes.push(mistake);
    let wrong = |number: u64| {
        let of = "sliders/sliders-wrong";
        ruling(&claim(json!({"of": of, "direction": "wrong", "number": number})), &set)
    };
    assert_ruled(wrong(1505), Ruling::Confirmed, "1,505 wrong");
    assert_ruled(wrong(1504), Ruling::Refuted, "1,505 wrong");
}

#[test]
fn programs_of_an_older_method_judge_nothing() {
    let gaining = [made(MAGIC), made("sliders-a").gains([0.05; 3], 0.004)];
    let search = of_search("faster");
    let perft = claim(json!({
        "of": "perft/search+sliders-a", "against": "perft/search",
        "settings": [["perft/throughput/classical"]],
    }));
    let as_perft = |mut set: Set| {
        let records = &mut set.records;
        records.tables.iter_mut().filter(|it| it.question == SEARCH).for_each(|it| {
            it.question = PERFT.to_owned();
        });
        records.variants.iter_mut().filter(|it| it.question == SEARCH).for_each(|it| {
            it.question = PERFT.to_owned();
        });
        set
    };
    let by = |method| by_method(method, &gaining);
    assert_eq!(ruling(&search, &by(FIRST_SOUND)).0, Ruling::Confirmed);
    assert_eq!(ruling(&perft, &as_perft(by(FIRST_SOUND))).0, Ruling::Confirmed);
    assert_ruled(ruling(&search, &by(FIRST_SOUND - 1)), Ruling::NotMeasured, "");
    assert_ruled(ruling(&perft, &as_perft(by(FIRST_SOUND - 1))), Ruling::NotMeasured, "");
    // The run behind the table counts, not that of another meter.
    let mut counted_later = by(FIRST_SOUND - 1);
    counted_later.records.runs[1].method = FIRST_SOUND;
    assert_eq!(ruling(&search, &counted_later).0, Ruling::NotMeasured);
}

#[test]
fn streams_of_queens_judge_nothing_about_sliders_and_x_rays() {
    let fast = [made(MAGIC), made("sliders-a").times(8.0, 16.0)];
    assert_ruled(ruling(&claim(json!({})), &by_method(4, &fast)), Ruling::NotMeasured, "");
    assert_eq!(ruling(&claim(json!({})), &by_method(5, &fast)).0, Ruling::Confirmed);
    let renamed = |method, question: &str| {
        let mut set = by_method(method, &fast);
        let records = &mut set.records;
        let tables = records.tables.iter_mut().map(|it| &mut it.question);
        let variants = records.variants.iter_mut().map(|it| &mut it.question);
        for asked in tables.chain(variants).filter(|asked| *asked == "sliders") {
            question.clone_into(asked);
        }
        let of = |name: &str| format!("{question}/{name}");
        let settings = [[of("throughput/positions")]];
        let (of, against) = (of("sliders-a"), of(MAGIC));
        ruling(&claim(json!({"of": of, "against": against, "settings": settings})), &set).0
    };
    assert_eq!(
        [renamed(4, "xrays"), renamed(5, "xrays")],
        [Ruling::NotMeasured, Ruling::Confirmed]
    );
    // Other questions ask as they did.
    assert_eq!(renamed(4, "attackers"), Ruling::Confirmed);
}

#[test]
fn rows_of_the_file_name_settings_of_their_question() {
    let claims = all_claims().unwrap();
    let ids: BTreeSet<_> = claims.iter().map(|claim| &claim.id).collect();
    assert_eq!((ids.len(), claims.len()), (79, 79));
    for claim in &claims {
        for text in claim.settings.iter().flatten() {
            let setting = Setting::try_from(text.as_str()).unwrap();
            for name in [&claim.of, &claim.against] {
                let question = name.as_deref().unwrap().split('/').next();
                assert_eq!(question, Some(setting.question), "{}: {text}", claim.id);
            }
            let is_program = matches!(setting.question, SEARCH | PERFT);
            let known = ["classical", "network", "threats", "material", "positions"];
            assert!(!is_program || known.contains(&setting.stream), "{}: {text}", claim.id);
            let is_of_pieces = matches!(setting.question, "sliders" | "xrays");
            assert!(!is_of_pieces || setting.stream == "games", "{}: {text}", claim.id);
        }
        let says_why = !claim.limits.is_empty() || claim.direction.is_some();
        assert!(says_why, "{} says neither what settles it nor why nothing does", claim.id);
        assert!(!claim.who.is_empty(), "{} names nobody", claim.id);
        let is_linked = claim.link.as_ref().is_some_and(|link| link.starts_with("https://"));
        assert!(is_linked || claim.who.contains("this project"), "{} has no link", claim.id);
    }
    let newest = ["splats", "pair-filter", "perft-no-elo", "lists-by-vbmi2", "pext-perft"];
    let others = ["computed-haswell", "magics-arm", "gated-checks", "exchange-compare"];
    let last = ["sf11-here", "between-calls", "no-square-table"];
    for id in newest.iter().chain(&others).chain(&last) {
        assert!(ids.contains(&(*id).to_owned()), "{id}");
    }
}

#[test]
fn every_row_with_a_direction_is_judged_by_a_committed_set() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let (sets, _) = crate::sets(&reports).unwrap();
    let views: Vec<_> = sets.iter().map(View::new).collect();
    // Committed searches compare each choice with the base alone.
    let is_of_choices = |it: &Claim| {
        it.against
            .as_ref()
            .is_some_and(|it| it.starts_with("search/search+") || it.contains("/perft+"))
    };
    // Variants that are younger than all committed sets.
    let is_younger = |it: &Claim| ["rook-alone", "rows-without-branch"].contains(&&*it.id);
    let claims = all_claims().unwrap().into_iter().filter(|it| it.direction.is_some());
    for claim in claims.filter(|it| !is_of_choices(it) && !is_younger(it)) {
        let is_size = matches!(claim.direction, Some(Direction::Bytes | Direction::Wrong));
        let Judged { id, rulings, .. } = claim.judged(&views);
        let is_it = |one: &Ruled| match one.ruling {
            Ruling::NotMeasured => false,
            ruling => !is_size || ruling == Ruling::Confirmed,
        };
        assert!(rulings.iter().any(is_it), "{id}: {rulings:?}");
    }
}

#[test]
fn a_row_has_a_ruling_for_each_set_in_their_order() {
    let fast = todays(&[made(MAGIC), made("sliders-a").times(8.0, 16.0)]);
    let slow = todays(&[made(MAGIC), made("sliders-a").times(12.0, 24.0)]);
    let none = todays(&[made(MAGIC)]);
    let views = [&slow, &none, &fast].map(View::new);
    let row = claim(json!({
        "id": "fast", "claim": "A is fast.", "who": "Nobody", "link": "https://example.org",
        "size": "+1 %", "limits": "Here.",
    }));
    let expected = json!({
        "id": "fast", "claim": "A is fast.", "who": "Nobody", "link": "https://example.org",
        "published": "+1 %", "limits": "Here.", "rulings": [
            {"ruling": "refuted", "figures": "1.20x ±0.2 %", "against": "magic", "gain": null},
            {"ruling": "not measured", "figures": "", "against": "", "gain": null},
            {"ruling": "confirmed", "figures": "0.80x ±0.2 %", "against": "magic", "gain": null},
        ],
    });
    assert_eq!(serde_json::to_value(row.judged(&views)).unwrap(), expected);
}

/// Choices searched with on a processor of these numbers.
fn searched_on(vendor: &str, family: u64, model: u64, choices: &[Made]) -> Set {
    let mut set = todays(&[&[made(MAGIC)], choices].concat());
    let vendor = vendor.to_owned();
    set.records.machine.model = Some(Model { vendor, family, model, stepping: 1 });
    set
}

fn on_zen_5(choices: &[Made]) -> Set {
    searched_on("AuthenticAMD", 26, 2, choices)
}

fn on_granite_rapids(choices: &[Made]) -> Set {
    searched_on("GenuineIntel", 6, 173, choices)
}

/// An engine's row beside those of these sets.
fn beside(sets: &[&Set], engine: &str, on: &str, change: &str) -> Compared {
    let views: Vec<_> = sets.iter().map(|set| View::new(set)).collect();
    let rows = compare_engines(&engines().unwrap(), &views);
    let is_it = |it: &Compared| it.engine == engine && it.on == on && it.change == change;
    rows.into_iter().find(is_it).unwrap()
}

const SF: &str = "Stockfish 11";
const CARP: &str = "Carp 3.0.1";

#[track_caller]
fn assert_share(found: Option<Figure>, expected: [f64; 3]) {
    let Figure { value, low, high } = found.unwrap();
    for (found, expected) in [value, low, high].into_iter().zip(expected) {
        assert!((found - expected).abs() < 5e-5, "{found} where {expected} was expected");
    }
}

#[test]
fn engines_agree_with_ours_by_sign_and_size() {
    // Stockfish 11 on the Zen 5 gains 1.06 (0.27 to 2.26) by PEXT.
    for (gain, half, says) in [
        (0.02, 0.004, "sign and size agree"),
        (0.001, 0.004, "intervals meet"),
        (0.05, 0.004, "another size"),
        (-0.02, 0.004, "opposite sign"),
        (-0.02, 0.03, "intervals meet"),
        (-0.02, 0.02001, "another size"),
    ] {
        // The other profiles are not like it.
        let set = on_zen_5(&[made("sliders-pext").gains([gain, 0.5, 0.6], half)]);
        let row = beside(&[&set], SF, "Zen 5", "PEXT");
        assert_eq!(row.says.name(), says, "{gain} ±{half}");
        assert_share(row.ours, [gain, gain - half, gain + half]);
        assert_share(Some(row.theirs), [0.0106, 0.0027, 0.0226]);
        assert_eq!((row.over, &*row.profile, row.rounds), (None, "classical", 70));
    }
}

/// Both certain on one side, or they only meet.
#[test]
fn gains_without_a_certain_sign_do_not_agree_in_it() {
    for (theirs, ours, says) in [
        (0.02, 0.023, Agreement::SignAndSize),
        (-0.02, -0.023, Agreement::SignAndSize),
        (0.001, 0.002, Agreement::IntervalsMeet),
        (0.001, 0.006, Agreement::IntervalsMeet),
    ] {
        assert_eq!(Agreement::between(gain(theirs, 0.004), gain(ours, 0.004)), says);
    }
}

#[test]
fn only_todays_search_on_the_same_kind_of_machine_stands_beside_an_engine() {
    let pext = |gain| [made("sliders-pext").gains([gain; 3], 0.004)];
    let (zen_5, granite) = (on_zen_5(&pext(0.02)), on_granite_rapids(&pext(-0.02)));
    let row = beside(&[&granite, &zen_5], SF, "Zen 5", "PEXT");
    assert_share(row.ours, [0.02, 0.016, 0.024]);
    let row = beside(&[&zen_5, &granite], SF, "Granite Rapids", "PEXT");
    assert_share(row.ours, [-0.02, -0.024, -0.016]);
    assert_eq!(row.says, Agreement::OppositeSign);
    for nothing in [&[][..], &[&granite]] {
        let row = beside(nothing, SF, "Zen 5", "PEXT");
        assert_eq!((row.ours, row.says), (None, Agreement::NotMeasuredHere));
    }
    let mut older = on_zen_5(&pext(0.04));
    older.records.runs[0].method = FIRST_SOUND - 1;
    assert_eq!(beside(&[&older], SF, "Zen 5", "PEXT").ours, None);
    assert_share(beside(&[&older, &zen_5], SF, "Zen 5", "PEXT").ours, [0.02, 0.016, 0.024]);
}

#[test]
fn an_engine_with_other_sliders_is_compared_over_our_base() {
    let set = on_granite_rapids(&[made("sliders-pext").gains([0.5, 0.032, 0.5], 0.0005)]);
    let row = beside(&[&set], CARP, "Granite Rapids", "PEXT");
    assert_share(Some(row.theirs), [0.0307, 0.0192, 0.0398]);
    assert_share(row.over, [0.0172, -0.0025, 0.0311]);
    // It would agree over its own black magics.
    assert_eq!((row.says, &*row.profile), (Agreement::AnotherSize, "network"));
    // On the Zen 4 it did not try our base.
    let zen_4 = &[made("sliders-pext").gains([0.02; 3], 0.004)];
    let row = beside(&[&searched_on("AuthenticAMD", 25, 17, zen_4)], CARP, "Zen 4", "PEXT");
    assert_eq!((row.over, row.says), (None, Agreement::AnotherBase));
    assert_share(row.ours, [0.02, 0.016, 0.024]);
    // Ours lose by black magics what it gains by fancy ones.
    let set = on_granite_rapids(&[made("sliders-black-magic").gains([0.5, -0.013, 0.5], 0.001)]);
    let row = beside(&[&set], CARP, "Granite Rapids", "fancy magics");
    assert_eq!((row.over, row.says), (None, Agreement::SignAndSize));
    assert_share(row.ours, [0.01317, 0.01215, 0.0142]);
}

#[test]
fn a_change_to_our_base_has_our_gain_in_that_direction() {
    let set = on_zen_5(&[made("between-line-span").gains([0.01, 0.5, 0.5], 0.002)]);
    let row = beside(&[&set], SF, "Zen 5", "64x64 in addition to line and span");
    assert_share(row.ours, [-0.0099, -0.01186, -0.00794]);
    assert_eq!(row.says, Agreement::IntervalsMeet);
    let set = on_zen_5(&[made("between-branchless").gains([0.01, 0.5, 0.5], 0.002)]);
    let row = beside(&[&set], SF, "Zen 5", "calculated in-between");
    assert_share(row.ours, [0.01, 0.008, 0.012]);
    let zen_4 = searched_on("AuthenticAMD", 25, 17, &[]);
    let row = beside(&[&zen_4], SF, "Zen 4", "magics in a called function");
    assert_eq!((row.ours, row.says), (None, Agreement::NotMeasuredHere));
}

#[test]
fn a_row_of_an_engine_has_all_that_a_page_shows() {
    let set = on_zen_5(&[made("sliders-pext").gains([0.02, 0.5, 0.5], 0.004)]);
    let engines = engines().unwrap();
    let rows = compare_engines(&engines, &[View::new(&set)]);
    assert_eq!(rows.len(), engines.iter().map(|it| it.changes.len()).sum::<usize>());
    let is_later = |it: &&Compared| it.rounds == 152 && it.change == "PEXT";
    let later = serde_json::to_value(rows.iter().find(is_later).unwrap()).unwrap();
    for (field, expected) in [
        ("change", json!("PEXT")),
        ("engine", json!("Stockfish 11")),
        ("on", json!("Zen 5")),
        ("rounds", json!(152)),
        ("remark", json!("an hour later")),
        ("theirs", json!([0.0151, 0.0078, 0.0192])),
        ("over", Value::Null),
        ("profile", json!("classical")),
        ("says", json!("sign and size agree")),
    ] {
        assert_eq!(later[field], expected, "{field}");
    }
}
