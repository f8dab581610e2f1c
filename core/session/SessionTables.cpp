// SPDX-License-Identifier: GPL-3.0-or-later
// AnalysisSession::table: from a TableRequest to a ReportTable.
#include "core/base/Message.h"
#include "core/report/TableView.h"
#include "core/report/tables/TableBuilders.h"
#include "core/session/AnalysisSession.h"
#include "core/session/SharedParts.h"
#include "core/session/TableList.h"
#include "core/session/nsys/StatsTextTables.h"

#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

Error cancelled()
{
    return {ErrorCode::Cancelled, "stopped", {}, -1};
}

Error unknownTable(const std::string &name)
{
    std::string known;
    for (const TableSpec *table : tableList())
        known += (known.empty() ? "" : ", ") + std::string(table->name);
    return {ErrorCode::BadRequest, msg("table %1 is not known; use one of %2", name, known), {}, -1};
}

// Cache key of a built table: the request without the fields that the table does not depend on.
TableRequest cacheKey(const TableSpec &spec, const TableRequest &request)
{
    TableRequest key = request;
    key.sort.clear();
    key.top = 0;
    if (!spec.filterChoosesWork)
        key.filter.clear();
    if (spec.layers == LayerUse::None)
        key.layer = "all";
    if (spec.needs != TableNeeds::Scope) {
        key.pass = "auto";
        key.stage.clear();
    }
    return key;
}

Result<KernelScope> scopeFor(
    const TableSpec &spec, const TableRequest &request, const TraceDocument &document, const Segmentation &s)
{
    ScopeRequest scope;
    scope.pass = request.pass.empty() ? "auto" : request.pass;
    if (spec.wholeTrace && scope.pass == "auto")
        scope.pass = "trace";
    scope.layer = spec.layers != LayerUse::None ? request.layer : "all";
    scope.layerLists = spec.layers == LayerUse::List;
    scope.device = request.device;
    scope.stream = request.stream;
    scope.stage = request.stage;
    scope.allDevices = spec.allDevices || request.each;
    scope.allPasses = spec.allPasses;
    return resolveScope(document, s, scope);
}

} // namespace

const std::vector<std::string> &AnalysisSession::tableNames()
{
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const TableSpec *table : tableList())
            all.emplace_back(table->name);
        return all;
    }();
    return names;
}

std::vector<ReportColumn> AnalysisSession::tableColumns(std::string_view table, bool each)
{
    const TableSpec *spec = findTable(table);
    if (spec && each)
        for (const TableForm &form : spec->forms)
            if (form.arguments == "--each")
                return form.columns();
    return spec ? spec->columns() : std::vector<ReportColumn>{};
}

Message AnalysisSession::profileWhy(const Segmented &segmented) const
{
    if (m_profileAskedFor)
        return msg("as requested");
    if (m_config)
        return m_profiles.fit(*m_config).why;
    return segmented.profile && segmented.profile->name != "generic" ? msg("kernel names")
                                                                     : msg("neither a config nor kernel names indicate another");
}

Result<ReportTable> AnalysisSession::storedTable(const TableSpec &spec, const TableRequest &request, const JobControl &control)
{
    if (request.each || !spec.cached) // a table of single kernels is too large to store
        return buildTable(spec, request, control);
    // The stored table may be for another pass, so this request's pass has to be validated here.
    if (spec.needs == TableNeeds::Devices && (request.pass != "auto" || !request.stage.empty())) {
        const auto found = segmented(control);
        if (!found)
            return found.error();
        if (const auto scope = scopeFor(spec, request, *m_document, *(*found)->segmentation); !scope)
            return scope.error();
    }
    const auto stored =
        m_tables.get(cacheKey(spec, request), control, [&](const JobControl &job) { return buildTable(spec, request, job); });
    if (!stored)
        return stored.error();
    return **stored;
}

Result<ReportTable> AnalysisSession::buildTable(const TableSpec &spec, const TableRequest &request, const JobControl &control)
{
    if (spec.name == "kernels" && !request.each && isStatsText(*m_document))
        return statsTextKernels(*m_document, m_profiles, control);
    const auto input = inputFor(spec, request, control);
    if (!input)
        return input.error();
    if (spec.name == "inspect" && isStatsText(*m_document)) {
        auto summary = statsTextKernels(*m_document, m_profiles, control);
        if (!summary)
            return summary.error();
        TableInput ofSummary = *input;
        ofSummary.summary = std::make_shared<const ReportTable>(std::move(*summary));
        return spec.build(ofSummary);
    }
    auto table = spec.build(*input);
    const auto hasNoWork = [&] {
        return m_document->kernels.size() == 0 || (spec.needs == TableNeeds::Scope && input->kernels().empty());
    };
    if (table && table->rowCount() == 0 && table->notes().empty() && hasNoWork())
        table->addNote("The chosen part of the trace has no GPU work.");
    return table;
}

Result<FlameGraph> AnalysisSession::flameGraph(
    const TableRequest &request, const FlameOptions &options, const JobControl &control)
{
    const auto found = origins(control);
    if (!found)
        return found.error();
    const auto tree = callTree(control);
    if (!tree)
        return tree.error();
    const auto input = inputFor(*findTable("source"), request, control);
    if (!input)
        return input.error();
    return core::flameGraph(**found, **tree, input->kernels(), input->segmentation->layerOf, options, control);
}

Result<TableInput> AnalysisSession::inputFor(const TableSpec &spec, const TableRequest &request, const JobControl &control)
{
    TableInput input;
    input.document = m_document;
    input.control = control;
    input.request = request;
    input.parts = m_parts.get();
    input.yours = m_options.yours;
    if (spec.needs == TableNeeds::Document)
        return input;
    const auto found = segmented(control);
    if (!found)
        return found.error();
    input.names = (*found)->names;
    input.segmentation = (*found)->segmentation;
    input.index = (*found)->index;
    input.config = config();
    input.profiles = &m_profiles;
    input.profile = (*found)->profile;
    input.profileWhy = profileWhy(**found);
    if (spec.needs == TableNeeds::Scope || spec.needs == TableNeeds::Devices) {
        auto scope = scopeFor(spec, request, *m_document, *input.segmentation);
        if (!scope)
            return scope.error();
        input.scope = std::move(*scope);
    }
    if (spec.program) {
        auto program = m_parts->program(input);
        if (!program)
            return program.error();
        input.program = std::move(*program);
    }
    return input;
}

Result<GapList> AnalysisSession::streamGaps(const JobControl &control)
{
    const auto found = segmented(control);
    if (!found)
        return found.error();
    const Segmented &parts = **found;
    const auto calls = m_parts->hostCalls(control);
    if (!calls)
        return calls.error();
    ScopeRequest all;
    all.pass = "trace";
    all.device = "all";
    const auto scope = resolveScope(*m_document, *parts.segmentation, all);
    if (!scope)
        return scope.error();
    const AnalysisInput input{*m_document, *parts.names, *parts.segmentation, *parts.index};
    GapList gaps = gapList(input, **calls, *scope, true);
    if (control.stopRequested())
        return cancelled();
    return gaps;
}

void AnalysisSession::addProvenance(ReportTable &table, const TableSpec &spec, const TableRequest &request) const
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
    add("capture", m_options.companions.capture);
    add("annotations", m_options.companions.annotations);
    add("eager", m_options.companions.eager);
    add("yours", m_options.yours);
    if (const auto segmented = spec.needs != TableNeeds::Document ? m_segmented.ready() : nullptr) {
        add("profile", segmented->segmentation->profileName);
        add("anchor", segmented->segmentation->anchorText);
        add("evidence", std::string(evidenceName(segmented->segmentation->evidence)));
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
    if (spec.takes("--metric"))
        add("metric", request.metric);
    if (spec.takes("--min-gap"))
        add("min_gap_ns", std::to_string(request.minGapNs));
    add("by", request.by);
    add("group", request.group);
    if (request.skip > 0)
        add("skip", std::to_string(request.skip));
    for (const std::string &scale : request.scales)
        add("scale", scale);
    if (spec.takes("--peaks") || m_options.roofline != RooflineInputs{}) { // of a session they count in every table
        add("peaks", request.peaks);
        if (request.tokens > 0)
            add("tokens", std::to_string(request.tokens));
        if (request.context > 0)
            add("context", std::to_string(request.context));
    }
    add("perfetto_url", request.perfettoUrl);
    add("filter", request.filter);
    add("sort", request.sort);
    if (request.top > 0)
        add("top", std::to_string(request.top));
}

TableRequest AnalysisSession::withInputs(TableRequest request) const
{
    const RooflineInputs &inputs = m_options.roofline;
    if (request.peaks.empty())
        request.peaks = inputs.peaks;
    if (request.tokens == 0)
        request.tokens = inputs.tokens;
    if (request.context == 0)
        request.context = inputs.context;
    return request;
}

Result<std::shared_ptr<const ReportTable>> AnalysisSession::table(const TableRequest &asked, const JobControl &control)
{
    const TableRequest request = withInputs(asked);
    if (control.stopRequested())
        return cancelled();
    const TableSpec *spec = findTable(request.table);
    if (!spec)
        return unknownTable(request.table);
    if (request.each && !spec->takes("--each"))
        return Error{ErrorCode::BadRequest, "--each goes with the table kernels only", {}, -1};
    std::vector<Message> ofCompanions;
    if (m_options.companions.any()) { // one that does not fit is refused whatever is asked for
        const auto joined = origins(control);
        if (!joined)
            return joined.error();
        ofCompanions = (*joined)->notes();
    }
    auto built = storedTable(*spec, request, control);
    if (!built)
        return built.error();
    for (const Message &note : ofCompanions)
        built->addWarning(note);
    if (control.stopRequested()) // builders return incomplete tables when stopped
        return cancelled();
    addProvenance(*built, *spec, request);
    if (isStatsText(*m_document) && built->rowCount() == 0)
        built->addNote(kNoTimeline);
    std::string filter = request.filter;
    if (const auto parsed = KernelFilter::parse(filter); parsed && spec->filterChoosesWork && !isStatsText(*m_document))
        filter = request.each ? std::string() : parsed->aboutNames().text(); // the other terms have already selected the kernels
    if (!filter.empty() || !request.sort.empty() || request.top > 0) {
        const auto rows = viewRows(*built, {filter, request.sort, request.top}, control);
        if (!rows)
            return rows.error();
        if (rows->size() < built->rowCount())
            built->addNote(msg("%1 of %2 rows.", rows->size(), built->rowCount()));
        return std::make_shared<const ReportTable>(built->withRows(*rows));
    }
    return std::make_shared<const ReportTable>(std::move(*built));
}

} // namespace lamella::core
