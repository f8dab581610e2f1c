// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/desktop/Reloading.h"

#include "core/import/archive/ArchivePath.h"
#include "widgets/commands/CommandRegistry.h"
#include "widgets/common/MessageStrip.h"
#include "widgets/common/UiText.h"
#include "widgets/desktop/FileWatch.h"
#include "widgets/desktop/PlaceKeeper.h"
#include "widgets/notes/SessionFiles.h"
#include "widgets/ranks/RankController.h"
#include "widgets/settings/GeneralSettings.h"
#include "widgets/window/MainWindow.h"
#include "widgets/window/ShellWiring.h"

#include <QAction>
#include <QFileInfo>

namespace lamella::ui {

Reloading::Reloading(MainWindow &window, PlaceKeeper &places)
    : QObject(&window)
    , m_window(window)
    , m_places(places)
    , m_watch(new FileWatch(window.controller().pool(), this))
{
    connect(&window.controller(), &SessionController::sessionChanged, this, &Reloading::followSession);
    connect(m_watch, &FileWatch::changed, this, &Reloading::tellChanged);
    connect(m_watch, &FileWatch::gone, this, &Reloading::tellGone);
    if (const Command *command = window.shell().commands().find(QStringLiteral("file.reload")); command != nullptr)
        connect(command->action, &QAction::triggered, this, &Reloading::reload);
}

void Reloading::followSession()
{
    if (m_window.controller().keepsTrace())
        return;
    QStringList files;
    if (const auto session = m_window.sessionFiles().snapshot())
        for (const core::SessionTrace &trace : session->traces) {
            const auto inside = core::archivePath(trace.path);
            files << QFile::decodeName((inside ? inside->archive : trace.path).c_str());
        }
    files.removeDuplicates();
    QStringList sorted = files;
    sorted.sort();
    QStringList before = m_files;
    before.sort();
    if (sorted != before || !m_window.ranks().isSwitching()) { // switching to another rank does not change the set of files
        m_files = files;
        m_watch->watch(files);
    }
}

void Reloading::reload()
{
    const auto session = m_window.sessionFiles().snapshot();
    if (!session)
        return;
    if (const auto place = m_places.now())
        m_places.goLater(*place);
    m_window.message().hide();
    QStringList files;
    for (const core::SessionTrace &trace : session->traces)
        files << QFile::decodeName(trace.path.c_str());
    m_window.openRanks(files, session->choices, core::ownChoices(*session));
}

void Reloading::tellChanged(const QString &file)
{
    const OnChange what = GeneralSettings::load().onChange;
    if (what == OnChange::Ignore)
        return;
    if (what == OnChange::Reload) {
        reload();
        return;
    }
    m_window.message().show(MessageStrip::Kind::Info,
        tr("%1 has changed on disk; the window shows what was read before").arg(QFileInfo(file).fileName()), tr("Reload"),
        [this] { reload(); });
}

void Reloading::tellGone(const QString &file)
{
    m_window.message().show(MessageStrip::Kind::Warning,
        tr("%1 no longer exists; what was read stays, but texts of single events cannot be read")
            .arg(QFileInfo(file).fileName()));
}

} // namespace lamella::ui
