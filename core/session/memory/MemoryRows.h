// SPDX-License-Identifier: GPL-3.0-or-later
// Shared parts of the builders of the table `memory`; each makes the table of some values of --by.
#pragma once

#include "core/analysis/memory/MemoryData.h"
#include "core/report/tables/TableBuilders.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lamella::core {

// Rows of the log on the chosen devices. They take no memory if they are all rows; copies share them.
class ChosenRows {
public:
    ChosenRows() = default;
    static ChosenRows all(std::uint32_t rows)
    {
        ChosenRows chosen;
        chosen.m_size = rows;
        return chosen;
    }
    static ChosenRows some(std::vector<std::uint32_t> rows)
    {
        ChosenRows chosen;
        chosen.m_size = rows.size();
        chosen.m_rows = std::make_shared<const std::vector<std::uint32_t>>(std::move(rows));
        return chosen;
    }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] std::uint32_t operator[](std::size_t at) const
    {
        return m_rows ? (*m_rows)[at] : static_cast<std::uint32_t>(at);
    }

private:
    std::shared_ptr<const std::vector<std::uint32_t>> m_rows; // null: all
    std::size_t m_size = 0;
};

struct MemoryRows {
    const TableInput &input;
    std::shared_ptr<const MemoryData> data;
    ChosenRows rows;
    std::vector<std::int16_t> devices; // the chosen ones, ascending
    std::uint64_t left = 0; // rows of other devices

    [[nodiscard]] const MemoryLog &log() const { return *data->log; }
    [[nodiscard]] bool chosen(std::int16_t device) const;
    // Allocated before the log on a device and never freed in it, by blocks that the log does not know.
    [[nodiscard]] std::int64_t unseenBefore(std::int16_t device) const;
    // Allocated at the peak of a device, but in no block: the tables of Ascend list the blocks of operators alone.
    [[nodiscard]] std::int64_t inNoBlockAtPeak(std::int16_t device) const;
    [[nodiscard]] OrMissing<std::int64_t> timeOf(std::uint32_t row) const; // from the zero of the trace
    // The reason why a row has no pass or layer: `elsewhere` if others have one.
    [[nodiscard]] const char *whyNowhere(const char *elsewhere) const;
    [[nodiscard]] Selection target(std::uint32_t row) const { return data->targetOf(row); }
};

[[nodiscard]] std::string memoryDeviceText(std::int16_t device);

[[nodiscard]] ReportTable memoryTimeTable(const MemoryRows &memory);
[[nodiscard]] ReportTable memoryPassTable(const MemoryRows &memory);
[[nodiscard]] ReportTable memoryLayerTable(const MemoryRows &memory);
[[nodiscard]] ReportTable memoryNamedTable(const MemoryRows &memory, const std::string &by); // module, part, line, op, category
[[nodiscard]] ReportTable memoryGrowthTable(const MemoryRows &memory);
[[nodiscard]] ReportTable memoryBlockTable(const MemoryRows &memory, bool atPeak);
[[nodiscard]] ReportTable memorySegmentTable(const MemoryRows &memory);
[[nodiscard]] ReportTable memoryOomTable(const MemoryRows &memory);

[[nodiscard]] std::vector<ReportColumn> memoryTimeColumns();
[[nodiscard]] std::vector<ReportColumn> memoryPassColumns();
[[nodiscard]] std::vector<ReportColumn> memoryLayerColumns();
[[nodiscard]] std::vector<ReportColumn> memoryNamedColumns();
[[nodiscard]] std::vector<ReportColumn> memoryGrowthColumns();
[[nodiscard]] std::vector<ReportColumn> memoryBlockColumns();
[[nodiscard]] std::vector<ReportColumn> memorySegmentColumns();
[[nodiscard]] std::vector<ReportColumn> memoryOomColumns();

inline constexpr const char *kNoMemoryOperator = "no operator is recorded around it";
inline constexpr const char *kNoMemoryLine = "no Python line is recorded around it";
inline constexpr const char *kOutsideOfPasses = "outside of passes";
inline constexpr const char *kOutsideOfLayers = "outside of layers";
inline constexpr const char *kNoMemoryTime = "the file records no time";
inline constexpr const char *kNoMemoryTotal = "the event states no total";
[[nodiscard]] inline OrMissing<std::int64_t> memoryTotal(std::int64_t total)
{
    return valueIf(total != MemoryLog::kNone, total, kNoMemoryTotal);
}

} // namespace lamella::core
