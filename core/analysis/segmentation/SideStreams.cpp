// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/SideStreams.h"

#include <algorithm>
#include <unordered_map>

namespace lamella::core {

namespace {

struct Window { // [begin, next window's begin), clipped to the end of the pass
    std::int64_t begin = 0;
    std::int64_t passEnd = 0;
    int pass = kNoPass;
    int layer = kNoLayer;
};

// One window for each change of (pass, layer) along the main sequence.
std::vector<Window> windowsOf(const TraceDocument &document, const MainSequence &sequence, const Segmentation &s)
{
    std::vector<Window> windows;
    for (const std::uint32_t k : sequence.kernel) {
        const std::int64_t start = document.kernels.start[k];
        if (windows.empty() || windows.back().pass != s.passOf[k] || windows.back().layer != s.layerOf[k])
            windows.push_back({start, 0, s.passOf[k], s.layerOf[k]});
        windows.back().passEnd = std::max(windows.back().passEnd, document.kernels.end(k));
    }
    for (std::size_t w = windows.size(); w-- > 1;) {
        if (windows[w - 1].pass == windows[w].pass)
            windows[w - 1].passEnd = std::max(windows[w - 1].passEnd, windows[w].passEnd);
    }
    return windows;
}

struct Launch {
    std::int64_t time = 0;
    std::uint32_t kernel = 0;
};

// Launches of main-stream kernels by thread, in time order; graph launches (many kernels each) tell no layer.
class LaunchOrder {
public:
    LaunchOrder(const TraceDocument &document, const MainSequence &sequence, const std::vector<std::uint32_t> &work)
        : m_document(document)
    {
        for (const std::uint32_t k : work) {
            if (document.kernels.launch[k].valid())
                ++m_shared[document.kernels.launch[k]];
        }
        for (const std::uint32_t k : sequence.kernel) {
            const EventId launch = document.kernels.launch[k];
            if (!launch.valid() || m_shared[launch] > 1)
                continue;
            const EventRow row = document.events.row(launch);
            m_byThread[row.track].push_back({row.start, k});
        }
        for (auto &[track, launches] : m_byThread)
            std::sort(launches.begin(), launches.end(), [](const Launch &a, const Launch &b) { return a.time < b.time; });
    }
    // Main-stream kernel launched last before this one on the same thread; -1 where unknown.
    [[nodiscard]] std::int64_t before(std::uint32_t kernel) const
    {
        const EventId launch = m_document.kernels.launch[kernel];
        if (!launch.valid() || m_shared.at(launch) > 1)
            return -1;
        const EventRow row = m_document.events.row(launch);
        const auto thread = m_byThread.find(row.track);
        if (thread == m_byThread.end())
            return -1;
        auto it = std::upper_bound(thread->second.begin(), thread->second.end(), row.start,
            [](std::int64_t time, const Launch &l) { return time < l.time; });
        return it == thread->second.begin() ? -1 : static_cast<std::int64_t>((it - 1)->kernel);
    }

private:
    const TraceDocument &m_document;
    std::unordered_map<EventId, std::uint32_t> m_shared;
    std::unordered_map<TrackId, std::vector<Launch>> m_byThread;
};

void widen(DeviceSegmentation &device, int pass, int layer, TimeRange range)
{
    Pass &p = device.passes[static_cast<std::size_t>(pass)];
    p.range = p.range.united(range);
    ++p.kernels;
    if (layer < 0 || p.layers == 0) // an optimizer has no layers
        return;
    const int row = layer - device.layers[p.firstLayer].layer; // numbers within a pass are consecutive
    if (row < 0 || row >= p.layers)
        return;
    LayerSpan &span = device.layers[p.firstLayer + static_cast<std::uint32_t>(row)];
    span.range = span.range.united(range);
    ++span.kernels;
}

} // namespace

void assignSideStreams(const TraceDocument &document, const MainSequence &sequence, const std::vector<std::uint32_t> &work,
    DeviceSegmentation &device, Segmentation &segmentation)
{
    if (!sequence.stream.valid() || device.passes.empty())
        return;
    const std::vector<Window> windows = windowsOf(document, sequence, segmentation);
    const LaunchOrder launches(document, sequence, work);
    const KernelTable &kernels = document.kernels;
    for (const std::uint32_t k : work) {
        if (kernels.stream[k] == sequence.stream)
            continue;
        segmentation.side[k] = 1;
        int pass = kNoPass;
        int layer = kNoLayer;
        if (const std::int64_t neighbour = launches.before(k); neighbour >= 0) {
            pass = segmentation.passOf[static_cast<std::size_t>(neighbour)];
            layer = segmentation.layerOf[static_cast<std::size_t>(neighbour)];
        }
        // Around head and tail the order of launches says little: a copy launched last may belong to the next step.
        if (pass == kNoPass || layer < 0) {
            pass = kNoPass;
            layer = kNoLayer;
            auto it = std::upper_bound(windows.begin(), windows.end(), kernels.start[k],
                [](std::int64_t time, const Window &w) { return time < w.begin; });
            if (it != windows.begin() && kernels.start[k] < (it - 1)->passEnd) {
                pass = (it - 1)->pass;
                layer = (it - 1)->layer;
            }
        }
        if (pass == kNoPass)
            continue;
        segmentation.passOf[k] = pass;
        segmentation.layerOf[k] = layer;
        widen(device, pass, layer, {{kernels.start[k]}, {kernels.end(k)}});
    }
}

} // namespace lamella::core
