// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FolderExport.h"

#include "core/session/FolderOfTables.h"
#include "core/session/extract/PassExtract.h"
#include "widgets/common/PlainText.h"
#include "widgets/panels/FolderExportDialog.h"
#include "widgets/session/JobSlot.h"
#include "widgets/session/SessionController.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QProgressDialog>

#include <utility>

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
    run(folder, tr("Exporting all tables…"), window, [session, ranks, folder, workbooks](const core::JobControl &control) -> core::Result<void> {
        const auto set = ranks ? ranks : core::RankSet::of({session});
        const auto written = core::writeFolderOfTables(*session, *set, {.tables = {}, .ranks = {}, .workbooks = workbooks},
            QFile::encodeName(folder).toStdString(), control);
        return written ? core::Result<void>() : written.error();
    });
}

void FolderExport::askPasses(QWidget *window)
{
    if (!m_controller.session())
        return;
    auto *dialog = new QFileDialog(window, tr("Folder for a file of each pass"));
    dialog->setObjectName(QStringLiteral("passesFolderDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setDirectory(QFileInfo(m_controller.path()).absolutePath());
    connect(dialog, &QFileDialog::fileSelected, this, [this, window](const QString &folder) { writePasses(folder, window); });
    dialog->open();
}

void FolderExport::writePasses(const QString &folder, QWidget *window)
{
    const auto session = m_controller.session();
    if (!session)
        return;
    run(folder, tr("Extracting all passes…"), window, [session, folder](const core::JobControl &control) {
        core::ExtractRequest request;
        request.pass = "all";
        request.output = QFile::encodeName(folder).toStdString();
        return core::extractPass(*session, request, control);
    });
}

void FolderExport::run(const QString &folder, const QString &title, QWidget *window, Work work)
{
    m_told = std::make_shared<Told>();
    showProgress(title, window);
    m_job->start<QString>(
        [folder, work = std::move(work)](const core::JobControl &control) -> core::Result<QString> {
            const core::Result<void> written = work(control);
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

void FolderExport::showProgress(const QString &title, QWidget *window)
{
    hideProgress();
    m_progress = plainProgress(title, tr("Cancel"), window);
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
        m_progress->deleteLater(); // it may be the sender
    }
    m_progress.clear();
}

} // namespace lamella::ui
