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

std::vector<std::uint32_t> LaunchPairing::hostsOf(
    const std::vector<GpuProcess> &gpus, const std::function<ProcessArrows()> &arrows) const
{
    std::vector<std::uint32_t> hosts(gpus.size(), kAnyHost);
    if (!severalProcesses())
        return hosts;
    const auto allKnown = [&hosts] { return std::count(hosts.begin(), hosts.end(), kAnyHost) == 0; };
    for (std::size_t g = 0; g < gpus.size(); ++g)
        hosts[g] = byName(gpus[g]);
    if (allKnown())
        return hosts;
    const ProcessArrows counts = arrows();
    for (std::size_t g = 0; g < gpus.size(); ++g)
        if (hosts[g] == kAnyHost)
            hosts[g] = byArrows(gpus[g], counts);
    if (!allKnown() && !standInARow(gpus, hosts) && m_hosts.size() <= kMaxHosts)
        byVotes(gpus, hosts);
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

std::uint32_t LaunchPairing::byArrows(const GpuProcess &gpu, const ProcessArrows &arrows) const
{
    std::size_t all = 0;
    std::size_t max = 0;
    std::uint32_t host = kAnyHost;
    for (std::uint32_t h = 0; h < m_hosts.size(); ++h) {
        const auto found = arrows.find({m_hosts[h].process, gpu.process});
        const std::size_t count = found == arrows.end() ? 0 : found->second;
        all += count;
        if (count > max) {
            max = count;
            host = h;
        }
    }
    return static_cast<double>(max) >= kClear * static_cast<double>(all) ? host : kAnyHost;
}

LaunchPairing::Votes LaunchPairing::votesOf(const GpuProcess &gpu) const
{
    Votes votes{std::vector<std::uint32_t>(m_hosts.size(), 0), std::vector<std::uint32_t>(m_hosts.size(), 0), 0};
    for (const LaunchQuery &query : gpu.sample) {
        std::size_t nearest = m_hosts.size();
        std::uint32_t min = 0;
        bool before = false;
        for (std::size_t h = 0; h < m_hosts.size(); ++h) {
            const LaunchCall *call = m_hosts[h].index.call(query.correlation, query.start);
            if (call == nullptr)
                continue;
            const bool isBefore = call->start <= query.start;
            votes.possible[h] += isBefore ? 1 : 0;
            if (before && !isBefore)
                continue;
            const std::uint32_t apart = distance(call->event, query.event);
            const bool first = isBefore && !before;
            if (nearest != m_hosts.size() && !first && apart >= min)
                continue;
            before = before || isBefore;
            nearest = h;
            min = apart;
        }
        if (nearest == m_hosts.size())
            continue;
        ++votes.nearest[nearest];
        ++votes.cast;
    }
    return votes;
}

// Of the devices without a host. With a process for each device, two of them do not share one: the clearest votes come first, and
// a device that has lost its host takes the only one left that may have launched its work.
void LaunchPairing::byVotes(const std::vector<GpuProcess> &gpus, std::vector<std::uint32_t> &hosts) const
{
    struct Choice {
        double share = 0; // of the votes
        std::size_t gpu = 0;
        std::uint32_t host = 0;
        Votes votes;
    };
    const auto isMost = [](std::uint32_t count, const Votes &votes) {
        return votes.cast > 0 && static_cast<double>(count) >= kClear * votes.cast;
    };
    std::vector<Choice> choices;
    for (std::size_t g = 0; g < gpus.size(); ++g) {
        if (hosts[g] != kAnyHost)
            continue;
        Votes votes = votesOf(gpus[g]);
        const auto max = std::max_element(votes.nearest.begin(), votes.nearest.end());
        if (isMost(*max, votes))
            choices.push_back({static_cast<double>(*max) / votes.cast, g,
                static_cast<std::uint32_t>(max - votes.nearest.begin()), std::move(votes)});
    }
    std::stable_sort(choices.begin(), choices.end(), [](const Choice &a, const Choice &b) { return a.share > b.share; });
    const bool oneEach = gpus.size() == m_hosts.size();
    const auto taken = [&hosts](std::uint32_t host) { return std::count(hosts.begin(), hosts.end(), host) > 0; };
    std::vector<const Choice *> lost;
    for (const Choice &choice : choices) {
        if (oneEach && taken(choice.host))
            lost.push_back(&choice);
        else
            hosts[choice.gpu] = choice.host;
    }
    for (const Choice *choice : lost) {
        std::uint32_t left = kAnyHost;
        std::size_t count = 0;
        for (std::uint32_t h = 0; h < m_hosts.size(); ++h) {
            if (taken(h) || !isMost(choice->votes.possible[h], choice->votes))
                continue;
            left = h;
            ++count;
        }
        hosts[choice->gpu] = count == 1 ? left : kAnyHost;
    }
}

} // namespace lamella::core
