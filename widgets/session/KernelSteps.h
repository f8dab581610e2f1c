// SPDX-License-Identifier: GPL-3.0-or-later
// From one kernel to the next: of its stream, or of its name.
#pragma once

#include "core/model/Selection.h"
#include "core/model/TraceDocument.h"

#include <optional>

namespace lamella::ui {

enum class KernelStep {
    Stream, // the next work of the same stream
    Name // the next one of the same name on the same device
};

// Steps of +1 or -1 in start order; nothing at either end.
[[nodiscard]] std::optional<core::KernelId> kernelStep(
    const core::TraceDocument &document, core::KernelId from, KernelStep what, int step);
// The kernel that stepping begins at when no kernel is selected: the first one within the range, of the device if it is valid.
[[nodiscard]] std::optional<core::KernelId> firstKernelIn(
    const core::TraceDocument &document, core::TimeRange range, core::DeviceId device);

} // namespace lamella::ui
