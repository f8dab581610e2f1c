// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/DeviceSegmenter.h"
#include "core/analysis/segmentation/LayerCores.h"
#include "core/analysis/segmentation/PassStates.h"
#include "core/base/Interval.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace lamella::core {

namespace {

constexpr double kOfMixers = 0.04; // share of the attention kernels that a chain has at least
constexpr std::size_t kFewestLayers = 4; // that a chain shows
constexpr double kPassesUnmatched = 0.5; // confidence where nothing tells which passes of two streams belong together
constexpr double kLayersByTime = 0.8; // the same where time alone tells which layers of two micro-batches do
constexpr double kAtTheSameTime = 0.25; // of the shorter stream's busy time: work of one sequence waits for the work before it

using Work = std::vector<std::uint32_t>; // KernelId values in start order

struct StreamWork {
    Work work;
    std::size_t mixers = 0;
    bool attends = false; // enough for a chain
};

// Streams in the order of their mixers, most first; none where no two of them hold enough attention for chains.
std::vector<StreamWork> streamsOf(const DeviceContext &context, const Work &work)
{
    const KernelTable &kernels = context.document.kernels;
    std::map<StreamId, StreamWork> streams;
    std::size_t all = 0;
    for (const std::uint32_t k : work) {
        if ((context.tokens[kernels.name[k]] & kTokenMixer) == 0)
            continue;
        ++streams[kernels.stream[k]].mixers;
        ++all;
    }
    for (auto &[id, stream] : streams)
        stream.attends =
            stream.mixers >= kFewestLayers && static_cast<double>(stream.mixers) >= kOfMixers * static_cast<double>(all);
    if (std::ranges::count_if(streams, [](const auto &entry) { return entry.second.attends; }) < 2)
        return {};
    for (const std::uint32_t k : work)
        streams[kernels.stream[k]].work.push_back(k);
    std::vector<StreamWork> sorted;
    for (auto &[id, stream] : streams)
        sorted.push_back(std::move(stream));
    std::stable_sort(sorted.begin(), sorted.end(), [](const StreamWork &a, const StreamWork &b) { return a.mixers > b.mixers; });
    return sorted;
}

// Time in which kernels of both run at once, against the busy time of the stream with less.
double atTheSameTime(const KernelTable &kernels, const Work &a, const Work &b)
{
    const auto busy = [&kernels](const Work &work) {
        std::vector<TimeRange> ranges;
        for (const std::uint32_t k : work)
            ranges.push_back({{kernels.start[k]}, {kernels.end(k)}});
        normalise(ranges);
        return ranges;
    };
    const std::vector<TimeRange> ofA = busy(a);
    const std::vector<TimeRange> ofB = busy(b);
    const auto length = [](const std::vector<TimeRange> &ranges) { return static_cast<double>(totalLength(ranges).value); };
    return length(intersect(ofA, ofB)) / std::max(1.0, std::min(length(ofA), length(ofB)));
}

// The chain whose kernels the stream waits for: they end right before its own start.
std::size_t servedBy(const KernelTable &kernels, const StreamWork &stream, const std::vector<Work> &chains)
{
    std::vector<std::size_t> votes(chains.size(), 0);
    std::vector<std::size_t> next(chains.size(), 0);
    std::vector<std::int64_t> busyUntil(chains.size(), INT64_MIN);
    for (const std::uint32_t k : stream.work) {
        const std::int64_t start = kernels.start[k];
        std::size_t latest = chains.size();
        for (std::size_t c = 0; c < chains.size(); ++c) {
            for (; next[c] < chains[c].size() && kernels.start[chains[c][next[c]]] < start; ++next[c])
                busyUntil[c] = std::max(busyUntil[c], kernels.end(chains[c][next[c]]));
            if (busyUntil[c] <= start && (latest == chains.size() || busyUntil[c] > busyUntil[latest]))
                latest = c;
        }
        if (latest < chains.size() && busyUntil[latest] != INT64_MIN)
            ++votes[latest];
    }
    return static_cast<std::size_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

// Whether the numbers of some pass's layers are known, by a begin or an end of it that the capture shows.
bool numbersLayers(const DeviceResult &chain)
{
    const std::vector<Pass> &passes = chain.device.passes;
    return passes.size() > 1 || (chain.showsEdge && std::ranges::any_of(passes, [](const Pass &pass) { return pass.complete; }));
}

// Joins passes of two chains: which passes of the second are micro-batches of those of the first.
std::optional<std::vector<std::size_t>> microBatches(const DeviceSegmentation &a, const DeviceSegmentation &b)
{
    constexpr double kMostly = 0.5; // of the shorter pass
    constexpr std::size_t kUneven = 1; // passes that a cut capture may leave to one of them alone
    // Of a part of one pass, the ends of the capture may show a layer more on one of them.
    const int differing = a.passes.size() > 1 || b.passes.size() > 1 ? 0 : 1;
    if (std::abs(a.modelLayers - b.modelLayers) > differing || a.passes.size() + kUneven < b.passes.size()
        || b.passes.size() + kUneven < a.passes.size())
        return std::nullopt;
    std::vector<std::size_t> partner(b.passes.size(), a.passes.size());
    std::vector<char> taken(a.passes.size(), 0);
    for (std::size_t p = 0; p < b.passes.size(); ++p) {
        std::int64_t most = 0;
        for (std::size_t q = 0; q < a.passes.size(); ++q) {
            const TimeRange &x = a.passes[q].range;
            const TimeRange &y = b.passes[p].range;
            const std::int64_t both = std::min(x.end.value, y.end.value) - std::max(x.begin.value, y.begin.value);
            const std::int64_t shorter = std::min(x.length().value, y.length().value);
            if (both <= most || static_cast<double>(both) < kMostly * static_cast<double>(shorter) || taken[q] != 0)
                continue;
            most = both;
            partner[p] = q;
        }
        if (partner[p] < a.passes.size())
            taken[partner[p]] = 1;
    }
    const auto alone = static_cast<std::size_t>(std::ranges::count(partner, a.passes.size()));
    return alone <= kUneven && alone < b.passes.size() ? std::optional(std::move(partner)) : std::nullopt;
}

class Joiner {
public:
    Joiner(
        const DeviceContext &context, std::vector<DeviceResult> chains, const std::vector<Work> &work, Segmentation &segmentation)
        : m_context(context)
        , m_chains(std::move(chains))
        , m_work(work)
        , m_segmentation(segmentation)
    {
    }
    JoinedChains joined()
    {
        bool micro = false;
        bool matched = true; // layers of micro-batches, by their numbers
        bool told = true; // micro-batches from passes of their own
        collect(0, nullptr, true);
        for (std::size_t c = 1; c < m_chains.size(); ++c) {
            const std::optional<std::vector<std::size_t>> partner = microBatches(m_chains.front().device, m_chains[c].device);
            micro = micro || partner.has_value();
            const bool first = numbersLayers(m_chains.front());
            const bool second = numbersLayers(m_chains[c]);
            matched = matched && (!partner || (first && second));
            told = told && (partner || first || second);
            takeTypes(c);
            collect(c, partner ? &*partner : nullptr, first && second);
        }
        DeviceResult result = std::move(m_chains.front());
        std::vector<ChainPass> passes = write(result.device);
        result.device.stateRule = {};
        classifyStates(result.device, {m_context.options.selectedPass, m_context.options.steadyPasses});
        for (std::size_t c = 1; c < m_chains.size(); ++c) {
            result.confidence = std::min(result.confidence, m_chains[c].confidence);
            result.userChecks.insert(result.userChecks.end(), m_chains[c].userChecks.begin(), m_chains[c].userChecks.end());
        }
        const int chains = static_cast<int>(m_chains.size());
        result.checks.push_back({true,
            micro ? msg("%1 streams run micro-batches of the same passes at the same time", chains)
                  : msg("%1 streams run passes of their own at the same time", chains)});
        if (!matched)
            result.checks.push_back({false,
                "no micro-batch begins or ends inside the capture, so time alone tells which of their layers "
                "belong together"});
        if (!told)
            result.checks.push_back({false,
                "no pass of these streams begins or ends inside the capture, so whether they are the same passes is not known"});
        result.confidence *= (matched ? 1 : kLayersByTime) * (told ? 1 : kPassesUnmatched);
        for (Pass &pass : result.device.passes) // a pass can be surer than the trace, but not by more than judgePasses() lets it
            pass.confidence = std::min(pass.confidence, std::sqrt(result.confidence));
        return {std::move(result), std::move(passes)};
    }

private:
    struct Group { // of passes that become one
        Pass pass;
        ChainPass first;
        std::map<int, LayerSpan> layers; // by number, which is below 0 where a later chain begins earlier
    };
    struct Member { // a pass of a chain
        std::size_t group = 0;
        int shift = 0; // from its numbers of layers to those of the group
    };
    // Types are learned chain by chain: of one model they are the same, of another one they are others.
    void takeTypes(std::size_t chain)
    {
        std::vector<std::string> &known = m_chains.front().device.typeNames;
        DeviceSegmentation &device = m_chains[chain].device;
        const bool sameModel = device.modelLayers == m_chains.front().device.modelLayers;
        std::vector<int> typeOf;
        for (const std::string &name : device.typeNames) {
            const auto at = std::find(known.begin(), known.end(), name);
            typeOf.push_back(static_cast<int>(sameModel && at != known.end() ? at - known.begin() : std::ssize(known)));
            if (typeOf.back() == std::ssize(known))
                known.push_back(at == known.end() ? name : name + "'");
        }
        for (LayerSpan &layer : device.layers)
            layer.type = layer.type < 0 ? layer.type : typeOf[static_cast<std::size_t>(layer.type)];
    }

    // numbered: the chain's numbers of layers are those of the first one.
    void collect(std::size_t chain, const std::vector<std::size_t> *partner, bool numbered)
    {
        const DeviceSegmentation &device = m_chains[chain].device;
        m_members.emplace_back();
        for (std::size_t p = 0; p < device.passes.size(); ++p) {
            const bool micro = partner != nullptr && (*partner)[p] < m_members.front().size();
            const std::size_t g = micro ? m_members.front()[(*partner)[p]].group : m_groups.size();
            if (!micro)
                m_groups.push_back({device.passes[p], {chain, static_cast<int>(p)}, {}});
            Group &group = m_groups[g];
            const int shift = micro && !numbered ? shiftByTime(group, device.passes[p], chain) : 0;
            m_members.back().push_back({g, shift});
            if (micro)
                join(group.pass, device.passes[p]);
            addLayers(group, device.passes[p], chain, shift);
        }
    }

    [[nodiscard]] std::span<const LayerSpan> layersOf(const Pass &pass, std::size_t chain) const
    {
        return std::span(m_chains[chain].device.layers).subspan(pass.firstLayer, static_cast<std::size_t>(pass.layers));
    }

    // What has to be added to the numbers of the pass's layers so that most layers of one number run at the same time:
    // micro-batches follow each other by less than half a layer.
    [[nodiscard]] int shiftByTime(const Group &group, const Pass &pass, std::size_t chain) const
    {
        std::map<int, std::int64_t> together; // shift -> time
        for (const LayerSpan &layer : layersOf(pass, chain)) {
            for (const auto &[number, other] : group.layers) {
                const std::int64_t both = std::min(layer.range.end.value, other.range.end.value)
                    - std::max(layer.range.begin.value, other.range.begin.value);
                together[number - layer.layer] += std::max<std::int64_t>(0, both);
            }
        }
        return mostFrequentKey(together);
    }

    static void join(Pass &whole, const Pass &pass)
    {
        whole.range = whole.range.united(pass.range);
        whole.kernels += pass.kernels;
        whole.confidence = std::min(whole.confidence, pass.confidence);
        whole.requests += pass.requests;
        whole.tokens += pass.tokens;
        whole.note.append("%1; %2", "two micro-batches on streams of their own");
    }

    void addLayers(Group &group, const Pass &pass, std::size_t chain, int shift) const
    {
        for (const LayerSpan &layer : layersOf(pass, chain)) {
            const auto [at, fresh] = group.layers.try_emplace(layer.layer + shift, layer);
            if (fresh)
                continue;
            at->second.range = at->second.range.united(layer.range);
            at->second.kernels += layer.kernels;
        }
    }

    // Passes, layers and the kernels of the groups; gives where each pass is from.
    std::vector<ChainPass> write(DeviceSegmentation &device)
    {
        std::vector<ChainPass> from;
        std::vector<std::size_t> order(m_groups.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t g) { return m_groups[g].pass.range.begin; });
        std::vector<int> numbers(m_groups.size());
        device.passes.clear();
        device.layers.clear();
        for (const std::size_t g : order) {
            Group &group = m_groups[g];
            group.first.before = group.layers.empty() ? 0 : std::max(0, -group.layers.begin()->first);
            from.push_back(group.first);
            numbers[g] = static_cast<int>(device.passes.size());
            group.pass.number = numbers[g];
            group.pass.firstLayer = static_cast<std::uint32_t>(device.layers.size());
            group.pass.layers = static_cast<int>(group.layers.size());
            group.pass.expectedLayers = std::max(group.pass.expectedLayers, group.pass.layers);
            if (group.first.chain == 0)
                device.modelLayers = std::max(device.modelLayers, group.pass.layers);
            group.pass.state = PassState::Unknown;
            for (auto &[at, layer] : group.layers) {
                layer.pass = numbers[g];
                layer.layer = at + group.first.before;
                device.layers.push_back(layer);
            }
            device.passes.push_back(std::move(group.pass));
        }
        for (std::size_t c = 0; c < m_work.size(); ++c) {
            for (const std::uint32_t k : m_work[c]) {
                std::int32_t &pass = m_segmentation.passOf[k];
                if (pass < 0)
                    continue;
                const Member &member = m_members[c][static_cast<std::size_t>(pass)];
                pass = numbers[member.group];
                if (m_segmentation.layerOf[k] >= 0)
                    m_segmentation.layerOf[k] += member.shift + m_groups[member.group].first.before;
            }
        }
        return from;
    }

    const DeviceContext &m_context;
    std::vector<DeviceResult> m_chains;
    const std::vector<Work> &m_work;
    Segmentation &m_segmentation;
    std::vector<Group> m_groups;
    std::vector<std::vector<Member>> m_members; // by chain and pass
};

} // namespace

std::vector<Work> streamChains(const DeviceContext &context, DeviceId device, const Work &work)
{
    const std::vector<StreamWork> streams = streamsOf(context, work);
    const KernelTable &kernels = context.document.kernels;
    std::vector<Work> chains;
    std::vector<char> inChain(streams.size(), 0);
    for (std::size_t s = 0; s < streams.size(); ++s) {
        if (!streams[s].attends
            || mixerCores(mainSequence(context.document, context.tokens, device, streams[s].work)).size() < kFewestLayers)
            continue;
        if (!chains.empty() && atTheSameTime(kernels, chains.front(), streams[s].work) < kAtTheSameTime)
            continue;
        chains.push_back(streams[s].work);
        inChain[s] = 1;
    }
    if (chains.size() < 2)
        return {work};
    const std::vector<Work> alone = chains;
    for (std::size_t s = 0; s < streams.size(); ++s) {
        if (inChain[s] != 0)
            continue;
        Work &chain = chains[servedBy(kernels, streams[s], alone)];
        chain.insert(chain.end(), streams[s].work.begin(), streams[s].work.end());
    }
    for (Work &chain : chains)
        std::sort(chain.begin(), chain.end()); // KernelIds are in start order
    return chains;
}

JoinedChains joinedChains(
    const DeviceContext &context, std::vector<DeviceResult> chains, const std::vector<Work> &work, Segmentation &segmentation)
{
    return Joiner(context, std::move(chains), work, segmentation).joined();
}

} // namespace lamella::core
