// SPDX-License-Identifier: GPL-3.0-or-later
// Every layer mixes tokens: attention and linear attention kernels, grouped by the feed-forward work between them.
#include "core/analysis/segmentation/evidence/LayerEvidences.h"

#include <vector>

namespace lamella::core {

namespace {

constexpr TokenSet kMixers = kTokenMixer | kTokenSoftmax;

class MixerEvidence final : public LayerEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "attention kernels"; }
    [[nodiscard]] std::vector<LayerProposal> propose(const EvidenceContext &context) const override
    {
        LayerProposal proposal;
        proposal.cores = mixerCores(context.sequence, kMixers);
        if (proposal.cores.empty())
            return {};
        proposal.role = CoreRole::Mixer;
        proposal.evidence = Evidence::Discovered;
        proposal.text = name();
        return {std::move(proposal)};
    }
};

} // namespace

const LayerEvidence &mixerEvidence()
{
    static const MixerEvidence evidence;
    return evidence;
}

} // namespace lamella::core
