// SPDX-License-Identifier: GPL-3.0-or-later
// Call stacks as text, in the format of flame graph tools.
#pragma once

#include "core/analysis/source/CallTree.h"

#include <string>
#include <string_view>

namespace lamella::core {

// "forward (models/qwen3.py:263)", without what separates frames.
[[nodiscard]] std::string frameText(const FrameLabel &label);
[[nodiscard]] std::string frameText(std::string_view name);
// Frames from the outermost to the node, separated by semicolons; "(why)" if there is none.
[[nodiscard]] std::string stackText(const CallTree &tree, std::uint32_t node, std::string_view why);

} // namespace lamella::core
