// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/evidence/LayerEvidence.h"

#include "core/analysis/segmentation/Annotations.h"

#include <array>
#include <utility>

namespace lamella::core {

namespace {

// Layers that the recorded program names itself. Passes without annotations among them keep the cores of their mixers.
std::vector<LayerProposal> proposeAnnotations(const EvidenceContext &context)
{
    LayerAnnotations annotations = annotatedLayers(context.document, context.sequence, context.calls);
    if (annotations.layers.empty())
        return {};
    return {{.cores = mergeAnnotated(mixerCores(context.sequence), annotations.layers),
        .role = CoreRole::Mixer,
        .evidence = Evidence::Annotation,
        .text = annotations.label,
        .apart = std::move(annotations.apart)}};
}

// Every layer mixes tokens: attention and linear attention kernels, grouped by the feed-forward work between them.
std::vector<LayerProposal> proposeMixers(const EvidenceContext &context)
{
    std::vector<LayerCore> cores = mixerCores(context.sequence, kTokenMixer | kTokenSoftmax);
    if (cores.empty())
        return {};
    return {{.cores = std::move(cores), .role = CoreRole::Mixer, .evidence = Evidence::Discovered, .text = "attention kernels"}};
}

} // namespace

std::span<const LayerEvidence> layerEvidences()
{
    static constexpr std::array<LayerEvidence, 7> kAll{{
        {"anchor by the user", proposeUserAnchor}, {"annotations", proposeAnnotations}, // nn.Module frames, NVTX, record_function
        {"scopes", proposeScopes}, // of a compiler's operations
        {"mixer and feed-forward blocks", proposeSingleBlocks}, // layers with a mixer or an FFN, not both
        {"attention kernels", proposeMixers}, {"anchors of the profile", proposeProfileAnchors},
        {"repeated kernel names", proposeRepeatedNames}, // at regular distances, regardless of their meaning
    }};
    return kAll;
}

} // namespace lamella::core
