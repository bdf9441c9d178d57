//! The same loops by several compilers.

use crate::queries::{LONGEST, Listed, Played, Squares};
use lookup::attackers::Attackers;
use lookup::between::Between;
use lookup::checks::Checks;
use lookup::deltas::{Changes, Deltas};
use lookup::legality::Legality;
use lookup::order::Order;
use lookup::pins::Pins;
use lookup::serialize::{AT_ONCE, Places, Serialize};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Square};
use sampling::hardware::register;
use std::hint::black_box;
use std::marker::PhantomData;
use std::slice;

/// A loop over so many queries from there.
pub(crate) type Loop<Q> = unsafe extern "C" fn(*const Q, usize) -> u64;

/// A query that can wait for an answer.
pub(crate) trait Query: Copy + 'static {
    /// The query once the answer is there, which was made zero.
    fn delayed(self, zero: u64) -> Self;
}

impl Query for Squares {
    #[inline(always)]
    fn delayed(self, zero: u64) -> Squares {
        Squares { square: Square::new(self.square as u8 ^ zero as u8), ..self }
    }
}

impl Query for Played {
    #[inline(always)]
    fn delayed(self, zero: u64) -> Played {
        let position = std::ptr::from_ref(self.position).wrapping_byte_add(zero as usize);
        // SAFETY: it is zero, and the position is there as long as the program runs.
        Played { position: unsafe { &*position }, ..self }
    }
}

impl Query for Listed {
    #[inline(always)]
    fn delayed(self, zero: u64) -> Listed {
        let entries = std::ptr::from_ref(self.entries).wrapping_byte_add(zero as usize);
        // SAFETY: it is zero, and the list is there as long as the program runs.
        Listed { entries: unsafe { &*entries }, ..self }
    }
}

/// The answer of a crate to a query.
pub(crate) trait Ask<Q> {
    /// A second lookup of the query waits for `after`, which is zero, of the first one's answer.
    fn ask(query: &Q, after: impl Fn(u64) -> u64) -> u64;
}

macro_rules! asks {
    ($($by:ident: $question:path, |$query:ident: $queries:ty, $after:ident| $answer:expr;)+) => {$(
        pub(crate) struct $by<V>(PhantomData<V>);

        impl<V: $question> Ask<$queries> for $by<V> {
            #[inline(always)]
            fn ask($query: &$queries, $after: impl Fn(u64) -> u64) -> u64 {
                let _ = &$after;
                $answer
            }
        }
    )+};
}

asks! {
    Attacking: Attackers, |query: Played, after| {
        register(V::attackers_to(query.position, query.square).0)
    };
    Finding: Between, |query: Squares, after| register(V::between(query.square, query.other).0);
    Checking: Checks, |query: Played, after| register(V::checkers(query.position).0);
    Changing: Deltas, |query: Played, after| {
        let changes = &raw mut CHANGES;
        // SAFETY: one loop runs at a time, on one thread.
        let changes = unsafe { &mut (*changes).0 };
        changes.clear();
        V::list(query.position, query.played, query.after, changes);
        let changes = black_box(changes);
        let [vanished, appeared] = [&changes.vanished, &changes.appeared];
        register(vanished.as_slice().len() as u64 + 64 * appeared.as_slice().len() as u64)
    };
    Allowing: Legality, |query: Played, after| {
        register(u64::from(V::is_pseudo_legal(query.position, query.m)))
    };
    Ordering: Order, |query: Listed, after| {
        let Listed { entries, room, count, taken } = *query;
        // SAFETY: there is room for the longest list.
        let room = unsafe { &mut *room.cast::<[u32; LONGEST]>() };
        let room = &mut room[..count as usize];
        room.copy_from_slice(&entries[..count as usize]);
        let room = black_box(room);
        let mut sorted = V::prepare(room, 0);
        let found = (0..taken as usize).filter_map(|place| V::next(&mut room[place..], &mut sorted));
        register(found.map(u64::from).sum())
    };
    Pinning: Pins, |query: Played, after| {
        register(V::pinned(query.position, query.position.side_to_move()).0)
    };
    Listing: Serialize, |query: Squares, after| {
        let places = &raw mut PLACES;
        // SAFETY: one loop runs at a time, on one thread.
        let places = unsafe { &mut (*places).0 };
        let count = V::serialize(query.square, Bitboard(query.set), places);
        let places = black_box(places);
        register(count as u64 + u64::from(places[count.wrapping_sub(1) % AT_ONCE]))
    };
    Sliding: Sliders, |query: Squares, after| {
        let rook = register(V::rook(query.square, Bitboard(query.set)).0);
        let occupied = Bitboard(query.set ^ after(rook));
        rook.wrapping_add(register(V::bishop(query.square, occupied).0))
    };
}

/// Where moves and relations are written.
static mut PLACES: CacheAligned<Places> = CacheAligned([0; AT_ONCE]);
static mut CHANGES: CacheAligned<Changes> = CacheAligned(Changes::new());

/// Independent queries.
pub(crate) unsafe extern "C" fn throughput<Q: Query, A: Ask<Q>>(
    queries: *const Q,
    count: usize,
) -> u64 {
    // SAFETY: the caller has so many queries there.
    let queries = unsafe { slice::from_raw_parts(queries, count) };
    queries.iter().fold(0, |sum: u64, query| sum.wrapping_add(A::ask(query, |_| 0)))
}

/// Queries that each wait for the answer before.
pub(crate) unsafe extern "C" fn latency<Q: Query, A: Ask<Q>>(
    queries: *const Q,
    count: usize,
) -> u64 {
    // SAFETY: the caller has so many queries there.
    let queries = unsafe { slice::from_raw_parts(queries, count) };
    let zero = register(0);
    let (mut sum, mut last) = (0_u64, 0);
    for query in queries {
        last = A::ask(&query.delayed(last & zero), |answer| answer & zero);
        sum = sum.wrapping_add(last);
    }
    sum
}
