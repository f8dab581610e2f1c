// SPDX-License-Identifier: GPL-3.0-or-later
// One pass of a trace as a file of its own: the rows of an Ascend kernel table in their own columns, or a smaller Chrome trace
// with the same zero; beside it F.json says how the piece was found.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"

#include <string>

namespace lamella::core {

enum class ExtractWindow : std::uint8_t {
    Anchors, // first anchor's start to last anchor's end (leaves out what stands before the first and after the last attention)
    Pass // the whole pass, head and tail included
};

struct ExtractRequest {
    std::string pass = "auto"; // number, or auto: the selected pass
    std::string device; // number as recorded; empty = the main device
    ExtractWindow window = ExtractWindow::Anchors;
    std::string output; // file; output + ".json" gets the facts
};

// Errors: BadRequest (no such pass, no anchor in it, a format without text to copy), Io, Cancelled.
Result<void> extractPass(AnalysisSession &session, const ExtractRequest &request, const JobControl &control = {});

} // namespace lamella::core
