//! All squares that a side attacks, by filling eight rays at once in AVX-512.
//!
//! AVX-512 rotates eight words by different numbers in one instruction. A rotation goes up
//! the board and down, so eight lanes hold all directions. Bishops take the lanes of
//! diagonals while rooks take the others, and queens take all, so two fills in three
//! doubling steps do the work of 16. A rotation also carries squares from the last rank to
//! the first; the masks that keep steps on the board clear these ranks as well as the files.
//!
//! A step that stays within the fill takes two instructions, because one instruction joins
//! three sets in any way. Knights, the king and the pawns take lanes too, with a single step.
//! Two sets at a time are folded into one register, neighbour by neighbour.
//!
//! Without AVX-512 sliders are filled one direction after the other.
//!
//! - Lookup: some 55 operations on lanes; no loads but constants, and no branches.
//! - Tables: none.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/688>; rotations and folds
//!   found by this project.
//!
//! Suits processors with AVX-512: hot, it is faster than `threats-loop` over magics, and on some of
//! them the fastest of all. Loses to `threats-kogge-stone-avx2` on others, and to `threats-loop` in
//! latency.
//!
//! Measured: <!-- published: figures -->time by that of `threats-loop+sliders-magic` on
//! `positions`, hot / waiting / beside 1 MiB: 0.69 / – / 0.64 on Zen 4; 0.63 / – /
//! 0.53 on Golden Cove; 0.47 / – / – on Zen 5.<!-- end -->
#![no_std]

use lookup::threats::{self, Threats};
use lookup::{Bitboard, Color, Features, Identity, Position, Table, Variant};

/// Two fills in lanes.
#[derive(Clone, Copy, Debug)]
pub struct KoggeStoneAvx512;

impl Threats for KoggeStoneAvx512 {
    #[inline]
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        lookup::dispatch!(x86::threats(position, side), threats::filled_in_words(position, side))
    }
}

impl Variant for KoggeStoneAvx512 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512f");

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use lookup::fill::landing_of_rotation;
    use lookup::{Bitboard, Color, PieceKind, Position};

    /// How far a step of a fill goes. Steps along diagonals and others take turns; the first half
    /// leads up.
    const STEPS: [i32; 8] = [9, 8, 7, 1, -9, -8, -7, -1];

    /// The same for knights.
    const LEAPS: [i32; 8] = [17, 15, 10, 6, -17, -15, -10, -6];

    /// The squares that steps can end on.
    const fn landings(steps: [i32; 8]) -> [u64; 8] {
        let (mut landings, mut i) = ([0; 8], 0);
        while i < 8 {
            landings[i] = landing_of_rotation(steps[i]);
            i += 1;
        }
        landings
    }

    /// The lanes in which pawns of each color attack.
    const PAWNS: [u8; 2] = [0b0000_0101, 0b0101_0000];

    #[inline]
    #[target_feature(enable = "avx512f")]
    pub(super) fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        let own = position.color(side);
        let of = |kind| all((position.kind(kind) & own).0);
        let (bishops, rooks) = (of(PieceKind::Bishop), of(PieceKind::Rook));
        let sliders = _mm512_mask_blend_epi64(0b1010_1010, bishops, rooks);
        let open = open(all(!position.occupied().0));
        let (sliders, queens) = (fill(sliders, open), fill(of(PieceKind::Queen), open));
        let pawns = _mm512_maskz_mov_epi64(PAWNS[side as usize], of(PieceKind::Pawn));
        let pawns = folded(onto(pawns), onto(of(PieceKind::King)));
        let knights = rotated(of(PieceKind::Knight), LEAPS);
        let knights = _mm512_and_si512(knights, lanes(const { landings(LEAPS) }));
        let knights = folded(knights, queens);
        // Quarter by quarter: both halves of the one and then of the other, and neighbours.
        let halves = _mm512_or_si512(
            _mm512_shuffle_i64x2::<0b01_00_01_00>(sliders, knights),
            _mm512_shuffle_i64x2::<0b11_10_11_10>(sliders, knights),
        );
        let neighbours = _mm512_shuffle_i64x2::<0b10_11_00_01>(halves, halves);
        let both = _mm512_or_si512(halves, neighbours);
        let sliders = _mm512_castsi512_si128(both);
        let knights = _mm512_extracti32x4_epi32::<2>(both);
        let pawns =
            _mm256_or_si256(_mm512_castsi512_si256(pawns), _mm512_extracti64x4_epi64::<1>(pawns));
        let pawns =
            _mm_or_si128(_mm256_castsi256_si128(pawns), _mm256_extracti128_si256::<1>(pawns));
        let [pawns, king] = sets(pawns);
        let [knights, queens] = sets(knights);
        let [bishops, rooks] = sets(sliders);
        [pawns, knights, bishops, rooks, queens, king]
    }

    /// The squares that let one, two and four steps through.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn open(empty: __m512i) -> [__m512i; 3] {
        let one = _mm512_and_si512(empty, lanes(const { landings(STEPS) }));
        let two = _mm512_and_si512(one, stepped::<1>(one));
        [one, two, _mm512_and_si512(two, stepped::<2>(two))]
    }

    /// The squares that all these sliders reach.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn fill(from: __m512i, [one, two, four]: [__m512i; 3]) -> __m512i {
        // The first set, and what the two others share.
        const AND_COMMON: i32 = 0b1111_1000;
        let filled = _mm512_ternarylogic_epi64::<AND_COMMON>(from, one, stepped::<1>(from));
        let filled = _mm512_ternarylogic_epi64::<AND_COMMON>(filled, two, stepped::<2>(filled));
        let filled = _mm512_ternarylogic_epi64::<AND_COMMON>(filled, four, stepped::<4>(filled));
        onto(filled)
    }

    /// One step in all directions, whatever stands there.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn onto(from: __m512i) -> __m512i {
        _mm512_and_si512(stepped::<1>(from), lanes(const { landings(STEPS) }))
    }

    /// So many steps in all directions.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn stepped<const COUNT: i32>(from: __m512i) -> __m512i {
        rotated(from, STEPS.map(|step| COUNT * step))
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn rotated(from: __m512i, by: [i32; 8]) -> __m512i {
        _mm512_rolv_epi64(from, lanes(by.map(|step| step.rem_euclid(64) as u64)))
    }

    /// Two neighbouring lanes in one, of one set in the first and of another in the second.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn folded(one: __m512i, other: __m512i) -> __m512i {
        _mm512_or_si512(_mm512_unpacklo_epi64(one, other), _mm512_unpackhi_epi64(one, other))
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn sets(lanes: __m128i) -> [Bitboard; 2] {
        let second = _mm_unpackhi_epi64(lanes, lanes);
        let set = |lane| Bitboard(_mm_cvtsi128_si64(lane).cast_unsigned());
        [set(lanes), set(second)]
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn all(set: u64) -> __m512i {
        _mm512_set1_epi64(set.cast_signed())
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn lanes(sets: [u64; 8]) -> __m512i {
        let [a, b, c, d, e, f, g, h] = sets.map(u64::cast_signed);
        _mm512_setr_epi64(a, b, c, d, e, f, g, h)
    }
}

lookup::conformance!(threats, KoggeStoneAvx512, processor);
