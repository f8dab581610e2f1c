// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of an Ascend kernel table that lie inside a window, as they stand in the file.
#pragma once

#include "core/session/extract/ExtractFacts.h"

namespace lamella::core {

// Counts into facts. A collective's two copies are told by whole microsecond and type, the rule that users of such tables sum by;
// the longer of the two counts.
Result<void> extractAscendRows(const std::string &output, ExtractFacts &facts, const JobControl &control);

} // namespace lamella::core
