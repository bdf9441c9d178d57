//! Records of no machine, for tests: every figure is known beforehand, and no two are alike where
//! taking one for another would be a fault.

use crate::set::Set;
use records::{Figure, NULL, Records};
use serde_json::{Value, json};

pub(crate) const DATE: &str = "2026-01-02T03:04:05Z";
/// The counts are of another run.
pub(crate) const COUNTED: &str = "2026-01-03T03:04:05Z";
pub(crate) const MAGIC: &str = "sliders-magic";

/// Cycles of a node of the base in each profile, and how often it asks for sliders.
pub(crate) const PROFILES: [(&str, f64, u64); 3] =
    [("classical", 1000.0, 9), ("network", 2000.0, 26), ("threats", 3000.0, 9)];

#[derive(Clone)]
pub(crate) struct Made {
    name: &'static str,
    bytes: u64,
    needs: &'static [&'static str],
    /// Its throughput and latency, where the usual way takes 10 and 20.
    times: [f64; 2],
    /// Its gain in nodes per second in each profile, and half of their intervals.
    pub(crate) gains: Option<([f64; 3], f64)>,
    slow_on: &'static [&'static str],
}

/// As fast as the usual way, in as many bytes, and not searched with.
pub(crate) fn made(name: &'static str) -> Made {
    Made { name, bytes: 864_256, needs: &[], times: [10.0, 20.0], gains: None, slow_on: &[] }
}

impl Made {
    pub(crate) fn times(self, throughput: f64, latency: f64) -> Made {
        Made { times: [throughput, latency], ..self }
    }

    pub(crate) fn bytes(self, bytes: u64) -> Made {
        Made { bytes, ..self }
    }

    pub(crate) fn needs(self, needs: &'static [&'static str]) -> Made {
        Made { needs, ..self }
    }

    pub(crate) fn gains(self, gains: [f64; 3], half: f64) -> Made {
        Made { gains: Some((gains, half)), ..self }
    }

    fn technique(&self) -> Value {
        let exception = json!({
            "says": format!("slow on {}", self.slow_on.join(" and ")), "on": self.slow_on,
            "source": "https://example.org",
        });
        json!({
            "name": self.name, "short": (self.name == "sliders-pext").then_some("PEXT"),
            "exceptions": if self.slow_on.is_empty() { json!([]) } else { json!([exception]) },
            "summary": format!("The summary of {}", self.name), "source": "https://example.org/a",
            "idea": "An idea with `code` and <https://example.org/b>.\n\n- Lookup: a load.",
            "formula": "impl Sliders for Made {}",
        })
    }

    fn variant(&self) -> Value {
        json!({
            "study": "sliders", "name": self.name, "kind": "frontier", "interface": "plain",
            "table_bytes": self.bytes, "listing": "ret", "needs": self.needs,
            "check": {"right": 4096},
        })
    }
}

/// PEXT that gains for certain, small sliders that gain less, and a loss.
pub(crate) fn usual_case() -> Vec<Made> {
    let pext = Made { slow_on: &["Zen 2"], ..made("sliders-pext").needs(&["bmi2"]) };
    vec![
        made(MAGIC),
        pext.times(7.0, 16.0).bytes(863_232).gains([0.023, 0.051, 0.013], 0.004),
        made("sliders-hyperbola").times(12.0, 18.0).bytes(2048).gains([0.015, 0.011, 0.016], 0.003),
        made("sliders-fill").times(40.0, 60.0).bytes(0).gains([-0.12, -0.19, -0.05], 0.01),
    ]
}

pub(crate) fn set(made: &[Made]) -> Set {
    let mut file: Value = serde_json::from_str(include_str!("made_up.json")).unwrap();
    let names: Vec<_> = made.iter().map(|one| one.name).collect();
    let times = |measure: usize| made.iter().map(|one| one.times[measure]).collect::<Vec<_>>();
    let mut tables = vec![
        hot("positions", "throughput", &names, &times(0)),
        hot("positions", "latency", &names, &times(1)),
        // The stream that streams are listed by, and not the one of play.
        hot("uniform", "throughput", &names, &vec![55.0; names.len()]),
        beside(&names),
    ];
    let searched = made.iter().filter_map(|one| Some((format!("search+{}", one.name), one.gains?)));
    let (choices, gains): (Vec<_>, Vec<_>) = searched.unzip();
    let choices: Vec<_> =
        ["search"].into_iter().chain(choices.iter().map(String::as_str)).collect();
    for (number, (stream, node, _)) in PROFILES.iter().enumerate().filter(|_| !gains.is_empty()) {
        let gains: Vec<_> = gains.iter().map(|(gains, half)| (gains[number], *half)).collect();
        tables.push(search(stream, *node, &choices, &gains));
    }
    let mut add = |kind: &str, all: Vec<Value>| file[kind].as_array_mut().unwrap().extend(all);
    add("techniques", made.iter().map(Made::technique).collect());
    add("variants", made.iter().map(Made::variant).collect());
    add("variants", choices.iter().map(|name| choice(name)).collect());
    add("tables", tables);
    add("counts", names.iter().enumerate().map(count).collect());
    // With the digits that files have.
    let records = read_back(&Records::parse(&file.to_string()).unwrap());
    Set { name: "made-up".to_owned(), records }
}

pub(crate) fn usual_set() -> Set {
    set(&usual_case())
}

/// Records as a file gives them.
pub(crate) fn read_back(records: &Records) -> Records {
    let written = records.to_json().unwrap();
    Records::parse(std::str::from_utf8(&written).unwrap()).unwrap()
}

/// A choice of the search. The base says what it asks.
fn choice(name: &str) -> Value {
    let asks = PROFILES.map(|(stream, _, asked)| {
        let asked = json!({
            "question": "sliders", "stream": "positions", "variant": MAGIC, "times": asked * 100,

        });
        json!({"stream": stream, "queries": 100, "asked": [asked], "rows": 0, "moves": 95})
    });
    json!({
        "study": "search", "name": name, "kind": "application", "interface": "plain",
        "table_bytes": 0, "check": {"right": 0},
        "asks": if name == "search" { json!(asks) } else { json!([]) },
    })
}

fn figure(value: f64, share: f64) -> Figure {
    Figure { value, low: value * (1.0 - share), high: value * (1.0 + share) }
}

fn table(study: &str, stream: &str, context: &str, names: &[&str], steps: Value) -> Value {
    let names: Vec<_> = names.iter().chain(&[NULL]).collect();
    json!({
        "study": study, "stream": stream, "context": context, "dependent": context == "latency",
        "unit": "cycles", "date": DATE, "run": 0, "names": names, "steps": steps,
    })
}

/// A step of these times and ratios to the first; what the loop takes alone is 1 cycle.
fn step(times: &[f64], ratios: &[Figure]) -> Value {
    let times: Vec<_> = times.iter().copied().chain([1.0]).collect();
    let raw: Vec<_> = times.iter().map(|time| figure(*time, 0.005)).collect();
    let net: Vec<_> = times.iter().map(|time| figure(time - 1.0, 0.01)).collect();
    let ratio = ratios.iter().enumerate().map(|(number, ratio)| (number > 0).then_some(ratio));
    json!({
        "rounds": 96, "batches": 3000, "quiet": 2900, "core": "quiet", "multiply": 3.0,
        "width": 4.0, "layouts": 24, "copies": [], "null_copy": null, "raw": raw, "net": net,
        "ratio": ratio.chain([None]).collect::<Vec<_>>(), "spread": vec![0.012; times.len()],
        "best": vec![0.004; times.len()], "verdicts": verdicts(ratios),
    })
}

/// The verdict of each against those before it, by their intervals.
fn verdicts(ratios: &[Figure]) -> String {
    let pairs = (1..ratios.len()).flat_map(|of| (0..of).map(move |against| (of, against)));
    let letter = |(of, against): (usize, usize)| {
        let quotient = ratios[of].over(ratios[against]);
        match (quotient.low > 1.0, quotient.high < 1.0) {
            (true, _) => 's',
            (_, true) => 'f',
            _ if quotient.low > 0.99 && quotient.high < 1.01 => 't',
            _ => 'u',
        }
    };
    pairs.map(letter).collect()
}

fn hot(stream: &str, context: &str, names: &[&str], times: &[f64]) -> Value {
    let ratio = |time: &f64| {
        if *time == times[0] { Figure::exact(1.0) } else { figure(time / times[0], 0.002) }
    };
    let mut step = step(times, &times.iter().map(ratio).collect::<Vec<_>>());
    if context == "latency" {
        let slopes = names.iter().map(|_| Some(figure(1.0, 0.01))).chain([None]);
        step["slope"] = json!(slopes.collect::<Vec<_>>());
    }
    table("sliders", stream, context, names, json!([step]))
}

/// Beside a working set the order of the first two turns at 1 MiB.
fn beside(names: &[&str]) -> Value {
    let steps = [(65536, 0.9), (1 << 20, 1.2)].map(|(at, second)| {
        let ratio = |number| if number == 1 { figure(second, 0.01) } else { Figure::exact(1.0) };
        let ratios: Vec<_> = (0..names.len()).map(ratio).collect();
        let times: Vec<_> = ratios.iter().map(|ratio| 100.0 * ratio.value).collect();
        let mut step = step(&times, &ratios);
        step["at"] = json!(at);
        step
    });
    let mut table = table("sliders", "positions", "beside", names, json!(steps));
    table["along"] = json!("working set");
    table
}

/// A search in which these choices gain so much over the base.
fn search(stream: &str, node: f64, names: &[&str], gains: &[(f64, f64)]) -> Value {
    let ratio = |(gain, half): &(f64, f64)| {
        let gain = Figure { value: *gain, low: gain - half, high: gain + half };
        gain.map(|gain| 1.0 + gain).inverse()
    };
    let ratios: Vec<_> = [Figure::exact(1.0)].into_iter().chain(gains.iter().map(ratio)).collect();
    let times: Vec<_> = ratios.iter().map(|ratio| node * ratio.value).collect();
    table("search", stream, "throughput", names, json!([step(&times, &ratios)]))
}

fn count((number, name): (usize, &&str)) -> Value {
    json!({
        "study": "sliders", "stream": "positions", "variant": name, "counter": "callgrind",
        "dependent": false, "run": 1, "queries": 1000, "instructions": 15_000 + 1000 * number,
        "reads": 3000, "l1_misses": 7, "mispredictions": 11, "lines": 64,
    })
}
