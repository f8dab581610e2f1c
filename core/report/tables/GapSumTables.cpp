// SPDX-License-Identifier: GPL-3.0-or-later
// gaps --by: idle time added up.
#include "core/analysis/gaps/GapPayload.h"
#include "core/analysis/program/RegionTree.h"
#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/GapTables.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr const char *kIdleBase = "Of the idle time of what is shown";
constexpr const char *kNoRegion = "no launch recorded, or nothing around it";

std::vector<ReportColumn> sumColumns(std::vector<ReportColumn> first)
{
    using namespace columns;
    first.push_back(integer("gaps", "Gaps", "How many"));
    first.push_back(duration("sum_ns", "Sum", "Lengths added up"));
    first.push_back(share("share", "Of idle", kIdleBase));
    first.push_back(duration("longest_ns", "Longest", "Length of the longest"));
    return first;
}

// Cells after the key columns.
void setSums(ReportTable &table, std::size_t column, const GapSum &sum, std::int64_t idleNs)
{
    table.setInteger(column, static_cast<std::int64_t>(sum.count));
    table.setInteger(column + 1, sum.sumNs);
    if (idleNs > 0)
        table.setReal(column + 2, static_cast<double>(sum.sumNs) / static_cast<double>(idleNs));
    else
        table.setMissing(column + 2, "there is no idle time");
    table.setInteger(column + 3, sum.longestNs);
}

std::string shorterText(std::int64_t minNs)
{
    return "< " + formatDuration(minNs);
}

ReportTable byCause(const GapList &list, std::int64_t minNs)
{
    using namespace columns;
    std::vector<ReportColumn> all = sumColumns({text("cause", "Cause", "Why nothing ran")});
    all.push_back(text("meaning", "Meaning", "What the cause says"));
    ReportTable table("gaps_by_cause", "Idle time by cause", std::move(all));
    const GapCauseSums sums = sumByCause(list.gaps, minNs);
    std::vector<const GapCauseInfo *> order;
    for (const GapCauseInfo &cause : gapCauseInfos())
        if (sums.byCause[static_cast<std::size_t>(cause.cause)].count > 0)
            order.push_back(&cause);
    const auto sumOf = [&sums](const GapCauseInfo *cause) -> const GapSum & {
        return sums.byCause[static_cast<std::size_t>(cause->cause)];
    };
    std::stable_sort(order.begin(), order.end(),
        [&](const GapCauseInfo *a, const GapCauseInfo *b) { return sumOf(a).sumNs > sumOf(b).sumNs; });
    for (const GapCauseInfo *cause : order) {
        table.appendRow();
        table.setTextView(0, cause->id);
        setSums(table, 1, sumOf(cause), list.idleNs);
        table.setTextView(5, cause->meaning);
    }
    if (sums.shorter.count > 0) {
        table.appendRow();
        table.setText(0, shorterText(minNs));
        setSums(table, 1, sums.shorter, list.idleNs);
        table.setTextView(5, "Shorter than the threshold, whatever the cause.");
    }
    return table;
}

ReportTable byLayer(const TableInput &input, const GapList &list, std::int64_t minNs)
{
    using namespace columns;
    std::vector<ReportColumn> all = sumColumns({columns::layer()});
    all.push_back(duration("inside_ns", "Inside", "Of sum: the work before belongs to the layer too"));
    ReportTable table("gaps_by_layer", "Idle time by layer", std::move(all));
    const GapLayerSums sums = sumByLayer(input.analysis(), list.gaps, minNs);
    // One pass: its layers are there to jump to.
    const PassRef *only = input.scope.passes.size() == 1 ? &input.scope.passes.front() : nullptr;
    for (const GapLayerSum &sum : sums.layers) {
        table.appendRow(
            only && sum.layer != kNoLayer ? Selection(LayerSelection{only->device, only->pass->number, sum.layer}) : Selection());
        if (sum.layer == kNoLayer)
            table.setMissing(0, "between passes, outside of them, or in no layer");
        else
            table.setInteger(0, sum.layer);
        setSums(table, 1, sum.all, list.idleNs);
        table.setInteger(5, sum.insideNs);
    }
    if (sums.shorter.count > 0) {
        table.appendRow();
        table.setMissing(0, "shorter than the threshold, in any layer");
        setSums(table, 1, sums.shorter, list.idleNs);
        table.setMissing(5, "shorter than the threshold");
    }
    return table;
}

ReportTable byLength(const GapList &list, std::int64_t minNs)
{
    using namespace columns;
    std::vector<ReportColumn> all = sumColumns({duration("from_ns", "From", "Shortest length of the row"),
        duration("to_ns", "To", "Lengths from here on are in the next row")});
    for (const GapCauseInfo &cause : gapCauseInfos()) {
        std::string id(cause.id);
        std::replace(id.begin(), id.end(), '-', '_');
        all.push_back({id, cause.title, CellKind::Integer, std::string("Gaps: ") + cause.meaning, -1});
    }
    ReportTable table("gaps_by_length", "Idle time by length of the gap", std::move(all));
    const GapLengths lengths = sumByLength(list.gaps, minNs);
    if (lengths.shorter.count > 0) {
        table.appendRow();
        table.setInteger(0, 0);
        table.setInteger(1, minNs);
        setSums(table, 2, lengths.shorter, list.idleNs);
        for (std::size_t c = 0; c < kGapCauses; ++c)
            table.setMissing(6 + c, "shorter than the threshold");
    }
    for (const GapLengthBin &bin : lengths.bins) {
        table.appendRow();
        table.setInteger(0, bin.fromNs);
        table.setInteger(1, bin.toNs);
        setSums(table, 2, bin.all, list.idleNs);
        for (std::size_t c = 0; c < kGapCauses; ++c)
            table.setInteger(6 + c, static_cast<std::int64_t>(bin.counts[c]));
    }
    return table;
}

struct TextKey {
    std::string_view text;
    GapSum sum;
    Selection target;
};

void appendTexts(ReportTable &table, std::vector<TextKey> keys, const GapList &list, const char *missing,
    const std::function<void(const TextKey &)> &setMore = {})
{
    std::sort(keys.begin(), keys.end(), [](const TextKey &a, const TextKey &b) {
        return a.sum.sumNs != b.sum.sumNs ? a.sum.sumNs > b.sum.sumNs : a.text < b.text;
    });
    for (const TextKey &key : keys) {
        table.appendRow(key.target);
        if (key.text.empty())
            table.setMissing(0, missing);
        else
            table.setTextView(0, key.text);
        setSums(table, 1, key.sum, list.idleNs);
        if (setMore)
            setMore(key);
    }
}

bool appendShorter(ReportTable &table, const GapSum &shorter, const GapList &list, std::int64_t minNs)
{
    if (shorter.count == 0)
        return false;
    table.appendRow();
    table.setText(0, shorterText(minNs));
    setSums(table, 1, shorter, list.idleNs);
    return true;
}

std::int64_t meanOf(const GapSum &sum)
{
    return sum.count == 0 ? 0 : sum.sumNs / static_cast<std::int64_t>(sum.count);
}

// The gaps from the threshold on, and the sum of the others.
std::pair<std::vector<Gap>, GapSum> longEnough(const GapList &list, std::int64_t minNs)
{
    std::pair<std::vector<Gap>, GapSum> parts;
    for (const Gap &gap : list.gaps) {
        if (gap.lengthNs() < minNs)
            parts.second.add(gap);
        else
            parts.first.push_back(gap);
    }
    return parts;
}

// What stands in front of the work that gaps delay: names of markers with how often.
using Markers = std::unordered_map<StringId, std::uint64_t>;

std::string regionOf(const TableInput &input, const GapHost &host, const Gap &gap, std::int64_t minNs)
{
    const TraceDocument &document = *input.document;
    return host.region.valid() ? std::string(document.text(document.events.row(host.region).name))
                               : recordedScope(document, payloadOf(document, gap.after, minNs));
}

ReportColumn meanColumn()
{
    return columns::duration("avg_ns", "Avg", "Sum by number of gaps");
}

// The key with most of the gap time; ties by text.
std::string_view longestOf(const std::map<std::string, std::int64_t> &sums)
{
    const auto most = std::max_element(
        sums.begin(), sums.end(), [](const auto &a, const auto &b) { return a.second < b.second; }); // the first of equals
    return most == sums.end() ? std::string_view() : std::string_view(most->first);
}

ReportTable afterTable()
{
    std::vector<ReportColumn> all = sumColumns({columns::text("after", "After", "Work that the gaps delay, by name")});
    all.push_back(columns::text(
        "marker", "Marker", "Operation without work of its own that ends the gaps in front of it (a constant, a copy's start)"));
    all.push_back(meanColumn());
    all.push_back(columns::text("region", "Region",
        "With most of the time, where the gaps have several: module, annotation or operator around the launch, else scope of the "
        "work"));
    return {"gaps_by_after", "Idle time by the work after", std::move(all)};
}

ReportTable byAfter(
    const TableInput &input, const GapList &list, const LaunchJoin &launches, std::int64_t minNs, const JobControl &control)
{
    constexpr std::size_t kMarker = 5;
    constexpr std::size_t kMean = 6;
    constexpr std::size_t kRegion = 7;
    ReportTable table = afterTable();
    struct Delayed {
        GapSum sum;
        Markers markers;
        std::map<std::string, std::int64_t> regions; // time of the gaps
    };
    std::unordered_map<StringId, Delayed> byName;
    const auto [shown, shorter] = longEnough(list, minNs);
    const std::vector<GapHost> hosts = gapHosts(*input.document, launches, shown, control);
    const ColumnVector<StringId> &names = input.document->kernels.name;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const Gap &gap = shown[i];
        const KernelId payload = payloadOf(*input.document, gap.after, minNs);
        Delayed &delayed = byName[names[payload.value]];
        delayed.sum.add(gap);
        std::int64_t &inRegion = delayed.regions[regionOf(input, hosts[i], gap, minNs)];
        inRegion = addSaturated(inRegion, gap.lengthNs());
        if (payload != gap.after)
            ++delayed.markers[names[gap.after.value]];
    }
    std::vector<TextKey> keys;
    for (const auto &[name, delayed] : byName)
        keys.push_back({(*input.names)[name].full, delayed.sum, NameSelection{name}});
    appendTexts(table, std::move(keys), list, "it has no name", [&](const TextKey &key) {
        const Delayed &delayed = byName[std::get<NameSelection>(key.target).name];
        const auto most = std::max_element(delayed.markers.begin(), delayed.markers.end(), [&](const auto &a, const auto &b) {
            return a.second != b.second ? a.second < b.second : input.document->text(a.first) > input.document->text(b.first);
        });
        if (most != delayed.markers.end())
            table.setTextView(kMarker, (*input.names)[most->first].full);
        else
            table.setMissing(kMarker, "the work itself ends the gaps");
        table.setInteger(kMean, meanOf(delayed.sum));
        if (const std::string_view region = longestOf(delayed.regions); !region.empty())
            table.setText(kRegion, region);
        else
            table.setMissing(kRegion, kNoRegion);
    });
    if (appendShorter(table, shorter, list, minNs)) {
        table.setMissing(kMarker, "shorter than the threshold");
        table.setInteger(kMean, meanOf(shorter));
        table.setMissing(kRegion, "shorter than the threshold");
    }
    return table;
}

ReportTable byRegion(
    const TableInput &input, const GapList &list, const LaunchJoin &launches, std::int64_t minNs, const JobControl &control)
{
    std::vector<ReportColumn> all = sumColumns({columns::text("region", "Region",
        "Innermost module around the launch, else annotation, else operator; without launch the scope of the work after")});
    all.push_back(meanColumn());
    ReportTable table("gaps_by_region", "Idle time by region of the program", std::move(all));
    const auto [shown, shorter] = longEnough(list, minNs);
    const std::vector<GapHost> hosts = gapHosts(*input.document, launches, shown, control);
    const auto byText = std::make_shared<std::map<std::string, GapSum>>();
    for (std::size_t i = 0; i < shown.size(); ++i)
        (*byText)[regionOf(input, hosts[i], shown[i], minNs)].add(shown[i]);
    table.keepAlive(byText); // holds the texts of the cells
    std::vector<TextKey> keys;
    for (const auto &[name, sum] : *byText)
        keys.push_back({name, sum, {}});
    const auto setMean = [&table](const GapSum &sum) { table.setInteger(5, meanOf(sum)); };
    appendTexts(table, std::move(keys), list, kNoRegion, [&](const TextKey &key) { setMean(key.sum); });
    if (appendShorter(table, shorter, list, minNs))
        setMean(shorter);
    return table;
}

} // namespace

Result<ReportTable> gapSumsTable(const TableInput &input, const GapList &list, const std::shared_ptr<const LaunchJoin> &launches,
    std::int64_t minNs, std::string_view by, const JobControl &control)
{
    const auto build = [&]() -> std::optional<ReportTable> {
        if (by == "cause")
            return byCause(list, minNs);
        if (by == "layer")
            return byLayer(input, list, minNs);
        if (by == "length")
            return byLength(list, minNs);
        if (by == "after")
            return byAfter(input, list, *launches, minNs, control);
        if (by == "region")
            return byRegion(input, list, *launches, minNs, control);
        return std::nullopt;
    };
    std::optional<ReportTable> table = build();
    if (!table)
        return Error{ErrorCode::BadRequest,
            "gaps cannot be added up by " + std::string(by) + "; use cause, layer, after, region or length", {}, -1};
    table->keepAlive(input.names);
    table->keepAlive(input.document);
    noteIdle(*table, input, list);
    return std::move(*table);
}

} // namespace lamella::core
