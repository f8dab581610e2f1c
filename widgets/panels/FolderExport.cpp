// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FolderExport.h"

#include "core/session/FolderOfTables.h"
#include "widgets/common/PlainText.h"
#include "widgets/panels/FolderExportDialog.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

#include <QFile>
#include <QProgressDialog>

namespace lamella::ui {

namespace {

constexpr int kTickMs = 50;

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
    auto *dialog = new FolderExportDialog(m_controller.path(), window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
        [this, ranks, dialog, window] { write(ranks, dialog->folder(), dialog->workbooks(), window); });
    dialog->open();
}

void FolderExport::write(const std::shared_ptr<core::RankSet> &ranks, const QString &folder, bool workbooks, QWidget *window)
{
    const auto session = m_controller.session();
    if (!session)
        return;
    m_told = std::make_shared<Told>();
    showProgress(window);
    m_job->start<QString>(
        [session, ranks, folder, workbooks](const core::JobControl &control) -> core::Result<QString> {
            const auto set = ranks ? ranks : core::RankSet::of({session});
            const auto written = core::writeFolderOfTables(*session, *set, {.tables = {}, .ranks = {}, .workbooks = workbooks},
                QFile::encodeName(folder).toStdString(), control);
            return written ? core::Result<QString>(folder) : written.error();
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
    m_progress = plainProgress(tr("Exporting all tables…"), tr("Cancel"), window);
    m_progress->setObjectName(QStringLiteral("folderExportProgress"));
    m_progress->setWindowTitle(tr("Export"));
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
