// SPDX-License-Identifier: GPL-3.0-or-later
// TensorFlow's timeline (tensorflow/python/client/timeline.py) has several processes per GPU: one for each stream
// ("/gpu:0/stream:12 Compute", "/job:…/device:GPU:0/stream:12 Compute"), one for all streams ("stream:all") and one for copies
// ("memcpy"). The latter two duplicate the streams. Processes named after a whole device ("/job:…/gpu:0 Compute") show how long
// the host took for its operations.
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

// Classifies the tracks of one trace. Not thread-safe.
class TensorFlowTracks {
public:
    // None if the process name is none of the above.
    [[nodiscard]] std::optional<DeviceTrack> find(const Track &track);

private:
    // GPUs of several tasks have the same numbers: the first one keeps its number, others get the next free one.
    std::int64_t deviceNumber(const std::string &device, std::int64_t recorded);

    std::map<std::string, std::int64_t> m_numbers; // by device name
    std::set<std::int64_t> m_used;
};

// Removes spans of such tracks from `spans` (by track) that duplicate a span with the same times and name on another track of the
// device; the one on a stream's track stays. Returns the number removed.
std::uint64_t dropRepeats(std::vector<std::vector<DeviceSpan>> &spans, const std::vector<std::optional<DeviceTrack>> &tracks,
    const ImportedBlocks &imported);

// Kind of the work with that name ("MEMCPYHtoD").
[[nodiscard]] KernelKind tensorFlowKind(std::string_view name);

} // namespace lamella::core
