// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that mark layers by their name: the anchor of the user, and those of the model profile that fits the config or the kernel
// names.
#include "core/analysis/segmentation/evidence/LayerEvidence.h"
#include "core/base/Typical.h"
#include "core/profile/NameText.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace lamella::core {

namespace {

CoreRole coreRole(AnchorRole role)
{
    return role == AnchorRole::Begins ? CoreRole::Begins : role == AnchorRole::Ends ? CoreRole::Ends : CoreRole::Within;
}

// Length of the run of lead-in kernels that usually stands right before the anchor.
std::uint32_t usualLeadIn(const EvidenceContext &context, const AnchorRule &rule, const std::vector<std::uint32_t> &hits)
{
    std::vector<char> leadsIn(context.sequence.size(), 0);
    for (const NamePattern &pattern : rule.leadIn) {
        for (const std::uint32_t i : anchorHits(context.names, context.sequence, pattern))
            leadsIn[i] = 1;
    }
    std::map<std::uint32_t, std::uint32_t> votes;
    for (const std::uint32_t hit : hits) {
        std::uint32_t lead = 0;
        while (lead < hit && lead < rule.leadIn.size() && leadsIn[hit - lead - 1] != 0)
            ++lead;
        ++votes[lead];
    }
    return mostFrequentKey(votes);
}

} // namespace

std::vector<std::uint32_t> anchorHits(const KernelNames &names, const MainSequence &sequence, const NamePattern &pattern)
{
    std::unordered_map<StringId, bool> matches;
    return allIn({0, sequence.size()}, [&](std::uint32_t i) {
        const auto [it, fresh] = matches.try_emplace(sequence.symbol[i], false);
        if (fresh)
            it->second = pattern.matches(lowerCasedText(names[sequence.symbol[i]].full));
        return it->second;
    });
}

std::string mostFrequentName(const KernelNames &names, const MainSequence &sequence, const std::vector<std::uint32_t> &hits)
{
    std::map<StringId, std::uint32_t> count;
    for (const std::uint32_t hit : hits)
        ++count[sequence.symbol[hit]];
    return count.empty() ? std::string{} : names[mostFrequentKey(count)].full;
}

std::vector<LayerCore> coresAt(const std::vector<std::uint32_t> &hits)
{
    std::vector<LayerCore> cores;
    cores.reserve(hits.size());
    for (const std::uint32_t hit : hits)
        cores.push_back({{hit, hit + 1}, std::nullopt, -1, false});
    return cores;
}

std::vector<LayerProposal> proposeUserAnchor(const EvidenceContext &context)
{
    if (!context.options.anchor)
        return {};
    const Result<NamePattern> pattern = NamePattern::parse(*context.options.anchor);
    if (!pattern)
        return {};
    return {{.cores = coresAt(anchorHits(context.names, context.sequence, *pattern)),
        .blocksPerLayer = std::max(1, context.options.blocksPerLayer.value_or(1)),
        .role = coreRole(context.options.role.value_or(AnchorRole::Within)),
        .evidence = Evidence::User,
        .text = pattern->text()}};
}

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
