//! The lookups that are headers too, and the loops that each compiler makes of them.

use crate::loops::{
    Allowing, Ask, Attacking, Changing, Checking, Finding, Listing, Loop, Ordering, Pinning, Query,
    Sliding, latency, throughput,
};
use crate::queries::{lists, played, squares, targets};
use anyhow::Result;
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
use lookup::{Oracle, Variant};
use order_avx2::Avx2;
use order_minmax::Minmax;
use pins_snipers::Snipers;
use sampling::layout::Table;
use sampling::{Comparison, Outcome};
use serialize_bytes::Bytes;
use serialize_chunks::Chunks;
use serialize_compress::Compress;
use sliders_hyperbola::Hyperbola;
use sliders_hyperbola_double::HyperbolaDouble;
use sliders_hyperbola_lanes::HyperbolaLanes;
use sliders_magic::Magic;
use sliders_pext::Pext;
use std::ffi::{CStr, c_char};
use std::mem::transmute_copy;
use std::time::Duration;

/// Who compiles the loops: rustc at its level 3, and the others at two levels.
pub(crate) const COMPILERS: [&str; 5] =
    ["rustc", "g++ -O2", "g++ -O3", "clang++ -O2", "clang++ -O3"];

/// The loops of a lookup.
pub(crate) trait Lookup {
    /// The name of its crate.
    fn name(&self) -> &'static str;

    /// Measures the loops of all compilers beside those of rustc, one kind of them.
    fn compare(&self, waits: bool, time: Duration) -> Result<Outcome>;

    /// The sum of the first so many answers by the loop of a compiler.
    fn sum(&self, compiler: usize, waits: bool, count: usize) -> u64;
}

/// A lookup that answers queries of a kind.
struct Asked<Q> {
    name: &'static str,
    queries: Vec<Q>,
    /// By [`COMPILERS`], for throughput and latency.
    loops: [[Loop<Q>; 2]; 5],
    tables: [Vec<Table>; 5],
}

impl<Q: Query> Lookup for Asked<Q> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn compare(&self, waits: bool, time: Duration) -> Result<Outcome> {
        let mut comparison = Comparison::of(self.name, (), self.queries.iter().copied())
            .calling(&self.name.replace('-', "_"))
            .calling("compilers")
            .calling("lookup");
        for (number, by) in COMPILERS.iter().enumerate() {
            let (run, tables) = (self.loops[number][usize::from(waits)], &self.tables[number]);
            // SAFETY: the loops read no more queries than there are.
            comparison = unsafe { comparison.compiled(by, run, tables.clone()) };
        }
        comparison.run(time)
    }

    fn sum(&self, compiler: usize, waits: bool, count: usize) -> u64 {
        let queries = &self.queries[..count];
        // SAFETY: there are so many queries.
        unsafe { (self.loops[compiler][usize::from(waits)])(queries.as_ptr(), queries.len()) }
    }
}

/// A table of C++.
#[derive(Clone, Copy)]
#[repr(C)]
struct Listed {
    start: *const u8,
    bytes: usize,
}

/// The loops of a header; without a name, the end of a list of these.
#[repr(C)]
struct Header {
    name: *const c_char,
    loops: [*const (); 2],
    tables: [Listed; 4],
}

unsafe extern "C" {
    static gcc_2_lookups: Header;
    static gcc_3_lookups: Header;
    static clang_2_lookups: Header;
    static clang_3_lookups: Header;
}

/// The header of a crate in a list, if the build has what it needs.
fn header(first: *const Header, name: &str) -> Option<&'static Header> {
    let mut place = first;
    loop {
        // SAFETY: the list goes on up to an entry without a name.
        let header = unsafe { &*place };
        if header.name.is_null() {
            return None;
        }
        // SAFETY: a literal of C++.
        let found = unsafe { CStr::from_ptr(header.name) }.to_str().unwrap_or_default();
        if found.replace('_', "-") == name {
            return Some(header);
        }
        place = place.wrapping_add(1);
    }
}

/// A lookup of `V` on tables of its own and those of `B`, with the queries that `A` answers.
fn asked<Q: Query, A: Ask<Q>, V: Variant, B: Variant>(queries: Vec<Q>) -> Option<Box<dyn Lookup>> {
    let name = V::IDENTITY.name;
    let lists = [
        &raw const gcc_2_lookups,
        &raw const gcc_3_lookups,
        &raw const clang_2_lookups,
        &raw const clang_3_lookups,
    ];
    let found = lists.map(|list| header(list, name));
    let headers = found.into_iter().collect::<Option<Vec<_>>>()?;
    let rust: [Loop<Q>; 2] = [throughput::<Q, A>, latency::<Q, A>];
    let of_header = |place: usize| {
        // SAFETY: they are loops over queries of this kind.
        headers[place].loops.map(|it| unsafe { transmute_copy::<*const (), Loop<Q>>(&it) })
    };
    let own = V::TABLES.iter().chain(B::TABLES).map(|&table| Table::of(table)).collect();
    let tables = |place: usize| {
        let tables = headers[place].tables.iter().filter(|table| table.bytes > 0);
        // SAFETY: the headers align them so, and none changes once main runs.
        tables.map(|table| unsafe { Table::at(table.start, table.bytes, 64) }).collect()
    };
    Some(Box::new(Asked {
        name,
        queries,
        loops: [rust, of_header(0), of_header(1), of_header(2), of_header(3)],
        tables: [own, tables(0), tables(1), tables(2), tables(3)],
    }))
}

macro_rules! lookups {
    ($($by:ident<$variant:ty> $(on $base:ty)?, $queries:expr;)+) => {
        [$({
            type Base = lookups!(@base $($base)?);
            asked::<_, $by<$variant>, $variant, Base>($queries)
        }),+]
    };
    (@base) => { Oracle };
    (@base $base:ty) => { $base };
}

/// All lookups that the build has the instructions for.
pub(crate) fn all() -> Vec<Box<dyn Lookup>> {
    const POSITIONS: usize = 4096;
    let (pairs, sets) = (|| squares(POSITIONS), || targets(POSITIONS / 2));
    let (positions, lists) = (|| played(POSITIONS), || lists(POSITIONS));
    let all = lookups! {
        Attacking<SuperPiece<Magic>> on Magic, positions();
        Finding<Rotate0x88>, pairs();
        Finding<Branchless>, pairs();
        Finding<Rectangular>, pairs();
        Finding<Select>, pairs();
        Finding<Triangular>, pairs();
        Finding<Windows>, pairs();
        Checking<AfterMove<Magic>> on Magic, positions();
        Checking<ByMove<Oracle, Rectangular>> on Rectangular, positions();
        Changing<Vbmi>, positions();
        Allowing<InBetween<Rectangular>> on Rectangular, positions();
        Ordering<Avx2>, lists();
        Ordering<Minmax>, lists();
        Pinning<Snipers<Rectangular>> on Rectangular, positions();
        Listing<Bytes>, sets();
        Listing<Chunks>, sets();
        Listing<Compress>, sets();
        Sliding<Hyperbola>, pairs();
        Sliding<HyperbolaDouble>, pairs();
        Sliding<HyperbolaLanes>, pairs();
        Sliding<Magic>, pairs();
        Sliding<Pext>, pairs();
    };
    all.into_iter().flatten().collect()
}
