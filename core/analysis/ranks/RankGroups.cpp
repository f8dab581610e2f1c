// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/ranks/RankGroups.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxDivisions = 8;
constexpr std::uint32_t kNoGroup = 0xFFFFFFFFU;

std::uint64_t hashOf(std::span<const std::uint32_t> ranks)
{
    std::uint64_t hash = 14'695'981'039'346'656'037U; // FNV-1a, for numbers of ranks
    for (const std::uint32_t rank : ranks)
        hash = (hash ^ rank) * 1'099'511'628'211U;
    return hash;
}

// The distinct sets of ranks that meet.
class Meetings {
public:
    explicit Meetings(std::span<const RankFacts> ranks)
        : m_ranks(ranks)
    {
    }
    void add(const MatchedCollective &collective)
    {
        m_on.clear();
        for (const MatchedCollective::On &on : collective.on)
            m_on.emplace_back(m_ranks[on.rank].collectives[on.row].group, on.rank);
        if (std::all_of(m_on.begin(), m_on.end(), [&](const auto &on) { return on.first == m_on.front().first; }))
            return count(m_on);
        std::sort(m_on.begin(), m_on.end()); // by the group that they state
        bool any = false;
        for (std::size_t first = 0, last = 0; first < m_on.size(); first = last) {
            while (last < m_on.size() && m_on[last].first == m_on[first].first)
                ++last;
            if (last - first > 1) {
                count(std::span(m_on).subspan(first, last - first));
                any = true;
            }
        }
        if (any)
            return;
        std::sort(m_on.begin(), m_on.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
        count(m_on);
    }
    // Those that meet most first.
    [[nodiscard]] std::vector<RankGroup> sorted()
    {
        std::stable_sort(m_meetings.begin(), m_meetings.end(), [](const RankGroup &a, const RankGroup &b) {
            return a.collectives != b.collectives ? a.collectives > b.collectives : a.ranks < b.ranks;
        });
        return std::move(m_meetings);
    }

private:
    using On = std::pair<std::uint32_t, std::uint32_t>; // stated group, rank

    void count(std::span<const On> on)
    {
        m_set.clear();
        for (const On &each : on)
            m_set.push_back(each.second);
        const std::uint64_t hash = hashOf(m_set);
        auto [at, end] = m_known.equal_range(hash);
        while (at != end && m_meetings[at->second].ranks != m_set)
            ++at;
        if (at == end) {
            at = m_known.emplace(hash, m_meetings.size());
            m_meetings.emplace_back().ranks = m_set;
        }
        ++m_meetings[at->second].collectives;
    }

    std::span<const RankFacts> m_ranks;
    std::vector<RankGroup> m_meetings;
    std::unordered_multimap<std::uint64_t, std::size_t> m_known;
    std::vector<On> m_on;
    std::vector<std::uint32_t> m_set;
};

// A division as it grows.
class Growing {
public:
    enum class Fit : std::uint8_t { Added, Known, No };

    explicit Growing(std::size_t ranks)
        : m_groupOf(ranks, kNoGroup)
    {
    }
    // Known: one of its groups, of which the meeting lacks a few ranks, or which lacked a few of the meeting's.
    Fit take(const RankGroup &meeting)
    {
        std::unordered_map<std::uint32_t, std::size_t> shared; // ranks by group
        for (const std::uint32_t rank : meeting.ranks)
            if (m_groupOf[rank] != kNoGroup)
                ++shared[m_groupOf[rank]];
        if (shared.empty()) {
            const std::size_t size = meeting.ranks.size();
            if (!m_groups.empty() && (size > 2 * m_smallest || 2 * size < m_largest))
                return Fit::No;
            m_smallest = m_groups.empty() ? size : std::min(m_smallest, size);
            m_largest = std::max(m_largest, size);
            for (const std::uint32_t rank : meeting.ranks)
                m_groupOf[rank] = static_cast<std::uint32_t>(m_groups.size());
            m_groups.push_back(meeting);
            return Fit::Added;
        }
        if (shared.size() > 1)
            return Fit::No;
        const auto [group, ranks] = *shared.begin();
        const std::size_t size = m_groups[group].ranks.size();
        if (ranks == meeting.ranks.size()) // half of a group is a group of another division
            return 2 * ranks > size ? Fit::Known : Fit::No;
        if (ranks < size || 2 * meeting.ranks.size() >= 3 * size)
            return Fit::No;
        for (const std::uint32_t rank : meeting.ranks)
            m_groupOf[rank] = group;
        m_groups[group].ranks = meeting.ranks;
        m_largest = std::max(m_largest, meeting.ranks.size());
        return Fit::Known;
    }
    [[nodiscard]] RankDivision made() const
    {
        RankDivision division{m_groups};
        std::sort(division.groups.begin(), division.groups.end(),
            [](const RankGroup &a, const RankGroup &b) { return a.ranks.front() < b.ranks.front(); });
        return division;
    }

private:
    std::vector<std::uint32_t> m_groupOf; // of each rank
    std::vector<RankGroup> m_groups;
    std::size_t m_smallest = 0;
    std::size_t m_largest = 0;
};

std::uint64_t collectivesOf(const RankDivision &division)
{
    std::uint64_t all = 0;
    for (const RankGroup &group : division.groups)
        all += group.collectives;
    return all;
}

} // namespace

std::size_t RankDivision::size() const
{
    std::size_t largest = 0;
    for (const RankGroup &group : groups)
        largest = std::max(largest, group.ranks.size());
    return largest;
}

std::vector<RankDivision> divisionsOf(std::span<const RankFacts> ranks, const RankAlignment &alignment)
{
    Meetings meetings(ranks);
    for (const MatchedCollective &collective : alignment.collectives)
        meetings.add(collective);
    std::vector<Growing> growing;
    for (const RankGroup &meeting : meetings.sorted()) {
        bool taken = meeting.ranks.size() < 2 || meeting.ranks.size() == ranks.size(); // the whole job divides nothing
        for (Growing &division : growing)
            taken = taken || division.take(meeting) != Growing::Fit::No;
        if (!taken && growing.size() < kMaxDivisions)
            (void)growing.emplace_back(ranks.size()).take(meeting);
    }
    std::vector<RankDivision> divisions;
    for (const Growing &division : growing)
        if (RankDivision made = division.made(); made.groups.size() > 1)
            divisions.push_back(std::move(made));
    std::stable_sort(divisions.begin(), divisions.end(), [](const RankDivision &a, const RankDivision &b) {
        return a.size() != b.size() ? a.size() < b.size() : collectivesOf(a) > collectivesOf(b);
    });
    return divisions;
}

} // namespace lamella::core
