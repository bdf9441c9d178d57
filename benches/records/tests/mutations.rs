//! Records changed everywhere: no value makes the reader panic, and everything it accepts can be
//! written and read back.

use records::Records;
use serde_json::Value;

/// A valid file.
const GOOD: &str = include_str!("good.json");

/// Replacements for any value.
const VALUES: &str =
    r#"[null, true, 0, -1, 1e308, "x", "=1+1", "between-large", "\u202e", [], {}, [1, 1, 1]]"#;

#[test]
fn no_value_makes_the_reader_panic_and_what_is_read_is_written() {
    let values: Vec<Value> = serde_json::from_str(VALUES).unwrap();
    let good: Value = serde_json::from_str(GOOD).unwrap();
    let (mut accepted, mut refused) = (0, 0);
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
                Err(error) => {
                    let error = format!("{error:#}");
                    let hidden = |c: char| c.is_control() || ('\u{2000}'..='\u{206f}').contains(&c);
                    assert!(!error.contains(hidden) && error.len() < 2000, "{place}: {error:?}");
                    refused += 1;
                }
            }
        }
    }
    assert!(accepted > 200 && refused > 500, "{accepted} accepted, {refused} refused");
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
