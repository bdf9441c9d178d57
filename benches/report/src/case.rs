//! The reader's own case: the figures from which the script of a study's page ranks the
//! contenders anew, and the form to choose by.

use crate::cite::provenance;
use crate::figures::{Figures, Place, words};
use crate::format;
use crate::headline::Headline;
use crate::page;
use anyhow::Result;
use askama::Template;
use records::{Context, Figure, Kind, Meter, Parameter, Records, Variant, Verdict};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The form, as a part of a page.
#[derive(Debug, Template)]
#[template(path = "case.html")]
pub(crate) struct Form<'a> {
    /// The studies to choose from, on the index alone: it leads to their pages.
    studies: Vec<&'a str>,
    /// The working sets to choose from, in KiB and in words.
    sets: Vec<(f64, String)>,
    /// Whether a query can wait for an answer.
    waits: bool,
    /// The streams and the builds to choose from; what the page is about comes first.
    streams: Vec<&'a str>,
    builds: Vec<&'a str>,
    /// The processor features that some variant needs.
    features: BTreeSet<&'a str>,
    cpu: &'a str,
    /// The data of the script.
    json: String,
}

/// What a study's page knows.
#[derive(Serialize)]
struct Data<'a> {
    study: &'a str,
    unit: String,
    /// What a reader may be told to take, and what needs another processor.
    variants: Vec<Contender<'a>>,
    /// What plots show besides: libraries and other interfaces.
    others: Vec<Contender<'a>>,
    /// The features that a build needs itself.
    builds: BTreeMap<&'static str, Vec<&'a str>>,
    cases: Vec<Case<'a>>,
}

#[derive(Serialize)]
struct Contender<'a> {
    name: &'a str,
    id: String,
    bytes: u64,
    needs: &'a [String],
}

/// A case without the mix of its calls, which lies between two ends.
#[derive(Serialize)]
struct Case<'a> {
    build: &'static str,
    stream: &'a str,
    /// The working set in bytes; 0 with hot tables.
    set: u64,
    /// Where nothing waits for the answer, and where each query waits for the last.
    ends: [Option<End>; 2],
}

/// What was measured at an end of a case.
#[derive(Serialize)]
struct End {
    /// In words, and what stands before and after a variant's name where its figure is cited.
    place: String,
    cite: [String; 2],
    /// The time of each variant, with the ends of its interval.
    times: Vec<Option<[f64; 3]>>,
    /// The verdict on every variant against every one before it, by its first letter; a dot
    /// where they were not compared.
    verdicts: String,
}

/// What the index knows of a study.
#[derive(Serialize)]
struct Known {
    page: String,
    sets: BTreeSet<u64>,
    waits: bool,
}

impl<'a> Form<'a> {
    /// The form of a study's page; nothing where no case was measured.
    pub(crate) fn of(headline: &Headline<'a>, figures: &Figures<'a>) -> Result<Option<Form<'a>>> {
        let study = headline.name();
        let is_contender = |v: &&Variant| v.is_ranked() && v.kind != Kind::Library;
        let (variants, others): (Vec<_>, Vec<_>) = figures.right(study).partition(is_contender);
        let cases = cases(headline, &variants, figures);
        let contender = |variant: &&'a Variant| Contender {
            name: &variant.name,
            id: format::id(study, &variant.name),
            bytes: variant.table_bytes,
            needs: &variant.needs,
        };
        let needs = variants.iter().flat_map(|variant| &variant.needs);
        let features: BTreeSet<_> = needs.map(String::as_str).collect();
        let data = Data {
            study,
            unit: format!("{}, {}", headline.unit(), headline.measure.name()),
            variants: variants.iter().map(contender).collect(),
            others: others.iter().map(contender).collect(),
            builds: builds(&features, figures),
            cases,
        };
        if data.cases.is_empty() {
            return Ok(None);
        }
        Ok(Some(Form {
            studies: Vec::new(),
            sets: sets(&data.cases).into_iter().map(in_kibibytes).collect(),
            waits: waits(&data.cases),
            streams: distinct(data.cases.iter().map(|case| case.stream)),
            builds: distinct(data.cases.iter().map(|case| case.build)),
            features,
            cpu: &figures.records.machine.cpu,
            json: embedded(&data)?,
        }))
    }

    /// The form of the index, which leads to a study's page; nothing where no case was
    /// measured.
    pub(crate) fn of_all(
        headlines: &'a [Headline<'a>],
        figures: &Figures<'a>,
    ) -> Result<Option<Form<'a>>> {
        let known = |headline: &'a Headline<'a>| {
            let variants: Vec<_> = figures.choices(headline.name()).collect();
            let cases = cases(headline, &variants, figures);
            let page = page::file(headline.name());
            let known = Known { page, sets: sets(&cases), waits: waits(&cases) };
            (!cases.is_empty()).then_some((headline.name(), known))
        };
        let known: Vec<_> = headlines.iter().filter_map(known).collect();
        if known.is_empty() {
            return Ok(None);
        }
        Ok(Some(Form {
            studies: known.iter().map(|(name, _)| *name).collect(),
            sets: Vec::new(),
            waits: true,
            streams: Vec::new(),
            builds: Vec::new(),
            features: BTreeSet::new(),
            cpu: &figures.records.machine.cpu,
            json: embedded(&known.into_iter().collect::<BTreeMap<_, _>>())?,
        }))
    }
}

/// The cases of which there are figures: hot tables by build and stream, that of the headline
/// first, and working sets with the touches that pages show first.
fn cases<'a>(
    headline: &Headline<'a>,
    variants: &[&Variant],
    figures: &Figures<'a>,
) -> Vec<Case<'a>> {
    let study = headline.name();
    let here = figures.records.machine.build;
    let others = figures.others.iter().map(|(build, figures)| (*build, figures));
    let mut streams: Vec<_> =
        headline.study.streams.iter().map(|stream| stream.name.as_str()).collect();
    streams.sort_by_key(|stream| *stream != headline.stream);
    let mut cases = Vec::new();
    for (build, figures) in [(here, figures)].into_iter().chain(others) {
        let end = |place| End::of(place, build.name(), variants, figures);
        for &stream in &streams {
            let ends = [false, true].map(|waits| end(Place::hot(study, stream, waits)));
            cases.push(Case { build: build.name(), stream, set: 0, ends });
        }
        let beside = figures.main_places(study, Context::Beside);
        let far = beside.iter().filter_map(|place| figures.past_the_last_level(*place)?.at);
        let mut sets = figures.working_sets(study);
        sets.extend(far.map(|(_, bytes)| bytes));
        for set in sets.into_iter().filter(|set| *set > 0) {
            let ends = beside.map(|place| end(place.at(Parameter::WorkingSet, set)));
            cases.push(Case { build: build.name(), stream: beside[0].stream, set, ends });
        }
    }
    cases.retain(|case| case.ends.iter().any(Option::is_some));
    cases
}

/// Which of these features each build has compiled in.
fn builds<'a>(
    features: &BTreeSet<&'a str>,
    figures: &Figures<'a>,
) -> BTreeMap<&'static str, Vec<&'a str>> {
    let records = figures.records;
    let machine = &records.machine;
    let others = records.others.iter().map(|other| (other.build, &other.features));
    let all = [(machine.build, &machine.features)].into_iter().chain(others);
    let needed = |compiled_in: &[String]| {
        let has = |feature: &&&str| compiled_in.iter().any(|one| one == **feature);
        features.iter().filter(has).copied().collect()
    };
    all.map(|(build, compiled_in)| (build.name(), needed(compiled_in))).collect()
}

/// Each of these once, in their order.
fn distinct<'a>(words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut distinct = Vec::new();
    for word in words {
        if !distinct.contains(&word) {
            distinct.push(word);
        }
    }
    distinct
}

fn sets(cases: &[Case<'_>]) -> BTreeSet<u64> {
    cases.iter().map(|case| case.set).filter(|set| *set > 0).collect()
}

fn in_kibibytes(bytes: u64) -> (f64, String) {
    (bytes as f64 / 1024.0, format::size(bytes))
}

fn waits(cases: &[Case<'_>]) -> bool {
    cases.iter().any(|case| case.ends[1].is_some())
}

impl End {
    /// Nothing where no variant has a time.
    fn of(
        place: Place<'_>,
        build: &str,
        variants: &[&Variant],
        figures: &Figures<'_>,
    ) -> Option<End> {
        let (step, table) = figures.step(place).zip(figures.table(place))?;
        let measure = figures.measure(place.study);
        let time = |variant: &&Variant| figures.time(&variant.name, place).of(measure);
        let times: Vec<_> = variants.iter().map(|v| time(v).map(in_short)).collect();
        let numbers: Vec<_> = variants.iter().map(|v| table.number(&v.name)).collect();
        let verdict = |of: usize, against: usize| step.verdict(numbers[of]?, numbers[against]?);
        let pairs = (1..variants.len()).flat_map(|of| (0..of).map(move |against| (of, against)));
        let letter = |(of, against)| verdict(of, against).map_or('.', letter);
        times.iter().any(Option::is_some).then(|| End {
            place: words(place),
            cite: cite(place, build, &table.date, figures.records),
            times,
            verdicts: pairs.map(letter).collect(),
        })
    }
}

/// A verdict's first letter.
fn letter(verdict: Verdict) -> char {
    match verdict {
        Verdict::Faster => 'f',
        Verdict::Slower => 's',
        Verdict::Tie => 't',
        Verdict::Unresolved => 'u',
    }
}

/// A time and the ends of its interval, with as many decimals as tables show.
fn in_short(Figure { value, low, high }: Figure) -> [f64; 3] {
    [value, low, high].map(|time| (time * 100.0).round() / 100.0)
}

/// What stands before a variant's name where its figure is cited, and what follows it.
fn cite(place: Place<'_>, build: &str, date: &str, records: &Records) -> [String; 2] {
    let Place { study, stream, context, dependent, touches, at, .. } = place;
    let circumstances = at.map_or_else(String::new, |(_, bytes)| {
        let waits = format::dependence(dependent);
        format!("/{waits}/touches={}/working-set={bytes}", touches.unwrap_or(0))
    });
    let run = records.runs.get(&Meter::Duel);
    let commit = run.and_then(|run| run.commit.as_deref()).unwrap_or("unknown commit");
    let provenance = provenance(records, build, commit, date);
    [format!("{study}/{context}/{stream}/"), format!("{circumstances}, {provenance}")]
}

/// Data as JSON that cannot end the element that it stands in.
fn embedded(data: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string(data)?.replace('<', "\\u003c"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::{LARGE, NONE, everywhere, timed};
    use records::{Build, OtherBuild};
    use serde_json::{Value, json};

    /// The data on a study's page.
    fn data(records: &Records) -> Option<Value> {
        let figures = Figures::new(records);
        let headline = Headline::new(&records.studies[0], &figures);
        let form = Form::of(&headline, &figures).unwrap()?;
        Some(serde_json::from_str(&form.json).unwrap())
    }

    #[test]
    fn a_case_has_times_and_verdicts_at_both_ends() {
        let data = data(&everywhere()).unwrap();
        assert_eq!(data["unit"], "cycles/query, net");
        let expected =
            json!({"name": NONE, "id": "between--between-none", "bytes": 0, "needs": []});
        assert_eq!(data["variants"][1], expected);
        let hot = &data["cases"][0];
        assert_eq!(hot["set"], 0);
        let [independent, dependent] = [0, 1].map(|end| &hot["ends"][end]);
        let times = json!([[1.1, 1.08, 1.12], [3.5, 3.48, 3.52]]);
        assert_eq!((&independent["times"], &independent["verdicts"]), (&times, &json!("s")));
        assert_eq!((&dependent["times"][1][0], &dependent["verdicts"]), (&json!(6.5), &json!("f")));
        assert_eq!(independent["cite"][0], "between/throughput/uniform/");
        assert_eq!(
            independent["cite"][1],
            ", x86-64-v3, Made-up Processor, abcdef, 2026-01-02, method 4"
        );
    }

    #[test]
    fn working_sets_are_those_that_were_measured_with_the_main_touches() {
        let data = data(&everywhere()).unwrap();
        let sets: Vec<_> = data["cases"].as_array().unwrap().iter().map(|c| &c["set"]).collect();
        assert_eq!(sets, [0, 4, 8, 16, 32, 2048].map(|kibibytes| kibibytes << 10));
        let cite = data["cases"][2]["ends"][1]["cite"].as_array().unwrap();
        assert_eq!(cite[0], "between/beside/uniform/");
        let circumstances = cite[1].as_str().unwrap().split(", ").next();
        assert_eq!(circumstances, Some("/dependent/touches=4/working-set=8192"));
    }

    #[test]
    fn what_was_not_measured_has_no_time_and_no_case() {
        let mut records = timed();
        records.tables.pop();
        records.tables[0].steps[0].raw[1] = None;
        records.tables[0].steps[0].net[1] = None;
        records.tables[0].steps[0].verdicts = ".".to_owned();
        let cases = data(&records).unwrap()["cases"].clone();
        assert_eq!(cases.as_array().unwrap().len(), 1, "no working sets");
        assert_eq!(cases[0]["ends"][0]["times"][1], Value::Null);
        assert_eq!(cases[0]["ends"][0]["verdicts"], ".");
        assert_eq!(cases[0]["ends"][1], Value::Null);
        records.tables.clear();
        assert_eq!(data(&records), None);
    }

    #[test]
    fn other_builds_are_cases_of_their_own() {
        let mut records = timed();
        let tables = records.tables.clone();
        let (flags, features) = (String::new(), Vec::new());
        records.others = vec![OtherBuild { build: Build::Baseline, flags, features, tables }];
        let data = data(&records).unwrap();
        let builds: Vec<_> =
            data["cases"].as_array().unwrap().iter().map(|c| &c["build"]).collect();
        assert_eq!(builds, ["x86-64-v3", "baseline"]);
    }

    #[test]
    fn libraries_and_wrong_answers_are_no_contenders() {
        let mut records = timed();
        records.variants[0].kind = Kind::Library;
        let names = |records: &Records| data(records).unwrap()["variants"].clone();
        assert_eq!(names(&records).as_array().unwrap().len(), 1);
        assert_eq!(data(&records).unwrap()["others"][0]["name"], LARGE);
        // What needs another processor is named, for readers may have that.
        records.variants[0].kind = Kind::Cpw;
        records.variants[0].available = false;
        records.variants[0].needs = vec!["avx512f".to_owned()];
        assert_eq!(names(&records)[0]["needs"], json!(["avx512f"]));
        assert_eq!(names(&records)[0]["name"], LARGE);
    }

    #[test]
    fn no_text_of_records_ends_the_data() {
        let json = embedded(&["</script><script>alert(1)</script>"]).unwrap();
        assert!(!json.contains('<'), "{json}");
        let read: Vec<String> = serde_json::from_str(&json).unwrap();
        assert_eq!(read, ["</script><script>alert(1)</script>"]);
    }
}
