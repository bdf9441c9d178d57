//! Sentences, each with the place in the report that shows its figures.

use crate::format::slug;

/// A sentence of the report.
#[derive(Clone, Debug)]
pub(crate) struct Sentence {
    /// Plain text.
    pub(crate) text: String,
    /// Where its figures are shown, if anywhere.
    pub(crate) shown: Option<Shown>,
}

/// A place in the report.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) href: String,
    pub(crate) label: String,
}

/// A part of a study's page.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Section {
    Ranking,
    Beside,
    Upkeep,
    Errors,
    Variants,
}

impl Section {
    /// Its anchor on the page.
    fn id(self) -> &'static str {
        match self {
            Section::Ranking => "ranking",
            Section::Beside => "beside",
            Section::Upkeep => "upkeep",
            Section::Errors => "errors",
            Section::Variants => "variants",
        }
    }
}

impl Sentence {
    /// A sentence without a place of its own.
    pub(crate) fn new(text: impl Into<String>) -> Sentence {
        Sentence { text: text.into(), shown: None }
    }

    /// What stands before its first colon: the circumstances that it speaks of.
    pub(crate) fn case(&self) -> &str {
        self.text.split_once(": ").map_or("", |(case, _)| case)
    }

    /// What stands after its first colon, or all of it.
    pub(crate) fn rest(&self) -> &str {
        self.text.split_once(": ").map_or(&self.text, |(_, rest)| rest)
    }

    /// The same sentence, with the part of a study's page that shows its figures.
    pub(crate) fn shown(self, study: &str, section: Section) -> Sentence {
        let id = section.id();
        let shown = Shown {
            href: format!("{}.html#{id}", slug(study)),
            label: format!("{study}, {}", id.replace('-', " ")),
        };
        Sentence { shown: Some(shown), ..self }
    }
}
