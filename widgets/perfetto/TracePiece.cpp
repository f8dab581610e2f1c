// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/perfetto/TracePiece.h"

#include "core/import/ImporterRegistry.h"
#include "core/import/OpenedFile.h"
#include "core/session/extract/ChromeExtract.h"
#include "core/session/perfetto/NativeTrace.h"

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
    return TracePiece{{path, read.source.fileBytes, read.source.modifiedNs}, read.bounds, window, {}};
}

core::Result<TracePiece> writeNativePiece(core::AnalysisSession &session, const std::optional<core::TimeRange> &window,
    const std::string &path, const core::JobControl &control)
{
    const auto written = core::writeNativeTrace(session, path, window, control);
    if (!written)
        return written.error();
    const auto file = core::openRegularFile(path);
    if (!file)
        return file.error();
    const core::TraceBounds &bounds = session.document().bounds;
    return TracePiece{{path, file->stamp.bytes, file->stamp.modifiedNs}, written->bounds,
        window.value_or(core::TimeRange{{bounds.exactBegin}, {bounds.exactEnd}}), core::lossesOf(*written)};
}

} // namespace lamella::ui
