// SPDX-License-Identifier: GPL-3.0-or-later
// Shared parts of the readers of databases: they visit the rows of tables, add events within the limits, and give streams of
// several processes or contexts on one GPU numbers of their own.
#pragma once

#include "core/import/DocumentBuilder.h"
#include "core/import/nsys/SqliteTable.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace lamella::core {

class DatabaseReader {
public:
    DatabaseReader(const SqliteFile &file, DocumentBuilder &builder, const JobControl &control)
        : m_file(file)
        , m_builder(builder)
        , m_control(control)
    {
    }
    DatabaseReader(const DatabaseReader &) = delete;
    DatabaseReader &operator=(const DatabaseReader &) = delete;
    virtual ~DatabaseReader() = default;

    // False if stopped, or if there are more events or memory than the limits allow (limitHit()).
    [[nodiscard]] virtual bool read(std::uint64_t fileBytes) = 0;
    [[nodiscard]] bool limitHit() const { return m_limitHit; }

protected:
    struct StreamKey {
        std::uint64_t process = 0;
        std::int64_t device = 0;
        std::int64_t context = 0;
        std::int64_t stream = 0;
        auto operator<=>(const StreamKey &) const = default;
    };
    struct GpuPlace {
        std::int64_t device = 0;
        std::int64_t stream = 0;
        TrackId track;
    };

    // Visits each row and records its row number with the event that the visit adds.
    void each(
        std::string_view table, std::vector<std::string_view> columns, const std::function<void(const SqliteRows &)> &visit);
    // Start and duration of a row, from two columns. If one of them is not a number, the result is out of bounds, which the
    // builder counts.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> timesOf(const SqliteRows &row, int startColumn, int endColumn);
    [[nodiscard]] std::int64_t duration(std::int64_t start, std::int64_t end);
    EventId addEvent(const RecordedEvent &event);
    // The stream's number and track. Streams are numbered per context: if another context or process uses the number on the same
    // GPU, its stream gets a new one, so that work of two contexts never shares a lane. `device` is the number in the document,
    // `owner` is the source whose second stream it is.
    [[nodiscard]] GpuPlace place(const StreamKey &key, std::int64_t device, const std::string &label, const std::string &owner);
    // The latest end of an event so far.
    [[nodiscard]] std::int64_t latest() const { return m_latest; }
    void expectRows(std::string_view table); // for the progress
    void noteComputedColumns();

    const SqliteFile &m_file;
    DocumentBuilder &m_builder;
    const JobControl &m_control;
    std::set<std::string, std::less<>> m_readTables;
    std::uint64_t m_fileBytes = 0;
    bool m_limitHit = false;

private:
    std::map<StreamKey, GpuPlace> m_places;
    std::set<std::pair<std::int64_t, std::int64_t>> m_usedStreams; // (device, stream)
    std::int64_t m_nextStream = 0; // for one whose number is used
    std::int64_t m_latest = INT64_MIN;
    std::uint64_t m_rows = 0;
    std::uint64_t m_allRows = 0;
};

} // namespace lamella::core
