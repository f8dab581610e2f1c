// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/TableWriters.h"

#include "core/base/Message.h"
#include "core/report/StackTable.h"
#include "core/report/TableSinkBuffer.h"
#include "core/report/XlsxTable.h"
#include "core/system/AtomicFile.h"

#include <array>

namespace lamella::core {

namespace {

constexpr std::array<std::string_view, 9> kNames{
    "text", "csv", "json", "markdown", "html", "csv-spreadsheet", "xlsx", "collapsed", "speedscope"};

} // namespace

std::optional<TableFormat> tableFormatFromName(std::string_view name)
{
    for (std::size_t i = 0; i < kNames.size(); ++i)
        if (kNames[i] == name)
            return static_cast<TableFormat>(i);
    return std::nullopt;
}

bool isForPeople(TableFormat format)
{
    return format == TableFormat::Text || format == TableFormat::Markdown || format == TableFormat::Html;
}

bool writeTable(const ReportTable &table, TableFormat format, const TableSink &sink, const TextLayout &layout)
{
    switch (format) {
    case TableFormat::Text:
        return writeTextTable(table, layout, sink);
    case TableFormat::Csv:
        return writeCsvTable(table, sink, false);
    case TableFormat::SpreadsheetCsv:
        return writeCsvTable(table, sink, true);
    case TableFormat::Json:
        return writeJsonTable(table, sink);
    case TableFormat::Markdown:
        return writeMarkdownTable(table, sink);
    case TableFormat::Html:
        return writeHtmlTable(table, sink);
    case TableFormat::Xlsx:
        return writeXlsxTable(table, sink).has_value();
    case TableFormat::Collapsed:
        return writeCollapsedStacks(table, sink);
    case TableFormat::Speedscope:
        return writeSpeedscope(table, sink);
    }
    return false;
}

std::string writeTable(const ReportTable &table, TableFormat format, const TextLayout &layout)
{
    std::string text;
    const auto append = [&text](std::string_view piece) {
        text += piece;
        return true;
    };
    writeTable(table, format, append, layout);
    return text;
}

Result<void> writeTableFile(
    const std::string &path, const ReportTable &table, TableFormat format, const TextLayout &layout, const JobControl &control)
{
    Result<void> workbook;
    const auto written = writeFileAtomically(path, [&](const TableSink &file) {
        const TableSink sink = [&](std::string_view bytes) { return !control.stopRequested() && file(bytes); };
        if (format != TableFormat::Xlsx)
            return writeTable(table, format, sink, layout);
        bool taken = true;
        const auto made = writeXlsxTable(table, [&](std::string_view bytes) { return taken = taken && sink(bytes); });
        if (taken) // else the file system's error is reported
            workbook = made;
        return made.has_value();
    });
    if (control.stopRequested() && !written)
        return Error{ErrorCode::Cancelled, "cancelled", path, -1};
    return workbook ? written : workbook;
}

std::vector<MissingSummary> summariseMissing(const ReportTable &table)
{
    std::vector<MissingSummary> all;
    for (std::size_t c = 0; c < table.columns().size(); ++c) {
        const std::size_t first = all.size();
        for (std::size_t r = 0; r < table.rowCount(); ++r) {
            const std::string_view reason = table.missingReason(r, c).english();
            if (reason.empty())
                continue;
            std::size_t i = first;
            while (i < all.size() && all[i].reason != reason)
                ++i;
            if (i == all.size())
                all.push_back({c, reason, 0});
            ++all[i].rows;
        }
    }
    return all;
}

std::string missingText(const ReportTable &table, const MissingSummary &missing)
{
    const char *const pattern = missing.rows == 1 ? "n/a in %1 (%2 row): %3" : "n/a in %1 (%2 rows): %3";
    return Message::filled(pattern,
        {Message::name(table.columns()[missing.column].title), Message::name(std::to_string(missing.rows)),
            Message::name(std::string(missing.reason))})
        .translated(table.language());
}

} // namespace lamella::core
