// SPDX-License-Identifier: GPL-3.0-or-later
// What of a category's time is hidden behind other work of the same device (exposed and hidden: help/measures.md).
#pragma once

#include "core/analysis/PassMetrics.h"

#include <span>
#include <vector>

namespace lamella::core {

struct CategoryOverlap {
    Category category = Category::Other;
    std::int64_t sumNs = 0;
    std::int64_t busyNs = 0; // union
    std::int64_t exposedNs = 0; // nothing of another category runs on the device meanwhile
    std::int64_t behindComputeNs = 0; // of busy: a kernel of another category that computes runs meanwhile
    std::int64_t sameStreamNs = 0; // of sum: work before it on its stream still ran (programmatic dependent launch)
    [[nodiscard]] std::int64_t hiddenNs() const { return busyNs - exposedNs; }
};

// The GPU work of one device, ready to be asked what runs within a range. Making it looks at each kernel of the trace once and
// sorts nothing, so that a table of one layer can afford it.
class DeviceWork {
public:
    DeviceWork(const TraceDocument &document, DeviceId device);
    // Every kernel of the device that overlaps the range, in start order.
    [[nodiscard]] std::vector<KernelId> within(const TimeRange &range) const;

private:
    void collect(std::vector<KernelId> &found, std::size_t node, std::size_t last, std::int64_t after) const;

    const TraceDocument &m_document;
    DeviceId m_device;
    // A heap of maxima: latest end of each group of kernels, and above it of each pair. One kernel that runs as long as the trace
    // must not make every question walk back to it.
    std::vector<std::int64_t> m_latestEnd;
    std::size_t m_leaves = 1;
};

// Everything but communication and copies.
[[nodiscard]] bool isCompute(Category category);

// Categories of `kernels` (start order, one device) in enum order. `around` = everything of the device that may hide them,
// themselves included.
[[nodiscard]] std::vector<CategoryOverlap> categoryOverlap(
    const TraceDocument &document, const KernelNames &names, std::span<const KernelId> kernels, std::span<const KernelId> around);

} // namespace lamella::core
