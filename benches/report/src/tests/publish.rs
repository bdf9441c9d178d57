//! Documents: what they show of sets is made of these, a set more needs nothing else, and all that
//! is typed stays.

use super::measured_on;
use crate::folder::sets;
use crate::publish::{Made, make, old, publish};
use crate::set::Set;
use records::{Core, Meter};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use tempfile::TempDir;

const BLOCKS: [(&str, [&str; 3]); 2] = [
    ("README.md", ["ways", "gains", "tradeoffs"]),
    ("reports/README.md", ["links", "origins", "sets"]),
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The committed sets, each read once.
pub(super) static COMMITTED: LazyLock<Vec<Set>> =
    LazyLock::new(|| sets(&root().join("reports")).unwrap().0);

fn named(name: &str) -> Set {
    COMMITTED.iter().find(|set| set.name == name).unwrap().clone()
}

/// What is made of one set, which most tests ask for.
static OF_ONE: LazyLock<Made> = LazyLock::new(|| {
    let home = repository();
    make(home.path(), vec![named(ZEN_5)]).unwrap()
});

#[test]
fn documents_show_what_the_committed_records_say() {
    let made = make(root(), COMMITTED.clone()).unwrap();
    let old = old(root(), &made).unwrap();
    assert!(old.is_empty(), "{old:#?} are old: cargo run -p report -- --publish");
}

fn put(home: &Path, name: &str, text: &str) {
    let path = home.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn text(home: &TempDir, name: &str) -> String {
    fs::read_to_string(home.path().join(name)).unwrap()
}

/// A repository with two ways to answer two questions, whose documents have empty blocks.
fn repository() -> TempDir {
    let home = tempfile::tempdir().unwrap();
    let manifest = "[package]\n\n[features]\ndefault = [\"all\"]\nall = [\"engine\"]\n\
        # A question.\npins = []\norder = [\"dep:engine\"]\nsearch = [\"engine\"]\n\
        engine = [\"dep:engine\"]\n\n\
        [dependencies]\nengine = { path = \"../../crates/engine\", optional = true }\n\
        # Variants.\npins-one = { path = \"../../crates/pins-one\" }\n\
        pins-two = { path = \"../../crates/pins-two\" }\nserde-json = \"1\"\n\n\
        [dev-dependencies]\npins-three = { path = \"../../crates/pins-three\" }\n";
    put(home.path(), "benches/questions/Cargo.toml", manifest);
    let block = |name: &str| format!("typed\n\n<!-- published: {name} -->\n<!-- end -->\n\n");
    put(
        home.path(),
        "README.md",
        &format!(
            "It measures <!-- published: ways --><!-- end -->, typed.\n\n{}{}<!-- end -->\n",
            block("gains"),
            block("tradeoffs")
        ),
    );
    let bias = "All: <!-- published: machines --><!-- end -->, typed.\n\n";
    put(home.path(), "docs/validation.md", &block("engines"));
    put(home.path(), "docs/bias.md", bias);
    put(home.path(), "reports/compilers.md", &block("compilers"));
    let blocks = BLOCKS[1].1.map(block).concat();
    put(home.path(), "reports/README.md", &format!("{blocks}<!-- end -->\n"));
    home
}

const ZEN_5: &str = "epyc-zen5-guest";

/// The committed Zen 5 set as that of an Emerald Rapids, which is a Golden Cove, of a later day.
fn newer(name: &str) -> Set {
    let mut set = measured_on(("GenuineIntel", 6, 207), named(ZEN_5));
    set.name = name.to_owned();
    for run in &mut set.records.runs {
        run.date = run.date.replace("2026-11-26", "2026-12-31");
    }
    set
}

#[test]
fn crates_with_a_mark_say_what_sets_measured_of_them() {
    let home = repository();
    let mark = "//! Measured: <!-- published: figures --><!-- end -->\n#![no_std]\n";
    let file = |name: &str| format!("crates/{name}/src/lib.rs");
    for name in
        ["sliders-pext", "sliders-magic", "pins-mine", "checks-on-rays", "between-encoded-72"]
    {
        put(home.path(), &file(name), &format!("//! Typed.\n//!\n{mark}"));
    }
    put(home.path(), &file("pins-new"), "//! No mark.\n");
    let made = make(home.path(), vec![named(ZEN_5)]).unwrap();
    let written = publish(home.path(), &made).unwrap();
    let crates: Vec<_> = written.iter().filter(|it| it.starts_with("crates/")).collect();
    let expected =
        ["between-encoded-72", "checks-on-rays", "pins-mine", "sliders-magic", "sliders-pext"];
    assert!(crates.into_iter().eq(&expected.map(|it| file(it) + " (figures)")), "{written:?}");
    let of = |name: &str| {
        let text = text(&home, &file(name));
        assert!(text.starts_with("//! Typed.\n//!\n//! Measured: <!-- published: figures -->"));
        assert!(text.ends_with("<!-- end -->\n#![no_std]\n"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        text.replace("\n//! ", " ")
    };
    assert!(of("pins-mine").contains("-->by no committed set.<!--"));
    let [of_set, usual] = ["sliders-pext", "sliders-magic"].map(of);
    let times = "-->time by that of `sliders-magic` on `games`, hot / waiting / beside 1 MiB: ";
    let gains = "on Zen 5. Gain in nodes per second, `classical` / `network` / `threats`: +3.0 ±";
    assert!(of_set.contains(times) && of_set.contains(gains), "{of_set}");
    // Its time is the measure of all others.
    let cycles = "-->cycles on `games`, hot / waiting: ";
    assert!(usual.contains(cycles) && !usual.contains("Gain"), "{usual}");
    // What a search asks most, and never another stream's time beside a working set.
    let checks = of("checks-on-rays");
    assert!(
        checks.contains(" on `moves`, hot / waiting / beside 1 MiB: 1.51 / – / – on"),
        "{checks}"
    );
    // Answers of another form are not divided by the usual way's.
    let encoded = of("between-encoded-72");
    assert!(encoded.contains("-->cycles on `positions`, hot / waiting: 1.25 / "), "{encoded}");
    assert_eq!(publish(home.path(), &made).unwrap(), [""; 0]);
}

#[test]
fn all_blocks_are_made_once_and_what_is_typed_stays() {
    let home = repository();
    let written = publish(home.path(), &OF_ONE).unwrap();
    let expected = [
        "README.md (ways, gains, tradeoffs)",
        "reports/README.md (links, origins, sets)",
        "docs/validation.md (engines)",
        "docs/bias.md (machines)",
        "reports/compilers.md (compilers)",
        "reports/epyc-zen5-guest/summary.md",
        "reports/epyc-zen5-guest/between-light.svg",
        "reports/epyc-zen5-guest/between-dark.svg",
    ];
    assert_eq!(written, expected);
    assert_eq!(publish(home.path(), &OF_ONE).unwrap(), [""; 0]);
    let readme = text(&home, "README.md");
    let line =
        "It measures <!-- published: ways -->2 ways to answer 2 questions<!-- end -->, typed.\n";
    assert!(readme.starts_with(line), "{readme}");
    assert!(readme.contains("\ntyped\n\n<!-- published: gains -->\n\n| lookup |"), "{readme}");
    assert!(readme.ends_with("</picture>\n\n<!-- end -->\n\n<!-- end -->\n"), "{readme}");
    for picture in ["light", "dark"] {
        let shown = format!("=\"reports/epyc-zen5-guest/between-{picture}.svg\"");
        assert_eq!(readme.matches(&shown).count(), 1, "{readme}");
    }
    let reports = text(&home, "reports/README.md");
    for shown in [
        "- [Zen 5](epyc-zen5-guest/summary.md), 2026-11-26, method 5: gains by kind of \
         engine\n",
        "| set | method | not on a quiet core | programs among these | copies |\n",
        "| `epyc-zen5-guest` | 5 | 41 of 738 | 2 of 6 | 53 of 2,178 |\n",
        "\n### Zen 5, `epyc-zen5-guest`\n\nAMD EPYC (Zen 5), a virtual machine · build ",
        "src=\"epyc-zen5-guest/between-light.svg\">\n",
    ] {
        assert!(reports.contains(shown), "{shown}: {reports}");
    }
    let summary = text(&home, "reports/epyc-zen5-guest/summary.md");
    let table = super::between(&summary, "\n| lookup ", "\n\n");
    let table = table.replace("](../../crates/", "](../crates/");
    assert!(reports.contains(&table), "the rows of its summary");
}

#[test]
fn a_set_more_needs_nothing_but_to_publish() {
    let home = repository();
    let mut alone = named("epyc-zen4-guest");
    alone.records.tables.retain(|table| !["search", "perft"].contains(&&*table.question));
    let run = alone.records.run(Meter::Duel).unwrap();
    let (method, date) = (run.method, run.date[..10].to_owned());
    let steps: usize = alone.records.tables.iter().map(|table| table.steps.len()).sum();
    let before = vec![named(ZEN_5), alone, named("xeon-granite-rapids-guest")];
    publish(home.path(), &make(home.path(), before.clone()).unwrap()).unwrap();
    let reports = text(&home, "reports/README.md");
    let order =
        ["### Zen 4, ", "### Zen 5, ", "### Granite Rapids, "].map(|it| reports.find(it).unwrap());
    assert!(order.is_sorted(), "the newest that answers first: {order:?}");
    for shown in [
        &*format!(
            "(epyc-zen4-guest/summary.md), {date}, method {method}: times of lookups alone\n"
        ),
        "2026-11-24, method 4: no answer, for [errata](../docs/errata.md) touch its method\n",
        &format!("| `epyc-zen4-guest` | {method} | "),
        &format!(" of {steps} | none measured | "),
        "| `xeon-granite-rapids-guest` | 4 | 161 of 523 | 8 of 8 | 8 of 1,527 |\n",
    ] {
        assert!(reports.contains(shown), "{shown}: {reports}");
    }
    let readme = text(&home, "README.md");
    assert!(readme.contains("squares** on Zen 5:\n"), "a search comes before times alone");
    assert!(!home.path().join("reports/xeon-granite-rapids-guest/between-light.svg").exists());
    let after = make(home.path(), [before, vec![newer("xeon-new")]].concat()).unwrap();
    let written = publish(home.path(), &after).unwrap();
    let expected = [
        "README.md (gains, tradeoffs)",
        "reports/README.md (links, origins, sets)",
        "docs/bias.md (machines)",
        "reports/xeon-new/summary.md",
        "reports/xeon-new/between-light.svg",
        "reports/xeon-new/between-dark.svg",
    ];
    assert_eq!(written, expected);
    let readme = text(&home, "README.md");
    assert!(readme.contains("squares** on Golden Cove:\n"), "{readme}");
    assert!(readme.contains("\"reports/xeon-new/between-dark.svg\""), "{readme}");
    let reports = text(&home, "reports/README.md");
    assert!(reports.contains("- [Golden Cove](xeon-new/summary.md), 2026-12-31, method 5: gains"));
    assert!(reports.contains("\n### Golden Cove, `xeon-new`\n"), "{reports}");
    let bias = text(&home, "docs/bias.md");
    let machines = "Golden Cove, Granite Rapids, Zen 4 and Zen 5<!-- end -->, typed.\n";
    assert!(bias.contains(machines), "{bias}");
    let compilers = text(&home, "reports/compilers.md");
    assert!(
        compilers.contains("typed\n\n<!-- published: compilers -->\n\nNo machine has measured")
    );
    assert_eq!(old(home.path(), &after).unwrap(), [""; 0]);
}

#[test]
fn a_machine_in_company_gives_no_picture_where_another_is_quiet() {
    let home = repository();
    let mut busy = newer("xeon-busy");
    for step in busy.records.tables.iter_mut().flat_map(|table| &mut table.steps) {
        step.core = Core::Company;
    }
    let made = make(home.path(), vec![busy, named(ZEN_5)]).unwrap();
    publish(home.path(), &made).unwrap();
    let readme = text(&home, "README.md");
    assert!(readme.contains("squares** on Zen 5:\n"), "{readme}");
    assert!(readme.contains("(reports/xeon-busy/summary.md)"), "it answers all the same");
}

#[test]
fn what_is_old_is_named_and_written_anew() {
    let home = repository();
    publish(home.path(), &OF_ONE).unwrap();
    let svg = "reports/epyc-zen5-guest/between-dark.svg";
    let summary = "reports/epyc-zen5-guest/summary.md";
    for (file, from, to, what) in [
        ("README.md", "2 ways", "3 ways", "README.md (ways)"),
        ("README.md", "+3.0 ±", "+3.1 ±", "README.md (gains)"),
        ("README.md", "squares** on Zen 5", "squares** on Zen 4", "README.md (tradeoffs)"),
        (
            "reports/README.md",
            "2026-11-26, method 5: ",
            "2026-11-26, method 6: ",
            "reports/README.md (links)",
        ),
        ("reports/README.md", "41 of 738", "42 of 738", "reports/README.md (origins)"),
        ("reports/README.md", "+3.0 ±", "+3.1 ±", "reports/README.md (sets)"),
        (summary, "+3.0 ±", "+3.1 ±", summary),
        (svg, "<svg", "<svg ", svg),
    ] {
        let right = text(&home, file);
        put(home.path(), file, &right.replacen(from, to, 1));
        assert_eq!(old(home.path(), &OF_ONE).unwrap(), [what], "{file}: {to}");
        assert_eq!(publish(home.path(), &OF_ONE).unwrap(), [what]);
        assert_eq!(text(&home, file), right);
    }
    put(home.path(), "README.md", &text(&home, "README.md").replace("typed", "typed by hand"));
    assert_eq!(old(home.path(), &OF_ONE).unwrap(), [""; 0], "what is typed is nobody else's");
    // A picture that a set no longer has would look as new as the others.
    let mut without = vec![named(ZEN_5)];
    without[0].records.tables.retain(|table| table.question != "between");
    let written = publish(home.path(), &make(home.path(), without).unwrap()).unwrap();
    let removed = |theme: &str| format!("reports/epyc-zen5-guest/between-{theme}.svg (removed)");
    assert!(written.ends_with(&["light", "dark"].map(removed)), "{written:?}");
    assert!(!home.path().join(svg).exists());
    let readme = text(&home, "README.md");
    assert!(readme.contains("tradeoffs -->\n\nNo set has a picture.\n\n<!-- end"), "{readme}");
}

#[test]
fn a_document_without_a_mark_is_refused_and_all_is_left_alone() {
    let home = repository();
    let right = ["README.md", "reports/README.md"].map(|name| text(&home, name));
    let inside = "a line of its own, or inside of one";
    for (number, from, to, expected) in [
        (
            0,
            "<!-- published: gains -->",
            "",
            "README.md: expected the mark <!-- published: gains --> once",
        ),
        (
            1,
            "published: links",
            "published: link",
            "reports/README.md: \"link\" is no block: expected one of links, origins, sets",
        ),
        (
            1,
            "<!-- published: origins -->",
            "<!-- published: links -->",
            "the mark <!-- published: links --> once",
        ),
        (
            0,
            "<!-- end -->",
            "",
            "expected the mark <!-- published: ways --> once, and <!-- end --> behind it",
        ),
        (0, "It measures ", "", inside),
        (0, "\n<!-- published: gains", "and <!-- published: gains", inside),
        (0, "<!-- published: gains", "<!-- a note -->\n<!-- published", "README.md: "),
    ] {
        let name = BLOCKS[number].0;
        let broken = right[number].replacen(from, to, 1);
        put(home.path(), name, &broken);
        let error = format!("{:#}", publish(home.path(), &OF_ONE).unwrap_err());
        assert!(error.contains(expected), "{to}: {error}");
        assert_eq!(text(&home, name), broken);
        let other = 1 - number;
        assert_eq!(text(&home, BLOCKS[other].0), right[other], "{to}");
        assert!(!home.path().join("reports/epyc-zen5-guest").exists());
        put(home.path(), name, &right[number]);
    }
    let error = make(home.path(), Vec::new()).err().unwrap().to_string();
    assert!(error.ends_with("reports: expected a set of records"), "{error}");
    fs::write(home.path().join("README.md"), [0xff, 0xfe]).unwrap();
    let error = publish(home.path(), &OF_ONE).unwrap_err().to_string();
    assert!(error.ends_with("README.md: expected UTF-8"), "{error}");
    put(home.path(), "README.md", &"a".repeat((1 << 20) + 1));
    let error = format!("{:#}", publish(home.path(), &OF_ONE).unwrap_err());
    assert!(error.contains("1 MiB at most"), "{error}");
    put(home.path(), "README.md", &right[0]);
    put(home.path(), "benches/questions/Cargo.toml", "[features]\n");
    let error = make(home.path(), vec![named(ZEN_5)]).err().unwrap().to_string();
    assert!(error.contains("Cargo.toml: expected features, and then dependencies"), "{error}");
}
