// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of training: forward, backward (layers from the last to the first), optimizer.
#pragma once

#include "tests/support/TraceGenerator.h"
#include "tests/support/TraceGeneratorPlan.h"
#include "tests/support/TraceGeneratorRandom.h"

namespace lamella::test {

// Fills model, dialect and passes.
void planTraining(RunPlan &plan, const TraceOptions &options, Random &random);

} // namespace lamella::test
