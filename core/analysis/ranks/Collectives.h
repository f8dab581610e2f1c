// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives of one rank, with keys that are comparable across ranks. Pure functions.
#pragma once

#include "core/analysis/PassMetrics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lamella::core {

// One rank as input of the analyses over several ranks. Valid as long as the rank's session.
struct RankView {
    AnalysisInput input;
    DeviceId device; // invalid for a rank without GPU work
    int rank = 0; // number in the job

    [[nodiscard]] const DeviceSegmentation *segmentation() const
    {
        return device.valid() && device.value < input.segmentation.devices.size() ? &input.segmentation.devices[device.value]
                                                                                  : nullptr;
    }
};

struct Collective {
    KernelId kernel;
    std::uint32_t key = 0; // operation, size and group (CollectiveKeys): equal on all participating ranks
    std::uint32_t looseKey = 0; // without the name of the group, for jobs whose groups are named differently on each rank
    std::uint32_t group = 0; // 0 = not recorded
    std::optional<std::int64_t> sequence; // within the group
    std::int64_t startNs = 0; // clock of the rank's file
    std::int64_t endNs = 0;
    std::int64_t durationNs = 0; // as recorded
    int pass = kNoPass; // on this rank
    int layer = kNoLayer; // number, kHeadLayer, kTailLayer
    bool together =
        false; // no rank leaves before the last one has arrived (all-reduce, all-gather...; not send, receive, broadcast)
};

// Maps texts to numbers common to several ranks. 0 is the empty text.
class CollectiveKeys {
public:
    CollectiveKeys();
    CollectiveKeys(const CollectiveKeys &) = delete;
    CollectiveKeys &operator=(const CollectiveKeys &) = delete;

    [[nodiscard]] std::uint32_t of(const std::string &text);
    [[nodiscard]] const std::string &text(std::uint32_t number) const { return *m_texts[number]; }

private:
    std::unordered_map<std::string, std::uint32_t> m_numbers;
    std::vector<const std::string *> m_texts; // row = number; keys of the map have stable addresses
};

// Sets the three keys. `operation`: name, size and the ranks of the group; `group`: as recorded, if any.
void setKeys(Collective &collective, const std::string &operation, const std::optional<std::string> &group, CollectiveKeys &keys);
// The group text passed to setKeys().
[[nodiscard]] std::optional<std::string> groupText(const Collective &collective, const CollectiveKeys &keys);

// Kernels of category communication on the rank's device, in order of their ends (ties: start order).
[[nodiscard]] std::vector<Collective> collectivesOf(const RankView &rank, CollectiveKeys &keys);

} // namespace lamella::core
