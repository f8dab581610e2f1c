// SPDX-License-Identifier: GPL-3.0-or-later
// Settings page: which Perfetto page to use, at which port the trace is offered, one tab or many, and from which size on to ask.
#pragma once

#include "widgets/perfetto/PerfettoSettings.h"

#include <QWidget>

#include <functional>

class QFormLayout;
class QLabel;
class QLineEdit;
class QRadioButton;
class QSpinBox;

namespace lamella::ui {

class PerfettoPage : public QWidget {
    Q_OBJECT
public:
    // `apply` is called with every valid change.
    PerfettoPage(
        const PerfettoSettings &settings, std::function<void(const PerfettoSettings &)> apply, QWidget *parent = nullptr);

private:
    void change();
    void check();
    void addPort(QFormLayout &form, quint16 port);

    std::function<void(const PerfettoSettings &)> m_apply;
    QLineEdit *m_address = nullptr;
    QLabel *m_problem = nullptr;
    QSpinBox *m_port = nullptr;
    QLabel *m_ssh = nullptr;
    QSpinBox *m_hugeMebibytes = nullptr;
    QRadioButton *m_once = nullptr;
    QRadioButton *m_live = nullptr;
};

} // namespace lamella::ui
