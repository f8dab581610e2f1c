// SPDX-License-Identifier: GPL-3.0-or-later
// Layer numbers in the scopes that a compiler wrote beside its operations.
#pragma once

#include "core/analysis/segmentation/MainSequence.h"
#include "core/model/TraceDocument.h"

#include <string>
#include <vector>

namespace lamella::core {

struct ScopeLayers {
    static constexpr int kUnknown = -1;
    std::vector<int> layer; // by position in the sequence
    std::string label; // the text before the number: "layers_"
};

// By the numbered part that most operations have, the outermost of each.
[[nodiscard]] ScopeLayers scopeLayers(const TraceDocument &document, const MainSequence &sequence);

} // namespace lamella::core
