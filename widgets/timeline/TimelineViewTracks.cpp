// SPDX-License-Identifier: GPL-3.0-or-later
// TimelineView: arrangement of tracks. Pinned tracks stay at the top; others can be moved, hidden and grouped.
#include "widgets/session/NavigationBus.h"
#include "widgets/timeline/TimelineView.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace lamella::ui {

namespace {

constexpr double kMaxPinnedShare = 0.6; // of the height of the lanes; if exceeded, pinned tracks scroll with the others

} // namespace

void TimelineView::setArrangement(const TrackArrangement &arrangement)
{
    if (arrangement == m_arrangement)
        return;
    m_arrangement = arrangement;
    rebuildRows();
    emit arrangementChanged();
}

int TimelineView::fixedPx() const
{
    const int room = std::max(0, height() - kRulerPx - kBandRowPx);
    return m_rows.pinnedPx() <= room * kMaxPinnedShare ? m_rows.pinnedPx() : 0;
}

const TimelineRow *TimelineView::rowAtY(int widgetY) const
{
    const int y = widgetY - kRulerPx - kBandRowPx;
    if (y < 0)
        return nullptr;
    return m_rows.at(y < fixedPx() ? y : y + m_scrollY);
}

QString TimelineView::trackAt(QPoint position) const
{
    const TimelineRow *row = rowAtY(position.y());
    return row == nullptr || row->isGroup() ? QString() : row->track->key;
}

TimelineRows::Place TimelineView::placeOf(const core::Selection &selection) const
{
    if (!m_data)
        return {};
    if (const auto *kernel = std::get_if<core::KernelSelection>(&selection))
        return m_rows.placeOf(kernel->kernel, *m_data->document);
    if (const auto *event = std::get_if<core::EventSelection>(&selection))
        return m_rows.placeOf(event->event, *m_data->document);
    return {};
}

QString TimelineView::activeTrack() const
{
    if (const TimelineRows::Place place = placeOf(m_bus.selection()); place.row != nullptr)
        return place.row->track->key;
    return rect().contains(m_mouse) ? trackAt(m_mouse) : QString();
}

QString TimelineView::labelOfTrack(const QString &key) const
{
    for (const TimelineRow &row : m_rows.rows())
        if (!row.isGroup() && row.track->key == key)
            return row.group->pinned || m_rows.groups().size() < 2 ? row.track->label
                                                                   : row.group->title + QStringLiteral(" · ") + row.track->label;
    return key;
}

std::vector<std::pair<QString, QString>> TimelineView::hiddenTracks() const
{
    return m_data ? ui::hiddenTracks(*m_data, m_arrangement) : std::vector<std::pair<QString, QString>>{};
}

void TimelineView::moveTrack(const QString &key, int by)
{
    TrackArrangement arrangement = m_arrangement;
    arrangement.step(m_rows.groups(), key, by);
    setArrangement(arrangement);
}

// Handles the keys for tracks; false if the key is not one of them.
bool TimelineView::trackKey(const QKeyEvent &event)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const bool all = event.key() == Qt::Key_H && modifiers == Qt::ShiftModifier;
    const bool step = modifiers == Qt::ControlModifier && (event.key() == Qt::Key_Up || event.key() == Qt::Key_Down);
    const bool one = modifiers == Qt::NoModifier && (event.key() == Qt::Key_P || event.key() == Qt::Key_H);
    if (!all && !step && !one)
        return false;
    TrackArrangement arrangement = m_arrangement;
    const QString key = activeTrack();
    if (all)
        arrangement.hidden.clear();
    else if (key.isEmpty())
        return true;
    else if (step)
        arrangement.step(m_rows.groups(), key, event.key() == Qt::Key_Up ? -1 : 1);
    else if (event.key() == Qt::Key_P)
        arrangement.setPinned(key, !arrangement.pinned.contains(key));
    else
        arrangement.setHidden(key, true);
    setArrangement(arrangement);
    return true;
}

// Target of the dragged track: before or after the track under the pointer, in its own group or another.
void TimelineView::dropTrack(QPoint position)
{
    const QString target = trackAt(position);
    if (target.isEmpty() || target == m_dragged)
        return;
    TrackArrangement arrangement = m_arrangement;
    arrangement.move(m_rows.groups(), m_dragged, target);
    setArrangement(arrangement);
}

void TimelineView::paintDraggedTrack(QPainter &painter, const TimelineFrame &now)
{
    if (m_drag != Drag::Track)
        return;
    const Theme &theme = Theme::current();
    const QString target = trackAt(m_mouse);
    int top = INT_MAX;
    int bottom = INT_MIN;
    int draggedTop = 0;
    for (const TimelineRow &row : m_rows.rows()) {
        if (row.isGroup())
            continue;
        if (row.track->key == m_dragged) {
            draggedTop = now.top(row);
            QColor veil = theme.accent;
            veil.setAlpha(28);
            painter.fillRect(0, now.top(row), width(), row.height, veil);
        }
    }
    for (const TimelineRow &row : m_rows.rows()) {
        if (row.isGroup() || row.track->key != target)
            continue;
        top = std::min(top, now.top(row));
        bottom = std::max(bottom, now.top(row) + row.height);
    }
    if (top > bottom || target == m_dragged)
        return;
    painter.fillRect(0, (top > draggedTop ? bottom : top) - 1, width(), 2, theme.accent);
}

} // namespace lamella::ui
