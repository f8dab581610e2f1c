// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/segmentation/training/TrainingSideWork.h"

#include <algorithm>
#include <span>
#include <unordered_map>

namespace lamella::core {

namespace {

struct Launch {
    std::int64_t time = 0;
    std::uint32_t kernel = 0;
};

struct Place {
    int pass = kNoPass;
    int layer = kNoLayer;
};

class SideWork {
public:
    SideWork(const TraceDocument &document, const MainSequence &sequence, const DeviceSegmentation &device, const Segmentation &s)
        : m_document(document)
        , m_sequence(sequence)
        , m_device(device)
        , m_segmentation(s)
    {
        for (const Pass &pass : device.passes) {
            m_begins.push_back(pass.range.begin.value);
            m_ends.push_back(pass.range.end.value);
        }
        for (const std::uint32_t k : sequence.kernel) {
            const EventId launch = document.kernels.launch[k];
            if (!launch.valid() || launch.value >= document.events.size())
                continue;
            const EventRow row = document.events.row(launch);
            m_byThread[row.track].push_back({row.start, k});
        }
        for (auto &[track, launches] : m_byThread)
            std::stable_sort(launches.begin(), launches.end(), [](const Launch &a, const Launch &b) { return a.time < b.time; });
    }

    [[nodiscard]] Place placeOf(std::uint32_t kernel) const
    {
        const Place meanwhile = byTime(m_document.kernels.start[kernel]);
        const Place launched = byLaunch(kernel);
        if (launched.pass == kNoPass)
            return meanwhile;
        // Around the layers, launches run far ahead: the time says more about head and tail.
        return launched.layer < 0 && meanwhile.pass == launched.pass ? meanwhile : launched;
    }

private:
    [[nodiscard]] Place of(std::uint32_t kernel) const { return {m_segmentation.passOf[kernel], m_segmentation.layerOf[kernel]}; }

    [[nodiscard]] Place byLaunch(std::uint32_t kernel) const
    {
        const EventId launch = m_document.kernels.launch[kernel];
        if (!launch.valid() || launch.value >= m_document.events.size())
            return {};
        const EventRow row = m_document.events.row(launch);
        const auto thread = m_byThread.find(row.track);
        if (thread == m_byThread.end())
            return {};
        const auto after = std::upper_bound(thread->second.begin(), thread->second.end(), row.start,
            [](std::int64_t time, const Launch &l) { return time < l.time; });
        const Place next = after == thread->second.end() ? Place{} : of(after->kernel);
        const Place before = after == thread->second.begin() ? Place{} : of((after - 1)->kernel);
        // What is copied behind the optimizer is the next step's batch.
        const bool behind = before.pass == kNoPass || stageOf(before.pass) == Stage::Optimizer;
        return behind && next.pass != kNoPass && next.pass != before.pass ? Place{next.pass, kHeadLayer} : before;
    }

    [[nodiscard]] Stage stageOf(int pass) const { return m_device.passes[static_cast<std::size_t>(pass)].stage; }

    [[nodiscard]] Place byTime(std::int64_t start) const
    {
        const auto next = std::upper_bound(m_begins.begin(), m_begins.end(), start);
        if (next == m_begins.begin())
            return {};
        const auto p = static_cast<std::size_t>(next - m_begins.begin()) - 1;
        const Pass &pass = m_device.passes[p];
        if (start >= m_ends[p]) {
            if (pass.stage != Stage::Backward || p + 1 == m_device.passes.size())
                return {};
            return {pass.number, pass.layers > 0 ? kTailLayer : kHeadLayer};
        }
        const auto main = std::upper_bound(m_sequence.kernel.begin(), m_sequence.kernel.end(), start,
            [this](std::int64_t time, std::uint32_t k) { return time < m_document.kernels.start[k]; });
        return main == m_sequence.kernel.begin() ? Place{} : of(*(main - 1));
    }

    const TraceDocument &m_document;
    const MainSequence &m_sequence;
    const DeviceSegmentation &m_device;
    const Segmentation &m_segmentation;
    std::vector<std::int64_t> m_begins; // of the passes, on the main stream
    std::vector<std::int64_t> m_ends;
    std::unordered_map<TrackId, std::vector<Launch>> m_byThread; // of main-stream work, in time order
};

void widen(DeviceSegmentation &device, Place place, TimeRange range)
{
    Pass &pass = device.passes[static_cast<std::size_t>(place.pass)];
    pass.range = pass.range.united(range);
    ++pass.kernels;
    if (place.layer < 0 || pass.layers == 0)
        return;
    const std::span<LayerSpan> layers = std::span(device.layers).subspan(pass.firstLayer, static_cast<std::size_t>(pass.layers));
    const auto layer = std::lower_bound(
        layers.begin(), layers.end(), place.layer, [](const LayerSpan &a, int number) { return a.layer < number; });
    if (layer == layers.end() || layer->layer != place.layer)
        return;
    layer->range = layer->range.united(range);
    ++layer->kernels;
}

} // namespace

void assignTrainingSideWork(const TraceDocument &document, const MainSequence &sequence, const std::vector<std::uint32_t> &work,
    DeviceSegmentation &device, Segmentation &segmentation)
{
    if (!sequence.stream.valid() || device.passes.empty())
        return;
    const SideWork side(document, sequence, device, segmentation);
    for (const std::uint32_t k : work) {
        if (document.kernels.stream[k] == sequence.stream)
            continue;
        segmentation.side[k] = 1;
        const Place place = side.placeOf(k);
        if (place.pass == kNoPass)
            continue;
        segmentation.passOf[k] = place.pass;
        segmentation.layerOf[k] = place.layer;
        widen(device, place, {{document.kernels.start[k]}, {document.kernels.end(k)}});
    }
}

} // namespace lamella::core
