// SPDX-License-Identifier: GPL-3.0-or-later
// Memory in large pages: a first touch of each 2 MiB instead of each 4 KiB asks the system for it.
#pragma once

#include <cstddef>
#include <vector>

namespace lamella::core {

// Asks for large pages for memory that will be filled as a whole. Only a hint; nothing where the system has none, or for less
// than a few of them.
void useLargePages(void *memory, std::size_t bytes);

// Reserves room for `count` values, in large pages. The vector is empty, or its elements are moved.
template <class Value> void reserveLarge(std::vector<Value> &vector, std::size_t count)
{
    vector.reserve(count);
    useLargePages(vector.data(), vector.capacity() * sizeof(Value));
}

} // namespace lamella::core
