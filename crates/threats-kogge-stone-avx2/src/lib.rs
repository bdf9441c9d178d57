//! All squares that a side attacks, by filling four rays at once in AVX2.
//!
//! AVX2 shifts four words by different numbers in one instruction. Four lanes hold the
//! directions that lead to higher squares, and then those that lead to lower ones. Bishops
//! take the two lanes of diagonals while rooks take the two others, and queens take all four,
//! so four fills in three doubling steps do the work of 16. What a step may pass is the same
//! for all kinds, and is found once per direction.
//!
//! Knights and the king take lanes too, with a single step. Two sets at a time are folded
//! into one register, neighbour by neighbour.
//!
//! Without AVX2 sliders are filled one direction after the other.
//!
//! - Lookup: some 90 operations on lanes; no loads but constants, and no branches.
//! - Tables: none.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/914>; the fold found by
//!   this project.
//!
//! Suits builds with AVX2: without tables it is faster than `threats-loop` over magics hot, though
//! no kind of search showed a gain. Loses to `threats-kogge-stone-avx512` on some processors with
//! AVX-512.
//!
//! Measured: <!-- published: figures -->time by that of `threats-loop+sliders-magic` on
//! `positions`, hot / waiting / beside 1 MiB: 0.62 / – / 0.67 on Zen 4; 0.83 / – /
//! 0.59 on Golden Cove; 0.57 / – / – on Zen 5. Gain in nodes per second, `classical` /
//! `network` / `threats`: -0.3 ±1.8 / +0.3 ±2.3 / -1.6 ±5.5 % on Zen 4; -1.2 ±0.7 /
//! -1.6 ±0.6 / -1.2 ±1.3 % on Golden Cove; -0.5 ±1.1 / -0.5 ±0.9 / -0.3 ±0.8 % on Zen
//! 5.<!-- end -->
#![no_std]

use lookup::threats::{self, Threats};
use lookup::{Bitboard, Color, Features, Identity, Leaps, PieceKind, Position, Table, Variant};

/// Four fills in lanes.
#[derive(Clone, Copy, Debug)]
pub struct KoggeStoneAvx2;

impl Threats for KoggeStoneAvx2 {
    #[inline]
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        let [white, black] =
            Leaps::of_all(position.kind(PieceKind::Pawn) & position.color(side)).pawns;
        let pawns = if side == Color::White { white } else { black };
        let [knights, bishops, rooks, queens, king] =
            lookup::dispatch!(x86::others(position, side), {
                let [_, others @ ..] = threats::filled_in_words(position, side);
                others
            });
        [pawns, knights, bishops, rooks, queens, king]
    }
}

impl Variant for KoggeStoneAvx2 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx2");

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::*;
    use lookup::fill::landing;
    use lookup::{Bitboard, Color, PieceKind, Position};

    /// How far a step of a fill goes, and the squares that it can end on, up and down. The first
    /// two are along diagonals.
    const STEPS: [u64; 4] = [9, 7, 8, 1];
    const UP: [u64; 4] = [landing(9), landing(7), landing(8), landing(1)];
    const DOWN: [u64; 4] = [landing(-9), landing(-7), landing(-8), landing(-1)];

    /// How far knights leap, and the squares that each leap can end on.
    const LEAPS: [u64; 4] = [17, 15, 10, 6];
    const LEAPS_UP: [u64; 4] = [landing(17), landing(15), landing(10), landing(6)];
    const LEAPS_DOWN: [u64; 4] = [landing(-17), landing(-15), landing(-10), landing(-6)];

    /// Everything but pawns.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn others(position: &Position, side: Color) -> [Bitboard; 5] {
        let own = position.color(side);
        let of = |kind| all((position.kind(kind) & own).0);
        let (queens, king) = (of(PieceKind::Queen), of(PieceKind::King));
        let (bishops, rooks) = (of(PieceKind::Bishop), of(PieceKind::Rook));
        let sliders = _mm256_blend_epi32::<0b1111_0000>(bishops, rooks);
        let empty = all(!position.occupied().0);
        let (up, down) = (open::<true>(empty), open::<false>(empty));
        let sliders = _mm256_or_si256(fill::<true>(sliders, up), fill::<false>(sliders, down));
        let queens = _mm256_or_si256(fill::<true>(queens, up), fill::<false>(queens, down));
        let king = _mm256_or_si256(onto::<true>(king), onto::<false>(king));
        let sliding = folded(sliders, queens);
        let leaping = folded(leaps(of(PieceKind::Knight)), king);
        let [slanted, straight] = halves(sliding);
        let [low, high] = halves(leaping);
        let leaping = _mm_or_si128(low, high);
        let queens = _mm_or_si128(slanted, straight);
        [first(leaping), first(slanted), first(straight), second(queens), second(leaping)]
    }

    /// The squares that let one, two and four steps through.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn open<const IS_UP: bool>(empty: __m256i) -> [__m256i; 3] {
        let one = _mm256_and_si256(empty, lanes(if IS_UP { UP } else { DOWN }));
        let two = _mm256_and_si256(one, shifted::<IS_UP, 1>(one));
        [one, two, _mm256_and_si256(two, shifted::<IS_UP, 2>(two))]
    }

    /// The squares that all these sliders reach.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn fill<const IS_UP: bool>(from: __m256i, [one, two, four]: [__m256i; 3]) -> __m256i {
        let filled = _mm256_and_si256(one, shifted::<IS_UP, 1>(from));
        let filled = _mm256_or_si256(filled, from);
        let further = _mm256_and_si256(two, shifted::<IS_UP, 2>(filled));
        let filled = _mm256_or_si256(filled, further);
        let further = _mm256_and_si256(four, shifted::<IS_UP, 4>(filled));
        onto::<IS_UP>(_mm256_or_si256(filled, further))
    }

    /// One step in all four directions, whatever stands there.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn onto<const IS_UP: bool>(from: __m256i) -> __m256i {
        _mm256_and_si256(shifted::<IS_UP, 1>(from), lanes(if IS_UP { UP } else { DOWN }))
    }

    /// So many steps in all four directions.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn shifted<const IS_UP: bool, const COUNT: u64>(from: __m256i) -> __m256i {
        let steps = lanes(STEPS.map(|step| COUNT * step));
        if IS_UP { _mm256_sllv_epi64(from, steps) } else { _mm256_srlv_epi64(from, steps) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn leaps(from: __m256i) -> __m256i {
        let up = _mm256_and_si256(_mm256_sllv_epi64(from, lanes(LEAPS)), lanes(LEAPS_UP));
        let down = _mm256_and_si256(_mm256_srlv_epi64(from, lanes(LEAPS)), lanes(LEAPS_DOWN));
        _mm256_or_si256(up, down)
    }

    /// Both lanes of each half in one, of one set in the first and of another in the second.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn folded(one: __m256i, other: __m256i) -> __m256i {
        _mm256_or_si256(_mm256_unpacklo_epi64(one, other), _mm256_unpackhi_epi64(one, other))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn halves(lanes: __m256i) -> [__m128i; 2] {
        [_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes)]
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn first(lanes: __m128i) -> Bitboard {
        Bitboard(_mm_cvtsi128_si64(lanes).cast_unsigned())
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn second(lanes: __m128i) -> Bitboard {
        Bitboard(_mm_extract_epi64::<1>(lanes).cast_unsigned())
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn all(set: u64) -> __m256i {
        _mm256_set1_epi64x(set.cast_signed())
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn lanes(sets: [u64; 4]) -> __m256i {
        let [a, b, c, d] = sets.map(u64::cast_signed);
        _mm256_setr_epi64x(a, b, c, d)
    }
}

lookup::conformance!(threats, KoggeStoneAvx2, processor);
