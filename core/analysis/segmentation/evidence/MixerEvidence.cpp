// SPDX-License-Identifier: GPL-3.0-or-later
// Every layer mixes tokens: attention and linear attention kernels, grouped by the feed-forward work between them.
#include "core/analysis/segmentation/evidence/LayerEvidences.h"
#include "core/base/Saturate.h"

#include <vector>

namespace lamella::core {

namespace {

constexpr TokenSet kMixers = kTokenMixer | kTokenSoftmax;

// The mixer kernel with the most time: attention itself, where reshapes and copies around it count as attention by their scope.
StringId longestMixer(const EvidenceContext &context)
{
    const MainSequence &sequence = context.sequence;
    std::vector<std::int64_t> time(sequence.names, 0); // by code
    StringId longest;
    std::int64_t most = -1;
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        if (!sequence.has(i, kMixers))
            continue;
        std::int64_t &sum = time[sequence.code[i]];
        sum = addSaturated(sum, context.document.kernels.duration[sequence.kernel[i]]);
        if (sum > most) {
            most = sum;
            longest = sequence.symbol[i];
        }
    }
    return longest;
}

class MixerEvidence final : public LayerEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "attention kernels"; }
    [[nodiscard]] std::vector<LayerProposal> propose(const EvidenceContext &context) const override
    {
        LayerProposal proposal;
        proposal.cores = mixerCores(context.sequence, kMixers);
        if (proposal.cores.size() == 1)
            proposal.cores = mixerCoresAt(context.sequence, longestMixer(context));
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
