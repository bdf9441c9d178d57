//! Streams about squares of boards, and about relations.

use super::{DRAWN, check, even, own, same, share, sixteen_on_each_board, slides, tried};
use crate::questions::attacked::{self, Attack};
use crate::questions::{index, sliders, xrays};
use crate::streams::{GamePosition, SquareOf, Stream, game_positions};
use lookup::attackers;
use lookup::index::Case;
use lookup::{Bitboard, Piece, PieceKind, Position, Square};

/// Boards of 4 to 32 pieces, each number about as often as any other, on any squares.
fn boards(sets: &[Bitboard]) {
    let counts: Vec<_> = sets.iter().map(|set| set.0.count_ones() as usize).collect();
    assert_eq!((counts.iter().min(), counts.iter().max()), (Some(&4), Some(&32)));
    even(29, counts.iter().map(|count| count - 4));
    even(64, sets.iter().flat_map(|set| set.squares().map(Square::index)));
    let mut distinct: Vec<_> = sets.iter().map(|set| set.0).collect();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), 256, "256 boards");
}

/// A rook and a bishop in turn on any square, 16 times in a row on one of 256 boards.
fn drawn<T>(stream: &Stream<SquareOf<T, (), true>>)
where
    T: Copy + 'static,
{
    assert_eq!(stream.queries.len(), DRAWN);
    sixteen_on_each_board(stream.queries.iter().map(|query| query.board));
    // Squares of rooks, and of bishops.
    for turn in [0, 1] {
        let squares = stream.queries.iter().skip(turn).step_by(2);
        even(64, squares.map(|query| query.square.index()));
    }
    let in_a_row = stream.queries.windows(2).map(|pair| pair[0].square == pair[1].square);
    share(1.0 / 64.0, in_a_row);
}

/// The squares of rooks and of bishops in turn, each with its board, as games ask about them: as
/// many of both, so the last of one kind are left out.
fn in_turn<T: Copy + 'static>(
    part: usize,
    stream: &Stream<SquareOf<T, (), true>>,
    squares: fn(&GamePosition, PieceKind) -> Vec<Square>,
) {
    let expected = [PieceKind::Rook, PieceKind::Bishop].map(|kind| -> Vec<_> {
        let numbered = game_positions(part).iter().zip(0_u16..);
        numbered
            .flat_map(|(known, n)| squares(known, kind).into_iter().map(move |s| (n, s)))
            .collect()
    });
    let count = expected.each_ref().map(Vec::len).into_iter().min().unwrap_or_default();
    assert_eq!(stream.queries.len(), 2 * count);
    for (turn, expected) in expected.iter().enumerate() {
        let queries = stream.queries.iter().skip(turn).step_by(2);
        same(queries.map(|query| (query.board, query.square)), expected[..count].to_vec());
    }
}

fn of_kind(position: &Position, kind: PieceKind) -> Vec<Square> {
    let piece = |square: &Square| position.piece_on(*square).map(|piece| piece.kind());
    Square::ALL.into_iter().filter(|square| piece(square) == Some(kind)).collect()
}

pub(super) fn sliders() {
    check(
        sliders::STREAMS,
        &[
            (
                "games",
                "a rook and a bishop in turn, in place of sliders of their kinds and of kings, \
                 and where tried moves go, in games, in their order",
                |part, stream| {
                    in_turn(part, stream, |known, kind| {
                        let kinds = [kind, PieceKind::Queen, PieceKind::King];
                        let pieces = kinds.map(|kind| of_kind(&known.position, kind)).concat();
                        let goals = tried(known).into_iter().map(|(.., to)| to);
                        pieces.into_iter().chain(goals).collect()
                    });
                    let positions = game_positions(part).iter();
                    let occupied = positions.map(|known| known.position.occupied());
                    same(stream.dataset.iter().copied(), occupied);
                },
            ),
            (
                "drawn",
                "a rook and a bishop in turn on any square, 16 times in a row on one of 256 \
                 boards of 4 to 32 pieces",
                |_, stream| {
                    drawn(stream);
                    boards(&stream.dataset[..256]);
                },
            ),
        ],
    );
}

pub(super) fn xrays() {
    check(
        xrays::STREAMS,
        &[
            (
                "games",
                "a rook and a bishop of the side to move in turn, through its pieces, in games, \
                 in their order",
                |part, stream| {
                    in_turn(part, stream, |known, kind| {
                        let is_own = |s: &Square| own(&known.position, *s) == Some(kind);
                        Square::ALL.into_iter().filter(is_own).collect()
                    });
                    for (known, board) in game_positions(part).iter().zip(&stream.dataset[..]) {
                        assert_eq!(board.occupied, known.position.occupied());
                        let is_own = |s: &Square| own(&known.position, *s).is_some();
                        same(board.blockers.squares(), Square::ALL.into_iter().filter(is_own));
                    }
                },
            ),
            (
                "drawn",
                "a rook and a bishop in turn on any square, 16 times in a row on one of 256 \
                 boards of 4 to 32 pieces, through half of the pieces",
                |_, stream| {
                    drawn(stream);
                    let sets = &stream.dataset[..256];
                    boards(&sets.iter().map(|set| set.occupied).collect::<Vec<_>>());
                    for set in sets {
                        assert!((set.blockers & !set.occupied).is_empty());
                        let [all, half] =
                            [set.occupied, set.blockers].map(|set| set.0.count_ones());
                        assert_eq!(half, all / 2);
                    }
                    // Whichever squares they stand on.
                    even(64, sets.iter().flat_map(|it| it.blockers.squares().map(Square::index)));
                },
            ),
        ],
    );
}

/// Any piece on an occupied square of one of 256 boards.
fn pieces(stream: &Stream<Attack>) {
    assert_eq!(stream.queries.len(), DRAWN);
    sixteen_on_each_board(stream.queries.iter().map(|query| query.board));
    boards(&stream.dataset[..256]);
    even(12, stream.queries.iter().map(|query| query.piece as usize));
    let board = |query: &Attack| stream.dataset[usize::from(query.board)];
    assert!(stream.queries.iter().all(|query| board(query).contains(query.from)));
    // Each piece of a board about as often as any other.
    let lower = |query: &Attack| board(query).squares().take_while(|it| *it < query.from).count();
    let first = stream.queries.iter().filter(|query| lower(query) == 0).count() as f64;
    let last = |query: &Attack| lower(query) + 1 == board(query).squares().count();
    let last = stream.queries.iter().filter(|query| last(query)).count() as f64;
    let counts = stream.queries.iter().map(|query| board(query).squares().count() as f64);
    let expected: f64 = counts.map(|count| 1.0 / count).sum();
    for found in [first, last] {
        assert!((found - expected).abs() < 6.0 * expected.sqrt(), "{found}, {expected}");
    }
}

pub(super) fn attacked() {
    check(
        attacked::STREAMS,
        &[
            (
                "positions",
                "what checks and tests of pseudo-legality ask in games, in their order",
                |part, stream| {
                    let found = stream.queries.iter().map(|&Attack { piece, from, to, board }| {
                        (piece, from, to, stream.dataset[usize::from(board)])
                    });
                    same(found, game_positions(part).iter().flat_map(checks_and_moves));
                },
            ),
            ("uniform", "any piece on an occupied square, attacking any square", |_, stream| {
                pieces(stream);
                even(64, stream.queries.iter().map(|query| query.to.index()));
                share(1.0 / 64.0, stream.queries.iter().map(|query| query.from == query.to));
            }),
            (
                "aligned",
                "any piece on an occupied square, attacking a square on a line with it",
                |_, stream| {
                    pieces(stream);
                    let is_aligned = |it: &Attack| slides(PieceKind::Queen, it.from, it.to);
                    assert!(stream.queries.iter().all(is_aligned));
                    let is_straight = |it: &Attack| slides(PieceKind::Rook, it.from, it.to);
                    // 14 squares of 21 to 27, depending on the slider's own.
                    let straight = stream.queries.iter().filter(|it| is_straight(it)).count();
                    let on_lines = |from| {
                        let all = Square::ALL.iter();
                        all.filter(|to| slides(PieceKind::Queen, from, **to)).count() as f64
                    };
                    let expected: f64 =
                        stream.queries.iter().map(|query| 14.0 / on_lines(query.from)).sum();
                    assert!((straight as f64 - expected).abs() < 600.0, "{straight}, {expected}");
                },
            ),
            (
                "anchored",
                "any piece on an occupied square, attacking one square 16 times in turn",
                |_, stream| {
                    pieces(stream);
                    let runs = stream.queries.chunks(16);
                    let is_one = |run: &[Attack]| run.iter().all(|query| query.to == run[0].to);
                    assert!(runs.clone().all(is_one));
                    even(64, runs.map(|run| run[0].to.index()));
                },
            ),
        ],
    );
}

/// Whether each enemy piece attacks the king; then whether a move's piece attacks where it goes,
/// unless it is a pawn that pushes, and whether it gives check there. Not of moves to own pieces.
fn checks_and_moves(known: &GamePosition) -> Vec<(Piece, Square, Square, Bitboard)> {
    let position = &known.position;
    let (us, occupied) = (position.side_to_move(), position.occupied());
    let enemies = position.color(!us).squares();
    let mut asked: Vec<_> = enemies
        .map(|it| (position.piece_on(it).expect("a piece"), it, position.king(us), occupied))
        .collect();
    for candidate in &known.candidates {
        let [from, to] = [candidate.from, candidate.to].map(|it| Square::ALL[it as usize]);
        let Some(kind) = own(position, from).filter(|_| own(position, to).is_none()) else {
            continue;
        };
        if kind != PieceKind::Pawn || from.file() != to.file() {
            asked.push((Piece::new(kind, us), from, to, occupied));
        }
        let kind = candidate.promotion.map_or(kind, |kind| PieceKind::ALL[kind as usize]);
        let after = Bitboard(occupied.0 & !from.bitboard().0 | to.bitboard().0);
        asked.push((Piece::new(kind, us), to, position.king(!us), after));
    }
    asked
}

fn cases(stream: &Stream<index::Relation>) -> Vec<Case> {
    stream.queries.iter().map(|relation| relation.0).collect()
}

pub(super) fn index() {
    check(
        index::STREAMS,
        &[
            ("positions", "all relations of positions in games, in their order", |part, stream| {
                assert_eq!(stream.queries.len(), DRAWN);
                let known = game_positions(part).iter();
                same(cases(stream), known.flat_map(|it| relations(&it.position)).take(DRAWN));
            }),
            ("uniform", "any relation, each as often as any other", |_, stream| {
                assert_eq!(stream.queries.len(), DRAWN);
                let rows = cases(stream);
                let rows: Vec<_> =
                    rows.iter().map(|it| lookup::index::oracle(it) as usize).collect();
                // Of 90384 rows, in hundreds of neighbours and in those that end alike.
                even(1076, rows.iter().map(|row| row / 84));
                even(1076, rows.iter().map(|row| row % 1076));
            }),
        ],
    );
}

/// Every piece that attacks another of either side, by squares.
fn relations(position: &Position) -> Vec<Case> {
    let victims = || position.occupied().squares();
    let attackers: Vec<_> = victims().map(|to| (to, attackers::oracle(position, to))).collect();
    let of = |from: Square| {
        let attacked = attackers.iter().filter(move |(_, attackers)| attackers.contains(from));
        attacked.map(move |&(to, _)| {
            let [attacker, victim] = [from, to].map(|it| position.piece_on(it).expect("a piece"));
            Case { attacker, from, victim, to }
        })
    };
    victims().flat_map(of).collect()
}
