// SPDX-License-Identifier: GPL-3.0-or-later
// A regular expression with named groups that must match the whole of a text, matched by RE2 in linear time. Case-sensitive, over
// UTF-8.
//
// Syntax: RE2 (https://github.com/google/re2/wiki/Syntax); groups are (?<name>…) or (?P<name>…). Back references and look-around
// are not supported and are reported as errors.
#pragma once

#include "core/base/Result.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace lamella::core {

class GroupPattern {
public:
    // Errors: BadProfile, with the offset in the pattern if known.
    static Result<GroupPattern> compile(std::string_view pattern);
    [[nodiscard]] bool hasGroup(const std::string &name) const;
    // What each group matched, by name; groups that took no part are empty. nullopt if the text does not match.
    [[nodiscard]] std::optional<std::map<std::string, std::string>> match(std::string_view text) const;

private:
    std::shared_ptr<const re2::RE2> m_compiled;
};

} // namespace lamella::core
