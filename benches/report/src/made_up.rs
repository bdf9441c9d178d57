//! Records of no machine, for tests: every figure is known beforehand, and no two are alike where
//! taking one for another would be a fault.

use crate::set::Set;
use records::{Figure, NULL, Pair, Records, Table, Verdict};
use serde_json::{Value, json};

pub(crate) const DATE: &str = "2026-01-02T03:04:05Z";
/// The counts are of another run.
pub(crate) const COUNTED: &str = "2026-01-03T03:04:05Z";
pub(crate) const MAGIC: &str = "sliders-magic";

/// Cycles of a node of the base in each profile, and how often it asks for sliders.
pub(crate) const PROFILES: [(&str, f64, u64); 3] =
    [("classical", 1000.0, 9), ("network", 2000.0, 26), ("threats", 3000.0, 17)];
/// The questions with streams, working sets and counts; others have a table alone.
const WHOLE: [&str; 3] = ["sliders", "between", "attacked"];

#[derive(Clone, Debug)]
pub(crate) struct Made {
    name: &'static str,
    kind: &'static str,
    bytes: u64,
    needs: &'static [&'static str],
    /// Its throughput and latency, where the usual way takes 10 and 20.
    times: [f64; 2],
    /// Its gain in nodes per second in each profile, and half of their intervals.
    pub(crate) gains: Option<([f64; 3], f64)>,
    slow_on: &'static [&'static str],
    /// How often a node of each profile asks its question, if it is the usual way.
    asked: [u64; 3],
}

/// As fast as the usual way, in as many bytes, and not searched with. Its name begins with its
/// question's.
pub(crate) fn made(name: &'static str) -> Made {
    Made {
        name,
        kind: "frontier",
        bytes: 864_256,
        needs: &[],
        times: [10.0, 20.0],
        gains: None,
        slow_on: &[],
        asked: PROFILES.map(|(_, _, asked)| asked),
    }
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

    /// A library, or what another kind calls it.
    pub(crate) fn kind(self, kind: &'static str) -> Made {
        Made { kind, ..self }
    }

    pub(crate) fn slow_on(self, slow_on: &'static [&'static str]) -> Made {
        Made { slow_on, ..self }
    }

    pub(crate) fn asked(self, asked: [u64; 3]) -> Made {
        Made { asked, ..self }
    }

    fn question(&self) -> &'static str {
        self.name.split('-').next().unwrap()
    }

    fn technique_name(&self) -> &'static str {
        self.name.split('+').next().unwrap()
    }

    fn technique(&self) -> Value {
        let exception = json!({
            "says": format!("slow on {}", self.slow_on.join(" and ")), "on": self.slow_on,
            "source": "https://example.org",
        });
        json!({
            "name": self.technique_name(),
            "short": (self.name == "sliders-pext").then_some("PEXT"),
            "exceptions": if self.slow_on.is_empty() { json!([]) } else { json!([exception]) },
            "summary": format!("The summary of {}", self.name), "source": "https://example.org/a",
            "idea": "An idea with `code` and <https://example.org/b>.\n\n- Lookup: a load.",
            "formula": "impl Sliders for Made {}",
        })
    }

    fn variant(&self) -> Value {
        json!({
            "question": self.question(), "name": self.name, "kind": self.kind, "interface": "plain",
            "table_bytes": self.bytes, "listing": "ret", "needs": self.needs,
            "check": {"right": 4096},
        })
    }
}

/// PEXT that gains for certain, small sliders that gain less, and a loss.
pub(crate) fn usual_case() -> Vec<Made> {
    let pext = made("sliders-pext").needs(&["bmi2"]).slow_on(&["Zen 2"]);
    vec![
        made(MAGIC),
        pext.times(7.0, 16.0).bytes(863_232).gains([0.023, 0.051, 0.013], 0.004),
        made("sliders-hyperbola").times(12.0, 18.0).bytes(2048).gains([0.015, 0.011, 0.016], 0.003),
        made("sliders-fill").times(40.0, 60.0).bytes(0).gains([-0.12, -0.19, -0.05], 0.01),
    ]
}

/// Squares in between: the usual way, others of the wiki, and one of ours.
pub(crate) fn ways() -> Vec<Made> {
    let triangle = made("between-triangle").kind("cpw").times(4.25, 19.0).bytes(16_640);
    vec![
        made("between-rays").kind("cpw").times(3.125, 13.0).bytes(32_768).asked([7, 5, 6]),
        triangle.gains([0.004, -0.003, 0.006], 0.005),
        made("between-windows").times(3.5, 14.0).bytes(8_129),
        made("between-none").kind("cpw").times(9.75, 17.0).bytes(0),
    ]
}

/// A set of these variants, the usual way of each question before the others of it.
pub(crate) fn set(made: &[Made]) -> Set {
    let mut file: Value = serde_json::from_str(include_str!("made_up.json")).unwrap();
    let mut usual: Vec<&Made> = Vec::new();
    for one in made.iter().filter(|one| one.kind != "library") {
        if usual.iter().all(|known| known.question() != one.question()) {
            usual.push(one);
        }
    }
    let mut tables = Vec::new();
    for question in usual.iter().map(|usual| usual.question()) {
        let alike: Vec<_> = made.iter().filter(|one| one.question() == question).collect();
        let names: Vec<_> = alike.iter().map(|one| one.name).collect();
        let times = |measure: usize| alike.iter().map(|one| one.times[measure]).collect::<Vec<_>>();
        tables.push(hot(question, "positions", "throughput", &names, &times(0)));
        if WHOLE.contains(&question) {
            tables.push(hot(question, "positions", "latency", &names, &times(1)));
            // The stream that streams are listed by, and not the one of play.
            let others: Vec<_> = alike.iter().map(|one| one.times[0] + 45.0).collect();
            tables.push(hot(question, "uniform", "throughput", &names, &others));
            tables.push(beside(question, &names));
        }
    }
    let searched = |one: &Made| Some((format!("search+{}", one.technique_name()), one.gains?));
    let (choices, gains): (Vec<_>, Vec<_>) = made.iter().filter_map(searched).unzip();
    let choices: Vec<_> =
        ["search"].into_iter().chain(choices.iter().map(String::as_str)).collect();
    for (number, (stream, node, _)) in PROFILES.iter().enumerate().filter(|_| !gains.is_empty()) {
        let gains: Vec<_> = gains.iter().map(|(gains, half)| (gains[number], *half)).collect();
        tables.push(search(stream, *node, &choices, &gains));
    }
    for (number, table) in tables.iter_mut().enumerate() {
        table["steps"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|it| it["rounds"] = json!(96 + number));
    }
    let mut add = |kind: &str, all: Vec<Value>| file[kind].as_array_mut().unwrap().extend(all);
    let others = usual.iter().map(|usual| usual.question()).filter(|it| *it != "sliders");
    add("questions", others.clone().map(question).collect());
    add("variants", others.map(null).collect());
    let mut techniques: Vec<_> = made.iter().map(Made::technique).collect();
    techniques.dedup_by_key(|one| one["name"].clone());
    add("techniques", techniques);
    add("variants", made.iter().map(Made::variant).collect());
    add("variants", choices.iter().map(|name| choice(name, &usual)).collect());
    add("tables", tables);
    for question in WHOLE {
        let names: Vec<_> =
            made.iter().filter(|one| one.question() == question).map(|one| one.name).collect();
        // Neither the first nor the last count is always that of play.
        let mut streams = [("positions", false), ("uniform", false), ("positions", true)];
        streams.rotate_left(usize::from(question == "between"));
        let counts = streams
            .iter()
            .flat_map(|stream| names.iter().enumerate().map(|it| count(question, *stream, it)));
        add("counts", counts.collect());
    }
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

/// A second question, most on the stream of play alone.
fn question(name: &str) -> Value {
    let streams = ["uniform", "positions"].into_iter().skip(usize::from(!WHOLE.contains(&name)));
    let stream = |name| json!({"name": name, "summary": format!("about {name}"), "lookups": 1});
    json!({
        "name": name, "title": format!("The {name}"), "question": "What else?",
        "streams": streams.map(stream).collect::<Vec<_>>(),
    })
}

fn null(question: &str) -> Value {
    json!({
        "question": question, "name": NULL, "kind": "control", "interface": "plain",
        "table_bytes": 0, "check": {"right": 0},
    })
}

/// A choice of the search. The base says what it asks.
fn choice(name: &str, usual: &[&Made]) -> Value {
    let asks = [0, 1, 2].map(|profile| {
        let asked = |usual: &&Made| {
            json!({
                "question": usual.question(), "stream": "positions", "variant": usual.name,
                "times": usual.asked[profile] * 100,
            })
        };
        let asked: Vec<_> = usual.iter().map(asked).collect();
        let stream = PROFILES[profile].0;
        let (rows, moves) = (20 * profile, 95 + profile);
        json!({"stream": stream, "queries": 100, "asked": asked, "rows": rows, "moves": moves})
    });
    json!({
        "question": "search", "name": name, "kind": "application", "interface": "plain",
        "table_bytes": 0, "check": {"right": 0},
        "asks": if name == "search" { json!(asks) } else { json!([]) },
    })
}

/// A gain in the middle of an interval.
pub(crate) fn gain(value: f64, half: f64) -> Figure {
    Figure { value, low: value - half, high: value + half }
}

/// The times of a program by that of another that it gains so much over.
fn by_gain(gain: Figure) -> Figure {
    gain.map(|gain| 1.0 + gain).inverse()
}

/// Has the search hold a gain of a later choice over an earlier one, in the same rounds.
pub(crate) fn hold_pair(set: &mut Set, stream: &str, [of, against]: [&str; 2], gain: Figure) {
    let is_it = |table: &&mut Table| table.question == "search" && table.stream == stream;
    let table = set.records.tables.iter_mut().find(is_it).unwrap();
    let [of, against] = [of, against].map(|name| format!("search+{name}"));
    table.steps[0].pairs.push(Pair { of, against, ratio: by_gain(gain) });
    set.records = read_back(&set.records);
}

fn figure(value: f64, share: f64) -> Figure {
    Figure { value, low: value * (1.0 - share), high: value * (1.0 + share) }
}

fn table(question: &str, stream: &str, context: &str, names: &[&str], steps: Value) -> Value {
    let names: Vec<_> = names.iter().chain(&[NULL]).collect();
    json!({
        "question": question, "stream": stream, "context": context, "dependent": context == "latency",
        "unit": "cycles", "date": DATE, "run": 0, "names": names, "steps": steps,
    })
}

/// A step of these times and ratios to the first; what the loop takes alone is 1 cycle.
fn step(times: &[f64], ratios: &[Figure]) -> Value {
    let times: Vec<_> = times.iter().copied().chain([1.0]).collect();
    let raw: Vec<_> = times.iter().map(|time| figure(*time, 0.005)).collect();
    let net: Vec<_> = times.iter().map(|time| figure(time - 1.0, 0.01)).collect();
    let ratio = ratios.iter().enumerate().map(|(number, ratio)| (number > 0).then_some(ratio));
    let share =
        |first: f64| (0..times.len()).map(|at| first + 0.001 * at as f64).collect::<Vec<_>>();
    json!({
        "batches": 3000, "quiet": 2900, "core": "quiet", "multiply": 3.0,
        "width": 4.0, "layouts": 24, "copies": [], "null_copy": null, "raw": raw, "net": net,
        "ratio": ratio.chain([None]).collect::<Vec<_>>(), "spread": share(0.021),
        "best": share(0.004), "verdicts": verdicts(ratios),
    })
}

/// The verdict of each against those before it, by their intervals.
fn verdicts(ratios: &[Figure]) -> String {
    let pairs = (1..ratios.len()).flat_map(|of| (0..of).map(move |against| (of, against)));
    let letter = |(of, against): (usize, usize)| {
        let quotient = ratios[of].over(ratios[against]);
        Verdict::of(quotient.map(f64::ln), 0.0).name().chars().next()
    };
    pairs.filter_map(letter).collect()
}

fn hot(question: &str, stream: &str, context: &str, names: &[&str], times: &[f64]) -> Value {
    let ratio = |time: &f64| {
        if *time == times[0] { Figure::exact(1.0) } else { figure(time / times[0], 0.002) }
    };
    let mut step = step(times, &times.iter().map(ratio).collect::<Vec<_>>());
    if context == "latency" {
        let slope = |number| Some(figure(1.0 + 0.005 * number as f64, 0.01));
        let slopes = (0..names.len()).map(slope).chain([None]);
        step["slope"] = json!(slopes.collect::<Vec<_>>());
    }
    table(question, stream, context, names, json!([step]))
}

/// Beside a working set the order of the first two turns at 1 MiB.
fn beside(question: &str, names: &[&str]) -> Value {
    let steps = [(65536, 100.0, 0.9), (1 << 20, 130.0, 1.2)].map(|(at, least, second)| {
        let ratio = |number| match number {
            0 => Figure::exact(1.0),
            1 => figure(second, 0.01),
            _ => figure(second + 0.05 + 0.015 * f64::from(number), 0.01),
        };
        let ratios: Vec<_> = (0..names.len() as u32).map(ratio).collect();
        let times: Vec<_> = ratios.iter().map(|ratio| least * ratio.value).collect();
        let mut step = step(&times, &ratios);
        step["at"] = json!(at);
        step
    });
    let mut table = table(question, "positions", "beside", names, json!(steps));
    table["along"] = json!("working set");
    table
}

/// A search in which these choices gain so much over the base.
fn search(stream: &str, node: f64, names: &[&str], gains: &[(f64, f64)]) -> Value {
    let ratio = |(value, half): &(f64, f64)| by_gain(gain(*value, *half));
    let ratios: Vec<_> = [Figure::exact(1.0)].into_iter().chain(gains.iter().map(ratio)).collect();
    let times: Vec<_> = ratios.iter().map(|ratio| node * ratio.value).collect();
    table("search", stream, "throughput", names, json!([step(&times, &ratios)]))
}

/// Counts of the stream of play have hundreds alone, others have tens too.
fn count(
    question: &str,
    (stream, dependent): (&str, bool),
    (number, name): (usize, &&str),
) -> Value {
    let other = if dependent { 30 } else { 60 * usize::from(stream != "positions") };
    let at = |first: usize| first + number + other;
    json!({
        "question": question, "stream": stream, "variant": name, "counter": "callgrind",
        "dependent": dependent, "run": 1, "queries": 1000,
        "instructions": 15_000 + 1000 * number + 10 * other, "reads": at(3000), "l1_misses": at(207),
        "mispredictions": at(311), "lines": at(64),
        "sweep": [[4096, at(808)], [16_384, at(409)], [65_536, at(105)]],
    })
}
