// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a large trace as a file of its own, for a browser that could not hold the whole: same zero, same clock.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "widgets/loopback/LoopbackRoute.h"

#include <string>

namespace lamella::ui {

struct TracePiece {
    ServedFile file;
    core::TraceBounds bounds; // what Perfetto will call the trace
    core::TimeRange window; // everything within is in the piece
};

// Writes the events that touch the window to `path` and reads them back. Runs on a worker. Errors: as extractChromeEvents and
// openTrace; Internal when the piece would have another zero.
[[nodiscard]] core::Result<TracePiece> cutPiece(const core::TraceDocument &document, const core::KernelNames &names,
    const core::TimeRange &window, const std::string &path, const core::JobControl &control);

} // namespace lamella::ui
