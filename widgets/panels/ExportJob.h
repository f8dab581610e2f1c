// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a file or a folder on a worker. If that takes longer than a moment, a dialog shows how far it is and can stop it. A new
// job stops the one before. GUI thread.
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"

#include <QObject>
#include <QPointer>
#include <QProgressDialog>
#include <QTimer>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

class QThreadPool;

namespace lamella::ui {

class JobSlot;

class ExportJob : public QObject {
    Q_OBJECT
public:
    explicit ExportJob(QThreadPool &pool, QObject *parent = nullptr);
    ~ExportJob() override;

    using Work = std::function<core::Result<void>(const core::JobControl &)>;
    using Done = std::function<void(const core::Result<void> &)>;
    // `done` is not called if it is stopped.
    void start(const QString &title, QWidget *window, Work work, Done done);
    [[nodiscard]] QProgressDialog *progress() const { return m_progress; } // null: nothing is written

private:
    struct Told { // reported by the worker
        std::atomic<std::uint64_t> done{0};
        std::atomic<std::uint64_t> total{0};
    };
    void showProgress(const QString &title, QWidget *window);
    void hideProgress();

    std::unique_ptr<JobSlot> m_job;
    std::shared_ptr<Told> m_told;
    QTimer m_tick;
    QPointer<QProgressDialog> m_progress;
};

} // namespace lamella::ui
