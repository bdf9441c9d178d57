//! What LLVM makes of a variant without intrinsics.
#![cfg(target_arch = "x86_64")]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

const MANIFEST: &str =
    "[package]\nname = \"bishop\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n";

/// A loop like that which is measured: answers are not joined into vectors.
const CODE: &str = "use core::arch::asm;
use lookup::sliders::Sliders;
use lookup::{Bitboard, Square};

#[unsafe(no_mangle)]
pub fn bishops(asked: &[(Square, Bitboard)]) -> u64 {
    asked.iter().fold(0, |sum: u64, &(square, occupied)| {
        let mut seen = sliders_hyperbola::Hyperbola::bishop(square, occupied).0;
        // SAFETY: a comment.
        unsafe { asm!(\"/* {0} */\", inout(reg) seen, options(nomem, nostack, preserves_flags)) };
        sum.wrapping_add(seen)
    })
}
";

/// The instructions of bishops' lookups in a loop for x86-64-v3, as an engine compiles it.
fn bishops() -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bishop");
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let path = |name: &str| format!("{name} = {{ path = {:?} }}\n", crates.join(name));
    let manifest = [MANIFEST, &path("lookup"), &path("sliders-hyperbola")].concat();
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/lib.rs"), CODE).unwrap();
    let done = Command::new(env!("CARGO"))
        .args(["rustc", "--quiet", "--release", "--offline", "--target-dir", "target"])
        .args(["--", "--emit=asm"])
        .current_dir(&folder)
        .env("RUSTFLAGS", "-Ctarget-cpu=x86-64-v3")
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let files = fs::read_dir(folder.join("target/release/deps")).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let made = files.filter(|file| file.extension().is_some_and(|it| it == "s"));
    // A build before this one may have left another.
    let newest = made.max_by_key(|file| file.metadata().unwrap().modified().unwrap()).unwrap();
    let text = fs::read_to_string(newest).unwrap();
    let lines = text.lines().skip_while(|line| *line != "bishops:").skip(1);
    let lines = lines.take_while(|line| !line.contains(".cfi_endproc")).map(str::trim);
    lines.filter(|line| line.starts_with(char::is_alphabetic)).map(str::to_owned).collect()
}

/// With 22 instructions in place of 30. Where LLVM no longer does so, the figures of hyperbola are
/// others, and `sliders-hyperbola-lanes` has the form by intrinsics.
#[test]
fn both_diagonals_of_a_bishop_share_a_vector_in_a_loop() {
    let instructions = bishops();
    let swaps = instructions.iter().filter(|it| it.starts_with("vpshufb")).count();
    let listing = instructions.join("\n");
    assert_eq!(swaps, 2, "{listing}");
    assert!((26..=40).contains(&instructions.len()), "{}:\n{listing}", instructions.len());
}
