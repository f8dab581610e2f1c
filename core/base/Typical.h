// SPDX-License-Identifier: GPL-3.0-or-later
// What is typical of several values: the one in their middle, the most frequent one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamella::core {

// The value in the middle of their order, of two the larger; T{} where there are none.
template <class T> [[nodiscard]] T middleValue(std::vector<T> values)
{
    if (values.empty())
        return T{};
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// The same, of two the smaller.
template <class T> [[nodiscard]] T lowerMiddleValue(std::vector<T> values)
{
    if (values.empty())
        return T{};
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// As statistics take it: the mean of the two in the middle if the number of values is even, halves rounded up; 0 of none. Changes
// their order.
[[nodiscard]] inline std::int64_t meanMedian(std::span<std::int64_t> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    const std::int64_t below = *std::max_element(values.begin(), middle);
    return below + (*middle - below + 1) / 2;
}

[[nodiscard]] inline double meanMedian(std::vector<double> values)
{
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.size() % 2 == 1 ? *middle : (*std::max_element(values.begin(), middle) + *middle) / 2;
}

// The entry with the largest value (of a map from what was counted to how often), of equal ones the first; end() of an empty map.
template <class Map> [[nodiscard]] auto mostFrequent(Map &counts)
{
    return std::max_element(counts.begin(), counts.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
}

// Its key; `fallback` of an empty map.
template <class Map> [[nodiscard]] typename Map::key_type mostFrequentKey(const Map &counts, typename Map::key_type fallback = {})
{
    const auto most = mostFrequent(counts);
    return most == counts.end() ? fallback : most->first;
}

} // namespace lamella::core
