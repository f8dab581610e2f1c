// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/BoundaryModel.h"

#include <algorithm>
#include <set>

namespace lamella::ui {

namespace {

// Minimum distance in kernels to the next boundary: a layer keeps at least one kernel, head and tail may be empty.
std::uint32_t gapBehind(const MovableBoundary &boundary, const MovableBoundary &next)
{
    const bool layer = boundary.part == core::BoundaryPart::LayerStart && boundary.layer >= 0;
    const bool bare = boundary.part == core::BoundaryPart::PassStart && next.part == core::BoundaryPart::PassEnd;
    return layer || bare ? 1 : 0;
}

bool touches(const MovableBoundary &end, const MovableBoundary &begin)
{
    return end.part == core::BoundaryPart::PassEnd && begin.part == core::BoundaryPart::PassStart
        && end.position == begin.position;
}

class Collector {
public:
    Collector(BoundaryModel &model, const core::Segmentation &segmentation)
        : m_model(model)
        , m_segmentation(segmentation)
    {
    }
    void run()
    {
        int pass = core::kNoPass;
        const auto size = static_cast<std::uint32_t>(m_model.kernels.size());
        for (std::uint32_t i = 0; i < size; ++i) {
            const std::uint32_t kernel = m_model.kernels[i];
            if (m_segmentation.passOf[kernel] != pass) {
                endPass(pass, i);
                pass = m_segmentation.passOf[kernel];
                if (pass != core::kNoPass)
                    add(core::BoundaryPart::PassStart, pass, 0, i);
            }
            if (pass != core::kNoPass)
                layer(pass, m_segmentation.layerOf[kernel], i);
        }
        endPass(pass, size);
        limit();
    }

private:
    void add(core::BoundaryPart part, int pass, int layer, std::uint32_t at)
    {
        m_model.boundaries.push_back({part, pass, layer, at, at, at});
    }
    void layer(int pass, int layer, std::uint32_t at)
    {
        if (layer == m_last || m_tail)
            return;
        m_last = layer;
        m_tail = layer == core::kTailLayer;
        if (m_tail || (layer >= 0 && m_seen.insert(layer).second))
            add(core::BoundaryPart::LayerStart, pass, layer, at);
    }
    void endPass(int pass, std::uint32_t at)
    {
        if (pass != core::kNoPass) {
            if (!m_tail && !m_seen.empty())
                add(core::BoundaryPart::LayerStart, pass, core::kTailLayer, at);
            add(core::BoundaryPart::PassEnd, pass, 0, at);
        }
        m_seen.clear();
        m_tail = false;
        m_last = core::kNoLayer;
    }
    void limit()
    {
        auto &all = m_model.boundaries;
        for (std::size_t i = 0; i < all.size(); ++i) {
            // Adjacent passes share a boundary: its limit is the boundary beyond it.
            std::size_t before = i;
            if (i >= 2 && touches(all[i - 1], all[i]))
                before = i - 1;
            std::size_t behind = i;
            if (i + 2 < all.size() && touches(all[i], all[i + 1]))
                behind = i + 1;
            all[i].lowest = before == 0 ? 0 : all[before - 1].position + gapBehind(all[before - 1], all[before]);
            all[i].highest = behind + 1 >= all.size()
                ? static_cast<std::uint32_t>(m_model.kernels.size())
                : all[behind + 1].position - std::min(all[behind + 1].position, gapBehind(all[behind], all[behind + 1]));
            all[i].lowest = std::min(all[i].lowest, all[i].position);
            all[i].highest = std::max(all[i].highest, all[i].position);
        }
    }

    BoundaryModel &m_model;
    const core::Segmentation &m_segmentation;
    std::set<int> m_seen;
    int m_last = core::kNoLayer;
    bool m_tail = false;
};

} // namespace

std::int64_t BoundaryModel::timeOf(std::uint32_t position) const
{
    return position < kernels.size() ? document->kernels.start[kernels[position]] : endNs;
}

std::int64_t BoundaryModel::shownTime(const MovableBoundary &boundary, std::uint32_t position) const
{
    if (boundary.part != core::BoundaryPart::PassEnd || position == 0)
        return timeOf(position);
    return std::min(timeOf(position), document->kernels.end(kernels[position - 1]));
}

std::pair<std::size_t, std::size_t> BoundaryModel::rowsIn(core::TimeRange range) const
{
    const auto first = std::lower_bound(boundaries.begin(), boundaries.end(), range.begin.value,
        [this](const MovableBoundary &b, std::int64_t time) { return timeOf(b.position) < time; });
    const auto last = std::upper_bound(first, boundaries.end(), range.end.value,
        [this](std::int64_t time, const MovableBoundary &b) { return time < timeOf(b.position); });
    std::size_t end = static_cast<std::size_t>(last - boundaries.begin());
    if (end < boundaries.size() && boundaries[end].part == core::BoundaryPart::PassEnd)
        ++end; // drawn earlier than its time
    return {static_cast<std::size_t>(first - boundaries.begin()), end};
}

std::uint32_t BoundaryModel::stepped(const MovableBoundary &boundary, std::uint32_t from, int step) const
{
    std::uint32_t at = from;
    while (step < 0 ? at > boundary.lowest : at < boundary.highest) {
        at = step < 0 ? at - 1 : at + 1;
        if (at == 0 || timeOf(at) > timeOf(at - 1))
            return at;
    }
    return from;
}

std::uint32_t BoundaryModel::snapped(const MovableBoundary &boundary, std::int64_t timeNs) const
{
    const auto begin = kernels.begin() + boundary.lowest;
    const auto end = kernels.begin() + std::min<std::ptrdiff_t>(boundary.highest, static_cast<std::ptrdiff_t>(kernels.size()));
    const auto it = std::lower_bound(
        begin, end, timeNs, [this](std::uint32_t kernel, std::int64_t time) { return document->kernels.start[kernel] < time; });
    const auto above = static_cast<std::uint32_t>(it - kernels.begin());
    const std::uint32_t below = stepped(boundary, above, -1);
    const auto usable = [&](std::uint32_t at) { return at == 0 || at == boundary.position || timeOf(at) > timeOf(at - 1); };
    const std::uint32_t up = usable(above) ? above : stepped(boundary, above, 1);
    if (!usable(up))
        return usable(below) ? below : boundary.position;
    return timeNs - timeOf(below) < timeOf(up) - timeNs ? below : up;
}

core::BoundaryEdit BoundaryModel::edit(const MovableBoundary &boundary, std::uint32_t position) const
{
    core::BoundaryEdit edit;
    edit.device = document->devices[device.value].number;
    edit.pass = boundary.pass;
    edit.part = boundary.part;
    edit.layer = boundary.part == core::BoundaryPart::LayerStart ? boundary.layer : 0;
    edit.startNs = timeOf(position) - document->zero();
    return edit;
}

std::optional<std::size_t> BoundaryModel::rowOf(const MovableBoundary &boundary) const
{
    const auto it = std::find_if(
        boundaries.begin(), boundaries.end(), [&](const MovableBoundary &other) { return other.sameBoundary(boundary); });
    return it == boundaries.end() ? std::nullopt : std::optional(static_cast<std::size_t>(it - boundaries.begin()));
}

core::Result<BoundaryModelPtr> buildBoundaryModel(const std::shared_ptr<const core::TraceDocument> &document,
    const core::Segmentation &segmentation, core::DeviceId device, const core::JobControl &control)
{
    auto model = std::make_shared<BoundaryModel>();
    model->document = document;
    model->device = device;
    const core::KernelTable &kernels = document->kernels;
    const core::StreamId main = segmentation.devices[device.value].mainStream;
    model->endNs = INT64_MIN;
    for (std::uint32_t k = 0; k < kernels.size(); ++k) {
        if (k % 65536 == 0 && control.stopRequested())
            return core::Error{core::ErrorCode::Cancelled, "cancelled", {}, -1};
        const bool own = main.valid() ? kernels.stream[k] == main : document->deviceOf(core::KernelId{k}) == device;
        if (!own)
            continue;
        model->kernels.push_back(k);
        model->endNs = std::max(model->endNs, kernels.end(k));
    }
    Collector(*model, segmentation).run();
    return BoundaryModelPtr(std::move(model));
}

} // namespace lamella::ui
