// SPDX-License-Identifier: GPL-3.0-or-later
// A stable sort and a selection that can be cancelled: sorting millions of rows takes longer than a user who pressed Cancel
// waits.
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

// As std::nth_element(). Returns false when stopped; the order of the elements is then unspecified.
template <class Iterator, class Less>
[[nodiscard]] bool stoppableNth(Iterator begin, Iterator nth, Iterator end, Less less, const std::stop_token &stop)
{
    std::size_t random = 1; // middle elements alone could be chosen so that every step leaves almost all
    while (static_cast<std::size_t>(std::distance(begin, end)) > kSortedAtOnce) {
        if (stop.stop_requested())
            return false;
        random = random * 6364136223846793005U + 1442695040888963407U;
        const auto offset = (random >> 11) % static_cast<std::size_t>(std::distance(begin, end));
        const auto pivot = *(begin + static_cast<std::ptrdiff_t>(offset));
        const Iterator low = std::partition(begin, end, [&](const auto &value) { return less(value, pivot); });
        if (nth < low) {
            end = low;
            continue;
        }
        const Iterator high = std::partition(low, end, [&](const auto &value) { return !less(pivot, value); });
        if (nth < high)
            return true;
        begin = high;
    }
    std::nth_element(begin, nth, end, less);
    return true;
}

} // namespace lamella::core
