// SPDX-License-Identifier: GPL-3.0-or-later
// Whether this is built with the address sanitizer, as g++ and clang say it.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define LAMELLA_UNDER_ASAN
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LAMELLA_UNDER_ASAN
#endif
#endif
