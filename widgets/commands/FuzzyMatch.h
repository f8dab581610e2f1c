// SPDX-License-Identifier: GPL-3.0-or-later
// How well typed letters fit a name: all of them in order, better together and at the beginning of words. Pure functions.
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace lamella::ui {

struct FuzzyMatch {
    int score = 0; // greater is better; comparable for one pattern only
    std::vector<int> positions; // in the text, ascending; one for each letter of the pattern that is no space
};

// Without regard to case; spaces of the pattern are ignored. Nothing when a letter is missing. An empty pattern fits everything.
// Texts and patterns are cut at 200 and 64 letters.
[[nodiscard]] std::optional<FuzzyMatch> fuzzyMatch(const QString &pattern, const QString &text);

} // namespace lamella::ui
