//! Memory that a program uses between two queries, and that competes for the caches.

use crate::drawing::below;
use crate::hardware::{self, register};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cell::Cell;

/// A program's work between two queries.
pub trait Meanwhile {
    /// Whether it is so short that the cost of the loop shows.
    const IS_SHORT: bool;

    /// Does the work. Returns 0, but only the processor knows that.
    fn pass(&mut self) -> u64;
}

/// No work.
#[derive(Debug)]
pub struct Nothing;

impl Meanwhile for Nothing {
    const IS_SHORT: bool = true;

    #[inline(always)]
    fn pass(&mut self) -> u64 {
        0
    }
}

/// Cache lines in a page of memory.
const LINES_IN_PAGE: u64 = 64;

/// Lines of the working set that a program touches between two queries.
pub const TOUCHES: usize = 4;

/// Memory that a program uses besides the tables.
#[derive(Debug)]
pub struct WorkingSet {
    /// All zero, so that sums of answers do not change.
    memory: Box<[[u64; 8]]>,
    /// The first line in use, then the number of lines in use.
    first: u64,
    lines: u64,
    /// [`TOUCHES`], hidden from the compiler: if it unrolled the loop, kernels would differ from
    /// those of earlier figures.
    touches: usize,
    /// Counts the touches, so that consecutive batches do not touch the same lines.
    counter: Cell<u64>,
}

impl WorkingSet {
    /// Allocates `bytes` bytes, with one line in use.
    #[must_use]
    pub fn new(bytes: u64) -> WorkingSet {
        // Written once; otherwise all pages would be one page of zeros.
        let mut memory = vec![[1; 8]; (bytes / 64).max(1) as usize].into_boxed_slice();
        std::hint::black_box(&mut memory).fill([0; 8]);
        WorkingSet { memory, first: 0, lines: 1, touches: TOUCHES, counter: Cell::new(0) }
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        size_of_val(&*self.memory) as u64
    }

    /// Puts its first `bytes` bytes in use, at least one line.
    ///
    /// # Panics
    /// If it is smaller.
    pub fn take(&mut self, bytes: u64) {
        (self.first, self.lines) = (0, (bytes / 64).max(1));
        assert!(self.lines <= self.memory.len() as u64, "memory of {bytes} bytes");
    }

    /// Uses as many bytes elsewhere in its memory, starting at a page. The pages determine which
    /// lines of a cache they fill.
    pub fn relocate(&mut self, generator: &mut Xoshiro256PlusPlus) {
        let pages = (self.memory.len() as u64 - self.lines) / LINES_IN_PAGE + 1;
        self.first = below(generator, pages as usize) as u64 * LINES_IN_PAGE;
    }

    /// Reads the bytes in use, which loads as many of them into the caches as fit.
    pub fn read(&self) {
        hardware::read(&self.memory[self.first as usize..][..self.lines as usize]);
    }

    /// The number of bytes in use.
    #[must_use]
    pub fn taken(&self) -> u64 {
        64 * self.lines
    }
}

/// Touches random lines of a working set.
#[derive(Debug)]
pub struct Touching<'a> {
    set: &'a WorkingSet,
    counter: u64,
}

impl Touching<'_> {
    /// Goes on where the last batch ended.
    #[inline(always)]
    #[must_use]
    pub fn new(set: &WorkingSet) -> Touching<'_> {
        Touching { set, counter: set.counter.get() }
    }
}

impl Meanwhile for Touching<'_> {
    const IS_SHORT: bool = false;

    /// The addresses follow from a counter alone. If one touch waited for another, the touches
    /// would hide the answers.
    #[inline(always)]
    fn pass(&mut self) -> u64 {
        let mut sum = 0u64;
        for _ in 0..self.set.touches {
            self.counter = self.counter.wrapping_add(0x9e37_79b9_7f4a_7c15);
            // Mixed twice, a Weyl sequence is random enough here.
            let mixed = (self.counter ^ self.counter >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let line = ((mixed >> 32) * self.set.lines) >> 32;
            sum = register(sum.wrapping_add(self.set.memory[(self.set.first + line) as usize][0]));
        }
        sum
    }
}

impl Drop for Touching<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.set.counter.set(self.counter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::rand_core::SeedableRng;
    use std::collections::BTreeSet;

    #[test]
    fn a_working_set_has_the_bytes_that_it_says() {
        assert_eq!(TOUCHES, 4);
        let mut set = WorkingSet::new(1 << 16);
        assert_eq!((set.bytes(), set.taken(), set.memory.len()), (65_536, 64, 1024));
        for (bytes, lines) in [(1 << 16, 1024), (1 << 12, 64), (64, 1), (0, 1)] {
            set.take(bytes);
            assert_eq!((set.taken(), set.first, set.lines), (lines * 64, 0, lines));
        }
        let too_much = || WorkingSet::new(1 << 12).take(1 << 13);
        assert!(std::panic::catch_unwind(too_much).is_err());
        // Of all lines, each about as often as any other.
        set.memory.iter_mut().zip(0..).for_each(|(line, number)| line[0] = number);
        (set.touches, set.lines) = (1, 1024);
        let mut counts = [0; 1024];
        let mut touching = Touching::new(&set);
        (0..32_768).for_each(|_| counts[touching.pass() as usize] += 1);
        assert!(counts.iter().all(|count| (2..75).contains(count)), "{counts:?}");
    }

    #[test]
    fn four_touches_reach_any_line_in_use_and_no_others() {
        let mut set = WorkingSet::new(64 << 10);
        set.memory.fill([1; 8]);
        assert_eq!(Touching::new(&set).pass(), 4);
        set.memory.iter_mut().zip(0..).for_each(|(line, number)| line[0] = number);
        set.take(4 << 10);
        set.touches = 1;
        let mut touching = Touching::new(&set);
        let lines: BTreeSet<_> = (0..1024).map(|_| touching.pass()).collect();
        assert!(lines.iter().copied().eq(0..64), "{lines:?}");
        drop(touching);
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(0);
        let mut places = BTreeSet::new();
        for _ in 0..100 {
            set.relocate(&mut generator);
            let mut touching = Touching::new(&set);
            let lines: BTreeSet<_> = (0..1024).map(|_| touching.pass()).collect();
            let first = *lines.first().unwrap();
            assert!(first % LINES_IN_PAGE == 0 && lines.into_iter().eq(first..first + 64));
            places.insert(first);
        }
        assert!(places.len() == 16, "{places:?}");
        let touching = Touching::new(&set);
        drop(touching);
        let first = Touching::new(&set).pass();
        let again = Touching::new(&set).pass();
        assert_ne!(first, again, "a batch goes on where the last one ended");
    }
}
