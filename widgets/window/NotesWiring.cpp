// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/NotesWiring.h"

#include "widgets/common/UiText.h"
#include "widgets/notes/NoteFlags.h"
#include "widgets/notes/NotesController.h"
#include "widgets/notes/NotesPanel.h"
#include "widgets/notes/SessionFiles.h"
#include "widgets/session/SessionController.h"
#include "widgets/timeline/TimelinePanel.h"
#include "widgets/timeline/TimelineView.h"
#include "widgets/window/WorkspaceArea.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

namespace lamella::ui {

namespace {

struct NotesText {
    Q_DECLARE_TR_FUNCTIONS(NotesText)
};

QAction *command(const NotesParts &parts, const char *id, const QString &text, const QKeySequence &key, const QString &tip)
{
    auto *action = new QAction(text, &parts.window);
    action->setObjectName(QString::fromLatin1(id));
    action->setShortcut(key);
    action->setToolTip(tip);
    parts.window.addAction(action);
    action->setEnabled(parts.controller.session() != nullptr);
    QObject::connect(&parts.controller, &SessionController::sessionChanged, action,
        [action, &controller = parts.controller] { action->setEnabled(controller.session() != nullptr); });
    return action;
}

void askAndSave(const NotesParts &parts, SessionFiles &files)
{
    const QFileInfo trace(parts.controller.path());
    const QString proposed = files.path().isEmpty()
        ? trace.absolutePath() + QLatin1Char('/') + traceStem(parts.controller.path()) + QStringLiteral(".lamella")
        : files.path();
    QString path = QFileDialog::getSaveFileName(
        &parts.window, NotesText::tr("Save session"), proposed, NotesText::tr("Sessions (*.lamella)"));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".lamella");
    files.save(path);
}

void showInTimeline(const NotesParts &parts)
{
    auto *flags = new NoteFlags(parts.notes, parts.range, parts.timeline.view());
    QObject::connect(&parts.controller, &SessionController::sessionChanged, flags, [flags, &controller = parts.controller] {
        if (const auto document = controller.document())
            flags->setZero(document->zero());
    });
    TimelineView *view = parts.timeline.view();
    parts.files.setTrackHooks([view] { return view->arrangement().toSession(); },
        [view](const core::SessionTracks &tracks) { view->setLaterArrangement(TrackArrangement::fromSession(tracks)); });
    QObject::connect(&parts.notes, &NotesController::failed, &parts.window, parts.complain);
    QObject::connect(&parts.files, &SessionFiles::failed, &parts.window, parts.complain);
    QObject::connect(&parts.files, &SessionFiles::saved, &parts.window,
        [say = parts.say](const QString &path) { say(NotesText::tr("Session saved to %1").arg(path)); });
}

} // namespace

void addNotes(const NotesParts &parts)
{
    showInTimeline(parts);
    SessionFiles &files = parts.files;
    auto *panel = parts.window.findChild<NotesPanel *>();
    QAction *mark = command(parts, "edit.mark-selection", NotesText::tr("&Mark selection"), QKeySequence(Qt::CTRL | Qt::Key_B),
        NotesText::tr("A bookmark on what is selected"));
    QAction *write = command(parts, "edit.note-on-selection", NotesText::tr("N&ote on selection…"),
        QKeySequence(Qt::CTRL | Qt::Key_M), NotesText::tr("A note on what is selected"));
    QAction *save = command(parts, "file.save-session", NotesText::tr("&Save session"), QKeySequence::Save,
        NotesText::tr("Traces, choices and notes as one file"));
    QAction *saveAs = command(parts, "file.save-session-as", NotesText::tr("Save session &as…"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), NotesText::tr("Under another name"));
    // A single letter belongs to the view with the focus.
    const std::pair<QAction *, QKeySequence> letters[] = {
        {mark, QKeySequence(Qt::Key_M)}, {write, QKeySequence(Qt::SHIFT | Qt::Key_M)}};
    for (const auto &[what, key] : letters) {
        auto *letter = new QAction(what->text(), parts.timeline.view());
        letter->setObjectName(what->objectName().replace(QStringLiteral("edit."), QStringLiteral("timeline.")));
        letter->setShortcut(key);
        letter->setShortcutContext(Qt::WidgetShortcut);
        parts.timeline.view()->addAction(letter);
        QObject::connect(letter, &QAction::triggered, what, &QAction::trigger);
    }
    QObject::connect(mark, &QAction::triggered, panel, [panel] { panel->addAtSelection(false); });
    QObject::connect(write, &QAction::triggered, panel, [panel, area = &parts.area] {
        (void)area->show(QStringLiteral("notes"));
        panel->addAtSelection(true);
    });
    QObject::connect(save, &QAction::triggered, &files, [parts, &files] {
        if (files.path().isEmpty())
            askAndSave(parts, files);
        else
            files.save(files.path());
    });
    QObject::connect(saveAs, &QAction::triggered, &files, [parts, &files] { askAndSave(parts, files); });
    const auto menus = parts.window.menuBar()->actions();
    if (menus.size() < 2 || menus[0]->menu() == nullptr || menus[1]->menu() == nullptr)
        return;
    // After the recent files; and at the end of Edit.
    QMenu *file = menus[0]->menu();
    const auto entries = file->actions();
    QAction *before = nullptr;
    for (QAction *entry : entries)
        if (entry->isSeparator() && before == nullptr)
            before = entry;
    file->insertActions(before, {save, saveAs});
    QMenu *edit = menus[1]->menu();
    edit->addSeparator();
    edit->addActions({mark, write});
}

} // namespace lamella::ui
