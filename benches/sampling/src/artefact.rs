//! The functions in the running executable: their sizes and instructions.

use anyhow::{Context as _, Result};
use iced_x86::{Decoder, DecoderOptions, FlowControl, Formatter, Instruction, IntelFormatter};
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SectionKind, SymbolKind};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

/// The functions in the running executable, by their addresses in memory. Empty if the executable
/// has no symbols.
#[derive(Default)]
pub struct Artefact {
    symbols: Arc<HashMap<u64, Symbol>>,
    /// The stored addresses, by the place that stores each. Both are link-time addresses.
    pointers: BTreeMap<u64, u64>,
    /// Its code, by link-time address.
    code: Vec<(u64, Vec<u8>)>,
    /// Its constants, by link-time address.
    constants: Vec<(u64, Vec<u8>)>,
    /// The address in memory minus the link-time address.
    slide: u64,
    missing: Option<String>,
}

impl std::fmt::Debug for Artefact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [symbols, missing] = [&self.symbols.len() as &dyn std::fmt::Debug, &self.missing];
        let mut shown = f.debug_struct("Artefact");
        shown.field("symbols", symbols).field("missing", missing).finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Symbol {
    /// Its name as in the source, with its path.
    name: String,
    size: u64,
    /// Whether it is a function.
    is_code: bool,
}

/// A function of known name and address, which gives the slide.
#[inline(never)]
fn landmark() -> u64 {
    crate::hardware::register(0)
}

impl Artefact {
    /// The symbols and the code of the running executable, which is read once. If that fails, or the
    /// symbols were stripped, [`missing`](Artefact::missing) gives the reason.
    #[must_use]
    pub fn read() -> &'static Artefact {
        static READ: LazyLock<Artefact> = LazyLock::new(|| {
            Artefact::try_read().unwrap_or_else(|error| Artefact {
                missing: Some(format!("{error:#}")),
                ..Artefact::default()
            })
        });
        &READ
    }

    fn try_read() -> Result<Artefact> {
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
            // Other symbols have other kinds of addresses, such as offsets in thread-local storage.
            matches!(symbol.kind(), SymbolKind::Text | SymbolKind::Data) && symbol.is_definition()
        });
        let symbols = named.map(|symbol| {
            let name = rustc_demangle::demangle(symbol.name().unwrap_or_default());
            // The alternate form omits the compiler's hash.
            let is_code = symbol.kind() == SymbolKind::Text;
            (symbol.address(), Symbol { name: format!("{name:#}"), size: symbol.size(), is_code })
        });
        let mut symbols: HashMap<u64, Symbol> = symbols.collect();
        let relocations = file.dynamic_relocations().into_iter().flatten();
        let pointers = relocations
            .filter(|(_, relocation)| relocation.target() == RelocationTarget::Absolute)
            .map(|(place, relocation)| (place, relocation.addend() as u64));
        let pointers: BTreeMap<_, _> = pointers.collect();
        // Statics of other crates are reached through a table of addresses.
        for (&place, target) in &pointers {
            if let Some(target) = symbols.get(target).filter(|_| !symbols.contains_key(&place)) {
                let name = format!("&{}", target.name);
                symbols.insert(place, Symbol { name, size: 8, is_code: false });
            }
        }
        let sections = |kinds: &'static [SectionKind]| {
            let sections = file.sections().filter(|section| kinds.contains(&section.kind()));
            let read = sections.map(|section| {
                let bytes = section.data().context("reading the executable's sections")?;
                Ok((section.address(), bytes.to_vec()))
            });
            read.collect::<Result<_>>()
        };
        Ok(Artefact {
            symbols: Arc::new(symbols),
            pointers,
            code: sections(&[SectionKind::Text])?,
            constants: sections(&[SectionKind::ReadOnlyData, SectionKind::ReadOnlyString])?,
            slide,
            missing: None,
        })
    }

    /// The reason why no function is known, if so.
    #[must_use]
    pub fn missing(&self) -> Option<&str> {
        self.missing.as_deref()
    }

    /// The size in bytes of the function at this address and of the functions of the crate `own`
    /// that it calls. `None` if the executable's format keeps no sizes.
    #[must_use]
    pub fn code_bytes(&self, address: usize, own: &str) -> Option<u64> {
        let functions = self.functions(&[self.symbol_of(address)], &[own]).into_iter();
        let sizes = functions.map(|function| self.symbols.get(&function).map(|found| found.size));
        sizes.sum::<Option<u64>>().filter(|&size| size > 0)
    }

    /// The instructions of the function at this address and of the functions of the crate `own`
    /// that it calls, with the names they refer to. Empty if we cannot disassemble this
    /// architecture.
    #[must_use]
    pub fn listing(&self, address: usize, own: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for function in self.functions(&[self.symbol_of(address)], &[own]) {
            let instructions = self.disassemble(self.code(function), function);
            let called = !lines.is_empty() && !instructions.is_empty();
            let name = self.symbols.get(&function).filter(|_| called);
            lines.extend(name.map(|symbol| format!("{}:", symbol.name)));
            lines.extend(instructions);
        }
        lines
    }

    /// The number of conditional branches in the function at this address and in the functions of
    /// the crate `own` that it calls. `None` if unknown.
    #[must_use]
    pub fn branches(&self, address: usize, own: &str) -> Option<usize> {
        let functions = self.functions(&[self.symbol_of(address)], &[own]);
        let count = |function: &u64| {
            let code = decoded(self.code(*function), *function);
            let is_conditional =
                |i: &&Instruction| i.flow_control() == FlowControl::ConditionalBranch;
            (!code.is_empty()).then(|| code.iter().filter(is_conditional).count())
        };
        functions.iter().map(count).sum()
    }

    /// Whether the function at this address, or one of these crates that it calls, calls others by a pointer
    /// in a register or in memory of its own: those are not known.
    pub(crate) fn calls_pointers(&self, address: usize, own: &[&str]) -> bool {
        let is_pointer = |it: &Instruction| {
            let is_indirect = matches!(
                it.flow_control(),
                FlowControl::IndirectCall | FlowControl::IndirectBranch
            );
            is_indirect && !it.is_ip_rel_memory_operand()
        };
        let functions = self.functions(&[self.symbol_of(address)], own);
        functions.iter().any(|it| decoded(self.code(*it), *it).iter().any(is_pointer))
    }

    /// Whether one of these functions catches panics: it calls what takes a caught one.
    pub(crate) fn catches(&self, address: usize, own: &[&str]) -> bool {
        let is_catch = |target: u64| {
            let name = self.function_name(self.held(target).unwrap_or(target));
            name.is_some_and(|name| name.starts_with("std::panicking::catch_unwind"))
        };
        let functions = self.functions(&[self.symbol_of(address)], own);
        functions.iter().any(|it| targets(self.code(*it), *it).into_iter().any(is_catch))
    }

    /// The link-time address of an address in memory.
    pub(crate) fn symbol_of(&self, address: usize) -> u64 {
        (address as u64).wrapping_sub(self.slide)
    }

    /// The address in memory of a link-time address.
    pub(crate) fn in_memory(&self, address: u64) -> u64 {
        address.wrapping_add(self.slide)
    }

    /// The functions at these addresses, each once, and the functions below the paths `own` that
    /// they refer to, directly or indirectly. The compiler never inlines a function with special
    /// processor features into one without.
    pub(crate) fn functions(&self, addresses: &[u64], own: &[&str]) -> Vec<u64> {
        let mut functions = Vec::new();
        for &address in addresses {
            if !functions.contains(&address) {
                functions.push(address);
            }
        }
        let mut next = 0;
        while let Some(&function) = functions.get(next) {
            for target in targets(self.code(function), function) {
                let target = self.held(target).unwrap_or(target);
                let is_own = self.function_name(target).is_some_and(|name| is_below(name, own));
                if is_own && !functions.contains(&target) {
                    functions.push(target);
                }
            }
            next += 1;
        }
        functions
    }

    /// The address stored here, if any.
    pub(crate) fn held(&self, address: u64) -> Option<u64> {
        self.pointers.get(&address).copied()
    }

    /// The places in this range that store an address, each with that address.
    pub(crate) fn pointers(&self, range: Range<u64>) -> impl Iterator<Item = (u64, u64)> {
        self.pointers.range(range).map(|(place, held)| (*place, *held))
    }

    /// The name of the function that begins here.
    pub(crate) fn function_name(&self, address: u64) -> Option<&str> {
        self.symbols.get(&address).filter(|symbol| symbol.is_code).map(|symbol| &*symbol.name)
    }

    /// The constants from this address to the end of their section.
    pub(crate) fn constants(&self, address: u64) -> &[u8] {
        let constants = self.constants.iter().find_map(|(start, bytes)| {
            bytes.get(usize::try_from(address.checked_sub(*start)?).ok()?..)
        });
        constants.unwrap_or_default()
    }

    /// The code of the function at this link-time address.
    pub(crate) fn code(&self, address: u64) -> &[u8] {
        let size = self.symbols.get(&address).map_or(0, |symbol| symbol.size);
        let function = self.code.iter().find_map(|(start, bytes)| {
            let offset = usize::try_from(address.checked_sub(*start)?).ok()?;
            bytes.get(offset..offset.checked_add(usize::try_from(size).ok()?)?)
        });
        function.unwrap_or_default()
    }

    fn disassemble(&self, code: &[u8], address: u64) -> Vec<String> {
        let function = address..address + code.len() as u64;
        let names = Names { symbols: Arc::clone(&self.symbols), function };
        let mut formatter = IntelFormatter::with_options(Some(Box::new(names)), None);
        let options = formatter.options_mut();
        options.set_space_after_operand_separator(true);
        options.set_first_operand_char_index(8);
        options.set_hex_prefix("0x");
        options.set_hex_suffix("");
        options.set_uppercase_hex(false);
        let line = |instruction: &Instruction| {
            let mut line = String::new();
            formatter.format(instruction, &mut line);
            line
        };
        decoded(code, address).iter().map(line).collect()
    }
}

/// Whether a function belongs to one of these crates or modules. The path of a trait's function
/// begins with a bracket.
fn is_below(name: &str, paths: &[&str]) -> bool {
    let path = name.trim_start_matches(['<', '&']).trim_start_matches("mut ");
    let is_in = |own: &&str| path.strip_prefix(own).is_some_and(|rest| rest.starts_with("::"));
    paths.iter().any(is_in)
}

/// The addresses that the function at this address refers to: targets of its calls and jumps, and
/// memory it names by address.
fn targets(code: &[u8], address: u64) -> Vec<u64> {
    let target = |instruction: &Instruction| {
        if instruction.is_ip_rel_memory_operand() {
            return Some(instruction.ip_rel_memory_address());
        }
        Some(instruction.near_branch_target()).filter(|&target| target != 0)
    };
    decoded(code, address).iter().filter_map(target).collect()
}

/// The instructions at this address. None if we cannot decode those of this architecture.
fn decoded(code: &[u8], address: u64) -> Vec<Instruction> {
    let code = if cfg!(target_arch = "x86_64") { code } else { &[] };
    Decoder::with_ip(64, code, address, DecoderOptions::NONE).into_iter().collect()
}

/// Names the addresses in a function's instructions.
struct Names {
    symbols: Arc<HashMap<u64, Symbol>>,
    /// The addresses of the function itself, for jumps within it.
    function: Range<u64>,
}

impl iced_x86::SymbolResolver for Names {
    fn symbol(
        &mut self,
        _: &Instruction,
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
    use crate::hardware::IdleProbe;

    #[test]
    fn idle_probes_fit_every_cache_of_decoded_instructions() {
        let artefact = Artefact::read();
        for probe in IdleProbe::ALL {
            let bytes = artefact.code_bytes(probe.run() as usize, "sampling").unwrap();
            assert!((20..1024).contains(&bytes), "{probe:?}: {bytes} bytes");
        }
    }

    #[test]
    #[cfg_attr(not(target_arch = "x86_64"), ignore = "only code of x86-64 is read")]
    fn conditional_branches_are_counted_through_calls() {
        let artefact = Artefact::read();
        let branches = |function: usize, own| artefact.branches(function, own);
        // A loop, and functions that do not branch.
        let probe = IdleProbe::Nops.run() as usize;
        assert!(branches(probe, "sampling") > Some(0));
        assert_eq!(branches(landmark as fn() -> u64 as usize, "core"), Some(0));
    }

    #[inline(never)]
    fn inner(number: u64) -> u64 {
        crate::hardware::register(number).wrapping_mul(3)
    }

    #[inline(never)]
    fn outer(number: u64) -> u64 {
        inner(number).wrapping_add(inner(number ^ 1)).rotate_left(5)
    }

    /// With an own crate, a function is what it calls there, too.
    #[test]
    #[cfg_attr(not(target_arch = "x86_64"), ignore = "only code of x86-64 is read")]
    fn a_function_is_as_large_as_itself_and_what_it_calls() {
        let artefact = Artefact::read();
        assert_eq!(artefact.missing(), None);
        let [inner, outer] = [inner, outer].map(|function: fn(u64) -> u64| function as usize);
        let bytes = |function, own| artefact.code_bytes(function, own).unwrap();
        assert_eq!(bytes(outer, "sampling"), bytes(outer, "none") + bytes(inner, "none"));
        assert_eq!(bytes(outer, "sampl"), bytes(outer, "none"), "a crate, not its beginning");
        let listing = |function, own| artefact.listing(function, own);
        let whole = listing(outer, "sampling");
        let name = "sampling::artefact::tests::inner".to_owned();
        let expected = [listing(outer, "none"), vec![format!("{name}:")], listing(inner, "none")];
        assert_eq!(whole, expected.concat());
        assert!(whole.iter().any(|line| line.starts_with("call") && line.ends_with(&name)));
    }

    #[inline(never)]
    fn branchy(number: u64) -> u64 {
        let hidden = crate::hardware::register;
        let first = if hidden(number) > 5 { hidden(number) } else { inner(number) };
        if hidden(first) % 7 == 3 { inner(first) } else { hidden(first + 1) }
    }

    #[inline(never)]
    fn twice(number: u64) -> u64 {
        branchy(number).wrapping_add(branchy(number ^ 1))
    }

    #[test]
    #[cfg_attr(not(target_arch = "x86_64"), ignore = "only code of x86-64 is read")]
    fn every_branch_of_what_is_called_is_counted_once() {
        let artefact = Artefact::read();
        let [inner, branchy, twice] =
            [inner, branchy, twice].map(|function: fn(u64) -> u64| function as usize);
        let branches = |function, own| artefact.branches(function, own).unwrap();
        assert_eq!(branches(inner, "sampling"), 0);
        assert!(branches(branchy, "none") >= 2, "{:?}", artefact.listing(branchy, "none"));
        assert_eq!(branches(twice, "none"), 0);
        assert_eq!(branches(twice, "sampling"), branches(branchy, "none"));
    }

    /// A jump over a `nop`.
    #[test]
    fn a_jump_leads_to_a_place_of_its_function() {
        let code = [0xeb, 0x01, 0x90, 0xc3];
        let listing = Artefact::read().disassemble(&code, 0x7000_0000_0000);
        assert_eq!(listing, ["jmp     short +3", "nop", "ret"]);
    }
}
