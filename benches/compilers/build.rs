//! Compiles the loops of `src/loops.cpp` by both compilers at two levels, if the feature `cxx` asks for
//! it, with the instructions that rustc has.

use std::env::{var, var_os};
use std::path::Path;
use std::process::Command;

/// What the levels of x86-64 have first, from the highest level.
const LEVELS: [(&str, &str); 3] = [("avx512f", "v4"), ("avx2", "v3"), ("ssse3", "v2")];

/// What headers need beyond the levels.
const BEYOND: [&str; 2] = ["avx512vbmi", "avx512vbmi2"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if var_os("CARGO_FEATURE_CXX").is_none() {
        return;
    }
    println!("cargo::rerun-if-changed=src/loops.cpp");
    println!("cargo::rerun-if-changed=../../crates/headers/include");
    let features = var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let has = |name: &str| features.split(',').any(|feature| feature == name);
    let level = LEVELS.iter().find(|(first, _)| has(first)).map(|(_, level)| *level);
    let level = level.expect("a build for x86-64-v2 or later");
    let beyond = BEYOND.iter().filter(|name| has(name)).map(|name| format!("-m{name}"));
    let beyond: Vec<_> = beyond.collect();
    println!("cargo::rustc-env=LEVEL={level}");
    let out = var("OUT_DIR").expect("cargo names a folder");
    for (name, compiler) in [("gcc", "g++"), ("clang", "clang++")] {
        for optimised in [2, 3] {
            let object = Path::new(&out).join(format!("{name}_{optimised}.o"));
            let status = Command::new(compiler)
                .args(["-std=c++17", "-fPIE", "-Wall", "-Wextra", "-Werror"])
                .args([format!("-O{optimised}"), format!("-march=x86-64-{level}")])
                .args(&beyond)
                .args(["-I../../crates/headers/include"])
                .arg(format!("-DCOMPILER={name}_{optimised}"))
                .args(["-c", "src/loops.cpp", "-o"])
                .arg(&object)
                .status();
            let done = status.as_ref().is_ok_and(|status| status.success());
            assert!(done, "{compiler}: expected it to compile src/loops.cpp, got {status:?}");
            println!("cargo::rustc-link-arg-bins={}", object.display());
        }
    }
}
