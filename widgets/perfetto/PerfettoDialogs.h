// SPDX-License-Identifier: GPL-3.0-or-later
// The question how a very large trace shall get to Perfetto.
#pragma once

#include "widgets/perfetto/PerfettoLinker.h"

#include <QDialog>

class QRadioButton;

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

} // namespace lamella::ui
