// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/ClockAlignment.h"

#include "core/analysis/ranks/CollectiveMatching.h"
#include "core/base/ParallelFor.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <stop_token>
#include <unordered_map>
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
// How many ranks with a common group are tried in one round. Without recorded groups every rank has all others in common.
constexpr std::size_t kMaxRelated = 16;
constexpr std::size_t kMatchedAtOnce = 64; // ranks that are matched with the reference side by side
constexpr std::int64_t kToleranceNs = 50'000; // of ends on aligned clocks

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

// Collectives in no group yet, by key and by their end on the reference's clock. Those removed are skipped in constant time.
class UngroupedEnds {
public:
    struct End {
        std::int64_t ns = 0;
        std::uint32_t rank = 0;
        std::uint32_t row = 0;
        auto operator<=>(const End &) const = default;
    };
    explicit UngroupedEnds(std::size_t ranks)
        : m_placeOf(ranks)
        , m_foundBy(ranks, 0)
    {
    }
    void add(std::uint32_t key, const End &end) { m_of[key].ends.push_back(end); }
    void sort(std::stop_token stop)
    {
        std::vector<List *> lists;
        for (auto &[key, list] : m_of) {
            lists.push_back(&list);
            for (const End &end : list.ends)
                if (auto &places = m_placeOf[end.rank]; places.size() <= end.row)
                    places.resize(end.row + std::size_t{1});
        }
        parallelFor(workersWanted(), lists.size(), stop, [&](std::size_t i, unsigned) {
            List &list = *lists[i];
            std::sort(list.ends.begin(), list.ends.end());
            list.next.resize(list.ends.size() + 1);
            std::iota(list.next.begin(), list.next.end(), 0u);
            for (std::uint32_t at = 0; at < list.ends.size(); ++at)
                m_placeOf[list.ends[at].rank][list.ends[at].row] = at;
        });
    }
    void remove(std::uint32_t key, std::size_t rank, std::uint32_t row)
    {
        const std::uint32_t at = m_placeOf[rank][row];
        m_of.at(key).next[at] = at + 1;
    }
    // From now on all ranks are found anew.
    void forgetFound() { ++m_search; }
    // Appends the ranks behind `rank` with such a collective that may end at that time, each once. A line that is fitted between
    // two clocks and one through the reference's clock differ by rounding and drift, so a little more than the tolerance is
    // looked at.
    void ranksNear(std::uint32_t key, std::int64_t ns, std::uint32_t rank, std::vector<std::uint32_t> &to)
    {
        constexpr std::int64_t kNear = kToleranceNs + kToleranceNs / 10;
        const auto known = m_of.find(key);
        if (known == m_of.end())
            return;
        List &list = known->second;
        const auto from = std::lower_bound(list.ends.begin(), list.ends.end(), End{subtractSaturated(ns, kNear), 0, 0});
        const std::int64_t last = addSaturated(ns, kNear);
        for (auto at = list.alive(static_cast<std::uint32_t>(from - list.ends.begin()));
             at < list.ends.size() && list.ends[at].ns <= last; at = list.alive(at + 1))
            if (const std::uint32_t other = list.ends[at].rank; other > rank && m_foundBy[other] != m_search) {
                m_foundBy[other] = m_search;
                to.push_back(other);
            }
    }

private:
    struct List {
        std::vector<End> ends; // ascending
        std::vector<std::uint32_t> next; // of each: itself, or where to look on if it was removed
        std::uint32_t alive(std::uint32_t at)
        {
            while (next[at] != at)
                at = next[at] = next[next[at]];
            return at;
        }
    };
    std::unordered_map<std::uint32_t, List> m_of;
    std::vector<std::vector<std::uint32_t>> m_placeOf; // in the list of its key, by rank and row
    std::vector<std::size_t> m_foundBy; // the last search that found the rank
    std::size_t m_search = 1;
};

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
        settle(m_result.reference);
    }

    bool alignByCollectives(std::size_t r)
    {
        CollectiveMatch best;
        std::size_t base = m_result.reference;
        constexpr double kGood = 0.5;
        const auto attempt = [&](std::uint32_t position) {
            const std::size_t candidate = m_order[position];
            CollectiveMatch match = candidate == m_result.reference
                ? withReference(r)
                : matchCollectives(m_lists[candidate], m_lists[r], originOf(candidate), m_control);
            if (match.confidence > best.confidence) {
                best = std::move(match);
                base = candidate;
            }
            return best.confidence <= kGood && !m_control.stopRequested();
        };
        const std::size_t tried = std::exchange(m_tried[r], m_order.size()); // already tried without success in earlier rounds
        for (const std::uint32_t position : relatedSince(r, tried))
            if (!attempt(position))
                break;
        for (std::size_t i = tried; i < m_order.size() && m_strangers[r] < kMaxStrangers && best.confidence < kMinConfidence;
             ++i) {
            if (shareAny(m_keys[m_order[i]], m_keys[r]))
                continue;
            ++m_strangers[r];
            if (!attempt(static_cast<std::uint32_t>(i)))
                break;
        }
        if (best.confidence < kMinConfidence || m_control.stopRequested())
            return false;
        take(r, base, best);
        return true;
    }

    // Positions in m_order, from `tried` on, of ranks that have a group in common with this one, in the order in which they are
    // tried. With many, the last ones follow the first: groups are mostly made of neighbours.
    [[nodiscard]] std::vector<std::uint32_t> relatedSince(std::size_t r, std::size_t tried) const
    {
        std::vector<std::uint32_t> found;
        for (const std::uint32_t key : m_keys[r])
            if (const auto known = m_orderOf.find(key); known != m_orderOf.end()) {
                const auto &positions = known->second;
                const auto from = std::lower_bound(positions.begin(), positions.end(), tried);
                const auto count = static_cast<std::size_t>(positions.end() - from);
                if (count <= kMaxRelated + 1) {
                    found.insert(found.end(), from, positions.end());
                } else { // enough to tell below that there are too many, and which are the first and last
                    found.insert(found.end(), from, from + kMaxRelated / 2);
                    found.insert(found.end(), positions.end() - kMaxRelated / 2 - 1, positions.end());
                }
            }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        if (found.size() > kMaxRelated) {
            found.erase(found.begin() + kMaxRelated / 2, found.end() - kMaxRelated / 2);
            std::reverse(found.begin() + 1, found.end());
        }
        return found;
    }

    void take(std::size_t r, std::size_t base, const CollectiveMatch &best)
    {
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
        settle(r);
    }

    // The rank is aligned; from now on others may be aligned with it.
    void settle(std::size_t r)
    {
        m_done[r] = true;
        for (const std::uint32_t key : m_keys[r])
            m_orderOf[key].push_back(static_cast<std::uint32_t>(m_order.size()));
        m_order.push_back(r);
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

    // Matches collectives shared only by ranks other than the bases (a group without the reference), on the aligned clocks: each
    // rank with those behind it that have a collective of the same key at that time which is in no group yet.
    void groupTheRest()
    {
        std::vector<std::vector<std::uint32_t>> left(m_ranks.size()); // rows without a group, by rank
        UngroupedEnds ends(m_ranks.size());
        for (std::size_t r = 0; r < m_ranks.size(); ++r)
            for (std::uint32_t i = 0; i < m_lists[r].size(); ++i)
                if (m_groupOf[r][i] == kNoGroup && (m_result.clocks[r].byCollectives() || r == m_result.reference)) {
                    left[r].push_back(i);
                    ends.add(m_lists[r][i].key, {endOf(r, i), static_cast<std::uint32_t>(r), i});
                }
        ends.sort(m_control.stop);
        if (m_control.stopRequested())
            return; // not all are sorted
        std::vector<std::uint32_t> behind;
        for (std::size_t a = 0; a < m_ranks.size() && !m_control.stopRequested(); ++a) {
            if (left[a].empty())
                continue;
            behind.clear();
            ends.forgetFound();
            for (const std::uint32_t i : left[a])
                ends.ranksNear(m_lists[a][i].key, endOf(a, i), static_cast<std::uint32_t>(a), behind);
            std::sort(behind.begin(), behind.end());
            const std::vector<Collective> ofA = rowsOf(a, left[a]);
            for (const std::uint32_t b : behind) {
                const ClockLine line = between(m_result.clocks[a].line, m_result.clocks[b].line);
                for (const auto &[i, k] : matchOnLine(ofA, rowsOf(b, left[b]), line, kToleranceNs, false))
                    if (const std::uint32_t row = left[b][k]; m_groupOf[b][row] == kNoGroup) {
                        group(a, left[a][i], b, row);
                        ends.remove(m_lists[b][row].key, b, row);
                    }
            }
            for (const std::uint32_t i : left[a])
                ends.remove(m_lists[a][i].key, a, i);
        }
    }

    [[nodiscard]] std::int64_t endOf(std::size_t r, std::uint32_t row) const
    {
        return m_result.clocks[r].line.toReference(m_lists[r][row].endNs);
    }

    [[nodiscard]] std::vector<Collective> rowsOf(std::size_t r, const std::vector<std::uint32_t> &rows) const
    {
        std::vector<Collective> list;
        list.reserve(rows.size());
        for (const std::uint32_t row : rows)
            list.push_back(m_lists[r][row]);
        return list;
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
    std::vector<std::size_t> m_strangers; // ranks without a common group tried so far, by rank; at most kMaxStrangers
    std::vector<std::span<const Collective>> m_lists; // by rank
    std::vector<std::vector<std::uint32_t>> m_keys; // of those lists
    std::vector<std::vector<std::uint32_t>> m_groupOf; // row of m_result.collectives, per rank and collective
    std::vector<bool> m_done;
    std::map<std::size_t, CollectiveMatch> m_withReference; // by rank, not used yet
    std::vector<std::size_t> m_order; // aligned so far
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> m_orderOf; // key -> positions in m_order, ascending
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
