//! Memory beside the executable, into which code and tables are copied while the program runs.
//!
//! It is a static without initial contents, so it lies within 2 GB of the code. Copied
//! instructions need that: they refer to the rest of the program by distances of 32 bits. Code
//! and data have separate parts, because a processor that sees a write beside instructions it has
//! decoded throws them away.
//!
//! Caches beyond the first level are indexed by physical addresses, and a system gives a program its
//! physical pages once, often in their order. On Linux the pages of the arena's data are therefore
//! shuffled: data at another place lie in a random choice of pages.

use crate::hardware;
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Bytes in a page of memory.
pub const PAGE: usize = 4096;

/// Pages for data: 64 MB, room for the tables of all functions that are compared, each with its own, in
/// many places.
const PAGES: usize = 1 << 14;

/// Bytes for code.
const CODE: usize = 16 << 20;

const BYTES: usize = CODE + PAGE * (1 + PAGES);

const _: () = assert!(CODE.is_multiple_of(PAGE) && align_of::<Memory>() == PAGE, "whole pages");

#[repr(align(4096))]
struct Memory(UnsafeCell<MaybeUninit<[u8; BYTES]>>);

// SAFETY: only an `Arena` writes to it, only one exists at a time, and nothing refers to it.
unsafe impl Sync for Memory {}

static MEMORY: Memory = Memory(UnsafeCell::new(MaybeUninit::uninit()));

static TAKEN: Mutex<()> = Mutex::new(());

/// The memory. Offsets from its start name its contents.
#[derive(Debug)]
pub struct Arena {
    _taken: MutexGuard<'static, ()>,
}

/// A function, and the place of its copy in the arena.
#[derive(Clone, Copy, Debug)]
pub struct Copied {
    original: usize,
    copy: usize,
}

/// A static that kernels read, by its place.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    pub(crate) start: usize,
    pub(crate) bytes: usize,
    pub(crate) alignment: usize,
}

impl Table {
    /// The place of this static, which must not change: a copy would not. One without bytes is never
    /// moved or read.
    #[must_use]
    pub fn of<T: ?Sized + Sync>(table: &'static T) -> Table {
        let start = std::ptr::from_ref(table).cast::<()>().expose_provenance();
        Table { start, bytes: size_of_val(table), alignment: align_of_val(table) }
    }

    /// The place of an object that another compiler made.
    ///
    /// # Safety
    /// So many bytes can be read there, as long as the program runs, and they never change.
    #[must_use]
    pub unsafe fn at(start: *const u8, bytes: usize, alignment: usize) -> Table {
        Table { start: start.expose_provenance(), bytes, alignment }
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(self) -> usize {
        self.bytes
    }

    /// Reads it, which loads as much of it into the caches as fits.
    pub fn read(self) {
        let start = std::ptr::with_exposed_provenance::<MaybeUninit<u8>>(self.start);
        // SAFETY: a static lives as long as the program, and `MaybeUninit` allows padding.
        hardware::read(unsafe { std::slice::from_raw_parts(start, self.bytes) });
    }
}

impl Arena {
    /// The offsets at which code can run.
    pub const CODE: Range<usize> = 0..CODE;

    /// The offsets for data, a page away from the code.
    pub const DATA: Range<usize> = Arena::CODE.end + PAGE..BYTES;

    /// Takes the arena, and waits while another thread has it; a thread must not take it twice.
    ///
    /// # Errors
    /// If the system allows no memory to be written and run, with the reason.
    pub fn take() -> Result<Arena, String> {
        static RUNNABLE: OnceLock<Result<(), String>> = OnceLock::new();
        RUNNABLE.get_or_init(make_runnable).clone()?;
        // Leftovers of a thread that panicked are overwritten like everything else.
        Ok(Arena { _taken: TAKEN.lock().unwrap_or_else(PoisonError::into_inner) })
    }

    /// The address of an offset.
    #[must_use]
    pub fn address(&self, offset: usize) -> usize {
        (&raw const MEMORY).expose_provenance() + offset
    }

    /// Why data lie in the physical pages of the program's start, in their order; `None` if pages
    /// are shuffled.
    #[must_use]
    pub fn one_draw(&self) -> Option<&'static str> {
        static SHUFFLED: OnceLock<Result<(), String>> = OnceLock::new();
        SHUFFLED.get_or_init(pages::shuffle).as_ref().err().map(String::as_str)
    }

    /// Writes these bytes at an offset.
    ///
    /// # Panics
    /// If they reach beyond the end.
    pub fn write(&mut self, offset: usize, bytes: &[u8]) {
        self.copy(offset, bytes.as_ptr(), bytes.len());
    }

    /// Writes a copy of a table.
    ///
    /// # Panics
    /// If it reaches beyond the end.
    pub fn write_table(&mut self, offset: usize, table: Table) {
        self.copy(offset, std::ptr::with_exposed_provenance(table.start), table.bytes);
    }

    /// Copies so many bytes, which the callers own.
    fn copy(&mut self, offset: usize, from: *const u8, bytes: usize) {
        assert!(offset <= BYTES && bytes <= BYTES - offset, "{bytes} bytes at {offset}");
        let memory = MEMORY.0.get().cast::<u8>();
        // SAFETY: a slice or a static has this many bytes there. The target is inside the static
        // memory, as asserted. Nothing refers to it, and nobody else writes to it.
        unsafe { std::ptr::copy_nonoverlapping(from, memory.add(offset), bytes) };
    }

    /// Reads a byte of every cache line of these offsets.
    ///
    /// # Panics
    /// If they reach beyond the end.
    pub fn read(&self, offsets: Range<usize>) {
        hardware::read(self.bytes(offsets));
    }

    fn bytes(&self, offsets: Range<usize>) -> &[MaybeUninit<u8>] {
        let Range { start, end } = offsets;
        assert!(start <= end && end <= BYTES, "{start} to {end}");
        let memory = MEMORY.0.get().cast::<MaybeUninit<u8>>();
        // SAFETY: inside the static, as asserted. The holder of the arena writes to it only
        // through a unique reference. `MaybeUninit` allows uninitialised bytes.
        unsafe { std::slice::from_raw_parts(memory.add(start), end - start) }
    }

    /// Declares that a copy of the function at the address `original` begins at this offset.
    ///
    /// The caller guarantees that whatever [`Copied::function`] returns is called only while the
    /// code there does what the original does.
    ///
    /// # Panics
    /// If the offset is not in [`CODE`](Arena::CODE).
    #[must_use]
    pub fn copied(&self, original: usize, offset: usize) -> Copied {
        assert!(Arena::CODE.contains(&offset), "no code at {offset}");
        Copied { original, copy: self.address(offset) }
    }
}

impl Copied {
    /// The copy, as a function of the original's type.
    ///
    /// # Panics
    /// If this is a copy of another function.
    #[must_use]
    pub fn function<F: Copy>(self, original: F) -> F {
        const { assert!(size_of::<F>() == size_of::<usize>(), "a function pointer") };
        // SAFETY: a pointer or a number of this size, whose bytes are all initialised.
        let address = unsafe { std::mem::transmute_copy::<F, usize>(&original) };
        assert_eq!(address, self.original, "a copy of another function");
        let copy = std::ptr::with_exposed_provenance::<()>(self.copy);
        // SAFETY: the copy stands in for a function of this type, as the caller of
        // `Arena::copied` guaranteed.
        unsafe { std::mem::transmute_copy::<*const (), F>(&copy) }
    }
}

#[cfg(all(unix, target_arch = "x86_64"))]
fn make_runnable() -> Result<(), String> {
    let start = MEMORY.0.get().cast::<libc::c_void>();
    // The executable's own code and tables lie in small pages.
    #[cfg(target_os = "linux")]
    // SAFETY: advice about a static does not change its contents. If it is refused, there are no
    // large pages.
    unsafe {
        libc::madvise(start, BYTES, libc::MADV_NOHUGEPAGE);
    }
    let access = libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC;
    // SAFETY: whole pages of a static, which stay readable and writable.
    let result = unsafe { libc::mprotect(start, Arena::CODE.len(), access) };
    if result == 0 {
        return Ok(());
    }
    let error = std::io::Error::last_os_error();
    Err(format!("one layout: the system lets no memory be written and run: {error}"))
}

#[cfg(target_os = "linux")]
mod pages {
    use super::{Arena, MEMORY, PAGE, PAGES};
    use crate::statistics::mixed;
    use std::fs::File;
    use std::io::{Error, Result};
    use std::os::fd::{AsRawFd, FromRawFd};

    /// Maps the pages of a file in memory over the arena's data, in a random order.
    pub(super) fn shuffle() -> std::result::Result<(), String> {
        let mut order: Vec<u64> = (0..PAGES as u64).collect();
        order.sort_by_key(|&page| mixed(page));
        let mapped = create().and_then(|file| {
            let mut pages = order.into_iter().enumerate();
            pages.try_for_each(|(place, page)| map(&file, place, page as usize))
        });
        mapped.map_err(|error| format!("one draw of pages: {error}"))
    }

    fn create() -> Result<File> {
        // SAFETY: the name is a string that ends with a zero.
        let file = unsafe { libc::memfd_create(c"pages".as_ptr(), libc::MFD_CLOEXEC) };
        if file < 0 {
            return Err(Error::last_os_error());
        }
        // SAFETY: a new descriptor that nobody else has.
        let file = unsafe { File::from_raw_fd(file) };
        // SAFETY: the descriptor is open.
        let result = unsafe { libc::fallocate(file.as_raw_fd(), 0, 0, (PAGE * PAGES) as i64) };
        if result == 0 { Ok(file) } else { Err(Error::last_os_error()) }
    }

    fn map(file: &File, place: usize, page: usize) -> Result<()> {
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_FIXED | libc::MAP_POPULATE;
        let (fd, from) = (file.as_raw_fd(), (PAGE * page) as i64);
        // SAFETY: a whole page of the static's data, before anything was written there. It stays
        // readable and writable.
        let mapped = unsafe {
            let place = MEMORY.0.get().cast::<u8>().add(Arena::DATA.start + PAGE * place);
            libc::mmap(place.cast(), PAGE, access, flags, fd, from)
        };
        if mapped == libc::MAP_FAILED { Err(Error::last_os_error()) } else { Ok(()) }
    }
}

#[cfg(not(target_os = "linux"))]
mod pages {
    pub(super) fn shuffle() -> Result<(), String> {
        Err("one draw of pages: only Linux maps single pages anew".to_owned())
    }
}

#[cfg(not(all(unix, target_arch = "x86_64")))]
fn make_runnable() -> Result<(), String> {
    Err("one layout: code is copied on x86-64 only, and not on Windows".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    #[cfg_attr(not(all(unix, target_arch = "x86_64")), ignore = "code is copied on x86-64 alone")]
    fn what_was_written_runs_and_can_be_overwritten() {
        extern "C" fn original() -> u32 {
            0
        }
        let mut arena = Arena::take().unwrap();
        for answer in [1u8, 2, 3] {
            // `mov eax, answer` and `ret`.
            arena.write(32, &[0xb8, answer, 0, 0, 0, 0xc3]);
            let original = original as extern "C" fn() -> u32;
            let copied = arena.copied(original as usize, 32);
            assert_eq!(copied.function(original)(), u32::from(answer));
        }
    }

    #[test]
    #[cfg_attr(
        not(all(target_os = "linux", target_arch = "x86_64")),
        ignore = "only Linux maps single pages anew"
    )]
    fn pages_are_shuffled_once() {
        let arena = Arena::take().unwrap();
        assert_eq!(arena.one_draw(), None);
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let data = arena.address(Arena::DATA.start)..arena.address(Arena::DATA.end);
        let number = |text: &str| usize::from_str_radix(text, 16).unwrap();
        let mut pages = BTreeSet::new();
        let (mut mappings, mut last, mut before, mut beside) = (0, 0, 0, 0);
        for line in maps.lines().filter(|line| line.contains("memfd:pages")) {
            let fields: Vec<_> = line.split_whitespace().collect();
            let (start, end) = fields[0].split_once('-').unwrap();
            let [start, end, from] = [start, end, fields[2]].map(number);
            assert!(data.contains(&start) && end <= data.end && start >= last, "{line}");
            pages.extend((from / PAGE)..(from + end - start) / PAGE);
            beside +=
                usize::from((before..=before + PAGE).contains(&from) || from + PAGE == before);
            (mappings, last, before) = (mappings + 1, end, from);
        }
        // In a random order one or two follow their neighbour.
        assert!(beside < 100, "{beside} pages come after their neighbours");
        assert_eq!(pages.len(), 16_384);
        assert!(mappings > 16_384 * 9 / 10, "{mappings}");
    }

    #[test]
    fn there_are_64_mb_for_data_a_page_away_from_16_mb_for_code() {
        assert_eq!((Arena::CODE.start, Arena::CODE.end), (0, 16 << 20));
        assert_eq!((Arena::DATA.start, Arena::DATA.len()), ((16 << 20) + 4096, 64 << 20));
    }

    #[test]
    #[should_panic(expected = "a copy of another function")]
    fn a_copy_is_no_copy_of_another() {
        let other: fn() = || ();
        let _ = Copied { original: 1, copy: 2 }.function(other);
    }
}
