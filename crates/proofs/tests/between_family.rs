//! Forms of squares in between in at most 2 KiB, all of a family: one load by the two squares, shifted
//! or rotated, cut by one mask or by two.
//!
//! - The table is read at a number that takes at most two operations on the squares: sums, differences,
//!   `^`, `&`, `|`, `&!`, sums with a square scaled by 2, 4 or 8 as addresses have them, shifts,
//!   products and masks by constants.
//! - The shift (to the left, to the right, or a rotation) takes at most one, or is the lower or the
//!   higher square.
//! - The mask is absent, is a table read at a number of the same kind, or is one table read at both
//!   squares.
//!
//! For given numbers no tables do better than the smallest: each entry the union of all that its pairs
//! need. If these answer a pair wrongly, so do all others. So the search is whole.

use lookup::Square;
use lookup::between::oracle;
use std::collections::{BTreeSet, HashSet};

const PAIRS: usize = 64 * 64;
const LIMIT: usize = 2048;

/// A number for each pair of squares, as an expression of them.
#[derive(Clone)]
struct Number {
    text: String,
    values: Vec<i32>,
    operations: usize,
}

impl Number {
    /// Entries of a table that is read at it.
    fn entries(&self) -> usize {
        let (low, high) = (self.values.iter().min(), self.values.iter().max());
        (high.expect("values") - low.expect("values") + 1) as usize
    }

    /// Where it reads a table: the least value reads the first entry, by a constant in the address.
    fn places(&self) -> Vec<usize> {
        let low = *self.values.iter().min().expect("values");
        self.values.iter().map(|value| (value - low) as usize).collect()
    }
}

/// Numbers, each once: those that differ by a constant read the same table.
#[derive(Default)]
struct Numbers {
    all: Vec<Number>,
    seen: HashSet<Vec<usize>>,
}

impl Numbers {
    fn add(&mut self, text: String, values: Vec<i32>, operations: usize) {
        let number = Number { text, values, operations };
        if number.entries() <= 4096 && self.seen.insert(number.places()) {
            self.all.push(number);
        }
    }

    /// Adds the results of an operation on those that are there.
    fn grow(&mut self, most: usize) {
        let from = self.all.clone();
        for p in &from {
            for q in from.iter().filter(|q| p.operations + q.operations < most) {
                for (sign, of) in BINARY {
                    let values = p.values.iter().zip(&q.values).map(|(&x, &y)| of(x, y)).collect();
                    let text = format!("({} {sign} {})", p.text, q.text);
                    self.add(text, values, p.operations + q.operations + 1);
                }
            }
            for (sign, of, constants) in UNARY {
                for &c in constants.iter().filter(|_| p.operations < most) {
                    let values = p.values.iter().map(|&x| of(x, c)).collect();
                    self.add(format!("({} {sign} {c})", p.text), values, p.operations + 1);
                }
            }
        }
    }
}

type Binary = (&'static str, fn(i32, i32) -> i32);
type Unary = (&'static str, fn(i32, i32) -> i32, &'static [i32]);

const BINARY: [Binary; 9] = [
    ("+", |x, y| x + y),
    ("-", |x, y| x - y),
    ("^", |x, y| x ^ y),
    ("&", |x, y| x & y),
    ("|", |x, y| x | y),
    ("&!", |x, y| x & !y),
    ("+ 2 *", |x, y| x + 2 * y),
    ("+ 4 *", |x, y| x + 4 * y),
    ("+ 8 *", |x, y| x + 8 * y),
];

const UNARY: [Unary; 4] = [
    (">>", |x, c| x >> c, &[1, 2, 3, 4, 5]),
    ("&", |x, c| x & c, &[7, 8, 9, 31, 56, 63, 0x77, 0x78]),
    ("^", |x, c| x ^ c, &[7, 56, 63]),
    ("*", |x, c| x * c, &[2, 3, 4, 5, 8, 9, 16]),
];

/// A shift, and how to take one back; what does not come back would be lost.
type Shift = (&'static str, fn(u64, u32) -> u64, fn(u64, u32) -> u64);

const SHIFTS: [Shift; 3] = [
    ("rotated by", u64::rotate_left, u64::rotate_right),
    ("<<", |x, s| x << s, |x, s| x >> s),
    (">>", |x, s| x >> s, |x, s| x << s),
];

/// What a mask leaves of each pair's answer, and the bytes of its tables.
struct Mask {
    text: String,
    left: Vec<u64>,
    bytes: usize,
}

/// The smallest table that is read at a number.
fn table(places: &[usize], entries: usize, needs: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut table = vec![0; entries];
    places.iter().zip(needs).for_each(|(&place, need)| table[place] |= need);
    table
}

fn masks(numbers: &Numbers, answers: &[u64]) -> Vec<Mask> {
    let read = |number: &Number| {
        let places = number.places();
        let table = table(&places, number.entries(), answers.iter().copied());
        places.iter().map(|&place| table[place]).collect::<Vec<_>>()
    };
    let one = numbers.all.iter().filter(|number| number.entries() * 8 < LIMIT).map(|number| Mask {
        text: number.text.clone(),
        left: read(number),
        bytes: number.entries() * 8,
    });
    let mut masks: Vec<_> = one.collect();
    let by = |text| numbers.all.iter().find(|number| number.text == text).expect("a square");
    let both = read(by("a")).iter().zip(read(by("b"))).map(|(a, b)| a & b).collect();
    masks.push(Mask { text: "a and b".into(), left: both, bytes: 512 });
    masks.push(Mask { text: "nothing".into(), left: vec![u64::MAX; PAIRS], bytes: 0 });
    masks
}

/// Every form that answers all pairs: its mask, and its table's number.
fn forms(numbers: &Numbers, shifts: &[Number], answers: &[u64]) -> BTreeSet<(String, String)> {
    let masks = masks(numbers, answers);
    // In a drawn order, most forms are wrong within a few pairs.
    let order: Vec<usize> = (0..PAIRS).map(|i| i * 2357 % PAIRS).collect();
    let read = numbers.all.iter().filter(|number| number.entries() * 8 <= LIMIT);
    let read: Vec<_> = read.map(|number| (number, number.places(), number.entries())).collect();
    let mut forms = BTreeSet::new();
    for (by, (_, apply, back)) in shifts.iter().flat_map(|shift| SHIFTS.map(|how| (shift, how))) {
        let amounts: Vec<u32> = by.values.iter().map(|value| (value & 63) as u32).collect();
        let needs: Vec<u64> = (0..PAIRS).map(|i| back(answers[i], amounts[i])).collect();
        if (0..PAIRS).any(|i| apply(needs[i], amounts[i]) != answers[i]) {
            continue;
        }
        for (number, places, entries) in &read {
            let table = table(places, *entries, needs.iter().copied());
            let right = |mask: &Mask, i: usize| {
                apply(table[places[i]], amounts[i]) & mask.left[i] == answers[i]
            };
            let fitting = masks.iter().filter(|mask| entries * 8 + mask.bytes <= LIMIT);
            for mask in fitting.filter(|mask| order.iter().all(|&i| right(mask, i))) {
                forms.insert((mask.text.clone(), number.text.clone()));
            }
        }
    }
    forms
}

#[test]
fn two_operations_and_a_mask_find_no_new_form() {
    let pairs = || Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b)));
    let answers: Vec<u64> = pairs().map(|(a, b)| oracle(a, b).0).collect();
    let of = |value: fn(i32, i32) -> i32| -> Vec<i32> {
        pairs().map(|(a, b)| value(a as i32, b as i32)).collect()
    };
    let mut numbers = Numbers::default();
    numbers.add("a".into(), of(|a, _| a), 0);
    numbers.add("b".into(), of(|_, b| b), 0);
    numbers.grow(1);
    let mut shifts = numbers.all.clone();
    for (text, values) in [("min", of(i32::min)), ("max", of(i32::max)), ("0", of(|_, _| 0))] {
        shifts.push(Number { text: text.into(), values, operations: 2 });
    }
    numbers.grow(2);
    assert!(numbers.all.len() > 1500, "{} numbers", numbers.all.len());
    let forms = forms(&numbers, &shifts, &answers);
    // One table is never enough, nor are two.
    let masks: BTreeSet<_> = forms.iter().map(|(mask, _)| mask.as_str()).collect();
    assert_eq!(masks, BTreeSet::from(["a and b"]));
    // And the first is the table of differences, forwards or backwards or with bits turned.
    let differences = ["(a - b)", "(b - a)"];
    for (_, number) in &forms {
        assert!(differences.iter().any(|d| number.contains(d)), "{number}");
    }
    assert!(forms.contains(&("a and b".into(), "(b - a)".into())), "{forms:?}");
}
