// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/notes/SessionFiles.h"

#include "core/session/Fingerprint.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/notes/NotesController.h"
#include "widgets/ranks/RankController.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

#include <QFile>

#include <algorithm>

namespace lamella::ui {

namespace {

struct Opened {
    core::SessionFile session;
    std::vector<core::Message> warnings;
};

} // namespace

SessionFiles::SessionFiles(SessionController &controller, NotesController &notes, RankController &ranks, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_notes(notes)
    , m_ranks(ranks)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
    connect(&controller, &SessionController::sessionChanged, this, [this] {
        if (m_traces.contains(m_controller.path()))
            return;
        m_path.clear(); // a trace that is not part of the session
        m_traces.clear();
    });
}

SessionFiles::~SessionFiles() = default;

void SessionFiles::setTrackHooks(ReadTracks read, LaterTracks later)
{
    m_readTracks = std::move(read);
    m_laterTracks = std::move(later);
}

void SessionFiles::open(const QString &path)
{
    restore(path, path);
}

void SessionFiles::restore(const QString &stateFile, const QString &path)
{
    m_job->start<Opened>(
        [file = QFile::encodeName(stateFile).toStdString()](const core::JobControl &) -> core::Result<Opened> {
            auto session = core::readSessionFile(file);
            if (!session)
                return session.error();
            Opened opened{std::move(*session), {}};
            opened.warnings = core::sessionWarnings(opened.session);
            return opened;
        },
        [this, path](core::Result<Opened> read) {
            if (!read) {
                emit failed(read.error());
                return;
            }
            QStringList traces;
            for (const core::SessionTrace &trace : read->session.traces)
                traces << QFile::decodeName(trace.path.c_str());
            QStringList warnings;
            for (const core::Message &warning : read->warnings)
                warnings << translated(warning);
            m_path = path;
            m_traces = traces;
            m_notes.takeLater(read->session.notes);
            if (m_laterTracks)
                m_laterTracks(read->session.tracks);
            emit opened(traces, read->session.choices, core::ownChoices(read->session), warnings);
        });
}

std::optional<core::SessionFile> SessionFiles::snapshot() const
{
    const auto session = m_controller.session();
    if (!session)
        return std::nullopt;
    core::SessionFile file;
    file.choices = session->options();
    file.notes = m_notes.notes();
    if (m_readTracks)
        file.tracks = m_readTracks();
    // The trace that the notes belong to comes first.
    file.traces.push_back({session->document().source.path, {}, {}});
    if (const auto set = m_ranks.set())
        for (const core::RankMember &member : set->members()) {
            const bool known = std::any_of(file.traces.begin(), file.traces.end(),
                [&member](const core::SessionTrace &trace) { return trace.path == member.path; });
            if (known)
                continue;
            file.traces.push_back({member.path, {}, {}});
            if (member.session->options() != session->options())
                file.traces.back().choices = member.session->options();
        }
    return file;
}

core::Result<bool> SessionFiles::writeSnapshot(const QString &path, core::SessionFile session)
{
    for (core::SessionTrace &trace : session.traces)
        if (const auto fingerprint = core::fileFingerprint(trace.path))
            trace.fingerprint = *fingerprint;
    auto written = core::writeSessionFile(QFile::encodeName(path).toStdString(), session);
    if (!written)
        return written.error();
    return true;
}

void SessionFiles::save(const QString &path)
{
    const auto file = snapshot();
    if (!file)
        return;
    m_job->start<bool>([file = *file, path](const core::JobControl &) { return writeSnapshot(path, file); },
        [this, path, traces = file->traces](core::Result<bool> written) {
            if (!written) {
                emit failed(written.error());
                return;
            }
            m_path = path;
            m_traces.clear();
            for (const core::SessionTrace &trace : traces)
                m_traces << QFile::decodeName(trace.path.c_str());
            emit saved(path);
        });
}

} // namespace lamella::ui
