//! What only machine code can say: the barrier that keeps a value in a register, the
//! time-stamp counter, chains of known latency, and idle instructions.
//!
//! All `unsafe` code of the bench packages is in this file.

use std::arch::asm;

/// Hides a value's origin and use from the compiler while it stays in its register.
///
/// Nothing before it can be left out as unused, nothing after it can be known
/// in advance, and no two of them can be joined into vector instructions.
/// `std::hint::black_box` would do the same through memory, which costs as much
/// as a lookup.
#[inline(always)]
#[must_use]
pub fn register(mut value: u64) -> u64 {
    // SAFETY: the template is a comment: it reads and writes nothing but its own operand.
    unsafe { asm!("/* {0} */", inout(reg) value, options(nomem, nostack, preserves_flags)) };
    value
}

/// A multiplication waits this many cycles for the one before it, on Intel
/// since Nehalem, on AMD since Zen.
pub const MULTIPLY_LATENCY: f64 = 3.0;

/// `steps` multiplications, each waiting for the one before.
#[inline(never)]
pub fn multiply_chain(steps: usize) -> u64 {
    let factor = register(0x9e37_79b9_7f4a_7c15);
    let mut value = register(1);
    for _ in 0..steps / 8 {
        value = register(value.wrapping_mul(factor));
        value = register(value.wrapping_mul(factor));
        value = register(value.wrapping_mul(factor));
        value = register(value.wrapping_mul(factor));
        value = register(value.wrapping_mul(factor));
        value = register(value.wrapping_mul(factor));
        value = register(value.wrapping_mul(factor));
        value = register(value.wrapping_mul(factor));
    }
    value
}

/// `steps` additions of a register, each waiting a cycle for the one before.
///
/// Of a register: recent processors carry out additions of a constant while
/// renaming, in no time at all.
#[inline(never)]
pub fn add_chain(steps: usize) -> u64 {
    let summand = register(0x9e37_79b9_7f4a_7c15);
    let mut value = register(1);
    for _ in 0..steps / 8 {
        value = register(value.wrapping_add(summand));
        value = register(value.wrapping_add(summand));
        value = register(value.wrapping_add(summand));
        value = register(value.wrapping_add(summand));
        value = register(value.wrapping_add(summand));
        value = register(value.wrapping_add(summand));
        value = register(value.wrapping_add(summand));
        value = register(value.wrapping_add(summand));
    }
    value
}

/// Where a kernel's loop begins, in bytes after the start of a cache line.
///
/// Compilers align loops to 16 bytes, so these are all the places there are.
pub const PLACES: [usize; 4] = [0, 16, 32, 48];

/// Starts a new cache line here, and leaves the first `PLACE` bytes of it empty.
///
/// The compiler joins functions that are equal; `COPY` makes them differ.
#[inline(always)]
pub fn place<const PLACE: usize, const COPY: usize>() {
    // SAFETY: nothing but a comment, alignment, and instructions that do nothing.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        asm!("/* copy {} */", ".p2align 6", ".rept {}", "nop", ".endr", const COPY, const PLACE,
            options(nomem, nostack, preserves_flags));
        // Instructions of four bytes.
        #[cfg(target_arch = "aarch64")]
        asm!("/* copy {} */", ".p2align 6", ".rept {} / 4", "nop", ".endr", const COPY,
            const PLACE, options(nomem, nostack, preserves_flags));
    }
}

/// Instructions that do nothing but take their place: as many in a cycle as the core is
/// wide, fewer while another thread uses the same core.
///
/// Several ways, for no one of them is steady on every core. The body of each is short and
/// the compiler does not know how often it runs, so it stays a loop that fits every cache of
/// decoded instructions. (Unrolled to 20,000 bytes, the first overflowed that of Zen 4, which
/// then took 3740, 4410 or 5040 cycles by its state; as a loop 99 % of the runs there take
/// 2049 to 2148.)
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum IdleProbe {
    /// `nop`s of a byte, or of four on Arm.
    Nops,
    /// Additions to four registers, which do not wait for each other.
    Additions,
    /// `nop`s of eight bytes, of which fewer fit a line of decoded instructions.
    WideNops,
}

impl IdleProbe {
    /// All of them.
    pub const ALL: [IdleProbe; 3] = [IdleProbe::Nops, IdleProbe::Additions, IdleProbe::WideNops];

    /// How many instructions it is made of.
    pub const INSTRUCTIONS: usize = BODY * TURNS;

    /// Its code: a call runs it.
    #[must_use]
    pub fn run(self) -> fn() {
        match self {
            IdleProbe::Nops => nops,
            IdleProbe::Additions => additions,
            IdleProbe::WideNops => wide_nops,
        }
    }

    /// What it is called where it is told.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            IdleProbe::Nops => "20,000 nops",
            IdleProbe::Additions => "20,000 independent additions",
            IdleProbe::WideNops => "20,000 wide nops",
        }
    }
}

/// The instructions of a probe's body.
const BODY: usize = 20;

/// How often the body runs.
const TURNS: usize = 1000;

#[inline(never)]
fn nops() {
    for _ in 0..register(TURNS as u64) {
        // SAFETY: instructions that do nothing.
        unsafe { asm!(".rept 20", "nop", ".endr", options(nomem, nostack, preserves_flags)) };
    }
}

#[inline(never)]
fn additions() {
    let summand = register(0x9e37_79b9_7f4a_7c15);
    let [mut a, mut b, mut c, mut d] = [summand; 4];
    for _ in 0..register(TURNS as u64) {
        // SAFETY: additions of registers that belong to this block.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            asm!(
                ".rept 5", "add {0}, {4}", "add {1}, {4}", "add {2}, {4}", "add {3}, {4}", ".endr",
                inout(reg) a, inout(reg) b, inout(reg) c, inout(reg) d, in(reg) summand,
                options(nomem, nostack)
            );
            #[cfg(target_arch = "aarch64")]
            asm!(
                ".rept 5", "add {0}, {0}, {4}", "add {1}, {1}, {4}", "add {2}, {2}, {4}",
                "add {3}, {3}, {4}", ".endr",
                inout(reg) a, inout(reg) b, inout(reg) c, inout(reg) d, in(reg) summand,
                options(nomem, nostack)
            );
        }
    }
}

#[inline(never)]
fn wide_nops() {
    for _ in 0..register(TURNS as u64) {
        // SAFETY: instructions that do nothing.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            asm!(
                ".rept 20",
                "nop dword ptr [rax + rax + 0x200]",
                ".endr",
                options(nomem, nostack, preserves_flags)
            );
            #[cfg(not(target_arch = "x86_64"))]
            asm!(".rept 20", "nop", ".endr", options(nomem, nostack, preserves_flags));
        }
    }
}

/// `steps` loads from the first-level cache, each waiting for the one before.
///
/// They go round 64 lines out of order: processors from about 2021 on answer a
/// load that repeats its address without loading, in a third of a cycle.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub fn load_chain(steps: usize) -> u64 {
    let mut cells = [[0u64; 8]; 64];
    let start = cells.as_ptr().addr() as u64;
    for (i, cell) in cells.iter_mut().enumerate() {
        // Comes to every cell before it comes back.
        let next = (5 * i + 3) % 64;
        cell[0] = start + size_of_val(cell) as u64 * next as u64;
    }
    let mut address = start;
    for _ in 0..steps / 8 {
        // SAFETY: every cell holds the address of a cell, so every load is from one.
        unsafe {
            asm!(".rept 8", "mov {0}, [{0}]", ".endr", inout(reg) address,
                options(nostack, preserves_flags, readonly));
        }
    }
    address - start
}

/// Removes a value from all caches.
#[cfg(target_arch = "x86_64")]
pub fn flush<T: ?Sized>(value: &T) {
    use std::arch::x86_64::{_mm_clflush, _mm_mfence};
    let start = std::ptr::from_ref(value).cast::<u8>();
    for offset in (0..size_of_val(value)).step_by(64) {
        // SAFETY: every x86-64 processor has the instruction, and the address is inside of the value.
        unsafe { _mm_clflush(start.add(offset)) };
    }
    // SAFETY: every x86-64 processor has the instruction.
    unsafe { _mm_mfence() };
}

/// The time-stamp counter, read so that nothing measured moves across it.
#[cfg(target_arch = "x86_64")]
pub mod timestamp {
    use std::arch::x86_64::{__rdtscp, _mm_lfence, _rdtsc};

    /// Reads the counter after all earlier and before all later instructions.
    #[inline(always)]
    #[must_use]
    pub fn begin() -> u64 {
        // SAFETY: every x86-64 processor has these instructions.
        unsafe {
            _mm_lfence();
            let ticks = _rdtsc();
            _mm_lfence();
            ticks
        }
    }

    /// Reads the counter when all earlier instructions are done.
    #[inline(always)]
    #[must_use]
    pub fn end() -> u64 {
        let mut processor = 0;
        // SAFETY: every x86-64 processor that runs a current system has these instructions.
        unsafe {
            let ticks = __rdtscp(&mut processor);
            _mm_lfence();
            ticks
        }
    }
}
