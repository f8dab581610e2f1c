// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline of TensorFlow (tensorflow/python/client/timeline.py) has a process for each part of a GPU: one for each stream
// ("/gpu:0/stream:12 Compute", "/job:…/device:GPU:0/stream:12 Compute"), one for all streams ("stream:all") and one for copies
// ("memcpy"). The latter two repeat what the streams hold. Processes named after a whole device
// ("/job:…/gpu:0 Compute") show how long the host took for its operations.
#pragma once

#include "core/import/DeviceSpans.h"
#include "core/import/chrome/DeviceTracks.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// Tells the tracks of one trace. Not thread-safe.
class TensorFlowTracks {
public:
    // None where the name of the process is none of the above.
    [[nodiscard]] std::optional<DeviceTrack> find(const Track &track);

private:
    // GPUs of several tasks have the same numbers: the first one keeps its number, others get the next free one.
    std::int64_t deviceNumber(const std::string &device, std::int64_t recorded);

    std::map<std::string, std::int64_t> m_numbers; // by the name of the device
    std::set<std::int64_t> m_used;
};

// Takes out of `spans` (by track) those of such tracks that stand on another track of their device with the same times and name.
// The one on the track of a stream stays. Gives how many were taken out.
std::uint64_t dropRepeats(std::vector<std::vector<DeviceSpan>> &spans, const std::vector<std::optional<DeviceTrack>> &tracks,
    const ImportedBlocks &imported);

// What is done by work of that name ("MEMCPYHtoD").
[[nodiscard]] KernelKind tensorFlowKind(std::string_view name);

} // namespace lamella::core
