//! Changes of texts, as typing errors, other programs and ill will make them.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// The longest text.
const LONGEST: usize = 1 << 14;

/// What is odd in every text.
const ODD: [&str; 24] = [
    "",
    " ",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u{feff}",
    "\u{a0}",
    "\u{661}",
    "\u{202e}",
    "\u{1f600}",
    "0",
    "-1",
    "1e999",
    "18446744073709551615",
    "18446744073709551616",
    "NaN",
    "-",
    "/",
    ";",
    "\"",
    "\\",
    "{",
    "\x1b[31m",
];

/// Draws changes.
pub(crate) struct Changes {
    generator: Xoshiro256PlusPlus,
    words: &'static [&'static str],
}

impl Changes {
    pub(crate) fn new(seed: u64, words: &'static [&'static str]) -> Changes {
        Changes { generator: Xoshiro256PlusPlus::seed_from_u64(seed), words }
    }

    fn below(&mut self, count: usize) -> usize {
        (self.generator.next_u64() % count.max(1) as u64) as usize
    }

    /// A place in a text, and another one after it that is seldom far.
    fn range(&mut self, length: usize) -> (usize, usize) {
        let start = self.below(length + 1);
        let most = if self.below(8) == 0 { length } else { 12 };
        (start, length.min(start + self.below(most + 1)))
    }

    fn word(&mut self) -> Vec<u8> {
        let all = ODD.len() + self.words.len();
        let number = self.below(all);
        ODD.iter().chain(self.words).nth(number).unwrap_or(&"").as_bytes().to_vec()
    }

    /// A text with one to eight changes.
    pub(crate) fn of(&mut self, texts: &[String]) -> String {
        let number = self.below(texts.len());
        let mut text = texts[number].clone().into_bytes();
        for _ in 0..1 << self.below(4) {
            let (start, end) = self.range(text.len());
            match self.below(7) {
                // Another letter.
                0 if start < text.len() => text[start] = 32 + self.below(95) as u8,
                // Another bit, which often makes it no text.
                1 if start < text.len() => text[start] ^= 1 << self.below(8),
                2 => drop(text.drain(start..end)),
                3 => {
                    let again = text[start..end].repeat(1 + self.below(3));
                    text.splice(end..end, again);
                }
                4 => {
                    let word = self.word();
                    text.splice(start..start, word);
                }
                5 => {
                    let word = self.word();
                    text.splice(start..end, word);
                }
                // A part of another text.
                _ => {
                    let other = &texts[self.below(texts.len())];
                    let (from, to) = self.range(other.len());
                    text.splice(start..end, other.as_bytes()[from..to].to_vec());
                }
            }
        }
        text.truncate(LONGEST);
        String::from_utf8_lossy(&text).into_owned()
    }
}
