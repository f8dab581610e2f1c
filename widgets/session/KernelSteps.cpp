// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/KernelSteps.h"

#include <algorithm>

namespace lamella::ui {

std::optional<core::KernelId> kernelStep(const core::TraceDocument &document, core::KernelId from, KernelStep what, int step)
{
    const core::KernelTable &kernels = document.kernels;
    if (!from.valid() || from.value >= kernels.size() || step == 0)
        return std::nullopt;
    const std::int64_t size = kernels.size();
    for (std::int64_t at = std::int64_t{from.value} + step; at >= 0 && at < size; at += step) {
        const core::KernelId kernel(static_cast<std::uint32_t>(at));
        const bool same = what == KernelStep::Stream
            ? kernels.stream[kernel.value] == kernels.stream[from.value]
            : kernels.name[kernel.value] == kernels.name[from.value] && document.deviceOf(kernel) == document.deviceOf(from);
        if (same)
            return kernel;
    }
    return std::nullopt;
}

std::optional<core::KernelId> firstKernelIn(const core::TraceDocument &document, core::TimeRange range, core::DeviceId device)
{
    const core::KernelTable &kernels = document.kernels;
    const auto first = std::lower_bound(kernels.start.begin(), kernels.start.end(), range.begin.value);
    for (auto k = static_cast<std::uint32_t>(first - kernels.start.begin()); k < kernels.size(); ++k) {
        if (kernels.start[k] >= range.end.value)
            break;
        if (!device.valid() || document.deviceOf(core::KernelId(k)) == device)
            return core::KernelId(k);
    }
    return std::nullopt;
}

} // namespace lamella::ui
