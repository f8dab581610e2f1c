// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a part of a large trace to a separate file, for browsers without enough memory for the whole: same zero, same clock.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "core/session/AnalysisSession.h"
#include "widgets/loopback/LoopbackRoute.h"

#include <optional>
#include <string>
#include <vector>

namespace lamella::ui {

struct TracePiece {
    ServedFile file;
    core::TraceBounds bounds; // as Perfetto will compute them
    core::TimeRange window; // the piece has all events within
    std::vector<core::Message> losses; // sentences about events that it lacks nevertheless
};

// Writes the events that overlap the window to `path` and reads them back. Runs on a worker. Errors: as extractChromeEvents and
// openTrace; Internal if the piece would have another zero.
[[nodiscard]] core::Result<TracePiece> writeTracePiece(const core::TraceDocument &document, const core::KernelNames &names,
    const core::TimeRange &window, const std::string &path, const core::JobControl &control);

// Writes the session's trace, or a window of it, as a trace of Perfetto's own format with passes, layers and roles. Runs on a
// worker. Errors: those of core::writeNativeTrace().
[[nodiscard]] core::Result<TracePiece> writeNativePiece(core::AnalysisSession &session,
    const std::optional<core::TimeRange> &window, const std::string &path, const core::JobControl &control);

} // namespace lamella::ui
