// SPDX-License-Identifier: GPL-3.0-or-later
// The libraries of this build, for --version and the about box.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

// ("simdjson", "3.0.1 (haswell)"), ("zlib", ...), ("ISA-L", "2.30.0" or "not used"): versions at run time, not
// those of the build.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> buildFacts();

} // namespace lamella::core
