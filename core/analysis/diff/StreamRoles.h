// SPDX-License-Identifier: GPL-3.0-or-later
// Matches the streams of two devices as common roles; role 0 is the main stream.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

struct StreamRoles {
    std::vector<std::uint32_t> a; // row = StreamId of A; 0 for streams of other devices
    std::vector<std::uint32_t> b;
    std::uint32_t count = 1;
};

// Side streams are matched by equal number first, the rest in the order of their numbers.
[[nodiscard]] StreamRoles streamRoles(const TraceDocument &a, const Segmentation &segmentationA, DeviceId deviceA,
    const TraceDocument &b, const Segmentation &segmentationB, DeviceId deviceB);

} // namespace lamella::core
