// SPDX-License-Identifier: GPL-3.0-or-later
// Models whose layers hold either a mixer or an FFN (Nemotron-H: Mamba, attention and MLP layers in an uneven pattern). An
// ordinary model alternates strictly; here mixers follow each other every now and then, or the config lists such layers.
#include "core/analysis/segmentation/evidence/LayerEvidence.h"
#include "core/profile/NameText.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr double kMinScore = 0.75;
constexpr double kUneven = 0.2; // changes of group size, of the groups

bool mixes(const MainSequence &sequence, const LayerCore &core)
{
    return sequence.has(core.span.begin, kTokenMixer);
}

bool holdsBoth(const MainSequence &sequence, const std::vector<LayerCore> &cores)
{
    const auto mixers = std::count_if(cores.begin(), cores.end(), [&](const LayerCore &core) { return mixes(sequence, core); });
    return mixers >= 4 && mixers * 10 <= 9 * static_cast<std::ptrdiff_t>(cores.size());
}

// A layer type of the config that names nothing but an FFN.
bool configSaysSo(const EvidenceContext &context)
{
    const ModelConfig *config = context.options.config;
    return config != nullptr && std::any_of(config->layerTypes.begin(), config->layerTypes.end(), [](const std::string &type) {
        const std::string lower = lowerCasedText(type);
        return lower == "mlp" || lower == "moe" || lower == "ffn" || lower == "dense";
    });
}

// Mixers up to an FFN make a group. Groups of one size are layers with two halves; sizes that change once or twice a pass
// come from an encoder and a decoder; sizes that change all the time mean that every block is a layer. The capture may have
// cut the first group, and an FFN without a mixer before it has lost that one.
bool uneven(const MainSequence &sequence, const std::vector<LayerCore> &cores)
{
    int groups = 0;
    int changes = 0;
    int before = 0;
    int size = 0;
    bool first = true;
    const auto take = [&](int least) {
        if (size >= least) {
            changes += groups > 0 && size != before ? 1 : 0;
            before = size;
            ++groups;
        }
        first = false;
        size = 0;
    };
    for (const LayerCore &core : cores) {
        ++size;
        if (!mixes(sequence, core))
            take(first ? 3 : 2);
    }
    if (++size; before > 0 && size > before) // the capture cut the FFN off
        take(3);
    return sequence.holds(kTokenLinear) && changes >= kUneven * groups;
}

} // namespace

std::vector<LayerProposal> proposeSingleBlocks(const EvidenceContext &context)
{
    std::vector<LayerCore> cores = blockCores(context.sequence);
    if (!holdsBoth(context.sequence, cores) || callsSharedBlocks(context.sequence)
        || (!uneven(context.sequence, cores) && !configSaysSo(context)))
        return {};
    return {{.cores = std::move(cores),
        .role = CoreRole::Within,
        .evidence = Evidence::Discovered,
        .text = "mixer and feed-forward blocks",
        .fewestScore = kMinScore,
        .blocksAreLayers = true}};
}

} // namespace lamella::core
