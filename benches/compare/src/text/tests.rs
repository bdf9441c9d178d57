use super::*;
use std::time::Duration;

/// A table of engines by their builds, whose runs take these seconds, round by round.
fn table(engines: &[(&str, &[&str])], rounds: &[Vec<f64>]) -> Table {
    let run = |seconds: &f64| Run { nodes: 3000, seconds: *seconds, cycles: None };
    let build = |build: &&str| Engine::from((*build).to_owned());
    let contender = |(name, builds): &(&str, &[&str])| Contender {
        name: (*name).to_owned(),
        builds: builds.iter().map(build).collect(),
    };
    Table {
        contenders: engines.iter().map(contender).collect(),
        nodes: 3000,
        rounds: rounds.iter().map(|round| round.iter().map(run).collect()).collect(),
        seconds: 90.0,
        until: Until::Rounds(12),
    }
}

const SLICE: Slice = Slice::Of(Duration::from_millis(20));

/// What is told of a base and two tests, whose runs take these seconds in all rounds but the last.
fn of_three(seconds: [f64; 3], last: [f64; 3]) -> Told {
    let engines: [(&str, &[&str]); 3] =
        [("./old (base)", &["./old"]), ("a", &["./a"]), ("b|c", &["./b", "./c"])];
    let round = |[base, a, b]: [f64; 3]| vec![base, a, b, 1.001 * b];
    let rounds = [vec![round(seconds); 11], vec![round(last)]].concat();
    Told::of(&table(&engines, &rounds), SLICE, false)
}

#[test]
fn a_row_has_the_speed_and_the_gain_of_its_own_engine() {
    let told = of_three([2.0, 1.6, 2.5], [2.0, 1.6, 2.5]);
    let text = told.markdown();
    let lines: Vec<_> = text.lines().collect();
    let expected = [
        "| engine | compiler | nodes/s | gain | 95 % interval | P(faster) | |",
        "|---|---|--:|--:|--:|--:|---|",
        "| ./old (base) |  | 1500 |  |  |  | base |",
        "| a |  | 1875 | +25.00 % | +25.00 to +25.00 | 1.000 | faster |",
        "| b\\|c |  | 1199 | -20.0 % | -20.9 to -19.2 | 0.001 | slower |",
        "",
    ];
    assert_eq!(lines[..6], expected, "{text}");
    let how = "3000 nodes, 12 rounds in 1.5 min, slices of 20 ms on one core, by processor time. ";
    assert!(lines[6].starts_with(how), "{text}");
    assert_eq!(lines[7..], ["- ./old (base): ./old", "- a: ./a", "- b|c: ./b; ./c"]);
    let whole = Told::of(
        &table(&[("x", &["x"]), ("y", &["y"])], &vec![vec![2.0, 2.0]; 12]),
        Slice::Whole,
        false,
    );
    assert!(whole.markdown().contains(", whole runs in turn, by "), "{}", whole.markdown());
}

#[test]
fn each_engine_has_the_compiler_of_its_own_executable() {
    let own = std::env::current_exe().unwrap().display().to_string();
    let table = table(&[("a", &["./a"]), ("b", &[&own])], &vec![vec![2.0, 2.0]; 12]);
    let compilers: Vec<_> =
        Told::of(&table, SLICE, false).engines.into_iter().map(|row| row.compiler).collect();
    assert_eq!(compilers[0], None);
    if cfg!(target_os = "linux") {
        assert!(
            compilers[1].as_deref().is_some_and(|it| it.starts_with("rustc ")),
            "{compilers:?}"
        );
    }
}

#[test]
fn json_has_what_markdown_has() {
    let told = of_three([2.0, 1.6, 2.5], [2.0, 1.6, 2.5]);
    let json = serde_json::to_value(&told).unwrap();
    let of = |path: &str| json.pointer(path).unwrap_or_else(|| panic!("{path} in {json}")).clone();
    for (path, expected) in [
        ("/nodes", serde_json::json!(3000)),
        ("/rounds", 12.into()),
        ("/slice", 20.0.into()),
        ("/seconds", 90.0.into()),
        ("/cost", "processor time".into()),
        ("/engines/0/against_base", serde_json::Value::Null),
        ("/engines/1/name", "a".into()),
        ("/engines/1/against_base/ratio/0", 1.25.into()),
        ("/engines/1/against_base/verdict", "faster".into()),
        ("/engines/1/against_base/halves/1", serde_json::Value::Null),
        ("/engines/2/builds", serde_json::json!(["./b", "./c"])),
        ("/engines/2/against_base/builds_agree", true.into()),
    ] {
        assert_eq!(of(path), expected, "{path}");
    }
    assert!(of("/engines/2/against_base/halves/1").as_f64().is_some_and(|half| half > 0.5));
}

#[test]
fn what_is_expected_is_met_by_all_tests_or_named() {
    let told = of_three([2.0, 1.6, 2.5], [2.0, 1.6, 2.5]);
    let error = told.expect(Verdict::Faster).unwrap_err().to_string();
    assert_eq!(error, "expected faster: b|c is slower (-20.0 %, -20.9 to -19.2)");
    let error = told.expect(Verdict::NotSlower).unwrap_err().to_string();
    assert!(error.starts_with("expected not slower: b|c is slower ("), "{error}");
    let error = told.expect(Verdict::Slower).unwrap_err().to_string();
    assert!(error.starts_with("expected slower: a is faster (+25.00 %"), "{error}");
    let even = of_three([2.0, 1.6, 1.5], [2.0, 1.6, 1.5]);
    assert!(even.expect(Verdict::Faster).is_ok() && even.expect(Verdict::NotSlower).is_ok());
    // No difference is not slower, and not faster.
    let same = of_three([2.0, 2.0, 2.0], [2.0, 2.1, 1.0]);
    assert!(same.expect(Verdict::NotSlower).is_ok());
    assert!(
        same.expect(Verdict::Faster).unwrap_err().to_string().contains(" a is not told apart ")
    );
}

#[test]
fn remarks_say_what_limits_the_figures() {
    let remarks = |engines: &[(&str, &[&str])], rounds: &[Vec<f64>], in_place| {
        Told::of(&table(engines, rounds), SLICE, in_place).remarks.join("\n")
    };
    let two: [(&str, &[&str]); 2] = [("a", &["./a"]), ("b", &["./b"])];
    let told = remarks(&two, &vec![vec![1.0, 0.999]; 12], false);
    assert!(told.starts_with("b takes 0.999 s: below a second its start counts too."), "{told}");
    assert!(told.ends_with("docs/validation.md says how to compare several."), "{told}");
    assert!(!remarks(&two, &vec![vec![1.0, 1.0]; 12], false).contains("start counts"));
    assert!(remarks(&two, &vec![vec![1.0; 2]; 12], true).contains("./a runs where it is"));
    let shell: [(&str, &[&str]); 2] = [("a", &["./a", "./a2"]), ("b", &["echo x | ./b"])];
    let told = remarks(&shell, &vec![vec![1.0, 1.01, 1.0]; 12], false);
    assert!(told.starts_with("echo x | ./b runs where it is and not as a fresh copy"), "{told}");
    assert!(!told.contains("One build of each"), "{told}");
    let until = Until::Within { half: 0.5, seconds: 9.0 };
    let noisy: Vec<_> = (0..30).map(|round| vec![1.0, 1.0 + 0.1 * f64::from(round % 3)]).collect();
    let text = |table| Told::of(&table, SLICE, false).remarks.join("\n");
    let told = text(Table { until, ..table(&two, &noisy) });
    assert!(told.starts_with("±0.5 % is not reached in this time."), "{told}");
    assert!(!text(Table { until, ..table(&two, &vec![vec![1.0; 2]; 60]) }).contains("not reached"));
}

#[test]
fn cycles_count_if_every_run_has_them() {
    let told = |last| {
        let mut table = table(&[("a", &["a"]), ("b", &["b"])], &vec![vec![2.0, 2.0]; 12]);
        for round in &mut table.rounds {
            (round[0].cycles, round[1].cycles) = (Some(6_000_000), Some(5_000_000));
        }
        table.rounds[11][1].cycles = last;
        Told::of(&table, SLICE, false).markdown()
    };
    let text = told(Some(5_000_000));
    assert!(text.contains("| +20.00 % |") && text.contains(", by cycles:u. "), "{text}");
    let text = told(None);
    assert!(text.contains("| +0.00 % |") && text.contains(", by processor time. "), "{text}");
}
