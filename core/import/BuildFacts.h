// SPDX-License-Identifier: GPL-3.0-or-later
// The libraries of this build, for --version and the about box.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

// ("simdjson", "3.0.1 (haswell)"), ("zlib", ...), ("ISA-L", "2.30.0" or "not used"): those of core that state a version, which is
// that at run time where they say it.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> buildFacts();

} // namespace lamella::core
