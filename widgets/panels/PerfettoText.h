// SPDX-License-Identifier: GPL-3.0-or-later
// A time range in the forms that Perfetto accepts.
#pragma once

#include "core/base/Time.h"
#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"

#include <QString>

namespace lamella::ui {

struct PerfettoText {
    QString start; // "0.465270103 s", from zero, as Perfetto's ruler shows it
    QString end;
    QString startNs; // from zero
    QString lengthNs;
    QString rawBegin; // ns on the trace's clock, with Perfetto's rounding
    QString rawEnd;
    QString url; // empty if Perfetto does not read this format
    QString sql;
};

// The selection decides whether link and query refer to one slice or a range.
[[nodiscard]] PerfettoText perfettoText(
    const core::TraceDocument &document, const core::Selection &selection, const core::TimeRange &range);

} // namespace lamella::ui
