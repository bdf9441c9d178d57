//! The runner, played by shells, and what it is told.

use super::*;
use serde_json::json;
use std::cell::RefCell;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::rc::Rc;

/// Counts with a runner that runs this script.
fn count_by(script: &str) -> Result<Count, String> {
    let folder = tempfile::tempdir().unwrap();
    let runner = folder.path().join("runner");
    fs::write(&runner, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&runner, fs::Permissions::from_mode(0o700)).unwrap();
    let assigned = Assignment { question: "s", stream: "t", variant: "a", is_swept: true };
    count(&runner, &assigned).map_err(|error| format!("{error:#}"))
}

#[test]
fn a_runner_that_fails_or_babbles_is_told() {
    for title in ["", "echo title; "] {
        let failed = count_by(&format!("{title}echo first >&2; echo the cause >&2; exit 7"));
        assert_eq!(failed.unwrap_err(), "first; the cause (exit status: 7)");
    }
    // The reason stands last.
    let babbles = "for line in 1 2 3 4 5; do echo complaint $line >&2; done; echo why >&2; exit 1";
    let expected = "complaint 4; complaint 5; why (exit status: 1)";
    assert_eq!(count_by(babbles).unwrap_err(), expected);
    for nonsense in ["nonsense", "{}"] {
        let babbling = count_by(&format!("echo '{nonsense}'")).unwrap_err();
        assert!(babbling.contains("another format"), "{nonsense}: {babbling}");
    }
}

#[test]
fn each_part_of_a_run_asks_16384_queries_whatever_the_stream_has() {
    for (part, expected) in [
        (16_384, vec![(0, 16_384)]),
        (20_000, vec![(0, 16_384)]),
        (9_000, vec![(0, 9_000), (0, 7_384)]),
        (4_096, vec![(0, 4_096); 4]),
    ] {
        let asked = Rc::new(RefCell::new(Vec::new()));
        let seen = Rc::clone(&asked);
        let workload = Workload {
            kernel: 0,
            queries: Box::new(move |number| if number == 0 { part } else { 0 }),
            begin: Box::new(|_| ()),
            run: Box::new(move |copy, number, range, _| {
                assert!(copy.is_none() && number == 0);
                seen.borrow_mut().push((range.start, range.end));
                0
            }),
            touch: Box::new(|_, _| 0),
        };
        collect(&workload, &WorkingSet::new(0));
        assert_eq!(*asked.borrow(), expected, "{part}");
    }
}

#[test]
fn a_workload_has_the_name_of_what_is_listed() {
    let one = || questions::list::named("distance").into_iter();
    let stream = one().next().unwrap().main_stream();
    assert!(rerun(&format!("distance.{stream}.distance-table.32768"), one()).is_ok());
    for wrong in ["", "distance", "distance.x.distance-table.1", "x.y.z.1", "a.b.c.d.e"] {
        let error = rerun(wrong, one()).unwrap_err().to_string();
        assert_eq!(error, format!("there is no workload {wrong}"));
    }
    let wrong = format!("distance.{stream}.distance-nonsense.32768");
    assert!(rerun(&wrong, one()).unwrap_err().to_string().ends_with(&wrong));
}

#[test]
fn what_valgrind_cannot_run_is_not_counted_and_told() {
    let question = questions::list::named("between").unwrap();
    let [first, second] = &question.variants[..2] else { panic!("two variants") };
    let available = [first.name.to_owned()].into();
    let trial = Trial { version: "valgrind-3.19.0".to_owned(), available };
    assert_eq!(trial.uncounted(first), None);
    let told = trial.uncounted(second).unwrap();
    assert!(told.starts_with("Valgrind's processor lacks what it needs: "), "{told}");
}

/// Cargo has put dozens of variables into the environment of this test.
#[test]
fn a_runner_and_valgrind_see_a_clean_environment_and_no_options_but_ours() {
    let kept = ["PATH", "HOME"];
    assert!(std::env::vars().filter(|(name, _)| !kept.contains(&&**name)).count() > 5);
    let told =
        count_by("cat >/dev/null; env | sed 's/=.*//' | tr '\\n' ' ' >&2; exit 1").unwrap_err();
    // The shell's own.
    let shells = ["PWD", "OLDPWD", "SHLVL", "_"];
    let told = told.strip_suffix(" (exit status: 1)").unwrap();
    for name in told.split_whitespace() {
        assert!(kept.contains(&name) || shells.contains(&name), "{told}");
    }
    for command in [trial(Path::new("duel")), clean("valgrind")] {
        for (name, value) in command.get_envs().filter(|(_, value)| value.is_some()) {
            assert!(kept.iter().any(|kept| *kept == name), "{name:?}={value:?}");
        }
        assert!(format!("{command:?}").contains("env -i "), "{command:?}");
    }
    let trial = trial(Path::new("duel"));
    let arguments: Vec<_> = trial.get_args().collect();
    let expected =
        ["--command-line-only=yes", "--quiet", "--tool=none", "duel", "--valgrind-trial"];
    assert_eq!(arguments, expected);
    // What is described to the runner: a processor, and nothing but that.
    let described = [
        "--command-line-only=yes",
        "--I1=32768,8,64",
        "--LL=8388608,16,64",
        "--cache-sim=yes",
        "--branch-sim=yes",
        "--dump-after=*::callgrind::collect",
    ];
    let cases = described.map(|one| format!("*{one}*) ;; *) echo 'no {one}' >&2; exit 1"));
    let script = cases.map(|one| format!("case \"$input\" in {one};; esac")).join("\n");
    let script = format!("input=$(tr -d '\\0')\n{script}\necho all >&2; exit 1");
    assert_eq!(count_by(&script).unwrap_err(), "all (exit status: 1)");
}

/// A runner's summary: in each part each event counts twice the one before it, and an earlier
/// run has other counts.
fn summary(first: u64) -> Value {
    let events = ["Ir", "Dr", "Dw", "D1mr", "D1mw", "DLmr", "DLmw", "Bc", "Bi", "Bcm", "Bim"];
    let part = |number: u64, first: u64| {
        let metrics = |power| json!({"values": {"new": first << power, "old": 7}});
        let mut counts: BTreeMap<_, _> = events.into_iter().zip((0..).map(metrics)).collect();
        // A rate that the runner derives.
        counts.insert("L1HitRate", json!({"values": {"new": 99.5, "old": 7.5}}));
        let run = json!({"new": {"part": number}, "old": {"part": 3 - number}});
        json!({"tool_run": run, "metrics": counts})
    };
    json!({"profiles": [{"data": {"parts": [part(COLD, 1 << 20), part(WARM, first)]}}]})
}

#[test]
fn counts_are_of_the_events_that_they_are_named_by_and_misses_of_each_cache() {
    let [standard, other] = [summary(1), summary(10)];
    let folder = tempfile::tempdir().unwrap();
    let caches = folder.path().join("caches");
    let script = format!(
        "cache=$(tr -d '\\0' | grep -ao -e '--D1=[0-9,]*'); echo $cache >>{}\n\
         if test $cache = --D1=32768,8,64; then echo '{standard}'; else echo '{other}'; fi",
        caches.display()
    );
    let count = count_by(&script).unwrap();
    // Ways of a real processor, and its lines.
    let expected = [32768, 4096, 16384, 65536].map(|size| format!("--D1={size},8,64\n"));
    assert_eq!(fs::read_to_string(caches).unwrap(), expected.concat());
    assert_eq!((&*count.question, &*count.stream, &*count.variant), ("s", "t", "a"));
    assert_eq!((count.queries, count.run, count.dependent), (16_384, 0, false));
    assert_eq!((count.counter, count.cycles), (Counter::Callgrind, None));
    assert_eq!([count.instructions, count.reads, count.writes], [1, 2, 4].map(Some));
    assert_eq!(count.l1_misses, Some(8 + 16));
    assert_eq!(count.last_level_misses, Some(32 + 64));
    assert_eq!(count.branches, Some(128 + 256));
    assert_eq!(count.mispredictions, Some(512 + 1024));
    assert_eq!(count.lines, Some((32 + 64) << 20));
    let misses = [(4, 240), (16, 240), (32, 24), (64, 240)];
    assert_eq!(count.sweep, misses.map(|(size, misses)| [size << 10, misses]));
}
