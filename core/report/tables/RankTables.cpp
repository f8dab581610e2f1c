// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/RankTables.h"

#include "core/base/Message.h"
#include "core/base/Typical.h"
#include "core/report/tables/Columns.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace lamella::core {

namespace {

constexpr double kPpm = 1e6;

// Times of a pass or layer on one rank.
struct TimesRow {
    const RankTableInput &input;
    std::size_t rank; // index into the labels
    const RankPass &pass;
    const RankRow &row;
    const RankTimes &times;
    std::int64_t firstNs; // earliest start on any rank

    [[nodiscard]] const RankLabel &label() const { return input.labels[rank]; }
    [[nodiscard]] const RankClock &clock() const { return input.comparison.alignment.clocks[rank]; }
};

OrMissing<std::int64_t> offsetOf(const RankClock &clock)
{
    return valueIf(clock.method != ClockMethod::None, clock.line.offsetNs, "nothing in common to align the clocks on");
}

OrMissing<double> driftOf(const RankClock &clock)
{
    if (clock.driftFitted)
        return clock.line.drift * kPpm;
    return Missing{clock.byCollectives() ? "too short to tell drift from noise" : "not aligned on collectives"};
}

std::vector<Column<TimesRow>> timesColumns()
{
    using namespace columns;
    using Row = TimesRow;
    const auto compared = [](auto value) {
        return [value](const Row &r) -> OrMissing<std::int64_t> {
            if (r.row.compared < 2)
                return Missing{"on one rank only"};
            return value(r);
        };
    };
    const auto rankOf = [compared](std::optional<std::size_t> RankRow::*which, std::string_view none) {
        return compared([which, none](const Row &r) -> OrMissing<std::int64_t> {
            const std::optional<std::size_t> rank = r.row.*which;
            return valueIf(rank.has_value(), std::int64_t{rank ? r.input.labels[*rank].rank : 0}, none);
        });
    };
    const auto ofTimes = [](auto value) { return [value](const Row &r) { return std::invoke(value, r.times); }; };
    return {integer("rank", "Rank", "Number of the rank in the job", [](const Row &r) { return r.label().rank; }),
        integer("pass", "Pass", "Number of the pass on the reference rank", [](const Row &r) { return r.pass.pass; }),
        column(columns::layer(), [](const Row &r) { return valueIf(r.row.layer != kNoLayer, r.row.layer, "the whole pass"); }),
        duration("wall_ns", "Wall", "First start to last end on this rank", ofTimes(&RankTimes::wallNs)),
        duration("skew_ns", "Skew", "Latest start minus earliest start over the ranks, clocks aligned",
            compared([](const Row &r) { return r.row.skewNs; })),
        integer("slowest", "Slowest", "Rank with the longest own time",
            rankOf(&RankRow::slowest, "no rank has a longer own time than all others")),
        ifRoom(time("start_ns", "Start", "On the clock of the reference rank, from the zero of its trace",
            [](const Row &r) { return subtractSaturated(r.times.range.begin.value, r.input.zeroNs); })),
        duration("late_ns", "Late", "Start minus the earliest start over the ranks",
            [](const Row &r) { return subtractSaturated(r.times.range.begin.value, r.firstNs); }),
        duration("own_ns", "Own", "Wall minus exposed waiting", ofTimes(&RankTimes::ownNs)),
        duration("wait_ns", "Waiting",
            "In collectives: duration minus the shortest duration of the same collective over the ranks, added up",
            ofTimes(&RankTimes::waitNs)),
        ifRoom(duration("exposed_wait_ns", "Exposed waiting", "Of the waiting: nothing else runs on this rank meanwhile",
            ofTimes(&RankTimes::exposedWaitNs))),
        integer("waited_for", "Waited for",
            "Rank that waits least, where others wait: the last to arrive, by its own time or because it began late",
            rankOf(&RankRow::waitedFor, "no rank waits less than all others")),
        ifRoom(duration("wall_skew_ns", "Wall skew", "Longest wall minus shortest wall over the ranks",
            compared([](const Row &r) { return r.row.wallSkewNs; }))),
        ifRoom(integer("collectives", "Collectives", "Collectives in it on this rank", ofTimes(&RankTimes::collectives))),
        onRequest(integer("rank_pass", "Own pass", "Number of the pass on this rank", ofTimes(&RankTimes::pass))),
        ifRoom(duration("offset_ns", "Clock offset",
            "Clock of this rank minus clock of the reference rank, at the zero of the reference's trace",
            [](const Row &r) { return offsetOf(r.clock()); })),
        ifRoom(real("drift_ppm", "Drift", "How much faster this rank's clock runs than the reference's, parts per million", 2,
            [](const Row &r) { return driftOf(r.clock()); }))};
}

Selection targetOf(const RankRow &row, DeviceId device, int pass)
{
    if (row.layer == kNoLayer)
        return PassSelection{device, pass};
    return LayerSelection{device, pass, row.layer};
}

void appendRanks(RowTable<TimesRow> &table, const RankTableInput &input, const RankPass &pass, const RankRow &row)
{
    std::int64_t first = INT64_MAX;
    for (const auto &times : row.ranks)
        if (times)
            first = std::min(first, times->range.begin.value);
    for (std::size_t r = 0; r < row.ranks.size(); ++r) {
        if (!row.ranks[r])
            continue;
        table.append({input, r, pass, row, *row.ranks[r], first}, targetOf(row, input.labels[r].device, row.ranks[r]->pass));
    }
}

bool isAskedFor(const RankTableInput &input, int pass)
{
    return std::binary_search(input.passes.begin(), input.passes.end(), pass);
}

void addNotes(ReportTable &table, const RankTableInput &input)
{
    if (input.comparison.passes.empty())
        table.addNote(input.labels.size() < 2 ? "Only one rank is open; give the files of the others too."
                                              : "No pass was found on two ranks.");
    if (input.comparison.partial > 0)
        table.addNote(msg("Partial passes left out on their rank, as they are complete on others: %1.", input.comparison.partial));
    if (Message sentence = stragglerSentence(input.comparison, input.labels); !sentence.empty())
        table.addNote(std::move(sentence));
    for (Message &warning : alignmentWarnings(input.comparison, input.labels))
        table.addNote(std::move(warning));
}

struct RankSums {
    std::int64_t wall = 0;
    std::int64_t own = 0;
    std::int64_t wait = 0;
    std::int64_t exposedWait = 0;
    std::int64_t passes = 0;
    std::int64_t slowest = 0; // number of layers
};

std::vector<RankSums> sumsOf(const RankComparison &comparison, std::size_t ranks)
{
    std::vector<RankSums> sums(ranks);
    for (const RankPass &pass : comparison.passes) {
        for (std::size_t r = 0; r < ranks; ++r) {
            if (!pass.whole.ranks[r])
                continue;
            const RankTimes &times = *pass.whole.ranks[r];
            sums[r].wall = addSaturated(sums[r].wall, times.wallNs);
            sums[r].own = addSaturated(sums[r].own, times.ownNs());
            sums[r].wait = addSaturated(sums[r].wait, times.waitNs);
            sums[r].exposedWait = addSaturated(sums[r].exposedWait, times.exposedWaitNs);
            ++sums[r].passes;
        }
        for (const RankRow &layer : pass.layers)
            if (layer.layer >= 0 && layer.slowest) // head and tail are no layers
                ++sums[*layer.slowest].slowest;
    }
    return sums;
}

struct RankSumRow {
    const RankLabel &label;
    const RankClock &clock;
    const RankSums &sums;
};

std::vector<Column<RankSumRow>> rankColumns()
{
    using namespace columns;
    using Row = RankSumRow;
    const auto ofCollectives = [](auto member) {
        return [member](const Row &r) { return valueIf(r.clock.byCollectives(), r.clock.*member, "not aligned on collectives"); };
    };
    const auto mean = [](auto member) {
        return [member](const Row &r) {
            return valueIf(
                r.sums.passes > 0, meanNs(r.sums.*member, std::max<std::int64_t>(1, r.sums.passes)), "no pass in common");
        };
    };
    return {integer("rank", "Rank", "Number of the rank in the job", [](const Row &r) { return r.label.rank; }),
        ifRoom(duration("offset_ns", "Clock offset",
            "Clock of this rank minus clock of the reference rank, at the zero of the reference's trace",
            [](const Row &r) { return offsetOf(r.clock); })),
        ifRoom(real("drift_ppm", "Drift", "How much faster this rank's clock runs than the reference's, parts per million", 2,
            [](const Row &r) { return driftOf(r.clock); })),
        ifRoom(duration("residual_ns", "Residual", "Median distance between the ends of matching collectives, clocks aligned",
            ofCollectives(&RankClock::residualNs))),
        ifRoom(
            duration("residual_p95_ns", "Residual p95", "95th percentile of that distance", ofCollectives(&RankClock::worstNs))),
        ifRoom(integer("matches", "Matches", "Collectives with a counterpart on the rank it was aligned with",
            [](const Row &r) { return r.clock.matches; })),
        ifRoom(
            integer("collectives", "Collectives", "Collectives of this rank", [](const Row &r) { return r.clock.collectives; })),
        ifRoom(text("method", "Method", "What the clocks were aligned on",
            [](const Row &r) { return Message(clockMethodName(r.clock.method)); })),
        real("confidence", "Confidence", "0 to 1: number and share of matches, residual, whether another shift fits as well", 2,
            [](const Row &r) { return r.clock.confidence; }),
        integer("passes", "Passes", "Passes of this rank", [](const Row &r) { return r.label.passes; }),
        ifRoom(
            integer("compared", "Compared", "Of these, also found on another rank", [](const Row &r) { return r.sums.passes; })),
        duration("wall_ns", "Wall", "Mean over the passes compared", mean(&RankSums::wall)),
        duration("own_ns", "Own", "Wall minus exposed waiting, mean over the passes compared", mean(&RankSums::own)),
        duration("wait_ns", "Waiting", "Inside collectives, mean over the passes compared", mean(&RankSums::wait)),
        duration("exposed_wait_ns", "Exposed waiting", "Of it: nothing else runs on this rank, mean over the passes compared",
            mean(&RankSums::exposedWait)),
        integer("slowest_layers", "Slowest in", "Layers of the passes compared in which this rank is the slowest",
            [](const Row &r) { return r.sums.slowest; }),
        ifRoom(text("number_from", "Number from", "Where the rank's number comes from",
            [](const Row &r) { return Message(r.label.numberFrom); })),
        ifRoom(text("file", "File", "The rank's file", [](const Row &r) { return r.label.file; }))};
}

struct GroupRow {
    const RankTableInput &input;
    const RankDivision &division;
    const RankGroup &group;
    RankSums sums; // of all its ranks
    std::int64_t ranks = 0; // of these, with passes compared
    std::optional<std::size_t> slowest; // with the longest mean own time; none where two are alike
    std::int64_t slowestOwn = 0;
    std::int64_t medianOwn = 0; // of the ranks of the group
};

GroupRow groupRow(
    const RankTableInput &input, const RankDivision &division, const RankGroup &group, const std::vector<RankSums> &sums)
{
    GroupRow row{input, division, group, {}, 0, {}, 0, 0};
    std::vector<std::int64_t> own;
    bool alike = false;
    for (const std::uint32_t rank : group.ranks) {
        const RankSums &of = sums[rank];
        row.sums.slowest += of.slowest;
        if (of.passes == 0)
            continue;
        ++row.ranks;
        for (const auto member : {&RankSums::wall, &RankSums::own, &RankSums::wait, &RankSums::exposedWait})
            row.sums.*member = addSaturated(row.sums.*member, meanNs(of.*member, of.passes));
        own.push_back(meanNs(of.own, of.passes));
        if (!row.slowest || own.back() > row.slowestOwn) {
            row.slowest = rank;
            row.slowestOwn = own.back();
            alike = false;
        } else {
            alike = alike || own.back() == row.slowestOwn;
        }
    }
    if (alike)
        row.slowest.reset();
    row.medianOwn = lowerMiddleValue(std::move(own)); // as for stragglers
    return row;
}

std::vector<Column<GroupRow>> groupTimes()
{
    using namespace columns;
    using Row = GroupRow;
    constexpr const char *kNoPass = "no pass in common";
    const auto mean = [](auto member) {
        return [member](const Row &r) {
            return valueIf(r.ranks > 0, meanNs(r.sums.*member, std::max<std::int64_t>(1, r.ranks)), kNoPass);
        };
    };
    return {duration("wall_ns", "Wall", "Mean over its ranks and the passes compared", mean(&RankSums::wall)),
        duration("own_ns", "Own", "Wall minus exposed waiting, mean over its ranks", mean(&RankSums::own)),
        duration("wait_ns", "Waiting", "Inside collectives, mean over its ranks", mean(&RankSums::wait)),
        ifRoom(duration("exposed_wait_ns", "Exposed waiting", "Of it: nothing else runs meanwhile, mean over its ranks",
            mean(&RankSums::exposedWait))),
        integer("slowest", "Slowest", "Rank of the group with the longest own time",
            [](const Row &r) {
                return valueIf(r.slowest.has_value(), r.slowest ? r.input.labels[*r.slowest].rank : 0,
                    r.ranks > 0 ? "no rank has a longer own time than all others" : kNoPass);
            }),
        duration("excess_ns", "Above the median", "Own time of that rank minus the median of the group",
            [](const Row &r) { return valueIf(r.ranks > 0, subtractSaturated(r.slowestOwn, r.medianOwn), kNoPass); }),
        integer("slowest_layers", "Slowest in",
            "Layers of the passes compared in which one of its ranks is the slowest of the job",
            [](const Row &r) { return r.sums.slowest; })};
}

// With the columns that all groups have.
std::vector<Column<GroupRow>> withTimes(std::vector<Column<GroupRow>> columns)
{
    for (Column<GroupRow> &each : groupTimes())
        columns.push_back(std::move(each));
    return columns;
}

std::vector<Column<GroupRow>> groupColumns()
{
    using namespace columns;
    using Row = GroupRow;
    return withTimes({text("ranks", "Ranks", "Numbers of the ranks that meet at the same collectives",
                          [](const Row &r) { return groupRanksText(r.group, r.input.labels); }),
        integer("size", "Size", "Ranks of the group", [](const Row &r) { return r.group.ranks.size(); }),
        integer(
            "groups", "Groups", "Into which the job is divided this way", [](const Row &r) { return r.division.groups.size(); }),
        ifRoom(integer("collectives", "Collectives", "At which exactly these ranks meet",
            [](const Row &r) { return r.group.collectives; }))});
}

std::vector<Column<GroupRow>> hostColumns()
{
    using namespace columns;
    using Row = GroupRow;
    return withTimes({text("host", "Host", "On which the ranks ran, as the trace or its name says",
                          [](const Row &r) {
                              return textOr(
                                  r.input.labels[r.group.ranks.front()].host, "neither the trace nor its name states it");
                          }),
        text("ranks", "Ranks", "Numbers of the ranks that ran there",
            [](const Row &r) { return groupRanksText(r.group, r.input.labels); }),
        integer("size", "Size", "Ranks of the group", [](const Row &r) { return r.group.ranks.size(); })});
}

} // namespace

std::vector<ReportColumn> ranksColumns()
{
    return headings<timesColumns>();
}

std::vector<ReportColumn> ranksByRankColumns()
{
    return headings<rankColumns>();
}

std::vector<ReportColumn> ranksByGroupColumns()
{
    return headings<groupColumns>();
}

std::vector<ReportColumn> ranksByHostColumns()
{
    return headings<hostColumns>();
}

std::string groupRanksText(const RankGroup &group, const std::vector<RankLabel> &labels)
{
    constexpr std::size_t kMaxPieces = 4;
    std::vector<std::string> pieces;
    const auto number = [&](std::size_t at) { return labels[group.ranks[at]].rank; };
    for (std::size_t first = 0; first < group.ranks.size();) {
        std::size_t last = first;
        while (last + 1 < group.ranks.size() && number(last + 1) == number(last) + 1)
            ++last;
        pieces.push_back(std::to_string(number(first)));
        if (last > first)
            pieces.back() += (last == first + 1 ? "," : "-") + std::to_string(number(last));
        first = last + 1;
    }
    std::string text;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const bool skipped = i >= kMaxPieces && i + 1 < pieces.size();
        if (!skipped)
            text += (i == 0 ? "" : i > kMaxPieces ? ", …, " : ",") + pieces[i];
    }
    return text;
}

ReportTable ranksByGroupTable(const RankTableInput &input, std::optional<int> rank)
{
    RowTable<GroupRow> table("ranks_by_group", "Groups of ranks", groupColumns());
    const std::vector<RankSums> sums = sumsOf(input.comparison, input.labels.size());
    const auto isWanted = [&](std::uint32_t row) { return !rank || input.labels[row].rank == *rank; };
    bool found = false;
    for (const RankDivision &division : input.comparison.divisions) {
        for (const RankGroup &group : division.groups) {
            if (!std::any_of(group.ranks.begin(), group.ranks.end(), isWanted))
                continue;
            table.append(groupRow(input, division, group, sums));
            found = true;
        }
    }
    if (input.comparison.divisions.empty())
        table.addNote("No groups of ranks: no collective joins some of the ranks and not the others.");
    else if (!found && rank)
        table.addNote(msg("Rank %1 is in no group.", *rank));
    addNotes(table, input);
    return table;
}

ReportTable ranksByHostTable(const RankTableInput &input, std::optional<int> rank)
{
    RankDivision hosts;
    std::map<std::string_view, std::size_t> known;
    for (std::uint32_t row = 0; row < input.labels.size(); ++row) {
        const auto [host, added] = known.try_emplace(input.labels[row].host, hosts.groups.size());
        if (added)
            hosts.groups.emplace_back();
        hosts.groups[host->second].ranks.push_back(row);
    }
    RowTable<GroupRow> table("ranks_by_host", "Hosts", hostColumns());
    const std::vector<RankSums> sums = sumsOf(input.comparison, input.labels.size());
    for (const RankGroup &group : hosts.groups)
        if (!rank || std::any_of(group.ranks.begin(), group.ranks.end(), [&](std::uint32_t row) {
                return input.labels[row].rank == *rank;
            }))
            table.append(groupRow(input, hosts, group, sums));
    addNotes(table, input);
    return table;
}

ReportTable ranksTable(const RankTableInput &input)
{
    RowTable<TimesRow> table("ranks", "Ranks, layer by layer", timesColumns());
    for (const RankPass &pass : input.comparison.passes) {
        if (!isAskedFor(input, pass.pass))
            continue;
        if (pass.layers.empty() && !input.layers)
            appendRanks(table, input, pass, pass.whole);
        for (const RankRow &layer : pass.layers)
            if (!input.layers || input.layers->holds(layer.layer))
                appendRanks(table, input, pass, layer);
    }
    addNotes(table, input);
    return table;
}

ReportTable ranksByPassTable(const RankTableInput &input)
{
    RowTable<TimesRow> table("ranks_by_pass", "Ranks, pass by pass", timesColumns());
    for (const RankPass &pass : input.comparison.passes)
        if (isAskedFor(input, pass.pass))
            appendRanks(table, input, pass, pass.whole);
    addNotes(table, input);
    return table;
}

ReportTable ranksByRankTable(const RankTableInput &input)
{
    RowTable<RankSumRow> table("ranks_by_rank", "Ranks and their clocks", rankColumns());
    const std::vector<RankSums> sums = sumsOf(input.comparison, input.labels.size());
    for (std::size_t r = 0; r < input.labels.size(); ++r)
        table.append({input.labels[r], input.comparison.alignment.clocks[r], sums[r]});
    addNotes(table, input);
    return table;
}

} // namespace lamella::core
