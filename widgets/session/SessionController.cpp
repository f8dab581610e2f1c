// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/session/SessionController.h"

#include "widgets/session/CacheSettingsStore.h"
#include "widgets/session/EarlyRead.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/TraceReading.h"

#include <QFile>

#include <chrono>
#include <mutex>
#include <optional>
#include <utility>

namespace lamella::ui {

struct SessionController::CacheData {
    QTimer soon;
    core::CacheLocation copy; // until written
};

SessionController::SessionController(QThreadPool &pool, QObject *parent)
    : QObject(parent)
    , m_pool(pool)
    , m_load(std::make_unique<JobSlot>(pool))
    , m_segmentAgain(std::make_unique<JobSlot>(pool))
    , m_prepare(std::make_unique<JobSlot>(pool))
    , m_cacheData(std::make_unique<CacheData>())
{
    // Faster updates would be unreadable and take CPU time from the reading threads.
    constexpr int kPollMs = 100;
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &SessionController::poll);
    m_cacheData->soon.setSingleShot(true);
    connect(&m_cacheData->soon, &QTimer::timeout, this, &SessionController::writeCache);
    constexpr int kAfterViewsMs = 200;
    m_prepareSoon.setInterval(kAfterViewsMs);
    m_prepareSoon.setSingleShot(true);
    connect(&m_prepareSoon, &QTimer::timeout, this, &SessionController::prepareSelections);
    connect(this, &SessionController::sessionChanged, this, [this] {
        m_prepare->cancel();
        m_prepareSoon.start();
    });
    connect(&CacheFailures::instance(), &CacheFailures::failed, this, [this](const QString &reason) {
        if (m_cacheUse.state != CacheUse::State::Written)
            return;
        m_cacheUse.failed = reason.toStdString();
        emit cacheUseChanged();
    });
}

SessionController::~SessionController() = default;

bool SessionController::hasGpuWork() const
{
    const auto opened = document();
    return opened && opened->kernels.size() > 0;
}

std::shared_ptr<const core::TraceDocument> SessionController::document() const
{
    return m_session ? m_session->sharedDocument() : nullptr;
}

void SessionController::open(const QString &path, const core::SessionOptions &options)
{
    if (auto early = EarlyRead::take(path, options)) {
        begin(path, early->reading(), [early](const core::JobControl &control) { return early->result(control); });
        return;
    }
    auto reading = std::make_shared<TraceReading>();
    const core::TraceCache cache(cacheSettings());
    const std::string file = QFile::encodeName(path).toStdString();
    const auto read = [reading, file, options, cache](
                          const core::JobControl &control) { return readTrace(reading, file, options, cache, control); };
    begin(path, reading, read);
}

void SessionController::openWith(const QString &path, SessionReader read)
{
    begin(path, std::make_shared<TraceReading>(), std::move(read));
}

void SessionController::begin(const QString &path, const std::shared_ptr<TraceReading> &reading, SessionReader read)
{
    using Session = std::shared_ptr<core::AnalysisSession>;
    m_loadingPath = path;
    m_error = {};
    m_progress = {};
    m_hasKernels = false;
    m_reading = reading;
    m_poll.start();
    setState(State::Loading);
    const auto work = [reading, read = std::move(read)](const core::JobControl &control) {
        auto session = read(controlOf(reading, control));
        reading->analysing = true;
        return session;
    };
    m_load->start<Session>(work, [this](core::Result<Session> session) {
        if (session)
            segment(*std::move(session));
        else
            endLoading(session.error());
    });
}

void SessionController::segment(std::shared_ptr<core::AnalysisSession> session)
{
    const auto document = session->sharedDocument();
    m_load->start<Loaded>(
        [session = std::move(session)](const core::JobControl &control) -> core::Result<Loaded> {
            auto segmentation = session->segmentation({control.stop, {}});
            if (!segmentation)
                return segmentation.error();
            auto names = session->kernelNames();
            return Loaded{session, std::move(*segmentation), std::move(names)};
        },
        [this](core::Result<Loaded> loaded) { endLoading(std::move(loaded)); });
    emit traceRead(document);
}

void SessionController::endLoading(core::Result<Loaded> loaded)
{
    m_poll.stop();
    poll();
    if (loaded)
        adopt(*std::move(loaded));
    else
        fail(loaded.error());
}

void SessionController::showSession(const QString &path, std::shared_ptr<core::AnalysisSession> session,
    std::shared_ptr<const core::Segmentation> segmentation, std::shared_ptr<const core::KernelNames> names)
{
    cancelLoading();
    m_loadingPath = path;
    adopt({std::move(session), std::move(segmentation), std::move(names)});
}

bool SessionController::keepRead()
{
    const bool again = m_session && m_loadingPath == m_path;
    if (m_state != State::Loading || again || !m_hasKernels || !m_reading || m_reading->analysing)
        return false;
    return m_reading->enough.request_stop();
}

void SessionController::cancelLoading()
{
    if (m_state != State::Loading)
        return;
    m_load->cancel(); // not waited for: the thread stops on its own
    m_poll.stop();
    m_reading.reset();
    m_loadingPath.clear();
    setState(m_session ? State::Ready : State::Empty);
}

void SessionController::segmentAgain(const core::SessionOptions &options)
{
    if (!m_session)
        return;
    m_segmentAgain->start<PreparedSegmentation>(
        [session = m_session, options](
            const core::JobControl &control) { return prepareSegmentation(*session, options, control); },
        [this](core::Result<PreparedSegmentation> prepared) {
            if (prepared) {
                adoptSegmentation(std::move(*prepared));
                return;
            }
            emit segmentingChanged();
            emit segmentationFailed(prepared.error());
        });
    emit segmentingChanged();
}

void SessionController::adoptSegmentation(PreparedSegmentation prepared)
{
    if (!m_session || prepared.session->sharedDocument() != m_session->sharedDocument())
        return;
    m_segmentAgain->cancel();
    Loaded before = take();
    m_session = std::move(prepared.session);
    m_segmentation = std::move(prepared.segmentation);
    m_names = std::move(prepared.names);
    m_keepsTrace = true;
    emit sessionChanged();
    m_keepsTrace = false;
    emit segmentingChanged();
    discard(std::move(before));
}

bool SessionController::isSegmenting() const
{
    return m_segmentAgain->running();
}

void SessionController::close()
{
    cancelLoading();
    m_segmentAgain->cancel();
    m_cacheData->soon.stop();
    Loaded before = take();
    m_cacheUse = {};
    m_path.clear();
    m_loadingPath.clear();
    setState(State::Empty);
    emit sessionChanged();
    discard(std::move(before));
}

void SessionController::prepareSelections()
{
    if (!m_session)
        return;
    if (JobSlot::awaited() > 0) {
        m_prepareSoon.start();
        return;
    }
    m_prepare->start<bool>(
        [session = m_session](const core::JobControl &control) -> core::Result<bool> {
            const auto prepared = session->prepareSelections(control);
            return prepared ? core::Result<bool>(true) : core::Result<bool>(prepared.error());
        },
        [](const core::Result<bool> &) {}); // a selection tells what fails
}

void SessionController::setState(State state)
{
    m_state = state;
    emit stateChanged(state);
}

void SessionController::poll()
{
    if (!m_reading)
        return;
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - m_reading->begun;
    m_progress = {m_reading->done, m_reading->total, seconds.count(), m_reading->analysing};
    emit progressChanged(m_progress);
    std::shared_ptr<const core::ImportPreview> preview;
    {
        const std::lock_guard lock(m_reading->mutex);
        preview = std::exchange(m_reading->preview, nullptr);
    }
    if (!preview)
        return;
    m_hasKernels = preview->kernels > 0;
    emit previewChanged(std::move(preview));
}

void SessionController::adopt(Loaded loaded)
{
    m_segmentAgain->cancel();
    Loaded before = take();
    m_session = std::move(loaded.session);
    m_segmentation = std::move(loaded.segmentation);
    m_names = std::move(loaded.names);
    m_path = m_loadingPath;
    m_cacheUse = {};
    m_cacheData->soon.stop();
    m_cacheData->copy = {};
    if (m_reading) {
        const std::lock_guard lock(m_reading->mutex);
        m_cacheUse = m_reading->use;
        m_cacheData->copy = std::move(m_reading->copy);
        // Writing a cache entry uses all disk and memory bandwidth, so the first picture comes first. Building the gzip index
        // uses less, and the first click may need it.
        constexpr int kAfterPictureMs = 400;
        constexpr int kAfterReopeningMs = 100;
        m_cacheData->soon.start(m_cacheData->copy.ticket ? kAfterPictureMs : kAfterReopeningMs);
    }
    m_reading.reset();
    m_state = State::Ready;
    emit sessionChanged();
    emit stateChanged(m_state);
    discard(std::move(before));
}

void SessionController::fail(const core::Error &error)
{
    m_reading.reset();
    m_error = error;
    setState(m_session ? State::Ready : State::Failed);
    emit loadFailed(error);
}

void SessionController::writeCache()
{
    if (!m_session)
        return;
    cacheOpened(m_session->sharedDocument(), std::exchange(m_cacheData->copy, {}));
    cacheSegmentation(m_session->takeSegmentationToCache());
}

SessionController::Loaded SessionController::take()
{
    Loaded taken{std::move(m_session), std::move(m_segmentation), std::move(m_names)};
    m_session.reset();
    m_segmentation.reset();
    m_names.reset();
    return taken;
}

// Frees a trace of gigabytes on a worker, because it takes noticeable time. Call after sessionChanged, when the views have
// dropped their references.
void SessionController::discard(Loaded loaded)
{
    if (loaded.session)
        m_pool.start([loaded = std::move(loaded)]() mutable {
            loaded = {};
            dropClosed();
        });
}

} // namespace lamella::ui
