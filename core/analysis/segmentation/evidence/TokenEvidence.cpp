// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of evidence that are one sort of kernel, which passes hold before their first layer or after their last one.
#include "core/analysis/segmentation/evidence/PassEvidences.h"

namespace lamella::core {

namespace {

class TokenEvidence final : public PassEvidence {
public:
    TokenEvidence(std::string_view name, TokenSet token, double weight)
        : m_name(name)
        , m_token(token)
        , m_weight(weight)
    {
    }
    [[nodiscard]] std::string_view name() const override { return m_name; }
    void weigh(const PlaceIndex &places, std::vector<double> &weights) const override
    {
        for (std::size_t n = 0; n < places.size(); ++n) {
            const Span place = places[n];
            for (std::uint32_t i = place.begin; i < place.end; ++i) {
                if (!places.sequence().has(i, m_token) || !places.informative(i, n))
                    continue;
                weights[n] += m_weight;
                break;
            }
        }
    }

private:
    std::string_view m_name;
    TokenSet m_token;
    double m_weight;
};

} // namespace

const PassEvidence &embeddingEvidence()
{
    static const TokenEvidence evidence("embedding kernels", kTokenEmbedding, kStrongMark);
    return evidence;
}

const PassEvidence &samplingEvidence()
{
    static const TokenEvidence evidence("sampling kernels", kTokenSampling, kStrongMark);
    return evidence;
}

const PassEvidence &inputCopyEvidence()
{
    static const TokenEvidence evidence("copies from the host", kTokenHostCopy, kWeakMark);
    return evidence;
}

const PassEvidence &resultCopyEvidence()
{
    static const TokenEvidence evidence("copies to the host", kTokenToHost, kWeakMark);
    return evidence;
}

} // namespace lamella::core
