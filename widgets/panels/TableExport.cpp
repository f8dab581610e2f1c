// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/TableExport.h"

#include "widgets/common/ExportFolder.h"
#include "widgets/common/Translated.h"
#include "widgets/common/UiText.h"
#include "widgets/panels/ExportJob.h"
#include "widgets/session/SessionController.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

namespace lamella::ui {

namespace {

struct Choice {
    const char *suffix;
    core::TableFormat format;
};
constexpr Choice kChoices[] = {{"csv", core::TableFormat::Csv}, {"json", core::TableFormat::Json},
    {"md", core::TableFormat::Markdown}, {"html", core::TableFormat::Html}, {"txt", core::TableFormat::Text},
    {"xlsx", core::TableFormat::Xlsx}};

// Has the same suffix as plain CSV: the choice in the dialog tells them apart.
QString spreadsheetFilter()
{
    return TableExport::tr("CSV for spreadsheets, formulas switched off (*.csv)");
}

QString filters()
{
    return QStringList{TableExport::tr("CSV (*.csv)"), TableExport::tr("Excel workbook (*.xlsx)"),
        TableExport::tr("JSON (*.json)"), TableExport::tr("Markdown (*.md)"), TableExport::tr("HTML (*.html)"),
        TableExport::tr("Text (*.txt)"), spreadsheetFilter()}
        .join(QStringLiteral(";;"));
}

} // namespace

TableExport::TableExport(SessionController &controller, QObject *parent)
    : QObject(parent)
    , m_controller(controller)
    , m_job(new ExportJob(controller.pool(), this))
{
}

TableExport::~TableExport() = default;

QString TableExport::fileStem(const core::TableRequest &request)
{
    const auto isNumber = [](const std::string &text) { return !text.empty() && text.front() >= '0' && text.front() <= '9'; };
    QString stem = QString::fromStdString(request.table);
    if (isNumber(request.pass))
        stem += QStringLiteral("-P") + QString::fromStdString(request.pass);
    if (request.layer != "all" && !request.layer.empty())
        stem += (isNumber(request.layer) ? QStringLiteral("-L") : QStringLiteral("-")) + QString::fromStdString(request.layer);
    return stem;
}

void TableExport::ask(const core::TableRequest &request, QWidget *window)
{
    if (const auto session = m_controller.session())
        ask(
            fileStem(request), [session, request](const core::JobControl &control) { return session->table(request, control); },
            window);
}

void TableExport::write(const core::TableRequest &request, core::TableFormat format, const QString &path, QWidget *window)
{
    if (const auto session = m_controller.session())
        write([session, request](const core::JobControl &control) { return session->table(request, control); }, format, path,
            window);
}

void TableExport::ask(const QString &table, const TableMaker &make, QWidget *window)
{
    const QString folder = exportFolder();
    const QString stem = traceStem(m_controller.path());
    QString filter;
    QString path = QFileDialog::getSaveFileName(
        window, tr("Export the table"), QDir(folder).filePath(QStringLiteral("%1-%2.csv").arg(stem, table)), filters(), &filter);
    if (path.isEmpty())
        return;
    rememberExport(path);
    QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix.isEmpty()) {
        suffix = filter.section(QStringLiteral("*."), 1, 1).chopped(1);
        path += u'.' + suffix;
    }
    core::TableFormat format = core::TableFormat::Csv;
    for (const Choice &choice : kChoices) {
        if (suffix == QLatin1String(choice.suffix))
            format = choice.format;
    }
    if (format == core::TableFormat::Csv && filter == spreadsheetFilter())
        format = core::TableFormat::SpreadsheetCsv;
    write(make, format, path, window);
}

void TableExport::write(const TableMaker &make, core::TableFormat format, const QString &path, QWidget *window)
{
    m_job->start(
        tr("Exporting the table…"), window,
        [make, format, path, language = catalogue()](const core::JobControl &control) -> core::Result<void> {
            const auto table = make(control);
            if (!table)
                return table.error();
            const std::string file = QFile::encodeName(path).toStdString();
            if (language != nullptr && core::isForPeople(format))
                return core::writeTableFile(file, (*table)->inLanguage(language), format, {}, control);
            return core::writeTableFile(file, **table, format, {}, control);
        },
        [this, path](const core::Result<void> &done) {
            if (done)
                emit written(path);
            else
                emit failed(done.error());
        });
}

} // namespace lamella::ui
