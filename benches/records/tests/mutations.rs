//! Records changed at random: none makes the reader panic, and everything it accepts can be written
//! and read back.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use records::Records;
use serde_json::{Value, json};

/// A valid file.
const GOOD: &str = include_str!("good.json");

/// They take about a second.
const MUTATIONS: u64 = 1000;

#[test]
fn mutations_never_panic_and_what_is_read_is_written() {
    let mut mutator = Mutator { random: Xoshiro256PlusPlus::seed_from_u64(MUTATIONS) };
    let mut accepted = 0;
    for _ in 0..MUTATIONS {
        let text = mutator.file();
        match Records::parse(&text) {
            Ok(records) => {
                let json = records.to_json().unwrap_or_else(|error| panic!("{error:#}: {text}"));
                let again = Records::parse(std::str::from_utf8(&json).unwrap()).unwrap();
                assert_eq!(again.to_json().unwrap(), json, "{text}");
                accepted += 1;
            }
            Err(error) => {
                let error = format!("{error:#}");
                let hidden = |c: char| c.is_control() || ('\u{2000}'..='\u{206f}').contains(&c);
                assert!(!error.contains(hidden) && error.len() < 2000, "{error:?}: {text}");
            }
        }
    }
    assert!(accepted > MUTATIONS / 50, "only {accepted} of {MUTATIONS} were accepted");
}

struct Mutator {
    random: Xoshiro256PlusPlus,
}

/// Replacements for any value.
const VALUES_OF_ALL_KINDS: &str = r#"[
    null, true, false, 0, 1, -1, 2, 1e-320, 1e-13, 0.1, 1e12, -1e12, 1.0000001e12, 1e308, 4096,
    4294967296, 18446744073709551615, "", "null", "x", "between-large", "uniform", "..", "=1+1",
    "a/b", "f", "t", "u", ".", "learnt", "beside", "latency", "baseline", "batch", "kept", "hardware", "questions", "a1",
    "\u0000", "\u202e", "\ufeff", "e\u0301", "2026-01-02T03:04:05Z", [], {}, [1, 1, 1],
    [0, 0, 0], [1e-12, 1e-12, 1e12], [2, 1, 3], [null, null, null]
]"#;

impl Mutator {
    fn below(&mut self, bound: usize) -> usize {
        (self.random.next_u64() % bound.max(1) as u64) as usize
    }

    /// The valid file with one to three changed values.
    fn file(&mut self) -> String {
        let mut file = serde_json::from_str(GOOD).unwrap();
        for _ in 0..=self.below(3) {
            self.change(&mut file);
        }
        file.to_string()
    }

    /// Changes a value somewhere inside this one.
    fn change(&mut self, value: &mut Value) {
        let count = match value {
            Value::Array(list) => list.len(),
            Value::Object(fields) => fields.len(),
            _ => 0,
        };
        let inside = self.below(count);
        match value {
            Value::Array(list) if count > 0 && self.below(6) == 0 => match self.below(3) {
                0 => _ = list.remove(inside),
                1 => list.push(list[inside].clone()),
                _ => list.reverse(),
            },
            Value::Object(fields) if count > 0 && self.below(12) == 0 => {
                let key = fields.keys().nth(inside).unwrap().clone();
                let removed = fields.remove(&key).unwrap();
                if self.below(2) == 0 {
                    let known = ["at", "along", "slope", "x", "needs", "wrong", "lines"];
                    fields.insert(known[self.below(known.len())].to_owned(), removed);
                }
            }
            Value::Array(list) if count > 0 => self.change(&mut list[inside]),
            Value::Object(fields) if count > 0 => {
                self.change(fields.values_mut().nth(inside).unwrap());
            }
            Value::Number(number) if self.below(2) == 0 => {
                let factor = [0.5, 0.999_999, 1.000_001, 2.0, -1.0][self.below(5)];
                *value = json!(number.as_f64().unwrap() * factor);
            }
            value => {
                let values: Vec<Value> = serde_json::from_str(VALUES_OF_ALL_KINDS).unwrap();
                *value = values[self.below(values.len())].clone();
            }
        }
    }
}
