// SPDX-License-Identifier: GPL-3.0-or-later
// Time format of the timeline: one format for the whole ruler, chosen by the user and saved in the settings.
#pragma once

#include "core/model/TraceDocument.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace lamella::ui {

enum class TimeFormat {
    Fitting, // unit chosen to fit the view
    Seconds, // as on Perfetto's ruler
    Milliseconds,
    Nanoseconds,
    Utc // wall clock, where the trace has one
};

[[nodiscard]] TimeFormat timeFormat(); // from the settings
void setTimeFormat(TimeFormat format);

// Nanoseconds since 1970 of a trace's zero: from the clock information in the file, or from its timestamps if they can only be
// Unix time. Empty for clocks with an arbitrary origin, as on most machines.
[[nodiscard]] std::optional<std::int64_t> utcOfZero(const core::TraceDocument &document);

// Round ticks for a range that counts from zero; for Utc at round times of day. `fittingPx`: room for a label of Fitting.
[[nodiscard]] TickScale axisTicks(
    TimeFormat format, std::optional<std::int64_t> utcOfZeroNs, core::TimeRange fromZero, int widthPx, double fittingPx);

class TimeAxis {
public:
    // `greatestNs` (from zero) and the step determine unit and digits. Without a wall clock, Utc falls back to Seconds.
    TimeAxis(TimeFormat format, std::optional<std::int64_t> utcOfZeroNs, std::int64_t greatestNs, std::int64_t stepNs);
    [[nodiscard]] QString label(std::int64_t nsFromZero) const;

private:
    TimeUnit m_unit;
    std::optional<std::int64_t> m_utcOfZero; // of Utc
};

} // namespace lamella::ui
