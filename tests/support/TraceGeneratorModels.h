// SPDX-License-Identifier: GPL-3.0-or-later
// The models of the kinds.
#pragma once

#include "tests/support/TraceGenerator.h"
#include "tests/support/TraceGeneratorPlan.h"
#include "tests/support/TraceGeneratorRandom.h"

namespace lamella::test {

[[nodiscard]] ModelPlan drawnModel(TraceKind kind, Random &random);

[[nodiscard]] ModelPlan linearModel(Random &random); // linear and full attention, 3 : 1
[[nodiscard]] ModelPlan alternatingModel(Random &random); // Mamba, attention, MLP or experts, each in a separate layer
[[nodiscard]] ModelPlan slidingModel(Random &random); // sliding windows and full attention
// The part of a model on one pipeline rank: the first, a middle or the last one, depending on the seed.
[[nodiscard]] ModelPlan slicedModel(ModelPlan model, std::uint64_t seed, Random &random);

} // namespace lamella::test
