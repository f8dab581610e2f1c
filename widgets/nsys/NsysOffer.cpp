// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/nsys/NsysOffer.h"

#include "core/base/Format.h"
#include "core/import/nsys/NsysReport.h"
#include "core/system/RegularFile.h"
#include "widgets/common/PlainText.h"

#include <QFile>
#include <QFileInfo>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>

#include <algorithm>
#include <functional>

namespace lamella::ui {

namespace {

bool isReport(const QString &path)
{
    constexpr std::size_t kHead = 256;
    return core::isNsysReport(core::firstBytes(QFile::encodeName(path).toStdString(), kHead));
}

// As typed in a shell.
QString commandText(const QString &report, const QString &output)
{
    const auto word = [](QString text) {
        const auto safe = [](QChar c) {
            constexpr QLatin1String kSafe("_@%+=:,./-");
            const bool letter = (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || (c >= u'0' && c <= u'9');
            return letter || kSafe.contains(c);
        };
        return !text.isEmpty() && std::all_of(text.cbegin(), text.cend(), safe)
            ? text
            : QLatin1Char('\'') + text.replace(QLatin1Char('\''), QLatin1String("'\\''")) + QLatin1Char('\'');
    };
    return QStringLiteral("nsys export --type sqlite --output ") + word(output) + QLatin1Char(' ') + word(report);
}

} // namespace

NsysOffer::NsysOffer(QWidget *window)
    : QObject(window)
    , m_window(window)
{
    connect(&m_export, &NsysExport::progressed, this, &NsysOffer::showProgress);
    connect(&m_export, &NsysExport::exported, this, [this](const QString &path) {
        closeProgress();
        emit exported(path, m_report);
    });
    connect(&m_export, &NsysExport::failed, this, [this](const QString &reason) {
        closeProgress();
        emit failed(reason);
    });
    connect(&m_export, &NsysExport::cancelled, this, &NsysOffer::closeProgress);
}

bool NsysOffer::offer(const QString &path)
{
    if (m_export.running() || !isReport(path))
        return false;
    const QString name = QFileInfo(path).fileName();
    const QString output = NsysExport::exportPath(path);
    if (QFileInfo(output).isFile()) {
        const bool beside = QFileInfo(output).absolutePath() == QFileInfo(path).absolutePath();
        ask(tr("A raw report of Nsight Systems"),
            beside ? tr("Only Nsight Systems itself reads %1. Its export lies beside it.").arg(name)
                   : tr("Only Nsight Systems itself reads %1. An export made before is in the cache.").arg(name),
            output, tr("Open the export"), [this, output] { emit openRequested(output); });
        return true;
    }
    const QString program = NsysExport::program();
    if (program.isEmpty())
        return false;
    ask(tr("A raw report of Nsight Systems"),
        tr("Only Nsight Systems itself reads %1. Its program nsys is installed here and can export the report, which takes a "
           "while and writes a file that is often larger than the report.")
            .arg(name),
        commandText(QFileInfo(path).absoluteFilePath(), output), tr("Export and open"),
        [this, program, path, output] { run(program, path, output); });
    return true;
}

void NsysOffer::ask(
    const QString &title, const QString &text, const QString &details, const QString &button, std::function<void()> accepted)
{
    if (m_question != nullptr)
        m_question->close();
    QMessageBox *box = plainQuestion(title, text, details, m_window);
    box->setObjectName(QStringLiteral("nsysOffer"));
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QPushButton *yes = box->addButton(button, QMessageBox::AcceptRole);
    yes->setObjectName(QStringLiteral("nsysAccept"));
    yes->setProperty("primary", true);
    box->setDefaultButton(yes);
    connect(box, &QDialog::finished, this, [box, yes, accepted = std::move(accepted)] {
        if (box->clickedButton() == yes)
            accepted();
    });
    m_question = box;
    box->open();
}

void NsysOffer::run(const QString &program, const QString &report, const QString &output)
{
    m_report = report;
    QProgressDialog *dialog = plainProgress(tr("Starting nsys…"), tr("Cancel"), m_window);
    dialog->setObjectName(QStringLiteral("nsysProgress"));
    dialog->setWindowTitle(tr("Exporting %1").arg(QFileInfo(report).fileName()));
    dialog->setWindowModality(Qt::NonModal);
    dialog->setMinimumDuration(0);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QProgressDialog::canceled, &m_export, &NsysExport::cancel);
    m_progress = dialog;
    dialog->show();
    m_export.start(program, report, output);
}

void NsysOffer::showProgress(qint64 writtenBytes, double seconds)
{
    if (m_progress == nullptr)
        return;
    m_progress->setLabelText(tr("nsys export runs: %1 written in %2 s")
                                 .arg(QString::fromStdString(core::formatBytes(writtenBytes)), QString::number(seconds, 'f', 0)));
}

void NsysOffer::closeProgress()
{
    if (m_progress != nullptr) {
        m_progress->disconnect(&m_export);
        m_progress->close();
    }
}

} // namespace lamella::ui
