// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorAnnotations.h"

#include <algorithm>

namespace lamella::test {

namespace {

using core::Stage;

constexpr int kFirstStep = 12; // profilers wait and warm up before they record

// As SGLang names its steps: a step of new prompts says its tokens beside its requests.
std::string stepName(const PassSpan &pass)
{
    constexpr std::int64_t kPromptTokens = 512; // of a request
    const auto tokens = static_cast<std::int64_t>(pass.shape.tokens);
    if (pass.shape.stage == Stage::Prefill)
        return "step[EXTEND bs=" + std::to_string(std::max<std::int64_t>(1, tokens / kPromptTokens))
            + " toks=" + std::to_string(tokens) + "]";
    std::string stage(stageText(pass.shape.stage));
    std::transform(stage.begin(), stage.end(), stage.begin(), [](char letter) { return static_cast<char>(letter - 'a' + 'A'); });
    return "step[" + stage + " bs=" + std::to_string(tokens) + "]";
}

Annotation around(const Timeline &timeline, std::string name, const PassSpan &first, const PassSpan &last)
{
    Annotation result{std::move(name), first.device, 0, 0, first.beginNs, last.endNs};
    for (const LaunchEvent &launch : timeline.launches) {
        if (launch.device != first.device || launch.pass < first.number || launch.pass > last.number)
            continue;
        result.hostBeginNs = result.hostBeginNs == 0 ? launch.startNs - 1'200 : result.hostBeginNs;
        result.hostEndNs = launch.startNs + launch.durationNs + 500;
    }
    return result;
}

} // namespace

std::vector<Annotation> annotationsOf(const Timeline &timeline)
{
    std::vector<Annotation> result;
    int step = kFirstStep;
    for (std::size_t i = 0; i < timeline.passes.size(); ++i) {
        const PassSpan &pass = timeline.passes[i];
        const bool trains = i + 2 < timeline.passes.size() && timeline.passes[i + 1].shape.stage == Stage::Backward;
        if (trains)
            result.push_back(around(timeline, "ProfilerStep#" + std::to_string(step++), pass, timeline.passes[i + 2]));
        else if (pass.shape.stage == Stage::Optimizer)
            result.push_back(around(timeline, "Optimizer.step#AdamW.step", pass, pass));
        else if (pass.shape.stage != Stage::Backward)
            result.push_back(around(timeline, stepName(pass), pass, pass));
    }
    return result;
}

} // namespace lamella::test
