// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels by pass, built once per segmentation, so that work on one pass only costs time for that pass. 4 bytes per kernel.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

class KernelIndex {
public:
    KernelIndex(const TraceDocument &document, const Segmentation &segmentation);

    // In start order. kNoPass: kernels of the device outside passes. Empty for a pass that does not exist.
    [[nodiscard]] std::span<const KernelId> ofPass(DeviceId device, int pass) const;
    // Every kernel of the device, pass by pass (kernels outside of passes first).
    [[nodiscard]] std::span<const KernelId> ofDevice(DeviceId device) const;
    // Those that run at some time of the range, in start order. Costs time for the passes that the range touches.
    [[nodiscard]] std::vector<KernelId> within(const KernelTable &table, DeviceId device, const TimeRange &range) const;

private:
    std::vector<KernelId> m_kernels;
    std::vector<std::uint32_t> m_first; // start of each bucket, plus the end
    std::vector<TimeRange> m_ranges; // from the first start to the last end in each bucket
    std::vector<std::uint32_t> m_deviceBucket; // first bucket of each device, plus the end
};

// Every kernel of the device in start order.
[[nodiscard]] std::vector<KernelId> inStartOrder(const KernelIndex &index, DeviceId device);

} // namespace lamella::core
