//! This package knows no chess: neither its sources nor what it depends on.

use std::fs;
use std::path::Path;

/// Words of the game, of its programs, and of the laboratory that uses this package.
const CHESS: &str = "chess bitboard bitboards square piece pieces king queen rook bishop knight pawn \
    pawns castling slider sliders magics attackers attacked attacks pins pinned \
    positions board boards occupancy perft engine engines question questions lookup \
    lookups node nodes ply plies pext hyperbola fen";

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn no_source_of_the_core_has_a_word_of_chess() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in ["src", "examples", "../figures/src"] {
        sources(&root.join(folder), &mut found);
    }
    assert!(found.len() > 25, "{} files", found.len());
    for (name, text) in found {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let is_chess = |word: &&str| CHESS.split(' ').any(|it| it == word.to_lowercase());
        let chess: Vec<_> = words.filter(is_chess).collect();
        assert!(chess.is_empty(), "{name}: {chess:?}");
    }
}

/// Of the workspace, it has figures alone.
#[test]
fn the_core_depends_on_no_other_package_of_the_workspace_but_figures() {
    for (manifest, expected) in [
        (include_str!("../Cargo.toml"), vec!["figures"]),
        (include_str!("../../figures/Cargo.toml"), vec![]),
    ] {
        let inside = manifest.lines().filter_map(|line| line.split_once(" = { path = "));
        assert_eq!(inside.map(|(name, _)| name).collect::<Vec<_>>(), expected);
    }
}
