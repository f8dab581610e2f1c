// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/HeatMapData.h"

#include "core/analysis/program/HloText.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>
#include <unordered_map>

namespace lamella::ui {

namespace {

constexpr double kHighShare = 0.96;
constexpr std::int64_t kMinPart = 20; // 1/20 = 5 % of the median
constexpr std::size_t kMaxKernelRows = 400; // alignment is quadratic in their number
constexpr std::size_t kFewRows = 24; // up to this many, all are shown
constexpr double kShortShare = 0.003; // of the total time of all rows

core::Error cancelled()
{
    return {core::ErrorCode::Cancelled, "cancelled", {}, -1};
}

std::int64_t medianOfRow(const HeatMapRow &row)
{
    std::vector<std::int64_t> values;
    for (const HeatMapCell &cell : row.cells) {
        if (cell.present)
            values.push_back(cell.valueNs);
    }
    return percentile(std::move(values), 0.5);
}

void setColumnMedians(HeatMapData &data)
{
    for (std::size_t column = 0; column < data.layers.size(); ++column) {
        std::vector<std::int64_t> values;
        for (const HeatMapRow &row : data.rows) {
            if (row.inRange && row.cells[column].present)
                values.push_back(row.cells[column].valueNs);
        }
        data.columnMedians.push_back(percentile(std::move(values), 0.5));
    }
}

// Layer number of a column id of the table ("layer_12_ns"), -1 for other columns.
int layerOfColumn(std::string_view id)
{
    constexpr std::string_view kPrefix = "layer_";
    if (id.substr(0, kPrefix.size()) != kPrefix)
        return -1;
    int layer = -1;
    std::from_chars(id.data() + kPrefix.size(), id.data() + id.size(), layer);
    return layer;
}

void appendPass(HeatMapData &data, const core::ReportTable &table, std::size_t row, const std::vector<std::size_t> &columns,
    const core::Segmentation &segmentation, bool anySteady)
{
    const core::Selection own = table.target(row);
    const auto *target = std::get_if<core::PassSelection>(&own);
    if (target == nullptr)
        return;
    HeatMapRow out;
    out.pass = target->pass;
    out.label = "P" + std::to_string(target->pass);
    out.target = *target;
    if (const core::Pass *pass = segmentation.pass(target->device, target->pass)) {
        out.stage = pass->stage;
        out.state = pass->state;
        out.representative = segmentation.devices[target->device.value].selectedPass == target->pass;
        out.settled = pass->complete && pass->state != core::PassState::Cold && pass->state != core::PassState::WarmUp
            && pass->state != core::PassState::Outlier;
        out.inRange = anySteady ? pass->state == core::PassState::Steady : pass->complete;
        if (!out.inRange)
            out.note = pass->complete ? std::string(core::stateName(pass->state)) : "partial";
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        HeatMapCell cell;
        cell.present = !table.isMissing(row, columns[i]);
        cell.valueNs = cell.present ? table.integer(row, columns[i]) : 0;
        out.cells.push_back(cell);
    }
    out.median = medianOfRow(out);
    data.rows.push_back(std::move(out));
}

core::Result<HeatMapData> byPass(core::AnalysisSession &session, const core::Segmentation &segmentation, core::DeviceId device,
    const std::string &metric, const std::string &passes, const core::JobControl &control)
{
    core::TableRequest request;
    request.table = "heatmap";
    request.pass = passes;
    request.metric = metric;
    request.device = std::to_string(session.document().devices[device.value].number);
    const auto table = session.table(request, control);
    if (!table)
        return table.error();
    HeatMapData data;
    data.device = device;
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < (*table)->columns().size(); ++i) {
        const int layer = layerOfColumn((*table)->columns()[i].id);
        if (layer < 0)
            continue;
        columns.push_back(i);
        data.layers.push_back(layer);
    }
    const std::vector<core::Pass> &all = segmentation.devices[device.value].passes;
    const bool anySteady =
        std::any_of(all.begin(), all.end(), [](const core::Pass &pass) { return pass.state == core::PassState::Steady; });
    for (std::size_t row = 0; row < (*table)->rowCount(); ++row)
        appendPass(data, **table, row, columns, segmentation, anySteady);
    if (const core::Pass *chosen = segmentation.pass(device, segmentation.devices[device.value].selectedPass))
        data.mainStage = chosen->stage;
    setColourRange(data);
    setColumnMedians(data);
    data.stateRule = segmentation.devices[device.value].stateRule;
    data.chosenWhy = segmentation.devices[device.value].selectedWhy;
    return data;
}

using KernelRows = std::vector<std::uint32_t>;

// Identifies kernels across layers: by name, for compiled operations without the number that each instance carries (fusion.12 in
// one layer is fusion.57 in the next).
class RowNames {
public:
    explicit RowNames(const core::TraceDocument &document)
        : m_document(document)
        , m_compiled(!document.operations.empty())
    {
    }
    [[nodiscard]] std::string_view text(std::uint32_t kernel) const
    {
        const std::string_view name = m_document.text(m_document.kernels.name[kernel]);
        return m_compiled ? core::canonicalOpName(name) : name;
    }
    [[nodiscard]] bool compiled() const { return m_compiled; }
    [[nodiscard]] std::uint32_t symbol(std::uint32_t kernel)
    {
        const core::StringId name = m_document.kernels.name[kernel];
        if (!m_compiled)
            return name.value;
        const auto [known, added] = m_symbols.try_emplace(name.value, 0);
        if (added)
            known->second = m_texts.try_emplace(text(kernel), static_cast<std::uint32_t>(m_texts.size())).first->second;
        return known->second;
    }

private:
    const core::TraceDocument &m_document;
    bool m_compiled = false;
    std::unordered_map<std::uint32_t, std::uint32_t> m_symbols; // by name id
    std::unordered_map<std::string_view, std::uint32_t> m_texts;
};

// Kernels of each layer of the pass on the main stream, in start order.
std::map<int, KernelRows> kernelsOfLayers(
    const core::TraceDocument &document, const core::Segmentation &segmentation, core::DeviceId device, int pass)
{
    std::map<int, KernelRows> layers;
    for (std::uint32_t i = 0; i < document.kernels.size(); ++i) {
        if (segmentation.passOf[i] == pass && segmentation.layerOf[i] >= 0 && segmentation.side[i] == 0
            && document.deviceOf(core::KernelId{i}) == device)
            layers[segmentation.layerOf[i]].push_back(i);
    }
    return layers;
}

// Kernels of each pass, on all streams: without known layers, the main stream may contain only copies.
std::map<int, KernelRows> kernelsOfPasses(
    const core::TraceDocument &document, const core::Segmentation &segmentation, core::DeviceId device)
{
    std::map<int, KernelRows> passes;
    for (std::uint32_t i = 0; i < document.kernels.size(); ++i) {
        if (segmentation.passOf[i] != core::kNoPass && document.deviceOf(core::KernelId{i}) == device)
            passes[segmentation.passOf[i]].push_back(i);
    }
    return passes;
}

// Leaves out kernels too short to matter: a compiled program has dozens that take nanoseconds and vary by half of that.
void leaveOutShort(HeatMapData &data)
{
    if (data.rows.size() <= kFewRows)
        return;
    std::int64_t all = 0;
    for (const HeatMapRow &row : data.rows)
        all = core::addSaturated(all, sumOfRow(row));
    const std::size_t before = data.rows.size();
    std::erase_if(data.rows,
        [all](const HeatMapRow &row) { return static_cast<double>(sumOfRow(row)) < kShortShare * static_cast<double>(all); });
    data.leftOut = static_cast<int>(before - data.rows.size());
}

// The most common sequence of names among the layers, represented by the first layer that has it.
const KernelRows *typicalLayer(RowNames &rowNames, const std::map<int, KernelRows> &layers)
{
    std::map<std::vector<std::uint32_t>, std::pair<std::size_t, const KernelRows *>> counts;
    for (const auto &[layer, kernels] : layers) {
        std::vector<std::uint32_t> names;
        for (const std::uint32_t kernel : kernels)
            names.push_back(rowNames.symbol(kernel));
        auto &entry = counts[names];
        if (entry.second == nullptr)
            entry.second = &kernels;
        ++entry.first;
    }
    const KernelRows *best = nullptr;
    std::size_t max = 0;
    for (const auto &[names, entry] : counts) {
        if (entry.first > max) {
            max = entry.first;
            best = entry.second;
        }
    }
    return best;
}

// Row in `typical` of each kernel of `layer`, by the longest common subsequence of names; -1 = no counterpart.
std::vector<int> alignedRows(RowNames &rowNames, const KernelRows &typical, const KernelRows &layer)
{
    const std::size_t n = typical.size();
    const std::size_t m = std::min(layer.size(), kMaxKernelRows * 2);
    KernelRows left;
    KernelRows right;
    for (std::size_t a = 0; a < n; ++a)
        left.push_back(rowNames.symbol(typical[a]));
    for (std::size_t b = 0; b < m; ++b)
        right.push_back(rowNames.symbol(layer[b]));
    const auto same = [&](std::size_t a, std::size_t b) { return left[a] == right[b]; };
    std::vector<std::uint16_t> length((n + 1) * (m + 1), 0);
    const auto at = [&](std::size_t a, std::size_t b) -> std::uint16_t & { return length[a * (m + 1) + b]; };
    for (std::size_t a = n; a-- > 0;) {
        for (std::size_t b = m; b-- > 0;) {
            at(a, b) = same(a, b) ? static_cast<std::uint16_t>(at(a + 1, b + 1) + 1) : std::max(at(a + 1, b), at(a, b + 1));
        }
    }
    std::vector<int> rows(layer.size(), -1);
    for (std::size_t a = 0, b = 0; a < n && b < m;) {
        if (same(a, b)) {
            rows[b] = static_cast<int>(a);
            ++a;
            ++b;
        } else if (at(a + 1, b) >= at(a, b + 1)) {
            ++a;
        } else {
            ++b;
        }
    }
    return rows;
}

// columns: kernels of each layer of the pass, or of each pass if it is kNoPass.
core::Result<HeatMapData> byKernel(core::AnalysisSession &session, const std::map<int, KernelRows> &columns,
    core::DeviceId device, int pass, const core::JobControl &control)
{
    const core::TraceDocument &document = session.document();
    HeatMapData data;
    data.byKernel = true;
    data.overPasses = pass == core::kNoPass;
    data.onlyPass = pass;
    data.device = device;
    RowNames rowNames(document);
    const KernelRows *typical = typicalLayer(rowNames, columns);
    if (typical == nullptr) {
        data.whyEmpty = "No kernel of this pass belongs to a layer.";
        return data;
    }
    const auto names = session.kernelNames();
    KernelRows shown(typical->begin(), typical->begin() + static_cast<std::ptrdiff_t>(std::min(typical->size(), kMaxKernelRows)));
    for (const std::uint32_t kernel : shown) {
        HeatMapRow row;
        const core::KernelName &name = (*names)[document.kernels.name[kernel]];
        row.label = rowNames.compiled() ? std::string(rowNames.text(kernel))
            : name.shortName.empty()    ? std::string(document.text(document.kernels.name[kernel]))
                                        : name.shortName;
        row.category = name.category;
        row.pass = pass;
        row.cells.resize(columns.size());
        data.rows.push_back(std::move(row));
    }
    std::size_t column = 0;
    for (const auto &[number, kernels] : columns) {
        if (control.stopRequested())
            return cancelled();
        data.layers.push_back(number);
        const std::vector<int> rows = alignedRows(rowNames, shown, kernels);
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            if (rows[i] < 0)
                continue;
            HeatMapCell &cell = data.rows[static_cast<std::size_t>(rows[i])].cells[column];
            cell = {true, core::KernelId{kernels[i]}, document.kernels.duration[kernels[i]]};
        }
        ++column;
    }
    leaveOutShort(data);
    for (HeatMapRow &row : data.rows)
        row.median = medianOfRow(row);
    return data;
}

} // namespace

void setColourRange(HeatMapData &data)
{
    const bool many = data.rows.size() > kMaxPassRows;
    const auto counts = [&data, many](
                            const HeatMapRow &row) { return (many ? row.settled : row.inRange) && row.stage == data.mainStage; };
    const bool anyMain = std::any_of(data.rows.begin(), data.rows.end(), counts);
    std::vector<std::int64_t> values;
    for (const HeatMapRow &row : data.rows) {
        for (const HeatMapCell &cell : row.cells) {
            if (cell.present && (anyMain ? counts(row) : row.inRange))
                values.push_back(cell.valueNs);
        }
    }
    if (values.empty())
        return;
    data.low = *std::min_element(values.begin(), values.end());
    data.medianNs = percentile(values, 0.5);
    const std::int64_t high = percentile(std::move(values), kHighShare);
    const std::int64_t least = data.medianNs / kMinPart;
    data.low = std::min(data.low, data.medianNs - least);
    data.high = std::max(high, core::addSaturated(data.medianNs, least));
    data.highIsPercentile = data.high == high;
}

bool arePassesColumns(const core::DeviceSegmentation &device)
{
    return device.passes.size() > kMaxPassRows
        && std::any_of(device.passes.begin(), device.passes.end(), [](const core::Pass &pass) { return pass.layers > 0; });
}

core::Selection HeatMapData::targetOf(std::size_t row, std::size_t column) const
{
    const HeatMapCell &cell = rows[row].cells[column];
    if (!cell.present)
        return {};
    if (byKernel)
        return core::KernelSelection{cell.kernel};
    return core::LayerSelection{device, rows[row].pass, layers[column]};
}

std::int64_t sumOfRow(const HeatMapRow &row)
{
    std::int64_t sum = 0;
    for (const HeatMapCell &cell : row.cells)
        sum = core::addSaturated(sum, cell.present ? cell.valueNs : 0);
    return sum;
}

std::int64_t meanOfRow(const HeatMapRow &row)
{
    const auto present = std::count_if(row.cells.begin(), row.cells.end(), [](const HeatMapCell &cell) { return cell.present; });
    return present > 0 ? sumOfRow(row) / present : 0;
}

std::int64_t percentile(std::vector<std::int64_t> values, double share)
{
    if (values.empty())
        return 0;
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    const std::size_t index = std::min(values.size() - 1, rank == 0 ? 0 : rank - 1);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(index), values.end());
    return values[index];
}

core::Result<HeatMapData> loadHeatMap(core::AnalysisSession &session, const core::Segmentation &segmentation,
    core::DeviceId device, const std::string &metric, const std::string &passes, const core::JobControl &control)
{
    if (device.value >= segmentation.devices.size() || segmentation.devices[device.value].passes.empty()) {
        HeatMapData data;
        data.whyEmpty = segmentation.whyNone.empty() ? core::Message("This device runs no passes.") : segmentation.whyNone;
        return data;
    }
    const std::vector<core::Pass> &all = segmentation.devices[device.value].passes;
    const bool layered = std::any_of(all.begin(), all.end(), [](const core::Pass &pass) { return pass.layers > 0; });
    if (all.size() == 1)
        return byKernel(session, kernelsOfLayers(session.document(), segmentation, device, all.front().number), device,
            all.front().number, control);
    if (!layered)
        return byKernel(session, kernelsOfPasses(session.document(), segmentation, device), device, core::kNoPass, control);
    return byPass(session, segmentation, device, metric, passes, control);
}

} // namespace lamella::ui
