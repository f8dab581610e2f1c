// SPDX-License-Identifier: GPL-3.0-or-later
// The layer of backward kernels by the forward call they differentiate: autograd's calls carry the sequence number of the forward
// op. The layer of recomputed modules follows from their own frames.
#pragma once

#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/training/StageDecoder.h"
#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

inline constexpr std::int32_t kNotLinked = INT32_MIN;

// By position, for kernels of backward runs: the forward's layer number, kHeadLayer, kTailLayer (as in forward), or kNotLinked.
// forwardLayer: by position, of kernels in forward runs; kNotLinked elsewhere. modules: frames that forward's layers rest on, or
// null.
[[nodiscard]] std::vector<std::int32_t> autogradLinks(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<StageRun> &runs, const std::vector<std::int32_t> &forwardLayer, const CallGroup *modules,
    const JobControl &control = {});

} // namespace lamella::core
