// SPDX-License-Identifier: GPL-3.0-or-later
// Around the views: all commands with their keys, the palette, the settings, and keyboard navigation between views.
#pragma once

#include "widgets/commands/PaletteModel.h"

#include <QObject>
#include <QPointer>

class QAction;
class QMainWindow;
class QMenu;

namespace lamella::ui {

class CommandPalette;
class CommandRegistry;
class JobSlot;
class NavigationBus;
class PerfettoLinker;
class SessionController;
class SettingsDialog;
class TimelinePanel;
class WindowActions;
class WorkspaceArea;

struct ShellParts {
    QMainWindow &window;
    SessionController &controller;
    NavigationBus &bus;
    TimelinePanel &timeline;
    WorkspaceArea &area;
    WindowActions &actions;
    PerfettoLinker &perfetto;
};

class ShellWiring : public QObject {
    Q_OBJECT
public:
    // Create it last of the wirings, when all menus are filled.
    explicit ShellWiring(const ShellParts &parts);
    ~ShellWiring() override;

    [[nodiscard]] CommandRegistry &commands() { return *m_commands; }
    CommandPalette &showPalette();
    SettingsDialog &showSettings(const QString &page = {});

signals:
    void newWindowWanted();

private:
    QAction *make(QMenu *menu, const char *id, const QString &text, const QKeySequence &key, const QString &tip);
    void addCommands();
    void keepChecks();
    [[nodiscard]] std::vector<PaletteEntry> placesOf(const QString &text);
    [[nodiscard]] const std::vector<PaletteEntry> &settingEntries(); // found at the first call
    [[nodiscard]] SettingsDialog *createSettings();
    void lookForKernels(const QString &text);

    ShellParts m_parts;
    CommandRegistry *m_commands = nullptr;
    JobSlot *m_search = nullptr;
    QPointer<CommandPalette> m_palette;
    QPointer<SettingsDialog> m_settings;
    std::vector<PaletteEntry> m_settingEntries;
};

} // namespace lamella::ui
