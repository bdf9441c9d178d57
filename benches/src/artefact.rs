//! The compiled lookups in the running executable: their sizes and instructions.

use anyhow::{Context as _, Result};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind};
use std::collections::HashMap;
#[cfg(target_arch = "x86_64")]
use std::ops::Range;
use std::rc::Rc;

/// The functions in the running executable, by their addresses in memory.
#[derive(Debug)]
pub struct Artefact {
    symbols: Rc<HashMap<u64, Symbol>>,
    /// Its code, by the addresses that the symbols name.
    code: Vec<(u64, Vec<u8>)>,
    /// How much higher the executable was loaded than its symbols say.
    slide: u64,
}

#[derive(Debug)]
struct Symbol {
    /// As it was written, with its path.
    name: String,
    size: u64,
    /// The symbol's address that is stored here, if that is all.
    holds: Option<u64>,
}

/// A function of known name and known address, by which the slide is found.
#[inline(never)]
fn landmark() -> u64 {
    sampling::hardware::register(0)
}

impl Artefact {
    /// Reads the symbols and the code of the running executable.
    ///
    /// # Errors
    /// If the executable cannot be read or its symbols were stripped.
    pub fn read() -> Result<Artefact> {
        let path = std::env::current_exe().context("the executable has no path")?;
        let bytes = std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        let file = object::File::parse(&*bytes)
            .with_context(|| format!("{} is no object file", path.display()))?;
        let known = file
            .symbols()
            .find(|symbol| symbol.name().is_ok_and(|name| name.contains("8artefact8landmark")))
            .with_context(|| format!("{} has no symbols", path.display()))?;
        let slide = (landmark as fn() -> u64 as usize as u64).wrapping_sub(known.address());
        let named = file.symbols().filter(|symbol| {
            // The others' addresses are of another kind, such as offsets within a thread's own data.
            matches!(symbol.kind(), SymbolKind::Text | SymbolKind::Data) && symbol.is_definition()
        });
        let symbols = named.map(|symbol| {
            let name = rustc_demangle::demangle(symbol.name().unwrap_or_default());
            // The alternate form leaves out the compiler's hash, which says nothing.
            (
                symbol.address(),
                Symbol { name: format!("{name:#}"), size: symbol.size(), holds: None },
            )
        });
        let mut symbols: HashMap<u64, Symbol> = symbols.collect();
        // Another crate's statics are reached by way of a table of addresses.
        for (place, relocation) in file.dynamic_relocations().into_iter().flatten() {
            if let Some(target) = symbols.get(&(relocation.addend() as u64)) {
                let (name, holds) = (format!("&{}", target.name), relocation.addend() as u64);
                symbols.insert(place, Symbol { name, size: 8, holds: Some(holds) });
            }
        }
        let code = file.sections().filter(|section| section.kind() == SectionKind::Text);
        let code = code.map(|section| {
            let bytes = section.data().context("reading the code")?;
            Ok((section.address(), bytes.to_vec()))
        });
        Ok(Artefact { symbols: Rc::new(symbols), code: code.collect::<Result<_>>()?, slide })
    }

    /// The size in bytes of the function at this address and of those of the crate `own`
    /// that it calls; nothing where the executable's format keeps no sizes.
    #[must_use]
    pub fn code_bytes(&self, address: usize, own: &str) -> Option<u64> {
        let functions = self.functions(address, own).into_iter();
        let sizes = functions.map(|function| self.symbols.get(&function).map(|found| found.size));
        sizes.sum::<Option<u64>>().filter(|&size| size > 0)
    }

    /// The instructions of the function at this address and of those of the crate `own` that
    /// it calls, with the names they refer to; none where we cannot disassemble this
    /// architecture.
    #[must_use]
    pub fn listing(&self, address: usize, own: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for function in self.functions(address, own) {
            let instructions = self.disassemble(self.code(function), function);
            let called = !lines.is_empty() && !instructions.is_empty();
            let name = self.symbols.get(&function).filter(|_| called);
            lines.extend(name.map(|symbol| format!("{}:", symbol.name)));
            lines.extend(instructions);
        }
        lines
    }

    /// The function at this address, and those of the crate `own` that it calls, directly or
    /// through each other. The compiler never inlines a function with special processor
    /// features into one without.
    fn functions(&self, address: usize, own: &str) -> Vec<u64> {
        let path = format!("{own}::");
        let mut functions = vec![(address as u64).wrapping_sub(self.slide)];
        let mut next = 0;
        while let Some(&function) = functions.get(next) {
            for place in targets(self.code(function), function) {
                let target = self.symbols.get(&place).and_then(|symbol| symbol.holds);
                let target = target.unwrap_or(place);
                let called = self.symbols.get(&target).map_or("", |symbol| &symbol.name);
                // A type's own function of a trait begins with a bracket.
                let is_own = called.trim_start_matches('<').starts_with(&path);
                if is_own && !functions.contains(&target) {
                    functions.push(target);
                }
            }
            next += 1;
        }
        functions
    }

    /// The code of the function that the symbols have at this address.
    fn code(&self, address: u64) -> &[u8] {
        let size = self.symbols.get(&address).map_or(0, |symbol| symbol.size);
        let function = self.code.iter().find_map(|(start, bytes)| {
            let offset = usize::try_from(address.checked_sub(*start)?).ok()?;
            bytes.get(offset..offset.checked_add(usize::try_from(size).ok()?)?)
        });
        function.unwrap_or_default()
    }

    #[cfg(target_arch = "x86_64")]
    fn disassemble(&self, code: &[u8], address: u64) -> Vec<String> {
        use iced_x86::{Decoder, DecoderOptions, Formatter, IntelFormatter};
        let function = address..address + code.len() as u64;
        let names = Names { symbols: Rc::clone(&self.symbols), function };
        let mut formatter = IntelFormatter::with_options(Some(Box::new(names)), None);
        let options = formatter.options_mut();
        options.set_space_after_operand_separator(true);
        options.set_first_operand_char_index(8);
        options.set_hex_prefix("0x");
        options.set_hex_suffix("");
        options.set_uppercase_hex(false);
        let line = |instruction| {
            let mut line = String::new();
            formatter.format(&instruction, &mut line);
            line
        };
        Decoder::with_ip(64, code, address, DecoderOptions::NONE).into_iter().map(line).collect()
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn disassemble(&self, _: &[u8], _: u64) -> Vec<String> {
        Vec::new()
    }
}

/// Where the function at this address calls or jumps to, or where the address of
/// that is stored.
#[cfg(target_arch = "x86_64")]
fn targets(code: &[u8], address: u64) -> Vec<u64> {
    use iced_x86::{Code, Decoder, DecoderOptions, Instruction};
    let instructions = Decoder::with_ip(64, code, address, DecoderOptions::NONE).into_iter();
    let target = |instruction: Instruction| match instruction.code() {
        Code::Call_rm64 | Code::Jmp_rm64 => {
            instruction.is_ip_rel_memory_operand().then(|| instruction.ip_rel_memory_address())
        }
        _ => Some(instruction.near_branch_target()).filter(|&target| target != 0),
    };
    instructions.filter_map(target).collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn targets(_: &[u8], _: u64) -> Vec<u64> {
    Vec::new()
}

/// Names what the instructions of a function refer to.
#[cfg(target_arch = "x86_64")]
struct Names {
    symbols: Rc<HashMap<u64, Symbol>>,
    /// The addresses of the function itself, in which it jumps.
    function: Range<u64>,
}

#[cfg(target_arch = "x86_64")]
impl iced_x86::SymbolResolver for Names {
    fn symbol(
        &mut self,
        _: &iced_x86::Instruction,
        _: u32,
        _: Option<u32>,
        address: u64,
        _: u32,
    ) -> Option<iced_x86::SymbolResult<'_>> {
        if self.function.contains(&address) {
            let place = format!("+{}", address - self.function.start);
            return Some(iced_x86::SymbolResult::with_string(address, place));
        }
        let symbol = self.symbols.get(&address)?;
        Some(iced_x86::SymbolResult::with_str(address, &symbol.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sampling::hardware::IdleProbe;

    #[test]
    fn idle_probes_fit_every_cache_of_decoded_instructions() {
        let artefact = Artefact::read().unwrap();
        for probe in IdleProbe::ALL {
            let bytes = artefact.code_bytes(probe.run() as usize, "sampling").unwrap();
            assert!((20..1024).contains(&bytes), "{probe:?}: {bytes} bytes");
        }
    }
}
