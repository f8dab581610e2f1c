// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/perfetto/TracePiece.h"

#include "core/import/ImporterRegistry.h"
#include "core/session/extract/ChromeExtract.h"

namespace lamella::ui {

core::Result<TracePiece> writeTracePiece(const core::TraceDocument &document, const core::KernelNames &names,
    const core::TimeRange &window, const std::string &path, const core::JobControl &control)
{
    core::ExtractFacts facts;
    facts.window = window;
    if (const auto written = core::extractChromeEvents(document, names, path, facts, control); !written)
        return written.error();
    // Read back, because an event that begins inside the window may end far after it, and Perfetto only accepts links within
    // these bounds.
    const auto piece = core::openTrace(path, {}, control);
    if (!piece)
        return piece.error();
    const core::TraceDocument &read = **piece;
    if (read.bounds.empty || read.bounds.perfettoBegin != document.bounds.perfettoBegin)
        return core::Error{
            core::ErrorCode::Internal, "the piece would have another zero; send the whole file", document.source.path, -1};
    return TracePiece{{path, read.source.fileBytes, read.source.modifiedNs}, read.bounds, window};
}

} // namespace lamella::ui
