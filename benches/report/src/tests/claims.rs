//! Claims: the one rule, and the rows of the file.

use super::{file, measured_on, rows};
use crate::claims::{Claim, file as claims};
use crate::made_up::{MAGIC, made, set};
use crate::view::View;
use crate::{Report, render};
use records::{Ruling, Setting};
use std::collections::BTreeSet;

/// What records of a variant with these times say of a claim on it.
fn judged(times: [f64; 2], direction: &str) -> (Ruling, String) {
    let claim: Claim = serde_json::from_value(serde_json::json!({
        "id": "a", "claim": "", "who": "", "of": "sliders/sliders-a",
        "against": format!("sliders/{MAGIC}"), "direction": direction,
        "settings": [
            ["sliders/throughput/nowhere"],
            ["sliders/throughput/positions", "sliders/latency/positions"],
        ],
    }))
    .unwrap();
    let set = set(&[made(MAGIC), made("sliders-a").times(times[0], times[1])]);
    let ruled = claim.judge(&View::new(&set));
    (ruled.ruling, ruled.figures)
}

#[test]
fn orders_decide_and_show_their_figures() {
    let (ruling, figures) = judged([8.0, 16.0], "faster");
    assert_eq!((ruling, &*figures), (Ruling::Confirmed, "0.80x ±0.2 %"));
    assert_eq!(judged([8.0, 16.0], "slower").0, Ruling::Refuted);
    assert_eq!(judged([12.0, 24.0], "slower").0, Ruling::Confirmed);
    let (ruling, figures) = judged([8.0, 24.0], "faster");
    assert_eq!(ruling, Ruling::Depends);
    assert_eq!(figures, "0.80x ±0.2 %; 1.20x ±0.2 %, latency");
    assert_eq!(judged([10.01, 20.02], "faster").0, Ruling::Tie);
    // One certain order decides where the other is a tie.
    assert_eq!(judged([8.0, 20.02], "faster").0, Ruling::Confirmed);
}

#[test]
fn what_was_not_measured_is_not_judged() {
    let set = set(&[made(MAGIC)]);
    let view = View::new(&set);
    for claim in claims().unwrap().claims {
        assert_eq!(claim.judge(&view).ruling, Ruling::NotMeasured, "{}", claim.id);
    }
}

#[test]
fn rows_of_the_file_name_settings_of_their_question() {
    let claims = claims().unwrap().claims;
    let ids: BTreeSet<_> = claims.iter().map(|claim| &claim.id).collect();
    assert_eq!(ids.len(), claims.len());
    assert!(claims.len() >= 40);
    for claim in &claims {
        for text in claim.settings.iter().flatten() {
            let setting = Setting::try_from(text.as_str()).unwrap();
            let of = claim.of.as_deref().unwrap();
            assert!(of.starts_with(&format!("{}/", setting.question)), "{}: {text}", claim.id);
        }
        let says_why = !claim.limits.is_empty() || claim.direction.is_some();
        assert!(says_why, "{} says neither what settles it nor why nothing does", claim.id);
    }
}

/// PEXT gains 2 % on a Zen 5 and loses 2 % on a Granite Rapids; hyperbola does neither.
fn zen_5_and_granite_rapids() -> Report {
    let of = |gain: f64, model| {
        let pext = made("sliders-pext").gains([gain; 3], 0.004);
        let hyperbola = made("sliders-hyperbola").gains([0.0; 3], 0.004);
        measured_on(model, set(&[made(MAGIC), pext, hyperbola]))
    };
    let others = [of(-0.02, ("GenuineIntel", 6, 173))];
    render(&of(0.02, ("AuthenticAMD", 26, 2)), &others).unwrap()
}

#[test]
fn a_claim_is_a_row_with_a_verdict_for_each_machine() {
    let report = zen_5_and_granite_rapids();
    let all = rows(file(&report, "claims.html"), "claims");
    let row = all.iter().find(|row| row.starts_with("Computed sliders lose 3 %")).unwrap();
    assert!(row.contains("| confirmed 1.02x"), "{row}");
    assert!(row.contains("| refuted 0.98x"), "{row}");
}

#[test]
fn other_engines_are_compared_with_the_machine_and_the_profile_that_are_like_them() {
    let report = zen_5_and_granite_rapids();
    let all = rows(file(&report, "claims.html"), "outside");
    let pext = "PEXT, 843 KB | +1.1 % (+0.3 to +2.3) classical +2.0 % (+1.6 to +2.4): sign and \
                size agree | +1.5 % (+0.8 to +1.9) classical +2.0 % (+1.6 to +2.4): sign and size \
                agree | +3.0 % (+2.1 to +3.7) classical -2.0 % (-2.4 to -1.6): opposite sign | \
                +3.1 % (+1.9 to +4.0) over our base +1.7 % (-0.3 to +3.1); network -2.0 % (-2.4 \
                to -1.6): another size |";
    assert_eq!(all[0], pext);
    let carp = "+0.8 % (-0.7 to +2.1); network 0.0 % (-0.4 to +0.4): intervals meet |";
    assert!(all[1].ends_with(carp), "{}", all[1]);
    assert!(all[2].ends_with("| not tried | +2.2 % (+1.4 to +3.1) not measured here |"));
}
