// SPDX-License-Identifier: GPL-3.0-or-later
// Asks how a very large trace should be opened in Perfetto.
#pragma once

#include "widgets/perfetto/PerfettoLinker.h"

#include <QDialog>

class QRadioButton;

namespace lamella::ui {

// The choices for a trace of this size. Non-blocking; emits nothing if dismissed.
class PerfettoWayDialog : public QDialog {
    Q_OBJECT
public:
    // `processorCommand`: empty without trace_processor.
    PerfettoWayDialog(quint64 rawBytes, const QString &processorCommand, QWidget *parent);

signals:
    void chosen(lamella::ui::PerfettoWay way);

private:
    QRadioButton *addChoice(const QString &text, const QString &detail);
    QRadioButton *m_piece = nullptr;
    QRadioButton *m_whole = nullptr;
    QRadioButton *m_processor = nullptr;
};

} // namespace lamella::ui
