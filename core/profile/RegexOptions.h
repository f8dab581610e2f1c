// SPDX-License-Identifier: GPL-3.0-or-later
// RE2 options for all patterns. Internal to core/profile: only its sources include RE2, and
// call it with a MemoryReserve.
#pragma once

#include "core/base/Error.h"

#include <re2/re2.h>
#include <re2/stringpiece.h>

#include <cstdint>
#include <string_view>

namespace lamella::core {

// Case-insensitive over bytes, without captures, no logging. maxMemory in bytes.
[[nodiscard]] re2::RE2::Options regexOptions(std::int64_t maxMemory);

// RE2's own string type: newer versions take the one of Abseil, which need not be that of the standard library.
[[nodiscard]] inline re2::StringPiece regexText(std::string_view text)
{
    return {text.data(), text.size()};
}

// Why `body` cannot be compiled: BadProfile, with the offset in it if known.
[[nodiscard]] Error regexError(const re2::RE2 &compiled, std::string_view body);

} // namespace lamella::core
