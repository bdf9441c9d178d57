//! Sizes read from the artefact: how many bytes of code a lookup compiled to.

use anyhow::{Context as _, Result};
use object::{Object, ObjectSymbol};
use std::collections::HashMap;

/// The sizes of the functions in the running executable, by their addresses in memory.
#[derive(Debug)]
pub struct Artefact {
    sizes: HashMap<u64, u64>,
    /// How much higher the executable was loaded than its symbols say.
    slide: u64,
}

/// A function of known name and known address, by which the slide is found.
#[inline(never)]
fn landmark() -> u64 {
    crate::hardware::register(0)
}

impl Artefact {
    /// Reads the symbols of the running executable.
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
        let sizes = file.symbols().map(|symbol| (symbol.address(), symbol.size())).collect();
        Ok(Artefact { sizes, slide })
    }

    /// The size in bytes of the function at this address; nothing where the
    /// format of the executable does not keep sizes.
    #[must_use]
    pub fn code_bytes(&self, address: usize) -> Option<u64> {
        let address = (address as u64).wrapping_sub(self.slide);
        self.sizes.get(&address).copied().filter(|&size| size > 0)
    }
}
