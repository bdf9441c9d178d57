//! Layouts: the places of code and tables in memory, drawn at random while the program runs.
//!
//! The start of a loop and of a table moves figures by more than many of the differences that we
//! look for. So a kernel is compiled once and copied. A [`Template`] holds its machine code, that
//! of the functions it calls, and every place in it that refers to something by distance. A
//! [`Loader`] puts copies of code and tables at random places in the [`arena`](crate::arena) and
//! corrects the distances.
//!
//! Instructions keep their lengths and order, and functions keep their offset within 16 bytes, to
//! which compilers align loops. Objects that cannot be moved stay in place and still work:
//! functions of other crates, constants of vector instructions, and anything reached through a
//! pointer in memory.

mod reading;
#[cfg(test)]
mod tests;

pub use crate::arena::Table;
use crate::arena::{Arena, Copied, PAGE};
use crate::artefact::Artefact;
use crate::drawing::{below, shuffled};
use anyhow::{Context as _, Result, ensure};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use std::collections::HashMap;
use std::ops::Range;

/// Functions, and loops inside them, begin at multiples of this.
const CODE_ALIGNMENT: usize = 16;

/// The gap before each function is below this, so that it may begin anywhere in a page.
const CODE_GAP: usize = 4096;

/// The gap before each table is below this, so that it may begin anywhere in a page, and in pages
/// of several colors.
const DATA_GAP: usize = 4 * 4096;

/// Modules of the standard library with functions generic over ours. These are compiled with ours
/// and called within kernels. The library's other functions report errors.
const GENERIC: [&str; 6] =
    ["core::array", "core::cmp", "core::iter", "core::num", "core::ops", "core::slice::iter"];

/// The kernels of a variant with the functions and tables that move with them.
pub struct Template {
    /// The address in memory of each kernel, and its number among the functions.
    kernels: Vec<(usize, usize)>,
    /// The kernels and the functions they call.
    functions: Vec<Function>,
    tables: Vec<Table>,
    /// Addresses in the tables that refer to objects that move.
    pointers: Vec<Pointer>,
    jump_tables: Vec<JumpTable>,
    /// Addresses that the code loads from memory instead of computing them.
    slots: Vec<Target>,
    leaks: bool,
}

#[derive(Debug)]
struct Function {
    code: Vec<u8>,
    /// The offset of its start from a multiple of [`CODE_ALIGNMENT`].
    residue: usize,
    references: Vec<Reference>,
}

/// Four bytes of code that hold a distance.
#[derive(Debug)]
struct Reference {
    at: usize,
    /// The base of the distance: the next instruction.
    from: usize,
    to: Target,
}

/// Eight bytes of a table that hold an address.
#[derive(Debug)]
struct Pointer {
    table: usize,
    at: usize,
    to: Target,
}

/// Distances from the table's own start to instructions of a function.
#[derive(Debug)]
struct JumpTable {
    /// Its link-time address.
    address: u64,
    function: usize,
    /// The offset in the function that each entry leads to.
    entries: Vec<u32>,
}

/// The target of a reference, by numbers in the template.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Target {
    /// An address in memory that does not move.
    Fixed(u64),
    /// An object that moves, and an offset in bytes from its start.
    Inside(Object, u64),
}

/// An object that lies unbroken, by its number in its template.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Object {
    Function(usize),
    Table(usize),
    JumpTable(usize),
    /// All slots.
    Slots,
}

/// The places of the copies of kernels and their tables, until the next layout.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The kernels, in the order of the template.
    pub kernels: Vec<Copied>,
    /// The ranges of their tables in the arena.
    tables: Vec<Range<usize>>,
}

impl Template {
    /// Reads the machine code of the kernels at these addresses in memory and of all functions
    /// below the paths `own`, such as `search`, that they refer to. Finds their references to
    /// the tables, which the kernels share. Ignores tables without a known place, those of
    /// libraries.
    ///
    /// An address that the compiler folded with a constant may lie outside its table. It then stays
    /// as it is, or counts as one in the neighbouring table, so the caller must compare answers.
    ///
    /// # Errors
    /// The reason why the kernels cannot be moved: the executable has no symbols, the processor is
    /// of another kind, or we do not understand the code.
    pub fn of(
        artefact: &Artefact,
        kernels: &[usize],
        own: &[&str],
        tables: &[Table],
    ) -> Result<Template> {
        if let Some(reason) = artefact.missing() {
            anyhow::bail!("one layout: {reason}");
        }
        ensure!(cfg!(target_arch = "x86_64"), "one layout: code is copied on x86-64 only");
        let mut tables: Vec<_> = tables.iter().copied().filter(|it| it.bytes > 0).collect();
        tables.sort_by_key(|table| table.start);
        tables.dedup_by_key(|table| table.start);
        reading::template(artefact, kernels, &[own, &GENERIC].concat(), tables)
    }

    /// Whether a copy jumps into the original, because no jump table of its function was found. Its
    /// answers are correct, but its layout is partly the original's.
    #[must_use]
    pub fn leaks(&self) -> bool {
        self.leaks
    }

    /// Whether its code or a table names one of its tables. It reaches the others through pointers
    /// made at run time, or not at all.
    #[must_use]
    pub fn moves_a_table(&self) -> bool {
        let references = self.functions.iter().flat_map(|function| &function.references);
        let targets = references.map(|reference| &reference.to).chain(&self.slots);
        let mut targets = targets.chain(self.pointers.iter().map(|pointer| &pointer.to));
        targets.any(|target| matches!(target, Target::Inside(Object::Table(_), _)))
    }

    /// The objects that a layout must place.
    fn objects(&self) -> impl Iterator<Item = Object> {
        let functions = (0..self.functions.len()).map(Object::Function);
        let tables = (0..self.tables.len()).map(Object::Table);
        let jump_tables = (0..self.jump_tables.len()).map(Object::JumpTable);
        let slots = (!self.slots.is_empty()).then_some(Object::Slots);
        functions.chain(tables).chain(jump_tables).chain(slots)
    }

    /// The size of an object in bytes, and its alignment.
    fn extent(&self, object: Object) -> (usize, usize) {
        match object {
            Object::Function(n) => (self.functions[n].code.len(), CODE_ALIGNMENT),
            Object::Table(n) => (self.tables[n].bytes, self.tables[n].alignment),
            Object::JumpTable(n) => (4 * self.jump_tables[n].entries.len(), 4),
            Object::Slots => (8 * self.slots.len(), 8),
        }
    }

    /// The most bytes that its data take in a layout, with gaps.
    fn data_bytes(&self) -> usize {
        let data = self.objects().filter(|object| !matches!(object, Object::Function(_)));
        data.map(|object| self.extent(object).0 + DATA_GAP + PAGE).sum()
    }
}

impl std::fmt::Debug for Template {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Template").field("kernels", &self.kernels).finish_non_exhaustive()
    }
}

/// Puts kernels and tables into memory. Only one loader exists at a time.
#[derive(Debug)]
pub struct Loader {
    arena: Arena,
}

impl Loader {
    /// Takes the [arena](Arena). Waits while another thread has it.
    ///
    /// # Errors
    /// If code cannot be copied here, with the reason: then there is one layout.
    pub fn new() -> Result<Loader> {
        let arena = Arena::take().map_err(anyhow::Error::msg)?;
        // Before anything is written.
        let _ = arena.one_draw();
        Ok(Loader { arena })
    }

    /// Why physical pages have the order of the program's start; `None` if every layout draws them.
    #[must_use]
    pub fn one_draw(&self) -> Option<&'static str> {
        self.arena.one_draw()
    }

    /// Discards the previous layout, whose copies must not be called again, and makes a new one.
    /// The same seed and templates give the same layout, except for the arena's address and its
    /// physical pages. Returns the places of the copies, in the order of the
    /// templates.
    ///
    /// Each template has its own tables, even where several read the same static: of two that share
    /// one, the second would find in the caches what the first has read.
    ///
    /// # Errors
    /// If the arena is too small, or lies too far from the executable.
    pub fn lay_out(&mut self, seed: u64, templates: &[&Template]) -> Result<Vec<Placed>> {
        let layout = Layout::draw(seed, templates)?;
        // The copy written last is in the caches.
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(!seed);
        for number in shuffled(templates.len(), &mut generator) {
            self.write(&layout, number, templates[number])?;
        }
        let placed = templates.iter().enumerate().map(|(number, template)| {
            let kernel = |&(original, function): &(usize, usize)| {
                let copy = layout.offset(number, Object::Function(function));
                self.arena.copied(original, copy)
            };
            let tables = template.tables.iter().enumerate().map(|(n, table)| {
                let start = layout.offset(number, Object::Table(n));
                start..start + table.bytes
            });
            let kernels = template.kernels.iter().map(kernel).collect();
            Placed { kernels, tables: tables.collect() }
        });
        Ok(placed.collect())
    }

    /// Reads all tables of a copy, which loads as much of them into the caches as fits.
    pub fn read(&self, placed: &Placed) {
        placed.tables.iter().for_each(|table| self.arena.read(table.clone()));
    }

    fn write(&mut self, layout: &Layout, number: usize, template: &Template) -> Result<()> {
        let start = self.arena.address(0) as u64;
        let offset = |object| layout.offset(number, object);
        let address = |object| start + offset(object) as u64;
        let resolve = |target: Target| match target {
            Target::Fixed(address) => address,
            Target::Inside(object, offset) => address(object).wrapping_add(offset),
        };
        let slots = template.slots.iter().flat_map(|slot| resolve(*slot).to_le_bytes());
        let slots: Vec<_> = slots.collect();
        for (n, function) in template.functions.iter().enumerate() {
            let place = Object::Function(n);
            let mut code = function.code.clone();
            for reference in &function.references {
                let from = address(place) + reference.from as u64;
                let distance = resolve(reference.to).wrapping_sub(from).cast_signed();
                let distance = i32::try_from(distance).context("the arena is too far away")?;
                code[reference.at..][..4].copy_from_slice(&distance.to_le_bytes());
            }
            self.arena.write(offset(place), &code);
        }
        for (n, table) in template.jump_tables.iter().enumerate() {
            let place = Object::JumpTable(n);
            let function = address(Object::Function(table.function));
            let distance = function.wrapping_sub(address(place)) as u32;
            let entries = table.entries.iter();
            let entries = entries.flat_map(|entry| distance.wrapping_add(*entry).to_le_bytes());
            self.arena.write(offset(place), &entries.collect::<Vec<_>>());
        }
        for (n, table) in template.tables.iter().enumerate() {
            let place = offset(Object::Table(n));
            self.arena.write_table(place, *table);
            for pointer in template.pointers.iter().filter(|pointer| pointer.table == n) {
                let bytes = resolve(pointer.to).to_le_bytes();
                self.arena.write(place + pointer.at, &bytes);
            }
        }
        if !slots.is_empty() {
            self.arena.write(offset(Object::Slots), &slots);
        }
        Ok(())
    }
}

/// The offset in the arena of each object of each template.
struct Layout(HashMap<(usize, Object), usize>);

impl Layout {
    fn draw(seed: u64, templates: &[&Template]) -> Result<Layout> {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let numbered = templates.iter().enumerate();
        let objects = numbered
            .flat_map(|(number, template)| template.objects().map(move |object| (number, object)));
        let objects: Vec<_> = objects.collect();
        let order = shuffled(objects.len(), &mut generator);
        let (mut code, mut data) = (Arena::CODE, Arena::DATA);
        // Other places have other physical pages.
        let room = data.len().saturating_sub(templates.iter().map(|it| it.data_bytes()).sum());
        data.start += PAGE * below(&mut generator, room / PAGE + 1);
        let mut offsets = HashMap::new();
        for (number, object) in order.into_iter().map(|place| objects[place]) {
            let template = templates[number];
            let (bytes, alignment) = template.extent(object);
            let offset = if let Object::Function(n) = object {
                let residue = template.functions[n].residue;
                let gap = alignment * below(&mut generator, CODE_GAP / alignment);
                take(&mut code, gap, residue + bytes, alignment)? + residue
            } else {
                let gap = alignment * below(&mut generator, DATA_GAP.div_ceil(alignment));
                take(&mut data, gap, bytes, alignment)?
            };
            offsets.insert((number, object), offset);
        }
        Ok(Layout(offsets))
    }

    fn offset(&self, template: usize, object: Object) -> usize {
        self.0[&(template, object)]
    }
}

/// Takes `bytes` bytes of the free range, a gap behind its start.
fn take(free: &mut Range<usize>, gap: usize, bytes: usize, alignment: usize) -> Result<usize> {
    let start = (free.start + gap).next_multiple_of(alignment);
    ensure!(start + bytes <= free.end, "the arena has no room for {bytes} bytes more");
    free.start = start + bytes;
    Ok(start)
}
