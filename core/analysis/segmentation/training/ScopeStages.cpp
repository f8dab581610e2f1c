// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/training/TrainingNames.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace lamella::core {

namespace {

// optax and flax name their transformations; "adam", "scale_by_adam", "clip_by_global_norm".
constexpr std::string_view kOptimizerWords[] = {"optimizer", "optax", "apply_updates", "apply_gradients", "clip_by_global_norm",
    "global_norm", "adam", "adamw", "adafactor", "sgd", "lion", "lamb", "muon", "update_params", "train_state"};

StageHint hintOfPath(std::string_view path)
{
    const std::size_t transpose = path.find("transpose(");
    if (transpose != std::string_view::npos && path.find("jvp(", transpose) != std::string_view::npos)
        return StageHint::Backward;
    if (path.find("jvp(") != std::string_view::npos) // forward that is run again belongs to the gradient that asks for it
        return path.find("rematted_computation") == std::string_view::npos ? StageHint::Forward : StageHint::Backward;
    const bool optimizer = holdsWord(path, "scale_by_")
        || std::any_of(std::begin(kOptimizerWords), std::end(kOptimizerWords),
            [path](std::string_view word) { return holdsWord(path, word, true); });
    return optimizer ? StageHint::Optimizer : StageHint::None;
}

} // namespace

StageHint hintOfScope(std::string_view scope)
{
    const std::string lower = lowerCasedText(scope);
    StageHint latest = StageHint::None;
    for (std::size_t at = 0; at < lower.size();) {
        const std::size_t end = std::min(lower.find(';', at), lower.size());
        const StageHint hint = hintOfPath(std::string_view(lower).substr(at, end - at));
        at = end + 1;
        if (hint == StageHint::Backward)
            return hint;
        latest = hint == StageHint::Optimizer || latest == StageHint::None ? hint : latest;
    }
    return latest;
}

bool holdsGradientScopes(const TraceDocument &document)
{
    return std::any_of(document.operations.begin(), document.operations.end(),
        [&document](const Operation &operation) { return hintOfScope(document.text(operation.scope)) == StageHint::Backward; });
}

std::vector<StageHint> scopeHints(const TraceDocument &document, const MainSequence &sequence)
{
    std::unordered_map<std::size_t, StageHint> known;
    std::vector<StageHint> hints(sequence.size(), StageHint::None);
    OperationOfKernel operationOf(document);
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const auto operation = operationOf(sequence.kernel[i]);
        if (!operation)
            continue;
        const auto [it, fresh] = known.try_emplace(*operation, StageHint::None);
        if (fresh)
            it->second = hintOfScope(document.text(document.operations[*operation].scope));
        hints[i] = it->second;
    }
    bool gradientFollows = false;
    for (std::size_t i = hints.size(); i-- > 0;) {
        if (hints[i] == StageHint::Backward || hints[i] == StageHint::Forward)
            gradientFollows = hints[i] == StageHint::Backward;
        else if (hints[i] == StageHint::Optimizer && gradientFollows)
            hints[i] = StageHint::None;
    }
    return hints;
}

} // namespace lamella::core
