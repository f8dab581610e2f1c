// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/AboutDialog.h"

#include "core/import/BuildFacts.h"
#include "widgets/common/UiText.h"
#include "widgets/help/HelpBrowser.h"
#include "widgets/help/HelpPages.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSysInfo>
#include <QTabWidget>
#include <QVBoxLayout>

namespace lamella::ui {

namespace {

constexpr int kIcon = 64;

QPlainTextEdit *textPage(const QString &text, const QString &name, const char *objectName)
{
    auto *page = new QPlainTextEdit(text);
    page->setObjectName(QString::fromLatin1(objectName));
    page->setReadOnly(true);
    page->setAccessibleName(name);
    page->setTabChangesFocus(true);
    return page;
}

QString licenceText()
{
    QFile file(QStringLiteral(":/help/LICENSE"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

QString AboutDialog::versions()
{
    QString text =
        QStringLiteral("Lamella %1\nQt %2 (built with %3)\n")
            .arg(QCoreApplication::applicationVersion(), QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR));
    for (const auto &[library, version] : core::buildFacts())
        text += QStringLiteral("%1 %2\n").arg(qtext(library), qtext(version));
    return text
        + QStringLiteral("%1, %2, %3\n")
              .arg(QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture(), QGuiApplication::platformName());
}

AboutDialog::AboutDialog(QWidget *parent)
    : QDialog(parent)
{
    setWindowTitle(tr("About Lamella"));
    resize(620, 520);
    auto *picture = new QLabel(this);
    picture->setPixmap(QIcon(QStringLiteral(":/icons/lamella.svg")).pixmap(kIcon, kIcon));
    auto *summary = new QLabel(
        tr("<b>Lamella %1</b><p>Shows which pass, which layer and which kernel of a large language model the time of a GPU goes "
           "to.</p><p>Free software under the GNU General Public License, version 3 or later, without any warranty.</p>")
            .arg(QCoreApplication::applicationVersion().toHtmlEscaped()),
        this);
    summary->setWordWrap(true);
    auto *head = new QHBoxLayout;
    head->setSpacing(16);
    head->addWidget(picture, 0, Qt::AlignTop);
    head->addWidget(summary, 1);

    auto *licences = new HelpBrowser(this);
    licences->setAccessibleName(tr("Works of others"));
    licences->setSource(HelpPages::url(QStringLiteral("licences.md")));
    auto *tabs = new QTabWidget(this);
    tabs->addTab(licences, tr("Works of others"));
    tabs->addTab(textPage(licenceText(), tr("Licence"), "licence"), tr("Licence"));
    tabs->addTab(textPage(versions(), tr("Versions"), "versions"), tr("Versions"));

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    QPushButton *copy = buttons->addButton(tr("&Copy versions"), QDialogButtonBox::ActionRole);
    connect(copy, &QPushButton::clicked, this, [] { QApplication::clipboard()->setText(versions()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(head);
    column->addWidget(tabs, 1);
    column->addWidget(buttons);
}

} // namespace lamella::ui
