//! Hostile records: the reader refuses each with a clear error. Whatever it accepts can be written
//! and read back.

use records::{Records, visible};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A valid file. Each case below spoils it in one place.
const GOOD: &str = include_str!("good.json");

const TABLE: &str = "/tables/0";
const STEP: &str = "/tables/0/steps/0";
const PAIR: &str = "/tables/3/steps/0/pairs/0";
const NEUTRAL: &str = "/tables/3/steps/0/neutral";
const SECOND: &str = "/variants/1";
const MISSING: &str = "/runs/0/missing";

/// The fault, the place of the value, its new value, and a part of the error, which begins with the
/// path of the place.
#[rustfmt::skip]
const VALUES: &[(&str, &str, &str, &str, &str)] = &[
    ("a newer schema", "", "/schema", "8", "the schema is 8, expected 7"),
    ("an unknown field", "", "/galaxy", "[]", "unknown field `galaxy`, expected one of"),
    ("a field in colours", "", "/\u{1b}[31m", "0", r"unknown field `\u{1b}[31m`"),
    ("an unknown word", TABLE, "/context", r#""tepid""#, "unknown variant `tepid`, expected one of"),
    ("a list instead of a number", "", "/runs/0/load", "[]", "invalid type: sequence, expected f64"),

    ("a huge number", "", "/runs/0/load", "1e308", "expected a number not beyond 1e20"),
    ("a huge time", STEP, "/raw/0", "[1, 1, 1e13]", "none of them beyond 1e12"),
    ("half an interval", STEP, "/raw/0", "[1, 1]", "invalid length 2, expected an array of length 3"),
    ("an interval upside down", STEP, "/net/0", "[2, 3, 1]", "[2.0, 3.0, 1.0]: expected a value, the low"),
    ("a time below zero", STEP, "/raw/0", "[1, -1, 2]", "[1.0, -1.0, 2.0]: expected no time below zero"),
    ("a ratio of zero", STEP, "/ratio/1", "[0, 0, 0]", ", between/throughput/uniform: [0.0, 0.0, 0.0]: expected a ratio above zero, with an inverse"),
    ("a ratio without an inverse", STEP, "/ratio/1", "[1, 1e-300, 2]", "[1.0, 1e-300, 2.0]: expected a ratio above zero"),
    ("a size beyond 64 bits", SECOND, "/table_bytes", "18446744073709551616", "expected u64"),
    ("a count of nothing", "", "/counts/0/queries", "0", ", (between/throughput/uniform, \"between-large\", Callgrind): 0 queries, expected one"),
    ("more wrong answers than answers", SECOND, "/accuracy/wrong", "5452", "5452 wrong answers to 5451 questions, expected a question and no more wrong answers"),
    ("a mistake without a question", "", "/questions/0/mistakes/0", r#"{"name":"x","wrong":0,"questions":0}"#, ", \"between\", \"x\": 0 wrong answers to 0 questions, expected"),

    ("a date that is none", TABLE, "/date", r#""2026-02-30T03:04:05Z""#, "expected a date such as"),
    ("a date in another form", "", "/runs/0/date", r#""2026-01-02T03:04:05+00:00""#, "expected a date such as"),
    ("a path", SECOND, "/name", r#""../../evil""#, r#""../../evil": expected a name"#),
    ("a reason for a formula", MISSING, "/=1", r#""x""#, r#"Some("abcdef")): expected a label"#),
    ("a reason with a bell", MISSING, "/x", r#""\u0007""#, "expected text"),
    ("a short name with a plus", "/techniques/0", "/short", r#""a+b""#, r#""a+b": expected a label"#),
    ("a need of two words", SECOND, "/needs", r#"["a b"]"#, "expected a name"),
    ("text from right to left", "", "/techniques/0/summary", "\"All \u{202e}answers\"", r#""All \u{202e}answers": expected text"#),
    ("text that moves the cursor", SECOND, "/listing", r#""\u001b[2J""#, r#""\u{1b}[2J": expected text"#),
    ("a wrong answer with a carriage return", "", "/variants/2/check/wrong", r#""a\rb""#, "expected text"),
    ("checked with two outcomes", SECOND, "/check/wrong", r#""""#, "line "),

    ("a query of no lookup", "", "/questions/0/streams/0/lookups", "0", "integer `0`, expected a nonzero u32"),
    ("no stream", "", "/questions/0/streams", "[]", "expected a stream"),
    ("a variant of no question", SECOND, "/question", r#""x""#, "expected a question that is listed, found x"),
    ("a variant of no technique", SECOND, "/name", r#""x+y""#, "expected a technique that is listed, found x"),
    ("a batch among others", SECOND, "/interface", r#""batch""#, ", (\"between\", \"between-large\"): the interface is plain, expected batch as others of the question have"),
    ("not available, and no reason", SECOND, "/available", "false", "not available, expected what it needs"),
    ("asks on no stream", SECOND, "/asks/0/stream", r#""x""#, "expected a stream of between that is listed, found x"),
    ("asks of no query", SECOND, "/asks/0/queries", "0", ", (\"between\", \"between-none\"), \"uniform\": 0 queries, expected one"),
    ("asks twice", SECOND, "/asks/1", "AGAIN", ", \"uniform\": expected once, found again"),
    ("a question twice", SECOND, "/asks/0/asked/1", "AGAIN", ", (\"sliders\", \"positions\"): expected once, found again"),
    ("a table of no question", TABLE, "/question", r#""x""#, ", x/throughput/uniform: expected a stream of x that is listed"),
    ("a table of no stream", TABLE, "/stream", r#""x""#, "expected a stream of between that is listed, found x"),
    ("a table of no variant", TABLE, "/names/1", r#""x""#, ", \"x\": expected a variant of between that is listed, found x"),
    ("a count of no variant", "", "/counts/0/variant", r#""x""#, "expected a variant of between that is listed, found x"),
    ("a table of null alone", TABLE, "/names", r#"["null"]"#, "expected a variant and null"),
    ("a name twice in a table", TABLE, "/names/1", r#""between-large""#, ", \"between-large\": expected once, found again"),
    ("null in the middle", TABLE, "/names", r#"["between-large","null","between-none"]"#, "the last name is between-none, expected null"),
    ("no step", TABLE, "/steps", "[]", "expected a step"),
    ("a table of no run", TABLE, "/run", "2", "expected a run that is listed, one of 2, found 2"),
    ("a count of no run", "", "/counts/0/run", "2", "expected a run that is listed, one of 2, found 2"),
    ("a step too many", TABLE, "/steps/1", "AGAIN", ", between/throughput/uniform: expected once, found again"),
    ("a step of a parameter that is none", STEP, "/at", "1", "expected \"at\" where the table has \"along\", and only there"),
    ("a step of no parameter", "", "/tables/1/steps/0/at", "null", "expected \"at\" where"),
    ("steps in no order", "", "/tables/1/steps/0/at", "8192", "expected the steps by their parameter"),
    ("a column too short", STEP, "/raw", "[null]", "1 elements in raw, expected 3"),
    ("a column without others", STEP, "/raw", "[]", "3 elements in net, expected 0"),
    ("a spread too short", STEP, "/spread", "[null]", "1 elements in spread, expected 3 or none"),
    ("a wrong letter", STEP, "/verdicts", r#""x""#, "expected 1 verdicts, each f, s, t, u or a dot"),
    ("a copy of nothing", STEP, "/copies/0/of", r#""null""#, "a copy of null, expected of a variant"),
    ("a copy that takes no time", STEP, "/copies/0/ratio", "[0, 0, 1]", "[0.0, 0.0, 1.0]: expected a ratio above zero"),
    ("a pair of nothing", PAIR, "/of", r#""null""#, "expected a variant and an earlier one"),
    ("a pair with no variant", PAIR, "/against", r#""x""#, "expected a variant and an earlier one, neither of them the first"),
    ("a pair with the first", PAIR, "/against", r#""search""#, "expected a variant and an earlier one, neither of them the first"),
    ("a variant paired with itself", PAIR, "/against", r#""search+sliders-hyperbola""#, "expected a variant and an earlier one"),
    ("a pair the other way", "/tables/3", "/names", r#"["search","search+sliders-hyperbola","search+sliders-pext","null"]"#, "expected a variant and an earlier one"),
    ("a pair twice", "/tables/3/steps/0/pairs", "/1", "AGAIN", "expected once, found again"),
    ("a pair of no name", PAIR, "/of", r#""=1+1""#, r#""=1+1": expected a name"#),
    ("a pair and more", PAIR, "/verdict", r#""f""#, "unknown field `verdict`, expected one of `of`, `against`, `ratio`"),
    ("a pair that takes no time", PAIR, "/ratio", "[0, 0, 1]", "[0.0, 0.0, 1.0]: expected a ratio above zero"),
    ("the base as what cannot differ from it", NEUTRAL, "/of/0", r#""search""#, "search, expected a variant after the first"),
    ("what cannot differ twice", "/tables/3/steps/0/neutral/of", "/1", "AGAIN", "expected once, found again"),
    ("what cannot differ, of no name", NEUTRAL, "/of/0", r#""=1+1""#, r#""=1+1": expected a name"#),
    ("what cannot differ, and more", NEUTRAL, "/core", r#""quiet""#, "unknown field `core`, expected `of` or `ratio`"),
    ("what cannot differ and takes no time", NEUTRAL, "/ratio", "[0, 0, 1]", "[0.0, 0.0, 1.0]: expected a ratio above zero"),
    ("a slope too few", "/tables/2", "/steps/0/slope", "[null]", "1 elements in slope, expected 3 or none"),
    ("a slope where nothing waits", STEP, "/slope", "[null,null,null]", "expected slopes in latency alone"),
    ("figures of no layout", STEP, "/layouts", "0", "0 layouts, expected one"),
    ("a base compiled again that takes no time", "/tables/3/steps/0", "/again", "[0, 0, 1]", "[0.0, 0.0, 1.0]: expected a ratio above zero"),
    ("a clock that stands", "", "/runs/0/resolution", "0", "expected a resolution above zero"),
];

/// The fault, a piece of the file's text, its replacement, and a part of the error.
#[rustfmt::skip]
const TEXTS: &[[&str; 4]] = &[
    ["no schema", r#""schema":7,"#, "", "missing field `schema`"],
    ["a missing field", r#""os":"linux 6.1 x86_64","#, "", "missing field `os`"],
    ["a stream without its lookups", r#","lookups":null"#, "", "missing field `lookups`"],
    ["no JSON", "}", "]", "line 5, column 63: expected `,` or `}`"],
    ["a byte order mark", "{", "\u{feff}{", "expected no byte order mark"],
    ["NaN", "2.125,", "NaN,", "expected value"],
];

/// The faults of the table above that are found elsewhere, and where.
#[rustfmt::skip]
const ELSEWHERE: &[(&str, &str)] = &[
    ("a newer schema", ""),
    ("a mistake without a question", "questions[0].mistakes[0].wrong"),
    ("a need of two words", "variants[1].needs[0]"),
    ("checked with two outcomes", "variants[1].check"),
    ("a batch among others", "variants[0].interface"),
    ("not available, and no reason", "variants[1].needs"),
    ("a table of no question", "tables[0].stream"),
    ("null in the middle", "tables[0].names[2]"),
    ("steps in no order", "tables[1].steps"),
    ("a column without others", "tables[0].steps[0].net"),
    ("a pair the other way", "tables[3].steps[0].pairs[0].against"),
];

/// A field, and its path in errors.
#[rustfmt::skip]
const FIELDS: &[(&str, &str)] = &[
    ("/schema", "schema"),
    ("/counts", "counts"),
    ("/machine/flags", "machine.flags"),
    ("/machine/model/vendor", "machine.model.vendor"),
    ("/runs/1/meter", "runs[1].meter"),
    ("/runs/0/missing", "runs[0].missing"),
    ("/runs/0/missing/between~1learnt~1uniform", r#"runs[0].missing["between/learnt/uniform"]"#),
    ("/questions/0/streams/1/lookups", "questions[0].streams[1].lookups"),
    ("/variants/3/listing", "variants[3].listing"),
    ("/variants/0/check/right", "variants[0].check.right"),
    ("/variants/2/check/wrong", "variants[2].check.wrong"),
    ("/variants/1/asks/0/rows", "variants[1].asks[0].rows"),
    ("/variants/1/asks/0/asked/0/times", "variants[1].asks[0].asked[0].times"),
    ("/tables/1/along", "tables[1].along"),
    ("/tables/1/steps/1/raw", "tables[1].steps[1].raw"),
    ("/tables/0/steps/0/copies/0/of", "tables[0].steps[0].copies[0].of"),
    ("/counts/1/cycles", "counts[1].cycles"),
];

/// The lists of a file.
const LISTS: [&str; 7] =
    ["runs", "questions", "techniques", "variants", "clock", "tables", "counts"];

fn good() -> Value {
    serde_json::from_str(GOOD).unwrap()
}

/// The valid file with a changed value in a list or an object; `AGAIN` copies the first element.
fn spoiled(parent: &str, place: &str, value: &str) -> Value {
    let mut file = good();
    let place = format!("{parent}{place}");
    let (parent, key) = place.rsplit_once('/').unwrap();
    let parent = file.pointer_mut(parent).unwrap_or_else(|| panic!("there is no {parent}"));
    let value = match value {
        "AGAIN" => parent[0].clone(),
        value => serde_json::from_str(value).unwrap(),
    };
    match parent {
        Value::Array(list) => {
            let index: usize = key.parse().unwrap();
            list.resize(list.len().max(index + 1), Value::Null);
            list[index] = value;
        }
        parent => parent[key] = value,
    }
    file
}

fn replaced(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from} is not in the file");
    GOOD.replacen(from, to, 1)
}

/// The reader's error, which must be safe to print.
fn refusal(what: &str, text: &str) -> String {
    match Records::parse(text) {
        Ok(_) => panic!("{what} was accepted"),
        Err(error) => shown(what, format!("{error:#}")),
    }
}

fn shown(what: &str, error: String) -> String {
    let hidden = |c: char| c.is_control() || ('\u{2000}'..='\u{206f}').contains(&c);
    assert!(!error.contains(hidden), "{what}: {error:?}");
    assert!(error.len() < 2000, "{what}: a message of {} bytes", error.len());
    error
}

/// The error of reading this file.
fn unreadable(path: &Path) -> String {
    let error = Records::read(path).expect_err("a file that cannot be read");
    shown(&path.display().to_string(), format!("{error:#}"))
}

#[test]
fn a_good_file_is_read_and_written_with_a_line_for_each_element() {
    let records = Records::parse(GOOD).unwrap();
    // Whatever line ends the checkout has.
    let good = GOOD.replace('\r', "");
    assert_eq!(String::from_utf8(records.to_json().unwrap()).unwrap(), good);
    // A clock may be too coarse for what it times.
    let coarse = spoiled(STEP, "/raw/0", "[1, 0, 2]").to_string();
    assert!(Records::parse(&coarse).is_ok());
    // What may be left out may be null.
    for (short, expected) in [("null", None), (r#""PEXT""#, Some("PEXT"))] {
        let file = spoiled("/techniques/0", "/short", short).to_string();
        let techniques = Records::parse(&file).unwrap().techniques;
        assert_eq!(techniques[0].short.as_deref(), expected);
    }
}

#[test]
fn each_hostile_value_is_refused_with_a_clear_error() {
    let spoilt = VALUES.iter().map(|(what, parent, place, value, expected)| {
        let file = spoiled(parent, place, value);
        let elsewhere = ELSEWHERE.iter().find(|(other, _)| other == what);
        let path = elsewhere.map(|(_, path)| path.to_string());
        let path = path.unwrap_or_else(|| path_of(&format!("{parent}{place}")));
        (what, serde_json::to_string_pretty(&file).unwrap(), path, expected)
    });
    let texts = TEXTS
        .iter()
        .map(|[what, from, to, expected]| (what, replaced(from, to), String::new(), expected));
    let unclear = spoilt.chain(texts).filter_map(|(what, text, path, expected)| {
        let error = refusal(what, &text);
        let rest = error
            .strip_prefix(&path)
            .filter(|rest| path.is_empty() || rest.starts_with([',', ':']));
        let is_clear = rest.is_some_and(|rest| rest.contains(expected));
        (!is_clear).then(|| format!("{what}: expected {path}: {error}"))
    });
    let unclear: Vec<_> = unclear.collect();
    assert!(unclear.is_empty(), "{}", unclear.join("\n"));
}

#[test]
fn no_field_may_be_there_twice() {
    let again = |place: &str| {
        let (parent, key) = place.rsplit_once('/').unwrap();
        let mut file = good();
        // Another value: what is read twice may differ.
        file.pointer_mut(parent).unwrap()["twice"] = Value::Null;
        let text = file.to_string();
        assert_eq!(text.matches("\"twice\"").count(), 1);
        let key = key.replace("~1", "/");
        (refusal(place, &text.replace("\"twice\"", &format!("\"{key}\""))), key)
    };
    for (place, path) in FIELDS {
        let (error, key) = again(place);
        assert_eq!(error, format!("{path}: duplicate field `{key}`, expected once"));
    }
    let good = good();
    let fields = places(&good).into_iter().filter(|place| {
        let (parent, _) = place.rsplit_once('/').unwrap();
        good.pointer(parent).unwrap().is_object()
    });
    let mut count = 0;
    for place in fields {
        let (error, key) = again(&place);
        assert_eq!(error, format!("{}: duplicate field `{key}`, expected once", path_of(&place)));
        count += 1;
    }
    assert!(count > 200, "{count}");
}

#[test]
fn each_refusal_has_a_path_and_few_letters_of_its_value() {
    let long = format!("\"{}\"", "x y ".repeat(4 << 10));
    for (place, path) in FIELDS {
        let mut count = 0;
        for value in ["[[]]", "{\"x\":0}", "-1", "1e300", &long, "\"\\u202e\""] {
            let mut file = good();
            *file.pointer_mut(place).unwrap() = serde_json::from_str(value).unwrap();
            let Err(error) = Records::parse(&file.to_string()) else { continue };
            let error = shown(place, format!("{error:#}"));
            count += 1;
            let is_placed = error.starts_with(path) || error.starts_with("the schema is");
            assert!(is_placed && error.contains("expected"), "{place}, {value:.20}: {error}");
            let letters = error.matches("x y ").count() * 4;
            assert!(letters <= 80 && error.len() < 500, "{place}: {error}");
        }
        assert!(count >= 4, "{place}: {count}");
    }
}

#[test]
fn nothing_may_be_there_twice() {
    for list in LISTS {
        let count = good()[list].as_array().unwrap().len();
        let again = spoiled(&format!("/{list}"), &format!("/{count}"), "AGAIN");
        let error = refusal(list, &again.to_string());
        assert!(error.contains(&format!("{list}[{count}], ")), "{error}");
        assert!(error.ends_with("expected once, found again"), "{error}");
    }
}

#[test]
fn a_truncated_file_is_refused_wherever_it_ends() {
    for end in 0..GOOD.len() - 2 {
        let error = refusal("a part", &GOOD[..end]);
        assert!(error.starts_with("line "), "{end}: {error}");
    }
}

#[test]
fn too_many_of_anything_are_refused() {
    let lists = LISTS.map(|list| format!("/{list}"));
    let inner = [
        "/questions/0/streams",
        "/tables/0/steps/0/copies",
        "/tables/3/steps/0/pairs",
        "/tables/3/steps/0/neutral/of",
        "/counts/0/sweep",
    ];
    for place in lists.iter().map(String::as_str).chain(inner) {
        let list = format!("[{}]", vec!["0"; 1025].join(","));
        let error = refusal(place, &spoiled("", place, &list).to_string());
        assert!(error.ends_with("1025 elements, expected 1024 at most"), "{place}: {error}");
    }
    let reasons: String = (0..1025).map(|number| format!("\"{number}\":\"\",")).collect();
    let many = replaced("\"missing\":{", &format!("\"missing\":{{{reasons}"));
    assert!(refusal("reasons", &many).contains("elements, expected 1024"));
}

#[test]
fn too_long_a_text_is_refused_in_a_short_message() {
    let long = |bytes: usize| format!("\"{}\"", "a".repeat(bytes));
    for (parent, place, bytes, expected) in [
        (SECOND, "/name", 129, "expected a name of 1 to 128"),
        ("", "/techniques/0/idea", 3 << 20, "expected text of 16 KiB at most"),
        ("", "/schema", 3 << 20, "expected 7"),
        ("", "/machine/cpu", 8 << 20, "too large, expected 8 MiB at most"),
    ] {
        let error = refusal(place, &spoiled(parent, place, &long(bytes)).to_string());
        assert!(error.contains(expected), "{place}: {error}");
    }
    for from in ["\"cpu\"", "\"between/learnt/uniform\"", "\"machine\""] {
        let error = refusal(from, &replaced(from, &long(3 << 20)));
        assert!(error.contains("expected"), "{from}: {error}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = format!("\"load\":{}{}", "[".repeat(1 << 20), "]".repeat(1 << 20));
    assert!(refusal("a deep list", &replaced("\"load\":0.5", &deep)).contains("recursion limit"));
}

#[test]
fn what_is_no_file_of_records_is_refused_by_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert!(unreadable(&path("absent")).contains("absent: "));
    assert!(unreadable(&path("\u{202e}\u{1b}[2J")).contains(r"\u{202e}\u{1b}[2J: "));
    #[cfg(unix)]
    {
        assert!(unreadable(folder.path()).ends_with("expected a regular file"));
        let mut mkfifo = std::process::Command::new("mkfifo");
        assert!(mkfifo.arg(path("pipe")).status().unwrap().success());
        std::os::unix::fs::symlink("/dev/zero", path("endless")).unwrap();
        std::os::unix::fs::symlink(path("pipe"), path("link")).unwrap();
        for name in ["pipe", "endless", "link"] {
            assert!(unreadable(&path(name)).ends_with("expected a regular file"), "{name}");
        }
    }
    for (name, bytes, expected) in [
        ("empty", &b""[..], "EOF while parsing a value"),
        ("latin", b"{\"schema\":7,\"\xe9\":0}", "expected UTF-8: invalid utf-8 sequence"),
        ("utf-16", b"\xff\xfe{\0", "expected UTF-8"),
    ] {
        fs::write(path(name), bytes).unwrap();
        let error = unreadable(&path(name));
        assert!(error.contains(name) && error.contains(expected), "{error}");
    }
    let large = GOOD.to_owned() + &" ".repeat((8 << 20) - GOOD.len());
    fs::write(path("large"), &large).unwrap();
    assert!(Records::read(&path("large")).is_ok());
    fs::write(path("large"), large + " ").unwrap();
    assert!(unreadable(&path("large")).ends_with("too large, expected 8 MiB at most"));
}

#[test]
fn what_could_not_be_read_back_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.json");
    let good = Records::parse(GOOD).unwrap();
    good.write(&path).unwrap();
    let refused = |records: &Records| {
        let error = records.write(&path).expect_err("what cannot be read back");
        assert_eq!(fs::read_to_string(&path).unwrap(), GOOD.replace('\r', ""), "{error:#}");
        shown("an error", format!("{error:#}"))
    };
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -1e308, 2e12] {
        let mut records = good.clone();
        records.tables[0].steps[0].net[1].as_mut().unwrap().low = number;
        assert!(refused(&records).contains("could not be read back"), "{number}");
    }
    type Spoil = fn(&mut Records);
    let spoils: [(Spoil, &str); 4] = [
        (|records| records.runs[0].load = Some(1e308), "expected a number"),
        (|records| records.variants[0].name = "../evil".to_owned(), "expected a name"),
        (|records| records.techniques[0].idea = "\u{202e}".to_owned(), r"\u{202e}"),
        (
            |records| {
                records.techniques[0].idea = "x".repeat(16 << 10);
                records.techniques = vec![records.techniques[0].clone(); 512];
            },
            "too large, expected 8 MiB at most",
        ),
    ];
    for (spoil, expected) in spoils {
        let mut records = good.clone();
        spoil(&mut records);
        assert!(refused(&records).contains(expected), "{expected}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "half a file was left behind");
}

/// Replacements for any value.
const OF_ALL_KINDS: &str =
    r#"[null, true, 0, -1, 1e308, "x", "=1+1", "between-large", "\u202e", [], {}, [1, 1, 1]]"#;

#[test]
fn no_value_makes_the_reader_panic_and_what_is_read_is_written() {
    let (good, values): (_, Vec<Value>) = (good(), serde_json::from_str(OF_ALL_KINDS).unwrap());
    let mut accepted = 0;
    for place in places(&good) {
        for value in &values {
            let mut file = good.clone();
            *file.pointer_mut(&place).unwrap() = value.clone();
            match Records::parse(&file.to_string()) {
                Ok(records) => {
                    let json =
                        records.to_json().unwrap_or_else(|e| panic!("{place}, {value}: {e:#}"));
                    let again = Records::parse(std::str::from_utf8(&json).unwrap()).unwrap();
                    assert_eq!(again.to_json().unwrap(), json, "{place}, {value}");
                    accepted += 1;
                }
                Err(error) => _ = shown(&place, format!("{error:#}")),
            }
        }
    }
    assert!(accepted > 200, "{accepted}");
}

/// The path of a place in errors.
fn path_of(place: &str) -> String {
    let mut path = String::new();
    for key in place.split('/').skip(1) {
        let key = key.replace("~1", "/");
        let is_plain = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        match key.parse::<usize>() {
            Ok(index) => path += &format!("[{index}]"),
            Err(_) if !is_plain => path += &format!("[\"{}\"]", visible(&key)),
            Err(_) if path.is_empty() => path += &key,
            Err(_) => path += &format!(".{key}"),
        }
    }
    path
}

/// The place of every value inside this one.
fn places(value: &Value) -> Vec<String> {
    let inside: Vec<(String, &Value)> = match value {
        Value::Array(list) => {
            list.iter().enumerate().map(|(n, one)| (n.to_string(), one)).collect()
        }
        Value::Object(fields) => fields.iter().map(|(key, one)| (key.clone(), one)).collect(),
        _ => Vec::new(),
    };
    let places = inside.into_iter().flat_map(|(key, one)| {
        let key = key.replace('/', "~1");
        let own = [format!("/{key}")].into_iter();
        own.chain(places(one).into_iter().map(move |place| format!("/{key}{place}")))
    });
    places.collect()
}
