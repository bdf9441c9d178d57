//! Keeps what the compiler was and how it was called, for the provenance of the records.

use std::env;
use std::process::Command;

fn main() {
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC");
    let version = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let version = String::from_utf8(version.stdout).expect("rustc prints text");
    // The separator between encoded flags is a control character.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " ");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    println!("cargo::rustc-env=LABORATORY_RUSTC={}", version.trim());
    println!("cargo::rustc-env=LABORATORY_FLAGS={flags}");
    println!("cargo::rustc-env=LABORATORY_FEATURES={features}");
    println!("cargo::rerun-if-changed=build.rs");
}
