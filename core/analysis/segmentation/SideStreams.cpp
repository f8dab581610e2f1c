// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/SideStreams.h"

#include "core/analysis/InFlight.h"
#include "core/analysis/LaunchUse.h"
#include "core/model/EventCursor.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::int64_t kLaunchPauseNs = 5'000; // between transfers that were not handed over together

struct Window { // [begin, next window's begin), clipped to the end of the pass
    std::int64_t begin = 0;
    std::int64_t end = 0; // of its own work
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
            windows.push_back({start, start, 0, s.passOf[k], s.layerOf[k]});
        windows.back().end = std::max(windows.back().end, document.kernels.end(k));
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
        , m_use(document.events.size(), work.size())
    {
        for (const std::uint32_t k : work)
            m_use.count(document.kernels.launch[k]);
        EventCursor events(document.events);
        TrackId thread;
        std::vector<Launch> *ofThread = nullptr;
        for (const std::uint32_t k : sequence.kernel) {
            const EventId launch = document.kernels.launch[k];
            if (!launch.valid() || m_use.shared(launch))
                continue;
            const EventCursor::Place call = events(launch);
            if (ofThread == nullptr || thread != call.track) {
                thread = call.track;
                ofThread = &m_byThread[thread]; // stays where it is when others are added
            }
            ofThread->push_back({call.start, k});
        }
        const auto earlier = [](const Launch &a, const Launch &b) { return a.time < b.time; };
        for (auto &[track, launches] : m_byThread)
            if (!std::is_sorted(launches.begin(), launches.end(), earlier))
                std::sort(launches.begin(), launches.end(), earlier);
    }
    // Main-stream kernel launched last before this one on the same thread; -1 where unknown.
    [[nodiscard]] std::int64_t before(std::uint32_t kernel) const
    {
        const EventId launch = m_document.kernels.launch[kernel];
        if (!launch.valid() || m_use.shared(launch))
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
    LaunchUse m_use;
    std::unordered_map<TrackId, std::vector<Launch>> m_byThread;
};

// Sends and receives of a pipeline stage on streams of their own: between the last layer of one pass and the first of the next
// they are tail or head, whichever stream runs beside them.
class Transfers {
public:
    Transfers(const TraceDocument &document, const MainSequence &sequence, const std::vector<Window> &windows,
        const LaunchOrder &launches, const std::vector<std::int32_t> &passOf)
        : m_kernels(document.kernels)
        , m_launches(launches)
        , m_passOf(passOf)
    {
        for (std::size_t w = 0; w < windows.size(); ++w) {
            if (windows[w].layer < 0)
                continue;
            if (!m_spans.empty() && m_spans.back().pass == windows[w].pass)
                m_spans.back().end = windows[w].end;
            else
                m_spans.push_back({windows[w].begin, windows[w].end, windows[w].pass});
        }
        for (std::size_t p = 0; p < sequence.peers.size();) {
            const std::size_t next = spanAfter(m_kernels.start[sequence.peers[p]]);
            std::vector<std::uint32_t> group;
            while (p < sequence.peers.size() && spanAfter(m_kernels.start[sequence.peers[p]]) == next)
                group.push_back(sequence.peers[p++]);
            place(group, next);
        }
    }
    // {pass, head or tail}; nullopt for any other kernel.
    [[nodiscard]] std::optional<std::pair<int, int>> find(std::uint32_t kernel) const
    {
        const auto it = m_places.find(kernel);
        return it == m_places.end() ? std::nullopt : std::optional(it->second);
    }

private:
    struct Layers { // of one pass
        std::int64_t begin = 0;
        std::int64_t end = 0;
        int pass = kNoPass;
    };

    [[nodiscard]] std::size_t spanAfter(std::int64_t time) const // first one that begins later
    {
        const auto it = std::upper_bound(
            m_spans.begin(), m_spans.end(), time, [](std::int64_t t, const Layers &span) { return t < span.begin; });
        return static_cast<std::size_t>(it - m_spans.begin());
    }

    // First receive of a group between two passes: sends and receives part at the longest pause. A receive ends before the layers
    // that wait for it begin.
    [[nodiscard]] std::size_t firstReceive(
        const std::vector<std::uint32_t> &group, const Layers *before, const Layers *after) const
    {
        if (before == nullptr || after == nullptr)
            return before == nullptr ? 0 : group.size();
        std::size_t split = 0;
        std::int64_t longest = m_kernels.start[group.front()] - before->end;
        std::int64_t busyUntil = INT64_MIN;
        for (std::size_t i = 0; i < group.size(); ++i) {
            const std::int64_t pause = i == 0 ? 0 : m_kernels.start[group[i]] - busyUntil;
            if (pause > std::max(longest, kLaunchPauseNs)) {
                longest = pause;
                split = i;
            }
            busyUntil = std::max(busyUntil, m_kernels.end(group[i]));
            if (m_kernels.end(group[i]) > after->begin) {
                longest = 0;
                split = i + 1;
            }
        }
        return after->begin - busyUntil > longest ? group.size() : split;
    }

    void place(std::vector<std::uint32_t> group, std::size_t next)
    {
        const Layers *before = next == 0 ? nullptr : &m_spans[next - 1];
        const Layers *after = next == m_spans.size() ? nullptr : &m_spans[next];
        if (before == nullptr && after == nullptr)
            return;
        // What goes on without a pause from a send is one too, even beside the layers of the next pass.
        std::erase_if(group, [&](std::uint32_t k) {
            const bool beside = before != nullptr && m_kernels.start[k] < before->end;
            if (beside && m_lastSend != UINT32_MAX && m_kernels.stream[k] == m_kernels.stream[m_lastSend]
                && m_kernels.start[k] - m_kernels.end(m_lastSend) <= kLaunchPauseNs) {
                m_places[k] = m_places[m_lastSend];
                m_lastSend = k;
            }
            return beside;
        });
        if (group.empty())
            return;
        const std::size_t split = firstReceive(group, before, after);
        for (std::size_t i = 0; i < group.size(); ++i) {
            const bool send = launchedIn(group[i], before) || (i < split && !launchedIn(group[i], after));
            m_places[group[i]] = send ? std::pair(before->pass, kTailLayer) : std::pair(after->pass, kHeadLayer);
            if (send)
                m_lastSend = group[i];
        }
    }

    // By its launch the transfer was handed over in this pass.
    [[nodiscard]] bool launchedIn(std::uint32_t kernel, const Layers *pass) const
    {
        const std::int64_t neighbour = m_launches.before(kernel);
        return pass != nullptr && neighbour >= 0 && m_passOf[static_cast<std::size_t>(neighbour)] == pass->pass;
    }

    const KernelTable &m_kernels;
    const LaunchOrder &m_launches;
    const std::vector<std::int32_t> &m_passOf;
    std::vector<Layers> m_spans;
    std::unordered_map<std::uint32_t, std::pair<int, int>> m_places;
    std::uint32_t m_lastSend = UINT32_MAX;
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
    if (!sequence.stream.valid() || device.passes.empty() || sequence.size() == work.size()) // nothing beside it
        return;
    const std::vector<Window> windows = windowsOf(document, sequence, segmentation);
    const LaunchOrder launches(document, sequence, work);
    const Transfers transfers(document, sequence, windows, launches, segmentation.passOf);
    const KernelTable &kernels = document.kernels;
    AsyncLines async(document);
    for (const std::uint32_t k : work) {
        if (kernels.stream[k] == sequence.stream)
            continue;
        segmentation.side[k] = 1;
        if (async.has(kernels.stream[k]))
            continue;
        int pass = kNoPass;
        int layer = kNoLayer;
        const std::optional<std::pair<int, int>> handedOn = transfers.find(k);
        if (handedOn) {
            std::tie(pass, layer) = *handedOn;
        } else if (const std::int64_t neighbour = launches.before(k); neighbour >= 0) {
            pass = segmentation.passOf[static_cast<std::size_t>(neighbour)];
            layer = segmentation.layerOf[static_cast<std::size_t>(neighbour)];
        }
        // Around head and tail the order of launches says little: a copy launched last may belong to the next step.
        if (!handedOn && (pass == kNoPass || layer < 0)) {
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
