// SPDX-License-Identifier: GPL-3.0-or-later
// Two lanes, A above B, on one scale from their starts; ribbons connect pairs. The table below has the same data.
#pragma once

#include "widgets/diff/DiffJob.h"

#include <QWidget>

#include <memory>

namespace lamella::ui {

class DiffLanes : public QWidget {
    Q_OBJECT
public:
    explicit DiffLanes(QWidget *parent = nullptr);

    void setShown(std::shared_ptr<const DiffShown> shown, const QString &labelA, const QString &labelB); // null = empty
    void setCompact(bool compact); // lower lanes
    void setSelectedRow(int row); // of the table; -1 = none
    [[nodiscard]] QRect barRect(bool ofA, int bar) const;
    // Bar at the position: side and number, -1 if there is none.
    [[nodiscard]] std::pair<bool, int> barAt(QPoint position) const;

signals:
    void barActivated(bool ofA, int bar, int row); // by click or key

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override; // tooltips
    void keyPressEvent(QKeyEvent *event) override;

private:
    void fitHeight();
    void paintRuler(QPainter &painter) const;
    void paintRibbons(QPainter &painter) const;
    void paintSide(QPainter &painter, bool ofA) const;
    void paintBar(QPainter &painter, const DiffBar &bar, const QRect &rect, std::int64_t otherNs) const;
    void paintLabel(QPainter &painter, bool ofA) const;
    [[nodiscard]] int x(std::int64_t ns) const;
    [[nodiscard]] int top(bool ofA) const;
    [[nodiscard]] const std::vector<DiffBar> &bars(bool ofA) const;
    [[nodiscard]] int laneHeight(int lane) const;
    [[nodiscard]] QString tipOf(bool ofA, int bar) const;

    std::shared_ptr<const DiffShown> m_shown;
    QString m_labelA;
    QString m_labelB;
    std::int64_t m_lengthNs = 1;
    int m_selectedRow = -1;
    int m_mainPx;
    int m_ribbonPx;
};

} // namespace lamella::ui
