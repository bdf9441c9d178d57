//! Where labels may stand: they meet neither each other nor what is drawn.

use super::Subject;
use super::elements::MARKER;
use plotters_backend::BackendCoord;
use plotters_backend::text_anchor::HPos;

/// Wide enough for a letter of any usual font.
pub(super) const LETTER: i32 = 8;
/// From one line of text to the next.
pub(super) const LINE: i32 = 18;
/// From a point to its label.
const GAP: i32 = MARKER + 4;

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
    pub(super) fn between(a: BackendCoord, b: BackendCoord) -> Area {
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
pub(super) struct Spot {
    pub(super) area: Area,
    /// Where the text is written, and on which side of it that is.
    pub(super) at: BackendCoord,
    pub(super) side: HPos,
    /// Whether it is so far from its point that a line has to lead there.
    pub(super) is_far: bool,
}

/// Farther from its point a label is not looked for.
const FARTHEST: i32 = 12 * LINE;
/// So many pixels farther is as bad as to lie on what should be kept free.
const DETOUR: f64 = 150.0;

/// The best spot for a label of so many pixels that lies within bounds and meets nothing
/// that is taken; nothing if there is none near enough. The best is near and keeps off what
/// should stay free.
pub(super) fn free_spot(
    (x, y): BackendCoord,
    width: i32,
    bounds: Area,
    taken: &[Area],
    keep_free: &[Area],
) -> Option<Spot> {
    let steps = |from: i32| (from..=FARTHEST).step_by(LINE as usize);
    let places = steps(-FARTHEST).flat_map(|down| steps(GAP).map(move |gap| (gap, down)));
    let spots = places.flat_map(|(gap, down)| {
        let spot = |across: i32, side: HPos, left: i32| {
            let area = Area {
                left,
                top: y + down - LINE / 2,
                right: left + width,
                bottom: y + down + LINE / 2,
            };
            Spot { area, at: (x + across, y + down), side, is_far: gap > GAP || down.abs() > LINE }
        };
        [spot(gap, HPos::Left, x + gap), spot(-gap, HPos::Right, x - gap - width)]
    });
    let free = spots.filter(|spot| {
        spot.area.is_in(bounds) && !taken.iter().any(|other| spot.area.meets(*other))
    });
    let cost = |spot: &Spot| {
        let (across, down) = (spot.at.0 - x, spot.at.1 - y);
        let is_on_it = keep_free.iter().any(|other| spot.area.meets(*other));
        // A label beside its point is easier to read than one above.
        f64::from(across).hypot(1.5 * f64::from(down)) + f64::from(is_on_it) * DETOUR
    };
    free.map(|spot| (cost(&spot), spot)).min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, s)| s)
}

/// The width of a text.
pub(super) fn width(text: &str) -> i32 {
    text.chars().count() as i32 * LETTER
}

/// A text in lines no wider than this, unless a part is that ends in a space or a plus.
pub(super) fn wrapped(text: &str, room: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split_inclusive([' ', '+']) {
        match lines.last_mut() {
            Some(line) if width(line) + width(part.trim_end()) <= room => line.push_str(part),
            _ => lines.push(part.to_owned()),
        }
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// The width of the widest label of these variants.
pub(super) fn widest<'a>(subjects: impl Iterator<Item = &'a Subject<'a>>) -> i32 {
    subjects.map(|subject| width(&subject.label)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_wrapped_between_its_parts() {
        assert_eq!(wrapped("a, b and c", 6 * LETTER), ["a, b", "and c"]);
        assert_eq!(wrapped("swap+between-rays", 8 * LETTER), ["swap+", "between-rays"]);
        assert_eq!(wrapped("a-very-long-word b", LETTER), ["a-very-long-word", "b"]);
    }
}
