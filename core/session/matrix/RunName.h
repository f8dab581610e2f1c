// SPDX-License-Identifier: GPL-3.0-or-later
// Parses the file name of a run: model, mode, sequence length, warm-up steps.
#pragma once

#include "core/base/Result.h"
#include "core/profile/GroupPattern.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace lamella::core {

struct RunName {
    std::string tag;
    std::string model;
    std::string mode; // "FWD", "FWD_BWD"; always upper case
    std::int64_t sequence = 0;
    std::optional<std::size_t> warmUp; // steps before the measured ones
};

class RunNamePattern {
public:
    // Named groups tag, model, mode, seq, warm; model and seq are required. Syntax: GroupPattern. Empty = kUsual. Errors: BadRequest,
    // with the position of the error if known.
    static Result<RunNamePattern> parse(const std::string &pattern);
    [[nodiscard]] std::optional<RunName> match(const std::string &fileName) const;

    static constexpr const char *kUsual =
        R"((?:.*__)?(?<tag>[^_]+(?:_[^_]+)*)__(?<model>[^_]+(?:_[^_]+)*)__(?<mode>(?i:FWD_BWD|FWD))__seq(?<seq>\d+)(?:__warm(?<warm>\d+))?.*)";

private:
    explicit RunNamePattern(GroupPattern pattern)
        : m_pattern(std::move(pattern))
    {
    }

    GroupPattern m_pattern;
};

} // namespace lamella::core
