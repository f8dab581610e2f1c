// SPDX-License-Identifier: GPL-3.0-or-later
// AnalysisSession::table: from a request in words to a ReportTable.
#include "core/report/TableView.h"
#include "core/report/tables/ArchitectureTable.h"
#include "core/report/tables/BottleneckTable.h"
#include "core/report/tables/FlowTable.h"
#include "core/report/tables/GapTables.h"
#include "core/report/tables/ProgramTables.h"
#include "core/report/tables/RangesTable.h"
#include "core/report/tables/TableBuilders.h"
#include "core/report/tables/WhatIfTable.h"
#include "core/session/AnalysisSession.h"
#include "core/session/TableCache.h"
#include "core/session/ascend/AscendTables.h"
#include "core/session/nsys/StatsTables.h"
#include "core/session/nsys/StatsTextTables.h"
#include "core/session/summary/NumberedKernels.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

enum class Hangs : std::uint8_t {
    OnScope, // devices, passes, stages, streams
    OnDevices, // the rest of the scope must be there all the same
    OnNothing // the scope is not looked at
};

struct TableKind {
    std::string_view name;
    std::vector<ReportColumn> (*columns)();
    bool allDevices; // what an empty --device means
    bool allPasses; // what --pass auto means
    bool layerRows; // --layer chooses among its rows or kernels
    Hangs hangs = Hangs::OnScope;
};

constexpr std::array kTables{
    TableKind{"info", infoColumns, true, true, false},
    TableKind{"diagnostics", diagnosticsColumns, true, true, false},
    TableKind{"anchors", anchorsColumns, false, true, false},
    TableKind{"passes", passesColumns, true, true, false},
    TableKind{"layers", layersColumns, false, false, true},
    TableKind{"clusters", clustersColumns, false, false, true},
    TableKind{"heatmap", heatmapColumns, false, true, true},
    TableKind{"kernels", kernelsColumns, false, false, true},
    TableKind{"flow", flowColumns, false, false, true},
    TableKind{"bottleneck", bottleneckColumns, false, false, false},
    TableKind{"architecture", architectureColumns, false, false, false},
    TableKind{"unnamed", unnamedColumns, true, true, true},
    TableKind{"overlap", overlapColumns, false, false, true},
    TableKind{"gaps", gapsColumns, false, false, true},
    TableKind{"whatif", whatIfColumns, false, false, true},
    TableKind{"ranges", rangesColumns, true, true, false, Hangs::OnNothing},
    TableKind{"perfetto", perfettoColumns, false, false, true},
    TableKind{"steps", stepsColumns, false, true, false, Hangs::OnDevices},
    TableKind{"step-classes", stepClassesColumns, true, true, false, Hangs::OnDevices},
    TableKind{"breakdown", breakdownColumns, true, true, false, Hangs::OnDevices},
    TableKind{"regions", regionsColumns, false, true, false, Hangs::OnDevices},
    TableKind{"ops", opsColumns, false, true, false, Hangs::OnDevices},
    TableKind{"families", familiesColumns, false, true, false, Hangs::OnDevices},
    TableKind{"collectives", collectivesColumns, true, true, false, Hangs::OnDevices},
    TableKind{"findings", findingsColumns, true, true, false, Hangs::OnDevices},
    TableKind{"op-statistic", opStatisticColumns, true, true, false, Hangs::OnNothing},
    TableKind{"step-trace-time", stepTraceTimeColumns, true, true, false, Hangs::OnNothing},
    TableKind{"consistency", consistencyColumns, true, true, false},
    TableKind{"pipes", pipesColumns, true, true, false, Hangs::OnNothing},
    TableKind{"stats", statsColumns, true, true, false, Hangs::OnNothing},
};

const TableKind *kindOf(std::string_view name)
{
    for (const TableKind &kind : kTables)
        if (kind.name == name)
            return &kind;
    return nullptr;
}

Error cancelled()
{
    return {ErrorCode::Cancelled, "stopped", {}, -1};
}

Error unknownTable(const std::string &name)
{
    std::string known;
    for (const TableKind &kind : kTables)
        known += (known.empty() ? "" : ", ") + std::string(kind.name);
    return {ErrorCode::BadRequest, "table " + name + " is not known; use one of " + known, {}, -1};
}

// What a table is kept under: the request without what it does not hang on.
TableRequest memoKey(const TableKind &kind, const TableRequest &request)
{
    TableRequest key = request;
    key.sort.clear();
    key.top = 0;
    if (kind.name != "kernels") // there it chooses kernels too
        key.filter.clear();
    if (!kind.layerRows)
        key.layer = "all";
    if (kind.hangs != Hangs::OnScope) {
        key.pass = "auto";
        key.stage.clear();
    }
    return key;
}

Result<KernelScope> scopeFor(const TableKind &kind, const TableRequest &request, const TableInput &input)
{
    ScopeRequest scope;
    scope.pass = request.pass.empty() ? "auto" : request.pass;
    if (kind.name == "unnamed" && scope.pass == "auto")
        scope.pass = "trace"; // rules are missing wherever the kernel runs
    scope.layer = kind.layerRows ? request.layer : "all";
    constexpr std::array<std::string_view, 6> kOfSingleLayers{"layers", "clusters", "heatmap", "kernels", "flow", "perfetto"};
    scope.layerLists = std::find(kOfSingleLayers.begin(), kOfSingleLayers.end(), kind.name) != kOfSingleLayers.end();
    scope.device = request.device;
    scope.stream = request.stream;
    scope.stage = request.stage;
    scope.allDevices = kind.allDevices || request.each;
    scope.allPasses = kind.allPasses;
    return resolveScope(*input.document, *input.segmentation, scope);
}

} // namespace

const std::vector<std::string> &AnalysisSession::tableNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const TableKind &kind : kTables)
            all.emplace_back(kind.name);
        return all;
    }();
    return names;
}

std::vector<ReportColumn> AnalysisSession::tableColumns(std::string_view table, bool each)
{
    if (each && table == "kernels")
        return eachKernelColumns();
    const TableKind *kind = kindOf(table);
    return kind ? kind->columns() : std::vector<ReportColumn>{};
}

std::string AnalysisSession::profileWhy() const
{
    if (m_profileAskedFor)
        return "asked for";
    if (m_config)
        return m_profiles.fit(*m_config).why;
    return m_profile && m_profile->name != "generic" ? "kernel names" : "neither a config nor kernel names speak for another";
}

Result<ReportTable> AnalysisSession::knownTable(const TableRequest &request, const JobControl &control)
{
    const TableKind *kind = kindOf(request.table);
    // Each kernel by itself is too long a table; consistency looks at files that may change.
    if (!kind || request.each || request.table == "consistency")
        return buildTable(request, control);
    const TableRequest key = memoKey(*kind, request);
    if (const ReportTable *known = m_tables->find(key)) {
        // Made for another pass, it says nothing about whether this one is there.
        if (kind->hangs == Hangs::OnDevices && (request.pass != "auto" || !request.stage.empty())) {
            TableInput input{m_document, m_names, m_segmentation, m_index, config(), {}, {}};
            if (const auto scope = scopeFor(*kind, request, input); !scope)
                return scope.error();
        }
        return *known;
    }
    auto built = buildTable(request, control);
    if (built && !control.stopRequested()) // builders give up half-way
        m_tables->keep(key, *built);
    return built;
}

Result<ReportTable> AnalysisSession::buildTable(const TableRequest &request, const JobControl &control)
{
    const TableKind *kind = kindOf(request.table);
    if (!kind)
        return unknownTable(request.table);
    if (request.each && request.table != "kernels")
        return Error{ErrorCode::BadRequest, "--each goes with the table kernels only", {}, -1};
    if (request.table == "ranges")
        return rangesTable(m_document, request.attribution, request.skip, control);
    if (request.table == "op-statistic")
        return opStatisticTable(*m_document, control);
    if (request.table == "step-trace-time")
        return stepTraceTimeTable(*m_document, control);
    if (request.table == "consistency")
        return consistencyTable(*m_document, control);
    if (request.table == "kernels" && !request.each && isStatsText(*m_document))
        return statsTextKernels(*m_document, m_profiles, control);
    auto found = segmentation(control);
    if (!found && request.table == "diagnostics" && found.error().code != ErrorCode::Cancelled)
        return diagnosticsTable(*m_document); // what was odd in the file hangs on no choice
    if (!found)
        return found.error();
    if (request.table == "diagnostics") {
        const Coverage covered = coverage(*m_document, *m_names, **found);
        return diagnosticsTable(*m_document, &covered);
    }
    if (request.table == "pipes")
        return pipesTable(*m_document, *kernelNames(), request.by, control);
    if (request.table == "stats")
        return statsTable(*m_document, *kernelNames(), request.by, control);
    TableInput input{m_document, kernelNames(), *found, m_index, config(), {}, profileWhy()};
    auto scope = scopeFor(*kind, request, input);
    if (!scope)
        return scope.error();
    input.scope = std::move(*scope);
    input.control = control;
    if (request.table == "info")
        return infoTable(input);
    if (request.table == "anchors")
        return anchorsTable(input);
    if (request.table == "passes")
        return passesTable(input);
    if (request.table == "layers")
        return layersTable(input);
    if (request.table == "clusters")
        return clustersTable(input);
    if (request.table == "heatmap")
        return heatmapTable(input, request.metric);
    if (request.table == "unnamed")
        return unnamedTable(input);
    if (request.table == "overlap")
        return overlapTable(input, request.by);
    if (request.table == "gaps")
        return buildIdleTable(request, input, control);
    if (request.table == "whatif")
        return whatIfTable(input, request.scales, request.by);
    if (request.table == "perfetto")
        return perfettoTable(input);
    if (request.table == "bottleneck")
        return bottleneckTable(input);
    if (request.table == "flow" || request.table == "architecture") {
        const auto joined = launches(control);
        if (control.stopRequested())
            return cancelled();
        return request.table == "flow" ? flowTable(input, joined, request.by) : architectureTable(input, *joined);
    }
    if (request.table != "kernels")
        return buildProgramTable(request, input, control);
    if (!request.group.empty() && request.group != "name" && request.group != "stem" && request.group != "shape")
        return Error{
            ErrorCode::BadRequest, "kernels cannot be grouped by " + request.group + "; use name, stem or shape", {}, -1};
    if (auto filter = KernelFilter::parse(request.filter)) // its errors are told where rows are chosen
        input.work = request.each ? *filter : filter->aboutWork();
    if (!request.each && request.group != "shape")
        return request.group == "stem" ? withoutNumbers(kernelsTable(input), 0) : kernelsTable(input);
    const auto joined = launches(control);
    if (control.stopRequested())
        return cancelled();
    if (!request.each)
        return shapeKernelsTable(input, *joined);
    return eachKernelTable(input, joined);
}

void AnalysisSession::addProvenance(ReportTable &table, const TableRequest &request) const
{
    const auto add = [&table](const char *key, std::string value) {
        if (!value.empty())
            table.addProvenance(key, std::move(value));
    };
    add("tool", "lamella " LAMELLA_VERSION);
    add("file", m_document->source.path);
    add("format", m_document->metadata.format);
    add("producer", m_document->metadata.producer);
    add("config", m_options.configPath);
    if (m_segmentation) {
        add("profile", m_segmentation->profileName);
        add("anchor", m_segmentation->anchorText);
        add("evidence", std::string(evidenceName(m_segmentation->evidence)));
    }
    const SessionOptions choices = effectiveOptions();
    add("anchor_asked_for", choices.anchor.value_or(""));
    if (choices.role)
        add("anchor_role", std::string(anchorRoleName(*choices.role)));
    if (choices.blocksPerLayer)
        add("blocks_per_layer", std::to_string(*choices.blocksPerLayer));
    if (choices.layers)
        add("layers", std::to_string(*choices.layers));
    if (!choices.boundaries.empty())
        add("boundaries_set", std::to_string(choices.boundaries.size()));
    if (choices.selectedPass)
        add("selected_pass", std::to_string(*choices.selectedPass));
    if (choices.steadyPasses)
        add("steady_passes", std::to_string(choices.steadyPasses->first) + "-" + std::to_string(choices.steadyPasses->second));
    add("pass", request.pass);
    add("layer", request.layer);
    add("device", request.device);
    add("stream", request.stream);
    add("stage", request.stage);
    if (request.table == "heatmap")
        add("metric", request.metric);
    if (request.table == "gaps")
        add("min_gap_ns", std::to_string(request.minGapNs));
    add("by", request.by);
    add("group", request.group);
    if (request.skip > 0)
        add("skip", std::to_string(request.skip));
    for (const std::string &scale : request.scales)
        add("scale", scale);
    add("filter", request.filter);
    add("sort", request.sort);
    if (request.top > 0)
        add("top", std::to_string(request.top));
}

Result<std::shared_ptr<const ReportTable>> AnalysisSession::table(const TableRequest &request, const JobControl &control)
{
    const std::lock_guard lock(m_mutex);
    if (control.stopRequested())
        return cancelled();
    auto built = knownTable(request, control);
    if (!built)
        return built.error();
    if (control.stopRequested()) // builders give up half-way
        return cancelled();
    addProvenance(*built, request);
    if (isStatsText(*m_document) && built->rowCount() == 0)
        built->addNote(kNoTimeline);
    std::string filter = request.filter;
    if (const auto parsed = KernelFilter::parse(filter); parsed && request.table == "kernels" && !isStatsText(*m_document))
        filter = request.each ? std::string() : parsed->aboutNames().text(); // the rest chose the kernels that are counted
    if (!filter.empty() || !request.sort.empty() || request.top > 0) {
        const auto rows = viewRows(*built, {filter, request.sort, request.top}, control);
        if (!rows)
            return rows.error();
        if (rows->size() < built->rowCount())
            built->addNote(std::to_string(rows->size()) + " of " + std::to_string(built->rowCount()) + " rows.");
        return std::make_shared<const ReportTable>(built->withRows(*rows));
    }
    return std::make_shared<const ReportTable>(std::move(*built));
}

} // namespace lamella::core
