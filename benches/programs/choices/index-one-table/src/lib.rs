//! The choice `index-one-table` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use engine::choices::Base;
use engine::lookups::WithIndex;
use index_one_table::OneTable;

engine::program!(WithIndex<Base, OneTable>);
