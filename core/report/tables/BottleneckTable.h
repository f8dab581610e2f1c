// SPDX-License-Identifier: GPL-3.0-or-later
// bottleneck: the wall of the chosen passes by layer type and category, and a sentence that names the next target.
#pragma once

#include "core/analysis/Bottleneck.h"
#include "core/base/Message.h"
#include "core/report/tables/TableBuilders.h"

#include <string>

namespace lamella::core {

// One line: which layers take most of the wall, what to look at next, and the figures. `where` names the scope ("pass 4"). Empty
// if nothing takes time.
[[nodiscard]] Message bottleneckSentence(const Bottleneck &found, const TableInput &input, const Message &where);
struct BottleneckText {
    std::string target; // "moe in B", "idle"
    Message sentence;
};
// For the representative pass on the main device; empty texts if there is none.
[[nodiscard]] BottleneckText selectedPassBottleneck(const TableInput &input);

} // namespace lamella::core
