// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes for the slices of one track in the order of their starts. Perfetto ends the slice that began last, so slices of one of
// its tracks must nest; others need a track of their own.
#pragma once

#include <queue>

#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace lamella::core {

class SliceLanes {
public:
    static constexpr std::int64_t kOpenEnd = std::numeric_limits<std::int64_t>::max();

    // The lowest lane where the slice lies inside all slices that are still open; longer slices of one start come first.
    [[nodiscard]] std::uint32_t nested(std::int64_t start, std::int64_t end);
    // The lowest lane on which nothing is open.
    [[nodiscard]] std::uint32_t apart(std::int64_t start, std::int64_t end);

private:
    // Slices that overlap in so many ways are in no recorded trace; from here on lanes do not nest, which is found at once.
    static constexpr std::uint32_t kNestedLanes = 32;
    using Active = std::pair<std::int64_t, std::uint32_t>; // end, lane

    std::vector<std::vector<std::int64_t>> m_stacks; // ends of open slices, by lane
    std::priority_queue<Active, std::vector<Active>, std::greater<>> m_active;
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> m_free;
    std::uint32_t m_apart = 0; // lanes of apart()
};

} // namespace lamella::core
