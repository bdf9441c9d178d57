//! The script of pages: only the one whose hash stands in their head may run.

use super::{between, page};
use crate::made_up::usual_set;

/// The bits behind the point of a root of a prime, by whole numbers.
fn root(prime: u32, power: u32) -> u32 {
    let prime = u128::from(prime);
    // The root of the prime with 32 binary places.
    let wanted = prime << (32 * power);
    let (mut low, mut high) = (0u128, 1 << 40);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if middle.pow(power) <= wanted { low = middle } else { high = middle }
    }
    low as u32
}

/// FIPS 180-4.
fn sha256(message: &[u8]) -> [u32; 8] {
    let is_prime = |n: &u32| (2..*n).all(|by| !n.is_multiple_of(by));
    let primes: Vec<u32> = (2..).filter(is_prime).take(64).collect();
    let mut hash = [0, 1, 2, 3, 4, 5, 6, 7].map(|at| root(primes[at], 2));
    let mut bytes = message.to_vec();
    bytes.push(0x80);
    while bytes.len() % 64 != 56 {
        bytes.push(0);
    }
    bytes.extend((message.len() as u64 * 8).to_be_bytes());
    for chunk in bytes.chunks(64) {
        let mut words: Vec<u32> =
            chunk.chunks(4).map(|four| u32::from_be_bytes(four.try_into().unwrap())).collect();
        for at in 16..64 {
            let (a, b) = (words[at - 15], words[at - 2]);
            let a = a.rotate_right(7) ^ a.rotate_right(18) ^ (a >> 3);
            let b = b.rotate_right(17) ^ b.rotate_right(19) ^ (b >> 10);
            words.push(words[at - 16].wrapping_add(a).wrapping_add(words[at - 7]).wrapping_add(b));
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = hash;
        for (word, prime) in words.iter().zip(&primes) {
            let one = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let sum =
                [one, choice, root(*prime, 3), *word].iter().fold(h, |a, b| a.wrapping_add(*b));
            let two = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let most = (a & b) ^ (a & c) ^ (b & c);
            [h, g, f, e, d, c, b] = [g, f, e, d.wrapping_add(sum), c, b, a];
            a = sum.wrapping_add(two).wrapping_add(most);
        }
        let all = [a, b, c, d, e, f, g, h];
        hash.iter_mut().zip(all).for_each(|(sum, one)| *sum = sum.wrapping_add(one));
    }
    hash
}

fn base64(words: [u32; 8]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    let letters: Vec<char> =
        ('A'..='Z').chain('a'..='z').chain('0'..='9').chain("+/".chars()).collect();
    let three = |three: &[u8]| {
        let bits = three.iter().fold(0, |bits, byte| bits << 8 | usize::from(*byte))
            << (8 * (3 - three.len()));
        let four = [18, 12, 6, 0].map(|shift| letters[bits >> shift & 63]);
        four.into_iter().take(three.len() + 1).collect::<String>()
    };
    bytes.chunks(3).map(three).collect::<String>() + "="
}

#[test]
fn the_script_that_may_run_is_the_one_that_is_there() {
    let words = |hex: &str| {
        [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|at| u32::from_str_radix(&hex[8 * at..8 * at + 8], 16).unwrap())
    };
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(sha256(b"abc"), words(abc));
    let long = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
    assert_eq!(sha256(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), words(long));
    let page = page(&usual_set(), "index.html");
    let allowed = between(&page, "script-src 'sha256-", "'");
    let script = between(&page, "<script>", "</script>");
    assert_eq!(base64(sha256(script.as_bytes())), allowed);
    // The script as it was read when this was written.
    assert_eq!(allowed, "cmr5GUGx/0mO0M6ix10tiYPRdMfgGG1hwOTzGFJAMS0=");
}
