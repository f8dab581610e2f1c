// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the event at a byte offset of the file, as diagnostics report it.
#pragma once

#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"

namespace lamella::core {

// The event whose text contains the byte (offset in the inflated text). Invalid if the byte is between events or belongs to a
// skipped event, and for formats without text.
[[nodiscard]] EventId eventAtOffset(const EventTable &events, std::int64_t offset);
// The event as a kernel if it is one, else as an event; empty for an invalid id or an event without a time.
[[nodiscard]] Selection selectionOfEvent(const TraceDocument &document, EventId event);

} // namespace lamella::core
