// SPDX-License-Identifier: GPL-3.0-or-later
// A stable sort that can be cancelled: sorting millions of rows takes longer than a user who pressed Cancel waits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <stop_token>

namespace lamella::core {

inline constexpr std::size_t kSortedAtOnce = std::size_t{1} << 15; // elements between two checks of the stop token

// Returns false when stopped; the order of the elements is then unspecified.
template <class Iterator, class Less>
[[nodiscard]] bool stoppableSort(Iterator begin, Iterator end, Less less, const std::stop_token &stop)
{
    const auto size = static_cast<std::size_t>(std::distance(begin, end));
    const auto at = [begin](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i); };
    for (std::size_t from = 0; from < size; from += kSortedAtOnce) {
        if (stop.stop_requested())
            return false;
        const std::size_t to = std::min(size, from + kSortedAtOnce);
        if (!std::is_sorted(at(from), at(to), less))
            std::stable_sort(at(from), at(to), less);
    }
    for (std::size_t width = kSortedAtOnce; width < size; width *= 2) {
        for (std::size_t from = 0; from + width < size; from += 2 * width) {
            if (stop.stop_requested())
                return false;
            if (less(*at(from + width), *at(from + width - 1)))
                std::inplace_merge(at(from), at(from + width), at(std::min(size, from + 2 * width)), less);
        }
    }
    return true;
}

} // namespace lamella::core
