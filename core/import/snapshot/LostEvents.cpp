// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/snapshot/LostEvents.h"

#include "core/base/SaltedHash.h"
#include "core/import/snapshot/HashIndex.h"

#include <vector>

namespace lamella::core {

namespace {

struct Wanted {
    std::uint64_t address = 0;
    std::int16_t device = 0;
    bool isFound = false;
};

std::uint64_t hashOf(std::uint64_t address, std::int16_t device)
{
    return hashWith(hashWith(hashSalt(), address), static_cast<std::uint16_t>(device));
}

} // namespace

std::map<std::int16_t, std::uint64_t> lostAllocations(const MemoryLog &log)
{
    std::vector<Wanted> wanted;
    HashIndex index;
    if (log.size() > 0)
        for (const MemorySegment &segment : log.segments)
            for (std::uint32_t b = segment.firstBlock; b < segment.firstBlock + segment.blocks; ++b)
                if (const SegmentBlock &block = log.blocks[b]; block.state != BlockState::Free && block.stack != 0) {
                    index.add(hashOf(block.address, segment.device), static_cast<std::uint32_t>(wanted.size()));
                    wanted.push_back({block.address, segment.device, false});
                }
    std::size_t left = wanted.size();
    for (std::uint32_t row = log.size(); left > 0 && row-- > 0;) {
        if (log.action[row] != MemoryAction::Alloc)
            continue;
        const std::uint32_t found = index.find(hashOf(log.address[row], log.device[row]),
            [&](std::uint32_t w) { return wanted[w].address == log.address[row] && wanted[w].device == log.device[row]; });
        if (found == HashIndex::kNone || wanted[found].isFound)
            continue;
        wanted[found].isFound = true;
        --left;
    }
    std::map<std::int16_t, std::uint64_t> lost;
    for (const Wanted &each : wanted)
        if (!each.isFound)
            ++lost[each.device];
    return lost;
}

} // namespace lamella::core
