// SPDX-License-Identifier: GPL-3.0-or-later
// Sorting for sequences that are mostly in order, such as the work of several interleaved streams.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace lamella::core {

// Insertion sort while it is cheap, then std::sort(). Not stable.
template <class Item, class Less> void sortNearlySorted(std::span<Item> items, Less less)
{
    std::size_t moves = 4 * items.size(); // limit after which std::sort() is cheaper
    for (std::size_t i = 1; i < items.size(); ++i) {
        if (!less(items[i], items[i - 1]))
            continue;
        const Item item = items[i];
        std::size_t to = i;
        for (; to > 0 && moves > 0 && less(item, items[to - 1]); --to, --moves)
            items[to] = items[to - 1];
        items[to] = item;
        if (moves == 0)
            return std::sort(items.begin(), items.end(), less);
    }
}

} // namespace lamella::core
