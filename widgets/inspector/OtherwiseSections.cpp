// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/OtherwiseSections.h"

#include "core/base/Format.h"
#include "widgets/charts/TipText.h"
#include "widgets/common/UiText.h"

namespace lamella::ui {

using inspector::Row;

namespace {

// The pass that a time range is in, where it is one.
std::optional<core::PassSelection> ownPass(const std::vector<Row> &title)
{
    for (const Row &row : title)
        if (const core::Selection target = row.target(); row.key() == "passes" && std::holds_alternative<core::PassSelection>(target))
            return std::get<core::PassSelection>(target);
    return std::nullopt;
}

} // namespace

InspectorSection sameSection(const std::vector<Row> &rows, const std::vector<Row> &title)
{
    InspectorSection section;
    section.id = QStringLiteral("same");
    section.title = InspectorText::tr("Against the same range");
    bool hasOwn = false; // the range is in one pass, which can be compared with others
    for (const Row &row : rows) {
        hasOwn = hasOwn || row.key() != "none";
        if (row.key() != "reference") {
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
    if (const std::optional<core::PassSelection> own = hasOwn ? ownPass(title) : std::nullopt) {
        InspectorRow choice = factRow(InspectorText::tr("Compare with another pass…"), {});
        choice.otherThan = own;
        choice.tip = InspectorText::tr("Choose the pass whose same kernels this range is compared with");
        section.rows.push_back(std::move(choice));
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
