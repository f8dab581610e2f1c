// SPDX-License-Identifier: GPL-3.0-or-later
// A count with its noun in English: "1 gap", "1 471 gaps".
#pragma once

#include "core/base/Format.h"

#include <cstdint>
#include <string>

namespace lamella::core {

[[nodiscard]] inline std::string counted(std::uint64_t count, const char *one, const char *many)
{
    constexpr std::uint64_t kMax = INT64_MAX;
    return formatCount(static_cast<std::int64_t>(count < kMax ? count : kMax)) + " " + (count == 1 ? one : many);
}

} // namespace lamella::core
