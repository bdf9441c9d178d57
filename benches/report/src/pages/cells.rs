//! Rows as cells of tables: words or a figure, and small type below.

use super::{Measure, Of, QuestionPage};
use crate::answers::Answers;
use crate::answers::choices::{Choice, Profile};
use crate::answers::question::{Row, Sweep, SweepRow, Work};
use crate::claims::{Agreement, Compared, Gained, Ruled};
use crate::view::{Entry, Missing};
use crate::words;
use records::{Figure, Ruling};

/// Lines of code that a page shows of a variant, as written and as compiled.
const MOST_CODE: [usize; 2] = [28, 40];

/// A cell of a table: words or a figure, and small type below.
pub(super) struct Shown {
    pub(super) text: String,
    pub(super) small: String,
    pub(super) class: &'static str,
    pub(super) sort: Option<f64>,
}

/// A gain as a table shows it, with half of its interval.
pub(super) fn gain_shown(gain: Option<Figure>, is_usual: bool) -> Shown {
    let Some(gain) = gain.filter(|_| !is_usual) else {
        return if is_usual { Shown::usual() } else { Shown::dim("") };
    };
    let class = words::class_of(gain.side(0.0));
    let small = format!("±{}", words::half_width(gain));
    Shown { text: words::per_cent(gain.value), small, class, sort: Some(gain.value) }
}

impl Shown {
    pub(super) fn dim(text: &str) -> Shown {
        Shown { text: text.to_owned(), small: String::new(), class: "tie", sort: None }
    }

    pub(super) fn usual() -> Shown {
        Shown { class: "tie usual", ..Shown::dim("usual") }
    }

    /// A number with so many decimals, if there is one.
    fn number(number: Option<f64>, decimals: usize) -> Shown {
        let text = number.map_or_else(String::new, |it| words::number(it, decimals));
        Shown { text, small: String::new(), class: "", sort: number }
    }
}

impl Entry {
    pub(super) fn spread(&self) -> String {
        match self.ratio {
            _ if self.is_usual => String::new(),
            Some(_) if self.is_fixed => "one layout".to_owned(),
            Some(ratio) => words::spread(ratio),
            None => String::new(),
        }
    }

    /// The time, and below it the ratio and what is doubtful.
    pub(super) fn shown(&self) -> Shown {
        let missing = self.missing.map_or("", Missing::name);
        let Some(time) = self.time else { return Shown::dim(missing) };
        let ratio = self.ratio.filter(|_| !self.is_usual);
        let ratio = ratio.map_or_else(String::new, |ratio| words::ratio(ratio.value));
        let parts = [ratio, self.spread(), missing.to_owned()];
        let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let (text, small) = (words::time(time.value), parts.join(" "));
        Shown { text, small, class: "", sort: Some(time.value) }
    }

    /// The ratio alone.
    pub(super) fn ratio_shown(&self) -> Shown {
        match self.ratio {
            _ if self.is_usual => Shown::usual(),
            Some(ratio) => Shown {
                text: words::ratio(ratio.value),
                small: self.spread(),
                class: "",
                sort: Some(ratio.value),
            },
            None => Shown::dim(self.missing.unwrap_or(Missing::NotMeasured).name()),
        }
    }
}

impl Row {
    /// The cells of its table, each with the number of the measure that it belongs to.
    pub(super) fn cells(&self, page: &QuestionPage<'_>) -> Vec<(String, Shown)> {
        let cell = |measure: &Measure| (measure.name.clone(), self.cell(measure.of));
        page.measures().iter().map(cell).collect()
    }

    /// Whether a column is shown for it: a figure, or why there is none that was measured.
    pub(super) fn fills(&self, of: Of) -> bool {
        let entry = match of {
            Of::Throughput => Some(&self.throughput),
            Of::Latency => Some(&self.latency),
            Of::Beside => Some(&self.beside),
            _ => None,
        };
        let missing = entry.and_then(|entry| entry.missing);
        let is_told = matches!(missing, Some(Missing::Withheld | Missing::TooNoisy));
        is_told || self.cell(of).sort.is_some()
    }

    pub(super) fn cell(&self, of: Of) -> Shown {
        match of {
            Of::Bytes => Shown {
                text: words::size(self.bytes),
                sort: Some(self.bytes as f64),
                ..Shown::dim("")
            },
            Of::Throughput => self.throughput.shown(),
            Of::Latency => self.latency.shown(),
            Of::Beside => self.beside.ratio_shown(),
            Of::Count(number) => {
                let decimals = if number == 0 { 1 } else { 2 };
                Shown::number(self.counts[number], decimals)
            }
            Of::Gain(number) => gain_shown(self.gains[number], self.is_usual),
        }
    }
}

impl Work {
    /// The first lines of the code as written and as compiled, and how many follow elsewhere.
    pub(super) fn code(&self) -> [String; 2] {
        let codes = [(&self.formula, "its crate", 0), (&self.listing, "records.json", 1)];
        codes.map(|(code, rest, which)| {
            let lines: Vec<_> = code.lines().collect();
            let left = lines.len().saturating_sub(MOST_CODE[which]);
            let more = (left > 0).then(|| format!("... and {left} more lines, in {rest}"));
            let shown = lines.into_iter().take(MOST_CODE[which]).map(str::to_owned).chain(more);
            shown.collect::<Vec<_>>().join("\n")
        })
    }
}

impl Sweep {
    pub(super) fn ratio_rows(&self) -> Vec<(&SweepRow, Vec<(String, Shown)>)> {
        let shown = self.shown();
        let cell = |row: &SweepRow, at: &usize| (self.value(at), row.entries[*at].ratio_shown());
        self.rows.iter().map(|row| (row, shown.iter().map(|at| cell(row, at)).collect())).collect()
    }
}

impl Choice {
    pub(super) fn gain_cells<'p>(&self, answers: &'p Answers) -> Vec<(&'p str, Shown)> {
        let names = answers.profiles.iter().map(|profile| profile.name.as_str());
        let gains = names.zip(&self.gains).map(|(name, gain)| (name, gain_shown(*gain, false)));
        gains.chain([("perft", gain_shown(self.perft, false))]).collect()
    }
}

impl Profile {
    pub(super) fn half_text(&self) -> String {
        words::percent(self.half_width)
    }

    /// What else is known of its gains.
    pub(super) fn luck_text(&self) -> String {
        let mut text = String::new();
        if let Some(luck) = self.luck {
            text += &format!("; builds of one source deviate by {}", words::percent(luck));
        }
        if let Some((count, neutral)) = self.neutral {
            let plural = if count == 1 { "choice" } else { "choices" };
            let gain = words::gain_figure(neutral);
            text += &format!("; {count} {plural} that cannot differ from the base: {gain}");
        }
        text
    }
}

impl Ruled {
    pub(super) fn class(&self) -> &'static str {
        match self.ruling {
            Ruling::Confirmed => "win",
            Ruling::Refuted => "lose",
            Ruling::Depends => "both",
            _ => "tie",
        }
    }

    /// Our gain beside the published one.
    pub(super) fn gained(&self) -> String {
        let Some(Gained { ours, says }) = self.gain else { return String::new() };
        let says = says.map_or("theirs has no interval", Agreement::name);
        format!("; gained {}: {says}", words::gain_figure(ours))
    }
}

impl Compared {
    pub(super) fn about(&self) -> String {
        let remark = self.remark.as_ref().map_or_else(String::new, |it| format!(", {it}"));
        format!("{}, {} rounds{remark}", self.on, self.rounds)
    }

    pub(super) fn gained(&self) -> String {
        words::gain_figure(self.theirs)
    }

    pub(super) fn over_base(&self) -> String {
        let over = self.over.map(words::gain_figure);
        over.map_or_else(String::new, |it| format!("over our base {it}"))
    }

    pub(super) fn ours_text(&self) -> String {
        self.ours.map_or_else(|| "not measured".to_owned(), words::gain_figure)
    }
}
