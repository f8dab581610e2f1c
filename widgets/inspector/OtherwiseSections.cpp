// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/OtherwiseSections.h"

#include "core/base/Format.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/UiText.h"

namespace lamella::ui {

using inspector::Row;

InspectorSection sameSection(const std::vector<Row> &rows)
{
    InspectorSection section;
    section.id = QStringLiteral("same");
    section.title = InspectorText::tr("Against the same range");
    for (const Row &row : rows) {
        if (row.key() == "none") {
            section.rows.push_back(sentenceRow(row.word("value")));
            continue;
        }
        section.aside = deltaText(row.number("delta_ns").value_or(0));
        if (const auto share = row.share())
            section.aside += QStringLiteral(" (%1)").arg(signedShare(*share));
        InspectorRow there = factRow(row.word("what"), durationText(row.number("dur_ns").value_or(0)));
        there.target = row.target();
        there.wraps = true;
        there.tip = InspectorText::tr("Selects this range there; from the first of its kernels to the last one");
        section.rows.push_back(std::move(there));
    }
    return section;
}

InspectorSection gainSection(const Row &row)
{
    InspectorSection section;
    section.id = QStringLiteral("gain");
    section.title = InspectorText::tr("If it were gone");
    InspectorRow made = factRow(row.word("what"), durationText(-row.number("delta_ns").value_or(0)));
    if (row.share())
        made.note = qtext(core::formatShare(*row.share()));
    section.rows.push_back(std::move(made));
    return section;
}

} // namespace lamella::ui
