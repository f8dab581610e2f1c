// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/origin/GraphSets.h"

#include "core/analysis/CopyKernels.h"
#include "core/analysis/gaps/HostCalls.h"
#include "core/profile/KernelNames.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::uint64_t kSpread = 0x9E3779B97F4A7C15u; // multiplier of Fibonacci hashing

std::uint64_t mixed(std::uint64_t value)
{
    value = (value + 1) * kSpread;
    return value ^ value >> 29;
}

void finish(GraphSequence &sequence)
{
    for (const std::uint32_t key : sequence.keys) {
        sequence.order = mixed(sequence.order ^ key);
        sequence.bag += mixed(key);
        sequence.named = sequence.named && key != NameKeys::kUnnamed;
    }
}

} // namespace

std::uint32_t NameKeys::of(std::string_view name, KernelKind kind)
{
    if (isCopy(name, kind))
        return kCopy;
    if (isFill(name, kind))
        return kSet;
    if (name.empty())
        return kUnnamed;
    return m_keys.try_emplace(demangledName(name), static_cast<std::uint32_t>(m_keys.size() + kSet + 1)).first->second;
}

std::uint32_t NameKeys::of(const TraceDocument &document, StringId name, KernelKind kind)
{
    if (kind != KernelKind::Kernel || name.value >= document.strings.size())
        return of(std::string_view(), kind);
    std::vector<std::uint32_t> &known = m_known[&document];
    known.resize(document.strings.size(), 0);
    std::uint32_t &key = known[name.value];
    return key = key == 0 ? of(document.text(name), kind) : key;
}

std::vector<std::pair<std::size_t, std::size_t>> graphsTogether(const std::vector<CapturedGraph> &graphs)
{
    std::vector<std::pair<std::size_t, std::size_t>> sets;
    const bool annotated = std::any_of(graphs.begin(), graphs.end(), [](const CapturedGraph &g) { return g.annotation.valid(); });
    for (std::size_t g = 0; g < graphs.size(); ++g) {
        const bool together = g > 0 && (!annotated || graphs[g].annotation == graphs[g - 1].annotation)
            && (!annotated || graphs[g].annotation.valid());
        if (together)
            ++sets.back().second;
        else
            sets.emplace_back(g, 1);
    }
    return sets;
}

GraphSequence sequenceOf(std::uint32_t companion, const CapturedGraph &graph, NameKeys &names)
{
    GraphSequence sequence;
    sequence.companion = companion;
    sequence.complete = graph.complete;
    for (const CapturedLaunch &launch : graph.launches) {
        sequence.keys.push_back(names.of(launch.kernel, launch.kind));
        sequence.calls.push_back(launch.call);
    }
    finish(sequence);
    return sequence;
}

GraphSequence sequenceOf(const TraceDocument &document, const GraphReplay &replay, NameKeys &names)
{
    const KernelTable &kernels = document.kernels;
    GraphSequence sequence;
    for (const KernelId kernel : replay.kernels) {
        sequence.keys.push_back(names.of(document, kernels.name[kernel.value], kernels.kind[kernel.value]));
        sequence.severalStreams =
            sequence.severalStreams || kernels.stream[kernel.value] != kernels.stream[replay.kernels.front().value];
    }
    finish(sequence);
    return sequence;
}

std::vector<GraphSequence> eagerSequences(
    const TraceDocument &document, std::uint32_t companion, NameKeys &names, const JobControl &control)
{
    struct Launched {
        std::int64_t time = 0;
        std::uint32_t kernel = 0;
    };
    std::vector<std::vector<Launched>> threads(document.tracks.size());
    for (std::uint32_t k = 0; k < document.kernels.size() && !control.stopRequested(); ++k) {
        const EventId launch = document.kernels.launch[k];
        if (launch.value >= document.events.size())
            continue;
        const EventRow row = document.events.row(launch);
        if (row.track.valid() && hostCallFromName(document.text(row.name)) != HostCall::GraphLaunch)
            threads[row.track.value].push_back({row.start, k});
    }
    std::vector<GraphSequence> all;
    for (std::vector<Launched> &thread : threads) {
        if (thread.empty())
            continue;
        std::stable_sort(thread.begin(), thread.end(), [](const Launched &a, const Launched &b) { return a.time < b.time; });
        GraphSequence &sequence = all.emplace_back();
        sequence.companion = companion;
        for (const Launched &launched : thread) {
            sequence.keys.push_back(
                names.of(document, document.kernels.name[launched.kernel], document.kernels.kind[launched.kernel]));
            sequence.calls.push_back(document.kernels.launch[launched.kernel]);
        }
        finish(sequence);
    }
    return all;
}

OriginKind matchOf(const GraphSequence &replay, const GraphSequence &graph)
{
    if (!graph.complete || replay.keys.size() != graph.keys.size())
        return OriginKind::None;
    if (graph.named) {
        if (replay.order == graph.order && replay.keys == graph.keys)
            return OriginKind::Order;
        if (replay.bag != graph.bag)
            return OriginKind::None;
        std::vector<std::uint32_t> a = replay.keys;
        std::vector<std::uint32_t> b = graph.keys;
        std::sort(a.begin(), a.end());
        std::sort(b.begin(), b.end());
        return a == b ? OriginKind::Names : OriginKind::None;
    }
    if (replay.severalStreams) // without names, the order of the launches says nothing about that of the work
        return OriginKind::None;
    for (std::size_t i = 0; i < graph.keys.size(); ++i) {
        const bool kernel = replay.keys[i] > NameKeys::kSet;
        if (graph.keys[i] == NameKeys::kUnnamed ? !kernel : graph.keys[i] != replay.keys[i])
            return OriginKind::None;
    }
    return OriginKind::Counts;
}

std::vector<std::size_t> placesByName(const GraphSequence &replay, const GraphSequence &graph)
{
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> places; // of the graph, the next one last
    for (std::size_t i = graph.keys.size(); i-- > 0;)
        places[graph.keys[i]].push_back(i);
    std::vector<std::size_t> found;
    for (const std::uint32_t key : replay.keys) {
        std::vector<std::size_t> &open = places[key];
        found.push_back(open.back());
        open.pop_back();
    }
    return found;
}

std::size_t commonNames(const GraphSequence &a, const GraphSequence &b)
{
    std::unordered_map<std::uint32_t, std::size_t> count;
    for (const std::uint32_t key : b.keys)
        ++count[key];
    std::size_t common = 0;
    for (const std::uint32_t key : a.keys) {
        const auto found = count.find(key);
        if (key != NameKeys::kUnnamed && found != count.end() && found->second > 0) {
            --found->second;
            ++common;
        }
    }
    return common;
}

std::optional<std::size_t> firstPlaceOf(const std::vector<std::uint32_t> &part, const std::vector<std::uint32_t> &all)
{
    if (part.empty() || part.size() > all.size())
        return std::nullopt;
    // Knuth, Morris, Pratt: the length of the longest begin of `part` that ends at each of its places.
    std::vector<std::size_t> border(part.size(), 0);
    for (std::size_t i = 1, length = 0; i < part.size(); ++i) {
        while (length > 0 && part[i] != part[length])
            length = border[length - 1];
        length += part[i] == part[length] ? 1 : 0;
        border[i] = length;
    }
    for (std::size_t i = 0, length = 0; i < all.size(); ++i) {
        while (length > 0 && all[i] != part[length])
            length = border[length - 1];
        length += all[i] == part[length] ? 1 : 0;
        if (length == part.size())
            return i + 1 - length;
    }
    return std::nullopt;
}

} // namespace lamella::core
