// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/sql/SqlResult.h"

#include "core/base/AsciiCase.h"
#include "core/base/Saturate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <sqlite3.h>
#include <variant>

namespace lamella::core {

namespace {

// "sum(dur_ns)" -> "dur_ns", "k.start_ns" -> "start_ns": what carries the unit of a column without an alias.
std::string_view unitName(std::string_view name)
{
    static constexpr std::array<std::string_view, 7> kSameUnit{"sum(", "min(", "max(", "avg(", "total(", "median(", "abs("};
    for (const std::string_view function : kSameUnit)
        if (name.starts_with(function) && name.ends_with(')')
            && name.find_first_of("(,", function.size()) == std::string_view::npos)
            name = name.substr(function.size(), name.size() - function.size() - 1);
    if (const std::size_t dot = name.rfind('.'); dot != std::string_view::npos)
        name.remove_prefix(dot + 1);
    return name;
}

bool isTime(std::string_view name)
{
    return name == "start_ns" || name == "end_ns" || name == "launch_ns" || name == "time_ns";
}

// Gaps of several devices may have the same range.
std::map<std::pair<TimeRange, DeviceId>, Selection> gapsByRange(const ReportTable *gaps, const TraceDocument &document)
{
    std::map<std::pair<TimeRange, DeviceId>, Selection> all;
    for (std::size_t row = 0; gaps != nullptr && row < gaps->rowCount(); ++row) {
        const Selection target = gaps->target(row);
        if (const auto *gap = std::get_if<GapSelection>(&target))
            all.emplace(std::pair(gap->range, document.deviceOf(gap->after.valid() ? gap->after : gap->before)), target);
    }
    return all;
}

// On the clock of the file; nothing without both, and for a negative duration.
std::optional<TimeRange> rangeOf(std::optional<std::int64_t> begin, std::optional<std::int64_t> durationNs, std::int64_t zero)
{
    if (!begin || !durationNs || *durationNs < 0)
        return std::nullopt;
    const std::int64_t from = addSaturated(*begin, zero);
    return TimeRange{{from}, {addSaturated(from, *durationNs)}};
}

} // namespace

SqlResult::SqlResult(sqlite3_stmt *statement)
{
    std::set<std::string> used;
    const int count = sqlite3_column_count(statement);
    for (int i = 0; i < count; ++i) {
        const char *const given = sqlite3_column_name(statement, i);
        const std::string base = given != nullptr && *given != '\0' ? given : "column_" + std::to_string(i + 1);
        std::string name = base;
        for (int n = 2; !used.insert(name).second; ++n)
            name = base + "_" + std::to_string(n);
        m_columns.push_back({name});
        const char *const type = sqlite3_column_decltype(statement, i);
        const std::string_view declared = type != nullptr ? type : "";
        m_columns.back().declared = declared == "TEXT" ? Kind::Text : declared == "REAL" ? Kind::Real : Kind::Null;
    }
}

bool SqlResult::add(sqlite3_stmt *statement, std::uint64_t maxBytes)
{
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const int at = static_cast<int>(i);
        Cell made;
        switch (sqlite3_column_type(statement, at)) {
        case SQLITE_INTEGER:
            made.kind = Kind::Whole;
            made.whole = sqlite3_column_int64(statement, at);
            m_columns[i].anyWhole = true;
            break;
        case SQLITE_FLOAT:
            made.kind = Kind::Real;
            made.real = sqlite3_column_double(statement, at);
            m_columns[i].anyReal = true;
            break;
        case SQLITE_TEXT:
        case SQLITE_BLOB: {
            made.kind = Kind::Text;
            m_columns[i].anyText = true;
            const auto *bytes = static_cast<const char *>(sqlite3_column_blob(statement, at));
            made.length = bytes == nullptr ? 0 : static_cast<std::size_t>(sqlite3_column_bytes(statement, at));
            made.whole = static_cast<std::int64_t>(m_texts.size());
            if (made.length > 0)
                m_texts.append(bytes, made.length);
            break;
        }
        default:
            break;
        }
        m_cells.push_back(made);
    }
    return m_texts.size() + m_cells.size() * sizeof(Cell) <= maxBytes;
}

CellKind SqlResult::kindOf(const Column &column) const
{
    const Kind declared = column.anyText || column.anyReal || column.anyWhole ? Kind::Null : column.declared;
    if (column.anyText || declared == Kind::Text)
        return CellKind::Text;
    const std::string lowered = asciiLowered(column.name);
    const std::string_view name = unitName(lowered);
    if (name.ends_with("share") || name == "of_floor" || name == "mfu" || name == "mbu")
        return CellKind::Share;
    if (column.anyReal || declared == Kind::Real)
        return CellKind::Real;
    if (name == "layer")
        return CellKind::Layer;
    if (name.ends_with("_ns"))
        return isTime(name) ? CellKind::TimeNs : CellKind::DurationNs;
    return name == "bytes" || name.ends_with("_bytes") ? CellKind::Bytes : CellKind::Integer;
}

std::string SqlResult::textOf(const Cell &cell) const
{
    switch (cell.kind) {
    case Kind::Whole:
        return std::to_string(cell.whole);
    case Kind::Real: {
        std::array<char, 32> text{};
        const auto end = std::to_chars(text.data(), text.data() + text.size(), cell.real).ptr;
        return {text.data(), end};
    }
    case Kind::Text:
        return m_texts.substr(static_cast<std::size_t>(cell.whole), cell.length);
    case Kind::Null:
        break;
    }
    return {};
}

void SqlResult::fill(ReportTable &table, std::size_t row, std::size_t column) const
{
    const Cell &from = cell(row, column);
    if (from.kind == Kind::Null)
        return;
    switch (table.columns()[column].kind) {
    case CellKind::Text:
        return table.setText(column, textOf(from));
    case CellKind::Real:
    case CellKind::Share:
        return table.setReal(column, from.kind == Kind::Real ? from.real : static_cast<double>(from.whole));
    default:
        return table.setInteger(column, from.whole);
    }
}

std::size_t SqlResult::named(std::string_view name) const
{
    const auto found = std::find_if(
        m_columns.begin(), m_columns.end(), [name](const Column &column) { return asciiLowered(column.name) == name; });
    return static_cast<std::size_t>(found - m_columns.begin());
}

bool SqlResult::listsGaps() const
{
    return std::max({named("start_ns"), named("dur_ns"), named("cause")}) < m_columns.size();
}

ReportTable SqlResult::table(const TraceDocument &document, std::optional<int> rank, const ReportTable *gaps) const
{
    const auto gapAt = gapsByRange(gaps, document);
    std::vector<ReportColumn> columns;
    for (const Column &column : m_columns)
        columns.push_back({column.name, column.name, kindOf(column), "Of the query", -1});
    ReportTable made("sql", "Result of the query", std::move(columns));
    const auto whole = [this](std::size_t row, std::size_t column) -> std::optional<std::int64_t> {
        if (column >= m_columns.size() || cell(row, column).kind != Kind::Whole)
            return std::nullopt;
        return cell(row, column).whole;
    };
    const std::size_t kernel = std::min(named("kernel"), named("index"));
    const std::size_t event = named("event");
    const std::size_t pass = named("pass");
    const std::size_t layer = named("layer");
    const std::size_t device = named("device");
    const std::size_t start = named("start_ns");
    const std::size_t time = named("time_ns");
    const std::size_t length = std::min(named("dur_ns"), named("wall_ns"));
    const auto deviceOf = [&](std::size_t row) {
        const auto number = whole(row, device);
        for (std::uint32_t d = 0; d < document.devices.size(); ++d)
            if (!number || document.devices[d].number == *number)
                return DeviceId(d);
        return DeviceId();
    };
    const std::size_t traceRank = named("trace_rank");
    const auto target = [&](std::size_t row) -> Selection {
        if (rank && whole(row, traceRank) != *rank)
            return {};
        const auto range = rangeOf(whole(row, start), whole(row, length), document.zero());
        const bool namesDevice = device < m_columns.size();
        const auto gap = range ? gapAt.lower_bound({*range, namesDevice ? deviceOf(row) : DeviceId(0)}) : gapAt.end();
        if (gap != gapAt.end() && gap->first.first == *range && (!namesDevice || gap->first.second == deviceOf(row)))
            return gap->second;
        if (const auto moment = rangeOf(whole(row, time), 1, document.zero()); moment && whole(row, event))
            return RangeSelection{*moment}; // of the table `memory`, whose events are those of the allocator
        if (const auto id = whole(row, kernel); id && *id >= 0 && *id < document.kernels.size())
            return KernelSelection{KernelId(static_cast<std::uint32_t>(*id))};
        if (const auto id = whole(row, event); id && *id >= 0 && *id < document.events.size())
            return EventSelection{EventId(static_cast<std::uint32_t>(*id))};
        const auto number = whole(row, pass);
        const auto at = whole(row, layer);
        const DeviceId on = deviceOf(row);
        if (number && *number >= 0 && *number < INT32_MAX && on.valid()) {
            if (at && *at >= kTailLayer && *at < INT32_MAX)
                return LayerSelection{on, static_cast<int>(*number), static_cast<int>(*at)};
            return PassSelection{on, static_cast<int>(*number)};
        }
        return range ? Selection(RangeSelection{*range}) : Selection();
    };
    made.reserveRows(rows());
    for (std::size_t row = 0; row < rows(); ++row) {
        made.appendRow(target(row));
        for (std::size_t column = 0; column < m_columns.size(); ++column)
            fill(made, row, column);
    }
    if (rows() == 0)
        made.addNote("The query has no rows.");
    return made;
}

} // namespace lamella::core
