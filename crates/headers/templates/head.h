/* SPDX-License-Identifier: @license@
 *
 * @summary@.
 *
 * A lookup of Spacetime for C11 and C++17, by GCC or Clang. `cargo run -p headers` writes it,
 * with the tables of crates/@crate@; .ci/taking compares it with the naive oracle.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - Tables: @bytes@. C++ keeps them once, C keeps constants once in each file.
 * - Needs: @needs@.
 * - Source: @source@
 * - @figures@
 */
#ifndef @NAME@_H
#define @NAME@_H

#if !defined(__GNUC__) && !defined(__clang__)
#error "@file@ expects GCC or Clang"
#endif
@guard@

#include <stdint.h>

#ifndef SPACETIME_CONSTANT
#ifdef __cplusplus
#define SPACETIME_CONSTANT alignas(64) inline const
#else
#define SPACETIME_CONSTANT _Alignas(64) static const
#endif
#endif

