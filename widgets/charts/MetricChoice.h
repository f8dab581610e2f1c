// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses the measure of a heat map: as a switch with a menu of the categories or, in a narrow bar, as a list. GUI thread.
#pragma once

#include <QString>
#include <QWidget>

#include <string>

class QComboBox;

namespace lamella::ui {

class SegmentedControl;

class MetricChoice : public QWidget {
    Q_OBJECT
public:
    explicit MetricChoice(QWidget *parent = nullptr);

    [[nodiscard]] std::string id() const; // as TableRequest::metric
    [[nodiscard]] QString title() const; // in the language of the window
    void setWide(bool wide);

signals:
    void changed(); // by the user

private:
    void showMenu();
    void present();

    QComboBox *m_list = nullptr; // has the choice
    SegmentedControl *m_switch = nullptr;
};

} // namespace lamella::ui
