// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/CallCatalogue.h"

#include "core/analysis/segmentation/training/TrainingNames.h"
#include "core/base/ContainsAny.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace lamella::core {

namespace {

constexpr std::string_view kTraining[] = {"train", "training", "trainer", "trainstep", "grad", "grads", "gradient", "gradients",
    "backward", "bwd", "optimizer", "finetune", "pretrain", "sft"};
constexpr std::string_view kInference[] = {"infer", "inference", "serve", "serving", "generate", "generation", "prefill",
    "decode", "extend", "sample", "sampling", "sampler", "predict", "logits", "kv", "kvcache", "draft"};
constexpr std::string_view kServingScopes[] = {"paged_attention", "kv_cache", "kvcache", "prefill", "decode_attention"};

template <class Words> bool holds(const Words &words, std::string_view name)
{
    return std::any_of(std::begin(words), std::end(words), [name](std::string_view word) { return holdsWord(name, word, true); });
}

} // namespace

ProgramUse useOfProgram(std::string_view name)
{
    const std::string lower = lowerCasedText(name.substr(0, name.find('(')));
    return holds(kTraining, lower) ? ProgramUse::Training
        : holds(kInference, lower) ? ProgramUse::Inference
                                   : ProgramUse::Unknown;
}

ProgramUse useOfPrograms(const TraceDocument &document, std::set<StringId> launched)
{
    if (launched.empty() && document.operations.empty())
        return ProgramUse::Kernels;
    for (const Operation &operation : document.operations)
        if (!document.text(operation.module).empty())
            launched.insert(operation.module);
    bool inference = false;
    for (const StringId program : launched) {
        const ProgramUse use = useOfProgram(document.text(program));
        if (use == ProgramUse::Training)
            return use;
        inference = inference || use == ProgramUse::Inference;
    }
    if (holdsGradientScopes(document))
        return ProgramUse::Training;
    inference = inference || std::any_of(document.operations.begin(), document.operations.end(), [&document](const Operation &o) {
        return containsAny(lowerCasedText(document.text(o.scope)), kServingScopes);
    });
    return inference ? ProgramUse::Inference : ProgramUse::Unknown;
}

} // namespace lamella::core
