// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences under a comparison: what was paired, what was left out, and what of the two traces does not fit together.
#pragma once

#include "core/analysis/diff/TraceDiff.h"
#include "core/base/Message.h"
#include "core/profile/ModelConfig.h"
#include "core/report/tables/CompareTable.h"

#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// What sort of processor recorded the work, as people name it: "GPU", "Ascend NPU", "TPU". Kernels of two sorts have nothing in
// common but what they are for.
[[nodiscard]] std::string_view processorOf(const TraceDocument &document);

void noteFit(const TraceDocument &a, const ModelConfig *configA, const TraceDocument &b, const ModelConfig *configB,
    std::vector<Message> &notes);
// One side of a regression gate.
struct JobSide {
    const TraceDocument &document;
    const ModelConfig *config = nullptr;
    const DeviceSegmentation *cut = nullptr; // of the device compared; may be null
};
// Where the two are no runs of the same job: another model (its type, else its number of layers), other devices, another number
// of devices or of ranks. What a trace does not say is no difference.
[[nodiscard]] std::vector<JobDifference> jobDifferences(const JobSide &a, const JobSide &b);

void noteByName(const Segmentation &a, const Segmentation &b, bool askedFor, std::vector<Message> &notes);
void notePairing(const PassPairing &pairing, std::vector<Message> &notes);
void noteLayers(const std::vector<PassDiff> &passes, std::vector<Message> &notes);

} // namespace lamella::core
