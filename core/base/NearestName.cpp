// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/NearestName.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::size_t kFar = 3; // a typo has at most two edits
constexpr std::size_t kLongest = 40; // bytes; longer input gets no suggestion

std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

} // namespace

Message didYouMean(std::string_view wrong, std::span<const std::string> names)
{
    const std::string *best = nullptr;
    std::size_t min = kFar;
    for (const std::string &name : names) {
        const std::size_t distance = wrong.size() > kLongest ? kFar : editDistance(wrong, name);
        if (distance < min) {
            min = distance;
            best = &name;
        }
    }
    return best ? msg(" (did you mean %1?)", *best) : Message();
}

} // namespace lamella::core
