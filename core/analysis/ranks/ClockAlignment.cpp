// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/ClockAlignment.h"

#include "core/analysis/ranks/CollectiveMatching.h"
#include "core/base/ParallelFor.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lamella::core {

namespace {

constexpr double kMinConfidence = 0.05;
constexpr double kPassStartConfidence = 0.1;
constexpr std::uint32_t kNoGroup = 0xFFFFFFFFu;

using Lists = std::vector<std::vector<Collective>>;
// How many ranks without a common group are tried: their collectives may still match in jobs whose groups are named differently
// on each rank, and then the first few show it. Trying all of thousands of ranks would take hours.
constexpr std::size_t kMaxStrangers = 3;
constexpr std::size_t kMatchedAtOnce = 64; // ranks that are matched with the reference side by side

// Sorted, without duplicates.
std::vector<std::uint32_t> keysOf(std::span<const Collective> list)
{
    std::vector<std::uint32_t> keys;
    for (const Collective &c : list)
        keys.push_back(c.key);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

bool shareAny(const std::vector<std::uint32_t> &a, const std::vector<std::uint32_t> &b)
{
    for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();)
        if (a[i] == b[k])
            return true;
        else
            ++(a[i] < b[k] ? i : k);
    return false;
}

// Combines reference -> base -> other into one line.
ClockLine chained(const ClockLine &base, const ClockLine &other)
{
    ClockLine line;
    line.originNs = base.originNs;
    line.offsetNs = subtractSaturated(other.fromReference(base.fromReference(line.originNs)), line.originNs);
    line.drift = base.drift + other.drift + base.drift * other.drift;
    return line;
}

class Aligner {
public:
    Aligner(std::span<const RankFacts> ranks, const JobControl &control)
        : m_ranks(ranks)
        , m_control(control)
        , m_tried(ranks.size(), 0)
        , m_strangers(ranks.size(), 0)
    {
        for (const RankFacts &rank : ranks) {
            m_lists.emplace_back(rank.collectives);
            m_keys.push_back(keysOf(rank.collectives));
            m_groupOf.emplace_back(rank.collectives.size(), kNoGroup);
        }
    }

    Result<RankAlignment> align()
    {
        chooseReference();
        bool grown = true;
        while (grown) { // a rank aligned in one round may be the base of others in the next
            grown = false;
            for (std::size_t r = 0; r < m_ranks.size(); ++r) {
                if (m_done[r])
                    continue;
                if (m_control.stopRequested())
                    return cancelled();
                grown = alignByCollectives(r) || grown;
            }
        }
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            if (!m_done[r])
                alignWithout(r);
        groupTheRest();
        if (m_control.stopRequested())
            return cancelled();
        finishGroups();
        return std::move(m_result);
    }

private:
    static Error cancelled() { return {ErrorCode::Cancelled, "stopped", {}, -1}; }

    void chooseReference()
    {
        const std::size_t count = m_ranks.size();
        m_result.clocks.resize(count);
        m_done.assign(count, false);
        for (std::size_t r = 0; r < count; ++r) {
            m_result.clocks[r].collectives = m_lists[r].size();
            if (m_lists[r].size() > m_lists[m_result.reference].size())
                m_result.reference = r;
        }
        if (count == 0)
            return;
        RankClock &clock = m_result.clocks[m_result.reference];
        clock.method = ClockMethod::Reference;
        clock.line.originNs = m_ranks[m_result.reference].zeroNs;
        clock.matches = clock.collectives;
        clock.confidence = 1;
        clock.base = m_result.reference;
        m_done[m_result.reference] = true;
        m_order.push_back(m_result.reference);
    }

    bool alignByCollectives(std::size_t r)
    {
        CollectiveMatch best;
        std::size_t base = m_result.reference;
        const auto attempt = [&](std::size_t candidate) {
            CollectiveMatch match = candidate == m_result.reference
                ? withReference(r)
                : matchCollectives(m_lists[candidate], m_lists[r], originOf(candidate), m_control);
            if (match.confidence > best.confidence) {
                best = std::move(match);
                base = candidate;
            }
        };
        constexpr double kGood = 0.5;
        const std::size_t tried = std::exchange(m_tried[r], m_order.size()); // already tried without success in earlier rounds
        for (const bool related : {true, false})
            for (std::size_t i = tried; i < m_order.size() && best.confidence <= kGood; ++i) {
                if (m_control.stopRequested())
                    return false;
                if (shareAny(m_keys[m_order[i]], m_keys[r]) != related || (!related && best.confidence >= kMinConfidence))
                    continue;
                if (related || m_strangers[r]++ < kMaxStrangers)
                    attempt(m_order[i]);
            }
        if (best.confidence < kMinConfidence)
            return false;
        RankClock &clock = m_result.clocks[r];
        const RankClock &of = m_result.clocks[base];
        clock.method = best.method == MatchMethod::Sequence ? ClockMethod::Sequence : ClockMethod::Pattern;
        clock.line = base == m_result.reference ? best.fit.line : chained(of.line, best.fit.line);
        clock.matches = best.pairs.size();
        clock.residualNs = best.fit.residualNs;
        clock.worstNs = best.fit.worstNs;
        clock.driftFitted = best.fit.driftFitted;
        clock.ambiguous = best.ambiguous;
        clock.confidence = std::min(best.confidence, of.confidence);
        clock.base = base;
        for (const auto &[i, k] : best.pairs)
            group(base, i, r, k);
        m_done[r] = true;
        m_order.push_back(r);
        return true;
    }

    // The match of the reference with this rank. Most ranks are aligned by it, so the next ranks are matched at the same time.
    CollectiveMatch withReference(std::size_t r)
    {
        if (!m_withReference.contains(r)) {
            std::vector<std::size_t> next{r};
            for (std::size_t other = r + 1; other < m_ranks.size() && next.size() < kMatchedAtOnce; ++other)
                if (!m_done[other] && m_tried[other] == 0 && !m_withReference.contains(other)
                    && shareAny(m_keys[m_result.reference], m_keys[other]))
                    next.push_back(other);
            std::vector<CollectiveMatch> found(next.size());
            parallelFor(workersWanted(), next.size(), m_control.stop, [&](std::size_t i, unsigned) {
                found[i] =
                    matchCollectives(m_lists[m_result.reference], m_lists[next[i]], originOf(m_result.reference), m_control);
            });
            for (std::size_t i = 0; i < next.size(); ++i)
                m_withReference.emplace(next[i], std::move(found[i]));
        }
        return std::move(m_withReference.extract(r).mapped());
    }

    void alignWithout(std::size_t r)
    {
        RankClock &clock = m_result.clocks[r];
        const RankFacts &reference = m_ranks[m_result.reference];
        clock.base = m_result.reference;
        clock.line.originNs = originOf(m_result.reference);
        if (m_ranks[r].recording == reference.recording) {
            clock.method = ClockMethod::SameFile;
            clock.confidence = 0.5;
            return;
        }
        const DeviceSegmentation *own = m_ranks[r].segmentation;
        const DeviceSegmentation *other = reference.segmentation;
        if (!own || !other || own->passes.empty() || other->passes.empty())
            return;
        // Assumes that the first pass of the same stage is the same pass.
        for (const Pass &pass : own->passes) {
            const auto same = std::find_if(other->passes.begin(), other->passes.end(),
                [&pass](const Pass &p) { return p.stage == pass.stage && p.layers == pass.layers; });
            if (same == other->passes.end())
                continue;
            clock.method = ClockMethod::PassStart;
            clock.confidence = kPassStartConfidence;
            clock.line.offsetNs = subtractSaturated(pass.range.begin.value, same->range.begin.value);
            return;
        }
    }

    // Matches collectives shared only by ranks other than the bases (a group without the reference), on the aligned clocks.
    void groupTheRest()
    {
        std::vector<std::vector<std::uint32_t>> rows(m_ranks.size());
        Lists left(m_ranks.size());
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            for (std::uint32_t i = 0; i < m_lists[r].size(); ++i)
                if (m_groupOf[r][i] == kNoGroup && (m_result.clocks[r].byCollectives() || r == m_result.reference)) {
                    rows[r].push_back(i);
                    left[r].push_back(m_lists[r][i]);
                }
        constexpr std::int64_t kToleranceNs = 50'000;
        for (std::size_t a = 0; a < m_ranks.size(); ++a) {
            for (std::size_t b = a + 1; b < m_ranks.size() && !left[a].empty(); ++b) {
                if (left[b].empty() || m_control.stopRequested() || !shareAny(m_keys[a], m_keys[b]))
                    continue;
                const ClockLine line = between(m_result.clocks[a].line, m_result.clocks[b].line);
                for (const auto &[i, k] : matchOnLine(left[a], left[b], line, kToleranceNs, false))
                    if (m_groupOf[b][rows[b][k]] == kNoGroup)
                        group(a, rows[a][i], b, rows[b][k]);
            }
        }
    }

    // Converts from the clock of one aligned rank to that of another.
    [[nodiscard]] ClockLine between(const ClockLine &from, const ClockLine &to) const
    {
        ClockLine line;
        line.originNs = from.fromReference(originOf(m_result.reference));
        line.offsetNs = subtractSaturated(to.fromReference(originOf(m_result.reference)), line.originNs);
        line.drift = (1 + to.drift) / (1 + from.drift) - 1;
        return line;
    }

    void group(std::size_t a, std::uint32_t i, std::size_t b, std::uint32_t k)
    {
        std::uint32_t &number = m_groupOf[a][i];
        if (number == kNoGroup) {
            number = static_cast<std::uint32_t>(m_result.collectives.size());
            MatchedCollective matched;
            matched.on.push_back({static_cast<std::uint32_t>(a), i});
            matched.endNs = m_result.clocks[a].line.toReference(m_lists[a][i].endNs);
            m_result.collectives.push_back(std::move(matched));
        }
        m_result.collectives[number].on.push_back({static_cast<std::uint32_t>(b), k});
        m_groupOf[b][k] = number;
    }

    void finishGroups()
    {
        for (MatchedCollective &c : m_result.collectives)
            std::sort(c.on.begin(), c.on.end());
        std::sort(
            m_result.collectives.begin(), m_result.collectives.end(), [](const MatchedCollective &x, const MatchedCollective &y) {
                return x.endNs != y.endNs ? x.endNs < y.endNs : x.on < y.on;
            });
    }

    [[nodiscard]] std::int64_t originOf(std::size_t r) const { return m_ranks[r].zeroNs; }

    std::span<const RankFacts> m_ranks;
    const JobControl &m_control;
    std::vector<std::size_t> m_tried; // how many of m_order each rank has tried
    std::vector<std::size_t> m_strangers; // ranks without a common group tried so far, by rank
    std::vector<std::span<const Collective>> m_lists; // by rank
    std::vector<std::vector<std::uint32_t>> m_keys; // of those lists
    std::vector<std::vector<std::uint32_t>> m_groupOf; // row of m_result.collectives, per rank and collective
    std::vector<bool> m_done;
    std::map<std::size_t, CollectiveMatch> m_withReference; // by rank, not used yet
    std::vector<std::size_t> m_order; // aligned so far
    RankAlignment m_result;
};

} // namespace

std::string_view clockMethodName(ClockMethod method)
{
    switch (method) {
    case ClockMethod::Reference:
        return "reference";
    case ClockMethod::Sequence:
        return "collectives: sequence numbers";
    case ClockMethod::Pattern:
        return "collectives: order and rhythm";
    case ClockMethod::SameFile:
        return "one clock for all";
    case ClockMethod::PassStart:
        return "start of the first common pass";
    case ClockMethod::None:
        break;
    }
    return "none";
}

Result<RankAlignment> alignClocks(std::span<const RankFacts> ranks, const JobControl &control)
{
    return Aligner(ranks, control).align();
}

Result<RankAlignment> alignClocks(std::span<const RankView> ranks, const JobControl &control)
{
    return alignClocks(factsOf(ranks), control);
}

} // namespace lamella::core
