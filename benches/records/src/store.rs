//! The meters' stores: what each has measured so far, on disk.

use crate::{Machine, Meter, NULL, Records, Run, Table, Variant, files, now, visible};
use anyhow::{Context as _, Result};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What one meter has measured so far, on disk.
///
/// Every addition is written at once, so a run that is stopped keeps what it had.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    meter: Meter,
    records: Records,
}

impl Store {
    /// Opens the store of a meter in this file and notes that it runs now. Drops what is no
    /// longer `known`, by study and name. Keeps why an earlier run could not measure a table,
    /// until one is measured there. Sets aside, under another name, a file that is
    /// from another machine or build or cannot be read.
    ///
    /// # Errors
    /// If such a file cannot be renamed.
    pub fn open(
        path: &Path,
        meter: Meter,
        mut run: Run,
        machine: Machine,
        known: impl Fn(&str, &str) -> bool,
    ) -> Result<Store> {
        let mut records = match Records::read(path) {
            Ok(earlier) if earlier.machine == machine => earlier,
            _ if !path.exists() => Records::new(machine),
            read => {
                let reason = read.map_or_else(
                    |error| format!("{error:#}"),
                    |_| "earlier records are from another machine or build".to_owned(),
                );
                let aside = set_aside(path)?;
                eprintln!("{meter}: {reason}; kept as {}, starting anew", files::shown(&aside));
                Records::new(machine)
            }
        };
        records.keep_known(&known);
        let earlier = records.runs.remove(&meter).into_iter().flat_map(|run| run.missing);
        let is_of_tables =
            |what: &str| what.split_once('/').is_some_and(|(study, _)| known(study, NULL));
        run.missing.extend(earlier.filter(|(what, _)| is_of_tables(what)));
        records.runs = [(meter, run)].into();
        Ok(Store { path: path.to_owned(), meter, records })
    }

    /// Everything measured so far, in this run and in earlier ones.
    #[must_use]
    pub fn records(&self) -> &Records {
        &self.records
    }

    /// Notes what could not be measured, and why, and writes it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn note_missing(&mut self, what: &str, reason: &str) -> Result<()> {
        // A reason may name a file, and a file may have any name.
        self.note(|run| _ = run.missing.insert(what.to_owned(), visible(reason)))
    }

    /// Notes something about this run, and writes it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn note(&mut self, what: impl FnOnce(&mut Run)) -> Result<()> {
        self.records.runs.get_mut(&self.meter).map(what);
        self.records.write(&self.path)
    }

    /// Drops what an earlier run measured of this table's subject, and writes the rest. For
    /// a table that was asked for again and cannot be measured now.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn drop_earlier(&mut self, table: &Table) -> Result<()> {
        self.records.tables.retain(|earlier| !earlier.is_of_same(table));
        self.records.write(&self.path)
    }

    /// Adds what `fill` puts into empty records and writes all of it.
    ///
    /// # Errors
    /// If the file cannot be written, or the records could not be read back. The file then
    /// stays as it was.
    pub fn add(&mut self, fill: impl FnOnce(&mut Records)) -> Result<()> {
        let mut newer = Records::new(self.records.machine.clone());
        fill(&mut newer);
        let mut records = self.records.clone();
        if let Some(run) = records.runs.get_mut(&self.meter) {
            run.missing.retain(|what, _| !newer.tables.iter().any(|table| is_of(what, table)));
        }
        records.update(newer);
        records.write(&self.path)?;
        self.records = records;
        Ok(())
    }
}

/// Whether something missing is this table.
fn is_of(what: &str, table: &Table) -> bool {
    let Table { study, context, stream, .. } = table;
    what == format!("{study}/{}/{stream}", context.name())
}

/// Gives a file a name that no other has.
fn set_aside(path: &Path) -> Result<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let date = now().replace(':', "");
    let names = (1..).map(|number| format!("{stem}.set-aside.{date}.{number}.json"));
    let free = names.map(|name| path.with_file_name(name)).find(|aside| !aside.exists());
    let aside = free.context("no name is free")?;
    let renaming = || format!("renaming {} to {}", files::shown(path), files::shown(&aside));
    fs::rename(path, &aside).with_context(renaming)?;
    Ok(aside)
}

impl Records {
    /// Puts newer records over these: replaces what they hold again, and keeps the rest.
    pub fn update(&mut self, newer: Records) {
        self.runs.extend(newer.runs);
        replace(&mut self.studies, newer.studies, |a, b| a.name == b.name);
        self.keep_asked();
        replace(&mut self.techniques, newer.techniques, |a, b| a.name == b.name);
        replace(&mut self.variants, newer.variants, |a, b| {
            (&a.study, &a.name) == (&b.study, &b.name)
        });
        replace(&mut self.clock, newer.clock, |a, b| a.name == b.name);
        replace(&mut self.counts, newer.counts, |a, b| a.subject() == b.subject());
        update_tables(&mut self.tables, newer.tables);
        // Earlier figures of a variant that is now wrong or unavailable mean nothing.
        let unfit = self.variants.iter().filter(|v| v.is_wrong() || !v.available);
        let unfit: BTreeSet<_> = unfit.map(|v| (v.study.clone(), v.name.clone())).collect();
        self.retain(|study, name| !unfit.contains(&(study.to_owned(), name.to_owned())));
    }

    /// Drops contenders that are no longer known, by study and name, and their figures.
    pub fn keep_known(&mut self, known: impl Fn(&str, &str) -> bool) {
        self.variants.retain(|variant| known(&variant.study, &variant.name));
        self.studies.retain(|study| known(&study.name, NULL));
        let variants = &self.variants;
        self.techniques.retain(|one| variants.iter().any(|v| v.technique() == one.name));
        self.retain(known);
        self.keep_asked();
    }

    /// Drops the figures of streams that are no longer listed.
    fn keep_asked(&mut self) {
        let Records { studies, variants, tables, counts, .. } = self;
        let asks = |study: &str, stream: &str| {
            let mut streams = studies.iter().filter(|s| s.name == study).flat_map(|s| &s.streams);
            streams.any(|known| known.name == stream)
        };
        tables.retain(|table| asks(&table.study, &table.stream));
        counts.retain(|count| asks(&count.study, &count.stream));
        for Variant { study, slider_lookups, asks: counted, .. } in variants {
            slider_lookups.retain(|rate| asks(study, &rate.stream));
            counted.retain(|counted| asks(study, &counted.stream));
        }
    }

    /// Keeps only the figures of contenders for which this holds.
    fn retain(&mut self, keep: impl Fn(&str, &str) -> bool) {
        self.tables.retain_mut(|table| {
            let study = table.study.clone();
            table.retain(|name| keep(&study, name))
        });
        self.counts.retain(|count| keep(&count.study, &count.variant));
    }
}

/// Puts newer tables over older ones of the same subject, and appends the others.
fn update_tables(older: &mut Vec<Table>, newer: Vec<Table>) {
    for table in newer {
        match older.iter_mut().find(|older| older.subject() == table.subject()) {
            Some(older) => older.update(table),
            None => older.push(table),
        }
    }
}

/// Replaces older elements by newer ones that are the same, and appends the others.
fn replace<T>(older: &mut Vec<T>, newer: Vec<T>, same: fn(&T, &T) -> bool) {
    for one in newer {
        match older.iter_mut().find(|old| same(old, &one)) {
            Some(old) => *old = one,
            None => older.push(one),
        }
    }
}
