// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/LevelSection.h"

#include <algorithm>

namespace lamella::ui {

using inspector::Row;

InspectorSection levelSection(const std::vector<Row> &rows)
{
    InspectorSection section;
    section.id = QStringLiteral("else");
    section.title = InspectorText::tr("Where else");
    section.aside = InspectorText::tr("found by change of level");
    constexpr std::size_t kRows = 4;
    constexpr std::size_t kMax = 4; // of a run that changes again and again
    const std::size_t levels = rows.size() / kRows;
    for (std::size_t at = 0; at < std::min(levels, kMax) * kRows; at += kRows) {
        const Row &level = rows[at];
        const core::Selection begin = rows[at + 1].target();
        const core::Selection end = rows[at + 2].target();
        const auto *first = std::get_if<core::PassSelection>(&begin);
        const auto *last = std::get_if<core::PassSelection>(&end);
        if (first == nullptr || last == nullptr)
            break;
        InspectorRow change = factRow(level.word("what"), deltaText(level.number("delta_ns").value_or(0)));
        change.target = level.target();
        change.tip = InspectorText::tr("Selects the median pass of these");
        section.rows.push_back(std::move(change));
        section.rows.push_back(sentenceRow(InspectorText::tr("%1; starts at %2, ends at %3")
                                               .arg(level.word("value"), durationText(rows[at + 1].number("at_ns").value_or(0)),
                                                   durationText(rows[at + 2].number("at_ns").value_or(0)))));
        const PassBrush passes{first->device, first->pass, last->pass};
        InspectorRow select = factRow(InspectorText::tr("Select them"), {});
        select.passes = passes;
        select.tip = InspectorText::tr("Marks these passes in the pass strip");
        section.rows.push_back(std::move(select));
        InspectorRow compare = factRow(InspectorText::tr("Compare with the rest"), {});
        compare.target = level.target();
        compare.passes = passes;
        compare.other = rows[at + 3].target();
        compare.tip = InspectorText::tr("Compares the median over these passes with that over the others");
        section.rows.push_back(std::move(compare));
    }
    if (levels > kMax)
        section.rows.push_back(sentenceRow(InspectorText::tr("and %1 more ranges of passes").arg(levels - kMax)));
    return section;
}

} // namespace lamella::ui
