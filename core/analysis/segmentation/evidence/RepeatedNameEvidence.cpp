// SPDX-License-Identifier: GPL-3.0-or-later
// The most frequent kernel names, each taken as an anchor by itself: for traces whose kernels no rule names.
#include "core/analysis/segmentation/evidence/AnchorHits.h"
#include "core/analysis/segmentation/evidence/LayerEvidences.h"

#include <algorithm>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::size_t kTriedNames = 64;
constexpr std::size_t kFewestHits = 4;
constexpr double kRegular = 0.75; // share of the layers in passes of the usual length

class RepeatedNameEvidence final : public LayerEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "repeated kernel names"; }
    [[nodiscard]] std::vector<LayerProposal> propose(const EvidenceContext &context) const override
    {
        std::unordered_map<StringId, std::vector<std::uint32_t>> hits;
        for (std::uint32_t i = 0; i < context.sequence.size(); ++i)
            hits[context.sequence.symbol[i]].push_back(i);
        std::vector<StringId> tried;
        for (const auto &[symbol, at] : hits) {
            if (at.size() >= kFewestHits)
                tried.push_back(symbol);
        }
        std::sort(tried.begin(), tried.end(), [&](StringId a, StringId b) {
            return hits[a].size() != hits[b].size() ? hits[a].size() > hits[b].size() : hits[a].front() < hits[b].front();
        });
        if (tried.size() > kTriedNames)
            tried.resize(kTriedNames);
        std::vector<LayerProposal> proposals;
        for (const StringId symbol : tried) {
            LayerProposal proposal;
            proposal.cores = coresAt(hits[symbol]);
            proposal.evidence = Evidence::Discovered;
            proposal.text = context.names[symbol].full;
            proposal.fewestScore = kRegular;
            proposal.strict = true;
            proposals.push_back(std::move(proposal));
        }
        return proposals;
    }
};

} // namespace

const LayerEvidence &repeatedNameEvidence()
{
    static const RepeatedNameEvidence evidence;
    return evidence;
}

} // namespace lamella::core
