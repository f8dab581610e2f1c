// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FolderExportDialog.h"

#include "widgets/common/AppSettings.h"
#include "widgets/common/PlainText.h"
#include "widgets/common/UiText.h"
#include "widgets/theme/TextSize.h"
#include "widgets/theme/Theme.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr TextPx kFieldPx{360};
const QLatin1String kFolderKey("folders/exportTables");
const QLatin1String kWorkbooksKey("export/workbooks");

// The previous folder, else a new one beside the trace. Never the home folder itself, where dozens of tables would be lost among
// other files.
QString proposedFolder(const QString &last, const QString &trace)
{
    const QDir folder(last);
    if (!last.isEmpty() && folder.canonicalPath() != QDir(QDir::homePath()).canonicalPath())
        return last;
    return QFileInfo(trace).absoluteDir().filePath(traceStem(trace) + QStringLiteral("-tables"));
}

} // namespace

FolderExportDialog::FolderExportDialog(const QString &trace, QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Export all tables"));
    const QSettings &settings = appSettings();
    auto *label = plainLabel(tr("&Folder:"), this);
    m_folder = new QLineEdit(QDir::toNativeSeparators(proposedFolder(settings.value(kFolderKey).toString(), trace)), this);
    m_folder->setObjectName(QStringLiteral("exportFolder"));
    m_folder->setMinimumWidth(kFieldPx);
    label->setBuddy(m_folder);
    auto *choose = new QPushButton(tr("&Choose…"), this);
    choose->setAccessibleName(tr("Choose the folder"));
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_folder, 1);
    row->addWidget(choose);
    auto *note = plainLabel(
        tr("Each table as CSV and JSON, named after the table. The folder is created if necessary; other files in it stay."),
        this);
    note->setWordWrap(true);
    setTextFont(*note, &Theme::captionFont);
    m_workbooks = new QCheckBox(tr("Also as E&xcel workbooks (.xlsx)"), this);
    m_workbooks->setObjectName(QStringLiteral("exportWorkbooks"));
    m_workbooks->setToolTip(tr("Takes longer with traces of many kernels"));
    m_workbooks->setChecked(settings.value(kWorkbooksKey, false).toBool());
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_export = buttons->addButton(tr("&Export"), QDialogButtonBox::AcceptRole);
    m_export->setObjectName(QStringLiteral("exportButton"));
    m_export->setProperty("primary", true);
    m_export->setDefault(true);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(8);
    layout->addWidget(label);
    layout->addLayout(row);
    layout->addWidget(note);
    layout->addWidget(m_workbooks);
    layout->addSpacing(8);
    layout->addWidget(buttons);
    const auto look = [this] { m_export->setEnabled(!folder().isEmpty()); };
    connect(m_folder, &QLineEdit::textChanged, this, look);
    connect(choose, &QPushButton::clicked, this, &FolderExportDialog::choose);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    look();
}

QString FolderExportDialog::folder() const
{
    return QDir::fromNativeSeparators(m_folder->text().trimmed());
}

bool FolderExportDialog::workbooks() const
{
    return m_workbooks->isChecked();
}

void FolderExportDialog::accept()
{
    QSettings &settings = appSettings();
    settings.setValue(kFolderKey, folder());
    settings.setValue(kWorkbooksKey, workbooks());
    QDialog::accept();
}

void FolderExportDialog::choose()
{
    if (const QString chosen = QFileDialog::getExistingDirectory(this, windowTitle(), folder()); !chosen.isEmpty())
        m_folder->setText(QDir::toNativeSeparators(chosen));
}

} // namespace lamella::ui
