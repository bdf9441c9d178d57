//! The ledger on made-up records: each rule gives each ruling that it can give.

use super::Ledger;
use crate::figures::Figures;
use crate::made_up::{
    self, accuracy, machine, run, step, study, table, too_noisy, variant, variants,
};
use crate::tests::assert_balanced;
use askama::Template as _;
use records::Context::{self, Beside, Latency, Learnt, Throughput, Upkeep};
use records::Ruling::{Confirmed, Depends, NotMeasured, Refuted, Tie, Unresolved};
use records::{
    Accuracy, Check, Claim, Interface, Meter, Mistake, Rate, Records, Ruling, Step, Table, Variant,
    Verdict,
};
use std::collections::BTreeSet;

const RECTANGULAR: &str = "between-rectangular";
const TRIANGULAR: &str = "between-triangular";
const ROTATE: &str = "between-0x88-rotate";
const BRANCHLESS: &str = "between-branchless";
const LINE_SPAN: &str = "between-line-span";

const HOT: [Context; 2] = [Throughput, Latency];

/// Records of variants of 1000 bytes and of these tables.
fn records(tables: impl IntoIterator<Item = Table>) -> Records {
    let named = [RECTANGULAR, TRIANGULAR, ROTATE, BRANCHLESS, LINE_SPAN];
    let mut records = variants(&named.map(|name| (name, 1000)));
    records.runs = [(Meter::Duel, run())].into();
    records.tables = tables.into_iter().collect();
    records
}

/// The same of one other study.
fn records_of(name: &str, named: &[&str], interface: Interface) -> Records {
    let mut records = records([]);
    records.studies.push(records::Study { name: name.to_owned(), ..study() });
    let variant =
        |named: &&str| Variant { study: name.to_owned(), interface, ..variant(named, 1000) };
    records.variants.extend(named.iter().map(variant));
    records
}

fn claim(records: &Records, id: &str) -> Claim {
    let claims = Ledger::new(&Figures::new(records)).records();
    claims.into_iter().find(|claim| claim.id == id).unwrap_or_else(|| panic!("no claim {id}"))
}

fn ruling(records: &Records, id: &str) -> Ruling {
    claim(records, id).ruling
}

/// A time that compares like this with one of 2.
fn time(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Faster => 1.0,
        Verdict::Slower => 4.0,
        Verdict::Tie | Verdict::Unresolved => 2.0,
    }
}

/// A step in which the second compares like this with the first.
fn judged(at: Option<u64>, verdict: Verdict) -> Step {
    let mut step = step(at, &[2.0, time(verdict)]);
    step.set_verdicts(2, |_, _| Some(verdict));
    step
}

fn in_context(context: Context, names: &[&str], steps: Vec<Step>) -> Table {
    let touches = (context == Beside).then_some(4);
    table((context, matches!(context, Latency | Beside), touches), names, steps)
}

/// A table for each of these contexts, in which the first compares like this with the
/// second.
fn compared(of: &str, against: &str, verdicts: &[(Context, Verdict)]) -> Vec<Table> {
    let one = |(context, verdict): &(Context, Verdict)| {
        let at = (*context == Beside).then_some(4096);
        in_context(*context, &[against, of], vec![judged(at, *verdict)])
    };
    verdicts.iter().map(one).collect()
}

/// A table of as many working sets.
fn beside(of: &str, against: &str, verdicts: &[Verdict]) -> Table {
    let one = |(size, verdict): (u64, &Verdict)| judged(Some(size << 12), *verdict);
    in_context(Beside, &[against, of], (1..).zip(verdicts).map(one).collect())
}

#[test]
fn the_ledger_is_complete_and_says_why_nothing_is_known() {
    let nothing = Records::new(machine());
    let ledger = Ledger::new(&Figures::new(&nothing));
    let (tally, rows) = ledger.in_short();
    assert_eq!(tally, "31 claims: 31 not measured");
    let page = ledger.render().expect("a part of the page");
    assert_balanced("claims", &page);
    assert_eq!(rows.iter().map(|[id, ..]| id).collect::<BTreeSet<_>>().len(), 31);
    for Claim { id, ruling, evidence } in ledger.records() {
        assert_eq!(ruling, NotMeasured, "{id}");
        assert!(!evidence[0].is_empty(), "{id} does not say why");
        assert!(page.contains(&format!("<article id=\"claim-{id}\"")), "{id}");
    }
}

#[test]
fn claims_on_an_order_follow_the_verdicts_on_record() {
    use Verdict::{Faster, Slower};
    // Each claim with its comparison, the verdict that supports it and its contexts.
    for (id, of, against, supports, contexts) in [
        ("dailey", ROTATE, RECTANGULAR, Slower, &HOT[..]),
        ("sf-table-back", RECTANGULAR, LINE_SPAN, Faster, &HOT),
        ("nalimov", TRIANGULAR, RECTANGULAR, Slower, &[Throughput, Latency, Beside]),
        ("isenberg", BRANCHLESS, RECTANGULAR, Slower, &[Throughput, Latency, Beside]),
    ] {
        let same = |verdict| contexts.iter().map(|&context| (context, verdict)).collect::<Vec<_>>();
        let mut mixed = same(supports);
        mixed[1].1 = supports.inverse();
        for (verdicts, expected) in [
            (same(supports), Confirmed),
            (same(supports.inverse()), Refuted),
            (mixed, Depends),
            (same(Verdict::Tie), Tie),
            (same(Verdict::Unresolved), Unresolved),
            (Vec::new(), NotMeasured),
        ] {
            let found = ruling(&records(compared(of, against, &verdicts)), id);
            assert_eq!(found, expected, "{id} with {verdicts:?}");
        }
        // A tie beside a certain order does not take it back, and it does not matter which
        // of the two stands first.
        let mut with_a_tie = same(supports.inverse());
        with_a_tie[0].1 = Verdict::Tie;
        assert_eq!(ruling(&records(compared(against, of, &with_a_tie)), id), Confirmed);
    }
}

#[test]
fn a_claim_on_batches_looks_into_their_study() {
    let names = ["between-batch-loop+between-select", "between-batch-loop+between-rectangular"];
    let ruled = |verdict| {
        let mut records = records_of("between-batch", &names, Interface::Batch);
        let hot = |of, against, verdict| compared(of, against, &[(Throughput, verdict)]);
        records.tables = hot(BRANCHLESS, RECTANGULAR, Verdict::Slower);
        let batches = hot(names[0], names[1], verdict).into_iter();
        records.tables.extend(batches.map(|t| Table { study: "between-batch".to_owned(), ..t }));
        let Claim { ruling, evidence, .. } = claim(&records, "isenberg");
        (ruling, evidence.into_iter().find(|text| text.starts_with("In batches, with hot tables")))
    };
    let (ruling, evidence) = ruled(Verdict::Slower);
    assert_eq!(ruling, Confirmed);
    let evidence = evidence.expect("a sentence on batches");
    assert!(evidence.contains(names[0]) && evidence.contains("slower in"), "{evidence}");
    assert_eq!(ruled(Verdict::Faster).0, Depends);
}

#[test]
fn what_is_first_seen_decides_and_what_is_learnt_may_disagree() {
    use Verdict::{Faster, Slower};
    let names = ["attackers-guarded+sliders-magic", "attackers-super-piece+sliders-magic"];
    let ruled = |first_seen: Option<Verdict>, learnt: Option<Verdict>| {
        let mut records = records_of("attackers", &names, Interface::Plain);
        let seen = HOT.into_iter().zip(first_seen.into_iter().cycle());
        let verdicts: Vec<_> = seen.chain(learnt.map(|verdict| (Learnt, verdict))).collect();
        let tables = compared(names[0], names[1], &verdicts).into_iter();
        records.tables = tables.map(|t| Table { study: "attackers".to_owned(), ..t }).collect();
        claim(&records, "hyatt-guard")
    };
    for (first_seen, learnt, expected) in [
        (Some(Faster), Some(Faster), Confirmed),
        (Some(Faster), None, Confirmed),
        (Some(Faster), Some(Verdict::Unresolved), Confirmed),
        (Some(Faster), Some(Slower), Depends),
        (Some(Slower), Some(Slower), Refuted),
        (Some(Slower), Some(Faster), Depends),
        (Some(Faster), Some(Verdict::Tie), Depends),
        (Some(Verdict::Unresolved), Some(Faster), Unresolved),
        (None, Some(Faster), NotMeasured),
    ] {
        let Claim { ruling, evidence, .. } = ruled(first_seen, learnt);
        assert_eq!(ruling, expected, "{first_seen:?}, learnt {learnt:?}");
        let told = |words: &str| evidence.iter().any(|text| text.contains(words));
        assert_eq!(told("With hot tables and queries asked before, "), learnt.is_some());
    }
}

#[test]
fn a_working_set_past_the_last_level_judges_no_competition() {
    let far = beside(ROTATE, RECTANGULAR, &[Verdict::Faster]);
    let mut records = records([far]);
    assert_eq!(ruling(&records, "glinscott"), Confirmed);
    records.tables[0].steps[0].at = Some(1 << 30);
    assert_eq!(ruling(&records, "glinscott"), NotMeasured);
}

#[test]
fn claims_beside_a_working_set_need_more_than_one_comparison_in_twenty() {
    let ruled = |faster: usize, slower: usize, ties: usize| {
        let counts = [(Verdict::Faster, faster), (Verdict::Slower, slower), (Verdict::Tie, ties)];
        let verdicts: Vec<_> = counts.into_iter().flat_map(|(v, count)| vec![v; count]).collect();
        ruling(&records([beside(ROTATE, RECTANGULAR, &verdicts)]), "glinscott")
    };
    assert_eq!(ruled(2, 0, 38), Tie);
    assert_eq!(ruled(3, 0, 37), Confirmed);
    assert_eq!(ruled(0, 3, 37), Refuted);
    assert_eq!(ruled(3, 2, 35), Confirmed);
    assert_eq!(ruled(3, 3, 34), Depends);
    assert_eq!(ruled(0, 0, 0), NotMeasured);

    // Beside a working set of nothing, nothing competes.
    let mut nothing = beside(ROTATE, RECTANGULAR, &[Verdict::Faster]);
    nothing.steps[0].at = Some(0);
    assert_eq!(ruling(&records([nothing]), "glinscott"), NotMeasured);
}

#[test]
fn the_competition_for_the_cache_has_two_halves() {
    use Verdict::{Faster, Slower};
    let hot = |verdict| compared(ROTATE, RECTANGULAR, &HOT.map(|context| (context, verdict)));
    for (first, second, expected) in [
        (Slower, Some(Faster), Confirmed),
        (Faster, Some(Slower), Refuted),
        (Slower, Some(Slower), Depends),
        (Faster, Some(Faster), Depends),
        (Verdict::Tie, Some(Faster), Tie),
        (Verdict::Tie, Some(Slower), Refuted),
        (Slower, None, NotMeasured),
    ] {
        let beside_it = second.map(|second| beside(ROTATE, RECTANGULAR, &[Slower, second]));
        let found = ruling(&records(hot(first).into_iter().chain(beside_it)), "cache-competition");
        assert_eq!(found, expected, "{first} hot, {second:?} beside a working set");
    }
    let beside_it = || beside(ROTATE, RECTANGULAR, &[Slower, Faster]);
    assert_eq!(ruling(&records([beside_it()]), "cache-competition"), NotMeasured);
    // Faster than all of the others, or not the fastest.
    let three = |context, branchless| {
        let times = [2.0, 4.0, time(branchless)];
        in_context(context, &[RECTANGULAR, ROTATE, BRANCHLESS], vec![step(None, &times)])
    };
    let tables = |verdict| [three(Throughput, verdict), three(Latency, Slower), beside_it()];
    assert_eq!(ruling(&records(tables(Slower)), "cache-competition"), Confirmed);
    assert_eq!(ruling(&records(tables(Faster)), "cache-competition"), Depends);
}

#[test]
fn evidence_has_figures_with_intervals_and_a_link_to_them() {
    let verdicts = [Verdict::Slower, Verdict::Tie, Verdict::Faster];
    let hot = compared(ROTATE, RECTANGULAR, &[(Throughput, Verdict::Slower)]);
    let mut records = records(hot.into_iter().chain([beside(ROTATE, RECTANGULAR, &verdicts)]));
    records.variants[2].slider_lookups =
        vec![Rate { stream: "uniform".to_owned(), per_query: Some(0.25) }];
    let evidence = claim(&records, "glinscott").evidence;
    for expected in [
        "Beside a competing working set, between-0x88-rotate against between-rectangular: faster \
         in 1 of 3 comparisons, at best taking 0.500 (0.495 to 0.505) times as long (beside, \
         uniform, dependent, 4 touches, working set of 12 KiB); slower in 1 of 3 comparisons, at worst \
         taking 2.000 (1.980 to 2.020) times as long (beside, uniform, dependent, 4 touches, \
         working set of 4 KiB); equal within 1 % in 1 of 3 comparisons.",
        "between-0x88-rotate against between-rectangular on uniform, dependent queries, 4 touches \
         between two: between-0x88-rotate overtakes at 8 KiB (between 4 and 12 KiB).",
        "In nodes per second of a search: these records have no study search.",
        "Slider lookups per query of between-0x88-rotate: 0.250 on uniform.",
        "The tables take 1000 bytes in between-0x88-rotate and 1000 bytes in between-rectangular.",
    ] {
        assert!(evidence.iter().any(|text| text == expected), "{expected} is not in {evidence:#?}");
    }
    assert!(evidence.last().unwrap().contains("Without a search in the records"));
    let ledger = Ledger::new(&Figures::new(&records));
    let page = ledger.render().unwrap();
    assert_balanced("claims", &page);
    assert!(page.contains("<a href=\"between.html#beside\">between, beside</a>"));
    assert!(page.contains("<span aria-hidden=\"true\">±</span> depends"));
    assert_eq!(
        ledger.in_short().0,
        "31 claims: 2 confirmed, 1 refuted, 1 depends, 27 not measured"
    );
    // A contest of several tells which of them it was, and needs no verdict of all.
    let all = &claim(&records, "cache-competition").evidence;
    let hot = "With hot tables and independent queries, between-rectangular against \
               between-triangular, between-0x88-rotate and between-branchless: faster than all in \
               the only comparison, at best taking 0.500 (0.495 to 0.505) times as long as \
               between-0x88-rotate (throughput, uniform).";
    assert!(all.iter().any(|text| text == hot), "{all:#?}");
}

#[test]
fn evidence_tells_the_extremes_and_the_fastest_rival() {
    let sizes = (1..).map(|number| Some(number << 12));
    let steps = sizes.zip([1.0, 0.5, 4.0, 8.0]).map(|(at, time)| step(at, &[2.0, time])).collect();
    let three = in_context(
        Throughput,
        &[RECTANGULAR, ROTATE, BRANCHLESS],
        vec![step(None, &[2.0, 4.0, 8.0])],
    );
    let main = in_context(Beside, &[RECTANGULAR, ROTATE], steps);
    let others = Table { touches: Some(16), ..main.clone() };
    let records = records([main, others, three]);
    let told = |id: &str, expected: &str| {
        let evidence = claim(&records, id).evidence;
        assert!(evidence.iter().any(|text| text.contains(expected)), "{evidence:#?}");
    };
    told("glinscott", "faster in 4 of 8 comparisons, at best taking 0.250 (");
    told("glinscott", "slower in 4 of 8 comparisons, at worst taking 4.000 (");
    let evidence = claim(&records, "glinscott").evidence;
    let changes: Vec<_> = evidence.iter().filter(|text| text.contains("overtakes")).collect();
    assert!(changes.len() == 1 && changes[0].contains("4 touches"), "{changes:?}");
    told(
        "cache-competition",
        "at best taking 0.500 (0.495 to 0.505) times as long as between-0x88-rotate",
    );
}

#[test]
fn orders_that_change_all_the_time_are_told_in_short() {
    let verdicts: Vec<_> = (0..100).map(|i| [Verdict::Faster, Verdict::Slower][i % 2]).collect();
    let evidence = claim(&records([beside(ROTATE, RECTANGULAR, &verdicts)]), "glinscott").evidence;
    let told = evidence.iter().find(|text| text.contains("overtakes")).expect("a crossover");
    assert!(told.contains("and the order changes 96 more times (between 4 and 8 KiB"), "{told}");
    assert!(told.len() < 500);
}

#[test]
fn a_claim_on_upkeep_compares_where_streams_break_even() {
    const KEPT: [&str; 2] = ["maps-classical+sliders-magic", "maps-directions"];
    const FLY: &str = "maps-on-the-fly+sliders-magic";
    const STREAMS: [&str; 4] = ["opening", "middlegame", "late-middlegame", "queen-ending"];
    const STEPS: [u64; 7] = [0, 4, 8, 16, 32, 64, 128];
    // The numbers of questions after which the order changes, which is slower at first.
    let ruled = |changes: [&[&[u64]]; 2]| {
        let mut records = records_of("maps", &[FLY, KEPT[0], KEPT[1]], Interface::Kept);
        for (number, stream) in STREAMS.iter().enumerate() {
            let known = changes.map(|changes| changes.get(number));
            let names: Vec<_> =
                KEPT.iter().zip(known).filter_map(|(n, c)| Some((*n, c?))).collect();
            let at = |asked: u64| {
                let time = |changes: &&[u64]| {
                    let passed = changes.iter().filter(|change| asked > **change).count();
                    if passed % 2 == 0 { 4.0 } else { 1.0 }
                };
                let times = names.iter().map(|(_, changes)| time(changes));
                step(Some(asked), &[2.0].into_iter().chain(times).collect::<Vec<_>>())
            };
            let named: Vec<_> = [FLY].into_iter().chain(names.iter().map(|(n, _)| *n)).collect();
            let table = in_context(Upkeep, &named, STEPS.map(at).into());
            let (study, stream) = ("maps".to_owned(), (*stream).to_owned());
            records.tables.push(Table { study, stream, ..table });
        }
        claim(&records, "incremental-maps")
    };
    let never: &[&[u64]] = &[&[][..]; 4];
    for (changes, expected) in [
        (&[&[4][..], &[8], &[16], &[]], Confirmed),
        (&[&[4], &[4], &[], &[]], Confirmed),
        // Not certainly with fewer questions.
        (&[&[4], &[8], &[8], &[]], Depends),
        (&[&[32], &[16], &[8], &[4]], Depends),
        (&[&[4], &[], &[], &[]], Depends),
        // Overtaken again, it does not pay.
        (&[&[4], &[4, 32], &[], &[]], Depends),
        (&[&[4, 32], &[4, 32], &[], &[]], Refuted),
        (&[&[], &[], &[8], &[]], Refuted),
        (&[&[][..]; 4], Refuted),
    ] {
        // One that confirms it is enough.
        for both in [[&changes[..], never], [never, changes]] {
            assert_eq!(ruled(both).ruling, expected, "{both:?}");
        }
    }
    // A phase of which nothing is known leaves it open.
    assert_eq!(ruled([&[&[4][..]; 3], &[]]).ruling, NotMeasured);
    let evidence = ruled([&[&[4], &[8], &[16], &[]], &[]]).evidence;
    assert_eq!(evidence.len(), 5, "{evidence:?}");
    assert!(evidence[0].ends_with("overtakes at 6 questions (between 4 and 8 questions)."));
    assert!(evidence[3].contains("no change from 0 to 128 questions"), "{evidence:?}");
}

#[test]
fn nodes_per_second_decide_claims_on_engines() {
    use Verdict::{Faster, Slower};
    const CHOICE: &str = "search+between-ordered-difference";
    let ruled = |verdicts: &[(&str, Verdict)]| {
        let mut records = made_up::searched(&[CHOICE], &[]);
        records.tables = vec![beside(ROTATE, RECTANGULAR, &[Slower])];
        records.tables.extend(verdicts.iter().map(|(stream, verdict)| {
            let table = in_context(Throughput, &["search", CHOICE], vec![judged(None, *verdict)]);
            Table { study: "search".to_owned(), stream: (*stream).to_owned(), ..table }
        }));
        records.variants.extend([RECTANGULAR, ROTATE].map(|name| variant(name, 1000)));
        records.studies.push(study());
        claim(&records, "glinscott")
    };
    // Where lookups in a loop say the opposite.
    assert_eq!(ruled(&[]).ruling, Refuted);
    let confirmed = ruled(&[("material", Faster), ("mobility", Faster)]);
    assert_eq!(confirmed.ruling, Confirmed);
    let expected = "In nodes per second of a search, search+between-ordered-difference against \
                    search: faster in both comparisons";
    assert!(confirmed.evidence[0].starts_with(expected), "{:#?}", confirmed.evidence);
    assert_eq!(ruled(&[("material", Faster), ("mobility", Slower)]).ruling, Depends);
    assert_eq!(ruled(&[("material", Verdict::Tie)]).ruling, Tie);
    // A stream that no engine is like does not count.
    assert_eq!(ruled(&[("network-1", Faster)]).ruling, Refuted);
}

#[test]
fn perft_overstates_by_the_quotient_of_certain_gains() {
    let ruled = |gains: &[(f64, f64)]| {
        let names: Vec<_> = (0..gains.len()).map(|number| format!("sliders-{number}")).collect();
        let gains = names.iter().zip(gains).map(|(name, (perft, search))| {
            (name.as_str(), 1.0 / (1.0 + perft), 1.0 / (1.0 + search))
        });
        claim(&made_up::programs(&gains.collect::<Vec<_>>()), "perft-overstates")
    };
    for (gains, expected) in [
        // A time within 1 % ties.
        (&[(0.5, 0.025)][..], Confirmed),
        (&[(-0.4, -0.02)], Confirmed),
        (&[(0.06, 0.03)], Refuted),
        (&[(0.5, -0.03)], Refuted),
        (&[(0.5, 0.025), (0.06, 0.03)], Depends),
        (&[(0.5, 0.001)], Unresolved),
        (&[(0.5, 0.025), (0.5, 0.001)], Confirmed),
        (&[], NotMeasured),
    ] {
        assert_eq!(ruled(gains).ruling, expected, "{gains:?}");
    }
    let evidence = ruled(&[(0.5, -0.03), (0.5, 0.001)]).evidence;
    assert!(evidence[0].starts_with("sliders-0, material: +50.00 % ("), "{evidence:?}");
    assert!(evidence[0].ends_with("in nodes per second, the other sign."), "{evidence:?}");
    assert!(evidence[1].ends_with("1 comparison."), "{evidence:?}");
}

#[test]
fn fewer_instructions_may_take_longer() {
    // Variants with their times and counted instructions.
    let ruled = |variants: &[(&str, f64, f64)]| {
        let (names, times): (Vec<_>, Vec<_>) =
            variants.iter().map(|(name, time, _)| (*name, *time)).unzip();
        let table = in_context(Throughput, &names, vec![step(None, &times)]);
        let mut records = records([table]);
        let counts = variants.iter().map(|(name, _, count)| (*name, *count));
        let counts = counts.chain([("null", 4.0)]);
        records.counts = counts.map(|(name, count)| made_up::count(name, count)).collect();
        claim(&records, "fewer-instructions")
    };
    for (variants, expected) in [
        (&[(RECTANGULAR, 2.0, 9.0), (ROTATE, 4.0, 8.0)][..], Confirmed),
        (&[(RECTANGULAR, 2.0, 8.0), (ROTATE, 4.0, 9.0)], Refuted),
        (&[(RECTANGULAR, 2.0, 9.0), (ROTATE, 2.0, 8.0)], Unresolved),
        // As many instructions say nothing, nor does a variant alone.
        (&[(RECTANGULAR, 2.0, 9.0), (ROTATE, 4.0, 9.0)], NotMeasured),
        (&[(RECTANGULAR, 2.0, 9.0)], NotMeasured),
        (&[(RECTANGULAR, 2.0, 9.0), (ROTATE, 4.0, 8.0), (BRANCHLESS, 8.0, 20.0)], Confirmed),
    ] {
        assert_eq!(ruled(variants).ruling, expected, "{variants:?}");
    }
    let three = [
        (RECTANGULAR, 2.0, 9.0),
        (ROTATE, 4.0, 8.0),
        (BRANCHLESS, 8.0, 7.0),
        (TRIANGULAR, 2.0, 6.0),
    ];
    let evidence = ruled(&three).evidence;
    for (number, expected) in [
        "Of 5 pairs of variants that certainly differ in time, the one that executes fewer \
         instructions is the slower one in 3; 1 more do not certainly differ.",
        "between: slower for fewer instructions in 3 of 5, at worst between-branchless, 3.000 \
         instructions, against between-rectangular, 5.000: 4.000 (3.960 to 4.040) times as long \
         (throughput, uniform).",
    ]
    .iter()
    .enumerate()
    {
        assert_eq!(evidence[number], *expected, "{evidence:#?}");
    }
}

#[test]
fn wrong_answers_settle_nothing_and_reasons_are_the_true_ones() {
    let reason = |records: &Records| {
        let Claim { ruling, evidence, .. } = claim(records, "sf-table-back");
        assert_eq!(ruling, NotMeasured);
        evidence[0].clone()
    };
    let timed = || records(compared(RECTANGULAR, LINE_SPAN, &[(Throughput, Verdict::Faster)]));
    assert_eq!(ruling(&timed(), "sf-table-back"), Confirmed);
    let mut wrong = timed();
    wrong.variants[4].check = Check::Wrong("a board".to_owned());
    assert!(reason(&wrong).contains("between-line-span answers wrongly"), "{}", reason(&wrong));
    let mut lacking = records([]);
    lacking.variants[4].available = false;
    lacking.variants[4].needs = vec!["avx512f".to_owned()];
    let needs = "this processor lacks what between-line-span needs: avx512f";
    assert!(reason(&lacking).contains(needs), "{}", reason(&lacking));
    let mut unknown = timed();
    unknown.variants.remove(4);
    unknown.tables.clear();
    let unknown = reason(&unknown);
    assert!(unknown.contains("between-line-span is not among the variants"), "{unknown}");
    let mut never = records([]);
    assert!(reason(&never).contains("was not asked for it"), "{}", reason(&never));
    never.runs.clear();
    assert!(reason(&never).contains("cargo bench --bench duel measures it"), "{}", reason(&never));
    let mut noisy = timed();
    noisy.tables[0].steps = vec![too_noisy(None)];
    assert!(reason(&noisy).contains("too noisy for figures, with 12 of "), "{}", reason(&noisy));
}

#[test]
fn sizes_are_those_of_the_compiled_tables() {
    let ruled = |sizes: &[(&str, u64)]| {
        let mut records = variants(sizes);
        for variant in &mut records.variants {
            variant.study = variant.name.split('-').next().unwrap().to_owned();
        }
        ruling(&records, "sizes")
    };
    let right =
        [(RECTANGULAR, 32768), (TRIANGULAR, 16640), (ROTATE, 1920), ("attacked-0x88-table", 14336)];
    assert_eq!(ruled(&right), Confirmed);
    assert_eq!(ruled(&right[..1]), Confirmed);
    assert_eq!(ruled(&[right[0], (TRIANGULAR, 16384)]), Depends);
    assert_eq!(ruled(&[(RECTANGULAR, 32767)]), Refuted);
    assert_eq!(ruled(&[]), NotMeasured);
}

#[test]
fn an_approximation_has_to_be_faster_and_seldom_wrong() {
    use Verdict::{Faster, Slower};
    let [of, against] = ["exchange-table+sliders-magic", "exchange-swap+sliders-magic"];
    let ruled =
        |positions: Option<Verdict>, prepared, wrong: Option<u64>| {
            let mut records = records_of("exchange", &[of, against], Interface::Plain);
            "positions".clone_into(&mut records.studies[1].streams[0].name);
            for (stream, verdict) in [("positions", positions), ("prepared", Some(prepared))] {
                let verdicts: Vec<_> = HOT.iter().zip(verdict).map(|(c, v)| (*c, v)).collect();
                let (study, stream) = ("exchange", stream.to_owned());
                records.tables.extend(compared(of, against, &verdicts).into_iter().map(|table| {
                    Table { study: study.to_owned(), stream: stream.clone(), ..table }
                }));
            }
            let approximate =
                records.variants.iter_mut().find(|variant| variant.name == of).unwrap();
            approximate.accuracy =
                wrong.map(|wrong| Accuracy { entries: Some([7, 9]), ..accuracy(wrong, 1000) });
            claim(&records, "ed-see")
        };
    for (positions, prepared, wrong, expected) in [
        (Some(Faster), Slower, Some(49), Confirmed),
        (Some(Faster), Faster, Some(50), Depends),
        (Some(Slower), Faster, Some(49), Depends),
        (Some(Slower), Faster, Some(50), Refuted),
        (Some(Verdict::Tie), Faster, Some(49), Depends),
        (Some(Verdict::Tie), Faster, Some(50), Refuted),
        (None, Faster, Some(49), NotMeasured),
        (Some(Faster), Faster, None, NotMeasured),
    ] {
        let found = ruled(positions, prepared, wrong).ruling;
        assert_eq!(found, expected, "{positions:?} and {prepared}, wrong in {wrong:?} of 1000");
    }
    let evidence = ruled(Some(Faster), Faster, Some(50)).evidence;
    for expected in [
        "With the bytes already built, with hot tables and independent queries, \
         exchange-table+sliders-magic against exchange-swap+sliders-magic: faster in the only \
         comparison, at best taking 0.500 (0.495 to 0.505) times as long (throughput, prepared).",
        "On the stream positions, 5.0 % of the answers of exchange-table+sliders-magic are wrong. \
         Less than 5.0 % counts as accurate enough.",
        "Its questions lead to 7 of the table's 9 entries.",
    ] {
        assert!(evidence.iter().any(|text| text == expected), "{expected} is not in {evidence:#?}");
    }
}

#[test]
fn the_count_of_a_mistake_is_compared_with_the_published_one() {
    let counted = |wrong: u64| {
        let mut records = records([]);
        let name = "between-branchless-0xff".to_owned();
        records.studies[0].mistakes = vec![Mistake { name, wrong, questions: 4096 }];
        records
    };
    assert_eq!(ruling(&counted(1505), "bad-mask"), Confirmed);
    assert_eq!(ruling(&counted(1504), "bad-mask"), Refuted);
    assert_eq!(ruling(&records([]), "bad-mask"), NotMeasured);
    let mut others = counted(1505);
    others.studies[0].mistakes[0].questions -= 1;
    assert_eq!(ruling(&others, "bad-mask"), Refuted);
    let mut wrong = counted(1505);
    wrong.variants[3].check = Check::Wrong("a board".to_owned());
    assert_eq!(ruling(&wrong, "bad-mask"), Refuted);
    wrong.variants.remove(3);
    assert_eq!(ruling(&wrong, "bad-mask"), NotMeasured);
}
