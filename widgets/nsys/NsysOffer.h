// SPDX-License-Identifier: GPL-3.0-or-later
// When a raw report of Nsight Systems is opened: offers to open the export beside it, or to make one with nsys if that is on
// PATH. Shows the exact command first and runs nothing without consent; while it runs, a dialog shows the size written and
// Cancel.
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

    // False if the file is no raw report, or there is neither an export nor the program: then its error names the remedy.
    bool offer(const QString &path);

signals:
    void openRequested(const QString &path); // an existing export, just confirmed by the user
    // An export was made; this may have taken minutes, so the user may be doing something else by now.
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
