// SPDX-License-Identifier: GPL-3.0-or-later
// breakdown: what each device did from its first operation to its last.
#include "core/analysis/program/TimeBreakdown.h"
#include "core/report/tables/Columns.h"
#include "core/report/tables/ProgramTables.h"

#include <algorithm>

namespace lamella::core {

namespace {

enum Column : std::size_t { kDevice, kPart, kTime, kShare, kSum, kWindow };

void appendSpread(ReportTable &table, const std::vector<DeviceBreakdown> &all)
{
    for (const char *which : {"min", "median", "max"}) {
        for (std::size_t part = 0; part < kTimeParts; ++part) {
            std::vector<double> shares;
            std::vector<std::int64_t> times;
            for (const DeviceBreakdown &found : all) {
                shares.push_back(found.share(static_cast<TimePart>(part)));
                times.push_back(found.timeNs[part]);
            }
            std::sort(shares.begin(), shares.end());
            std::sort(times.begin(), times.end());
            // Of an even number the lower of the two in the middle: a device that exists.
            const std::size_t at = *which == 'm' && which[1] == 'i' ? 0
                : which[1] == 'a'                                   ? shares.size() - 1
                                                                    : (shares.size() - 1) / 2;
            table.appendRow();
            table.setText(kDevice, which);
            table.setText(kPart, timePartName(static_cast<TimePart>(part)));
            table.setInteger(kTime, times[at]);
            table.setReal(kShare, shares[at]);
            table.setMissing(kSum, "of single devices only");
            table.setMissing(kWindow, "of single devices only");
        }
    }
}

} // namespace

std::vector<ReportColumn> breakdownColumns()
{
    using namespace columns;
    return {text("device", "Device", "Device number as recorded; min, median and max over the devices where there are several"),
        text("part", "Part",
            "compute; communication and copy: while nothing computes; wait: for a transfer or another device; in_flight: "
            "transfers "
            "run and no operation does; idle_inside and idle_between: of programs or passes"),
        duration("time_ns", "Time", "Every moment counts once, in the order of the parts: they add up to the window"),
        share("share", "Share", "Of the window of the same device"),
        duration("sum_ns", "Sum", "Exclusive times of its operations added up, whether something else ran meanwhile or not"),
        duration("window_ns", "Window", "First start to last end on the device")};
}

ReportTable breakdownTable(const ProgramTableInput &input)
{
    ReportTable table("breakdown", "Time by what devices do", breakdownColumns());
    std::vector<bool> chosen(input.base.document->devices.size());
    for (const DeviceId device : input.base.scope.devices)
        chosen[device.value] = true;
    std::vector<DeviceBreakdown> shown;
    for (const DeviceBreakdown &found : input.model->breakdown)
        if (chosen[found.device.value])
            shown.push_back(found);
    for (const DeviceBreakdown &found : shown) {
        for (std::size_t part = 0; part < kTimeParts; ++part) {
            table.appendRow(RangeSelection{found.window});
            table.setText(kDevice, std::to_string(input.base.deviceNumber(found.device)));
            table.setText(kPart, timePartName(static_cast<TimePart>(part)));
            table.setInteger(kTime, found.timeNs[part]);
            if (found.windowNs() > 0)
                table.setReal(kShare, found.share(static_cast<TimePart>(part)));
            else
                table.setMissing(kShare, "the window is empty");
            if (part < static_cast<std::size_t>(TimePart::IdleInside))
                table.setInteger(kSum, found.sumNs[part]);
            else
                table.setMissing(kSum, "no operation is idle");
            table.setInteger(kWindow, found.windowNs());
        }
    }
    if (shown.size() > 1)
        appendSpread(table, shown);
    if (shown.empty())
        table.addNote("No device ran anything in this trace.");
    table.addNote("Each device is measured against its own window; the host is not on a device's clock and has no part.");
    if (input.model->runs.source == RunSource::None)
        table.addNote("Neither programs nor passes are known: all idle time stands between.");
    return table;
}

extern const TableSpec kBreakdownTable{
    .name = "breakdown",
    .help = "what each device did with its time",
    .example = "trace.json.gz --device all",
    .columns = breakdownColumns,
    .build = [](const TableInput &input) -> Result<ReportTable> {
        const auto program = ProgramTableInput::of(input);
        if (!program)
            return program.error();
        return breakdownTable(*program);
    },
    .needs = TableNeeds::Devices,
    .allDevices = true,
    .allPasses = true,
};

} // namespace lamella::core
