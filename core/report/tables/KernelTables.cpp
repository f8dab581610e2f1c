// SPDX-License-Identifier: GPL-3.0-or-later
// kernels: what the time of the chosen scope goes to, by name.
#include "core/analysis/Hotness.h"
#include "core/analysis/KernelMatches.h"
#include "core/base/Saturate.h"
#include "core/report/tables/CellTexts.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/NumberedKernels.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <array>

namespace lamella::core {

std::vector<ReportColumn> kernelsColumns()
{
    using namespace columns;
    return {integer("rank", "#", "1 = longest sum"), text("category", "Category", "What the kernel does"),
        text("short_name", "Kernel", "Name without return type, namespaces and arguments"),
        integer("count", "Count", "Times it ran"), duration("sum_ns", "Sum", "Durations added up"),
        share("share", "Share", "Of the sum of all GPU work in the chosen passes, layers and streams"),
        duration("avg_ns", "Avg", "Mean duration"), duration("min_ns", "Min", "Shortest"), duration("max_ns", "Max", "Longest"),
        duration("median_ns", "Median", "Median duration"), text("name", "Name", "Whole name, demangled")};
}

namespace {

constexpr std::int64_t kPollRows = 4096; // between two looks at the stop request

// Appends a row with the columns of kernelsColumns().
void appendHot(ReportTable &table, const TableInput &input, const NameHotness &h, std::int64_t rank, std::int64_t total)
{
    const KernelName &name = (*input.names)[h.name];
    table.appendRow(NameSelection{h.name});
    table.setInteger(0, rank);
    table.setTextView(1, info(name.category).id);
    table.setTextView(2, name.shortName);
    table.setInteger(3, static_cast<std::int64_t>(h.count));
    table.setInteger(4, h.sumNs);
    if (total > 0)
        table.setReal(5, static_cast<double>(h.sumNs) / static_cast<double>(total));
    else
        table.setMissing(5, "all durations are zero");
    table.setInteger(6, meanNs(h.sumNs, static_cast<std::int64_t>(h.count)));
    table.setInteger(7, h.minNs);
    table.setInteger(8, h.maxNs);
    table.setInteger(9, h.medianNs);
    table.setTextView(10, name.full);
}

std::int64_t sumOf(const TableInput &input, const std::vector<KernelId> &kernels)
{
    std::int64_t total = 0;
    for (const KernelId kernel : kernels)
        total = addSaturated(total, input.document->kernels.duration[kernel.value]);
    return total;
}

void noteScope(ReportTable &table, const TableInput &input, const std::vector<KernelId> &kernels)
{
    if (!input.scope.why.empty())
        table.addNote("Shown: " + input.scope.why);
    if (!input.work.empty())
        table.addNote("Only work with " + input.work.text() + " counts; shares are of that.");
    if (kernels.empty())
        table.addNote("No GPU work is in what was asked for.");
}

} // namespace

std::vector<KernelId> TableInput::kernels() const
{
    std::vector<KernelId> found = kernelsOf(scope, *document, *segmentation, *index);
    if (work.empty())
        return found;
    KernelMatcher matcher(work, *document, *names, *segmentation);
    found.erase(std::remove_if(found.begin(), found.end(), [&matcher](KernelId kernel) { return !matcher.matches(kernel); }),
        found.end());
    return found;
}

ReportTable kernelsTable(const TableInput &input)
{
    ReportTable table("kernels", "Kernels by name", kernelsColumns());
    table.keepAlive(input.names);
    const std::vector<KernelId> kernels = input.kernels();
    const std::int64_t total = sumOf(input, kernels);
    std::int64_t rank = 0;
    if (input.stopped())
        return table;
    for (const NameHotness &h : hotness(*input.document, kernels)) {
        if (rank % kPollRows == 0 && input.stopped())
            break;
        appendHot(table, input, h, ++rank, total);
    }
    noteScope(table, input, kernels);
    return table;
}

ReportTable shapeKernelsTable(const TableInput &input, const LaunchJoin &launches)
{
    std::vector<ReportColumn> all = kernelsColumns();
    all.push_back(columns::text(
        "input_dims", "Input dims", "Of the operator that launched it, or of the nearest around it that recorded them"));
    all.push_back(columns::text("grid", "Grid", "Launch grid x,y,z"));
    all.push_back(columns::text("block", "Block", "Thread block x,y,z"));
    ReportTable table("kernels_by_shape", "Kernels by name and shape", std::move(all));
    table.keepAlive(input.names);
    const std::vector<KernelId> kernels = input.kernels();
    const std::int64_t total = sumOf(input, kernels);
    std::int64_t rank = 0;
    if (input.stopped())
        return table;
    for (const ShapeHotness &h : shapeHotness(*input.document, launches.inputDims, kernels)) {
        if (rank % kPollRows == 0 && input.stopped())
            break;
        appendHot(table, input, h.sums, ++rank, total);
        if (h.inputDims.valid())
            table.setText(11, oneLineJson(input.document->text(h.inputDims)));
        else
            table.setMissing(11, "no input shapes recorded");
        if (h.shape.valid()) {
            const LaunchShape &shape = input.document->kernels.shapes[h.shape.value];
            table.setText(12, tripleText(shape.grid));
            table.setText(13, tripleText(shape.block));
        } else {
            table.setMissing(12, "not recorded");
            table.setMissing(13, "not recorded");
        }
    }
    noteScope(table, input, kernels);
    return table;
}

namespace {

Result<ReportTable> chosenKernels(TableInput input)
{
    const std::string &group = input.request.group;
    const bool each = input.request.each;
    if (!group.empty() && group != "name" && group != "stem" && group != "shape")
        return Error{ErrorCode::BadRequest, "kernels cannot be grouped by " + group + "; use name, stem or shape", {}, -1};
    if (auto filter = KernelFilter::parse(input.request.filter)) // its errors are told where rows are chosen
        input.work = each ? *filter : filter->aboutWork();
    if (!each && group != "shape")
        return group == "stem" ? withoutNumbers(kernelsTable(input), 0) : kernelsTable(input);
    const auto joined = input.parts->launches(input.control);
    if (!joined)
        return joined.error();
    return each ? eachKernelTable(input, *joined) : shapeKernelsTable(input, **joined);
}

constexpr std::array<std::string_view, 2> kOptions{"--each", "--group"};
constexpr std::array kForms{TableForm{"--each", eachKernelColumns}};

} // namespace

extern const TableSpec kKernelsTable{
    .name = "kernels",
    .help = "kernels by name, or one by one with --each",
    .example = "trace.json.gz --pass steady --top 20",
    .columns = kernelsColumns,
    .build = [](const TableInput &input) { return chosenKernels(input); },
    .layers = LayerUse::List,
    .filterChoosesWork = true,
    .options = kOptions,
    .forms = kForms,
};

} // namespace lamella::core
