// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/TimelineLoader.h"

#include "core/session/AnalysisSession.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

#include <utility>

namespace lamella::ui {

TimelineLoader::TimelineLoader(SessionController &controller, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
    , m_preparing(std::make_unique<JobSlot>(controller.pool()))
{
    connect(&controller, &SessionController::traceRead, this, &TimelineLoader::prepare);
    connect(&controller, &SessionController::stateChanged, this, [this](SessionController::State state) {
        // The trace is shown now, or its loading was abandoned.
        if (state != SessionController::State::Loading && m_preparedOf != m_controller.document())
            dropPrepared();
    });
    connect(&controller, &SessionController::sessionChanged, this, &TimelineLoader::restart);
    restart();
}

TimelineLoader::~TimelineLoader() = default;

void TimelineLoader::setBusy(bool busy)
{
    if (m_busy == busy)
        return;
    m_busy = busy;
    emit busyChanged();
}

void TimelineLoader::prepare(std::shared_ptr<const core::TraceDocument> document)
{
    dropPrepared();
    m_preparedOf = document;
    m_preparing->start<std::shared_ptr<LaneSet>>(
        [document = std::move(document)](const core::JobControl &control) { return layOutStreamLanes(*document, control); },
        [this](core::Result<std::shared_ptr<LaneSet>> lanes) {
            m_prepared = lanes ? *std::move(lanes) : nullptr;
            if (m_preparedOf != m_controller.document())
                return; // passes are still being found
            m_preparedOf.reset();
            loadStreams(std::exchange(m_prepared, nullptr));
        });
}

void TimelineLoader::dropPrepared()
{
    m_preparing->cancel();
    if (!m_preparedOf)
        return;
    // This may release the last reference to a big trace.
    m_preparing->drop(std::exchange(m_prepared, nullptr));
    m_preparing->drop(std::exchange(m_preparedOf, nullptr));
}

// Lanes depend only on the trace and its kernel names; they stay on screen meanwhile.
void TimelineLoader::reassemble()
{
    setBusy(true);
    m_job->start<TimelineDataPtr>(
        [before = m_data, segmentation = m_controller.segmentation()](const core::JobControl &) -> core::Result<TimelineDataPtr> {
            return assembleTimeline(before->document, segmentation, before->names, before->streams, before->events);
        },
        [this](core::Result<TimelineDataPtr> data) {
            if (!data) {
                setBusy(false);
                return;
            }
            m_data = *data;
            emit dataChanged();
            if (m_data->events)
                loadIdle();
            else
                loadEvents();
        });
}

void TimelineLoader::restart()
{
    m_job->cancel();
    if (m_controller.keepsTrace() && m_data && m_data->names == m_controller.names()) {
        reassemble();
        return;
    }
    TimelineDataPtr before = std::exchange(m_data, nullptr);
    emit dataChanged();
    m_preparing->drop(std::move(before)); // the views have released the lanes by now
    const auto document = m_controller.document();
    const auto names = m_controller.names();
    if (!document || !names) {
        setBusy(false);
        return;
    }
    setBusy(true);
    if (m_preparedOf != document) {
        loadStreams(nullptr);
    } else if (!m_preparing->running()) {
        m_preparedOf.reset();
        loadStreams(std::exchange(m_prepared, nullptr));
    } // otherwise they are added once laid out
}

void TimelineLoader::loadStreams(std::shared_ptr<LaneSet> lanes)
{
    m_job->start<TimelineDataPtr>(
        [document = m_controller.document(), names = m_controller.names(), segmentation = m_controller.segmentation(),
            lanes = std::move(lanes)](const core::JobControl &control) -> core::Result<TimelineDataPtr> {
            const core::Result<LaneSetPtr> streams =
                lanes ? addStreamLevels(lanes, *document, *names, control) : buildStreamLanes(*document, *names, control);
            if (!streams)
                return streams.error();
            return assembleTimeline(document, segmentation, names, *streams, nullptr);
        },
        [this](core::Result<TimelineDataPtr> data) {
            if (!data) {
                setBusy(false);
                return;
            }
            m_data = *data;
            emit dataChanged();
            loadEvents();
        });
}

void TimelineLoader::loadEvents()
{
    const TimelineDataPtr before = m_data;
    m_job->start<TimelineDataPtr>(
        [before](const core::JobControl &control) -> core::Result<TimelineDataPtr> {
            core::Result<LaneSetPtr> events = buildEventLanes(*before->document, control);
            if (!events)
                return events.error();
            return assembleTimeline(before->document, before->segmentation, before->names, before->streams, *events);
        },
        [this](core::Result<TimelineDataPtr> data) {
            if (!data) {
                setBusy(false);
                return;
            }
            m_data = *data;
            emit dataChanged();
            loadIdle();
        });
}

// Last: roles of kernels, causes of idle time, which need a walk over all launches, and memory traffic by the roofline.
void TimelineLoader::loadIdle()
{
    const auto session = m_controller.session();
    if (!session) {
        setBusy(false);
        return;
    }
    m_job->start<TimelineDataPtr>(
        [session, before = m_data](const core::JobControl &control) -> core::Result<TimelineDataPtr> {
            auto next = std::make_shared<TimelineData>(*before);
            if (auto roles = session->roles(control))
                next->roles = *std::move(roles);
            core::Result<IdleLanesPtr> idle = loadIdleLanes(*session, control);
            if (!idle)
                return idle.error();
            next->idle = *std::move(idle);
            auto traffic = loadTrafficLanes(*session, *before->streams, control);
            if (!traffic)
                return traffic.error();
            addTraffic(*next, *std::move(traffic));
            return TimelineDataPtr(std::move(next));
        },
        [this](core::Result<TimelineDataPtr> data) {
            if (data) {
                m_data = *std::move(data);
                emit dataChanged();
            }
            setBusy(false);
        });
}

} // namespace lamella::ui
