// SPDX-License-Identifier: GPL-3.0-or-later
// The contents of the inspector as plain values: sections made from the rows of the table inspect. Pure; texts in the language of
// the window.
#pragma once

#include "core/model/Selection.h"
#include "core/report/ReportTable.h"
#include "core/report/TableRequest.h"
#include "core/session/AnalysisSession.h"
#include "widgets/session/PassBrush.h"

#include <QColor>
#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <vector>

namespace lamella::ui {

class InspectorText {
    Q_DECLARE_TR_FUNCTIONS(InspectorText)
};

struct InspectorRow {
    QString label;
    QString value;
    QString note; // in text 2 after the label
    QString tip;
    int category = -1; // core::Category: chip before the label
    int cause = -1; // core::GapCause: chip before the label
    QColor color = {}; // chip before the label; invalid: none
    std::optional<double> bar; // of the longest in the section; negative: to the left of the zero line
    std::optional<double> share = {}; // the row is a bar of this share of its width, with the value behind it
    bool delta = false; // the bar has a zero line
    int shared = 0; // letters that the label has in common with the beginning of another of its section
    bool total = false; // line above, strong
    bool sentence = false; // `label` over the full width, wrapped
    bool wraps = false; // a label, or the reason for a missing value, that has no room in one line takes more
    core::Selection target = {}; // label is a link if there is one
    QString file = {}; // the value is a link to a line of source
    std::int64_t line = 0;
    QString view = {}; // the label is a link that shows this view
    PassBrush passes = {}; // the label is a link that marks these passes; empty: it is not
    core::Selection other = {}; // the label is a link that compares `passes`, shown by `target`, with the rest, shown by this
    std::optional<core::PassSelection> otherThan = {}; // the label is a link that lets another pass of its device be chosen
    [[nodiscard]] bool isLink() const
    {
        return !std::holds_alternative<std::monostate>(target) || !file.isEmpty() || !view.isEmpty() || !passes.isEmpty()
            || otherThan;
    }
};

[[nodiscard]] InspectorRow sentenceRow(const QString &text);
[[nodiscard]] InspectorRow factRow(const QString &label, const QString &value);

struct InspectorMark { // a dot of a strip, a bar of a pass, a bin, or a column of passes
    QString label;
    std::int64_t ns = 0; // of a bin: its lower end; of a column: the median
    std::int64_t count = 1; // of a bin or a column
    bool self = false;
    bool counted = true;
    core::Selection target = {};
    std::int64_t lowNs = 0; // of a column: P10
    std::int64_t highNs = 0; // of a column: P90; of the last bin: its upper end
    int cause = -1; // core::GapCause of a part of a gap
    QColor color = {}; // of a part of a stack that is no category
    QString value = {}; // its unit, if `ns` is not a time
    int lane = 0; // of a pair: 0 = A, 1 = B
};

struct InspectorSection {
    enum class Picture : std::uint8_t { None, Dots, Pair, Bars, Bands, Bins, Stack, Share, Gap };
    QString id; // "why", as in the table
    QString title;
    QString aside; // right of the title, or below it where both do not fit
    Picture picture = Picture::None;
    std::vector<InspectorMark> marks; // of the picture
    std::optional<std::int64_t> medianNs; // line in the picture
    QString medianWord; // what the line is, "median layer"
    double share = 0; // of Picture::Share
    bool referenceSwitch = false; // type | steady
    std::vector<InspectorRow> rows;
};

struct InspectorContent {
    QString icon;
    QString title;
    QString path;
    QString figure; // "361.0 µs"
    QString unit; // "wall"
    QString rank; // "slowest of 30 MoE layers"
    bool isWarning = false; // the rank: an outlier, or partial
    QString moment; // "4.2 s": its subject, shown instead of the range of the selection
    core::Selection subject; // what the range is of, where it is more than the selection; empty: the selection
    core::Selection momentEvent; // the event of that moment; empty: the trace has none
    std::vector<InspectorSection> sections; // in the order of the inspector

    [[nodiscard]] QString asText() const;
};

// `limits` may be null: these sections are then left out until it is available. `against` names the switch's state; `hidden` are
// ids of rules of advice that the user has hidden.
[[nodiscard]] InspectorContent inspectorContent(
    const core::ReportTable *figures, const core::ReportTable *limits, core::Against against, const QStringList &hidden = {});

[[nodiscard]] QString deltaText(std::int64_t ns); // "+41.93 µs"

// The request for a selection; nothing for events of the host. `rangeWith`: the pass that a time range is compared with; none = the
// median pass.
[[nodiscard]] std::optional<core::TableRequest> inspectRequest(const core::TraceDocument &document,
    const core::Selection &selection, core::Against against, const std::optional<core::PassSelection> &rangeWith = {});

} // namespace lamella::ui
