// SPDX-License-Identifier: GPL-3.0-or-later
// What the trace records about the stage of each kernel besides its name: the call that launched it, the thread that launched it
// (backward runs on autograd's own thread), annotations on the stream's own track, the scope that a compiler wrote.
#pragma once

#include "core/analysis/Segmentation.h"
#include "core/analysis/segmentation/MainSequence.h"
#include "core/analysis/segmentation/training/TrainingNames.h"
#include "core/base/JobControl.h"
#include "core/base/Message.h"
#include "core/model/TraceDocument.h"
#include "core/profile/KernelNames.h"

#include <cstdint>
#include <vector>

namespace lamella::core {

// None to Optimizer are the hints of the same names: of a call or a scope. Ordinary: launched by a thread that is not autograd's,
// outside of every call that names a stage.
enum class StageMark : std::uint8_t {
    None = static_cast<std::uint8_t>(StageHint::None),
    Forward = static_cast<std::uint8_t>(StageHint::Forward),
    Backward = static_cast<std::uint8_t>(StageHint::Backward),
    Optimizer = static_cast<std::uint8_t>(StageHint::Optimizer),
    Ordinary
};

struct StageMarks {
    std::vector<StageMark> mark; // by position in the sequence
    std::vector<std::int32_t> step; // by position: row of stepNumbers, -1 = outside of every recorded step
    std::vector<std::int64_t> stepNumbers; // N of "ProfilerStep#N"
    bool autogradCalls = false; // the backward engine's own calls are recorded
    bool backwardRanges = false; // annotations called backward
    bool autogradThread = false; // a thread that only backward work is launched by
    bool optimizerCalls = false;
    bool gradientScopes = false; // a compiler names the operations of gradients; the marks come from scopes
    std::uint32_t marked = 0; // kernels with a mark other than None
    [[nodiscard]] bool recorded() const { return marked > 0; }
    // "autograd calls, Optimizer.step": for the column anchor.
    [[nodiscard]] Message text() const;
};

// hints: of the kernels' names, by position.
[[nodiscard]] StageMarks stageMarks(const TraceDocument &document, const MainSequence &sequence,
    const std::vector<StageHint> &hints, const JobControl &control = {});

// The stage of every kernel of a training trace: the cheapest path through forward, backward and optimizer, where contradicting
// a mark or a name costs, and so does changing the stage.

struct StageRun {
    Span span; // positions in the sequence
    Stage stage = Stage::Forward; // Forward, Backward or Optimizer
};

// Runs in order, which cover the sequence. Empty when stopped, and for an empty sequence.
[[nodiscard]] std::vector<StageRun> stageRuns(
    const MainSequence &sequence, const std::vector<StageHint> &hints, const StageMarks &marks, const JobControl &control = {});

// Where layouts of products tell the stages, each has its own: `most` of the gradients are backward, and half of the other
// products forward. An engine that stores weights otherwise mixes them everywhere.
[[nodiscard]] bool layoutsAgree(const std::vector<StageHint> &hints, const std::vector<StageRun> &runs, double most);

// Whether the runs are training and not inference with a kernel of an unlucky name: enough backward work, recognised by
// autograd's own calls or by several kernel names, not all of them of convolutions.
[[nodiscard]] bool holdTraining(const KernelNames &names, const MainSequence &sequence, const std::vector<StageHint> &hints,
    const StageMarks &marks, const std::vector<StageRun> &runs);

} // namespace lamella::core
