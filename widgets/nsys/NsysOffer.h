// SPDX-License-Identifier: GPL-3.0-or-later
// When a raw report of Nsight Systems was opened: offers to open the export beside it, or to make one with nsys where that is on
// PATH. Says the exact command first and runs nothing unasked; while it runs there is a dialog with what was written and Cancel.
#pragma once

#include "widgets/nsys/NsysExport.h"

#include <QMessageBox>
#include <QObject>
#include <QPointer>
#include <QProgressDialog>
#include <QString>

#include <functional>

class QWidget;

namespace lamella::ui {

class NsysOffer : public QObject {
    Q_OBJECT
public:
    explicit NsysOffer(QWidget *window);

    // False when the file is no raw report, or there is neither an export nor the program: then its error says what to do.
    bool offer(const QString &path);

signals:
    void openRequested(const QString &path); // an export that was there; asked for just now
    // One that was made, which may have taken minutes: the user may be elsewhere by now.
    void exported(const QString &path, const QString &report);
    void failed(const QString &reason);

private:
    void ask(
        const QString &title, const QString &text, const QString &details, const QString &button, std::function<void()> accepted);
    void run(const QString &program, const QString &report, const QString &output);
    void showProgress(qint64 writtenBytes, double seconds);
    void closeProgress();

    QWidget *m_window;
    NsysExport m_export;
    QPointer<QMessageBox> m_question;
    QPointer<QProgressDialog> m_progress;
    QString m_report;
};

} // namespace lamella::ui
