// SPDX-License-Identifier: GPL-3.0-or-later
// RankSet: the comparison of its ranks, and the tables made of it.
#include "core/report/TableView.h"
#include "core/report/tables/RankTables.h"
#include "core/session/RankSet.h"

#include <algorithm>

namespace lamella::core {

namespace {

// What a RankView refers to, kept together.
struct Parts {
    std::shared_ptr<const KernelNames> names;
    std::shared_ptr<const Segmentation> segmentation;
    std::shared_ptr<const KernelIndex> index;
};

std::vector<RankLabel> labelsOf(const std::vector<RankMember> &members)
{
    std::vector<RankLabel> labels;
    for (const RankMember &member : members) {
        RankLabel label{member.rank, member.path, member.numberFrom, member.device, 0};
        if (const auto cut = member.session->segmentation(); cut && member.device.valid())
            label.passes = (*cut)->devices[member.device.value].passes.size();
        labels.push_back(std::move(label));
    }
    return labels;
}

// Passes and layers asked for, resolved on the reference rank.
Result<KernelScope> scopeOf(
    const RankMember &reference, const RankTableRequest &request, const std::string &by, const Segmentation &segmentation)
{
    ScopeRequest scope;
    scope.pass = request.base.pass.empty() || request.base.pass == "trace" ? "all" : request.base.pass;
    scope.layer = by == "layer" ? request.base.layer : "all";
    scope.stage = request.base.stage;
    scope.device = std::to_string(reference.session->document().devices[reference.device.value].number);
    scope.allPasses = by == "pass";
    return resolveScope(reference.session->document(), segmentation, scope);
}

Error unknownBy(const std::string &by)
{
    return {ErrorCode::BadRequest, "ranks cannot be listed by " + by + "; use layer, pass or rank", {}, -1};
}

} // namespace

std::vector<ReportColumn> RankSet::tableColumns(std::string_view by)
{
    return by == "rank" ? ranksByRankColumns() : ranksColumns();
}

Result<std::shared_ptr<const RankComparison>> RankSet::comparison(const JobControl &control)
{
    const std::lock_guard lock(m_mutex);
    if (m_comparison)
        return m_comparison;
    std::vector<Parts> parts;
    for (const RankMember &member : m_members) {
        auto segmentation = member.session->segmentation(control);
        if (!segmentation)
            return segmentation.error();
        parts.push_back({member.session->kernelNames(), *segmentation,
            std::make_shared<const KernelIndex>(member.session->document(), **segmentation)});
    }
    std::vector<RankView> views;
    for (std::size_t i = 0; i < m_members.size(); ++i)
        views.push_back({{m_members[i].session->document(), *parts[i].names, *parts[i].segmentation, *parts[i].index},
            m_members[i].device, m_members[i].rank});
    auto compared = compareRanks(views, control);
    if (!compared)
        return compared.error();
    m_comparison = std::make_shared<const RankComparison>(std::move(*compared));
    return m_comparison;
}

Result<std::shared_ptr<const ReportTable>> RankSet::table(const RankTableRequest &request, const JobControl &control)
{
    const std::string by = request.base.by.empty() ? "layer" : request.base.by;
    if (by != "layer" && by != "pass" && by != "rank")
        return unknownBy(by);
    const auto compared = comparison(control);
    if (!compared)
        return compared.error();
    const RankMember &reference = m_members[(*compared)->alignment.reference];
    const std::vector<RankLabel> labels = labelsOf(m_members);
    RankTableInput input{**compared, labels, reference.session->document().zero(), {}, {}};
    if (by != "rank" && reference.device.valid()) {
        const auto cut = reference.session->segmentation(control);
        if (!cut)
            return cut.error();
        auto scope = scopeOf(reference, request, by, **cut);
        if (!scope)
            return scope.error();
        for (const PassRef &ref : scope->passes)
            input.passes.push_back(ref.pass->number);
        std::sort(input.passes.begin(), input.passes.end());
        input.layers = scope->layers;
    }
    ReportTable table = by == "rank" ? ranksByRankTable(input) : by == "pass" ? ranksByPassTable(input) : ranksTable(input);
    for (const RankNote &note : m_notes)
        table.addNote(note.sentence);
    table.addProvenance("tool", "lamella " LAMELLA_VERSION);
    for (const RankMember &member : m_members)
        table.addProvenance("rank_" + std::to_string(member.rank), member.path);
    for (const auto &[key, value] : {std::pair("by", by), {"pass", request.base.pass}, {"layer", request.base.layer},
             {"stage", request.base.stage}, {"filter", request.base.filter}, {"sort", request.base.sort}})
        if (!value.empty())
            table.addProvenance(key, value);
    if (request.rank) {
        if (!member(*request.rank))
            return Error{ErrorCode::BadRequest,
                "there is no rank " + std::to_string(*request.rank) + "; there are " + ranksText(), {}, -1};
        std::vector<std::uint32_t> rows;
        for (std::uint32_t row = 0; row < table.rowCount(); ++row)
            if (table.integer(row, 0) == *request.rank)
                rows.push_back(row);
        table = table.withRows(rows);
    }
    if (!request.base.filter.empty() || !request.base.sort.empty() || request.base.top > 0) {
        const auto rows = viewRows(table, {request.base.filter, request.base.sort, request.base.top});
        if (!rows)
            return rows.error();
        if (rows->size() < table.rowCount())
            table.addNote(std::to_string(rows->size()) + " of " + std::to_string(table.rowCount()) + " rows.");
        return std::make_shared<const ReportTable>(table.withRows(*rows));
    }
    return std::make_shared<const ReportTable>(std::move(table));
}

} // namespace lamella::core
