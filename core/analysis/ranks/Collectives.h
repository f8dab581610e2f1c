// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives of one rank, with a key that means the same on every rank. Pure functions.
#pragma once

#include "core/analysis/PassMetrics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lamella::core {

// One rank as the analyses of several ranks see it. The references live as long as the rank's session.
struct RankView {
    AnalysisInput input;
    DeviceId device; // invalid: a rank without GPU work
    int rank = 0; // number in the job

    [[nodiscard]] const DeviceSegmentation *cut() const
    {
        return device.valid() && device.value < input.segmentation.devices.size() ? &input.segmentation.devices[device.value]
                                                                                  : nullptr;
    }
};

struct Collective {
    KernelId kernel;
    std::uint32_t key = 0; // operation, size and group (CollectiveKeys): equal on every rank that takes part
    std::uint32_t looseKey = 0; // operation and size only, for jobs whose groups are named rank by rank
    std::uint32_t group = 0; // 0 = not recorded
    std::optional<std::int64_t> sequence; // within the group
    std::int64_t startNs = 0; // clock of the rank's file
    std::int64_t endNs = 0;
    std::int64_t durationNs = 0; // as recorded
    int pass = kNoPass; // of the rank
    int layer = kNoLayer; // number, kHeadLayer, kTailLayer
    bool together =
        false; // no rank leaves before the last one has come (all-reduce, all-gather...; not send, receive, broadcast)
};

// Texts that several ranks share -> numbers. 0 is the empty text.
class CollectiveKeys {
public:
    CollectiveKeys();
    CollectiveKeys(const CollectiveKeys &) = delete;
    CollectiveKeys &operator=(const CollectiveKeys &) = delete;

    [[nodiscard]] std::uint32_t of(const std::string &text);
    [[nodiscard]] const std::string &text(std::uint32_t number) const { return *m_texts[number]; }

private:
    std::unordered_map<std::string, std::uint32_t> m_numbers;
    std::vector<const std::string *> m_texts; // row = number; keys of the map stay where they are
};

// Sets the three keys. `operation`: name and size; group: as recorded, none where there is none.
void setKeys(Collective &collective, const std::string &operation, const std::optional<std::string> &group, CollectiveKeys &keys);
// What setKeys() was given.
[[nodiscard]] std::optional<std::string> groupText(const Collective &collective, const CollectiveKeys &keys);

// Kernels of the category communication on the rank's device, in order of their ends (ties: start order).
[[nodiscard]] std::vector<Collective> collectivesOf(const RankView &rank, CollectiveKeys &keys);

} // namespace lamella::core
