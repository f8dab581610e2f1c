// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/BackwardLayers.h"

#include "core/analysis/segmentation/PassLayout.h"
#include "core/base/Typical.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::uint32_t kCoreGap = 6; // other kernels between those of one attention gradient
constexpr std::uint32_t kMinSame = 2; // kernels after the core that repeat
constexpr std::size_t kLookedAt = 64; // stretches between cores, and of work between products in each, where nothing else tells

using Cores = std::vector<Span>;

// A backward kernel that stands once a layer, for models whose attention no rule names.
std::optional<StringId> onceALayer(
    const MainSequence &sequence, const std::vector<StageHint> &hints, const std::vector<Span> &runs, int layers)
{
    std::unordered_map<StringId, std::map<std::uint32_t, std::uint32_t>> counts; // hits in a run -> runs
    for (const Span &run : runs) {
        std::unordered_map<StringId, std::uint32_t> hits;
        for (std::uint32_t i = run.begin; i < run.end; ++i) {
            if (hints[i] == StageHint::Backward)
                ++hits[sequence.symbol[i]];
        }
        for (const auto &[symbol, n] : hits)
            ++counts[symbol][n];
    }
    std::optional<StringId> best;
    std::uint32_t most = 0;
    for (const auto &[symbol, histogram] : counts) {
        const auto it = histogram.find(static_cast<std::uint32_t>(layers));
        if (it == histogram.end() || it->second < most || (best && it->second == most && *best < symbol))
            continue;
        most = it->second;
        best = symbol;
    }
    return best;
}

class Layouter {
public:
    // layers: of a whole pass; 0 = not known.
    Layouter(const MainSequence &sequence, const std::vector<Span> &runs, std::vector<Cores> cores, int layers)
        : m_sequence(sequence)
        , m_runs(runs)
        , m_cores(std::move(cores))
        , m_layers(static_cast<std::size_t>(std::max(0, layers)))
    {
    }

    std::vector<BackwardLayout> layouts()
    {
        std::vector<BackwardLayout> layouts(m_runs.size());
        measureAfter();
        measureBefore();
        for (std::size_t r = 0; r < m_runs.size(); ++r)
            layouts[r] = layout(r);
        return layouts;
    }

private:
    [[nodiscard]] bool beginsWith(Span a, Span b) const { return a.size() >= b.size() && beginAlike(m_sequence, a, b); }
    // From the end of core c to the next core, or to the end of the run.
    [[nodiscard]] Span after(std::size_t run, std::size_t c) const
    {
        const Cores &cores = m_cores[run];
        return {cores[c].end, c + 1 < cores.size() ? cores[c + 1].begin : m_runs[run].end};
    }

    // Whether the kernels at the end of a run are those of its layers alone, at the end of the capture.
    [[nodiscard]] bool repeats(Span rest, std::size_t run) const
    {
        const auto first = m_sequence.code.begin() + m_cores[run].front().end;
        const auto last = m_sequence.code.begin() + m_cores[run].back().begin;
        return rest.size() == 0
            || (rest.end == m_sequence.size()
                && std::all_of(m_sequence.code.begin() + rest.begin, m_sequence.code.begin() + rest.end,
                    [&](std::uint32_t code) { return std::find(first, last, code) != last; }));
    }

    // How many kernels of a layer follow its core.
    void measureAfter()
    {
        std::map<std::uint32_t, std::uint32_t> votes;
        std::map<std::uint32_t, Span> example;
        for (std::size_t r = 0; r < m_runs.size(); ++r) {
            if (m_cores[r].size() < 2)
                continue;
            const Span last = after(r, m_cores[r].size() - 1);
            for (std::size_t c = 0; c + 1 < m_cores[r].size(); ++c) {
                const Span other = after(r, c);
                std::uint32_t length = 0;
                while (length < last.size() && length < other.size()
                    && m_sequence.symbol[last.begin + length] == m_sequence.symbol[other.begin + length])
                    ++length;
                // A run that the capture cuts repeats up to its end and tells nothing, but for what was lost.
                if (length < kMinSame || repeats({last.begin + length, last.end}, r))
                    continue;
                ++votes[length];
                example[length] = {last.begin, last.begin + length};
            }
        }
        if (votes.empty()) {
            m_after = afterRepeatedWork();
            return;
        }
        const auto most = mostFrequent(votes);
        m_after = example[most->first];
    }

    // Where no rule names the gradient of a norm: the work between two products that comes twice from one core to the next is
    // that of the two norms of a layer, and the first time it ends the layer. What scatters gradients may follow it.
    [[nodiscard]] Span afterRepeatedWork() const
    {
        std::size_t rooms = kLookedAt;
        for (std::size_t r = 0; r < m_runs.size(); ++r) {
            for (std::size_t c = 0; c + 1 < m_cores[r].size() && rooms > 0; ++c, --rooms) {
                const Span room = after(r, c);
                const std::vector<Span> between = betweenProducts(room);
                if (const std::optional<Span> norm = firstOfTwo(between))
                    return {room.begin, norm->end};
            }
        }
        return {};
    }

    // The first of the two spans that begin with the longest work that exactly two of them begin with, without the norm behind
    // that work with which the next layer's forward is computed again.
    [[nodiscard]] std::optional<Span> firstOfTwo(const std::vector<Span> &spans) const
    {
        std::optional<Span> first;
        std::uint32_t longest = 0;
        for (const Span &work : spans) {
            const auto begins = [&](const Span &other) { return beginsWith(other, work); };
            if (work.size() <= longest || std::ranges::count_if(spans, begins) != 2)
                continue;
            longest = work.size();
            first = *std::ranges::find_if(spans, begins);
            const std::uint32_t end = first->begin + longest;
            if (m_sequence.holds({end, first->end}, kTokenAnyNorm | kTokenNormPart))
                first->end = end;
        }
        return first;
    }

    // Empty where there are more than a layer has.
    [[nodiscard]] std::vector<Span> betweenProducts(Span room) const
    {
        std::vector<Span> between;
        std::uint32_t begin = room.end; // behind the last product
        for (std::uint32_t i = room.begin; i < room.end; ++i) {
            if (!m_sequence.has(i, kTokenGemm))
                continue;
            if (begin < i)
                between.push_back({begin, i});
            begin = i + 1;
        }
        if (between.size() > kLookedAt)
            between.clear();
        return between;
    }

    // What usually stands between the end of a layer and the core of the next.
    void measureBefore()
    {
        std::map<std::uint32_t, std::uint32_t> votes;
        std::map<std::uint32_t, Span> example;
        for (std::size_t r = 0; r < m_runs.size(); ++r) {
            for (std::size_t c = 0; c + 1 < m_cores[r].size(); ++c) {
                const Span room = after(r, c);
                if (!beginsWith(room, m_after))
                    continue;
                const std::uint32_t length = room.size() - m_after.size();
                ++votes[length];
                example.try_emplace(length, Span{room.begin + m_after.size(), room.end});
            }
        }
        const auto most = mostFrequent(votes);
        if (most != votes.end())
            m_before = example[most->first];
    }

    // Where the layer of a core begins, in the room between the core before (or the begin of the run) and the core. What neither
    // layer is known by (a bucket of gradients) belongs to the layer that ended.
    [[nodiscard]] std::uint32_t beginOf(Span room, bool follows) const
    {
        if (m_before.size() > 0 && room.size() >= m_before.size()
            && beginAlike(m_sequence, {room.end - m_before.size(), room.end}, m_before))
            return room.end - m_before.size();
        if (follows && m_after.size() > 0 && beginsWith(room, m_after))
            return room.begin + m_after.size();
        if (m_before.size() == 0)
            return room.begin + std::min(room.size(), m_after.size());
        constexpr auto kMax = static_cast<std::uint32_t>(kMaxAligned);
        const std::uint32_t from = room.end - std::min(room.size(), kMax);
        const Span known{m_before.end - std::min(m_before.size(), kMax), m_before.end};
        const Alignment found = alignSuffix(symbols(m_sequence, {from, room.end}), symbols(m_sequence, known));
        return from + static_cast<std::uint32_t>(found.boundary);
    }

    [[nodiscard]] BackwardLayout layout(std::size_t r) const
    {
        BackwardLayout layout;
        const Cores &cores = m_cores[r];
        for (std::size_t c = 0; c < cores.size(); ++c) {
            const Span room{c == 0 ? m_runs[r].begin : cores[c - 1].end, cores[c].begin};
            const std::uint32_t begin = beginOf(room, c > 0);
            if (c > 0)
                layout.back().span.end = begin;
            layout.push_back({{begin, cores[c].end}, false});
        }
        if (cores.empty())
            return layout;
        const Span rest = after(r, cores.size() - 1);
        BackwardLayer &last = layout.back();
        last.span.end = rest.begin + std::min(rest.size(), m_after.size());
        last.cut = rest.size() < m_after.size();
        layout.front().cut = m_before.size() > 0 && cores.front().begin - m_runs[r].begin < m_before.size();
        addWithoutCore(m_runs[r], layout);
        return layout;
    }

    // The layers that the ends of the capture cut before or behind their core.
    void addWithoutCore(Span run, std::vector<BackwardLayer> &layers) const
    {
        const Span front{run.begin, layers.front().span.begin};
        const Span back{layers.back().span.end, run.end};
        const auto mayMiss = [&] { return m_after.size() > 0 && (m_layers == 0 || layers.size() < m_layers); };
        if (mayMiss() && run.end == m_sequence.size() && back.size() > 0 && beginsWith(m_before, back))
            layers.push_back({back, true});
        if (mayMiss() && run.begin == 0 && front.size() > 0 && front.size() <= m_after.size()
            && beginAlike(m_sequence, front, {m_after.end - front.size(), m_after.end}))
            layers.insert(layers.begin(), {front, true});
    }

    const MainSequence &m_sequence;
    const std::vector<Span> &m_runs;
    std::vector<Cores> m_cores; // by run
    std::size_t m_layers;
    Span m_after; // example of the kernels of a layer after its core
    Span m_before; // example of those before it
};

} // namespace

std::vector<Span> attentionGradients(const MainSequence &sequence, const std::vector<StageHint> &hints, Span run)
{
    std::vector<Span> cores;
    bool product = false;
    for (std::uint32_t i = run.begin; i < run.end; ++i) {
        product = product || sequence.has(i, kTokenGemm);
        if (!sequence.has(i, kTokenMixer) || hints[i] != StageHint::Backward)
            continue;
        if (!cores.empty() && !product && i - cores.back().end <= kCoreGap)
            cores.back().end = i + 1;
        else
            cores.push_back({i, i + 1});
        product = false;
    }
    return cores;
}

std::vector<BackwardLayout> backwardLayers(
    const MainSequence &sequence, const std::vector<StageHint> &hints, const std::vector<Span> &runs, int layers)
{
    std::vector<Cores> cores;
    std::size_t found = 0;
    for (const Span &run : runs) {
        cores.push_back(attentionGradients(sequence, hints, run));
        found += cores.back().size();
    }
    if (found == 0 && layers > 1) {
        const std::optional<StringId> symbol = onceALayer(sequence, hints, runs, layers);
        for (std::size_t r = 0; symbol && r < runs.size(); ++r) {
            for (std::uint32_t i = runs[r].begin; i < runs[r].end; ++i) {
                if (sequence.symbol[i] == *symbol)
                    cores[r].push_back({i, i + 1});
            }
        }
    }
    return Layouter(sequence, runs, std::move(cores), layers).layouts();
}

} // namespace lamella::core
