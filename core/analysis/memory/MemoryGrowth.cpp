// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/memory/MemoryGrowth.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::uint32_t kOutside = MemoryBlock::kOutside;
constexpr int kParts = 10; // of a log without passes

} // namespace

std::vector<PassMemory> memoryOfPasses(const MemoryData &data)
{
    std::map<std::pair<std::int16_t, int>, PassMemory> passes;
    std::map<std::int16_t, std::int64_t> before; // allocated, after the last row of each device
    const MemoryLog &log = *data.log;
    for (std::uint32_t row = 0; row < data.places.size(); ++row) {
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
        } else if (log.action[row] == MemoryAction::Free) {
            own.freed = addSaturated(own.freed, data.use.blocks[data.use.blockOf[row]].bytes);
        }
    }
    std::vector<PassMemory> all;
    for (auto &[key, pass] : passes)
        all.push_back(pass);
    return all;
}

std::vector<LineGrowth> memoryGrowth(const MemoryData &data)
{
    const MemoryLog &log = *data.log;
    std::map<std::int16_t, std::set<int>> periods;
    const TimeRange range = log.range();
    const std::int64_t length = std::max<std::int64_t>(range.length().value, 1);
    const auto period = [&](std::uint32_t row) -> int {
        if (!data.places.empty() && data.places[row].pass != kNoPass)
            return data.places[row].pass;
        if (!data.places.empty() || log.time[row] == MemoryLog::kNone)
            return -1;
        return static_cast<int>(static_cast<double>(log.time[row] - range.begin.value) / static_cast<double>(length) * kParts);
    };
    for (std::uint32_t row = 0; row < log.size(); ++row)
        if (const int own = period(row); own >= 0 && log.action[row] == MemoryAction::Alloc)
            periods[log.device[row]].insert(own);
    std::map<std::pair<std::int16_t, std::string>, LineGrowth> lines;
    std::map<std::pair<std::int16_t, std::string>, std::set<int>> in;
    for (const MemoryBlock &block : data.use.blocks) {
        if (block.allocation == kOutside || block.release != kOutside)
            continue;
        std::string name = data.lineOf(block);
        if (name.empty())
            name = data.opOf(block.allocation);
        LineGrowth &line = lines[{block.device, name}];
        line.line = name;
        line.device = block.device;
        line.kept = addSaturated(line.kept, block.bytes);
        ++line.blocks;
        const std::int64_t time = log.time[block.allocation];
        line.first = line.first == MemoryLog::kNone ? time : std::min(line.first, time);
        line.last = std::max(line.last, time);
        const std::set<int> &known = periods[block.device];
        line.firstRow = std::min(line.firstRow, block.allocation);
        if (const int own = period(block.allocation); own >= 0 && !known.empty() && own != *known.rbegin()) {
            in[{block.device, name}].insert(own);
            line.keptEarlier = addSaturated(line.keptEarlier, block.bytes);
        }
    }
    std::vector<LineGrowth> all;
    for (auto &[key, line] : lines) {
        const std::size_t known = periods[key.first].size();
        line.of = known == 0 ? 0 : static_cast<std::uint32_t>(known - 1);
        line.periods = static_cast<std::uint32_t>(in[key].size());
        all.push_back(std::move(line));
    }
    std::stable_sort(all.begin(), all.end(), [](const LineGrowth &a, const LineGrowth &b) { return a.kept > b.kept; });
    return all;
}

} // namespace lamella::core
