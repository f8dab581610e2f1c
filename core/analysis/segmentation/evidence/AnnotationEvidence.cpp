// SPDX-License-Identifier: GPL-3.0-or-later
// Layers that the recorded program names itself. Passes without annotations among them keep the cores of their mixers.
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/evidence/LayerEvidences.h"

#include <utility>

namespace lamella::core {

namespace {

class AnnotationEvidence final : public LayerEvidence {
public:
    [[nodiscard]] std::string_view name() const override { return "annotations"; }
    [[nodiscard]] std::vector<LayerProposal> propose(const EvidenceContext &context) const override
    {
        LayerAnnotations annotations = annotatedLayers(context.document, context.sequence, context.calls);
        if (annotations.layers.empty())
            return {};
        LayerProposal proposal;
        proposal.cores = mergeAnnotated(mixerCores(context.sequence), annotations.layers);
        proposal.role = CoreRole::Mixer;
        proposal.evidence = Evidence::Annotation;
        proposal.text = annotations.label;
        proposal.apart = std::move(annotations.apart);
        return {std::move(proposal)};
    }
};

} // namespace

const LayerEvidence &annotationEvidence()
{
    static const AnnotationEvidence evidence;
    return evidence;
}

} // namespace lamella::core
