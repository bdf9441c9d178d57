//! The 64 [lanes](lookup::lanes) around a square in four registers of NEON, for the variants with a
//! board of bytes.

use core::arch::aarch64::*;
use lookup::Position;

/// The pieces of a board in their lanes.
#[inline]
#[must_use]
#[target_feature(enable = "neon")]
pub fn permuted(position: &Position, squares: uint8x16x4_t) -> uint8x16x4_t {
    let board = load(&position.bytes());
    uint8x16x4_t(
        vqtbl4q_u8(board, squares.0),
        vqtbl4q_u8(board, squares.1),
        vqtbl4q_u8(board, squares.2),
        vqtbl4q_u8(board, squares.3),
    )
}

/// The [classes](lookup::lanes::classes) of pieces.
#[inline]
#[must_use]
#[target_feature(enable = "neon")]
pub fn classified(pieces: uint8x16x4_t, classes: &[u8; 16]) -> uint8x16x4_t {
    // SAFETY: there are 16 bytes.
    let classes = unsafe { vld1q_u8(classes.as_ptr()) };
    uint8x16x4_t(
        vqtbl1q_u8(classes, pieces.0),
        vqtbl1q_u8(classes, pieces.1),
        vqtbl1q_u8(classes, pieces.2),
        vqtbl1q_u8(classes, pieces.3),
    )
}

/// The bits that both have in each lane.
#[inline]
#[must_use]
#[target_feature(enable = "neon")]
pub fn both(a: uint8x16x4_t, b: uint8x16x4_t) -> uint8x16x4_t {
    uint8x16x4_t(vandq_u8(a.0, b.0), vandq_u8(a.1, b.1), vandq_u8(a.2, b.2), vandq_u8(a.3, b.3))
}

/// The lanes that have this byte.
#[inline]
#[must_use]
#[target_feature(enable = "neon")]
pub fn equal(lanes: uint8x16x4_t, byte: u8) -> u64 {
    same(lanes, all(vdupq_n_u8(byte)))
}

/// The lanes that have the same byte in both.
#[inline]
#[must_use]
#[target_feature(enable = "neon")]
pub fn same(a: uint8x16x4_t, b: uint8x16x4_t) -> u64 {
    gathered(uint8x16x4_t(
        vceqq_u8(a.0, b.0),
        vceqq_u8(a.1, b.1),
        vceqq_u8(a.2, b.2),
        vceqq_u8(a.3, b.3),
    ))
}

/// The lanes that have any of these bits.
#[inline]
#[must_use]
#[target_feature(enable = "neon")]
pub fn any(lanes: uint8x16x4_t, bits: u8) -> u64 {
    common(lanes, all(vdupq_n_u8(bits)))
}

/// The lanes that have a bit in both.
#[inline]
#[must_use]
#[target_feature(enable = "neon")]
pub fn common(a: uint8x16x4_t, b: uint8x16x4_t) -> u64 {
    gathered(uint8x16x4_t(
        vtstq_u8(a.0, b.0),
        vtstq_u8(a.1, b.1),
        vtstq_u8(a.2, b.2),
        vtstq_u8(a.3, b.3),
    ))
}

#[inline]
#[target_feature(enable = "neon")]
fn all(lanes: uint8x16_t) -> uint8x16x4_t {
    uint8x16x4_t(lanes, lanes, lanes, lanes)
}

/// A bit for each lane, of lanes that have all bits or none.
#[inline]
#[target_feature(enable = "neon")]
fn gathered(lanes: uint8x16x4_t) -> u64 {
    // A bit of its own for each of eight lanes, so that adding them up joins them.
    let places = vreinterpretq_u8_u64(vdupq_n_u64(0x8040_2010_0804_0201));
    let lanes = both(lanes, all(places));
    let fours = vpaddq_u8(vpaddq_u8(lanes.0, lanes.1), vpaddq_u8(lanes.2, lanes.3));
    let eights = vpaddq_u8(fours, fours);
    vgetq_lane_u64::<0>(vreinterpretq_u64_u8(eights))
}

/// 64 lanes.
#[inline]
#[must_use]
#[target_feature(enable = "neon")]
pub fn load(bytes: &[u8; 64]) -> uint8x16x4_t {
    // SAFETY: there are 64 bytes.
    unsafe { vld1q_u8_x4(bytes.as_ptr()) }
}
