// SPDX-License-Identifier: GPL-3.0-or-later
// Models that run one PyTorch operator after the other: decoders, encoder-decoders, diffusion transformers.
#pragma once

#include "tests/support/TraceGenerator.h"
#include "tests/support/TraceGeneratorPlan.h"
#include "tests/support/TraceGeneratorRandom.h"

namespace lamella::test {

// Each fills model, dialect and passes.
void planEagerDecoder(RunPlan &plan, const TraceOptions &options, Random &random);
void planEncoderDecoder(RunPlan &plan, const TraceOptions &options, Random &random);
void planDiffusion(RunPlan &plan, const TraceOptions &options, Random &random);

// Every kernel name becomes a symbol without meaning, the same one each time.
void obscureNames(RunPlan &plan, Random &random);

} // namespace lamella::test
