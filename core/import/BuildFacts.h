// SPDX-License-Identifier: GPL-3.0-or-later
// What this build is made of, for --version and the about box.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

// ("Qt", "6.4.2"), ("simdjson", "3.0.1 (haswell)"), ("zlib", ...), ("ISA-L", "2.30.0" or "not used"): versions that run, not
// those built against.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> buildFacts();

} // namespace lamella::core
