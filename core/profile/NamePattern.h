// SPDX-License-Identifier: GPL-3.0-or-later
// Pattern for kernel names: case-insensitive substring, or /regex/ (case-insensitive, linear time: see Regex).
#pragma once

#include "core/base/Result.h"
#include "core/profile/Regex.h"

#include <optional>
#include <string>
#include <string_view>

namespace lamella::core {

class NamePattern {
public:
    static Result<NamePattern> parse(std::string_view text); // BadProfile on a bad regex
    [[nodiscard]] bool matches(std::string_view lowerCasedName) const;
    [[nodiscard]] const std::string &text() const { return m_text; }
    [[nodiscard]] const std::string &needle() const { return m_needle; } // empty for a /regex/
    [[nodiscard]] std::string expression() const; // in the syntax of Regex, also for plain text

private:
    std::string m_text;
    std::string m_needle;
    std::optional<Regex> m_regex; // none: m_needle is searched for
};

} // namespace lamella::core
