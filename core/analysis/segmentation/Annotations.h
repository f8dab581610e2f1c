// SPDX-License-Identifier: GPL-3.0-or-later
// Layers and steps as annotated by the recorded program: nn.Module frames ("nn.Module: DecoderLayer_12"), record_function, NVTX
// and GPU annotations ("layer 12", "step[DECODE bs=32]"), joined to kernels through their launches.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/CallCatalogue.h"
#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/evidence/PassEvidence.h"
#include "core/base/JobControl.h"
#include "core/model/TraceDocument.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lamella::core {

struct AnnotatedLayer {
    Span span; // positions of the kernels launched inside one call of the layer
    int number = 0;
};

struct LayerAnnotations {
    std::vector<AnnotatedLayer> layers; // in sequence order, not overlapping
    std::string label; // "nn.Module: Qwen2DecoderLayer"; empty when nothing usable was found
    std::vector<char> apart; // by position: launched by a module that lies in no layer; empty where layers are no modules
};

[[nodiscard]] LayerAnnotations annotatedLayers(
    const TraceDocument &document, const MainSequence &sequence, const CallCatalogue &calls);

// Replaces the mixer cores inside annotated layers by one exact core each.
[[nodiscard]] std::vector<LayerCore> mergeAnnotated(std::vector<LayerCore> cores, const std::vector<AnnotatedLayer> &layers);

struct StepAnnotations {
    StepOfKernel step; // by position; empty when no annotation marks steps
    std::vector<StringId> names; // of the steps, by step number
    bool onePass = false; // see CallGroup
    std::string label;
    // Step of the kernel at this position, -1 = none; and its name.
    [[nodiscard]] std::int32_t at(std::uint32_t position) const { return step.empty() ? -1 : step[position]; }
    [[nodiscard]] StringId nameAt(std::uint32_t position) const
    {
        return at(position) < 0 ? StringId{} : names[static_cast<std::size_t>(step[position])];
    }
};

// Every kind of step annotation, joined to the kernels once.
class StepCalls {
public:
    // Incomplete once a stop was requested.
    StepCalls(const TraceDocument &document, const MainSequence &sequence, const std::vector<CallGroup> &groups,
        const JobControl &control = {});
    // The kind that marks most passes of these cores; empty when none does.
    [[nodiscard]] const StepAnnotations &around(const std::vector<LayerCore> &cores) const;
    [[nodiscard]] const std::vector<StepAnnotations> &kinds() const { return m_kinds; }

private:
    std::vector<StepAnnotations> m_kinds;
};

struct ScopeLayers {
    static constexpr int kUnknown = -1;
    std::vector<int> layer; // by position in the sequence
    std::string label; // the text before the number: "layers_"
};

// By the numbered part that most operations have, the outermost of each.
[[nodiscard]] ScopeLayers scopeLayers(const TraceDocument &document, const MainSequence &sequence);

// Passes by the ranges around their launches: ranges that the program itself names as a step, a forward pass or the launch of a
// compiled program. Used where no layers can be found, and to keep work that other threads launch between passes out of them.
// The kind of ranges that contains most kernels, at least half of them, each range in one piece; null if there is none.
[[nodiscard]] const StepAnnotations *rangesOfPasses(const MainSequence &sequence, const StepCalls &steps);

// Positions launched in a range that is one pass; empty where hardly anything lies between such ranges.
[[nodiscard]] std::vector<std::uint32_t> insideForward(const MainSequence &sequence, const StepCalls &steps);

// Passes without layers: all of their work is head. Returns false, and changes nothing, if no ranges mark passes.
bool passesByRanges(const TraceDocument &document, const MainSequence &sequence, const StepCalls &steps,
    DeviceSegmentation &device, Segmentation &segmentation);

// Which row of TraceDocument::operations a kernel has.
class OperationOfKernel {
public:
    explicit OperationOfKernel(const TraceDocument &document)
        : m_document(document)
    {
    }
    std::optional<std::size_t> operator()(std::uint32_t kernel) const
    {
        const EventId event = m_document.kernels.event[kernel];
        if (event.value >= m_document.events.size())
            return std::nullopt;
        const std::optional<std::int64_t> row = m_document.events.sparse(event, SparseKey::Operation);
        return row ? std::optional(static_cast<std::size_t>(*row)) : std::nullopt;
    }

private:
    const TraceDocument &m_document;
};

} // namespace lamella::core
