// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/PerfettoText.h"

#include "core/analysis/PerfettoLink.h"
#include "core/base/Format.h"
#include "widgets/common/UiText.h"
#include "widgets/perfetto/PerfettoSettings.h"

namespace lamella::ui {

PerfettoText perfettoText(const core::TraceDocument &document, const core::Selection &selection, const core::TimeRange &range)
{
    const std::int64_t zero = document.zero();
    PerfettoText text;
    text.start = qtext(core::formatTime(range.begin.value - zero));
    text.end = qtext(core::formatTime(range.end.value - zero));
    text.startNs = QString::number(static_cast<qlonglong>(range.begin.value - zero));
    text.lengthNs = QString::number(static_cast<qlonglong>(range.length().value));
    text.rawBegin = QString::number(static_cast<qlonglong>(document.bounds.perfettoTime(range.begin.value)));
    text.rawEnd = QString::number(static_cast<qlonglong>(document.bounds.perfettoTime(range.end.value)));
    if (!core::perfettoReads(document))
        return text;

    const bool oneSlice =
        std::holds_alternative<core::KernelSelection>(selection) || std::holds_alternative<core::EventSelection>(selection);
    const std::string address = stdtext(PerfettoSettings::load().address);
    if (oneSlice) {
        core::PerfettoLinkRequest link;
        link.address = address;
        link.slice = core::perfettoSlice(document, range.begin.value, range.length().value);
        text.url = qtext(core::perfettoLink(link));
    } else {
        text.url = qtext(core::perfettoUrl(document, range, address));
    }
    // Perfetto's table contains its own rounding of the recorded times.
    const auto begin = static_cast<qlonglong>(document.bounds.perfettoTime(range.begin.value));
    if (oneSlice) {
        text.sql = QStringLiteral("SELECT id, ts, dur, name FROM slice WHERE ts = %1 AND dur = %2")
                       .arg(begin)
                       .arg(static_cast<qlonglong>(document.bounds.perfetto(range.length().value)));
    } else {
        text.sql = QStringLiteral("SELECT id, ts, dur, name FROM slice WHERE ts >= %1 AND ts < %2 ORDER BY ts")
                       .arg(begin)
                       .arg(static_cast<qlonglong>(document.bounds.perfettoTime(range.end.value)));
    }
    return text;
}

} // namespace lamella::ui
