//! The pages of questions link variants that exist. A new variant needs no line there.

use std::fs;
use std::path::Path;

#[test]
fn every_link_leads_to_a_variant() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut links = 0;
    for entry in fs::read_dir(package.join("src")).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(text) = fs::read_to_string(&entry) else { continue };
        for rest in text.split("](../../").skip(1) {
            let name = rest.split("/index.html").next().unwrap().replace('_', "-");
            assert!(package.join("..").join(&name).exists(), "{}: {name}", entry.display());
            links += 1;
        }
    }
    assert!(links > 100, "{links} links");
}
