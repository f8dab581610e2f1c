// SPDX-License-Identifier: GPL-3.0-or-later
// RE2 options for all patterns. Internal to core/profile: only its sources include RE2.
#pragma once

#include <re2/re2.h>

#include <cstdint>

namespace lamella::core {

// Case-insensitive over bytes, without captures, no logging. maxMemory in bytes.
[[nodiscard]] re2::RE2::Options regexOptions(std::int64_t maxMemory);

} // namespace lamella::core
