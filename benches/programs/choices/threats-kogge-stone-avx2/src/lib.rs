//! The choice `threats-kogge-stone-avx2` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use engine::choices::Base;
use engine::lookups::WithThreats;
use threats_kogge_stone_avx2::KoggeStoneAvx2;

engine::program!(WithThreats<Base, KoggeStoneAvx2>);
