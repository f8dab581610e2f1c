// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/nsys/StatsTextTables.h"

#include "core/base/AsciiCase.h"
#include "core/base/Message.h"
#include "core/base/ParseDouble.h"
#include "core/base/Saturate.h"
#include "core/import/SignedInteger.h"
#include "core/profile/CategoryMatcher.h"
#include "core/profile/NameText.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>

namespace lamella::core {

namespace {

constexpr int kMaxDecimals = 9;

std::string columnId(std::string_view header)
{
    std::string id;
    for (const char c : header) {
        if (const char low = asciiLower(c); (low >= 'a' && low <= 'z') || (low >= '0' && low <= '9'))
            id += low;
        else if (c == '%')
            id += "percent";
        else if (!id.empty() && id.back() != '_')
            id += '_';
    }
    while (!id.empty() && id.back() == '_')
        id.pop_back();
    return id.empty() ? "column" : id;
}

std::optional<double> number(const std::string &cell)
{
    const std::optional<double> value = wholeDouble(cell);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

// The declaration of a report's column.
ReportColumn columnOf(const StatsReport &report, std::size_t at)
{
    bool integers = true;
    bool numbers = true;
    std::size_t decimals = 0;
    for (const std::vector<std::string> &row : report.rows) {
        if (row[at].empty())
            continue;
        integers = integers && parseSignedInteger(row[at]).has_value();
        numbers = numbers && number(row[at]).has_value();
        const std::size_t point = row[at].find('.');
        decimals = point == std::string::npos ? decimals : std::max(decimals, row[at].size() - point - 1);
    }
    ReportColumn column{columnId(report.header[at]), report.header[at], CellKind::Text, "As nsys stats wrote it", -1};
    if (numbers && !report.rows.empty()) {
        const bool nanoseconds = report.header[at].find("(ns)") != std::string::npos;
        column.kind = !integers ? CellKind::Real : nanoseconds ? CellKind::DurationNs : CellKind::Integer;
        column.decimals = integers ? -1 : static_cast<int>(std::min<std::size_t>(decimals, kMaxDecimals));
    }
    return column;
}

ReportTable tableOf(const StatsReport &report)
{
    std::vector<ReportColumn> columns;
    std::set<std::string> ids;
    for (std::size_t i = 0; i < report.header.size(); ++i) {
        ReportColumn column = columnOf(report, i);
        while (!ids.insert(column.id).second)
            column.id += "_" + std::to_string(i);
        columns.push_back(std::move(column));
    }
    ReportTable table("stats", msg("nsys stats: %1", report.id), columns);
    for (const std::vector<std::string> &row : report.rows) {
        table.appendRow();
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i].kind == CellKind::Text)
                table.setText(i, row[i]);
            else if (row[i].empty())
                table.setMissing(i, "empty in the file");
            else if (columns[i].kind == CellKind::Real)
                table.setReal(i, *number(row[i]));
            else
                table.setInteger(i, *parseSignedInteger(row[i]));
        }
    }
    return table;
}

std::string namesOf(const StatsText &text)
{
    std::string names;
    for (const StatsReport &report : text.reports)
        names += (names.empty() ? "" : ", ") + report.id;
    return names;
}

// Nanoseconds of a time cell, by the unit in its header.
std::optional<std::int64_t> timeCell(const StatsReport &report, const std::vector<std::string> &row, std::string_view name)
{
    static constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
        {{"(ns)", 1.0}, {"(us)", 1e3}, {"(ms)", 1e6}, {"(s)", 1e9}}};
    const std::ptrdiff_t at = report.column(name);
    if (at < 0)
        return std::nullopt;
    const std::string &cell = row[static_cast<std::size_t>(at)];
    const std::string &header = report.header[static_cast<std::size_t>(at)];
    const bool plain = header.find("(us)") == std::string::npos && header.find("(ms)") == std::string::npos
        && header.find("(s)") == std::string::npos;
    if (const auto exact = parseSignedInteger(cell); exact && plain)
        return exact;
    const auto value = number(cell);
    if (!value)
        return std::nullopt;
    double scale = 1;
    for (const auto &[unit, ns] : kUnits)
        if (header.find(unit) != std::string::npos)
            scale = ns;
    const double ns = std::round(*value * scale);
    return std::abs(ns) < 9e18 ? std::optional(static_cast<std::int64_t>(ns)) : std::nullopt;
}

} // namespace

Result<ReportTable> statsTextTable(const TraceDocument &document, std::string_view by, const JobControl &control)
{
    const Result<StatsText> text = readStatsText(document.source.path, {}, control);
    if (!text)
        return text.error();
    const StatsReport *chosen = nullptr;
    for (const StatsReport &report : text->reports)
        if (report.id == (by.empty() ? "cuda_gpu_kern_sum" : by) && chosen == nullptr)
            chosen = &report;
    if (chosen == nullptr && by.empty() && !text->reports.empty())
        chosen = &text->reports.front();
    if (chosen == nullptr)
        return Error{ErrorCode::BadRequest, msg("the file has no report %1; it has %2", by, namesOf(*text)), {}, -1};
    ReportTable table = tableOf(*chosen);
    if (text->reports.size() > 1)
        table.addNote(msg("Reports of the file: %1 (--by).", namesOf(*text)));
    for (const std::string &skipped : text->skipped)
        table.addNote(msg("Left out by nsys stats: %1", skipped));
    if (text->moreSkipped > 0)
        table.addNote(msg("Left out by nsys stats: %1 more.", text->moreSkipped));
    if (text->moreReports > 0)
        table.addNote(msg("%1 more reports of the file were not read.", text->moreReports));
    return table;
}

Result<ReportTable> statsTextKernels(const TraceDocument &document, const ProfileSet &profiles, const JobControl &control)
{
    const Result<StatsText> text = readStatsText(document.source.path, {}, control);
    if (!text)
        return text.error();
    ReportTable table("kernels", "Kernels by name", kernelsColumns());
    table.addNote(kNoTimeline);
    const auto found = std::find_if(text->reports.begin(), text->reports.end(),
        [](const StatsReport &r) { return r.id == "cuda_gpu_kern_sum" || r.id == "cuda_gpu_kern_gb_sum"; });
    if (found == text->reports.end()) {
        table.addNote(msg("It has no report of kernels (cuda_gpu_kern_sum); it has %1.", namesOf(*text)));
        return table;
    }
    const CategoryMatcher matcher(profiles, nullptr);
    std::int64_t total = 0;
    for (const auto &row : found->rows)
        total = addSaturated(total, timeCell(*found, row, "Total Time").value_or(0));
    const std::ptrdiff_t nameAt = found->column("Name");
    const std::ptrdiff_t countAt = found->column("Instances");
    std::int64_t rank = 0;
    for (const auto &row : found->rows) {
        const std::string name = nameAt < 0 ? std::string{} : demangledName(row[static_cast<std::size_t>(nameAt)]);
        const std::optional<Category> category = matcher.match(lowerCasedText(name));
        table.appendRow();
        table.setInteger(0, ++rank);
        table.setText(1, info(category.value_or(Category::Other)).id);
        table.setText(2, shortKernelName(name));
        const auto count = countAt < 0 ? std::nullopt : parseSignedInteger(row[static_cast<std::size_t>(countAt)]);
        if (count)
            table.setInteger(3, *count);
        else
            table.setMissing(3, "not in the file");
        const auto time = [&](std::size_t column, std::string_view one, std::string_view other) {
            auto value = timeCell(*found, row, one);
            value = value ? value : timeCell(*found, row, other);
            if (value)
                table.setInteger(column, *value);
            else
                table.setMissing(column, "not in the file");
        };
        time(4, "Total Time", "Total");
        const auto sum = timeCell(*found, row, "Total Time");
        if (sum && total > 0)
            table.setReal(5, static_cast<double>(*sum) / static_cast<double>(total));
        else
            table.setMissing(5, "no total");
        time(6, "Avg", "Average");
        time(7, "Min", "Minimum");
        time(8, "Max", "Maximum");
        time(9, "Med", "Median");
        table.setText(10, name);
    }
    if (std::any_of(found->rows.begin(), found->rows.end(),
            [&](const auto &row) { return nameAt >= 0 && row[static_cast<std::size_t>(nameAt)].ends_with("\u2026"); }))
        table.addNote("Names that end in \u2026 were shortened by nsys stats; its CSV has them whole.");
    return table;
}

} // namespace lamella::core
