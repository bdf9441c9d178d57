//! All squares that a side attacks, by one subtraction on ranks and files and a fill of
//! diagonals, in AVX-512 with GFNI.
//!
//! If each byte is a rank, subtracting the rooks twice from the occupied squares, byte by
//! byte, borrows from the next obstacle of every rook at once: o^(o-2r) has what all rooks
//! attack to the right, on all ranks. For the other directions the bits of each byte are
//! reversed, or files become bytes, or both. GFNI multiplies matrices of eight by eight bits.
//! Its instruction reverses bits if one matrix is constant, and transposes the board if the
//! other is. Four lanes for rooks and four for queens thus find all attacks along ranks and
//! files in one subtraction.
//!
//! No multiplication turns diagonals into bytes. Bishops and queens fill four rays each in
//! three doubling steps, by rotations.
//!
//! Without these instructions sliders are filled one direction after the other.
//!
//! - Lookup: some 50 operations on lanes, and some 35 on words for pawns, knights and the
//!   king; no loads but constants, and no branches.
//! - Tables: none.
//! - Source: found by this project, from
//!   <https://www.chessprogramming.org/Fill_by_Subtraction>.
//!
//! Suits processors with AVX-512 and GFNI: hot, it is faster than `threats-loop` over magics. Loses
//! to `threats-kogge-stone-avx512`.
//!
//! Measured: <!-- published: figures -->time by that of `threats-loop+sliders-magic` on
//! `positions`, hot / waiting / beside 1 MiB: 0.80 / – / 0.76 on Zen 4; 0.80 / – /
//! 0.66 on Golden Cove; 0.69 / – / – on Zen 5.<!-- end -->
#![no_std]

use lookup::fill::dumb7;
use lookup::threats::{self, Threats};
use lookup::{Bitboard, Color, Features, Identity, Leaps, PieceKind, Position, Table, Variant};

/// One subtraction and one fill.
#[derive(Clone, Copy, Debug)]
pub struct Gfni;

impl Threats for Gfni {
    #[inline]
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        let of = |kind| position.kind(kind) & position.color(side);
        let [white, black] = Leaps::of_all(of(PieceKind::Pawn)).pawns;
        let [bishops, rooks, queens] =
            lookup::dispatch!(x86::sliders(position, side), in_words(position, side));
        [
            if side == Color::White { white } else { black },
            Leaps::of_all(of(PieceKind::Knight)).knight,
            bishops,
            rooks,
            queens,
            Leaps::of_all(of(PieceKind::King)).king,
        ]
    }
}

impl Variant for Gfni {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512bw", "avx512f", "gfni");

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use lookup::fill::landing_of_rotation;
    use lookup::{Bitboard, Color, PieceKind, Position};

    /// How far a step along a diagonal rotates, and the squares that it can end on.
    const STEPS: [u64; 4] = [9, 7, 64 - 9, 64 - 7];
    const ONTO: [u64; 4] = [
        landing_of_rotation(9),
        landing_of_rotation(7),
        landing_of_rotation(-9),
        landing_of_rotation(-7),
    ];

    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,gfni")]
    pub(super) fn sliders(position: &Position, side: Color) -> [Bitboard; 3] {
        let own = position.color(side);
        let of = |kind| all((position.kind(kind) & own).0);
        let queens = of(PieceKind::Queen);
        let with_queens = |kind| _mm512_mask_blend_epi64(0b1111_0000, of(kind), queens);
        let occupied = position.occupied().0;
        let slanted = slanted(with_queens(PieceKind::Bishop), all(!occupied));
        let straight = straight(with_queens(PieceKind::Rook), all(occupied));
        // Neighbours, then quarters: bishops and rooks below, diagonals and others of queens
        // above.
        let folded = _mm512_or_si512(
            _mm512_unpacklo_epi64(slanted, straight),
            _mm512_unpackhi_epi64(slanted, straight),
        );
        let neighbours = _mm512_shuffle_i64x2::<0b10_11_00_01>(folded, folded);
        let both = _mm512_or_si512(folded, neighbours);
        let queens = _mm512_extracti32x4_epi32::<2>(both);
        let [bishops, rooks] = words(_mm512_castsi512_si128(both));
        let [slanted, straight] = words(queens);
        [bishops, rooks, slanted | straight].map(Bitboard)
    }

    /// The squares that these sliders reach along diagonals, in four lanes each.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,gfni")]
    fn slanted(from: __m512i, empty: __m512i) -> __m512i {
        // The first set, and what the two others share.
        const AND_COMMON: i32 = 0b1111_1000;
        let onto = four(ONTO);
        let one = _mm512_and_si512(empty, onto);
        let filled = _mm512_ternarylogic_epi64::<AND_COMMON>(from, one, stepped::<1>(from));
        let two = _mm512_and_si512(one, stepped::<1>(one));
        let filled = _mm512_ternarylogic_epi64::<AND_COMMON>(filled, two, stepped::<2>(filled));
        let four = _mm512_and_si512(two, stepped::<2>(two));
        let filled = _mm512_ternarylogic_epi64::<AND_COMMON>(filled, four, stepped::<4>(filled));
        _mm512_and_si512(stepped::<1>(filled), onto)
    }

    /// So many steps along diagonals.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,gfni")]
    fn stepped<const COUNT: u64>(from: __m512i) -> __m512i {
        _mm512_rolv_epi64(from, four(STEPS.map(|step| COUNT * step % 64)))
    }

    /// The squares that these sliders reach along ranks and files, in four lanes each: to the
    /// right, to the left, up and down.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,gfni")]
    fn straight(from: __m512i, occupied: __m512i) -> __m512i {
        let (from, occupied) = (turned(from, UPRIGHT), turned(occupied, UPRIGHT));
        let beyond = _mm512_sub_epi8(occupied, _mm512_add_epi8(from, from));
        turned_back(_mm512_xor_si512(occupied, beyond))
    }

    /// The order of bytes in a word, and upside down.
    const UPRIGHT: i64 = 0x0706_0504_0302_0100;
    const SWAPPED: i64 = 0x0001_0203_0405_0607;

    /// A byte that has the bit of its own number, and the same from the other end. As factors
    /// they leave the bits of a byte as they are, the second, and reverse them, the first.
    const UNITS: i64 = 0x8040_2010_0804_0201_u64.cast_signed();
    const UNITS_SWAPPED: i64 = UNITS.swap_bytes();

    /// The last two of four lanes.
    const FILES: u8 = 0b1100_1100;
    const FILES_BYTES: u64 = 0xffff_0000_ffff_0000;

    /// Makes each direction lead to higher bits of a byte: leaves the first of four lanes as
    /// it is, reverses the bits of bytes in the second, makes files bytes in the third, and
    /// both in the last. A byte is a row of one factor, upside down, and a column of the other.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,gfni")]
    fn turned(sets: __m512i, order: i64) -> __m512i {
        let columns = _mm512_mask_blend_epi64(FILES, sets, _mm512_set1_epi64(UNITS));
        let rows = _mm512_mask_shuffle_epi8(
            lanes([UNITS_SWAPPED, UNITS, 0, 0]),
            FILES_BYTES,
            sets,
            bytes([0, 0, SWAPPED, order]),
        );
        _mm512_gf2p8affine_epi64_epi8::<0>(columns, rows)
    }

    /// The same back.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,gfni")]
    fn turned_back(sets: __m512i) -> __m512i {
        let units = lanes([0, 0, UNITS, UNITS_SWAPPED]);
        let columns = _mm512_mask_blend_epi64(FILES, sets, units);
        let rows = _mm512_mask_shuffle_epi8(
            lanes([UNITS_SWAPPED, UNITS, 0, 0]),
            FILES_BYTES,
            sets,
            bytes([0, 0, SWAPPED, SWAPPED]),
        );
        _mm512_gf2p8affine_epi64_epi8::<0>(columns, rows)
    }

    /// For shuffles, which count the bytes of 16: the second of two words begins at 8.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,gfni")]
    fn bytes([a, b, c, d]: [i64; 4]) -> __m512i {
        const SECOND: i64 = 0x0808_0808_0808_0808;
        lanes([a, b + SECOND, c, d + SECOND])
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,gfni")]
    fn words(lanes: __m128i) -> [u64; 2] {
        let second = _mm_unpackhi_epi64(lanes, lanes);
        let word = |lane| _mm_cvtsi128_si64(lane).cast_unsigned();
        [word(lanes), word(second)]
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,gfni")]
    fn all(set: u64) -> __m512i {
        _mm512_set1_epi64(set.cast_signed())
    }

    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,gfni")]
    fn four(sets: [u64; 4]) -> __m512i {
        lanes(sets.map(u64::cast_signed))
    }

    /// The same four words twice.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,gfni")]
    fn lanes([a, b, c, d]: [i64; 4]) -> __m512i {
        _mm512_setr_epi64(a, b, c, d, a, b, c, d)
    }
}

/// The same by fills of one direction after the other.
#[cold]
fn in_words(position: &Position, side: Color) -> [Bitboard; 3] {
    let [_, _, sliders @ .., _] = threats::filled(position, side, dumb7);
    sliders
}

lookup::conformance!(threats, Gfni, processor);
