//! The line of a question in the terminal: what the table says, by kind of engine.

use super::places::{assert_one_word, line, rendered};
use crate::made_up::{MAGIC, made, set, usual_set};

#[test]
fn what_needs_more_than_the_build_follows_in_the_line() {
    let plain = made("sliders-plain").bytes(9).gains([0.02; 3], 0.004);
    let vector = made("sliders-vector").needs(&["avx2", "avx512f"]).bytes(8);
    let told = |value| {
        let vector = vector.clone().gains([value; 3], 0.004);
        line(&set(&[made(MAGIC), plain.clone(), vector]), "sliders", &[]).unwrap()
    };
    let kinds = |words: &str| {
        ["classical", "network", "threats"].map(|kind| format!("{kind} {words}")).join("; ")
    };
    let first = kinds("plain +2.0 % ±0.4");
    let beyond = kinds("vector or plain +2.5 % ±0.4");
    assert_eq!(told(0.025), format!("{first}. With AVX-512: {beyond}"));
    assert_eq!(told(0.0), first);
}

#[test]
fn a_search_of_one_kind_is_told_beside_times_of_the_others() {
    let mut set = usual_set();
    let is_left = |table: &records::Table| table.question != "search" || table.stream == "network";
    set.records.tables.retain(is_left);
    let told = "classical fastest alone: PEXT 0.70x ±0.2 %; network PEXT +5.1 % ±0.4; threats \
                fastest alone: PEXT 0.70x ±0.2 %";
    assert_eq!(line(&set, "sliders", &[]).unwrap(), told);
    assert_eq!(line(&set, "search", &[]).unwrap(), "network: PEXT +5.1 % ±0.4 over magic");
    assert_one_word(&rendered(set));
}

#[test]
fn the_line_of_a_search_names_what_the_table_names() {
    let told = "classical: PEXT +2.3 % ±0.4 over magic; network: PEXT +5.1 % ±0.4 over magic; \
                threats: hyperbola or PEXT +1.6 % ±0.3 over magic";
    assert_eq!(line(&usual_set(), "search", &[]).unwrap(), told);
    let loss = set(&[made(MAGIC), made("sliders-loss").gains([-0.03; 3], 0.004)]);
    let told = "classical: nothing proved at ±0.4 %; network: nothing proved at ±0.4 %; threats: \
                nothing proved at ±0.4 %";
    assert_eq!(line(&loss, "search", &[]).unwrap(), told);
    assert_eq!(line(&loss, "sliders", &[]).unwrap(), "classical keep; network keep; threats keep");
}
