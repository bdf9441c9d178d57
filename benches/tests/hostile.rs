//! Records from elsewhere: each is refused with a clear error, or rendered as text.

use benches::record::Records;
use benches::report::{self, Question};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fs;
use std::path::Path;

/// A file as it should be, which the cases below spoil in one place each.
const GOOD: &str = r#"{
"schema":1,
"machine":{
"cpu":"Made-up Processor",
"caches":{"l1d":32768,"l2":1048576,"l3":null},
"os":"linux",
"virtualised":true,
"governor":null,
"rustc":"rustc 1.0",
"flags":"",
"features":["sse2"]
},
"runs":{
"duel":{"meter":"core cycles","date":"2026-01-02T03:04:05Z","commit":"abcdef","load":0.5,"quick":false,"missing":{"cold":"no way to flush"}}
},
"variants":[
{"study":"between","name":"between-large","summary":"All answers","source":"https://example.org/large","idea":"An *idea*.","kind":"seed","interface":"plain","table_bytes":32768,"shared_bytes":0,"table_alignment":64,"code_bytes":20,"formula":"impl","listing":["ret"],"example":[{"caption":"Squares","squares":["c3","f6"]}],"wrong_answers":[{"kind":"wrong by pins","position":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","square":"e5","right":1,"answer":-2}],"proof":{"right":4096}},
{"study":"between","name":"between-none","summary":"No tables","source":"https://example.org/none","idea":"Another.","kind":"seed","interface":"plain","table_bytes":0,"shared_bytes":0,"table_alignment":null,"code_bytes":90,"formula":"impl","listing":["ret"],"example":[],"needs":["avx2"],"available":false,"uncounted":"No vectors","proof":{"right":4096}},
{"study":"between","name":"null","summary":"Nothing","source":"","idea":"","kind":"control","interface":"plain","table_bytes":0,"shared_bytes":0,"table_alignment":null,"code_bytes":null,"formula":"","listing":[],"example":[],"proof":{"right":0}}
],
"measurements":[
{"study":"clock","variant":"add-chain","stream":"dependent","context":"latency","quantity":"cycles","unit":"cycles/step","value":1.0,"low":1.0,"high":1.0,"samples":96,"date":"2026-01-02T03:04:05Z"},
{"study":"between","variant":"between-large","stream":"uniform","context":"throughput","quantity":"cycles","unit":"cycles/query","value":2.125,"low":2.0,"high":2.25,"samples":96,"date":"2026-01-02T03:04:05Z"},
{"study":"between","variant":"between-large","stream":"uniform","context":"throughput","quantity":"net cycles","unit":"cycles/query","value":-0.5,"low":-0.75,"high":-0.25,"samples":96,"date":"2026-01-02T03:04:05Z"},
{"study":"between","variant":"between-none","stream":"uniform","context":"throughput","quantity":"cycles","unit":"cycles/query","value":4.5,"low":4.0,"high":5.0,"samples":96,"date":"2026-01-02T03:04:05Z"},
{"study":"between","variant":"between-none","stream":"uniform","context":"throughput","against":"between-large","verdict":"slower","quantity":"ratio","unit":"x","value":2.0,"low":1.75,"high":2.5,"samples":96,"date":"2026-01-02T03:04:05Z"},
{"study":"between","variant":"between-none","stream":"uniform","context":"pressure","parameters":{"dependent":1,"visit":16,"working set":4096},"quantity":"cycles","unit":"cycles/query","value":9.0,"low":8.0,"high":10.0,"samples":96,"date":"2026-01-02T03:04:05Z"}
],
"noise":[
{"study":"between","stream":"uniform","context":"throughput","rounds":96,"batches":3536,"undisturbed":3168,"stop":"narrow enough","addition":1.0,"width":1.0,"copies":[[1.001,0.998,1.003]],"null":[0.0,-0.01,0.01]}
],
"turns":[
{"study":"between","stream":"uniform","parameters":{"dependent":1,"visit":16},"variant":"between-none","against":"between-large","verdict":"slower","at":[12288.0,4096.0,16384.0],"range":2097152,"date":"2026-01-02T03:04:05Z"}
],
"claims":[
{"id":"dailey","verdict":"not measured","evidence":["No figures."]}
]
}
"#;

/// What is wrong, what is replaced there by what, and a part of the error.
#[rustfmt::skip]
const CASES: &[[&str; 4]] = &[
    ["a newer schema", r#""schema":1"#, r#""schema":2,"galaxy":[]"#, "the schema is 2, expected 1"],
    ["an older schema", r#""schema":1"#, r#""schema":0"#, "the schema is 0, expected 1"],
    ["a schema in words", r#""schema":1"#, r#""schema":"one""#, "expected u32"],
    ["no schema", r#""schema":1,"#, "", "missing field `schema`"],
    ["an unknown field", r#""schema":1"#, r#""schema":1,"x":0"#, "unknown field `x`, expected one of"],
    ["a field in colours", r#""schema":1"#, "\"schema\":1,\"\u{1b}[31m\":0", "line 2"],
    ["a missing field", r#""os":"linux","#, "", "missing field `os`"],
    ["a list instead of a number", r#""load":0.5"#, r#""load":[]"#, "line 14, column 85: invalid type: sequence, expected f64"],
    ["no JSON", "}", "]", "line 5"],
    ["a comment", "{", "{ // records", "line 1"],
    ["two files", "]\n}\n", "]\n}\n{}", "trailing characters"],
    ["a key twice in an object", r#""os":"linux""#, r#""os":"linux","os":"bsd""#, "duplicate field `os`"],
    ["a list twice", "\"noise\":[", "\"claims\":[],\n\"noise\":[", "duplicate field `claims`"],
    ["a key twice in a map", r#""visit":16"#, r#""visit":16,"visit":1"#, "line 27, column 130: duplicate key \"visit\""],
    ["a run twice", "\"runs\":{", "\"runs\":{\"duel\":{\"meter\":\"x\",\"date\":\"2026-01-02T03:04:05Z\",\"load\":null,\"quick\":true},", "duplicate key \"duel\""],
    ["a proof right and wrong", r#"{"right":4096}"#, r#"{"right":4096,"wrong":""}"#, "line 17"],
    ["NaN", r#""value":2.125"#, r#""value":NaN"#, "line 23, column 138: expected value"],
    ["infinity", r#""value":2.125"#, r#""value":Infinity"#, "expected value"],
    ["minus infinity", r#""value":2.125"#, r#""value":-Infinity"#, "invalid number"],
    ["too large for a float", r#""high":2.25"#, r#""high":1e999"#, "number out of range"],
    ["nothing instead of a figure", r#""value":2.125"#, r#""value":null"#, "invalid type: null, expected f64"],
    ["an interval beside its value", r#""low":2.0"#, r#""low":2.5"#, "2.125 in [2.5, 2.25], expected a value inside of its interval"],
    ["an interval upside down", r#""low":4.0,"high":5.0"#, r#""low":5.0,"high":4.0"#, "expected a value inside"],
    ["a time below zero", r#""low":2.0"#, r#""low":-2.0"#, "expected an interval not below zero"],
    ["a ratio of zero", r#""value":2.0,"low":1.75"#, r#""value":0.0,"low":0.0"#, "expected an interval above zero"],
    ["a ratio below zero", r#""low":1.75"#, r#""low":-1.75"#, "measurements[4], (\"between\", \"between-none\""],
    ["copies upside down", "[1.001,0.998,1.003]", "[1.001,1.003,0.998]", "noise[0], (\"between\""],
    ["copies of nothing", "[1.001,0.998,1.003]", "[1.001,0.0,1.003]", "above zero"],
    ["half an interval", "[0.0,-0.01,0.01]", "[0.0,-0.01]", "invalid length 2, expected an array of length 3"],
    ["a turn along markup", r#""against":"between-large","verdict":"slower","at""#, r#""along":"<b>","against":"between-large","verdict":"slower","at""#, "expected a label"],
    ["a turn along two parameters", r#""against":"between-large","verdict":"slower","at""#, r#""along":"asked","along":"asked","against":"between-large","verdict":"slower","at""#, "duplicate field `along`"],
    ["kept bytes below zero", r#""shared_bytes":0,"table_alignment":64"#, r#""shared_bytes":0,"kept_bytes":-8,"table_alignment":64"#, "expected u64"],
    ["what is kept among others", r#""interface":"plain","table_bytes":0"#, r#""interface":"kept","table_bytes":0"#, "the interface is plain, expected kept as others of the study have"],
    ["a turn outside of its interval", "[12288.0,", "[1.0,", "turns[0], (\"between\""],
    ["a negative size", r#""table_bytes":32768"#, r#""table_bytes":-1"#, "invalid value: integer `-1`, expected u64"],
    ["a size beyond 64 bits", r#""table_bytes":32768"#, r#""table_bytes":18446744073709551616"#, "expected u64"],
    ["half a byte", r#""table_bytes":32768"#, r#""table_bytes":0.5"#, "expected u64"],
    ["a parameter in words", r#""visit":16"#, r#""visit":"all""#, "expected u64"],
    ["a parameter below zero", r#""visit":16"#, r#""visit":-16"#, "expected u64"],
    ["a date that is none", r#"2026-01-02T03:04:05Z"#, "2026-02-30T03:04:05Z", "expected a date such as"],
    ["a date in another form", r#"2026-01-02T03:04:05Z"#, "2026-01-02T03:04:05+00:00", "expected a date such as"],
    ["a date that is markup", r#"2026-01-02T03:04:05Z"#, "<b>today</b>", "expected a date such as"],
    ["a name with markup", "\"name\":\"between-large\"", "\"name\":\"<script>alert(1)</script>\"", "expected a name of 1 to 64"],
    ["a name with quotes", "\"name\":\"between-large\"", r#""name":"\" onload=\"""#, "expected a name"],
    ["a path", "\"name\":\"between-large\"", "\"name\":\"../../evil\"", "line 17"],
    ["a path of another system", "\"name\":\"between-large\"", r#""name":"C:\\evil""#, "expected a name"],
    ["the folder above", "\"study\":\"between\"", "\"study\":\"..\"", "\"..\": expected a name"],
    ["no name", "\"name\":\"between-large\"", "\"name\":\"\"", "\"\": expected a name"],
    ["a NUL in a name", "\"name\":\"between-large\"", r#""name":"between\u0000""#, "\"between\\0\": expected a name"],
    ["a raw NUL", "Made-up", "Made\0up", "control character"],
    ["a name from right to left", "\"name\":\"between-large\"", "\"name\":\"\u{202e}large\"", "\"\\u{202e}large\": expected a name"],
    ["a name that looks alike", "\"name\":\"between-large\"", "\"name\":\"bеtween\"", "expected a name"],
    ["a formula", "\"name\":\"between-large\"", "\"name\":\"=1+1\"", "expected a name"],
    ["a formula as a stream", "\"stream\":\"uniform\"", "\"stream\":\"-1\"", "expected a name"],
    ["a formula as a unit", "\"unit\":\"x\"", "\"unit\":\"@x\"", "expected a label"],
    ["a formula as a parameter", "\"visit\"", "\"+visit\"", "expected a label"],
    ["a kind with spaces", "\"kind\":\"seed\"", "\"kind\":\"the best\"", "expected a name"],
    ["an interface with markup", "\"interface\":\"plain\"", "\"interface\":\"<b>\"", "expected a name"],
    ["a verdict with markup", "\"verdict\":\"slower\"", "\"verdict\":\"<b>\"", "expected a name"],
    ["a square with markup", "\"c3\"", "\"<c3>\"", "expected a name"],
    ["what is needed, in colours", r#"["avx2"]"#, r#"["\u001b[2J"]"#, "expected a name"],
    ["what is needed, without a list", r#"["avx2"]"#, r#""avx2""#, "expected a sequence"],
    ["not available, and no reason", r#""needs":["avx2"],"#, "", "variants[1], (\"between\", \"between-none\"): not available, expected what it needs"],
    ["available in words", r#""available":false"#, r#""available":"no""#, "expected a boolean"],
    ["a reason with a bell for a variant", "No vectors", "\\u0007", "expected text"],
    ["a batch among others", r#""interface":"plain","table_bytes":0"#, r#""interface":"batch","table_bytes":0"#, "the interface is plain, expected batch as others of the study have"],
    ["a wrong answer's kind with markup", "wrong by pins", "<b>pins</b>", "expected a label"],
    ["a wrong answer's position that moves the cursor", "4k3/8", "\\u001b[2J", "expected text"],
    ["a wrong answer about markup", "\"e5\"", "\"<e5>\"", "expected a name"],
    ["a wrong answer in words", "\"answer\":-2", "\"answer\":\"less\"", "expected i64"],
    ["a wrong answer beyond 64 bits", "\"right\":1,", "\"right\":9223372036854775808,", "expected i64"],
    ["text from right to left", "All answers", "All \u{202e}answers", "\"All \\u{202e}answers\": expected text"],
    ["text with an isolate", "All answers", "All \u{2066}answers", "expected text of 16 KiB at most, without invisible"],
    ["text of no width", "Made-up", "Made\u{200b}up", "line 4"],
    ["text with a byte order mark", "Made-up", "\u{feff}Made-up", "expected text"],
    ["text that moves the cursor", "\"sse2\"", r#""\u001b[2J""#, "\"\\u{1b}[2J\": expected text"],
    ["a reason with a bell", "no way to flush", "\\u0007", "expected text"],
    ["evidence with a carriage return", "No figures.", "No\\rfigures", "expected text"],
    ["half a character", "Made-up", r"\ud800", "line 4"],
    ["the same variant twice", "\"between-none\",\"summary\"", "\"between-large\",\"summary\"", "variants[1], (\"between\", \"between-large\"): expected once, found again"],
    ["a figure of an unlisted variant", "\"variant\":\"between-large\"", "\"variant\":\"between-tiny\"", "measurements[1], (\"between\", \"between-tiny\""],
    ["a figure of an unlisted study", "\"study\":\"between\",\"variant\":\"between-none\"", "\"study\":\"sliders\",\"variant\":\"between-none\"", "expected a study with variants, found sliders"],
    ["a ratio against an unlisted variant", "\"against\":\"between-large\",\"verdict\":\"slower\",\"quantity\"", "\"against\":\"x\",\"verdict\":\"slower\",\"quantity\"", "expected a variant of between that is listed, found x"],
    ["noise of an unlisted study", "{\"study\":\"between\",\"stream\":\"uniform\",\"context\":\"throughput\",\"rounds\"", "{\"study\":\"sliders\",\"stream\":\"uniform\",\"context\":\"throughput\",\"rounds\"", "noise[0], (\"sliders\""],
    ["a turn of an unlisted variant", "\"variant\":\"between-none\",\"against\":\"between-large\"", "\"variant\":\"x\",\"against\":\"between-large\"", "turns[0], (\"between\""],
];

/// The lists of a file.
const LISTS: [&str; 5] = ["variants", "measurements", "noise", "turns", "claims"];

fn question() -> Question {
    Question {
        study: "between".to_owned(),
        text: "Which squares lie between?".to_owned(),
        streams: vec![("uniform".to_owned(), "any two squares".to_owned())],
    }
}

fn render(records: &Records) -> Vec<(String, String)> {
    report::render(records, &[question()]).expect("a report").files
}

fn replaced(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from} is not in the file");
    GOOD.replacen(from, to, 1)
}

fn refusal(what: &str, text: &str) -> String {
    match Records::parse(text) {
        Ok(_) => panic!("{what} was accepted"),
        Err(error) => format!("{error:#}"),
    }
}

/// The error of reading this file.
fn unreadable(path: &Path) -> String {
    format!("{:#}", Records::read(path).expect_err("a file that can't be read"))
}

#[test]
fn a_good_file_is_read_and_written_with_a_line_for_each_element() {
    let records = Records::parse(GOOD).unwrap();
    assert_eq!(String::from_utf8(records.to_json().unwrap()).unwrap(), GOOD);
    render(&records);
}

#[test]
fn the_reference_report_is_read_back_equal() {
    let reference = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../reports/xeon-cascade-lake-guest/records.json");
    let records = Records::read(&reference).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("records.json");
    records.write(&written).unwrap();
    assert!(Records::read(&written).unwrap() == records);
}

#[test]
fn each_hostile_file_is_refused_with_a_clear_error() {
    let mut unclear = Vec::new();
    for [what, from, to, expected] in CASES {
        let error = refusal(what, &replaced(from, to));
        let hidden = |c: char| c.is_control() || ('\u{2000}'..='\u{206f}').contains(&c);
        if !error.contains(expected) || error.contains(hidden) {
            unclear.push(format!("{what}: {error:?}"));
        }
    }
    assert!(unclear.is_empty(), "{}", unclear.join("\n"));
}

#[test]
fn nothing_may_be_there_twice() {
    for list in LISTS {
        let start = GOOD.find(&format!("\"{list}\":[")).unwrap();
        let first = GOOD[start..].lines().nth(1).unwrap().trim_end_matches(',');
        let again = replaced(first, &format!("{first},\n{first}"));
        let error = refusal(list, &again);
        assert!(error.contains(&format!("{list}[1], ")), "{error}");
        assert!(error.contains("expected once, found again"), "{error}");
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
fn too_much_of_anything_is_refused() {
    let long = "a".repeat(65);
    let error = refusal("a long name", &GOOD.replace("between-large", &long));
    assert!(error.contains("expected a name of 1 to 64"), "{error}");

    for (what, from) in [("a long text", "All answers"), ("a long field", "\"cpu\"")] {
        let megabytes = "x".repeat(3 << 20);
        let to = if what == "a long text" { megabytes } else { format!("\"{megabytes}\"") };
        let error = refusal(what, &replaced(from, &to));
        assert!(error.contains("expected"), "{what}: {error}");
        assert!(error.len() < 1000, "{what}: a message of {} bytes", error.len());
    }

    let deep = format!("{}{}", "[".repeat(1 << 20), "]".repeat(1 << 20));
    for (from, to, expected) in [
        ("\"schema\":1", "\"schema\":1,\"deep\":", "unknown field `deep`"),
        ("\"load\":0.5", "\"load\":", "invalid type: sequence, expected f64"),
        ("[1.001,0.998,1.003]", "", "invalid type: sequence, expected f64"),
    ] {
        let error = refusal("a deep list", &replaced(from, &format!("{to}{deep}")));
        assert!(error.contains(expected), "{error}");
    }

    let variant = GOOD.lines().find(|line| line.contains("\"between-none\"")).unwrap();
    let variants: Vec<_> =
        (0..600).map(|i| variant.replacen("between-none", &format!("v{i}"), 1)).collect();
    let error = refusal("variants", &replaced(variant, &(variants.concat() + variant)));
    assert!(error.contains("603 variants, expected 512 at most"), "{error}");

    let example = GOOD.split_once("\"wrong_answers\":[").unwrap().1.split_once(']').unwrap().0;
    let many = vec![example; 65].join(",");
    let error = refusal("wrong answers", &replaced(example, &many));
    assert!(error.contains("65 wrong answers, expected 64 at most"), "{error}");

    let measurement = GOOD.lines().find(|line| line.contains("working set")).unwrap();
    for (from, to, value) in [
        ("\"stream\":\"uniform\"", "\"stream\":\"s#\"", "stream"),
        ("\"context\":\"pressure\"", "\"context\":\"c#\"", "context"),
        ("\"quantity\":\"cycles\"", "\"quantity\":\"q#\"", "quantity"),
        ("\"unit\":\"cycles/query\"", "\"unit\":\"u#\"", "unit"),
        ("4096}", "#}", "working set"),
        ("4096}", "4096,\"p#\":0}", "parameter"),
    ] {
        let many: Vec<_> = (0..100)
            .map(|i| measurement.replacen(from, &to.replace('#', &i.to_string()), 1))
            .collect();
        let error = refusal(value, &replaced(measurement, &many.join(",\n")));
        assert!(error.contains(&format!("different values of \"{value}\"")), "{error}");
    }
}

#[test]
fn what_is_no_file_of_records_is_refused_by_its_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    assert!(unreadable(&path("absent")).contains("absent: No such file"));
    assert!(unreadable(folder.path()).ends_with("expected a regular file"));
    #[cfg(unix)]
    for device in ["/dev/zero", "/dev/null", "/dev/stdin"] {
        let error = unreadable(Path::new(device));
        assert!(error.starts_with(device), "{error}");
    }
    for (name, bytes, expected) in [
        ("empty", &b""[..], "EOF while parsing a value"),
        ("latin", b"{\"schema\":1,\"\xe9\":0}", "expected UTF-8: invalid utf-8 sequence"),
        ("utf-16", b"\xff\xfe{\0", "expected UTF-8"),
        ("picture", b"\x89PNG\r\n\x1a\n", "expected UTF-8"),
    ] {
        fs::write(path(name), bytes).unwrap();
        let error = unreadable(&path(name));
        assert!(error.contains(name) && error.contains(expected), "{error}");
    }
}

#[test]
fn unknown_words_are_shown_and_conclude_nothing() {
    for (from, to) in [
        ("\"kind\":\"seed\"", "\"kind\":\"alien\""),
        ("\"interface\":\"plain\"", "\"interface\":\"alien\""),
        ("\"verdict\":\"slower\"", "\"verdict\":\"alien\""),
        ("\"stop\":\"narrow enough\"", "\"stop\":\"<alien>\""),
    ] {
        let records = Records::parse(&GOOD.replace(from, to)).unwrap();
        for (name, text) in render(&records) {
            assert!(!text.contains("<alien>"), "{to} in {name}");
        }
    }
}

#[test]
fn markup_in_text_is_escaped_wherever_it_is_shown() {
    let markup = "<img src=x onerror=alert(1)>'&";
    for from in [
        "Made-up Processor",
        "linux",
        "rustc 1.0",
        "sse2",
        "core cycles",
        "abcdef",
        "no way to flush",
        "All answers",
        "An *idea*.",
        "impl",
        "ret",
        "Squares",
        "4k3/8/8/8/8/8/8/4K3",
        "No figures.",
    ] {
        let records = Records::parse(&GOOD.replace(from, markup)).unwrap();
        for (name, text) in render(&records) {
            // Markdown escapes with a backslash; the other files are no markup.
            let text = text.replace("\\<img", "");
            let is_data = name.ends_with(".json") || name.ends_with(".csv");
            assert!(is_data || !text.contains("<img"), "{from} in {name}");
        }
    }
    let source = GOOD.replace("https://example.org/large", "javascript:alert(1)");
    for (name, text) in render(&Records::parse(&source).unwrap()) {
        assert!(!text.contains("javascript:"), "{name}");
    }
}

#[test]
fn files_of_a_report_stay_in_its_folder() {
    let names = "..a.b/c".split('/').map(|part| format!("b{part}"));
    for name in names {
        let records = Records::parse(&GOOD.replace("between", &name)).unwrap();
        let question = Question { study: name, ..question() };
        for (file, _) in report::render(&records, &[question]).unwrap().files {
            assert_eq!(Path::new(&file).components().count(), 1, "{file}");
            assert!(!file.contains(".."), "{file}");
        }
    }
}

#[test]
fn random_changes_never_panic() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    const TOKENS: [&str; 12] = [
        "\"",
        "{",
        "}",
        "[",
        "]",
        ",",
        "-",
        "0",
        "9e308",
        "1e-320",
        "null",
        "18446744073709551615",
    ];
    let mut accepted = 0;
    for _ in 0..3000 {
        let mut bytes = GOOD.as_bytes().to_vec();
        if below(2) == 0 {
            // Another number, which is often accepted.
            let digits: Vec<_> = (0..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
            bytes[digits[below(digits.len())]] = b'0' + below(10) as u8;
        } else {
            let start = below(bytes.len());
            let end = (start + below(12)).min(bytes.len());
            let piece = match below(4) {
                0 => vec![below(256) as u8],
                1 => TOKENS[below(TOKENS.len())].as_bytes().to_vec(),
                2 => bytes[start..end].repeat(2),
                _ => Vec::new(),
            };
            bytes.splice(start..end, piece);
        }
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if let Ok(records) = Records::parse(&text) {
            render(&records);
            accepted += 1;
        }
    }
    assert!(accepted > 100, "only {accepted} were accepted: nothing was rendered");
}

/// The most memory that this process ever had, in bytes.
#[cfg(target_os = "linux")]
fn most_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

#[cfg(target_os = "linux")]
#[test]
fn no_file_takes_more_than_a_gibibyte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records.json");
    let refused = |bytes: &[u8], expected: &str| {
        fs::write(&path, bytes).unwrap();
        let error = unreadable(&path);
        assert!(error.contains(expected), "{error}");
        let most = most_memory();
        assert!(most < 1 << 30, "{most} bytes after {expected}");
    };
    refused(&vec![b' '; 200 << 20], "too large, expected 32 MiB at most");
    // What takes the most memory by its size: many small things.
    let room = (32 << 20) - GOOD.len() - "!".len();
    let fill = |element: &str| element.repeat(room / element.len());
    for (from, element) in [
        ("\"listing\":[", "\"\","),
        ("\"example\":[", "{\"caption\":\"\",\"squares\":[]},"),
        (
            "\"wrong_answers\":[",
            "{\"kind\":\"a\",\"position\":\"\",\"square\":\"b\",\"right\":0,\"answer\":0},",
        ),
        ("\"copies\":[", "[0,0,0],"),
        ("\"claims\":[", "{\"id\":\"a\",\"verdict\":\"b\",\"evidence\":[]},"),
    ] {
        // In the last of the lists of this name, so that all of it is read.
        let place = GOOD.rfind(from).unwrap() + from.len();
        let text = [&GOOD[..place], &fill(element), "!", &GOOD[place..]].concat();
        refused(text.as_bytes(), "expected value");
    }
    let keys: String = (0..room / 13).map(|i| format!("\"{i:08}\":0,")).collect();
    refused(replaced("\"visit\":16,", &keys).as_bytes(), "different values of \"parameter\"");
}
