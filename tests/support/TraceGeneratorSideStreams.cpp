// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/TraceGeneratorSideStreams.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace lamella::test {

namespace {

struct Window {
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    int layer = core::kNoLayer;
};

// Main-stream windows of the layers (head and tail too) of one pass, in time order.
template <class Rows> std::vector<Window> windowsOf(const Rows &rows)
{
    std::vector<Window> windows;
    for (const GpuEvent *event : rows) {
        if (event->side())
            continue;
        if (windows.empty() || windows.back().layer != event->layer)
            windows.push_back({event->startNs, event->endNs(), event->layer});
        windows.back().endNs = event->endNs();
    }
    return windows;
}

const Window *windowAtOrAfter(const std::vector<Window> &windows, std::int64_t startNs)
{
    for (const Window &window : windows)
        if (startNs < window.endNs)
            return &window;
    return windows.empty() ? nullptr : &windows.back();
}

} // namespace

void settleSideStreams(std::vector<GpuEvent> &gpu, std::size_t first)
{
    std::vector<const GpuEvent *> rows;
    for (std::size_t i = first; i < gpu.size(); ++i)
        rows.push_back(&gpu[i]);
    const std::vector<Window> windows = windowsOf(rows);
    std::array<std::int64_t, kLanes> laneEnd{};
    for (std::size_t i = first; i < gpu.size(); ++i) {
        GpuEvent &event = gpu[i];
        if (!event.side() || event.work.awaited)
            continue;
        const std::int64_t end = event.endNs();
        std::int64_t &previousEnd = laneEnd[static_cast<std::size_t>(event.work.lane)];
        event.startNs = std::max(event.startNs, previousEnd);
        const Window *window = windowAtOrAfter(windows, event.startNs);
        if (window != nullptr && event.startNs < window->beginNs)
            event.startNs = window->beginNs + 40;
        event.durationNs = std::max<std::int64_t>(end - event.startNs, 400);
        previousEnd = event.endNs();
    }
}

void assignSideStreams(Timeline &timeline, bool cpuEvents)
{
    std::map<std::pair<int, int>, std::vector<const GpuEvent *>> mainRows;
    for (const GpuEvent &event : timeline.gpu)
        if (!event.side() && event.pass != core::kNoPass)
            mainRows[{event.device, event.pass}].push_back(&event);
    std::map<std::pair<int, int>, std::vector<Window>> windows;
    for (const auto &[key, rows] : mainRows)
        windows[key] = windowsOf(rows);
    for (GpuEvent &event : timeline.gpu) {
        if (!event.side() || event.work.awaited || event.pass == core::kNoPass)
            continue;
        const bool ownLaunch = cpuEvents && event.launch >= 0 && !timeline.launches[static_cast<std::size_t>(event.launch)].graph;
        if (ownLaunch)
            continue;
        if (const Window *window = windowAtOrAfter(windows[{event.device, event.pass}], event.startNs))
            event.layer = window->layer;
    }
}

} // namespace lamella::test
