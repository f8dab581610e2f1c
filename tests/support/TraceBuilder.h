// SPDX-License-Identifier: GPL-3.0-or-later
// Documents written as one line of text, with times simple enough for mental arithmetic:
//   "7: gemm@0+10 attn@12+5; 8: nccl@3+20"           stream 7 and stream 8 of device 0, name@start+duration in ns
//   "0/7: gemm@0+10; 1/7: gemm@2+10"                 device/stream
#pragma once

#include "core/analysis/KernelIndex.h"
#include "core/analysis/PassMetrics.h"
#include "core/analysis/Segmentation.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::test {

// zero() is `zeroNs`; the document ends with its last kernel.
[[nodiscard]] std::shared_ptr<core::TraceDocument> documentFromText(std::string_view text, std::int64_t zeroNs = 0);

// {pass, layer} of each kernel in start order; kNoPass, kHeadLayer ... as in the product. The stream with most kernels is the
// main stream.
using KernelPlaces = std::vector<std::pair<int, int>>;
[[nodiscard]] core::Segmentation segmentationFromPlaces(const core::TraceDocument &document, const KernelPlaces &places);

// Rules for tests: a name that contains "gemm", "attn", "nccl", "norm", "moe", "rope" or "copy" has that category; others have
// none.
[[nodiscard]] const core::ProfileSet &testProfiles();

// A document with its segmentation and names, kept alive together.
struct BuiltTrace {
    BuiltTrace(std::string_view text, const KernelPlaces &places, std::int64_t zeroNs = 0);
    [[nodiscard]] core::AnalysisInput input() const { return {*document, *names, *segmentation, *index}; }
    std::shared_ptr<core::TraceDocument> document;
    std::shared_ptr<core::Segmentation> segmentation; // tests may set stages and states
    std::shared_ptr<const core::KernelNames> names;
    std::shared_ptr<const core::KernelIndex> index;
};

} // namespace lamella::test
