//! What the documentation of a crate says of its figures: times by those of the usual way, and gains
//! in nodes per second.

use crate::answers::choices::{KINDS, worth};
use crate::answers::question::BESIDE;
use crate::answers::{distinct, is_retired};
use crate::folder::text_of;
use crate::view::View;
use crate::words;
use anyhow::{Context as _, Result};
use records::{Figure, Variant, shown};
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
        // Over the usual lookups, if it asks others.
        let variant =
            view.records.variants.iter().filter(is_its).min_by_key(|it| !view.is_over_usual(it))?;
        Some((variant, format!("{} on {}", figures(view, variant)?, view.set.column())))
    });
    let found: Vec<_> = found.collect();
    let Some(&(variant, _)) = found.first() else { return "by no committed set.".to_owned() };
    let usual = views.iter().find_map(|view| view.usual(&variant.question)).unwrap_or_default();
    let beside = words::size(BESIDE);
    let head = if usual == variant.name {
        "cycles hot / waiting".to_owned()
    } else {
        format!("time by that of `{usual}`, hot / waiting / beside {beside}")
    };
    let all: Vec<_> = found.into_iter().map(|(_, figures)| figures).collect();
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

/// Its times where they are known; nothing if none is.
fn figures(view: &View<'_>, variant: &Variant) -> Option<String> {
    let (question, name) = (variant.question.as_str(), variant.name.as_str());
    let hot = [false, true].map(|dependent| view.hot(question, dependent));
    let cells = if view.usual(question) == Some(name) {
        hot.map(|setting| view.time(setting, name)).to_vec()
    } else {
        let beside = view.beside(question, view.main_stream(question));
        let beside = beside.map(|table| table.setting_at(Some(BESIDE)));
        let settings = hot.into_iter().map(Some).chain([beside]);
        settings.map(|setting| Some(view.by_usual(setting?, name)?.figure)).collect()
    };
    let known = cells.iter().any(Option::is_some);
    let cell =
        |it: &Option<_>| it.map_or_else(|| "–".to_owned(), |it: Figure| words::number(it.value, 2));
    known.then(|| cells.iter().map(cell).collect::<Vec<_>>().join(" / "))
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
