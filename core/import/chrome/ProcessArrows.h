// SPDX-License-Identifier: GPL-3.0-or-later
// Flow arrows from one process to another. In a merged file of several ranks they tell which process launched the work of a
// device, as correlation ids alone do not.
#pragma once

#include "core/import/chrome/ImportedBlocks.h"
#include "core/model/TrackTable.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

// Number of arrows by the processes of their begin and their end.
using ProcessArrows = std::map<std::pair<std::string, std::string>, std::size_t>;

// Counts the arrows with one begin and one end of their category and id; those of merged ranks that share ids do not count.
// Incomplete after a stop request.
[[nodiscard]] ProcessArrows arrowsByProcess(const ImportedBlocks &imported, const std::vector<Track> &tracks);

} // namespace lamella::core
