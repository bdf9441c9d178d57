//! The same loops by three compilers.

use lookup::between::Between;
use lookup::sliders::Sliders;
use lookup::{Square, Variant};
use sampling::hardware::register;
use sampling::layout::Table;
use std::slice;

/// What is asked: for sliders a square, for squares in between two of them.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Query {
    pub(crate) square: Square,
    pub(crate) other: Square,
    pub(crate) occupied: u64,
}

/// A loop over so many queries from there.
pub(crate) type Loop = unsafe extern "C" fn(*const Query, usize) -> u64;

/// A loop, the name of its function, and the tables that it reads.
pub(crate) struct Compiled {
    pub(crate) compiler: &'static str,
    pub(crate) symbol: &'static str,
    pub(crate) run: Loop,
    pub(crate) tables: Vec<Table>,
}

/// A lookup, and the loops of all compilers.
pub(crate) struct Lookup {
    pub(crate) name: &'static str,
    pub(crate) compiled: [Compiled; 3],
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Listed {
    start: *const u8,
    bytes: usize,
}

// SAFETY: the tables are only read.
unsafe impl Sync for Listed {}

/// The tables that a compiler lists.
fn listed(tables: &[Listed; 2]) -> Vec<Table> {
    let tables = tables.iter().filter(|table| table.bytes > 0);
    // SAFETY: the headers align them so, and none changes once it is filled.
    tables.map(|table| unsafe { Table::at(table.start, table.bytes, 64) }).collect()
}

macro_rules! lookups {
    ($($name:literal, $rust:ident $gcc:ident $clang:ident, $gcc_tables:ident $clang_tables:ident,
        $variant:ty, $query:ident => $answers:expr;)+) => {
        $(
            // SAFETY: no other function has the name.
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $rust(queries: *const Query, count: usize) -> u64 {
                // SAFETY: the caller has so many queries there.
                let queries = unsafe { slice::from_raw_parts(queries, count) };
                queries.iter().fold(0, |sum: u64, $query| sum.wrapping_add($answers))
            }
        )+

        unsafe extern "C" {
            $(
                fn $gcc(queries: *const Query, count: usize) -> u64;
                fn $clang(queries: *const Query, count: usize) -> u64;
                static $gcc_tables: [Listed; 2];
                static $clang_tables: [Listed; 2];
            )+
            fn gcc_fill();
            fn clang_fill();
        }

        /// All lookups, ready to be asked.
        pub(crate) fn all() -> Vec<Lookup> {
            // SAFETY: the tables are filled before they are read, on one thread.
            unsafe {
                gcc_fill();
                clang_fill();
            }
            vec![$({
                let of_rust = <$variant>::TABLES.iter().map(|&table| Table::of(table)).collect();
                // SAFETY: constants of the two objects.
                let tables = unsafe { [&$gcc_tables, &$clang_tables] };
                let [of_gcc, of_clang] = tables.map(listed);
                let one = |compiler, symbol, run: Loop, tables| {
                    Compiled { compiler, symbol, run, tables }
                };
                Lookup {
                    name: $name,
                    compiled: [
                        one("rustc", stringify!($rust), $rust, of_rust),
                        one("g++", stringify!($gcc), $gcc, of_gcc),
                        one("clang++", stringify!($clang), $clang, of_clang),
                    ],
                }
            }),+]
        }
    };
}

fn sliders<S: Sliders>(query: &Query) -> u64 {
    let &Query { square, occupied, .. } = query;
    let occupied = lookup::Bitboard(occupied);
    let [rook, bishop] = [S::rook(square, occupied), S::bishop(square, occupied)];
    register(rook.0).wrapping_add(register(bishop.0))
}

fn between<B: Between>(query: &Query) -> u64 {
    register(B::between(query.square, query.other).0)
}

lookups! {
    "hyperbola, a rook and a bishop", rust_hyperbola gcc_hyperbola clang_hyperbola,
        gcc_hyperbola_tables clang_hyperbola_tables,
        sliders_hyperbola::Hyperbola, it => sliders::<sliders_hyperbola::Hyperbola>(it);
    "PEXT, a rook and a bishop", rust_pext gcc_pext clang_pext,
        gcc_pext_tables clang_pext_tables,
        sliders_pext::Pext, it => sliders::<sliders_pext::Pext>(it);
    "magics, a rook and a bishop", rust_magic gcc_magic clang_magic,
        gcc_magic_tables clang_magic_tables,
        sliders_magic::Magic, it => sliders::<sliders_magic::Magic>(it);
    "in-between 64x64", rust_rectangular gcc_rectangular clang_rectangular,
        gcc_rectangular_tables clang_rectangular_tables,
        between_rectangular::Rectangular, it => between::<between_rectangular::Rectangular>(it);
    "in-between windows", rust_windows gcc_windows clang_windows,
        gcc_windows_tables clang_windows_tables,
        between_windows::Windows, it => between::<between_windows::Windows>(it);
}
