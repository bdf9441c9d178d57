//! Everything that needs machine code: the barrier that keeps a value in a register, the
//! processor's clock, chains of known latency, and idle instructions.
//!
//! All `unsafe` code of the bench packages is in this file and in [`arena`](crate::arena).

use std::arch::asm;
use std::mem::MaybeUninit;

/// Hides a value's origin and use from the compiler while it stays in its register.
///
/// The compiler cannot leave out what comes before as unused, know in advance what comes after,
/// or join two of them into vector instructions. `std::hint::black_box` would do the same through
/// memory, which costs as much as reading a table.
#[inline(always)]
#[must_use]
pub fn register(mut value: u64) -> u64 {
    // SAFETY: the template is a comment: it reads and writes nothing but its own operand.
    unsafe { asm!("/* {0} */", inout(reg) value, options(nomem, nostack, preserves_flags)) };
    value
}

/// Repeats an instruction on a value and a register forty times, each waiting for the one before,
/// until all steps are done. Other processors run what the compiler makes of `$other`.
///
/// Forty, in assembly: a build with little optimisation took 16 cycles for the loop around eight
/// additions.
macro_rules! chain {
    ($steps:expr, $x86:literal, $arm:literal, $other:expr) => {{
        let operand = register(0x9e37_79b9_7f4a_7c15);
        let mut value = register(1);
        for _ in 0..$steps / 40 {
            // SAFETY: arithmetic on registers that belong to this block.
            #[cfg(target_arch = "x86_64")]
            unsafe {
                asm!(".rept 40", $x86, ".endr", inout(reg) value, in(reg) operand,
                    options(nomem, nostack));
            }
            // SAFETY: arithmetic on registers that belong to this block.
            #[cfg(target_arch = "aarch64")]
            unsafe {
                asm!(".rept 40", $arm, ".endr", inout(reg) value, in(reg) operand,
                    options(nomem, nostack));
            }
            #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
            for _ in 0..40 {
                value = register($other(value, operand));
            }
        }
        value
    }};
}

/// `steps` multiplications, rounded down to a multiple of forty; each waits for the one before.
#[inline(never)]
pub fn multiply_chain(steps: usize) -> u64 {
    chain!(steps, "imul {0}, {1}", "mul {0}, {0}, {1}", u64::wrapping_mul)
}

/// `steps` additions of a register, rounded down to a multiple of forty; each waits a cycle for
/// the one before.
///
/// Of a register, because recent processors execute additions of a constant while renaming, in no
/// time at all.
#[inline(never)]
pub fn add_chain(steps: usize) -> u64 {
    chain!(steps, "add {0}, {1}", "add {0}, {0}, {1}", u64::wrapping_add)
}

/// Exactly `steps` additions; each waits for the one before.
///
/// In an optimised build the loop around an addition takes no longer than the addition, so delays
/// differ by single cycles.
#[inline(never)]
pub fn delay(steps: usize) -> u64 {
    let summand = register(0x9e37_79b9_7f4a_7c15);
    (0..steps).fold(register(1), |value, _| register(value.wrapping_add(summand)))
}

/// Instructions that only take their place: as many per cycle as the core is wide, fewer while
/// another thread uses the same core.
///
/// There are several, because none is steady on every core. Each body is short, and the compiler
/// does not know how often it runs, so it stays a loop that fits every cache of decoded
/// instructions. (Unrolled to 20,000 bytes, the first overflowed Zen 4's cache and took 3740,
/// 4410 or 5040 cycles depending on its state; as a loop, 99 % of the runs there take 2049 to
/// 2148.)
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum IdleProbe {
    /// `nop`s of one byte, or of four on Arm.
    Nops,
    /// Additions to four registers that do not wait for each other.
    Additions,
    /// `nop`s of eight bytes; fewer of these fit a line of decoded instructions.
    WideNops,
}

impl IdleProbe {
    /// All probes.
    pub const ALL: [IdleProbe; 3] = [IdleProbe::Nops, IdleProbe::Additions, IdleProbe::WideNops];

    /// The number of instructions in a probe.
    pub const INSTRUCTIONS: usize = 20 * TURNS;

    /// The function that runs the probe.
    #[must_use]
    pub fn run(self) -> fn() {
        match self {
            IdleProbe::Nops => nops,
            IdleProbe::Additions => additions,
            IdleProbe::WideNops => wide_nops,
        }
    }

    /// Its name in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            IdleProbe::Nops => "20,000 nops",
            IdleProbe::Additions => "20,000 independent additions",
            IdleProbe::WideNops => "20,000 wide nops",
        }
    }
}

/// Runs per probe of its body, which has 20 instructions.
const TURNS: usize = 1000;

#[inline(never)]
fn nops() {
    for _ in 0..register(TURNS as u64) {
        // SAFETY: the instructions do nothing.
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
        // SAFETY: the instructions do nothing.
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

/// `steps` loads from the first-level cache, rounded down to a multiple of forty; each waits for
/// the one before.
///
/// They go round 64 lines out of order: processors since about 2021 answer a load that repeats
/// its address without loading, in a third of a cycle.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(never)]
pub fn load_chain(steps: usize) -> u64 {
    let mut cells = [[0u64; 8]; 64];
    let start = cells.as_ptr().addr() as u64;
    for (i, cell) in cells.iter_mut().enumerate() {
        // Visits every cell before it returns to the first.
        let next = (5 * i + 3) % 64;
        cell[0] = start + size_of_val(cell) as u64 * next as u64;
    }
    let mut address = start;
    for _ in 0..steps / 40 {
        // SAFETY: every cell holds the address of a cell, so every load is from one.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            asm!(".rept 40", "mov {0}, [{0}]", ".endr", inout(reg) address,
                options(nostack, preserves_flags, readonly));
            #[cfg(target_arch = "aarch64")]
            asm!(".rept 40", "ldr {0}, [{0}]", ".endr", inout(reg) address,
                options(nostack, preserves_flags, readonly));
        }
    }
    address - start
}

#[cfg(test)]
thread_local! {
    /// The address and the bytes of all that this thread has read so, for tests.
    pub(crate) static READ: std::cell::RefCell<Vec<(usize, usize)>> =
        const { std::cell::RefCell::new(Vec::new()) };
}

/// Reads a byte of every cache line of a value, which brings the value into the caches as far as
/// they have room.
pub fn read<T: ?Sized>(value: &T) {
    let start = std::ptr::from_ref(value).cast::<MaybeUninit<u8>>();
    #[cfg(test)]
    READ.with_borrow_mut(|read| read.push((start.addr(), size_of_val(value))));
    for offset in (0..size_of_val(value)).step_by(64) {
        // SAFETY: the address is inside the value, and the uninitialised bytes may be padding.
        // Volatile, because nothing uses the byte.
        let _read = unsafe { start.add(offset).read_volatile() };
    }
}

/// Reads the processor's clock after all earlier and before all later instructions. It ticks at a
/// constant rate, whatever the core's frequency.
///
/// On x86-64 it uses two `lfence`s, because some guests and emulators lack `rdtscp`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
#[must_use]
pub fn ticks() -> u64 {
    let ticks: u64;
    // SAFETY: every x86-64 processor has these instructions.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_lfence();
        ticks = std::arch::x86_64::_rdtsc();
        std::arch::x86_64::_mm_lfence();
    }
    // SAFETY: current systems let every program read this register.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        asm!("isb", "mrs {0}, cntvct_el0", "isb", out(reg) ticks,
            options(nostack, preserves_flags));
    }
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every link changes the value, so the result tells how many there were.
    #[test]
    fn a_chain_has_as_many_links_as_steps() {
        const OPERAND: u64 = 0x9e37_79b9_7f4a_7c15;
        for (steps, links) in [(0, 0), (39, 0), (40, 40), (79, 40), (400, 400), (10_000, 10_000)] {
            let added = (0..links).fold(1_u64, |value, _| value.wrapping_add(OPERAND));
            let multiplied = (0..links).fold(1_u64, |value, _| value.wrapping_mul(OPERAND));
            assert_eq!([add_chain(steps), multiply_chain(steps)], [added, multiplied], "{steps}");
            let line = (0..links).fold(0_u64, |line, _| (5 * line + 3) % 64);
            #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
            assert_eq!(load_chain(steps), 64 * line, "{steps}");
        }
        for steps in [0, 1, 7, 63] {
            let added = (0..steps).fold(1_u64, |value, _| value.wrapping_add(OPERAND));
            assert_eq!(delay(steps), added, "{steps}");
        }
    }

    /// A chain of loads that came back early would repeat addresses, which some processors answer
    /// without loading.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[test]
    fn loads_go_round_all_lines() {
        let lines: std::collections::BTreeSet<_> =
            (0..64).map(|turn| load_chain(40 * turn)).collect();
        // Forty and 64 share a factor of eight.
        assert_eq!(lines.len(), 8);
        let after = |loads: usize| (0..loads).fold(0_u64, |line, _| (5 * line + 3) % 64);
        assert!((1..64).all(|loads| after(loads) != 0) && after(64) == 0);
    }

    #[test]
    fn a_probe_has_20_000_instructions_and_a_name_that_says_so() {
        assert_eq!(IdleProbe::INSTRUCTIONS, 20_000);
        let names = IdleProbe::ALL.map(IdleProbe::name);
        let expected = ["20,000 nops", "20,000 independent additions", "20,000 wide nops"];
        assert_eq!(names, expected);
        let [a, b, c] = IdleProbe::ALL.map(|probe| probe.run() as usize);
        assert!(a != b && b != c && a != c, "each runs its own instructions");
    }
}
