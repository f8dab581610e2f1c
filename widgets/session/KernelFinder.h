// SPDX-License-Identifier: GPL-3.0-or-later
// Finds kernels by a part of their name, for search-as-you-type fields. Pure function; run it on a worker for long traces.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"
#include "widgets/session/NavigationBus.h"

#include <stop_token>
#include <string>
#include <vector>

namespace lamella::ui {

struct FoundKernel {
    std::string name; // short
    core::KernelId first; // in the layer or pass of the focus if it occurs there, else in the trace
    std::int64_t count = 0; // in the trace
};

// At most eight names, those with the most GPU time first. `segmentation` may be null. Empty after a stop request.
[[nodiscard]] std::vector<FoundKernel> findKernels(const core::TraceDocument &document, const core::KernelNames &names,
    const core::Segmentation *segmentation, const Focus &focus, const std::string &text, const std::stop_token &stop);

} // namespace lamella::ui
