//! The claims: their text, their sources and the rules that judge them.
//!
//! A claim that states a number about an engine is judged by its direction alone, by nodes per
//! second where they were measured, because that is what engines are judged by; its limits say
//! what that leaves open. The sizes are compared in [`validation`](super::validation).

use super::rules::{
    Approximation, BreakEven, Contest, CountedMistake, Overstatement, Rule, Size, contest,
};
use crate::figures::{PERFT, SEARCH};
use records::Context::{self, Beside, Latency, Throughput};
use records::Verdict::{Faster, Slower};

/// Something that was said of these techniques.
#[derive(Debug)]
pub(super) struct Claim {
    /// Its name in the ledger.
    pub(super) id: &'static str,
    /// The claim in our own words.
    pub(super) text: &'static str,
    pub(super) sources: &'static [Source],
    /// What settles it.
    pub(super) settled_by: &'static str,
    pub(super) rule: Rule,
    /// What stays open whatever the figures say; nothing if nothing does.
    pub(super) limits: &'static str,
}

/// Who said it, and where.
#[derive(Debug)]
pub(super) struct Source {
    /// The author, the place and the date, as far as they are known.
    pub(super) text: &'static str,
    pub(super) link: Option<&'static str>,
}

/// A source that can be read online.
const fn linked(text: &'static str, link: &'static str) -> Source {
    Source { text, link: Some(link) }
}

/// A source that cannot.
const fn unlinked(text: &'static str) -> Source {
    Source { text, link: None }
}

const SQUARE_ATTACKED_BY: &str = "https://www.chessprogramming.org/Square_Attacked_By";
const X_RAY_ATTACKS: &str = "https://www.chessprogramming.org/X-ray_Attacks_(Bitboards)";
const CHECKS: &str = "https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)";
const MAPS: &str = "https://www.chessprogramming.org/Attack_and_Defend_Maps";
const DIRECTIONS: &str = "https://www.chessprogramming.org/Pieces_versus_Directions";

const BETWEEN: &str = "between";
const RECTANGULAR: &str = "between-rectangular";
const TRIANGULAR: &str = "between-triangular";
const ROTATE: &str = "between-0x88-rotate";
const BRANCHLESS: &str = "between-branchless";

const SLIDERS: &str = "sliders";
const MAGIC: &str = "sliders-magic";
const HYPERBOLA: &str = "sliders-hyperbola";

const DELTAS: &str = "deltas";
/// Under both names: the squares behind were a table of its own before they were a choice.
pub(crate) const DELTAS_BY_MAGICS: &[&str] =
    &["deltas-sliders+sliders-magic+raypass-rectangular", "deltas-sliders+sliders-magic"];

const HOT: &[Context] = &[Throughput, Latency];
const HOT_AND_BESIDE: &[Context] = &[Throughput, Latency, Beside];

/// The streams of searches that engines of their kinds have: with little else, with a
/// classical evaluation, and with a network.
const ENGINES: &[&str] = &["material", "mobility", "network-16"];

/// The stream of searches that ask for relations.
const RELATIONS: &[&str] = &["threats-16"];

const fn in_a_search(variant: &'static str, others: &'static [&'static str]) -> Contest {
    let contest = contest(SEARCH, variant, Faster, others, &[Throughput]);
    contest.on(ENGINES).within("In nodes per second of a search")
}

const fn in_perft(variant: &'static str, others: &'static [&'static str]) -> Contest {
    contest(PERFT, variant, Faster, others, &[Throughput]).within("In perft")
}

/// Less cache for in-between squares, in a search.
const SMALL_TABLE_IN_A_SEARCH: Contest =
    in_a_search("search+between-ordered-difference", &["search"]);

/// Small tables for sliders, in a search.
const SMALL_SLIDERS_IN_A_SEARCH: Contest =
    in_a_search("search+sliders-hyperbola-lanes", &["search"]);

/// A byte board for relations that change with moves, in a search that sums up their rows.
const BYTE_BOARD_IN_A_SEARCH: Contest =
    in_a_search("search+deltas-byte-board-vbmi", &["search"]).on(RELATIONS);

/// Three small tables for the rows of relations, in such a search.
const THREE_TABLES_IN_A_SEARCH: Contest =
    in_a_search("search", &["search+index-one-table"]).on(RELATIONS);

/// Lists of moves written by compression, in a search.
const COMPRESSING_IN_A_SEARCH: Contest = in_a_search("search+serialize-compress", &["search"]);

/// Ranks in a quarter of the bytes, in a search.
const SMALL_RANKS_IN_A_SEARCH: Contest =
    in_a_search("search+sliders-hyperbola", &["search+sliders-hyperbola-full-ranks"]);

/// Hyperbola quintessence in lanes against PEXT, in a search.
const LANES_AGAINST_PEXT: Contest =
    in_a_search("search+sliders-hyperbola-lanes", &["search+sliders-pext"]);

/// The 64x64 table against lines and spans, in perft.
const TABLE_IN_PERFT: Contest = in_perft("perft", &["perft+between-line-span"]);

/// Magics, in perft.
const MAGICS_IN_PERFT: Contest = in_perft("perft", &["perft+sliders-hyperbola"]);

/// A calculation without tables against tables, in batches.
const CALCULATION_IN_BATCHES: Contest = contest(
    "between-batch",
    "between-batch-loop+between-select",
    Slower,
    &["between-batch-loop+between-rectangular", "between-batch-loop+between-0x88-rotate"],
    &[Throughput],
)
.within("In batches");

/// Exchanges by a table of attack and defend bytes against exact ones.
const fn exchange_table(streams: &'static [&'static str], contexts: &'static [Context]) -> Contest {
    let (table, exact) = ("exchange-table+sliders-magic", &["exchange-swap+sliders-magic"]);
    contest("exchange", table, Faster, exact, contexts).on(streams)
}

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "dailey",
        text: "The 64x64 table of in-between squares is slightly faster than the 0x88 difference \
            with a rotation.",
        sources: &[linked(
            "Don Dailey, on Komodo, Computer Chess Club, 2012-12-04, through the wiki page \
                Square Attacked By",
            SQUARE_ATTACKED_BY,
        )],
        settled_by: "between: the 0x88 difference against the 64x64 table, hot",
        rule: Rule::Contests(&[contest(BETWEEN, ROTATE, Slower, &[RECTANGULAR], HOT)]),
        limits: "The claim is about an engine, where a lookup is a small part of the time. Our \
            loops can support its direction, not its size.",
    },
    Claim {
        id: "glinscott",
        text: "In an engine the opposite holds: an in-between table that takes less of the cache \
            gave 0.88 % more nodes per second.",
        sources: &[linked(
            "Gary Linscott, Stockfish, pull request 37, 2012-12-03",
            "https://github.com/mcostalba/Stockfish/pull/37",
        )],
        settled_by: "search: a 0x88 difference against the 64x64 table in nodes per second; \
            without a search, between, beside a competing working set",
        rule: Rule::Contests(&[contest(BETWEEN, ROTATE, Faster, &[RECTANGULAR], &[Beside])
            .decided_by(&SMALL_TABLE_IN_A_SEARCH)]),
        limits: "The search has the ordered 0x88 difference for the small table, which takes less \
            work than the engine's of that time. Without a search in the records, lookups beside \
            a working set decide.",
    },
    Claim {
        id: "cache-competition",
        text: "The 64x64 table is likely the fastest technique on recent processors, but its \
            32 KB compete for the caches.",
        sources: &[linked("Chess Programming Wiki, Square Attacked By", SQUARE_ATTACKED_BY)],
        settled_by: "between: the 64x64 table against the page's other techniques, hot; and \
            whether one of them wins beside a competing working set",
        rule: Rule::Contests(&[
            contest(BETWEEN, RECTANGULAR, Faster, &[TRIANGULAR, ROTATE, BRANCHLESS], HOT),
            contest(BETWEEN, RECTANGULAR, Slower, &[TRIANGULAR, ROTATE, BRANCHLESS], &[Beside])
                .somewhere(),
        ]),
        limits: "Judged among the techniques of that page; others may be faster still.",
    },
    Claim {
        id: "nalimov",
        text: "A triangular table is half the size, but may not pay, because its index takes \
            more work.",
        sources: &[linked(
            "Eugene Nalimov, Computer Chess Club, 1999-10-06, through the wiki page Square \
                Attacked By",
            SQUARE_ATTACKED_BY,
        )],
        settled_by: "between: the triangular against the 64x64 table in every context",
        rule: Rule::Contests(&[contest(
            BETWEEN,
            TRIANGULAR,
            Slower,
            &[RECTANGULAR],
            HOT_AND_BESIDE,
        )]),
        limits: "",
    },
    Claim {
        id: "isenberg",
        text: "Calculating in-between squares is likely too expensive on the fly, and useful at \
            most for filling tables.",
        sources: &[linked(
            "Chess Programming Wiki, Square Attacked By, after Gerd Isenberg, Computer Chess \
                Club, 2007-04-06",
            SQUARE_ATTACKED_BY,
        )],
        settled_by: "between: the calculation against the page's tables; hot, beside a competing \
            working set, and in batches",
        rule: Rule::Contests(&[contest(
            BETWEEN,
            BRANCHLESS,
            Slower,
            &[RECTANGULAR, TRIANGULAR, ROTATE],
            HOT_AND_BESIDE,
        )
        .also(&CALCULATION_IN_BATCHES)]),
        limits: "",
    },
    Claim {
        id: "sizes",
        text: "The tables take 32 KB (64x64), 2080 x 8 bytes (triangular), 1920 bytes (0x88 \
            difference), 14 KB (attacks by piece) and 896 KB (exchanges).",
        sources: &[
            linked("Chess Programming Wiki, Square Attacked By", SQUARE_ATTACKED_BY),
            linked("Chess Programming Wiki, Attack and Defend Maps", MAPS),
        ],
        settled_by: "the sizes of the compiled tables",
        rule: Rule::Sizes(&[
            Size { study: BETWEEN, variant: RECTANGULAR, published: "32 KB", bytes: 32 << 10 },
            Size { study: BETWEEN, variant: TRIANGULAR, published: "2080 x 8 B", bytes: 2080 * 8 },
            Size { study: BETWEEN, variant: ROTATE, published: "1920 B", bytes: 1920 },
            Size {
                study: "attacked",
                variant: "attacked-0x88-table",
                published: "14 KB",
                bytes: 14 << 10,
            },
        ]),
        limits: "The 896 KB for exchanges are one of the tables of exchange-table. The claim \
            ed-see shows how many entries it has, of a byte each.",
    },
    Claim {
        id: "sf-table-back",
        text: "Going back from lines and spans to a 64x64 table of in-between squares made an \
            engine's perft 4.55 % faster.",
        sources: &[linked(
            "Stockfish, pull request 3397, 2021-03-15",
            "https://github.com/official-stockfish/Stockfish/pull/3397",
        )],
        settled_by: "perft: the 64x64 table against lines and spans; without that, between, hot",
        rule: Rule::Contests(&[contest(BETWEEN, RECTANGULAR, Faster, &["between-line-span"], HOT)
            .decided_by(&TABLE_IN_PERFT)]),
        limits: "The 4.55 % are of an engine's perft, with a table that holds the last square too. \
            Loops of lookups can support the direction, not the size.",
    },
    Claim {
        id: "small-sliders-win",
        text: "For sliders, some 4.6 KB of hyperbola quintessence beat 841 KB of magics in an \
            engine, by 3.1 % more nodes per second with AVX2 and 1.7 to 1.8 % on Arm.",
        sources: &[
            linked(
                "Stockfish, pull request 6795, 2026-05-01",
                "https://github.com/official-stockfish/Stockfish/pull/6795",
            ),
            linked(
                "Stockfish, pull request 6845, 2026-05-23",
                "https://github.com/official-stockfish/Stockfish/pull/6845",
            ),
        ],
        settled_by: "search: hyperbola quintessence in lanes against magics in nodes per second; \
            without a search, sliders beside a competing working set",
        rule: Rule::Contests(&[contest(
            SLIDERS,
            "sliders-hyperbola-lanes",
            Faster,
            &[MAGIC],
            &[Beside],
        )
        .decided_by(&SMALL_SLIDERS_IN_A_SEARCH)]),
        limits: "Loops beside a working set can support the reason, not the size. A build for \
            any processor calls the lanes as a function; an engine built for one does not.",
    },
    Claim {
        id: "pext-loses",
        text: "On the newest processors PEXT is slower in an engine than hyperbola quintessence \
            in lanes; another measurement of the same engine saw the opposite.",
        sources: &[
            linked(
                "Stockfish, pull request 6939",
                "https://github.com/official-stockfish/Stockfish/pull/6939",
            ),
            linked(
                "the opposite: pull request 7107, +0.5 % on Zen 3",
                "https://github.com/official-stockfish/Stockfish/pull/7107",
            ),
        ],
        settled_by: "search: lanes against PEXT in nodes per second; without a search, sliders \
            beside a competing working set",
        rule: Rule::Contests(&[contest(
            SLIDERS,
            "sliders-hyperbola-lanes",
            Faster,
            &["sliders-pext"],
            &[Beside],
        )
        .decided_by(&LANES_AGAINST_PEXT)]),
        limits: "Judged as the first of the two says it, on this machine alone.",
    },
    Claim {
        id: "small-ranks",
        text: "A rank table of 512 bytes is better in an engine than one of 2 KB that saves two \
            instructions.",
        sources: &[
            linked(
                "Stockfish, pull request 6865, +0.27 % nodes per second",
                "https://github.com/official-stockfish/Stockfish/pull/6865",
            ),
            linked(
                "and pull request 6998",
                "https://github.com/official-stockfish/Stockfish/pull/6998",
            ),
        ],
        settled_by: "search: hyperbola quintessence with either table in nodes per second; \
            without a search, sliders beside a competing working set",
        rule: Rule::Contests(&[contest(
            SLIDERS,
            HYPERBOLA,
            Faster,
            &["sliders-hyperbola-full-ranks"],
            &[Beside],
        )
        .decided_by(&SMALL_RANKS_IN_A_SEARCH)]),
        limits: "A quarter of one per cent is less than a default run resolves.",
    },
    Claim {
        id: "computed-slider",
        text: "Hyperbola quintessence is faster if it computes the slider on the board turned \
            upside down than if it loads it from a table.",
        sources: &[linked(
            "Stockfish, pull request 6870, tested in 410,208 games",
            "https://github.com/official-stockfish/Stockfish/pull/6870",
        )],
        settled_by: "sliders: both ways, hot and beside a competing working set",
        rule: Rule::Contests(&[contest(
            SLIDERS,
            HYPERBOLA,
            Faster,
            &["sliders-hyperbola-loaded"],
            HOT_AND_BESIDE,
        )]),
        limits: "The engine's lookups are in lanes of vectors, these are not. Loops can support \
            the direction, not what it is worth in a game.",
    },
    Claim {
        id: "black-magics",
        text: "Black magics are slightly slower than fancy magics; another engine found them \
            faster.",
        sources: &[
            unlinked("Hexe, pull request 1"),
            linked(
                "the opposite: Cfish, pull request 20",
                "https://github.com/syzygy1/Cfish/pull/20",
            ),
        ],
        settled_by: "sliders: black magics against magics, hot",
        rule: Rule::Contests(&[contest(SLIDERS, "sliders-black-magic", Slower, &[MAGIC], HOT)]),
        limits: "Judged as the first of the two says it.",
    },
    Claim {
        id: "byte-boards",
        text: "To follow attack relations through moves, a board of bytes in a vector register \
            beats lookups of sliders by magics.",
        sources: &[linked(
            "Reckless, pull request 652",
            "https://github.com/codedeliveryservice/Reckless/pull/652",
        )],
        settled_by: "search with a network of relations: a byte board in AVX-512 against sliders \
            by magics; and deltas: byte boards in AVX-512, where that was not searched, and in \
            AVX2, hot",
        rule: Rule::Contests(&[
            contest(DELTAS, "deltas-byte-board-vbmi", Faster, DELTAS_BY_MAGICS, HOT)
                .decided_by(&BYTE_BOARD_IN_A_SEARCH),
            contest(DELTAS, "deltas-byte-board-avx2", Faster, DELTAS_BY_MAGICS, HOT),
        ]),
        limits: "The engine takes the steps of a move one by one, and writes rows of its network.",
    },
    Claim {
        id: "permutation-table",
        text: "To permute a board of bytes to rays, a table of permutations by square beats \
            computing them.",
        sources: &[linked(
            "Reckless, pull request 660, +1.49 +- 1.19 Elo",
            "https://github.com/codedeliveryservice/Reckless/pull/660",
        )],
        settled_by: "attackers: a byte board in AVX-512 with either, hot",
        rule: Rule::Contests(&[contest(
            "attackers",
            "attackers-byte-board-vbmi",
            Faster,
            &["attackers-byte-board-computed-vbmi"],
            HOT,
        )]),
        limits: "The engine lists relations that change with a move. We ask for the attackers of a \
            square, of which the permutation is a larger part; streams that ask for sets compute \
            the way back to squares too.",
    },
    Claim {
        id: "fills-in-lanes",
        text: "All that a side attacks is found faster by Kogge-Stone fills in AVX-512 than by \
            fills of seven steps, one direction after the other.",
        sources: &[linked(
            "Reckless, pull request 688, +2.07 +- 1.60 Elo",
            "https://github.com/codedeliveryservice/Reckless/pull/688",
        )],
        settled_by: "threats: both ways, hot",
        rule: Rule::Contests(&[contest(
            "threats",
            "threats-kogge-stone-avx512",
            Faster,
            &["threats-dumb7"],
            HOT,
        )]),
        limits: "The engine's fills also take GFNI, which ours do not need.",
    },
    Claim {
        id: "three-tables",
        text: "To find the row of a network's weights that belongs to an attack relation, three \
            small tables beat a large one.",
        sources: &[linked(
            "PlentyChess, pull request 421, +3.48 +- 2.21 Elo",
            "https://github.com/Yoshie2000/PlentyChess/pull/421",
        )],
        settled_by: "search with a network of relations: three tables against one; without it, \
            index, hot and beside a competing working set",
        rule: Rule::Contests(&[contest(
            "index",
            "index-three-tables",
            Faster,
            &["index-one-table"],
            HOT_AND_BESIDE,
        )
        .decided_by(&THREE_TABLES_IN_A_SEARCH)]),
        limits: "The engine's network leaves some relations out, so its tables are smaller than \
            ours.",
    },
    Claim {
        id: "vector-lists",
        text: "Moves are written to a list faster by compressing vectors of AVX-512 than bit by \
            bit.",
        sources: &[
            linked(
                "Stockfish, pull request 6153: 17 % in perft, 0.4 % nodes per second",
                "https://github.com/official-stockfish/Stockfish/pull/6153",
            ),
            linked(
                "Stockfish, pull request 6797, on words prepared for each square: 0.94 % nodes \
                    per second more",
                "https://github.com/official-stockfish/Stockfish/pull/6797",
            ),
        ],
        settled_by: "search: compressing against bit by bit; without it, serialize, hot; and the \
            prepared words, hot",
        rule: Rule::Contests(&[
            contest("serialize", "serialize-compress", Faster, &["serialize-scan"], HOT)
                .decided_by(&COMPRESSING_IN_A_SEARCH),
            contest("serialize", "serialize-reach", Faster, &["serialize-scan"], HOT),
        ]),
        limits: "Ours is called once for each piece, which a program that is built for such \
            processors spares itself. The search writes only quiet moves of pieces so.",
    },
    Claim {
        id: "magics-perft",
        text: "Magics make perft some 20 % faster on x86, and gain much less outside tight \
            benchmarks.",
        sources: &[linked("The documentation of shakmaty", "https://docs.rs/shakmaty")],
        settled_by: "perft: magics against hyperbola quintessence; without perft, sliders: \
            throughput",
        rule: Rule::Contests(&[contest(SLIDERS, MAGIC, Faster, &[HYPERBOLA], &[Throughput])
            .decided_by(&MAGICS_IN_PERFT)]),
        limits: "The page on engines shows how much is left in a search.",
    },
    Claim {
        id: "perft-overstates",
        text: "What a choice gains in perft is 12 to 40 times what it gains in a search.",
        sources: &[
            linked(
                "Derived from Stockfish, pull requests 7108 (+6 % and +0.5 %)",
                "https://github.com/official-stockfish/Stockfish/pull/7108",
            ),
            linked(
                "and 6153 (x 1.17 and +0.4 %)",
                "https://github.com/official-stockfish/Stockfish/pull/6153",
            ),
        ],
        settled_by: "search and perft: the gain in perft divided by that in nodes per second, for \
            each choice that certainly differs from the base in both",
        rule: Rule::Overstatement(Overstatement { least: 12.0, most: 40.0, streams: ENGINES }),
        limits: "A choice counts for the claim where the interval of its quotient meets 12 to 40. \
            Choices that make no certain difference in a search are left out, though perft may \
            overstate them most.",
    },
    Claim {
        id: "fewer-instructions",
        text: "A change that executes fewer instructions may be slower: 7.9 % fewer took 0.9 % \
            off an engine's nodes per second.",
        sources: &[linked(
            "Stockfish, pull request 6556",
            "https://github.com/official-stockfish/Stockfish/pull/6556",
        )],
        settled_by: "all studies: counted instructions and times of each two variants, hot, where \
            nothing waits for an answer",
        rule: Rule::FewerInstructions,
        limits: "Confirmed means that it happens in more than one of twenty pairs that certainly \
            differ in time. Variants that need AVX-512 are not counted, and of whole programs \
            the base alone is, so no engine is among the pairs.",
    },
    Claim {
        id: "lc0-threads",
        text: "Magics that speed an engine up with one thread slow it down with two.",
        sources: &[linked(
            "Leela Chess Zero, pull request 628, 2018-12-29",
            "https://github.com/LeelaChessZero/lc0/pull/628",
        )],
        settled_by: "search: magics against others, with two threads on one core",
        rule: Rule::OneThread,
        limits: "",
    },
    Claim {
        id: "private-tables",
        text: "Tables that each process fills when it begins cost more than constant ones, which \
            processes share.",
        sources: &[linked(
            "Stockfish, pull request 6706",
            "https://github.com/official-stockfish/Stockfish/pull/6706",
        )],
        settled_by: "search: large against small tables, in as many processes as there are cores, \
            with common tables and with tables of their own",
        rule: Rule::OneThread,
        limits: "",
    },
    Claim {
        id: "sliders-first",
        text: "To find out whether a side attacks a square, ask its sliders first, because their \
            loads are slow.",
        sources: &[
            linked(
                "Stockfish, pull request 5762, 2025-01-11",
                "https://github.com/official-stockfish/Stockfish/pull/5762",
            ),
            linked(
                "Lynx asked them last and found no difference, pull request 369, 2023-08-20",
                "https://github.com/lynx-chess/Lynx/pull/369",
            ),
        ],
        settled_by: "attackers: both orders of asking, on positions of games, first seen and learnt",
        rule: Rule::Contests(&[contest(
            "attackers",
            "attackers-sliders-first+sliders-magic",
            Faster,
            &["attackers-leapers-first+sliders-magic"],
            HOT,
        )
        .learnt_too()]),
        limits: "",
    },
    Claim {
        id: "hyatt-guard",
        text: "Asking first whether any slider shares a line with the square saves the slider \
            lookup.",
        sources: &[linked(
            "Robert Hyatt, Computer Chess Club, 2013-12-29, through the wiki page Square \
                Attacked By",
            SQUARE_ATTACKED_BY,
        )],
        settled_by: "attackers: with the guard against without it, first seen and learnt, and how \
            often the guard holds",
        rule: Rule::Contests(&[contest(
            "attackers",
            "attackers-guarded+sliders-magic",
            Faster,
            &["attackers-super-piece+sliders-magic"],
            HOT,
        )
        .learnt_too()]),
        limits: "",
    },
    Claim {
        id: "olithink-xray",
        text: "A single x-ray lookup, with 8 KB more tables, replaces two slider lookups.",
        sources: &[linked(
            "Chess Programming Wiki, X-ray Attacks, after Oliver Brausch's OliThink, Computer \
                Chess Club, 2007-12-18",
            X_RAY_ATTACKS,
        )],
        settled_by: "xrays: one lookup against two",
        rule: Rule::Contests(&[contest(
            "xrays",
            "xrays-kindergarten",
            Faster,
            &["xrays-two-lookups+sliders-magic", "xrays-two-lookups+sliders-obstruction"],
            HOT,
        )]),
        limits: "",
    },
    Claim {
        id: "conditional-xray",
        text: "A condition saves the second lookup of an x-ray.",
        sources: &[linked("Chess Programming Wiki, X-ray Attacks", X_RAY_ATTACKS)],
        settled_by: "xrays: with the condition against without it, and how often it holds",
        rule: Rule::Contests(&[contest(
            "xrays",
            "xrays-conditional+sliders-magic",
            Faster,
            &["xrays-two-lookups+sliders-magic"],
            HOT,
        )]),
        limits: "",
    },
    Claim {
        id: "check-by-move",
        text: "Detecting a check from the last move saves next to nothing over asking on the fly \
            without branches.",
        sources: &[linked("Chess Programming Wiki, Checks and Pinned Pieces", CHECKS)],
        settled_by: "checks: both on replayed games, first seen and learnt",
        rule: Rule::Contests(&[contest(
            "checks",
            "checks-by-move+attacked-0x88-table+between-rectangular",
            Slower,
            &["checks-after-move+sliders-magic"],
            HOT,
        )
        .learnt_too()]),
        limits: "Refuted means that looking at the move alone was faster than playing it and \
            looking at the board; the figures say by how much.",
    },
    Claim {
        id: "incremental-maps",
        text: "Attack tables updated move by move pay in openings and middlegames, and cost more \
            towards the ending, with queens above all.",
        sources: &[linked("Chess Programming Wiki, Attack and Defend Maps", MAPS)],
        settled_by: "maps: how many questions after each ply make a kept map faster than answers \
            on the fly, by phase of the game",
        rule: Rule::BreakEven(BreakEven {
            study: "maps",
            variants: &[
                "maps-classical+sliders-magic",
                "maps-piece-sets+sliders-magic",
                "maps-directions",
            ],
            against: "maps-on-the-fly+sliders-magic",
            sooner: &["opening", "middlegame"],
            later: &["late-middlegame", "queen-ending"],
        }),
        limits: "Confirmed means that some map certainly breaks even with fewer questions in \
            openings and middlegames than later. How many questions an engine asks is another \
            matter.",
    },
    Claim {
        id: "ed-see",
        text: "A table of 896 KB answers exchanges fast and accurately enough.",
        sources: &[
            linked(
                "Chess Programming Wiki, Attack and Defend Maps, after Ed Schröder's Rebel",
                MAPS,
            ),
            unlinked("Tord Romstad found it wrong at times, Computer Chess Club, 2004-01-16"),
        ],
        settled_by: "exchange: the share of errors against an exact exchange, the entries that \
            are used, and the time including the index",
        rule: Rule::Approximation(&Approximation {
            contest: exchange_table(&["positions"], HOT_AND_BESIDE),
            beside: exchange_table(&["prepared"], HOT).within("With the bytes already built"),
        }),
        limits: "We did not measure how often a wrong answer changes the move that a search finds, \
            nor the worth of bytes that an engine builds for its evaluation anyway.",
    },
    Claim {
        id: "directions",
        text: "Finding targets direction by direction, for all pieces at once, is faster than \
            piece by piece through lookups.",
        sources: &[linked("Chess Programming Wiki, Pieces versus Directions", DIRECTIONS)],
        settled_by: "targets: by the number of sliders",
        rule: Rule::Contests(&[contest(
            "targets",
            "targets-by-direction",
            Faster,
            &["targets-by-piece+sliders-magic"],
            HOT_AND_BESIDE,
        )]),
        limits: "The page says that both are possible, and not which is faster. Confirmed means \
            that directions are.",
    },
    Claim {
        id: "bad-mask",
        text: "Old copies of the calculation, which mask with 0xff, answer 1505 of the 4096 \
            ordered pairs of squares wrongly; with 7 and 15 all are right.",
        sources: &[unlinked("Found by this laboratory")],
        settled_by: "counting wrong answers against the oracle",
        rule: Rule::Mistake(CountedMistake {
            study: BETWEEN,
            mistake: "between-branchless-0xff",
            right: BRANCHLESS,
            wrong: 1505,
            questions: 4096,
        }),
        limits: "",
    },
];
