// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sql/SqlRows.h"

#include "core/base/StoppableSort.h"

#include <algorithm>
#include <numeric>

namespace lamella::core {

namespace {

// A stable counting sort of `rows` by value(row) < values.
template <class Value> void countingSort(std::vector<std::uint32_t> &rows, std::size_t values, Value &&value)
{
    std::vector<std::uint32_t> next(values + 1, 0);
    for (const std::uint32_t row : rows)
        ++next[value(row) + 1];
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<std::uint32_t> sorted(rows.size());
    for (const std::uint32_t row : rows)
        sorted[next[value(row)]++] = row;
    rows = std::move(sorted);
}

} // namespace

// By row: 0 for NULL, else the place of its text among the texts of the column. Meaningless when stopped.
std::vector<std::uint32_t> SqlRows::ranks(const SqlRowColumn &column, const std::stop_token &stop) const
{
    std::vector<std::uint32_t> keys(m_count);
    std::uint32_t end = 0;
    for (std::uint32_t row = 0; row < m_count; ++row) {
        keys[row] = column.key(row);
        if (keys[row] != kSqlNoKey)
            end = std::max(end, keys[row] + 1);
    }
    std::vector<bool> used(end, false);
    for (const std::uint32_t key : keys)
        if (key != kSqlNoKey)
            used[key] = true;
    std::vector<std::uint32_t> sorted;
    for (std::uint32_t key = 0; key < end; ++key)
        if (used[key])
            sorted.push_back(key);
    const auto isBefore = [&column](std::uint32_t a, std::uint32_t b) { return column.textOfKey(a) < column.textOfKey(b); };
    if (!stoppableSort(sorted.begin(), sorted.end(), isBefore, stop))
        return keys;
    std::vector<std::uint32_t> rankOf(end, 0);
    for (std::uint32_t rank = 0; rank < sorted.size(); ++rank)
        rankOf[sorted[rank]] = rank + 1;
    for (std::uint32_t &key : keys)
        key = key == kSqlNoKey ? 0 : rankOf[key];
    return keys;
}

bool SqlRows::sortBy(const SqlRowColumn &column, std::vector<std::uint32_t> &rows, const std::stop_token &stop) const
{
    if (column.key) {
        const std::vector<std::uint32_t> rank = ranks(column, stop);
        if (stop.stop_requested())
            return false;
        const std::uint32_t max = rank.empty() ? 0 : *std::max_element(rank.begin(), rank.end());
        countingSort(rows, max + 1, [&rank](std::uint32_t row) { return rank[row]; });
        return true;
    }
    std::vector<std::int64_t> values(m_count);
    std::int64_t min = std::numeric_limits<std::int64_t>::max();
    std::int64_t max = std::numeric_limits<std::int64_t>::min();
    for (std::uint32_t row = 0; row < m_count; ++row) {
        values[row] = column.number(row);
        if (values[row] != kSqlNull) {
            min = std::min(min, values[row]);
            max = std::max(max, values[row]);
        }
    }
    std::int64_t span = 0;
    if (min <= max && !__builtin_sub_overflow(max, min, &span) && span < std::int64_t{4} * m_count + 1024) {
        countingSort(rows, static_cast<std::size_t>(span) + 2,
            [&](std::uint32_t row) { return values[row] == kSqlNull ? 0 : static_cast<std::size_t>(values[row] - min) + 1; });
        return true;
    }
    const auto isBefore = [&values](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; };
    return stoppableSort(rows.begin(), rows.end(), isBefore, stop);
}

const std::vector<std::uint32_t> *SqlRows::order(const std::vector<int> &columns, const std::stop_token &stop) const
{
    const auto [it, added] = m_orders.try_emplace(columns);
    if (added) {
        it->second.resize(m_count);
        std::iota(it->second.begin(), it->second.end(), std::uint32_t{0});
        for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
            if (stop.stop_requested() || !sortBy(m_columns[static_cast<std::size_t>(*column)], it->second, stop)) {
                m_orders.erase(it);
                return nullptr;
            }
        }
    }
    return &it->second;
}

} // namespace lamella::core
