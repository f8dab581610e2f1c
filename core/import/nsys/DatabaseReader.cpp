// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/DatabaseReader.h"

#include "core/base/Saturate.h"
#include "core/base/TimeBound.h"
#include "core/import/DiagnosticKinds.h"

#include <algorithm>
#include <optional>

namespace lamella::core {

namespace {
constexpr std::uint64_t kRowsBetweenReports = 4096;
} // namespace

void DatabaseReader::expectRows(std::string_view table)
{
    m_allRows += std::min(static_cast<std::uint64_t>(m_file.count(table)), std::uint64_t{1} << 48);
}

void DatabaseReader::noteComputedColumns()
{
    for (const std::string &column : m_file.computedColumns())
        m_builder.document().diagnostics.add(diagnostics::kComputedColumn, -1, column);
}

void DatabaseReader::each(
    std::string_view table, std::vector<std::string_view> columns, const std::function<void(const SqliteRows &)> &visit)
{
    const std::string stored = m_file.stored(table);
    m_readTables.insert(stored);
    const auto &tables = m_file.tables();
    const auto number = static_cast<std::uint32_t>(1 + (std::find(tables.begin(), tables.end(), stored) - tables.begin()));
    const auto own = static_cast<int>(columns.size());
    columns.emplace_back("rowid");
    SqliteRows rows = m_file.rows(table, columns);
    const bool numbered = !rows.damaged(); // tables WITHOUT ROWID have no row numbers
    if (!numbered) {
        columns.pop_back();
        rows = m_file.rows(table, columns);
    }
    while (!m_limitHit && rows.next()) {
        const std::uint32_t before = m_builder.events();
        visit(rows);
        if (numbered && m_builder.events() == before + 1)
            m_builder.setPlace(rows.integer(own), number);
        if (++m_rows % kRowsBetweenReports == 0 && m_allRows > 0) {
            if (m_control.stopRequested())
                return;
            m_control.report(static_cast<std::uint64_t>(static_cast<double>(m_fileBytes) * static_cast<double>(m_rows)
                                 / static_cast<double>(std::max(m_allRows, m_rows))),
                m_fileBytes);
        }
    }
    if (rows.damaged() && !m_control.stopRequested())
        m_builder.document().diagnostics.add(diagnostics::kDamagedTable, -1, table);
}

EventId DatabaseReader::addEvent(const RecordedEvent &event)
{
    if (m_builder.full()) {
        m_limitHit = true;
        return EventId{m_builder.events() - 1};
    }
    if (isWithinBound(event.start) && endsWithinBound(event.start, event.duration))
        m_latest = std::max(m_latest, event.start + std::max<std::int64_t>(event.duration, 0));
    return m_builder.add(event);
}

std::pair<std::int64_t, std::int64_t> DatabaseReader::timesOf(const SqliteRows &row, int startColumn, int endColumn)
{
    const std::optional<std::int64_t> start = row.optionalInteger(startColumn);
    const std::optional<std::int64_t> end = row.optionalInteger(endColumn);
    if (!start || !end)
        return {start.value_or(INT64_MAX), INT64_MAX};
    return {*start, duration(*start, *end)};
}

std::int64_t DatabaseReader::duration(std::int64_t start, std::int64_t end)
{
    const std::int64_t length = subtractSaturated(end, start);
    if (length < 0)
        m_builder.document().diagnostics.add(diagnostics::kNegativeDuration);
    return std::max<std::int64_t>(length, 0);
}

DatabaseReader::GpuPlace DatabaseReader::place(
    const StreamKey &key, std::int64_t device, const std::string &label, const std::string &owner)
{
    const auto [it, added] = m_places.try_emplace(key);
    if (!added)
        return it->second;
    GpuPlace &place = it->second;
    place.device = device;
    place.stream = key.stream;
    std::string name = label;
    if (!m_usedStreams.insert({place.device, place.stream}).second) {
        name += " (" + owner + ")";
        constexpr std::int64_t kSecondContexts = 1'000'000;
        place.stream = std::max(m_nextStream, kSecondContexts + static_cast<std::int64_t>(m_usedStreams.size()));
        while (!m_usedStreams.insert({place.device, place.stream}).second)
            ++place.stream;
        m_nextStream = place.stream + 1;
    }
    place.track = m_builder.track("GPU " + std::to_string(place.device), name);
    m_builder.at(place.track).sortIndex = place.stream;
    return place;
}

} // namespace lamella::core
