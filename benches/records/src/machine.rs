//! Where something was measured, and with what build.

use crate::text;
use serde::{Deserialize, Serialize};

/// The machine and the build. Records of two runs are put together only if they agree
/// on all of it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The processor's name.
    #[serde(deserialize_with = "text::prose")]
    pub cpu: String,
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
    /// The flags it was given beyond the profile's.
    #[serde(deserialize_with = "text::prose")]
    pub flags: String,
    /// The instruction sets it was allowed.
    #[serde(deserialize_with = "text::name")]
    pub features: Vec<String>,
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
