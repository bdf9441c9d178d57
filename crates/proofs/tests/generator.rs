//! The variants together: a generator of legal moves made of nothing else, checked against
//! published counts of games and of moves that give check.
//!
//! It generates legal moves at once, as engines do: pinned pieces stay on their line, and
//! in check only moves of the king, captures of the checker and blocks remain. A wrong pin,
//! check, line or attack anywhere gives a wrong count.

use attacked_0x88_table::Table0x88;
use between_rectangular::Rectangular;
use between_select::Select;
use checks_after_move::AfterMove;
use checks_by_move::ByMove;
use legality_between::InBetween;
use legality_getter::Getter;
use lookup::between::Between;
use lookup::checks::Checks;
use lookup::legality::Legality;
use lookup::pins::Pins;
use lookup::sliders::Sliders;
use lookup::{Bitboard, Color, Leaps, Move, Piece, PieceKind, Position, Square};
use pins_no_table::NoTable;
use pins_opposite::Opposite;
use pins_snipers::Snipers;
use pins_xray::XRay;
use proofs::{Count, PUBLISHED, tell};
use sliders_hyperbola::Hyperbola;
use sliders_magic::Magic;
use std::marker::PhantomData;
use std::time::Instant;

/// Generates legal moves from these answers.
struct Generator<S, B, P, C, L>(PhantomData<(S, B, P, C, L)>);

static LEAPS: [Leaps; 64] = Leaps::table();

impl<S: Sliders, B: Between, P: Pins, C: Checks, L: Legality> Generator<S, B, P, C, L> {
    fn legal_moves(position: &Position) -> Vec<Move> {
        let us = position.side_to_move();
        let (king, own, occupied) = (position.king(us), position.color(us), position.occupied());
        let (checkers, pinned) = (C::checkers(position), P::pinned(position, us));
        let mut moves = Vec::with_capacity(64);
        let around = LEAPS[king.index()].king & !own;
        let without_king = occupied & !king.bitboard();
        let safe = |to: &Square| Self::attackers(position, *to, without_king).is_empty();
        moves.extend(around.squares().filter(safe).map(|to| simple(king, to)));
        // The squares that end a check, if there is one.
        let mask = match checkers.0.count_ones() {
            0 => !own,
            1 => B::between(king, checkers.first()) | checkers,
            _ => return moves,
        };
        if checkers.is_empty() {
            Self::castle(position, &mut moves);
        }
        let movers = own & !king.bitboard();
        for from in movers.squares() {
            let targets = match position.piece_on(from).map(Piece::kind) {
                Some(PieceKind::Pawn) => pawn_targets(position, from),
                Some(PieceKind::Knight) => LEAPS[from.index()].knight,
                Some(PieceKind::Bishop) => S::bishop(from, occupied),
                Some(PieceKind::Rook) => S::rook(from, occupied),
                _ => S::queen(from, occupied),
            };
            let stays = |to: &Square| {
                !pinned.contains(from)
                    || B::between(king, *to).contains(from)
                    || B::between(king, from).contains(*to)
            };
            for to in (targets & mask).squares().filter(stays) {
                let pawn = position.kind(PieceKind::Pawn).contains(from);
                if pawn && matches!(to.rank(), 0 | 7) {
                    moves.extend(
                        PROMOTIONS.map(|kind| Move { promotion: Some(kind), ..simple(from, to) }),
                    );
                } else {
                    moves.push(simple(from, to));
                }
            }
        }
        Self::take_en_passant(position, &mut moves);
        moves
    }

    /// The enemy pieces that attack a square, given this occupancy.
    fn attackers(position: &Position, square: Square, occupied: Bitboard) -> Bitboard {
        let us = position.side_to_move();
        let Leaps { knight, king, pawns } = LEAPS[square.index()];
        let queens = position.kind(PieceKind::Queen);
        let attackers = (knight & position.kind(PieceKind::Knight))
            | (king & position.kind(PieceKind::King))
            | (pawns[us as usize] & position.kind(PieceKind::Pawn))
            | (S::rook(square, occupied) & (position.kind(PieceKind::Rook) | queens))
            | (S::bishop(square, occupied) & (position.kind(PieceKind::Bishop) | queens));
        attackers & position.color(!us) & occupied
    }

    fn castle(position: &Position, moves: &mut Vec<Move>) {
        let king = position.king(position.side_to_move());
        for rook in position.castling().squares().filter(|rook| rook.rank() == king.rank()) {
            let to = Square::new(king as u8 & 56 | if rook > king { 6 } else { 2 });
            let passed = B::between(king, to) | to.bitboard();
            let clear = (B::between(king, rook) & position.occupied()).is_empty();
            let safe = |square| Self::attackers(position, square, position.occupied()).is_empty();
            if king.file() == 4 && clear && passed.squares().all(safe) {
                moves.push(simple(king, to));
            }
        }
    }

    /// Looks anew, because two pieces leave their squares, and one may have given check.
    fn take_en_passant(position: &Position, moves: &mut Vec<Move>) {
        let us = position.side_to_move();
        let Some(to) = position.en_passant() else { return };
        let pawns = position.pieces(Piece::new(PieceKind::Pawn, us));
        for from in (LEAPS[to.index()].pawns[!us as usize] & pawns).squares() {
            let victim = Square::new(from as u8 & 56 | to.file());
            let left = from.bitboard() | victim.bitboard();
            let after = position.occupied() & !left | to.bitboard();
            if Self::attackers(position, position.king(us), after).is_empty() {
                moves.push(simple(from, to));
            }
        }
    }

    /// The number of games of this many plies, and of those that end with a check.
    fn perft(position: &Position, depth: usize) -> [u64; 2] {
        let moves = Self::legal_moves(position);
        if depth == 1 {
            let checks = moves.iter().filter(|&&m| C::gives_check(position, m)).count();
            return [moves.len() as u64, checks as u64];
        }
        moves.into_iter().fold([0; 2], |[games, checks], m| {
            assert!(L::is_pseudo_legal(position, m), "{m} in {position}");
            let [more, more_checks] = Self::perft(&position.play(m), depth - 1);
            [games + more, checks + more_checks]
        })
    }
}

const PROMOTIONS: [PieceKind; 4] =
    [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];

fn simple(from: Square, to: Square) -> Move {
    Move { from, to, promotion: None }
}

fn pawn_targets(position: &Position, from: Square) -> Bitboard {
    let (us, occupied) = (position.side_to_move(), position.occupied());
    let (forward, start) = if us == Color::White { (8, 1) } else { (-8, 6) };
    let ahead = |steps: i8| Square::new((from as i8 + steps * forward) as u8);
    let mut targets = LEAPS[from.index()].pawns[us as usize] & position.color(!us);
    let reach = if from.rank() == start { 2 } else { 1 };
    for to in (1..=reach).map(ahead).take_while(|to| !occupied.contains(*to)) {
        targets = targets | to.bitboard();
    }
    targets
}

/// Martin Sedlak's positions for easily forgotten rules, with depth and number of games:
/// <https://www.chessprogramming.net/perfect-perft/>.
const RULES: [(&str, usize, u64); 14] = [
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - -", 6, 1_134_888),
    ("8/8/4k3/8/2p5/8/B2P2K1/8 w - -", 6, 1_015_133),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3", 6, 1_440_467),
    ("5k2/8/8/8/8/8/8/4K2R w K -", 6, 661_072),
    ("3k4/8/8/8/8/8/8/R3K3 w Q -", 6, 803_711),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq -", 4, 1_274_206),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq -", 4, 1_720_476),
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - -", 6, 3_821_001),
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - -", 5, 1_004_658),
    ("4k3/1P6/8/8/8/8/K7/8 w - -", 6, 217_342),
    ("8/P1k5/K7/8/8/8/8/8 w - -", 6, 92_683),
    ("K1k5/8/P7/8/8/8/8/8 w - -", 6, 2_217),
    ("8/k1P5/8/1K6/8/8/8/8 w - -", 7, 567_584),
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - -", 4, 23_527),
];

fn has_the_published_counts<S: Sliders, B: Between, P: Pins, C: Checks, L: Legality>(plies: usize) {
    let (start, mut games, mut text) = (Instant::now(), 0, String::new());
    let mut count = |fen: &str, depth, published: Count| {
        let position = Position::from_fen(fen).unwrap();
        let counted = Generator::<S, B, P, C, L>::perft(&position, depth);
        assert_eq!(counted[0], published.0, "{depth} plies from {fen}");
        if let Some(checks) = published.1 {
            assert_eq!(counted[1], checks, "checks after {depth} plies from {fen}");
        }
        games += counted[0];
        let [games, checks] = counted;
        text += &format!("{fen}: {games} games of {depth} plies, {checks} end with a check\n");
    };
    for (fen, counts) in PUBLISHED {
        for (depth, &published) in counts.iter().enumerate().take(plies) {
            count(fen, depth + 1, published);
        }
    }
    for (fen, depth, games) in RULES.into_iter().filter(|&(_, depth, _)| depth <= plies + 2) {
        count(fen, depth, (games, None));
    }
    let names =
        [P::IDENTITY, C::IDENTITY, L::IDENTITY, S::IDENTITY, B::IDENTITY].map(|who| who.name);
    let (names, seconds) = (names.join(", "), start.elapsed().as_secs_f64());
    tell(&format!("{text}{names}: {games} games in {seconds:.1} s"));
}

#[test]
fn by_large_tables() {
    type P = XRay<Magic, Rectangular>;
    type C = ByMove<Table0x88, Rectangular>;
    has_the_published_counts::<Magic, Rectangular, P, C, InBetween<Rectangular>>(6);
}

#[test]
fn by_calculation() {
    type P = Snipers<Select>;
    type C = AfterMove<Hyperbola>;
    has_the_published_counts::<Hyperbola, Select, P, C, Getter<Hyperbola>>(5);
}

#[test]
fn by_sliders_alone() {
    type C = AfterMove<Magic>;
    type L = Getter<Magic>;
    has_the_published_counts::<Magic, Rectangular, NoTable<Magic>, C, L>(4);
    has_the_published_counts::<Magic, Rectangular, Opposite<Magic>, C, L>(4);
}

#[test]
fn by_byte_boards() {
    type L = Getter<Magic>;
    type Vbmi = pins_byte_board_vbmi::Vbmi;
    type Avx2 = pins_byte_board_avx2::Avx2;
    has_the_published_counts::<Magic, Rectangular, Vbmi, checks_byte_board_vbmi::Vbmi, L>(4);
    has_the_published_counts::<Magic, Rectangular, Avx2, checks_byte_board_avx2::Avx2, L>(4);
}
