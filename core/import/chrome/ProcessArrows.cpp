// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/ProcessArrows.h"

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxArrows = std::size_t{1} << 20; // enough to tell, in little memory

struct ArrowEnd {
    std::uint32_t category = 0;
    bool isText = false; // the id
    std::int64_t id = 0;
    bool end = false;
    std::uint32_t track = 0;
    [[nodiscard]] auto arrow() const { return std::tuple(category, isText, id); }
    [[nodiscard]] auto order() const { return std::tuple(arrow(), end, track); }
};

void addEnds(const ParsedBlock &block, std::vector<ArrowEnd> &ends)
{
    const EventChunk &events = block.chunk;
    const SparseColumn &ids = events.sparse[static_cast<std::size_t>(SparseKey::FlowId)];
    for (std::size_t at = 0; at < ids.rows.size(); ++at) {
        const std::uint32_t row = ids.rows[at];
        const char phase = events.phase[row];
        if (phase != 's' && phase != 'f')
            continue;
        const bool isText = std::binary_search(block.flowTexts.begin(), block.flowTexts.end(), static_cast<std::uint32_t>(at));
        ends.push_back({events.category[row].value, isText, ids.values[at], phase == 'f', events.track[row].value});
    }
}

} // namespace

ProcessArrows arrowsByProcess(const ImportedBlocks &imported, const std::vector<Track> &tracks)
{
    std::vector<ArrowEnd> ends;
    for (const ParsedBlock &block : imported.blocks) {
        if (imported.stop.stop_requested() || ends.size() >= 2 * kMaxArrows)
            break;
        addEnds(block, ends);
    }
    std::sort(ends.begin(), ends.end(), [](const ArrowEnd &a, const ArrowEnd &b) { return a.order() < b.order(); });
    ProcessArrows arrows;
    for (std::size_t first = 0, last = 0; first < ends.size(); first = last) {
        while (last < ends.size() && ends[last].arrow() == ends[first].arrow())
            ++last;
        if (last - first == 2 && !ends[first].end && ends[first + 1].end)
            ++arrows[{tracks[ends[first].track].process, tracks[ends[first + 1].track].process}];
    }
    return arrows;
}

} // namespace lamella::core
