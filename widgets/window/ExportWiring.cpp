// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/ExportWiring.h"

#include "widgets/common/Icons.h"
#include "widgets/panels/FolderExport.h"
#include "widgets/ranks/RankController.h"
#include "widgets/report/ReportPanel.h"
#include "widgets/session/SessionController.h"
#include "widgets/window/WorkspaceArea.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace lamella::ui {

namespace {

struct ExportText {
    Q_DECLARE_TR_FUNCTIONS(ExportText)
};

QAction *command(const ExportParts &parts, const char *id, const QString &text, const QKeySequence &key, const QString &tip)
{
    auto *action = new QAction(text, &parts.window);
    action->setObjectName(QString::fromLatin1(id));
    action->setShortcut(key);
    action->setToolTip(tip);
    action->setEnabled(parts.controller.session() != nullptr);
    parts.window.addAction(action);
    QObject::connect(&parts.controller, &SessionController::sessionChanged, action,
        [action, &controller = parts.controller] { action->setEnabled(controller.session() != nullptr); });
    return action;
}

} // namespace

void addExportCommands(const ExportParts &parts)
{
    QMainWindow *window = &parts.window;
    auto *exporter = new FolderExport(parts.controller, window);
    QAction *all = command(parts, "file.export-all-tables", ExportText::tr("Export all &tables…"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
        ExportText::tr("Every table into a folder, as CSV, JSON and optionally workbooks"));
    QAction *passes = command(parts, "file.extract-all-passes", ExportText::tr("Extract all passes…"), {},
        ExportText::tr("Each pass as a trace or table of its own in a folder, with a manifest"));
    QAction *report = command(parts, "file.save-report", ExportText::tr("Save report…"), QKeySequence(Qt::CTRL | Qt::Key_P),
        ExportText::tr("As HTML, Markdown, text, or as PDF to print"));
    QObject::connect(
        all, &QAction::triggered, exporter, [exporter, window, ranks = &parts.ranks] { exporter->ask(ranks->set(), window); });
    QObject::connect(passes, &QAction::triggered, exporter, [exporter, window] { exporter->askPasses(window); });
    QObject::connect(exporter, &FolderExport::written, window, [say = parts.say](const QString &folder) {
        say(ExportText::tr("Exported to %1").arg(QDir::toNativeSeparators(folder)));
    });
    QObject::connect(exporter, &FolderExport::failed, window, parts.complain);
    QObject::connect(report, &QAction::triggered, &parts.area, [area = &parts.area] {
        area->showInTurns(QStringLiteral("report"), [area] {
            if (auto *panel = area->find<ReportPanel>())
                panel->ask();
        });
    });
    auto *file = window->menuBar()->findChild<QMenu *>(QStringLiteral("fileMenu"));
    auto *picture = window->findChild<QAction *>(QStringLiteral("file.save-picture"));
    if (file != nullptr)
        file->insertActions(picture, {all, passes, report});
}

} // namespace lamella::ui
