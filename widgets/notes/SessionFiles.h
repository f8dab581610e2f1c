// SPDX-License-Identifier: GPL-3.0-or-later
// Opens and saves session files in the background.
#pragma once

#include "core/session/SessionFile.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace lamella::ui {

class JobSlot;
class NotesController;
class RankController;
class SessionController;

class SessionFiles : public QObject {
    Q_OBJECT
public:
    SessionFiles(SessionController &controller, NotesController &notes, RankController &ranks, QObject *parent = nullptr);
    ~SessionFiles() override;

    void open(const QString &path); // ends with opened() or failed()
    // The same from the stored state of another session, whose own file is `path` (empty: none).
    void restore(const QString &stateFile, const QString &path);
    // The current state as a session; empty without a trace. Fingerprints are added by writeSnapshot(), which is for workers.
    [[nodiscard]] std::optional<core::SessionFile> snapshot() const;
    static core::Result<bool> writeSnapshot(const QString &path, core::SessionFile session);
    void save(const QString &path); // the current state; ends with saved() or failed()
    // The tracks of the timeline: read when a session is saved, and passed on before the trace of a session is opened.
    using ReadTracks = std::function<core::SessionTracks()>;
    using LaterTracks = std::function<void(const core::SessionTracks &)>;
    void setTrackHooks(ReadTracks read, LaterTracks later);
    // File of the current session; empty if it was never saved.
    [[nodiscard]] QString path() const { return m_path; }

signals:
    // Request to open the traces with these choices (`own`: of single files, by path); notes are loaded separately.
    void opened(const QStringList &traces, const lamella::core::SessionOptions &choices,
        const std::map<std::string, lamella::core::SessionOptions> &own, const QStringList &warnings);
    void saved(const QString &path);
    void failed(const lamella::core::Error &error);

private:
    SessionController &m_controller;
    NotesController &m_notes;
    RankController &m_ranks;
    std::unique_ptr<JobSlot> m_job;
    ReadTracks m_readTracks;
    LaterTracks m_laterTracks;
    QString m_path;
    QStringList m_traces; // of the session at m_path
};

} // namespace lamella::ui
