// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzzy match of typed letters and a name: all in order, better if adjacent and at the beginning of words; or whole words in any
// order. Pure functions.
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace lamella::ui {

struct FuzzyMatch {
    int score = 0; // greater is better; only comparable for the same pattern
    std::vector<int> positions; // in the text, ascending; the letters of the pattern that are not a space
};

// Case-insensitive; spaces of the pattern are ignored. Empty if a letter is missing. An empty pattern matches everything. Texts
// and patterns are truncated to 200 and 64 letters.
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString &pattern, const QString &text);

} // namespace lamella::ui
