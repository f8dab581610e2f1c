// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/inspect/Siblings.h"

#include "core/analysis/StagePasses.h"

#include <algorithm>

namespace lamella::core {

namespace {

// Makes the median the reference, and sets `known`. Where nothing but the subject counts, the subject is its own reference.
void findMedian(Siblings &siblings)
{
    std::vector<std::size_t> counted;
    for (std::size_t i = 0; i < siblings.all.size(); ++i)
        if (siblings.all[i].counted)
            counted.push_back(i);
    siblings.known = counted.size() > 1 || (counted.size() == 1 && counted.front() != siblings.self);
    siblings.reference = siblings.self;
    if (counted.empty())
        return;
    const auto middle = counted.begin() + static_cast<std::ptrdiff_t>((counted.size() - 1) / 2);
    std::nth_element(counted.begin(), middle, counted.end(), [&siblings](std::size_t a, std::size_t b) {
        return std::pair(siblings.all[a].ns, a) < std::pair(siblings.all[b].ns, b);
    });
    siblings.reference = *middle;
    // The first of equals, so that it does not depend on how many there are.
    for (std::size_t i = 0; i < siblings.all.size(); ++i)
        if (siblings.all[i].counted && siblings.all[i].ns == siblings.all[*middle].ns) {
            siblings.reference = i;
            break;
        }
}

IndexedLayer indexed(const AnalysisInput &input, const LayerPlace &place)
{
    return input.index.ofLayer(place.ref.device, place.ref.pass->number, place.layer);
}

} // namespace

RankOf rankOf(const Siblings &siblings)
{
    RankOf rank{1, siblings.all.size()};
    for (const Sibling &sibling : siblings.all)
        rank.place += sibling.ns > siblings.all[siblings.self].ns ? 1 : 0;
    return rank;
}

Siblings passSiblings(const AnalysisInput &input, const PassRef &pass)
{
    const DeviceSegmentation &device = input.segmentation.devices[pass.device.value];
    const StagePasses stage = stagePasses(device, pass.pass->stage);
    const std::vector<const Pass *> &counted = stage.counted;
    const Pass *representative = representativePass(stage);
    Siblings result;
    auto next = counted.begin(); // both lists are in time order
    for (const Pass &other : device.passes) {
        if (other.stage != pass.pass->stage)
            continue;
        const bool counts = next != counted.end() && *next == &other;
        if (counts)
            ++next;
        if (&other == pass.pass)
            result.self = result.all.size();
        if (&other == representative)
            result.reference = result.all.size();
        result.all.push_back({{{pass.device, &other}, kNoLayer}, {}, other.range.length().value, counts});
    }
    result.known = counted.size() > 1 || (counted.size() == 1 && counted.front() != pass.pass);
    return result;
}

Siblings typeSiblings(const AnalysisInput &input, const LayerPlace &place)
{
    Siblings result;
    const LayerSpan *own = input.segmentation.layer(place.ref.device, place.ref.pass->number, place.layer);
    if (own == nullptr) { // head or tail
        result.all.push_back({place, {}, indexed(input, place).range.length().value, true});
        return result;
    }
    const std::vector<LayerSpan> &spans = input.segmentation.devices[place.ref.device.value].layers;
    int before = kNoLayer;
    for (int i = 0; i < place.ref.pass->layers; ++i) {
        const LayerSpan &span = spans[place.ref.pass->firstLayer + static_cast<std::uint32_t>(i)];
        const bool isAgain = span.layer == before; // the first span of a number counts
        before = span.layer;
        const IndexedLayer layer = indexed(input, {place.ref, span.layer});
        if (isAgain || span.type != own->type || layer.kernels.empty())
            continue;
        if (span.layer == place.layer)
            result.self = result.all.size();
        result.all.push_back({{place.ref, span.layer}, {}, layer.range.length().value, true});
    }
    if (result.all.empty())
        result.all.push_back({place, {}, 0, true});
    findMedian(result);
    return result;
}

Siblings steadySiblings(const AnalysisInput &input, const LayerPlace &place, const JobControl &control)
{
    const DeviceSegmentation &device = input.segmentation.devices[place.ref.device.value];
    const std::vector<const Pass *> counted = stagePasses(device, place.ref.pass->stage).counted;
    Siblings result;
    auto next = counted.begin();
    for (const Pass &pass : device.passes) {
        if (pass.stage != place.ref.pass->stage)
            continue;
        const bool counts = next != counted.end() && *next == &pass;
        if (counts)
            ++next;
        if (control.stopRequested())
            break;
        const LayerPlace other{{place.ref.device, &pass}, place.layer};
        const IndexedLayer layer = indexed(input, other);
        if (layer.kernels.empty() && &pass != place.ref.pass)
            continue;
        if (&pass == place.ref.pass)
            result.self = result.all.size();
        result.all.push_back({other, {}, layer.range.length().value, counts});
    }
    if (result.all.empty())
        result.all.push_back({place, {}, 0, true});
    findMedian(result);
    return result;
}

Siblings kernelSiblings(const AnalysisInput &input, LayerComparer &comparer, const Siblings &layers, const LayerPlace &place,
    KernelId kernel, const JobControl &control)
{
    const KernelTable &table = input.document.kernels;
    Siblings result;
    for (std::size_t i = 0; i < layers.all.size() && !control.stopRequested(); ++i) {
        const Sibling &layer = layers.all[i];
        const KernelId found = i == layers.self ? kernel : comparer.counterpart(place, kernel, layer.place);
        if (!found.valid())
            continue;
        if (i == layers.self)
            result.self = result.all.size();
        result.all.push_back({layer.place, found, table.duration[found.value], layer.counted});
    }
    if (result.all.empty())
        result.all.push_back({place, kernel, table.duration[kernel.value], true});
    findMedian(result);
    const LayerPlace &median = layers.all[layers.reference].place;
    for (std::size_t i = 0; layers.known && i < result.all.size(); ++i)
        if (result.all[i].place.ref.pass == median.ref.pass && result.all[i].place.layer == median.layer)
            result.reference = i;
    return result;
}

Siblings layerSiblings(const AnalysisInput &input, const LayerPlace &place, Against against, const JobControl &control)
{
    if (against == Against::Type)
        if (Siblings ofType = typeSiblings(input, place); ofType.known)
            return ofType;
    return steadySiblings(input, place, control);
}

std::optional<LayerPlace> referenceLayer(
    const AnalysisInput &input, const LayerPlace &place, Against against, const JobControl &control)
{
    const Siblings siblings = layerSiblings(input, place, against, control);
    if (!siblings.known)
        return std::nullopt;
    return siblings.all[siblings.reference].place;
}

} // namespace lamella::core
