use super::swap::Pinning;
use super::*;
use crate::exchange;
use crate::faulty;
use crate::lines::{BISHOP, ROOK, table};
use crate::{Identity, Oracle, Table, check};

/// What a move wins by both rules.
fn gains(fen: &str, m: &str) -> [i8; 2] {
    let (position, m) = (Position::from_fen(fen).unwrap(), m.parse().unwrap());
    assert!(movegen::is_pseudo_legal(&position, m), "{m} in {position}");
    Rules::ALL.map(|rules| gain(rules, &position, m))
}

/// What a move wins where no pin matters.
fn both(fen: &str, m: &str) -> i8 {
    let [with, without] = gains(fen, m);
    assert_eq!(with, without, "{m} in {fen}");
    with
}

/// Positions with the published gain of a move, without pins, in the same values:
/// <https://github.com/lithander/Leorik/blob/master/Leorik.Test/see.epd>.
const PUBLISHED: [(&str, &str, i8); 35] = [
    ("6k1/1pp4p/p1pb4/6q1/3P1pRr/2P4P/PP1Br1P1/5RKN w - -", "f1f4", -1),
    ("5rk1/1pp2q1p/p1pb4/8/3P1NP1/2P5/1P1BQ1P1/5RK1 b - -", "d6f4", 0),
    ("4R3/2r3p1/5bk1/1p1r3p/p2PR1P1/P1BK1P2/1P6/8 b - -", "h5g4", 0),
    ("4R3/2r3p1/5bk1/1p1r1p1p/p2PR1P1/P1BK1P2/1P6/8 b - -", "h5g4", 0),
    ("4r1k1/5pp1/nbp4p/1p2p2q/1P2P1b1/1BP2N1P/1B2QPPK/3R4 b - -", "g4f3", 0),
    ("2r1r1k1/pp1bppbp/3p1np1/q3P3/2P2P2/1P2B3/P1N1B1PP/2RQ1RK1 b - -", "d6e5", 1),
    ("7r/5qpk/p1Qp1b1p/3r3n/BB3p2/5p2/P1P2P2/4RK1R w - -", "e1e8", 0),
    ("6rr/6pk/p1Qp1b1p/2n5/1B3p2/5p2/P1P2P2/4RK1R w - -", "e1e8", -5),
    ("7r/5qpk/2Qp1b1p/1N1r3n/BB3p2/5p2/P1P2P2/4RK1R w - -", "e1e8", -5),
    ("8/4kp2/2npp3/1Nn5/1p2PQP1/7q/1PP1B3/4KR1r b - -", "h1f1", 0),
    ("8/4kp2/2npp3/1Nn5/1p2P1P1/7q/1PP1B3/4KR1r b - -", "h1f1", 0),
    ("2r2r1k/6bp/p7/2q2p1Q/3PpP2/1B6/P5PP/2RR3K b - -", "c5c1", 1),
    ("r2qk1nr/pp2ppbp/2b3p1/2p1p3/8/2N2N2/PPPP1PPP/R1BQR1K1 w kq -", "f3e5", 1),
    ("6r1/4kq2/b2p1p2/p1pPb3/p1P2B1Q/2P4P/2B1R1P1/6K1 w - -", "f4e5", 0),
    ("2r4r/1P4pk/p2p1b1p/7n/BB3p2/2R2p2/P1P2P2/4RK2 w - -", "c3c8", 5),
    ("2r4k/2r4p/p7/2b2p1b/4pP2/1BR5/P1R3PP/2Q4K w - -", "c3c5", 3),
    ("8/pp6/2pkp3/4bp2/2R3b1/2P5/PP4B1/1K6 w - -", "g2c6", -2),
    ("4q3/1p1pr1k1/1B2rp2/6p1/p3PP2/P3R1P1/1P2R1K1/4Q3 b - -", "e6e4", -4),
    ("4q3/1p1pr1kb/1B2rp2/6p1/p3PP2/P3R1P1/1P2R1K1/4Q3 b - -", "h7e4", 1),
    ("3r3k/3r4/2n1n3/8/3p4/2PR4/1B1Q4/3R3K w - -", "d3d4", -1),
    ("1k1r4/1ppn3p/p4b2/4n3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", 1),
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "d3e5", -2),
    ("rnb2b1r/ppp2kpp/5n2/4P3/q2P3B/5R2/PPP2PPP/RN1QKB2 w Q -", "h4f6", 1),
    ("r2q1rk1/2p1bppp/p2p1n2/1p2P3/4P1b1/1nP1BN2/PP3PPP/RN1QR1K1 b - -", "g4f3", 0),
    ("r1bqkb1r/2pp1ppp/p1n5/1p2p3/3Pn3/1B3N2/PPP2PPP/RNBQ1RK1 b kq -", "c6d4", 0),
    ("r1bq1r2/pp1ppkbp/4N1p1/n3P1B1/8/2N5/PPP2PPP/R2QK2R w KQ -", "e6g7", 0),
    ("r1bq1r2/pp1ppkbp/4N1pB/n3P3/8/2N5/PPP2PPP/R2QK2R w KQ -", "e6g7", 3),
    ("rnq1k2r/1b3ppp/p2bpn2/1p1p4/3N4/1BN1P3/PPP2PPP/R1BQR1K1 b kq -", "d6h2", -2),
    ("rn2k2r/1bq2ppp/p2bpn2/1p1p4/3N4/1BN1P3/PPP2PPP/R1BQR1K1 b kq -", "d6h2", 1),
    ("1r3r2/5p2/4p2p/2k1n1P1/2PN1nP1/1P3P2/8/2KR1B1R b - -", "b8b3", -4),
    ("r1b1k2r/p4npp/1pp2p1b/7n/1N2N3/3P1PB1/PPP1P1PP/R2QKB1R w KQkq -", "e4d6", 0),
    ("2r1k2r/pb4pp/5p1b/2KB3n/4N3/2NP1PB1/PPP1P1PP/R2Q3R w k -", "d5c6", -3),
    ("2r1k3/pbr3pp/5p1b/2KB3n/1N2N3/3P1PB1/PPP1P1PP/R2Q3R w - -", "d5c6", -3),
    ("3N4/2K5/2n5/1k6/8/8/8/8 b - -", "c6d8", 0),
    ("rnbqk2r/pp3ppp/2p1pn2/3p4/3P4/N1P1BN2/PPB1PPPb/R2Q1RK1 w kq -", "g1h2", 3),
];

#[test]
fn agrees_with_published_gains() {
    for (fen, m, expected) in PUBLISHED {
        assert_eq!(gains(fen, m)[1], expected, "{m} in {fen}");
    }
}

/// Of the captures on a square, the least valuable attacker's is the one that the value of an
/// exchange is about.
#[test]
fn agrees_with_the_value_of_an_exchange() {
    let mut compared = 0;
    for position in samples::positions().take(3_000).chain(samples::played().take(500)) {
        let (us, rules) = (position.side_to_move(), exchange::Rules::WithXrays);
        // In check, a slider may stand behind a king.
        if movegen::in_check(&position, us) {
            continue;
        }
        for to in exchange::targets(&position) {
            let own = attackers::oracle(&position, to) & position.color(us);
            let Some((kind, from)) = exchange::least(&position, own) else { continue };
            let m = Move { from, to, promotion: None };
            // A king's first capture may be illegal, and a pawn's on the last rank promotes.
            if kind != King && movegen::is_pseudo_legal(&position, m) {
                let expected = exchange::oracle(rules, &position, to);
                assert_eq!(gain(Rules::WithoutPins, &position, m), expected, "{m} in {position}");
                compared += 1;
            }
        }
    }
    assert!(compared > 3_000, "{compared}");
}

#[test]
fn agrees_with_pins_found_in_another_way() {
    let lines = table([ROOK, BISHOP]);
    for position in samples::positions().take(3_000) {
        let [mut pinned, mut pinners] = [Bitboard::EMPTY; 2];
        for side in Color::ALL {
            let found: Bitboard = pins(&position, side).map(|(pinned, _)| pinned).collect();
            assert_eq!(found, crate::pins::oracle(&position, side), "{side} in {position}");
            pinned = pinned | found;
            // Each pinner attacks the king as soon as its piece has gone.
            for (piece, pinner) in pins(&position, side) {
                let king = position.king(side);
                assert!(between::oracle(king, pinner).contains(piece), "{pinner} in {position}");
                pinners = pinners | pinner.bitboard();
            }
        }
        assert_eq!(Pinning::of::<Oracle>(&position, &lines), Pinning { pinned, pinners });
    }
}

#[test]
fn agrees_with_moves_by_hand() {
    // Nothing is taken, and nothing is lost, or all that there is.
    assert_eq!(both("6k1/8/8/8/8/8/8/Q6K w - -", "a1a7"), 0);
    assert_eq!(both("6k1/8/1p6/8/8/8/8/Q6K w - -", "a1a5"), -9);
    assert_eq!(both("6k1/8/1p6/8/1P6/8/8/Q6K w - -", "a1a5"), -9 + 1);
    assert_eq!(both("q5k1/8/8/8/8/8/8/Q6K w - -", "a1a8"), 9);
    // The piece that moves first uncovers a friend behind it, and an enemy.
    assert_eq!(both("3r3k/8/8/3p4/8/8/3R4/3R3K w - -", "d2d5"), 1);
    assert_eq!(both("7k/8/8/8/8/8/K3R3/4r3 w - -", "e2e5"), -5);
    // Special moves win nothing, whatever they take, and whatever can take them.
    assert_eq!(both("2r3k1/1P6/8/8/8/8/8/7K w - -", "b7c8q"), 0);
    assert_eq!(both("r5k1/1P6/8/8/8/8/8/7K w - -", "b7b8q"), 0);
    assert_eq!(both("4k3/1p6/8/2pP4/8/8/8/4K3 w - c6", "d5c6"), 0);
    assert_eq!(both("6k1/8/8/8/8/8/6q1/4K2R w K -", "e1g1"), 0);
    // Nobody takes a pawn en passant after its double step.
    assert_eq!(both("4k3/8/8/8/3p4/8/4P3/4K3 w - -", "e2e4"), 0);
    // A pawn that recaptures on the last rank is worth a pawn, so it may be lost for a bishop.
    assert_eq!(both("r2r3k/2P1b3/8/8/8/8/8/3R3K w - -", "d1d8"), 5 - (5 - (3 - 1)));
}

#[test]
fn agrees_with_kings_by_hand() {
    // A king that moves first wins what it takes, though it could be taken.
    assert_eq!(both("7k/8/8/8/8/3p4/4p3/4K3 w - -", "e1e2"), 1);
    assert_eq!(both("7k/8/8/8/8/3p4/8/4K3 w - -", "e1e2"), 0);
    // A king recaptures, but not where the enemy attacks, be it by a piece behind the first.
    assert_eq!(both("8/8/4k3/4p3/8/8/8/4R2K w - -", "e1e5"), 1 - 5);
    assert_eq!(both("8/8/4k3/4p3/8/3N4/8/4R2K w - -", "e1e5"), 1);
    assert_eq!(both("8/8/4k3/3p4/8/1Q6/B7/6K1 w - -", "b3d5"), 1);
    // A pinned knight guards too.
    assert_eq!(both("8/8/4k3/4p3/2b5/3N4/8/4RK2 w - -", "e1e5"), 1);
    // A rook behind the king that it attacks is not seen: the king takes the bishop.
    assert_eq!(both("4r2k/8/6b1/4K3/R7/8/8/8 w - -", "a4e4"), -5 + 3);
}

/// Nothing comes to the line behind a king but to the square of the exchange, which lies before it.
#[test]
fn a_slider_behind_a_king_concerns_no_legal_move() {
    let mut compared = 0;
    for position in samples::positions().take(2_000).chain(samples::played().take(500)) {
        for m in movegen::legal_moves(&position) {
            let behind = Exchange::gain(Rules::WithoutPins, Some(Slip::BehindKing), &position, m);
            assert_eq!(behind, gain(Rules::WithoutPins, &position, m), "{m} in {position}");
            compared += 1;
        }
    }
    assert!(compared > 30_000, "{compared}");
}

#[test]
fn agrees_with_pins_by_hand() {
    // A pinned knight does not recapture, of either side, and neither does a rook on its line.
    assert_eq!(gains("3k4/3n4/8/4p3/6N1/8/8/3R3K w - -", "g4e5"), [1, 1 - 3]);
    assert_eq!(gains("3r3k/8/8/6n1/4P3/8/3N4/3K4 b - -", "g5e4"), [1, 1 - 3]);
    assert_eq!(gains("3k4/3r4/8/8/5Q2/8/3R4/7K w - -", "f4d6"), [0, -9 + 5]);
    // Of the side that moves too, but not its first piece.
    assert_eq!(gains("4k3/8/5n2/3p4/1b2P3/2N5/8/4K3 w - -", "e4d5"), [0, 1]);
    assert_eq!(gains("3r3k/8/8/8/4p3/8/3N4/3K4 w - -", "d2e4"), [1, 1]);
    // Two pieces on a line, and one before its own side's slider, are not pinned.
    assert_eq!(gains("3k4/3r4/3n4/8/8/8/8/3R3K w - -", "d1d6"), [3 - 5; 2]);
    assert_eq!(gains("4r2k/8/8/4n3/6p1/7B/8/4K3 w - -", "h3g4"), [1 - 3; 2]);
    // The pinner is captured, and the pinner captures: the piece is free.
    assert_eq!(gains("7k/8/3p4/4r3/8/4RN2/8/4K3 w - -", "f3e5"), [5 - 3 + 1; 2]);
    assert_eq!(gains("3k4/3n4/8/4p3/3Q4/8/8/7K w - -", "d4e5"), [1 - 9; 2]);
    // Another rook on the square of the exchange pins nothing.
    assert_eq!(gains("7k/8/8/r3r3/8/4RN2/8/4K3 w - -", "f3e5"), [5; 2]);
    // But a piece is not free as long as another of its side is pinned.
    assert_eq!(gains("3k4/3nb3/8/4p3/3Q3B/8/8/7K w - -", "d4e5"), [1, 1 - 9]);
}

faulty::catch_every_fault!(Plays<0, 0>);

/// Plays by the rules of the first number, and declares those of the second.
struct Plays<const RULES: usize, const SAYS: usize>;

impl<const RULES: usize, const SAYS: usize> Variant for Plays<RULES, SAYS> {
    const IDENTITY: Identity = Identity { name: "plays", summary: "", source: "", text: "" };
    const TABLES: &'static [&'static dyn Table] = &[];
}

impl<const RULES: usize, const SAYS: usize> Threshold for Plays<RULES, SAYS> {
    const RULES: Rules = Rules::ALL[SAYS];
    type Prepared = Position;

    fn prepare(position: &Position) -> Position {
        *position
    }

    fn see_ge(position: &Position, prepared: &Position, m: Move, threshold: i8) -> bool {
        assert_eq!(position, prepared, "prepared for another position");
        let case = Case { rules: Rules::ALL[RULES], position: *position, m, threshold };
        faulty::answer::<Question>(&case)
    }
}

#[test]
fn a_variant_is_compared_by_its_own_rules() {
    assert!(check::<Question, Plays<1, 1>>(Extent::Tenth).is_ok());
    assert!(check::<Question, Plays<0, 1>>(Extent::Tenth).is_err());
    assert!(check::<Question, Plays<1, 0>>(Extent::Tenth).is_err());
}
