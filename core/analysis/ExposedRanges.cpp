// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ExposedRanges.h"

#include "core/base/Interval.h"

namespace lamella::core {

std::vector<TimeRange> exposedRanges(
    const TraceDocument &document, const KernelNames &names, std::span<const KernelId> kernels, Category category)
{
    std::vector<TimeRange> own;
    std::vector<TimeRange> other;
    for (const KernelId kernel : kernels) {
        const TimeRange range{{document.kernels.start[kernel.value]}, {document.kernels.end(kernel.value)}};
        (names.category(document.kernels.name[kernel.value]) == category ? own : other).push_back(range);
    }
    if (own.empty())
        return own;
    normalise(own);
    normalise(other);
    return subtract(own, other);
}

} // namespace lamella::core
