// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/NsysRowArgs.h"

#include "core/import/JsonText.h"
#include "core/import/OpenedFile.h"
#include "core/import/ascend/AscendRowArgs.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace lamella::core {

namespace {

// True for columns with ids of the table StringIds.
bool isTextId(std::string_view column)
{
    static constexpr std::array<std::string_view, 7> kTexts{
        "demangledName", "shortName", "mangledName", "nameId", "textId", "jsonTextId", "filenameId"};
    for (const std::string_view text : kTexts)
        if (column == text)
            return true;
    return false;
}

std::string valueAsJson(const SqliteFile &file, const SqliteRows &rows, int column, std::string_view name)
{
    if (const std::optional<double> real = rows.real(column)) {
        std::array<char, 32> text{};
        const char *const end = std::to_chars(text.data(), text.data() + text.size(), *real).ptr;
        const std::string_view written(text.data(), static_cast<std::size_t>(end - text.data()));
        return std::isfinite(*real) ? std::string(written) : cellAsJson(written);
    }
    const auto number = rows.optionalInteger(column);
    if (!number)
        return cellAsJson(rows.text(column));
    if (isTextId(name)) {
        SqliteRows text = file.row("StringIds", "id", *number, {"value"});
        if (text.next() && !text.isNull(0))
            return cellAsJson(text.text(0));
    }
    return std::to_string(*number);
}

} // namespace

Result<std::vector<std::pair<std::string, std::string>>> nsysRowArgs(
    const TraceDocument &document, const SqliteFile &file, std::int64_t row, std::uint32_t table)
{
    const TraceSource &source = document.source;
    if (table == 0 || table > file.tables().size())
        return Error{ErrorCode::BadRequest, "this event has no recorded row", source.path, -1};
    const std::string &name = file.tables()[table - 1];
    const std::vector<std::string> columns = file.columnsOf(name);
    SqliteRows rows = file.row(name, "rowid", row, {columns.begin(), columns.end()});
    if (!rows.next())
        return file.unreadable() ? readError(source.path, -1, EIO)
                                 : Error{ErrorCode::BadRequest, "the row of this event cannot be read", source.path, -1};
    std::vector<std::pair<std::string, std::string>> args{{"table", cellAsJson(name)}};
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (!rows.isNull(static_cast<int>(i)))
            args.emplace_back(
                cleanSample(columns[i], columns[i].size() * 3), valueAsJson(file, rows, static_cast<int>(i), columns[i]));
    return args;
}

} // namespace lamella::core
