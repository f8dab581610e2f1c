// SPDX-License-Identifier: GPL-3.0-or-later
// A horizontal bar of parts that add up, each with a colour and a name; parts can be clicked.
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace lamella::ui {

struct BarPart {
    QString name;
    QColor fill;
    std::int64_t ns = 0;
};

class StackedBar : public QWidget {
    Q_OBJECT
public:
    explicit StackedBar(QWidget *parent = nullptr);
    void setParts(std::vector<BarPart> parts);
    [[nodiscard]] const std::vector<BarPart> &parts() const { return m_parts; }
    [[nodiscard]] int partAt(int x) const; // -1 = none

signals:
    void partClicked(int part);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] std::vector<int> edges() const; // left edge of each part, and right edge of the last

    std::vector<BarPart> m_parts;
};

} // namespace lamella::ui
