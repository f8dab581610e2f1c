// SPDX-License-Identifier: GPL-3.0-or-later
// What was open, kept while the program runs, so that the next start can open it again even after a crash: a session file for
// each window, and a list of them. Files are written by workers, beside and renamed.
#pragma once

#include "core/base/Result.h"

#include <QLockFile>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <memory>
#include <vector>

namespace lamella::ui {

class JobSlot;
class MainWindow;

struct LastWindow {
    QString stateFile; // of the form of a session file
    QString session; // the user's own session file; empty = none
};

class LastSession : public QObject {
    Q_OBJECT
public:
    // What lies in `folder` is what was open last; it is moved aside, to stay until the next start. While another program keeps
    // its windows there, this one keeps none.
    LastSession(const QString &folder, QObject *parent = nullptr);
    ~LastSession() override;

    [[nodiscard]] static QString usualFolder();
    [[nodiscard]] const std::vector<LastWindow> &previous() const { return m_previous; } // readable states, in order
    void add(MainWindow &window);
    // Everything at once, on this thread: the desktop ends the session.
    void flush();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override; // a window that closes is kept as it was last

private:
    struct Kept {
        QPointer<MainWindow> window;
        QString file; // name within the folder
        QString session;
        bool there = false; // a state was written
        std::unique_ptr<JobSlot> job;
        std::unique_ptr<QTimer> delay;
    };
    void keep(Kept &one);
    void keepNow(Kept &one);
    void forget(const QString &file);
    void writeIndex();

    QString m_folder;
    QLockFile m_lock;
    std::vector<LastWindow> m_previous;
    std::vector<std::unique_ptr<Kept>> m_windows;
    int m_number = 0;
};

// The list as text, and what can be used of one: at most 16 windows, names of files within the folder only.
[[nodiscard]] QByteArray lastSessionToJson(const std::vector<LastWindow> &windows);
[[nodiscard]] std::vector<LastWindow> lastSessionFromJson(const QByteArray &text, const QString &folder);

} // namespace lamella::ui
