//! Layouts: the places of code and tables in memory, drawn at random while the program runs.
//!
//! The start of a loop and of a table moves figures by more than many of the differences that we
//! look for. So a kernel is compiled once and copied. A [`Template`] holds its machine code, that
//! of the functions it calls, and every place in it that refers to something by distance. A
//! [`Loader`] puts copies of code and tables at random places in the [`arena`](sampling::arena) and
//! corrects the distances.
//!
//! Instructions keep their lengths and order, and functions keep their offset within 16 bytes, to
//! which compilers align loops. Objects that cannot be moved stay in place and still work:
//! functions of other crates, constants of vector instructions, and anything reached through a
//! pointer in memory.

use crate::artefact::Artefact;
use crate::streams::{below, shuffled};
use anyhow::{Context as _, Result, ensure};
use lookup::Table;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use sampling::arena::{Arena, Copied, PAGE};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// Functions, and loops inside them, begin at multiples of this.
const CODE_ALIGNMENT: usize = 16;

/// The gap before each function is below this, so that it may begin anywhere in a page.
const CODE_GAP: usize = 4096;

/// The gap before each table is below this, so that it may begin anywhere in a page, and in pages
/// of several colors.
const DATA_GAP: usize = 4 * 4096;

/// Modules of the standard library with functions generic over ours. These are compiled with ours
/// and called within lookups. The library's other functions report errors.
const GENERIC: [&str; 6] =
    ["core::array", "core::cmp", "core::iter", "core::num", "core::ops", "core::slice::iter"];

/// The kernels of a contender with the functions and tables that move with them.
pub struct Template {
    /// The address in memory of each kernel, and its number among the functions.
    kernels: Vec<(usize, usize)>,
    /// The kernels and the functions they call.
    functions: Vec<Function>,
    tables: Vec<&'static dyn Table>,
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
    Function(usize),
    /// A table, and an offset in bytes from its start.
    Table(usize, u64),
    JumpTable(usize),
    Slot(usize),
}

/// An object that lies in one piece, by the template's number and its own number in the template.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Object {
    Function(usize, usize),
    Table(usize, usize),
    JumpTable(usize, usize),
    /// All slots.
    Slots(usize),
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
    /// below the paths `own`, such as `pins_snipers`, that they refer to. Finds their references to
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
        tables: &[&'static dyn Table],
    ) -> Result<Template> {
        if let Some(reason) = artefact.missing() {
            anyhow::bail!("one layout: {reason}");
        }
        let tables = tables.iter().copied().filter(|table| size_of_val(*table) > 0);
        let mut tables: Vec<_> = tables.collect();
        tables.sort_by_key(|table| address(*table));
        tables.dedup_by_key(|table| address(*table));
        reading::template(artefact, kernels, &[own, &GENERIC].concat(), tables)
    }

    /// Whether a copy jumps into the original, through a table of addresses that was not found. Its
    /// answers are correct, but its layout is partly the original's.
    #[must_use]
    pub fn leaks(&self) -> bool {
        self.leaks
    }

    /// The number of its tables that its code or another table names. It reaches the others through
    /// pointers made at run time, or not at all.
    #[must_use]
    pub fn moved_tables(&self) -> usize {
        let references = self.functions.iter().flat_map(|function| &function.references);
        let targets = references.map(|reference| &reference.to).chain(&self.slots);
        let targets = targets.chain(self.pointers.iter().map(|pointer| &pointer.to));
        let named: BTreeSet<_> = targets
            .filter_map(|target| match target {
                Target::Table(table, _) => Some(table),
                _ => None,
            })
            .collect();
        named.len()
    }

    /// The most bytes that its data take in a layout, with gaps.
    fn data_bytes(&self) -> usize {
        let tables = self.tables.iter().map(|table| size_of_val(*table));
        let jumps = self.jump_tables.iter().map(|table| 4 * table.entries.len());
        let pieces = tables.chain(jumps).chain([8 * self.slots.len()]);
        pieces.map(|bytes| bytes + DATA_GAP + PAGE).sum()
    }

    /// The objects that a layout must place, if this template has this number.
    fn objects(&self, place: usize) -> impl Iterator<Item = Object> {
        let functions = (0..self.functions.len()).map(move |n| Object::Function(place, n));
        let tables = (0..self.tables.len()).map(move |n| Object::Table(place, n));
        let jump_tables = (0..self.jump_tables.len()).map(move |n| Object::JumpTable(place, n));
        let slots = (!self.slots.is_empty()).then_some(Object::Slots(place));
        functions.chain(tables).chain(jump_tables).chain(slots)
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
                let copy = layout.offset(Object::Function(number, function));
                self.arena.copied(original, copy)
            };
            let tables = template.tables.iter().enumerate().map(|(n, table)| {
                let start = layout.offset(Object::Table(number, n));
                start..start + size_of_val(*table)
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
        let address = |object| start + layout.offset(object) as u64;
        let resolve = |target: Target| match target {
            Target::Fixed(address) => address,
            Target::Function(function) => address(Object::Function(number, function)),
            Target::Table(table, offset) => {
                address(Object::Table(number, table)).wrapping_add(offset)
            }
            Target::JumpTable(table) => address(Object::JumpTable(number, table)),
            Target::Slot(slot) => address(Object::Slots(number)) + 8 * slot as u64,
        };
        let slots = template.slots.iter().flat_map(|slot| resolve(*slot).to_le_bytes());
        let slots: Vec<_> = slots.collect();
        for (n, function) in template.functions.iter().enumerate() {
            let place = Object::Function(number, n);
            let mut code = function.code.clone();
            for reference in &function.references {
                let from = address(place) + reference.from as u64;
                let distance = resolve(reference.to).wrapping_sub(from).cast_signed();
                let distance = i32::try_from(distance).context("the arena is too far away")?;
                code[reference.at..][..4].copy_from_slice(&distance.to_le_bytes());
            }
            self.arena.write(layout.offset(place), &code);
        }
        for (n, table) in template.jump_tables.iter().enumerate() {
            let place = Object::JumpTable(number, n);
            let function = address(Object::Function(number, table.function));
            let distance = function.wrapping_sub(address(place)) as u32;
            let entries = table.entries.iter();
            let entries = entries.flat_map(|entry| distance.wrapping_add(*entry).to_le_bytes());
            self.arena.write(layout.offset(place), &entries.collect::<Vec<_>>());
        }
        for (n, table) in template.tables.iter().enumerate() {
            let place = Object::Table(number, n);
            self.arena.write_value(layout.offset(place), *table);
            for pointer in template.pointers.iter().filter(|pointer| pointer.table == n) {
                let bytes = resolve(pointer.to).to_le_bytes();
                self.arena.write(layout.offset(place) + pointer.at, &bytes);
            }
        }
        if !slots.is_empty() {
            self.arena.write(layout.offset(Object::Slots(number)), &slots);
        }
        Ok(())
    }
}

/// The offset of each object in the arena.
struct Layout(HashMap<Object, usize>);

impl Layout {
    fn draw(seed: u64, templates: &[&Template]) -> Result<Layout> {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let numbered = templates.iter().enumerate();
        let objects = numbered.flat_map(|(number, template)| template.objects(number));
        let objects: Vec<_> = objects.collect();
        let order = shuffled(objects.len(), &mut generator);
        let (mut code, mut data) = (Arena::CODE, Arena::DATA);
        // Other places have other physical pages.
        let room = data.len().saturating_sub(templates.iter().map(|it| it.data_bytes()).sum());
        data.start += PAGE * below(&mut generator, room / PAGE + 1);
        let mut offsets = HashMap::new();
        for object in order.into_iter().map(|number| objects[number]) {
            let offset = match object {
                Object::Function(place, n) => {
                    let Function { code: ref bytes, residue, .. } = templates[place].functions[n];
                    let gap = CODE_ALIGNMENT * below(&mut generator, CODE_GAP / CODE_ALIGNMENT);
                    take(&mut code, gap, residue + bytes.len(), CODE_ALIGNMENT)? + residue
                }
                Object::Table(place, n) => {
                    let table = templates[place].tables[n];
                    let alignment = align_of_val(table);
                    let gap = alignment * below(&mut generator, DATA_GAP.div_ceil(alignment));
                    take(&mut data, gap, size_of_val(table), alignment)?
                }
                Object::JumpTable(place, n) => {
                    let bytes = 4 * templates[place].jump_tables[n].entries.len();
                    take(&mut data, 4 * below(&mut generator, DATA_GAP / 4), bytes, 4)?
                }
                Object::Slots(place) => {
                    let bytes = 8 * templates[place].slots.len();
                    take(&mut data, 8 * below(&mut generator, DATA_GAP / 8), bytes, 8)?
                }
            };
            offsets.insert(object, offset);
        }
        Ok(Layout(offsets))
    }

    fn offset(&self, object: Object) -> usize {
        self.0[&object]
    }
}

/// Takes `bytes` bytes of the free range, a gap behind its start.
fn take(free: &mut Range<usize>, gap: usize, bytes: usize, alignment: usize) -> Result<usize> {
    let start = (free.start + gap).next_multiple_of(alignment);
    ensure!(start + bytes <= free.end, "the arena has no room for {bytes} bytes more");
    free.start = start + bytes;
    Ok(start)
}

fn address(table: &'static dyn Table) -> usize {
    std::ptr::from_ref(table).addr()
}

#[cfg(not(target_arch = "x86_64"))]
mod reading {
    use super::{Artefact, Result, Table, Template};

    pub(super) fn template(
        _: &Artefact,
        _: &[usize],
        _: &[&str],
        _: Vec<&'static dyn Table>,
    ) -> Result<Template> {
        anyhow::bail!("one layout: code is copied on x86-64 only")
    }
}

#[cfg(target_arch = "x86_64")]
mod reading {
    use super::{
        Artefact, CODE_ALIGNMENT, Function, JumpTable, Pointer, Reference, Result, Table, Target,
        Template, address, ensure,
    };
    use iced_x86::{
        Code, ConstantOffsets, Decoder, DecoderOptions, FlowControl, Instruction, OpKind,
    };
    use std::collections::BTreeSet;

    pub(super) fn template(
        artefact: &Artefact,
        kernels: &[usize],
        own: &[&str],
        tables: Vec<&'static dyn Table>,
    ) -> Result<Template> {
        let symbols: Vec<_> = kernels.iter().map(|kernel| artefact.symbol_of(*kernel)).collect();
        let starts = artefact.functions(&symbols, own);
        // Two kernels with the same code may be one function.
        let number = |symbol| starts.iter().position(|start| *start == symbol);
        let numbers = symbols.iter().filter_map(|symbol| number(*symbol));
        let mut template = Template {
            kernels: kernels.iter().copied().zip(numbers).collect(),
            functions: Vec::new(),
            tables,
            pointers: Vec::new(),
            jump_tables: Vec::new(),
            slots: Vec::new(),
            leaks: false,
        };
        find_pointers(artefact, &mut template, &starts);
        for (number, &start) in starts.iter().enumerate() {
            let code = artefact.code(start);
            let name = artefact.function_name(start).unwrap_or("a kernel");
            ensure!(!code.is_empty(), "{name}: the executable does not tell its size");
            let instructions = decode(code, start);
            find_jump_tables(artefact, &mut template, number, &instructions);
            let mut references = Vec::new();
            for (instruction, constants) in &instructions {
                ensure!(!instruction.is_invalid(), "{name}: unknown instructions");
                let Some((target, at, size)) = reference(instruction, constants) else { continue };
                if (start..start + code.len() as u64).contains(&target) {
                    continue;
                }
                ensure!(size == 4, "{name}: a short jump leaves it");
                let offset = (instruction.ip() - start) as usize;
                references.push(Reference {
                    at: offset + at,
                    from: offset + instruction.len(),
                    to: resolve(artefact, &mut template, &starts, instruction, target),
                });
            }
            let residue = start as usize % CODE_ALIGNMENT;
            template.functions.push(Function { code: code.to_vec(), residue, references });
        }
        Ok(template)
    }

    type Decoded = Vec<(Instruction, ConstantOffsets)>;

    fn decode(code: &[u8], start: u64) -> Decoded {
        let mut decoder = Decoder::with_ip(64, code, start, DecoderOptions::NONE);
        let mut instructions = Vec::new();
        while decoder.can_decode() {
            let instruction = decoder.decode();
            instructions.push((instruction, decoder.get_constant_offsets(&instruction)));
        }
        instructions
    }

    /// The address that an instruction names by distance, and the offset and size in bytes of that
    /// distance in the instruction.
    fn reference(
        instruction: &Instruction,
        constants: &ConstantOffsets,
    ) -> Option<(u64, usize, usize)> {
        if instruction.is_ip_rel_memory_operand() {
            let address = instruction.ip_rel_memory_address();
            return Some((address, constants.displacement_offset(), constants.displacement_size()));
        }
        let is_branch =
            instruction.op_count() > 0 && instruction.op0_kind() == OpKind::NearBranch64;
        let target = instruction.near_branch_target();
        is_branch.then(|| (target, constants.immediate_offset(), constants.immediate_size()))
    }

    /// The target of an instruction's reference to this address.
    fn resolve(
        artefact: &Artefact,
        template: &mut Template,
        functions: &[u64],
        instruction: &Instruction,
        target: u64,
    ) -> Target {
        let moved = value(artefact, template, functions, target);
        let Target::Fixed(_) = moved else { return moved };
        if let Some(table) = template.jump_tables.iter().position(|table| table.address == target) {
            return Target::JumpTable(table);
        }
        // An instruction that reads eight bytes reads only the address stored there.
        let held = artefact.held(target).filter(|_| instruction.memory_size().size() == 8);
        let held = held.map(|held| value(artefact, template, functions, held));
        match held {
            None | Some(Target::Fixed(_)) => moved,
            Some(held) => {
                let known = template.slots.iter().position(|slot| *slot == held);
                Target::Slot(known.unwrap_or_else(|| {
                    template.slots.push(held);
                    template.slots.len() - 1
                }))
            }
        }
    }

    /// Finds the addresses stored in tables.
    fn find_pointers(artefact: &Artefact, template: &mut Template, functions: &[u64]) {
        for table in 0..template.tables.len() {
            let start = artefact.symbol_of(address(template.tables[table]));
            let end = start + size_of_val(template.tables[table]) as u64;
            for (place, held) in artefact.pointers(start..end) {
                let to = value(artefact, template, functions, held);
                let at = (place - start) as usize;
                template.pointers.push(Pointer { table, at, to });
            }
        }
    }

    /// The target that an address becomes.
    fn value(artefact: &Artefact, template: &Template, functions: &[u64], symbol: u64) -> Target {
        if let Some(function) = functions.iter().position(|start| *start == symbol) {
            return Target::Function(function);
        }
        let in_memory = artefact.in_memory(symbol);
        let offset = |table: &&'static dyn Table| {
            let offset = in_memory.checked_sub(address(*table) as u64);
            offset.filter(|offset| *offset < size_of_val(*table) as u64)
        };
        let mut tables = template.tables.iter().enumerate();
        let found = tables.find_map(|(n, table)| Some(Target::Table(n, offset(table)?)));
        found.unwrap_or(Target::Fixed(in_memory))
    }

    /// Finds a function's jump tables: distances from the table's start to instructions of the
    /// function.
    fn find_jump_tables(
        artefact: &Artefact,
        template: &mut Template,
        function: usize,
        instructions: &Decoded,
    ) {
        let is_jump = |(instruction, _): &(Instruction, ConstantOffsets)| {
            instruction.flow_control() == FlowControl::IndirectBranch
                && !instruction.is_ip_rel_memory_operand()
        };
        let numbered = instructions.iter().enumerate();
        let jumps: Vec<_> = numbered.filter(|(_, i)| is_jump(i)).map(|(n, _)| n).collect();
        if jumps.is_empty() {
            return;
        }
        let starts: BTreeSet<_> = instructions.iter().map(|(i, _)| i.ip()).collect();
        let named = instructions
            .iter()
            .filter(|(i, _)| i.code() == Code::Lea_r64_m && i.is_ip_rel_memory_operand());
        let named: BTreeSet<_> = named.map(|(i, _)| i.ip_rel_memory_address()).collect();
        let mut found = BTreeSet::new();
        let start = instructions[0].0.ip();
        for &address in &named {
            // A table ends at the next table or at the first other value.
            let next = named.range(address + 1..).next().map_or(u64::MAX, |next| next - address);
            let (entries, _) = artefact.constants(address).as_chunks::<4>();
            let entries = entries.iter().take(usize::try_from(next / 4).unwrap_or(usize::MAX));
            let entries = entries.map_while(|entry| {
                let distance = i64::from(i32::from_le_bytes(*entry));
                let to = address.wrapping_add_signed(distance);
                starts.contains(&to).then(|| (to - start) as u32)
            });
            let entries: Vec<_> = entries.collect();
            if !entries.is_empty() {
                template.jump_tables.push(JumpTable { address, function, entries });
                found.insert(address);
            }
        }
        // Several jumps may use one table.
        let is_known = |jump: &usize| match read_by(&instructions[..*jump]) {
            Some(Some(table)) => found.contains(&table),
            Some(None) => !found.is_empty(),
            None => false,
        };
        template.leaks |= !jumps.iter().all(is_known);
    }

    /// The table that the jump behind these instructions uses. The inner `None` means that its
    /// address was kept elsewhere meanwhile, the outer one that there is no table.
    fn read_by(before: &[(Instruction, ConstantOffsets)]) -> Option<Option<u64>> {
        /// The most instructions from reading a table to the jump.
        const NEAR: usize = 16;
        let is_read =
            |i: &Instruction| i.code() == Code::Movsxd_r64_rm32 && i.memory_index_scale() == 4;
        let near = before.len().saturating_sub(NEAR);
        let place = near + before[near..].iter().rposition(|(i, _)| is_read(i))?;
        let base = before[place].0.memory_base();
        let is_address = |i: &Instruction| {
            i.code() == Code::Lea_r64_m && i.op0_register() == base && i.is_ip_rel_memory_operand()
        };
        let address = before[..place].iter().rev().find(|(i, _)| is_address(i));
        Some(address.map(|(i, _)| i.ip_rel_memory_address()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Contender, Workload};
    use crate::kernel::{Form, WorkingSet};
    use crate::questions;
    use crate::streams::Asked;
    use crate::study::crates;

    const QUERIES: Range<usize> = 5..1005;

    /// A kernel that is copied by itself, and its sum.
    struct Case {
        workload: Workload,
        template: Template,
        sum: u64,
    }

    impl Case {
        fn sum_of(&self, placed: &Placed) -> u64 {
            (self.workload.begin)(0);
            (self.workload.run)(Some(placed.kernels[0]), 0, QUERIES, &WorkingSet::new(0))
        }
    }

    /// Kernels of the study with the simplest tables. Empty where code cannot be copied.
    fn cases() -> Vec<Case> {
        let study = questions::between::study();
        let (artefact, own) = (Artefact::read(), crates(std::slice::from_ref(&study)));
        let own: Vec<_> = own.iter().map(String::as_str).collect();
        let asked = Asked { stream: study.main_stream(), questions: None };
        let case = |contender: &Contender| {
            let workload = contender.workload(asked, Form::Throughput);
            let kernels = [workload.kernel];
            let template = Template::of(&artefact, &kernels, &own, &contender.tables);
            if cfg!(not(all(unix, target_arch = "x86_64"))) {
                return None;
            }
            let template = template.unwrap();
            Some(Case { sum: workload.sum(0, QUERIES), workload, template })
        };
        let available = study.contenders.iter().filter(|contender| contender.is_available());
        available.filter(|contender| contender.answers(asked.stream)).filter_map(case).collect()
    }

    #[test]
    fn a_copy_reads_a_table_of_its_own() {
        let cases = cases();
        let Some(case) = cases.first() else { return };
        let template = &case.template;
        let mut loader = Loader::new().unwrap();
        let copies = loader.lay_out(1, &[template; 2]).unwrap();
        let table = Layout::draw(1, &[template; 2]).unwrap().offset(Object::Table(0, 0));
        loader.arena.write(table, &vec![0; size_of_val(template.tables[0])]);
        assert_ne!(case.sum_of(&copies[0]), case.sum);
        assert_eq!(case.sum_of(&copies[1]), case.sum);
    }

    #[test]
    fn layouts_are_drawn_by_their_seed_and_nothing_overlaps() {
        let cases = cases();
        let templates = || cases.iter().map(|case| &case.template);
        if cases.is_empty() {
            return;
        }
        let draw = |seed| Layout::draw(seed, &templates().collect::<Vec<_>>()).unwrap().0;
        assert_eq!(draw(1), draw(1));
        let mut residues = BTreeSet::new();
        for seed in 0..16 {
            let offsets = draw(seed);
            let kernel = Object::Function(0, 0);
            assert!(seed == 0 || offsets[&kernel] != draw(seed - 1)[&kernel]);
            residues.insert(offsets[&kernel] % 64);
            let bytes = |object: &Object| match *object {
                Object::Function(request, n) => {
                    templates().nth(request).unwrap().functions[n].code.len()
                }
                Object::Table(request, n) => {
                    size_of_val(templates().nth(request).unwrap().tables[n])
                }
                Object::JumpTable(request, n) => {
                    4 * templates().nth(request).unwrap().jump_tables[n].entries.len()
                }
                Object::Slots(request) => 8 * templates().nth(request).unwrap().slots.len(),
            };
            let mut ranges: Vec<_> =
                offsets.iter().map(|(object, offset)| *offset..offset + bytes(object)).collect();
            ranges.sort_by_key(|range| range.start);
            assert!(ranges.windows(2).all(|pair| pair[0].end <= pair[1].start));
            for (object, offset) in &offsets {
                let is_code = matches!(object, Object::Function(..));
                let part = if is_code { Arena::CODE } else { Arena::DATA };
                assert!(part.contains(offset) && offset + bytes(object) <= part.end);
            }
        }
        assert_eq!(residues.len(), 4, "a kernel begins at each multiple of 16 in a cache line");
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        let cases = cases();
        let Some(Case { template, .. }) = cases.first() else { return };
        let templates = vec![template; 20_000];
        let error = Loader::new().unwrap().lay_out(1, &templates).unwrap_err();
        assert!(error.to_string().contains("no room"), "{error}");
    }
}
