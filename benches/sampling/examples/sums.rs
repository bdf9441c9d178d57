//! What does one order of additions cost? `cargo run --release -p sampling --example sums`

use sampling::Comparison;
use std::time::Duration;

fn main() -> anyhow::Result<()> {
    let floats: Vec<f32> = (0..1 << 14).map(|number| 1.0 / (1.0 + number as f32)).collect();
    let starts = (0..1 << 20).map(|number: usize| number.wrapping_mul(0x9e37_79b1) % (1 << 13));
    Comparison::of("sum 256 floats", floats, starts)
        .variant("in order", |all, start| all[start..][..256].iter().sum::<f32>())
        .variant("in eight lanes", |all, start| {
            let mut lanes = [0.0; 8];
            for eight in all[start..][..256].as_chunks::<8>().0 {
                lanes.iter_mut().zip(eight).for_each(|(lane, it)| *lane += it);
            }
            lanes.iter().sum::<f32>()
        })
        .answering_differently()
        .run(Duration::from_secs(4))?
        .print();
    Ok(())
}
