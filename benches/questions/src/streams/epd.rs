//! A user's positions: lines of FEN or EPD, each read as it is written or rejected.
//!
//! A line has the four fields of a position. The two counters of a FEN, the operations of EPD, or
//! both may follow; nothing here depends on them.

use anyhow::{Context as _, Result, bail, ensure};
use cozy_chess::Board;
use lookup::{Color, PieceKind, Position, attackers};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The environment variable that names a file of positions to use instead, one FEN or EPD per line.
pub const FILE: &str = processor::POSITIONS;

/// The environment variable that, set to `skip`, uses the good lines of a file that has bad ones.
pub const BAD_LINES: &str = processor::BAD_LINES;

/// A larger file is no list of positions.
const LARGEST_FILE: u64 = 64 << 20;

/// A file's lines, without those that are empty or begin with `#`.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// The positions in order.
    pub(super) boards: Vec<Board>,
    /// The fault of each other line: its number, the place in it, and the line.
    pub(super) bad: Vec<String>,
}

/// The files that a user's path may mean, each with its whole path. A relative path starts where
/// this program or cargo was called, or at the workspace root.
pub fn places(path: &Path) -> impl Iterator<Item = PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let whole = |start: PathBuf| start.canonicalize().unwrap_or(start);
    called_from().into_iter().chain([root]).map(move |start| whole(start).join(path))
}

/// The folder where this program was called or, if cargo started it, where cargo was: cargo starts
/// targets in the folder of their package. Programs hand `PWD` on when they change their folder, so
/// it counts only where the system does not tell.
fn called_from() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    if package.and_then(|package| package.canonicalize().ok()) != here.canonicalize().ok() {
        return Some(here);
    }
    #[cfg(target_os = "linux")]
    let caller = std::fs::read_link(format!("/proc/{}/cwd", std::os::unix::process::parent_id()));
    #[cfg(not(target_os = "linux"))]
    let caller = std::env::var_os("PWD").map(PathBuf::from).ok_or(());
    Some(caller.unwrap_or(here))
}

/// The file of the user's positions; `None` if the user has none.
pub(super) fn chosen() -> Option<PathBuf> {
    let path = PathBuf::from(std::env::var_os(FILE)?);
    let found = places(&path).find(|place| !path.as_os_str().is_empty() && place.exists());
    Some(found.unwrap_or(path))
}

/// What a program must have in its environment to take the same positions, wherever it starts.
#[must_use]
pub fn environment() -> Vec<(&'static str, OsString)> {
    let skips = std::env::var_os(BAD_LINES).map(|choice| (BAD_LINES, choice));
    chosen().map(|path| (FILE, path.into_os_string())).into_iter().chain(skips).collect()
}

/// The lines of a user's file. Bad ones remain only if the user wants them skipped.
pub(super) fn file(path: &Path) -> Result<Lines> {
    ensure!(
        !path.as_os_str().is_empty(),
        "{FILE} is empty, expected the path of a file with a FEN or EPD on each line; unset, \
         positions of games are used"
    );
    let skips = match std::env::var_os(BAD_LINES) {
        None => false,
        Some(choice) if choice == "skip" => true,
        Some(choice) => bail!("{BAD_LINES}={}: expected skip", records::shown(Path::new(&choice))),
    };
    let place = places(path).find(|place| place.exists());
    let name = records::shown(place.as_deref().unwrap_or(path));
    let looked = || {
        let places: BTreeSet<_> = places(path).map(|place| records::shown(&place)).collect();
        format!("{FILE}: reading {name}, looked for as {}", Vec::from_iter(places).join(" and "))
    };
    let bytes =
        records::contents(place.as_deref().unwrap_or(path), LARGEST_FILE).with_context(looked)?;
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("{FILE}: {name} is not text in UTF-8, expected lines of FEN or EPD");
    };
    let lines = read(&text);
    let (good, bad) = (lines.boards.len(), lines.bad.len());
    if let Some(first) = lines.bad.first().filter(|_| !skips || good == 0) {
        let all = bad + good;
        let hint =
            if good > 0 { format!("; {BAD_LINES}=skip uses the others") } else { String::new() };
        bail!("{FILE}: {name}, {first}; expected FEN or EPD; bad lines: {bad} of {all}{hint}");
    }
    ensure!(good > 0, "{FILE}: {name} holds no position, expected lines of FEN or EPD");
    Ok(lines)
}

/// The lines of a text, with the line ends of any system and without a byte order mark.
pub(super) fn read(text: &str) -> Lines {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let mut lines = Lines::default();
    for (number, line) in text.split(['\n', '\r']).enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        match position(line) {
            Ok(board) => lines.boards.push(board),
            Err(reason) => {
                let quoted = records::visible(line.trim());
                lines.bad.push(format!("line {}, {reason}: \"{quoted}\"", number + 1));
            }
        }
    }
    lines
}

/// The position of a line. Our own strict reader, which the variants' positions come from, and the
/// library that replays games must both accept it. The error begins with the column.
pub(super) fn position(line: &str) -> Result<Board, String> {
    // An operation of EPD may follow the fourth field without a space.
    let fields = line.split_once(';').map_or(line, |(fields, _)| fields);
    let position = Position::from_fen(fields).map_err(|fault| fault.to_string())?;
    let starts: Vec<_> = starts(fields).collect();
    let column = |at: usize| line[..at].chars().count() + 1;
    let at_column = |(at, reason): (usize, String)| format!("column {}: {reason}", column(at));
    let fourth = &fields[starts[3]..];
    let end = starts[3] + fourth.find(|c: char| c.is_ascii_whitespace()).unwrap_or(fourth.len());
    rest(line, end).map_err(at_column)?;
    // The library does not name the fault, and reads counters.
    format!("{position} 0 1").parse().map_err(|fault: cozy_chess::FenParseError| {
        let no_pieces = too_much(&position).map(|reason| (starts[0], reason));
        let reason = no_pieces.or_else(|| Some((starts[3], passed_in_check(&position)?)));
        at_column(reason.unwrap_or((starts[0], fault.to_string())))
    })
}

/// The start of each word.
fn starts(text: &str) -> impl Iterator<Item = usize> {
    let is_space = |at: usize| text.as_bytes()[at].is_ascii_whitespace();
    (0..text.len()).filter(move |&at| !is_space(at) && (at == 0 || is_space(at - 1)))
}

/// Checks the text after the four fields, from this byte on: up to two counters, then operations.
/// Nothing depends on what they say, but another position would be lost there.
fn rest(line: &str, from: usize) -> Result<(), (usize, String)> {
    let mut text = line[from..].trim_ascii_start();
    for _ in 0..2 {
        let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.is_empty() || after.starts_with([' ', '\t', ';']) {
            text = after.trim_ascii_start();
        }
    }
    loop {
        text = text.trim_start_matches([' ', '\t', ';']).trim_ascii_end();
        if text.is_empty() {
            return Ok(());
        }
        let end = operation(text).ok_or_else(|| {
            let found = records::visible(text);
            let expected = "expected counters, or operations of EPD such as bm e4;";
            let at = line.trim_ascii_end().len() - text.len();
            (at, format!("{expected} found \"{found}\""))
        })?;
        text = &text[end..];
    }
}

/// The length of an operation at the beginning of this text: a name, and moves, numbers and quoted
/// texts up to a semicolon. `None` if there is none, or moves as UCI has them, which lead to another
/// position.
fn operation(text: &str) -> Option<usize> {
    let (mut is_quoted, mut end) = (false, text.len());
    for (at, c) in text.char_indices() {
        is_quoted ^= c == '"';
        if c == ';' && !is_quoted {
            end = at;
            break;
        }
    }
    let outside = text[..end].split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let mut words = outside.split_ascii_whitespace();
    let name = words.next()?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    // Ranks have slashes between them, and the only value that has one is a draw.
    let is_moves = |word: &str| word.eq_ignore_ascii_case("moves");
    let is_value =
        |word: &str| !is_moves(word) && (!word.contains('/') || matches!(word, "1/2-1/2" | "1/2"));
    let is_other = is_moves(name) || is_move(name);
    (is_name && !is_other && !is_quoted && words.all(is_value)).then_some(end)
}

/// Whether a name begins as a move of UCI, such as e7e8q.
fn is_move(name: &str) -> bool {
    matches!(name.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..])
}

/// The pieces or checks that are too many for a game, on a board that our own reader accepts.
fn too_much(position: &Position) -> Option<String> {
    for color in Color::ALL {
        let pieces = position.color(color);
        let pawns = pieces & position.kind(PieceKind::Pawn);
        for (set, what, most) in [(pieces, "pieces", 16), (pawns, "pawns", 8)] {
            let count = set.0.count_ones();
            if count > most {
                return Some(format!("{color} has {count} {what}, expected at most {most}"));
            }
        }
    }
    let side = position.side_to_move();
    let checkers = attackers::oracle(position, position.king(side)) & position.color(!side);
    let count = checkers.0.count_ones();
    (count > 2).then(|| format!("{count} pieces give check, expected at most 2"))
}

/// The reason why no pawn can have passed a square: another piece gives check, which the pawn's
/// move did not open.
fn passed_in_check(position: &Position) -> Option<String> {
    let passed = position.en_passant()?;
    let side = position.side_to_move();
    let checkers = attackers::oracle(position, position.king(side)) & position.color(!side);
    let from: Vec<_> = checkers.squares().map(|square| square.to_string()).collect();
    let from = from.join(" and ");
    Some(format!("no pawn can have just moved over {passed}: {side} is in check from {from}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};
    use std::io::Write;

    const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

    #[test]
    fn fen_and_epd_are_told_from_what_is_neither() {
        let text = "\u{feff}\n# comment\n  # another\n4k3/8/8/8/8/8/8/4K3 w - - 3 40\r\n\
                    4k3/8/8/8/8/8/8/4K3 b - - bm Kd8; id \"x\";\rnonsense\n4k3/8/8/8/8/8/8/4K3 w - -";
        let Lines { boards, bad } = read(text);
        assert_eq!(boards.len(), 3);
        assert!(bad.len() == 1 && bad[0].starts_with("line 6, column 2: "), "{bad:?}");
    }

    #[test]
    fn counters_and_operations_may_follow_the_fields() {
        for rest in [
            "",
            " ;",
            "\t0\t1\t",
            " 12",
            " 0 1 ;D1 20 ;D2 400",
            " bm Nf3 O-O; id \"a; b\"; c0 \"\";",
            ";hmvc 0; fmvn 1;",
            " 0 1 acd 12; ce -30;",
            " c9 \"1/2-1/2\"; id \"4k3/8/8/8/8/8/8/4K3 w - -\";",
            " c9 1/2-1/2; pv e2e4 e7e8=Q+; bm O-O-O#;; c0 \"two moves\"",
        ] {
            let line = format!("  {KINGS}{rest}");
            let board = position(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(board.to_string(), format!("{KINGS} 0 1"), "{line}");
        }
    }

    #[test]
    fn rights_to_castle_are_kept() {
        for (rights, expected) in [("HAha", "KQkq"), ("KQha", "KQkq"), ("q", "q"), ("A", "Q")] {
            let board = position(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} -")).unwrap();
            assert_eq!(board.to_string(), format!("r3k2r/8/8/8/8/8/8/R3K2R w {expected} - 0 1"));
        }
    }

    #[test]
    fn what_no_game_reaches_is_refused_with_line_column_reason_and_text() {
        for (line, column, expected) in [
            ("4k3/8/8/8/8/8/4K3 w - -", 18, "of 8 squares"),
            ("4k3 w - -", 4, "of 8 squares"),
            ("00000k7/8/8/8/8/8/8/4K3 w - -", 1, "found '0'"),
            ("8/8/8/8/8/8/8/Kk6 w - -", 1, "is in check"),
            ("8/8/8/8/8/8/8/K7 w - -", 1, "black has 0 kings"),
            ("k7/8/8/8/8/8/8/K7", 18, "expected the side to move"),
            ("4k3/8/8/8/8/8/8/4K3 W - -", 21, "expected w or b, the side to move"),
            ("4k3/8/8/8/8/8/8/4K3 w -;", 24, "expected the en passant square, found the end"),
            ("4k3/8/8/8/8/8/8/4K3 w - e6", 25, "no pawn can have just moved over e6"),
            (" 4k3/8/8/8/8/8/8/NNNNNNNN/RNBQKBNR w - -", 26, "more than 8 ranks"),
            (
                " 4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - -",
                2,
                "white has 17 pieces, expected at most 16",
            ),
            ("4k3/8/8/8/8/P7/PPPPPPPP/RNB1KBNR w - -", 1, "white has 9 pawns, expected at most 8"),
            ("4k3/8/8/b7/4r3/3n4/8/4K3 w - -", 1, "expected at most 2"),
            ("4k3/8/5N2/8/2pP4/8/8/4K3 b - d3", 30, "over d3: black is in check from f6"),
            ("1r2kr2/8/8/8/8/8/8/1R2KR2 w FBfb - 0 1", 29, "the right F is of a rook on"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HFhf -", 28, "the right F is of a rook on"),
            ("1k1r4/8/8/8/8/8/8/2RK4 w K -", 26, "the right K needs a king on e1"),
            ("r2k3r/8/8/8/8/8/8/4K3 b h -", 25, "the right h needs a king on e8"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2", 31, "expected counters, or operations of EPD"),
            ("4k3/8/8/8/8/8/8/4K3 w - - [0.5]", 27, "found \"[0.5]\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 35 | 0.5", 31, "found \"| 35 | 0.5\""),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 0", 27, "found \"-1 0\""),
            // Two positions on a line: of files that were joined, by other line ends, or copied.
            ("4k3/8/8/8/8/8/8/4K3 w - - bm e4;4k3/8/8/8/8/8/8/4K3 w - - bm d4;", 33, "\"4k3/8"),
            ("4k3/8/8/8/8/8/8/4K3 w - - bm e4;k7/8/8/8/8/8/8/K7 w - -", 33, "\"k7/8"),
            ("4k3/8/8/8/8/8/8/4K3 w - - bm e4 k7/8/8/8/8/8/8/K7 w - -", 27, "\"bm e4 k7/8"),
            ("4k3/8/8/8/8/8/8/4K3 w - - id \"a\"k7/8/8/8/8/8/8/K7 w - -", 27, "\"id \"a\"k7"),
            ("4k3/8/8/8/8/8/8/4K3 w - - id \"a; k7/8/8/8/8/8/8/K7 w - -", 27, "\"id \"a; k7"),
            ("4k3/8/8/8/8/8/8/4K3 w - - k7/8/8/8/8/8/8/K7 w - -", 27, "\"k7/8"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 k7/8/8/8/8/8/8/K7 w - -", 31, "\"k7/8"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1;k7/8/8/8/8/8/8/K7 w - -", 31, "\"k7/8"),
            ("4k3/8/8/8/8/8/8/4K3 w - - bm e4;\u{2028}k7/8/8/8/8/8/8/K7 w - -", 33, "k7/8"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1k7/8/8/8/8/8/8/K7 w - -", 29, "\"1k7/8"),
            ("4k3/8/8/8/8/8/8/4K3 w - - # e4;", 27, "\"# e4;"),
            ("4k3/8/8/8/8/8/8/4K3 w - - bm e4; 5 d4;", 34, "\"5 d4;"),
            // Moves that follow a position, as in UCI.
            ("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1 moves e1g1 e8c8", 34, "\"moves e1g1"),
            ("4k3/8/8/8/8/8/8/4K3 w - - moves e1d1", 27, "\"moves e1d1"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1; Moves e1d1;", 32, "\"Moves e1d1"),
            ("4k3/8/8/8/8/8/8/4K3 b - - 0 1 e8d8 e1d1", 31, "\"e8d8 e1d1"),
            ("4k3/8/8/8/8/8/8/4K3 b - - bm Kd8; e8d8;", 35, "\"e8d8;"),
            ("4k3/8/8/8/8/8/8/4K3 b - - bm Kd8 moves e8d8;", 27, "\"bm Kd8 moves"),
            ("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", 2, "found 'o'"),
            ("startpos moves e2e4", 1, "found 's'"),
        ] {
            let Lines { boards, bad } = read(&format!("{KINGS}\n{line}\n"));
            let [reason] = &bad[..] else { panic!("{line}: {bad:?}") };
            assert!(boards.len() == 1 && reason.contains(expected), "{line}: {reason}");
            assert!(reason.starts_with(&format!("line 2, column {column}: ")), "{reason}");
            let quoted = records::visible(line.trim());
            assert!(reason.ends_with(&format!(": \"{quoted}\"")), "{reason}");
        }
    }

    /// Changes characters of lines. Every line that is read means what was written, and every line
    /// that the library rejects has a reason of ours.
    #[test]
    fn nothing_is_read_otherwise_than_it_is_written() {
        let known = include_str!("../../positions/perft.epd");
        let lines: Vec<_> = known.lines().filter(|line| !line.starts_with('#')).collect();
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(0xe9d);
        let mut below = |count: usize| generator.next_u64() as usize % count;
        let letters: Vec<_> = "PNBRQKpnbrqk12345678/ wb-KQkqHAhaFe36;\t".chars().collect();
        let (mut read, mut refused) = (0, 0);
        for _ in 0..200_000 {
            let mut line: Vec<_> = lines[below(lines.len())].chars().collect();
            for _ in 0..=below(3) {
                let at = below(line.len());
                line[at] = letters[below(letters.len())];
            }
            let line: String = line.into_iter().collect();
            let before_operations = line.split(';').next().unwrap();
            match (position(&line), Position::from_fen(before_operations)) {
                (Ok(board), Ok(written)) => {
                    assert_eq!(Position::from_fen(&board.to_string()), Ok(written), "{line}");
                    read += 1;
                }
                (Err(reason), written) => {
                    assert!(
                        reason.starts_with("column ") && !reason.contains("invalid"),
                        "{line}: {reason}"
                    );
                    refused += usize::from(written.is_ok());
                }
                (Ok(_), Err(fault)) => panic!("{line}: {fault}"),
            }
        }
        assert!(read > 10_000 && refused > 100, "{read} read, {refused} refused");
    }

    /// Started by hand in a folder, or as cargo does, which stands there and starts programs in the
    /// folder of their package. In all of these folders is a file of this name.
    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "only Linux tells where a caller stands")]
    fn a_file_is_looked_for_where_one_stands_whatever_folder_was_inherited() {
        const EXPECTED: &str = "LAB_TEST_STANDS_IN";
        if let Some(folder) = std::env::var_os(EXPECTED) {
            let expected = PathBuf::from(folder).join("Cargo.toml");
            assert_eq!(places(Path::new("Cargo.toml")).next(), Some(expected.clone()));
            assert_eq!(chosen(), Some(expected.clone()));
            let skips = (BAD_LINES, OsString::from("skip"));
            assert_eq!(environment(), [(FILE, expected.clone().into_os_string()), skips]);
            let path = expected.display();
            let told = super::super::check().unwrap();
            let used = format!("1 positions of {path}, continued by random moves to 131072");
            assert_eq!(told, format!("{used}; bad lines skipped: 2"));
            return;
        }
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        std::fs::write(home.join("Cargo.toml"), format!("[package]\n\n{KINGS}\n#\nx")).unwrap();
        let package = env!("CARGO_MANIFEST_DIR");
        let name = "streams::epd::tests::\
                    a_file_is_looked_for_where_one_stands_whatever_folder_was_inherited";
        let program = std::env::current_exe().unwrap();
        let again = "exec env PWD=/ \"$1\" --exact \"$2\"";
        for script in [again.to_owned(), format!("(cd \"$0\" && {again}); exit $?")] {
            let mut shell = std::process::Command::new("/bin/sh");
            shell.args(["-c", &script, package]).arg(&program).arg(name).current_dir(&home);
            shell.env("CARGO_MANIFEST_DIR", package).env(EXPECTED, &home);
            shell.env(FILE, "Cargo.toml").env(BAD_LINES, "skip");
            let done = shell.output().unwrap();
            let said = String::from_utf8_lossy(&done.stdout);
            assert!(done.status.success() && said.contains("1 passed"), "{script}: {said}");
        }
    }

    #[test]
    fn a_file_that_holds_no_positions_is_refused() {
        let refused = |bytes: &[u8]| {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(bytes).unwrap();
            format!("{:#}", super::file(file.path()).unwrap_err())
        };
        assert!(refused(b"").contains("holds no position"));
        assert!(refused(b"\xff\xfe\x00").contains("not text in UTF-8"));
        let ends = |bytes: &[u8], expected: &str| {
            let error = refused(bytes);
            assert!(error.contains("; expected FEN or EPD; "), "{error}");
            assert!(error.ends_with(expected), "{error}");
        };
        ends(
            b"x\n4k3/8/8/8/8/8/8/4K3 w - -\ny",
            "bad lines: 2 of 3; LAB_POSITIONS_BAD_LINES=skip uses the others",
        );
        ends(b"x\ny\nz", "bad lines: 3 of 3");
        let missing = format!("{:#}", file(Path::new("no such file")).unwrap_err());
        assert!(missing.contains("reading no such file, looked for as /"), "{missing}");
        let large = tempfile::NamedTempFile::new().unwrap();
        large.as_file().set_len((64 << 20) + 1).unwrap();
        let error = format!("{:#}", file(large.path()).unwrap_err());
        assert!(error.ends_with("too large, expected 64 MiB at most"), "{error}");
        let text = format!("{KINGS} id \"{}\";\n", "x".repeat(1 << 16)).repeat(100);
        std::fs::write(large.path(), text).unwrap();
        assert_eq!(file(large.path()).unwrap().boards.len(), 100);
        let empty = file(Path::new("")).unwrap_err().to_string();
        assert!(empty.starts_with("LAB_POSITIONS is empty, expected the path of"), "{empty}");
    }
}
