// SPDX-License-Identifier: GPL-3.0-or-later
// Models that run as individual PyTorch operators: decoders, encoder-decoders, diffusion transformers.
#pragma once

#include "tests/support/TraceGenerator.h"
#include "tests/support/TraceGeneratorPlan.h"
#include "tests/support/TraceGeneratorRandom.h"

namespace lamella::test {

// These fill model, dialect and passes.
void planEagerDecoder(RunPlan &plan, const TraceOptions &options, Random &random);
void planEncoderDecoder(RunPlan &plan, const TraceOptions &options, Random &random);
void planDiffusion(RunPlan &plan, const TraceOptions &options, Random &random);

// Replaces every kernel name by a meaningless symbol, the same for each occurrence.
void obscureNames(RunPlan &plan, Random &random);

} // namespace lamella::test
