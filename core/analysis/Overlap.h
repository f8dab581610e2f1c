// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a category's time is hidden behind other work of the same device (exposed and hidden: help/measures.md).
#pragma once

#include "core/analysis/KernelIndex.h"
#include "core/analysis/PassMetrics.h"

#include <span>
#include <vector>

namespace lamella::core {

struct CategoryOverlap {
    Category category = Category::Other;
    std::int64_t sumNs = 0;
    std::int64_t busyNs = 0; // union
    std::int64_t exposedNs = 0; // while no other category runs on the device
    std::int64_t behindComputeNs = 0; // part of busy during which a compute kernel of another category runs
    // part of sum during which earlier work on the same stream still ran (programmatic dependent launch)
    std::int64_t sameStreamNs = 0;
    [[nodiscard]] std::int64_t hiddenNs() const { return busyNs - exposedNs; }
};

// The GPU work of one device, indexed for queries by time range. Cost and memory grow with the kernels of the device, not of the
// trace.
class DeviceWork {
public:
    // `kernels`: work of one device in start order.
    DeviceWork(const KernelTable &table, std::vector<KernelId> kernels);
    // Every kernel of the device that overlaps the range, in start order.
    [[nodiscard]] std::vector<KernelId> within(const TimeRange &range) const;

private:
    void collect(std::vector<KernelId> &found, std::size_t node, std::size_t last, std::int64_t after) const;

    const KernelTable &m_table;
    std::vector<KernelId> m_kernels;
    // Binary tree of maxima: latest end of each group of kernels, and of each pair of nodes above. Without it, one kernel as long
    // as the trace would make every query walk back to it.
    std::vector<std::int64_t> m_latestEnd;
    std::size_t m_leaves = 1;
};

// Neither communication nor a copy. An operation of a compiled program that moves data on the cores (copy, transpose) computes,
// as in OpKinds.h; starts and dones of transfers do not.
[[nodiscard]] bool isCompute(const TraceDocument &document, const KernelNames &names, KernelId kernel);

// Overlap by category of `kernels` (start order, one device), in enum order. `around`: all work of the device that may hide them,
// including `kernels`.
[[nodiscard]] std::vector<CategoryOverlap> categoryOverlap(
    const TraceDocument &document, const KernelNames &names, std::span<const KernelId> kernels, std::span<const KernelId> around);

} // namespace lamella::core
