//! Does a newer version of a dependency find faster? `cargo run --release -p sampling --example versions`

use sampling::Comparison;
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::time::Duration;

/// Hashes alike in every run.
type Hasher = BuildHasherDefault<DefaultHasher>;

fn main() -> anyhow::Result<()> {
    // Cargo.toml names both versions of one package.
    let numbers = || (0..1 << 10).map(|number: u32| (3 * number, number));
    let before: before::HashMap<u32, u32, Hasher> = numbers().collect();
    let now: now::HashMap<u32, u32, Hasher> = numbers().collect();
    let queries = (0..1 << 20).map(|number: u32| number.wrapping_mul(0x9e37_79b1) % 3072);
    Comparison::of("find a number", (before, now), queries)
        .variant("hashbrown 0.14", |(before, _), number| before.get(&number).copied())
        .variant("hashbrown 0.17", |(_, now), number| now.get(&number).copied())
        .calling("hashbrown")
        .run(Duration::from_secs(4))?
        .print();
    Ok(())
}
