//! The lookups that an answer names as headers for C and C++, one file each.
//!
//! A header is a template of this crate, filled with the tables of its variant and with what the
//! variant's manifest says. It stands in `include`, where
//! `report --take` finds it. A test makes all of them again.

pub mod cases;
mod compilers;
mod space;
mod tables;

use attackers_super_piece::SuperPiece;
use between_0x88_rotate::Rotate0x88;
use between_branchless::Branchless;
use between_rectangular::Rectangular;
use between_select::Select;
use between_triangular::Triangular;
use between_windows::Windows;
use checks_after_move::AfterMove;
use checks_by_move::ByMove;
use deltas_byte_board_vbmi::Vbmi;
use legality_between::InBetween;
use lookup::lines::{ANTIDIAGONAL, BISHOP, DIAGONAL, FILE, ROOK};
use lookup::{Oracle, Variant, lines};
use order_avx2::Avx2;
use order_minmax::Minmax;
use pins_snipers::Snipers;
use serialize_bytes::Bytes;
use serialize_chunks::Chunks;
use serialize_compress::Compress;
use sliders_hyperbola::Hyperbola;
use sliders_hyperbola_double::HyperbolaDouble;
use sliders_hyperbola_lanes::HyperbolaLanes;
use sliders_magic::Magic;
use sliders_pext::Pext;
use tables::{Listed, numbers, patterns, rows_of, sets, words};

/// A header, and where it stands.
#[derive(Clone, Debug)]
pub struct Header {
    /// The variant's folder in `crates`.
    pub variant: &'static str,
    /// The name of the file.
    pub file: String,
    /// Its contents.
    pub text: String,
}

/// A part that several templates share, by its word.
macro_rules! parts {
    ($($name:literal)+) => {
        [$((concat!("@", $name, "@\n"), include_str!(concat!("../templates/parts/", $name, ".h")))),+]
    };
}

/// What stands in the templates in place of these words. A part may hold those behind it.
const PARTS: [(&str, &str); 15] = parts! {
    "filled" "fill" "hyperbola" "diagonals" "queen" "between" "sliders" "leapers" "empty-lines"
    "entry" "next" "lowest" "turned" "count" "keep"
};

/// A header of a variant, by its template and its tables. Figures name the variants that it asked
/// when it was measured.
macro_rules! header {
    ($variant:ty, $template:literal, $tables:expr) => {
        header!($variant, $template, $tables, "")
    };
    ($variant:ty, $template:literal, $tables:expr, $asked:literal) => {
        header::<$variant>(
            include_str!(concat!("../templates/", $template, ".h")),
            &$tables,
            concat!($template, $asked),
        )
    };
}

/// All headers.
#[must_use]
pub fn all() -> Vec<Header> {
    let ranks = || rows_of("ranks", &lines::first_rank::<64>());
    let ends = || sets("lines", lines::table([ROOK, BISHOP]));
    let three = lines::table([FILE, DIAGONAL, ANTIDIAGONAL]);
    let four = lines::table([&[], FILE, DIAGONAL, ANTIDIAGONAL]);
    let squares: [u8; 64] = core::array::from_fn(|square| square as u8);
    let [windows, rows] = tables::windows();
    vec![
        header!(SuperPiece<Oracle>, "attackers-super-piece", [tables::leaps()], "+sliders-magic"),
        header!(Rotate0x88, "between-0x88-rotate", [patterns(&lines::passed::<240>(16, 120))]),
        header!(Branchless, "between-branchless", []),
        header!(Rectangular, "between-rectangular", [sets("sets", lines::all_between())]),
        header!(Select, "between-select", []),
        header!(Triangular, "between-triangular", [tables::pairs()]),
        header!(Windows, "between-windows", [windows, rows]),
        header!(AfterMove<Oracle>, "checks-after-move", [tables::leaps()], "+sliders-magic"),
        header!(
            ByMove<Oracle, Oracle>,
            "checks-by-move",
            [tables::leaps(), ends()],
            "+attacked-one-word+between-rectangular"
        ),
        header!(Vbmi, "deltas-byte-board-vbmi", tables::lanes()),
        header!(InBetween<Oracle>, "legality-between", [tables::targets()], "+between-rectangular"),
        header!(Avx2, "order-avx2", []),
        header!(Minmax, "order-minmax", []),
        header!(Snipers<Oracle>, "pins-snipers", [ends()], "+between-rectangular"),
        header!(Bytes, "serialize-bytes", [numbers("squares", &squares)]),
        header!(Chunks, "serialize-chunks", []),
        header!(Compress, "serialize-compress", [words("targets", squares)]),
        header!(Hyperbola, "sliders-hyperbola", [sets("lines", three), ranks()]),
        header!(HyperbolaDouble, "sliders-hyperbola-double", tables::double()),
        header!(HyperbolaLanes, "sliders-hyperbola-lanes", [sets("lines", four), ranks()]),
        header!(Magic, "sliders-magic", [tables::magics(), tables::attacks()]),
        header!(Pext, "sliders-pext", [tables::masks(), tables::attacks()]),
    ]
}

/// Fills a template.
///
/// # Panics
/// If its tables have other bytes than the variant's, or a place of the template stays empty.
fn header<V: Variant>(template: &str, tables: &[Listed], measured: &str) -> Header {
    let variant = V::IDENTITY.name;
    let question = variant.split('-').next().unwrap_or_default();
    let figures = figures(question, measured);
    let name = format!("spacetime_{}", variant.replace('-', "_"));
    let file = format!("{name}.h");
    let bytes = V::TABLES.iter().map(|table| table.bytes()).sum::<usize>();
    let listed = tables.iter().map(|table| table.bytes).sum::<usize>();
    assert_eq!(listed, bytes, "bytes of the tables of {variant}");
    let mut text = format!("{}{template}\n", include_str!("../templates/parts/head.h"));
    for (place, part) in PARTS {
        text = text.replace(place, part);
    }
    let (flags, guard) = needs(V::NEEDS.names, &text, &file);
    for table in tables {
        text = text.replace(&format!("@{}@", table.name), &table.text);
    }
    let size = if bytes == 0 { "none".to_owned() } else { format!("{bytes} bytes") };
    for (place, value) in [
        ("@license@", env!("CARGO_PKG_LICENSE")),
        ("@copyright@", copyright()),
        ("@summary@", V::IDENTITY.summary),
        ("@source@", V::IDENTITY.source),
        ("@crate@", variant),
        ("@bytes@", &size),
        ("@figures@", &figures),
        ("@needs@", &flags),
        ("@guard@\n", &guard),
        ("@compilers@\n", &compilers::times(variant)),
        ("@space@", name.trim_start_matches("spacetime_")),
        ("@file@", &file),
        ("@NAME@", &name.to_uppercase()),
        ("@name@", &name),
    ] {
        text = text.replace(place, value);
    }
    let (mut text, space) = space::space(&text, &name, question);
    text = format!("{text}{space}\n#endif\n");
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    let text = text.lines().map(|line| format!("{}\n", folded(line))).collect::<String>();
    assert!(!text.contains('@'), "{file}: a place of the template is left");
    Header { variant, file, text }
}

/// The line of the licence that names who holds the rights.
fn copyright() -> &'static str {
    let lines = include_str!("../../../LICENSE-MIT").lines();
    let mut lines = lines.filter_map(|line| line.strip_prefix("Copyright (c) "));
    lines.next().expect("LICENSE-MIT names a holder")
}

/// Where the figures of the crate are, by the stream of the answers, as README.md says.
fn figures(question: &str, measured: &str) -> String {
    let stream = match question {
        "order" => "searches",
        "deltas" | "sliders" => "games",
        _ => "positions",
    };
    let line = format!("{question}/throughput/{stream}/{measured}");
    format!("Figures of the crate, by cargo run -p report -- --find:\n *   {line}")
}

/// GCC keeps a mask of 32 bits in a register of its own only with AVX-512 BW. All processors with
/// the compression of words have that.
const IMPLIED: (&str, &str) = ("avx512vbmi2", "avx512bw");

/// Operations on registers of 64 bits, which no build for 32 bits has.
const WIDE: [&str; 4] = ["_pext_u64", "_mm_cvtsi128_si64", "_mm_extract_epi64", "__mmask64"];

/// What a compiler must be told, and the lines that refuse to be compiled otherwise. MSVC knows
/// all intrinsics without being told.
fn needs(features: &[&str], template: &str, file: &str) -> (String, String) {
    if features.is_empty() {
        return ("no flags".to_owned(), String::new());
    }
    let mut features = features.to_vec();
    if features.contains(&IMPLIED.0) && !features.contains(&IMPLIED.1) {
        features.push(IMPLIED.1);
    }
    let flags: Vec<_> = features.iter().map(|name| format!("-m{name}")).collect();
    let flags = flags.join(" ");
    let macros = features.iter().map(|name| format!("!defined(__{}__)", name.to_uppercase()));
    let condition = macros.collect::<Vec<_>>().join(" \\\n        || ");
    let error = |why: &str| continued(&format!("#error \"{file} needs {why}\""));
    let mut guard = format!(
        "#if (!defined(_MSC_VER) || defined(__clang__)) \\\n    && ({condition})\n{}\n#endif\n",
        error(&flags)
    );
    if WIDE.iter().any(|wide| template.contains(wide)) {
        guard += &format!(
            "#if !defined(__x86_64__) && !defined(_M_X64)\n{}\n#endif\n",
            error("a build for x86-64")
        );
    }
    (flags, guard)
}

/// The longest line of a header.
const WIDTH: usize = 100;

/// A line in two, if it is too long for one. The preprocessor joins them.
fn continued(line: &str) -> String {
    let too_long = line.len() > WIDTH;
    match line.get(..WIDTH - 1).and_then(|start| start.rfind(' ')).filter(|_| too_long) {
        Some(end) => format!("{}\\\n{}", &line[..=end], &line[end + 1..]),
        None => line.to_owned(),
    }
}

/// A line of code in several, if a long name made it too long: broken behind a comma, or before an
/// operator.
fn folded(line: &str) -> String {
    if line.len() <= WIDTH {
        return line.to_owned();
    }
    let indent = line.len() - line.trim_start().len() + 4;
    let last = |operator: &str| Some(line[indent..WIDTH].rfind(operator)? + indent);
    let operator = ["| ", "& ", "= "].iter().filter_map(|operator| last(operator)).max();
    let behind = |sign: &str| last(sign).map(|place| place + 1);
    let broken = operator.or_else(|| behind(", ")).or_else(|| behind("(")).or_else(|| last(" "));
    let Some(end) = broken.filter(|end| *end > indent) else { return line.to_owned() };
    let rest = format!("{:indent$}{}", "", line[end..].trim_start());
    format!("{}\n{}", line[..end].trim_end(), folded(&rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn the_committed_headers_are_those_of_today() {
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
        let headers = all();
        for header in &headers {
            let path = include.join(&header.file);
            let written = fs::read_to_string(&path).unwrap_or_default();
            let today = written == header.text;
            assert!(today, "{}: write it by cargo run -p headers", path.display());
        }
        assert_eq!(fs::read_dir(&include).unwrap().count(), headers.len(), "one file a header");
    }

    #[test]
    fn a_header_says_which_instructions_it_needs() {
        let headers = all();
        let text = |variant: &str| {
            let found = headers.iter().find(|header| header.variant == variant);
            found.map(|header| header.text.as_str()).unwrap()
        };
        let pext = "    && (!defined(__BMI2__))\n\
                    #error \"spacetime_sliders_pext.h needs -mbmi2\"\n#endif\n\
                    #if !defined(__x86_64__) && !defined(_M_X64)\n#error ";
        assert!(text("sliders-pext").contains(pext));
        let compress = "    && (!defined(__AVX512F__) \\\n        || !defined(__AVX512VBMI2__) \\\n        \
                        || !defined(__POPCNT__) \\\n        || !defined(__AVX512BW__))\n#error ";
        assert!(text("serialize-compress").contains(compress));
        assert!(
            !text("sliders-hyperbola").contains("#error \"spacetime_sliders_hyperbola.h needs")
        );
    }

    /// A row that is bold in README.md's table of gains is certain on all machines. Those that every
    /// x86-64-v3 has are headers too, but for full ranks: the header of hyperbola does the same with a
    /// quarter of the ranks.
    #[test]
    fn every_lookup_that_surely_gains_is_a_header() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let readme = fs::read_to_string(crates.join("../README.md")).unwrap();
        let (_, table) = readme.split_once("<!-- published: gains -->").unwrap();
        let (table, _) = table.split_once("<!-- end -->").unwrap();
        let bold = table.lines().filter(|row| row.contains("| **") && !row.contains("AVX-512"));
        let named = bold.filter_map(|row| row.split_once("](crates/")?.1.split(')').next());
        let named: Vec<_> = named.collect();
        assert!(!named.is_empty(), "{table}");
        let headers = all();
        let is_header = |name: &str| {
            let plain = name.trim_end_matches("-full-ranks");
            headers.iter().any(|header| header.variant == plain)
        };
        let missing: Vec<_> = named.into_iter().filter(|name| !is_header(name)).collect();
        assert!(missing.is_empty(), "{missing:?} surely gain and are no headers");
    }

    #[test]
    fn a_line_that_a_long_name_made_too_long_is_broken_before_an_operator() {
        let [one, other] =
            ["first", "other"].map(|name| format!("{}_{name}(a, b)", "x".repeat(50)));
        let broken = format!("    return {one}\n        | {other};");
        assert_eq!(folded(&format!("    return {one} | {other};")), broken);
        assert_eq!(folded("    return 0;"), "    return 0;");
    }

    /// A set of another size would be cut, and an engine numbers sides and kinds in its own way.
    #[test]
    fn a_namespace_takes_squares_and_sets_of_any_type_and_numbers_else() {
        let headers = all();
        let text = &headers.iter().find(|it| it.variant == "checks-by-move").unwrap().text;
        let checkers = "template <class Square, class Set>\n\
                        inline Set checkers(Square king, unsigned black, Set occupied, same<Set> pawns,\n";
        assert!(text.contains(checkers), "{text}");
        assert!(text.contains("SPACETIME_SHARED constexpr const auto &leaps = "), "{text}");
    }

    #[test]
    fn a_header_is_short_and_plain() {
        for header in all() {
            let lines: Vec<_> = header.text.lines().collect();
            assert!(lines.len() < 500, "{}: {} lines", header.file, lines.len());
            for line in lines {
                assert!(line.len() <= 100 && line.is_ascii(), "{}: {line}", header.file);
                assert_eq!(line, line.trim_end(), "{}", header.file);
            }
        }
    }
}
