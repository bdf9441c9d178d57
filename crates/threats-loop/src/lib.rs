//! All squares that a side attacks, slider by slider.
//!
//! Each slider is looked up on its square, by any slider lookup. Pawns, knights and the king
//! attack by shifts: one shift serves all pieces of a kind.
//!
//! The numbers of bishops, rooks and queens end three loops and are hard to predict.
//!
//! - Lookup: for each slider a scan and a slider lookup; some 35 operations for all others.
//! - Tables: the sliders'.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps>.
//!
//! Suits sides with few sliders and builds without AVX2. Hot, it is faster over `sliders-pext` than
//! over magics. Loses to `threats-kogge-stone-avx2` where AVX2 is there, though no kind of search
//! gained by that.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 54.76 / –
//! on Zen 4; 53.75 / 64.25 on Golden Cove; 50.41 / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::sliders::Sliders;
use lookup::threats::Threats;
use lookup::{Base, Bitboard, Color, Identity, Leaps, PieceKind, Position, Square, Table, Variant};

/// A lookup by `S` for each slider.
#[derive(Clone, Copy, Debug)]
pub struct Loop<S>(PhantomData<S>);

impl<S: Sliders> Threats for Loop<S> {
    #[inline]
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        let (own, occupied) = (position.color(side), position.occupied());
        let [pawns, knights, bishops, rooks, queens, king] =
            PieceKind::ALL.map(|kind| position.kind(kind) & own);
        let all = |pieces: Bitboard, attacked: fn(Square, Bitboard) -> Bitboard| {
            let each = pieces.squares().map(|square| attacked(square, occupied));
            each.fold(Bitboard::EMPTY, |set, attacked| set | attacked)
        };
        let [white, black] = Leaps::of_all(pawns).pawns;
        [
            if side == Color::White { white } else { black },
            Leaps::of_all(knights).knight,
            all(bishops, S::bishop),
            all(rooks, S::rook),
            all(queens, S::queen),
            Leaps::of_all(king).king,
        ]
    }
}

impl<S: Sliders> Variant for Loop<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

lookup::conformance!(threats, Loop<lookup::Oracle>);
