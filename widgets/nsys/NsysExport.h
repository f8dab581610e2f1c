// SPDX-License-Identifier: GPL-3.0-or-later
// Runs `nsys export` on a raw report of Nsight Systems, which nothing else reads. The program works in a process of its own;
// calls return at once. The export appears under its name only when it is whole.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <memory>

class QTemporaryDir;

namespace lamella::ui {

class NsysExport : public QObject {
    Q_OBJECT
public:
    explicit NsysExport(QObject *parent = nullptr);
    ~NsysExport() override; // a running export is stopped

    [[nodiscard]] static QString program(); // path of nsys, empty when it is not on PATH
    // Where the export of a report is, or goes: beside it; where that folder cannot be written or has the export of an earlier
    // recording under this name, into the user's cache, under a name that only this recording in this folder has.
    [[nodiscard]] static QString exportPath(const QString &report);

    // Of the exports in the cache (never of those beside their reports) those not used for longest go, until the others together
    // are no larger than this; `kept` stays whatever it takes.
    static void pruneCache(const QString &kept, qint64 mostBytes);

    // One at a time; what runs is cancelled. Ends with exported(), failed() or cancelled().
    void start(const QString &program, const QString &report, const QString &output);
    void cancel();
    [[nodiscard]] bool running() const { return m_process != nullptr; }

signals:
    void progressed(qint64 writtenBytes, double seconds);
    void exported(const QString &path);
    void failed(const QString &reason);
    void cancelled();

private:
    void finish(int exitCode, QProcess::ExitStatus status);
    void clear();
    [[nodiscard]] QString said() const; // last lines of what the program printed

    QProcess *m_process = nullptr;
    std::unique_ptr<QTemporaryDir> m_folder; // beside the export, so that renaming is enough
    QString m_part;
    QString m_output;
    QByteArray m_printed;
    bool m_stopping = false;
    QTimer m_poll;
    QElapsedTimer m_clock;
};

} // namespace lamella::ui
