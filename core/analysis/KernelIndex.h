// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels by pass and by layer, built once per segmentation, so that work on one of them only costs time for that one. 8 bytes
// per kernel and 24 per layer.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

// The kernels of a layer of a pass, or of its head or tail.
struct IndexedLayer {
    std::span<const KernelId> kernels; // in start order; empty: there are none
    TimeRange range; // from the first start to the last end; {0, 0} without kernels
};

class KernelIndex {
public:
    KernelIndex(const TraceDocument &document, const Segmentation &segmentation);

    // In start order. kNoPass: kernels of the device outside passes. Empty for a pass that does not exist.
    [[nodiscard]] std::span<const KernelId> ofPass(DeviceId device, int pass) const;
    // `layer` as in Segmentation::layerOf; kernels of a layer may alternate with those of others on other streams.
    [[nodiscard]] IndexedLayer ofLayer(DeviceId device, int pass, int layer) const;
    // Every kernel of the device, pass by pass (kernels outside of passes first).
    [[nodiscard]] std::span<const KernelId> ofDevice(DeviceId device) const;
    // Those that run at some time of the range, in start order. Costs time for the passes that the range touches.
    [[nodiscard]] std::vector<KernelId> within(const KernelTable &table, DeviceId device, const TimeRange &range) const;

private:
    struct Layer {
        int number = 0;
        std::uint32_t first = 0; // row of m_byLayer; its kernels end where those of the next layer begin
        TimeRange range;
    };
    static constexpr std::uint32_t kNoBucket = UINT32_MAX;
    [[nodiscard]] std::uint32_t bucketOfPass(DeviceId device, int pass) const;
    void addLayers(const KernelTable &table, const Segmentation &segmentation);

    std::vector<KernelId> m_kernels;
    std::vector<KernelId> m_byLayer; // the same, in each bucket by layer
    std::vector<Layer> m_layers; // of each bucket by number, plus the end
    std::vector<std::uint32_t> m_firstLayer; // of each bucket, plus the end
    std::vector<std::uint32_t> m_first; // start of each bucket, plus the end
    std::vector<TimeRange> m_ranges; // from the first start to the last end in each bucket
    std::vector<std::uint32_t> m_deviceBucket; // first bucket of each device, plus the end
};

// Every kernel of the device in start order.
[[nodiscard]] std::vector<KernelId> inStartOrder(const KernelIndex &index, DeviceId device);

} // namespace lamella::core
