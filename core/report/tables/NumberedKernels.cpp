// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/tables/NumberedKernels.h"

#include "core/analysis/PassMetrics.h"
#include "core/analysis/program/HloText.h"
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
    std::int64_t longestNs = -1; // of one name
    std::size_t longest = 0; // its row
};

std::vector<Group> groupsOf(const ReportTable &kernels)
{
    const std::size_t name = kernels.columnIndex("name");
    const std::size_t category = kernels.columnIndex("category");
    const std::size_t count = kernels.columnIndex("count");
    const std::size_t sum = kernels.columnIndex("sum_ns");
    const std::size_t least = kernels.columnIndex("min_ns");
    const std::size_t most = kernels.columnIndex("max_ns");
    std::map<std::pair<std::string_view, std::string_view>, Group> byName;
    for (std::size_t r = 0; r < kernels.rowCount(); ++r) {
        const std::pair key(canonicalOpName(kernels.text(r, name)), kernels.text(r, category));
        Group &group = byName[key];
        group.name = key.first;
        group.category = key.second;
        ++group.names;
        group.count = addSaturated(group.count, kernels.integer(r, count));
        group.sumNs = addSaturated(group.sumNs, kernels.integer(r, sum));
        group.minNs = std::min(group.minNs, kernels.integer(r, least));
        group.maxNs = std::max(group.maxNs, kernels.integer(r, most));
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

} // namespace

std::vector<ReportColumn> withoutNumbersColumns()
{
    using namespace columns;
    return {integer("rank", "#", "1 = longest sum"), text("category", "Category", "What the operation does"),
        text("short_name", "Kernel", "The name in short"), text("name", "Name", "Without the number that the compiler gave it"),
        integer("names", "Names", "Operations that differ in their number"), integer("count", "Count", "Times they ran"),
        duration("sum_ns", "Sum", "Durations added up"),
        share("share", "Share", "Of the sum of all GPU work in the chosen passes, layers and streams"),
        duration("avg_ns", "Avg", "Mean duration"), duration("min_ns", "Min", "Shortest"), duration("max_ns", "Max", "Longest")};
}

ReportTable withoutNumbers(const ReportTable &kernels, std::size_t top)
{
    enum Column : std::size_t { kRank, kCategory, kShort, kName, kNames, kCount, kSum, kShare, kAvg, kMin, kMax };
    ReportTable table("kernels_by_stem", "Kernels by name without number", withoutNumbersColumns());
    const std::vector<Group> groups = groupsOf(kernels);
    std::int64_t total = 0;
    for (const Group &group : groups)
        total = addSaturated(total, group.sumNs);
    for (std::size_t i = 0; i < groups.size() && (top == 0 || i < top); ++i) {
        const Group &group = groups[i];
        table.appendRow(kernels.target(group.longest));
        table.setInteger(kRank, static_cast<std::int64_t>(i) + 1);
        table.setText(kCategory, std::string(group.category));
        table.setText(kShort, shortKernelName(group.name));
        table.setText(kName, std::string(group.name));
        table.setInteger(kNames, group.names);
        table.setInteger(kCount, group.count);
        table.setInteger(kSum, group.sumNs);
        if (total > 0)
            table.setReal(kShare, static_cast<double>(group.sumNs) / static_cast<double>(total));
        else
            table.setMissing(kShare, "all durations are zero");
        table.setInteger(kAvg, meanNs(group.sumNs, group.count));
        table.setInteger(kMin, group.minNs);
        table.setInteger(kMax, group.maxNs);
    }
    for (const std::string &note : kernels.notes())
        table.addNote(note);
    if (table.rowCount() < groups.size())
        table.addNote(std::to_string(table.rowCount()) + " of " + std::to_string(groups.size()) + " rows.");
    for (const auto &[key, value] : kernels.provenance())
        table.addProvenance(key, value);
    return table;
}

} // namespace lamella::core
