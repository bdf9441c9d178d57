//! Settings: what tells one measurement from another.

use crate::text::is_name;
use crate::{Context, Count, Parameter, Table};
use anyhow::Context as _;
use figures::visible;
use std::fmt;

/// Which measurement a figure is of. Its text is that of filters, citations and claims:
/// `between/throughput/uniform`, or `between/beside/uniform/dependent/working-set=65536`.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
pub struct Setting<'a> {
    /// The question.
    pub question: &'a str,
    /// The context.
    pub context: Context,
    /// The stream of queries.
    pub stream: &'a str,
    /// Whether each query waits for the answer to the one before.
    pub dependent: bool,
    /// What varies, and its value; `None` if nothing does, and in the setting of a whole table.
    pub at: Option<(Parameter, u64)>,
}

/// What the text of a setting is.
const EXPECTED: &str = "expected question, context and stream, such as between/throughput/uniform, \
                        where needed also /dependent or /independent, then /working-set=BYTES or \
                        /questions=NUMBER";

impl<'a> Setting<'a> {
    /// Hot tables: throughput, or latency if queries are dependent.
    #[must_use]
    pub fn hot(question: &'a str, stream: &'a str, dependent: bool) -> Setting<'a> {
        let context = if dependent { Context::Latency } else { Context::Throughput };
        Setting { question, context, stream, dependent, at: None }
    }

    /// Question, context and stream: what a filter and the reason for a missing table name.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}/{}", self.question, self.context, self.stream)
    }

    /// What tells it from others of the same name, a part each.
    pub fn details(&self) -> impl Iterator<Item = String> {
        let is_usual = self.dependent == (self.context == Context::Latency);
        let way = if self.dependent { DEPENDENT } else { INDEPENDENT };
        // Only beside a working set are both measured.
        let way = (self.context == Context::Beside || !is_usual).then(|| way.to_owned());
        way.into_iter().chain(
            self.at.map(|(parameter, value)| {
                format!("{}={value}", parameter.name().replace(' ', "-"))
            }),
        )
    }

    fn parse(text: &'a str) -> Option<Setting<'a>> {
        let mut parts = text.split('/').peekable();
        let question = parts.next().filter(|name| is_name(name))?;
        let context = Context::named(parts.next()?)?;
        let stream = parts.next().filter(|name| is_name(name))?;
        let way = parts.next_if(|part| [DEPENDENT, INDEPENDENT].contains(part));
        let dependent = way.map_or(context == Context::Latency, |way| way == DEPENDENT);
        let at = match parts.next() {
            Some(part) => {
                let (parameter, value) = part.split_once('=')?;
                Some((Parameter::named(&parameter.replace('-', " "))?, value.parse().ok()?))
            }
            None => None,
        };
        let setting = Setting { question, context, stream, dependent, at };
        parts.next().is_none().then_some(setting)
    }
}

const DEPENDENT: &str = "dependent";
const INDEPENDENT: &str = "independent";

impl fmt::Display for Setting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        self.details().try_for_each(|part| write!(f, "/{part}"))
    }
}

/// Errors name a setting by its text.
impl fmt::Debug for Setting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What [`FromStr`](std::str::FromStr) is to texts that are kept. Names are bounded as in records.
impl<'a> TryFrom<&'a str> for Setting<'a> {
    type Error = anyhow::Error;

    fn try_from(text: &'a str) -> anyhow::Result<Setting<'a>> {
        Setting::parse(text).with_context(|| format!("\"{}\": {EXPECTED}", visible(text)))
    }
}

impl Table {
    /// The setting of all its steps: no two tables of a file have the same.
    #[must_use]
    pub fn setting(&self) -> Setting<'_> {
        let &Table { ref question, ref stream, context, dependent, .. } = self;
        Setting { context, ..Setting::hot(question, stream, dependent) }
    }

    /// The setting of the step at a value of the parameter.
    #[must_use]
    pub fn setting_at(&self, at: Option<u64>) -> Setting<'_> {
        Setting { at: self.along.zip(at), ..self.setting() }
    }
}

impl Count {
    /// Its setting: counts are taken with hot tables.
    #[must_use]
    pub fn setting(&self) -> Setting<'_> {
        Setting::hot(&self.question, &self.stream, self.dependent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Setting<'_> {
        Setting::try_from(text).unwrap()
    }

    #[test]
    fn every_setting_is_read_back_from_its_text() {
        let ats = Parameter::ALL.iter().flat_map(|one| [0, u64::MAX].map(|at| Some((*one, at))));
        let ats: Vec<_> = ats.chain([None]).collect();
        for (&context, dependent) in Context::ALL.iter().flat_map(|one| [(one, false), (one, true)])
        {
            let hot = Setting::hot("between-batch", "network-1.5+a", dependent);
            for &at in &ats {
                let setting = Setting { context, at, ..hot };
                assert_eq!(read(&setting.to_string()), setting);
            }
        }
    }

    #[test]
    fn a_step_has_the_setting_of_its_table_and_its_own_size() {
        let good = crate::Records::parse(include_str!("../tests/good.json")).unwrap();
        let along = Some(Parameter::WorkingSet);
        let table = Table { context: Context::Beside, along, ..good.tables[0].clone() };
        assert_eq!(table.setting_at(None), table.setting());
        let at = table.setting_at(Some(4096));
        assert_eq!(at, Setting { at: Some((Parameter::WorkingSet, 4096)), ..table.setting() });
    }

    #[test]
    fn texts_say_no_more_than_tells_settings_apart() {
        let hot = Setting::hot("between", "uniform", true);
        assert_eq!(hot.to_string(), "between/latency/uniform");
        let at = Some((Parameter::WorkingSet, 65536));
        let beside = Setting { context: Context::Beside, at, ..hot };
        assert_eq!(beside.to_string(), "between/beside/uniform/dependent/working-set=65536");
        let apart = Setting { dependent: false, at: None, ..beside };
        assert_eq!(apart.to_string(), "between/beside/uniform/independent");
        for (context, dependent, text) in [
            (Context::Throughput, false, "between/throughput/uniform"),
            (Context::Throughput, true, "between/throughput/uniform/dependent"),
            (Context::Latency, false, "between/latency/uniform/independent"),
            (Context::Learnt, false, "between/learnt/uniform"),
            (Context::Upkeep, false, "between/upkeep/uniform"),
        ] {
            assert_eq!(Setting { context, dependent, ..hot }.to_string(), text);
        }
        assert_eq!(Setting::hot("a", "b", false).to_string(), "a/throughput/b");
        assert!(!read("between/beside/uniform/working-set=65536").dependent);
        assert!(read("between/latency/uniform").dependent);
    }

    #[test]
    fn a_text_that_is_no_setting_is_named_with_what_was_expected() {
        for text in [
            "",
            "between/throughput",
            "between/tepid/uniform",
            "../throughput/uniform",
            "between/throughput/uniform/",
            "between/throughput/uniform/sometimes",
            "between/beside/uniform/working-set=-1",
            "between/beside/uniform/working-set=1/dependent",
            "between/throughput/uniform fast",
            "between/throughput/uniform\u{202e}",
            &"/".repeat(1 << 20),
        ] {
            let error = Setting::try_from(text).unwrap_err().to_string();
            let expected = format!("\"{}\": expected question", visible(text));
            assert!(error.starts_with(&expected) && error.len() < 1000, "{error}");
        }
    }
}
