//! The oracles against `cozy-chess`, which shares no code with them.

use cozy_chess::{BitBoard, Board, Square as Cozy, util};
use lookup::sliders::{self, Slider};
use lookup::{
    Bitboard, Color, Extent, Pair, Piece, PieceKind, Position, Question, Square, attacked, between,
    checks, collinear, index, movegen, pins, raypass, threats, upcoming, xrays,
};
use proofs::{PUBLISHED, positions};
use std::collections::BTreeMap;

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
    for case in attacked::Question::cases(Extent::Full) {
        let attacked::Case { piece, from, to, occupied } = case;
        let theirs = cozy_attacks(piece, from, occupied).contains(to);
        let ours = attacked::oracle(piece, from, to, occupied);
        assert_eq!(ours, theirs, "{piece} from {from} to {to} among\n{occupied}");
    }
}

#[test]
fn sliders_agree_on_all_questions() {
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
    }
}

#[test]
fn xrays_agree_on_all_questions() {
    for case in xrays::Question::cases(Extent::Full) {
        let xrays::Case { slider, square, occupied, blockers } = case;
        let piece = if slider == Slider::Rook { Piece::WhiteRook } else { Piece::WhiteBishop };
        let attacks = cozy_attacks(piece, square, occupied);
        let without = cozy_attacks(piece, square, occupied ^ (blockers & attacks));
        let ours = xrays::oracle(slider, square, occupied, blockers);
        assert_eq!(ours, attacks ^ without, "{slider} on {square} through\n{blockers}");
    }
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
fn collinear_agrees_on_all_triples() {
    for collinear::Triple { a, b, c } in collinear::Question::cases(Extent::Full) {
        let theirs = cozy_chess::get_line_rays(cozy(a), cozy(b)).has(cozy(c));
        assert_eq!(collinear::oracle(a, b, c), theirs, "{c} on the line through {a} and {b}");
    }
}

/// A piece goes where they say that it does.
#[test]
fn upcoming_agrees_on_all_squares() {
    let occupied = Bitboard(0x1084_2100_0810_4122);
    for (piece, Pair { a, b }) in
        Piece::ALL.into_iter().flat_map(|p| Pair::all().map(move |it| (p, it)))
    {
        let difference = upcoming::keys::difference(piece, Pair { a, b });
        let goes = piece.kind() != PieceKind::Pawn && cozy_attacks(piece, a, occupied).contains(b);
        let expected = goes.then(|| Pair { a: a.min(b), b: a.max(b) });
        assert_eq!(upcoming::oracle(difference, occupied), expected, "{piece} from {a} to {b}");
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
    for threats::Case { position, side } in threats::Question::cases(Extent::Full) {
        let theirs = PieceKind::ALL.map(|kind| {
            let piece = Piece::new(kind, side);
            let pieces = position.pieces(piece).squares();
            let attacked = |square| cozy_attacks(piece, square, position.occupied());
            pieces.fold(Bitboard::EMPTY, |set, square| set | attacked(square))
        });
        assert_eq!(threats::oracle(&position, side), theirs, "{side} in {position}");
    }
}

/// `cozy-chess` counts as pinned the pieces of the side to move, and enemy pieces that stand alone
/// before their own slider.
#[test]
fn pins_and_checkers_agree() {
    let mut compared = 0;
    for (position, board) in positions() {
        let us = position.side_to_move();
        let pinned = board.pinned() & board.colors(board.side_to_move());
        assert_eq!(pins::oracle(&position, us), Bitboard(pinned.0), "pinned in {position}");
        let checkers = board.checkers();
        assert_eq!(checks::checkers(&position), Bitboard(checkers.0), "checkers in {position}");
        compared += 1;
    }
    assert!(compared > 50_000, "{compared}");
}

/// The boards after all legal moves, by the names of the moves.
fn boards_after(board: &Board) -> BTreeMap<String, Board> {
    let mut boards = BTreeMap::new();
    board.generate_moves(|of_piece| {
        boards.extend(of_piece.into_iter().map(|m| {
            let mut after = board.clone();
            after.play_unchecked(m);
            (util::display_uci_move(board, m).to_string(), after)
        }));
        false
    });
    boards
}

/// The pieces, the side to move and the rights to castle.
fn shown(fen: &str) -> Vec<String> {
    fen.split(' ').take(3).map(String::from).collect()
}

/// Which moves are legal, whether they give check, and what they leave behind.
#[test]
fn moves_agree() {
    for (position, board) in positions().step_by(4) {
        let mut theirs = boards_after(&board);
        for m in movegen::legal_moves(&position) {
            let after = theirs.remove(&m.to_string());
            let after = after.unwrap_or_else(|| panic!("{m} in {position} is illegal"));
            let expected = !after.checkers().is_empty();
            assert_eq!(checks::gives_check(&position, m), expected, "{m} in {position}");
            let played = position.play(m).to_string();
            assert_eq!(shown(&played), shown(&after.to_string()), "{m} in {position}");
        }
        assert_eq!(theirs.keys().next(), None, "in {position}");
    }
}

fn perft(position: &Position, depth: u32) -> u64 {
    let moves = movegen::legal_moves(position);
    match depth {
        1 => moves.count() as u64,
        _ => moves.map(|m| perft(&position.play(m), depth - 1)).sum(),
    }
}

#[test]
fn the_rules_have_the_published_counts() {
    for (fen, depth, games) in PUBLISHED.into_iter().filter(|&(.., games)| games < 2_500_000) {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(perft(&position, depth), games, "{depth} plies from {fen}");
    }
}
