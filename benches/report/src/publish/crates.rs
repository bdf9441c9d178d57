//! What the documentation of a crate says of its figures: times by those of the usual way, and gains
//! in nodes per second.

use crate::answers::choices::{KINDS, worth};
use crate::answers::question::BESIDE;
use crate::answers::{distinct, is_retired};
use crate::folder::text_of;
use crate::view::{SEARCH, View};
use crate::words;
use anyhow::{Context as _, Result};
use records::{Figure, Setting, Variant, shown};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The block of these figures, in a line that begins with [`LINE`].
pub(super) const BLOCK: &str = "figures";
const LINE: &str = "//! Measured: <!-- published: figures -->";
/// The most columns of a line, the end of the block among them.
const WIDTH: usize = 100;

/// The files of a repository's crates that have the block, with its contents.
pub(super) fn documents(root: &Path, views: &[View<'_>]) -> Result<Vec<(String, String)>> {
    let folder = root.join("crates");
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let views: Vec<_> = distinct(views).into_iter().filter(|view| !is_retired(view)).collect();
    let entries = fs::read_dir(&folder).with_context(|| shown(&folder))?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    let mut names: Vec<_> = names.collect::<Result<_>>().with_context(|| shown(&folder))?;
    names.sort_unstable();
    let mut found = Vec::new();
    for name in names {
        let path = format!("crates/{name}/src/lib.rs");
        if root.join(&path).exists() && text_of(&root.join(&path))?.contains(LINE) {
            found.push((path, wrapped(&measured(&views, &name))));
        }
    }
    Ok(found)
}

/// What these sets say of a crate.
pub(super) fn measured(views: &[&View<'_>], name: &str) -> String {
    let found = views.iter().filter_map(|view| {
        let is_its = |it: &&Variant| it.name.split('+').next() == Some(name) && !it.is_wrong();
        let all = view.records.variants.iter().filter(is_its);
        // Over the usual lookups, if it asks others.
        let variant = all.min_by_key(|it| !view.is_over_usual(it))?;
        let (head, cells) = times(view, variant)?;
        Some((variant, head, format!("{cells} on {}", view.set.column())))
    });
    let mut found: Vec<_> = found.collect();
    let Some((variant, head, _)) = found.first().cloned() else {
        return "by no committed set.".to_owned();
    };
    found.retain(|(_, other, _)| *other == head);
    let all: Vec<_> = found.into_iter().map(|(_, _, cells)| cells).collect();
    let gains = views.iter().filter_map(|view| {
        let gains = gains(view, view.variant(&variant.question, &variant.name)?)?;
        Some(format!("{gains} on {}", view.set.column()))
    });
    let gains: Vec<_> = gains.collect();
    let kinds = KINDS.map(|(kind, _)| format!("`{kind}`")).join(" / ");
    let gains = match gains.is_empty() {
        true => String::new(),
        false => format!(" Gain in nodes per second, {kinds}: {}.", gains.join("; ")),
    };
    format!("{head}: {}.{gains}", all.join("; "))
}

/// The stream of a question that searches ask most, by all kinds together; the main one if they ask none.
fn asked_most<'a>(view: &View<'a>, question: &str) -> &'a str {
    let mut times = BTreeMap::<_, u64>::new();
    for asks in KINDS.iter().filter_map(|(kind, _)| view.asks(SEARCH, kind)) {
        for asked in asks.asked.iter().filter(|it| it.question == question) {
            *times.entry(asked.stream.as_str()).or_default() += asked.times;
        }
    }
    let most = times.into_iter().max_by_key(|(_, times)| *times).filter(|(_, times)| *times > 0);
    most.map_or(view.main_stream(question), |(stream, _)| stream)
}

/// What its times are, and these, as far as they are known; nothing if none is. Those of another form of
/// answers than the usual way's are not divided by its times.
fn times(view: &View<'_>, variant: &Variant) -> Option<(String, String)> {
    let (question, name) = (variant.question.as_str(), variant.name.as_str());
    let stream = asked_most(view, question);
    let hot = [false, true].map(|dependent| Setting::hot(question, stream, dependent));
    let usual = view.usual(question).and_then(|usual| view.variant(question, usual));
    let usual = usual.filter(|it| it.name != name && it.interface == variant.interface);
    let (head, cells) = if let Some(usual) = usual {
        let beside = view.beside(question, stream).filter(|table| table.stream == stream);
        let beside = beside.map(|table| table.setting_at(Some(BESIDE)));
        let settings = hot.into_iter().map(Some).chain([beside]);
        let ratio = |setting: Option<_>| Some(view.by_usual(setting?, name)?.figure);
        let head = format!(
            "time by that of `{}` on `{stream}`, hot / waiting / beside {}",
            usual.name,
            words::size(BESIDE)
        );
        (head, settings.map(ratio).collect::<Vec<_>>())
    } else {
        let unit = view.table(hot[0]).map_or("time", |table| table.unit.name());
        let head = format!("{unit} on `{stream}`, hot / waiting");
        (head, hot.map(|setting| view.time(setting, name)).to_vec())
    };
    let known = cells.iter().any(Option::is_some);
    let cell =
        |it: &Option<Figure>| it.map_or_else(|| "–".to_owned(), |it| words::number(it.value, 2));
    known.then(|| (head, cells.iter().map(cell).collect::<Vec<_>>().join(" / ")))
}

/// Its gains over the usual way, by kind of engine; nothing if none was measured.
fn gains(view: &View<'_>, variant: &Variant) -> Option<String> {
    let usual = view.variant(&variant.question, view.usual(&variant.question)?)?;
    if usual.name == variant.name {
        return None;
    }
    let gains = KINDS.map(|(kind, _)| worth(view, kind, variant, usual));
    let known = gains.iter().any(Option::is_some);
    let cell = |it: &Option<Figure>| {
        it.map_or_else(
            || "–".to_owned(),
            |it| format!("{} ±{}", words::per_cent(it.value), words::half_width(it)),
        )
    };
    known.then(|| gains.iter().map(cell).collect::<Vec<_>>().join(" / ") + " %")
}

/// A text as lines of documentation, the first behind [`LINE`].
fn wrapped(text: &str) -> String {
    let end = super::END.len();
    let (mut lines, mut column) = (String::new(), LINE.len());
    for (number, word) in text.split(' ').enumerate() {
        let more = usize::from(number > 0) + word.chars().count();
        if number > 0 && column + more + end > WIDTH {
            lines.push_str("\n//! ");
            column = 4;
        } else if number > 0 {
            lines.push(' ');
        }
        lines.push_str(word);
        column += more;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_leave_room_for_the_end() {
        assert_eq!(wrapped("by no committed set."), "by no committed set.");
        let text = "word ".repeat(50) + "end.";
        let text = format!("{LINE}{}<!-- end -->", wrapped(&text));
        let lengths: Vec<_> = text.lines().map(str::len).collect();
        assert!(lengths.iter().all(|length| *length <= WIDTH), "{lengths:?}");
        assert!(lengths[..lengths.len() - 1].iter().all(|length| *length > 80), "{lengths:?}");
        assert_eq!(text.matches("word").count(), 50);
        assert!(text.lines().skip(1).all(|line| line.starts_with("//! word")), "{text}");
    }
}
