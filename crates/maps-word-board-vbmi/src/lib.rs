//! Attack maps of a word per square with a bit per piece, kept and changed in registers.
//!
//! No game has more than 32 pieces, so a word of 32 bits names all attackers of a square. The 64
//! words lie in four registers of 64 bytes, each with a bit for eight of the pieces. What a piece
//! attacks leaves all squares by one `and`, and no list of attacks is kept.
//!
//! A square that opens or closes changes the attacks of the sliders that see it. The board, a
//! byte per square with the number of its piece, is permuted to eight rays around the square, in
//! eight groups of eight lanes. The nearest slider's byte is spread over its group and cut to
//! what the opposite ray sees; a second permutation takes it there and back to squares. A third
//! turns numbers to bits, which flip in the words: no slider is looked up, and nothing tells
//! opening from closing.
//!
//! A piece that arrives takes any free number, so unmaking a move is making it backwards, and
//! nothing is remembered but the board. The attackers of a square are a word's bits, laid out as
//! 32 bytes that the board permutes to squares, without a loop. A map built with more pieces keeps
//! nothing and walks, as all do without the processor's features.
//!
//! - Map: four planes of 64 bytes, the board and the free numbers, 6 cache lines.
//! - Lookup: from a square, a load and a test of 64 bytes; to a square, four loads of a byte and a
//!   permutation. A move costs, for each square that opens or closes, two loads, six permutations
//!   and some 30 instructions; about as much for each piece that arrives.
//! - Tables: 64 x 64 squares of a byte, and as many lanes, 128 cache lines; 64 and 16 classes of
//!   a byte, 2 cache lines; four times 64 bits, 4 cache lines.
//! - Source: <https://github.com/official-clockwork/Clockwork/pull/43>, two words of 16 bits per
//!   square; this project made planes of them, and the way from a word back to squares.
//!
//! Suits processors with AVX-512 VBMI and eight questions a ply or so: it takes 8.3 KiB, and it is
//! faster than `maps-on-the-fly` over magics, hot and beside a working set. Loses to
//! `maps-classical` with 128 questions.
//!
//! Measured: <!-- published: figures -->time by that of `maps-on-the-fly+sliders-magic`
//! on `middlegame`, hot / waiting / beside 1 MiB: 0.88 / – / 0.84 on Zen 4; 0.79 / – /
//! 0.82 on Golden Cove; 0.74 / – / 0.75 on Zen 5.<!-- end -->
#![no_std]

use lookup::maps::{self, Maps};
use lookup::{
    Bitboard, CacheAligned, Features, Identity, Leaps, Move, Oracle, Position, Square, Table,
    Variant, attackers, deltas,
};

/// Four planes of bits, and what stands on the board.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code, reason = "nothing is kept"))]
pub struct WordBoard {
    /// For each square the pieces that attack it, eight in each plane.
    planes: [[u8; 64]; 4],
    /// For each square the number of its piece, [`OCCUPIED`], and how it slides; or 0.
    board: [u8; 64],
    /// The numbers that no piece has.
    free: u32,
    /// The processor has the features, and there are enough numbers.
    is_kept: bool,
}

/// The bit of all occupied squares, above the number.
const OCCUPIED: u8 = 32;

impl Maps for WordBoard {
    fn of(position: &Position) -> Self {
        let is_kept = processor::get() && position.occupied().0.count_ones() <= 32;
        let mut map = WordBoard { planes: [[0; 64]; 4], board: [0; 64], free: u32::MAX, is_kept };
        map.update(position.occupied(), Bitboard::EMPTY, position);
        map
    }

    #[inline]
    fn make(&mut self, before: &Position, _: Move, after: &Position) {
        self.update(deltas::changed(before, after), before.occupied(), after);
    }

    #[inline]
    fn unmake(&mut self, before: &Position, _: Move, after: &Position) {
        self.update(deltas::changed(before, after), after.occupied(), before);
    }

    #[inline]
    fn attacks_from(&self, position: &Position, square: Square) -> Bitboard {
        #[cfg(target_arch = "x86_64")]
        if self.is_kept {
            // SAFETY: the processor has the function's target features.
            return unsafe { x86::attacks_from(self, square) };
        }
        maps::attacks(position, square)
    }

    #[inline]
    fn attackers_to(&self, position: &Position, square: Square) -> Bitboard {
        #[cfg(target_arch = "x86_64")]
        if self.is_kept {
            // SAFETY: the processor has the function's target features.
            return unsafe { x86::attackers_to(self, square) };
        }
        attackers::union::<Oracle>(position, square, &Leaps::of_all(square.bitboard()))
    }
}

impl WordBoard {
    /// Updates the map to a position that differs in some squares from one with these occupied.
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_variables, reason = "nothing is kept"))]
    #[inline]
    fn update(&mut self, changed: Bitboard, occupied: Bitboard, new: &Position) {
        #[cfg(target_arch = "x86_64")]
        if self.is_kept {
            // SAFETY: the processor has the function's target features.
            unsafe { x86::update(self, changed, occupied, new) }
        }
    }
}

impl Variant for WordBoard {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] =
        &[&SQUARES, &NUMBERS, &ATTACKERS, &CLASSES, &BITS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512bw", "avx512f", "avx512vbmi");

lookup::lane_tables!(SQUARES, NUMBERS, ATTACKERS, CLASSES);

/// The bit of each number in each plane, behind 32 that stand for nobody.
static BITS: CacheAligned<[[u8; 64]; 4]> = CacheAligned({
    let (mut bits, mut number) = ([[0; 64]; 4], 0);
    while number < 32 {
        bits[number / 8][OCCUPIED as usize + number] = 1 << (number % 8);
        number += 1;
    }
    bits
});

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{ATTACKERS, BITS, CLASSES, NUMBERS, OCCUPIED, SQUARES, WordBoard};
    use core::arch::x86_64::*;
    use lookup::lanes::{LEAPS, SLIDERS, byte, reach};
    use lookup::{Bitboard, Position, Square};
    use vectors::avx512::loaded;

    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi")]
    pub(super) fn attacks_from(map: &WordBoard, square: Square) -> Bitboard {
        let piece = map.board[square.index()];
        // None where no piece stands.
        let bit = (piece / OCCUPIED % 2) << (piece % 8);
        let plane = loaded(&map.planes[usize::from(piece / 8 % 4)]);
        Bitboard(_mm512_test_epi8_mask(plane, _mm512_set1_epi8(bit.cast_signed())))
    }

    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi")]
    pub(super) fn attackers_to(map: &WordBoard, square: Square) -> Bitboard {
        let [a, b, c, d] = &map.planes;
        let word = u32::from_le_bytes([a, b, c, d].map(|plane| plane[square.index()]));
        let attack = _mm512_movm_epi8(u64::from(word) << OCCUPIED);
        Bitboard(_mm512_movepi8_mask(_mm512_permutexvar_epi8(loaded(&map.board), attack)))
    }

    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi")]
    pub(super) fn update(
        map: &mut WordBoard,
        changed: Bitboard,
        occupied: Bitboard,
        new: &Position,
    ) {
        let [left, arrived] = [changed & occupied, changed & new.occupied()];
        let gone = left.squares().fold(0, |gone, s| gone | 1 << (map.board[s.index()] % 32));
        map.free |= gone;
        let stays = u32::to_le_bytes(!gone);
        let mut planes = [_mm512_setzero_si512(); 4];
        for ((plane, kept), stays) in planes.iter_mut().zip(&map.planes).zip(stays) {
            *plane = _mm512_and_si512(loaded(kept), _mm512_set1_epi8(stays.cast_signed()));
        }
        // Pieces of the move stay in the way until their squares open, and attack nothing.
        let in_the_way = _mm512_set1_epi8(OCCUPIED.cast_signed());
        let mut board = _mm512_mask_mov_epi8(loaded(&map.board), left.0, in_the_way);
        for square in (occupied ^ new.occupied()).squares() {
            let bit = square.bitboard().0;
            board = _mm512_mask_mov_epi8(board, bit, _mm512_setzero_si512());
            flip(&mut planes, Around::of(board, square).seen_through());
            board = _mm512_mask_mov_epi8(board, bit & arrived.0, in_the_way);
        }
        for square in arrived.squares() {
            let (number, piece) = (map.free.trailing_zeros() as u8, byte(new.piece_on(square)));
            map.free &= map.free - 1;
            let class = CLASSES.0[usize::from(piece) % 16] & SLIDERS;
            let what = _mm512_set1_epi8((class << 6 | OCCUPIED | number).cast_signed());
            board = _mm512_mask_mov_epi8(board, square.bitboard().0, what);
            flip(&mut planes, Around::of(board, square).attacked(piece, what));
        }
        store(&mut map.board, board);
        for (kept, plane) in map.planes.iter_mut().zip(planes) {
            store(kept, plane);
        }
    }

    /// What lies around a square, by lanes.
    struct Around {
        pieces: __m512i,
        /// The lane of each square.
        numbers: __m512i,
        on_board: u64,
        /// The lanes of each ray up to the nearest piece, and perhaps leaps.
        reach: u64,
        occupied: u64,
    }

    impl Around {
        #[inline]
        #[target_feature(enable = "avx512bw,avx512f,avx512vbmi")]
        fn of(board: __m512i, square: Square) -> Around {
            let squares = loaded(&SQUARES.0[square.index()]);
            let middle = _mm512_set1_epi8(square as i8);
            let on_board = _mm512_cmpneq_epi8_mask(squares, middle);
            let pieces = _mm512_permutexvar_epi8(squares, board);
            let occupied = _mm512_mask_test_epi8_mask(on_board & !LEAPS, pieces, pieces);
            let numbers = loaded(&NUMBERS.0[square.index()]);
            Around { pieces, numbers, on_board, reach: reach(occupied), occupied }
        }

        /// The slider that sees each square through the one in the middle.
        #[inline]
        #[target_feature(enable = "avx512bw,avx512f,avx512vbmi")]
        fn seen_through(&self) -> __m512i {
            let slides = _mm512_set1_epi8((SLIDERS << 6).cast_signed());
            let slides = _mm512_and_si512(_mm512_slli_epi16::<6>(loaded(&ATTACKERS.0)), slides);
            let nearest = self.reach & self.occupied;
            let sliders = _mm512_mask_test_epi8_mask(nearest, self.pieces, slides);
            // One byte of eight, and then all eight.
            let sliders = _mm512_maskz_mov_epi8(sliders, self.pieces);
            let sliders = _mm512_sad_epu8(sliders, _mm512_setzero_si512());
            let lowest = _mm512_set4_epi64(0x0808_0808_0808_0808, 0, 0x0808_0808_0808_0808, 0);
            let opposite = (self.reach & self.on_board & !LEAPS).rotate_left(32);
            let sliders = _mm512_maskz_shuffle_epi8(opposite, sliders, lowest);
            let turned = _mm512_xor_si512(self.numbers, _mm512_set1_epi8(32));
            _mm512_permutexvar_epi8(turned, sliders)
        }

        /// The piece's byte on each square that it attacks from the middle.
        #[inline]
        #[target_feature(enable = "avx512bw,avx512f,avx512vbmi")]
        fn attacked(&self, piece: u8, what: __m512i) -> __m512i {
            // The number of the same kind of the other side, whose pawns attack so.
            let class = CLASSES.0[usize::from(piece ^ 1) % 16];
            let class = _mm512_set1_epi8(class.cast_signed());
            let seen = (self.reach | LEAPS) & self.on_board;
            let attacked = _mm512_mask_test_epi8_mask(seen, loaded(&ATTACKERS.0), class);
            let attacked = _mm512_maskz_mov_epi8(attacked, what);
            _mm512_permutexvar_epi8(self.numbers, attacked)
        }
    }

    /// Flips the bits of these pieces on the squares where their bytes stand.
    #[inline]
    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi")]
    fn flip(planes: &mut [__m512i; 4], pieces: __m512i) {
        for (plane, bits) in planes.iter_mut().zip(&BITS.0) {
            *plane = _mm512_xor_si512(*plane, _mm512_permutexvar_epi8(pieces, loaded(bits)));
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(bytes: &mut [u8; 64], register: __m512i) {
        // SAFETY: there are 64 bytes.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), register) }
    }
}

lookup::conformance!(maps, WordBoard, processor);
