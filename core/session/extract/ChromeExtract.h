// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a smaller Chrome trace: all events of a window with their text as recorded, track names, the launches of its kernels,
// and the earliest event of the whole trace, so that both files have the same zero.
#pragma once

#include "core/session/extract/ExtractFacts.h"

namespace lamella::core {

// Counts GPU work into facts. Errors: BadRequest if the document's events have no text.
Result<void> extractChromeEvents(const TraceDocument &document, const KernelNames &names, const std::string &output,
    ExtractFacts &facts, const JobControl &control);

} // namespace lamella::core
