// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/LayerParts.h"

namespace lamella::core {

namespace {

bool isAttentionLike(Category category)
{
    switch (category) {
    case Category::Attention:
    case Category::LinearAttention:
    case Category::KvCache:
    case Category::Indexer:
    case Category::Rope:
        return true;
    default:
        return false;
    }
}

struct Progress {
    bool attentionSeen = false;
    bool normSeen = false;
    std::int64_t normStart = 0;
};

} // namespace

LayerParts::LayerParts(const AnalysisInput &input, const PassRef &ref)
{
    const KernelTable &kernels = input.document.kernels;
    std::unordered_map<int, Progress> layers;
    for (const KernelId kernel : input.index.ofPass(ref.device, ref.pass->number)) {
        const int layer = input.segmentation.layerOf[kernel.value];
        if (layer < 0 || input.segmentation.side[kernel.value] != 0)
            continue;
        const Category category = input.names.category(kernels.name[kernel.value]);
        Progress &p = layers[layer];
        if (isAttentionLike(category)) {
            p.attentionSeen = true;
            p.normSeen = false;
        } else if (category == Category::Norm && p.attentionSeen && !p.normSeen) {
            p.normSeen = true;
            p.normStart = kernels.start[kernel.value];
        }
    }
    for (const auto &[layer, p] : layers)
        if (p.normSeen)
            m_feedForwardStart.emplace(layer, p.normStart);
}

LayerPart LayerParts::of(int layer, std::int64_t startNs) const
{
    const auto found = m_feedForwardStart.find(layer);
    if (found == m_feedForwardStart.end())
        return LayerPart::None;
    return startNs < found->second ? LayerPart::Attention : LayerPart::FeedForward;
}

} // namespace lamella::core
