// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels by a part of their name, for fields that look while one types. Pure function; long traces belong on a worker.
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
    core::KernelId first; // in the layer or pass of the focus where it occurs there, else in the trace
    std::int64_t count = 0; // in the trace
};

// At most eight names, those with most GPU time first. `cut` may be null. Empty when a stop was requested.
[[nodiscard]] std::vector<FoundKernel> findKernels(const core::TraceDocument &document, const core::KernelNames &names,
    const core::Segmentation *cut, const Focus &focus, const std::string &text, const std::stop_token &stop);

} // namespace lamella::ui
