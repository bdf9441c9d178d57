//! Keeps what the compiler was and how it was called, for the provenance of the records.

use std::env;
use std::process::Command;

fn main() {
    let version = rustc(&["--version"]);
    // The separator between encoded flags is a control character.
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " ");
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let baseline = target_features(&[]);
    let is_x86_64 = env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|name| name == "x86_64");
    let v3 = if is_x86_64 { target_features(&["-Ctarget-cpu=x86-64-v3"]) } else { String::new() };
    println!("cargo::rustc-env=LABORATORY_RUSTC={}", version.trim());
    println!("cargo::rustc-env=LABORATORY_FLAGS={flags}");
    println!("cargo::rustc-env=LABORATORY_FEATURES={features}");
    println!("cargo::rustc-env=LABORATORY_BASELINE={baseline}");
    println!("cargo::rustc-env=LABORATORY_V3={v3}");
    for name in ["OPT_LEVEL", "PROFILE"] {
        let value = env::var(name).unwrap_or_default();
        println!("cargo::rustc-env=LABORATORY_{name}={value}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}

/// The features that the compiler gives the target with these flags alone, with commas.
fn target_features(flags: &[&str]) -> String {
    let target = env::var("TARGET").expect("cargo sets TARGET");
    let configuration = rustc(&[&["--print=cfg", "--target", &target], flags].concat());
    let feature = |line: &str| {
        let feature = line.strip_prefix("target_feature=\"")?.strip_suffix('"')?;
        Some(feature.to_owned())
    };
    configuration.lines().filter_map(feature).collect::<Vec<_>>().join(",")
}

/// What the compiler prints.
fn rustc(arguments: &[&str]) -> String {
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC");
    let output = Command::new(rustc).args(arguments).output().expect("rustc runs");
    String::from_utf8(output.stdout).expect("rustc prints text")
}
