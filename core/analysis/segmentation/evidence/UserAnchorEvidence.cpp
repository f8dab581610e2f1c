// SPDX-License-Identifier: GPL-3.0-or-later
// The anchor that the user named, with the role and the number of blocks that the user gave.
#include "core/analysis/segmentation/evidence/AnchorHits.h"
#include "core/analysis/segmentation/evidence/LayerEvidences.h"

#include <algorithm>

namespace lamella::core {

namespace {

class UserAnchorEvidence final : public LayerEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "anchor by the user"; }
    [[nodiscard]] std::vector<LayerProposal> propose(const EvidenceContext &context) const override
    {
        if (!context.options.anchor)
            return {};
        const Result<NamePattern> pattern = NamePattern::parse(*context.options.anchor);
        if (!pattern)
            return {};
        LayerProposal proposal;
        proposal.cores = coresAt(anchorHits(context.names, context.sequence, *pattern));
        proposal.blocksPerLayer = std::max(1, context.options.blocksPerLayer.value_or(1));
        proposal.role = coreRole(context.options.role.value_or(AnchorRole::Within));
        proposal.evidence = Evidence::User;
        proposal.text = pattern->text();
        return {std::move(proposal)};
    }
};

} // namespace

const LayerEvidence &userAnchorEvidence()
{
    static const UserAnchorEvidence evidence;
    return evidence;
}

} // namespace lamella::core
