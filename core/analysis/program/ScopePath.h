// SPDX-License-Identifier: GPL-3.0-or-later
// The origin of an operation in the source program: the path that JAX writes ("jit(step)/jvp(Model)/attn/dot_general:"), without
// what the compiler and its transformations add.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// "step", "Model", "attn", "dot_general". For several paths joined by ';' (an operation fused from two), their common prefix, or
// the first path if there is none. May be empty. At most 256 bytes per part.
[[nodiscard]] std::vector<std::string> scopeParts(std::string_view recorded);
// For an operation without a path: its name, split at "=>" or "::" if present.
[[nodiscard]] std::vector<std::string> scopePartsOfName(std::string_view name);
[[nodiscard]] std::string joinScope(const std::vector<std::string> &parts); // "step=>Model=>attn=>dot_general"

} // namespace lamella::core
