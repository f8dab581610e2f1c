// SPDX-License-Identifier: GPL-3.0-or-later
// Flags of the notes on the ruler of a timeline: lies over it, takes the mouse only where a flag stands.
#pragma once

#include <QWidget>

namespace lamella::ui {

class NotesController;
class TimeRangeControl;

class NoteFlags : public QWidget {
    Q_OBJECT
public:
    // `zero` of the trace comes with its range; the parent is the timeline.
    NoteFlags(NotesController &notes, TimeRangeControl &range, QWidget *timeline);

    [[nodiscard]] QRect flagRect(int row) const; // null: out of view
    void setZero(std::int64_t zeroNs);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    void place();
    [[nodiscard]] int rowAt(const QPoint &point) const; // -1 = none

    NotesController &m_notes;
    TimeRangeControl &m_range;
    std::int64_t m_zero = 0;
};

} // namespace lamella::ui
