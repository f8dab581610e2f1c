// SPDX-License-Identifier: GPL-3.0-or-later
// Runtime and driver calls by correlation id. An id can belong to several calls (if the counter restarted); the last call that
// began before the kernel is used, else the first after it. Ids are per process, so a merged file has one index per process;
// LaunchPairing selects the one for a kernel.
#pragma once

#include "core/base/Ids.h"
#include "core/import/chrome/ImportedBlocks.h"
#include "core/model/TrackTable.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamella::core {

struct LaunchCall {
    std::int64_t correlation = 0;
    std::int64_t start = 0;
    std::uint32_t event = 0;
};

// The calls of one process, or of all.
class LaunchIndex {
public:
    explicit LaunchIndex(std::vector<LaunchCall> calls);
    // Null or invalid if no call has the id.
    [[nodiscard]] const LaunchCall *call(std::int64_t correlation, std::int64_t kernelStart) const;
    [[nodiscard]] EventId find(std::int64_t correlation, std::int64_t kernelStart) const
    {
        const LaunchCall *found = call(correlation, kernelStart);
        return found == nullptr ? EventId{} : EventId{found->event};
    }

private:
    std::vector<LaunchCall> m_launches; // by (correlation, start, event)
    std::vector<std::uint32_t> m_first; // if ids are dense: correlation - m_smallest -> row of m_launches
    std::int64_t m_smallest = 0;
};

struct ProcessLaunches {
    std::string process; // as recorded
    std::vector<LaunchCall> calls; // in file order
};

// Runtime and driver calls with a correlation, by calling process; processes in order of their first call.
[[nodiscard]] std::vector<ProcessLaunches> launchesByProcess(const ImportedBlocks &imported, const std::vector<Track> &tracks);

} // namespace lamella::core
