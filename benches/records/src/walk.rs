//! One walk over JSON before it is read as records. It keeps no value, so it takes little memory
//! whatever a file holds, and it sees what a typed reader does not: keys that come twice in a map,
//! and bounds that hold everywhere.

use crate::SCHEMA;
use crate::refusal::{Piece, Refusal, path};
use crate::text::{PROSE, brief, is_prose};
use anyhow::{Context as _, Result, ensure};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeSet;
use std::fmt;

/// The most elements of a list or a map. A machine's records take a quarter of this.
const LONGEST_LIST: usize = 1024;

/// The largest distance of a number from zero, beyond every number of 64 bits.
const LARGEST_NUMBER: f64 = 1e20;

/// What a walk has seen. It goes on after a fault, because another schema has other fields and
/// may have other bounds: then the schema is the fault to name.
#[derive(Default)]
pub(crate) struct Walk {
    /// The way to the present value.
    way: Vec<Piece>,
    /// The schema's value as an error shows it.
    schema: Option<String>,
    /// The first fault.
    fault: Option<Refusal>,
}

impl Walk {
    /// Walks through one JSON value.
    pub(crate) fn through<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Walk, D::Error> {
        let mut walk = Walk::default();
        deserializer.deserialize_map(&mut walk)?;
        Ok(walk)
    }

    /// What the walk found: the schema first, then all else.
    pub(crate) fn outcome(self) -> Result<()> {
        let found = self.schema.context("missing field `schema`")?;
        ensure!(found == SCHEMA.to_string(), "the schema is {found}, expected {SCHEMA}");
        self.fault.map_or(Ok(()), |fault| Err(fault.into()))
    }

    /// Sees a value that an error would show like this, where it may be the schema.
    fn see(&mut self, shown: impl FnOnce() -> String) {
        let is_schema = matches!(&*self.way, [Piece::Field(field)] if field == "schema");
        if is_schema && self.schema.is_none() {
            self.schema = Some(shown());
        }
    }

    /// Refuses the present value, unless another was refused before it.
    fn refuse(&mut self, reason: impl FnOnce() -> String) {
        if self.fault.is_none() {
            self.fault = Some(Refusal::new(path(&self.way), reason()));
        }
    }

    fn refuse_many(&mut self, length: usize) {
        if length > LONGEST_LIST {
            self.refuse(|| format!("{length} elements, expected {LONGEST_LIST} at most"));
        }
    }
}

impl<'de> DeserializeSeed<'de> for &mut Walk {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Walk {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.see(|| "null".to_owned());
        Ok(())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        self.see(|| value.to_string());
        Ok(())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.see(|| number.to_string());
        Ok(())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.see(|| number.to_string());
        Ok(())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        let shown = || serde_json::Value::from(number).to_string();
        self.see(shown);
        if number.abs() > LARGEST_NUMBER {
            self.refuse(|| format!("{}: expected a number not beyond {LARGEST_NUMBER:e}", shown()));
        }
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        let shown = || format!("\"{}\"", brief(text));
        self.see(shown);
        if !is_prose(text) {
            self.refuse(|| format!("{}: {PROSE}", shown()));
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.see(|| "a list".to_owned());
        let mut length = 0;
        loop {
            self.way.push(Piece::Element(length));
            let element = list.next_element_seed(&mut *self)?;
            self.way.pop();
            if element.is_none() {
                break;
            }
            length += 1;
        }
        self.refuse_many(length);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        self.see(|| "a map".to_owned());
        let (mut keys, mut length) = (BTreeSet::new(), 0);
        while let Some(key) = map.next_key::<String>()? {
            length += 1;
            let is_again = keys.contains(&key);
            // A longer map is refused anyway, and its keys would take memory.
            if length <= LONGEST_LIST {
                keys.insert(key.clone());
            }
            self.way.push(Piece::Field(key.clone()));
            if is_again {
                self.refuse(|| format!("duplicate field `{}`, expected once", brief(&key)));
            }
            map.next_value_seed(&mut *self)?;
            self.way.pop();
        }
        self.refuse_many(length);
        Ok(())
    }
}
