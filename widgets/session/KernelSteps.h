// SPDX-License-Identifier: GPL-3.0-or-later
// Steps to the next or previous kernel of a stream or of a name.
#pragma once

#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"

#include <optional>

namespace lamella::ui {

enum class KernelStep {
    Stream, // of the same stream
    Name // of the same name on the same device
};

// step: +1 or -1, in start order; nothing at either end.
[[nodiscard]] std::optional<core::KernelId> kernelStep(
    const core::TraceDocument &document, core::KernelId from, KernelStep what, int step);
// Where stepping starts without a selected kernel: the first kernel within the range, on `device` if valid.
[[nodiscard]] std::optional<core::KernelId> firstKernelIn(
    const core::TraceDocument &document, core::TimeRange range, core::DeviceId device);

} // namespace lamella::ui
