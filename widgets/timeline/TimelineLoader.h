// SPDX-License-Identifier: GPL-3.0-or-later
// Lays out the lanes of the session's trace in the background: first the GPU streams, then everything else.
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
    void dataChanged(); // data() is new (or null)
    void busyChanged();

private:
    void restart();
    void reassemble(); // same lanes, other layers
    void loadEvents();
    void setBusy(bool busy);

    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_job;
    TimelineDataPtr m_data;
    bool m_busy = false;
};

} // namespace lamella::ui
