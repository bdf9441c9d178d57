//! What engines that nobody here wrote gained, in the columns of the answers.

use super::choices::KINDS;
use crate::engines::Engine;
use crate::words;
use records::Figure;
use serde::Serialize;

/// A change of one lookup, and what it gained by kind of engine.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ByKind {
    pub(crate) change: String,
    /// A cell a kind of engine, in the order of [`KINDS`].
    pub(crate) cells: Vec<Tried>,
}

/// The gains of a change in the engines of a kind, over their own lookups.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Tried {
    pub(crate) kind: &'static str,
    /// The engines, each once.
    pub(crate) engines: Vec<String>,
    /// On the kind of machine at hand, with a remark.
    pub(crate) here: Vec<(Figure, Option<String>)>,
    /// The lowest and the highest gain on other machines, and the names of these.
    pub(crate) elsewhere: Option<[f64; 2]>,
    pub(crate) machines: Vec<String>,
    /// The only gain elsewhere, if there is one alone.
    pub(crate) only: Option<Figure>,
    /// 1 if all intervals here, or else elsewhere, lie above zero, -1 if all lie below, else 0.
    pub(crate) sign: i8,
}

/// All changes that engines tried, in the order of the file; on the kind of machine at hand, if it
/// is known, and elsewhere.
pub(crate) fn by_kind(engines: &[Engine], on: Option<&str>) -> Vec<ByKind> {
    let mut changes: Vec<&str> = Vec::new();
    for change in engines.iter().flat_map(|engine| &engine.changes) {
        if !changes.contains(&change.change.as_str()) {
            changes.push(&change.change);
        }
    }
    let row = |change: &str| ByKind {
        change: change.to_owned(),
        cells: KINDS.map(|(kind, _)| tried(engines, kind, change, on)).into(),
    };
    changes.into_iter().map(row).collect()
}

fn tried(engines: &[Engine], kind: &'static str, change: &str, on: Option<&str>) -> Tried {
    let alike = engines.iter().filter(|engine| engine.kind == kind);
    let all = alike.flat_map(|engine| {
        let changes = engine.changes.iter().filter(|one| one.change == change);
        changes.map(move |one| (engine, one.gain))
    });
    let (here, other): (Vec<_>, Vec<_>) =
        all.partition(|(engine, _)| Some(engine.on.as_str()) == on);
    let mut machines: Vec<_> = other.iter().map(|(engine, _)| engine.on.clone()).collect();
    machines.dedup();
    let mut names: Vec<_> =
        here.iter().chain(&other).map(|(engine, _)| engine.engine.clone()).collect();
    names.dedup();
    // The machine at hand decides where it was measured.
    let deciding = if here.is_empty() { &other } else { &here };
    let all = || deciding.iter().map(|(_, gain)| *gain);
    let is_any = !deciding.is_empty();
    let [up, down] = [all().all(|gain| gain.low > 0.0), all().all(|gain| gain.high < 0.0)];
    Tried {
        only: other.first().map(|(_, gain)| *gain).filter(|_| other.len() == 1),
        sign: if is_any { i8::from(up) - i8::from(down) } else { 0 },
        kind,
        engines: names,
        here: here.into_iter().map(|(engine, gain)| (gain, engine.remark.clone())).collect(),
        elsewhere: words::ends(other.iter().map(|(_, gain)| gain.value)),
        machines,
    }
}

impl ByKind {
    /// Whether engines of every kind tried it.
    pub(crate) fn is_in_all(&self) -> bool {
        self.cells.iter().all(|cell| !cell.engines.is_empty())
    }

    /// The engines of a kind that tried a change, in the head of a column.
    pub(crate) fn engines_of(all: &[ByKind], kind: &str) -> String {
        let cells = all.iter().flat_map(|one| &one.cells).filter(|cell| cell.kind == kind);
        let mut names: Vec<_> = cells.flat_map(|cell| &cell.engines).collect();
        names.dedup();
        words::list(names)
    }
}

impl Tried {
    /// The gains here with their intervals, and the range elsewhere, a line each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let here = self.here.iter().map(|(gain, remark)| {
            let remark = remark.as_ref().map_or_else(String::new, |it| format!(", {it}"));
            format!("{}{remark}", words::gain_figure(*gain))
        });
        let elsewhere = self.elsewhere.map(|ends| {
            let gains = self.only.map_or_else(|| words::gain_range(ends), words::gain_figure);
            format!("{gains} on {}", words::list(&self.machines))
        });
        let lines: Vec<_> = here.chain(elsewhere).collect();
        if lines.is_empty() { vec!["not tried".to_owned()] } else { lines }
    }

    /// The gains in a few words: the values here, and the range elsewhere.
    pub(crate) fn short(&self) -> String {
        let here: Vec<_> = self.here.iter().map(|(gain, _)| words::gain(gain.value)).collect();
        let here = (!here.is_empty()).then(|| format!("here {}", here.join(", ")));
        let elsewhere = self
            .elsewhere
            .map(|ends| format!("{} on {}", words::gain_range(ends), words::list(&self.machines)));
        here.into_iter().chain(elsewhere).collect::<Vec<_>>().join("; ")
    }

    /// How a page colours it.
    pub(crate) fn class(&self) -> &'static str {
        match self.sign {
            1 => "win",
            -1 => "lose",
            _ => "tie",
        }
    }
}
