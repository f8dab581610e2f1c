// SPDX-License-Identifier: GPL-3.0-or-later
// Reads databases of ROCm 7's rocprofv3 (--output-format rocpd, *.db), schema 3. Each process has a set of tables, distinguished
// by the end of their names. Rows state process, thread, queue and times, or refer to the tables of tracks and timestamps.
// Source: rocprofiler-sdk, source/share/rocprofiler-sdk-rocpd.
#pragma once

#include "core/import/nsys/DatabaseReader.h"
#include "core/import/rocm/RocmStrings.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace lamella::core {

class RocpdReader final : public DatabaseReader {
public:
    RocpdReader(const SqliteFile &file, DocumentBuilder &builder, const JobControl &control)
        : DatabaseReader(file, builder, control)
        , m_strings(builder)
    {
    }
    [[nodiscard]] bool read(std::uint64_t fileBytes) override;
    // True if the database has tables of this kind.
    [[nodiscard]] static bool knows(const SqliteFile &file);

private:
    struct Agent {
        bool gpu = false;
        std::int64_t number = 0; // among the GPUs
    };
    struct Track {
        std::optional<std::int64_t> process;
        std::optional<std::int64_t> thread;
        std::optional<std::int64_t> agent;
        std::optional<std::int64_t> queue;
        std::optional<std::int64_t> stream;
    };
    struct Event {
        std::int64_t stack = 0; // id of the call and of the work that it submits
        std::int64_t category = 0; // id of a text
    };
    struct Thread {
        std::int64_t process = 0;
        std::int64_t number = 0;
    };
    // Columns common to all tables of spans, first in each query.
    struct Span {
        std::int64_t start = 0;
        std::int64_t duration = 0;
        Track track;
        Event event;
    };

    [[nodiscard]] std::string named(std::string_view table) const { return std::string(table) + m_suffix; }
    bool hold(); // memory of a map entry; false at the limit
    void readProcess(); // all tables of one suffix
    void readMachines();
    void readAgents();
    void readHosts();
    void readNames();
    void readTracks();
    void readEvents();
    void readRegions();
    void readKernels();
    void readCopies();
    void readAllocations();
    void noteOtherTables();
    [[nodiscard]] Span spanOf(const SqliteRows &row);
    // The number of a GPU: as recorded, or the next that is free where a GPU of another machine has it.
    [[nodiscard]] std::int64_t deviceNumber(std::optional<std::int64_t> node, std::int64_t recorded);
    [[nodiscard]] TrackId hostTrack(const Track &track);
    [[nodiscard]] std::int64_t deviceOf(std::optional<std::int64_t> agent) const; // -1: no GPU
    void addWork(
        const Span &span, std::int64_t device, KernelKind kind, StringId name, const LaunchShape &shape, std::int64_t bytes);

    RocmStrings m_strings;
    std::string m_suffix; // of the current tables
    std::uint64_t m_process = 0; // number of the suffix
    std::map<std::string, std::size_t> m_machines; // by what identifies them in all processes
    std::unordered_map<std::int64_t, std::size_t> m_nodes; // machine, by id of the node
    std::map<std::pair<std::size_t, std::int64_t>, std::int64_t> m_devices; // by machine and number there
    std::set<std::int64_t> m_usedDevices;
    std::int64_t m_nextDevice = 0;
    std::unordered_map<std::int64_t, Agent> m_agents;
    std::unordered_map<std::int64_t, std::int64_t> m_pids; // by id of the process
    std::unordered_map<std::int64_t, Thread> m_threads; // by id of the thread
    std::unordered_map<std::int64_t, std::string> m_kernelNames; // by id of the symbol
    std::unordered_map<std::int64_t, std::string> m_streamNames;
    std::unordered_map<std::int64_t, Track> m_tracks;
    std::unordered_map<std::int64_t, std::int64_t> m_timestamps;
    std::unordered_map<std::int64_t, Event> m_events;
    std::unordered_map<std::int64_t, StringId> m_markers; // text of a marker, by event
};

} // namespace lamella::core
