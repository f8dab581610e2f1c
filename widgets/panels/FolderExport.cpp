// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FolderExport.h"

#include "core/report/TableWriters.h"
#include "core/session/AnalysisSession.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QProgressDialog>
#include <QSettings>

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace lamella::ui {

namespace {

constexpr int kTickMs = 50;

using Made = core::Result<std::shared_ptr<const core::ReportTable>>;
using Maker = std::function<Made(const core::JobControl &)>;

core::Result<void> writeBoth(const QString &folder, const core::ReportTable &table)
{
    const QString stem = QDir(folder).filePath(QString::fromStdString(table.id()));
    for (const auto &[ending, format] : {std::pair{".csv", core::TableFormat::Csv}, {".json", core::TableFormat::Json}}) {
        const std::string path = QFile::encodeName(stem + QLatin1String(ending)).toStdString();
        const auto written = core::writeFileAtomically(
            path, [&table, form = format](const core::TableSink &sink) { return core::writeTable(table, form, sink); });
        if (!written)
            return written;
    }
    return {};
}

// The tables of the session, kernels one by one, and the ranks in three ways.
std::vector<Maker> makers(const std::shared_ptr<core::AnalysisSession> &session, const std::shared_ptr<core::RankSet> &ranks)
{
    std::vector<Maker> all;
    const auto add = [&all, &session](const std::string &name, bool each) {
        core::TableRequest request;
        request.table = name;
        request.each = each;
        all.push_back([session, request](const core::JobControl &control) -> Made { return session->table(request, control); });
    };
    for (const auto &name : core::AnalysisSession::tableNames())
        add(std::string(name), false);
    add("kernels", true);
    for (const char *by : {"layer", "pass", "rank"}) {
        core::RankTableRequest request;
        request.base.by = by;
        all.push_back([ranks, request](const core::JobControl &control) -> Made { return ranks->table(request, control); });
    }
    return all;
}

core::Result<QString> writeAll(const std::vector<Maker> &tables, const QString &folder, const core::JobControl &control)
{
    if (!QDir().mkpath(folder))
        return core::Error{
            core::ErrorCode::Io, "cannot be made a folder; choose another place", QFile::encodeName(folder).toStdString(), -1};
    core::JobControl each; // a table tells its own progress, which is not that of all
    each.stop = control.stop;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        if (control.stopRequested())
            return core::Error{core::ErrorCode::Cancelled, "stopped", {}, -1};
        control.report(i, tables.size());
        const Made table = tables[i](each);
        if (!table)
            return table.error();
        if (const auto written = writeBoth(folder, **table); !written)
            return written.error();
    }
    return folder;
}

} // namespace

FolderExport::FolderExport(SessionController &controller, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_job(std::make_unique<JobSlot>(controller.pool()))
{
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, [this] {
        if (!m_progress || m_told->total == 0)
            return;
        m_progress->setMaximum(static_cast<int>(m_told->total));
        m_progress->setValue(static_cast<int>(m_told->done));
    });
}

FolderExport::~FolderExport() = default;

void FolderExport::ask(const std::shared_ptr<core::RankSet> &ranks, QWidget *window)
{
    if (!m_controller.session())
        return;
    QSettings settings;
    const QString last = settings.value(QStringLiteral("folders/export"), QDir::homePath()).toString();
    const QString folder = QFileDialog::getExistingDirectory(window, tr("Export all tables into a folder"), last);
    if (folder.isEmpty())
        return;
    settings.setValue(QStringLiteral("folders/export"), folder);
    write(ranks, folder, window);
}

void FolderExport::write(const std::shared_ptr<core::RankSet> &ranks, const QString &folder, QWidget *window)
{
    const auto session = m_controller.session();
    if (!session)
        return;
    m_told = std::make_shared<Told>();
    showProgress(window);
    m_job->start<QString>(
        [session, ranks, folder](const core::JobControl &control) -> core::Result<QString> {
            const auto set = ranks ? ranks : core::RankSet::of({session});
            return writeAll(makers(session, set), folder, control);
        },
        [this](const core::Result<QString> &done) {
            hideProgress();
            if (done)
                emit written(*done);
            else
                emit failed(done.error());
        },
        [told = m_told](std::uint64_t done, std::uint64_t total) {
            told->total = total;
            told->done = done;
        });
}

void FolderExport::showProgress(QWidget *window)
{
    hideProgress();
    m_progress = new QProgressDialog(tr("Exporting all tables…"), tr("Cancel"), 0, 0, window);
    m_progress->setObjectName(QStringLiteral("folderExportProgress"));
    m_progress->setWindowTitle(tr("Export"));
    m_progress->setAutoReset(false);
    m_progress->setAutoClose(false);
    connect(m_progress, &QProgressDialog::canceled, this, [this] {
        m_job->cancel();
        hideProgress();
    });
    m_tick.start();
}

void FolderExport::hideProgress()
{
    m_tick.stop();
    if (m_progress) {
        m_progress->hide();
        m_progress->deleteLater(); // it may be the one that calls
    }
    m_progress.clear();
}

} // namespace lamella::ui
