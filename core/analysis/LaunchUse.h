// SPDX-License-Identifier: GPL-3.0-or-later
// Which kernels have a launch call, and which of these calls started several kernels (graph replays).
#pragma once

#include "core/base/Ids.h"
#include "core/model/TraceDocument.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lamella::core {

// Begin of the call that launched the kernel, ns on the clock of the file. EventTable::kNoTime if no launch is recorded, which a
// call without a usable time counts as.
[[nodiscard]] inline std::int64_t launchStart(const TraceDocument &document, KernelId kernel)
{
    const EventId launch = document.kernels.launch[kernel.value];
    return launch.value < document.events.size() ? document.events.row(launch).start : EventTable::kNoTime;
}

class LaunchUse {
public:
    // kernels: the approximate number of count() calls. Uses one byte per event if the kernels are a fair share of all events,
    // else a hash table no larger than the kernels, because a file may have very many devices.
    LaunchUse(std::size_t events, std::size_t kernels)
        : m_array(events <= kArrayShare * kernels ? events : 0, 0)
    {
    }
    void count(EventId launch)
    {
        if (!launch.valid())
            return;
        std::uint8_t &use = launch.value < m_array.size() ? m_array[launch.value] : m_table[launch];
        use = use < kSeveral ? static_cast<std::uint8_t>(use + 1) : kSeveral;
    }
    // `launch` must have been counted.
    [[nodiscard]] bool shared(EventId launch) const
    {
        if (launch.value < m_array.size())
            return m_array[launch.value] == kSeveral;
        const auto found = m_table.find(launch);
        return found != m_table.end() && found->second == kSeveral;
    }

private:
    static constexpr std::size_t kArrayShare = 64;
    static constexpr std::uint8_t kSeveral = 2;
    std::vector<std::uint8_t> m_array; // by EventId
    std::unordered_map<EventId, std::uint8_t> m_table;
};

} // namespace lamella::core
