//! The laboratory's clock as a criterion measurement.

use criterion::Throughput;
use criterion::measurement::{Measurement, ValueFormatter};
use records::Unit;
use sampling::Clock;

/// A clock and its unit.
pub(crate) struct Cycles {
    pub(crate) clock: Clock,
    pub(crate) unit: Unit,
}

impl Measurement for Cycles {
    type Intermediate = u64;
    type Value = f64;

    fn start(&self) -> u64 {
        self.clock.start()
    }

    fn end(&self, start: u64) -> f64 {
        self.clock.stop(start)
    }

    fn add(&self, first: &f64, second: &f64) -> f64 {
        first + second
    }

    fn zero(&self) -> f64 {
        0.0
    }

    fn to_f64(&self, value: &f64) -> f64 {
        *value
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        self
    }
}

impl ValueFormatter for Cycles {
    fn scale_values(&self, _: f64, _: &mut [f64]) -> &'static str {
        self.unit.name()
    }

    /// Cycles per query instead of queries per cycle, as in the report.
    fn scale_throughputs(&self, _: f64, queries: &Throughput, values: &mut [f64]) -> &'static str {
        if let Throughput::Elements(queries) = queries {
            values.iter_mut().for_each(|value| *value /= *queries as f64);
        }
        match self.unit {
            Unit::Nanoseconds => "ns/query",
            Unit::Cycles => "cycles/query",
        }
    }

    fn scale_for_machines(&self, _: &mut [f64]) -> &'static str {
        self.unit.name()
    }
}
