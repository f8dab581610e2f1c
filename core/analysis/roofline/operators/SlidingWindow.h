// SPDX-License-Identifier: GPL-3.0-or-later
// What convolutions and pooling have in common: lists of numbers as arguments, and how many places a window has. Thread-safe.
#pragma once

#include "core/base/ParseDouble.h"

#include <cmath>
#include <cstddef>
#include <string_view>

namespace lamella::core {

// "[2, 2]" -> 2 in that place; the last one where the list is shorter; -1 where the text is none.
[[nodiscard]] inline double listEntry(std::string_view list, std::size_t place)
{
    double last = -1;
    std::size_t at = 0;
    for (const char *text = list.data(); text < list.data() + list.size(); ++text) {
        double value = 0;
        const auto [end, error] = parseDouble(list.substr(static_cast<std::size_t>(text - list.data())), value);
        if (error != std::errc())
            continue;
        last = value;
        text = end - 1;
        if (at++ == place)
            break;
    }
    return last;
}

// Along one dimension; all in elements.
struct SlidingWindow {
    double size = 0; // of the input
    double kernel = 1;
    double stride = 1;
    double padding = 0; // on both sides
    double dilation = 1;
    bool roundsUp = false; // ceil_mode: a last place may begin before the end and reach beyond it
};

// Source: documentation of torch.nn.Conv2d and torch.nn.MaxPool2d of PyTorch 2.9. May be below 1 where nothing fits.
[[nodiscard]] inline double windowPlaces(const SlidingWindow &window)
{
    const auto [size, kernel, stride, padding, dilation, roundsUp] = window;
    const double steps = (size + 2 * padding - dilation * (kernel - 1) - 1) / stride;
    if (!roundsUp)
        return std::floor(steps) + 1;
    const double places = std::ceil(steps) + 1;
    return (places - 1) * stride >= size + padding ? places - 1 : places;
}

} // namespace lamella::core
