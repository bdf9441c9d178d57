use super::*;
#[test]
fn samples() {
    let out = std::path::Path::new("/tmp/h1-out");
    std::fs::create_dir_all(out).unwrap();
    let d = |name: &str, bytes, time, is_old, is_common, is_named| Dot {
        name: name.to_owned(),
        bytes,
        time,
        is_old,
        is_common,
        is_hollow: false,
        is_named,
    };
    let all = [
        d("magic", 866304, 3.1, true, true, true),
        d("PEXT", 863232, 1.8, false, false, true),
        d("hyperbola", 2048, 7.0, true, true, false),
        d("obstruction", 2048, 5.9, false, true, true),
        d("lanes", 2048, 34.0, false, false, false),
        d("gfni", 0, 9.6, false, false, false),
        d("Kogge-Stone", 0, 11.2, true, true, false),
        d("dumb7", 0, 14.9, true, true, false),
        d("walk", 0, 87.7, true, true, false),
        d("sissy", 1049600, 10.0, true, true, false),
        d("tiny", 700, 8.1, false, true, false),
        d("small", 1500, 7.9, false, true, false),
        d("sparse", 300000, 3.2, false, true, false),
    ];
    let rows: Vec<_> = [
        ("sliders: PEXT", 0.051, 0.004),
        ("threats: a very long name of a technique", 0.021, 0.012),
        ("pins: snipers", -0.002, 0.004),
        ("between: line and span", -0.018, 0.004),
        ("far", -0.2, 0.01),
        ("faster", 0.11, 0.01),
        ("wide", -0.05, 0.3),
        ("wide up", 0.09, 0.2),
        ("near the edge", -0.039, 0.01),
    ]
    .into_iter()
    .map(|(label, value, half)| Interval {
        label: label.to_owned(),
        gain: Figure { value, low: value - half, high: value + half },
    })
    .collect();
    let line = |name: &str, times: [f64; 7]| Line {
        name: name.to_owned(),
        points: [0, 16384, 65536, 262144, 1 << 20, 1 << 22, 1 << 26]
            .into_iter()
            .zip(times)
            .collect(),
    };
    let ls = [
        line("super-piece (magic)", [1.0; 7]),
        line("rising", [0.5, 0.6, 0.7, 0.9, 1.1, 1.2, 1.25]),
        line("a long name of a variant", [1.2, 1.2, 1.1, 1.0, 0.95, 0.9, 0.9]),
        line("flat", [0.8; 7]),
    ];
    let ls = Lines {
        measure: "positions, throughput",
        unit: "ratio to super-piece",
        along: "working set",
        is_size: true,
        lines: &ls,
    };
    for (name, theme) in [("light", Theme::Light), ("dark", Theme::Dark)] {
        for (kind, svg) in [
            ("dots", dots(["throughput", "cycles a query, loop included"], &all, theme)),
            ("intervals", intervals(["classical", "as in Stockfish 11"], &rows, theme)),
            ("lines", lines(&ls, theme)),
        ] {
            std::fs::write(out.join(format!("{kind}-{name}.svg")), svg).unwrap();
        }
    }
}
