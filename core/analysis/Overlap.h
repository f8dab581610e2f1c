// SPDX-License-Identifier: GPL-3.0-or-later
// What of a category's time is hidden behind other work of the same device (DESIGN 4.1).
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
    [[nodiscard]] std::int64_t hiddenNs() const { return busyNs - exposedNs; }
};

// All GPU work of one device in start order, ready to be asked what runs within a range.
class DeviceWork {
public:
    DeviceWork(const TraceDocument &document, const KernelIndex &index, DeviceId device);
    // Every kernel that overlaps the range, in start order.
    [[nodiscard]] std::vector<KernelId> within(const TimeRange &range) const;

private:
    const KernelTable &m_kernels;
    std::vector<KernelId> m_ids;
    std::vector<std::int64_t> m_latestEnd; // of this kernel and all before it
};

// Categories of `kernels` (start order, one device) in enum order. `around` = everything of the device that may hide them,
// themselves included.
[[nodiscard]] std::vector<CategoryOverlap> categoryOverlap(
    const TraceDocument &document, const KernelNames &names, std::span<const KernelId> kernels, std::span<const KernelId> around);

} // namespace lamella::core
