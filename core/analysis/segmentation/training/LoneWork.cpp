// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/TrainingPasses.h"
#include "core/base/Saturate.h"
#include "core/base/Typical.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::int64_t kFarFloorNs = 500'000;
constexpr double kFarOfPass = 0.1; // of the median length of a pass
constexpr std::uint32_t kMaxLone = 16; // kernels

struct LoneWork {
    const TraceDocument &document;
    const MainSequence &sequence;
    const StageMarks &marks;
    std::int64_t far;

    [[nodiscard]] std::int64_t pauseBefore(std::uint32_t i) const
    {
        if (i == 0 || i >= sequence.size())
            return INT64_MAX;
        return subtractSaturated(document.kernels.start[sequence.kernel[i]], document.kernels.end(sequence.kernel[i - 1]));
    }
    [[nodiscard]] bool claimless(std::uint32_t i) const
    {
        const StageMark mark = marks.mark[i];
        return marks.step[i] < 0 && (mark == StageMark::None || mark == StageMark::Ordinary)
            && !sequence.has(i, kTokenGemm | kTokenMixer | kTokenEmbedding);
    }
    // Kernels at one end of a pass that a long pause parts from the rest of it.
    [[nodiscard]] std::uint32_t of(const TrainingPass &pass, bool atFront) const
    {
        std::uint32_t lone = 0;
        std::uint32_t others = 0; // than uploads: those of the weights are many
        for (std::uint32_t n = 1; n < pass.span.size(); ++n) {
            const std::uint32_t row = atFront ? n - 1 : pass.span.size() - n;
            others += atFront && sequence.has(pass.span.begin + row, kTokenHostCopy) ? 0 : 1;
            if (pass.layer[row] >= 0 || others > kMaxLone || !claimless(pass.span.begin + row))
                break;
            if (pauseBefore(pass.span.begin + row + (atFront ? 1 : 0)) >= far)
                lone = n;
        }
        return lone;
    }
};

// A long pause, by the usual length of a pass.
std::int64_t farPause(const KernelTable &kernels, const MainSequence &sequence, const std::vector<TrainingPass> &passes)
{
    const auto startOf = [&](std::uint32_t i) { return kernels.start[sequence.kernel[i]]; };
    std::vector<std::int64_t> lengths;
    for (const TrainingPass &pass : passes)
        if (pass.stage != Stage::Optimizer && pass.span.size() > kMaxLone)
            lengths.push_back(subtractSaturated(startOf(pass.span.end - 1), startOf(pass.span.begin + kMaxLone)));
    const auto middle = static_cast<double>(middleValue(std::move(lengths)));
    return std::max(kFarFloorNs, static_cast<std::int64_t>(kFarOfPass * middle));
}

} // namespace

void releaseLoneWork(
    const TraceDocument &document, const MainSequence &sequence, const StageMarks &marks, std::vector<TrainingPass> &passes)
{
    const LoneWork lone{document, sequence, marks, farPause(document.kernels, sequence, passes)};
    for (std::size_t p = 0; p < passes.size(); ++p) {
        if (passes[p].stage != Stage::Forward || (p > 0 && passes[p - 1].stage != Stage::Optimizer))
            continue;
        const std::uint32_t count = lone.of(passes[p], true);
        if (count == 0)
            continue;
        // Right behind the optimizer, it is zero_grad and the like.
        if (p > 0 && lone.pauseBefore(passes[p].span.begin) < lone.far) {
            passes[p - 1].span.end += count;
            passes[p - 1].layer.resize(passes[p - 1].span.size(), kHeadLayer);
        }
        passes[p].span.begin += count;
        passes[p].layer.erase(passes[p].layer.begin(), passes[p].layer.begin() + count);
    }
    TrainingPass &last = passes.back();
    const std::uint32_t count = lone.of(last, false);
    last.span.end -= count;
    last.layer.resize(last.span.size());
}

} // namespace lamella::core
