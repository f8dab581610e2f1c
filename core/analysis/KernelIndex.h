// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels by pass, built once for a segmentation, so that whatever concerns one pass costs that pass only. 4 bytes a kernel.
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

    // In start order. kNoPass: kernels of the device outside of its passes. Empty for a pass that does not exist.
    [[nodiscard]] std::span<const KernelId> ofPass(DeviceId device, int pass) const;
    // Every kernel of the device, pass by pass (kernels outside of passes first).
    [[nodiscard]] std::span<const KernelId> ofDevice(DeviceId device) const;

private:
    std::vector<KernelId> m_kernels;
    std::vector<std::uint32_t> m_first; // of each bucket, one more at the end
    std::vector<std::uint32_t> m_deviceBucket; // first bucket of each device, one more at the end
};

} // namespace lamella::core
