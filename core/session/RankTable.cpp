// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/RankTable.h"

#include "core/base/Message.h"
#include "core/report/TableView.h"

#include <algorithm>
#include <utility>

namespace lamella::core {

namespace {

// The requested passes and layers, resolved on the reference rank.
Result<KernelScope> scopeOf(
    const RankTableSource &source, DeviceId device, const RankTableRequest &request, const std::string &by)
{
    ScopeRequest scope;
    scope.pass = request.base.pass.empty() || request.base.pass == "trace" ? "all" : request.base.pass;
    scope.layer = by == "layer" ? request.base.layer : "all";
    scope.stage = request.base.stage;
    scope.device = std::to_string(source.document.devices[device.value].number);
    scope.allPasses = by == "pass";
    return resolveScope(source.document, *source.segmentation, scope);
}

void addProvenance(ReportTable &table, const RankTableSource &source, const RankTableRequest &request, const std::string &by)
{
    table.addProvenance("tool", "lamella " LAMELLA_VERSION);
    for (const RankLabel &label : source.labels)
        table.addProvenance("rank_" + std::to_string(label.rank), label.file);
    for (const auto &[key, value] : {std::pair("by", by), {"pass", request.base.pass}, {"layer", request.base.layer},
             {"stage", request.base.stage}, {"filter", request.base.filter}, {"sort", request.base.sort}})
        if (!value.empty())
            table.addProvenance(key, value);
}

Result<void> checkRank(int rank, const std::vector<RankLabel> &labels)
{
    std::vector<int> numbers;
    for (const RankLabel &label : labels)
        numbers.push_back(label.rank);
    if (std::find(numbers.begin(), numbers.end(), rank) == numbers.end())
        return noSuchRank(rank, numbers);
    return {};
}

ReportTable ofRank(const ReportTable &table, int rank)
{
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < table.rowCount(); ++row)
        if (table.integer(row, 0) == rank)
            rows.push_back(row);
    return table.withRows(rows);
}

} // namespace

Result<void> checkRanksBy(const std::string &by)
{
    if (by.empty() || by == "layer" || by == "pass" || by == "rank" || by == "group" || by == "host")
        return {};
    return Error{ErrorCode::BadRequest, msg("ranks cannot be listed by %1; use layer, pass, rank, group or host", by), {}, -1};
}

Result<std::shared_ptr<const ReportTable>> rankTable(const RankTableSource &source, const RankTableRequest &request)
{
    const std::string by = request.base.by.empty() ? "layer" : request.base.by;
    if (auto known = checkRanksBy(by); !known)
        return known.error();
    const DeviceId device = source.labels[source.comparison.alignment.reference].device;
    RankTableInput input{source.comparison, source.labels, source.zeroNs, {}, {}};
    if (request.rank)
        if (auto known = checkRank(*request.rank, source.labels); !known)
            return known.error();
    if (by != "rank" && by != "group" && by != "host" && device.valid() && source.segmentation) {
        auto scope = scopeOf(source, device, request, by);
        if (!scope)
            return scope.error();
        for (const PassRef &ref : scope->passes)
            input.passes.push_back(ref.pass->number);
        std::sort(input.passes.begin(), input.passes.end());
        input.layers = scope->layers;
    }
    ReportTable table = by == "group" ? ranksByGroupTable(input, request.rank)
        : by == "host"                ? ranksByHostTable(input, request.rank)
        : by == "rank"                ? ranksByRankTable(input)
        : by == "pass"                ? ranksByPassTable(input)
                                      : ranksTable(input);
    for (const RankNote &note : source.notes)
        table.addNote(note.sentence);
    addProvenance(table, source, request, by);
    if (request.rank && by != "group" && by != "host")
        table = ofRank(table, *request.rank);
    if (!request.base.filter.empty() || !request.base.sort.empty() || request.base.top > 0) {
        const auto rows = viewRows(table, {request.base.filter, request.base.sort, request.base.top});
        if (!rows)
            return rows.error();
        if (rows->size() < table.rowCount())
            table.addNote(msg("%1 of %2 rows.", rows->size(), table.rowCount()));
        return std::make_shared<const ReportTable>(table.withRows(*rows));
    }
    return std::make_shared<const ReportTable>(std::move(table));
}

} // namespace lamella::core
