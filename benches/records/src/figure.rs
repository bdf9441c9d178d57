//! A value and its uncertainty.

use serde::de::Error as _;
use serde::ser::{Error as _, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Add;

/// A value with its 95 % interval. Records hold it as `[value, low, high]`, each with
/// [`DIGITS`] digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Digits of a figure in records. The narrowest intervals are 0.01 % wide, and four digits would
/// lose them.
pub const DIGITS: usize = 5;

/// The largest distance of a figure from zero: no query takes a minute.
pub const LARGEST: f64 = 1e12;

impl Figure {
    /// A figure without noise.
    #[must_use]
    pub fn exact(value: f64) -> Figure {
        Figure { value, low: value, high: value }
    }

    /// The same value, with an interval widened to include these bounds.
    #[must_use]
    pub fn widen(self, low: f64, high: f64) -> Figure {
        Figure { low: self.low.min(low), high: self.high.max(high), ..self }
    }

    /// The figure on another scale; `scale` must increase.
    #[must_use]
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Figure {
        Figure { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }

    /// The inverse of a ratio.
    #[must_use]
    pub fn inverse(self) -> Figure {
        Figure { value: self.value.recip(), low: self.high.recip(), high: self.low.recip() }
    }

    /// This ratio divided by another, both relative to the same third. The interval holds every
    /// quotient of the two intervals, so it is wider than a measured one.
    #[must_use]
    pub fn over(self, other: Figure) -> Figure {
        Figure {
            value: self.value / other.value,
            low: self.low / other.high,
            high: self.high / other.low,
        }
    }

    /// Whether this is a ratio: above zero, with its inverse within [`LARGEST`] too.
    #[must_use]
    pub fn is_ratio(&self) -> bool {
        self.low > 0.0 && self.inverse().is_valid()
    }

    /// Whether the value lies inside its interval, and all three are numbers that records may
    /// hold.
    #[must_use]
    pub fn is_valid(self) -> bool {
        let Figure { value, low, high } = self;
        -LARGEST <= low && low <= value && value <= high && high <= LARGEST
    }
}

/// The interval holds every sum of the two intervals.
impl Add for Figure {
    type Output = Figure;

    fn add(self, other: Figure) -> Figure {
        Figure {
            value: self.value + other.value,
            low: self.low + other.low,
            high: self.high + other.high,
        }
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.is_valid() {
            return Err(S::Error::custom(format!("{self:?} is no figure")));
        }
        let mut tuple = serializer.serialize_tuple(3)?;
        for number in [self.value, self.low, self.high] {
            tuple.serialize_element(&rounded(number))?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Figure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [value, low, high] = <[f64; 3]>::deserialize(deserializer)?;
        let figure = Figure { value, low, high };
        if figure.is_valid() {
            return Ok(figure);
        }
        Err(D::Error::custom(format!(
            "[{value}, {low}, {high}]: expected a value, the low and the high end of its \
             interval, none of them beyond {LARGEST:.0e}"
        )))
    }
}

/// The number, rounded to the digits of records.
fn rounded(number: f64) -> f64 {
    let text = format!("{number:.*e}", DIGITS - 1);
    text.parse().unwrap_or(number)
}

/// Writes a number without an interval.
pub(crate) fn write<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) if number.abs() <= LARGEST => serializer.serialize_some(&rounded(*number)),
        Some(number) => Err(S::Error::custom(format!("{number} is no figure"))),
        None => serializer.serialize_none(),
    }
}

/// Reads a number without an interval.
pub(crate) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let number = Option::<f64>::deserialize(deserializer)?;
    match number {
        Some(number) if number.abs() > LARGEST => {
            Err(D::Error::custom(format!("{number}: expected a number not beyond {LARGEST:.0e}")))
        }
        number => Ok(number),
    }
}

/// Writes a required number.
pub(crate) fn write_one<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    write(&Some(*number), serializer)
}

/// Reads a required number.
pub(crate) fn read_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    read(deserializer)?.ok_or_else(|| D::Error::custom("expected a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_short_and_read_back() {
        let figure = Figure { value: 1.0 / 3.0, low: -0.000_123_456_7, high: 123_456_789.0 };
        let text = serde_json::to_string(&figure).unwrap();
        assert_eq!(text, "[0.33333,-0.00012346,123460000.0]");
        let read: Figure = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
    }

    #[test]
    fn what_is_no_number_is_neither_written_nor_read() {
        let figure = |value, low, high| Figure { value, low, high };
        for wrong in [
            figure(f64::NAN, 0.0, 1.0),
            figure(0.0, f64::NAN, 1.0),
            figure(0.0, 0.0, f64::INFINITY),
            figure(0.0, f64::NEG_INFINITY, 1.0),
            figure(0.0, 0.0, 1e308),
            figure(2.0, 0.0, 1.0),
        ] {
            assert!(serde_json::to_string(&wrong).is_err(), "{wrong:?}");
        }
        for wrong in ["[2,0,1]", "[0,0,1e13]", "[0,1]", "null", "[null,0,1]"] {
            assert!(serde_json::from_str::<Figure>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_interval_is_widened_and_never_narrowed() {
        let figure = Figure { value: 2.0, low: 1.0, high: 3.0 };
        assert_eq!(figure.widen(1.5, 4.0), Figure { high: 4.0, ..figure });
        assert_eq!(figure.widen(0.5, 2.5), Figure { low: 0.5, ..figure });
    }

    #[test]
    fn quotients_hold_both_intervals() {
        let figure = |value, low, high| Figure { value, low, high };
        assert_eq!(figure(2.0, 1.0, 4.0).inverse(), figure(0.5, 0.25, 1.0));
        assert_eq!(figure(2.0, 1.0, 4.0).over(figure(4.0, 2.0, 5.0)), figure(0.5, 0.2, 2.0));
    }
}
