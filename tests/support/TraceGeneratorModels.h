// SPDX-License-Identifier: GPL-3.0-or-later
// The models of the kinds.
#pragma once

#include "tests/support/TraceGenerator.h"
#include "tests/support/TraceGeneratorPlan.h"
#include "tests/support/TraceGeneratorRandom.h"

namespace lamella::test {

[[nodiscard]] ModelPlan drawnModel(TraceKind kind, Random &random);

[[nodiscard]] ModelPlan linearModel(Random &random); // linear and full attention, 3 : 1
[[nodiscard]] ModelPlan alternatingModel(Random &random); // Mamba, attention, MLP or experts in layers of their own
[[nodiscard]] ModelPlan slidingModel(Random &random); // sliding windows and full attention
// The part of a model that one rank of a pipeline holds: the first, a middle or the last one, by the seed.
[[nodiscard]] ModelPlan slicedModel(ModelPlan model, std::uint64_t seed, Random &random);

} // namespace lamella::test
