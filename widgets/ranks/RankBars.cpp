// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/ranks/RankBars.h"

#include "widgets/ranks/RankStripData.h"

#include <algorithm>

namespace lamella::ui {

RankBars::RankBars(std::span<const RankStripKernel> kernels)
{
    Pieces work;
    Pieces communication;
    for (const RankStripKernel &kernel : kernels) {
        const auto category = static_cast<std::uint8_t>(kernel.category);
        if (kernel.category != core::Category::Communication) {
            append(work, {kernel.beginNs, kernel.endNs, category});
            continue;
        }
        const std::int64_t transfer = std::min(kernel.endNs, kernel.beginNs + kernel.waitNs);
        append(communication, {kernel.beginNs, transfer, kWaiting});
        append(communication, {transfer, kernel.endNs, category});
    }
    m_seen = lodOf(over(work, communication), m_seenLane);
    m_communication = lodOf(communication, m_communicationLane);
}

void RankBars::append(Pieces &pieces, Piece next)
{
    if (!pieces.empty())
        next.begin = std::max(next.begin, pieces.back().end);
    if (next.begin < next.end)
        pieces.push_back(next);
}

// The upper ones, and between them what they leave of the lower.
RankBars::Pieces RankBars::over(const Pieces &upper, const Pieces &lower)
{
    Pieces all;
    auto above = upper.begin();
    for (Piece below : lower) {
        for (; above != upper.end() && above->begin < below.end; ++above) {
            if (below.begin < above->begin)
                append(all, {below.begin, above->begin, below.tag});
            append(all, *above);
            below.begin = std::max(below.begin, above->end);
        }
        append(all, below);
    }
    for (; above != upper.end(); ++above)
        append(all, *above);
    return all;
}

core::LodLane RankBars::lodOf(const Pieces &pieces, core::Lane &lane)
{
    std::vector<std::uint8_t> tags;
    tags.reserve(pieces.size());
    lane.reserve(pieces.size());
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        lane.append(pieces[i].begin, pieces[i].end, static_cast<std::uint32_t>(i));
        tags.push_back(pieces[i].tag);
    }
    return {lane, std::move(tags), kWaiting + 1U};
}

} // namespace lamella::ui
