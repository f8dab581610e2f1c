// SPDX-License-Identifier: GPL-3.0-or-later
// Parses rows of the Ascend profiler's kernel_details.csv and op_summary_*.csv, whose columns differ by version and profiling
// level. Columns are found by name; missing ones count as "not recorded". Sources: the public header generations.
#pragma once

#include "core/import/ascend/CsvRows.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamella::core {

struct KernelDetailsRow {
    std::int64_t device = 0;
    std::optional<std::int64_t> stream; // none: "N/A", as in the host's copy of a collective
    bool streamRecorded = true; // false: the table has no such column, and stream is 0
    std::string_view name; // "aclnnMatMulV2_MatMulV2AiCore_MatMulV2"
    std::string_view type; // "MatMulV2"; empty if not recorded
    std::string_view core; // "AI_CORE", "COMMUNICATION"; empty if not recorded
    std::int64_t start = 0; // ns since 1970
    std::int64_t duration = 0; // ns
    bool digitsLost = false; // in the start: see microsecondsLost()
    std::string_view inputShapes; // "16,5120;5120,2560"; empty if not recorded
    std::string_view inputTypes;
    std::int64_t blocks = 0; // 0 = not recorded
    std::string_view step; // "50"; empty if no profiler schedule was used

    // Collectives: core HCCL or COMMUNICATION, or a type or name that begins with hcom_.
    [[nodiscard]] bool isCommunication() const;
    // The name for rows of the same work: the type, else the name without the numbers of the call.
    [[nodiscard]] std::string_view workName() const;
};

class KernelDetailsColumns {
public:
    // None if the cells are not a header of such a table.
    [[nodiscard]] static std::optional<KernelDetailsColumns> find(const std::vector<std::string> &header);
    // None if start or duration cannot be parsed. The views are valid as long as the cells.
    [[nodiscard]] std::optional<KernelDetailsRow> row(const std::vector<std::string> &cells) const;

    // Only the duration in ns, for rows damaged elsewhere.
    [[nodiscard]] std::optional<std::int64_t> duration(const std::vector<std::string> &cells) const;

    // A column with a profiled metric (pipe times and ratios, cycles, cache misses): any column not listed above.
    struct Metric {
        std::size_t column = 0;
        std::string name; // "aic_mac_time(us)"
    };
    [[nodiscard]] static std::vector<Metric> metrics(const std::vector<std::string> &header);
    [[nodiscard]] bool deviceRecorded() const { return m_device != kNone; }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::size_t m_device = kNone;
    std::size_t m_stream = kNone;
    std::size_t m_name = kNone;
    std::size_t m_type = kNone;
    std::size_t m_core = kNone;
    std::size_t m_start = kNone;
    std::size_t m_duration = kNone;
    std::size_t m_shapes = kNone;
    std::size_t m_types = kNone;
    std::size_t m_blocks = kNone;
    std::size_t m_step = kNone;
};

} // namespace lamella::core
