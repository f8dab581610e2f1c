// SPDX-License-Identifier: GPL-3.0-or-later
// A horizontal bar of parts that add up, each with a colour and a name; parts can be clicked.
#pragma once

#include "widgets/charts/Chart.h"

#include <QColor>
#include <QString>

#include <cstdint>
#include <vector>

namespace lamella::ui {

struct BarPart {
    QString name;
    QColor fill;
    std::int64_t ns = 0;
};

class StackedBar : public Chart {
    Q_OBJECT
public:
    StackedBar(const QString &name, QWidget *parent);
    void setParts(std::vector<BarPart> parts);
    [[nodiscard]] const std::vector<BarPart> &parts() const { return m_parts; }

    [[nodiscard]] int partCount() const override { return static_cast<int>(m_parts.size()); }
    [[nodiscard]] QRect partRect(int part) const override;
    [[nodiscard]] int hitAt(QPoint position) const override; // by the horizontal position alone
    void pressPart(int part) override { emit partClicked(part); }

signals:
    void partClicked(int part);

protected:
    [[nodiscard]] TipText tipOf(int part) const override;
    void paintParts(QPainter &painter, const QRect &dirty) override;
    void paintEmpty(QPainter &painter) const override;

private:
    [[nodiscard]] QRect track() const; // of all parts

    std::vector<BarPart> m_parts;
    double m_totalNs = 0;
};

} // namespace lamella::ui
