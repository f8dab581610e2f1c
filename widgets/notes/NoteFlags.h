// SPDX-License-Identifier: GPL-3.0-or-later
// Flags of notes on the ruler of a timeline, with names if there is room, and bars for their time ranges. An overlay that takes
// mouse events only on flags and bars.
#pragma once

#include <QWidget>

namespace lamella::ui {

class NotesController;
class TimeRangeControl;

class NoteFlags : public QWidget {
    Q_OBJECT
public:
    // `range` provides the zero of the trace; the parent is the timeline.
    NoteFlags(NotesController &notes, TimeRangeControl &range, QWidget *timeline);

    [[nodiscard]] QRect flagRect(int row) const; // null: out of view
    [[nodiscard]] QRect spanRect(int row) const; // null: out of view, or the note has no duration
    [[nodiscard]] QRect labelRect(int row) const; // null: no room
    void setZero(std::int64_t zeroNs);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void place();
    [[nodiscard]] int xOf(std::int64_t timeNs) const; // clamped to slightly more than the lanes
    [[nodiscard]] QString labelOf(int row) const;
    [[nodiscard]] int rowAt(const QPoint &point) const; // -1 = none

    NotesController &m_notes;
    TimeRangeControl &m_range;
    std::int64_t m_zero = 0;
};

} // namespace lamella::ui
