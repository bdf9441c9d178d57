//! A value and its uncertainty.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::ops::Add;

/// A value with its 95 % interval. Records hold it as `[value, low, high]`, each with
/// five digits.
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
const DIGITS: usize = 5;

/// The largest distance of a figure from zero: no query takes a minute.
pub const LARGEST: f64 = 1e12;

impl Figure {
    /// A figure without noise.
    #[must_use]
    pub fn exact(value: f64) -> Figure {
        Figure { value, low: value, high: value }
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

    /// The figure with the digits that records hold, so that what is told before they are written and
    /// after agrees.
    #[must_use]
    pub fn recorded(self) -> Figure {
        self.map(rounded)
    }

    /// On which side of a value it lies for certain: the whole interval above it is `Greater`, below
    /// it `Less`, and an interval that holds it is `Equal`, not told apart from it.
    #[must_use]
    pub fn side(self, of: f64) -> Ordering {
        match () {
            () if self.low > of => Ordering::Greater,
            () if self.high < of => Ordering::Less,
            () => Ordering::Equal,
        }
    }

    /// As an error shows it.
    #[must_use]
    pub fn in_brackets(self) -> String {
        format!("[{:?}, {:?}, {:?}]", self.value, self.low, self.high)
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
        let Figure { value, low, high } = self.recorded();
        [value, low, high].serialize(serializer)
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
            "{}: expected a value, the low and the high end of its interval, none of them beyond \
             {LARGEST:.0e}",
            figure.in_brackets()
        )))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Figure {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Figure".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A value, and the low and the high end of its 95 % interval.",
            "type": "array",
            "items": { "type": "number" },
            "minItems": 3,
            "maxItems": 3,
        })
    }
}

/// The number, rounded to the digits of records.
fn rounded(number: f64) -> f64 {
    let text = format!("{number:.*e}", DIGITS - 1);
    text.parse().unwrap_or(number)
}

/// Writes a number without an interval.
///
/// # Errors
/// Those of the serializer.
pub fn write<S: Serializer>(number: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    number.map(rounded).serialize(serializer)
}

/// Writes a list of such numbers.
///
/// # Errors
/// Those of the serializer.
pub fn write_all<S: Serializer>(numbers: &[Option<f64>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.iter().map(|number| number.map(rounded)))
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
        let error = serde_json::from_str::<Figure>("[2.0,2.125,3]").unwrap_err().to_string();
        let expected = "[2.0, 2.125, 3.0]: expected a value, the low and the high end of its interval, \
                        none of them beyond 1e12";
        assert!(error.starts_with(expected), "{error}");
    }

    #[test]
    fn quotients_hold_both_intervals() {
        let figure = |value, low, high| Figure { value, low, high };
        assert_eq!(figure(2.0, 1.0, 4.0).inverse(), figure(0.5, 0.25, 1.0));
        assert_eq!(figure(2.0, 1.0, 4.0).over(figure(4.0, 2.0, 5.0)), figure(0.5, 0.2, 2.0));
        assert_eq!(figure(2.0, 1.0, 4.0) + figure(30.0, 10.0, 70.0), figure(32.0, 11.0, 74.0));
        assert_eq!(figure(2.0, 1.0, 4.0).map(|it| it + 0.5), figure(2.5, 1.5, 4.5));
        assert_eq!(Figure::exact(3.0), figure(3.0, 3.0, 3.0));
    }

    #[test]
    fn a_figure_lies_in_its_interval_and_a_ratio_has_an_inverse() {
        for (value, low, high, is_valid, is_ratio) in [
            (1.0, 1.0, 1.0, true, true),
            (1e12, 0.0, 1e12, true, false),
            (1.1e12, 0.0, 1.1e12, false, false),
            (-1e12, -1e12, 0.0, true, false),
            (-1e12, -1.1e12, 0.0, false, false),
            (2.0, 2.1, 3.0, false, false),
            (2.0, 1.0, 1.9, false, false),
            (1.0, 1e-12, 1e12, true, true),
            (1.0, 0.9e-12, 1.0, true, false),
            (0.5, 0.0, 1.0, true, false),
            (0.5, -0.1, 1.0, true, false),
            (f64::NAN, 0.0, 1.0, false, false),
        ] {
            let figure = Figure { value, low, high };
            assert_eq!(figure.is_valid(), is_valid, "{figure:?}");
            assert_eq!(figure.is_ratio(), is_ratio, "{figure:?}");
        }
    }

    #[test]
    fn numbers_without_an_interval_have_five_digits_too() {
        #[derive(Serialize)]
        struct Numbers {
            #[serde(serialize_with = "write")]
            one: Option<f64>,
            #[serde(serialize_with = "write_all")]
            all: Vec<Option<f64>>,
        }
        let numbers = Numbers { one: Some(0.123_456_78), all: vec![Some(123.456_78), None] };
        let text = serde_json::to_string(&numbers).unwrap();
        assert_eq!(text, r#"{"one":0.12346,"all":[123.46,null]}"#);
    }

    #[test]
    fn a_side_is_certain_or_equal() {
        let of = |low, high| Figure { value: f64::midpoint(low, high), low, high };
        for (figure, side) in [
            (of(1.01, 1.2), Ordering::Greater),
            (of(0.9, 0.99), Ordering::Less),
            (of(0.9, 1.2), Ordering::Equal),
            // An interval that ends there holds it.
            (of(1.0, 1.2), Ordering::Equal),
            (of(0.9, 1.0), Ordering::Equal),
        ] {
            assert_eq!(figure.side(1.0), side, "{figure:?}");
        }
    }
}
