//! The words of pages that need an explanation, in one place: the legend shows all of them, and
//! heads of tables give the meaning where they use one.

/// The words with their meanings.
pub(crate) const TERMS: [(&str, &str); 19] = [
    ("raw", "the time of a query with the loop around it"),
    ("net", "the time without the loop: the difference to a loop that looks nothing up"),
    ("throughput", "the time of a query where nothing waits for its answer"),
    ("latency", "the time of a query where each waits for the answer to the one before"),
    ("independent", "queries that do not wait for each other, as in throughput"),
    ("dependent", "queries of which each waits for the answer to the one before, as in latency"),
    ("hot", "with tables and code in the caches and nothing else that competes for them"),
    ("first seen", "queries that come once, so the branch predictor cannot know their answers"),
    ("learnt", "the same queries again and again, so the branch predictor has learnt them"),
    ("beside", "while the program touches a working set of its own between two queries"),
    ("touches", "how many lines of the working set are read between two queries"),
    ("stream", "where the queries come from"),
    ("interval", "the range that holds the true value with 95 % confidence"),
    ("faster", "by more than 0.5 %, with the whole interval beyond that and beyond the noise"),
    ("tie", "equal: the whole interval of the difference lies within 1 %"),
    ("unresolved", "neither faster nor a tie: more rounds might tell"),
    (
        "layout spread",
        "by how much the slowest tenth of layouts of code and tables exceeds the fastest",
    ),
    ("dominated", "another variant has no larger tables and is faster"),
    ("derived", "computed from the figures of throughput and latency: no loop ran this mix"),
];

/// What a word means, however it is capitalised.
pub(crate) fn meaning(word: &str) -> Option<&'static str> {
    let known = TERMS.iter().find(|(term, _)| term.eq_ignore_ascii_case(word));
    known.map(|(_, meaning)| *meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_explained_once() {
        for (place, (term, meaning)) in TERMS.iter().enumerate() {
            let same = |(other, _): &(&str, &str)| other.eq_ignore_ascii_case(term);
            assert_eq!(TERMS.iter().position(same), Some(place), "{term}");
            assert!(!meaning.is_empty(), "{term}");
        }
        assert_eq!(meaning("Net"), meaning("net"));
        assert_eq!(meaning("magics"), None);
    }
}
