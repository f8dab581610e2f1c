// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a table to a file on a worker, with the command line's request and writer and therefore the same bytes.
#pragma once

#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"

#include <QObject>

#include <functional>
#include <memory>

namespace lamella::ui {

class JobSlot;
class SessionController;

class TableExport : public QObject {
    Q_OBJECT
public:
    explicit TableExport(SessionController &controller, QObject *parent = nullptr);
    ~TableExport() override;

    // Makes the table; called on a worker.
    using Maker = std::function<core::Result<std::shared_ptr<const core::ReportTable>>(const core::JobControl &)>;

    // Asks for the file; the suffix determines the format. No effect if the user cancels.
    void ask(const core::TableRequest &request, QWidget *window);
    void ask(const QString &table, const Maker &make, QWidget *window); // a table not made by the session; `table`: its id
    void write(const core::TableRequest &request, core::TableFormat format, const QString &path);
    void write(const Maker &make, core::TableFormat format, const QString &path);

signals:
    void written(const QString &path);
    void failed(const lamella::core::Error &error);

private:
    SessionController &m_controller;
    std::unique_ptr<JobSlot> m_job;
};

} // namespace lamella::ui
