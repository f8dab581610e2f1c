// SPDX-License-Identifier: GPL-3.0-or-later
// Saves the open windows while the program runs, so that the next start can restore them even after a crash: a session file per
// window, and a list of them. Written atomically by workers.
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
    QString stateFile; // session file with the state of the window
    QString session; // the user's own session file; empty = none
};

class LastSession : public QObject {
    Q_OBJECT
public:
    // Reads the last session from `folder` and moves it aside, where it stays until the next start. While another process saves
    // its windows there, this one saves none.
    LastSession(const QString &folder, QObject *parent = nullptr);
    ~LastSession() override;

    [[nodiscard]] static QString usualFolder();
    [[nodiscard]] const std::vector<LastWindow> &previous() const { return m_previous; } // with readable states, in order
    void add(MainWindow &window);
    // Saves everything now, on this thread, when the desktop session ends.
    void flush();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override; // saves the last state of a closing window

private:
    struct Kept {
        QPointer<MainWindow> window;
        QString file; // file name within the folder
        QString session;
        bool there = false; // a state has been written
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

// Serialises and parses the list. Only accepts at most 16 windows and file names within the folder.
[[nodiscard]] QByteArray lastSessionToJson(const std::vector<LastWindow> &windows);
[[nodiscard]] std::vector<LastWindow> lastSessionFromJson(const QByteArray &text, const QString &folder);

} // namespace lamella::ui
