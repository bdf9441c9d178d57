//! What was claimed, by whom, and by which rule it is judged.
//!
//! A claim with a number about an engine is judged by its direction: our loops
//! measure lookups, not engines. What that leaves open is said with it.

use super::rules::{Approximation, BreakEven, Contest, CountedMistake, Extent, Rule, Size};
use crate::report::figures::{COLD, LATENCY, PRESSURE, THROUGHPUT, TWO_THREADS};
use crate::verdict::Verdict;

/// Something that was said of these techniques.
#[derive(Debug)]
pub(super) struct Claim {
    /// Its name in the ledger.
    pub(super) id: &'static str,
    /// What is claimed, in words of our own.
    pub(super) text: &'static str,
    pub(super) sources: &'static [Source],
    /// What settles it.
    pub(super) settled_by: &'static str,
    pub(super) rule: Rule,
    /// What is left open whatever the figures say.
    pub(super) limits: Option<&'static str>,
}

/// Who said it, and where.
#[derive(Debug)]
pub(super) struct Source {
    /// The author, the place and the date, as far as they are known.
    pub(super) text: &'static str,
    pub(super) link: Option<&'static str>,
}

const SQUARE_ATTACKED_BY: &str = "https://www.chessprogramming.org/Square_Attacked_By";
const X_RAY_ATTACKS: &str = "https://www.chessprogramming.org/X-ray_Attacks_(Bitboards)";
const CHECKS: &str = "https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)";
const MAPS: &str = "https://www.chessprogramming.org/Attack_and_Defend_Maps";
const DIRECTIONS: &str = "https://www.chessprogramming.org/Pieces_versus_Directions";

const BETWEEN: &str = "between";

/// What most contests have in common: no other study takes part.
const ALONE: Contest = Contest {
    study: "",
    variant: "",
    others: &[],
    claimed: Verdict::Tie,
    contexts: &[],
    also: &[],
    within: None,
    extent: Extent::Everywhere,
    stream: None,
};

/// A calculation without tables against tables, in batches.
const CALCULATION_IN_BATCHES: Contest = Contest {
    study: "between-batch",
    variant: "between-batch-loop+between-select",
    others: &["between-batch-loop+between-rectangular", "between-batch-loop+between-0x88-rotate"],
    claimed: Verdict::Slower,
    contexts: &[THROUGHPUT],
    within: Some("In batches"),
    ..ALONE
};
const RECTANGULAR: &str = "between-rectangular";
const TRIANGULAR: &str = "between-triangular";
const ROTATE: &str = "between-0x88-rotate";
const BRANCHLESS: &str = "between-branchless";
const LINE_SPAN: &str = "between-line-span";

const SLIDERS: &str = "sliders";
const MAGIC: &str = "sliders-magic";
const HYPERBOLA: &str = "sliders-hyperbola";
const LANES: &str = "sliders-hyperbola-lanes";
const PEXT: &str = "sliders-pext";

/// What a node of a search asks, with the lookups that the others are compared with.
const NODE: &str = "node+sliders-magic+between-rectangular";

const EVERYWHERE_IN_A_NODE: &[&str] = &[THROUGHPUT, LATENCY, PRESSURE];

/// How sentences on a node begin.
const IN_A_NODE: &str = "In a node of a search";

/// Less of the cache for squares in between, in a node.
const SMALL_TABLE_IN_A_NODE: Contest = Contest {
    study: "node",
    variant: "node+sliders-magic+between-0x88-rotate",
    others: &[NODE],
    claimed: Verdict::Faster,
    contexts: &[PRESSURE],
    within: Some(IN_A_NODE),
    ..ALONE
};

/// The 64x64 table against lines and spans, in a node.
const TABLE_IN_A_NODE: Contest = Contest {
    study: "node",
    variant: NODE,
    others: &["node+sliders-magic+between-line-span"],
    claimed: Verdict::Faster,
    contexts: EVERYWHERE_IN_A_NODE,
    within: Some(IN_A_NODE),
    ..ALONE
};

/// Small tables for sliders, in a node beside a working set.
const SMALL_SLIDERS_IN_A_NODE: Contest = Contest {
    study: "node",
    variant: "node+sliders-hyperbola-lanes+between-rectangular",
    others: &[NODE, "node+sliders-pext+between-rectangular"],
    claimed: Verdict::Faster,
    contexts: &[PRESSURE],
    within: Some(IN_A_NODE),
    ..ALONE
};

/// Magics, in a node.
const MAGICS_IN_A_NODE: Contest = Contest {
    study: "node",
    variant: NODE,
    others: &["node+sliders-hyperbola+between-rectangular"],
    claimed: Verdict::Faster,
    contexts: &[THROUGHPUT],
    within: Some(IN_A_NODE),
    ..ALONE
};

/// Exchanges by a table of attack and defend bytes against exact ones.
const EXCHANGE_TABLE: Contest = Contest {
    study: "exchange",
    variant: "exchange-table+sliders-magic",
    others: &["exchange-swap+sliders-magic"],
    claimed: Verdict::Faster,
    contexts: &[THROUGHPUT, LATENCY, PRESSURE],
    stream: Some("positions"),
    ..ALONE
};

/// Accurate enough is what errs less often than our own verdicts may, which hold at 95 %:
/// what cannot be told from a measurement's error should not decide.
const ENOUGH: f64 = 0.05;

const HOT: &[&str] = &[THROUGHPUT, LATENCY];

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "dailey",
        text: "The 64x64 table of squares in between is slightly faster than the 0x88 difference \
            with a rotation.",
        sources: &[Source {
            text: "Don Dailey, on Komodo, Computer Chess Club, 2012-12-04, through the wiki page \
                Square Attacked By",
            link: Some(SQUARE_ATTACKED_BY),
        }],
        settled_by: "between: the 0x88 difference against the 64x64 table, hot",
        rule: Rule::Contests(&[Contest {
            study: BETWEEN,
            variant: ROTATE,
            others: &[RECTANGULAR],
            claimed: Verdict::Slower,
            contexts: HOT,
            ..ALONE
        }]),
        limits: Some(
            "It was said of an engine, in which a lookup is a small part of the time: our loops \
             can support the direction, not the size.",
        ),
    },
    Claim {
        id: "glinscott",
        text: "In an engine it is the other way round: a table of squares in between that takes \
            less of the cache gave 0.88 % more nodes per second.",
        sources: &[Source {
            text: "Gary Linscott, Stockfish, pull request 37, 2012-12-03",
            link: Some("https://github.com/mcostalba/Stockfish/pull/37"),
        }],
        settled_by: "between: the 0x88 difference against the 64x64 table beside a competing \
            working set; and the lookups inside of an application",
        rule: Rule::Contests(&[Contest {
            study: BETWEEN,
            variant: ROTATE,
            others: &[RECTANGULAR],
            claimed: Verdict::Faster,
            contexts: &[PRESSURE],
            also: &[&SMALL_TABLE_IN_A_NODE],
            ..ALONE
        }]),
        limits: Some(
            "Our node asks what a program asks of these lookups, and nothing else: nodes per \
             second were not measured.",
        ),
    },
    Claim {
        id: "cache-competition",
        text: "The 64x64 table is likely the fastest way on recent processors, but its 32 KB \
            compete for the caches.",
        sources: &[Source {
            text: "Chess Programming Wiki, Square Attacked By",
            link: Some(SQUARE_ATTACKED_BY),
        }],
        settled_by: "between: the 64x64 table against the page's other ways, hot; and whether one \
            of them wins beside a competing working set",
        rule: Rule::Contests(&[
            Contest {
                study: BETWEEN,
                variant: RECTANGULAR,
                others: &[TRIANGULAR, ROTATE, BRANCHLESS],
                claimed: Verdict::Faster,
                contexts: HOT,
                ..ALONE
            },
            Contest {
                study: BETWEEN,
                variant: RECTANGULAR,
                others: &[TRIANGULAR, ROTATE, BRANCHLESS],
                claimed: Verdict::Slower,
                contexts: &[PRESSURE],
                extent: Extent::Somewhere,
                ..ALONE
            },
        ]),
        limits: Some("Judged among the techniques of that page; others may be faster still."),
    },
    Claim {
        id: "nalimov",
        text: "A triangle of the table halves its size, but may not pay: its index takes more \
            work.",
        sources: &[Source {
            text: "Eugene Nalimov, Computer Chess Club, 1999-10-06, through the wiki page Square \
                Attacked By",
            link: Some(SQUARE_ATTACKED_BY),
        }],
        settled_by: "between: the triangular against the 64x64 table in every context",
        rule: Rule::Contests(&[Contest {
            study: BETWEEN,
            variant: TRIANGULAR,
            others: &[RECTANGULAR],
            claimed: Verdict::Slower,
            contexts: &[THROUGHPUT, LATENCY, TWO_THREADS, COLD, PRESSURE],
            ..ALONE
        }]),
        limits: None,
    },
    Claim {
        id: "isenberg",
        text: "Calculating the squares in between is likely too expensive on the fly, and of use \
            for filling tables at most.",
        sources: &[Source {
            text: "Chess Programming Wiki, Square Attacked By, after Gerd Isenberg, Computer \
                Chess Club, 2007-04-06",
            link: Some(SQUARE_ATTACKED_BY),
        }],
        settled_by: "between: the calculation against the page's tables; hot, cold, beside a \
            competing working set, in batches",
        rule: Rule::Contests(&[Contest {
            study: BETWEEN,
            variant: BRANCHLESS,
            others: &[RECTANGULAR, TRIANGULAR, ROTATE],
            claimed: Verdict::Slower,
            contexts: &[THROUGHPUT, LATENCY, COLD, PRESSURE],
            also: &[&CALCULATION_IN_BATCHES],
            ..ALONE
        }]),
        limits: None,
    },
    Claim {
        id: "sizes",
        text: "The tables take 32 KB (64x64), 2080 x 8 bytes (triangular), 1920 bytes (0x88 \
            difference), 14 KB (attacks by piece) and 896 KB (exchanges).",
        sources: &[
            Source {
                text: "Chess Programming Wiki, Square Attacked By",
                link: Some(SQUARE_ATTACKED_BY),
            },
            Source { text: "Chess Programming Wiki, Attack and Defend Maps", link: Some(MAPS) },
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
        limits: Some(
            "The 896 KB for exchanges are one of the tables of exchange-table: its entries, of a \
             byte each, stand with the claim ed-see.",
        ),
    },
    Claim {
        id: "sf-table-back",
        text: "Going back from lines and spans to a 64x64 table of squares in between made an \
            engine's perft 4.55 % faster.",
        sources: &[Source {
            text: "Stockfish, pull request 3397, 2021-03-15",
            link: Some("https://github.com/official-stockfish/Stockfish/pull/3397"),
        }],
        settled_by: "between: the 64x64 table against lines and spans, hot; and the lookups \
            inside of an application",
        rule: Rule::Contests(&[Contest {
            study: BETWEEN,
            variant: RECTANGULAR,
            others: &[LINE_SPAN],
            claimed: Verdict::Faster,
            contexts: HOT,
            also: &[&TABLE_IN_A_NODE],
            ..ALONE
        }]),
        limits: Some(
            "The 4.55 % are of an engine's perft, and of a table that holds the last square too: \
             we can support the direction, not the size.",
        ),
    },
    Claim {
        id: "small-sliders-win",
        text: "For sliders, some 4.6 KB of hyperbola quintessence beat 841 KB of magics in an \
            engine: 3.1 % more nodes per second with AVX2, 1.7 to 1.8 % on Arm; and PEXT is no \
            faster.",
        sources: &[
            Source {
                text: "Stockfish, pull request 6795, 2026-05-01",
                link: Some("https://github.com/official-stockfish/Stockfish/pull/6795"),
            },
            Source {
                text: "Stockfish, pull request 6845, 2026-05-23",
                link: Some("https://github.com/official-stockfish/Stockfish/pull/6845"),
            },
        ],
        settled_by: "sliders: throughput against the competing working set; and the lookups \
            inside of an application",
        rule: Rule::Contests(&[Contest {
            study: SLIDERS,
            variant: LANES,
            others: &[MAGIC, PEXT],
            claimed: Verdict::Faster,
            contexts: &[PRESSURE],
            also: &[&SMALL_SLIDERS_IN_A_NODE],
            ..ALONE
        }]),
        limits: Some(
            "It was said of an engine: our loops and nodes beside a working set can support the reason, not the size. In a build for any processor the lanes are called, which an engine built for one saves.",
        ),
    },
    Claim {
        id: "magics-perft",
        text: "Magics make perft some 20 % faster on x86, and much less outside of tight \
            benchmarks.",
        sources: &[Source {
            text: "The documentation of shakmaty",
            link: Some("https://docs.rs/shakmaty"),
        }],
        settled_by: "sliders: throughput; and the lookups inside of an application",
        rule: Rule::Contests(&[Contest {
            study: SLIDERS,
            variant: MAGIC,
            others: &[HYPERBOLA],
            claimed: Verdict::Faster,
            contexts: &[THROUGHPUT],
            also: &[&MAGICS_IN_A_NODE],
            ..ALONE
        }]),
        limits: Some(
            "The 20 % are of a perft. How much is left outside of tight loops is what the pressure on the cache shows.",
        ),
    },
    Claim {
        id: "lc0-threads",
        text: "Magics that speed an engine up with one thread slow it down with two.",
        sources: &[Source {
            text: "Leela Chess Zero, pull request 628, 2018-12-29",
            link: Some("https://github.com/LeelaChessZero/lc0/pull/628"),
        }],
        settled_by: "sliders: beside another thread, and beside a competing working set",
        rule: Rule::Contests(&[
            Contest {
                study: SLIDERS,
                variant: MAGIC,
                others: &[HYPERBOLA],
                claimed: Verdict::Faster,
                contexts: HOT,
                ..ALONE
            },
            Contest {
                study: SLIDERS,
                variant: MAGIC,
                others: &[HYPERBOLA],
                claimed: Verdict::Slower,
                contexts: &[TWO_THREADS],
                extent: Extent::Somewhere,
                ..ALONE
            },
        ]),
        limits: Some(
            "It was said of an engine whose threads share a core's caches; ours run on cores of their own.",
        ),
    },
    Claim {
        id: "sliders-first",
        text: "Whether a side attacks a square is best asked of its sliders first, for their \
            loads are slow.",
        sources: &[
            Source {
                text: "Stockfish, pull request 5762, 2025-01-11",
                link: Some("https://github.com/official-stockfish/Stockfish/pull/5762"),
            },
            Source {
                text: "Lynx asked them last and found no difference, pull request 369, 2023-08-20",
                link: Some("https://github.com/lynx-chess/Lynx/pull/369"),
            },
        ],
        settled_by: "attackers: the orders of asking, on positions of games",
        rule: Rule::Contests(&[Contest {
            study: "attackers",
            variant: "attackers-sliders-first+sliders-magic",
            others: &["attackers-leapers-first+sliders-magic"],
            claimed: Verdict::Faster,
            contexts: HOT,
            ..ALONE
        }]),
        limits: None,
    },
    Claim {
        id: "hyatt-guard",
        text: "Asking first whether any slider stands on a line with the square saves the \
            slider's lookup.",
        sources: &[Source {
            text: "Robert Hyatt, Computer Chess Club, 2013-12-29, through the wiki page Square \
                Attacked By",
            link: Some(SQUARE_ATTACKED_BY),
        }],
        settled_by: "attackers: guarded against plain, with how often the guard holds",
        rule: Rule::Contests(&[Contest {
            study: "attackers",
            variant: "attackers-guarded+sliders-magic",
            others: &["attackers-super-piece+sliders-magic"],
            claimed: Verdict::Faster,
            contexts: HOT,
            ..ALONE
        }]),
        limits: None,
    },
    Claim {
        id: "olithink-xray",
        text: "X-rays by one lookup, for 8 KB more, take the place of two slider lookups.",
        sources: &[Source {
            text: "Chess Programming Wiki, X-ray Attacks, after Oliver Brausch's OliThink, \
                Computer Chess Club, 2007-12-18",
            link: Some(X_RAY_ATTACKS),
        }],
        settled_by: "xrays: one lookup against two",
        rule: Rule::Contests(&[Contest {
            study: "xrays",
            variant: "xrays-kindergarten",
            others: &["xrays-two-lookups+sliders-magic", "xrays-two-lookups+sliders-obstruction"],
            claimed: Verdict::Faster,
            contexts: HOT,
            ..ALONE
        }]),
        limits: None,
    },
    Claim {
        id: "conditional-xray",
        text: "A condition saves the second lookup of an x-ray.",
        sources: &[Source {
            text: "Chess Programming Wiki, X-ray Attacks",
            link: Some(X_RAY_ATTACKS),
        }],
        settled_by: "xrays: by how often the condition holds",
        rule: Rule::Contests(&[Contest {
            study: "xrays",
            variant: "xrays-conditional+sliders-magic",
            others: &["xrays-two-lookups+sliders-magic"],
            claimed: Verdict::Faster,
            contexts: HOT,
            ..ALONE
        }]),
        limits: None,
    },
    Claim {
        id: "check-by-move",
        text: "Telling a check from the last move saves next to nothing against asking on the \
            fly without branches.",
        sources: &[Source {
            text: "Chess Programming Wiki, Checks and Pinned Pieces",
            link: Some(CHECKS),
        }],
        settled_by: "checks: both on replayed games",
        rule: Rule::Contests(&[Contest {
            study: "checks",
            variant: "checks-by-move+attacked-0x88-table+between-rectangular",
            others: &["checks-after-move+sliders-magic"],
            claimed: Verdict::Slower,
            contexts: HOT,
            ..ALONE
        }]),
        limits: Some(
            "Refuted means that the move alone told it faster than playing it and looking; by how much stands in the figures.",
        ),
    },
    Claim {
        id: "incremental-maps",
        text: "Attack tables kept up to date move by move pay in openings and middlegames, and \
            cost more towards the ending, with queens above all.",
        sources: &[Source {
            text: "Chess Programming Wiki, Attack and Defend Maps",
            link: Some(MAPS),
        }],
        settled_by: "maps: from how many questions after each ply on a map that is kept is \
            faster than answers on the fly, by phase of the game",
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
        limits: Some(
            "Confirmed means that a map exists that certainly breaks even with fewer questions \
             in openings and middlegames than later: how many an engine asks is another \
             question.",
        ),
    },
    Claim {
        id: "ed-see",
        text: "A table of 896 KB answers exchanges fast and accurately enough.",
        sources: &[
            Source {
                text: "Chess Programming Wiki, Attack and Defend Maps, after Ed Schröder's Rebel",
                link: Some(MAPS),
            },
            Source {
                text: "Tord Romstad found it wrong at times, Computer Chess Club, 2004-01-16",
                link: None,
            },
        ],
        settled_by: "exchange: the share of errors against an exact exchange, the entries \
            touched, and the time with building the index",
        rule: Rule::Approximation(&Approximation {
            contest: EXCHANGE_TABLE,
            beside: Contest {
                contexts: HOT,
                stream: Some("prepared"),
                within: Some("With the bytes built before"),
                ..EXCHANGE_TABLE
            },
            tolerance: ENOUGH,
        }),
        limits: Some(
            "How often a wrong answer changes the move that a search finds was not measured; nor \
             what bytes are worth that an engine builds for its evaluation anyway.",
        ),
    },
    Claim {
        id: "directions",
        text: "Targets are found direction by direction, for all pieces at once, faster than \
            piece by piece through lookups.",
        sources: &[Source {
            text: "Chess Programming Wiki, Pieces versus Directions",
            link: Some(DIRECTIONS),
        }],
        settled_by: "targets: by the number of sliders",
        rule: Rule::Contests(&[Contest {
            study: "targets",
            variant: "targets-by-direction",
            others: &["targets-by-piece+sliders-magic"],
            claimed: Verdict::Faster,
            contexts: &[THROUGHPUT, LATENCY, PRESSURE],
            ..ALONE
        }]),
        limits: Some(
            "The page holds both to be possible and does not say which is faster: confirmed means \
             that directions are.",
        ),
    },
    Claim {
        id: "bad-mask",
        text: "Old copies of the calculation, which mask with 0xff, answer 1505 of the 4096 \
            ordered pairs of squares wrongly; with 7 and 15 all are right.",
        sources: &[Source { text: "Found by this laboratory", link: None }],
        settled_by: "counting the wrong answers against the oracle",
        rule: Rule::Mistake(CountedMistake {
            study: BETWEEN,
            mistake: "between-branchless-0xff",
            right: BRANCHLESS,
            wrong: 1505.0,
            questions: 4096.0,
        }),
        limits: None,
    },
];
