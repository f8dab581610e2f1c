// SPDX-License-Identifier: GPL-3.0-or-later
// What a worker looks up for a selection: recorded args from the file, launch, sums over a name. No widgets.
#pragma once

#include "core/analysis/LaunchChain.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/Selection.h"
#include "core/session/AnalysisSession.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lamella::ui {

struct SelectionDetails {
    std::vector<std::pair<std::string, std::string>> args; // key, JSON text
    std::optional<core::Error> argsError; // reason if they are missing
    std::string inputDims;
    core::LaunchChain chain; // for a kernel
    std::uint64_t nameCount = 0; // for a name, in the whole trace
    std::int64_t nameSumNs = 0;
};

core::Result<SelectionDetails> lookUp(
    core::AnalysisSession &session, const core::Selection &selection, const core::JobControl &control);

// JSON text for display: a plain string without quotes, anything else as recorded.
[[nodiscard]] std::string plainJson(std::string_view json);

} // namespace lamella::ui
