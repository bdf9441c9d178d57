//! The place of the stack.
//!
//! A system draws the place once per process, and calls add to it: a sample of one, however often
//! we repeat the rest. Where it was not drawn, searches moved together by several per cent. The
//! probable cause is that a processor takes a read for one of recently written data if their
//! addresses agree in the last 12 bits.

use std::hint::black_box;
use std::mem::MaybeUninit;

/// Systems align the stack to this.
pub const ALIGNMENT: usize = 16;

/// Places this far apart collide with the same data.
pub const PERIOD: usize = 4096;

/// Runs something with the stack lower by this many bytes, and some more for the calls involved.
/// The bytes must be a multiple of [`ALIGNMENT`] below [`PERIOD`].
pub fn lower<R>(bytes: usize, run: impl FnOnce() -> R) -> R {
    let (mut run, mut result) = (Some(run), None);
    descend(bytes, &mut || result = run.take().map(|run| run()));
    result.expect("it ran once")
}

fn descend(bytes: usize, run: &mut dyn FnMut()) {
    match bytes {
        2048.. => frame::<2048>(bytes, run),
        1024.. => frame::<1024>(bytes, run),
        512.. => frame::<512>(bytes, run),
        256.. => frame::<256>(bytes, run),
        128.. => frame::<128>(bytes, run),
        64.. => frame::<64>(bytes, run),
        32.. => frame::<32>(bytes, run),
        16.. => frame::<16>(bytes, run),
        _ => run(),
    }
}

/// Takes this many of the bytes.
#[inline(never)]
fn frame<const BYTES: usize>(bytes: usize, run: &mut dyn FnMut()) {
    let room = MaybeUninit::<[u8; BYTES]>::uninit();
    black_box(&room);
    descend(bytes - BYTES, run);
    // Otherwise the call above could take this frame's place.
    black_box(&room);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn places_are_multiples_of_16_bytes_below_a_page() {
        assert_eq!((ALIGNMENT, PERIOD), (16, 4096));
    }

    #[test]
    fn the_stack_is_in_most_places_of_a_page() {
        let place = |bytes| {
            lower(bytes, || {
                let here = 0u8;
                std::ptr::from_ref(black_box(&here)).addr()
            })
        };
        let highest = place(0);
        let mut places = BTreeSet::new();
        for bytes in (0..PERIOD).step_by(ALIGNMENT) {
            let depth = highest - place(bytes);
            assert!(depth >= bytes, "{bytes} bytes lower is {depth}");
            places.insert(depth % PERIOD / ALIGNMENT);
        }
        assert!(places.len() > PERIOD / ALIGNMENT / 2, "{} places", places.len());
    }
}
