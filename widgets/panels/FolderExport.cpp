// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FolderExport.h"

#include "core/session/FolderOfTables.h"
#include "core/session/extract/PassExtract.h"
#include "widgets/panels/FolderExportDialog.h"
#include "widgets/session/SessionController.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

#include <utility>

namespace lamella::ui {

FolderExport::FolderExport(SessionController &controller, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_job(new ExportJob(controller.pool(), this))
{
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
    run(folder, tr("Exporting all tables…"), window,
        [session, ranks, folder, workbooks](const core::JobControl &control) -> core::Result<void> {
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

void FolderExport::run(const QString &folder, const QString &title, QWidget *window, ExportJob::Work work)
{
    m_job->start(title, window, std::move(work), [this, folder](const core::Result<void> &done) {
        if (done)
            emit written(folder);
        else
            emit failed(done.error());
    });
}

QProgressDialog *FolderExport::progress() const
{
    return m_job->progress();
}

} // namespace lamella::ui
