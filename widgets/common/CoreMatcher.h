// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the template that matches a sentence. Texts contain names from untrusted files: one pass over the text per template, no
// backtracking, and limits on length, depth and number of sentences.
#pragma once

#include "widgets/common/CoreTemplates.h"

#include <QString>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::ui {

constexpr std::size_t kMaxParts = 9;

// A template split at its placeholders: literal, part, literal, part, … literal.
class CompiledTemplate {
public:
    explicit CompiledTemplate(const CoreTemplate &source);

    using Parts = std::array<std::string_view, kMaxParts>; // by number of the placeholder, from 0
    [[nodiscard]] std::optional<Parts> match(std::string_view text) const; // parts are never empty
    [[nodiscard]] char kindOf(std::size_t number) const;
    [[nodiscard]] std::size_t literalBytes() const { return m_literalBytes; }
    [[nodiscard]] const std::string &text() const { return m_text; }

private:
    [[nodiscard]] std::size_t findLiteral(std::string_view text, std::size_t at, std::size_t from, std::size_t limit) const;
    [[nodiscard]] bool fits(std::string_view part, std::size_t number) const;

    std::string m_text;
    std::string_view m_kinds;
    std::vector<std::string> m_literals; // one more than placeholders
    std::vector<std::size_t> m_numbers; // placeholder numbers, in text order
    std::size_t m_literalBytes = 0;
};

// The translations of one language.
class CoreMatcher {
public:
    // Looks up a whole text; nothing if the language has no such entry.
    using Lookup = std::optional<QString> (*)(std::string_view);

    CoreMatcher(std::span<const CoreTemplate> templates, Lookup lookup);

    [[nodiscard]] std::optional<QString> translated(std::string_view text, int depth = 0) const;

private:
    struct Entry {
        CompiledTemplate pattern;
        QString translation;
    };

    [[nodiscard]] std::optional<QString> byTemplate(std::string_view text, bool single, int depth) const;
    [[nodiscard]] bool holdsSingles(const Entry &entry, const CompiledTemplate::Parts &parts) const;
    [[nodiscard]] std::optional<QString> bySentences(
        std::string_view text, std::span<const std::string_view> separators, int depth) const;
    [[nodiscard]] QString filled(const Entry &entry, const CompiledTemplate::Parts &parts, int depth) const;

    Lookup m_lookup;
    std::vector<Entry> m_entries; // longest literals first
};

// True if the part looks like a number as core writes it, with or without a unit ("1.25 ms", "12 %").
[[nodiscard]] bool looksLikeNumber(std::string_view part);

} // namespace lamella::ui
