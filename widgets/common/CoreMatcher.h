// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the template that a sentence fits. Texts come from files and are hostile: one pass over the text for each template, no
// backtracking, bounded length, depth and number of sentences.
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

// A template cut at its places: literal, part, literal, part, … literal.
class CompiledTemplate {
public:
    explicit CompiledTemplate(const CoreTemplate &source);

    using Parts = std::array<std::string_view, kMaxParts>; // by number of the place, from 0
    [[nodiscard]] std::optional<Parts> match(std::string_view text) const; // none of them is empty
    [[nodiscard]] char kindOf(std::size_t number) const;
    [[nodiscard]] std::size_t literalBytes() const { return m_literalBytes; }
    [[nodiscard]] const std::string &text() const { return m_text; }

private:
    [[nodiscard]] std::size_t findLiteral(std::string_view text, std::size_t at, std::size_t from, std::size_t limit) const;
    [[nodiscard]] bool fits(std::string_view part, std::size_t number) const;

    std::string m_text;
    std::string_view m_kinds;
    std::vector<std::string> m_literals; // one more than places
    std::vector<std::size_t> m_numbers; // of the places, in the order of the text
    std::size_t m_literalBytes = 0;
};

// The sentences of one language.
class CoreMatcher {
public:
    // Looks up a whole text; nothing where the language has no such entry.
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

// Whether a part may stand where core writes a number with or without its unit ("1.25 ms", "12 %").
[[nodiscard]] bool looksLikeNumber(std::string_view part);

} // namespace lamella::ui
