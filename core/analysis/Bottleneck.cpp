// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Bottleneck.h"

#include "core/analysis/program/HloText.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace lamella::core {

namespace {

constexpr int kIdle = -1; // used in place of a category

int rankOf(Category category)
{
    return category == Category::Communication ? 2 : category == Category::Memory ? 1 : 0;
}

using LayerTypes = std::map<std::pair<int, int>, int>; // pass, layer: row of typeNames, or kUntypedLayers

// Sweeps over the work of one pass, or of a whole device, in start order.
class WallSweep {
public:
    WallSweep(const AnalysisInput &input, const LayerTypes &typeOfLayer)
        : m_input(input)
        , m_typeOfLayer(typeOfLayer)
    {
    }
    // Call in start order.
    void add(KernelId kernel)
    {
        const std::int64_t start = m_input.document.kernels.start[kernel.value];
        if (!m_begun) {
            m_begun = true;
            m_now = start;
            m_begin = start;
        }
        advance(start);
        if (m_now < start) { // nothing runs
            count(partOf(kernel), kIdle, StringId(), start - m_now);
            m_now = start;
        }
        const Category category = m_input.names.category(m_input.document.kernels.name[kernel.value]);
        m_running.insert({rankOf(category), kernel.value});
        m_ends.insert({m_input.document.kernels.end(kernel.value), kernel.value, rankOf(category)});
    }
    void finish()
    {
        if (!m_ends.empty())
            advance(std::get<0>(*m_ends.rbegin()));
        m_wall = m_begun ? m_now - m_begin : 0;
    }
    [[nodiscard]] std::int64_t wallNs() const { return m_wall; }

    struct Part {
        std::int64_t ns = 0;
        std::map<StringId, std::int64_t> byName;
    };
    using Parts = std::map<std::pair<int, int>, Part>; // type, category or kIdle
    [[nodiscard]] const Parts &parts() const { return m_parts; }

private:
    // Attributes the time until `to` to the running work; returns early when nothing runs.
    void advance(std::int64_t to)
    {
        while (!m_ends.empty() && m_now < to) {
            const auto [end, id, rank] = *m_ends.begin();
            const KernelId chosen(m_running.begin()->second);
            const std::int64_t until = std::clamp(end, m_now, to);
            const StringId name = m_input.document.kernels.name[chosen.value];
            if (until > m_now)
                count(partOf(chosen), static_cast<int>(m_input.names.category(name)), name, until - m_now);
            m_now = until;
            if (end <= m_now) {
                m_ends.erase(m_ends.begin());
                m_running.erase({rank, id});
            }
        }
        while (!m_ends.empty() && std::get<0>(*m_ends.begin()) <= m_now) {
            m_running.erase({std::get<2>(*m_ends.begin()), std::get<1>(*m_ends.begin())});
            m_ends.erase(m_ends.begin());
        }
    }
    [[nodiscard]] int partOf(KernelId kernel) const
    {
        const int layer = m_input.segmentation.layerOf[kernel.value];
        if (layer == kHeadLayer)
            return kHeadPart;
        if (layer == kTailLayer)
            return kTailPart;
        const auto found = m_typeOfLayer.find({m_input.segmentation.passOf[kernel.value], layer});
        return found == m_typeOfLayer.end() ? kNoLayerPart : found->second;
    }
    void count(int part, int category, StringId name, std::int64_t ns)
    {
        Part &p = m_parts[{part, category}];
        p.ns = addSaturated(p.ns, ns);
        if (name.valid()) {
            std::int64_t &ofName = p.byName[name];
            ofName = addSaturated(ofName, ns);
        }
    }

    const AnalysisInput &m_input;
    const LayerTypes &m_typeOfLayer;
    Parts m_parts;
    std::set<std::pair<int, std::uint32_t>> m_running; // rank, kernel (in start order)
    std::set<std::tuple<std::int64_t, std::uint32_t, int>> m_ends; // end, kernel, rank
    bool m_begun = false;
    std::int64_t m_begin = 0;
    std::int64_t m_now = 0;
    std::int64_t m_wall = 0;
};

using NsByName = std::map<StringId, std::int64_t>;

// Compiled operations carry a serial number: names that differ only in it are summed under the first of them.
NsByName merged(const TraceDocument &document, const NsByName &byName)
{
    if (document.operations.empty())
        return byName;
    std::map<std::string_view, StringId> first;
    NsByName sums;
    for (const auto &[name, ns] : byName) {
        std::int64_t &sum = sums[first.try_emplace(canonicalOpName(document.text(name)), name).first->second];
        sum = addSaturated(sum, ns);
    }
    return sums;
}

// Sums the sweeps of one device.
class Collector {
public:
    void add(const WallSweep &sweep)
    {
        m_result.wallNs = addSaturated(m_result.wallNs, sweep.wallNs());
        for (const auto &[key, part] : sweep.parts()) {
            WallSweep::Part &sum = m_parts[key];
            sum.ns = addSaturated(sum.ns, part.ns);
            for (const auto &[name, ns] : part.byName)
                sum.byName[name] = addSaturated(sum.byName[name], ns);
        }
    }
    void addLayers(const LayerTypes &typeOfLayer)
    {
        for (const auto &[unused, type] : typeOfLayer)
            ++m_layers[type];
    }
    [[nodiscard]] Bottleneck result(const TraceDocument &document);

private:
    Bottleneck m_result;
    WallSweep::Parts m_parts;
    std::map<int, std::uint32_t> m_layers;
};

Bottleneck Collector::result(const TraceDocument &document)
{
    std::map<int, std::int64_t> byType;
    for (const auto &[key, sum] : m_parts) {
        const auto &[type, category] = key;
        WallPart part{type, {}, sum.ns, {}, 0};
        if (category == kIdle)
            m_result.idleNs = addSaturated(m_result.idleNs, sum.ns);
        else
            part.category = static_cast<Category>(category);
        if (part.category == Category::Communication)
            m_result.communicationNs = addSaturated(m_result.communicationNs, sum.ns);
        for (const auto &[name, ns] : merged(document, sum.byName))
            if (ns > part.kernelNs
                || (ns == part.kernelNs && part.kernel.valid() && document.text(name) < document.text(part.kernel))) {
                part.kernel = name;
                part.kernelNs = ns;
            }
        byType[type] = addSaturated(byType[type], sum.ns);
        m_result.parts.push_back(part);
    }
    for (const auto &[type, ns] : byType)
        m_result.types.push_back({type, m_layers.count(type) != 0 ? m_layers.at(type) : 0, ns});
    const auto longest = [](const auto &a, const auto &b) { return a.ns > b.ns; };
    std::stable_sort(m_result.parts.begin(), m_result.parts.end(), longest);
    std::stable_sort(m_result.types.begin(), m_result.types.end(), longest);
    return m_result;
}

void addTypesOf(LayerTypes &types, const Segmentation &segmentation, const PassRef &ref)
{
    const DeviceSegmentation &device = segmentation.devices[ref.device.value];
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(ref.pass->layers); ++i) {
        const LayerSpan &layer = device.layers[ref.pass->firstLayer + i];
        const bool typed = layer.type >= 0 && static_cast<std::size_t>(layer.type) < device.typeNames.size();
        types.emplace(std::pair(ref.pass->number, layer.layer), typed ? layer.type : kUntypedLayers);
    }
}

template <class Kernels>
void sweepOver(
    const Kernels &kernels, const AnalysisInput &input, const KernelScope &scope, WallSweep &sweep, const JobControl &control)
{
    std::uint32_t seen = 0;
    for (const KernelId kernel : kernels) {
        if (++seen % 4096 == 0 && control.stopRequested())
            break;
        if (inScope(scope, input.document, input.segmentation, kernel))
            sweep.add(kernel);
    }
    sweep.finish();
}

} // namespace

std::vector<Bottleneck> bottlenecks(const AnalysisInput &input, const KernelScope &scope, const JobControl &control)
{
    std::vector<Bottleneck> all;
    for (const DeviceId device : scope.devices) {
        Collector collector;
        if (scope.wholeTrace || scope.passes.empty()) {
            const std::vector<KernelId> kernels = inStartOrder(input.index, device);
            LayerTypes types;
            for (const PassRef &ref : scope.passes)
                if (ref.device == device)
                    addTypesOf(types, input.segmentation, ref);
            WallSweep sweep(input, types);
            sweepOver(kernels, input, scope, sweep, control);
            collector.add(sweep);
            collector.addLayers(types);
        } else {
            for (const PassRef &ref : scope.passes) {
                if (ref.device != device || control.stopRequested())
                    continue;
                LayerTypes types;
                addTypesOf(types, input.segmentation, ref);
                WallSweep sweep(input, types);
                sweepOver(input.index.ofPass(device, ref.pass->number), input, scope, sweep, control);
                collector.add(sweep);
                collector.addLayers(types);
            }
        }
        Bottleneck found = collector.result(input.document);
        found.device = device;
        if (!found.parts.empty())
            all.push_back(std::move(found));
    }
    return all;
}

} // namespace lamella::core
