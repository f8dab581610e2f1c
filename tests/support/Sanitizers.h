// SPDX-License-Identifier: GPL-3.0-or-later
// Which sanitizer a test program is built with. Under sanitizers, measured times and memory are not meaningful, and everything is
// several times slower.
#pragma once

namespace lamella::test {

#if defined(__SANITIZE_ADDRESS__)
#define LAMELLA_ADDRESS_SANITIZER true
#elif defined(__SANITIZE_THREAD__)
#define LAMELLA_THREAD_SANITIZER true
#elif defined(__has_feature) // clang does not define these macros
#if __has_feature(address_sanitizer)
#define LAMELLA_ADDRESS_SANITIZER true
#elif __has_feature(thread_sanitizer)
#define LAMELLA_THREAD_SANITIZER true
#endif
#endif

#ifdef LAMELLA_ADDRESS_SANITIZER
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif
#ifdef LAMELLA_THREAD_SANITIZER
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif
inline constexpr bool kSanitized = kAddressSanitizer || kThreadSanitizer;

} // namespace lamella::test
