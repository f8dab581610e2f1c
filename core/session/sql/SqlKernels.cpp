// SPDX-License-Identifier: GPL-3.0-or-later
// kernels: the columns of `kernels --each` and where the kernel's events are. launches: the calls that launched them. What needs
// the join of launches or the halves of layers is computed when a query first reads it.
#include "core/session/sql/SqlKernels.h"

#include "core/analysis/KernelGroups.h"
#include "core/analysis/LayerParts.h"
#include "core/base/Saturate.h"
#include "core/profile/Category.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/OriginCells.h"

#include <array>
#include <map>
#include <numeric>

namespace lamella::core {

SqlRowColumn sqlNumber(const char *name, std::function<std::int64_t(std::uint32_t)> get, bool ascending)
{
    SqlRowColumn column{{name, SqlType::Integer, false}};
    column.number = std::move(get);
    column.ascending = ascending;
    return column;
}

SqlRowColumn sqlKeyed(const char *name, const SqlTextKeys &keys, std::function<std::uint32_t(std::uint32_t)> keyOfRow)
{
    SqlRowColumn column{{name, SqlType::Text, false}};
    column.key = std::move(keyOfRow);
    column.textOfKey = [&keys](std::uint32_t key) { return keys.text(key); };
    column.keyOfText = [&keys](std::string_view text) { return keys.find(text); };
    return column;
}

SqlRowColumn sqlText(const char *name, std::function<std::optional<std::string_view>(std::uint32_t)> get)
{
    SqlRowColumn column{{name, SqlType::Text, false}};
    column.text = std::move(get);
    return column;
}

SqlRowColumn sqlReal(const char *name, std::function<std::optional<double>(std::uint32_t)> get)
{
    SqlRowColumn column{{name, SqlType::Real, false}};
    column.real = std::move(get);
    return column;
}

SqlRowColumn sqlHidden(SqlRowColumn column)
{
    column.name.hidden = true;
    return column;
}

namespace {

using Text = std::optional<std::string_view>;

// What the rows of kernels read. Used by one thread.
class KernelFacts {
public:
    KernelFacts(const SqlTrace &trace, std::shared_ptr<const Segmentation> found, SqlRun &run)
        : session(trace.session)
        , document(trace.session->sharedDocument())
        , segmentation(std::move(found))
        , names(trace.session->kernelNames())
        , m_run(run)
    {
        for (std::size_t c = 0; c < kCategories; ++c)
            categories.key(info(static_cast<Category>(c)).id);
        nameKey.resize(document->strings.size(), NameKeys{});
        for (const StringId id : document->kernels.name) {
            if (nameKey[id.value].full != kSqlNoKey)
                continue;
            const KernelName &name = (*names)[id];
            nameKey[id.value] = {full.key(name.full), brief.key(name.shortName), static_cast<std::uint32_t>(name.category)};
        }
        for (const LaunchShape &shape : document->kernels.shapes) {
            grids.push_back(tripleText(shape.grid));
            blocks.push_back(tripleText(shape.block));
        }
    }

    struct NameKeys {
        std::uint32_t full = kSqlNoKey;
        std::uint32_t brief = kSqlNoKey;
        std::uint32_t category = kSqlNoKey;
    };
    [[nodiscard]] const KernelTable &kernels() const { return document->kernels; }
    [[nodiscard]] const NameKeys &keysOf(std::uint32_t row) const { return nameKey[kernels().name[row].value]; }

    // Null once an error ends the query: the run has it.
    const OriginCells *cells()
    {
        if (!m_cells && !m_run.error) {
            auto origins = session->origins(m_run.control);
            auto tree = origins ? session->callTree(m_run.control) : Result<std::shared_ptr<const CallTree>>(origins.error());
            if (tree)
                m_cells.emplace(std::move(*origins), std::move(*tree));
            else
                m_run.error = tree.error();
        }
        return m_cells ? &*m_cells : nullptr;
    }
    const LaunchJoin *launches()
    {
        const OriginCells *const known = cells();
        return known ? &known->origins().launches() : nullptr;
    }
    // A cell of the table kernels --each.
    Text origin(OrMissing<KeptText> (OriginCells::*cell)(KernelId) const, std::uint32_t row)
    {
        const OriginCells *const known = cells();
        if (!known)
            return {};
        const OrMissing<KeptText> found = (known->*cell)(KernelId(row));
        const KeptText *const text = std::get_if<KeptText>(&found);
        return text ? Text(text->text) : Text();
    }
    Text role(std::uint32_t row)
    {
        if (!m_roles && !m_run.error) {
            auto roles = session->roles(m_run.control);
            if (roles)
                m_roles = std::move(*roles);
            else
                m_run.error = roles.error();
        }
        const std::string_view name = m_roles ? m_roles->of(KernelId(row)) : std::string_view();
        return name.empty() ? Text() : Text(name);
    }
    EventId of(std::vector<EventId> LaunchJoin::*events, std::uint32_t row)
    {
        const LaunchJoin *const join = launches();
        return join && row < (join->*events).size() ? (join->*events)[row] : EventId();
    }
    std::int64_t together(std::uint32_t row)
    {
        if (!m_byLaunch)
            m_byLaunch.emplace(kernelsByLaunch(*document));
        const EventId launch = kernels().launch[row];
        return launch.valid() ? static_cast<std::int64_t>(m_byLaunch->of(launch).size()) : kSqlNull;
    }
    [[nodiscard]] std::int64_t launchStart(std::uint32_t row) const
    {
        const EventId launch = kernels().launch[row];
        const std::int64_t start =
            launch.value < document->events.size() ? document->events.row(launch).start : EventTable::kNoTime;
        return start == EventTable::kNoTime ? kSqlNull : start;
    }
    [[nodiscard]] std::int64_t passOf(std::uint32_t row) const
    {
        const int pass = segmentation->passOf[row];
        return pass == kNoPass ? kSqlNull : pass;
    }
    [[nodiscard]] std::int64_t layerOf(std::uint32_t row) const
    {
        const int layer = segmentation->layerOf[row];
        return segmentation->passOf[row] == kNoPass || layer == kNoLayer ? kSqlNull : layer;
    }
    [[nodiscard]] std::int64_t fromZero(std::int64_t time) const
    {
        return time == kSqlNull ? kSqlNull : subtractSaturated(time, document->zero());
    }
    Text part(std::uint32_t row)
    {
        if (segmentation->passOf[row] == kNoPass || segmentation->layerOf[row] < 0)
            return {};
        const PassFacts *const pass = passFacts(row);
        const LayerPart part = pass ? pass->parts.of(segmentation->layerOf[row], kernels().start[row]) : LayerPart::None;
        return part == LayerPart::None ? Text() : part == LayerPart::Attention ? "attn" : "ffn";
    }
    std::optional<double> share(std::uint32_t row)
    {
        if (segmentation->passOf[row] == kNoPass)
            return {};
        const PassFacts *const pass = passFacts(row);
        if (!pass || pass->sumNs == 0)
            return {};
        return static_cast<double>(kernels().duration[row]) / static_cast<double>(pass->sumNs);
    }

    std::shared_ptr<AnalysisSession> session;
    std::shared_ptr<const TraceDocument> document;
    std::shared_ptr<const Segmentation> segmentation;
    std::shared_ptr<const KernelNames> names;
    std::vector<NameKeys> nameKey; // by StringId
    SqlTextKeys full;
    SqlTextKeys brief;
    SqlTextKeys categories;
    std::vector<std::string> grids; // by ShapeId
    std::vector<std::string> blocks;
    std::vector<std::uint32_t> launched; // rows of the table launches: kernels with a launch

private:
    struct PassFacts {
        LayerParts parts;
        std::int64_t sumNs = 0;
    };
    const PassFacts *passFacts(std::uint32_t row)
    {
        const DeviceId device = document->deviceOf(KernelId(row));
        const int pass = segmentation->passOf[row];
        auto it = m_passes.find({device.value, pass});
        if (it == m_passes.end()) {
            const LaunchJoin *const join = launches();
            if (!join)
                return nullptr;
            if (!m_index)
                m_index.emplace(*document, *segmentation);
            const AnalysisInput input{*document, *names, *segmentation, *m_index};
            PassFacts made{LayerParts(input, {device, segmentation->pass(device, pass)}, *join)};
            for (const KernelId kernel : m_index->ofPass(device, pass))
                made.sumNs = addSaturated(made.sumNs, kernels().duration[kernel.value]);
            it = m_passes.emplace(std::pair(device.value, pass), std::move(made)).first;
        }
        return &it->second;
    }

    SqlRun &m_run;
    std::optional<OriginCells> m_cells;
    std::shared_ptr<const KernelRoles> m_roles;
    std::optional<KernelsByLaunch> m_byLaunch;
    std::optional<KernelIndex> m_index;
    std::map<std::pair<std::uint32_t, int>, PassFacts> m_passes;
};

using Row = std::uint32_t;

void addPlaces(std::vector<SqlRowColumn> &all, KernelFacts *f)
{
    all.push_back(sqlNumber(
        "index", [](Row r) { return std::int64_t{r}; }, true));
    all.push_back(sqlNumber("pass", [f](Row r) { return f->passOf(r); }));
    all.push_back(sqlNumber("layer", [f](Row r) { return f->layerOf(r); }));
    all.push_back(sqlText("part", [f](Row r) { return f->part(r); }));
    all.push_back(sqlText("side", [f](Row r) { return Text(f->segmentation->side[r] != 0 ? "yes" : "no"); }));
    all.push_back(
        sqlNumber("device", [f](Row r) { return f->document->devices[f->document->deviceOf(KernelId(r)).value].number; }));
    all.push_back(sqlNumber("stream", [f](Row r) {
        const Stream &stream = f->document->streams[f->kernels().stream[r].value];
        return stream.recorded() ? stream.number : kSqlNull;
    }));
    all.push_back(sqlKeyed("category", f->categories, [f](Row r) { return f->keysOf(r).category; }));
    all.push_back(sqlKeyed("short_name", f->brief, [f](Row r) { return f->keysOf(r).brief; }));
    all.push_back(sqlNumber(
        "start_ns", [f](Row r) { return f->fromZero(f->kernels().start[r]); }, true));
    all.push_back(sqlNumber("dur_ns", [f](Row r) { return f->kernels().duration[r]; }));
    all.push_back(sqlReal("share", [f](Row r) { return f->share(r); }));
}

void addLaunches(std::vector<SqlRowColumn> &all, KernelFacts *f)
{
    const auto shape = [f](const std::vector<std::string> &texts) {
        return [f, &texts](Row r) {
            const ShapeId id = f->kernels().shape[r];
            return id.valid() ? Text(texts[id.value]) : Text();
        };
    };
    const auto idOf = [](EventId event) { return event.valid() ? std::int64_t{event.value} : kSqlNull; };
    all.push_back(sqlText("input_dims", [f](Row r) { return f->origin(&OriginCells::inputDims, r); }));
    all.push_back(sqlText("grid", shape(f->grids)));
    all.push_back(sqlText("block", shape(f->blocks)));
    all.push_back(sqlNumber("correlation", [f](Row r) {
        const std::int64_t id = f->kernels().correlation[r];
        return id != 0 ? id : kSqlNull;
    }));
    all.push_back(sqlText("cpu_op", [f](Row r) { return f->origin(&OriginCells::op, r); }));
    all.push_back(sqlText("module", [f](Row r) { return f->origin(&OriginCells::module, r); }));
    all.push_back(sqlKeyed("name", f->full, [f](Row r) { return f->keysOf(r).full; }));
    all.push_back(sqlNumber("launch_ns", [f](Row r) { return f->fromZero(f->launchStart(r)); }));
    all.push_back(sqlNumber("delay_ns", [f](Row r) {
        const std::int64_t start = f->launchStart(r);
        return start == kSqlNull ? kSqlNull : subtractSaturated(f->kernels().start[r], start);
    }));
    all.push_back(sqlNumber("launched", [f](Row r) { return f->together(r); }));
    all.push_back(sqlText("input_types", [f](Row r) { return f->origin(&OriginCells::inputTypes, r); }));
    all.push_back(sqlText("role", [f](Row r) { return f->role(r); }));
    all.push_back(sqlText("source_line", [f](Row r) { return f->origin(&OriginCells::sourceLine, r); }));
    all.push_back(sqlText("origin", [f](Row r) { return f->origin(&OriginCells::kind, r); }));
    all.push_back(
        sqlNumber("end_ns", [f](Row r) { return f->fromZero(addSaturated(f->kernels().start[r], f->kernels().duration[r])); }));
    all.push_back(sqlText("kind", [f](Row r) {
        static constexpr std::array<std::string_view, 4> kKinds{"kernel", "memcpy", "memset", "graph"};
        return Text(kKinds[static_cast<std::size_t>(f->kernels().kind[r])]);
    }));
    all.push_back(sqlNumber("event", [f, idOf](Row r) { return idOf(f->kernels().event[r]); }));
    all.push_back(sqlNumber("launch_event", [f, idOf](Row r) { return idOf(f->kernels().launch[r]); }));
    all.push_back(sqlNumber("cpu_op_event", [f, idOf](Row r) { return idOf(f->of(&LaunchJoin::cpuOp, r)); }));
    all.push_back(sqlNumber("module_event", [f, idOf](Row r) { return idOf(f->of(&LaunchJoin::module, r)); }));
    all.push_back(sqlHidden(sqlNumber(
        "kernel", [](Row r) { return std::int64_t{r}; }, true)));
}

Result<std::shared_ptr<KernelFacts>> factsOf(const SqlTrace &trace, SqlRun &run)
{
    auto segmentation = trace.session->segmentation(run.control);
    if (!segmentation)
        return segmentation.error();
    return std::make_shared<KernelFacts>(trace, std::move(*segmentation), run);
}

} // namespace

Result<std::shared_ptr<const SqlRows>> sqlKernelRows(const SqlTrace &trace, const SqlScope &, SqlRun &run)
{
    const auto facts = factsOf(trace, run);
    if (!facts)
        return facts.error();
    std::vector<SqlRowColumn> columns;
    addPlaces(columns, facts->get());
    addLaunches(columns, facts->get());
    return std::make_shared<const SqlRows>((*facts)->kernels().size(), std::move(columns), *facts);
}

Result<std::shared_ptr<const SqlRows>> sqlLaunchRows(const SqlTrace &trace, const SqlScope &, SqlRun &run)
{
    const auto facts = factsOf(trace, run);
    if (!facts)
        return facts.error();
    KernelFacts *const f = facts->get();
    for (Row kernel = 0; kernel < f->kernels().size(); ++kernel)
        if (f->kernels().launch[kernel].valid())
            f->launched.push_back(kernel);
    const auto event = [f](Row r) { return f->document->events.row(f->kernels().launch[f->launched[r]]); };
    const auto track = [f, event](Row r) -> const Track & { return f->document->tracks[event(r).track.value]; };
    const auto end = [event](Row r) {
        const EventRow call = event(r);
        return call.start == EventTable::kNoTime || call.duration < 0 ? kSqlNull : addSaturated(call.start, call.duration);
    };
    const auto id = [](EventId of) { return of.valid() ? std::int64_t{of.value} : kSqlNull; };
    std::vector<SqlRowColumn> columns{sqlNumber(
                                          "kernel", [f](Row r) { return std::int64_t{f->launched[r]}; }, true),
        sqlNumber("event", [f](Row r) { return std::int64_t{f->kernels().launch[f->launched[r]].value}; }),
        sqlText("name", [f, event](Row r) { return Text(f->document->text(event(r).name)); }),
        sqlText("process", [track](Row r) { return Text(track(r).process); }),
        sqlText("thread", [track](Row r) { return Text(track(r).thread); }),
        sqlNumber("start_ns", [f](Row r) { return f->fromZero(f->launchStart(f->launched[r])); }),
        sqlNumber("dur_ns",
            [event](Row r) {
                const std::int64_t duration = event(r).duration;
                return duration < 0 ? kSqlNull : duration;
            }),
        sqlNumber("end_ns", [f, end](Row r) { return f->fromZero(end(r)); }),
        sqlNumber("delay_ns",
            [f](Row r) {
                const std::int64_t start = f->launchStart(f->launched[r]);
                return start == kSqlNull ? kSqlNull : subtractSaturated(f->kernels().start[f->launched[r]], start);
            }),
        sqlNumber("queued_ns",
            [f, end](Row r) {
                const std::int64_t done = end(r);
                return done == kSqlNull ? kSqlNull : subtractSaturated(f->kernels().start[f->launched[r]], done);
            }),
        sqlNumber("launched", [f](Row r) { return f->together(f->launched[r]); }),
        sqlText("cpu_op", [f](Row r) { return f->origin(&OriginCells::op, f->launched[r]); }),
        sqlNumber("cpu_op_event", [f, id](Row r) { return id(f->of(&LaunchJoin::cpuOp, f->launched[r])); }),
        sqlText("module", [f](Row r) { return f->origin(&OriginCells::module, f->launched[r]); }),
        sqlNumber("module_event", [f, id](Row r) { return id(f->of(&LaunchJoin::module, f->launched[r])); }),
        sqlText("input_dims", [f](Row r) { return f->origin(&OriginCells::inputDims, f->launched[r]); })};
    const auto count = static_cast<std::uint32_t>(f->launched.size());
    return std::make_shared<const SqlRows>(count, std::move(columns), *facts);
}

} // namespace lamella::core
