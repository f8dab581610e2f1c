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

    const auto *kernel = std::get_if<core::KernelSelection>(&selection);
    const auto *event = std::get_if<core::EventSelection>(&selection);
    const std::string address = stdtext(PerfettoSettings::load().address);
    if (kernel != nullptr || event != nullptr) {
        core::PerfettoLinkRequest link;
        link.address = address;
        link.slice =
            kernel != nullptr ? core::perfettoSlice(document, kernel->kernel) : core::perfettoSlice(document, event->event);
        text.url = qtext(core::perfettoLink(link));
        // Perfetto's table contains its own rounding of the recorded times.
        text.sql = QStringLiteral("SELECT id, ts, dur, name FROM slice WHERE ts = %1 AND dur = %2")
                       .arg(static_cast<qlonglong>(link.slice->startNs))
                       .arg(static_cast<qlonglong>(link.slice->durationNs));
    } else {
        text.url = qtext(core::perfettoUrl(document, range, address));
        text.sql = QStringLiteral("SELECT id, ts, dur, name FROM slice WHERE ts >= %1 AND ts < %2 ORDER BY ts")
                       .arg(text.rawBegin, text.rawEnd);
    }
    return text;
}

} // namespace lamella::ui
