// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/KernelMatches.h"

#include "core/base/Saturate.h"

#include <algorithm>

namespace lamella::core {

KernelMatcher::KernelMatcher(
    const KernelFilter &filter, const TraceDocument &document, const KernelNames &names, const Segmentation &segmentation)
    : m_names(filter.aboutNames())
    , m_work(filter.aboutWork())
    , m_document(document)
    , m_kernelNames(names)
    , m_segmentation(segmentation)
{
}

bool KernelMatcher::nameMatches(StringId name)
{
    const auto [it, isNew] = m_nameMatches.try_emplace(name, false);
    if (!isNew)
        return it->second;
    const KernelName &known = m_kernelNames[name];
    const std::string_view recorded = m_document.text(name);
    bool all = true;
    for (const KernelFilter::Term &term : m_names.terms()) {
        bool holds = false;
        if (term.field == KernelFilter::Field::Category)
            holds = std::find(term.categories.begin(), term.categories.end(), known.category) != term.categories.end();
        else
            holds = term.holdsText(recorded) || term.holdsText(known.shortName) || term.holdsText(known.full)
                || term.holdsText(info(known.category).id);
        all = all && holds != term.negated;
    }
    it->second = all;
    return all;
}

Stage KernelMatcher::stageOf(KernelId kernel) const
{
    if (kernel.value >= m_segmentation.passOf.size())
        return Stage::Unknown;
    const Pass *pass = m_segmentation.pass(m_document.deviceOf(kernel), m_segmentation.passOf[kernel.value]);
    return pass != nullptr ? pass->stage : Stage::Unknown;
}

bool KernelMatcher::workMatches(const KernelFilter::Term &term, KernelId kernel, int pass, int layer) const
{
    const bool onDevice = kernel.value < m_segmentation.passOf.size();
    switch (term.field) {
    case KernelFilter::Field::Duration:
        return term.holdsNumber(m_document.kernels.duration[kernel.value]);
    case KernelFilter::Field::Stream:
        return term.holdsNumber(m_document.streams[m_document.kernels.stream[kernel.value].value].number);
    case KernelFilter::Field::Device:
        return term.holdsNumber(m_document.devices[m_document.deviceOf(kernel).value].number);
    case KernelFilter::Field::Stage:
        return std::find(term.stages.begin(), term.stages.end(), stageOf(kernel)) != term.stages.end();
    case KernelFilter::Field::Pass:
        return onDevice && term.holdsNumber(pass);
    case KernelFilter::Field::Layer:
        return onDevice && term.holdsNumber(layer);
    case KernelFilter::Field::Text:
    case KernelFilter::Field::Regex:
    case KernelFilter::Field::Category:
        break;
    }
    return true;
}

bool KernelMatcher::matches(KernelId kernel)
{
    const bool onDevice = kernel.value < m_segmentation.passOf.size();
    return matchesAt(kernel, onDevice ? m_segmentation.passOf[kernel.value] : kNoPass,
        onDevice ? m_segmentation.layerOf[kernel.value] : kNoLayer);
}

bool KernelMatcher::matchesAt(KernelId kernel, int pass, int layer)
{
    if (!m_names.empty() && !nameMatches(m_document.kernels.name[kernel.value]))
        return false;
    return std::all_of(m_work.terms().begin(), m_work.terms().end(),
        [&](const KernelFilter::Term &term) { return workMatches(term, kernel, pass, layer) != term.negated; });
}

bool KernelMatches::anyBetween(StreamId stream, std::uint32_t first, std::uint32_t last) const
{
    if (stream.value >= ofStream.size())
        return false;
    const std::vector<std::uint32_t> &list = ofStream[stream.value];
    const auto at = std::lower_bound(list.begin(), list.end(), first);
    return at != list.end() && *at <= last;
}

KernelMatches matchesOf(std::span<const KernelId> kernels, const TraceDocument &document)
{
    KernelMatches found;
    found.ofStream.resize(document.streams.size());
    found.hit.resize(document.kernels.size(), false);
    found.kernels.assign(kernels.begin(), kernels.end());
    for (const KernelId kernel : kernels) {
        found.ofStream[document.kernels.stream[kernel.value].value].push_back(kernel.value);
        found.hit[kernel.value] = true;
        found.sumNs = addSaturated(found.sumNs, document.kernels.duration[kernel.value]);
    }
    return found;
}

Result<KernelMatches> matchingKernels(const KernelFilter &filter, const TraceDocument &document, const KernelNames &names,
    const Segmentation &segmentation, const JobControl &control)
{
    constexpr std::uint32_t kPollRows = 1u << 14; // rows between two checks for a stop request
    KernelMatcher matcher(filter, document, names, segmentation);
    std::vector<KernelId> kernels;
    for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
        if (k % kPollRows == 0 && control.stopRequested())
            return Error{ErrorCode::Cancelled, "stopped", {}, -1};
        if (matcher.matches(KernelId(k)))
            kernels.emplace_back(k);
    }
    return matchesOf(kernels, document);
}

std::vector<CategorySums> matchedLayerSums(const KernelMatches &matches, const TraceDocument &document, const KernelNames &names,
    const Segmentation &segmentation, DeviceId device, int pass)
{
    const Pass *found = segmentation.pass(device, pass);
    if (found == nullptr || found->layers <= 0)
        return {};
    const DeviceSegmentation &onDevice = segmentation.devices[device.value];
    const auto first = onDevice.layers.begin() + found->firstLayer;
    const auto last = first + found->layers;
    std::vector<CategorySums> sums(static_cast<std::size_t>(found->layers), CategorySums{});
    const auto begin = std::lower_bound(matches.kernels.begin(), matches.kernels.end(), found->range.begin.value,
        [&](KernelId kernel, std::int64_t time) { return document.kernels.start[kernel.value] < time; });
    for (auto it = begin; it != matches.kernels.end() && document.kernels.start[it->value] < found->range.end.value; ++it) {
        if (segmentation.passOf[it->value] != pass || document.deviceOf(*it) != device)
            continue;
        const int layer = segmentation.layerOf[it->value];
        const auto span =
            std::lower_bound(first, last, layer, [](const LayerSpan &one, int number) { return one.layer < number; });
        if (span == last || span->layer != layer)
            continue;
        std::int64_t &sum = sums[static_cast<std::size_t>(span - first)]
                                [static_cast<std::size_t>(names.category(document.kernels.name[it->value]))];
        sum = addSaturated(sum, document.kernels.duration[it->value]);
    }
    return sums;
}

} // namespace lamella::core
