//! Tables as a C compiler reads them, by the builders that the variants have.

use lookup::magics::{FACTORS, LINES, OCCUPANCIES};
use lookup::{Bitboard, Color, Leaps, Piece, PieceKind, Square, attacked, lanes, lines};

/// A table in a header.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// Its place in the template.
    pub(crate) name: &'static str,
    /// What it takes in memory.
    pub(crate) bytes: usize,
    /// Its values.
    pub(crate) text: String,
}

/// The longest line of a table.
const WIDTH: usize = 96;

/// Values with commas, as many as fit on each line.
fn wrapped(values: impl Iterator<Item = String>) -> String {
    let (mut text, mut line) = (String::new(), String::new());
    for value in values {
        if line.len() + value.len() + 2 > WIDTH {
            text.push_str(&format!("    {}\n", line.trim_end()));
            line.clear();
        }
        line.push_str(&value);
        line.push_str(", ");
    }
    text + "    " + line.trim_end()
}

/// The word of a set.
fn hex(set: u64) -> String {
    if set == 0 { "0".to_owned() } else { format!("0x{set:016x}ULL") }
}

/// Rows in braces of their own.
fn braced<T, const N: usize>(rows: &[[T; N]], value: impl Fn(&T) -> String) -> String {
    let braced = rows.iter().map(|row| {
        let text = wrapped(row.iter().map(&value));
        format!("    {{{}}},", text.trim().trim_end_matches(','))
    });
    braced.collect::<Vec<_>>().join("\n")
}

/// Sets of squares, 8 bytes each, in rows.
pub(crate) fn sets<const N: usize>(name: &'static str, table: [[Bitboard; N]; 64]) -> Listed {
    Listed { name, bytes: 64 * N * 8, text: braced(&table, |set| hex(set.0)) }
}

/// Numbers of a byte, in rows.
pub(crate) fn rows_of<const N: usize>(name: &'static str, rows: &[[u8; N]]) -> Listed {
    Listed { name, bytes: rows.as_flattened().len(), text: braced(rows, u8::to_string) }
}

/// Sets by another number than that of squares.
fn listed(name: &'static str, values: &[u64]) -> Listed {
    Listed { name, bytes: values.len() * 8, text: wrapped(values.iter().map(|&set| hex(set))) }
}

/// Squares passed, by the difference of two squares.
pub(crate) fn patterns(values: &[u64]) -> Listed {
    listed("patterns", values)
}

/// The squares between each pair of squares in one order.
pub(crate) fn pairs() -> Listed {
    let pairs = (0..64).flat_map(|low| (low..64).map(move |high| [low, high]));
    let sets = pairs.map(|pair| pair.map(|square| Square::ALL[square]));
    listed("sets", &sets.map(|[low, high]| lines::between(low, high).0).collect::<Vec<_>>())
}

/// Where each kind of piece could go if it were alone, by square; black pawns behind the others.
pub(crate) fn targets() -> Listed {
    let pieces = PieceKind::ALL.map(|kind| Some(Piece::new(kind, Color::White)));
    let [pawn, knight, bishop, rook, queen, king] = pieces;
    let pieces = [pawn, knight, bishop, rook, queen, king, Some(Piece::BlackPawn), None];
    let all = Square::ALL.map(|from| {
        pieces.map(|piece| {
            let goes = |to: &Square| piece.is_some_and(|piece| reaches(piece, from, *to));
            Square::ALL.into_iter().filter(goes).collect::<Bitboard>()
        })
    });
    sets("targets", all)
}

/// Whether a piece attacks the square on an empty board, or pushes there.
fn reaches(piece: Piece, from: Square, to: Square) -> bool {
    let right = i32::from(to.file()) - i32::from(from.file());
    let up = i32::from(to.rank()) - i32::from(from.rank());
    let (forward, start) = if piece == Piece::WhitePawn { (up, 1) } else { (-up, 6) };
    let pushes = right == 0 && (forward == 1 || forward == 2 && from.rank() == start);
    attacked::reaches(piece, right, up) || piece.kind() == PieceKind::Pawn && pushes
}

/// The rows of a lookup of both pieces at once, and its ranks.
pub(crate) fn double() -> [Listed; 2] {
    let lines = lines::table([lines::FILE, lines::DIAGONAL, &[], lines::ANTIDIAGONAL]);
    let row = |square: Square| {
        let lines: Vec<_> = lines[square.index()].iter().map(|line| hex(line.0)).collect();
        let (slider, first) = (square.bitboard().0, square as u8 & 56);
        let ranks = format!("@name@_ranks[{}]", square.file());
        format!(
            "    {{{{{}}},\n        {}, {},\n        {ranks}, {first}, {}}},",
            lines.join(", "),
            hex(slider),
            hex(slider.swap_bytes()),
            first + 1
        )
    };
    let text = Square::ALL.map(row).join("\n");
    let rows = Listed { name: "rows", bytes: 64 * 64, text };
    [rows, rows_of("ranks", &lines::first_rank_by_file())]
}

/// Numbers of a byte.
pub(crate) fn numbers(name: &'static str, values: &[u8]) -> Listed {
    Listed { name, bytes: values.len(), text: wrapped(values.iter().map(u8::to_string)) }
}

/// Numbers of two bytes.
pub(crate) fn words(name: &'static str, values: [u8; 64]) -> Listed {
    Listed { bytes: 64 * 2, ..numbers(name, &values) }
}

/// The attacks of leapers.
pub(crate) fn leaps() -> Listed {
    let of = |Leaps { knight, king, pawns: [white, black] }| [knight, king, white, black];
    sets("leaps", Leaps::table().map(of))
}

/// The squares around each square, the classes that attack from there, and those of pieces.
pub(crate) fn lanes() -> [Listed; 3] {
    [
        numbers("squares", lanes::squares().as_flattened()),
        numbers("attackers", &lanes::attackers()),
        numbers("classes", &lanes::classes()),
    ]
}

/// The attacks of sliders, which a header's own function fills.
pub(crate) fn attacks() -> Listed {
    Listed { name: "attacks", bytes: OCCUPANCIES * 8, text: String::new() }
}

/// For each square and piece what `row` makes of the squares that can hide others, of the place of
/// its first answer, and of the piece and the square.
fn rows(bytes: usize, row: impl Fn(u64, usize, [usize; 2]) -> String) -> Listed {
    let (mut first, mut lines) = (0, Vec::new());
    for square in 0..64 {
        let rows = [0, 1].map(|piece| {
            let mask = lines::relevant(Square::ALL[square], LINES[piece]).0;
            let row = format!("{{{}}}", row(mask, first, [piece, square]));
            first += 1 << mask.count_ones();
            row
        });
        lines.push(format!("    {{{},\n        {}}},", rows[0], rows[1]));
    }
    assert_eq!(first, OCCUPANCIES);
    Listed { name: "rows", bytes: 2 * 64 * bytes, text: lines.join("\n") }
}

/// The rows of a lookup by PEXT.
pub(crate) fn masks() -> Listed {
    rows(16, |mask, first, _| format!("{}, {first}", hex(mask)))
}

/// The rows of a lookup by magic factors.
pub(crate) fn magics() -> Listed {
    rows(24, |mask, first, [piece, square]| {
        let (factor, shift) = (FACTORS[piece][square], 64 - mask.count_ones());
        format!("{}, {}, {shift}, {first}", hex(mask), hex(factor))
    })
}

/// Sets between all squares as rows that overlap, and where each row begins.
///
/// The rows of a file's squares are one string of bytes. It begins as early as the strings before
/// it allow.
pub(crate) fn windows() -> [Listed; 2] {
    let rows = lines::all_between().map(|row| row.map(|set| set.0.to_le_bytes()));
    let (mut bytes, mut starts) = (Vec::new(), [0; 64]);
    for file in 0..8 {
        let mut string = Vec::new();
        for rank in (0..8).rev() {
            // One rank up, a row begins earlier by the answers for eight squares and a byte.
            let start = (7 - rank) * (8 * 8 + 1);
            assert!(lay(&mut string, rows[8 * rank + file].as_flattened(), start));
            starts[8 * rank + file] = start;
        }
        let place = (0..).find(|&place| lay(&mut bytes, &string, place)).expect("an end");
        (0..8).for_each(|rank| starts[8 * rank + file] += place);
    }
    let row = |start: &usize| format!("@name@_bytes + {start}");
    let rows = wrapped(starts.iter().map(row));
    let rows = Listed { name: "rows", bytes: 64 * size_of::<&u8>(), text: rows };
    [numbers("windows", &bytes), rows]
}

/// Lays bytes over others from a start on, unless they differ where there are both.
fn lay(below: &mut Vec<u8>, above: &[u8], start: usize) -> bool {
    let mut both = below[start..].iter().zip(above);
    if both.any(|(one, other)| one != other) {
        return false;
    }
    below.extend(above.iter().skip(below.len() - start));
    true
}
