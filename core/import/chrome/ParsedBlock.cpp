// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome/ParsedBlock.h"

#include "core/model/ChunkMemory.h"

namespace lamella::core {

std::uint64_t ParsedBlock::memoryBytes() const
{
    // A sort key and a row of the kernel table; a call in the list of its process and in the list of all.
    constexpr std::uint64_t kMadeOfKernel = 16 + 40;
    constexpr std::uint64_t kMadeOfLaunch = std::uint64_t{2} * 28;
    constexpr std::uint64_t kMadeOfPair = 16;
    return core::memoryBytes(chunk) + subNs.size() * sizeof(SubNs) + kernels.size() * (sizeof(KernelRecord) + kMadeOfKernel)
        + launches.size() * (sizeof(std::uint32_t) + kMadeOfLaunch) + pairs.size() * (sizeof(std::uint32_t) + kMadeOfPair)
        + flowTexts.size() * sizeof(std::uint32_t) + metas.size() * sizeof(MetaRecord) + metaTexts.size()
        + firstSeen.size() * sizeof(FirstSeen) + (lanes.size() + shapes.size()) * sizeof(std::uint32_t)
        + spanShapes.size() * sizeof(SpanShape) + sizeof(ParsedBlock);
}

} // namespace lamella::core
