//! Lists the headers for C and C++, of which pages tell how to take them.

use std::fs;

const INCLUDE: &str = "../../crates/headers/include";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={INCLUDE}");
    let files = fs::read_dir(INCLUDE).expect("the folder of headers can be read");
    let names = files.filter_map(|file| {
        let file = file.expect("the folder of headers can be read").file_name();
        let name = file.to_str()?.strip_prefix("spacetime_")?.strip_suffix(".h")?;
        Some(name.replace('_', "-"))
    });
    let mut names: Vec<_> = names.collect();
    names.sort();
    println!("cargo::rustc-env=HEADERS={}", names.join(" "));
}
