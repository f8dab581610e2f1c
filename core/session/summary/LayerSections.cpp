// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/summary/LayerSections.h"

#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/report/TableColumns.h"
#include "core/report/page/Charts.h"
#include "core/report/tables/NumberedKernels.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace lamella::core {

namespace {

using Columns = std::span<const std::string_view>;

constexpr std::size_t kMaxFlows = 8; // layer types whose flow is shown
constexpr std::array<std::string_view, 17> kPassColumns{"pass", "device", "stage", "state", "layers", "complete", "start_ns",
    "end_ns", "wall_ns", "busy_ns", "sum_ns", "idle_ns", "kernels", "avg_layer_ns", "first_layer_ns", "note", "confidence"};
constexpr std::array<std::string_view, 16> kRooflineColumns{"op", "category", "source", "count", "m", "n", "k", "flops", "bytes",
    "dur_ns", "tflop_per_s", "gb_per_s", "bound", "floor_ns", "of_floor", "why"};
constexpr std::array<std::string_view, 9> kFlowColumns{
    "row", "part", "category", "short_name", "dur_ns", "share", "start_ns", "input_dims", "idle_before_ns"};

class Sections {
public:
    Sections(TraceReport &report, AnalysisSession &session, const ReportOptions &options, const JobControl &control)
        : m_report(report)
        , m_session(session)
        , m_options(options)
        , m_control(control)
    {
    }
    Result<void> all(const Segmentation &segmentation);

private:
    Result<std::shared_ptr<const ReportTable>> table(const char *name, bool limited);
    Result<void> addFlow(const ReportTable &flow, std::size_t row);
    Result<void> add(const Message &title, const char *name, bool limited, Columns columns = {});
    Result<void> addBottleneck();
    Result<void> addHeatmap();
    Result<void> addFlows();
    Result<void> addKernels();
    Result<void> addRoofline();
    void sayWhichPass(const Segmentation &segmentation);

    TraceReport &m_report;
    AnalysisSession &m_session;
    const ReportOptions &m_options;
    const JobControl &m_control;
};

Result<std::shared_ptr<const ReportTable>> Sections::table(const char *name, bool limited)
{
    TableRequest request = m_options.request;
    request.table = name;
    request.top = limited ? m_options.top : 0;
    request.by.clear();
    request.filter.clear();
    request.sort.clear();
    if (std::string_view(name) == "passes")
        request.pass = "auto"; // of all passes, even if one was chosen
    return m_session.table(request, m_control);
}

Result<void> Sections::add(const Message &title, const char *name, bool limited, Columns columns)
{
    const auto found = table(name, limited);
    if (!found)
        return found.error();
    m_report.sections.push_back(
        {title, columns.empty() ? *found : std::make_shared<const ReportTable>(withColumns(**found, columns))});
    return {};
}

// "Median pass: P4 of P0 to P9 ...", or the requested ones.
void Sections::sayWhichPass(const Segmentation &segmentation)
{
    const std::string &asked = m_options.request.pass;
    if (!asked.empty() && asked != "auto") {
        m_report.summary.push_back(msg("Pass: %1, as requested.", asked));
        return;
    }
    const DeviceSegmentation &device = segmentation.devices[segmentation.mainDevice.value];
    if (device.selectedPass == kNoPass)
        return;
    const Message which = device.passes.size() == 1
        ? msg("The only pass: P%1", device.selectedPass)
        : msg("Median pass: P%1 of P%2 to P%3", device.selectedPass, device.passes.front().number, device.passes.back().number);
    Message said = device.selectedWhy.empty() ? msg("%1.", which) : msg("%1: %2.", which, device.selectedWhy);
    if (!device.stateRule.empty())
        said.append("%1 %2", device.stateRule);
    m_report.summary.push_back(std::move(said));
}

Result<void> Sections::addBottleneck()
{
    const auto found = table("bottleneck", true);
    if (!found)
        return found.error();
    if (!(*found)->notes().empty() && (*found)->rowCount() > 0)
        m_report.summary.insert(m_report.summary.begin(), (*found)->notes().front());
    m_report.sections.push_back({msg("Where the wall goes"), *found});
    return {};
}

// How far the operators of the chosen pass are from the hardware; nothing where no work is known.
Result<void> Sections::addRoofline()
{
    TableRequest whole = m_options.request;
    whole.table = "roofline";
    whole.by = "pass";
    whole.top = 0;
    whole.filter.clear();
    whole.sort.clear();
    const auto passes = m_session.table(whole, m_control);
    if (!passes)
        return passes.error();
    const ReportTable &rows = **passes;
    std::int64_t floorNs = 0;
    double modelledNs = 0;
    double durationNs = 0;
    for (std::size_t r = 0; r < rows.rowCount(); ++r) {
        if (rows.isMissing(r, rows.columnIndex("floor_ns")) || rows.isMissing(r, rows.columnIndex("modelled_share")))
            continue;
        const auto duration = static_cast<double>(rows.integer(r, rows.columnIndex("dur_ns")));
        floorNs += rows.integer(r, rows.columnIndex("floor_ns"));
        modelledNs += duration * rows.real(r, rows.columnIndex("modelled_share"));
        durationNs += duration;
    }
    if (durationNs <= 0)
        return {};
    m_report.summary.push_back(msg("Roofline: the hardware needs at least %1 for the %2 of GPU work whose FLOPs or bytes are "
                                   "known (%3 of the kernel time of that pass).",
        formatDuration(floorNs), formatDuration(static_cast<std::int64_t>(modelledNs)), formatShare(modelledNs / durationNs)));
    return add(msg("Roofline"), "roofline", true, kRooflineColumns);
}

// Always of all passes: the map shows how they differ.
Result<void> Sections::addHeatmap()
{
    TableRequest request;
    request.table = "heatmap";
    request.device = m_options.request.device;
    request.stage = m_options.request.stage;
    const auto found = m_session.table(request, m_control);
    if (!found)
        return found.error();
    const std::size_t rows = (*found)->rowCount();
    if (rows < 2)
        return {};
    // The first passes, as many as a page can show.
    const std::size_t drawn = std::min(rows, std::max<std::size_t>(1, kMaxHeatCells / (*found)->columns().size()));
    if (drawn == rows) {
        m_report.sections.push_back({msg("Layers by passes"), *found, {}, true});
        return {};
    }
    std::vector<std::uint32_t> first(drawn);
    std::iota(first.begin(), first.end(), 0U);
    m_report.sections.push_back({msg("Layers by passes"), std::make_shared<const ReportTable>((*found)->withRows(first)),
        msg("The first %1 of %2 passes.", drawn, rows), true});
    return {};
}

// The flow of the row's layer, in its pass and on its device.
Result<void> Sections::addFlow(const ReportTable &flow, std::size_t row)
{
    TableRequest request = m_options.request;
    request.table = "flow";
    request.top = m_options.top;
    request.by.clear();
    request.filter.clear();
    request.sort.clear();
    request.layer = std::to_string(flow.integer(row, flow.columnIndex("layer")));
    Message title = msg("Compute flow of layer %1", request.layer);
    if (const std::size_t type = flow.columnIndex("type"); !flow.isMissing(row, type))
        title = msg("%1 (type %2)", title, flow.text(row, type));
    const std::size_t device = flow.columnIndex("device");
    if (device < flow.columns().size()) {
        request.device = std::to_string(flow.integer(row, device));
        title = msg("%1 on device %2", title, request.device);
    }
    if (device < flow.columns().size() || (!request.pass.empty() && request.pass != "auto"))
        request.pass = std::to_string(flow.integer(row, flow.columnIndex("pass")));
    const auto one = m_session.table(request, m_control);
    if (!one)
        return one.error();
    m_report.sections.push_back({title, std::make_shared<const ReportTable>(withColumns(**one, kFlowColumns))});
    return {};
}

Result<void> Sections::addFlows()
{
    const auto representatives = table("flow", false);
    if (!representatives)
        return representatives.error();
    const ReportTable &flow = **representatives;
    const std::size_t layerColumn = flow.columnIndex("layer");
    const std::size_t passColumn = flow.columnIndex("pass");
    const std::size_t deviceColumn = flow.columnIndex("device");
    std::map<std::int64_t, std::int64_t> passOf; // by device; of several passes the first, as the others are alike
    std::set<std::pair<std::int64_t, std::int64_t>> seen; // device, layer
    for (std::size_t r = 0; r < flow.rowCount() && seen.size() < kMaxFlows; ++r) {
        const std::int64_t device = deviceColumn < flow.columns().size() ? flow.integer(r, deviceColumn) : 0;
        const std::int64_t pass = flow.integer(r, passColumn);
        if (passOf.try_emplace(device, pass).first->second != pass || !seen.emplace(device, flow.integer(r, layerColumn)).second)
            continue;
        if (auto added = addFlow(flow, r); !added)
            return added;
    }
    return {};
}

Result<void> Sections::addKernels()
{
    const Message title = msg("Kernels of the chosen pass");
    if (m_session.document().operations.empty())
        return add(title, "kernels", true);
    const auto found = table("kernels", false);
    if (!found)
        return found.error();
    m_report.sections.push_back({title, std::make_shared<const ReportTable>(withoutNumbers(**found, m_options.top))});
    return {};
}

Result<void> Sections::all(const Segmentation &segmentation)
{
    struct SectionPlan {
        const char *title;
        const char *table;
        bool limited;
        Columns columns;
    };
    const std::array before{SectionPlan{"Model architecture", "architecture", false, {}},
        SectionPlan{"Passes", "passes", true, kPassColumns}, SectionPlan{"Layers of the chosen pass", "layers", false, {}},
        SectionPlan{"Types of layers", "clusters", false, {}}};
    sayWhichPass(segmentation);
    for (const SectionPlan &plan : before)
        if (auto added = add(plan.title, plan.table, plan.limited, plan.columns); !added)
            return added;
    if (auto added = addHeatmap(); !added)
        return added;
    if (auto added = addBottleneck(); !added)
        return added;
    if (auto added = addFlows(); !added)
        return added;
    if (auto added = addKernels(); !added)
        return added;
    if (auto added = addRoofline(); !added)
        return added;
    if (auto added = add(msg("What is hidden in the chosen pass"), "overlap", true); !added)
        return added;
    return add(msg("Time ranges for Perfetto"), "perfetto", true);
}

} // namespace

Result<void> appendLayerSections(
    TraceReport &report, AnalysisSession &session, const ReportOptions &options, const JobControl &control)
{
    const auto segmentation = session.segmentation(control);
    if (!segmentation)
        return segmentation.error();
    const Segmentation &found = **segmentation;
    if (!found.mainDevice.valid() || found.devices[found.mainDevice.value].layers.empty())
        return {};
    return Sections(report, session, options, control).all(found);
}

} // namespace lamella::core
