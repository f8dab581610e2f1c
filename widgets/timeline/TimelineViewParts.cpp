// SPDX-License-Identifier: GPL-3.0-or-later
// Accessible parts of the timeline: the visible bands of passes or layers, and last the selected kernel or event. The thousands
// of other spans are reached with the keys that step from kernel to kernel.
#include "widgets/session/NavigationBus.h"
#include "widgets/timeline/TimelineTips.h"
#include "widgets/timeline/TimelineView.h"

#include <algorithm>
#include <cstdlib>

namespace lamella::ui {

TimelineBands TimelineView::bandsNow() const
{
    if (!m_data)
        return {};
    core::DeviceId id = m_bus.focus().device;
    if (!id.valid() && m_data->segmentation)
        id = m_data->segmentation->mainDevice;
    const core::DeviceSegmentation *device = m_data->device(id);
    const TimelineFrame now = frame();
    TimelineBands bands = device != nullptr ? bandsIn(*device, now.focus, now.range, now.laneWidth()) : TimelineBands{};
    markSelected(bands, m_bus.selection());
    return bands;
}

QRect TimelineView::bandRect(const TimelineBand &band) const
{
    const TimelineFrame now = frame();
    const core::TimeScale scale = now.scale();
    const int left = static_cast<int>(std::max(0.0, scale.x(band.range.begin.value)));
    const int right = static_cast<int>(std::min(static_cast<double>(now.laneWidth()), scale.x(band.range.end.value)));
    return {kLabelColumnPx + left, kRulerPx + 2, std::max(1, right - left - 1), kBandBarPx + 1};
}

int TimelineView::partCount() const
{
    return static_cast<int>(bandsNow().bands.size()) + (selectedSpanTip().isEmpty() ? 0 : 1);
}

QString TimelineView::partName(int part) const
{
    const TimelineBands bands = bandsNow();
    const auto at = static_cast<std::size_t>(part);
    return (at < bands.bands.size() ? bandTip(*m_data, bands.bands[at]) : selectedSpanTip()).plain();
}

QRect TimelineView::partRect(int part) const
{
    const TimelineBands bands = bandsNow();
    const auto at = static_cast<std::size_t>(part);
    return at < bands.bands.size() ? bandRect(bands.bands[at]) : rectOf(m_bus.selection());
}

int TimelineView::partAt(QPoint position) const
{
    const TimelineBands bands = bandsNow();
    int nearest = -1; // bands of few pixels may share one
    int distance = 0;
    for (std::size_t i = 0; i < bands.bands.size(); ++i) {
        const QRect rect = bandRect(bands.bands[i]);
        const int away = std::abs(rect.center().x() - position.x());
        if (!rect.contains(position) || (nearest >= 0 && away >= distance))
            continue;
        nearest = static_cast<int>(i);
        distance = away;
    }
    if (nearest >= 0)
        return nearest;
    return m_data && rectOf(m_bus.selection()).contains(position) && !selectedSpanTip().isEmpty()
        ? static_cast<int>(bands.bands.size())
        : -1;
}

int TimelineView::selectedPart() const
{
    const TimelineBands bands = bandsNow();
    if (!selectedSpanTip().isEmpty())
        return static_cast<int>(bands.bands.size());
    const auto parts = core::partsOf(m_bus.selection()); // of several the last one
    const core::Selection last = parts.empty() ? core::Selection() : core::selectionOf(parts.back());
    auto found = std::find_if(
        bands.bands.begin(), bands.bands.end(), [&](const TimelineBand &band) { return !parts.empty() && band.target == last; });
    if (found == bands.bands.end())
        found = std::find_if(bands.bands.begin(), bands.bands.end(), [](const TimelineBand &band) { return band.selected; });
    return found == bands.bands.end() ? -1 : static_cast<int>(found - bands.bands.begin());
}

bool TimelineView::isPartSelected(int part) const
{
    const TimelineBands bands = bandsNow();
    const auto at = static_cast<std::size_t>(part);
    return at < bands.bands.size() ? bands.bands[at].selected : part == selectedPart();
}

void TimelineView::pressPart(int part)
{
    const TimelineBands bands = bandsNow();
    const auto at = static_cast<std::size_t>(part);
    if (at < bands.bands.size())
        m_bus.select(bands.bands[at].target, this);
}

// Of the selected kernel or event; empty if neither is selected.
TipText TimelineView::selectedSpanTip() const
{
    if (!m_data)
        return {};
    if (const auto *kernel = std::get_if<core::KernelSelection>(&m_bus.selection()))
        return kernel->kernel.value < m_data->document->kernels.size() ? kernelTip(*m_data, kernel->kernel) : TipText{};
    if (const auto *event = std::get_if<core::EventSelection>(&m_bus.selection()))
        return event->event.value < m_data->document->events.size() ? eventTip(*m_data, event->event) : TipText{};
    return {};
}

} // namespace lamella::ui
