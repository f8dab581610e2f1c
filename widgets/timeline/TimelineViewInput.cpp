// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and wheel of TimelineView.
#include "widgets/charts/TipText.h"
#include "widgets/session/TimeRangeControl.h"
#include "widgets/timeline/TimelineSnap.h"
#include "widgets/timeline/TimelineView.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QFocusEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lamella::ui {

namespace {

constexpr int kScrollStepPx = 54; // per notch of the wheel

} // namespace

void TimelineView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_motion.stop();
    hideTip();
    m_tipTimer.stop();
    m_drag = Drag::Pressed;
    m_pressedButton = event->button();
    m_pressed = event->position().toPoint();
    m_pressedTime = edgeAt(m_pressed);
    m_pressedRange = m_range.visibleRange();
    m_pressedScroll = m_scrollY;
}

void TimelineView::mouseMoveEvent(QMouseEvent *event)
{
    m_mouse = event->position().toPoint();
    if (m_drag == Drag::Pressed && (m_mouse - m_pressed).manhattanLength() >= QApplication::startDragDistance()) {
        const TimelineRow *row = m_pressed.y() >= frame().rowsTop() ? rowAtY(m_pressed.y()) : nullptr;
        const bool onTraffic = row != nullptr && !row->isGroup() && row->lane->kind == LaneKind::Traffic;
        const bool marks = m_pressedButton == Qt::LeftButton
            && (m_pressed.y() < kRulerPx || event->modifiers().testFlag(Qt::ShiftModifier)
                || (m_pressed.y() >= frame().rowsTop() && !onTraffic && hitAt(m_pressed).kind == TimelineHit::Kind::Nothing));
        m_dragged = m_pressed.x() < kLabelColumnPx ? trackAt(m_pressed) : QString();
        m_drag = !m_dragged.isEmpty() ? Drag::Track : marks && m_pressed.x() >= kLabelColumnPx ? Drag::Range : Drag::Pan;
        if (m_drag == Drag::Track)
            setCursor(Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::Pan) {
        setCursor(Qt::ClosedHandCursor);
        const double nsPerPx = static_cast<double>(m_pressedRange.length().value) / frame().laneWidth();
        const auto by = static_cast<std::int64_t>(std::llround((m_pressed.x() - m_mouse.x()) * nsPerPx));
        m_range.setVisibleRange({{m_pressedRange.begin.value + by}, {m_pressedRange.end.value + by}});
        setScrollY(m_pressedScroll + m_pressed.y() - m_mouse.y());
    } else if (m_drag == Drag::None) {
        const TimelineHit hit = hitAt(m_mouse);
        const bool isSame = hit.kind == m_hover.kind && hit.row == m_hover.row && hit.cell.first == m_hover.cell.first
            && hit.rect == m_hover.rect;
        if (!isSame) {
            hideTip();
            m_tipTimer.start();
        }
        m_hover = hit;
        const bool isLink = hit.kind == TimelineHit::Kind::Link || hit.kind == TimelineHit::Kind::Group;
        setCursor(isLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
    }
    emit cursorTimeChanged(timeAt(m_mouse.x()), m_data != nullptr && m_mouse.x() >= kLabelColumnPx);
    update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent *event)
{
    const Drag drag = m_drag;
    m_drag = Drag::None;
    unsetCursor();
    if (drag == Drag::Pressed && event->button() == Qt::LeftButton) {
        activate(hitAt(event->position().toPoint()), event->modifiers().testFlag(Qt::ShiftModifier));
    } else if (drag == Drag::Track) {
        dropTrack(event->position().toPoint());
    } else if (drag == Drag::Range) {
        const core::TimeRange range = drawnRange(event->position().toPoint());
        if (range.length().value > 0)
            m_bus.select(core::RangeSelection{range}, this);
    }
    update();
}

std::int64_t TimelineView::edgeAt(QPoint position) const
{
    const std::int64_t time = timeAt(position.x());
    if (!m_data || QApplication::keyboardModifiers().testFlag(Qt::AltModifier))
        return time;
    const TimelineRow *row = rowAtY(position.y());
    if (position.y() < frame().rowsTop() || row == nullptr || row->isGroup()
        || row->lane->kind == LaneKind::Traffic) {
        const std::vector<TimelineRow> &rows = m_rows.rows();
        const auto first = std::find_if(rows.begin(), rows.end(),
            [](const TimelineRow &one) { return !one.isGroup() && one.lane->kind == LaneKind::Kernels; });
        row = first != rows.end() ? &*first : nullptr;
    }
    if (row == nullptr)
        return time;
    const auto tolerance = static_cast<std::int64_t>(std::ceil(kSnapPx * frame().scale().nsPerPx()));
    return snappedTime(row->lane->lod->lane(), time, tolerance);
}

core::TimeRange TimelineView::drawnRange(QPoint end) const
{
    const std::int64_t other = edgeAt(end);
    return {{std::min(m_pressedTime, other)}, {std::max(m_pressedTime, other)}};
}

void TimelineView::activate(const TimelineHit &hit, bool adds)
{
    if (hit.kind == TimelineHit::Kind::Group) {
        toggleGroup(hit.row->group->title);
        return;
    }
    const core::Selection selection = selectionOf(hit);
    if (std::holds_alternative<std::monostate>(selection)) {
        if (hit.row != nullptr) // the empty part of a lane
            selectParent();
        return;
    }
    if (adds && core::partOf(selection)) {
        m_bus.toggle(selection, this);
        return;
    }
    m_bus.select(selection, this);
    if (hit.kind == TimelineHit::Kind::Link)
        bringIntoView(selection);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const TimelineHit hit = hitAt(event->position().toPoint());
    if (hit.kind == TimelineHit::Kind::Span && hit.cell.count > 1) {
        const core::Lane &lane = hit.row->lane->lod->lane();
        const core::TimeRange range{{lane.start(hit.cell.first)}, {lane.end(hit.cell.first + hit.cell.count - 1)}};
        showRange(rangeShowing(range, range, 1.1), true);
        return;
    }
    const core::Selection selection = selectionOf(hit);
    if (std::holds_alternative<std::monostate>(selection))
        return;
    m_bus.select(selection, this);
    zoomToSelection();
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    m_motion.stop();
    hideTip();
    const QPoint angle = event->angleDelta();
    const double nsPerPx = frame().scale().nsPerPx();
    if (event->modifiers().testFlag(Qt::ShiftModifier) || (angle.x() != 0 && std::abs(angle.x()) > std::abs(angle.y()))) {
        const int by = angle.x() != 0 ? angle.x() : angle.y();
        m_range.pan({static_cast<std::int64_t>(-by * nsPerPx)});
    } else if (event->modifiers().testFlag(Qt::ControlModifier)) {
        setScrollY(m_scrollY - angle.y() * kScrollStepPx / 120);
    } else {
        m_range.zoom(std::exp(-angle.y() * kWheelZoom), {timeAt(static_cast<int>(event->position().x()))});
    }
    m_hover = {};
    event->accept();
}

// A click with the mouse selects what is there before the menu opens; a selected range that contains the point is kept. If
// nothing is there and nothing is selected, the menu of the tracks opens.
void TimelineView::contextMenuEvent(QContextMenuEvent *event)
{
    if (!m_data)
        return;
    event->accept();
    hideTip();
    m_tipTimer.stop();
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const bool labels = !byKey && event->x() < kLabelColumnPx;
    const auto *range = std::get_if<core::RangeSelection>(&m_bus.selection());
    const bool among = !core::partsOf(m_bus.selection()).empty() // the menu is about all of them
        && core::isSelected(m_bus.selection(), selectionOf(hitAt(event->pos())));
    const bool keeps = byKey || labels || among || (range != nullptr && range->range.contains({timeAt(event->x())}));
    if (!keeps) {
        const core::Selection selection = selectionOf(hitAt(event->pos()));
        if (!std::holds_alternative<std::monostate>(selection))
            m_bus.select(selection, this);
    }
    if (labels || std::holds_alternative<std::monostate>(m_bus.selection()))
        emit trackMenuRequested(byKey ? activeTrack() : trackAt(event->pos()), event->globalPos());
    else
        emit menuRequested(event->globalPos());
}

void TimelineView::toggleGroup(const QString &title)
{
    if (!m_collapsed.remove(title))
        m_collapsed.insert(title);
    rebuildRows();
}

void TimelineView::showTipNow()
{
    if (!m_data || m_drag != Drag::None || !underMouse())
        return;
    const TipText tip = tipOf(m_hover);
    if (!tip.isEmpty())
        showTip(tip, m_hover.rect, this);
}

void TimelineView::leaveEvent(QEvent *event)
{
    m_tipTimer.stop();
    m_hover = {};
    m_mouse = QPoint(-1, -1);
    emit cursorTimeChanged(0, false);
    update();
    QWidget::leaveEvent(event);
}

void TimelineView::focusInEvent(QFocusEvent *event)
{
    m_keyboardFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason
        || event->reason() == Qt::ShortcutFocusReason;
    QWidget::focusInEvent(event);
    update();
}

void TimelineView::focusOutEvent(QFocusEvent *event)
{
    m_keyboardFocus = false;
    QWidget::focusOutEvent(event);
    update();
}

} // namespace lamella::ui
