//! Reads kernels: their functions, and every place in them that refers to something by distance.

use super::{
    Artefact, CODE_ALIGNMENT, Function, JumpTable, Object, Pointer, Reference, Result, Table,
    Target, Template, ensure,
};
use iced_x86::{Code, ConstantOffsets, Decoder, DecoderOptions, FlowControl, Instruction, OpKind};
use std::collections::BTreeSet;

pub(super) fn template(
    artefact: &Artefact,
    kernels: &[usize],
    own: &[&str],
    tables: Vec<Table>,
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
    let is_branch = instruction.op_count() > 0 && instruction.op0_kind() == OpKind::NearBranch64;
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
        return Target::Inside(Object::JumpTable(table), 0);
    }
    // An instruction that reads eight bytes reads only the address stored there.
    let held = artefact.held(target).filter(|_| instruction.memory_size().size() == 8);
    let held = held.map(|held| value(artefact, template, functions, held));
    match held {
        None | Some(Target::Fixed(_)) => moved,
        Some(held) => {
            let known = template.slots.iter().position(|slot| *slot == held);
            let slot = known.unwrap_or_else(|| {
                template.slots.push(held);
                template.slots.len() - 1
            });
            Target::Inside(Object::Slots, 8 * slot as u64)
        }
    }
}

/// Finds the addresses stored in tables.
fn find_pointers(artefact: &Artefact, template: &mut Template, functions: &[u64]) {
    for table in 0..template.tables.len() {
        let start = artefact.symbol_of(template.tables[table].start);
        let end = start + template.tables[table].bytes as u64;
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
        return Target::Inside(Object::Function(function), 0);
    }
    let in_memory = artefact.in_memory(symbol);
    let offset = |table: &Table| {
        let offset = in_memory.checked_sub(table.start as u64);
        offset.filter(|offset| *offset < table.bytes as u64)
    };
    let mut tables = template.tables.iter().enumerate();
    let found =
        tables.find_map(|(n, table)| Some(Target::Inside(Object::Table(n), offset(table)?)));
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
    if !instructions.iter().any(is_jump) {
        return;
    }
    let starts: BTreeSet<_> = instructions.iter().map(|(i, _)| i.ip()).collect();
    let named = instructions
        .iter()
        .filter(|(i, _)| i.code() == Code::Lea_r64_m && i.is_ip_rel_memory_operand());
    let named: BTreeSet<_> = named.map(|(i, _)| i.ip_rel_memory_address()).collect();
    let mut found_none = true;
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
            found_none = false;
        }
    }
    template.leaks |= found_none;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_to_nowhere_known_leaks() {
        let artefact = Artefact::default();
        // Through a register, through a named place, and a return.
        for (code, leaks) in [
            (&[0xff, 0xe0][..], true),
            (&[0xff, 0x25, 0, 0, 0, 0], false),
            (&[0xc3], false),
            (&[0x90, 0xff, 0xe2, 0xc3], true),
        ] {
            let mut template = Template {
                kernels: Vec::new(),
                functions: Vec::new(),
                tables: Vec::new(),
                pointers: Vec::new(),
                jump_tables: Vec::new(),
                slots: Vec::new(),
                leaks: false,
            };
            find_jump_tables(&artefact, &mut template, 0, &decode(code, 0x1000));
            assert_eq!((template.leaks(), template.jump_tables.len()), (leaks, 0), "{code:?}");
        }
    }
}
