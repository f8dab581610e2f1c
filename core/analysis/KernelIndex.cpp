// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/KernelIndex.h"

#include <algorithm>

namespace lamella::core {

KernelIndex::KernelIndex(const TraceDocument &document, const Segmentation &segmentation)
{
    m_deviceBucket.push_back(0);
    for (std::size_t d = 0; d < document.devices.size(); ++d) {
        const std::size_t passes = d < segmentation.devices.size() ? segmentation.devices[d].passes.size() : 0;
        m_deviceBucket.push_back(m_deviceBucket.back() + static_cast<std::uint32_t>(passes) + 1);
    }
    const std::uint32_t kernels = document.kernels.size();
    const auto bucketOf = [&](std::uint32_t kernel) {
        const std::uint32_t device = document.deviceOf(KernelId(kernel)).value;
        const std::int32_t pass = kernel < segmentation.passOf.size() ? segmentation.passOf[kernel] : kNoPass;
        const std::uint32_t passes = m_deviceBucket[device + 1] - m_deviceBucket[device] - 1;
        const bool known = pass >= 0 && static_cast<std::uint32_t>(pass) < passes;
        return m_deviceBucket[device] + (known ? static_cast<std::uint32_t>(pass) + 1 : 0);
    };
    // Counting sort: keeps the start order of kernels within a bucket.
    m_first.assign(m_deviceBucket.back() + 1u, 0);
    for (std::uint32_t k = 0; k < kernels; ++k)
        ++m_first[bucketOf(k) + 1];
    for (std::size_t b = 1; b < m_first.size(); ++b)
        m_first[b] += m_first[b - 1];
    std::vector<std::uint32_t> next(m_first.begin(), m_first.end() - 1);
    m_kernels.resize(kernels);
    m_ranges.assign(m_deviceBucket.back(), {{INT64_MAX}, {INT64_MIN}});
    for (std::uint32_t k = 0; k < kernels; ++k) {
        const std::uint32_t bucket = bucketOf(k);
        m_kernels[next[bucket]++] = KernelId(k);
        m_ranges[bucket] = m_ranges[bucket].united({{document.kernels.start[k]}, {document.kernels.end(k)}});
    }
    addLayers(document.kernels, segmentation);
}

void KernelIndex::addLayers(const KernelTable &table, const Segmentation &segmentation)
{
    const auto layerOf = [&segmentation](KernelId kernel) {
        return kernel.value < segmentation.layerOf.size() ? segmentation.layerOf[kernel.value] : kNoLayer;
    };
    m_byLayer = m_kernels;
    for (std::size_t bucket = 0; bucket + 1 < m_first.size(); ++bucket) {
        const auto begin = m_byLayer.begin() + m_first[bucket];
        const auto end = m_byLayer.begin() + m_first[bucket + 1];
        const auto before = [&layerOf](KernelId a, KernelId b) { return layerOf(a) < layerOf(b); };
        if (!std::is_sorted(begin, end, before))
            std::stable_sort(begin, end, before);
        m_firstLayer.push_back(static_cast<std::uint32_t>(m_layers.size()));
        for (auto it = begin; it != end; ++it) {
            const TimeRange range{{table.start[it->value]}, {table.end(it->value)}};
            if (it == begin || layerOf(*it) != m_layers.back().number)
                m_layers.push_back({layerOf(*it), static_cast<std::uint32_t>(it - m_byLayer.begin()), range});
            else
                m_layers.back().range = m_layers.back().range.united(range);
        }
    }
    m_firstLayer.push_back(static_cast<std::uint32_t>(m_layers.size()));
    m_layers.push_back({0, static_cast<std::uint32_t>(m_byLayer.size()), {}});
}

std::uint32_t KernelIndex::bucketOfPass(DeviceId device, int pass) const
{
    if (device.value >= m_deviceBucket.size() - 1 || pass < kNoPass)
        return kNoBucket;
    const std::uint32_t bucket = m_deviceBucket[device.value] + static_cast<std::uint32_t>(pass + 1);
    return bucket < m_deviceBucket[device.value + 1] ? bucket : kNoBucket;
}

std::span<const KernelId> KernelIndex::ofPass(DeviceId device, int pass) const
{
    const std::uint32_t bucket = bucketOfPass(device, pass);
    if (bucket == kNoBucket)
        return {};
    return std::span(m_kernels).subspan(m_first[bucket], m_first[bucket + 1] - m_first[bucket]);
}

IndexedLayer KernelIndex::ofLayer(DeviceId device, int pass, int layer) const
{
    const std::uint32_t bucket = bucketOfPass(device, pass);
    if (bucket == kNoBucket)
        return {};
    const auto end = m_layers.begin() + m_firstLayer[bucket + 1];
    const auto found = std::lower_bound(
        m_layers.begin() + m_firstLayer[bucket], end, layer, [](const Layer &one, int number) { return one.number < number; });
    if (found == end || found->number != layer)
        return {};
    return {std::span(m_byLayer).subspan(found->first, (found + 1)->first - found->first), found->range};
}

std::span<const KernelId> KernelIndex::ofDevice(DeviceId device) const
{
    if (device.value >= m_deviceBucket.size() - 1)
        return {};
    const std::uint32_t first = m_first[m_deviceBucket[device.value]];
    return std::span(m_kernels).subspan(first, m_first[m_deviceBucket[device.value + 1]] - first);
}

std::vector<KernelId> KernelIndex::within(const KernelTable &table, DeviceId device, const TimeRange &range) const
{
    std::vector<KernelId> found;
    if (device.value >= m_deviceBucket.size() - 1)
        return found;
    for (std::uint32_t bucket = m_deviceBucket[device.value]; bucket < m_deviceBucket[device.value + 1]; ++bucket) {
        if (m_ranges[bucket].begin >= range.end || m_ranges[bucket].end <= range.begin)
            continue;
        for (std::uint32_t i = m_first[bucket]; i < m_first[bucket + 1]; ++i)
            if (table.start[m_kernels[i].value] < range.end.value && table.end(m_kernels[i].value) > range.begin.value)
                found.push_back(m_kernels[i]);
    }
    std::sort(found.begin(), found.end()); // ids are in start order
    return found;
}

// Ids are in start order, and so are the kernels outside of passes, which come first, and those of each pass.
std::vector<KernelId> inStartOrder(const KernelIndex &index, DeviceId device)
{
    const std::span<const KernelId> all = index.ofDevice(device);
    std::vector<KernelId> kernels(all.begin(), all.end());
    const auto middle = kernels.begin() + static_cast<std::ptrdiff_t>(index.ofPass(device, kNoPass).size());
    if (!std::is_sorted(middle, kernels.end())) // passes of several streams
        std::sort(middle, kernels.end());
    std::inplace_merge(kernels.begin(), middle, kernels.end());
    return kernels;
}

} // namespace lamella::core
