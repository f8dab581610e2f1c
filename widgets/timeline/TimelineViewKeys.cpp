// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of TimelineView. They act while the timeline has the focus; letters and signs wherever nothing else takes them.
#include "core/report/TableRequest.h"
#include "widgets/session/KernelSteps.h"
#include "widgets/session/LongestStep.h"
#include "widgets/session/NavigationBus.h"
#include "widgets/session/Stepper.h"
#include "widgets/session/TimeRangeControl.h"
#include "widgets/timeline/TimelineView.h"

#include <QKeyEvent>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr int kScrollStepPx = 54;

// The idle time with the work that ends it and, of that whose end begins it, the one that started last.
core::Selection gapBetween(const core::TraceDocument &document, core::DeviceId device, core::TimeRange gap)
{
    const core::KernelTable &kernels = document.kernels;
    const auto onDevice = [&](std::size_t k) {
        return document.deviceOf(core::KernelId{static_cast<std::uint32_t>(k)}) == device;
    };
    auto after = static_cast<std::size_t>(
        std::lower_bound(kernels.start.begin(), kernels.start.end(), gap.end.value) - kernels.start.begin());
    std::size_t before = after;
    while (after < kernels.size() && !onDevice(after))
        ++after;
    while (before > 0 && !(onDevice(before - 1) && kernels.end(static_cast<std::uint32_t>(before - 1)) == gap.begin.value))
        --before;
    if (before == 0 || after >= kernels.size())
        return core::RangeSelection{gap};
    return core::GapSelection{
        gap, core::KernelId{static_cast<std::uint32_t>(before - 1)}, core::KernelId{static_cast<std::uint32_t>(after)}};
}

} // namespace

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    if (trackKey(*event))
        return;
    if (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const double fast = event->modifiers().testFlag(Qt::ShiftModifier) ? 4 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
        pan(-kPanStep * fast);
        break;
    case Qt::Key_Right:
        pan(kPanStep * fast);
        break;
    case Qt::Key_Up:
        setScrollY(m_scrollY - kScrollStepPx);
        break;
    case Qt::Key_Down:
        setScrollY(m_scrollY + kScrollStepPx);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        zoomToSelection();
        break;
    case Qt::Key_Home:
        zoomToFit();
        break;
    default:
        if (!letterKey(*event))
            QWidget::keyPressEvent(event);
    }
}

// Selects the next or previous kernel of the stream, or event of the lane; without a selection, the first kernel in view.
void TimelineView::stepKernel(int by)
{
    if (!m_data)
        return;
    const core::TraceDocument &document = *m_data->document;
    TimelineHit hit;
    hit.kind = TimelineHit::Kind::Link;
    if (const auto *kernel = std::get_if<core::KernelSelection>(&m_bus.selection())) {
        const auto size = static_cast<std::int64_t>(document.kernels.size());
        std::int64_t next = static_cast<std::int64_t>(kernel->kernel.value) + by;
        const auto streamOf = [&](std::int64_t row) { return document.kernels.stream[static_cast<std::size_t>(row)]; };
        while (next >= 0 && next < size && streamOf(next) != streamOf(kernel->kernel.value))
            next += by;
        if (next < 0 || next >= size)
            return;
        const TimelineRows::Place place = m_rows.placeOf(core::KernelId{static_cast<std::uint32_t>(next)}, document);
        hit.row = place.row;
        hit.cell.first = place.index;
    } else if (const auto *chosen = std::get_if<core::EventSelection>(&m_bus.selection())) {
        const TimelineRows::Place place = m_rows.placeOf(chosen->event, document);
        const std::int64_t next = static_cast<std::int64_t>(place.index) + by;
        if (place.row == nullptr || next < 0 || next >= static_cast<std::int64_t>(place.row->lane->lod->lane().size()))
            return;
        hit.row = place.row;
        hit.cell.first = static_cast<std::uint32_t>(next);
    } else {
        for (const TimelineRow &row : m_rows.rows()) {
            if (row.isGroup() || row.lane->kind != LaneKind::Kernels)
                continue;
            const core::Lane &lane = row.lane->lod->lane();
            hit.row = &row;
            hit.cell.first = std::min(core::rowsIn(lane, m_range.visibleRange()).first, std::max(1u, lane.size()) - 1);
            break;
        }
    }
    if (hit.row != nullptr)
        activate(hit);
}

bool TimelineView::letterKey(const QKeyEvent &event)
{
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    const bool shift = event.modifiers().testFlag(Qt::ShiftModifier);
    const int by = shift ? -1 : 1;
    const double pans = shift ? 4 * kPanStep : kPanStep;
    switch (event.key()) {
    case Qt::Key_W:
    case Qt::Key_Plus:
        zoom(kZoomStep);
        return true;
    case Qt::Key_S:
    case Qt::Key_Minus:
        zoom(1 / kZoomStep);
        return true;
    case Qt::Key_A:
        pan(-pans);
        return true;
    case Qt::Key_D:
        pan(pans);
        return true;
    case Qt::Key_F:
        zoomToSelection();
        return true;
    case Qt::Key_0:
        zoomToPass();
        return true;
    case Qt::Key_Comma:
        stepKernel(-1);
        return true;
    case Qt::Key_Period:
        stepKernel(1);
        return true;
    case Qt::Key_N:
        stepName(by);
        return true;
    case Qt::Key_BracketLeft:
        stepLayer(-1);
        return true;
    case Qt::Key_BracketRight:
        stepLayer(1);
        return true;
    case Qt::Key_G:
        stepGap(by);
        return true;
    case Qt::Key_R: // by mouse it is drawn
        if (m_data)
            m_bus.select(core::RangeSelection{m_range.visibleRange()}, this);
        return true;
    case Qt::Key_Backspace:
        selectParent();
        return true;
    default:
        return false;
    }
}

void TimelineView::stepName(int by)
{
    if (!m_data)
        return;
    const core::TraceDocument &document = *m_data->document;
    std::optional<core::KernelId> next;
    if (const auto *kernel = std::get_if<core::KernelSelection>(&m_bus.selection())) {
        next = kernelStep(document, kernel->kernel, KernelStep::Name, by);
    } else if (const auto *name = std::get_if<core::NameSelection>(&m_bus.selection())) {
        const core::TimeRange visible = m_range.visibleRange(); // the first in view, else the first of all
        for (std::uint32_t k = 0; k < document.kernels.size(); ++k) {
            if (document.kernels.name[k] != name->name)
                continue;
            if (!next)
                next = core::KernelId{k};
            if (document.kernels.start[k] >= visible.begin.value) {
                next = core::KernelId{k};
                break;
            }
        }
    }
    if (!next)
        return;
    m_bus.select(core::KernelSelection{*next}, this);
    bringIntoView(m_bus.selection());
}

void TimelineView::stepLayer(int by)
{
    if (!m_data || !m_data->segmentation)
        return;
    const auto next = layerStep(*m_data->segmentation, m_bus.focus(), by);
    if (!next)
        return;
    m_bus.select(*next, this);
    bringIntoView(m_bus.selection());
}

// Of at least the length that tables of gaps list one by one.
void TimelineView::stepGap(int by)
{
    core::DeviceId device = m_bus.focus().device;
    if (!m_data || !m_data->streams)
        return;
    if (!device.valid() && m_data->segmentation)
        device = m_data->segmentation->mainDevice;
    if (device.value >= m_data->streams->busy.size())
        return;
    core::TimeRange from = m_bus.placeOf(m_bus.selection());
    if (from.length().value <= 0)
        from = m_range.visibleRange();
    const BusyTime &busy = m_data->streams->busy[device.value];
    const std::int64_t minNs = core::TableRequest().minGapNs;
    const bool onGap = std::holds_alternative<core::RangeSelection>(m_bus.selection())
        || std::holds_alternative<core::GapSelection>(m_bus.selection());
    const auto gap =
        by > 0 ? busy.idleAfter(onGap ? from.end.value : from.begin.value, minNs) : busy.idleBefore(from.begin.value, minNs);
    if (!gap)
        return;
    m_bus.select(gapBetween(*m_data->document, device, *gap), this);
    bringIntoView(m_bus.selection());
}

void TimelineView::selectParent()
{
    if (const auto parent = parentOf(m_bus.selection(), m_bus.focus()))
        m_bus.select(*parent, this);
}

void TimelineView::zoomToPass()
{
    const Focus focus = m_bus.focus();
    const core::Pass *pass = m_data && m_data->segmentation ? m_data->segmentation->pass(focus.device, focus.pass) : nullptr;
    if (pass == nullptr) {
        zoomToFit();
        return;
    }
    const std::int64_t margin = std::max<std::int64_t>(1, pass->range.length().value / 50);
    showRange({{pass->range.begin.value - margin}, {pass->range.end.value + margin}}, true);
}

} // namespace lamella::ui
