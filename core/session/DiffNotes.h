// SPDX-License-Identifier: GPL-3.0-or-later
// Notes of a comparison: which passes and layers were paired or left out, and how the traces differ in kind.
#pragma once

#include "core/analysis/diff/TraceDiff.h"
#include "core/base/Message.h"
#include "core/profile/ModelConfig.h"
#include "core/report/tables/CompareTable.h"

#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

// Kind of processor as people call it: "GPU", "Ascend NPU", "TPU". Kernels of different kinds cannot be paired by name.
[[nodiscard]] std::string_view processorOf(const TraceDocument &document);

void noteFit(const TraceDocument &a, const ModelConfig *configA, const TraceDocument &b, const ModelConfig *configB,
    std::vector<Message> &notes);
// One side of a regression gate.
struct JobSide {
    const TraceDocument &document;
    const ModelConfig *config = nullptr;
    const DeviceSegmentation *segmentation = nullptr; // of the device compared; may be null
};
// Reasons why the two are not runs of the same job: another model (by type, else by number of layers), other devices, another
// number of devices or ranks. Facts that a trace does not record are not compared.
[[nodiscard]] std::vector<JobDifference> jobDifferences(const JobSide &a, const JobSide &b);

void noteByName(const Segmentation &a, const Segmentation &b, bool askedFor, std::vector<Message> &notes);
void notePairing(const PassPairing &pairing, std::vector<Message> &notes);
void noteLayers(const std::vector<PassDiff> &passes, std::vector<Message> &notes);

} // namespace lamella::core
