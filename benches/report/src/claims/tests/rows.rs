//! The rows of the file, read against their sentences.

use super::*;

/// What each row says, as its sentence does; sizes and counts stand in the sentences themselves.
#[rustfmt::skip]
const ROWS: &[&str] = &[
    "dailey: between-0x88-rotate slower than between-rectangular",
    "glinscott: search+between-ordered-difference faster than search",
    "cache-competition: between-0x88-rotate faster than between-rectangular",
    "nalimov: between-triangular slower than between-rectangular",
    "isenberg: between-branchless slower than between-rectangular",
    "sf-table-back: perft+between-line-span slower than perft",
    "small-sliders-win: search+sliders-hyperbola-lanes faster than search",
    "pext-or-hyperbola: search+sliders-pext slower than search+sliders-hyperbola-lanes",
    "small-rank-table: search+sliders-hyperbola faster than search+sliders-hyperbola-full-ranks",
    "compute-reverse: sliders-hyperbola faster than sliders-hyperbola-loaded",
    "black-magics: sliders-black-magic slower than sliders-magic",
    "magics-perft: perft+sliders-hyperbola slower than perft",
    "sliders-first: attackers-sliders-first+sliders-magic faster than attackers-leapers-first+sliders-magic",
    "hyatt-guard: attackers-guarded+sliders-magic faster than attackers-super-piece+sliders-magic",
    "olithink-xray: xrays-kindergarten faster than xrays-two-lookups+sliders-magic",
    "conditional-xray: xrays-conditional+sliders-magic faster than xrays-two-lookups+sliders-magic",
    "check-by-move: checks-by-move+attacked-0x88-table+between-rectangular slower than checks-after-move+sliders-magic",
    "incremental-maps: maps-classical+sliders-magic faster than maps-on-the-fly+sliders-magic",
    "incremental-endings: maps-classical+sliders-magic slower than maps-on-the-fly+sliders-magic",
    "ed-see: exchange-table+sliders-magic faster than exchange-swap+sliders-magic",
    "directions: targets-by-direction faster than targets-by-piece+sliders-magic",
    "byteboards: deltas-byte-board-avx2 faster than deltas-sliders+sliders-magic+raypass-rectangular",
    "permutation-table: attackers-byte-board-vbmi faster than attackers-byte-board-computed-vbmi",
    "gfni-fill: threats-kogge-stone-avx512 faster than threats-dumb7",
    "three-tables: index-three-tables faster than index-one-table",
    "vector-lists: search+serialize-compress faster than search",
    "splats: serialize-reach faster than serialize-scan",
    "splats-pext: serialize-pext slower than serialize-scan",
    "lists-by-vbmi2: perft+serialize-compress faster than perft",
    "lists-nodes: search+serialize-compress faster than search",
    "pext-perft: perft+sliders-pext faster than perft",
    "pext-hyperbola-perft: perft+sliders-pext faster than perft+sliders-hyperbola",
    "pext-hyperbola-search: search+sliders-pext faster than search+sliders-hyperbola",
    "computed-haswell: search+sliders-hyperbola slower than search+sliders-pext",
    "gated-checks: checks-on-rays+checks-by-move+attacked-one-word+between-rectangular slower than checks-by-move+attacked-one-word+between-rectangular",
    "paired-lookups: threats-pairs+sliders-pext faster than threats-loop+sliders-pext",
    "sf11-here: search+sliders-pext faster than search",
    "sf11-here-hyperbola: search+sliders-hyperbola slower than search",
    "sf11-here-kogge-stone: search+sliders-kogge-stone slower than search",
    "one-compression: search+serialize-bytes faster than search+serialize-compress",
    "rows-without-branch: deltas-counted-after+deltas-byte-board-vbmi faster than deltas-counted-branch+deltas-byte-board-vbmi",
    "rook-alone: sliders-hyperbola-apart faster than sliders-hyperbola-double",
    "pext-double-perft: perft+sliders-pext faster than perft+sliders-hyperbola-double",
    "pext-double-search: search+sliders-pext faster than search+sliders-hyperbola-double",
    "full-ranks: search+sliders-hyperbola-full-ranks slower than search+sliders-hyperbola",
    "exchange-forward: search faster than search+threshold-list",
    "check-squares: search+checks-prepared slower than search",
    "pext-small-rows: search+sliders-pext faster than search",
    "order-avx512: search+order-avx512 faster than search+order-insertion",
    "order-avx2: search+order-avx2 faster than search+order-insertion",
];

#[test]
fn every_row_has_the_direction_of_its_sentence() {
    let claims = all_claims().unwrap();
    let direction = |claim: &Claim| match claim.direction {
        Some(Direction::Faster) => "faster",
        Some(Direction::Slower) => "slower",
        _ => "",
    };
    let row = |it: &Claim| {
        let name = |of: &Option<String>| of.as_ref()?.split_once('/').map(|it| it.1.to_owned());
        let (of, against) = (name(&it.of)?, name(&it.against)?);
        Some(format!("{}: {of} {} than {against}", it.id, direction(it)))
    };
    let rows: Vec<_> =
        claims.iter().filter(|it| !direction(it).is_empty()).filter_map(row).collect();
    assert_eq!(rows, ROWS);
    let sizes = claims.iter().filter_map(|it| Some((it.id.as_str(), it.number?)));
    let expected = [
        ("sizes-64x64", 32_768),
        ("sizes-triangular", 16_640),
        ("sizes-0x88", 1_920),
        ("sizes-attacked", 14_336),
        ("sizes-exchange", 917_504),
        ("bad-mask", 1_505),
    ];
    assert_eq!(sizes.collect::<Vec<_>>(), expected);
}

/// A gain stands in its author's words too, with its half-width, and has the sign of its direction.
#[test]
fn a_gain_is_that_of_its_words() {
    let mut gains = 0;
    for claim in all_claims().unwrap() {
        let Some(gain) = claim.gain else { continue };
        let per_cent = |share: f64| share * 100.0;
        let half = per_cent(gain.high - gain.low) / 2.0;
        let is_near = |word: &str, number: f64| {
            word.parse().is_ok_and(|said: f64| (said - number).abs() < 1e-9)
        };
        let mut words = claim.size.split(' ');
        assert!(words.next().is_some_and(|it| is_near(it, per_cent(gain.value))), "{}", claim.id);
        let told = words.next() == Some("±");
        assert_eq!(told, half > 0.0, "{}", claim.id);
        assert!(!told || words.next().is_some_and(|it| is_near(it, half)), "{}", claim.id);
        let is_slower = matches!(claim.direction, Some(Direction::Slower));
        assert_eq!(gain.value < 0.0, is_slower, "{}", claim.id);
        gains += 1;
    }
    assert_eq!(gains, 10);
}
