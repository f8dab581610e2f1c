// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nsys/NsysReader.h"

#include "core/base/AsciiCase.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/JsonText.h"
#include "core/import/nsys/NsysSamples.h"

#include <algorithm>
#include <optional>

namespace lamella::core {

namespace {

// Columns common to all kinds of GPU work, first in each query.
enum GpuColumn { Start, End, DeviceColumn, Context, StreamColumn, CorrelationColumn, ProcessColumn, FirstOwn };

std::uint32_t dimension(const SqliteRows &row, int column)
{
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(row.integer(column), 0, UINT32_MAX));
}

} // namespace

NsysReader::NsysReader(const SqliteFile &file, DocumentBuilder &builder, const JobControl &control)
    : DatabaseReader(file, builder, control)
    , m_strings(file, builder)
{
}

void NsysReader::addGpuWork(
    const SqliteRows &row, KernelKind kind, StringId name, StringId category, const LaunchShape &shape, std::int64_t bytes)
{
    const std::uint64_t process = nsysProcessKey(row.integer(ProcessColumn));
    const StreamKey key{process, row.integer(DeviceColumn), row.integer(Context), row.integer(StreamColumn)};
    const GpuPlace where = place(key, m_strings.gpu(process, key.device), "Stream " + std::to_string(key.stream),
        "context " + std::to_string(key.context) + ", process "
            + std::to_string(nsysProcess(static_cast<std::int64_t>(process))));
    const auto [start, length] = timesOf(row, Start, End);
    const EventId event = addEvent({start, length, name, category, where.track, 'X'});
    if (m_limitHit)
        return;
    const std::int64_t correlation = row.integer(CorrelationColumn);
    if (correlation != 0)
        m_builder.setValue(SparseKey::Correlation, correlation);
    if (bytes >= 0)
        m_builder.setValue(SparseKey::Bytes, bytes);
    m_builder.addWork({event, where.device, where.stream, where.track, kind, shape, process, correlation, {}});
}

void NsysReader::readKernels()
{
    const StringId category = m_builder.intern("kernel");
    each("CUPTI_ACTIVITY_KIND_KERNEL",
        {"start", "end", "deviceId", "contextId", "streamId", "correlationId", "globalPid", "demangledName", "shortName",
            "mangledName", "gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ"},
        [&](const SqliteRows &row) {
            StringId name = m_strings.find(row.optionalInteger(FirstOwn));
            for (const int fallback : {FirstOwn + 1, FirstOwn + 2})
                name = name.valid() ? name : m_strings.find(row.optionalInteger(fallback));
            if (!name.valid())
                name = m_builder.intern("(kernel without a name)");
            LaunchShape shape;
            for (int i = 0; i < 3; ++i) {
                shape.grid[static_cast<std::size_t>(i)] = dimension(row, FirstOwn + 3 + i);
                shape.block[static_cast<std::size_t>(i)] = dimension(row, FirstOwn + 6 + i);
            }
            addGpuWork(row, KernelKind::Kernel, name, category, shape, -1);
        });
}

void NsysReader::readCopies()
{
    const StringId category = m_builder.intern("gpu_memcpy");
    each("CUPTI_ACTIVITY_KIND_MEMCPY",
        {"start", "end", "deviceId", "contextId", "streamId", "correlationId", "globalPid", "copyKind", "bytes"},
        [&](const SqliteRows &row) {
            addGpuWork(
                row, KernelKind::Memcpy, m_strings.copyName(row.integer(FirstOwn)), category, {}, row.integer(FirstOwn + 1, -1));
        });
}

void NsysReader::readSets()
{
    const StringId category = m_builder.intern("gpu_memset");
    const StringId name = m_builder.intern("[CUDA memset]");
    each("CUPTI_ACTIVITY_KIND_MEMSET",
        {"start", "end", "deviceId", "contextId", "streamId", "correlationId", "globalPid", "bytes"},
        [&](const SqliteRows &row) { addGpuWork(row, KernelKind::Memset, name, category, {}, row.integer(FirstOwn, -1)); });
}

// A capture at graph level has one row per launch; the kernels inside are in no table.
void NsysReader::readGraphs()
{
    const StringId category = m_builder.intern("gpu_graph");
    each("CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
        {"start", "end", "deviceId", "contextId", "streamId", "correlationId", "globalPid", "graphId"},
        [&](const SqliteRows &row) {
            const StringId name = m_strings.intern("[CUDA graph " + std::to_string(row.integer(FirstOwn)) + "]");
            addGpuWork(row, KernelKind::Graph, name, category, {}, -1);
        });
}

void NsysReader::readApiCalls()
{
    const StringId runtime = m_builder.intern("cuda_runtime");
    const StringId driver = m_builder.intern("cuda_driver");
    each("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "globalTid", "correlationId", "nameId", "eventClass"},
        [&](const SqliteRows &row) {
            const auto [start, length] = timesOf(row, 0, 1);
            const std::int64_t thread = row.integer(2);
            const StringId name = m_strings.intern(withoutApiVersion(m_strings.text(row.optionalInteger(4))));
            const EventId event =
                addEvent({start, length, name, row.integer(5) == 1 ? driver : runtime, m_strings.thread(thread), 'X'});
            if (m_limitHit)
                return;
            if (const std::int64_t correlation = row.integer(3); correlation != 0) {
                m_builder.setValue(SparseKey::Correlation, correlation);
                m_builder.addLaunch(nsysProcessKey(thread), correlation, event);
            }
        });
}

void NsysReader::readCallTables()
{
    for (const std::string &table : m_file.tables()) {
        if (m_readTables.contains(table) || table.starts_with("ENUM_") || table.starts_with("NVTX_"))
            continue;
        SqliteRows probe = m_file.rows(table, {"start", "end", "nameId", "globalTid"});
        if (!probe.next() || probe.isNull(0) || probe.isNull(1) || probe.isNull(2) || probe.isNull(3))
            continue;
        std::string category = asciiLowered(table);
        for (const std::string_view ending : {"_events", "_api"}) {
            if (category.ends_with(ending))
                category.resize(category.size() - ending.size());
        }
        const StringId id = m_strings.intern(category);
        each(table, {"start", "end", "nameId", "globalTid"}, [&](const SqliteRows &row) {
            const auto [start, length] = timesOf(row, 0, 1);
            const StringId name = m_strings.find(row.optionalInteger(2));
            addEvent({start, length, name.valid() ? name : StringId{0}, id, m_strings.thread(row.integer(3)), 'X'});
        });
    }
}

void NsysReader::readMetadata()
{
    TraceMetadata &metadata = m_builder.document().metadata;
    std::string product;
    std::string schema;
    for (const std::string_view table : {"META_DATA_EXPORT", "EXPORT_META_DATA"}) {
        for (SqliteRows rows = m_file.rows(table, {"name", "value"}); rows.next();) {
            if (rows.text(0) == "EXPORT_PRODUCT_VERSION")
                product = m_builder.document().text(m_strings.intern(rows.text(1)));
            else if (rows.text(0) == "EXPORT_SCHEMA_VERSION")
                schema = m_builder.document().text(m_strings.intern(rows.text(1)));
        }
        m_readTables.emplace(table);
    }
    metadata.format = "Nsight Systems SQLite" + (schema.empty() ? std::string{} : " (schema " + schema + ")");
    metadata.producer = "NVIDIA Nsight Systems" + (product.empty() ? std::string{} : " " + product);
    each("TARGET_INFO_SESSION_START_TIME", {"utcEpochNs"},
        [&](const SqliteRows &row) { metadata.baseTimeNs = row.optionalInteger(0); });
    std::string host;
    each("TARGET_INFO_SYSTEM_ENV", {"name", "value"}, [&](const SqliteRows &row) {
        if (host.empty() && row.text(0) == "Hostname")
            host = row.text(1).substr(0, kMaxHostBytes);
    });
    if (!host.empty())
        metadata.other.emplace_back("hostname", quotedJson(host));
}

void NsysReader::noteOtherTables()
{
    noteComputedColumns();
    for (const std::string &view : m_file.views())
        m_builder.document().diagnostics.add(diagnostics::kViewNotRead, -1, view);
    for (const std::string_view known : {"StringIds", "PROCESSES", "ThreadNames", "ProcessStreams", "ANALYSIS_FILE",
             "ANALYSIS_DETAILS", "META_DATA_CAPTURE", "sqlite_sequence"})
        m_readTables.emplace(known);
    for (const NsysSampleTable &samples : kNsysSampleTables)
        if (m_file.has(samples.of))
            m_readTables.insert(m_file.stored(samples.name));
    for (const std::string &table : m_file.tables()) {
        if (m_readTables.contains(table) || table.starts_with("ENUM_") || table.starts_with("TARGET_INFO_"))
            continue;
        if (const std::int64_t rows = m_file.count(table); rows > 0)
            m_builder.document().diagnostics.add(diagnostics::kTableNotShown, -1, table + " (" + std::to_string(rows) + " rows)");
    }
}

bool NsysReader::read(std::uint64_t fileBytes)
{
    m_fileBytes = fileBytes;
    m_limitHit = m_builder.memory().exceeded();
    for (const std::string_view table : {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET",
             "CUPTI_ACTIVITY_KIND_RUNTIME", "NVTX_EVENTS", "OSRT_API"})
        expectRows(table);
    readMetadata();
    const auto steps = {&NsysReader::readKernels, &NsysReader::readCopies, &NsysReader::readSets, &NsysReader::readGraphs,
        &NsysReader::readApiCalls, &NsysReader::readCallTables, &NsysReader::readDomains, &NsysReader::readRanges};
    for (const auto step : steps) {
        if (m_control.stopRequested() || m_limitHit)
            return false;
        (this->*step)();
    }
    noteOtherTables();
    m_limitHit = m_limitHit || m_builder.memory().exceeded();
    return !m_control.stopRequested() && !m_limitHit;
}

} // namespace lamella::core
