// SPDX-License-Identifier: GPL-3.0-or-later
// Two lanes, A above B, on one scale of time from their starts, which zooms and moves like the timeline; ribbons connect pairs,
// tinted where B takes longer or shorter. The table below has the same data. Its parts are the bars, those of A first.
#pragma once

#include "core/analysis/TimelineLod.h"
#include "widgets/charts/Chart.h"
#include "widgets/diff/DiffJob.h"
#include "widgets/session/TimeRangeControl.h"

#include <memory>

namespace lamella::ui {

class DiffLanes : public Chart {
    Q_OBJECT
public:
    explicit DiffLanes(QWidget *parent = nullptr);

    void setShown(std::shared_ptr<const DiffShown> shown, const QString &labelA, const QString &labelB); // null = empty
    void setCompact(bool compact); // lower lanes
    void setSelectedRow(int row); // of the table; -1 = none
    [[nodiscard]] QRect barRect(bool ofA, int bar) const; // within the lane; empty outside of the time in view
    [[nodiscard]] const TimeRangeControl &range() const { return m_range; } // from the start of the lanes

    [[nodiscard]] int partCount() const override { return static_cast<int>(bars(true).size() + bars(false).size()); }
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    [[nodiscard]] int selectedPart() const override; // in A, else in B
    void pressPart(int part) override;

signals:
    void rowActivated(int row, bool ofA); // of the table, by a click or key on its bar in A or B

protected:
    [[nodiscard]] TipText tipOf(int part) const override;
    [[nodiscard]] std::optional<int> partAfterKey(int key) const override; // along A
    [[nodiscard]] QString description() const override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void openPart(int part) override; // zooms to it
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void fitHeight();
    void zoom(double factor); // around the middle
    void pan(double share);
    [[nodiscard]] core::TimeRange timesOf(int part) const;
    [[nodiscard]] core::TimeScale scale() const;
    [[nodiscard]] QRect lanesRect() const;
    [[nodiscard]] QRect wholeRect(bool ofA, int bar) const; // also where it is out of view
    void paintRuler(QPainter &painter) const;
    void paintRibbons(QPainter &painter) const;
    void paintRibbon(QPainter &painter, const DiffBar &a, const QRect &above, const QRect &below, std::int64_t deltaNs) const;
    void paintSide(QPainter &painter, bool ofA) const;
    void paintBar(QPainter &painter, const DiffBar &bar, const QRect &rect, std::int64_t otherNs) const;
    void paintLabel(QPainter &painter, bool ofA) const;
    [[nodiscard]] int x(std::int64_t ns) const; // not far outside of the lane
    [[nodiscard]] int top(bool ofA) const;
    [[nodiscard]] const std::vector<DiffBar> &bars(bool ofA) const;
    [[nodiscard]] int laneHeight(int lane) const;
    [[nodiscard]] bool isOfA(int part) const { return part < static_cast<int>(bars(true).size()); }
    [[nodiscard]] int barOf(int part) const { return isOfA(part) ? part : part - static_cast<int>(bars(true).size()); }

    std::shared_ptr<const DiffShown> m_shown;
    QString m_labelA;
    QString m_labelB;
    TimeRangeControl m_range;
    int m_selectedRow = -1;
    int m_mainPx;
    int m_ribbonPx;
};

} // namespace lamella::ui
