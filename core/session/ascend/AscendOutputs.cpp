// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/ascend/AscendOutputs.h"

#include "core/analysis/PassMetrics.h"
#include "core/base/Interval.h"
#include "core/base/ParseDouble.h"
#include "core/base/Saturate.h"
#include "core/import/OpenByteSource.h"
#include "core/import/SignedInteger.h"
#include "core/import/TimestampParser.h"
#include "core/import/ascend/AscendFolder.h"
#include "core/import/ascend/CsvRows.h"
#include "core/import/ascend/KernelDetails.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace lamella::core {

namespace {

constexpr std::uint64_t kRowsBetweenPolls = 4096;
constexpr std::size_t kMaxColumns = 1024; // per table; the profiler writes about ten

Error cancelled(const std::string &path)
{
    return {ErrorCode::Cancelled, "cancelled", path, -1};
}

struct StepIntervals {
    std::vector<TimeRange> compute;
    std::vector<TimeRange> communication;
    std::vector<TimeRange> noReceive;
};

StepTimes timesOf(StepIntervals step)
{
    std::vector<TimeRange> all = step.compute;
    all.insert(all.end(), step.communication.begin(), step.communication.end());
    normalise(step.compute);
    normalise(step.communication);
    normalise(step.noReceive);
    normalise(all);
    StepTimes times;
    times.computing = totalLength(step.compute).value;
    times.communication = totalLength(step.communication).value;
    const std::int64_t busy = totalLength(all).value;
    times.notOverlapped = subtractSaturated(busy, times.computing);
    times.overlapped = subtractSaturated(times.communication, times.notOverlapped);
    times.stage = all.empty() ? 0 : subtractSaturated(all.back().end.value, all.front().begin.value);
    times.free = subtractSaturated(times.stage, busy);
    times.withoutReceive = totalLength(subtract(step.noReceive, step.compute)).value;
    return times;
}

void addOp(const KernelDetailsRow &row, std::map<OpKey, OpStatistic> &ops)
{
    OpStatistic &op = ops[{row.device, std::string(row.workName()), std::string(row.core)}];
    op.minNs = op.count == 0 ? row.duration : std::min(op.minNs, row.duration);
    op.maxNs = op.count == 0 ? row.duration : std::max(op.maxNs, row.duration);
    ++op.count;
    op.sumNs = addSaturated(op.sumNs, row.duration);
}

void addShares(std::map<OpKey, OpStatistic> &ops)
{
    std::map<std::int64_t, std::int64_t> totals;
    for (const auto &[key, op] : ops)
        totals[key.device] = addSaturated(totals[key.device], op.sumNs);
    for (auto &[key, op] : ops) {
        op.averageNs = meanNs(op.sumNs, op.count);
        op.share = totals[key.device] > 0 ? static_cast<double>(op.sumNs) / static_cast<double>(totals[key.device]) : 0;
    }
}

// Column positions by name; -1 = missing.
class Header {
public:
    explicit Header(const std::vector<std::string> &cells)
    {
        for (std::size_t i = 0; i < std::min(cells.size(), kMaxColumns); ++i) {
            const std::size_t end = cells[i].find_last_not_of(" \t\r");
            m_places.try_emplace(cells[i].substr(0, end == std::string::npos ? 0 : end + 1), static_cast<std::ptrdiff_t>(i));
        }
    }
    [[nodiscard]] std::ptrdiff_t at(std::string_view name) const
    {
        const auto it = m_places.find(name);
        return it == m_places.end() ? -1 : it->second;
    }

private:
    std::map<std::string, std::ptrdiff_t, std::less<>> m_places; // the first column of a name
};

std::string_view cellAt(const std::vector<std::string> &cells, std::ptrdiff_t column)
{
    return column >= 0 && static_cast<std::size_t>(column) < cells.size() ? cells[static_cast<std::size_t>(column)]
                                                                          : std::string_view{};
}

std::optional<std::int64_t> timeAt(const std::vector<std::string> &cells, std::ptrdiff_t column)
{
    const ParsedNs time = parseMicroseconds(cellAt(cells, column));
    return time.status == NumberStatus::Ok ? std::optional(time.ns) : std::nullopt;
}

double realAt(const std::vector<std::string> &cells, std::ptrdiff_t column)
{
    double value = 0;
    parseDouble(cellAt(cells, column), value);
    return value;
}

void readOpRow(const Header &header, const std::vector<std::string> &cells, AscendFigures &figures)
{
    const auto sum = timeAt(cells, header.at("Total Time(us)"));
    const auto count = parseSignedInteger(cellAt(cells, header.at("Count")));
    if (!sum || !count || cellAt(cells, header.at("OP Type")).empty()) {
        ++figures.badRows;
        return;
    }
    // msprof names the columns of minimum and maximum differently.
    const auto either = [&](std::string_view one, std::string_view other) {
        return timeAt(cells, header.at(one) >= 0 ? header.at(one) : header.at(other)).value_or(0);
    };
    figures.ops[{parseInteger(cellAt(cells, header.at("Device_id"))).value_or(0),
        std::string(cellAt(cells, header.at("OP Type"))), std::string(cellAt(cells, header.at("Core Type")))}] = {*count, *sum,
        either("Min Time(us)", "Min(us)"), either("Avg Time(us)", "Avg(us)"), either("Max Time(us)", "Max(us)"),
        realAt(cells, header.at("Ratio(%)")) / 100.0};
}

void readStepRow(const Header &header, const std::vector<std::string> &cells, AscendFigures &figures)
{
    StepTimes times;
    bool good = true;
    const auto take = [&](std::int64_t &to, std::string_view column) {
        const auto value = timeAt(cells, header.at(column));
        good = good && value.has_value();
        to = value.value_or(0);
    };
    take(times.computing, "Computing");
    take(times.notOverlapped, "Communication(Not Overlapped)");
    take(times.overlapped, "Overlapped");
    take(times.communication, "Communication");
    take(times.free, "Free");
    take(times.stage, "Stage");
    take(times.withoutReceive, "Communication(Not Overlapped and Exclude Receive)");
    if (!good) {
        ++figures.badRows;
        return;
    }
    figures
        .steps[{parseInteger(cellAt(cells, header.at("Device_id"))).value_or(0), std::string(cellAt(cells, header.at("Step")))}] =
        times;
}

// Reads a small table. A missing file or another kind of table gives no rows.
Result<void> readTable(const std::string &path, std::string_view needed, const JobControl &control, AscendFigures &figures,
    void (*visit)(const Header &, const std::vector<std::string> &, AscendFigures &), bool &hasDevices, std::string &file)
{
    const ImportLimits limits;
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(path, limits);
    if (!source)
        return {};
    CsvRows rows(**source, limits.maxEventBytes);
    if (!rows.next()) {
        figures.restUnread = rows.rowTooLong();
        return rows.error();
    }
    const Header header(rows.cells());
    if (header.at(needed) < 0)
        return {};
    file = path;
    hasDevices = header.at("Device_id") >= 0;
    for (std::uint64_t count = 0; rows.next(); ++count) {
        if (count % kRowsBetweenPolls == 0 && control.stopRequested())
            return cancelled(path);
        if (rows.endsInsideQuotes())
            ++figures.badRows;
        else
            visit(header, rows.cells(), figures);
    }
    figures.restUnread = figures.restUnread || rows.rowTooLong();
    return rows.error();
}

} // namespace

std::string ascendKernelTableOf(const TraceDocument &document)
{
    return document.metadata.format.starts_with("Ascend kernel table") ? document.source.path : ascendKernelTableBeside(document);
}

Result<AscendFigures> recomputeAscendFigures(const std::string &kernelTable, const JobControl &control)
{
    const ImportLimits limits;
    const Result<std::unique_ptr<ByteSource>> source = openByteSource(kernelTable, limits);
    if (!source)
        return source.error();
    CsvRows rows(**source, limits.maxEventBytes);
    const auto columns = rows.next() ? KernelDetailsColumns::find(rows.cells()) : std::nullopt;
    if (!rows.error())
        return rows.error().error();
    if (!columns)
        return Error{ErrorCode::Io, "the file has changed since it was read; reload it", kernelTable, -1};
    AscendFigures figures;
    std::map<StepKey, StepIntervals> steps;
    for (std::uint64_t count = 0; rows.next(); ++count) {
        if (count % kRowsBetweenPolls == 0 && control.stopRequested())
            return cancelled(kernelTable);
        const std::optional<KernelDetailsRow> row = columns->row(rows.cells());
        if (!row || row->duration < 0 || rows.endsInsideQuotes()) {
            ++figures.badRows;
            continue;
        }
        const TimeRange range{{row->start}, {addSaturated(row->start, row->duration)}};
        StepIntervals &step = steps[{row->device, std::string(row->step)}];
        if (!row->isCommunication()) {
            addOp(*row, figures.ops);
            step.compute.push_back(range);
            continue;
        }
        step.communication.push_back(range);
        if (!row->workName().starts_with("hcom_receive"))
            step.noReceive.push_back(range);
    }
    if (!rows.error())
        return rows.error().error();
    figures.restUnread = rows.rowTooLong();
    addShares(figures.ops);
    for (auto &[key, step] : steps)
        figures.steps[key] = timesOf(std::move(step));
    figures.opsHaveDevices = figures.stepsHaveDevices = columns->deviceRecorded();
    figures.opsFile = figures.stepsFile = kernelTable;
    return figures;
}

Result<AscendFigures> readAscendFigures(const std::string &kernelTable, const JobControl &control)
{
    AscendFigures figures;
    if (const std::string path = ascendOpStatistic(kernelTable); !path.empty()) {
        const Result<void> read =
            readTable(path, "OP Type", control, figures, readOpRow, figures.opsHaveDevices, figures.opsFile);
        if (!read)
            return read.error();
    }
    if (const std::string path = ascendStepTimes(kernelTable); !path.empty()) {
        const Result<void> read =
            readTable(path, "Computing", control, figures, readStepRow, figures.stepsHaveDevices, figures.stepsFile);
        if (!read)
            return read.error();
    }
    return figures;
}

} // namespace lamella::core
