// SPDX-License-Identifier: GPL-3.0-or-later
// The anchors of the model profile that fits the config or the kernel names.
#include "core/analysis/segmentation/evidence/LayerEvidence.h"
#include "core/base/Typical.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <map>

namespace lamella::core {

namespace {

// Length of the run of lead-in kernels that usually stands right before the anchor.
std::uint32_t usualLeadIn(const EvidenceContext &context, const AnchorRule &rule, const std::vector<std::uint32_t> &hits)
{
    if (rule.leadIn.empty())
        return 0;
    std::map<StringId, bool> known;
    const auto leadsIn = [&](StringId symbol) {
        const auto [it, fresh] = known.try_emplace(symbol, false);
        if (fresh) {
            const std::string name = lowerCasedText(context.names[symbol].full);
            it->second =
                std::any_of(rule.leadIn.begin(), rule.leadIn.end(), [&](const NamePattern &p) { return p.matches(name); });
        }
        return it->second;
    };
    std::map<std::uint32_t, std::uint32_t> votes;
    for (const std::uint32_t hit : hits) {
        std::uint32_t lead = 0;
        while (lead < hit && lead < rule.leadIn.size() && leadsIn(context.sequence.symbol[hit - lead - 1]))
            ++lead;
        ++votes[lead];
    }
    return mostFrequentKey(votes);
}

} // namespace

std::vector<LayerProposal> proposeProfileAnchors(const EvidenceContext &context)
{
    std::vector<LayerProposal> proposals;
    if (context.profile == nullptr)
        return proposals;
    for (const AnchorRule &rule : context.profile->anchors) {
        const std::vector<std::uint32_t> hits = anchorHits(context.names, context.sequence, rule.pattern);
        if (hits.size() < 2)
            continue;
        proposals.push_back({.cores = coresAt(hits),
            .blocksPerLayer = rule.blocksPerLayer,
            .role = coreRole(rule.role),
            .leadIn = usualLeadIn(context, rule, hits),
            .evidence = Evidence::Profile,
            .text = mostFrequentName(context.names, context.sequence, hits),
            .strict = true});
    }
    return proposals;
}

} // namespace lamella::core
