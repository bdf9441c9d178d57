//! Where something was measured, and with what build.

use crate::{Build, text};
use serde::{Deserialize, Serialize};

/// The machine and the build. Records of two runs are put together only if they agree
/// on all of it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The processor's name.
    #[serde(deserialize_with = "text::prose")]
    pub cpu: String,
    /// Who made it, and which it is; nothing where the architecture does not tell.
    #[serde(default)]
    pub model: Option<Model>,
    /// The sizes of its data caches in bytes.
    pub caches: Caches,
    /// The operating system, its kernel's version if it tells, and the architecture.
    #[serde(deserialize_with = "text::prose")]
    pub os: String,
    /// Whether a hypervisor announces itself; nothing where this cannot be known.
    pub virtualised: Option<bool>,
    /// The frequency governor; nothing where the system does not tell.
    #[serde(default, deserialize_with = "text::prose")]
    pub governor: Option<String>,
    /// The compiler's version.
    #[serde(deserialize_with = "text::prose")]
    pub rustc: String,
    /// The build.
    pub build: Build,
    /// The flags it was given beyond the profile's.
    #[serde(deserialize_with = "text::prose")]
    pub flags: String,
    /// The instruction sets it was allowed.
    #[serde(deserialize_with = "text::name")]
    pub features: Vec<String>,
    /// The instruction sets that the processor has, as far as variants ask for them.
    #[serde(default, deserialize_with = "text::name")]
    pub present: Vec<String>,
}

/// A processor by its numbers.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The vendor, as the processor spells it.
    #[serde(deserialize_with = "text::name")]
    pub vendor: String,
    /// Its family.
    pub family: u64,
    /// Its model within the family.
    pub model: u64,
    /// Its stepping.
    pub stepping: u64,
}

/// Sizes of the data caches of one core in bytes; nothing where unknown.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Caches {
    /// First level.
    pub l1d: Option<u64>,
    /// Second level.
    pub l2: Option<u64>,
    /// Third level.
    pub l3: Option<u64>,
}

impl Caches {
    /// The largest working set of a sweep's continuous range: four times the second level,
    /// or 4 MiB where that is unknown. A step beyond it lies past the last level.
    #[must_use]
    pub fn reach(&self) -> u64 {
        self.l2.unwrap_or(1 << 20).saturating_mul(4)
    }
}
