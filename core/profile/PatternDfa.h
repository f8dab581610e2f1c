// SPDX-License-Identifier: GPL-3.0-or-later
// A regular expression compiled to a deterministic automaton: one table look-up for each byte of the text, whatever the
// pattern. std::regex backtracks (hours on a hostile pattern) and recurses once per byte (stack), so it is not used.
//
// Syntax: the part of ECMAScript that a finite automaton can do: literals, . [] () (?:) | * + ? {m,n} ^ $ \d \w \s \D \W \S,
// case-insensitive (the text must be in lower case). No back references, look-around or \b: the error says so.
#pragma once

#include "core/base/Result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

class PatternDfa {
public:
    // `body` is the text between the slashes. BadProfile, with the offset in body, for what is not supported or too complex.
    static Result<PatternDfa> compile(std::string_view body);
    // Whether the pattern occurs anywhere in the text.
    [[nodiscard]] bool search(std::string_view lowerCased) const;
    // Text that every match holds; may be empty.
    [[nodiscard]] const std::string &literal() const { return m_literal; }
    [[nodiscard]] std::size_t states() const { return m_flags.size(); }

private:
    friend class DfaBuilder;
    enum Flag : std::uint8_t { None = 0, Accepts = 1, AcceptsAtEnd = 2, Dead = 4 };

    std::array<std::uint8_t, 256> m_class{}; // bytes that no part of the pattern tells apart share a class
    std::size_t m_classes = 1;
    std::vector<std::uint16_t> m_next; // [state * m_classes + class]
    std::vector<std::uint8_t> m_flags;
    std::string m_literal; // occurs in every match; empty where the pattern gives none
};

} // namespace lamella::core
