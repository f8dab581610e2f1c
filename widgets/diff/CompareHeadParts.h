// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of CompareHead: a chip that names one side, a cell of a caption over a figure, and the passes of both sides as dots.
#pragma once

#include "widgets/charts/Chart.h"
#include "widgets/diff/CompareResults.h"

#include <QToolButton>
#include <QWidget>

#include <vector>

namespace lamella::ui {

// A letter, a name and the part of it that is compared; a click opens its menu.
class CompareChip : public QToolButton {
    Q_OBJECT
public:
    CompareChip(const QString &side, QWidget *parent);
    void show(const QString &name, const QString &details);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_side;
    QString m_name;
    QString m_details;
};

class HeadCell : public QWidget {
    Q_OBJECT
public:
    explicit HeadCell(QWidget *parent);
    void show(const QString &caption, const QString &figure);
    [[nodiscard]] bool isEmpty() const { return m_figure.isEmpty(); }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_caption;
    QString m_figure;
};

// Two rows of dots on one scale, A above B; the ticks are the medians. Its parts are the passes, those of A first.
class PassDots : public Chart {
    Q_OBJECT
public:
    explicit PassDots(QWidget *parent);
    void show(std::vector<ComparedPass> a, std::vector<ComparedPass> b);

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_a.size() + m_b.size()); }
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int hitAt(QPoint position) const override;
    void pressPart(int part) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void passActivated(bool ofA, const lamella::ui::ComparedPass &pass);

protected:
    [[nodiscard]] TipText tipOf(int part) const override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void paintEmpty(QPainter &) const override { }

private:
    [[nodiscard]] bool isOfA(int part) const { return part < static_cast<int>(m_a.size()); }
    [[nodiscard]] const ComparedPass &passOf(int part) const;
    [[nodiscard]] int x(std::int64_t ns) const;
    void paintRow(QPainter &painter, bool ofA) const;

    std::vector<ComparedPass> m_a;
    std::vector<ComparedPass> m_b;
    std::int64_t m_minNs = 0;
    std::int64_t m_maxNs = 0;
};

} // namespace lamella::ui
