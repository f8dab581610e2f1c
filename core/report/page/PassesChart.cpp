// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Format.h"
#include "core/report/CellText.h"
#include "core/report/page/ChartKinds.h"
#include "core/report/page/ChartParts.h"

#include <algorithm>
#include <map>

namespace lamella::core::chart {

namespace {

constexpr double kLane = 26.0;
constexpr double kAxis = 24.0;
constexpr std::size_t kMaxLanes = 64;

struct Columns {
    std::size_t pass, device, stage, state, start, end, wall;
    [[nodiscard]] bool complete() const { return std::max({pass, device, stage, state, start, end, wall}) != ReportTable::npos; }
};

std::string tipOf(const ReportTable &table, std::size_t r, const Columns &c)
{
    return "Pass " + displayCell(table, r, c.pass) + " \u00B7 " + displayCell(table, r, c.stage) + ", "
        + displayCell(table, r, c.state) + "\nWall " + displayCell(table, r, c.wall) + "\nfrom " + displayCell(table, r, c.start);
}

} // namespace

std::string passesChart(const ReportTable &passes)
{
    const Columns c{passes.columnIndex("pass"), passes.columnIndex("device"), passes.columnIndex("stage"),
        passes.columnIndex("state"), passes.columnIndex("start_ns"), passes.columnIndex("end_ns"), passes.columnIndex("wall_ns")};
    if (!c.complete())
        return {};
    std::map<std::string, std::size_t> lanes; // device -> lane
    std::vector<std::string> devices;
    std::int64_t first = passes.integer(0, c.start);
    std::int64_t last = passes.integer(0, c.end);
    for (std::size_t r = 0; r < passes.rowCount(); ++r) {
        first = std::min(first, passes.integer(r, c.start));
        last = std::max(last, passes.integer(r, c.end));
        const std::string device = displayCell(passes, r, c.device);
        if (lanes.emplace(device, lanes.size()).second)
            devices.push_back(device);
    }
    const std::size_t shown = std::min(lanes.size(), kMaxLanes);
    const double span = std::max(1.0, static_cast<double>(last) - static_cast<double>(first));
    const double plot = kWidth - kLeft - kRight;
    const auto xOf = [&](std::int64_t ns) {
        return kLeft + plot * (static_cast<double>(ns) - static_cast<double>(first)) / span;
    };
    const double height = kLane * static_cast<double>(shown) + kAxis;

    std::string out;
    openFigure(out, height, "Passes on the time axis");
    for (const std::int64_t value : ticks(static_cast<std::int64_t>(std::min(span, 9e18)), 6)) {
        const double x = kLeft + plot * static_cast<double>(value) / span;
        appendLine(out, x, 0.0, x, height - kAxis, "grid");
        appendText(out, x, height - 8.0, "t m", value == 0 ? formatTime(first) : "+" + formatDuration(value));
    }
    for (std::size_t lane = 0; lane < shown; ++lane)
        appendText(out, kLeft - 8.0, kLane * static_cast<double>(lane) + 16.0, "t e", "Device " + devices[lane]);
    for (std::size_t r = 0; r < passes.rowCount(); ++r) {
        const std::size_t lane = lanes[displayCell(passes, r, c.device)];
        if (lane >= shown)
            continue;
        const double x = xOf(passes.integer(r, c.start));
        const double width = std::max(0.75, xOf(passes.integer(r, c.end)) - x);
        const double y = kLane * static_cast<double>(lane) + 3.0;
        const std::string_view stage = passes.isMissing(r, c.stage) ? std::string_view() : passes.text(r, c.stage);
        appendBox(out, {x, y, width, kLane - 8.0}, stage == "prefill" ? "pass strong" : "pass", tipOf(passes, r, c));
        const std::string number = displayCell(passes, r, c.pass);
        if (width > 8.0 * static_cast<double>(number.size()) + 4.0)
            appendText(out, x + width / 2.0, y + 13.0, stage == "prefill" ? "t m on" : "t m", number);
    }
    closeFigure(out);
    out += "<p class=\"note\">Prefill is filled, all other stages are light.";
    if (shown < lanes.size())
        out += " The first " + std::to_string(shown) + " of " + std::to_string(lanes.size()) + " devices are drawn.";
    return out + "</p></figure>\n";
}

} // namespace lamella::core::chart
