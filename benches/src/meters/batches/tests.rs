//! This machine, as a setting asks it.

use super::*;
use questions::contenders::{MOST_WARM, asked, forms};
use questions::kernel::{Form, LINKS};
use questions::list;
use questions::streams::{Asked, DRAWN, QUERIES};
use records::{Context, Kind, Parameter, Unit};
use sampling::Batch;
use sampling::batches::MOST_TIMED;
use sampling::windows::PARTS;
use sampling::working_set::TOUCHES;

fn hot(question: &Question, dependent: bool) -> Setting<'static> {
    Setting::hot(question.name, question.main_stream(), dependent)
}

fn learnt(question: &Question) -> Setting<'static> {
    Setting { context: Context::Learnt, ..hot(question, false) }
}

fn beside(question: &Question, dependent: bool, bytes: u64) -> Setting<'static> {
    let at = Some((Parameter::WorkingSet, bytes));
    Setting { context: Context::Beside, at, ..hot(question, dependent) }
}

fn compared(question: &Question) -> Compared<'_> {
    Compared::new(question, question.variants.iter().take(3), |_| None).unwrap()
}

fn this(question: &Question) -> ThisMachine {
    ThisMachine::new(std::slice::from_ref(question), 1)
}

/// Runs each lane twice in each of two layouts. Returns whether all its answers were right.
fn are_right(question: &Question, setting: Setting<'static>) -> Vec<bool> {
    let (machine, compared) = (this(question), compared(question));
    let mut lanes = machine.lanes(&compared, setting).unwrap();
    let count = lanes.lanes().len();
    let mut are_right = vec![true; count];
    for block in 0..2 {
        // The first layout derives warm-ups.
        if lanes.lay_out(block).is_err() {
            return vec![false; count];
        }
        for (lane, is_right) in are_right.iter_mut().enumerate() {
            for attempt in 0..2 {
                *is_right &= lanes.measure(lane, Batch { block, round: block, attempt }).is_ok();
            }
        }
    }
    are_right
}

#[test]
fn wrong_answers_are_found_while_they_are_timed() {
    let mut question = list::named("between").unwrap();
    let hot_and_beside = [false, true]
        .map(|dependent| [hot(&question, dependent), beside(&question, dependent, 4096)]);
    let settings = [hot_and_beside.as_flattened(), &[learnt(&question)]].concat();
    for &setting in &settings {
        assert!(are_right(&question, setting).into_iter().all(|is| is), "{setting}");
    }
    // Null, which answers nothing, becomes the oracle that the others must equal.
    std::mem::swap(&mut question.null, &mut question.oracle);
    for setting in settings {
        let are_right = are_right(&question, setting);
        // Three variants and their copies; then the control that stands for null.
        let variants = are_right.len() / 8 * 6;
        assert!(!are_right[..variants].iter().any(|is| *is), "{setting}");
    }
}

#[test]
fn a_wrong_answer_is_told_with_its_variant_and_its_setting() {
    let mut question = list::named("between").unwrap();
    std::mem::swap(&mut question.null, &mut question.oracle);
    let (machine, compared) = (this(&question), compared(&question));
    let mut lanes = machine.lanes(&compared, learnt(&question)).unwrap();
    lanes.lay_out(0).unwrap();
    let error = lanes.measure(0, Batch { block: 0, round: 0, attempt: 0 }).unwrap_err();
    let first = question.variants[0].name;
    let setting = learnt(&question);
    assert_eq!(error.to_string(), format!("{first}: wrong answers on {setting} while timed"));
}

#[test]
fn a_setting_says_what_is_asked_and_touched_by_which_kernels() {
    let maps = list::named("maps").unwrap();
    let at = Some((Parameter::Questions, 4));
    let upkeep = Setting { context: Context::Upkeep, at, ..hot(&maps, false) };
    assert_eq!(asked(upkeep), Asked { stream: upkeep.stream, questions: Some(4) });
    assert_eq!(conditions(&maps, upkeep).working_set, None);
    let question = list::named("between").unwrap();
    let set = conditions(&question, beside(&question, false, 4096));
    assert_eq!((set.working_set, set.is_learnt), (Some(4096), false));
    assert_eq!(set.name, beside(&question, false, 4096).to_string());
    assert!(conditions(&question, learnt(&question)).is_learnt);
    for (setting, expected) in [
        (hot(&question, false), &[(Form::Throughput, 0)][..]),
        (hot(&question, true), &[(Form::Latency, 0), (Form::Lengthened, LINKS)]),
        (learnt(&question), &[(Form::Throughput, 0)]),
        (beside(&question, false, 0), &[(Form::Beside, 0)]),
        (beside(&question, true, 0), &[(Form::BesideDependent, 0)]),
    ] {
        assert_eq!(forms(setting), expected, "{setting}");
        let links: Vec<_> = expected.iter().map(|(_, links)| *links).collect();
        let made = contender(&question, &question.variants[0], setting);
        assert_eq!(made.workloads.iter().map(|(_, links)| *links).collect::<Vec<_>>(), links);
    }
}

#[test]
fn a_contender_has_the_tables_the_size_and_the_judge_of_its_variant() {
    let question = list::named("between").unwrap();
    let setting = hot(&question, false);
    let first = contender(&question, &question.variants[0], setting);
    let bytes: Vec<_> = first.tables.iter().map(|table| table.bytes()).collect();
    assert_eq!((bytes, first.table_bytes), (vec![32_768], 32_768));
    assert!(!first.hides_tables && first.judge.is_some());
    assert!(contender(&question, &question.null, setting).judge.is_none());
    let library = question.variants.iter().find(|it| it.kind == Kind::Library).unwrap();
    assert!(contender(&question, library, setting).hides_tables);
    // The judges of two questions, streams, or oracles are told apart.
    let name = |question: &Question, setting| {
        contender(question, &question.variants[0], setting).judge.unwrap().name
    };
    let attacked = list::named("attacked").unwrap();
    let uniform = Setting { stream: question.streams[1].0, ..setting };
    let names = [
        name(&question, setting),
        name(&attacked, hot(&attacked, false)),
        name(&question, uniform),
    ];
    assert!(names[0] != names[1] && names[0] != names[2], "{names:?}");
}

#[test]
fn batches_have_the_lengths_of_the_method() {
    // Of single lookups, and of answers about positions.
    assert_eq!((MOST_TIMED, MOST_WARM), (16, [131_072, 8192]));
    assert_eq!((TOUCHES, LINKS, PARTS), (4, 8, 32));
    assert_eq!((PARTS * DRAWN, QUERIES), (1 << 20, 16_384));
    for (name, most_timed, most_warm) in
        [("between", 16, 131_072), ("pins", 16, 8192), ("perft", 1, 8192), ("search", 1, 8192)]
    {
        let question = list::named(name).unwrap();
        let found = conditions(&question, hot(&question, false));
        assert_eq!((found.most_timed, found.warm_up[1]), (most_timed, most_warm), "{name}");
        let policy = question.policy;
        assert_eq!((found.window, found.lead), (policy.window, policy.lead), "{name}");
        assert_eq!(found.warm_up[0], policy.warm_up, "{name}");
    }
}

#[test]
fn a_run_says_how_fast_the_core_is_by_another_clock() {
    let question = list::named("between").unwrap();
    let machine = this(&question);
    let how = machine.how();
    let (meter, others) = how.split_once("; ").unwrap();
    assert_eq!(meter, machine.clock().meter());
    let (additions, counted) = others.split_once(" additions a nanosecond").unwrap();
    let is_plausible = (0.4..=7.0).contains(&additions.parse::<f64>().unwrap());
    assert!(is_plausible || machine.facts.unit == Unit::Nanoseconds, "{how}");
    assert!(counted.is_empty() || counted.ends_with(" cycles as counted"), "{how}");
    let counts = [None, Some(0.91), Some(1.0), Some(1.09)];
    assert!(counts.into_iter().all(is_a_cycle));
    assert!(![0.5, 0.89, 1.11, 2.0].into_iter().any(|cycles| is_a_cycle(Some(cycles))));
}
