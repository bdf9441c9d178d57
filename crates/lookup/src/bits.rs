//! Moving the bits that a mask names, as PEXT and PDEP do: for tables, and for processors
//! without these instructions.

/// The bits of `set` that `mask` names, moved together.
///
/// ```
/// # use lookup::{Bitboard, Square::*, bits, lines};
/// let (set, file) = (Bitboard::from_iter([A1, A4, E4]), lines::through(A1, A8));
/// assert_eq!(bits::gather(set.0, file.0), 0b1001);
/// ```
#[cold]
#[must_use]
pub const fn gather(set: u64, mut mask: u64) -> u64 {
    let (mut bits, mut place) = (0, 0);
    while mask != 0 {
        bits |= (set >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    bits
}

/// The lowest bits of `bits`, moved apart to the places in `mask`.
///
/// ```
/// # use lookup::{Bitboard, Square::*, bits, lines};
/// assert_eq!(Bitboard(bits::scatter(0b1001, lines::through(A1, A8).0)).to_string(), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 1 . . . . . . .
/// 3 . . . . . . . .
/// 2 . . . . . . . .
/// 1 1 . . . . . . .
///   a b c d e f g h");
/// ```
#[cold]
#[must_use]
pub const fn scatter(mut bits: u64, mut mask: u64) -> u64 {
    let mut set = 0;
    while mask != 0 {
        set |= (bits & 1) << mask.trailing_zeros();
        mask &= mask - 1;
        bits >>= 1;
    }
    set
}

/// Defines `extract` by PEXT and `deposit` by PDEP, for a crate with `processor!("bmi2")`:
/// `lookup::moved_bits!(extract, deposit);`. Assembly is inlined into any function, intrinsics only
/// into those that are compiled for such processors.
#[macro_export]
macro_rules! moved_bits {
    (extract $(, $more:ident)?) => {
        /// The bits of `set` that `mask` names, moved together.
        #[inline(always)]
        fn extract(set: u64, mask: u64) -> u64 {
            #[cfg(target_arch = "x86_64")]
            if processor::get() {
                return $crate::moved_bits!(@asm "pext {}, {}, {}", set, mask);
            }
            $crate::bits::gather(set, mask)
        }
        $($crate::moved_bits!($more);)?
    };
    (deposit) => {
        /// The lowest bits of `bits`, moved apart to the places in `mask`.
        #[inline(always)]
        fn deposit(bits: u64, mask: u64) -> u64 {
            #[cfg(target_arch = "x86_64")]
            if processor::get() {
                return $crate::moved_bits!(@asm "pdep {}, {}, {}", bits, mask);
            }
            $crate::bits::scatter(bits, mask)
        }
    };
    (@asm $instruction:literal, $bits:ident, $mask:ident) => {{
        let moved;
        // SAFETY: the processor has the instruction, which writes only this register.
        unsafe {
            core::arch::asm!(
                $instruction, out(reg) moved, in(reg) $bits, in(reg) $mask,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        moved
    }};
}
