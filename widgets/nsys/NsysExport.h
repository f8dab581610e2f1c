// SPDX-License-Identifier: GPL-3.0-or-later
// Runs `nsys export` on a raw report of Nsight Systems, which only nsys can read. It runs as a separate process and calls return
// at once. The export gets its final name only when complete.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <memory>

class QTemporaryDir;

namespace lamella::ui {

class NsysExport : public QObject {
    Q_OBJECT
public:
    explicit NsysExport(QObject *parent = nullptr);
    ~NsysExport() override; // stops a running export

    [[nodiscard]] static QString program(); // path of nsys, empty if it is not on PATH
    // Path of the export of a report: beside it; if that folder is not writable, or contains the export of an earlier recording
    // with this name, in the user's cache, with a name unique to this recording in this folder.
    [[nodiscard]] static QString exportPath(const QString &report);

    // Removes the least recently used exports from the cache (never those beside their reports) until the rest are no larger than
    // this; `kept` is never removed.
    static void pruneCache(const QString &kept, qint64 maxBytes);

    // One at a time; a running export is cancelled. Ends with exported(), failed() or cancelled().
    void start(const QString &program, const QString &report, const QString &output);
    void cancel();
    void setPatience(std::chrono::milliseconds patience)
    {
        m_patience = patience;
    } // from asking the program to stop to killing it
    [[nodiscard]] bool running() const { return m_process != nullptr; }

signals:
    void progressed(qint64 writtenBytes, double seconds);
    void exported(const QString &path);
    void failed(const QString &reason);
    void cancelled();

private:
    void finish(int exitCode, QProcess::ExitStatus status);
    void clear();
    [[nodiscard]] QString said() const; // last lines of the program's output

    QProcess *m_process = nullptr;
    std::unique_ptr<QTemporaryDir> m_folder; // beside the export, so that a rename suffices
    QString m_part;
    QString m_output;
    QByteArray m_printed;
    bool m_stopping = false;
    std::chrono::milliseconds m_patience{3000};
    QTimer m_poll;
    QElapsedTimer m_clock;
};

} // namespace lamella::ui
