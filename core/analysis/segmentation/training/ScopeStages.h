// SPDX-License-Identifier: GPL-3.0-or-later
// Forward, backward and optimizer by the scopes that JAX writes beside the operations of a compiled step: it calls the
// differentiated program jvp(...) and its gradient transpose(jvp(...)) (JAX, "Autodiff Cookbook": reverse mode is the transpose
// of the linearised program).
#pragma once

#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/training/TrainingNames.h"
#include "core/model/TraceDocument.h"

#include <string_view>
#include <vector>

namespace lamella::core {

// Of one scope as recorded, several paths of a fusion with ';' between them: the latest stage that one of them names, for a
// fusion waits for all that it reads. "jit(step)/transpose(jvp(Model))/layers_3/dot_general:" -> Backward; None if it names none.
[[nodiscard]] StageHint hintOfScope(std::string_view scope);

// Some operation of the trace is that of a gradient.
[[nodiscard]] bool holdsGradientScopes(const TraceDocument &document);

// By position in the sequence. Of updates of parameters only those after the last operation of a gradient count, up to the next
// forward: a compiler runs others in between as soon as their gradient is there, and they are part of the backward pass.
[[nodiscard]] std::vector<StageHint> scopeHints(const TraceDocument &document, const MainSequence &sequence);

} // namespace lamella::core
