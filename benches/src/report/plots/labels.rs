//! Where labels may stand: they meet neither each other nor what is drawn.

use super::pen::{MARKER, Side};
use std::ops::Range;

/// Wide enough for a letter of any usual font.
pub(super) const LETTER: i32 = 8;
/// From one line of text to the next.
pub(super) const LINE: i32 = 18;
/// From a point to its label, and to one that had to move away.
const GAP: i32 = MARKER + 4;
pub(super) const FAR_GAP: i32 = 26;

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Area {
    pub(super) left: i32,
    pub(super) top: i32,
    pub(super) right: i32,
    pub(super) bottom: i32,
}

impl Area {
    /// From one point to another, whichever comes first.
    pub(super) fn between(a: (i32, i32), b: (i32, i32)) -> Area {
        Area { left: a.0.min(b.0), top: a.1.min(b.1), right: a.0.max(b.0), bottom: a.1.max(b.1) }
    }

    /// Larger by so much on all sides.
    pub(super) fn grown(self, by: i32) -> Area {
        Area {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    fn is_in(self, outer: Area) -> bool {
        outer.left <= self.left
            && outer.top <= self.top
            && self.right <= outer.right
            && self.bottom <= outer.bottom
    }

    fn meets(self, other: Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// A place for a label.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) area: Area,
    /// Where the text is written, and on which side of it that is.
    pub(super) at: (i32, i32),
    pub(super) side: Side,
    /// Whether it is so far from its point that a line has to lead there.
    pub(super) is_far: bool,
}

/// Farther from its point a label is not looked for.
const FARTHEST: i32 = 12 * LINE;
/// So many pixels farther is as bad as to lie on what should be kept free.
const DETOUR: f64 = 90.0;

/// The best spot for a label of so many pixels that lies within bounds and meets
/// nothing that is taken; nothing if there is none near enough. Best is what is
/// near, keeps off what should stay free, and is led to past what is taken.
pub(super) fn free_spot(
    point: (i32, i32),
    width: i32,
    bounds: Area,
    taken: &[Area],
    keep_free: &[Area],
) -> Option<Spot> {
    let free = spots(point, width).into_iter().filter(|spot| {
        spot.area.is_in(bounds) && !taken.iter().any(|other| spot.area.meets(*other))
    });
    let cost = |spot: &Spot| {
        let distance = f64::hypot(
            f64::from(spot.at.0.abs_diff(point.0)),
            // A label beside its point is easier to read than one above.
            1.5 * f64::from(spot.at.1.abs_diff(point.1)),
        );
        let on_it = keep_free.iter().any(|other| spot.area.meets(*other));
        let crossing = spot.is_far && crosses(point, spot.at, taken);
        distance + [on_it, crossing].iter().map(|bad| f64::from(*bad) * DETOUR).sum::<f64>()
    };
    free.map(|spot| (cost(&spot), spot)).min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, s)| s)
}

/// All spots around a point.
fn spots((x, y): (i32, i32), width: i32) -> Vec<Spot> {
    let mut spots = Vec::new();
    for row in -FARTHEST / LINE..=FARTHEST / LINE {
        let middle = y + row * LINE;
        let mut add = |left: i32, at: i32, side: Side, is_far: bool| {
            let (top, bottom) = (middle - LINE / 2, middle + LINE / 2);
            let area = Area { left, top, right: left + width, bottom };
            spots.push(Spot { area, at: (at, middle), side, is_far });
        };
        if row.abs() == 1 {
            add(x - width / 2, x, Side::Middle, false);
        }
        let first = if row == 0 { GAP } else { FAR_GAP };
        for gap in (first..FARTHEST).step_by(LINE as usize) {
            let is_far = row != 0 || gap != first;
            add(x + gap, x + gap, Side::Left, is_far);
            add(x - gap - width, x - gap, Side::Right, is_far);
        }
    }
    spots
}

/// Whether a straight line meets any of these after it has left its beginning.
fn crosses(from: (i32, i32), to: (i32, i32), taken: &[Area]) -> bool {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let steps = dx.abs().max(dy.abs());
    let line = Area::between(from, to);
    let near: Vec<_> = taken.iter().filter(|area| area.meets(line.grown(1))).collect();
    (2 * MARKER..steps).step_by(3).any(|step| {
        let at = (from.0 + dx * step / steps, from.1 + dy * step / steps);
        near.iter().any(|area| Area::between(at, at).grown(1).meets(**area))
    })
}

/// The heights of labels for points at these heights, which are sorted: as near
/// to them as can be, a line apart, in the same order, and no lower than the rows.
pub(super) fn stacked(mut heights: Vec<i32>, rows: &Range<i32>) -> Vec<i32> {
    for i in 1..heights.len() {
        heights[i] = heights[i].max(heights[i - 1] + LINE);
    }
    let mut lowest = rows.end - LINE / 2;
    for height in heights.iter_mut().rev() {
        *height = (*height).min(lowest);
        lowest = *height - LINE;
    }
    heights
}

/// The width of the widest of these labels.
pub(super) fn widest<'a>(labels: impl Iterator<Item = &'a str>) -> i32 {
    labels.map(|label| label.len() as i32 * LETTER).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_meet_neither_each_other_nor_the_border() {
        let bounds = Area { left: 0, top: 0, right: 300, bottom: 200 };
        let mut taken = Vec::new();
        for point in [(150, 100); 12] {
            let spot = free_spot(point, 80, bounds, &taken, &[]).unwrap().area;
            assert!(spot.is_in(bounds));
            assert!(!taken.iter().any(|other| spot.meets(*other)));
            taken.push(spot);
        }
        assert!(free_spot((150, 100), 301, bounds, &[], &[]).is_none());
    }

    #[test]
    fn labels_keep_off_lines_if_they_can() {
        let bounds = Area { left: 0, top: 0, right: 300, bottom: 200 };
        let point = (150, 100);
        let line = Area { left: 150, top: 95, right: 300, bottom: 105 };
        let beside = free_spot(point, 80, bounds, &[], &[line]).unwrap();
        assert!(!beside.area.meets(line) && !beside.is_far);
        let nowhere_else = free_spot(point, 80, bounds, &[], &[bounds]).unwrap();
        assert!(nowhere_else.area.is_in(bounds));
    }

    #[test]
    fn labels_of_lines_keep_their_order_and_distance() {
        let heights = stacked(vec![10, 60, 95, 95], &(0..100));
        assert_eq!(heights, [10, 55, 73, 91]);
    }
}
