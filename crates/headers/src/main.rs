//! Writes all headers, or, into a folder, cases to prove them by.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    match env::args().nth(1) {
        None => write_headers(&Path::new(env!("CARGO_MANIFEST_DIR")).join("include")),
        Some(folder) => write_cases(Path::new(&folder)),
    }
}

fn write_headers(folder: &Path) -> io::Result<()> {
    for header in headers::all() {
        fs::write(folder.join(header.file), header.text)?;
    }
    Ok(())
}

fn write_cases(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (question, words) in headers::cases::all() {
        let bytes: Vec<_> = words.into_iter().flat_map(u64::to_le_bytes).collect();
        fs::write(folder.join(question), bytes)?;
    }
    Ok(())
}
