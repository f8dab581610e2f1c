// SPDX-License-Identifier: GPL-3.0-or-later
// A run of passes that the user marked, which restricts tables over many passes. A value; NavigationBus has the one of a window.
#pragma once

#include "core/base/Ids.h"

#include <compare>
#include <string>

namespace lamella::ui {

struct PassBrush {
    core::DeviceId device;
    int first = 0; // numbers of passes, both included
    int last = -1;
    auto operator<=>(const PassBrush &) const = default;

    [[nodiscard]] bool isEmpty() const { return last < first; }
    [[nodiscard]] int count() const { return isEmpty() ? 0 : last - first + 1; }
    [[nodiscard]] bool holds(int pass) const { return pass >= first && pass <= last; }
    // As TableRequest::pass: "3-17"; "all" without a brush.
    [[nodiscard]] std::string passArgument() const
    {
        return isEmpty() ? "all" : std::to_string(first) + "-" + std::to_string(last);
    }
};

} // namespace lamella::ui
