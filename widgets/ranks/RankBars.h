// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of one rank in a pass, as they are drawn in its lane at any zoom: what is seen of them (work, where none runs
// transfer, else waiting), and the communication alone. Neither overlaps itself, so that the busy share of a pixel is exact, and
// drawing costs as much as there are pixels. Immutable.
#pragma once

#include "core/analysis/TimelineLod.h"
#include "core/profile/Category.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lamella::ui {

struct RankStripKernel;

class RankBars {
public:
    // Tag of the time that collectives wait; the other tags are categories.
    static constexpr std::uint8_t kWaiting = static_cast<std::uint8_t>(core::kCategories);

    explicit RankBars(std::span<const RankStripKernel> kernels); // in order of start
    RankBars(const RankBars &) = delete;
    RankBars &operator=(const RankBars &) = delete;

    [[nodiscard]] const core::LodLane &seen() const { return m_seen; }
    [[nodiscard]] const core::LodLane &communication() const { return m_communication; }

private:
    struct Piece {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        std::uint8_t tag = 0;
    };
    using Pieces = std::vector<Piece>;
    static void append(Pieces &pieces, Piece next); // what of it is behind the last one
    static Pieces over(const Pieces &upper, const Pieces &lower);
    static core::LodLane lodOf(const Pieces &pieces, core::Lane &lane);

    core::Lane m_seenLane;
    core::Lane m_communicationLane;
    core::LodLane m_seen;
    core::LodLane m_communication;
};

} // namespace lamella::ui
