// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TableColumns.h"

#include "core/base/Message.h"
#include "core/base/NearestName.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lamella::core {

namespace {

constexpr std::size_t kMaxNamed = 40; // columns that an error lists

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isHeading(const ReportColumn &column, std::string_view name)
{
    return std::equal(
        column.title.begin(), column.title.end(), name.begin(), name.end(), [](char a, char b) { return lower(a) == lower(b); });
}

// Which columns an unknown name may mean: those with this heading if there are several, else the one whose id or heading is
// spelt nearly so.
Message suggestion(const ReportTable &table, std::string_view name, const std::vector<std::size_t> &headings)
{
    const std::vector<ReportColumn> &columns = table.columns();
    if (!headings.empty()) {
        Message ids;
        for (const std::size_t column : headings)
            ids.append("%1 or %2", Message::name(columns[column].id));
        return msg(" (did you mean %1?)", ids);
    }
    std::vector<std::string> names;
    for (const ReportColumn &column : columns)
        names.push_back(column.id);
    for (const ReportColumn &column : columns)
        names.push_back(column.title);
    return didYouMean(name, names);
}

} // namespace

Result<std::size_t> columnNamed(const ReportTable &table, std::string_view name)
{
    if (const std::size_t column = table.columnIndex(name); column != ReportTable::npos)
        return column;
    std::vector<std::size_t> headings;
    for (std::size_t c = 0; c < table.columns().size(); ++c)
        if (isHeading(table.columns()[c], name))
            headings.push_back(c);
    if (headings.size() == 1)
        return headings.front();
    std::string known;
    for (std::size_t c = 0; c < table.columns().size() && c < kMaxNamed; ++c)
        known += (c > 0 ? ", " : "") + table.columns()[c].id;
    return Error{ErrorCode::BadRequest,
        msg("column %1 is not in this table%2; it has %3", name, suggestion(table, name, headings), known), {}, -1};
}

Result<ReportTable> chosenColumns(const ReportTable &table, std::string_view names)
{
    std::vector<std::size_t> chosen;
    for (std::size_t at = 0; at <= names.size();) {
        const std::size_t end = std::min(names.find(',', at), names.size());
        const auto column = columnNamed(table, names.substr(at, end - at));
        if (!column)
            return column.error();
        if (std::find(chosen.begin(), chosen.end(), *column) != chosen.end())
            return Error{
                ErrorCode::BadRequest, msg("column %1 is named twice; name it once", table.columns()[*column].id), {}, -1};
        chosen.push_back(*column);
        at = end + 1;
    }
    return table.withColumns(chosen);
}

ReportTable withColumns(const ReportTable &table, std::span<const std::string_view> ids)
{
    std::vector<std::size_t> kept;
    for (const std::string_view id : ids)
        if (const std::size_t column = table.columnIndex(id); column != ReportTable::npos)
            kept.push_back(column);
    return table.withColumns(kept);
}

} // namespace lamella::core
