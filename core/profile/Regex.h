// SPDX-License-Identifier: GPL-3.0-or-later
// A regular expression, matched by RE2 in time linear in the text for any pattern. std::regex is not used because it backtracks
// (hours for a malicious pattern) and recurses once per byte.
//
// Syntax: RE2 (https://github.com/google/re2/wiki/Syntax), case-insensitive, over bytes. Back references and look-around are not
// supported and are reported as errors.
#pragma once

#include "core/base/Result.h"

#include <memory>
#include <string_view>

namespace re2 {
class RE2;
}

namespace lamella::core {

class Regex {
public:
    // `body`: the text between the slashes. Errors: BadProfile, with the offset in body if known, for a pattern that is not
    // supported or larger than kMaxRegexProgram.
    static Result<Regex> compile(std::string_view body);
    // True if the pattern occurs anywhere in the text.
    [[nodiscard]] bool search(std::string_view text) const;

private:
    std::shared_ptr<const re2::RE2> m_compiled;
};

inline constexpr int kMaxRegexProgram = 1500; // RE2 instructions; bounds the time per byte of text

} // namespace lamella::core
