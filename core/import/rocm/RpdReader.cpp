// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rocm/RpdReader.h"

#include "core/base/Format.h"
#include "core/base/Saturate.h"
#include "core/import/DiagnosticKinds.h"
#include "core/import/rocm/RocmNames.h"

#include <algorithm>

namespace lamella::core {

namespace {

constexpr std::uint64_t kNodeBytes = 96; // of a map entry
constexpr std::uint64_t kProcess = 0; // ids of calls are unique in the file

std::uint32_t dimension(const SqliteRows &row, int column)
{
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(row.integer(column), 0, UINT32_MAX));
}

} // namespace

// Launches and copies. Their grids are in workgroups, as the program gave them to hipLaunchKernel.
void RpdReader::readSubmissions()
{
    const auto shape = [](const SqliteRows &row) {
        LaunchShape read;
        for (int i = 0; i < 3; ++i) {
            read.grid[static_cast<std::size_t>(i)] = dimension(row, 1 + i);
            read.block[static_cast<std::size_t>(i)] = dimension(row, 4 + i);
        }
        return read;
    };
    const auto hold = [this] {
        m_builder.memory().hold(kNodeBytes);
        m_limitHit = m_limitHit || m_builder.memory().exceeded();
    };
    each("rocpd_kernelapi", {"api_ptr_id", "gridX", "gridY", "gridZ", "workgroupX", "workgroupY", "workgroupZ", "kernelName_id"},
        [&](const SqliteRows &row) {
            hold();
            m_submissions[row.integer(0)] = {shape(row), -1, row.integer(7, -1)};
        });
    each("rocpd_kernelop", {"op_ptr_id", "gridX", "gridY", "gridz", "workgroupX", "workgroupY", "workgroupZ", "kernelName_id"},
        [&](const SqliteRows &row) {
            hold();
            m_ofWork[row.integer(0)] = {shape(row), -1, row.integer(7, -1)};
        });
    each("rocpd_copyapi", {"api_ptr_id", "size"}, [&](const SqliteRows &row) {
        hold();
        m_submissions[row.integer(0)] = {{}, row.integer(1, -1), -1};
    });
}

void RpdReader::readLinks()
{
    each("rocpd_api_ops", {"api_id", "op_id"}, [this](const SqliteRows &row) {
        m_builder.memory().hold(kNodeBytes);
        m_limitHit = m_limitHit || m_builder.memory().exceeded();
        m_callOf.emplace(row.integer(1), row.integer(0));
    });
}

void RpdReader::readCalls()
{
    const StringId runtime = m_builder.intern("cuda_runtime");
    const StringId annotation = m_builder.intern("user_annotation");
    each("rocpd_api", {"id", "pid", "tid", "start", "end", "apiName_id", "args_id"}, [&](const SqliteRows &row) {
        const auto [start, length] = timesOf(row, 3, 4);
        const std::string_view called = m_strings.text(row.optionalInteger(5));
        const bool marker = called == "UserMarker"; // its text is in place of the arguments
        const StringId name = m_strings.intern(marker ? m_strings.text(row.optionalInteger(6)) : called);
        const EventId event =
            addEvent({start, length, name, marker ? annotation : runtime, m_strings.thread(row.integer(1), row.integer(2)), 'X'});
        if (m_limitHit || marker)
            return;
        const std::int64_t id = row.integer(0);
        m_builder.setValue(SparseKey::Correlation, id);
        m_builder.addLaunch(kProcess, id, event);
    });
}

void RpdReader::readWork()
{
    std::uint64_t waits = 0;
    std::int64_t waited = 0;
    each("rocpd_op", {"id", "gpuId", "queueId", "start", "end", "description_id", "opType_id"}, [&](const SqliteRows &row) {
        const auto [start, length] = timesOf(row, 3, 4);
        const std::int64_t id = row.integer(0);
        const auto call = m_callOf.find(id);
        const auto ofCall = call == m_callOf.end() ? m_submissions.end() : m_submissions.find(call->second);
        const auto ofWork = m_ofWork.find(id);
        const Submission submission = ofWork != m_ofWork.end() ? ofWork->second
            : ofCall != m_submissions.end()                    ? ofCall->second
                                                               : Submission{};
        const std::string_view operation = m_strings.text(row.optionalInteger(6));
        const std::optional<KernelKind> kind = rocm::kindOfOperation(operation);
        std::string_view name = m_strings.text(row.optionalInteger(5));
        if (name.empty() && kind == KernelKind::Kernel)
            name = m_strings.text(submission.name);
        if (name.empty())
            name = operation.empty() ? std::string_view("(work without a name)") : operation;
        const StreamKey key{kProcess, row.integer(1), 0, row.integer(2)};
        const GpuPlace where = place(key, key.device, "Stream " + std::to_string(key.stream), {});
        const std::string_view category = kind ? rocm::categoryOfWork(*kind) : std::string_view("gpu_barrier");
        const EventId event = addEvent({start, length, m_strings.intern(name), m_builder.intern(category), where.track, 'X'});
        if (m_limitHit)
            return;
        if (!kind) {
            ++waits;
            waited = addSaturated(waited, length);
            return;
        }
        const std::int64_t correlation = call == m_callOf.end() ? 0 : call->second;
        if (correlation != 0)
            m_builder.setValue(SparseKey::Correlation, correlation);
        if (submission.bytes >= 0 && kind != KernelKind::Kernel)
            m_builder.setValue(SparseKey::Bytes, submission.bytes);
        m_builder.addWork({event, where.device, where.stream, where.track, *kind,
            kind == KernelKind::Kernel ? submission.shape : LaunchShape{}, kProcess, correlation, {}});
    });
    if (waits > 0)
        m_builder.document().diagnostics.add(diagnostics::kDeviceWait, -1, "they take " + formatDuration(waited), waits);
}

void RpdReader::noteOtherTables()
{
    noteComputedColumns();
    for (const std::string_view known : {"rocpd_string", "rocpd_metadata", "rocpd_kernelcodeobject", "rocpd_barrierop",
             "rocpd_copyop", "rocpd_op_inputSignals", "sqlite_sequence"})
        m_readTables.emplace(known);
    for (const std::string &table : m_file.tables()) {
        if (m_readTables.contains(table))
            continue;
        SqliteRows any = m_file.rows(table, {"rowid"});
        if (any.next())
            m_builder.document().diagnostics.add(diagnostics::kTableNotShown, -1, table);
    }
}

bool RpdReader::read(std::uint64_t fileBytes)
{
    m_fileBytes = fileBytes;
    for (const std::string_view table :
        {"rocpd_kernelapi", "rocpd_kernelop", "rocpd_copyapi", "rocpd_api_ops", "rocpd_api", "rocpd_op"})
        expectRows(table);
    m_strings.read(m_file, "rocpd_string");
    m_builder.document().metadata.format = "ROCm SQLite (rpd)";
    m_builder.document().metadata.producer = "ROCm rpd_tracer";
    const auto steps = {&RpdReader::readSubmissions, &RpdReader::readLinks, &RpdReader::readCalls, &RpdReader::readWork};
    for (const auto step : steps) {
        m_limitHit = m_limitHit || m_builder.memory().exceeded();
        if (m_control.stopRequested() || m_limitHit)
            return false;
        (this->*step)();
    }
    noteOtherTables();
    m_limitHit = m_limitHit || m_builder.memory().exceeded();
    return !m_control.stopRequested() && !m_limitHit;
}

} // namespace lamella::core
