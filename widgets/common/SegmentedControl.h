// SPDX-License-Identifier: GPL-3.0-or-later
// A row of joined buttons of which one is checked: scope of a table, metric of a chart.
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

class QButtonGroup;
class QAbstractButton;

namespace lamella::ui {

class SegmentedControl : public QWidget {
    Q_OBJECT
public:
    explicit SegmentedControl(const QStringList &labels, QWidget *parent = nullptr);

    [[nodiscard]] int current() const;
    void setCurrent(int index); // no signal
    void setLabel(int index, const QString &label);
    void setSegmentEnabled(int index, bool enabled, const QString &tooltip = {});

signals:
    void activated(int index); // by the user

private:
    QButtonGroup *m_group = nullptr;
};

} // namespace lamella::ui
