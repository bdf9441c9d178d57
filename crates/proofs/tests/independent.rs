//! The oracles against `cozy-chess`, which shares no code with them.

use cozy_chess::{BitBoard, Square as Cozy};
use lookup::sliders::{self, Slider};
use lookup::{
    Bitboard, Color, Extent, Pair, Piece, PieceKind, Question, Square, attacked, between, index,
    raypass, threats, xrays,
};
use proofs::tell;

fn cozy(square: Square) -> Cozy {
    Cozy::index(square.index())
}

fn cozy_attacks(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    let (from, occupied) = (cozy(from), BitBoard(occupied.0));
    let color = match piece.color() {
        Color::White => cozy_chess::Color::White,
        Color::Black => cozy_chess::Color::Black,
    };
    let attacks = match piece.kind() {
        PieceKind::Pawn => cozy_chess::get_pawn_attacks(from, color),
        PieceKind::Knight => cozy_chess::get_knight_moves(from),
        PieceKind::Bishop => cozy_chess::get_bishop_moves(from, occupied),
        PieceKind::Rook => cozy_chess::get_rook_moves(from, occupied),
        PieceKind::Queen => {
            cozy_chess::get_bishop_moves(from, occupied)
                | cozy_chess::get_rook_moves(from, occupied)
        }
        PieceKind::King => cozy_chess::get_king_moves(from),
    };
    Bitboard(attacks.0)
}

#[test]
fn between_agrees_on_all_pairs() {
    for a in Square::ALL {
        for b in Square::ALL {
            let theirs = cozy_chess::get_between_rays(cozy(a), cozy(b)).0;
            assert_eq!(between::oracle(a, b), Bitboard(theirs), "between {a} and {b}");
        }
    }
}

#[test]
fn attacked_agrees_on_all_questions() {
    let mut compared = 0;
    for case in attacked::Question::cases(Extent::Full) {
        let attacked::Case { piece, from, to, occupied } = case;
        let theirs = cozy_attacks(piece, from, occupied).contains(to);
        let ours = attacked::oracle(piece, from, to, occupied);
        assert_eq!(ours, theirs, "{piece} from {from} to {to} among\n{occupied}");
        compared += 1;
    }
    tell(&format!("attacked oracle: {compared} questions agree with cozy-chess"));
}

#[test]
fn sliders_agree_on_all_questions() {
    let mut compared = 0;
    for case in sliders::Question::cases(Extent::Full) {
        let sliders::Case { slider, square, occupied } = case;
        let piece = match slider {
            Slider::Rook => Piece::WhiteRook,
            Slider::Bishop => Piece::WhiteBishop,
            Slider::Queen => Piece::WhiteQueen,
        };
        let theirs = cozy_attacks(piece, square, occupied);
        let ours = sliders::oracle(slider, square, occupied);
        assert_eq!(ours, theirs, "{slider} on {square} among\n{occupied}");
        compared += 1;
    }
    tell(&format!("sliders oracle: {compared} questions agree with cozy-chess"));
}

#[test]
fn xrays_agree_on_all_questions() {
    let mut compared = 0;
    for case in xrays::Question::cases(Extent::Full) {
        let xrays::Case { slider, square, occupied, blockers } = case;
        let piece = if slider == Slider::Rook { Piece::WhiteRook } else { Piece::WhiteBishop };
        let attacks = cozy_attacks(piece, square, occupied);
        let without = cozy_attacks(piece, square, occupied ^ (blockers & attacks));
        let ours = xrays::oracle(slider, square, occupied, blockers);
        assert_eq!(ours, attacks ^ without, "{slider} on {square} through\n{blockers}");
        compared += 1;
    }
    tell(&format!("xrays oracle: {compared} questions agree with cozy-chess"));
}

/// The squares behind an obstacle are those that a queen attacks only without it.
#[test]
fn raypass_agrees_on_all_pairs() {
    for Pair { a, b } in Pair::all() {
        let queen = |occupied| cozy_attacks(Piece::WhiteQueen, a, occupied);
        let hidden = queen(Bitboard::EMPTY) & !queen(b.bitboard());
        assert_eq!(raypass::oracle(a, b), hidden, "behind {b} as seen from {a}");
    }
}

#[test]
fn index_numbers_their_attacks_without_gaps() {
    let mut rows = 0..;
    for (attacker, victim) in Piece::ALL.into_iter().flat_map(|a| Piece::ALL.map(|v| (a, v))) {
        for from in Square::ALL {
            for to in cozy_attacks(attacker, from, Bitboard::EMPTY).squares() {
                let relation = index::Case { attacker, from, victim, to };
                assert_eq!(Some(index::oracle(&relation)), rows.next(), "{relation:?}");
            }
        }
    }
    assert_eq!(rows.start as usize, index::ROWS);
}

#[test]
fn threats_agree_on_all_questions() {
    let mut compared = 0;
    for threats::Case { position, side } in threats::Question::cases(Extent::Full) {
        let theirs = PieceKind::ALL.map(|kind| {
            let piece = Piece::new(kind, side);
            let pieces = position.pieces(piece).squares();
            let attacked = |square| cozy_attacks(piece, square, position.occupied());
            pieces.fold(Bitboard::EMPTY, |set, square| set | attacked(square))
        });
        assert_eq!(threats::oracle(&position, side), theirs, "{side} in {position}");
        compared += 1;
    }
    tell(&format!("threats oracle: {compared} questions agree with cozy-chess"));
}
