// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/ProgramUse.h"

#include "core/analysis/segmentation/training/ScopeStages.h"
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

template <class Words> bool holds(const Words &words, std::string_view word)
{
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool serves(std::string_view scope)
{
    return containsAny(lowerCasedText(scope), kServingScopes);
}

} // namespace

ProgramUse useOfProgram(std::string_view name)
{
    const std::string lower = lowerCasedText(name.substr(0, name.find('(')));
    bool inference = false;
    for (std::size_t begin = 0; begin < lower.size();) {
        const auto isLetter = [](char c) { return c >= 'a' && c <= 'z'; };
        const std::size_t end = static_cast<std::size_t>(
            std::find_if_not(lower.begin() + static_cast<std::ptrdiff_t>(begin), lower.end(), isLetter) - lower.begin());
        const std::string_view word = std::string_view(lower).substr(begin, end - begin);
        if (holds(kTraining, word))
            return ProgramUse::Training;
        inference = inference || holds(kInference, word);
        begin = std::max(end, begin + 1);
    }
    return inference ? ProgramUse::Inference : ProgramUse::Unknown;
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
        return serves(document.text(o.scope));
    });
    return inference ? ProgramUse::Inference : ProgramUse::Unknown;
}

} // namespace lamella::core
