// SPDX-License-Identifier: GPL-3.0-or-later
// Layers by the scopes that a compiler wrote beside its operations: "jit(step)/Model/layers_12/attn/dot_general". Every operation
// says its own, so no launch is needed; those that say none lie between others of their layer.
#include "core/analysis/program/ScopePath.h"
#include "core/analysis/segmentation/Annotations.h"
#include "core/analysis/segmentation/SequenceAlignment.h"
#include "core/analysis/segmentation/evidence/LayerEvidence.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::uint32_t kMin = 2; // operations of a layer
constexpr std::size_t kNear = 6; // layers before the last one that say how a layer ends
constexpr double kMaxEdits = 0.3; // of the longer one, for an end that is still taken for the same

// The compiler moves single operations ahead; one between two of another layer does not open its own.
void dropStrays(std::vector<int> &layer)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < layer.size(); ++i)
        if (layer[i] != ScopeLayers::kUnknown)
            places.push_back(i);
    for (std::size_t p = 1; p + 1 < places.size(); ++p) {
        const int before = layer[places[p - 1]];
        if (layer[places[p]] != before && before == layer[places[p + 1]])
            layer[places[p]] = before;
    }
}

std::vector<AnnotatedLayer> layersOf(const std::vector<int> &layer)
{
    std::vector<AnnotatedLayer> layers;
    std::vector<std::uint32_t> sizes;
    for (std::uint32_t i = 0; i < layer.size(); ++i) {
        if (layer[i] == ScopeLayers::kUnknown)
            continue;
        if (!layers.empty() && layers.back().number == layer[i]) {
            layers.back().span.end = i + 1;
            ++sizes.back();
        } else {
            layers.push_back({{i, i + 1}, layer[i]});
            sizes.push_back(1);
        }
    }
    std::size_t sound = 0;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const bool follows = l == 0 || layers[l].number == layers[l - 1].number + 1 || layers[l].number <= layers[0].number;
        sound += follows && sizes[l] >= kMin ? 1 : 0;
    }
    // Scopes that jump about (a backward pass interleaved with another) are no cut into layers.
    const bool good = layers.size() >= 2 && 10 * sound >= 9 * layers.size();
    return good ? layers : std::vector<AnnotatedLayer>{};
}

// Operations without a scope between two layers belong to the first of them. After the last layer of a pass nothing says where
// they end, so that they would all be lost to the tail (its MLP, where only parameters have scopes): they end as in the layers
// before.
void closeLastLayers(const MainSequence &sequence, std::vector<AnnotatedLayer> &layers)
{
    for (std::size_t l = 1; l < layers.size(); ++l) {
        const bool last = l + 1 == layers.size() || layers[l + 1].number <= layers[l].number;
        if (!last)
            continue;
        const Span rest{layers[l].span.end, l + 1 == layers.size() ? sequence.size() : layers[l + 1].span.begin};
        Alignment best{0, 1.0};
        std::vector<std::uint32_t> sizes;
        for (std::size_t b = l; b > 0 && l - b < kNear && layers[b].number == layers[b - 1].number + 1; --b) {
            const Span after{layers[b - 1].span.end, layers[b].span.begin};
            if (after.size() == 0 || after.size() > kMaxAligned)
                continue;
            sizes.push_back(after.size());
            const Span looked{rest.begin, std::min<std::uint32_t>(rest.end, rest.begin + 2 * after.size())};
            const Alignment end = alignPrefix(symbols(sequence, looked), symbols(sequence, after));
            const double edits = end.cost / static_cast<double>(after.size());
            if (edits < best.cost)
                best = {end.boundary, edits};
        }
        if (l + 1 == layers.size() && rest.size() < middleValue(std::move(sizes))) // the capture cut it
            layers[l].span.end = rest.end;
        else if (best.cost <= kMaxEdits)
            layers[l].span.end = rest.begin + static_cast<std::uint32_t>(best.boundary);
    }
}

} // namespace

ScopeLayers scopeLayers(const TraceDocument &document, const MainSequence &sequence)
{
    std::map<std::string, std::uint32_t> prefixes; // what stands before a number -> kernels that have it
    struct Said {
        decltype(prefixes)::value_type *prefix = nullptr;
        int number = ScopeLayers::kUnknown;
    };
    std::vector<Said> said(document.operations.size());
    for (std::size_t o = 0; o < said.size(); ++o) {
        for (const std::string &part : scopeParts(document.text(document.operations[o].scope))) {
            std::string_view prefix;
            if (int number = 0; splitLayerName(part, prefix, number)) {
                said[o] = {&*prefixes.try_emplace(std::string(prefix), 0U).first, number};
                break; // the outermost: blocks inside of layers have numbers too
            }
        }
    }
    std::vector<Said> of(sequence.size());
    OperationOfKernel operationOf(document);
    for (std::uint32_t i = 0; i < sequence.size(); ++i) {
        const auto operation = operationOf(sequence.kernel[i]);
        if (!operation || said[*operation].prefix == nullptr)
            continue;
        of[i] = said[*operation];
        ++of[i].prefix->second;
    }
    ScopeLayers found{std::vector<int>(sequence.size(), ScopeLayers::kUnknown), {}};
    const auto most = mostFrequent(prefixes); // of equally frequent ones the first by name
    if (most == prefixes.end() || most->second == 0)
        return found;
    found.label = most->first;
    for (std::size_t i = 0; i < of.size(); ++i)
        if (of[i].prefix == &*most)
            found.layer[i] = of[i].number;
    dropStrays(found.layer);
    return found;
}

std::vector<LayerProposal> proposeScopes(const EvidenceContext &context)
{
    if (context.document.operations.empty())
        return {};
    const ScopeLayers numbered = scopeLayers(context.document, context.sequence);
    std::vector<AnnotatedLayer> layers = layersOf(numbered.layer);
    if (layers.empty())
        return {};
    closeLastLayers(context.sequence, layers);
    // What the capture holds before a layer that is not the first one is of the layer before.
    // Lower numbers later on show that there is one.
    const AnnotatedLayer first = layers.front();
    const auto most = std::ranges::max_element(layers, {}, [](const AnnotatedLayer &layer) { return layer.span.size(); });
    const bool isCut = std::ranges::any_of(layers, [&first](const AnnotatedLayer &layer) { return layer.number < first.number; });
    if (isCut && first.span.begin > 0 && first.span.begin <= most->span.size())
        layers.insert(layers.begin(), {{0, first.span.begin}, first.number - 1});
    return {{.cores = mergeAnnotated({}, layers),
        .role = CoreRole::Mixer,
        .evidence = Evidence::Annotation,
        .text = "scope " + numbered.label}};
}

} // namespace lamella::core
