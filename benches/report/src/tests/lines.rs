//! The line of a question in the terminal: what the table says, by kind of engine.

use crate::line;
use crate::made_up::{MAGIC, made, set, usual_case, usual_set};

#[test]
fn the_line_of_a_question_has_the_bold_rows_by_kind() {
    let told = "classical: PEXT +2.3 ±0.4; network: PEXT +5.1 ±0.4; threats: PEXT +1.3 ±0.4, \
                hyperbola +1.6 ±0.3";
    for question in ["sliders", "search"] {
        assert_eq!(line(&usual_set(), question).unwrap(), told);
    }
    let loss = set(&[made(MAGIC), made("sliders-loss").gains([-0.03; 3], 0.004)]);
    let told = "classical: no certain gain; network: no certain gain; threats: no certain gain";
    assert_eq!(line(&loss, "sliders").unwrap(), told);
}

#[test]
fn without_a_search_a_line_has_the_fastest_times() {
    let mut all = usual_case();
    all.iter_mut().for_each(|one| one.gains = None);
    let set = set(&all);
    let told = "cycles a query: PEXT 7.0, magic 10.0, hyperbola 12.0";
    assert_eq!(line(&set, "sliders").unwrap(), told);
    assert_eq!(line(&set, "search"), None);
    assert_eq!(line(&set, "gone"), None);
}
