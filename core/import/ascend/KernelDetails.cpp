// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/ascend/KernelDetails.h"

#include "core/import/TimestampParser.h"
#include "core/import/ascend/TrimmedCell.h"

#include <algorithm>
#include <array>

namespace lamella::core {

namespace {

std::string_view known(std::string_view cell)
{
    const std::string_view text = trimmedCell(cell);
    return text == "N/A" || text == "NA" ? std::string_view{} : text;
}

// "hcom_allReduce__868_0_1" -> "hcom_allReduce_": without group hash, index and step of the call.
std::string_view withoutCallNumbers(std::string_view name)
{
    std::size_t end = name.size();
    while (end > 0) {
        std::size_t digits = end;
        while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9')
            --digits;
        if (digits == end || digits == 0 || name[digits - 1] != '_')
            break;
        end = digits - 1;
    }
    return name.substr(0, end);
}

} // namespace

bool KernelDetailsRow::isCommunication() const
{
    return core == "HCCL" || core == "COMMUNICATION" || type.starts_with("hcom_") || (type.empty() && name.starts_with("hcom_"));
}

std::string_view KernelDetailsRow::workName() const
{
    if (!type.empty())
        return type;
    return isCommunication() ? withoutCallNumbers(name) : name;
}

std::optional<KernelDetailsColumns> KernelDetailsColumns::find(const std::vector<std::string> &header)
{
    struct Wanted {
        std::size_t KernelDetailsColumns::*place;
        std::array<std::string_view, 2> names; // in kernel_details.csv, in op_summary_*.csv
    };
    static constexpr std::array<Wanted, 11> kWanted{{
        {&KernelDetailsColumns::m_device, {"Device_id", "Device_id"}},
        {&KernelDetailsColumns::m_stream, {"Stream ID", "Stream ID"}},
        {&KernelDetailsColumns::m_name, {"Name", "Op Name"}},
        {&KernelDetailsColumns::m_type, {"Type", "OP Type"}},
        {&KernelDetailsColumns::m_core, {"Accelerator Core", "Task Type"}},
        {&KernelDetailsColumns::m_start, {"Start Time(us)", "Task Start Time(us)"}},
        {&KernelDetailsColumns::m_duration, {"Duration(us)", "Task Duration(us)"}},
        {&KernelDetailsColumns::m_shapes, {"Input Shapes", "Input Shapes"}},
        {&KernelDetailsColumns::m_types, {"Input Data Types", "Input Data Types"}},
        {&KernelDetailsColumns::m_blocks, {"Block Dim", "Block Num"}},
        {&KernelDetailsColumns::m_step, {"Step Id", "Step ID"}},
    }};
    KernelDetailsColumns columns;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const std::string_view name = trimmedCell(header[i]);
        for (const Wanted &wanted : kWanted) {
            if (columns.*wanted.place == kNone && (name == wanted.names[0] || name == wanted.names[1]))
                columns.*wanted.place = i;
        }
    }
    if (columns.m_name == kNone || columns.m_start == kNone || columns.m_duration == kNone)
        return std::nullopt;
    return columns;
}

std::vector<KernelDetailsColumns::Metric> KernelDetailsColumns::metrics(const std::vector<std::string> &header)
{
    static constexpr std::array<std::string_view, 33> kOthers{"Step Id", "Step ID", "Device_id", "Model ID", "Model Name",
        "Task ID", "Stream ID", "Batch ID", "Name", "Op Name", "Type", "OP Type", "OP State", "Accelerator Core", "Task Type",
        "Start Time(us)", "Task Start Time(us)", "Duration(us)", "Task Duration(us)", "Wait Time(us)", "Task Wait Time(us)",
        "Block Dim", "Block Num", "Mix Block Dim", "Mix Block Num", "HF32 Eligible", "Input Shapes", "Input Data Types",
        "Input Formats", "Output Shapes", "Output Data Types", "Output Formats", "Context ID"};
    std::vector<Metric> metrics;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const std::string_view name = trimmedCell(header[i]);
        if (!name.empty() && std::find(kOthers.begin(), kOthers.end(), name) == kOthers.end())
            metrics.push_back({i, std::string(name)});
    }
    return metrics;
}

std::optional<std::int64_t> KernelDetailsColumns::duration(const std::vector<std::string> &cells) const
{
    if (m_duration >= cells.size())
        return std::nullopt;
    const ParsedNs parsed = parseMicroseconds(known(cells[m_duration]));
    return parsed.status == NumberStatus::Ok && parsed.ns >= 0 ? std::optional(parsed.ns) : std::nullopt;
}

std::optional<KernelDetailsRow> KernelDetailsColumns::row(const std::vector<std::string> &cells) const
{
    const auto cell = [&cells](std::size_t column) { return column < cells.size() ? known(cells[column]) : std::string_view{}; };
    const ParsedNs start = parseMicroseconds(cell(m_start));
    const ParsedNs duration = parseMicroseconds(cell(m_duration));
    if (start.status != NumberStatus::Ok || duration.status != NumberStatus::Ok)
        return std::nullopt;
    KernelDetailsRow row;
    row.device = parseInteger(cell(m_device)).value_or(0);
    row.stream = m_stream == kNone ? 0 : parseInteger(cell(m_stream));
    row.streamRecorded = m_stream != kNone;
    row.name = cell(m_name);
    row.type = cell(m_type);
    row.core = cell(m_core);
    row.start = start.ns;
    row.duration = duration.ns;
    row.digitsLost = microsecondsLost(cell(m_start));
    row.inputShapes = cell(m_shapes);
    row.inputTypes = cell(m_types);
    row.step = cell(m_step);
    row.blocks = parseInteger(cell(m_blocks)).value_or(0);
    return row;
}

} // namespace lamella::core
