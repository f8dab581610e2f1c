// SPDX-License-Identifier: GPL-3.0-or-later
// bottleneck: where the wall of the chosen passes goes, by type of layer and category, with a sentence that names the next
// target.
#pragma once

#include "core/analysis/Bottleneck.h"
#include "core/base/Message.h"
#include "core/report/tables/TableBuilders.h"

#include <string>

namespace lamella::core {

// One line: which layers take most of the wall, what to look at next, and the numbers behind both. `where` says of what ("pass
// 4"); empty text where nothing takes time.
[[nodiscard]] Message bottleneckSentence(const Bottleneck &found, const TableInput &input, const Message &where);
struct BottleneckText {
    std::string target; // "moe in B", "idle"
    Message sentence;
};
// Of the pass that stands for the others on the main device; empty texts where there is none.
[[nodiscard]] BottleneckText selectedPassBottleneck(const TableInput &input);

} // namespace lamella::core
