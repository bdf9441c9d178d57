use super::*;

fn engines<const N: usize>(names: [&str; N]) -> [Engine; N] {
    names.map(|name| Engine(name.to_owned()))
}

/// The text of builds whose runs take these seconds, round by round.
fn told(bases: &[Engine], tests: &[Engine], rounds: &[Vec<f64>], within: Option<f64>) -> String {
    let run = |seconds: &f64| Run { nodes: 3000, seconds: *seconds, cycles: None };
    let rounds = rounds.iter().map(|round| round.iter().map(run).collect()).collect();
    Table { bases, tests, nodes: 3000, rounds }.text(within)
}

/// The text of two engines.
fn of_two(seconds: &[[f64; 2]]) -> String {
    let [old, new] = engines(["./old", "./new"]);
    let rounds: Vec<_> = seconds.iter().map(|pair| pair.to_vec()).collect();
    told(&[old], &[new], &rounds, None)
}

#[test]
fn the_line_that_testers_paste_has_the_sign_of_the_second_engine() {
    let of = |test: f64| of_two(&[[2.0, test]; 40]);
    let line = "speedup = +25.00% +/- 0.00%, 40 runs, base ./old bench, test ./new bench\n";
    assert!(of(1.6).contains(line), "{}", of(1.6));
    assert!(of(1.6).starts_with("base: ./old bench: 3000 nodes, 2.000 s, 1500 nodes/s\n"));
    assert!(of(1.6).contains("\ntest: ./new bench: 3000 nodes, 1.600 s, 1875 nodes/s\n"));
    assert!(of(2.5).contains("\nratio: 0.8000 (0.8000 to 0.8000, 95 %), 40 runs of each\n"));
    // One digit where the runs do not know two.
    let times: Vec<_> = [1.5, 1.7].iter().map(|test| [2.0, *test]).cycle().take(40).collect();
    let text = of_two(&times);
    let figures = text.split_once("speedup = +").unwrap().1.split_once(", 40 runs").unwrap().0;
    let (gain, half) = figures.split_once("% +/- ").unwrap();
    let half = half.strip_suffix('%').unwrap();
    // It is half of the interval, which the line above has with four digits.
    let (_, interval) = text.split_once("\nratio: 1.2524 (").unwrap();
    let (low, high) = interval.split_once(", 95 %)").unwrap().0.split_once(" to ").unwrap();
    let [low, high, told] = [low, high, half].map(|number| number.parse::<f64>().unwrap());
    assert!((50.0 * (high - low) - told).abs() < 0.06, "{text}");
    for figure in [gain, half] {
        assert_eq!(figure.split_once('.').unwrap().1.len(), 1, "{text}");
    }
    assert!(text.ends_with("docs/validation.md says what linking changes.\n"), "{text}");
}

#[test]
fn the_verdict_and_the_probabilities_stand_below_it() {
    for (test, verdict, probabilities) in [
        (1.6, "faster", ["1.000"; 4]),
        (2.5, "slower", ["0.000"; 4]),
        (2.0, "not told apart", ["0.500", "0.000", "0.000", "0.000"]),
        (2.0 / 1.004, "faster", ["1.000", "1.000", "0.000", "0.000"]),
        (2.0 / 1.007, "faster", ["1.000", "1.000", "1.000", "0.000"]),
    ] {
        let text = of_two(&[[2.0, test]; 12]);
        let [a, b, c, d] = probabilities;
        let expected = format!(
            "\nprocessor time: {verdict}\nP(speedup > 0 %) = {a}, P(speedup > 0.25 %) = {b}, \
             P(speedup > 0.5 %) = {c}, P(speedup > 1 %) = {d}\n"
        );
        assert!(text.contains(&expected), "{text}\n{expected}");
    }
}

#[test]
fn several_builds_are_told_one_by_one_and_judged_together() {
    let (bases, tests) = (engines(["./a1", "./a2", "./a3"]), engines(["./b1", "./b 2 b"]));
    let text = told(&bases, &tests, &vec![vec![2.0, 2.02, 2.04, 1.6, 1.61]; 12], None);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "base: ./a1 bench: 3000 nodes, 2.000 s, 1500 nodes/s");
    assert_eq!(lines[2], "base: ./a3 bench: 3000 nodes, 2.040 s, 1471 nodes/s");
    assert_eq!(lines[4], "test: ./b 2 b: 3000 nodes, 1.610 s, 1863 nodes/s");
    let of = "12 runs of 3 and 2 builds, base ./a1 bench and 2 more, test ./b1 bench and 1 more";
    assert!(lines[6].starts_with("speedup = +25.9% +/- ") && lines[6].ends_with(of), "{text}");
    assert_eq!(lines[7], "processor time: faster");
    let last = "Over time +/- 0.00%, over builds +/- 3.10%";
    let all = "of all test builds against all base builds agree.";
    let end = lines.last().unwrap();
    assert!(end.starts_with(last) && end.ends_with(all), "{text}");
    let text = told(&bases, &tests, &vec![vec![2.0, 2.02, 2.04, 2.01, 1.61]; 12], None);
    assert!(text.contains("\nprocessor time: not told apart\n"), "{text}");
    assert!(text.ends_with("against all base builds do not agree.\n"), "{text}");
}

#[test]
fn a_bench_below_a_second_is_warned_of() {
    let text = of_two(&[[1.0, 0.999]; 12]);
    let warning = "\nwarning: test takes 0.999 s. Below a second its start counts too: give ./new \
                   bench a deeper bench.\n";
    assert!(text.contains(warning) && !text.contains("warning: base"), "{text}");
    assert!(!of_two(&[[1.0, 1.0]; 12]).contains("warning"));
    assert!(of_two(&[[0.5, 1.0]; 12]).contains("\nwarning: base takes 0.500 s. "));
}

#[test]
fn a_wished_interval_says_what_it_takes() {
    let ([old, new], rounds) = (engines(["a", "b"]), [vec![2.0, 1.9], vec![2.0, 2.1]]);
    let rounds: Vec<_> = rounds.into_iter().cycle().take(40).collect();
    let of = |within| told(std::slice::from_ref(&old), std::slice::from_ref(&new), &rounds, within);
    let (_, rest) = of(None).split_once("% +/- ").map(|(a, b)| (a.len(), b.to_owned())).unwrap();
    let half: f64 = rest.split_once('%').unwrap().0.parse().unwrap();
    assert!(half > 1.0 && !of(None).contains("takes some"), "{half}");
    let text = of(Some(0.25));
    let (_, rest) = text.split_once("\n+/- 0.25 % takes some ").unwrap();
    let more: f64 = rest.split_once(" more runs of each build.\n").unwrap().0.parse().unwrap();
    let expected = 40.0 * (half / 0.25).powi(2) - 40.0;
    assert!((more / expected - 1.0).abs() < 0.1, "{more}, {expected}");
    assert!(of(Some(50.0)).contains("\n+/- 50 % is reached.\n"));
    // Runs do not narrow the interval of two builds each, whose sixfold it is at 1 %.
    let (bases, tests) = (engines(["a", "b"]), engines(["c", "d"]));
    let text = told(&bases, &tests, &vec![vec![1.0, 1.02, 1.0, 1.02]; 12], Some(1.0));
    assert!(text.contains("\n+/- 1 % takes some 17 builds of each.\n"), "{text}");
    let text = told(&bases, &tests, &vec![vec![1.0, 1.02, 1.0, 1.02]; 12], Some(0.001));
    assert!(text.contains("takes 1000 builds of each or more."), "{text}");
}

#[test]
fn cycles_count_if_every_run_has_them() {
    let [base, test] = engines(["a", "b"]);
    let run = |seconds, cycles| Run { nodes: 3000, seconds, cycles };
    let of = |last| {
        let mut rounds: Vec<_> =
            (0..12).map(|_| vec![run(2.0, Some(6_000_000)), run(2.0, Some(5_000_000))]).collect();
        rounds[11][1].cycles = last;
        let (bases, tests) = (std::slice::from_ref(&base), std::slice::from_ref(&test));
        Table { bases, tests, nodes: 3000, rounds }.text(None)
    };
    let text = of(Some(5_000_000));
    assert!(text.contains("a bench: 3000 nodes, 2.000 s, 1500 nodes/s, 2000 cycles a node\n"));
    assert!(text.contains("\nratio: 1.2000 (") && text.contains("\ncycles:u: faster\n"), "{text}");
    let text = of(None);
    assert!(text.contains("\nratio: 1.0000 (") && !text.contains("cycles"), "{text}");
    assert!(text.contains("\nprocessor time: not told apart\n"), "{text}");
}
