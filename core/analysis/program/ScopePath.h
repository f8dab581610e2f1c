// SPDX-License-Identifier: GPL-3.0-or-later
// Where in the source program an operation comes from: the path that JAX writes ("jit(step)/jvp(Model)/attn/dot_general:"),
// freed of what the compiler and its transformations put around it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// "step", "Model", "attn", "dot_general". Several paths joined by ';' (one operation made of two): what they have in common, or
// the first where they have nothing in common. Empty where nothing remains. Of each part the first 256 bytes.
[[nodiscard]] std::vector<std::string> scopeParts(std::string_view recorded);
// Of an operation without a path: its name, split at "=>" or "::" where it holds them.
[[nodiscard]] std::vector<std::string> scopePartsOfName(std::string_view name);
[[nodiscard]] std::string joinScope(const std::vector<std::string> &parts); // "step=>Model=>attn=>dot_general"

} // namespace lamella::core
