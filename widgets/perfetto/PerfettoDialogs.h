// SPDX-License-Identifier: GPL-3.0-or-later
// The two questions about Perfetto: how a very large trace shall get there, and whose page it is.
#pragma once

#include "widgets/perfetto/PerfettoLinker.h"

#include <QDialog>

#include <functional>

class QDialogButtonBox;
class QLabel;
class QLineEdit;
class QRadioButton;
class QSpinBox;

namespace lamella::ui {

// Which way a trace of this size goes. Opens without blocking; nothing is told when it is dismissed.
class PerfettoWayDialog : public QDialog {
    Q_OBJECT
public:
    // `processorCommand` is empty when there is no trace_processor.
    PerfettoWayDialog(quint64 rawBytes, const QString &processorCommand, QWidget *parent);

signals:
    void chosen(lamella::ui::PerfettoWay way);

private:
    QRadioButton *addChoice(const QString &text, const QString &detail);
    QRadioButton *m_piece = nullptr;
    QRadioButton *m_whole = nullptr;
    QRadioButton *m_processor = nullptr;
};

class PerfettoSettingsDialog : public QDialog {
    Q_OBJECT
public:
    PerfettoSettingsDialog(const PerfettoSettings &settings, QWidget *parent);
    [[nodiscard]] PerfettoSettings settings() const;

private:
    void check();
    QLineEdit *m_origin = nullptr;
    QLabel *m_problem = nullptr;
    QRadioButton *m_once = nullptr;
    QRadioButton *m_live = nullptr;
    QSpinBox *m_hugeMebibytes = nullptr;
    QDialogButtonBox *m_buttons = nullptr;
};

} // namespace lamella::ui
