// SPDX-License-Identifier: GPL-3.0-or-later
// Writes passes of a trace, or the whole capture, as files of their own: rows of an Ascend kernel table with their columns, or a
// smaller Chrome trace with the same zero. FILE.json beside each describes how it was made.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"

#include <string>

namespace lamella::core {

enum class ExtractWindow : std::uint8_t {
    Anchors, // from the first anchor's start to the last anchor's end, without head and the work after the last attention
    Pass // the whole pass, head and tail included
};

struct ExtractRequest {
    std::string pass = "auto"; // number; auto: the representative pass; trace: the whole capture; all: one file per pass
    std::string device; // number as recorded; empty = the main device
    ExtractWindow window = ExtractWindow::Anchors;
    // File; the facts go to output + ".json". For all passes a folder of such files, with manifest.csv and manifest.md.
    std::string output;
};

[[nodiscard]] inline bool takesFolder(const ExtractRequest &request)
{
    return request.pass == "all";
}

// Errors: BadRequest (no such pass, no anchor in it, a format whose events are not text), Io, Cancelled.
Result<void> extractPass(AnalysisSession &session, const ExtractRequest &request, const JobControl &control = {});

} // namespace lamella::core
