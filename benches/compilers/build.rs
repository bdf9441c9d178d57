//! Compiles the loops of `src/loops.cpp` by both compilers, if the feature `cxx` asks for it.

use std::env::{self, var_os};
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if var_os("CARGO_FEATURE_CXX").is_none() {
        return;
    }
    println!("cargo::rerun-if-changed=src/loops.cpp");
    println!("cargo::rerun-if-changed=../../crates/headers/include");
    let out = env::var("OUT_DIR").expect("cargo names a folder");
    for (name, compiler) in [("gcc", "g++"), ("clang", "clang++")] {
        let object = Path::new(&out).join(format!("{name}.o"));
        let status = Command::new(compiler)
            .args(["-std=c++17", "-O3", "-march=x86-64-v3", "-fPIE", "-Wall", "-Wextra", "-Werror"])
            .args(["-I../../crates/headers/include", &format!("-DCOMPILER={name}")])
            .args(["-c", "src/loops.cpp", "-o"])
            .arg(&object)
            .status();
        let done = status.as_ref().is_ok_and(|status| status.success());
        assert!(done, "{compiler}: expected it to compile src/loops.cpp, got {status:?}");
        println!("cargo::rustc-link-arg-bins={}", object.display());
    }
}
