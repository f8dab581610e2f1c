// SPDX-License-Identifier: GPL-3.0-or-later
// Head and tail of a pass run kernels that no layer does: lm_head, step preparation.
#include "core/analysis/segmentation/evidence/PassEvidences.h"

namespace lamella::core {

namespace {

constexpr double kRareShare = 0.2; // of the places
constexpr int kSeveral = 3; // different names

class RareKernelEvidence final : public PassEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "rare kernels"; }
    void weigh(const PlaceIndex &places, std::vector<double> &weights) const override
    {
        std::vector<std::uint32_t> seen(places.sequence().names, 0); // by code: place it was last seen in, plus one
        for (std::size_t n = 0; n < places.size(); ++n) {
            const Span place = places[n];
            bool gemm = false;
            int rare = 0;
            for (std::uint32_t i = place.begin; i < place.end; ++i) {
                if (places.share(i) > kRareShare || places.inLongRow(i, n))
                    continue;
                gemm = gemm || places.sequence().has(i, kTokenGemm);
                std::uint32_t &last = seen[places.sequence().code[i]];
                rare += last != n + 1 ? 1 : 0;
                last = static_cast<std::uint32_t>(n + 1);
            }
            weights[n] += gemm ? kWeakMark : 0;
            weights[n] += rare > 0 ? kWeakMark : 0;
            weights[n] += rare >= kSeveral ? kWeakMark : 0;
        }
    }
};

} // namespace

const PassEvidence &rareKernelEvidence()
{
    static const RareKernelEvidence evidence;
    return evidence;
}

} // namespace lamella::core
