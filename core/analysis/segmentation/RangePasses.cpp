// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/PassNumbering.h"
#include "core/base/Message.h"

#include <string>
#include <utility>

namespace lamella::core {

namespace {

constexpr double kMinCovered = 0.5; // of the kernels
constexpr double kMuchBetween = 0.4; // of the kernels between first and last range
constexpr std::uint32_t kMinKernels = 2; // in a pass, on average
constexpr std::size_t kLongestName = 60;

struct RangeUse {
    std::uint32_t covered = 0; // kernels
    std::uint32_t pieces = 0; // runs of neighbouring kernels in one range
    std::uint32_t ranges = 0; // different ones
    Span reach; // from the first to the last kernel of any
};

RangeUse useOf(const MainSequence &sequence, const StepAnnotations &kind)
{
    RangeUse use;
    std::vector<char> seen(kind.names.size(), 0);
    std::int32_t before = -1;
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const std::int32_t step = kind.step[i];
        if (step < 0)
            continue;
        use.reach = {use.covered == 0 ? i : use.reach.begin, i + 1};
        ++use.covered;
        use.pieces += step != before ? 1 : 0;
        use.ranges += std::exchange(seen[static_cast<std::size_t>(step)], char{1}) == 0 ? 1 : 0;
        before = step;
    }
    return use;
}

// Kernels of one range follow each other: what else they have between them was launched in none.
bool inOrder(const RangeUse &use)
{
    return use.ranges > 0 && use.pieces == use.ranges && use.covered >= kMinKernels * use.ranges;
}

std::string shortName(std::string_view name)
{
    return std::string(name.substr(0, kLongestName)) + (name.size() > kLongestName ? "…" : "");
}

} // namespace

const StepAnnotations *rangesOfPasses(const MainSequence &sequence, const StepCalls &steps)
{
    const StepAnnotations *best = nullptr;
    std::pair<bool, std::uint32_t> most; // it holds one pass, ranges
    for (const StepAnnotations &kind : steps.kinds()) {
        const RangeUse use = useOf(sequence, kind);
        if (inOrder(use) && use.covered >= kMinCovered * sequence.size() && std::pair(kind.onePass, use.ranges) > most) {
            best = &kind;
            most = {kind.onePass, use.ranges};
        }
    }
    return best;
}

std::vector<std::uint32_t> insideForward(const MainSequence &sequence, const StepCalls &steps)
{
    for (const StepAnnotations &kind : steps.kinds()) {
        const RangeUse use = useOf(sequence, kind);
        if (!kind.onePass || use.ranges < 2 || !inOrder(use)
            || use.reach.size() - use.covered < kMuchBetween * static_cast<double>(use.reach.size()))
            continue;
        return allIn({0, sequence.size()}, [&](std::uint32_t i) { return kind.step[i] >= 0; });
    }
    return {};
}

bool passesByRanges(const TraceDocument &document, const MainSequence &sequence, const StepCalls &steps,
    DeviceSegmentation &device, Segmentation &segmentation)
{
    const StepAnnotations *kind = rangesOfPasses(sequence, steps);
    if (kind == nullptr)
        return false;
    std::int32_t current = -1;
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const std::int32_t step = kind->step[i];
        if (step < 0)
            continue;
        const std::uint32_t k = sequence.kernel[i];
        const TimeRange range{{document.kernels.start[k]}, {document.kernels.end(k)}};
        if (step != current) {
            const std::string_view name = document.text(kind->nameAt(i));
            Pass pass;
            pass.number = static_cast<int>(device.passes.size());
            pass.stage = stageFromStepName(name);
            pass.complete = true;
            pass.evidence = Evidence::Annotation;
            pass.range = range;
            pass.note = Message::name(shortName(name));
            if (useOfProgram(name) == ProgramUse::Training)
                pass.note.append("%1; %2", kWholeTrainingStep);
            device.passes.push_back(std::move(pass));
            current = step;
        }
        Pass &pass = device.passes.back();
        pass.range = pass.range.united(range);
        ++pass.kernels;
        segmentation.passOf[k] = pass.number;
        segmentation.layerOf[k] = kHeadLayer;
    }
    return true;
}

} // namespace lamella::core
