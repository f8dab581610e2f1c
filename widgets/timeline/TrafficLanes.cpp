// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TrafficLanes.h"

#include "core/session/AnalysisSession.h"
#include "widgets/timeline/TimelineData.h"

#include <algorithm>

namespace lamella::ui {

namespace {

void add(Traffic &sum, float rate, double ns)
{
    if (rate < 0) {
        sum.unknownNs += ns;
        return;
    }
    sum.modelledNs += ns;
    sum.peakNs += ns * static_cast<double>(rate);
}

} // namespace

std::vector<float> trafficRates(const core::TraceDocument &document, const core::Roofline &roofline)
{
    std::vector<float> rates(document.kernels.size(), -1);
    for (std::uint32_t k = 0; k < rates.size(); ++k) {
        const core::WorkCall &call = roofline.calls[roofline.callOf[k]];
        const core::WorkKind &kind = roofline.kindOf(call);
        const core::DevicePeaks &peaks = roofline.peaks[document.deviceOf(core::KernelId(k)).value];
        if (kind.source == core::WorkSource::None || !peaks.known || peaks.hardware.bytesPerSecond <= 0 || call.durationNs <= 0)
            continue;
        rates[k] = static_cast<float>(core::workFloor(kind, peaks.hardware).memoryNs / static_cast<double>(call.durationNs));
    }
    return rates;
}

void DeviceTraffic::add(const core::Lane &lane, const std::vector<float> &rates)
{
    Rows rows;
    rows.lane = &lane;
    rows.rates.reserve(lane.size());
    rows.before.reserve(lane.size() / kBlock + 2);
    Traffic sum;
    for (std::uint32_t row = 0; row < lane.size(); ++row) {
        if (row % kBlock == 0)
            rows.before.push_back(sum);
        rows.rates.push_back(rates[lane.item(row)]);
        ui::add(sum, rows.rates.back(), static_cast<double>(lane.length(row)));
    }
    rows.before.push_back(sum);
    m_lanes.push_back(std::move(rows));
}

Traffic DeviceTraffic::until(const Rows &rows, std::int64_t timeNs, std::uint32_t next)
{
    if (next == 0)
        return {};
    Traffic sum = rows.before[next / kBlock];
    for (std::uint32_t row = next - next % kBlock; row < next; ++row)
        ui::add(sum, rows.rates[row], static_cast<double>(rows.lane->length(row)));
    // Spans of a lane do not overlap: only the last one can reach beyond the time.
    if (const std::int64_t beyond = rows.lane->end(next - 1) - timeNs; beyond > 0)
        ui::add(sum, rows.rates[next - 1], -static_cast<double>(beyond));
    return sum;
}

std::vector<Traffic> DeviceTraffic::columns(const core::TimeScale &scale) const
{
    const auto width = static_cast<std::size_t>(scale.width());
    std::vector<Traffic> columns(width);
    for (const Rows &rows : m_lanes) {
        std::uint32_t next = rows.lane->firstFrom(0, scale.columnStart(0));
        Traffic before = until(rows, scale.columnStart(0), next);
        for (std::size_t x = 0; x < width; ++x) {
            const std::int64_t end = scale.columnStart(static_cast<std::int64_t>(x) + 1);
            next = rows.lane->firstFrom(next, end);
            const Traffic after = until(rows, end, next);
            columns[x].peakNs += after.peakNs - before.peakNs;
            columns[x].modelledNs += after.modelledNs - before.modelledNs;
            columns[x].unknownNs += after.unknownNs - before.unknownNs;
            before = after;
        }
    }
    return columns;
}

Traffic DeviceTraffic::total() const
{
    Traffic sum;
    for (const Rows &rows : m_lanes) {
        sum.peakNs += rows.before.back().peakNs;
        sum.modelledNs += rows.before.back().modelledNs;
        sum.unknownNs += rows.before.back().unknownNs;
    }
    return sum;
}

bool DeviceTraffic::coversMost() const
{
    const Traffic all = total();
    return all.modelledNs > 0 && all.modelledNs >= all.unknownNs;
}

core::Result<TrafficLanesPtr> loadTrafficLanes(
    core::AnalysisSession &session, const LaneSet &lanes, const core::JobControl &control)
{
    const auto roofline = session.roofline(control);
    if (!roofline)
        return roofline.error();
    const core::TraceDocument &document = session.document();
    const std::vector<float> rates = trafficRates(document, **roofline);
    auto traffic = std::make_shared<TrafficLanes>();
    traffic->devices.resize(document.devices.size());
    for (const core::DevicePeaks &peaks : (*roofline)->peaks)
        traffic->bytesPerSecond.push_back(peaks.known ? peaks.hardware.bytesPerSecond : 0);
    for (std::size_t stream = 0; stream < lanes.kernels.size(); ++stream) {
        DeviceTraffic &device = traffic->devices[document.streams[stream].device.value];
        for (const core::LodLane &lane : lanes.kernels[stream])
            device.add(lane.lane(), rates);
    }
    return TrafficLanesPtr(std::move(traffic));
}

} // namespace lamella::ui
