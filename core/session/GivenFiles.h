// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what a table about many runs is given once for all of them, before the first run is read: otherwise each run would be
// left out for the same reason.
#pragma once

#include "core/session/AnalysisSession.h"

#include <string>
#include <vector>

namespace lamella::core {

// Errors: Io for a path that does not exist, neither by itself nor in an archive; those of the config and of the profile
// (AnalysisSession::create).
Result<void> checkGiven(const std::vector<std::string> &paths, const SessionOptions &options);

} // namespace lamella::core
