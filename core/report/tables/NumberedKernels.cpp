// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/NumberedKernels.h"

#include "core/analysis/PassMetrics.h"
#include "core/analysis/program/HloText.h"
#include "core/base/Message.h"
#include "core/base/Saturate.h"
#include "core/profile/KernelNames.h"
#include "core/report/tables/Columns.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::core {

namespace {

struct Group {
    std::string_view name;
    std::string_view category;
    std::int64_t names = 0;
    std::int64_t count = 0;
    std::int64_t sumNs = 0;
    std::int64_t minNs = INT64_MAX;
    std::int64_t maxNs = 0;
    std::int64_t longestNs = -1; // of a single name
    std::size_t longest = 0; // its row
};

std::vector<Group> groupsOf(const ReportTable &kernels)
{
    const std::size_t name = kernels.columnIndex("name");
    const std::size_t category = kernels.columnIndex("category");
    const std::size_t count = kernels.columnIndex("count");
    const std::size_t sum = kernels.columnIndex("sum_ns");
    const std::size_t min = kernels.columnIndex("min_ns");
    const std::size_t max = kernels.columnIndex("max_ns");
    std::map<std::pair<std::string_view, std::string_view>, Group> byName;
    for (std::size_t r = 0; r < kernels.rowCount(); ++r) {
        const std::pair key(canonicalOpName(kernels.text(r, name)), kernels.text(r, category));
        Group &group = byName[key];
        group.name = key.first;
        group.category = key.second;
        ++group.names;
        group.count = addSaturated(group.count, kernels.integer(r, count));
        group.sumNs = addSaturated(group.sumNs, kernels.integer(r, sum));
        group.minNs = std::min(group.minNs, kernels.integer(r, min));
        group.maxNs = std::max(group.maxNs, kernels.integer(r, max));
        if (kernels.integer(r, sum) > group.longestNs) {
            group.longestNs = kernels.integer(r, sum);
            group.longest = r;
        }
    }
    std::vector<Group> groups;
    for (const auto &[unused, group] : byName)
        groups.push_back(group);
    std::stable_sort(groups.begin(), groups.end(), [](const Group &a, const Group &b) { return a.sumNs > b.sumNs; });
    return groups;
}

std::vector<Column<Group>> groupColumns(const std::int64_t *totalNs)
{
    using namespace columns;
    return {rowNumber<Group>("rank", "1 = longest sum"),
        text("category", "Category", "What the operation does", &Group::category),
        text("short_name", "Kernel", "The name in short", [](const Group &g) { return shortKernelName(g.name); }),
        text("name", "Name", "Without the number that the compiler gave it", &Group::name),
        integer("names", "Names", "Operations that differ in their number", &Group::names),
        integer("count", "Count", "Times they ran", &Group::count),
        duration("sum_ns", "Sum", "Durations added up", &Group::sumNs),
        share("share", "Share", "Of the sum of all GPU work in the chosen passes, layers and streams",
            [totalNs](const Group &g) { return ratio(g.sumNs, *totalNs, "all durations are zero"); }),
        duration("avg_ns", "Avg", "Mean duration", [](const Group &g) { return meanNs(g.sumNs, g.count); }),
        duration("min_ns", "Min", "Shortest", &Group::minNs), duration("max_ns", "Max", "Longest", &Group::maxNs)};
}

} // namespace

std::vector<ReportColumn> withoutNumbersColumns()
{
    return headings<groupColumns>();
}

ReportTable withoutNumbers(const ReportTable &kernels, std::size_t top)
{
    const std::vector<Group> groups = groupsOf(kernels);
    std::int64_t total = 0;
    for (const Group &group : groups)
        total = addSaturated(total, group.sumNs);
    RowTable<Group> table("kernels_by_stem", "Kernels by name without number", groupColumns(&total));
    for (std::size_t i = 0; i < groups.size() && (top == 0 || i < top); ++i)
        table.append(groups[i], kernels.target(groups[i].longest));
    for (const Message &note : kernels.notes())
        table.addNote(note);
    if (table.rowCount() < groups.size())
        table.addNote(msg("%1 of %2 rows.", table.rowCount(), groups.size()));
    for (const auto &[key, value] : kernels.provenance())
        table.addProvenance(key, value);
    return table;
}

} // namespace lamella::core
