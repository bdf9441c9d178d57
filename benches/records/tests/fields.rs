//! Fields: each that is read is written again, and an object with another one is refused, because
//! the next writing would lose it.

use records::Records;
use serde_json::Value;

fn good() -> Value {
    serde_json::from_str(include_str!("good.json")).unwrap()
}

/// Fields that may be left out and that the valid file leaves out, each with a value.
#[rustfmt::skip]
const OPTIONAL: &[(&str, &str)] = &[
    ("/runs/0/seed", "83"),
    ("/techniques/0/short", r#""PEXT""#),
    ("/techniques/0/exceptions", r#"[{"says":"slow before Zen 3","on":["Zen","Zen 2"],"source":"https://example.org"}]"#),
    ("/variants/0/same_code", r#"["between-none"]"#),
    ("/variants/1/kept_bytes", "4096"),
    ("/tables/0/steps/0/warm_up", "[64,128,1]"),
    ("/tables/0/steps/0/fixed", r#"["between-none"]"#),
    ("/tables/0/steps/0/spread", "[0.1,0.2,null]"),
    ("/tables/0/steps/0/best", "[0.01,0.02,null]"),
    ("/tables/0/steps/0/again", "[1.0,0.9,1.1]"),
    ("/counts/0/cycles", "71"),
    ("/counts/1/instructions", "72"),
    ("/counts/1/reads", "73"),
    ("/counts/1/writes", "74"),
    ("/counts/1/l1_misses", "75"),
    ("/counts/1/last_level_misses", "76"),
    ("/counts/1/branches", "77"),
    ("/counts/1/mispredictions", "78"),
    ("/counts/1/lines", "79"),
    ("/counts/1/sweep", "[[4096,80]]"),
];

/// The valid file with these fields too.
fn with_all_fields() -> Value {
    let mut file = good();
    for (place, value) in OPTIONAL {
        let (parent, key) = place.rsplit_once('/').unwrap();
        file.pointer_mut(parent).unwrap()[key] = serde_json::from_str(value).unwrap();
    }
    file
}

#[test]
fn what_is_read_is_written_field_by_field() {
    let file = with_all_fields();
    let records = Records::parse(&file.to_string()).unwrap();
    let written: Value = serde_json::from_slice(&records.to_json().unwrap()).unwrap();
    for place in places(&file) {
        assert_eq!(written.pointer(&place), file.pointer(&place), "{place}");
    }
    assert_eq!(places(&written).len(), places(&file).len());
}

#[test]
fn no_object_may_have_a_field_that_would_be_lost() {
    let file = with_all_fields();
    let mut count = 0;
    for place in places(&file).into_iter().chain([String::new()]) {
        let mut file = file.clone();
        let inside = file.pointer_mut(&place).unwrap();
        // Reasons are a map: any label is a key.
        if !inside.is_object() || place.ends_with("/missing") {
            continue;
        }
        inside["galaxy"] = Value::from(1);
        let Err(error) = Records::parse(&file.to_string()) else { panic!("{place} has a galaxy") };
        let error = format!("{error:#}");
        // A check is right or wrong, and not both.
        let expected = match place.ends_with("/check") {
            true => "line ",
            false => "unknown field `galaxy`, expected one of",
        };
        assert!(error.contains(expected) || error.contains("expected `"), "{place}: {error}");
        count += 1;
    }
    assert!(count > 45, "{count} objects");
}

/// What is read, or the error, of the valid file with this value in this place.
fn read(place: &str, value: Value) -> Result<Records, String> {
    let mut file = with_all_fields();
    *file.pointer_mut(place).unwrap() = value;
    Records::parse(&file.to_string()).map_err(|error| format!("{error:#}"))
}

#[test]
fn numbers_and_lists_are_read_up_to_their_bounds() {
    assert_eq!(read("/runs/0/load", Value::from(1e20)).unwrap().runs[0].load, Some(1e20));
    let error = read("/runs/0/load", Value::from(1.1e20)).unwrap_err();
    assert!(error.contains(": expected a number not beyond 1e20"), "{error}");
    let error = read("/runs/0/load", Value::from(-1.1e20)).unwrap_err();
    assert!(error.contains(": expected a number not beyond 1e20"), "{error}");
    let reasons = |count: usize| {
        let all = (0..count).map(|number| (number.to_string(), Value::from("why")));
        Value::Object(all.collect())
    };
    assert_eq!(read("/runs/0/missing", reasons(1024)).unwrap().runs[0].missing.len(), 1024);
    assert!(read("/runs/0/missing", reasons(1025)).is_err());
    let sizes = |count: usize| Value::from(vec![Value::from(vec![1, 2]); count]);
    assert_eq!(read("/counts/0/sweep", sizes(1024)).unwrap().counts[0].sweep.len(), 1024);
    assert!(read("/counts/0/sweep", sizes(1025)).is_err());
}

#[test]
fn a_schema_or_a_list_of_another_kind_is_told() {
    for (value, shown) in [
        (Value::Null, "null"),
        (Value::from(true), "true"),
        (Value::from(-7), "-7"),
        (Value::from(7.5), "7.5"),
        (Value::from("7"), "\"7\""),
        (Value::from(vec![7]), "a list"),
        (Value::from(6), "6"),
    ] {
        let error = read("/schema", value).unwrap_err();
        assert_eq!(error, format!("the schema is {shown}, expected 7"));
    }
    let error = read("/variants/1/same_code", Value::from("x")).unwrap_err();
    assert!(error.contains("expected a list of texts"), "{error}");
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
