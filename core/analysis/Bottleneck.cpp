// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/Bottleneck.h"

#include "core/analysis/InFlight.h"
#include "core/analysis/Overlap.h"
#include "core/analysis/program/HloText.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace lamella::core {

namespace {

// Used in place of a category.
constexpr int kIdle = -1;
constexpr int kOtherWork = -2;

int rankOf(Category category)
{
    return category == Category::Communication ? 2 : category == Category::Memory ? 1 : 0;
}

using LayerTypes = std::map<std::pair<int, int>, int>; // pass, layer: row of typeNames, or kUntypedLayers

// Work that does not belong to the part whose wall is split.
struct OtherWork {
    bool hides = false; // communication
    bool fills = false; // idle time
};

// Sweeps over the work of one pass, or of a whole device, in start order.
class WallSweep {
public:
    WallSweep(const AnalysisInput &input, const LayerTypes &typeOfLayer)
        : m_input(input)
        , m_kernels(input.document.kernels)
        , m_typeOfLayer(typeOfLayer)
    {
    }
    // Call both in start order.
    void add(KernelId kernel)
    {
        const std::int64_t start = m_kernels.start[kernel.value];
        if (!m_begun) {
            m_begun = true;
            m_now = start;
            m_begin = start;
        }
        advance(start);
        if (m_idleNs > 0)
            count(partOf(kernel), kIdle, StringId(), std::exchange(m_idleNs, 0));
        if (m_otherNs > 0)
            count(partOf(kernel), kOtherWork, StringId(), std::exchange(m_otherNs, 0));
        const int rank = rankOf(m_input.names.category(m_kernels.name[kernel.value]));
        const std::int64_t end = m_kernels.end(kernel.value);
        m_running.insert({rank, kernel.value});
        m_ends.insert({end, kernel.value, rank});
        m_last = std::max(m_last, end);
    }
    void addOther(KernelId kernel, const OtherWork &other)
    {
        if (m_begun)
            advance(m_kernels.start[kernel.value]);
        if (other.hides)
            m_hiding.insert(m_kernels.end(kernel.value));
        if (other.fills)
            m_filling.insert(m_kernels.end(kernel.value));
    }
    void finish()
    {
        if (!m_begun)
            return;
        advance(m_last);
        m_wall = m_last - m_begin;
    }
    [[nodiscard]] std::int64_t wallNs() const { return m_wall; }

    struct Part {
        std::int64_t ns = 0;
        std::map<StringId, std::int64_t> byName;
    };
    using Parts = std::map<std::pair<int, int>, Part>; // type; category, kIdle or kOtherWork
    [[nodiscard]] const Parts &parts() const { return m_parts; }

private:
    // Attributes the time until `to`, which is not before the last start and not behind the end of the wall.
    void advance(std::int64_t to)
    {
        for (;;) {
            dropEnded();
            if (m_now >= to)
                return;
            std::int64_t until = to;
            if (!m_ends.empty())
                until = std::min(until, std::get<0>(*m_ends.begin()));
            for (const std::multiset<std::int64_t> *others : {&m_hiding, &m_filling})
                if (!others->empty())
                    until = std::min(until, *others->begin());
            attribute(until - m_now);
            m_now = until;
        }
    }
    void dropEnded()
    {
        while (!m_ends.empty() && std::get<0>(*m_ends.begin()) <= m_now) {
            m_running.erase({std::get<2>(*m_ends.begin()), std::get<1>(*m_ends.begin())});
            m_ends.erase(m_ends.begin());
        }
        for (std::multiset<std::int64_t> *others : {&m_hiding, &m_filling})
            others->erase(others->begin(), others->upper_bound(m_now));
    }
    void attribute(std::int64_t ns)
    {
        if (m_running.empty()) {
            std::int64_t &waited = m_filling.empty() ? m_idleNs : m_otherNs;
            waited = addSaturated(waited, ns);
            return;
        }
        const KernelId chosen(m_running.begin()->second);
        const StringId name = m_kernels.name[chosen.value];
        const Category category = m_input.names.category(name);
        if (category == Category::Communication && !m_hiding.empty())
            count(partOf(chosen), kOtherWork, StringId(), ns);
        else
            count(partOf(chosen), static_cast<int>(category), name, ns);
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
    const KernelTable &m_kernels;
    const LayerTypes &m_typeOfLayer;
    Parts m_parts;
    std::set<std::pair<int, std::uint32_t>> m_running; // rank, kernel (in start order)
    std::set<std::tuple<std::int64_t, std::uint32_t, int>> m_ends; // end, kernel, rank
    std::multiset<std::int64_t> m_hiding; // ends of other work that runs
    std::multiset<std::int64_t> m_filling;
    std::int64_t m_idleNs = 0; // since work of the part ran: attributed to what runs next
    std::int64_t m_otherNs = 0;
    bool m_begun = false;
    std::int64_t m_begin = 0;
    std::int64_t m_now = 0;
    std::int64_t m_last = INT64_MIN;
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
        WallPart part{type, {}, false, sum.ns, {}, 0};
        if (category >= 0)
            part.category = static_cast<Category>(category);
        part.idle = category == kIdle;
        std::int64_t &nobodys = part.idle ? m_result.idleNs : m_result.otherWorkNs;
        if (!part.category)
            nobodys = addSaturated(nobodys, sum.ns);
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

// `around`: the work of the device, of which that of the pass (all with kNoPass) and in the scope belongs to the part.
class SweepOver {
public:
    SweepOver(const AnalysisInput &input, const KernelScope &scope)
        : m_input(input)
        , m_scope(scope)
        , m_inFlight(scope.streams ? std::vector<bool>() : inFlightStreams(input.document))
    {
    }
    void run(std::span<const KernelId> around, int pass, WallSweep &sweep, const JobControl &control) const
    {
        std::uint32_t seen = 0;
        for (const KernelId kernel : around) {
            if (++seen % 4096 == 0 && control.stopRequested())
                break;
            const bool ofPass = pass == kNoPass || m_input.segmentation.passOf[kernel.value] == pass;
            if (ofPass && inScope(m_scope, m_input.document, m_input.segmentation, kernel))
                sweep.add(kernel);
            else if (m_input.document.kernels.duration[kernel.value] > 0)
                sweep.addOther(kernel, other(kernel));
        }
        sweep.finish();
    }

private:
    [[nodiscard]] OtherWork other(KernelId kernel) const
    {
        const StreamId stream = m_input.document.kernels.stream[kernel.value];
        const Category category = m_input.names.category(m_input.document.kernels.name[kernel.value]);
        return {category != Category::Communication,
            m_scope.streams ? (*m_scope.streams)[stream.value] : m_inFlight.empty() || !m_inFlight[stream.value]};
    }

    const AnalysisInput &m_input;
    const KernelScope &m_scope;
    std::vector<bool> m_inFlight; // streams whose work leaves the device idle
};

// All work of the device from the first to the last of the passes.
DeviceWork workAround(const AnalysisInput &input, DeviceId device, const std::vector<PassRef> &passes)
{
    std::optional<TimeRange> range;
    for (const PassRef &ref : passes)
        if (ref.device == device)
            range = range ? range->united(ref.pass->range) : ref.pass->range;
    const KernelTable &kernels = input.document.kernels;
    return DeviceWork(kernels, range ? input.index.within(kernels, device, *range) : std::vector<KernelId>());
}

// The work of the pass and what else runs while it does, in start order.
std::vector<KernelId> withOthers(const AnalysisInput &input, const PassRef &ref, const DeviceWork &work)
{
    const std::span<const KernelId> own = input.index.ofPass(ref.device, ref.pass->number);
    std::vector<KernelId> all(own.begin(), own.end());
    for (const KernelId kernel : work.within(ref.pass->range))
        if (input.segmentation.passOf[kernel.value] != ref.pass->number)
            all.push_back(kernel);
    std::inplace_merge(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(own.size()), all.end());
    return all;
}

} // namespace

std::vector<Bottleneck> bottlenecks(const AnalysisInput &input, const KernelScope &scope, const JobControl &control)
{
    std::vector<Bottleneck> all;
    const SweepOver over(input, scope);
    for (const DeviceId device : scope.devices) {
        Collector collector;
        if (scope.wholeTrace || scope.passes.empty()) {
            LayerTypes types;
            for (const PassRef &ref : scope.passes)
                if (ref.device == device)
                    addTypesOf(types, input.segmentation, ref);
            WallSweep sweep(input, types);
            over.run(inStartOrder(input.index, device), kNoPass, sweep, control);
            collector.add(sweep);
            collector.addLayers(types);
        } else {
            const DeviceWork work = workAround(input, device, scope.passes);
            for (const PassRef &ref : scope.passes) {
                if (ref.device != device || control.stopRequested())
                    continue;
                LayerTypes types;
                addTypesOf(types, input.segmentation, ref);
                WallSweep sweep(input, types);
                over.run(withOthers(input, ref, work), ref.pass->number, sweep, control);
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
