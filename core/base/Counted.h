// SPDX-License-Identifier: GPL-3.0-or-later
// "1 gap", "1 471 gaps": a number with what is counted, each form with a pattern of its own.
#pragma once

#include "core/base/Format.h"
#include "core/base/Message.h"

#include <cstdint>

namespace lamella::core {

// The count fills the first place of the pattern, the arguments those that follow.
template <typename... Arguments>
[[nodiscard]] Message counted(std::uint64_t count, const char *one, const char *many, Arguments &&...arguments)
{
    constexpr std::uint64_t kMax = INT64_MAX;
    return msg(count == 1 ? one : many, formatCount(static_cast<std::int64_t>(count < kMax ? count : kMax)),
        std::forward<Arguments>(arguments)...);
}

} // namespace lamella::core
