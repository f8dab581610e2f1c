// SPDX-License-Identifier: GPL-3.0-or-later
// Writes every table as CSV and JSON (and optionally workbooks), or every pass as a separate trace, into a folder, on a worker
// that can be stopped. The files are the same as from "lamella-cli export" and "lamella-cli extract --pass all".
#pragma once

#include "core/base/Error.h"
#include "core/session/RankSet.h"
#include "widgets/panels/ExportJob.h"

#include <QObject>

#include <memory>

namespace lamella::ui {

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
    [[nodiscard]] QProgressDialog *progress() const; // null: nothing is written

signals:
    void written(const QString &folder);
    void failed(const lamella::core::Error &error);

private:
    void run(const QString &folder, const QString &title, QWidget *window, ExportJob::Work work);

    SessionController &m_controller;
    ExportJob *m_job;
};

} // namespace lamella::ui
