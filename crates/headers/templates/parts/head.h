/* SPDX-License-Identifier: @license@
 * SPDX-FileCopyrightText: @copyright@
 *
 * @summary@.
 *
 * A lookup of Spacetime for C11 and C++11. `cargo run -p headers` writes it, with the tables of
 * crates/@crate@; .ci/taking compares it with the naive oracle, by GCC and Clang.
 * It keeps to MSVC's rules too, but nobody has tried it on Windows.
 *
 * - Squares: a1 = 0, b1 = 1, h8 = 63. Square n of a set is its bit 1 << n.
 * - C++: the namespace spacetime::@space@ has the same for an engine's own types.
 * - Tables: @bytes@. C++17 keeps them once, others keep constants once in each file.
 * - Needs: @needs@.
 * - Source: @source@
 * - @figures@
@compilers@
 */
#ifndef @NAME@_H
#define @NAME@_H

#if !defined(__GNUC__) && !defined(__clang__) && !defined(_MSC_VER)
#error "@file@ expects GCC, Clang or MSVC"
#endif
@guard@

#include <stdint.h>

#ifndef SPACETIME_CONSTANT
#if defined(__cplusplus) && __cplusplus >= 201703L
#define SPACETIME_CONSTANT alignas(64) inline constexpr
#elif defined(__cplusplus)
#define SPACETIME_CONSTANT alignas(64) static constexpr
#else
#define SPACETIME_CONSTANT _Alignas(64) static
#endif
#endif

#ifndef SPACETIME_CAST
#ifdef __cplusplus
#define SPACETIME_CAST(type, value) static_cast<type>(value)
#else
#define SPACETIME_CAST(type, value) ((type)(value))
#endif
#endif

