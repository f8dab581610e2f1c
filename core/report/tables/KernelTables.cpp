// SPDX-License-Identifier: GPL-3.0-or-later
// kernels: time of the scope by kernel name. unnamed: kernel names that no category rule matches, to write rules for.
#include "core/analysis/Hotness.h"
#include "core/analysis/InFlight.h"
#include "core/analysis/origin/Origins.h"
#include "core/base/Format.h"
#include "core/base/Message.h"
#include "core/base/OneLineJson.h"
#include "core/base/Saturate.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/KernelComparison.h"
#include "core/report/tables/NumberedKernels.h"
#include "core/report/tables/RolesByName.h"
#include "core/report/tables/RooflineCells.h"
#include "core/report/tables/TableBuilders.h"

#include <array>
#include <memory>
#include <optional>
#include <span>

namespace lamella::core {

namespace {

constexpr std::size_t kPollRows = 4096; // between two checks of the stop request

struct KernelSum {
    const NameHotness &sums;
    const KernelName &name;
    std::int64_t totalNs; // over all names
    const ShapeHotness *shaped = nullptr; // only with --group shape
    OrMissing<KeptText> role = Missing{kNoKernelRole}; // of all kernels of the name
};

OrMissing<double> shareOf(const KernelSum &h)
{
    return ratio(h.sums.sumNs, h.totalNs, "all durations are zero");
}

std::vector<Column<KernelSum>> sumColumns()
{
    using namespace columns;
    return {rowNumber<KernelSum>("rank", "1 = longest sum"),
        text("category", "Category", "What the kernel does",
            [](const KernelSum &h) { return KeptText{info(h.name.category).id}; }),
        text("short_name", "Kernel", "Name without return type, namespaces and arguments",
            [](const KernelSum &h) { return KeptText{h.name.shortName}; }),
        integer("count", "Count", "Times it ran", [](const KernelSum &h) { return h.sums.count; }),
        duration("sum_ns", "Sum", "Durations added up", [](const KernelSum &h) { return h.sums.sumNs; }),
        share("share", "Share", "Of the sum of all GPU work in the chosen passes, layers and streams", shareOf),
        ifRoom(duration("avg_ns", "Avg", "Mean duration",
            [](const KernelSum &h) { return meanNs(h.sums.sumNs, static_cast<std::int64_t>(h.sums.count)); })),
        ifRoom(duration("min_ns", "Min", "Shortest", [](const KernelSum &h) { return h.sums.minNs; })),
        ifRoom(duration("max_ns", "Max", "Longest", [](const KernelSum &h) { return h.sums.maxNs; })),
        ifRoom(duration("median_ns", "Median", "Median duration", [](const KernelSum &h) { return h.sums.medianNs; })),
        onRequest(text("name", "Name", "Whole name, demangled", [](const KernelSum &h) { return KeptText{h.name.full}; }))};
}

Column<KernelSum> roleColumn()
{
    using namespace columns;
    return ifRoom(text("role", "Role", "Role in the layer, where all of them have the same", &KernelSum::role));
}

std::vector<Column<KernelSum>> hotColumns()
{
    std::vector<Column<KernelSum>> all = sumColumns();
    all.push_back(roleColumn());
    return all;
}

std::vector<Column<KernelSum>> shapeColumns(const TraceDocument *document, const JoinedTexts *texts)
{
    using namespace columns;
    std::vector<Column<KernelSum>> all = sumColumns();
    const auto dims = [texts](const KernelSum &h) {
        const StringId recorded = h.shaped->inputDims;
        return textOr(recorded.valid() ? oneLineJson(texts->text(recorded)) : std::string(), "no input shapes recorded");
    };
    const auto launched = [document](auto part) {
        return [document, part](const KernelSum &h) {
            const ShapeId shape = h.shaped->shape;
            return textOr(
                shape.valid() ? tripleText(document->kernels.shapes[shape.value].*part) : std::string(), "not recorded");
        };
    };
    all.push_back(text("input_dims", "Input dims",
        "Of the operator that launched it, or of the nearest around it that recorded them; of a graph replay from a companion",
        dims));
    all.push_back(ifRoom(text("grid", "Grid", "Launch grid x,y,z", launched(&LaunchShape::grid))));
    all.push_back(ifRoom(text("block", "Block", "Thread block x,y,z", launched(&LaunchShape::block))));
    all.push_back(roleColumn());
    return all;
}

// With --against.
std::vector<Column<KernelSum>> comparedColumns(KernelComparison *comparison)
{
    std::vector<Column<KernelSum>> all = hotColumns();
    addComparisonColumns<KernelSum>(
        all, comparison, [](const KernelSum &h) { return h.sums.name; }, [](const KernelSum &h) { return h.sums.sumNs; });
    return all;
}

std::vector<Column<KernelSum>> unnamedColumns()
{
    using namespace columns;
    return {rowNumber<KernelSum>("rank", "1 = longest sum"),
        text("name", "Name", "Whole name, demangled", [](const KernelSum &h) { return KeptText{h.name.full}; }),
        integer("count", "Count", "Times it ran", [](const KernelSum &h) { return h.sums.count; }),
        duration("sum_ns", "Sum", "Durations added up", [](const KernelSum &h) { return h.sums.sumNs; }),
        share("share", "Share", "Of the sum of all GPU work in the chosen passes, layers and streams", shareOf),
        onRequest(text("short_name", "Kernel", "Name without return type, namespaces and arguments",
            [](const KernelSum &h) { return KeptText{h.name.shortName}; }))};
}

std::int64_t sumOf(const TableInput &input, const std::vector<KernelId> &kernels)
{
    std::int64_t total = 0;
    for (const KernelId kernel : kernels)
        total = addSaturated(total, input.document->kernels.duration[kernel.value]);
    return total;
}

const NameHotness &sumsOf(const NameHotness &h)
{
    return h;
}
const NameHotness &sumsOf(const ShapeHotness &h)
{
    return h.sums;
}
const ShapeHotness *shapeOf(const NameHotness &)
{
    return nullptr;
}
const ShapeHotness *shapeOf(const ShapeHotness &h)
{
    return &h;
}

// A table with one row per entry; stops early on request.
template <class Hotness>
void appendAll(RowTable<KernelSum> &table, const TableInput &input, const std::vector<Hotness> &all, std::int64_t totalNs,
    const RolesByName *roles = nullptr)
{
    table.keepAlive(input.names);
    for (const Hotness &h : all) {
        if (table.rowCount() % kPollRows == 0 && input.stopped())
            break;
        const NameHotness &sums = sumsOf(h);
        KernelSum row{sums, (*input.names)[sums.name], totalNs, shapeOf(h)};
        if (roles)
            row.role = roles->of(sums.name);
        table.append(row, NameSelection{sums.name});
    }
}

// Transfers in flight lead the list by their length, though they occupy no device.
void noteInFlight(ReportTable &table, const TableInput &input, std::span<const KernelId> kernels)
{
    const std::vector<bool> inFlight = inFlightStreams(*input.document);
    std::int64_t sum = 0;
    std::size_t count = 0;
    for (const KernelId kernel : inFlight.empty() ? std::span<const KernelId>() : kernels) {
        if (!inFlight[input.document->kernels.stream[kernel.value].value])
            continue;
        ++count;
        sum = addSaturated(sum, input.document->kernels.duration[kernel.value]);
    }
    if (count > 0)
        table.addNote(msg("%1 of these run in flight beside the work of their device (%2 in sum); ops and families leave "
                          "them out.",
            count, formatDuration(sum)));
}

// Shapes by KernelId, those of companions included.
std::vector<StringId> dimsOf(const Origins &origins, std::span<const KernelId> kernels, JoinedTexts &texts)
{
    std::vector<StringId> dims = origins.launches().inputDims;
    if (origins.companions().empty())
        return dims;
    dims.resize(origins.document().kernels.size());
    for (const KernelId kernel : kernels)
        if (!origins.ownCall(kernel).valid())
            dims[kernel.value] = texts.of(origins.inputDims(kernel));
    return dims;
}

std::vector<ReportColumn> shapeHeadings()
{
    return headings(shapeColumns(nullptr, nullptr));
}

ReportTable byName(const TableInput &input, const Origins *shapes, const std::shared_ptr<const KernelRoles> &roles,
    KernelComparison *comparison = nullptr)
{
    JoinedTexts texts(*input.document);
    RowTable<KernelSum> table = shapes
        ? RowTable<KernelSum>("kernels_by_shape", "Kernels by name and shape", shapeColumns(input.document.get(), &texts))
        : RowTable<KernelSum>("kernels", "Kernels by name", comparison ? comparedColumns(comparison) : hotColumns());
    const std::vector<KernelId> kernels = input.kernels();
    const std::int64_t totalNs = sumOf(input, kernels);
    if (input.stopped())
        return table;
    RolesByName byRole(input.document, roles);
    byRole.add(kernels);
    if (shapes)
        appendAll(
            table, input, shapeHotness(*input.document, dimsOf(*shapes, kernels, texts), kernels, &texts), totalNs, &byRole);
    else
        appendAll(table, input, hotness(*input.document, kernels), totalNs, &byRole);
    table.keepAlive(roles);
    noteScope(table, input);
    noteInFlight(table, input, kernels);
    if (!input.work.empty())
        table.addNote(msg("Only work that matches %1 counts; shares refer to that.", input.work.text()));
    if (kernels.empty())
        table.addNote("The chosen part of the trace has no GPU work.");
    warnOfMarkedRows(table);
    return table;
}

Result<ReportTable> kernelsTable(const TableInput &asked)
{
    TableInput input = asked;
    const std::string &group = input.request.group;
    const bool each = input.request.each;
    if (!group.empty() && group != "name" && group != "stem" && group != "shape")
        return Error{ErrorCode::BadRequest, msg("kernels cannot be grouped by %1; use name, stem or shape", group), {}, -1};
    if (const std::string &against = input.request.against; !against.empty() && against != "type" && against != "steady")
        return Error{ErrorCode::BadRequest, msg("kernels are compared with type or steady, not with %1", against), {}, -1};
    if (auto filter = KernelFilter::parse(input.request.filter)) // errors are reported when rows are filtered
        input.work = each ? *filter : filter->aboutWork();
    const auto roles = input.parts->roles(input);
    if (!roles)
        return roles.error();
    std::optional<KernelComparison> comparison;
    if (!input.request.against.empty()) {
        auto roofline = rooflineIfAny(input);
        if (!roofline)
            return roofline.error();
        comparison.emplace(input, std::move(*roofline));
        if (!each && group.empty())
            return byName(input, nullptr, *roles, &*comparison);
    }
    if (!each && group != "shape")
        return group == "stem" ? withoutNumbers(byName(input, nullptr, *roles), 0) : byName(input, nullptr, *roles);
    if (each) {
        auto cells = originCells(input);
        if (!cells)
            return cells.error();
        return eachKernelTable(input, std::move(*cells), *roles, comparison ? &*comparison : nullptr);
    }
    const auto origins = input.parts->origins(input.control);
    if (!origins)
        return origins.error();
    ReportTable table = byName(input, origins->get(), *roles);
    for (const auto &companion : (*origins)->companions())
        table.addNote(msg("Names of replayed work are from %1.", companion->file));
    return table;
}

Result<ReportTable> unnamedTable(const TableInput &input)
{
    const std::string &by = input.request.by;
    if (!by.empty() && by != "category" && by != "role")
        return Error{ErrorCode::BadRequest, msg("kernels cannot lack a %1; use category or role", by), {}, -1};
    const bool byRole = by == "role";
    std::shared_ptr<const KernelRoles> roles;
    if (byRole) {
        const auto found = input.parts->roles(input);
        if (!found)
            return found.error();
        roles = *found;
    }
    RowTable<KernelSum> table(
        "unnamed", byRole ? Message("Kernels without a role") : Message("Kernels without a category"), unnamedColumns());
    std::vector<KernelId> kernels = kernelsOf(input.scope, *input.document, *input.segmentation, *input.index);
    if (byRole) // outside of passes nothing has a role
        std::erase_if(kernels, [&input](KernelId kernel) { return input.segmentation->passOf[kernel.value] == kNoPass; });
    std::vector<KernelId> unnamed;
    for (const KernelId kernel : kernels)
        if (byRole ? roles->id(kernel) == 0 : !(*input.names)[input.document->kernels.name[kernel.value]].named)
            unnamed.push_back(kernel);
    appendAll(table, input, hotness(*input.document, unnamed), sumOf(input, kernels));
    noteScope(table, input);
    if (kernels.empty())
        table.addNote("The chosen part of the trace has no GPU work.");
    else if (unnamed.empty())
        table.addNote(byRole ? "Every kernel has a role." : "Every kernel has a category.");
    else if (byRole)
        table.addNote("A profile file with \"roles\" names them: see lamella-cli profiles --help.");
    else
        table.addNote("A profile file with \"universal\" rules names them: see lamella-cli profiles --help.");
    return table;
}

constexpr std::array kForms{TableForm{"--each", eachKernelColumns}, TableForm{"--against type", headings<comparedColumns>},
    TableForm{"--each --against type", comparedKernelColumns}, TableForm{"--group shape", shapeHeadings},
    TableForm{"--group stem", withoutNumbersColumns}};

} // namespace

std::vector<ReportColumn> kernelsColumns()
{
    return headings(hotColumns());
}

extern const TableSpec kKernelsTable{
    .name = "kernels",
    .help = "kernels by name, or one by one with --each",
    .example = "trace.json.gz --pass steady --top 20",
    .columns = kernelsColumns,
    .build = kernelsTable,
    .layers = LayerUse::List,
    .filterChoosesWork = true,
    .options = "--each --group --against --peaks --tokens --context --yours",
    .forms = kForms,
};

extern const TableSpec kUnnamedTable{
    .name = "unnamed",
    .help = "kernels that no rule names, longest first",
    .example = "trace.json.gz --profile my-model.json",
    .columns = headings<unnamedColumns>,
    .build = unnamedTable,
    .allDevices = true,
    .wholeTrace = true, // missing rules matter wherever the kernel runs
    .layers = LayerUse::Range,
    .options = "--by",
    .by = "category|role",
};

} // namespace lamella::core
