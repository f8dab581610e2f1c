// SPDX-License-Identifier: GPL-3.0-or-later
// Determines which process launched the work of a GPU track. A device has its own process number in a trace ("0"), so in a merged
// file of several ranks a correlation id alone is ambiguous. Evidence: the same process, the same rank label ("[TP00] 0" and
// "[TP00] 4711"), flow arrows, concatenated files of ranks, or votes of the kernels for the nearest calls in the file that began
// before them, where two devices do not take the same calls as long as there is a process for each.
#pragma once

#include "core/import/chrome/LaunchIndex.h"
#include "core/import/chrome/ProcessArrows.h"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace lamella::core {

struct LaunchQuery {
    std::int64_t correlation = 0;
    std::int64_t start = 0; // start of the kernel, ns
    std::uint32_t event = 0; // event of the kernel
};

struct GpuProcess {
    std::string process; // process of the tracks with the work
    std::uint32_t firstEvent = 0;
    std::uint32_t lastEvent = 0;
    std::vector<LaunchQuery> sample; // some of its kernels, evenly spaced
};

class LaunchPairing {
public:
    explicit LaunchPairing(std::vector<ProcessLaunches> launches);
    // True if more than one process launched work; only then is pairing needed.
    [[nodiscard]] bool severalProcesses() const { return m_hosts.size() > 1; }
    // Index of the launching process for each GPU process; kAnyHost if unknown. The arrows are asked for where names do not tell.
    static constexpr std::uint32_t kAnyHost = 0xFFFFFFFFu;
    [[nodiscard]] std::vector<std::uint32_t> hostsOf(
        const std::vector<GpuProcess> &gpus, const std::function<ProcessArrows()> &arrows) const;
    [[nodiscard]] EventId find(std::uint32_t host, std::int64_t correlation, std::int64_t kernelStart) const
    {
        return host == kAnyHost ? m_all.find(correlation, kernelStart) : m_hosts[host].index.find(correlation, kernelStart);
    }

private:
    struct Host {
        std::string process;
        std::uint32_t firstEvent = 0;
        std::uint32_t lastEvent = 0;
        LaunchIndex index;
    };
    [[nodiscard]] std::uint32_t byName(const GpuProcess &gpu) const;
    [[nodiscard]] bool standInARow(const std::vector<GpuProcess> &gpus, std::vector<std::uint32_t> &hosts) const;
    [[nodiscard]] std::uint32_t byArrows(const GpuProcess &gpu, const ProcessArrows &arrows) const;
    struct Votes {
        std::vector<std::uint32_t> nearest; // kernels whose nearest call in the file is of the host, by host
        std::vector<std::uint32_t> possible; // kernels before which the host has a call with their id
        std::uint32_t cast = 0; // kernels
    };
    [[nodiscard]] Votes votesOf(const GpuProcess &gpu) const;
    void byVotes(const std::vector<GpuProcess> &gpus, std::vector<std::uint32_t> &hosts) const;

    std::vector<Host> m_hosts; // empty if one process launched everything
    LaunchIndex m_all;
};

// Rank label of a process, the part before its number: "[TP00]" of "[TP00] 4711"; empty for a plain number.
[[nodiscard]] std::string_view rankLabel(std::string_view process);

} // namespace lamella::core
