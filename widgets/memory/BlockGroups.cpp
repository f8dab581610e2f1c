// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/BlockGroups.h"

#include "core/base/Saturate.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace lamella::ui {

namespace {

struct Group {
    std::string_view category;
    std::string_view name;
    BlockSum sum;
    std::int64_t largest = -1; // bytes of a block
    std::size_t row = 0; // of it
};

std::vector<core::ReportColumn> columns()
{
    return {{"category", "Lifetime", core::CellKind::Text, "Use of the memory, derived from its lifetime"},
        {"name", "Line", core::CellKind::Text, "Source line, or operator, that allocated it"},
        {"blocks", "Blocks", core::CellKind::Integer, "Of these"},
        {"bytes", "Bytes", core::CellKind::Bytes, "Size of the block"}};
}

} // namespace

core::Result<core::ReportTable> groupedBlocks(const core::ReportTable &blocks, const core::JobControl &control)
{
    constexpr std::size_t kRowsBetweenLooks = 4096; // for a request to stop
    const std::size_t category = blocks.columnIndex("category");
    const std::size_t line = blocks.columnIndex("line");
    const std::size_t op = blocks.columnIndex("op");
    const std::size_t bytes = blocks.columnIndex("bytes");
    std::map<std::pair<std::string_view, std::string_view>, Group> groups;
    for (std::size_t row = 0; row < blocks.rowCount(); ++row) {
        if (row % kRowsBetweenLooks == 0 && control.stopRequested())
            return core::Error{core::ErrorCode::Cancelled, "cancelled", {}, -1};
        const std::string_view life = blocks.text(row, category);
        const std::string_view name = blocks.text(row, blocks.isMissing(row, line) ? op : line);
        const std::int64_t size = blocks.integer(row, bytes);
        Group &group = groups[{life, name}];
        group.category = life;
        group.name = name;
        ++group.sum.blocks;
        group.sum.bytes = core::addSaturated(group.sum.bytes, size);
        if (size > group.largest) {
            group.largest = size;
            group.row = row;
        }
    }
    std::vector<const Group *> order;
    for (const auto &[key, group] : groups)
        order.push_back(&group);
    std::stable_sort(order.begin(), order.end(), [](const Group *a, const Group *b) { return a->sum.bytes > b->sum.bytes; });
    core::ReportTable table("memory_groups", "Blocks of memory", columns());
    for (const Group *group : order) {
        table.appendRow(blocks.target(group->row));
        table.setText("category", group->category);
        if (group->name.empty())
            table.setMissing("name", blocks.missingReason(group->row, line));
        else
            table.setText("name", group->name);
        table.setInteger("blocks", group->sum.blocks);
        table.setInteger("bytes", group->sum.bytes);
    }
    return table;
}

BlockSum sumOf(const core::ReportTable &groups)
{
    BlockSum sum;
    for (std::size_t row = 0; row < groups.rowCount(); ++row) {
        sum.blocks += groups.integer(row, groups.columnIndex("blocks"));
        sum.bytes = core::addSaturated(sum.bytes, groups.integer(row, groups.columnIndex("bytes")));
    }
    return sum;
}

} // namespace lamella::ui
