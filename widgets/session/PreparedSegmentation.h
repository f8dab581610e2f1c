// SPDX-License-Identifier: GPL-3.0-or-later
// The current trace segmented with other choices in the background, ready to be shown.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/session/AnalysisSession.h"

#include <memory>

namespace lamella::ui {

struct PreparedSegmentation {
    std::shared_ptr<core::AnalysisSession> session;
    std::shared_ptr<const core::Segmentation> segmentation;
    std::shared_ptr<const core::KernelNames> names;
};

// Call on a worker. Errors: those of AnalysisSession::withOptions() and segmentation().
[[nodiscard]] core::Result<PreparedSegmentation> prepareSegmentation(
    core::AnalysisSession &from, const core::SessionOptions &options, const core::JobControl &control);

} // namespace lamella::ui
