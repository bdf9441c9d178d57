//! The file of rounds.

use super::*;

/// The rounds that count of a line in the file of rounds, and the names in it.
fn read_rounds(line: &str) -> (Samples, Vec<String>) {
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    let (mut names, mut lanes): (Vec<String>, Vec<Lane>) = Default::default();
    for lane in line["lanes"].as_array().unwrap() {
        let name = lane[0].as_str().unwrap();
        if names.last().is_none_or(|last| last != name) {
            names.push(name.to_owned());
        }
        let links = lane[1].as_u64().unwrap() as usize;
        lanes.push(Lane { variant: names.len() - 1, links });
    }
    let mut samples = Samples::new(&lanes, line["seed"].as_u64().unwrap());
    let rounds = line["rounds"].as_array().unwrap().iter().filter(|round| round[1] == true);
    samples.rounds.extend(rounds.map(|round| {
        let number = |value: &serde_json::Value| value.as_f64().unwrap();
        let [block, idle, drift, multiply, factor] = [0, 2, 3, 4, 5].map(|n| number(&round[n]));
        let times = round[6].as_array().unwrap().iter().map(number).collect();
        Round { block: block as usize, idle, drift, multiply, factor, times }
    }));
    (samples, names)
}

/// Readers who doubt a figure compute it from the file of rounds.
#[test]
fn every_figure_follows_from_the_file_of_rounds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rounds.jsonl.gz");
    let rounds = RoundsFile::create(path.clone()).unwrap();
    let busy = Played::new(|nanoseconds| nanoseconds % 1e7 < 1e6);
    let filters = ["--quick", "between/latency", "between/beside"];
    let tables = measured(&busy, &filters, None, Some(rounds)).unwrap();
    let mut text = String::new();
    let file = std::fs::File::open(path).unwrap();
    flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).unwrap();
    let steps: Vec<_> = tables.iter().flat_map(|t| t.steps.iter().map(move |s| (t, s))).collect();
    assert_eq!(text.lines().count(), steps.len());
    let mut compared = 0;
    for ((table, step), line) in steps.into_iter().zip(text.lines()) {
        let (samples, names) = read_rounds(line);
        assert_eq!(samples.seed(), 7);
        let place = |name: &str| names.iter().position(|known| known == name);
        let number = |name: &str| place(name).unwrap();
        let copies = table
            .variants()
            .iter()
            .filter_map(|name| Some((place(&format!("{name}, copied"))?, number(name))));
        let roles = Roles {
            compared: table.variants().iter().map(|name| number(name)).collect(),
            copies: copies.collect(),
            again: None,
            null: number("null"),
            null_copy: number("null, copied"),
            fixed: Vec::new(),
            by_reference: false,
        };
        let counted = samples.all(step.core);
        let units = (counted.len() as u64, counted.blocks() as u64);
        assert_eq!(units, (step.rounds, step.layouts));
        let Some(again) = sampling::verdict::verdicts(&counted, &roles) else {
            assert!(!step.has_figures());
            continue;
        };
        let raw = table.names.iter().map(|name| again.raw[number(name)]);
        let raw = step.raw.iter().zip(raw).map(|(one, other)| (one.unwrap(), other));
        let ratios = step.ratio.iter().zip(&again.ratios).skip(1);
        let ratios = ratios.map(|(one, other)| (one.unwrap(), other.unwrap()));
        for (one, other) in raw.chain(ratios) {
            let ends = [(one.value, other.value), (one.low, other.low), (one.high, other.high)];
            for (one, other) in ends {
                assert!((one / other - 1.0).abs() < 1e-4, "{one} and {other} in {}", table.study);
                compared += 1;
            }
        }
        for (of, against) in (1..roles.compared.len()).flat_map(|of| (0..of).map(move |n| (of, n)))
        {
            assert_eq!(step.verdict(of, against), again.of(of, against));
        }
    }
    assert!(compared > 500, "{compared}");
}
