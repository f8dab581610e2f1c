// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/InFlight.h"
#include "core/analysis/LaunchUse.h"
#include "core/analysis/segmentation/PassNumbering.h"
#include "core/model/EventCursor.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace lamella::core {

namespace {

constexpr std::int64_t kLaunchPauseNs = 5'000; // at most, before the last reduction of a pass

struct Place {
    int pass = kNoPass;
    int layer = kNoLayer;
};

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
    std::pair<TrackId, std::int64_t> at; // thread and time
    std::uint32_t kernel = 0;
};

// Launches of main-stream kernels, by thread in time order; graph launches (many kernels each) tell no layer.
class LaunchOrder {
public:
    LaunchOrder(const TraceDocument &document, const MainSequence &sequence, const std::vector<std::uint32_t> &work)
        : m_document(document)
        , m_use(document.events.size(), work.size())
    {
        for (const std::uint32_t k : work)
            m_use.count(document.kernels.launch[k]);
        EventCursor events(document.events);
        for (const std::uint32_t k : sequence.kernel) {
            const EventId launch = document.kernels.launch[k];
            if (!launch.valid() || m_use.shared(launch))
                continue;
            const EventCursor::Place call = events(launch);
            m_launches.push_back({{call.track, call.start}, k});
        }
        std::ranges::stable_sort(m_launches, {}, &Launch::at);
    }
    // Main-stream kernels launched last before this one and first after it on the same thread; -1 where unknown.
    struct Around {
        std::int64_t before = -1;
        std::int64_t after = -1;
    };
    [[nodiscard]] Around around(std::uint32_t kernel) const
    {
        const EventId launch = m_document.kernels.launch[kernel];
        if (!launch.valid() || m_use.shared(launch))
            return {};
        const EventRow row = m_document.events.row(launch);
        const auto after = std::ranges::upper_bound(m_launches, std::pair(row.track, row.start), {}, &Launch::at);
        const bool follows = after != m_launches.begin() && (after - 1)->at.first == row.track;
        const bool precedes = after != m_launches.end() && after->at.first == row.track;
        return {follows ? std::int64_t{(after - 1)->kernel} : -1, precedes ? std::int64_t{after->kernel} : -1};
    }

private:
    const TraceDocument &m_document;
    LaunchUse m_use;
    std::vector<Launch> m_launches;
};

// Sends and receives of a pipeline stage on streams of their own: between the last layer of one pass and the first of the next
// they are tail or head, whichever stream runs beside them.
class Transfers {
public:
    Transfers(const TraceDocument &document, const MainSequence &sequence, const std::vector<Window> &windows,
        const LaunchOrder &launches, const std::vector<std::int32_t> &passOf)
        : m_kernels(document.kernels)
        , m_peers(sequence.peers)
        , m_launches(launches)
        , m_passOf(passOf)
    {
        for (const Window &window : windows) {
            if (window.layer < 0)
                continue;
            if (!m_spans.empty() && m_spans.back().pass == window.pass)
                m_spans.back().end = window.end;
            else
                m_spans.push_back({window.begin, window.end, window.pass});
        }
        // What runs beside most layers is no hand-over: on AMD one kernel does all sorts of communication.
        const auto layers = std::ranges::count_if(windows, [](const Window &window) { return window.layer >= 0; });
        const auto beside = std::ranges::count_if(sequence.peers, [&](std::uint32_t peer) {
            const std::size_t next = spanAfter(m_kernels.start[peer]);
            return next > 0 && m_kernels.start[peer] < m_spans[next - 1].end;
        });
        m_handsOver = 2 * beside < layers;
    }
    // Head or tail of a pass; nullopt for any other kernel. A receive ends before the layers that wait for it begin, and stands
    // nearer to them than to the layers before.
    [[nodiscard]] std::optional<Place> find(std::uint32_t kernel) const
    {
        if (!m_handsOver || !std::binary_search(m_peers.begin(), m_peers.end(), kernel))
            return std::nullopt;
        const std::int64_t start = m_kernels.start[kernel];
        const std::int64_t end = m_kernels.end(kernel);
        const std::size_t next = spanAfter(start);
        const Layers *before = next == 0 ? nullptr : &m_spans[next - 1];
        const Layers *after = next == m_spans.size() ? nullptr : &m_spans[next];
        if ((before == nullptr && after == nullptr) || (before != nullptr && start < before->end))
            return std::nullopt;
        const bool nearer = before != nullptr
            && (after == nullptr || end > after->begin || start - before->end < after->begin - end);
        const bool send = launchedIn(kernel, before) || (nearer && !launchedIn(kernel, after));
        return send ? Place{before->pass, kTailLayer} : after != nullptr ? Place{after->pass, kHeadLayer} : Place{};
    }

private:
    struct Layers { // of one pass
        std::int64_t begin = 0;
        std::int64_t end = 0;
        int pass = kNoPass;
    };

    [[nodiscard]] std::size_t spanAfter(std::int64_t time) const // first one that begins later
    {
        return static_cast<std::size_t>(std::ranges::upper_bound(m_spans, time, {}, &Layers::begin) - m_spans.begin());
    }

    // By its launch the transfer was handed over in this pass.
    [[nodiscard]] bool launchedIn(std::uint32_t kernel, const Layers *pass) const
    {
        const std::int64_t neighbour = m_launches.around(kernel).before;
        return pass != nullptr && neighbour >= 0 && m_passOf[static_cast<std::size_t>(neighbour)] == pass->pass;
    }

    const KernelTable &m_kernels;
    const std::vector<std::uint32_t> &m_peers; // ascending
    const LaunchOrder &m_launches;
    const std::vector<std::int32_t> &m_passOf;
    std::vector<Layers> m_spans;
    bool m_handsOver = false;
};

// Where work of other streams belongs, by the launches on its thread and by the work of the main stream at its time.
class SideWork {
public:
    SideWork(const TraceDocument &document, const MainSequence &sequence, const std::vector<std::uint32_t> &work,
        const DeviceSegmentation &device, const Segmentation &segmentation)
        : m_kernels(document.kernels)
        , m_device(device)
        , m_segmentation(segmentation)
        , m_windows(windowsOf(document, sequence, segmentation))
        , m_launches(document, sequence, work)
        , m_transfers(document, sequence, m_windows, m_launches, segmentation.passOf)
    {
    }

    // Around head and tail the order of launches says little: a copy launched last may belong to the next step.
    [[nodiscard]] Place placeOf(std::uint32_t kernel) const
    {
        if (const auto handedOn = m_transfers.find(kernel))
            return *handedOn;
        const Place launched = byLaunch(kernel);
        return launched.layer >= 0 ? launched : byTime(kernel, launched);
    }

private:
    [[nodiscard]] Place of(std::int64_t kernel) const
    {
        const auto k = static_cast<std::size_t>(kernel);
        return kernel < 0 ? Place{} : Place{m_segmentation.passOf[k], m_segmentation.layerOf[k]};
    }
    [[nodiscard]] bool runs(Place place, Stage stage) const
    {
        return place.pass >= 0 && m_device.passes[static_cast<std::size_t>(place.pass)].stage == stage;
    }
    [[nodiscard]] bool trains(Place place) const
    {
        return runs(place, Stage::Forward) || runs(place, Stage::Backward) || runs(place, Stage::Optimizer);
    }
    // What is copied before a step, or behind the optimizer, is the next step's batch.
    [[nodiscard]] Place byLaunch(std::uint32_t kernel) const
    {
        const LaunchOrder::Around around = m_launches.around(kernel);
        const Place before = of(around.before);
        const Place after = of(around.after);
        const bool behind = before.pass == kNoPass || runs(before, Stage::Optimizer);
        return behind && trains(after) && after.pass != before.pass ? Place{after.pass, kHeadLayer} : before;
    }
    // The last reduction of a pass starts right behind its last kernel, that of gradients before the optimizer. A step of
    // training is launched in its order, so that the pass by the launch stands, whatever runs meanwhile.
    [[nodiscard]] Place byTime(std::uint32_t kernel, Place launched) const
    {
        const std::int64_t start = m_kernels.start[kernel];
        const auto next = std::ranges::upper_bound(m_windows, start, {}, &Window::begin);
        Place meanwhile;
        if (next != m_windows.begin()) {
            const Window &window = *(next - 1);
            if (start < window.passEnd
                || (m_kernels.kind[kernel] == KernelKind::Kernel && start - window.passEnd <= kLaunchPauseNs))
                meanwhile = {window.pass, window.layer};
            else if (runs({window.pass, 0}, Stage::Backward) && window.pass + 1 < static_cast<int>(m_device.passes.size()))
                meanwhile = {window.pass, window.layer < 0 ? window.layer : kTailLayer};
        }
        return trains(launched) && launched.pass != meanwhile.pass ? launched : meanwhile;
    }

    const KernelTable &m_kernels;
    const DeviceSegmentation &m_device;
    const Segmentation &m_segmentation;
    std::vector<Window> m_windows;
    LaunchOrder m_launches;
    Transfers m_transfers;
};

void widen(DeviceSegmentation &device, Place place, TimeRange range)
{
    Pass &pass = device.passes[static_cast<std::size_t>(place.pass)];
    pass.range = pass.range.united(range);
    ++pass.kernels;
    if (place.layer < 0 || pass.layers == 0) // an optimizer has no layers
        return;
    const std::span<LayerSpan> layers = std::span(device.layers).subspan(pass.firstLayer, static_cast<std::size_t>(pass.layers));
    const auto layer = std::ranges::lower_bound(layers, place.layer, {}, &LayerSpan::layer);
    if (layer == layers.end() || layer->layer != place.layer)
        return;
    layer->range = layer->range.united(range);
    ++layer->kernels;
}

} // namespace

void assignSideStreams(const TraceDocument &document, const MainSequence &sequence, const std::vector<std::uint32_t> &work,
    DeviceSegmentation &device, Segmentation &segmentation)
{
    if (!sequence.stream.valid() || device.passes.empty() || sequence.size() == work.size()) // nothing beside it
        return;
    const KernelTable &kernels = document.kernels;
    const SideWork side(document, sequence, work, device, segmentation);
    AsyncLines async(document);
    for (const std::uint32_t k : work) {
        if (kernels.stream[k] == sequence.stream)
            continue;
        segmentation.side[k] = 1;
        const Place place = async.has(kernels.stream[k]) ? Place{} : side.placeOf(k);
        if (place.pass == kNoPass)
            continue;
        segmentation.passOf[k] = place.pass;
        segmentation.layerOf[k] = place.layer;
        widen(device, place, {{kernels.start[k]}, {kernels.end(k)}});
    }
}

} // namespace lamella::core
