use super::*;

fn parsed(arguments: &[&str]) -> Options {
    Options::try_parse_from([&["compare"], arguments].concat()).unwrap()
}

/// The names of the contenders, each with its builds.
fn names(arguments: &[&str]) -> Vec<(String, Vec<String>)> {
    let contenders = parsed(arguments).contenders().unwrap();
    let of = |it: Contender| (it.name, it.builds.iter().map(|it| it.text().to_owned()).collect());
    contenders.into_iter().map(of).collect()
}

fn expect(arguments: &[&str], expected: &[(&str, &[&str])]) {
    let owned = |builds: &[&str]| builds.iter().map(|build| (*build).to_owned()).collect();
    let expected: Vec<_> =
        expected.iter().map(|(name, builds)| ((*name).to_owned(), owned(builds))).collect();
    assert_eq!(names(arguments), expected);
}

#[test]
fn engines_have_the_names_that_the_reader_gives_them_and_others_their_own() {
    expect(&["a", "b"], &[("a (base)", &["a"]), ("b", &["b"])]);
    expect(&["a", "a", "x=a"], &[("a (base)", &["a"]), ("a (2)", &["a"]), ("x", &["a"])]);
    expect(
        &["old=./a bench 3", "pext=b", "./c n=5"],
        &[("old", &["./a bench 3"]), ("pext", &["b"]), ("./c n=5", &["./c n=5"])],
    );
    // Builds of one engine follow its flag, or have one name.
    expect(&["--base", "a1", "a2", "--test", "b1"], &[("base", &["a1", "a2"]), ("test", &["b1"])]);
    expect(
        &["--test", "p=b 1", "h=c", "p=b 2", "--base", "a"],
        &[("base", &["a"]), ("p", &["b 1", "b 2"]), ("h", &["c"])],
    );
    let expected =
        |name: &str| format!("expected tests with another name than the base has, {name:?}");
    for (given, name) in [
        (&["--base", "x=a", "--test", "x=b"][..], "x"),
        (&["--base", "a", "--test", "base=b", "c"], "base"),
        (&["x=a", "b", "x=c"], "x"),
    ] {
        let error = parsed(given).contenders().unwrap_err().to_string();
        assert_eq!(error, expected(name), "{given:?}");
    }
    let error = parsed(&["--base", "x=a", "y=b", "--test", "c"]).contenders().unwrap_err();
    assert!(error.to_string().contains("expected builds of one name, found 2 names"), "{error}");
}

#[test]
fn what_is_not_asked_for_is_as_the_help_says() {
    let options = parsed(&["a", "b"]);
    assert_eq!(options.until(), Until::Seconds(300.0));
    assert_eq!(options.slice, Slice::Of(Duration::from_millis(20)));
    assert_eq!((options.limit, options.expect, options.json), (600, None, false));
    let until = |arguments: &[&str]| parsed(&[arguments, &["a", "b"]].concat()).until();
    assert_eq!(until(&["--minutes", "0.5"]), Until::Seconds(30.0));
    assert_eq!(until(&["--rounds", "7"]), Until::Rounds(7));
    assert_eq!(until(&["--within", "0.3"]), Until::Within { half: 0.3, seconds: 3600.0 });
    let both = until(&["--within", "0.3", "--minutes", "2"]);
    assert_eq!(both, Until::Within { half: 0.3, seconds: 120.0 });
    assert_eq!(parsed(&["--slice", "whole", "a", "b"]).slice, Slice::Whole);
    for (text, expected) in [
        ("faster", Verdict::Faster),
        ("not slower", Verdict::NotSlower),
        ("not-slower", Verdict::NotSlower),
    ] {
        assert_eq!(parsed(&["--expect", text, "a", "b"]).expect, Some(expected));
    }
}
