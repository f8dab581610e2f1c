// SPDX-License-Identifier: GPL-3.0-or-later
// The memory tables of the Ascend profiler: operator_memory.csv, a row for each block with both its times, and memory_record.csv,
// the totals of each component of the allocator over time.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/import/MemoryBudget.h"
#include "core/import/TraceImporter.h"
#include "core/model/MemoryLog.h"
#include "core/model/StringPool.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct AscendMemory {
    std::shared_ptr<StringPool> texts = std::make_shared<StringPool>(); // of MemoryLog::name
    MemoryLog log; // by time
};

// By the header line of one of the two tables.
[[nodiscard]] bool isAscendMemoryTable(std::string_view head);

// The log of these tables; their order decides that of events at the same time. Errors: Io, Decompress, Limit, Cancelled.
[[nodiscard]] Result<AscendMemory> readAscendMemory(const std::vector<std::string> &files, const ImportLimits &limits,
    MemoryBudget &memory, const JobControl &control, ImportDiagnostics *diagnostics = nullptr);

// One of the tables opened alone; the other is read with it.
class AscendMemoryImporter : public TraceImporter {
public:
    [[nodiscard]] std::string_view name() const override { return "ascend-memory"; }
    [[nodiscard]] bool sniff(const std::string &path, std::string_view head) const override;
    [[nodiscard]] Result<std::shared_ptr<const TraceDocument>> read(
        const std::string &path, const ImportOptions &options, const JobControl &control) const override;
};

} // namespace lamella::core
