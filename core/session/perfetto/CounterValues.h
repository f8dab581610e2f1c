// SPDX-License-Identifier: GPL-3.0-or-later
// The values of counter events, which are no columns of a document: read from the text of the file, in one pass over it.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

struct CounterValue {
    EventId event;
    std::uint32_t series = 0; // row of CounterValues::series
    double value = 0;
};

struct CounterValues {
    std::vector<CounterValue> values; // by event, then as recorded
    std::vector<std::string> series; // names of the args
    std::uint64_t withoutValue = 0; // counter events
};

// Of the counter events in the window. Empty for formats whose events are no text. Errors: those of openByteSource() and
// ByteSource::read(); Io if the file has changed; Cancelled.
[[nodiscard]] Result<CounterValues> readCounterValues(
    const TraceDocument &document, const TimeRange &window, const JobControl &control);

} // namespace lamella::core
