// SPDX-License-Identifier: GPL-3.0-or-later
// Plans a run from a kind and a seed: which model, which engine, which steps.
#pragma once

#include "tests/support/TraceGenerator.h"
#include "tests/support/TraceGeneratorPlan.h"
#include "tests/support/TraceGeneratorRanks.h"

namespace lamella::test {

[[nodiscard]] RunPlan plannedRun(TraceKind kind, const TraceOptions &options);
// Tensor parallel, everything on one stream.
[[nodiscard]] RunPlan plannedRanks(const RanksOptions &options);
// In the format of a config.json.
[[nodiscard]] std::string configJson(const ModelPlan &model);

} // namespace lamella::test
