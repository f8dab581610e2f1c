// SPDX-License-Identifier: GPL-3.0-or-later
// A smaller Chrome trace: every event of a window with its text as recorded, the names of its tracks, the launches of its
// kernels, and the earliest event of the whole trace, so that both files have one zero.
#pragma once

#include "core/session/extract/ExtractFacts.h"

namespace lamella::core {

// Counts GPU work into facts. Errors: BadRequest for documents whose events have no text.
Result<void> extractChromeEvents(const TraceDocument &document, const KernelNames &names, const std::string &output,
    ExtractFacts &facts, const JobControl &control);

} // namespace lamella::core
