// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/evidence/LayerEvidence.h"
#include "core/base/Typical.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lamella::core {

std::vector<std::uint32_t> anchorHits(const KernelNames &names, const MainSequence &sequence, const NamePattern &pattern)
{
    std::unordered_map<StringId, bool> matches;
    std::vector<std::uint32_t> hits;
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const auto [it, fresh] = matches.try_emplace(sequence.symbol[i], false);
        if (fresh)
            it->second = pattern.matches(lowerCasedText(names[sequence.symbol[i]].full));
        if (it->second)
            hits.push_back(i);
    }
    return hits;
}

std::string mostFrequentName(const KernelNames &names, const MainSequence &sequence, const std::vector<std::uint32_t> &hits)
{
    std::map<StringId, std::uint32_t> count;
    for (const std::uint32_t hit : hits)
        ++count[sequence.symbol[hit]];
    return count.empty() ? std::string{} : names[mostFrequentKey(count)].full;
}

CoreRole coreRole(AnchorRole role)
{
    return role == AnchorRole::Begins ? CoreRole::Begins : role == AnchorRole::Ends ? CoreRole::Ends : CoreRole::Within;
}

std::vector<LayerCore> coresAt(const std::vector<std::uint32_t> &hits)
{
    std::vector<LayerCore> cores;
    cores.reserve(hits.size());
    for (const std::uint32_t hit : hits)
        cores.push_back({{hit, hit + 1}, std::nullopt, -1, false});
    return cores;
}

} // namespace lamella::core
