// SPDX-License-Identifier: GPL-3.0-or-later
// Fetches a table of the session on a worker. A new request replaces the running one; requests for a hidden view wait until it is
// visible.
#pragma once

#include "core/session/AnalysisSession.h"

#include <QObject>

#include <memory>

namespace lamella::ui {

class JobSlot;
class SessionController;
class DeferUntilVisible;

class TableLoader : public QObject {
    Q_OBJECT
public:
    explicit TableLoader(SessionController &controller, QObject *parent = nullptr); // parent: the view
    ~TableLoader() override;

    // Does nothing without an open trace.
    void load(const core::TableRequest &request);
    void cancel();
    [[nodiscard]] bool isBusy() const;

signals:
    void loaded(std::shared_ptr<const lamella::core::ReportTable> table);
    void failed(const lamella::core::Error &error);

private:
    void start(const core::TableRequest &request);

    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_job;
    DeferUntilVisible *m_seen;
};

} // namespace lamella::ui
