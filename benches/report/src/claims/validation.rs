//! Published results of whole programs, each beside what answers it here.
//!
//! A result is *reproduced* on a profile where the difference is certain, has the published
//! sign, and its interval meets the range from half the published size to twice that
//! ([`FACTOR`]): engines, compilers and machines differ by as much. Of several comparisons the
//! verdict is that of the most; where as many say two things, it is the less favourable one.

use crate::figures::{Figures, PERFT, Place, SEARCH};
use crate::nodes::{self, Gain};
use crate::page::Cell;
use records::{Build, Context, Verdict};

/// How many times larger or smaller than published a difference may be.
const FACTOR: f64 = 2.0;

/// A published result.
#[derive(Debug)]
pub(crate) struct Published {
    /// What was changed.
    pub(crate) change: &'static str,
    pub(crate) source: &'static str,
    pub(crate) link: &'static str,
    /// By how many per cent more was done in a second, as it was published.
    pub(crate) perft: &'static str,
    pub(crate) search: &'static str,
    /// What answers it; nothing where the engine has no such pair.
    pairs: &'static [Pair],
    /// What keeps ours apart from it.
    pub(crate) remark: &'static str,
}

/// Two choices whose difference is what was published.
#[derive(Debug)]
struct Pair {
    study: &'static str,
    of: &'static str,
    against: &'static str,
    /// The streams most like the program of the source; none named, all of them.
    streams: &'static [&'static str],
    /// The build that has the instructions that the source speaks of; any, if none is named.
    build: Option<Build>,
    /// The published gain as a share.
    gain: f64,
}

const fn in_perft(of: &'static str, against: &'static str, gain: f64) -> Pair {
    Pair { study: PERFT, of, against, streams: &[], build: None, gain }
}

const fn in_search(
    of: &'static str,
    against: &'static str,
    streams: &'static [&'static str],
    gain: f64,
) -> Pair {
    Pair { study: SEARCH, of, against, streams, build: None, gain }
}

impl Pair {
    const fn with(self, build: Build) -> Pair {
        Pair { build: Some(build), ..self }
    }
}

/// The profiles of engines with a classical evaluation, and of those with a network.
const CLASSICAL: &[&str] = &["mobility"];
const NETWORKS: &[&str] = &["network-16", "network-64"];

const PUBLISHED: &[Published] = &[
    Published {
        change: "64x64 table of squares in between instead of lines and spans",
        source: "Stockfish, pull request 3397, 2021-03-15",
        link: "https://github.com/official-stockfish/Stockfish/pull/3397",
        perft: "+4.55 %",
        search: "",
        pairs: &[in_perft("perft", "perft+between-line-span", 0.0455)],
        remark: "",
    },
    Published {
        change: "less memory for squares in between",
        source: "Stockfish, pull request 37, 2012-12-03",
        link: "https://github.com/mcostalba/Stockfish/pull/37",
        perft: "",
        search: "+0.88 %",
        pairs: &[
            in_search("search+between-0x88-rotate", "search", CLASSICAL, 0.0088),
            in_search("search+between-ordered-difference", "search", CLASSICAL, 0.0088),
        ],
        remark: "The caches of 2012 were smaller.",
    },
    Published {
        change: "hyperbola quintessence (4.6 KB) instead of magics (841 KB)",
        source: "Stockfish, pull request 6845, 2026-05-23",
        link: "https://github.com/official-stockfish/Stockfish/pull/6845",
        perft: "",
        search: "+3.1 % (AVX2), +1.7 to 1.8 % (Arm)",
        pairs: &[
            in_search("search+sliders-hyperbola-lanes", "search", NETWORKS, 0.031).with(Build::V3),
            in_search("search+sliders-hyperbola", "search", NETWORKS, 0.031).with(Build::V3),
        ],
        remark: "We compare with the figure for AVX2. The lanes are nearest to what was merged, \
            whose rank tables are smaller.",
    },
    Published {
        change: "full PEXT instead of double hyperbola quintessence, on Zen 3",
        source: "Stockfish, pull requests 7107 and 7108",
        link: "https://github.com/official-stockfish/Stockfish/pull/7108",
        perft: "+6 %",
        search: "+0.5 %",
        pairs: &[
            in_perft("perft+sliders-pext", "perft+sliders-hyperbola-lanes", 0.06).with(Build::V3),
            in_search("search+sliders-pext", "search+sliders-hyperbola-lanes", NETWORKS, 0.005)
                .with(Build::V3),
        ],
        remark: "Here on the machine that the page names.",
    },
    Published {
        change: "rank table of hyperbola quintessence a quarter as large",
        source: "Stockfish, pull request 6865",
        link: "https://github.com/official-stockfish/Stockfish/pull/6865",
        perft: "",
        search: "+0.27 %",
        pairs: &[in_search(
            "search+sliders-hyperbola",
            "search+sliders-hyperbola-full-ranks",
            NETWORKS,
            0.0027,
        )
        .with(Build::V3)],
        remark: "Theirs takes the lines together, in AVX2, and finds a shift for the smaller \
            table in padding. Ours takes them one after the other and shifts once more.",
    },
    Published {
        change: "move list written by vector compression",
        source: "Stockfish, pull request 6153",
        link: "https://github.com/official-stockfish/Stockfish/pull/6153",
        perft: "x 1.17",
        search: "+0.4 %",
        pairs: &[
            in_perft("perft+serialize-compress", "perft", 0.17),
            in_search("search+serialize-compress", "search", NETWORKS, 0.004),
        ],
        remark: "Only quiet moves of pieces are written so here, by a call for each piece: a \
            program that is built for such processors spares itself the call.",
    },
    Published {
        change: "table of pawn attacks instead of shifts",
        source: "Ethereal, pull request 39",
        link: "https://github.com/AndyGrant/Ethereal/pull/39",
        perft: "",
        search: "+1.6 %",
        pairs: &[],
        remark: "The attacks of single pawns are no choice of ours.",
    },
    Published {
        change: "two threads instead of one: a gain by magics shrinks or turns",
        source: "Leela Chess Zero, pull request 640",
        link: "https://github.com/LeelaChessZero/lc0/pull/640",
        perft: "",
        search: "+1.6, +3.2 and +4.0 % with two threads",
        pairs: &[],
        remark: "The search has one thread.",
    },
];

/// What ours say of a published result.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Answer {
    /// The same sign, and about the same size.
    Reproduced,
    /// No certain difference.
    NotResolved,
    /// The same sign, but much more or less.
    OtherSize,
    /// The opposite.
    OtherSign,
    /// The pair was not measured.
    NotMeasured,
    /// We have no such pair.
    NotHere,
}

impl Answer {
    /// What a gain says of a published one.
    fn of(gain: Gain, published: f64) -> Answer {
        let Gain { figure, verdict } = gain;
        let size = [published / FACTOR, published * FACTOR];
        match verdict {
            Verdict::Tie | Verdict::Unresolved => Answer::NotResolved,
            Verdict::Slower => Answer::OtherSign,
            Verdict::Faster if figure.low <= size[1] && figure.high >= size[0] => {
                Answer::Reproduced
            }
            Verdict::Faster => Answer::OtherSize,
        }
    }

    /// What the most of them say, and of two the less favourable.
    fn of_all(answers: &[Answer]) -> Answer {
        let measured = answers.iter().filter(|answer| **answer < Answer::NotMeasured);
        let count = |answer: &Answer| answers.iter().filter(|other| *other == answer).count();
        let most = measured.max_by_key(|answer| (count(answer), **answer));
        let none = if answers.is_empty() { Answer::NotHere } else { Answer::NotMeasured };
        most.copied().unwrap_or(none)
    }

    /// As the page says it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Answer::Reproduced => "reproduced",
            Answer::NotResolved => "not resolved",
            Answer::OtherSize => "other size",
            Answer::OtherSign => "other sign",
            Answer::NotMeasured => "not measured",
            Answer::NotHere => "not here",
        }
    }
}

/// A published result with ours.
pub(crate) struct Validated {
    pub(crate) published: &'static Published,
    pub(crate) answer: Answer,
    pub(crate) lines: Vec<Line>,
}

/// A comparison of ours.
pub(crate) struct Line {
    /// Which two, on which stream, in which build.
    pub(crate) what: String,
    pub(crate) gain: Cell,
    pub(crate) answer: Answer,
}

/// All published results, each with what the figures of all builds say.
pub(crate) fn validate(figures: &Figures<'_>) -> Vec<Validated> {
    let validated = |published: &'static Published| {
        let lines: Vec<_> = published.pairs.iter().flat_map(|pair| pair.lines(figures)).collect();
        let answers: Vec<_> = lines.iter().map(|line| line.answer).collect();
        Validated { published, answer: Answer::of_all(&answers), lines }
    };
    PUBLISHED.iter().map(validated).collect()
}

impl Pair {
    /// A line for each stream and build that has figures; one that says so where none has.
    fn lines(&self, figures: &Figures<'_>) -> Vec<Line> {
        let own = (figures.records.machine.build, figures);
        let others = figures.others.iter().map(|(build, figures)| (*build, figures));
        let builds = [own].into_iter().chain(others);
        let builds = builds.filter(|(build, _)| self.build.is_none_or(|wanted| wanted == *build));
        let main = [figures.main_stream(self.study)];
        let streams = if self.streams.is_empty() { &main[..] } else { self.streams };
        let (of, against) = (self.of, self.against);
        let line = |build: Build, stream: &str, figures: &Figures<'_>| {
            let place = Place::plain(self.study, stream, Context::Throughput);
            let gain = nodes::gain(of, against, place, figures)?;
            let stream = if self.study == PERFT { "" } else { stream };
            Some(Line {
                what: [of, "against", against, stream, build.name()].join(" ").replace("  ", " "),
                gain: Cell::gain(gain),
                answer: Answer::of(gain, self.gain),
            })
        };
        let lines: Vec<_> = builds
            .flat_map(|(build, figures)| {
                streams.iter().filter_map(move |on| line(build, on, figures))
            })
            .collect();
        if !lines.is_empty() {
            return lines;
        }
        let build = self.build.map_or_else(String::new, |build| format!(" {build}"));
        let answer = Answer::NotMeasured;
        let what = format!("{of} against {against}{build}");
        vec![Line { what, gain: Cell::words(answer.name()), answer }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::Figure;

    #[test]
    fn an_answer_goes_by_sign_and_size() {
        let answer = |low, high, verdict| {
            let figure = Figure { value: f64::midpoint(low, high), low, high };
            Answer::of(Gain { figure, verdict }, 0.03)
        };
        use Verdict::{Faster, Slower, Tie, Unresolved};
        assert_eq!(answer(0.061, 0.07, Faster), Answer::OtherSize);
        assert_eq!(answer(0.06, 0.07, Faster), Answer::Reproduced);
        assert_eq!(answer(0.01, 0.015, Faster), Answer::Reproduced);
        assert_eq!(answer(0.01, 0.014, Faster), Answer::OtherSize);
        assert_eq!(answer(-0.04, -0.03, Slower), Answer::OtherSign);
        assert_eq!(answer(-0.005, 0.005, Tie), Answer::NotResolved);
        assert_eq!(answer(-0.01, 0.05, Unresolved), Answer::NotResolved);
    }

    #[test]
    fn the_answer_of_several_is_that_of_the_most() {
        use Answer::{NotHere, NotMeasured, NotResolved, OtherSign, OtherSize, Reproduced};
        for (answers, expected) in [
            (&[][..], NotHere),
            (&[NotMeasured, NotMeasured], NotMeasured),
            (&[Reproduced, NotMeasured, NotMeasured], Reproduced),
            (&[Reproduced, Reproduced, OtherSign], Reproduced),
            (&[Reproduced, NotResolved], NotResolved),
            (&[OtherSign, Reproduced], OtherSign),
            (&[OtherSize, NotResolved], OtherSize),
        ] {
            assert_eq!(Answer::of_all(answers), expected, "{answers:?}");
        }
    }

    #[test]
    fn every_result_has_a_source_and_what_sets_it_apart_if_nothing_answers_it() {
        assert_eq!(PUBLISHED.len(), 8);
        for published in PUBLISHED {
            assert!(published.link.starts_with("https://github.com/"), "{published:?}");
            assert!(!(published.perft.is_empty() && published.search.is_empty()));
            assert!(!(published.pairs.is_empty() && published.remark.is_empty()));
        }
    }
}
