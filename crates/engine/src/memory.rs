//! All memory that a search needs besides the board.
//!
//! The caller owns it and may keep it from search to search, as a game does, or clear it. A
//! search allocates nothing.

use crate::history::{Followed, History};
use crate::limits::PLIES;
use crate::moves::Packed;
use crate::network::Network;
use crate::relations::RelationSums;
use crate::table::{Table, filled};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;
use lookup::serialize::AT_ONCE;

/// The memory of a search: hash table, histories, lists of moves, and the network of a
/// profile that has one.
#[derive(Debug)]
pub struct Memory {
    pub(crate) profile: Profile,
    pub(crate) table: Table,
    pub(crate) history: History,
    pub(crate) network: Option<Network>,
    pub(crate) frames: Vec<Frame>,
    /// Lists of captures and of quiet moves with their scores; each ply's begin where those of the
    /// ply before end.
    pub(crate) lists: [Vec<u32>; 2],
    /// The quiet moves as they are generated, each at the place of its score, and room to write
    /// some more [at once](lookup::serialize::AT_ONCE).
    pub(crate) quiets: Vec<u16>,
    /// The keys of the game's last positions and of those on the way to the current node.
    pub(crate) keys: Vec<u64>,
}

impl Memory {
    /// The sizes of a hash table in megabytes.
    pub const TABLES: RangeInclusive<usize> = 1..=1024;

    /// Allocates what a search by this profile needs.
    ///
    /// # Panics
    /// If the hash table's size is not among [`Memory::TABLES`], or there is not so much memory.
    #[must_use]
    pub fn new(table_megabytes: usize, profile: Profile) -> Memory {
        Memory::try_new(table_megabytes, profile).expect("memory for a search")
    }

    /// Allocates what a search by this profile needs.
    ///
    /// # Errors
    /// If the hash table's size is not among [`Memory::TABLES`], or there is not so much memory.
    pub fn try_new(table_megabytes: usize, profile: Profile) -> Result<Memory, MemoryError> {
        if !Memory::TABLES.contains(&table_megabytes) {
            return Err(MemoryError::Megabytes(table_megabytes));
        }
        let list = || filled(0, PLIES * LONGEST_LIST);
        let network = match profile {
            Profile::Material | Profile::Classical => None,
            Profile::Network => Some(Network::new(None)?),
            Profile::Threats => Some(Network::new(Some(RelationSums::new()?))?),
        };
        Ok(Memory {
            profile,
            table: Table::new(table_megabytes)?,
            history: History::new()?,
            network,
            frames: filled(Frame::EMPTY, PLIES)?,
            lists: [list()?, list()?],
            quiets: filled(0, PLIES * LONGEST_LIST + AT_ONCE)?,
            keys: filled(0, GAME_KEYS + PLIES)?,
        })
    }

    /// Forgets everything, so that the next search equals a first one. Weights stay.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
        self.frames.fill(Frame::EMPTY);
        if let Some(network) = &mut self.network {
            network.forget_touched();
        }
    }

    /// The number of rows of the network's weights that searches have added or subtracted since the
    /// memory was [cleared](Memory::clear); 0 without a network.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.network.as_ref().map_or(0, Network::touched)
    }

    /// The bytes of the hash table.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The profile that it was made for.
    #[must_use]
    pub fn profile(&self) -> Profile {
        self.profile
    }
}

/// No memory for a search.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MemoryError {
    /// A hash table has no such size; see [`Memory::TABLES`].
    Megabytes(usize),
    /// The system refused.
    Refused(TryReserveError),
}

impl From<TryReserveError> for MemoryError {
    fn from(error: TryReserveError) -> MemoryError {
        MemoryError::Refused(error)
    }
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryError::Megabytes(found) => {
                let (least, most) = Memory::TABLES.into_inner();
                write!(f, "expected {least} to {most} megabytes, found {found}")
            }
            MemoryError::Refused(_) => f.write_str("there is not so much memory"),
        }
    }
}

impl core::error::Error for MemoryError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            MemoryError::Megabytes(_) => None,
            MemoryError::Refused(error) => Some(error),
        }
    }
}

/// The work of a node besides search and move generation, as in engines of a kind.
///
/// The lookups of a node of the base, in the searches of the laboratory, beside those of the engine
/// that a profile is like, in its own bench:
///
/// | profile | sliders | in-betweens | like | sliders | in-betweens |
/// |---|---|---|---|---|---|
/// | `classical` | 14.9 | 1.06 | Stockfish 11 (c3483fa9a) | 15.3 | 0.60 |
/// | `network` | 9.2 | 1.05 | Carp 3.0.1 (7d5065b) | 10.8 | 0.12 |
/// | `threats` | 13.0 | 1.05 | Stockfish 18 | not counted | not counted |
///
/// Of the in-betweens half are for the pins that exchanges mind. Engines find them with those for
/// legality; here they are another question.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Profile {
    /// A classical evaluation, which asks what every piece attacks. Like Stockfish 11.
    Classical,
    /// Piece-square values decide, but sums of 1.5 MB of weights follow the moves too, as in Carp
    /// 3.0.1: 768 rows of 1024 weights of two bytes.
    Network,
    /// The same, with sums of some 90 MB of weights for attack relations: most rows that a move
    /// changes. In Stockfish 18 these are 79,856 rows of 1024 weights of a byte, here
    /// [a few more](lookup::index::ROWS).
    Threats,
    /// Piece-square values that follow the moves, and nothing else. The nodes are those of
    /// [`Profile::Network`] and [`Profile::Threats`].
    Material,
}

impl Profile {
    /// The profiles that are compared.
    pub const ALL: [Profile; 4] =
        [Profile::Classical, Profile::Network, Profile::Threats, Profile::Material];

    /// The name: `classical`, for example.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Classical => "classical",
            Profile::Network => "network",
            Profile::Threats => "threats",
            Profile::Material => "material",
        }
    }
}

/// Writes the name.
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads a name as it is written.
impl FromStr for Profile {
    type Err = ProfileError;

    fn from_str(name: &str) -> Result<Profile, ProfileError> {
        Profile::ALL.into_iter().find(|profile| profile.name() == name).ok_or(ProfileError)
    }
}

/// The text is no profile's name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ProfileError;

impl fmt::Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the name of a profile")
    }
}

impl core::error::Error for ProfileError {}

/// The game's keys that matter: a hundred half-moves without progress are a draw.
pub(crate) const GAME_KEYS: usize = 100;

/// No position has this many legal moves: with any pieces on the board, a square is reached from
/// eight directions and by eight knights, and the pieces themselves take up squares.
const LONGEST_LIST: usize = 640;

/// The state that a search keeps for a ply.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The last two quiet moves that refuted at this ply.
    pub(crate) killers: [Packed; 2],
    /// The evaluation of its position, unless in check.
    pub(crate) evaluation: Option<i32>,
    /// The move that is being searched.
    pub(crate) followed: Followed,
}

impl Frame {
    const EMPTY: Frame =
        Frame { killers: [Packed::NONE; 2], evaluation: None, followed: Followed::NOTHING };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::choices::Base;
    use alloc::string::ToString;

    #[test]
    fn profiles_are_read_as_they_are_written() {
        for profile in Profile::ALL {
            assert_eq!(profile.to_string().parse(), Ok(profile));
        }
        for name in ["", "Material", "mobility", "network-1", "threats "] {
            assert_eq!(name.parse::<Profile>(), Err(ProfileError), "{name}");
        }
    }

    #[test]
    fn a_memory_has_what_its_profile_needs_and_forgets_what_it_counted() {
        let board = Board::from_fen(Board::START).unwrap();
        for (profile, has_network) in [
            (Profile::Classical, false),
            (Profile::Network, true),
            (Profile::Threats, true),
            (Profile::Material, false),
        ] {
            let mut memory = Memory::new(3, profile);
            assert_eq!((memory.table_bytes(), memory.profile()), (3_145_728, profile));
            assert_eq!(memory.network.is_some(), has_network, "{profile}");
            if let Some(network) = &mut memory.network {
                network.begin::<Base>(&board);
            }
            // All 32 pieces are seen by both sides.
            assert_eq!(memory.rows() >= 64, has_network, "{profile}");
            memory.clear();
            assert_eq!(memory.rows(), 0, "{profile}");
        }
        assert_eq!(
            Profile::ALL.map(Profile::name),
            ["classical", "network", "threats", "material"]
        );
    }

    #[test]
    fn a_size_out_of_range_is_told_and_so_is_a_wrong_command() {
        use crate::uci::{Command, CommandError};
        for megabytes in [0, 1025] {
            let error = Memory::try_new(megabytes, Profile::Material).unwrap_err();
            assert_eq!(error, MemoryError::Megabytes(megabytes));
            assert!(error.to_string().starts_with("expected 1 to 1024 megabytes, found "));
        }
        let command = Command::read("position startpos moves e2e5");
        assert!(matches!(command, Err(CommandError::Illegal(m, _)) if m.to_string() == "e2e5"));
    }
}
