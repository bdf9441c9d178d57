//! The targets of all variants against the legal moves of `cozy-chess`, which shares no
//! code with them.

use lookup::targets::Targets;
use lookup::{Move, PieceKind, Position, Square, Variant, movegen, samples};
use proofs::{cozy, tell};
use sliders_hyperbola::Hyperbola;
use sliders_magic::Magic;
use targets_by_direction::ByDirection;
use targets_by_piece::ByPiece;
use targets_hybrid::Hybrid;
use targets_titboards::Titboards;

/// Sources and targets, in order.
type Pairs = Vec<(Square, Square)>;

fn targets<V: Targets>(position: &Position) -> Pairs {
    let mut pairs = Pairs::new();
    V::for_each(position, |source, target| pairs.push((source, target)));
    pairs.sort_unstable();
    pairs
}

type Answer = fn(&Position) -> Pairs;

const VARIANTS: [(&str, Answer); 6] = [
    (ByPiece::<Magic>::IDENTITY.name, targets::<ByPiece<Magic>>),
    (ByPiece::<Hyperbola>::IDENTITY.name, targets::<ByPiece<Hyperbola>>),
    (ByDirection::IDENTITY.name, targets::<ByDirection>),
    (Hybrid::<Magic>::IDENTITY.name, targets::<Hybrid<Magic>>),
    (Hybrid::<Hyperbola>::IDENTITY.name, targets::<Hybrid<Hyperbola>>),
    (Titboards::IDENTITY.name, targets::<Titboards>),
];

/// The sources and targets of its legal moves, without castling, which `cozy-chess` writes as the
/// king's move to its own rook, and with one promotion of four.
fn legal(board: &cozy_chess::Board) -> Pairs {
    let own = board.colors(board.side_to_move());
    let mut pairs = Pairs::new();
    board.generate_moves(|of_piece| {
        let moves = of_piece.into_iter().filter(|m| !own.has(m.to));
        pairs.extend(moves.map(|m| (Square::new(m.from as u8), Square::new(m.to as u8))));
        false
    });
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Pseudo-legal moves that keep the king safe are legal.
#[test]
fn targets_that_keep_the_king_safe_are_legal() {
    let slides = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];
    let (mut positions, mut handed_out, mut safe_ones) = ([0; 3], 0, 0);
    for position in samples::positions().take(100_000).chain(samples::played().take(5_000)) {
        let Some(board) = cozy(&position) else { continue };
        let us = position.side_to_move();
        let safe = |&(from, to): &(Square, Square)| {
            !movegen::in_check(&position.play(Move { from, to, promotion: None }), us)
        };
        let expected = legal(&board);
        let all = VARIANTS[0].1(&position);
        assert!(all.iter().copied().filter(safe).eq(expected.iter().copied()), "{position}");
        for (name, targets) in VARIANTS {
            assert_eq!(targets(&position), all, "{name} in {position}");
        }
        let sliders = slides.map(|kind| (position.kind(kind) & position.color(us)).0.count_ones());
        positions[(sliders.iter().sum::<u32>() / 2).min(2) as usize] += 1;
        handed_out += all.len();
        safe_ones += expected.len();
    }
    assert!(positions.iter().all(|&count| count > 10_000), "{positions:?}");
    let [few, some, many] = positions;
    tell(&format!(
        "targets: in {} positions, {few} with up to one slider, {some} with two or three and \
         {many} with more, {handed_out} targets, {safe_ones} of them legal, agree with cozy-chess",
        few + some + many
    ));
}
