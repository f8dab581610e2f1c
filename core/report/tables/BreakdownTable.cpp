// SPDX-License-Identifier: GPL-3.0-or-later
// breakdown: how each device spent the time from its first operation to its last.
#include "core/analysis/program/ProgramModel.h"
#include "core/analysis/program/TimeBreakdown.h"
#include "core/report/tables/TableBuilders.h"

#include <algorithm>
#include <tuple>

namespace lamella::core {

namespace {

struct PartRow {
    std::string device; // number, or for the row over all devices: "median"
    TimePart part;
    std::int64_t timeNs;
    OrMissing<double> share;
    const DeviceBreakdown *of = nullptr; // null: not one device
};

std::vector<Column<PartRow>> partColumns()
{
    using namespace columns;
    constexpr const char *kSingle = "of single devices only";
    return {text("device", "Device", "Device number as recorded; min, median and max over the devices where there are several",
                &PartRow::device),
        text("part", "Part",
            "compute; communication and copy: while nothing computes; wait: for a transfer or another device; in_flight: "
            "transfers "
            "run and no operation does; idle_inside and idle_between: of programs or passes; idle_edges: before the first and "
            "after "
            "the last pass",
            [](const PartRow &r) { return timePartName(r.part); }),
        duration("time_ns", "Time", "Every moment counts once, in the order of the parts: they add up to the window",
            &PartRow::timeNs),
        share("share", "Share", "Of the window of the same device", &PartRow::share),
        duration("sum_ns", "Sum", "Exclusive times of its operations added up, whether something else ran meanwhile or not",
            [](const PartRow &r) {
                const bool idle = r.part >= TimePart::IdleInside;
                return valueIf(r.of && !idle, r.of ? r.of->sumNs[static_cast<std::size_t>(r.part)] : 0,
                    r.of ? "no operation is idle" : kSingle);
            }),
        duration("window_ns", "Window", "First start to last end on the device",
            [](const PartRow &r) { return valueIf(r.of != nullptr, r.of ? r.of->windowNs() : 0, kSingle); })};
}

void appendSpread(RowTable<PartRow> &table, const std::vector<DeviceBreakdown> &all)
{
    // Each part by itself: the device in the middle of one part need not be that of another. Of an even number of devices the
    // mean of the two in the middle (help/measures.md).
    const std::size_t last = all.size() - 1;
    for (const auto &[which, lower, upper] :
        {std::tuple("min", std::size_t{0}, std::size_t{0}), {"median", last / 2, all.size() / 2}, {"max", last, last}}) {
        for (std::size_t p = 0; p < kTimeParts; ++p) {
            const auto part = static_cast<TimePart>(p);
            std::vector<double> shares;
            std::vector<std::int64_t> times;
            for (const DeviceBreakdown &found : all) {
                shares.push_back(found.share(part));
                times.push_back(found.of(part));
            }
            std::sort(shares.begin(), shares.end());
            std::sort(times.begin(), times.end());
            table.append({which, part, times[lower] + (times[upper] - times[lower] + 1) / 2, (shares[lower] + shares[upper]) / 2});
        }
    }
}

Result<ReportTable> breakdownTable(const TableInput &input)
{
    RowTable<PartRow> table("breakdown", "Time by what devices do", partColumns());
    std::vector<DeviceBreakdown> shown;
    for (const DeviceBreakdown &found : input.program->breakdown)
        if (std::find(input.scope.devices.begin(), input.scope.devices.end(), found.device) != input.scope.devices.end())
            shown.push_back(found);
    for (const DeviceBreakdown &found : shown) {
        for (std::size_t p = 0; p < kTimeParts; ++p) {
            const auto part = static_cast<TimePart>(p);
            table.append({std::to_string(input.deviceNumber(found.device)), part, found.of(part),
                             ratio(found.of(part), found.windowNs(), "the window is empty"), &found},
                RangeSelection{found.window});
        }
    }
    if (shown.size() > 1)
        appendSpread(table, shown);
    if (shown.empty())
        table.addNote("No device ran anything in this trace.");
    table.addNote("Each device is measured against its own window; the host has another clock and is not included.");
    if (input.program->runs.source == RunSource::None)
        table.addNote("Neither programs nor passes are known: all idle time counts as between them.");
    return table;
}

} // namespace

extern const TableSpec kBreakdownTable{
    .name = "breakdown",
    .help = "what each device did with its time",
    .example = "trace.json.gz --device all",
    .columns = headings<partColumns>,
    .build = breakdownTable,
    .needs = TableNeeds::Devices,
    .allDevices = true,
    .allPasses = true,
    .program = true,
};

} // namespace lamella::core
