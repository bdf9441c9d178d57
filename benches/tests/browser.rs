//! The pages in a real browser: rendered from reference records, with what those
//! lack made up, and driven by `.ci/browse`.

use benches::record::{Board, Records};
use benches::report::{self, Question};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What `.ci/browse` ends with where there is no browser.
const NO_BROWSER: i32 = 77;

#[test]
#[ignore = "takes a minute; .ci/browse does the same to the report of the last run"]
fn pages_work_in_a_browser() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let records = root.join("reports/xeon-cascade-lake-guest/records.json");
    let mut records = Records::read(&records).expect("reference records");
    make_up(&mut records);
    let report = report::render(&records, &questions(&records)).expect("a report");

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in &report.files {
        fs::write(folder.join(name), text).expect("a file");
    }
    let browse = Command::new(root.join(".ci/browse")).arg(&folder).output();
    let Ok(browse) = browse else {
        println!("not tried: .ci/browse needs Python");
        return;
    };
    let said = [browse.stdout, browse.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    match browse.status.code() {
        Some(NO_BROWSER) => println!("not tried: {said}"),
        code => assert_eq!(code, Some(0), "{said}"),
    }
}

/// Gives a study a second interface, and each variant what its section shows.
fn make_up(records: &mut Records) {
    for variant in &mut records.variants {
        let board = |caption: &str, squares: &[&str]| Board {
            caption: caption.to_owned(),
            squares: squares.iter().map(|name| (*name).to_owned()).collect(),
        };
        variant.formula =
            "fn between(a: Square, b: Square) -> Bitboard {\n    made up\n}".to_owned();
        variant.listing = vec!["mov rax, qword ptr [rdi + 8*rsi]".to_owned(), "ret".to_owned()];
        variant.example =
            vec![board("from and to", &["c3", "f6"]), board("between", &["d4", "e5"])];
    }
    let between = |variant: &&mut benches::record::Variant| variant.study == "between";
    if let Some(variant) = records.variants.iter_mut().find(between) {
        "encoded".clone_into(&mut variant.interface);
    }
}

fn questions(records: &Records) -> Vec<Question> {
    let studies: BTreeSet<_> = records.variants.iter().map(|variant| &variant.study).collect();
    let question = |study: &String| {
        let streams = ["uniform", "aligned", "anchored", "positions"];
        Question {
            study: study.clone(),
            text: format!("What is {study}?"),
            streams: streams.map(|name| (name.to_owned(), format!("queries, {name}"))).into(),
        }
    };
    studies.into_iter().map(question).collect()
}
