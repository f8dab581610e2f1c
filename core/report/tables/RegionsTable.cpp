// SPDX-License-Identifier: GPL-3.0-or-later
// regions: device time by region of the program's source.
#include "core/analysis/program/LaunchRegions.h"
#include "core/analysis/program/ProgramModel.h"
#include "core/analysis/program/RegionTree.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/report/tables/TableBuilders.h"

#include <compare>
#include <map>
#include <memory>

namespace lamella::core {

namespace {

constexpr std::size_t kPollRows = 4096; // between two checks of the stop request

// Regions where no compiler recorded scopes: modules and ranges around the launch, else stage, layer and category.
class KernelRegions final : public RegionSource {
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
    [[nodiscard]] std::uint32_t regionOf(const DeviceOp &op) override
    {
        const std::uint32_t k = op.event.value < m_kernelOf.size() ? m_kernelOf[op.event.value] : KernelId::kNone;
        if (k == KernelId::kNone)
            return kNone;
        return byLaunch() ? m_launches.pathAround(m_input.document->kernels.launch[k]) : fromSegmentation(k);
    }
    [[nodiscard]] std::vector<std::string> partsOf(std::uint32_t region) const override
    {
        if (byLaunch())
            return m_launches.partsOf(region);
        const Place &place = m_places[region];
        const std::string layer = place.layer == kHeadLayer ? "head"
            : place.layer == kTailLayer                     ? "tail"
            : place.layer == kNoLayer                       ? "no layer"
                                                            : "layer " + std::to_string(place.layer);
        return {std::string(stageName(place.stage)), layer, std::string(info(place.category).id)};
    }

private:
    struct Place {
        Stage stage{};
        int layer = 0;
        Category category{};
        auto operator<=>(const Place &) const = default;
    };
    [[nodiscard]] std::uint32_t fromSegmentation(std::uint32_t k)
    {
        const Segmentation &segmentation = *m_input.segmentation;
        const DeviceId device = m_input.document->deviceOf(KernelId{k});
        const Pass *pass = segmentation.passOf[k] == kNoPass ? nullptr : segmentation.pass(device, segmentation.passOf[k]);
        if (!pass)
            return kNone;
        const Place place{pass->stage, segmentation.layerOf[k], m_input.names->category(m_input.document->kernels.name[k])};
        const auto [it, added] = m_regions.try_emplace(place, static_cast<std::uint32_t>(m_places.size()));
        if (added)
            m_places.push_back(place);
        return it->second;
    }

    const TableInput &m_input;
    LaunchRegions m_launches;
    std::vector<std::uint32_t> m_kernelOf; // indexed by EventId
    std::map<Place, std::uint32_t> m_regions;
    std::vector<Place> m_places;
};

std::vector<Column<Region>> regionColumns(const RegionTree *tree)
{
    using namespace columns;
    const auto ofTotal = [tree](auto ns) {
        return [tree, ns](const Region &r) { return ratio(r.*ns, tree->totalNs, "all durations are zero"); };
    };
    return {text("region", "Region", "Scopes of the source program, outermost first, separated by =>", &Region::path),
        ifRoom(integer("depth", "Depth", "In this tree, from 1", &Region::depth)),
        integer("count", "Count", "Operations in the region and below", &Region::count),
        duration("inclusive_ns", "Inclusive", "Exclusive times of those added up", &Region::inclusiveNs),
        share("share", "Share", "Of the exclusive time of all operations of the same devices", ofTotal(&Region::inclusiveNs)),
        ifRoom(duration("exclusive_ns", "Exclusive", "Of operations without a deeper region", &Region::exclusiveNs)),
        ifRoom(share("exclusive_share", "Exclusive share", "Of the same base", ofTotal(&Region::exclusiveNs)))};
}

Selection operationsOf(const Region &region)
{
    SeveralSelection several;
    for (const StringId name : region.names)
        several.parts.emplace_back(NameSelection{name});
    if (several.parts.size() > 1)
        return several;
    return several.parts.empty() ? Selection() : selectionOf(several.parts.front());
}

Result<ReportTable> regionsTable(const TableInput &input)
{
    const DeviceOps &ops = input.program->ops;
    RegionTree tree;
    RowTable<Region> table("regions", "Regions of the program", regionColumns(&tree));
    std::unique_ptr<KernelRegions> kernels;
    NameOf nameOf;
    if (!ops.compiled) {
        kernels = std::make_unique<KernelRegions>(input);
        nameOf = [&input](const OpClass &what) { return (*input.names)[what.name].shortName; };
    }
    if (input.stopped())
        return table;
    tree = regionTree(*input.document, ops, input.scope.devices, kernels.get(), nameOf);
    for (const Region &region : tree.regions) {
        if (table.rowCount() % kPollRows == 0 && input.stopped())
            break;
        table.append(region, operationsOf(region));
    }
    if (ops.compiled)
        table.addNote("Regions are the scopes that the compiler recorded. An operation of several scopes is listed where they "
                      "diverge; one without a scope is listed under its own name.");
    else if (kernels->byLaunch())
        table.addNote("Regions are the modules and ranges that were open on the launching thread; work launched outside of them "
                      "is listed under its own name.");
    else
        table.addNote("No modules or ranges are recorded: regions are stage, layer and category; work outside of passes is "
                      "listed under its own name.");
    if (tree.totalNs > 0)
        table.addNote(
            msg("Time with a region: %1.", wholePercent(static_cast<double>(tree.namedNs) / static_cast<double>(tree.totalNs))));
    return table;
}

} // namespace

extern const TableSpec kRegionsTable{
    .name = "regions",
    .help = "device time by region of the program",
    .example = "trace.json.gz --top 30",
    .columns = headings<regionColumns>,
    .build = regionsTable,
    .needs = TableNeeds::Devices,
    .allPasses = true,
    .program = true,
};

} // namespace lamella::core
