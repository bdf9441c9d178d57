//! The ledger on made-up records: each rule gives each verdict that it can give.

use super::{count, file, machine, parameters, proof, ratio, report, turn, variant};
use crate::record::{Claim, Measurement, Proof, Records, Turn, Variant, context, quantity};
use std::collections::BTreeSet;

const RECTANGULAR: &str = "between-rectangular";
const TRIANGULAR: &str = "between-triangular";
const ROTATE: &str = "between-0x88-rotate";
const BRANCHLESS: &str = "between-branchless";

const HOT: [&str; 2] = ["throughput", "latency"];

/// Records of these ratios and of variants without times.
fn records(ratios: impl IntoIterator<Item = Measurement>) -> Records {
    let mut records = Records::new(machine());
    records.variants = [RECTANGULAR, TRIANGULAR, ROTATE, BRANCHLESS, "between-line-span"]
        .map(|name| variant(name, 1000))
        .into();
    records.measurements = ratios.into_iter().collect();
    records
}

fn claim(records: &Records, id: &str) -> Claim {
    let claims = report(records).claims;
    claims.into_iter().find(|claim| claim.id == id).unwrap_or_else(|| panic!("no claim {id}"))
}

fn verdict(records: &Records, id: &str) -> String {
    claim(records, id).verdict
}

/// The first by the second, in the given contexts.
fn compared(of: &str, against: &str, contexts: &[(&str, &str)]) -> Vec<Measurement> {
    let value = |word: &str| match word {
        "faster" => 0.5,
        "slower" => 2.0,
        _ => 1.0,
    };
    contexts.iter().map(|(context, word)| ratio(of, against, context, value(word), word)).collect()
}

/// The same ratio beside so many working sets.
fn under_pressure(of: &str, against: &str, words: &[&str]) -> Vec<Measurement> {
    let beside = |(number, word): (usize, &&str)| {
        let set = [("visit", 16), ("dependent", 1), ("working set", 4096 * (number as u64 + 1))];
        let [measurement] = &compared(of, against, &[("pressure", word)])[..] else { panic!() };
        Measurement { parameters: parameters(&set), ..measurement.clone() }
    };
    words.iter().enumerate().map(beside).collect()
}

#[test]
fn the_ledger_is_complete_and_stands_on_the_page_and_in_the_summary() {
    let nothing = Records::new(machine());
    let report = report(&nothing);
    assert_eq!(report.claims.len(), 19);
    let ids: BTreeSet<_> = report.claims.iter().map(|claim| claim.id.as_str()).collect();
    assert_eq!(ids.len(), 19);
    let (page, summary) = (file(&report, "index.html"), file(&report, "summary.md"));
    assert!(page.contains("<p>19 claims: 19 not measured."));
    for Claim { id, verdict, evidence } in &report.claims {
        assert_eq!(verdict, "not measured", "{id}");
        assert!(!evidence.is_empty(), "{id} does not say why");
        assert!(page.contains(&format!("<article id=\"claim-{id}\"")), "{id}");
        assert!(summary.contains(&format!("| {id} |")), "{id}");
    }
}

#[test]
fn claims_on_an_order_follow_the_verdicts_on_record() {
    // Each claim with the comparison it rests on, the word that supports it and
    // the contexts that it is about.
    let everywhere = ["throughput", "latency", "two-threads", "cold", "pressure"];
    for (id, of, against, supports, contexts) in [
        ("dailey", ROTATE, RECTANGULAR, "slower", &HOT[..]),
        ("sf-table-back", RECTANGULAR, "between-line-span", "faster", &HOT),
        ("nalimov", TRIANGULAR, RECTANGULAR, "slower", &everywhere),
        ("isenberg", BRANCHLESS, RECTANGULAR, "slower", &["throughput", "latency", "cold"]),
    ] {
        let opposes = if supports == "slower" { "faster" } else { "slower" };
        let same = |word| contexts.iter().map(|&context| (context, word)).collect::<Vec<_>>();
        let mut mixed = same(supports);
        mixed[1].1 = opposes;
        for (words, expected) in [
            (same(supports), "confirmed"),
            (same(opposes), "refuted"),
            (mixed, "depends"),
            (same("tie"), "tie"),
            (same("perhaps"), "not measured"),
            (Vec::new(), "not measured"),
        ] {
            let records = records(compared(of, against, &words));
            assert_eq!(verdict(&records, id), expected, "{id} with {words:?}");
        }
        // A tie beside a certain order does not take it back, and it does not
        // matter which of the two was taken by the other.
        let mut with_a_tie = same(opposes);
        with_a_tie[0].1 = "tie";
        assert_eq!(verdict(&records(compared(against, of, &with_a_tie)), id), "confirmed");
    }
}

#[test]
fn a_claim_on_batches_looks_into_their_study() {
    let [of, against] =
        ["between-batch-loop+between-select", "between-batch-loop+between-rectangular"];
    let ruled = |word: &str| {
        let mut records = records(compared(BRANCHLESS, RECTANGULAR, &[("throughput", "slower")]));
        for name in [of, against] {
            let (study, interface) = ("between-batch".to_owned(), "batch".to_owned());
            records.variants.push(Variant { study, interface, ..variant(name, 0) });
        }
        let batches = compared(of, against, &[("throughput", word)]).into_iter();
        let batches = batches.map(|m| Measurement { study: "between-batch".to_owned(), ..m });
        records.measurements.extend(batches);
        let Claim { verdict, evidence, .. } = claim(&records, "isenberg");
        let batches = evidence.iter().find(|text| text.starts_with("In batches")).cloned();
        (verdict, batches.expect("a sentence on batches"))
    };
    let (verdict, evidence) = ruled("slower");
    assert_eq!(verdict, "confirmed");
    assert!(evidence.contains(of) && evidence.contains("slower than"), "{evidence}");
    assert_eq!(ruled("faster").0, "depends");
}

#[test]
fn claims_on_pressure_need_more_than_one_comparison_in_twenty() {
    let verdict_with = |faster: usize, slower: usize, ties: usize| {
        let words: Vec<_> = [("faster", faster), ("slower", slower), ("tie", ties)]
            .into_iter()
            .flat_map(|(word, count)| vec![word; count])
            .collect();
        verdict(&records(under_pressure(ROTATE, RECTANGULAR, &words)), "glinscott")
    };
    assert_eq!(verdict_with(2, 0, 38), "tie");
    assert_eq!(verdict_with(3, 0, 37), "confirmed");
    assert_eq!(verdict_with(0, 3, 37), "refuted");
    assert_eq!(verdict_with(3, 2, 35), "confirmed");
    assert_eq!(verdict_with(3, 3, 34), "depends");
    assert_eq!(verdict_with(0, 0, 0), "not measured");

    // Beside a working set of nothing, nothing competes.
    let mut beside_nothing = records(under_pressure(ROTATE, RECTANGULAR, &["faster"]));
    beside_nothing.measurements[0].parameters.insert("working set".to_owned(), 0);
    assert_eq!(verdict(&beside_nothing, "glinscott"), "not measured");
}

#[test]
fn the_competition_for_the_cache_has_two_halves() {
    let hot = |word| compared(ROTATE, RECTANGULAR, &HOT.map(|context| (context, word)));
    let pressure = |word| under_pressure(ROTATE, RECTANGULAR, &["slower", word]);
    for (first, second, expected) in [
        ("slower", Some("faster"), "confirmed"),
        ("faster", Some("slower"), "refuted"),
        ("slower", Some("slower"), "depends"),
        ("faster", Some("faster"), "depends"),
        ("tie", Some("faster"), "tie"),
        ("tie", Some("slower"), "refuted"),
        ("slower", None, "not measured"),
    ] {
        let ratios = hot(first).into_iter().chain(second.into_iter().flat_map(pressure));
        let found = verdict(&records(ratios), "cache-competition");
        assert_eq!(found, expected, "{first} hot, {second:?} under pressure");
    }
    let only_pressure = records(pressure("faster"));
    assert_eq!(verdict(&only_pressure, "cache-competition"), "not measured");
    // Faster than all of the others, or not the fastest.
    let others = compared(BRANCHLESS, RECTANGULAR, &[("throughput", "faster"), ("latency", "tie")]);
    let ratios = hot("slower").into_iter().chain(others).chain(pressure("faster"));
    assert_eq!(verdict(&records(ratios), "cache-competition"), "depends");
}

#[test]
fn evidence_has_figures_with_intervals_and_where_they_are_shown() {
    let mut records = records(
        under_pressure(ROTATE, RECTANGULAR, &["slower", "faster", "tie"])
            .into_iter()
            .chain(compared(ROTATE, RECTANGULAR, &[("throughput", "slower")])),
    );
    let mut at = turn(16, 1, "slower", Some([12288.0, 4096.0, 16384.0]));
    (at.variant, at.against) = (ROTATE.to_owned(), RECTANGULAR.to_owned());
    records.turns.push(at);
    let evidence = claim(&records, "glinscott").evidence;
    for expected in [
        "Beside a competing working set, between-0x88-rotate is faster than between-rectangular \
         in 1 of 3 comparisons, down to 0.500 (0.250 to 1.000) times the time of \
         between-rectangular (stream uniform, dependent queries, visits of 16, beside 8 KiB); \
         slower than between-rectangular in 1 of 3 comparisons, up to 2.000 (1.000 to 4.000) \
         times the time of between-rectangular (stream uniform, dependent queries, visits of 16, \
         beside 4 KiB); neither, beyond the noise, in 1 of 3 comparisons.",
        "In visits of 16 queries, each waiting for the last, between-0x88-rotate overtakes \
         between-rectangular from a competing working set of 12 KiB on (4 to 16 KiB).",
        "The tables take 1000 bytes in between-0x88-rotate and 1000 bytes in between-rectangular.",
    ] {
        assert!(evidence.iter().any(|text| text == expected), "{expected} is not in {evidence:#?}");
    }
    assert!(evidence.last().unwrap().contains("nodes per second were not measured"));
    let report = report(&records);
    let page = file(&report, "index.html");
    assert!(page.contains("<a href=\"between.html#pressure\">between, pressure</a>"));
    assert!(page.contains("<span aria-hidden=\"true\">±</span> depends"));
    assert!(page.contains("<p>19 claims: 2 confirmed, 1 refuted, 1 depends, 15 not measured."));
}

/// By stream: the verdict without questions, and where it turns.
type Turned = (&'static str, &'static str, Option<[f64; 3]>);

#[test]
fn a_claim_on_upkeep_compares_where_streams_break_even() {
    const KEPT: [&str; 2] = ["maps-classical+sliders-magic", "maps-directions"];
    const FLY: &str = "maps-on-the-fly+sliders-magic";
    let ruled = |turned: [&[Turned]; 2]| {
        let mut records = Records::new(machine());
        let (study, interface) = ("maps".to_owned(), "kept".to_owned());
        let of_maps = |name: &str| {
            let (study, interface) = (study.clone(), interface.clone());
            Variant { study, interface, ..variant(name, 0) }
        };
        records.variants = [FLY, KEPT[0], KEPT[1]].map(of_maps).into();
        for (name, turned) in KEPT.iter().zip(turned) {
            records.turns.extend(turned.iter().map(|&(stream, verdict, at)| Turn {
                study: study.clone(),
                stream: stream.to_owned(),
                parameters: [].into(),
                along: quantity::ASKED.to_owned(),
                variant: (*name).to_owned(),
                against: FLY.to_owned(),
                range: 128,
                ..turn(16, 0, verdict, at)
            }));
        }
        claim(&records, "incremental-maps")
    };
    let phases = |at: [Option<[f64; 3]>; 4]| {
        let streams = ["opening", "middlegame", "late-middlegame", "queen-ending"];
        std::array::from_fn::<Turned, 4, _>(|i| (streams[i], "slower", at[i]))
    };
    let from = |low: f64| Some([1.5 * low, low, 2.0 * low]);
    for (at, expected) in [
        ([from(4.0), from(8.0), from(16.0), None], "confirmed"),
        ([from(4.0), from(4.0), None, None], "confirmed"),
        // Not certainly with fewer questions.
        ([from(4.0), from(8.0), from(8.0), None], "depends"),
        ([from(32.0), from(16.0), from(8.0), from(4.0)], "depends"),
        ([from(4.0), None, None, None], "depends"),
        ([None, None, from(8.0), None], "refuted"),
        ([None; 4], "refuted"),
    ] {
        let Claim { verdict, evidence, .. } = ruled([&phases(at), &[]]);
        assert_eq!(verdict, expected, "{at:?}");
        assert_eq!(evidence.len(), 5, "{evidence:?}");
        // One that confirms it is enough.
        let never = phases([None; 4]);
        assert_eq!(ruled([&never, &phases(at)]).verdict, expected, "{at:?}");
    }
    // Faster without questions, and throughout.
    let always = ["opening", "middlegame"].map(|stream| (stream, "faster", None));
    let later = phases([None; 4]);
    assert_eq!(ruled([&[&always[..], &later[2..]].concat(), &[]]).verdict, "confirmed");
    // A phase of which nothing is known leaves it open.
    assert_eq!(ruled([&phases([from(4.0); 4])[..3], &[]]).verdict, "not measured");
    let evidence = ruled([&phases([from(4.0), from(8.0), from(16.0), None]), &[]]).evidence;
    assert!(evidence[0].contains("overtakes at 6 questions, between 4 and 8 questions"));
    assert!(evidence[3].contains("never within 0 to 128 questions"), "{evidence:?}");
}

#[test]
fn what_answers_wrongly_settles_nothing() {
    let mut records = records(compared(ROTATE, RECTANGULAR, &[("throughput", "slower")]));
    assert_eq!(verdict(&records, "dailey"), "confirmed");
    records.variants[2].proof = Proof::Wrong("a board".to_owned());
    assert_eq!(verdict(&records, "dailey"), "not measured");
}

#[test]
fn what_is_missing_is_named() {
    let mut records = records([]);
    let evidence = |records: &Records| claim(records, "sf-table-back").evidence[0].clone();
    assert_eq!(evidence(&records), "Not measured; run `cargo bench --bench duel`.");
    records.variants.pop();
    assert_eq!(evidence(&records), "Not measured: between-line-span is not among the variants.");
}

#[test]
fn sizes_are_those_of_the_compiled_tables() {
    let verdict_with = |sizes: &[(&str, u64)]| {
        let mut records = Records::new(machine());
        records.variants = sizes.iter().map(|(name, bytes)| variant(name, *bytes)).collect();
        for variant in &mut records.variants {
            variant.study = variant.name.split('-').next().unwrap().to_owned();
        }
        verdict(&records, "sizes")
    };
    let right =
        [(RECTANGULAR, 32768), (TRIANGULAR, 16640), (ROTATE, 1920), ("attacked-0x88-table", 14336)];
    assert_eq!(verdict_with(&right), "confirmed");
    assert_eq!(verdict_with(&right[..1]), "confirmed");
    assert_eq!(verdict_with(&[right[0], (TRIANGULAR, 16384)]), "depends");
    assert_eq!(verdict_with(&[(RECTANGULAR, 32767)]), "refuted");
    assert_eq!(verdict_with(&[]), "not measured");
}

#[test]
fn an_approximation_has_to_be_faster_and_seldom_wrong() {
    let [of, against] = ["exchange-table+sliders-magic", "exchange-swap+sliders-magic"];
    let ruled = |word: Option<&str>, prepared: &str, wrong: Option<f64>| {
        let mut records = Records::new(machine());
        let study = || "exchange".to_owned();
        records.variants =
            [of, against].map(|name| Variant { study: study(), ..variant(name, 1000) }).into();
        let timed = |stream: &str, word| {
            let hot = HOT.map(|context| (context, word));
            let stream = stream.to_owned();
            compared(of, against, &hot).into_iter().map(move |m| Measurement {
                study: study(),
                stream: stream.clone(),
                ..m
            })
        };
        records.measurements.extend(word.into_iter().flat_map(|word| timed("positions", word)));
        records.measurements.extend(timed("prepared", prepared));
        let counts = wrong.map(|wrong| {
            [
                ("questions", 1000.0),
                ("wrong answers", wrong),
                ("entries touched", 7.0),
                ("entries", 9.0),
            ]
        });
        records.measurements.extend(counts.into_iter().flatten().map(|(quantity, value)| {
            Measurement {
                study: study(),
                stream: "positions".to_owned(),
                ..proof(of, quantity, value)
            }
        }));
        claim(&records, "ed-see")
    };
    for (word, prepared, wrong, expected) in [
        (Some("faster"), "slower", Some(49.0), "confirmed"),
        (Some("faster"), "faster", Some(50.0), "depends"),
        (Some("slower"), "faster", Some(49.0), "depends"),
        (Some("slower"), "faster", Some(50.0), "refuted"),
        (Some("tie"), "faster", Some(49.0), "depends"),
        (Some("tie"), "faster", Some(50.0), "refuted"),
        (None, "faster", Some(49.0), "not measured"),
        (Some("faster"), "faster", None, "not measured"),
    ] {
        let found = ruled(word, prepared, wrong).verdict;
        assert_eq!(found, expected, "{word:?} and {prepared}, wrong in {wrong:?} of 1000");
    }
    let evidence = ruled(Some("faster"), "faster", Some(50.0)).evidence;
    for expected in [
        "With the bytes built before, with hot tables and independent queries, \
         exchange-table+sliders-magic is faster than exchange-swap+sliders-magic in 1 of 1 \
         comparison, down to 0.500 (0.250 to 1.000) times the time of \
         exchange-swap+sliders-magic (stream prepared).",
        "On the stream positions, 5.0 % of the answers of exchange-table+sliders-magic are wrong. \
         Fewer than 5.0 % are taken for accurate enough.",
        "Its questions lead to 7 of the table's 9 entries.",
    ] {
        assert!(evidence.iter().any(|text| text == expected), "{expected} is not in {evidence:#?}");
    }
}

#[test]
fn the_count_of_a_mistake_is_compared_with_the_published_one() {
    let counted = |wrong: f64| {
        [("wrong answers", wrong), ("questions", 4096.0)].map(|(quantity, value)| Measurement {
            stream: context::ALL_QUESTIONS.to_owned(),
            context: context::PROOF.to_owned(),
            ..count("between-branchless-0xff", quantity, value, None)
        })
    };
    assert_eq!(verdict(&records(counted(1505.0)), "bad-mask"), "confirmed");
    assert_eq!(verdict(&records(counted(1504.0)), "bad-mask"), "refuted");
    assert_eq!(verdict(&records([]), "bad-mask"), "not measured");
    let mut wrong = records(counted(1505.0));
    wrong.variants[3].proof = Proof::Wrong("a board".to_owned());
    assert_eq!(verdict(&wrong, "bad-mask"), "refuted");
    wrong.variants.remove(3);
    assert_eq!(verdict(&wrong, "bad-mask"), "not measured");
}
