// SPDX-License-Identifier: GPL-3.0-or-later
// How times are written along the timeline: one format for the whole ruler, chosen by the user and remembered.
#pragma once

#include "core/model/TraceDocument.h"
#include "widgets/timeline/TimelineGeometry.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace lamella::ui {

enum class TimeFormat {
    Fitting, // the unit that fits the view
    Seconds, // as Perfetto's ruler
    Milliseconds,
    Nanoseconds,
    Utc // wall clock, where the trace has one
};

[[nodiscard]] TimeFormat timeFormat(); // as remembered
void setTimeFormat(TimeFormat format);

// Nanoseconds since 1970 of a trace's zero: what the file says of its clock, or its timestamps where they can only be such.
// Nothing for clocks that begin anywhere, as those of most machines do.
[[nodiscard]] std::optional<std::int64_t> utcOfZero(const core::TraceDocument &document);

// Round ticks for a range that counts from zero; of Utc at round times of day. `fittingPx` is the room for a label of Fitting.
[[nodiscard]] TickScale axisTicks(
    TimeFormat format, std::optional<std::int64_t> utcOfZeroNs, core::TimeRange fromZero, int widthPx, double fittingPx);

class TimeAxis {
public:
    // `greatestNs` (from zero) and the step decide unit and digits. Without a wall clock, Utc becomes Seconds.
    TimeAxis(TimeFormat format, std::optional<std::int64_t> utcOfZeroNs, std::int64_t greatestNs, std::int64_t stepNs);
    [[nodiscard]] QString label(std::int64_t nsFromZero) const;

private:
    TimeUnit m_unit;
    std::optional<std::int64_t> m_utcOfZero; // of Utc
};

} // namespace lamella::ui
