// SPDX-License-Identifier: GPL-3.0-or-later
// A line of a cell from one text for the translators, so that no language has to follow the order of English words.
#pragma once

#include "widgets/overview/OverviewCells.h"

#include <QString>

#include <initializer_list>
#include <vector>

namespace lamella::ui {

// A value of a pattern: text with the look of its place, or a run with its own, such as a link.
class PhraseValue {
public:
    PhraseValue(const QString &text); // NOLINT(google-explicit-constructor): a text is a value
    PhraseValue(int number); // NOLINT(google-explicit-constructor)
    PhraseValue(OverviewRun run); // NOLINT(google-explicit-constructor): a run is a value

    [[nodiscard]] const OverviewRun &run() const { return m_run; }
    [[nodiscard]] bool hasOwnLook() const { return m_ownLook; }

private:
    OverviewRun m_run;
    bool m_ownLook = false;
};

// In the pattern, <b>…</b> is strong, […] is left out of a narrow strip, {…} of a sentence that is still too long, and %1 to %9
// are the values. None of these signs is within another of its kind. `look`: of what is not strong.
[[nodiscard]] std::vector<OverviewRun> phraseRuns(
    const QString &pattern, std::initializer_list<PhraseValue> values, OverviewRun::Look look = OverviewRun::Look::Plain);

// Adds them to the line of a cell.
void addPhrase(OverviewCell &cell, const QString &pattern, std::initializer_list<PhraseValue> values = {},
    OverviewRun::Look look = OverviewRun::Look::Plain);

} // namespace lamella::ui
