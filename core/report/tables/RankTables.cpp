// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/RankTables.h"

#include "core/report/tables/Columns.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr double kPpm = 1e6;

// Columns of ranksColumns() in order.
enum Column : std::size_t {
    kRank,
    kPass,
    kLayer,
    kWall,
    kSkew,
    kSlowest,
    kStart,
    kLate,
    kOwn,
    kWait,
    kExposedWait,
    kWallSkew,
    kCollectives,
    kRankPass,
    kOffset,
    kDrift
};

void setClock(ReportTable &table, const RankClock &clock, std::size_t offset, std::size_t drift)
{
    if (clock.method == ClockMethod::None)
        table.setMissing(offset, "nothing in common to align the clocks on");
    else
        table.setInteger(offset, clock.line.offsetNs);
    if (clock.driftFitted)
        table.setReal(drift, clock.line.drift * kPpm);
    else
        table.setMissing(drift, clock.byCollectives() ? "too short to tell drift from noise" : "not aligned on collectives");
}

Selection targetOf(const RankLabel &label, const RankTimes &times, int layer)
{
    if (layer == kNoLayer)
        return PassSelection{label.device, times.pass};
    return LayerSelection{label.device, times.pass, layer};
}

void appendRow(ReportTable &table, const RankTableInput &input, const RankPass &pass, const RankRow &row)
{
    std::int64_t first = INT64_MAX;
    for (const auto &times : row.ranks)
        if (times)
            first = std::min(first, times->range.begin.value);
    for (std::size_t r = 0; r < row.ranks.size(); ++r) {
        if (!row.ranks[r])
            continue;
        const RankTimes &times = *row.ranks[r];
        table.appendRow(targetOf(input.labels[r], times, row.layer));
        table.setInteger(kRank, input.labels[r].rank);
        table.setInteger(kPass, pass.pass);
        if (row.layer == kNoLayer)
            table.setMissing(kLayer, "the whole pass");
        else
            table.setInteger(kLayer, row.layer);
        table.setInteger(kWall, times.wallNs);
        if (row.slowest) {
            table.setInteger(kSkew, row.skewNs);
            table.setInteger(kSlowest, input.labels[*row.slowest].rank);
            table.setInteger(kWallSkew, row.wallSkewNs);
        } else {
            for (const Column column : {kSkew, kSlowest, kWallSkew})
                table.setMissing(column, "on one rank only");
        }
        table.setInteger(kStart, subtractSaturated(times.range.begin.value, input.zeroNs));
        table.setInteger(kLate, subtractSaturated(times.range.begin.value, first));
        table.setInteger(kOwn, times.ownNs());
        table.setInteger(kWait, times.waitNs);
        table.setInteger(kExposedWait, times.exposedWaitNs);
        table.setInteger(kCollectives, times.collectives);
        table.setInteger(kRankPass, times.pass);
        setClock(table, input.comparison.alignment.clocks[r], kOffset, kDrift);
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
    if (std::string sentence = stragglerSentence(input.comparison, input.labels); !sentence.empty())
        table.addNote(std::move(sentence));
    for (std::string &warning : alignmentWarnings(input.comparison, input.labels))
        table.addNote(std::move(warning));
}

struct RankSums {
    std::int64_t wall = 0;
    std::int64_t own = 0;
    std::int64_t wait = 0;
    std::int64_t exposedWait = 0;
    std::int64_t passes = 0;
    std::int64_t slowest = 0; // layers
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
            if (layer.slowest)
                ++sums[*layer.slowest].slowest;
    }
    return sums;
}

} // namespace

std::vector<ReportColumn> ranksColumns()
{
    using namespace columns;
    return {integer("rank", "Rank", "Number of the rank in the job"),
        integer("pass", "Pass", "Number of the pass on the reference rank"), columns::layer(),
        duration("wall_ns", "Wall", "First start to last end on this rank"),
        duration("skew_ns", "Skew", "Latest start minus earliest start over the ranks, clocks aligned"),
        integer("slowest", "Slowest", "Rank with the longest own time: the one the others wait for"),
        time("start_ns", "Start", "On the clock of the reference rank, from the zero of its trace"),
        duration("late_ns", "Late", "Start minus the earliest start over the ranks"),
        duration("own_ns", "Own", "Wall minus exposed waiting"),
        duration("wait_ns", "Waiting",
            "In collectives: duration minus the shortest duration of the same collective over the ranks, added up"),
        duration("exposed_wait_ns", "Exposed waiting", "Of the waiting: nothing else runs on this rank meanwhile"),
        duration("wall_skew_ns", "Wall skew", "Longest wall minus shortest wall over the ranks"),
        integer("collectives", "Collectives", "Collectives in it on this rank"),
        integer("rank_pass", "Own pass", "Number of the pass on this rank"),
        duration("offset_ns", "Clock offset",
            "Clock of this rank minus clock of the reference rank, at the zero of the reference's trace"),
        real("drift_ppm", "Drift", "How much faster this rank's clock runs than the reference's, parts per million", 2)};
}

std::vector<ReportColumn> ranksByRankColumns()
{
    using namespace columns;
    return {integer("rank", "Rank", "Number of the rank in the job"),
        duration("offset_ns", "Clock offset",
            "Clock of this rank minus clock of the reference rank, at the zero of the reference's trace"),
        real("drift_ppm", "Drift", "How much faster this rank's clock runs than the reference's, parts per million", 2),
        duration("residual_ns", "Residual", "Median distance between the ends of matching collectives, clocks aligned"),
        duration("residual_p95_ns", "Residual p95", "95th percentile of that distance"),
        integer("matches", "Matches", "Collectives with a twin on the rank it was aligned with"),
        integer("collectives", "Collectives", "Collectives of this rank"),
        text("method", "Method", "What the clocks were aligned on"),
        real("confidence", "Confidence", "0 to 1: number and share of matches, residual, whether another shift fits as well", 2),
        integer("passes", "Passes", "Passes of this rank"), integer("compared", "Compared", "Of them, found on another rank too"),
        duration("wall_ns", "Wall", "Mean over the passes compared"),
        duration("own_ns", "Own", "Wall minus exposed waiting, mean over the passes compared"),
        duration("wait_ns", "Waiting", "Inside collectives, mean over the passes compared"),
        duration("exposed_wait_ns", "Exposed waiting", "Of it: nothing else runs on this rank, mean over the passes compared"),
        integer("slowest_layers", "Slowest in", "Layers of the passes compared in which this rank is the slowest"),
        text("number_from", "Number from", "Where the rank's number comes from"), text("file", "File", "The rank's file")};
}

ReportTable ranksTable(const RankTableInput &input)
{
    ReportTable table("ranks", "Ranks, layer by layer", ranksColumns());
    for (const RankPass &pass : input.comparison.passes) {
        if (!isAskedFor(input, pass.pass))
            continue;
        if (pass.layers.empty() && !input.layers)
            appendRow(table, input, pass, pass.whole);
        for (const RankRow &layer : pass.layers)
            if (!input.layers || input.layers->holds(layer.layer))
                appendRow(table, input, pass, layer);
    }
    addNotes(table, input);
    return table;
}

ReportTable ranksByPassTable(const RankTableInput &input)
{
    ReportTable table("ranks_by_pass", "Ranks, pass by pass", ranksColumns());
    for (const RankPass &pass : input.comparison.passes)
        if (isAskedFor(input, pass.pass))
            appendRow(table, input, pass, pass.whole);
    addNotes(table, input);
    return table;
}

ReportTable ranksByRankTable(const RankTableInput &input)
{
    ReportTable table("ranks_by_rank", "Ranks and their clocks", ranksByRankColumns());
    const std::vector<RankSums> sums = sumsOf(input.comparison, input.labels.size());
    for (std::size_t r = 0; r < input.labels.size(); ++r) {
        const RankLabel &label = input.labels[r];
        const RankClock &clock = input.comparison.alignment.clocks[r];
        table.appendRow();
        table.setInteger("rank", label.rank);
        setClock(table, clock, table.columnIndex("offset_ns"), table.columnIndex("drift_ppm"));
        for (const auto &[column, value] : {std::pair("residual_ns", clock.residualNs), {"residual_p95_ns", clock.worstNs}}) {
            if (clock.byCollectives())
                table.setInteger(column, value);
            else
                table.setMissing(column, "not aligned on collectives");
        }
        table.setInteger("matches", static_cast<std::int64_t>(clock.matches));
        table.setInteger("collectives", static_cast<std::int64_t>(clock.collectives));
        table.setText("method", clockMethodName(clock.method));
        table.setReal("confidence", clock.confidence);
        table.setInteger("passes", static_cast<std::int64_t>(label.passes));
        table.setInteger("compared", sums[r].passes);
        for (const auto &[column, value] : {std::pair("wall_ns", sums[r].wall), {"own_ns", sums[r].own},
                 {"wait_ns", sums[r].wait}, {"exposed_wait_ns", sums[r].exposedWait}}) {
            if (sums[r].passes > 0)
                table.setInteger(column, meanNs(value, sums[r].passes));
            else
                table.setMissing(column, "no pass in common");
        }
        table.setInteger("slowest_layers", sums[r].slowest);
        table.setText("number_from", label.numberFrom);
        table.setText("file", label.file);
    }
    addNotes(table, input);
    return table;
}

} // namespace lamella::core
