// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/overview/OverviewFacts.h"

#include "core/analysis/StagePasses.h"
#include "core/import/nsys/StatsImporter.h"
#include "core/report/ReportTable.h"
#include "core/session/DiffNotes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace lamella::ui {

namespace {

constexpr double kMostlyBetween = 0.5; // of the run: then the sentence and the busy share are about the run
constexpr double kSlowLayer = 1.3; // of the median of its type

using TablePtr = std::shared_ptr<const core::ReportTable>;

core::Error cancelled()
{
    return {core::ErrorCode::Cancelled, "cancelled", {}, -1};
}

core::TableRequest requestFor(const OverviewFacts &facts, const core::TraceDocument &document, const char *table)
{
    core::TableRequest request;
    request.table = table;
    request.pass = std::to_string(facts.pass);
    request.device = std::to_string(document.devices[facts.device.value].number);
    return request;
}

std::optional<std::int64_t> integerIn(const core::ReportTable &table, std::size_t row, std::string_view column)
{
    const std::size_t at = table.columnIndex(column);
    if (at == core::ReportTable::npos || table.isMissing(row, at))
        return std::nullopt;
    return table.integer(row, at);
}

std::optional<double> shareIn(const core::ReportTable &table, std::size_t row, std::string_view column)
{
    const std::size_t at = table.columnIndex(column);
    if (at == core::ReportTable::npos || table.isMissing(row, at))
        return std::nullopt;
    return table.real(row, at);
}

void takePass(OverviewFacts &facts, const core::ReportTable &passes)
{
    if (passes.rowCount() == 0)
        return;
    facts.wallNs = integerIn(passes, 0, "wall_ns").value_or(0);
    facts.busyNs = integerIn(passes, 0, "busy_ns").value_or(0);
    const std::optional<std::int64_t> floor = integerIn(passes, 0, "floor_ns");
    facts.mbu = shareIn(passes, 0, "mbu");
    facts.mfu = shareIn(passes, 0, "mfu");
    if (floor && facts.wallNs > 0) {
        facts.ofRoofline = static_cast<double>(*floor) / static_cast<double>(facts.wallNs);
        return;
    }
    const std::size_t column = passes.columnIndex("floor_ns");
    if (column != core::ReportTable::npos)
        facts.limitMissing = passes.missingReason(0, column);
    const std::string &why = facts.limitMissing.english();
    facts.limitLacks = why.find("peak") != std::string::npos ? LimitLacks::Peaks
        : why.find("half") != std::string::npos              ? LimitLacks::Most
                                                             : LimitLacks::Shapes;
}

// Sums over the types of layers.
void takeBottleneck(OverviewFacts &facts, const core::ReportTable &table)
{
    std::map<core::Category, std::int64_t> sums;
    const std::size_t category = table.columnIndex("category");
    for (std::size_t row = 0; row < table.rowCount(); ++row) {
        const std::int64_t ns = integerIn(table, row, "time_ns").value_or(0);
        const std::optional<core::Category> known = core::categoryFromId(table.text(row, category));
        if (!known) {
            facts.idleNs += table.text(row, category) == "idle" ? ns : 0;
            continue;
        }
        sums[*known] += ns;
    }
    const auto longest =
        std::max_element(sums.begin(), sums.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    if (longest == sums.end() && facts.idleNs == 0)
        return;
    if (longest == sums.end() || facts.idleNs > longest->second) {
        facts.point = OverviewPoint::Idle;
        facts.pointNs = facts.idleNs;
        return;
    }
    facts.point = longest->first == core::Category::Communication ? OverviewPoint::Communication : OverviewPoint::Work;
    facts.category = longest->first;
    facts.pointNs = longest->second;
}

void takeIdleCause(OverviewFacts &facts, const core::ReportTable &causes)
{
    for (std::size_t row = 0; row < causes.rowCount(); ++row) {
        const auto cause = core::gapCauseFromId(causes.text(row, causes.columnIndex("cause")));
        const bool isCause = cause && *cause != core::GapCause::Unknown && *cause != core::GapCause::OtherWork;
        if (isCause && integerIn(causes, row, "sum_ns").value_or(0) * 2 > facts.idleNs)
            facts.idleCause = cause;
    }
}

// The name that takes the most kernel time of the category in the pass, and its share of that time.
void findKernel(OverviewFacts &facts, const core::TraceDocument &document, const core::KernelNames &names,
    const core::Segmentation &segmentation)
{
    std::map<core::StringId, std::int64_t> sums;
    std::int64_t all = 0;
    for (std::uint32_t i = 0; i < document.kernels.size(); ++i) {
        const core::StringId name = document.kernels.name[i];
        if (segmentation.passOf[i] != facts.pass || document.deviceOf(core::KernelId{i}) != facts.device
            || names.category(name) != facts.category)
            continue;
        sums[name] += document.kernels.duration[i];
        all += document.kernels.duration[i];
    }
    const auto most =
        std::max_element(sums.begin(), sums.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    if (most == sums.end() || all <= 0)
        return;
    facts.kernel = most->first;
    facts.kernelName = names[most->first].shortName;
    facts.kernelShare = static_cast<double>(most->second) / static_cast<double>(all);
}

// In the only pass: the layer that exceeds the median of its type the most.
void findSlowLayer(OverviewFacts &facts, const core::DeviceSegmentation &device, const core::Pass &pass)
{
    std::map<int, std::vector<std::int64_t>> walls; // by type
    const auto layerAt = [&](int i) -> const core::LayerSpan & {
        return device.layers[pass.firstLayer + static_cast<std::size_t>(i)];
    };
    for (int i = 0; i < pass.layers; ++i)
        walls[layerAt(i).type].push_back(layerAt(i).range.length().value);
    double most = kSlowLayer;
    for (int i = 0; i < pass.layers; ++i) {
        const std::vector<std::int64_t> &like = walls[layerAt(i).type];
        const std::int64_t median = core::medianNs(like);
        const std::int64_t wall = layerAt(i).range.length().value;
        if (like.size() < 4 || median <= 0 || static_cast<double>(wall) < most * static_cast<double>(median))
            continue;
        most = static_cast<double>(wall) / static_cast<double>(median);
        facts.point = OverviewPoint::SlowLayer;
        facts.slowLayer = layerAt(i).layer;
        facts.slowLayerNs = wall;
        facts.likeLayerNs = median;
    }
}

// Union of the work of a device; kernels are in the order of their starts.
std::int64_t busyWithin(const core::TraceDocument &document, core::DeviceId device, core::TimeRange range)
{
    std::int64_t busy = 0;
    std::int64_t done = range.begin.value;
    for (std::uint32_t i = 0; i < document.kernels.size() && document.kernels.start[i] < range.end.value; ++i) {
        if (document.deviceOf(core::KernelId{i}) != device)
            continue;
        const std::int64_t end = std::min(document.kernels.end(i), range.end.value);
        busy += std::max<std::int64_t>(0, end - std::max(done, document.kernels.start[i]));
        done = std::max(done, end);
    }
    return busy;
}

void countPasses(OverviewFacts &facts, const core::DeviceSegmentation &device)
{
    std::int64_t inPasses = 0;
    std::int64_t end = INT64_MIN;
    for (const core::Pass &pass : device.passes) {
        facts.whole += pass.complete ? 1 : 0;
        const std::vector<core::PassCut> cuts = core::passCuts(device, pass);
        if (!pass.complete && (!cuts.empty() || !facts.cut)) {
            facts.cutPass = pass.number;
            facts.cut = cuts.size() == 1 ? std::optional(cuts.front()) : std::nullopt;
        }
        if (pass.state == core::PassState::Outlier)
            facts.outliers.push_back(pass.number);
        inPasses += std::max<std::int64_t>(0, pass.range.end.value - std::max(end, pass.range.begin.value));
        end = std::max(end, pass.range.end.value);
        if (pass.number == device.selectedPass)
            facts.stage = pass.stage;
    }
    facts.passes = device.passes.size();
    facts.layers = device.modelLayers;
    facts.pass = device.selectedPass;
    if (device.passes.empty())
        return;
    if (facts.layers == 0) // unknown to the model: as many as the passes have
        for (const core::Pass &pass : device.passes)
            facts.layers = std::max(facts.layers, pass.layers);
    facts.runNs = end - device.passes.front().range.begin.value;
    facts.betweenNs = facts.runNs - inPasses;
    const core::StagePasses main = core::stagePasses(device, facts.stage);
    facts.counted = main.counted.size();
    facts.medianNs = core::medianNs(core::wallsOf(main.counted));
    if (!facts.outliers.empty() && facts.medianNs > 0) {
        const core::Pass &first = *std::find_if(device.passes.begin(), device.passes.end(),
            [&facts](const core::Pass &pass) { return pass.number == facts.outliers.front(); });
        facts.outlierTimes = static_cast<double>(first.range.length().value) / static_cast<double>(facts.medianNs);
    }
}

} // namespace

OverviewFacts overviewCounts(const core::TraceDocument &document, const core::Segmentation &segmentation)
{
    OverviewFacts facts;
    facts.devices = document.devices.size();
    facts.hasWork = document.kernels.size() > 0;
    facts.isSummary = core::isStatsText(document);
    facts.compiled = !document.operations.empty();
    facts.processor = std::string(core::processorOf(document));
    facts.rawBytes = document.source.rawBytes;
    facts.device = segmentation.mainDevice;
    facts.confidence = segmentation.confidence;
    facts.checks = segmentation.checks.size();
    for (const core::SegmentationCheck &check : segmentation.checks)
        facts.failedChecks += check.ok ? 0 : 1;
    for (const core::Diagnostic &diagnostic : document.diagnostics.sorted()) {
        if (diagnostic.kind->severity >= core::Severity::DataLoss && !facts.lossy) {
            facts.lossy = true;
            facts.loss = std::string(diagnostic.kind->id);
        }
        facts.warnings += diagnostic.kind->severity >= core::Severity::Notice ? 1 : 0;
        ++facts.diagnostics;
    }
    if (!facts.device.valid() || facts.device.value >= segmentation.devices.size())
        return facts;
    facts.deviceName = document.devices[facts.device.value].name;
    countPasses(facts, segmentation.devices[facts.device.value]);
    facts.byAnnotation = facts.layers == 0 && segmentation.evidence == core::Evidence::Annotation;
    if (const core::Pass *pass = segmentation.pass(facts.device, facts.pass)) {
        facts.wallNs = pass->range.length().value;
        facts.tokens = pass->tokens;
        facts.requests = pass->requests;
    }
    return facts;
}

core::Result<OverviewFacts> overviewFacts(core::AnalysisSession &session, const core::JobControl &control)
{
    const auto segmentation = session.segmentation(control);
    if (!segmentation)
        return segmentation.error();
    const core::TraceDocument &document = session.document();
    OverviewFacts facts = overviewCounts(document, **segmentation);
    facts.hasConfig = session.config() != nullptr;
    core::TableRequest diagnostics;
    diagnostics.table = "diagnostics";
    if (const auto listed = session.table(diagnostics, control))
        facts.diagnostics = (*listed)->rowCount();
    const core::Pass *pass = (*segmentation)->pass(facts.device, facts.pass);
    if (pass == nullptr)
        return facts;
    const auto table = [&](const char *name, const char *by = "") -> TablePtr {
        core::TableRequest request = requestFor(facts, document, name);
        request.by = by;
        const auto found = session.table(request, control);
        return found ? *found : nullptr; // a table that cannot be built leaves its figures out
    };
    if (const TablePtr passes = table("passes"))
        takePass(facts, *passes);
    if (const TablePtr parts = table("bottleneck"))
        takeBottleneck(facts, *parts);
    if (control.stopRequested())
        return cancelled();
    if (facts.idleNs > 0)
        if (const TablePtr causes = table("gaps", "cause"))
            takeIdleCause(facts, *causes);
    if (control.stopRequested())
        return cancelled();
    if (const auto names = session.kernelNames(); names && facts.pointNs > 0 && facts.point != OverviewPoint::Idle)
        findKernel(facts, document, *names, **segmentation);
    const core::DeviceSegmentation &device = (*segmentation)->devices[facts.device.value];
    if (facts.passes == 1)
        findSlowLayer(facts, device, *pass);
    if (static_cast<double>(facts.betweenNs) > kMostlyBetween * static_cast<double>(facts.runNs)) {
        facts.point = OverviewPoint::Between;
        const core::TimeNs begin = device.passes.front().range.begin;
        facts.runBusyNs = busyWithin(document, facts.device, {begin, begin + core::DurationNs{facts.runNs}});
    }
    return facts;
}

} // namespace lamella::ui
