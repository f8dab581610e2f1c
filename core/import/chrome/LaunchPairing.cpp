// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/LaunchPairing.h"

#include <algorithm>
#include <numeric>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxHosts = 1024; // with more, votes cost more than they help
constexpr double kClear = 0.6; // share of the votes needed

std::vector<LaunchCall> allCalls(std::vector<ProcessLaunches> &launches)
{
    if (launches.size() == 1)
        return std::move(launches.front().calls);
    std::vector<LaunchCall> all;
    std::size_t count = 0;
    for (const ProcessLaunches &process : launches)
        count += process.calls.size();
    all.reserve(count);
    for (const ProcessLaunches &process : launches)
        all.insert(all.end(), process.calls.begin(), process.calls.end());
    return all;
}

std::uint32_t distance(std::uint32_t a, std::uint32_t b)
{
    return a < b ? b - a : a - b;
}

} // namespace

std::string_view rankLabel(std::string_view process)
{
    const std::size_t last = process.find_last_not_of("0123456789");
    if (last == std::string_view::npos)
        return {};
    std::string_view label = process.substr(0, last + 1);
    while (!label.empty() && (label.back() == ' ' || label.back() == ':' || label.back() == '_' || label.back() == '-'))
        label.remove_suffix(1);
    return label;
}

LaunchPairing::LaunchPairing(std::vector<ProcessLaunches> launches)
    : m_all(allCalls(launches))
{
    if (launches.size() < 2)
        return;
    m_hosts.reserve(launches.size());
    for (ProcessLaunches &process : launches) {
        const std::uint32_t first = process.calls.front().event;
        const std::uint32_t last = process.calls.back().event;
        m_hosts.push_back({std::move(process.process), first, last, LaunchIndex(std::move(process.calls))});
    }
}

std::vector<std::uint32_t> LaunchPairing::hostsOf(const std::vector<GpuProcess> &gpus) const
{
    std::vector<std::uint32_t> hosts(gpus.size(), kAnyHost);
    if (!severalProcesses())
        return hosts;
    for (std::size_t g = 0; g < gpus.size(); ++g)
        hosts[g] = byName(gpus[g]);
    if (std::count(hosts.begin(), hosts.end(), kAnyHost) == 0 || standInARow(gpus, hosts))
        return hosts;
    for (std::size_t g = 0; g < gpus.size(); ++g) {
        if (hosts[g] == kAnyHost && m_hosts.size() <= kMaxHosts)
            hosts[g] = byVotes(gpus[g]);
    }
    return hosts;
}

std::uint32_t LaunchPairing::byName(const GpuProcess &gpu) const
{
    const std::string_view label = rankLabel(gpu.process);
    std::uint32_t labelled = kAnyHost;
    bool several = false;
    for (std::uint32_t h = 0; h < m_hosts.size(); ++h) {
        if (m_hosts[h].process == gpu.process)
            return h;
        if (label.empty() || rankLabel(m_hosts[h].process) != label)
            continue;
        several = labelled != kAnyHost;
        labelled = h;
    }
    return several ? kAnyHost : labelled;
}

// Concatenated files of ranks: each pair occupies its own part of the file.
bool LaunchPairing::standInARow(const std::vector<GpuProcess> &gpus, std::vector<std::uint32_t> &hosts) const
{
    if (gpus.size() != m_hosts.size())
        return false;
    std::vector<std::uint32_t> order(gpus.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(
        order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return gpus[a].firstEvent < gpus[b].firstEvent; });
    std::uint32_t end = 0;
    for (std::uint32_t h = 0; h < m_hosts.size(); ++h) { // hosts are in order of their first call
        const GpuProcess &gpu = gpus[order[h]];
        if (h > 0 && std::min(gpu.firstEvent, m_hosts[h].firstEvent) <= end)
            return false;
        end = std::max(gpu.lastEvent, m_hosts[h].lastEvent);
    }
    for (std::uint32_t h = 0; h < m_hosts.size(); ++h)
        hosts[order[h]] = h;
    return true;
}

std::uint32_t LaunchPairing::byVotes(const GpuProcess &gpu) const
{
    std::vector<std::uint32_t> votes(m_hosts.size(), 0);
    std::uint32_t cast = 0;
    for (const LaunchQuery &query : gpu.sample) {
        std::size_t nearest = m_hosts.size();
        std::uint32_t min = 0;
        bool before = false;
        for (std::size_t h = 0; h < m_hosts.size(); ++h) {
            const LaunchCall *call = m_hosts[h].index.call(query.correlation, query.start);
            if (call == nullptr || (before && call->start > query.start))
                continue;
            const std::uint32_t apart = distance(call->event, query.event);
            const bool first = call->start <= query.start && !before;
            if (nearest != m_hosts.size() && !first && apart >= min)
                continue;
            before = before || first;
            nearest = h;
            min = apart;
        }
        if (nearest == m_hosts.size())
            continue;
        ++votes[nearest];
        ++cast;
    }
    const auto max = std::max_element(votes.begin(), votes.end());
    if (cast == 0 || static_cast<double>(*max) < kClear * cast)
        return kAnyHost;
    return static_cast<std::uint32_t>(max - votes.begin());
}

} // namespace lamella::core
