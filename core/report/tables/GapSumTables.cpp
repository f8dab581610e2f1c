// SPDX-License-Identifier: GPL-3.0-or-later
// gaps --by: idle time summed.
#include "core/analysis/PassMetrics.h"
#include "core/analysis/gaps/GapPayload.h"
#include "core/analysis/program/RegionTree.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/report/tables/GapTables.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr const char *kNoRegion = "no launch recorded, or nothing around it";
constexpr const char *kShorter = "shorter than the threshold";

// One row of any of these tables; fields that a table does not use stay empty.
struct SumRow {
    GapSum sum;
    std::int64_t allNs = 0; // sum over the gaps
    std::string key = {}; // cause, name or region; "< 5 us" for the row of shorter gaps
    bool shorter = false; // the row of the gaps below the threshold
    std::string_view meaning = {}; // by cause
    int layer = kNoLayer; // by layer
    std::int64_t insideNs = 0;
    std::int64_t fromNs = 0; // by length
    std::int64_t toNs = 0;
    std::array<std::uint64_t, kGapCauses> counts{};
    std::string_view marker = {}; // by work after
    std::string region = {};
    HostWork work = HostWork::Unknown; // by line
    Selection target = {};
};
using Columns = std::vector<Column<SumRow>>;

// The shared columns, appended to the table's own.
Columns sumColumns(Columns all)
{
    using namespace columns;
    all.push_back(integer("gaps", "Gaps", "How many", [](const SumRow &r) { return r.sum.count; }));
    all.push_back(duration("sum_ns", "Sum", "Lengths added up", [](const SumRow &r) { return r.sum.sumNs; }));
    all.push_back(share("share", "Of idle", "Of the idle time of what is shown, its wall minus its busy time",
        [](const SumRow &r) { return ratio(r.sum.sumNs, r.allNs, "there is no idle time"); }));
    all.push_back(duration("longest_ns", "Longest", "Length of the longest", [](const SumRow &r) { return r.sum.longestNs; }));
    return all;
}

Column<SumRow> meanColumn()
{
    return columns::ifRoom(columns::duration("avg_ns", "Avg", "Sum by number of gaps",
        [](const SumRow &r) { return meanNs(r.sum.sumNs, static_cast<std::int64_t>(r.sum.count)); }));
}

Columns causeColumns()
{
    Columns all = sumColumns({columns::text("cause", "Cause", "Why nothing ran", &SumRow::key)});
    all.push_back(columns::ifRoom(
        columns::text("meaning", "Meaning", "Meaning of the cause", [](const SumRow &r) { return Message(r.meaning); })));
    return all;
}

Columns layerColumns()
{
    Columns all = sumColumns({columns::column(columns::layer(), [](const SumRow &r) {
        return valueIf(r.layer != kNoLayer, r.layer,
            r.shorter ? "shorter than the threshold, in any layer" : "between passes, outside of them, or in no layer");
    })});
    all.push_back(columns::ifRoom(columns::duration("inside_ns", "Inside", "Of sum: the work before belongs to the layer too",
        [](const SumRow &r) { return valueIf(!r.shorter, r.insideNs, kShorter); })));
    return all;
}

Columns lengthColumns()
{
    using namespace columns;
    Columns all = sumColumns({duration("from_ns", "From", "Shortest length of the row", &SumRow::fromNs),
        duration("to_ns", "To", "Lengths from here on are in the next row", &SumRow::toNs)});
    for (const GapCauseInfo &cause : gapCauseInfos()) {
        std::string id(cause.id);
        std::replace(id.begin(), id.end(), '-', '_');
        all.push_back(column({id, cause.title, CellKind::Integer, msg("Gaps: %1", Message(cause.meaning)), -1},
            [at = static_cast<std::size_t>(cause.cause)](
                const SumRow &r) { return valueIf(!r.shorter, r.counts[at], kShorter); }));
    }
    return all;
}

Columns afterColumns()
{
    using namespace columns;
    Columns all = sumColumns({text(
        "after", "After", "Work that the gaps delay, by name", [](const SumRow &r) { return textOr(r.key, "it has no name"); })});
    all.push_back(ifRoom(
        text("marker", "Marker", "Operation without work of its own at the end of these gaps (a constant, the start of a copy)",
            [](const SumRow &r) { return keptOr(r.marker, r.shorter ? kShorter : "the work itself ends the gaps"); })));
    all.push_back(meanColumn());
    all.push_back(text("region", "Region",
        "The one with the most time if the gaps have several: module, annotation or operator around the launch, else scope of "
        "the work",
        [](const SumRow &r) { return textOr(r.region, r.shorter ? kShorter : kNoRegion); }));
    return all;
}

Columns regionColumns()
{
    Columns all = sumColumns({columns::text("region", "Region",
        "Innermost module around the launch, else annotation, else operator; without launch the scope of the work after",
        [](const SumRow &r) { return textOr(r.key, kNoRegion); })});
    all.push_back(meanColumn());
    return all;
}

Columns lineColumns()
{
    using namespace columns;
    Columns all = sumColumns({text("source_line", "Source line",
        "Innermost line of your own code on the launching thread in the middle of the wait, else the innermost line",
        [](const SumRow &r) { return textOr(r.key, "no launch recorded, or no Python frame at that time"); })});
    all.push_back(meanColumn());
    all.push_back(
        text("host_work", "Host work", "What that thread did for most of the time", [](const SumRow &r) -> OrMissing<KeptText> {
            if (r.work == HostWork::Unknown)
                return Missing{r.shorter ? kShorter : "nothing recorded on the host"};
            return KeptText{hostWorkName(r.work)};
        }));
    return all;
}

std::vector<SumRow> byCause(const TableInput &input, const GapList &list, GapSum &shorter)
{
    const GapCauseSums sums = sumByCause(list.gaps, input.request.minGapNs);
    shorter = sums.shorter;
    std::vector<SumRow> rows;
    for (const GapCauseInfo &cause : gapCauseInfos())
        if (const GapSum &sum = sums.byCause[static_cast<std::size_t>(cause.cause)]; sum.count > 0)
            rows.push_back({.sum = sum, .key = std::string(cause.id), .meaning = cause.meaning});
    std::stable_sort(rows.begin(), rows.end(), [](const SumRow &a, const SumRow &b) { return a.sum.sumNs > b.sum.sumNs; });
    return rows;
}

std::vector<SumRow> byLayer(const TableInput &input, const GapList &list, GapSum &shorter)
{
    const GapLayerSums sums = sumByLayer(input.analysis(), list.gaps, input.request.minGapNs);
    shorter = sums.shorter;
    // With a single pass its layers can be jumped to.
    const PassRef *only = input.scope.passes.size() == 1 ? &input.scope.passes.front() : nullptr;
    std::vector<SumRow> rows;
    for (const GapLayerSum &sum : sums.layers) {
        rows.push_back({.sum = sum.all, .layer = sum.layer, .insideNs = sum.insideNs});
        if (only && sum.layer != kNoLayer)
            rows.back().target = LayerSelection{only->device, only->pass->number, sum.layer};
    }
    return rows;
}

std::vector<SumRow> byLength(const TableInput &input, const GapList &list, GapSum &shorter)
{
    const GapLengths lengths = sumByLength(list.gaps, input.request.minGapNs);
    shorter = lengths.shorter;
    std::vector<SumRow> rows;
    for (const GapLengthBin &bin : lengths.bins)
        rows.push_back({.sum = bin.all, .fromNs = bin.fromNs, .toNs = bin.toNs, .counts = bin.counts});
    return rows;
}

std::string regionOf(const TableInput &input, const GapHost &host, const Gap &gap)
{
    const TraceDocument &document = *input.document;
    return host.region.valid() ? std::string(document.text(document.events.row(host.region).name))
                               : recordedScope(document, payloadOf(document, gap.after, input.request.minGapNs));
}

void sortByTime(std::vector<SumRow> &rows)
{
    std::sort(rows.begin(), rows.end(),
        [](const SumRow &a, const SumRow &b) { return a.sum.sumNs != b.sum.sumNs ? a.sum.sumNs > b.sum.sumNs : a.key < b.key; });
}

// The entry with the largest value; the first if several are equal.
template <class Map> typename Map::const_iterator largest(const Map &sums)
{
    return std::max_element(sums.begin(), sums.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
}

// Gaps before a marker delay the work after it, so the sum goes to that work.
std::vector<SumRow> byAfter(const TableInput &input, const GapList &list, const LaunchJoin &launches, GapSum &shorter)
{
    struct Delayed {
        GapSum sum;
        std::map<std::string_view, std::pair<std::uint64_t, StringId>> markers; // text -> count
        std::map<std::string, std::int64_t> regions; // region -> duration of the gaps
    };
    const TraceDocument &document = *input.document;
    std::unordered_map<StringId, Delayed> byName;
    const auto [shown, rest] = longEnough(list, input.request.minGapNs);
    shorter = rest;
    const std::vector<GapHost> hosts = gapHosts(document, launches, shown, input.control);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const Gap &gap = shown[i];
        const KernelId payload = payloadOf(document, gap.after, input.request.minGapNs);
        Delayed &delayed = byName[document.kernels.name[payload.value]];
        delayed.sum.add(gap);
        std::int64_t &inRegion = delayed.regions[regionOf(input, hosts[i], gap)];
        inRegion = addSaturated(inRegion, gap.lengthNs());
        if (payload != gap.after) {
            const StringId name = document.kernels.name[gap.after.value];
            auto &marker = delayed.markers[document.text(name)];
            marker = {marker.first + 1, name};
        }
    }
    std::vector<SumRow> rows;
    for (const auto &[name, delayed] : byName) {
        SumRow row{.sum = delayed.sum, .key = (*input.names)[name].full, .target = NameSelection{name}};
        const auto marker = std::max_element(delayed.markers.begin(), delayed.markers.end(),
            [](const auto &a, const auto &b) { return a.second.first < b.second.first; });
        if (marker != delayed.markers.end())
            row.marker = (*input.names)[marker->second.second].full;
        row.region = largest(delayed.regions)->first;
        rows.push_back(std::move(row));
    }
    sortByTime(rows);
    return rows;
}

std::vector<SumRow> byRegion(const TableInput &input, const GapList &list, const LaunchJoin &launches, GapSum &shorter)
{
    std::map<std::string, GapSum> byText;
    const auto [shown, rest] = longEnough(list, input.request.minGapNs);
    shorter = rest;
    const std::vector<GapHost> hosts = gapHosts(*input.document, launches, shown, input.control);
    for (std::size_t i = 0; i < shown.size(); ++i)
        byText[regionOf(input, hosts[i], shown[i])].add(shown[i]);
    std::vector<SumRow> rows;
    for (const auto &[name, sum] : byText)
        rows.push_back({.sum = sum, .key = name});
    sortByTime(rows);
    return rows;
}

std::vector<SumRow> byLine(const TableInput &input, const GapList &list, const LaunchJoin &launches, GapSum &shorter)
{
    struct Line {
        GapSum sum;
        std::array<std::int64_t, kHostWorks> works{}; // duration of the gaps
    };
    std::map<std::string, Line> byText;
    const auto [shown, rest] = longEnough(list, input.request.minGapNs);
    shorter = rest;
    const std::vector<GapHost> hosts = gapHosts(*input.document, launches, shown, input.control, SourceRule(input.yours));
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const bool launched = hosts[i].launch.valid();
        Line &line = byText[launched ? hostLine(*input.document, hosts[i].during) : std::string()];
        line.sum.add(shown[i]);
        std::int64_t &ofWork = line.works[launched ? static_cast<std::size_t>(hosts[i].during.work) : 0];
        ofWork = addSaturated(ofWork, shown[i].lengthNs());
    }
    std::vector<SumRow> rows;
    for (const auto &[text, line] : byText) {
        const auto most = std::max_element(line.works.begin(), line.works.end());
        rows.push_back({.sum = line.sum, .key = text, .work = static_cast<HostWork>(most - line.works.begin())});
    }
    sortByTime(rows);
    return rows;
}

// Appends rows for all gaps; the row of those below the threshold comes last, by length first.
ReportTable filled(
    RowTable<SumRow> table, const TableInput &input, const GapList &list, std::vector<SumRow> rows, const GapSum &shorter)
{
    if (shorter.count > 0) {
        const std::int64_t minNs = input.request.minGapNs;
        SumRow row{.sum = shorter,
            .key = "< " + formatDuration(minNs),
            .shorter = true,
            .meaning = "Shorter than the threshold, whatever the cause.",
            .toNs = minNs};
        rows.insert(input.request.by == "length" ? rows.begin() : rows.end(), std::move(row));
    }
    for (SumRow &row : rows) {
        row.allNs = list.sumNs;
        table.append(row, row.target);
    }
    return table;
}

} // namespace

Result<ReportTable> gapSumsTable(const TableInput &input, const GapList &list, const LaunchJoin *launches)
{
    const std::string &by = input.request.by;
    GapSum shorter;
    if (by == "cause")
        return filled(
            {"gaps_by_cause", "Idle time by cause", causeColumns()}, input, list, byCause(input, list, shorter), shorter);
    if (by == "layer")
        return filled(
            {"gaps_by_layer", "Idle time by layer", layerColumns()}, input, list, byLayer(input, list, shorter), shorter);
    if (by == "length")
        return filled({"gaps_by_length", "Idle time by length of the gap", lengthColumns()}, input, list,
            byLength(input, list, shorter), shorter);
    if (by == "after")
        return filled({"gaps_by_after", "Idle time by the work after", afterColumns()}, input, list,
            byAfter(input, list, *launches, shorter), shorter);
    if (by == "region")
        return filled({"gaps_by_region", "Idle time by region of the program", regionColumns()}, input, list,
            byRegion(input, list, *launches, shorter), shorter);
    if (by == "line")
        return filled({"gaps_by_line", "Idle time by source line", lineColumns()}, input, list,
            byLine(input, list, *launches, shorter), shorter);
    return Error{
        ErrorCode::BadRequest, msg("gaps cannot be added up by %1; use cause, layer, after, region, line or length", by), {}, -1};
}

extern const std::array<TableForm, 6> kGapForms{{{"--by cause", headings<causeColumns>}, {"--by layer", headings<layerColumns>},
    {"--by after", headings<afterColumns>}, {"--by region", headings<regionColumns>}, {"--by line", headings<lineColumns>},
    {"--by length", headings<lengthColumns>}}};

} // namespace lamella::core
