// SPDX-License-Identifier: GPL-3.0-or-later
// From a byte of the file to the event that stands there: where diagnostics lead.
#pragma once

#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"

namespace lamella::core {

// The event whose text holds the byte (of the inflated text); invalid where there is none, for what is between events or was
// left out, and for formats without text.
[[nodiscard]] EventId eventAtOffset(const EventTable &events, std::int64_t offset);
// The kernel that the event is, else the event itself; nothing for an invalid id or an event without a time.
[[nodiscard]] Selection selectionOfEvent(const TraceDocument &document, EventId event);

} // namespace lamella::core
