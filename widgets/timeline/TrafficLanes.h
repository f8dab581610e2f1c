// SPDX-License-Identifier: GPL-3.0-or-later
// Modelled memory traffic of a device over time: bytes of its kernels ÷ time, against the bandwidth of its memory. A call's bytes are
// spread evenly over its kernels' time. Built on a worker, immutable afterwards.
#pragma once

#include "core/analysis/TimelineLod.h"
#include "core/analysis/roofline/Roofline.h"
#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/model/LaneLayout.h"
#include "core/model/TraceDocument.h"

#include <memory>
#include <vector>

namespace lamella::core {
class AnalysisSession;
}

namespace lamella::ui {

struct LaneSet;

// Of a range of time.
struct Traffic {
    double peakNs = 0; // time that the modelled bytes take at full bandwidth; ÷ the length of the range = share of the bandwidth
    double modelledNs = 0; // time of kernels whose bytes are known, added up over streams
    double unknownNs = 0; // of the others
};

// By KernelId: ns at full bandwidth for each ns of the kernel; negative if its bytes or the bandwidth are unknown.
[[nodiscard]] std::vector<float> trafficRates(const core::TraceDocument &document, const core::Roofline &roofline);

class DeviceTraffic {
public:
    // A lane of kernels of the device; it must outlive this.
    void add(const core::Lane &lane, const std::vector<float> &rates);
    // One for each pixel column, left to right. A search per lane and column.
    [[nodiscard]] std::vector<Traffic> columns(const core::TimeScale &scale) const;
    [[nodiscard]] Traffic total() const;
    // True if at least half of the kernels' time is modelled, so that a lane shows more than it omits.
    [[nodiscard]] bool coversMost() const;

private:
    static constexpr std::uint32_t kBlock = 16;
    struct Rows {
        const core::Lane *lane = nullptr;
        std::vector<float> rates; // by row
        std::vector<Traffic> before; // sums before each block of rows; the last one is of all
    };
    // Of the time before `timeNs`; row `next` is the first that starts at or after it.
    [[nodiscard]] static Traffic until(const Rows &rows, std::int64_t timeNs, std::uint32_t next);

    std::vector<Rows> m_lanes;
};

struct TrafficLanes {
    std::vector<DeviceTraffic> devices; // row = DeviceId
    std::vector<double> bytesPerSecond; // likewise; 0: unknown
};
using TrafficLanesPtr = std::shared_ptr<const TrafficLanes>;

// Errors: those of AnalysisSession::roofline.
[[nodiscard]] core::Result<TrafficLanesPtr> loadTrafficLanes(
    core::AnalysisSession &session, const LaneSet &lanes, const core::JobControl &control);

} // namespace lamella::ui
