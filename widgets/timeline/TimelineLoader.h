// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out the lanes of the session's trace in the background: first the GPU streams, starting while the passes are still being
// found, then the rest, at last roles of kernels and causes of idle time.
#pragma once

#include "widgets/timeline/TimelineData.h"

#include <QObject>

#include <memory>

namespace lamella::ui {

class JobSlot;
class SessionController;

class TimelineLoader : public QObject {
    Q_OBJECT
public:
    explicit TimelineLoader(SessionController &controller, QObject *parent = nullptr);
    ~TimelineLoader() override;

    [[nodiscard]] const TimelineDataPtr &data() const { return m_data; }
    [[nodiscard]] bool isBusy() const { return m_busy; }

signals:
    void dataChanged(); // data() has changed; it may be null
    void busyChanged();

private:
    void prepare(std::shared_ptr<const core::TraceDocument> document);
    void dropPrepared();
    void restart();
    void reassemble(); // same lanes, new layers
    void loadStreams(std::shared_ptr<LaneSet> lanes); // null = not laid out yet
    void loadEvents();
    void loadIdle();
    void setBusy(bool busy);

    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_job;
    std::unique_ptr<JobSlot> m_preparing;
    std::shared_ptr<const core::TraceDocument> m_preparedOf; // a trace not shown yet
    std::shared_ptr<LaneSet> m_prepared; // its streams; null until laid out
    TimelineDataPtr m_data;
    bool m_busy = false;
};

} // namespace lamella::ui
