//! Which way finds a number in a sorted list? `cargo run --release -p sampling --example search`

use sampling::Comparison;
use std::time::Duration;

fn main() -> anyhow::Result<()> {
    let numbers: Vec<u32> = (0..1024).map(|number| 3 * number).collect();
    // Every number of the list, and twice as many that are not in it, in a mixed order.
    let queries = (0..1 << 20).map(|number: u32| number.wrapping_mul(0x9e37_79b1) % 3072);
    Comparison::of("find a number", numbers, queries)
        .variant("binary search", |list, number| list.binary_search(&number).is_ok())
        .variant("partition point", |list, number| {
            list.get(list.partition_point(|it| *it < number)) == Some(&number)
        })
        .variant("contains", |list, number| list.contains(&number))
        .run(Duration::from_secs(4))?
        .print();
    Ok(())
}
