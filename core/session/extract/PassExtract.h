// SPDX-License-Identifier: GPL-3.0-or-later
// Passes of a trace as files of their own, or the whole capture as one: the rows of an Ascend kernel table in their own columns,
// or a smaller Chrome trace with the same zero; beside it F.json says how the piece was found.
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
    std::string pass = "auto"; // number; auto: the selected pass; trace: the whole capture; all: a file for each pass
    std::string device; // number as recorded; empty = the main device
    ExtractWindow window = ExtractWindow::Anchors;
    // File; output + ".json" gets the facts. Of all passes a folder of such files, with manifest.csv and manifest.md.
    std::string output;
};

[[nodiscard]] inline bool takesFolder(const ExtractRequest &request)
{
    return request.pass == "all";
}

// Errors: BadRequest (no such pass, no anchor in it, a format without text to copy), Io, Cancelled.
Result<void> extractPass(AnalysisSession &session, const ExtractRequest &request, const JobControl &control = {});

} // namespace lamella::core
