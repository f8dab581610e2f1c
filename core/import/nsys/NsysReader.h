// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the tables of a Nsight Systems export into a DocumentBuilder.
#pragma once

#include "core/import/DocumentBuilder.h"
#include "core/import/nsys/NsysStrings.h"
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

class NsysReader {
public:
    NsysReader(const SqliteFile &file, DocumentBuilder &builder, const JobControl &control);

    // False if stopped, or if there are more events or memory than the limits allow (limitHit()).
    [[nodiscard]] bool read(std::uint64_t fileBytes);
    [[nodiscard]] bool limitHit() const { return m_limitHit; }

private:
    struct GpuPlace {
        std::int64_t device = 0;
        std::int64_t stream = 0;
        TrackId track;
    };
    void readKernels();
    void readCopies();
    void readSets();
    void readGraphs();
    void readApiCalls();
    void readDomains();
    void readRanges();
    void readRange(const SqliteRows &row);
    void readCallTables(); // all other tables of host calls: OS runtime, cuBLAS, cuDNN, MPI, ...
    void readMetadata();
    void noteOtherTables();

    // Visits each row and records its row number with the event that the visit adds.
    void each(
        std::string_view table, std::vector<std::string_view> columns, const std::function<void(const SqliteRows &)> &visit);
    // Start and duration of a row, from two columns. If one of them is not a number, the result is out of bounds, which the
    // builder counts.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> timesOf(const SqliteRows &row, int startColumn, int endColumn);
    [[nodiscard]] std::int64_t duration(std::int64_t start, std::int64_t end);
    [[nodiscard]] GpuPlace place(std::uint64_t process, std::int64_t device, std::int64_t context, std::int64_t stream);
    void addGpuWork(
        const SqliteRows &row, KernelKind kind, StringId name, StringId category, const LaunchShape &shape, std::int64_t bytes);
    EventId addEvent(const RecordedEvent &event);

    const SqliteFile &m_file;
    DocumentBuilder &m_builder;
    const JobControl &m_control;
    NsysStrings m_strings;
    std::set<std::string, std::less<>> m_readTables;
    std::map<std::tuple<std::uint64_t, std::int64_t, std::int64_t, std::int64_t>, GpuPlace> m_places;
    std::set<std::pair<std::int64_t, std::int64_t>> m_usedStreams; // (device, stream)
    std::map<std::pair<std::uint64_t, std::int64_t>, StringId> m_domains; // (process, domain) -> category
    std::int64_t m_latest = INT64_MIN; // latest end of an event so far
    std::uint64_t m_rows = 0;
    std::uint64_t m_allRows = 0;
    std::uint64_t m_fileBytes = 0;
    bool m_limitHit = false;
};

} // namespace lamella::core
