// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/RankFacts.h"

#include "core/base/Interval.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

void addPass(const RankView &rank, int pass, RankFacts &facts)
{
    const KernelTable &kernels = rank.input.document.kernels;
    std::map<int, RankPart> parts; // kNoLayer is the smallest number
    std::vector<TimeRange> collectives;
    std::vector<TimeRange> others;
    const auto add = [&parts, pass](int layer, const TimeRange &range, bool collective) {
        const auto [it, isNew] = parts.try_emplace(layer, RankPart{pass, layer, range, 0});
        if (!isNew)
            it->second.range = it->second.range.united(range);
        it->second.collectives += collective ? 1 : 0;
    };
    for (const KernelId id : rank.input.index.ofPass(rank.device, pass)) {
        const TimeRange range{{kernels.start[id.value]}, {addSaturated(kernels.start[id.value], kernels.duration[id.value])}};
        const bool collective = rank.input.names.category(kernels.name[id.value]) == Category::Communication;
        (collective ? collectives : others).push_back(range);
        add(kNoLayer, range, collective);
        if (const int layer = rank.input.segmentation.layerOf[id.value]; layer != kNoLayer)
            add(layer, range, collective);
    }
    for (const auto &[layer, part] : parts)
        facts.parts.push_back(part);
    normalise(collectives);
    normalise(others);
    for (const TimeRange &range : intersect(others, collectives))
        facts.work.push_back({pass, range});
}

} // namespace

RankFacts factsOf(const RankView &rank, CollectiveKeys &keys)
{
    RankFacts facts;
    facts.rank = rank.rank;
    facts.device = rank.device;
    facts.zeroNs = rank.input.document.zero();
    facts.segmentation = rank.segmentation();
    if (!facts.segmentation)
        return facts;
    facts.collectives = collectivesOf(rank, keys);
    for (const Pass &pass : facts.segmentation->passes)
        addPass(rank, pass.number, facts);
    return facts;
}

std::vector<RankFacts> factsOf(std::span<const RankView> ranks)
{
    CollectiveKeys keys;
    std::vector<RankFacts> all;
    all.reserve(ranks.size());
    for (const RankView &rank : ranks) {
        all.push_back(factsOf(rank, keys));
        const auto same = std::find_if(
            ranks.begin(), ranks.end(), [&rank](const RankView &r) { return &r.input.document == &rank.input.document; });
        all.back().recording = static_cast<std::size_t>(same - ranks.begin());
    }
    return all;
}

} // namespace lamella::core
