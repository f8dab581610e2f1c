// SPDX-License-Identifier: GPL-3.0-or-later
// A regular expression, matched by RE2 in time linear in the text, whatever the pattern. std::regex backtracks (hours on a
// hostile pattern) and recurses once per byte, so it is not used.
//
// Syntax: that of RE2 (https://github.com/google/re2/wiki/Syntax), case-insensitive, over bytes. No back references and no
// look-around: the error says so.
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
    // `body` is the text between the slashes. Errors: BadProfile, with the offset in body where it is known, for what is not
    // supported or larger than kMaxRegexProgram.
    static Result<Regex> compile(std::string_view body);
    // Whether the pattern occurs anywhere in the text.
    [[nodiscard]] bool search(std::string_view text) const;

private:
    std::shared_ptr<const re2::RE2> m_compiled;
};

inline constexpr int kMaxRegexProgram = 1500; // instructions of RE2; bounds the time for each byte of a text

} // namespace lamella::core
