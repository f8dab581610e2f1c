// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/segmentation/SegmentationBytes.h"

#include "core/base/Message.h"
#include "core/import/cache/CacheBytes.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lamella::core {

template <class Fields> void visitFields(Fields &fields, TimeRange &range)
{
    fields(range.begin, range.end);
}

template <class Fields> void visitFields(Fields &fields, Pass &pass)
{
    fields(pass.number, pass.stage, pass.state, pass.layers, pass.expectedLayers, pass.complete, pass.lostEvents, pass.range,
        pass.evidence, pass.note, pass.firstLayer, pass.kernels, pass.confidence, pass.confidenceWhy, pass.requests, pass.tokens);
}

template <class Fields> void visitFields(Fields &fields, LayerSpan &layer)
{
    fields(layer.pass, layer.layer, layer.type, layer.range, layer.kernels);
}

template <class Fields> void visitFields(Fields &fields, DeviceSegmentation &device)
{
    fields(device.device, device.mainStream, device.passes, device.layers, device.typeNames, device.modelLayers,
        device.selectedPass, device.selectedWhy, device.stateRule);
}

template <class Fields> void visitFields(Fields &fields, AnchorCandidate &anchor)
{
    fields(anchor.anchor, anchor.role, anchor.count, anchor.blocksPerLayer, anchor.layers, anchor.passes, anchor.confidence,
        anchor.why, anchor.chosen);
}

template <class Fields> void visitFields(Fields &fields, SegmentationCheck &check)
{
    fields(check.ok, check.sentence);
}

// Everything but the columns.
template <class Fields> void visitFields(Fields &fields, Segmentation &segmentation)
{
    fields(segmentation.devices, segmentation.anchors, segmentation.mainDevice, segmentation.evidence, segmentation.anchorText,
        segmentation.profileName, segmentation.confidence, segmentation.checks, segmentation.whyNone);
}

namespace {

constexpr std::uint64_t kForm = 3; // increment when the format or the names in it change
constexpr int kMaxLayers = 1 << 24; // larger numbers are invalid

// At least `min` and, unless negative, below `end`.
bool within(int number, int min, std::size_t end)
{
    return number >= min && (number < 0 || static_cast<std::size_t>(number) < end);
}

bool sound(const Pass &pass, std::size_t number, std::size_t layers)
{
    return pass.number >= 0 && static_cast<std::size_t>(pass.number) == number && pass.stage <= Stage::Optimizer
        && pass.state <= PassState::Outlier && within(pass.layers, 0, kMaxLayers) && pass.evidence <= Evidence::Discovered
        && std::uint64_t{pass.firstLayer} + static_cast<std::uint64_t>(pass.layers) <= layers;
}

bool sound(const DeviceSegmentation &device, std::size_t number, const TraceDocument &document)
{
    bool holds = device.device.value == number
        && (!device.mainStream.valid() || device.mainStream.value < document.streams.size())
        && within(device.selectedPass, kNoPass, device.passes.size());
    for (std::size_t i = 0; i < device.passes.size(); ++i)
        holds = holds && sound(device.passes[i], i, device.layers.size());
    return holds && std::all_of(device.layers.begin(), device.layers.end(), [&device](const LayerSpan &layer) {
        return within(layer.pass, 0, device.passes.size()) && within(layer.layer, kNoLayer, kMaxLayers)
            && within(layer.type, -1, device.typeNames.size());
    });
}

bool soundKernels(const Segmentation &segmentation, const TraceDocument &document)
{
    std::vector<int> passes; // by stream: number of passes of its device
    for (const Stream &stream : document.streams)
        passes.push_back(static_cast<int>(segmentation.devices[stream.device.value].passes.size()));
    bool holds = true;
    for (std::size_t k = 0; k < segmentation.passOf.size(); ++k) {
        const int pass = segmentation.passOf[k];
        const int layer = segmentation.layerOf[k];
        holds &= pass >= kNoPass && pass < passes[document.kernels.stream[k].value] && layer >= kNoLayer && layer < kMaxLayers
            && segmentation.side[k] <= 1;
    }
    return holds;
}

bool sound(const Segmentation &segmentation, const TraceDocument &document)
{
    const std::size_t devices = document.devices.size();
    bool holds = segmentation.devices.size() == devices && segmentation.evidence <= Evidence::Discovered
        && (!segmentation.mainDevice.valid() || segmentation.mainDevice.value < devices);
    for (std::size_t d = 0; d < segmentation.devices.size(); ++d)
        holds = holds && sound(segmentation.devices[d], d, document);
    for (const AnchorCandidate &anchor : segmentation.anchors)
        holds = holds && anchor.role <= AnchorRole::Within;
    return holds && soundKernels(segmentation, document);
}

} // namespace

std::string segmentationBytes(const Segmentation &segmentation)
{
    CacheBytesWriter to;
    to(kForm, std::uint64_t{segmentation.passOf.size()}, segmentation);
    to.column(segmentation.passOf);
    to.column(segmentation.layerOf);
    to.column(segmentation.side);
    return to.bytes();
}

std::optional<Segmentation> segmentationFromBytes(std::string_view bytes, const TraceDocument &document)
{
    CacheReader from(bytes);
    std::uint64_t form = 0;
    std::uint64_t kernels = 0;
    from(form, kernels);
    if (form != kForm || kernels != document.kernels.size())
        return std::nullopt;
    Segmentation segmentation;
    from(segmentation);
    from.column(segmentation.passOf, kernels);
    from.column(segmentation.layerOf, kernels);
    from.column(segmentation.side, kernels);
    return from.atEnd() && sound(segmentation, document) ? std::optional(std::move(segmentation)) : std::nullopt;
}

} // namespace lamella::core
