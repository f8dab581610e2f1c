// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/Format.h"
#include "core/report/CellText.h"
#include "core/report/page/ChartKinds.h"
#include "core/report/page/ChartParts.h"
#include "core/report/page/HtmlText.h"

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
    const auto line = [&](const char *pattern, std::size_t column) {
        return "\n" + msg(pattern, displayCell(table, r, column)).translated(table.language());
    };
    return msg("Pass %1 \u00B7 %2, %3", displayCell(table, r, c.pass), Message(displayCell(table, r, c.stage)),
               Message(displayCell(table, r, c.state)))
               .translated(table.language())
        + line("Wall %1", c.wall) + line("Start %1", c.start);
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
    openFigure(out, height, msg("Passes on the time axis").translated(passes.language()));
    for (const std::int64_t value : ticks(static_cast<std::int64_t>(std::min(span, 9e18)), 6)) {
        const double x = kLeft + plot * static_cast<double>(value) / span;
        appendLine(out, x, 0.0, x, height - kAxis, "grid");
        appendText(out, x, height - 8.0, "t m", value == 0 ? formatTime(first) : "+" + formatDuration(value));
    }
    for (std::size_t lane = 0; lane < shown; ++lane)
        appendText(out, kLeft - 8.0, kLane * static_cast<double>(lane) + 16.0, "t e",
            msg("Device %1", devices[lane]).translated(passes.language()));
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
    Message note = msg("Prefill is filled, all other stages are light.");
    if (shown < lanes.size())
        note.append("%1 %2", msg("The first %1 of %2 devices are drawn.", shown, lanes.size()));
    out += "<p class=\"note\">";
    appendHtml(out, note.translated(passes.language()));
    return out + "</p></figure>\n";
}

} // namespace lamella::core::chart
