// SPDX-License-Identifier: GPL-3.0-or-later
// regions: device time by region of the source program.
#include "core/analysis/program/LaunchRegions.h"
#include "core/analysis/program/RegionTree.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/ProgramTables.h"

#include <memory>
#include <unordered_map>

namespace lamella::core {

namespace {

constexpr std::int64_t kPollRows = 4096;

// Where no compiler wrote scopes: modules and ranges around the launch, else stage, layer and category of the cut.
class KernelRegions {
public:
    explicit KernelRegions(const TableInput &input)
        : m_input(input)
        , m_launches(*input.document, input.control)
        , m_kernelOf(input.document->events.size(), KernelId::kNone)
    {
        const KernelTable &kernels = input.document->kernels;
        for (std::uint32_t k = 0; k < kernels.size(); ++k)
            if (kernels.event[k].value < m_kernelOf.size())
                m_kernelOf[kernels.event[k].value] = k;
    }
    [[nodiscard]] bool byLaunch() const { return !m_launches.empty(); }
    [[nodiscard]] std::vector<std::string> of(const DeviceOp &op) const
    {
        const std::uint32_t k = op.event.value < m_kernelOf.size() ? m_kernelOf[op.event.value] : KernelId::kNone;
        if (k == KernelId::kNone)
            return {};
        return byLaunch() ? m_launches.around(m_input.document->kernels.launch[k]) : fromCut(k);
    }

private:
    [[nodiscard]] std::vector<std::string> fromCut(std::uint32_t k) const
    {
        const Segmentation &cut = *m_input.segmentation;
        const DeviceId device = m_input.document->deviceOf(KernelId{k});
        const Pass *pass = cut.passOf[k] == kNoPass ? nullptr : cut.pass(device, cut.passOf[k]);
        if (!pass)
            return {};
        const int layer = cut.layerOf[k];
        const std::string place = layer == kHeadLayer ? "head"
            : layer == kTailLayer                     ? "tail"
            : layer == kNoLayer                       ? "no layer"
                                                      : "layer " + std::to_string(layer);
        const StringId name = m_input.document->kernels.name[k];
        return {std::string(stageName(pass->stage)), place, std::string(info(m_input.names->category(name)).id)};
    }

    const TableInput &m_input;
    LaunchRegions m_launches;
    std::vector<std::uint32_t> m_kernelOf; // by EventId
};

} // namespace

std::vector<ReportColumn> regionsColumns()
{
    using namespace columns;
    return {text("region", "Region", "Scopes of the source program from the outermost inwards, => between them"),
        integer("depth", "Depth", "In this tree, from 1"), integer("count", "Count", "Operations in the region and below"),
        duration("inclusive_ns", "Inclusive", "Exclusive times of those added up"),
        share("share", "Share", "Of the exclusive time of all operations of the same devices"),
        duration("exclusive_ns", "Exclusive", "Of operations that say no deeper region"),
        share("exclusive_share", "Exclusive share", "Of the same base")};
}

ReportTable regionsTable(const ProgramTableInput &input)
{
    ReportTable table("regions", "Regions of the program", regionsColumns());
    const TraceDocument &document = *input.base.document;
    std::unique_ptr<KernelRegions> kernels;
    RegionOf regionOf;
    NameOf nameOf;
    if (!input.model->ops.compiled) {
        kernels = std::make_unique<KernelRegions>(input.base);
        regionOf = [&kernels](const DeviceOp &op) { return kernels->of(op); };
        nameOf = [&input](const OpClass &what) { return (*input.base.names)[what.name].shortName; };
    }
    if (input.base.stopped())
        return table;
    const RegionTree tree = regionTree(document, input.model->ops, input.base.scope.devices, regionOf, nameOf);
    const auto base = static_cast<double>(tree.totalNs);
    std::int64_t row = 0;
    for (const Region &region : tree.regions) {
        if (++row % kPollRows == 0 && input.base.stopped())
            break;
        table.appendRow();
        table.setText(0, region.path);
        table.setInteger(1, region.depth);
        table.setInteger(2, static_cast<std::int64_t>(region.count));
        table.setInteger(3, region.inclusiveNs);
        table.setInteger(5, region.exclusiveNs);
        if (base > 0) {
            table.setReal(4, static_cast<double>(region.inclusiveNs) / base);
            table.setReal(6, static_cast<double>(region.exclusiveNs) / base);
        } else {
            table.setMissing(4, "all durations are zero");
            table.setMissing(6, "all durations are zero");
        }
    }
    if (input.model->ops.compiled)
        table.addNote("Regions are the scopes that the compiler recorded. An operation made of several scopes stands where they "
                      "part; one without a scope stands under its own name.");
    else if (kernels->byLaunch())
        table.addNote("Regions are the modules and ranges that were open on the launching thread; work whose launch lies in none "
                      "stands under its own name.");
    else
        table.addNote("No modules or ranges are recorded: regions are stage, layer and category of the cut into layers; work "
                      "outside of passes stands under its own name.");
    if (tree.totalNs > 0)
        table.addNote("Time with a region: "
            + std::to_string(static_cast<int>(100.0 * static_cast<double>(tree.namedNs) / base + 0.5)) + " %.");
    return table;
}

} // namespace lamella::core
