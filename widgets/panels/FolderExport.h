// SPDX-License-Identifier: GPL-3.0-or-later
// Writes every table as CSV and JSON (and optionally workbooks), or every pass as a separate trace, into a folder, on a worker
// that can be stopped. The files are the same as from "lamella-cli export" and "lamella-cli extract --pass all".
#pragma once

#include "core/base/JobControl.h"
#include "core/base/Result.h"
#include "core/session/RankSet.h"

#include <QObject>
#include <QPointer>
#include <QProgressDialog>
#include <QTimer>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

namespace lamella::ui {

class JobSlot;
class SessionController;

class FolderExport : public QObject {
    Q_OBJECT
public:
    explicit FolderExport(SessionController &controller, QObject *parent = nullptr);
    ~FolderExport() override;

    // Asks for the folder; no effect if the user cancels. `ranks`: of the job shown, null if there is only one trace.
    void ask(const std::shared_ptr<core::RankSet> &ranks, QWidget *window);
    void write(const std::shared_ptr<core::RankSet> &ranks, const QString &folder, bool workbooks, QWidget *window);
    // Asks for the folder; no effect if the user cancels.
    void askPasses(QWidget *window);
    void writePasses(const QString &folder, QWidget *window);
    [[nodiscard]] QProgressDialog *progress() const { return m_progress; }

signals:
    void written(const QString &folder);
    void failed(const lamella::core::Error &error);

private:
    struct Told { // reported by the worker
        std::atomic<std::uint64_t> done{0};
        std::atomic<std::uint64_t> total{0};
    };
    using Work = std::function<core::Result<void>(const core::JobControl &)>;
    void run(const QString &folder, const QString &title, QWidget *window, Work work);
    void showProgress(const QString &title, QWidget *window);
    void hideProgress();

    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_job;
    std::shared_ptr<Told> m_told;
    QTimer m_tick;
    QPointer<QProgressDialog> m_progress;
};

} // namespace lamella::ui
