//! Records of no machine, for tests: every figure is known beforehand, and no two are alike where
//! taking one for another would be a fault.

use crate::set::Set;
use records::{Figure, NULL, Records, SCHEMA};
use serde_json::{Value, json};

pub(crate) const DATE: &str = "2026-01-02T03:04:05Z";
/// The counts are of another run.
pub(crate) const COUNTED: &str = "2026-01-03T03:04:05Z";
pub(crate) const MAGIC: &str = "sliders-magic";

/// Cycles of a node of the base in each profile, and how often it asks for sliders.
pub(crate) const PROFILES: [(&str, f64, u64); 3] =
    [("classical", 1000.0, 9), ("network", 2000.0, 26), ("threats", 3000.0, 9)];

#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) name: &'static str,
    pub(crate) bytes: u64,
    pub(crate) needs: &'static [&'static str],
    /// Its throughput and latency, where the usual way takes 10 and 20.
    pub(crate) times: [f64; 2],
    /// Its gain in nodes per second with half of the interval, in each profile.
    pub(crate) gains: [Option<(f64, f64)>; 3],
    pub(crate) slow_on: &'static [&'static str],
}

/// As fast as the usual way, in as many bytes, and not searched with.
pub(crate) fn made(name: &'static str) -> Made {
    let gains = [None; 3];
    Made { name, bytes: 864_256, needs: &[], times: [10.0, 20.0], gains, slow_on: &[] }
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
        Made { gains: gains.map(|gain| Some((gain, half))), ..self }
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
    let names: Vec<_> = made.iter().map(|one| one.name).collect();
    let mut tables = vec![
        hot("positions", false, &names, &made.iter().map(|one| one.times[0]).collect::<Vec<_>>()),
        hot("positions", true, &names, &made.iter().map(|one| one.times[1]).collect::<Vec<_>>()),
        // The stream that streams are listed by, and not the one of play.
        hot("uniform", false, &names, &names.iter().map(|_| 55.0).collect::<Vec<_>>()),
    ];
    tables.push(beside(&names));
    let searched: Vec<_> = made.iter().filter(|one| one.gains[0].is_some()).collect();
    let choices: Vec<_> = searched.iter().map(|one| format!("search+{}", one.name)).collect();
    let timed = || PROFILES.iter().enumerate().filter(|_| !searched.is_empty());
    tables.extend(timed().map(|(number, (stream, node, _))| {
        let gains = searched.iter().map(|one| one.gains[number].unwrap_or_default());
        search(stream, *node, &choices, &gains.collect::<Vec<_>>())
    }));
    let variants = made.iter().map(variant);
    let control = |study| other(study, NULL, "control", &json!([]));
    let program = |name: &str, asks: &Value| other("search", name, "application", asks);
    let programs = choices.iter().map(|name| program(name, &json!([])));
    let asks: Vec<_> = PROFILES.iter().map(|(stream, _, asked)| asks(stream, *asked)).collect();
    let variants = variants.chain([control("sliders"), control("search")]).chain(programs);
    let variants: Vec<_> = variants.chain([program("search", &json!(asks))]).collect();
    let file = json!({
        "schema": SCHEMA, "machine": machine(), "runs": runs(), "studies": studies(),
        "techniques": techniques(made), "variants": variants, "clock": [], "tables": tables,
        "counts": counts(&names),
    });
    Set { name: "made-up".to_owned(), records: parsed(&file) }
}

pub(crate) fn usual_set() -> Set {
    set(&usual_case())
}

/// Records from JSON, read as any file is, with the digits that files have.
fn parsed(file: &Value) -> Records {
    let written = Records::parse(&file.to_string()).unwrap().to_json().unwrap();
    Records::parse(std::str::from_utf8(&written).unwrap()).unwrap()
}

/// What records say as JSON, to change it in ways that no type allows.
pub(crate) fn json_of(records: &Records) -> Value {
    serde_json::from_slice(&records.to_json().unwrap()).unwrap()
}

fn machine() -> Value {
    json!({
        "cpu": "Made-up Processor", "os": "linux 6 x86_64", "virtualised": true,
        "model": {"vendor": "AuthenticAMD", "family": 25, "model": 17, "stepping": 1},
        "caches": {"l1d": 32768, "l2": 1048576, "l3": 33554432}, "rustc": "rustc 1.95.0 (x)",
        "build": "x86-64-v3", "flags": "", "features": ["avx2"], "present": ["avx2", "bmi2"],
    })
}

fn runs() -> Value {
    let run = |meter: &str, date: &str, commit: &str| {
        json!({
            "meter": meter, "how": "core cycles", "date": date, "commit": commit, "method": 4,
            "load": 0.5, "breadth": "thorough",
        })
    };
    json!([run("duel", DATE, "0123456789ab"), run("instructions", COUNTED, "ba9876543210")])
}

fn studies() -> Value {
    // A queen's query makes two lookups.
    let streams = |names: &[&str], lookups: Option<u64>| -> Vec<_> {
        names.iter().map(|name| json!({"name": name, "summary": format!("about {name}"), "lookups": lookups})).collect()
    };
    let profiles = PROFILES.map(|(name, ..)| name);
    json!([
        {"name": "sliders", "title": "Sliding attacks", "question": "What does a queen attack?",
         "streams": streams(&["uniform", "positions"], Some(2))},
        {"name": "search", "title": "Search", "question": "What is it worth?",
         "streams": streams(&profiles, None)},
    ])
}

fn techniques(made: &[Made]) -> Vec<Value> {
    let of = |one: &Made| {
        let says = format!("slow on {}", one.slow_on.join(" and "));
        let exception = json!({"says": says, "on": one.slow_on, "source": "https://example.org"});
        let exceptions = if one.slow_on.is_empty() { json!([]) } else { json!([exception]) };
        let short = (one.name == "sliders-pext").then_some("PEXT");
        json!({
            "name": one.name, "short": short, "exceptions": exceptions,
            "summary": format!("The summary of {}", one.name), "source": "https://example.org/a",
            "idea": "An idea with `code` and <https://example.org/b>.\n\n- Lookup: a load.",
            "formula": "impl Sliders for Made {}",
        })
    };
    let search = json!({"name": "search", "summary": "A search", "source": "", "idea": ""});
    made.iter().map(of).chain([search]).collect()
}

fn variant(one: &Made) -> Value {
    json!({
        "study": "sliders", "name": one.name, "kind": "frontier", "interface": "plain",
        "table_bytes": one.bytes, "listing": "ret", "needs": one.needs, "check": {"right": 4096},
    })
}

/// A control, or a choice of the search.
fn other(study: &str, name: &str, kind: &str, asks: &Value) -> Value {
    json!({
        "study": study, "name": name, "kind": kind, "interface": "plain", "table_bytes": 0,
        "asks": asks, "check": {"right": 0},
    })
}

fn asks(stream: &str, asked: u64) -> Value {
    let asked = json!([{"question": "sliders", "stream": "positions", "variant": MAGIC, "times": asked * 100, "hits": 1}]);
    json!({"stream": stream, "queries": 100, "asked": asked, "rows": 0, "moves": 95})
}

fn figure(value: f64, share: f64) -> Figure {
    let (low, high) = (value * (1.0 - share), value * (1.0 + share));
    Figure { value, low: low.min(high), high: high.max(low) }
}

fn table(study: &str, stream: &str, context: &str, names: &[&str], steps: Value) -> Value {
    let names: Vec<_> = names.iter().chain(&[NULL]).collect();
    json!({
        "study": study, "stream": stream, "context": context, "dependent": context == "latency",
        "unit": "cycles", "date": DATE, "run": 0, "names": names, "steps": steps,
    })
}

/// A step of these times and ratios to the first; what the loop takes alone is 1 cycle.
fn step(at: Option<u64>, raw: &[f64], ratios: &[Figure], waits: bool) -> Value {
    let lists = |figures: Vec<Option<Figure>>| -> Vec<_> {
        figures
            .into_iter()
            .map(|f| f.map(|Figure { value, low, high }| [value, low, high]))
            .collect()
    };
    let times = || raw.iter().copied().chain([1.0]);
    let ratio = ratios.iter().map(|ratio| Some(*ratio)).chain([None]);
    let ratio = ratio.enumerate().map(|(number, ratio)| ratio.filter(|_| number > 0));
    let slope = times().enumerate().map(|(n, _)| (n < raw.len()).then(|| figure(1.0, 0.01)));
    let mut step = json!({
        "rounds": 96, "batches": 3000, "quiet": 2900, "core": "quiet",
        "multiply": 3.0, "width": 4.0, "layouts": 24, "copies": [], "null_copy": null,
        "raw": lists(times().map(|time| Some(figure(time, 0.005))).collect()),
        "net": lists(times().map(|time| Some(figure(time - 1.0, 0.01))).collect()),
        "ratio": lists(ratio.collect()),
        "spread": times().map(|_| 0.012).collect::<Vec<_>>(),
        "best": times().map(|_| 0.004).collect::<Vec<_>>(),
        "verdicts": verdicts(ratios),
    });
    if waits {
        step["slope"] = json!(lists(slope.collect()));
    }
    if let Some(at) = at {
        step["at"] = json!(at);
    }
    step
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

fn hot(stream: &str, dependent: bool, names: &[&str], times: &[f64]) -> Value {
    let ratio = |time: &f64| {
        if *time == times[0] { Figure::exact(1.0) } else { figure(time / times[0], 0.002) }
    };
    let ratios: Vec<_> = times.iter().map(ratio).collect();
    let context = if dependent { "latency" } else { "throughput" };
    table("sliders", stream, context, names, json!([step(None, times, &ratios, dependent)]))
}

/// Beside a working set the order of the first two turns at 1 MiB.
fn beside(names: &[&str]) -> Value {
    let steps = [(65536, 0.9), (1 << 20, 1.2)].map(|(at, second)| {
        let ratio = |number| if number == 1 { figure(second, 0.01) } else { Figure::exact(1.0) };
        let ratios: Vec<_> = (0..names.len()).map(ratio).collect();
        let times: Vec<_> = ratios.iter().map(|ratio| 100.0 * ratio.value).collect();
        step(Some(at), &times, &ratios, false)
    });
    let mut table = table("sliders", "positions", "beside", names, json!(steps));
    table["along"] = json!("working set");
    table
}

/// A search in which these choices gain so much over the base.
fn search(stream: &str, node: f64, choices: &[String], gains: &[(f64, f64)]) -> Value {
    let ratio = |(gain, half): &(f64, f64)| Figure {
        value: 1.0 / (1.0 + gain),
        low: 1.0 / (1.0 + gain + half),
        high: 1.0 / (1.0 + gain - half),
    };
    let ratios: Vec<_> = [Figure::exact(1.0)].into_iter().chain(gains.iter().map(ratio)).collect();
    let times: Vec<_> = ratios.iter().map(|ratio| node * ratio.value).collect();
    let names: Vec<_> = ["search"].into_iter().chain(choices.iter().map(String::as_str)).collect();
    table("search", stream, "throughput", &names, json!([step(None, &times, &ratios, false)]))
}

fn counts(names: &[&str]) -> Vec<Value> {
    let of = |(number, name): (usize, &&str)| {
        json!({
            "study": "sliders", "stream": "positions", "variant": name, "counter": "callgrind",
            "dependent": false, "run": 1, "queries": 1000, "instructions": 15_000 + 1000 * number,
            "reads": 3000, "l1_misses": 7, "mispredictions": 11, "lines": 64,
        })
    };
    names.iter().enumerate().map(of).collect()
}
