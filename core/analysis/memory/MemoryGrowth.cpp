// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/MemoryGrowth.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint32_t kOutside = MemoryBlock::kOutside;
constexpr int kParts = 10; // of a log without passes
constexpr std::uint32_t kRowsBetweenPolls = 1U << 12;

// Passes; without passes, tenths of the time.
class Periods {
public:
    explicit Periods(const MemoryData &data)
        : m_data(data)
        , m_range(data.log->range())
    {
        const MemoryLog &log = *data.log;
        for (std::uint32_t row = 0; row < log.size(); ++row)
            if (const int own = of(row); own >= 0 && log.action[row] == MemoryAction::Alloc)
                m_known[log.device[row]].insert(own);
    }
    // -1: in none.
    [[nodiscard]] int of(std::uint32_t row) const
    {
        if (!m_data.places.empty())
            return m_data.places[row].pass != kNoPass ? m_data.places[row].pass : -1;
        const std::int64_t time = m_data.log->time[row];
        if (time == MemoryLog::kNone)
            return -1;
        const auto length = static_cast<double>(std::max<std::int64_t>(m_range.length().value, 1));
        const double part = static_cast<double>(subtractSaturated(time, m_range.begin.value)) / length * kParts;
        return static_cast<int>(std::min<double>(part, kParts - 1)); // the last moment is in the last tenth
    }
    // In which the device allocates; -1: none.
    [[nodiscard]] int last(std::int16_t device) const
    {
        const auto at = m_known.find(device);
        return at == m_known.end() ? -1 : *at->second.rbegin();
    }
    // How many such there are from `first` on, without the last.
    [[nodiscard]] std::uint32_t beforeLast(std::int16_t device, int first = 0) const
    {
        const auto at = m_known.find(device);
        if (at == m_known.end() || first > *at->second.rbegin())
            return 0;
        return static_cast<std::uint32_t>(std::distance(at->second.lower_bound(first), at->second.end()) - 1);
    }

private:
    const MemoryData &m_data;
    TimeRange m_range;
    std::map<std::int16_t, std::set<int>> m_known; // with allocations, by device
};

} // namespace

std::vector<PassMemory> memoryOfPasses(const MemoryData &data, const JobControl &control)
{
    std::map<std::pair<std::int16_t, int>, PassMemory> passes;
    std::map<std::int16_t, std::int64_t> before; // allocated, after the last row of each device
    const MemoryLog &log = *data.log;
    for (std::uint32_t row = 0; row < data.places.size(); ++row) {
        if (row % kRowsBetweenPolls == 0 && control.stopRequested())
            break;
        const std::int16_t device = log.device[row];
        const std::int64_t now = data.use.totals[row].allocated;
        const auto earlier = before.find(device);
        const std::int64_t last = earlier == before.end() ? data.use.devices.at(device).begin.allocated : earlier->second;
        before[device] = now;
        const int pass = data.places[row].pass;
        if (pass == kNoPass)
            continue;
        const auto [at, added] = passes.try_emplace({device, pass});
        PassMemory &own = at->second;
        if (added)
            own = {pass, device, row, row, last, now, std::max(last, now)};
        own.lastRow = row;
        own.end = now;
        own.peak = std::max(own.peak, now);
        if (log.action[row] == MemoryAction::Alloc) {
            own.allocated = addSaturated(own.allocated, log.bytes[row]);
            if (const MemoryBlock &block = data.use.blocks[data.use.blockOf[row]]; block.release == kOutside) {
                own.kept = addSaturated(own.kept, block.bytes);
                ++own.keptBlocks;
            }
        } else if (log.action[row] == MemoryAction::Free && data.use.blockOf[row] != kOutside) {
            own.freed = addSaturated(own.freed, data.use.blocks[data.use.blockOf[row]].bytes);
        }
    }
    std::vector<PassMemory> all;
    for (auto &[key, pass] : passes)
        all.push_back(pass);
    return all;
}

std::vector<LineGrowth> memoryGrowth(const MemoryData &data, const JobControl &control)
{
    const MemoryLog &log = *data.log;
    const Periods periods(data);
    std::map<std::pair<std::int16_t, std::string>, LineGrowth> lines;
    std::map<std::pair<std::int16_t, std::string>, std::set<int>> in;
    for (std::uint32_t b = 0; b < data.use.blocks.size(); ++b) {
        if (b % kRowsBetweenPolls == 0 && control.stopRequested())
            break;
        const MemoryBlock &block = data.use.blocks[b];
        if (block.allocation == kOutside || block.release != kOutside)
            continue;
        std::string name = data.lineOf(block);
        if (name.empty())
            name = data.opOf(block.allocation);
        LineGrowth &line = lines[{block.device, name}];
        line.line = name;
        line.device = block.device;
        line.kept = addSaturated(line.kept, block.bytes);
        if (b < data.lifetimes.size() && data.lifetimes[b] == Lifetime::Weights)
            line.weights = addSaturated(line.weights, block.bytes);
        ++line.blocks;
        const std::int64_t time = log.time[block.allocation];
        line.first = line.first == MemoryLog::kNone ? time : std::min(line.first, time);
        line.last = std::max(line.last, time);
        line.firstRow = std::min(line.firstRow, block.allocation);
        if (const int own = periods.of(block.allocation); own >= 0 && own != periods.last(block.device)) {
            in[{block.device, name}].insert(own);
            line.keptEarlier = addSaturated(line.keptEarlier, block.bytes);
        }
    }
    std::vector<LineGrowth> all;
    for (auto &[key, line] : lines) {
        const std::set<int> &keeps = in[key];
        line.of = periods.beforeLast(key.first);
        line.periods = static_cast<std::uint32_t>(keeps.size());
        line.since = keeps.empty() ? 0 : periods.beforeLast(key.first, *keeps.begin());
        all.push_back(std::move(line));
    }
    std::stable_sort(all.begin(), all.end(), [](const LineGrowth &a, const LineGrowth &b) { return a.kept > b.kept; });
    return all;
}

} // namespace lamella::core
