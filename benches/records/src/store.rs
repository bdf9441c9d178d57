//! The meters' stores: their measurements so far, on disk.
//!
//! In the folder of a build, a meter keeps one file about its last run and everything that took
//! part so far, and a file for each table with the run that measured it. [`gather`] joins them
//! into records.

use crate::read::{of_schema, text_of};
use crate::relations::check;
use crate::{
    Count, Machine, Meter, NULL, Records, Run, Setting, Table, Variant, files, now, visible,
};
use anyhow::{Context as _, Result, bail, ensure};
use std::fs::{self, File, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// One meter's measurements in a build, on disk.
///
/// Every addition is written at once, so a stopped run keeps what it had. While a store is open,
/// no other run can open one in the same folder.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    /// The run and everything that takes part, without figures.
    about: Records,
    _lock: File,
}

impl Store {
    /// Opens a meter's store in the folder of a build, for a run that begins now. Drops what is
    /// no longer `known`, by question and name. Keeps the reason why an earlier run could not
    /// measure a table, until that table is measured. Starts anew, and says so, if the description is
    /// from another machine or cannot be read.
    ///
    /// # Errors
    /// If another run holds the folder, or something in it cannot be written.
    pub fn open(
        folder: &Path,
        mut run: Run,
        machine: Machine,
        known: impl Fn(&str, &str) -> bool,
    ) -> Result<Store> {
        fs::create_dir_all(folder).with_context(|| files::shown(folder))?;
        let lock = lock(&folder.join("lock"))?;
        let path = about_file(folder, run.meter);
        let mut about = description(&path, &machine).unwrap_or_else(|reason| {
            if path.exists() {
                eprintln!("{reason:#}; starting anew");
            }
            Records::new(machine)
        });
        about.keep_known(&known);
        let earlier = about.runs.drain(..).flat_map(|run| run.missing);
        let is_of_tables =
            |what: &str| Setting::try_from(what).is_ok_and(|it| known(it.question, NULL));
        run.missing.extend(earlier.filter(|(what, _)| is_of_tables(what)));
        about.runs = vec![run];
        Ok(Store { folder: folder.to_owned(), about, _lock: lock })
    }

    /// The run, and everything that took part in this or earlier runs, without figures.
    #[must_use]
    pub fn about(&self) -> &Records {
        &self.about
    }

    /// Notes a missing measurement with its reason, and writes it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn note_missing(&mut self, what: &str, reason: &str) -> Result<()> {
        // A reason may contain a file name, and a file may have any name.
        self.note(|run| _ = run.missing.insert(what.to_owned(), visible(reason)))
    }

    /// Notes something about this run, and writes it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn note(&mut self, what: impl FnOnce(&mut Run)) -> Result<()> {
        what(&mut self.about.runs[0]);
        self.write()
    }

    /// Describes what takes part: adds what `fill` puts into empty records, replaces what was
    /// described before, and writes it.
    ///
    /// # Errors
    /// If the file cannot be written, or could not be read back. It then stays as it was.
    pub fn describe(&mut self, fill: impl FnOnce(&mut Records)) -> Result<()> {
        let mut newer = Records::new(self.about.machine.clone());
        fill(&mut newer);
        let earlier = self.about.clone();
        self.about.update(newer);
        self.write().inspect_err(|_| self.about = earlier)
    }

    /// Keeps a table of this run with its counts, in place of an earlier one.
    ///
    /// # Errors
    /// If the file cannot be written, or could not be read back. It then stays as it was.
    pub fn keep(&mut self, table: Table, counts: Vec<Count>) -> Result<()> {
        let what = table.setting().name();
        let path = self.file_of(&table);
        self.keep_figures(&path, vec![table], counts)?;
        let is_noted = self.about.runs[0].missing.remove(&what).is_some();
        if is_noted { self.write() } else { Ok(()) }
    }

    /// Keeps the counts of a stream, in place of earlier ones.
    ///
    /// # Errors
    /// If the file cannot be written, or could not be read back. It then stays as it was.
    pub fn keep_counts(&self, counts: Vec<Count>) -> Result<()> {
        let Some(Count { question, stream, .. }) = counts.first() else { return Ok(()) };
        let path = self.figures().join(format!("{question}.{stream}.json"));
        self.keep_figures(&path, Vec::new(), counts)
    }

    /// Drops an earlier table in this setting: it was asked for again and cannot be measured
    /// now.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn drop_earlier(&self, table: &Table) -> Result<()> {
        let path = self.file_of(table);
        let removing = || format!("removing {}", files::shown(&path));
        if path.exists() { fs::remove_file(&path).with_context(removing) } else { Ok(()) }
    }

    fn figures(&self) -> PathBuf {
        self.folder.join(self.about.runs[0].meter.name())
    }

    fn file_of(&self, table: &Table) -> PathBuf {
        let Table { question, stream, context, dependent, .. } = table;
        let dependent = if *dependent { ".dependent" } else { "" };
        self.figures().join(format!("{question}.{context}.{stream}{dependent}.json"))
    }

    /// Writes records of the run and these figures alone.
    fn keep_figures(&self, path: &Path, tables: Vec<Table>, counts: Vec<Count>) -> Result<()> {
        let mut all = Records { tables, counts, ..self.about.clone() };
        all.tables.iter_mut().for_each(|table| table.run = 0);
        all.counts.iter_mut().for_each(|count| count.run = 0);
        check(&all).context("these figures could not be read back")?;
        // Missing measurements do not concern these figures.
        all.runs[0].missing.clear();
        let Records { machine, runs, tables, counts, .. } = all;
        Records { runs, tables, counts, ..Records::new(machine) }.write_figures(path)
    }

    fn write(&self) -> Result<()> {
        self.about.write(&about_file(&self.folder, self.about.runs[0].meter))
    }
}

/// Joins the files of all meters in the folder of a build. Also returns what is left out, with
/// reasons: files that are from another machine, name something not `known` by question and name,
/// or cannot be read.
#[must_use]
pub fn gather(
    folder: &Path,
    machine: &Machine,
    known: impl Fn(&str, &str) -> bool,
) -> (Records, Vec<String>) {
    let mut gathered = Records::new(machine.clone());
    let mut left_out = Vec::new();
    for &meter in Meter::ALL {
        let path = about_file(folder, meter);
        if !path.exists() {
            continue;
        }
        match description(&path, machine) {
            Ok(mut about) => {
                about.keep_known(&known);
                gathered.join(about);
            }
            Err(error) => left_out.push(format!("{error:#}")),
        }
    }
    for path in Meter::ALL.iter().flat_map(|meter| figures_of(&folder.join(meter.name()))) {
        let added = text_of(&path).and_then(|text| gathered.add(of_schema(&text)?));
        if let Err(error) = added {
            left_out.push(format!("{}: {error:#}", files::shown(&path)));
        }
    }
    (gathered, left_out)
}

/// What a meter's last run described, if it was on this machine.
fn description(path: &Path, machine: &Machine) -> Result<Records> {
    let about = Records::read(path)?;
    is_of(&about.machine, machine).with_context(|| files::shown(path))?;
    Ok(about)
}

/// Refuses what this machine and build have not measured, and says what differs.
fn is_of(measured: &Machine, here: &Machine) -> Result<()> {
    let another = "measured on another machine, by another compiler or with other flags";
    ensure!(measured == here, "{another}: {}", here.differences(measured));
    Ok(())
}

/// The files of figures in a folder, sorted by name.
fn figures_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut paths: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    paths.sort();
    paths
}

/// Locks a folder against other runs.
fn lock(path: &Path) -> Result<File> {
    let opening = || files::shown(path);
    let options = &mut File::options();
    let file = options.read(true).write(true).create(true).truncate(false);
    let mut file = file.open(path).with_context(opening)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let mut holder = String::new();
        let _ = Read::by_ref(&mut file).take(100).read_to_string(&mut holder);
        bail!("another run measures into this folder, {}: wait for its end", visible(&holder));
    }
    // A system without locks does without one.
    let holder = format!("process {} since {}", std::process::id(), now());
    file.rewind().and_then(|()| file.set_len(0)).with_context(opening)?;
    file.write_all(holder.as_bytes()).with_context(opening)?;
    Ok(file)
}

/// The file that describes a meter's last run.
fn about_file(folder: &Path, meter: Meter) -> PathBuf {
    folder.join(format!("{meter}.json"))
}

impl Records {
    /// Merges newer descriptions: replaces what is described again, and keeps the rest.
    fn update(&mut self, newer: Records) {
        replace(&mut self.questions, newer.questions, |a, b| a.name == b.name);
        replace(&mut self.techniques, newer.techniques, |a, b| a.name == b.name);
        replace(&mut self.variants, newer.variants, |a, b| {
            (&a.question, &a.name) == (&b.question, &b.name)
        });
        replace(&mut self.clock, newer.clock, |a, b| a.name == b.name);
        self.keep_asked();
    }

    /// Adds another meter's descriptions. A mistake or a missing processor feature that one meter
    /// found stands, whatever the other saw.
    fn join(&mut self, other: Records) {
        let is_unfit = |v: &&Variant| v.is_wrong() || !v.available;
        let unfit: Vec<_> = self.variants.iter().filter(is_unfit).cloned().collect();
        self.runs.extend(other.runs.iter().cloned());
        self.update(other);
        self.update(Records { variants: unfit, ..Records::new(self.machine.clone()) });
    }

    /// Adds figures with their run.
    ///
    /// # Errors
    /// If the figures are from another machine, or of something that is not described or may not
    /// be measured now. Then nothing is added.
    fn add(&mut self, figures: Records) -> Result<()> {
        let Records { machine, mut runs, mut tables, mut counts, .. } = figures;
        is_of(&machine, &self.machine)?;
        let run = runs.pop().context("expected a run")?;
        let named = tables.iter().flat_map(|t| t.names.iter().map(|name| (&t.question, name)));
        let named = named.chain(counts.iter().map(|count| (&count.question, &count.variant)));
        for (question, name) in named {
            let known = self.variants.iter().find(|v| (&v.question, &v.name) == (question, name));
            let fits = known.is_none_or(|known| !known.is_wrong() && known.available);
            ensure!(fits, "{name} answers wrongly now, or is not available");
        }
        let is_same = |known: &Run| (known.meter, &known.date) == (run.meter, &run.date);
        let place = self.runs.iter().position(is_same);
        let number = place.unwrap_or(self.runs.len());
        tables.iter_mut().for_each(|table| table.run = number);
        counts.iter_mut().for_each(|count| count.run = number);
        let lengths = (self.tables.len(), self.counts.len(), self.runs.len());
        if place.is_none() {
            self.runs.push(run);
        }
        self.tables.append(&mut tables);
        self.counts.append(&mut counts);
        check(self).inspect_err(|_| {
            self.tables.truncate(lengths.0);
            self.counts.truncate(lengths.1);
            self.runs.truncate(lengths.2);
        })?;
        Ok(())
    }

    /// Drops variants that are no longer known, by question and name.
    fn keep_known(&mut self, known: impl Fn(&str, &str) -> bool) {
        self.variants.retain(|variant| known(&variant.question, &variant.name));
        self.questions.retain(|question| known(&question.name, NULL));
        let variants = &self.variants;
        self.techniques.retain(|one| variants.iter().any(|v| v.technique() == one.name));
        self.keep_asked();
    }

    /// Drops counts on streams that are no longer listed.
    fn keep_asked(&mut self) {
        let Records { questions, variants, .. } = self;
        let asks = |question: &str, stream: &str| {
            let mut streams =
                questions.iter().filter(|s| s.name == question).flat_map(|s| &s.streams);
            streams.any(|known| known.name == stream)
        };
        for Variant { question, asks: counted, .. } in variants {
            counted.retain(|counted| asks(question, &counted.stream));
        }
    }
}

/// Replaces older elements by newer ones that are the `same`, and appends the others.
fn replace<T>(older: &mut Vec<T>, newer: Vec<T>, same: fn(&T, &T) -> bool) {
    for one in newer {
        match older.iter_mut().find(|old| same(old, &one)) {
            Some(old) => *old = one,
            None => older.push(one),
        }
    }
}
