//! What does the side to move win by taking what stands on a square?
//!
//! - Asked about are the [`targets`]: squares that a piece of the enemy other than
//!   the king occupies. What is answered about others has no meaning.
//! - The sides take on the square in turn, each with its least valuable attacker, in
//!   the order of [`PieceKind::ALL`], and with the one on the lowest square of
//!   several of a kind. The first capture is forced: an answer below zero says how
//!   much is lost by it. From then on either side stops as soon as to go on does
//!   not pay. A side that cannot take wins 0.
//! - The unit is a pawn; see [`value`]. Every answer lies between -8, a queen for a
//!   pawn, and 9, a queen for nothing.
//! - A king takes only where it cannot be retaken, and so is never taken itself.
//! - A pawn that takes on the last rank stays a pawn. To take en passant is to take
//!   nothing on the square that the pawn goes to, and no question.
//! - Pins and checks do not matter, but for what [`Comparison`] says of pins.
//!
//! How much is known of the attackers differs with the [`Rules`], and with it the
//! right answer: a variant says which ones it plays by, and is compared with what is
//! right by these.
//!
//! # Attack bytes
//!
//! By [`Rules::Bytes`] nothing is known but what stands on the square and a byte for
//! each side: its lower three bits count the attackers, up to 7, and the upper five
//! tell the kinds that there is at least one of: from the lowest, pawns, knights or
//! bishops, rooks, queens, kings. The layout is that of Ed Schröder's Rebel, from
//! <https://www.chessprogramming.org/Attack_and_Defend_Maps>. It does not say of what
//! kind those attackers are that exceed one of each kind; here they are of the least
//! valuable kind that is present. So the lowest of the upper bits goes with a capture
//! when there are no more attackers left than kinds, and not before. Seven
//! attackers and more are taken for seven.

use crate::board::Drawn;
use crate::{
    Color, Extent, Identity, Move, Piece, PieceKind, Position, Square, Table, Variant, attackers,
    samples,
};
use core::fmt;

/// A way to tell what captures on a square are worth.
pub trait Exchange: Variant {
    /// What it knows of the attackers.
    const RULES: Rules;

    /// What is found once in a position and then serves all questions about it.
    type Prepared;

    /// Finds it.
    fn prepare(position: &Position) -> Self::Prepared;

    /// What the side to move wins on one of the [`targets`], by the static exchange
    /// evaluation, in pawns; `prepared` was found in the same position.
    fn see(position: &Position, prepared: &Self::Prepared, square: Square) -> i8;
}

/// A variant that answers by [`Rules::Bytes`], and that can be asked by them alone.
pub trait ByBytes: Exchange {
    /// What is won by taking `target`, not a king, of which only the bytes of those
    /// that attack and of those that defend it are known; each [can occur](can_occur).
    fn see_bytes(target: Piece, attack: u8, defence: u8) -> i8;
}

/// What is known of the attackers of a square.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Rules {
    /// All: a slider takes part as soon as nothing stands before it any more.
    WithXrays,
    /// Those that attack the square before the first capture, and no others.
    WithoutXrays,
    /// The [attack byte](self#attack-bytes) of either side before the first capture.
    Bytes,
}

impl Rules {
    /// All of them, from the most that is known to the least.
    pub const ALL: [Rules; 3] = [Rules::WithXrays, Rules::WithoutXrays, Rules::Bytes];
}

/// The value of a piece in pawns, as it is usually counted: knights and bishops 3,
/// rooks 5, queens 9. A king has none: it is never taken.
#[inline]
#[must_use]
pub const fn value(kind: PieceKind) -> i8 {
    match kind {
        PieceKind::Pawn => 1,
        PieceKind::Knight | PieceKind::Bishop => 3,
        PieceKind::Rook => 5,
        PieceKind::Queen => 9,
        PieceKind::King => 0,
    }
}

/// The slow and obvious answer.
///
/// # Panics
/// If nothing stands on the square.
#[must_use]
pub fn oracle(rules: Rules, position: &Position, square: Square) -> i8 {
    let us = position.side_to_move();
    match rules {
        Rules::WithXrays => play_out(position, square, false),
        Rules::WithoutXrays => {
            let [own, enemy] = [us, !us].map(|side| counts(position, square, side));
            swap_off(target(position, square).kind(), own, enemy)
        }
        Rules::Bytes => {
            let [attack, defence] = [us, !us].map(|side| byte(position, square, side));
            bytes_oracle(target(position, square).kind(), attack, defence)
        }
    }
}

fn target(position: &Position, square: Square) -> Piece {
    position.piece_on(square).expect("a piece to take")
}

/// Makes the captures on the board and looks each time anew for what attacks the square.
fn play_out(position: &Position, square: Square, pins: bool) -> i8 {
    let us = position.side_to_move();
    let attackers = attackers::oracle(position, square) & position.color(us);
    let mut captures = PieceKind::ALL.into_iter().flat_map(|kind| {
        let those = attackers & position.kind(kind);
        those.squares().map(|from| Move { from, to: square, promotion: None })
    });
    let enemies =
        |position: &Position| attackers::oracle(position, position.king(us)) & position.color(!us);
    let may = |&m: &Move| {
        let after = enemies(&position.play(m));
        let opened = after & !enemies(position);
        let king = m.from == position.king(us);
        if king { after.is_empty() } else { !pins || opened.is_empty() }
    };
    match captures.find(may) {
        Some(m) => {
            let reply = play_out(&position.play(m), square, pins);
            value(target(position, square).kind()) - reply.max(0)
        }
        None => 0,
    }
}

/// How many of each kind of a side attack a square.
fn counts(position: &Position, square: Square, side: Color) -> [u8; 6] {
    let attackers = attackers::oracle(position, square) & position.color(side);
    PieceKind::ALL.map(|kind| (attackers & position.kind(kind)).squares().count() as u8)
}

/// Takes away the attackers that take, one after the other, counted by kind.
fn swap_off(target: PieceKind, mut own: [u8; 6], enemy: [u8; 6]) -> i8 {
    match PieceKind::ALL.into_iter().find(|&kind| own[kind as usize] > 0) {
        None => 0,
        Some(PieceKind::King) if enemy.iter().any(|&count| count > 0) => 0,
        Some(least) => {
            own[least as usize] -= 1;
            value(target) - swap_off(least, enemy, own).max(0)
        }
    }
}

/// The kinds that the upper five bits of a byte stand for: knights for bishops too.
const KINDS: [PieceKind; 5] =
    [PieceKind::Pawn, PieceKind::Knight, PieceKind::Rook, PieceKind::Queen, PieceKind::King];

/// The [byte](self#attack-bytes) of a side's attackers of a square, slowly and obviously.
#[must_use]
pub fn byte(position: &Position, square: Square, side: Color) -> u8 {
    let [pawns, knights, bishops, rooks, queens, kings] = counts(position, square, side);
    let kinds = [pawns, knights + bishops, rooks, queens, kings];
    let count = kinds.iter().sum::<u8>().min(7);
    (0..5).fold(count, |byte, kind| byte | u8::from(kinds[kind] > 0) << (3 + kind))
}

/// Whether any set of attackers has this [byte](self#attack-bytes).
///
/// They are no fewer than their kinds. Two pawns attack a square at most, and one king; four
/// rooks, because one hides another that comes along the same line. Eight queens can, and
/// more knights and bishops than are counted.
#[must_use]
pub const fn can_occur(byte: u8) -> bool {
    let (count, kinds) = (byte & 7, byte >> 3);
    let most = 2 * (kinds & 1) + 7 * (kinds >> 1 & 1) + 4 * (kinds >> 2 & 1) + 7 * (kinds >> 3 & 1);
    kinds.count_ones() <= count as u32 && count <= most + (kinds >> 4 & 1)
}

/// Counts the attackers by kind as far as a byte tells, and swaps off.
fn bytes_oracle(target: PieceKind, attack: u8, defence: u8) -> i8 {
    let [own, enemy] = [attack, defence].map(|byte| {
        let present = |kind: &usize| byte >> (3 + kind) & 1 == 1;
        let mut counts = [0; 6];
        for kind in (0..5).filter(present) {
            counts[KINDS[kind] as usize] = 1;
        }
        if let Some(least) = (0..5).find(present) {
            counts[KINDS[least] as usize] += (byte & 7) - counts.iter().sum::<u8>();
        }
        counts
    });
    swap_off(target, own, enemy)
}

/// The oracle of [`Rules::Bytes`] as a variant: what variants over any that can be
/// asked by bytes are proved with.
#[derive(Clone, Copy, Debug)]
pub struct Oracle;

impl Exchange for Oracle {
    const RULES: Rules = Rules::Bytes;
    type Prepared = ();

    fn prepare(_: &Position) {}

    fn see(position: &Position, (): &(), square: Square) -> i8 {
        oracle(Rules::Bytes, position, square)
    }
}

impl ByBytes for Oracle {
    fn see_bytes(target: Piece, attack: u8, defence: u8) -> i8 {
        bytes_oracle(target.kind(), attack, defence)
    }
}

impl Variant for Oracle {
    const IDENTITY: Identity =
        Identity { name: "exchange-oracle", summary: "Plays", source: "", text: "" };
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// One question answered by all rules, and what each gives away.
///
/// The errors are differences of neighbours: those by several of a kind, by x-rays
/// and by pins add up to what the answer by bytes is away from the lawful one. Found
/// by the oracles.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Comparison {
    /// With x-rays, and without captures by which a pinned piece leaves its line: by
    /// which anything comes to attack the own king that did not before.
    pub lawful: i8,
    /// By [`Rules::WithXrays`].
    pub exact: i8,
    /// By [`Rules::WithoutXrays`].
    pub without_xrays: i8,
    /// By [`Rules::Bytes`].
    pub bytes: i8,
}

impl Comparison {
    /// The answers about one of the [`targets`].
    ///
    /// # Panics
    /// If nothing stands on the square.
    #[must_use]
    pub fn of(position: &Position, square: Square) -> Comparison {
        let [exact, without_xrays, bytes] = Rules::ALL.map(|rules| oracle(rules, position, square));
        Comparison { lawful: play_out(position, square, true), exact, without_xrays, bytes }
    }

    /// How much too high an answer is that lets pinned pieces take.
    #[must_use]
    pub fn by_pins(&self) -> i8 {
        self.exact - self.lawful
    }

    /// How much too high an answer is that knows of no attackers behind others.
    #[must_use]
    pub fn by_xrays(&self) -> i8 {
        self.without_xrays - self.exact
    }

    /// How much is added by not knowing how many of each kind there are.
    #[must_use]
    pub fn by_several_of_a_kind(&self) -> i8 {
        self.bytes - self.without_xrays
    }
}

/// The squares that are asked about in a position: those that the enemy occupies, but
/// for its king's.
pub fn targets(position: &Position) -> impl Iterator<Item = Square> + use<> {
    let enemy = position.color(!position.side_to_move());
    (enemy & !position.kind(PieceKind::King)).squares()
}

/// The positions in which a variant is compared: 40,000 that are [drawn](samples::positions),
/// 10,000 of [games](samples::played), or a tenth of both, and one where more attack than
/// a byte counts.
pub fn positions(extent: Extent) -> impl Iterator<Item = Position> {
    let written = Position::from_fen(EIGHT_KNIGHTS).expect("a test reads it");
    let drawn = samples::positions().take(extent.of(40_000));
    drawn.chain(samples::played().take(extent.of(10_000))).chain([written])
}

/// Eight knights that attack a pawn which four bishops defend: it takes five to win it.
const EIGHT_KNIGHTS: &str = "7k/b7/2N1Nb2/1N3N2/3p4/1N3N2/1bN1Nb2/7K w - -";

/// Compares a variant with the oracle of its rules on all [`targets`] in all
/// [`positions`] and counts the comparisons.
///
/// # Errors
/// The first question that the variant answers wrongly.
#[expect(clippy::result_large_err, reason = "it is returned once, and shows the position")]
pub fn check<V: Exchange>(extent: Extent) -> Result<usize, Wrong> {
    let mut compared = 0;
    for position in positions(extent) {
        let prepared = V::prepare(&position);
        for square in targets(&position) {
            let expected = oracle(V::RULES, &position, square);
            let actual = V::see(&position, &prepared, square);
            if actual != expected {
                let variant = V::IDENTITY.name;
                return Err(Wrong { variant, position, square, expected, actual });
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// Compares a variant with the oracle on all pieces but kings and all pairs of bytes
/// that [can occur](can_occur), and counts the comparisons. Not all of these pairs
/// stand on a board: the two sides share the eight lines to the square.
///
/// # Errors
/// The first question that the variant answers wrongly.
pub fn check_bytes<V: ByBytes>() -> Result<usize, WrongBytes> {
    let mut compared = 0;
    let bytes = || (0..=u8::MAX).filter(|&byte| can_occur(byte));
    for target in Piece::ALL.into_iter().filter(|piece| piece.kind() != PieceKind::King) {
        for (attack, defence) in bytes().flat_map(|attack| bytes().map(move |d| (attack, d))) {
            let expected = bytes_oracle(target.kind(), attack, defence);
            let actual = V::see_bytes(target, attack, defence);
            if actual != expected {
                let variant = V::IDENTITY.name;
                return Err(WrongBytes { variant, target, attack, defence, expected, actual });
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// A wrong answer about a square; its text draws the boards.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Wrong {
    /// The name of the variant that gave it.
    pub variant: &'static str,
    /// The position asked about.
    pub position: Position,
    /// The square asked about.
    pub square: Square,
    /// The oracle's answer.
    pub expected: i8,
    /// The variant's answer.
    pub actual: i8,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wrong { variant, position, square, expected, actual } = self;
        writeln!(f, "{variant} answers {actual}, not {expected}, about {square} in {position}")?;
        let attackers = attackers::oracle(position, *square);
        let [white, black] = Color::ALL.map(|color| attackers & position.color(color));
        Drawn(&[
            ("square", square.bitboard()),
            ("occupied", position.occupied()),
            ("white attackers", white),
            ("black attackers", black),
        ])
        .fmt(f)
    }
}

impl core::error::Error for Wrong {}

/// A wrong answer about a pair of bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct WrongBytes {
    /// The name of the variant that gave it.
    pub variant: &'static str,
    /// The piece to take.
    pub target: Piece,
    /// The byte of those that attack it.
    pub attack: u8,
    /// The byte of those that defend it.
    pub defence: u8,
    /// The oracle's answer.
    pub expected: i8,
    /// The variant's answer.
    pub actual: i8,
}

impl fmt::Display for WrongBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongBytes { variant, target, attack, defence, expected, actual } = self;
        write!(f, "{variant} answers {actual}, not {expected}, about a {target} ")?;
        write!(f, "attacked by {attack:08b} and defended by {defence:08b}")
    }
}

impl core::error::Error for WrongBytes {}

/// Makes [`check`] the test of a variant: `lookup::exchange::conformance!(Swap<Magic>);`,
/// and [`check_bytes`] another one: `lookup::exchange::conformance!(bytes ByTable<Magic>);`.
#[doc(inline)]
pub use crate::__exchange_conformance as conformance;

#[doc(hidden)]
#[macro_export]
macro_rules! __exchange_conformance {
    (bytes $variant:ty) => {
        $crate::exchange::conformance!($variant);

        #[cfg(test)]
        mod bytes {
            use super::*;
            $crate::__conformance!(
                $variant,
                $crate::exchange::check_bytes,
                "pieces and pairs of bytes"
            );
        }
    };
    ($variant:ty) => {
        $crate::__conformance!(
            $variant,
            $crate::exchange::check,
            "questions",
            $crate::samples::Extent::Full
        );
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::string::ToString;

    fn compared(fen: &str, square: Square) -> [i8; 4] {
        let Comparison { lawful, exact, without_xrays, bytes } =
            Comparison::of(&Position::from_fen(fen).unwrap(), square);
        [lawful, exact, without_xrays, bytes]
    }

    /// The exact answers are published: a pawn won, and a knight lost for a pawn; see
    /// <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>.
    #[test]
    fn agrees_with_published_positions() {
        let rook_takes = "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -";
        assert_eq!(compared(rook_takes, Square::E5), [1; 4]);
        let knight_takes = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -";
        assert_eq!(compared(knight_takes, Square::E5), [-2; 4]);
    }

    #[test]
    fn agrees_with_exchanges_by_hand() {
        use Square::*;
        // The first capture is forced, the others are not; what cannot take wins nothing.
        assert_eq!(compared("7k/8/4p3/3p4/8/8/8/3Q3K w - -", D5), [-8; 4]);
        assert_eq!(compared("3q3k/8/8/3q4/4P3/8/8/3R3K w - -", D5), [9; 4]);
        assert_eq!(compared("7k/8/8/3q4/8/8/8/2R4K w - -", D5), [0; 4]);
        assert_eq!(compared("7k/8/8/3q4/8/8/8/3R3K w - -", D5), [9; 4]);
        // A king takes, but not where it can be retaken, through itself neither.
        assert_eq!(compared("7k/8/8/8/8/8/4p3/4K3 w - -", E2), [1; 4]);
        assert_eq!(compared("7k/8/8/8/8/3p4/4p3/4K3 w - -", E2), [0; 4]);
        assert_eq!(compared("7k/8/8/r3Kp2/8/8/8/8 w - -", F5), [0, 0, 1, 1]);
        // Nor does the enemy's retake where a rook stands behind the first.
        assert_eq!(compared("8/8/4k3/4p3/8/8/4R3/4R2K w - -", E5), [1, 1, -4, -4]);
        // A pawn that takes on the last rank is worth a pawn.
        assert_eq!(compared("2rr3k/1P6/8/8/8/8/8/7K w - -", C8), [4; 4]);
        // A knight and two rooks, which the bytes take for two knights and a rook.
        assert_eq!(compared("7k/8/1n3n2/R2p4/8/2N5/8/3R3K w - -", D5), [-1, -1, -1, 1]);
        // The pinned knight does not retake, but the pinned rook does, on its line.
        assert_eq!(compared("3k4/3n4/8/4p3/6N1/8/8/3R3K w - -", E5), [1, -2, -2, -2]);
        assert_eq!(compared("3k4/3r4/3n4/8/8/8/8/3R3K w - -", D6), [-2; 4]);
    }

    #[test]
    fn bytes_are_as_the_layout_says() {
        let position = Position::from_fen("3r3k/8/2p1p3/3p4/2P5/2N2B2/B7/3R3K w - -").unwrap();
        let byte = |side| byte(&position, Square::D5, side);
        assert_eq!(byte(Color::White), 0b00111 << 3 | 4);
        assert_eq!(byte(Color::Black), 0b00101 << 3 | 3);
        let knights = Position::from_fen(EIGHT_KNIGHTS).unwrap();
        assert_eq!(super::byte(&knights, Square::D4, Color::White), 0b00010 << 3 | 7);
    }

    #[test]
    fn bytes_that_can_occur_do() {
        use Square::*;
        // Around d4, by kind; pawns and queens of one byte do not come to stand on one line.
        let places: [&[Square]; 5] = [
            &[C3, E3],
            &[B3, B5, C2, C6, E2, E6, F3, F5],
            &[D1, D8, A4, H4],
            &[H8, D8, H4, A4, D1, F2, B2],
            &[C5],
        ];
        let mut count = 0;
        for bits in (0..=u8::MAX).filter(|&byte| can_occur(byte)) {
            let mut position = Position::empty();
            let mut put = |kind: usize| {
                let square = places[kind].iter().find(|&&s| position.piece_on(s).is_none())?;
                position.put(Piece::new(KINDS[kind], Color::White), *square);
                Some(())
            };
            let present = || (0..5).filter(|kind| bits >> (3 + kind) & 1 == 1);
            present().for_each(|kind| put(kind).unwrap());
            for _ in present().count()..usize::from(bits & 7) {
                present().find_map(&mut put).unwrap();
            }
            assert_eq!(byte(&position, D4, Color::White), bits, "{bits:08b}");
            count += 1;
        }
        writeln!(std::io::stdout(), "exchange: {count} attack bytes can occur").unwrap();
        for position in positions(Extent::Full) {
            for square in targets(&position) {
                for side in Color::ALL {
                    let byte = byte(&position, square, side);
                    assert!(can_occur(byte), "{byte:08b} on {square} in {position}");
                }
            }
        }
    }

    #[test]
    fn the_questions_hold_errors_of_every_kind() {
        let (mut errors, mut lowest, mut highest) = ([[0; 2]; 3], 0, 0);
        for position in positions(Extent::Full) {
            for square in targets(&position) {
                let compared = Comparison::of(&position, square);
                let by = [compared.by_pins(), compared.by_xrays(), compared.by_several_of_a_kind()];
                for (errors, by) in errors.iter_mut().zip(by) {
                    errors[0] += usize::from(by < 0);
                    errors[1] += usize::from(by > 0);
                }
                assert_eq!(by.iter().sum::<i8>(), compared.bytes - compared.lawful);
                (lowest, highest) = (lowest.min(compared.exact), highest.max(compared.exact));
            }
        }
        let [by_pins, by_xrays, by_several] = errors;
        assert!([by_pins, by_xrays].as_flattened().iter().all(|&n| n > 500), "{errors:?}");
        assert!(by_several.iter().all(|&count| count > 3), "{errors:?}");
        assert_eq!((lowest, highest), (-8, 9));
    }

    /// Takes everything for undefended.
    struct Greedy;

    impl Variant for Greedy {
        const IDENTITY: Identity = Identity { name: "greedy", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Exchange for Greedy {
        const RULES: Rules = Rules::WithXrays;
        type Prepared = ();

        fn prepare(_: &Position) {}

        fn see(position: &Position, (): &(), square: Square) -> i8 {
            value(target(position, square).kind())
        }
    }

    impl ByBytes for Greedy {
        fn see_bytes(target: Piece, _: u8, _: u8) -> i8 {
            value(target.kind())
        }
    }

    #[test]
    fn a_wrong_variant_is_named_and_its_answer_shown() {
        let wrong = check::<Greedy>(Extent::Full).unwrap_err();
        let text = wrong.to_string();
        let (expected, actual) = (wrong.expected, wrong.actual);
        let head = std::format!("greedy answers {actual}, not {expected}, about ");
        assert!(text.starts_with(&head), "{text}");
        assert!(text.contains("white attackers      black attackers"), "{text}");
        assert_eq!(
            check_bytes::<Greedy>().unwrap_err().to_string(),
            "greedy answers 1, not 0, about a white pawn \
             attacked by 00000000 and defended by 00000000"
        );
    }
}
