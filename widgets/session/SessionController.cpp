// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/SessionController.h"

#include "core/base/WorkerThreads.h"
#include "core/import/ImporterRegistry.h"
#include "core/profile/ModelProfile.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/TraceCopies.h"

#include <QFile>

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

namespace lamella::ui {

// Owned by both sides: a reading thread that outlives the controller still has somewhere to write.
struct SessionController::Shared {
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0;
    std::atomic<bool> analysing = false;
    std::mutex mutex;
    std::shared_ptr<const core::ImportPreview> preview; // guarded; newest, null once it was sent
    std::optional<core::CacheTicket> ticket; // guarded; set when the trace was not in the cache
    CopyUse use; // guarded

    static core::Result<std::shared_ptr<core::AnalysisSession>> read(const std::shared_ptr<Shared> &shared,
        const std::string &file, const core::SessionOptions &options, const core::TraceCache &cache,
        const core::JobControl &reading);
};

// On a worker.
core::Result<std::shared_ptr<core::AnalysisSession>> SessionController::Shared::read(const std::shared_ptr<Shared> &shared,
    const std::string &file, const core::SessionOptions &options, const core::TraceCache &cache, const core::JobControl &reading)
{
    core::ImportOptions import;
    import.preview = [shared](const core::ImportPreview &preview) {
        auto copy = std::make_shared<const core::ImportPreview>(preview);
    const std::lock_guard lock(shared->mutex);
    shared->preview = std::move(copy);
};
// The built-in rules are compiled while the file is read: neither needs the other.
const auto rules = core::beginBeside([] { static_cast<void>(core::builtinProfiles()); });
auto opened = core::openTrace(file, import, cache, reading);
if (!opened)
    return opened.error();
shared->analysing = true;
{
    const std::lock_guard lock(shared->mutex);
    shared->ticket = opened->ticket;
    shared->use = copyUseOf(*opened, cache);
}
auto session = core::AnalysisSession::create(opened->document, options);
if (session)
    (*session)->useKeptCuts(cache.settings(), *opened);
return session;
} // namespace lamella::ui

SessionController::SessionController(QThreadPool &pool, QObject *parent)
    : QObject(parent)
    , m_pool(pool)
    , m_load(std::make_unique<JobSlot>(pool))
    , m_recut(std::make_unique<JobSlot>(pool))
{
    constexpr int kPollMs = 40;
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &SessionController::poll);
    connect(&CopyFailures::instance(), &CopyFailures::failed, this, [this](const QString &reason) {
        if (m_copyUse.state != CopyUse::State::Written)
            return;
        m_copyUse.failed = reason.toStdString();
        emit copyUseChanged();
    });
}

SessionController::~SessionController() = default;

std::shared_ptr<const core::TraceDocument> SessionController::document() const
{
    return m_session ? m_session->sharedDocument() : nullptr;
}

void SessionController::open(const QString &path, const core::SessionOptions &options)
{
    auto shared = std::make_shared<Shared>();
    const core::TraceCache cache(cacheSettings());
    const std::string file = QFile::encodeName(path).toStdString();
    const auto read = [shared, file, options, cache](
                          const core::JobControl &reading) { return Shared::read(shared, file, options, cache, reading); };
    begin(path, shared, read);
}

void SessionController::openWith(const QString &path, SessionReader read)
{
    begin(path, std::make_shared<Shared>(), std::move(read));
}

void SessionController::begin(const QString &path, std::shared_ptr<Shared> shared, SessionReader read)
{
    m_loadingPath = path;
    m_error = {};
    m_progress = {};
    m_shared = shared;
    m_clock.start();
    m_poll.start();
    setState(State::Loading);
    const auto work = [shared, read = std::move(read)](const core::JobControl &control) -> core::Result<Loaded> {
        const core::JobControl reading{control.stop, [shared](std::uint64_t done, std::uint64_t total) {
                                           shared->done = done;
                                           shared->total = total;
                                       }};
        auto session = read(reading);
        if (!session)
            return session.error();
        shared->analysing = true;
        auto segmentation = (*session)->segmentation({control.stop, {}});
        if (!segmentation)
            return segmentation.error();
        auto names = (*session)->kernelNames();
        return Loaded{std::move(*session), std::move(*segmentation), std::move(names)};
    };
    m_load->start<Loaded>(work, [this](core::Result<Loaded> result) {
        m_poll.stop();
        poll();
        if (result)
            adopt(std::move(*result));
        else
            fail(result.error());
    });
}

void SessionController::showSession(const QString &path, std::shared_ptr<core::AnalysisSession> session,
    std::shared_ptr<const core::Segmentation> segmentation, std::shared_ptr<const core::KernelNames> names)
{
    cancelLoading();
    m_loadingPath = path;
    adopt({std::move(session), std::move(segmentation), std::move(names)});
}

void SessionController::cancelLoading()
{
    if (m_state != State::Loading)
        return;
    m_load->cancel(); // the reading thread stops on its own; nobody waits for it
    m_poll.stop();
    m_shared.reset();
    m_loadingPath.clear();
    setState(m_session ? State::Ready : State::Empty);
}

void SessionController::recut(const core::SessionOptions &options)
{
    if (!m_session)
        return;
    m_recut->start<PreparedCut>(
        [session = m_session, options](const core::JobControl &control) { return prepareCut(*session, options, control); },
        [this](core::Result<PreparedCut> cut) {
            if (cut) {
                adoptCut(std::move(*cut));
                return;
            }
            emit recuttingChanged();
            emit recutFailed(cut.error());
        });
    emit recuttingChanged();
}

void SessionController::adoptCut(PreparedCut cut)
{
    if (!m_session || cut.session->sharedDocument() != m_session->sharedDocument())
        return;
    m_recut->cancel();
    Loaded before = take();
    m_session = std::move(cut.session);
    m_segmentation = std::move(cut.segmentation);
    m_names = std::move(cut.names);
    m_keepsTrace = true;
    emit sessionChanged();
    m_keepsTrace = false;
    emit recuttingChanged();
    discard(std::move(before));
}

bool SessionController::isRecutting() const
{
    return m_recut->running();
}

void SessionController::close()
{
    cancelLoading();
    m_recut->cancel();
    Loaded before = take();
    m_copyUse = {};
    m_path.clear();
    m_loadingPath.clear();
    setState(State::Empty);
    emit sessionChanged();
    discard(std::move(before));
}

void SessionController::setState(State state)
{
    m_state = state;
    emit stateChanged(state);
}

void SessionController::poll()
{
    if (!m_shared)
        return;
    m_progress = {m_shared->done, m_shared->total, static_cast<double>(m_clock.elapsed()) / 1000.0, m_shared->analysing};
    emit progressChanged(m_progress);
    std::shared_ptr<const core::ImportPreview> preview;
    {
        const std::lock_guard lock(m_shared->mutex);
        preview = std::move(m_shared->preview);
        m_shared->preview.reset();
    }
    if (preview)
        emit previewChanged(std::move(preview));
}

void SessionController::adopt(Loaded loaded)
{
    m_recut->cancel();
    Loaded before = take();
    m_session = std::move(loaded.session);
    m_segmentation = std::move(loaded.segmentation);
    m_names = std::move(loaded.names);
    m_path = m_loadingPath;
    m_copyUse = {};
    if (m_shared) {
        const std::lock_guard lock(m_shared->mutex);
        m_copyUse = m_shared->use;
        keepOpened(m_session->sharedDocument(), std::move(m_shared->ticket));
        keepCut(m_session->takeCutToKeep());
    }
    m_shared.reset();
    m_state = State::Ready;
    emit sessionChanged();
    emit stateChanged(m_state);
    discard(std::move(before));
}

void SessionController::fail(const core::Error &error)
{
    m_shared.reset();
    m_error = error;
    setState(m_session ? State::Ready : State::Failed);
    emit loadFailed(error);
}

SessionController::Loaded SessionController::take()
{
    Loaded taken{std::move(m_session), std::move(m_segmentation), std::move(m_names)};
    m_session.reset();
    m_segmentation.reset();
    m_names.reset();
    return taken;
}

// Freeing a trace of gigabytes takes long enough to be felt: a worker drops the last reference. That works only after the views
// dropped theirs, so after sessionChanged.
void SessionController::discard(Loaded loaded)
{
    if (loaded.session)
        m_pool.start([loaded = std::move(loaded)]() mutable {
            loaded = {};
            dropClosed();
        });
}

} // namespace lamella::ui
